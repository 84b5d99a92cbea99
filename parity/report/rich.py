"""The report on a terminal: verdict and findings first, then the worst layers, then totals."""

from __future__ import annotations

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from parity.report import sentences, text
from parity.report.model import ErrorMetrics, Finding, LayerResult, Report, StepResult

_VERDICT_STYLES = {"same": "bold green", "different": "bold red", "error": "bold yellow"}
_SEVERITY_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_STATUS_STYLES = {"same": "green", "introduced": "bold red", "amplified": "yellow", "unmatched": "red"}
_GOOD_LIMIT = 3
_DIFFERENT_LIMIT = 10
_NOTES_LIMIT = 5
_LOUD_LIMIT = 8


def render(report: Report, *, limit: int | None = None, whole: bool = False) -> RenderableType:
    """Render a report for a rich console; text of the user's is never read as markup.

    Args:
        report (Report): any report.
        limit (int | None): how many layers to show; default 3 of nets that are the same, 10 of nets that differ.
        whole (bool): show every finding. Default: ``False``, the first few.

    Returns:
        RenderableType: to be printed by a `rich.console.Console`.
    """
    rows = limit if limit is not None else (_GOOD_LIMIT if report.verdict == "same" else _DIFFERENT_LIMIT)
    parts: list[RenderableType] = [_headline(report)]
    parts.extend(_findings(report, whole=whole))
    if report.outputs:
        parts.append(_outputs(report))
    if report.layers and rows:
        parts.append(_layers(report, rows))
    if report.gradients and rows:
        parts.append(_gradients(report, rows))
    if report.steps:
        parts.append(_steps(report))
    if any(drawn.status != "same" for drawn in report.init):
        parts.append(_init(report))
    reasons = list(text.pairing_lines(report)) if whole else []
    if reasons:
        parts.append(Padding(Text("\n".join(reasons), style="dim"), (1, 0, 0, 0)))
    parts.append(Padding(_totals(report), (1, 0, 0, 0)))
    if report.findings:
        parts.append(_headline(report))
    return _Trimmed(Group(*parts))


class _Trimmed:
    """What another renderable shows, without the blanks that pad its lines: who copies a line copies the line."""

    def __init__(self, content: RenderableType) -> None:
        self._content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in console.render_lines(self._content, options, pad=False):
            while line and not line[-1].text.strip():
                line.pop()
            if line:
                line[-1] = Segment(line[-1].text.rstrip(), line[-1].style, line[-1].control)
            yield from line
            yield Segment.line()


def _headline(report: Report) -> RenderableType:
    line = Text()
    line.append(sentences.VERDICTS[report.verdict], style=_VERDICT_STYLES[report.verdict])
    counted = text.findings_line(report)
    if counted:  # before the names, whose length is anybody's: a narrow terminal does not break it
        line.append(f"  ({counted})", style="dim")
    line.append(f"  {report.reference.target}  and  {report.port.target}", style="bold")
    if report.message:
        line.append(f"\n{report.message}")
    return line


def _findings(report: Report, *, whole: bool) -> list[RenderableType]:
    """Show the first errors and warnings, and the first of the notes, which change nothing."""
    loud = [finding for finding in report.findings if finding.severity != "note"]
    parts: list[RenderableType] = []
    for found, most, word in ((loud, _LOUD_LIMIT, "finding"), (report.of_severity("note"), _NOTES_LIMIT, "note")):
        shown = found if whole else found[:most]
        parts += [Padding(_finding(finding), (1, 0, 0, 0)) for finding in shown]
        if len(found) > len(shown):
            left = text.count(len(found) - len(shown), word)
            parts.append(Text(f"... and {left} more (--all shows everything)", style="dim"))
    return parts


def _finding(finding: Finding) -> RenderableType:
    line = Text()
    line.append(finding.severity, style=_SEVERITY_STYLES[finding.severity])
    layer = sentences.finding_layer(finding)
    if layer:
        line.append(f"  {layer}", style="bold")
    if finding.location:
        line.append("  ").append(finding.location, style="underline")
    line.append(f"  [{finding.rule}]", style="dim")
    details = Table.grid(padding=(0, 2))
    details.add_column(style="dim")
    details.add_column(overflow="fold")
    details.add_row("what", Text(sentences.finding_sentence(finding)))
    if finding.message and finding.argument is not None:
        details.add_row("argument", Text(sentences.finding_argument(finding)))
    if finding.evidence:
        details.add_row("evidence", Text(finding.evidence))
    if finding.shown_by:
        details.add_row("shows with", Text(finding.shown_by))
    if finding.reference_location:
        details.add_row("reference", Text(finding.reference_location))
    if finding.fix:
        details.add_row("write", Text(finding.fix, style="green"))
    return Group(line, Padding(details, (0, 0, 0, 4)))


def _table(*columns: tuple[str, bool]) -> Table:
    """Make a table; a column is its title and whether it holds figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for title, is_figure in columns:
        table.add_column(
            title, justify="right" if is_figure else "left", overflow="fold", min_width=5 if is_figure else 9
        )
    return table


def _outputs(report: Report) -> RenderableType:
    figures = (("float64", True), (text.precision(report), True), ("at", True), ("noise", True))
    table = _table(("output", False), ("", False), *figures)
    for output in report.outputs:
        errors = output.errors
        table.add_row(
            Text(output.name), _status(output.status), text.max_abs(errors.float64), text.max_abs(errors.float32),
            _index(errors.float32 or errors.float64), text.noise_multiple(errors.ratio),
        )  # fmt: skip
    return Padding(table, (1, 0, 0, 0))


def _layers(report: Report, limit: int) -> RenderableType:
    table = _table(
        ("worst layers", False), ("", False), ("float64", True), ("forced", True), (text.precision(report), True),
        ("at", True), ("noise", True),
    )  # fmt: skip
    chosen = text.worst_layers(report, limit)
    for layer in chosen:
        shown = layer.free.float32 or layer.free.float64
        table.add_row(
            _layer_name(layer), _status(layer.status), text.max_abs(layer.free.float64),
            text.max_abs(layer.forced.float64), text.max_abs(layer.free.float32), _index(shown),
            text.noise_multiple(layer.free.ratio),
        )  # fmt: skip
    rest = len(report.layers) - len(chosen)
    more = [Text(f"... {rest} more (--json has all)", style="dim")] if rest else []
    return Padding(Group(table, *more), (1, 0, 0, 0))


def _layer_name(layer: LayerResult) -> Text:
    name = Text(sentences.pair_name(layer.reference, layer.port))
    if layer.call:
        name.append(f" (call {layer.call + 1})", style="dim")
    kind = layer.port_type or layer.reference_type
    if kind:
        name.append(f" {kind}", style="dim")
    return name


def _gradients(report: Report, limit: int) -> RenderableType:
    figures = (("float64", True), (text.precision(report), True), ("noise", True))
    table = _table(("worst gradients", False), ("", False), *figures)
    for gradient in text.worst_gradients(report, limit):
        errors = gradient.errors
        table.add_row(
            Text(sentences.pair_name(gradient.reference, gradient.port)), _status(gradient.status),
            "zero" if gradient.zero else text.max_abs(errors.float64), text.max_abs(errors.float32),
            text.noise_multiple(errors.ratio),
        )  # fmt: skip
    return Padding(table, (1, 0, 0, 0))


def _steps(report: Report) -> RenderableType:
    table = _table(("step", True), ("", False), ("reference loss", True), ("port loss", True), ("worst weight", False))
    for step in report.steps:
        losses = (f"{loss:.6g}" if loss is not None else "-" for loss in (step.reference_loss, step.port_loss))
        table.add_row(str(step.step), _status(step.status), *losses, _worst_weight(step))
    return Padding(table, (1, 0, 0, 0))


def _worst_weight(step: StepResult) -> Text:
    if not step.weights:
        return Text("-")
    worst = max(step.weights, key=lambda item: text.size_of(item.errors))
    return Text(f"{worst.name} {text.max_abs(worst.errors.float64 or worst.errors.float32)}")


def _init(report: Report) -> RenderableType:
    table = _table(("initial weights", False), ("", False), ("reference", False), ("port", False))
    for drawn in report.init:
        if drawn.status != "same":
            table.add_row(
                Text(sentences.pair_name(drawn.reference, drawn.port)), _status(drawn.status),
                Text(drawn.reference_distribution or "-"), Text(drawn.port_distribution or "-"),
            )  # fmt: skip
    return Padding(table, (1, 0, 0, 0))


def _totals(report: Report) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for word, line in text.totals(report):
        grid.add_row(word, Text(line))
    return grid


def _status(status: str) -> Text:
    return Text(status, style=_STATUS_STYLES[status])


def _index(metrics: ErrorMetrics | None) -> str:
    """Write where the greatest difference is; of shapes that differ, both."""
    if metrics is not None and metrics.shapes_differ:
        return f"{text.shape(metrics.reference_shape)}\n{text.shape(metrics.port_shape)}"
    return text.shape(metrics.max_abs_index) if metrics is not None and metrics.max_abs else "-"
