"use strict";
(() => {
  document.querySelectorAll("svg [data-row]").forEach(column => column.addEventListener("click", () => {
    location.hash = column.dataset.row;
  }));
  const form = document.getElementById("filter");
  if (!form) return;
  const words = document.getElementById("words");
  const kind = document.getElementById("kind");
  const said = form.querySelector("output");
  const tree = document.querySelector(".tree");
  const rows = [...tree.querySelectorAll(".row:not(.titles)")];
  const branches = [...tree.querySelectorAll("details")];
  const opened = new Map();
  const wanted = (row, text) => {
    const status = kind.value;
    if (status === "differs" && row.classList.contains("same")) return false;
    if (status && status !== "differs" && !row.classList.contains(status)) return false;
    return row.textContent.toLowerCase().includes(text);
  };
  const apply = () => {
    const text = words.value.trim().toLowerCase();
    const filtering = text !== "" || kind.value !== "";
    if (filtering && opened.size === 0) branches.forEach(branch => opened.set(branch, branch.open));
    let shown = 0;
    rows.forEach(row => {
      const keep = !filtering || wanted(row, text);
      row.classList.toggle("out", !keep);
      shown += keep ? 1 : 0;
    });
    branches.forEach(branch => {
      const inside = [...branch.querySelectorAll(".row")].some(row => !row.classList.contains("out"));
      branch.classList.toggle("out", !inside);
      if (filtering) {
        branch.open = inside;
        if (inside) branch.querySelector("summary .row").classList.remove("out");
      }
    });
    if (!filtering) {
      opened.forEach((open, branch) => { branch.open = open; });
      opened.clear();
    }
    said.value = filtering ? shown + " of " + rows.length + " rows" : "";
  };
  form.hidden = false;
  form.addEventListener("submit", event => event.preventDefault());
  words.addEventListener("input", apply);
  kind.addEventListener("change", apply);
  const reveal = () => {
    const target = location.hash.startsWith("#layer-") && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let node = target.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/input|select|textarea/i.test(event.target.tagName)) {
      event.preventDefault();
      words.focus();
    }
  });
})();
