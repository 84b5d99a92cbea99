"""Words and figures of a report, as plain text: what the terminal, a pipe, a test failure and other renderers share."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from parity.report.model import (
    ErrorMetrics,
    Errors,
    GradientResult,
    LayerResult,
    PairedBy,
    Report,
    Severity,
    Status,
    Weights,
)
from parity.report.sentences import FIX, VERDICTS, finding_layer, finding_lines, pair_name

_STATUS_ORDER: dict[Status, int] = {"introduced": 0, "unmatched": 1, "amplified": 2, "same": 3}
SCREEN = 60
"""Lines of a report that is not asked for whole."""
_OUTPUTS = 6
_MORE = "--all shows everything"
_SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


def figure(number: float | None) -> str:
    """Write a figure such as ``2.9e-06``; exactly zero is ``0``, what could not be computed is ``-``."""
    if number is None:
        return "-"
    if number == 0:
        return "0"
    return f"{number:.1e}" if math.isfinite(number) else str(number)


def noise_multiple(ratio: float | None) -> str:
    """Write a multiple of the noise floor; "-" where there is none to compare with."""
    if ratio is None or not math.isfinite(ratio):
        return "-"
    return f"{ratio:.1f}x" if ratio < 1000 else f"{ratio:.0e}x"


def shape(size: tuple[int, ...] | None) -> str:
    """Write a shape or an index such as ``[2, 3]``."""
    return "-" if size is None else f"[{', '.join(map(str, size))}]"


def max_abs(metrics: ErrorMetrics | None) -> str:
    """Write the greatest difference, or what is worse: shapes that differ, NaN or infinity on one side only."""
    if metrics is None:
        return "-"
    if metrics.shapes_differ:
        return "shape"
    if metrics.nan_mismatch:
        return f"{metrics.nan_mismatch} NaN"
    if metrics.inf_mismatch:
        return f"{metrics.inf_mismatch} inf"
    return figure(metrics.max_abs)


def max_abs_at(metrics: ErrorMetrics | None) -> str:
    """Write the greatest difference with its index, ``2.9e-06 at [0, 3, 1]``, or the two shapes."""
    text = max_abs(metrics)
    if metrics is not None and metrics.shapes_differ:
        return f"shape {shape(metrics.reference_shape)} vs {shape(metrics.port_shape)}"
    if metrics is not None and metrics.dtypes_differ:
        text = f"{text}, {metrics.reference_dtype} vs {metrics.port_dtype}"
    if metrics is None or not metrics.max_abs or metrics.max_abs_index is None:
        return text
    return f"{text} at {shape(metrics.max_abs_index)}"


def size_of(errors: Errors) -> float:
    """Give one number to rank tensors by: the relative error in float64 or the next best, inf where it is worse."""
    for metrics in (errors.float64, errors.float32):
        if metrics is None:
            continue
        if metrics.shapes_differ or metrics.nan_mismatch or metrics.inf_mismatch:
            return math.inf
        number = metrics.rel_l2 if metrics.rel_l2 is not None else metrics.max_abs
        if number is not None:
            return math.inf if math.isnan(number) else number
    return 0.0


def worst_layers(report: Report, limit: int) -> tuple[LayerResult, ...]:
    """Pick the layers to show: first where a difference was introduced, in order of execution, then the worst.

    Layers that are the same are shown only where no layer differs.
    """
    keyed = [
        (_STATUS_ORDER[layer.status], index if layer.status == "introduced" else 0, -size_of(layer.free), index)
        for index, layer in enumerate(report.layers)
        if layer.status != "same"
    ]
    if not keyed:
        keyed = [(0, 0, -size_of(layer.free), index) for index, layer in enumerate(report.layers) if layer.leaf]
    return tuple(report.layers[key[-1]] for key in sorted(keyed)[:limit])


def worst_gradients(report: Report, limit: int) -> tuple[GradientResult, ...]:
    """Pick the gradients to show: those that differ, then the largest errors."""
    ranked = sorted(report.gradients, key=lambda item: (_STATUS_ORDER[item.status], -size_of(item.errors)))
    return tuple(ranked[:limit])


def count(number: int, noun: str) -> str:
    """Write ``1 error`` or ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def seconds(number: float) -> str:
    """Write a duration: ``1.20 s``, ``3.4 ms``."""
    return f"{number:.2f} s" if number >= 0.1 else f"{number * 1000:.2g} ms"


def headline(report: Report) -> str:
    """Write the verdict and the two targets."""
    return f"{VERDICTS[report.verdict]}: {report.reference.target} and {report.port.target}"


def findings_line(report: Report) -> str:
    """Count the findings by severity; "" where there are none."""
    counted = Counter(finding.severity for finding in report.findings)
    return ", ".join(count(counted[severity], severity) for severity in _SEVERITIES if counted[severity])


def totals(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the closing lines: a word and what it says."""
    if report.layers:
        leaves = [layer for layer in report.layers if layer.leaf]
        packed = sum(layer.by == "packed" and layer.status == "unmatched" for layer in leaves)
        states = Counter(layer.status for layer in leaves)
        states["unmatched"] -= packed
        parts = [f"{states[status]} {status}" for status in _STATUS_ORDER if status != "same" and states[status]]
        parts += [f"{packed} packed"] if packed else []
        apart = states["introduced"] + states["amplified"]
        if report.verdict == "same" and apart:
            rest = [f"{states['unmatched']} unmatched"] if states["unmatched"] else []
            rest += [f"{packed} packed"] if packed else []
            parts = [f"{apart} otherwise, which the code around them compensates for", *rest]
        yield "layers", f"{states['same']} of {len(leaves)} the same" + (f" ({', '.join(parts)})" if parts else "")
    weights = report.weights
    if weights.mapped or weights.unmatched_reference or weights.unmatched_port:
        yield "weights", _carried(weights) + ", " + _leftovers(report)
    if report.gradients:
        same = sum(gradient.status == "same" for gradient in report.gradients)
        yield "gradients", f"{same} of {len(report.gradients)} the same"
    if report.steps:
        same = sum(step.status == "same" for step in report.steps)
        yield "steps", f"{same} of {len(report.steps)} the same"
    if report.init:
        same = sum(drawn.status == "same" for drawn in report.init)
        yield "init", f"{same} of {len(report.init)} distributions the same"
    yield from _types(report)
    for stage in report.stages:
        if stage.state != "done" and stage.reason:
            yield stage.name, f"{stage.state}: {stage.reason}"
    if report.verdict != "error":
        yield "cost", _cost(report)
    if report.memory.activations_bytes:
        yield "memory", _memory(report)
    yield from _coverage(report)


def _types(report: Report) -> Iterator[tuple[str, str]]:
    """Say which operations compute in another type than the run's, in one line for each run."""
    runs: dict[str, dict[tuple[str, str], list[str]]] = {}
    for entry in report.types:
        place = entry.location or entry.reference_location
        shown = f"{entry.operation} ({place})" if place else entry.operation
        runs.setdefault(entry.run, {}).setdefault((entry.reference, entry.port), []).append(shown)
    for run, groups in runs.items():
        told = (f"{_in_types(*types)}: {_some(names)}" for types, names in groups.items())
        yield f"types in {run}", "; ".join(told)


def _in_types(reference: str, port: str) -> str:
    return f"{port} in both nets" if reference == port else f"{reference} in the reference, {port} in the port"


def _coverage(report: Report) -> Iterator[tuple[str, str]]:
    """Say what was looked at and what was not, and which lines never ran."""
    coverage = report.coverage
    if coverage.looked_at:
        yield "looked at", "; ".join(coverage.looked_at)
    if coverage.not_looked_at:
        yield "not looked at", "; ".join(coverage.not_looked_at)
    unseen = [finding for finding in report.findings if finding.severity == "warning" and finding.argument]
    if unseen:
        shown = [f"{finding_layer(finding) or 'the nets'} {finding.argument}" for finding in unseen]
        yield "cannot show here", _some(shown)
    if coverage.unexecuted:
        yield "never ran", _some([f"{entry.file}:{','.join(entry.lines)}" for entry in coverage.unexecuted])


def _some(items: Sequence[str], limit: int = 6) -> str:
    """List the first few."""
    distinct = list(dict.fromkeys(items))
    more = f" and {len(distinct) - limit} more (--json has all)" if len(distinct) > limit else ""
    return ", ".join(text if len(text) <= 80 else f"{text[:77]}..." for text in distinct[:limit]) + more


def _carried(weights: Weights) -> str:
    """Say how many weights were copied, or were compared where both sides brought their own."""
    compared = [pair for pair in weights.mapped if pair.max_abs is not None]
    if not compared:
        return f"{len(weights.mapped)} copied"
    return f"{len(compared)} compared, {sum(bool(pair.max_abs) for pair in compared)} differ"


def _leftovers(report: Report) -> str:
    weights = report.weights
    left = [f"{name} (reference)" for name in weights.unmatched_reference]
    left += [f"{name} (port)" for name in weights.unmatched_port]
    if not left:
        return "none unmatched"
    more = f" and {len(left) - 4} more" if len(left) > 4 else ""
    return f"{len(left)} unmatched: {', '.join(left[:4])}{more}"


def _cost(report: Report) -> str:
    timings = report.timings
    text = seconds(timings.total_s)
    if timings.plain_forwards_s > 0:
        text += f", {timings.ratio:.1f}x the {seconds(timings.plain_forwards_s)} of the plain forwards"
    places = [f"{name} {report.environment[name]}" for name in ("torch", "device") if name in report.environment]
    return f"{text} ({', '.join(places)})" if places else text


def _memory(report: Report) -> str:
    """Say what was held, beside the reference's activations."""
    memory = report.memory
    text = (
        f"{size(memory.peak_bytes)} of activations held at most, "
        f"{memory.peak_bytes / memory.activations_bytes:.1f}x the {size(memory.activations_bytes)} of the reference"
    )
    return f"{text}, in {memory.windows} parts" if memory.windows > 1 else text


def size(count: int) -> str:
    """Write a number of bytes: ``512 B``, ``1.5 MB``."""
    number, units = float(count), ["B", "kB", "MB", "GB", "TB"]
    while number >= 1000 and len(units) > 1:
        number /= 1000
        units.pop(0)
    return f"{number:.3g} {units[0]}"


PAIRED_BY: Mapping[PairedBy, str] = {
    "map": "the map",
    "name": "the same path in both nets, which are named alike",
    "order": "the order of execution, kind and shapes",
    "size": "kind and shapes in every respect, against the order of execution",
    "tie": "names, among layers that execution does not tell apart",
    "crossed": "kind and weights, in another order of execution",
    "source": "the layers whose outputs they read",
    "inside": "the layers inside",
    "net": "both are the nets",
    "idle": "kind, weights and names; neither side runs them",
    "packed": "no counterpart of its own: packed with others in one layer of the other side",
}
"""What decided that layers are counterparts, in words."""


def pairing_lines(report: Report) -> Iterator[str]:
    """Yield, for each reason, the layers that were paired for it, each once.

    Args:
        report (Report): any report.
    """
    groups: dict[PairedBy, dict[str, None]] = {}
    for layer in report.layers:
        if layer.by is not None:
            groups.setdefault(layer.by, {})[pair_name(layer.reference, layer.port)] = None
    for by, names in groups.items():
        yield f"{'paired by ' if by != 'packed' else ''}{PAIRED_BY[by]}: {', '.join(names)}"
    told = [weight.port for weight in report.weights.mapped if weight.by == "values"]
    if told:
        yield f"weights paired by what the layers compute with them: {', '.join(told)}"


def precision(report: Report) -> str:
    """Return the precision that the nets ran in beside float64, ``"float32"`` unless asked otherwise."""
    return str(report.options.get("dtype") or "float32")


def layer_line(layer: LayerResult, dtype: str = "float32") -> str:
    """Write one layer with its status and errors on one line.

    Args:
        layer (LayerResult): a pair of layers.
        dtype (str): the working precision. Default: ``"float32"``.
    """
    kind = f" ({layer.port_type or layer.reference_type})" if layer.port_type or layer.reference_type else ""
    free, forced = layer.free, layer.forced
    return (
        f"{pair_name(layer.reference, layer.port)}{kind}: {layer.status}, float64 {max_abs(free.float64)} "
        f"(forced {max_abs(forced.float64)}), {dtype} {max_abs_at(free.float32)}"
    )


def plain(report: Report, limit: int = 5, *, whole: bool = False) -> str:
    """Render a report as plain text without colour: the verdict, findings, the worst layers, totals, the verdict.

    Args:
        report (Report): any report.
        limit (int): how many layers to list where the nets differ.
        whole (bool): show every finding with all that was measured; else at most a screen. Default: ``False``.

    Returns:
        str: the text, ending in a newline.
    """
    head = [headline(report)]
    if report.message:
        head.append(report.message)
    tail = _output_lines(report, whole=whole)
    if report.verdict == "different":
        worst = (layer for layer in worst_layers(report, limit) if layer.status != "same")
        tail.extend(f"layer {layer_line(layer, precision(report))}" for layer in worst)
    if whole:
        tail.extend(pairing_lines(report))
    tail.extend(f"{word}: {text}" for word, text in totals(report))
    if report.findings:
        tail.append(f"{VERDICTS[report.verdict]}: {findings_line(report)}")
    lines = [line for finding in report.findings for line in finding_lines(finding)]
    if not whole and len(head) + len(lines) + len(tail) > SCREEN:
        lines = list(_within(report, SCREEN - len(head) - len(tail)))
    return "\n".join(head + lines + tail) + "\n"


def _output_lines(report: Report, *, whole: bool) -> list[str]:
    lines = [
        f"{output.name}: {output.status}, max-abs float64 {max_abs_at(output.errors.float64)}, "
        f"{precision(report)} {max_abs_at(output.errors.float32)}"
        for output in report.outputs
    ]
    if whole or len(lines) <= _OUTPUTS:
        return lines
    return [*lines[:_OUTPUTS], f"... and {count(len(lines) - _OUTPUTS, 'output')} more ({_MORE})"]


def _within(report: Report, room: int) -> Iterator[str]:
    """Yield the findings in so many lines: errors and warnings first, and in full as far as that is possible."""
    notes = [next(finding_lines(finding)) for finding in report.of_severity("note")]
    loud = [finding for finding in report.findings if finding.severity != "note"]
    room -= bool(notes)
    full = [list(finding_lines(finding)) for finding in loud]
    short = [[lines[0], *(line for line in lines if line.startswith(FIX))] for lines in full]
    blocks = next((form for form in (full, short) if sum(map(len, form)) <= room), [lines[:1] for lines in full])
    shown = blocks if sum(map(len, blocks)) <= room else blocks[: max(1, room - 1)]
    for lines in shown:
        yield from lines
    left = len(blocks) - len(shown)
    if left:
        yield f"... and {left} more of this kind ({_MORE})"
    room -= sum(map(len, shown)) + bool(left)
    kept = notes if len(notes) <= room else notes[: max(0, room)]
    yield from kept
    if len(kept) < len(notes):
        yield f"... and {count(len(notes) - len(kept), 'note')} more ({_MORE})"
