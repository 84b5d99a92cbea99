"""The HTML report in a real headless browser: it loads nothing, says nothing, opens, draws and can be read."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from parity.report import (
    ErrorMetrics,
    Errors,
    Finding,
    GradientResult,
    LayerResult,
    NamedErrors,
    OutputResult,
    Report,
    Side,
    StepResult,
    Weights,
)
from parity.report.html import save
from parity.report.model import Histogram
from tests.parity.report.headless import BROWSER, Tab

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium or google-chrome is on the path")

# The contrast of every visible text with what is behind it, by the formula of WCAG 2; the worst, with its text.
CONTRAST = """(() => {
  const parts = text => text.match(/[\\d.]+/g).map(Number);
  const linear = v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = rgb => rgb.slice(0, 3).map(v => linear(v / 255))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => { for (; node; node = node.parentElement) {
    const rgb = parts(getComputedStyle(node).backgroundColor); if (rgb.length == 3 || rgb[3] > 0) return rgb; } };
  let worst = [99, ""];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility() || node.closest("title")) continue;
    const style = getComputedStyle(node), ink = parts(node.closest("svg") ? style.fill : style.color);
    const [a, b] = [light(ink), light(behind(node.closest("svg") ? node.closest("svg").parentElement : node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst[0]) worst = [ratio, node.outerHTML.slice(0, 120)];
  }
  return worst; })()"""


def errors(float64: float) -> Errors:
    return Errors(
        ErrorMetrics(float64, (0, 1), rel_l2=float64), ErrorMetrics(1e-6, (0, 1), rel_l2=1e-6), 1e-7, 1.3, "ok"
    )


def report_of(blocks: int, source: str) -> Report:
    """A net of so many blocks of four layers; one layer of the second block is wrong."""
    layers = [LayerResult("", "", "amplified", "Net", "Net", free=errors(0.5), leaf=False)]
    for block in range(blocks):
        path = f"blocks.{block}"
        status = "same" if block < 1 else "amplified"
        layers.append(LayerResult(path, path, status, "Block", "Block", free=errors(1e-3 * block), leaf=False))
        for name in ("conv1", "norm1", "conv2", "norm2"):
            wrong = block == 1 and name == "norm1"
            own = "introduced" if wrong else status
            layers.append(
                LayerResult(
                    f"{path}.{name}", f"{path}.{name}", own, name, name, free=errors(1e-3 * block),
                    forced=errors(1e-3 if wrong else 0.0), location=f"{source}:3",
                )
            )  # fmt: skip
    wrong = "blocks.1.norm1"
    return Report(
        "different", Side("reference.py:Net"), Side("port.py:Net"),
        outputs=(OutputResult("output", "amplified", errors(0.5)),), layers=tuple(layers),
        histograms=(Histogram(wrong, wrong, "", 30, -1.0, 1.0, (5, 20, 5), (6, 18, 6), 10, 0, -4, 2, (2, 8, 6, 4)),),
        gradients=tuple(GradientResult("parameter", f"w{i}", f"w{i}", "same", errors(1e-9)) for i in range(5)),
        steps=tuple(StepResult(i, "same", 1 / i, 1 / i, (NamedErrors("w", errors(1e-9)),)) for i in (1, 2, 3)),
        weights=Weights((), ("a",), ()),
        findings=(
            Finding("epsilon", "error", "forward", wrong, wrong, "eps", 1e-5, 1e-3, "eps=1e-05: 1.0e-03 -> 0",
                    "nn.BatchNorm2d(4, eps=1e-05)", f"{source}:3", f"{source}:5", "eps differs", ("a.norm", "b.norm")),
            Finding("momentum", "warning", "train", wrong, wrong, "momentum", 0.1, 0.1),
            Finding("pad-mode", "note", "static", wrong, wrong, location=f"{source}:4", message="written differently"),
        ),
    )  # fmt: skip


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with Tab(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    source = folder / "port.py"
    source.write_text("".join(f"line_{number} = nn.Layer({'x' * 90})\n" for number in range(1, 9)))
    save(report_of(6, str(source)), folder / "page.html")
    return folder / "page.html"


def loud(tab: Tab) -> list[object]:
    """What the console says, and every request but that of the page itself."""
    said = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
    requests = [event for event in tab.events if event["method"] == "Network.requestWillBeSent"]
    return [event for event in tab.events if event["method"] in said] + requests[1:]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 1280, 1920])
def test_it_is_quiet_fits_and_can_be_read(tab: Tab, page: Path, width: int, dark: bool) -> None:
    tab.show(width, 900, dark=dark)
    tab.open(page)
    assert loud(tab) == []
    assert tab.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    background = tab.value("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") is not dark
    tab.value("document.querySelectorAll('details').forEach(node => node.open = true)")
    ratio, text = tab.value(CONTRAST)
    assert ratio >= 4.5, text


def test_every_plot_has_geometry(tab: Tab, page: Path) -> None:
    tab.show(1400, 900)
    tab.open(page)
    boxes = tab.value(
        "[...document.querySelectorAll('section:not(#graphs) > figure > svg:not(.narrow), #tensors svg')]"
        ".map(svg => [svg.getAttribute('aria-label'), "
        "svg.getBBox().width, svg.getBBox().height, "
        "Math.max(...[...svg.querySelectorAll('path, .bar')].map(n => n.getBBox().height))])"
    )
    assert [name for name, *_ in boxes] == [
        "Relative error by depth, float64", "Relative error by depth, float32, against the reference's own noise",
        "values of blocks.1.norm1", "differences of blocks.1.norm1", "Relative error of the gradients", "Loss",
        "Greatest relative error after each step",
    ]  # fmt: skip
    assert all(width > 200 and height > 60 for _, width, height, _ in boxes)
    assert all(tall > 10 for _, *_, tall in (boxes[0], *boxes[2:4]))


def test_the_tree_opens_by_keyboard_alone(tab: Tab, page: Path) -> None:
    tab.show(1400, 900)
    tab.open(page)
    shown = "document.getElementById('layer-7').checkVisibility()"  # in the block with the mistake
    closed = "document.getElementById('layer-2').checkVisibility()"  # in a block that is the same
    assert (tab.value(shown), tab.value(closed)) == (True, False)
    for _ in range(200):
        tab.press("Tab", 9)
        if tab.value("document.activeElement.id") == "layer-1":
            break
    assert tab.value("document.activeElement.id") == "layer-1"
    tab.press("Enter", 13)
    assert tab.value(closed)
    assert tab.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_findings_stand_side_by_side_where_there_is_room(tab: Tab, page: Path) -> None:
    sides = "[...document.querySelectorAll('#findings .card.error .sides > div')]"
    tops = f"{sides}.map(node => node.getBoundingClientRect().top)"
    for width, beside in ((1400, True), (400, False)):
        tab.show(width, 900)
        tab.open(page)
        reference, port = tab.value(tops)
        assert (reference == port) is beside
    hits = "[...document.querySelectorAll('#findings .card.error .hit')].map(node => node.textContent.split(' ')[0])"
    assert tab.value(hits) == ["5line_5", "3line_3"]
    assert tab.value("document.querySelector('.card.note').checkVisibility()") is False


def test_a_phone_shows_the_argument_and_words_of_full_size(tab: Tab, page: Path) -> None:
    tab.show(400, 900)
    tab.open(page)
    assert tab.value(
        "[...document.querySelectorAll('.card.error .hit')].every(line => line.scrollWidth <= line.clientWidth)"
    )
    scale = "[...document.querySelectorAll('svg.narrow')].map(svg => svg.clientWidth / svg.viewBox.baseVal.width)"
    assert min(tab.value(scale)) > 0.8
    assert tab.value("document.querySelector('svg.wide').checkVisibility()") is False


def test_layers_are_found_by_words_and_by_status(tab: Tab, page: Path) -> None:
    visible = "[...document.querySelectorAll('.tree .row:not(.titles)')].filter(row => row.checkVisibility()).length"
    tab.show(1400, 900)
    tab.open(page)
    before = tab.value(visible)
    tab.press("/", 191)
    assert tab.value("document.activeElement.id") == "words"
    tab.value("words.value = 'conv2'; words.dispatchEvent(new Event('input'))")
    assert tab.value("document.querySelector('#filter output').value") == "6 of 32 rows"
    tab.value("kind.value = 'introduced'; kind.dispatchEvent(new Event('change'))")
    assert tab.value("document.querySelector('#filter output').value") == "0 of 32 rows"
    tab.value("words.value = ''; words.dispatchEvent(new Event('input'))")
    assert tab.value("document.querySelector('#filter output').value") == "1 of 32 rows"
    tab.value("kind.value = ''; kind.dispatchEvent(new Event('change'))")
    assert tab.value(visible) == before


def test_the_picture_of_both_nets_leads_to_the_place(tab: Tab, page: Path) -> None:
    tab.show(1400, 900)
    tab.open(page)
    first = "[...document.querySelectorAll('.flow .first .box')].map(node => node.textContent.trim())"
    assert tab.value(first) == ["blocks.1.norm1 norm1"] * 2
    tab.value("document.querySelectorAll('.tree details').forEach(node => node.open = false)")
    tab.value("document.querySelector('.flow .first .box').click()")
    assert tab.value("document.querySelector(location.hash).checkVisibility()")


@pytest.mark.parametrize("width", [400, 1280])
def test_axe_finds_nothing(tab: Tab, page: Path, width: int) -> None:
    rules = resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    tab.show(width, 900)
    tab.ask("Page.setBypassCSP", enabled=True)
    tab.open(page)
    tab.value("document.querySelectorAll('details').forEach(node => node.open = true)")
    tab.ask("Runtime.evaluate", expression=rules)
    asked = "axe.run().then(found => found.violations.map(one => one.id + ': ' + one.nodes[0].target.join(' ')))"
    found = tab.ask("Runtime.evaluate", expression=asked, awaitPromise=True, returnByValue=True)
    tab.ask("Page.setBypassCSP", enabled=False)
    assert found["result"]["value"] == []


def test_a_very_deep_net_stays_fast(tab: Tab, tmp_path: Path) -> None:
    since = time.perf_counter()
    save(report_of(500, "port.py"), tmp_path / "page.html")
    assert time.perf_counter() - since < 10
    assert (tmp_path / "page.html").stat().st_size < 4_000_000
    tab.show(1400, 900)
    since = time.perf_counter()
    tab.open(tmp_path / "page.html")
    assert time.perf_counter() - since < 10
    assert tab.value("document.querySelectorAll('.tree .row').length") > 2000
    assert tab.value("document.querySelectorAll('svg *').length") < 5000
    assert loud(tab) == []


def chosen(tab: Tab) -> str:
    return str(tab.value("document.querySelector('.g-row.at')?.textContent ?? ''"))


def test_both_graphs_open_at_the_first_cause_and_show_all_of_it(tab: Tab, page: Path) -> None:
    tab.show(1400, 900)
    tab.open(page)
    assert "norm1" in chosen(tab)
    told = tab.value("document.querySelector('.g-detail').textContent")
    assert all(word in told for word in ("introduced", "eps differs", "nn.BatchNorm2d(4, eps=1e-05)", "line_3 = "))
    assert tab.value("document.querySelectorAll('.g-detail svg').length") == 2
    assert tab.value("document.querySelectorAll('#graph [id^=finding], #graph [id^=tensor]').length") == 0


def test_the_graphs_are_walked_and_folded_by_keyboard(tab: Tab, page: Path) -> None:
    tab.show(1400, 900)
    tab.open(page)
    rows = "[...document.querySelectorAll('.g-row')].map(row => row.getAttribute('aria-level') + row.classList[1])"
    before = tab.value(rows)
    tab.value("document.querySelector('.g-list').focus()")
    tab.press("Home", 36)
    assert "blocks" in chosen(tab)
    tab.press("ArrowLeft", 37)
    assert tab.value(rows) == ["1introduced"]
    tab.press("ArrowRight", 39)
    assert tab.value(rows) == before
    tab.press("n", 78)
    assert "norm1" in chosen(tab)
    tab.press("ArrowUp", 38)
    assert "conv1" in chosen(tab)
    assert tab.value("document.activeElement.getAttribute('aria-activedescendant')") == tab.value(
        "document.querySelector('.g-row.at').id"
    )


def test_the_graphs_are_searched(tab: Tab, page: Path) -> None:
    tab.show(1400, 900)
    tab.open(page)
    field = "document.querySelector('#graph input')"
    tab.value(f"{field}.value = 'conv2'; {field}.dispatchEvent(new Event('input'))")
    assert tab.value("document.querySelector('#graph output').value") == "6 of 24 layers"
    kind = "document.querySelector('.g-state')"
    tab.value(f"{field}.value = ''; {kind}.value = '3'; {kind}.dispatchEvent(new Event('change'))")
    assert tab.value("document.querySelector('#graph output').value") == "1 of 24 layers"


def test_two_thousand_calls_are_quick_and_few_are_drawn(tab: Tab, tmp_path: Path) -> None:
    save(report_of(500, "port.py"), tmp_path / "large.html")
    tab.show(1400, 900)
    start = time.perf_counter()
    tab.open(tmp_path / "large.html")
    assert "norm1" in chosen(tab)
    assert time.perf_counter() - start < 10
    assert tab.value("document.querySelectorAll('.g-row').length") < 80
    list_ = "document.querySelector('.g-list')"
    tab.value("document.querySelector('.g-state').value = 'differs'")
    tab.value("document.querySelector('.g-state').dispatchEvent(new Event('change'))")
    taken = tab.value(
        f"(() => {{ const start = performance.now(); for (let i = 0; i < 20; i++) {{ {list_}.scrollTop = i * 2000; "
        f"{list_}.dispatchEvent(new Event('scroll')); }} return performance.now() - start; }})()"
    )
    assert taken < 2000
    assert tab.value("document.querySelectorAll('.g-row').length") < 80


def test_ranks_and_steps_are_chosen_from_lists(tab: Tab, tmp_path: Path) -> None:
    report = report_of(6, "port.py")
    right = [replace(layer, status="same", rank="rank0", step=0) for layer in report.layers]
    layers = [replace(layer, rank="rank1", step=step) for step in (0, 1) for layer in report.layers]
    save(replace(report, layers=(*right, *layers)), tmp_path / "page.html")
    tab.show(1400, 900)
    tab.open(tmp_path / "page.html")
    assert loud(tab) == []
    options = (
        "[...document.querySelectorAll('select.g-rank option, select.g-step option')].map(node => node.textContent)"
    )
    assert tab.value(options) == ["step 0", "step 1", "rank0", "rank1"]
    rank = "document.querySelector('select.g-rank')"
    assert tab.value(f"[{rank}.checkVisibility(), {rank}.value]") == [True, "rank1"]
    assert "norm1" in chosen(tab)
    tab.value(f"{rank}.value = 'rank0'; {rank}.dispatchEvent(new Event('change'))")
    assert tab.value("document.querySelectorAll('.g-row.introduced').length") == 0
    assert tab.value("document.querySelector('#graph output').value").startswith("24 layers, 0 ")
    save(report, tmp_path / "one.html")
    tab.open(tmp_path / "one.html")
    assert tab.value(f"{rank}.checkVisibility()") is False
