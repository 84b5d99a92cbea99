// Code that scrolls is reached by keyboard, and each block's buttons have a name of their own.
document.querySelectorAll("pre > code").forEach((code, index) => {
  code.parentElement.tabIndex = 0; // the theme takes it away again from the code itself
  const buttons = code.querySelector("nav") || code.parentElement.querySelector("nav");
  if (buttons) buttons.setAttribute("aria-label", "code block " + (index + 1));
});
new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(node => {
  if (node.nodeName === "NAV" && node.classList.contains("md-code__nav")) {
    node.setAttribute("aria-label", "buttons of " + (node.closest("[id]") || node.parentElement).id);
  }
}))).observe(document.body, {childList: true, subtree: true});
document.querySelector(".md-search")?.setAttribute("aria-label", "search"); // the theme's dialog has no name
