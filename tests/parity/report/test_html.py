"""The report as an HTML page: of real comparisons, hostile words, and in a real browser where there is one."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import math
from html.parser import HTMLParser
from pathlib import Path

import pytest
from torch import nn

import parity
from parity.report import ErrorMetrics, Errors, Finding, LayerResult, Report, Side, StepResult
from parity.report.chart import NOT_FINITE, WORSE, ZERO, Place, linear_chart, log_chart
from parity.report.html import read_source, render, save
from parity.report.tree import layer_tree

VOID = {"meta", "link", "br", "img", "hr", "input"}
CLOSED_BY_SLASH = {"line", "circle", "rect", "path"}


class Page(HTMLParser):
    """A page read strictly: every tag closed in turn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_startendtag(self, tag, attrs):
        assert tag in CLOSED_BY_SLASH
        self.tags.append((tag, dict(attrs)))

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append((self.open[-1] if self.open else "", data.strip()))

    def texts(self, tag: str) -> list[str]:
        return [words for around, words in self.words if around == tag and words]

    def having(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [has for name, has in self.tags if name == tag and wanted.items() <= has.items()]


class Block(nn.Module):
    def __init__(self, eps):
        super().__init__()
        self.fc = nn.Linear(6, 6)
        self.norm = nn.LayerNorm(6, eps=eps)

    def forward(self, x):
        return self.norm(self.fc(x)).relu()


class Net(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.blocks = nn.Sequential(Block(1e-5), Block(eps))
        self.head = nn.Linear(6, 3)

    def forward(self, x):
        return self.head(self.blocks(x))


@pytest.fixture(scope="module")
def same() -> Report:
    return parity.compare(Net, Net, "float32[4,6]", mode="train", grad=True, steps=3, init=True)


@pytest.fixture(scope="module")
def different() -> Report:
    return parity.compare(Net, lambda: Net(eps=1e-2), "float32[4,6]", grad=True)


def test_pages_are_whole_and_load_nothing(same: Report, different: Report) -> None:
    for report in (same, different):
        html = render(report, read_source)
        page = Page(html)
        assert not {tag for tag, _ in page.tags} & {"link", "img", "iframe", "object"}
        assert len(page.having("script")) == 1
        assert not any(name in {"src", "srcset"} or name.startswith("on") for _, has in page.tags for name in has)
        assert "://" not in html
        assert "url(" not in html
        assert "@import" not in html
        ids = [has["id"] for _, has in page.tags if "id" in has]
        assert len(ids) == len(set(ids))
        assert {has["href"] for has in page.having("a")} <= {f"#{name}" for name in ids}
        (policy,) = page.having("meta", **{"http-equiv": "Content-Security-Policy"})
        script = html.partition("<script>")[2].partition("</script>")[0]
        allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{allowed}'" in policy["content"]
        assert "prefers-color-scheme:dark" in html


def test_the_same_shows_gradients_training_and_initial_distributions(same: Report) -> None:
    page = Page(render(same))
    assert page.texts("h2") == [
        "Both graphs", "Outputs", "Error by depth", "Layers", "Gradients", "Training", "Initial weights",
        "What was looked at", "Totals",
    ]  # fmt: skip
    titles = [has["aria-label"] for has in page.having("svg")]
    assert "Loss" in titles
    assert not page.having("details", open=None)
    assert [has["id"] for has in page.having("tr") if has.get("id", "").startswith("step-")] == [
        "step-1", "step-2", "step-3",
    ]  # fmt: skip


def test_findings_come_first_with_both_source_lines(different: Report) -> None:
    page = Page(render(different, read_source))
    assert page.texts("h2")[:3] == ["Findings", "Both graphs", "Where they diverge"]
    hits = [words for around, words in page.words if around == "span" and words.startswith("self.norm = ")]
    assert hits[:2] == ["self.norm = nn.LayerNorm(6, eps=eps)", "self.norm = nn.LayerNorm(6, eps="]
    assert page.texts("mark")[:2] == ["eps", "1e-05"]  # what the port has, and what to write
    assert len(page.having("span", **{"class": "hit"})) == 2 * len(different.findings)
    titles = [has["aria-label"] for has in page.having("svg")]
    assert titles[0] == "Relative error by depth, float64"
    assert "Relative error of the gradients" in titles
    leaves = [index for index, layer in enumerate(different.layers) if layer.leaf]
    hovers = page.texts("title")[1:]
    assert hovers[0].startswith(different.layers[leaves[0]].reference + "\nfree-running: 0")
    # Only the branch with the mistake in it is open.
    opened = [has for tag, has in page.tags if tag == "details" and "open" in has]
    assert len(opened) == 3
    assert len(page.having("details")) > len(opened)


def test_without_sources_locations_are_still_named(different: Report) -> None:
    page = Page(render(different))
    assert not page.having("pre")
    assert different.findings[0].location in page.texts("code")
    for location in ("no colon", "a.py:x", "a.py:0", "a.py:99", ":3", "\x00:1", f"{__file__}:999999"):
        moved = dataclasses.replace(different.findings[0], location=location, reference_location=None)
        page = Page(render(dataclasses.replace(different, findings=(moved,)), read_source))
        assert not page.having("pre")


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    bad = "</style></script><script>alert(1)</script>{{ 7 * 7 }}\"'&"
    finding = Finding(bad, "error", "forward", bad, bad, bad, bad, bad, bad, bad, "x.py:1", "x.py:2", bad)
    layer = LayerResult(bad, None, "unmatched", bad, location=bad, free=Errors(ErrorMetrics(rel_l2=1.0)))
    report = Report(
        "different", Side(bad), Side("\ud800"), bad, layers=(layer,), findings=(finding,), options={bad: bad}
    )
    html = render(report, lambda path: [bad, bad + path])
    assert html.count("<script") == 1
    assert "alert(1)</script>" not in html
    assert "{{ 7 * 7 }}" in html
    Page(html)
    save(report, tmp_path / "page.html", lambda path: [bad, bad + path])
    Page((tmp_path / "page.html").read_text("utf-8"))


def test_an_error_and_an_empty_report() -> None:
    page = Page(render(Report("error", Side("a"), Side("b"), "the port raises <ValueError>")))
    assert page.texts("title") == ["NO VERDICT: a and b"]
    assert page.texts("p") == ["the port raises <ValueError>"]
    assert not page.having("svg")


def test_the_tree_keeps_calls_together_and_holds_layers_of_one_side_only() -> None:
    layers = [
        LayerResult("a.b", "x.b", "same"), LayerResult("a.b", "x.b", "introduced", call=1),
        LayerResult(None, "a.new", "unmatched"), LayerResult("a", "x", "amplified", leaf=False),
        LayerResult("c", "c", "same"), LayerResult("", "", "amplified", leaf=False),
    ]  # fmt: skip
    net = layer_tree(layers).children["(net)"]
    assert [row.index for row in net.rows] == [5]
    assert list(net.children) == ["a", "c"]
    assert [row.label for row in net.children["a"].children["b"].rows] == ["a.b = x.b", "a.b = x.b (call 2)"]
    assert [row.label for row in net.children["a"].children["new"].rows] == ["(only in the port) a.new"]
    assert net.open
    assert not net.children["c"].open
    Page(render(Report("different", Side("a"), Side("b"), layers=tuple(layers))))


def places(number: int) -> list[Place]:
    return [Place(index + 1, f"layer{index}") for index in range(number)]


def test_a_logarithmic_axis_has_rows_for_zero_and_worse() -> None:
    chart = log_chart("t", "x", places(5), {"a": [0.0, 1e-15, None, 1e-3, math.inf], "b": [None, math.nan, 0, 1, 1]})
    assert chart is not None
    labels = [tick.label for tick in chart.y_ticks]
    assert labels[:2] == [WORSE, ZERO]
    assert labels[2] == "1e-15"
    heights = [y for _, y in chart.lines[0].points]
    assert heights == sorted(heights, reverse=True)
    assert len(heights) == 4
    assert chart.lines[0].path.count("M") == 2
    assert all(chart.top <= y <= chart.bottom for line in chart.lines for _, y in line.points)
    assert chart.columns[2].text == "layer2\na: not measured\nb: 0"


@pytest.mark.parametrize("number", [5e-324, 1e-15, 1.0, 1.7e308])
def test_an_axis_of_one_value(number: float) -> None:
    for chart in (log_chart("t", "x", places(1), {"a": [number]}), linear_chart("t", "x", places(1), {"a": [number]})):
        assert chart is not None
        ((_, y),) = chart.lines[0].points
        assert chart.top <= y <= chart.bottom
        assert all(chart.top <= tick.at <= chart.bottom for tick in chart.y_ticks)


def test_no_plot_of_nothing() -> None:
    assert log_chart("t", "x", places(2), {"a": [0.0, None]}) is None
    assert log_chart("t", "x", [], {}) is None
    assert linear_chart("t", "x", places(1), {"a": [None]}) is None


def test_losses_that_are_not_finite_are_shown() -> None:
    steps = tuple(StepResult(n, "introduced", loss, math.nan) for n, loss in ((1, 2.0), (2, math.inf), (3, None)))
    page = Page(render(Report("different", Side("a"), Side("b"), steps=steps)))
    assert NOT_FINITE in page.texts("text")
    assert {"2", "inf", "nan", "-"} <= set(page.texts("td"))
