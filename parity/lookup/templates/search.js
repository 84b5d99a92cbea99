// Names whose own text has every word come first, then those in whose differences the words stand.
const items = Array.from(document.querySelectorAll("#names li"));
const list = document.getElementById("names");
const texts = INDEX.map((entry) => [(entry[0] + " " + entry[2]).toLowerCase(), entry[3].toLowerCase()]);
document.getElementById("search").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().replace(/^f\./, "functional.").split(/\s+/).filter(Boolean);
  const rank = texts.map(([names, facts]) => {
    if (words.every((word) => names.includes(word))) return 0;
    return words.every((word) => names.includes(word) || facts.includes(word)) ? 1 : 2;
  });
  const order = items.map((_, number) => number).sort((a, b) => rank[a] - rank[b] || a - b);
  for (const number of order) {
    items[number].hidden = rank[number] === 2;
    list.append(items[number]);
  }
});
