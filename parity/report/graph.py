"""Both graphs as the page's script draws them: rows in order of execution, each with its place among the modules."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from parity.report import text
from parity.report.excerpts import SourceReader
from parity.report.finding import placed
from parity.report.model import Finding, LayerResult, Report, Status

_STATES: tuple[Status, ...] = ("same", "amplified", "unmatched", "introduced")


def graph_data(report: Report, readers: tuple[SourceReader, SourceReader], cards: Sequence[Finding]) -> str:
    """Return what the script needs, as JSON; "" where no layer ran.

    Args:
        report (Report): any report.
        readers (tuple[SourceReader, SourceReader]): source lines of the reference's files and of the port's.
        cards (Sequence[Finding]): the findings that have a card on the page, in its order.
    """
    if not report.layers:
        return ""
    lines = tuple(functools.cache(reader) for reader in readers)
    histograms = {(one.reference, one.port, one.call): number for number, one in enumerate(report.histograms)}
    rows: list[dict[str, Any]] = []
    for number, layer in enumerate(report.layers):
        where = (layer.reference_location, layer.location)
        quoted = layer.source or ("", "")
        row: dict[str, Any] = {
            "n": [layer.reference, layer.port],
            "t": [layer.reference_type or "", layer.port_type or ""],
            "s": _STATES.index(layer.status),
            "p": _pieces(report.layers, number),
            "f": [
                text.max_abs(layer.free.float64),
                text.max_abs(layer.forced.float64),
                text.max_abs(layer.free.float32),
            ],
            "l": [place or "" for place in where],
            "c": [told or _line(place, reader) for told, place, reader in zip(quoted, where, lines, strict=True)],
        }
        extra = {
            "k": layer.call or None,
            "i": list(layer.inside) or None,
            "e": layer.step,
            "q": layer.rank,
            "h": histograms.get((layer.reference, layer.port, layer.call)),
            "a": [index for index, one in enumerate(cards) if _is_about(one, layer)] or None,
            "g": None if layer.leaf else 1,
            "r": text.noise_multiple(layer.free.ratio) if layer.free.ratio is not None else None,
        }
        rows.append(row | {key: value for key, value in extra.items() if value is not None})
    return json.dumps(rows, separators=(",", ":"))


def _is_about(finding: Finding, layer: LayerResult) -> bool:
    names = (finding.port_layer, *finding.also)
    if layer.port is not None and finding.port_layer is not None:
        return layer.port in names
    return layer.reference is not None and finding.reference_layer == layer.reference and finding.port_layer is None


def _is_call(path: str, kind: str | None) -> bool:
    """Tell whether a path is the name of an API's call, ``Functional.gelu.0``, and no place among the modules."""
    pieces = path.split(".")
    return len(pieces) > 2 and pieces[-1].isdigit() and pieces[-2] == kind


def _pieces(layers: Sequence[LayerResult], number: int) -> list[str]:
    """Return the modules around a row; around a call outside of layers those that both its neighbours are in."""
    own = _place(layers[number])
    if own is not None:
        return own
    before = next((place for n in range(number - 1, -1, -1) if (place := _place(layers[n])) is not None), [])
    after = next((place for n in range(number + 1, len(layers)) if (place := _place(layers[n])) is not None), [])
    common = 0
    while common < min(len(before), len(after)) and before[common] == after[common]:
        common += 1
    return before[:common]


def _place(layer: LayerResult) -> list[str] | None:
    path, kind = (
        (layer.reference, layer.reference_type) if layer.reference is not None else (layer.port or "", layer.port_type)
    )
    return None if _is_call(path, kind) else path.split(".")[:-1] if path else []


def _line(location: str | None, reader: SourceReader) -> str:
    file, number = placed(location) or ("", 0)
    lines = (reader(file) if file else None) or ()
    return lines[number - 1].strip()[:300] if 0 < number <= len(lines) else ""
