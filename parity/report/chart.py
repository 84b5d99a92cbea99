"""Geometry of the report's plots: values in, coordinates of an SVG out. The template draws them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

WIDTH = 960
NARROW = 400  # of a plot that a phone shows without making its words smaller
HEIGHT = 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 12, 12, 24
_BAND = 32  # height of the rows for values that a logarithm does not have
_TICKS = 7
_TICK_WIDTH = 54  # of the words under the x axis
_MOST_COLUMNS = 400  # what a pointer can tell apart
_MOST_POINTS = 300

WORSE = "shape, NaN"
NOT_FINITE = "not finite"
ZERO = "0"

Values = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """One series: its name, its points in pixels and the path through them, broken where a value is missing.

    Of so many points that they would cover the path, none is given.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    path: str


@dataclass(frozen=True, slots=True)
class Column:
    """What is under the pointer at one place of the x axis: a text, and the row of the page that it leads to."""

    x: float
    width: float
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot ready to be drawn in a box of `width` by `height`; `marks` are places of the x axis to point out."""

    title: str
    x_title: str
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]
    columns: tuple[Column, ...]
    marks: tuple[float, ...] = ()
    left: float = _LEFT
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def right(self) -> float:
        """Where the plot ends on the right."""
        return self.width - _RIGHT


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the x axis: its number, its name, an anchor of the page or "", and whether to point it out."""

    number: int
    name: str
    anchor: str = ""
    marked: bool = False


def log_chart(
    title: str, x_title: str, places: Sequence[Place], series: Mapping[str, Values], width: int = WIDTH
) -> Chart | None:
    """Lay out series of errors on a logarithmic axis.

    Zero has a row of its own under the axis, infinity and NaN one above it: neither is left out.

    Args:
        title (str): of the plot.
        x_title (str): of the x axis.
        places (Sequence[Place]): one for each value of a series.
        series (Mapping[str, Values]): name to values; None where there is none.
        width (int): of the box. Default: `WIDTH`.

    Returns:
        Chart | None: the layout, or None where no series has a value other than zero.
    """
    numbers = [number for values in series.values() for number in values if number is not None]
    if not any(numbers):
        return None
    positive = [number for number in numbers if number > 0 and math.isfinite(number)]
    low = math.floor(math.log10(min(positive))) if positive else -1
    high = max(math.ceil(math.log10(max(positive))), low + 1) if positive else 0
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM
    ticks = []
    if any(not math.isfinite(number) for number in numbers):
        ticks.append(Tick(top + _BAND / 2, WORSE))
        top += _BAND
    if any(number <= 0 for number in numbers):
        ticks.append(Tick(bottom - _BAND / 2, ZERO))
        bottom -= _BAND

    def height_of_power(power: float) -> float:
        return bottom - (power - low) / (high - low) * (bottom - top)

    def height_of(number: float) -> float:
        if not math.isfinite(number):
            return _TOP + _BAND / 2
        return height_of_power(math.log10(number)) if number > 0 else HEIGHT - _BOTTOM - _BAND / 2

    if positive:
        step = math.ceil((high - low) / _TICKS)
        ticks += [Tick(height_of_power(power), f"1e{power:+03d}") for power in range(low, high + 1, step)]
    return _layout(title, x_title, places, series, ticks, height_of, width)


def linear_chart(
    title: str, x_title: str, places: Sequence[Place], series: Mapping[str, Values], width: int = WIDTH
) -> Chart | None:
    """Lay out series such as losses on a linear axis; what is not finite has a row above it.

    Args:
        title (str): of the plot.
        x_title (str): of the x axis.
        places (Sequence[Place]): one for each value of a series.
        series (Mapping[str, Values]): name to values; None where there is none.
        width (int): of the box. Default: `WIDTH`.

    Returns:
        Chart | None: the layout, or None where no series has a value.
    """
    numbers = [number for values in series.values() for number in values if number is not None]
    if not numbers:
        return None
    finite = [number for number in numbers if math.isfinite(number)] or [0.0]
    low, high = min(finite), max(finite)
    spread = high - low
    if spread <= 0:
        spread = abs(high) or 1.0
        low -= spread / 2
    top: float = _TOP
    ticks = []
    if len(finite) < len(numbers):
        ticks.append(Tick(top + _BAND / 2, NOT_FINITE))
        top += _BAND
    bottom = HEIGHT - _BOTTOM

    def height_of(number: float) -> float:
        if not math.isfinite(number):
            return _TOP + _BAND / 2
        return bottom - 6 - (number - low) / spread * (bottom - top - 12)

    marks = [low + spread * part / 4 for part in range(5)]
    ticks += [Tick(height_of(mark), f"{mark:.4g}") for mark in marks]
    return _layout(title, x_title, places, series, ticks, height_of, width)


def _layout(
    title: str,
    x_title: str,
    places: Sequence[Place],
    series: Mapping[str, Values],
    ticks: Sequence[Tick],
    height_of: Callable[[float], float],
    box: int,
) -> Chart:
    width = (box - _LEFT - _RIGHT) / len(places)
    middles = [_LEFT + (index + 0.5) * width for index in range(len(places))]
    every = math.ceil(len(places) / max((box - _LEFT - _RIGHT) // _TICK_WIDTH, 1))
    return Chart(
        title=title,
        x_title=x_title,
        x_ticks=tuple(Tick(middles[i], str(places[i].number)) for i in range(0, len(places), every)),
        y_ticks=tuple(ticks),
        lines=tuple(_line(name, values, middles, height_of) for name, values in series.items()),
        columns=tuple(_columns(places, series, box)),
        marks=tuple(round(x, 1) for x, place in zip(middles, places, strict=True) if place.marked),
        width=box,
    )


def _columns(places: Sequence[Place], series: Mapping[str, Values], box: int) -> Iterator[Column]:
    """Yield what is under the pointer; of places too close to tell apart, the one with the greatest value speaks."""
    width = (box - _LEFT - _RIGHT) / len(places)
    together = math.ceil(len(places) / _MOST_COLUMNS)
    for start in range(0, len(places), together):
        group = range(start, min(start + together, len(places)))
        greatest = {
            index: max((v for s in series.values() if (v := s[index]) is not None), default=-1.0) for index in group
        }
        index = max(group, key=greatest.__getitem__)
        shown = [f"{name}: {_value(values[index])}" for name, values in series.items()]
        text = "\n".join([places[index].name, *shown])
        yield Column(_LEFT + start * width, len(group) * width, text, places[index].anchor)


def _line(name: str, values: Values, middles: Sequence[float], height_of: Callable[[float], float]) -> Line:
    points = []
    path = []
    command = "M"
    for x, number in zip(middles, values, strict=True):
        if number is None:
            command = "M"
            continue
        y = height_of(number)
        points.append((round(x, 1), round(y, 1)))
        path.append(f"{command}{x:.1f} {y:.1f}")
        command = "L"
    return Line(name, tuple(points) if len(points) <= _MOST_POINTS else (), " ".join(path))


def _value(number: float | None) -> str:
    return "not measured" if number is None else f"{number:.3g}"
