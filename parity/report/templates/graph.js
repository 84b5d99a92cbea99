(() => {
  const root = document.getElementById("graph");
  if (!root) return;
  const HEIGHT = 28, STATES = ["same", "passed on", "unmatched", "introduced"], CLASSES = ["same", "amplified", "unmatched", "introduced"], MARKS = ["✓", "~", "?", "✗"];
  const data = JSON.parse(root.dataset.rows);
  const list = root.querySelector(".g-list"), space = root.querySelector(".g-space"), detail = root.querySelector(".g-detail");
  const words = root.querySelector("input"), state = root.querySelector("select.g-state"), step = root.querySelector("select.g-step"), rank = root.querySelector("select.g-rank"), said = root.querySelector("output");
  const make = (tag, cls, text) => {
    const node = document.createElement(tag);
    if (cls) node.className = cls;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const last = (path, row) => row.g || row.p.length ? path.split(".").slice(-1)[0] || path : path;
  const label = (row, side) => {
    const path = row.n[side];
    if (path === null) return "";
    const parts = path.split(".");
    const call = parts.length > 2 && /^\d+$/.test(parts.at(-1)) && parts.at(-2) === row.t[side];
    return (call ? path : last(path, row) || "(net)") + (row.k ? " (call " + (row.k + 1) + ")" : "");
  };
  const offer = (chooser, values, word) => {
    values.forEach(value => chooser.append(new Option(word + value, value)));
    chooser.parentElement.hidden = values.length < 2;
  };
  offer(step, [...new Set(data.map(row => row.e ?? 0))], "step ");
  offer(rank, [...new Set(data.map(row => row.q ?? ""))], "");
  const run = row => (row.q ?? "") + "/" + (row.e ?? 0), chosen = () => rank.value + "/" + step.value;
  const held = new Map(data.filter(row => row.g).map(row => [[run(row), ...(row.n[0] ?? row.n[1] ?? "").split(".")].join("."), row]));
  const leaves = data.filter(row => !row.g);
  let nodes, shown = [], at = -1;
  const build = () => {
    const wanted = chosen();
    nodes = { children: [], depth: -1, open: true, s: 0, count: 0, path: [] };
    let open = [nodes];
    leaves.filter(row => run(row) === wanted).forEach(row => {
      let depth = 0;
      while (depth < row.p.length && open[depth + 1]?.name === row.p[depth]) depth++;
      open = open.slice(0, depth + 1);
      for (; depth < row.p.length; depth++) {
        const path = row.p.slice(0, depth + 1);
        const group = { name: row.p[depth], path, depth, children: [], s: 0, count: 0, own: held.get([wanted, ...path].join(".")), above: open[depth] };
        open[depth].children.push(group);
        open.push(group);
      }
      open[depth].children.push({ row, depth, s: row.s, above: open[depth] });
      open.forEach(group => { group.s = Math.max(group.s, row.s); group.count += row.s > 1 ? 1 : 0; group.size = (group.size || 0) + 1; });
    });
    let left = 12;
    const unfold = group => group.children.forEach(child => {
      if (!child.children) return;
      child.open = child.s > 1 && left-- > 0;
      unfold(child);
    });
    unfold(nodes);
  };
  const matches = (node, text, wanted) => {
    const row = node.row;
    if (wanted === "differs" ? row.s === 0 : wanted !== "" && row.s !== +wanted) return false;
    return text === "" || [...row.n, ...row.t, ...row.l, ...row.c].some(part => part && part.toLowerCase().includes(text));
  };
  const refresh = () => {
    const text = words.value.trim().toLowerCase(), wanted = state.value, filtering = text !== "" || wanted !== "";
    const kept = shown[at];
    let found = 0;
    const flat = group => group.children.flatMap(child => {
      if (!child.children) return !filtering || matches(child, text, wanted) ? (found++, [child]) : [];
      if (!filtering) return child.open ? [child, ...flat(child)] : [child];
      const inside = flat(child);
      return inside.length ? [child, ...inside] : [];
    });
    shown = flat(nodes);
    space.style.height = shown.length * HEIGHT + "px";
    said.value = filtering ? found + " of " + nodes.size + " layers" : nodes.size + " layers, " + nodes.count + " introduce a difference or are unmatched";
    at = kept ? shown.indexOf(kept) : -1;
    draw();
  };
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 6), end = Math.min(shown.length, first + Math.ceil(list.clientHeight / HEIGHT) + 12);
    space.replaceChildren(...shown.slice(first, end).map((node, offset) => line(node, first + offset)));
    if (at >= 0) list.setAttribute("aria-activedescendant", "g-" + at); else list.removeAttribute("aria-activedescendant");
  };
  const line = (node, index) => {
    const row = node.row ?? node.own, box = make("div", "g-row " + CLASSES[node.s] + (index === at ? " at" : "") + (node.children ? " g-group" : ""));
    box.id = "g-" + index;
    box.style.top = index * HEIGHT + "px";
    box.setAttribute("role", "treeitem");
    box.setAttribute("aria-level", node.depth + 1);
    box.setAttribute("aria-selected", index === at);
    if (node.children) box.setAttribute("aria-expanded", words.value || state.value ? true : !!node.open);
    [0, 1].forEach(side => {
      const absent = node.row && node.row.n[side] === null, cell = make("span", "g-name" + (absent ? " absent" : ""));
      cell.style.setProperty("--depth", node.depth);
      const fold = node.children ? (node.open || words.value || state.value ? "▾ " : "▸ ") : "";
      const name = node.children ? (row && row.n[side] !== null ? row.n[side].split(".").at(-1) : node.name) : absent ? "no counterpart" : label(node.row, side);
      cell.append(fold + name + " ", make("small", "", row?.t[side] ?? ""));
      if (side === 0) box.append(cell, make("span", "g-mark", MARKS[node.s])); else box.append(cell);
      cell.title = row?.n[side] ?? node.path?.join(".") ?? "";
    });
    const worst = row ? (row.f[2] !== "-" ? row.f[2] : row.f[0]) : "";
    box.append(make("span", "num", node.children ? (node.count ? node.count + " of " + node.size : node.size + "") : worst));
    box.addEventListener("click", () => { choose(index); if (node.children) fold(node, !node.open); });
    return box;
  };
  const fold = (node, open) => { node.open = open; refresh(); };
  const choose = index => {
    at = Math.max(0, Math.min(shown.length - 1, index));
    const top = at * HEIGHT;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
    draw();
    tell(shown[at]);
  };
  const pair = (heading, ...nodes) => { const part = make("section"); part.append(make("h4", "", heading), ...nodes); return part; };
  const copy = id => {
    const node = document.getElementById(id)?.cloneNode(true);
    node?.removeAttribute("id");
    node?.querySelectorAll("[role=region]").forEach(part => ["role", "aria-label"].forEach(name => part.removeAttribute(name)));
    return node;
  };
  const tell = node => {
    const row = node?.row ?? node?.own;
    detail.replaceChildren();
    if (!node) return;
    detail.append(make("h3", "", row ? (row.n[0] ?? "no counterpart") + " ↔ " + (row.n[1] ?? "no counterpart") : node.path.join(".")));
    detail.append(make("p", CLASSES[node.s], STATES[node.s] + (node.children ? ": " + node.count + " of " + node.size + " layers inside" : "")));
    if (!row) return;
    const figures = make("dl");
    [["difference, float64", row.f[0]], ["on equal inputs", row.f[1]], ["difference as run", row.f[2]], ["times the noise", row.r]].forEach(([word, figure]) => {
      if (figure && figure !== "-") figures.append(make("dt", "", word), make("dd", "", figure));
    });
    detail.append(figures);
    (row.a ?? []).forEach(index => { const card = copy("finding-" + index); if (card) detail.append(card); });
    const sources = make("dl");
    ["reference", "port"].forEach((side, index) => {
      if (!row.l[index]) return;
      const text = make("dd", "", "");
      text.append(make("code", "", row.l[index]), make("pre", "", row.c[index] || "(its source is not here)"));
      sources.append(make("dt", "", side), text);
    });
    if (sources.children.length) detail.append(pair("Lines", sources));
    const inside = row.i ?? (node.children ? node.children.map(child => child.row ? label(child.row, child.row.n[0] === null ? 1 : 0) + " " + (child.row.t[0] || child.row.t[1]) : child.name) : []);
    if (inside.length) {
      const items = make("ul");
      inside.slice(0, 40).forEach(name => items.append(make("li", "", name)));
      if (inside.length > 40) items.append(make("li", "", inside.length - 40 + " more"));
      detail.append(pair("Operations inside", items));
    }
    const drawing = row.h === undefined ? null : copy("tensor-" + row.h);
    if (drawing) detail.append(pair("Distributions", drawing));
  };
  const next = way => {
    for (let index = at + way; index >= 0 && index < shown.length; index += way) if (!shown[index].children && shown[index].s > 1) return choose(index);
  };
  list.addEventListener("scroll", draw, { passive: true });
  list.addEventListener("keydown", event => {
    const node = shown[at], page = Math.floor(list.clientHeight / HEIGHT) - 1;
    const keys = {
      ArrowDown: () => choose(at + 1), ArrowUp: () => choose(at - 1), Home: () => choose(0), End: () => choose(shown.length - 1),
      PageDown: () => choose(at + page), PageUp: () => choose(at - page), n: () => next(1), p: () => next(-1),
      ArrowRight: () => node?.children && !node.open ? fold(node, true) : choose(at + 1),
      ArrowLeft: () => node?.children && node.open ? fold(node, false) : node?.above?.depth >= 0 && choose(shown.indexOf(node.above)),
      Enter: () => node?.children && fold(node, !node.open), " ": () => node?.children && fold(node, !node.open),
    };
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  root.querySelector("form").addEventListener("submit", event => event.preventDefault());
  words.addEventListener("input", refresh);
  state.addEventListener("change", refresh);
  [step, rank].forEach(chooser => chooser.addEventListener("change", () => { build(); at = -1; refresh(); tell(); }));
  new ResizeObserver(draw).observe(list);
  root.closest("section").hidden = false;
  const link = make("a", "", "Both graphs");
  link.href = "#graphs";
  document.querySelector("nav a[href='#findings']")?.after(link);
  const start = leaves.find(row => row.s === 3) ?? leaves[0];
  if (start) { step.value = start.e ?? 0; rank.value = start.q ?? ""; }
  build();
  refresh();
  const first = shown.findIndex(node => !node.children && node.s === 3);
  if (first >= 0) choose(first);
})();
