"""Geometry of the report's histograms: counts in, coordinates of an SVG out. The template draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parity.report.model import Histogram

WIDTH = 460
HEIGHT = 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 8, 8, 22


@dataclass(frozen=True, slots=True)
class Bar:
    """One bin: a rectangle and what is said of it under the pointer."""

    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text under the axis and how it stands there: ``start``, ``middle`` or ``end``."""

    x: float
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Bars:
    """One tensor: the outlines of both sides' values, and bars of the differences.

    Attributes:
        reference, port: paths of the outlines; the reference's is closed along the axis.
        values: one invisible rectangle per bin of values, for its text.
        differences: one bar per bin of differences.
        value_labels, difference_labels: under the two axes.
    """

    reference: str
    port: str
    values: tuple[Bar, ...]
    differences: tuple[Bar, ...]
    value_labels: tuple[Label, ...]
    difference_labels: tuple[Label, ...]
    width: int = WIDTH
    height: int = HEIGHT
    bottom: float = HEIGHT - _BOTTOM


def bars(histogram: Histogram) -> Bars:
    """Lay out both plots of a tensor.

    Args:
        histogram (Histogram): at least one bin of values.
    """
    left, right = histogram.reference_counts, histogram.port_counts
    tallest = max(1, *left, *right)
    step = (histogram.high - histogram.low) / len(left)
    edges = [histogram.low + step * index for index in range(len(left) + 1)]
    said = [
        f"{edges[index]:.3g} to {edges[index + 1]:.3g}\nreference: {ours}\nport: {theirs}"
        for index, (ours, theirs) in enumerate(zip(left, right, strict=True))
    ]
    middle = (histogram.low + histogram.high) / 2
    return Bars(
        reference=_outline(left, tallest, closed=True),
        port=_outline(right, tallest, closed=False),
        values=_rectangles([tallest] * len(left), tallest, said),
        differences=_differences(histogram),
        value_labels=(
            Label(_LEFT, f"{histogram.low:.3g}", "start"),
            Label((_LEFT + WIDTH - _RIGHT) / 2, f"{middle:.3g}", "middle"),
            Label(WIDTH - _RIGHT, f"{histogram.high:.3g}", "end"),
        ),
        difference_labels=_powers(histogram),
    )


def _differences(histogram: Histogram) -> tuple[Bar, ...]:
    counts, each = histogram.difference_counts, histogram.difference_bins
    said = []
    for index, count in enumerate(counts):
        low = histogram.difference_low + index / each
        said.append(f"{10**low:.1e} to {10 ** (low + 1 / each):.1e}: {count} elements")
    return _rectangles(counts, max(1, *counts, 0), said) if counts else ()


def _powers(histogram: Histogram) -> tuple[Label, ...]:
    count, each = len(histogram.difference_counts), histogram.difference_bins
    if not count:
        return ()
    decades = count // each
    every = -(-decades // 5)
    width = (WIDTH - _LEFT - _RIGHT) / decades
    labels = []
    for index in range(0, decades + 1, every):
        anchor = "start" if index == 0 else "end" if index == decades else "middle"
        labels.append(Label(round(_LEFT + index * width, 1), f"1e{histogram.difference_low + index:+03d}", anchor))
    return tuple(labels)


def _height(count: int, tallest: int) -> float:
    return count / tallest * (HEIGHT - _TOP - _BOTTOM)


def _outline(counts: Sequence[int], tallest: int, *, closed: bool) -> str:
    width = (WIDTH - _LEFT - _RIGHT) / len(counts)
    bottom = HEIGHT - _BOTTOM
    steps = [f"M{_LEFT} {bottom}"]
    for index, count in enumerate(counts):
        y = bottom - _height(count, tallest)
        steps.append(f"V{y:.1f}H{_LEFT + (index + 1) * width:.1f}")
    return "".join([*steps, f"V{bottom}", "Z" if closed else ""])


def _rectangles(counts: Sequence[int], tallest: int, said: Sequence[str]) -> tuple[Bar, ...]:
    width = (WIDTH - _LEFT - _RIGHT) / len(counts)
    bottom = HEIGHT - _BOTTOM
    return tuple(
        Bar(round(_LEFT + index * width, 1), round(bottom - height, 1), round(width, 1), round(height, 1), text)
        for index, (height, text) in enumerate(zip([_height(c, tallest) for c in counts], said, strict=True))
    )
