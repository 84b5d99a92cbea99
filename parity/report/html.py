"""The report as one HTML page: self-contained, readable offline and without its one script, in light and in dark."""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from parity.report import sentences, text
from parity.report.bars import Bars, bars
from parity.report.chart import NARROW, WIDTH, Chart, Place, linear_chart, log_chart
from parity.report.excerpts import Excerpt, SourceReader, excerpts
from parity.report.files import write_atomic
from parity.report.graph import graph_data
from parity.report.model import ErrorMetrics, Errors, Finding, Histogram, NamedErrors, Report
from parity.report.tree import Row, layer_tree, stations

_MARKS = {"same": "\u2713", "introduced": "\u2717", "amplified": "~", "unmatched": "?"}
_MAX_SOURCE_BYTES = 4_000_000


def no_sources(path: str) -> None:
    """Read no file: the page then names locations without showing their lines."""
    del path


def read_source(path: str) -> tuple[str, ...] | None:
    """Read the lines of a source file; None where it is missing, too large or no plain file.

    Args:
        path (str): as in a location, relative to the working directory.
    """
    file = Path(path)
    try:
        if not file.is_file() or file.stat().st_size > _MAX_SOURCE_BYTES:
            return None
        return tuple(file.read_text(encoding="utf-8", errors="replace").splitlines())
    except (OSError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class Card:
    """A finding with its source lines."""

    finding: Finding
    layer: str
    sentence: str
    argument: str
    excerpts: tuple[Excerpt, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart in two sizes: for wide pages, and for pages as narrow as a phone."""

    wide: Chart
    narrow: Chart


@dataclass(frozen=True, slots=True)
class Tensor:
    """A histogram of the report: its name, what is said of its elements, and its drawing."""

    name: str
    counted: str
    drawing: Bars
    anchor: str


def render(report: Report, sources: SourceReader = no_sources) -> str:
    """Render a report as one HTML page that loads nothing else.

    Args:
        report (Report): any report.
        sources (SourceReader): gives the source lines to show beside findings. Default: none are shown.

    Returns:
        str: the page.
    """
    read_once = functools.cache(sources)
    # the locations of a trace name files of the machine that it was recorded on
    readers = tuple(no_sources if side.recorded else read_once for side in (report.reference, report.port))
    assert len(readers) == 2
    here = Path(__file__).parent / "templates"
    environment = Environment(
        loader=FileSystemLoader(here), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["figure"] = text.figure
    environment.filters["worst"] = text.max_abs
    environment.filters["worst_at"] = text.max_abs_at
    environment.filters["value"] = sentences.value_text
    environment.filters["multiple"] = text.noise_multiple
    environment.filters["file_name"] = _file_name
    environment.filters["shape"] = text.shape
    environment.filters["seconds"] = text.seconds
    script = "".join((here / name).read_text(encoding="utf-8") for name in ("report.js", "graph.js"))
    shown = [finding for finding in report.findings if finding.severity != "note"]
    return environment.get_template("report.html.j2").render(
        report=report,
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        dtype=text.precision(report),
        marks=_MARKS,
        tiles=list(_tiles(report)),
        sections=list(_sections(report)),
        tensors=[_tensor(histogram, report) for histogram in report.histograms],
        verdict=sentences.VERDICTS[report.verdict],
        totals=list(text.totals(report)),
        cards=[_card(finding, readers) for finding in shown],
        graph=graph_data(report, (readers[0], readers[1]), shown),
        notes=[_card(finding, readers) for finding in report.of_severity("note")],
        stations=stations(report),
        charts=_plots(functools.partial(_layer_charts, report)),
        gradient_charts=_plots(functools.partial(_gradient_charts, report)),
        step_charts=_plots(functools.partial(_step_charts, report)),
        tree=list(layer_tree(report.layers).children.values()),
        pair=sentences.pair_name,
        heaviest=_heaviest,
    )


def save(report: Report, path: str | Path, sources: SourceReader = read_source) -> None:
    """Write a report as an HTML page, whole or not at all.

    Args:
        report (Report): any report.
        path (str | Path): the file to write; its folder must exist.
        sources (SourceReader): gives the source lines to show. Default: `read_source`, from the files themselves.

    Raises:
        UnwritablePathError: the file cannot be written.
    """
    write_atomic(Path(path), render(report, sources))


def _tiles(report: Report) -> Iterator[tuple[str, str, str]]:
    """Yield the figures at the top of the page: a word, the figure, and the class of its colour."""
    if report.verdict == "error":
        return
    found = text.findings_line(report)
    tone = "error" if report.of_severity("error") else "warning" if report.of_severity("warning") else ""
    yield "findings", found or "none", tone or ("" if found else "same")
    leaves = [layer for layer in report.layers if layer.leaf]
    if leaves:
        same = sum(layer.status == "same" for layer in leaves)
        yield "layers the same", f"{same} of {len(leaves)}", "same" if same == len(leaves) else "error"
    for word, measured in (
        ("worst output, float64", [output.errors.float64 for output in report.outputs]),
        (
            f"worst output, {text.precision(report)}",
            [output.errors.float32 for output in report.outputs],
        ),
    ):
        known = [metrics for metrics in measured if metrics is not None]
        if known:
            yield word, text.max_abs(max(known, key=lambda metrics: text.size_of(Errors(float64=metrics)))), ""
    parts = (
        ("gradients the same", report.gradients),
        ("steps the same", report.steps),
        ("distributions the same", report.init),
    )
    for word, results in parts:
        if results:
            same = sum(result.status == "same" for result in results)
            yield word, f"{same} of {len(results)}", "same" if same == len(results) else "error"


def _sections(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the sections that the page has: anchor and title."""
    present = (
        ("findings", "Findings", report.findings), ("flow", "Where they diverge", stations(report)),
        ("outputs", "Outputs", report.outputs),
        ("depth", "Error by depth", any(chart is not None for chart in _layer_charts(report, WIDTH))),
        ("tensors", "Worst tensors", report.histograms), ("layers", "Layers", report.layers),
        ("gradients", "Gradients", report.gradients), ("steps", "Training", report.steps),
        ("init", "Initial weights", report.init), ("types", "Types of computation", report.types),
        ("coverage", "What was looked at", report.coverage.looked_at),
        ("totals", "Totals", True),
    )  # fmt: skip
    for anchor, title, there in present:
        if there:
            yield anchor, title


def _tensor(histogram: Histogram, report: Report) -> Tensor:
    key = (histogram.reference, histogram.port, histogram.call)
    rows = (index for index, layer in enumerate(report.layers) if (layer.reference, layer.port, layer.call) == key)
    row = next(rows, None)
    name = sentences.pair_name(histogram.reference, histogram.port)
    if histogram.call:
        name += f" (call {histogram.call + 1})"
    if histogram.output:
        name += f" {histogram.output}"
    counted = f"{text.count(histogram.elements, 'element')}, {histogram.equal} equal"
    if histogram.not_finite:
        counted += f", {histogram.not_finite} not finite"
    return Tensor(name, counted, bars(histogram), f"layer-{row}" if row is not None else "")


def _card(finding: Finding, readers: tuple[SourceReader, SourceReader]) -> Card:
    """Show a finding; `readers` give source lines of the reference and of the port."""
    argument = sentences.finding_argument(finding) if finding.message else ""
    sentence, layer = sentences.finding_sentence(finding), sentences.finding_layer(finding)
    return Card(finding, layer, sentence, argument, excerpts(finding, readers))


def _relative(metrics: ErrorMetrics | None) -> float | None:
    """Give the number that is plotted: infinity where shapes differ or NaN is on one side, None where unmeasured."""
    return None if metrics is None else text.size_of(Errors(float64=metrics))


def _plots(drawn: Callable[[int], Iterator[Chart | None]]) -> list[Plot]:
    """Draw charts in both sizes, without those that have nothing to show."""
    pairs = zip(drawn(WIDTH), drawn(NARROW), strict=True)
    return [Plot(wide, narrow) for wide, narrow in pairs if wide is not None and narrow is not None]


def _layer_charts(report: Report, width: int) -> Iterator[Chart | None]:
    rows = [Row(index, layer) for index, layer in enumerate(report.layers) if layer.leaf]
    places = [
        Place(number, row.label, f"layer-{row.index}", row.layer.status == "introduced")
        for number, row in enumerate(rows, 1)
    ]
    if not rows:
        return
    ordinate = "leaf layers in order of execution"
    yield log_chart(
        "Relative error by depth, float64",
        ordinate,
        places,
        {
            "free-running": [_relative(row.layer.free.float64) for row in rows],
            "fed the reference's input": [_relative(row.layer.forced.float64) for row in rows],
        },
        width,
    )
    yield log_chart(
        f"Relative error by depth, {text.precision(report)}, against the reference's own noise",
        ordinate,
        places,
        {
            "free-running": [_relative(row.layer.free.float32) for row in rows],
            "noise of the reference": [row.layer.free.noise for row in rows],
        },
        width,
    )


def _gradient_charts(report: Report, width: int) -> Iterator[Chart | None]:
    """Plot the gradients that are not structurally zero, whose relative error says nothing."""
    chosen = [(index, gradient) for index, gradient in enumerate(report.gradients) if not gradient.zero]
    if not chosen:
        return
    yield log_chart(
        "Relative error of the gradients",
        "inputs and parameters",
        [
            Place(number, sentences.pair_name(gradient.reference, gradient.port), f"gradient-{index}")
            for number, (index, gradient) in enumerate(chosen, 1)
        ],
        {
            "float64": [_relative(gradient.errors.float64) for _, gradient in chosen],
            "working precision": [_relative(gradient.errors.float32) for _, gradient in chosen],
        },
        width,
    )


def _step_charts(report: Report, width: int) -> Iterator[Chart | None]:
    if not report.steps:
        return
    places = [Place(step.step, f"step {step.step}", f"step-{step.step}") for step in report.steps]
    losses = {
        "reference": [step.reference_loss for step in report.steps],
        "port": [step.port_loss for step in report.steps],
    }
    yield linear_chart("Loss", "training steps", places, losses, width)
    kinds = {
        "weights": [_greatest(step.weights) for step in report.steps],
        "running statistics": [_greatest(step.statistics) for step in report.steps],
        "optimizer state": [_greatest(step.optimizer_state) for step in report.steps],
    }
    present = {name: values for name, values in kinds.items() if any(value is not None for value in values)}
    yield log_chart("Greatest relative error after each step", "training steps", places, present, width)


def _greatest(tensors: Sequence[NamedErrors]) -> float | None:
    return max((text.size_of(named.errors) for named in tensors), default=None)


def _heaviest(tensors: Sequence[NamedErrors]) -> str:
    """Name the tensor that differs most, with its figure."""
    if not tensors:
        return "-"
    worst = max(tensors, key=lambda named: text.size_of(named.errors))
    return f"{worst.name} {text.max_abs(worst.errors.float64 or worst.errors.float32)}"


def _file_name(location: str) -> str:
    """Write a location without the folders, which the rows of a table have no room for."""
    return location.replace("\\", "/").rpartition("/")[2]
