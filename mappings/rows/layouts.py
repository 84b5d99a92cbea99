"""How an array of the one framework becomes the other's: a layout is a value, applied, turned round and put in words.

A layout is a chain of steps from a closed set. Two of them, `Rows` and `IntoRows`, speak of part of an array: query,
key and value may be three arrays on one side and thirds of one on the other, and the gate of an expert may be half of
one slice. Everything works on arrays of numpy and tensors of torch alike, and gives views where it can.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import prod
from typing import Any, TypeAlias, TypeVar

ArrayT = TypeVar("ArrayT")
Shape: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unsqueeze:
    """A new axis of length 1 before `axis`."""

    axis: int

    def __str__(self) -> str:
        return f"unsqueeze({self.axis})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Squeeze(self.axis)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return (*before[: self.axis], 1, *before[self.axis :]) if self.axis <= len(before) else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        return value[(slice(None),) * self.axis + (None,)]


@dataclass(frozen=True, slots=True)
class Squeeze:
    """Axis `axis`, of length 1, is taken away."""

    axis: int

    def __str__(self) -> str:
        return f"squeeze({self.axis})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Unsqueeze(self.axis)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        fits = self.axis < len(before) and before[self.axis] == 1
        return (*before[: self.axis], *before[self.axis + 1 :]) if fits else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        return value.squeeze(self.axis)


@dataclass(frozen=True, slots=True)
class Transpose:
    """Two axes are exchanged."""

    one: int
    other: int

    def __str__(self) -> str:
        return f"transpose({self.one}, {self.other})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return self

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        if max(self.one, self.other) >= len(before):
            return None
        after = list(before)
        after[self.one], after[self.other] = after[self.other], after[self.one]
        return tuple(after)

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        return value.swapaxes(self.one, self.other)


@dataclass(frozen=True, slots=True)
class Gates:
    """The rows are blocks of equal size, put in another order: block ``order[0]`` comes first."""

    order: tuple[int, ...]

    def __str__(self) -> str:
        return f"gates({', '.join(map(str, self.order))})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Gates(tuple(self.order.index(number) for number in range(len(self.order))))

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return before if before and before[0] % len(self.order) == 0 else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        shape = tuple(value.shape)
        blocks = value.reshape((len(self.order), shape[0] // len(self.order), *shape[1:]))
        return blocks[list(self.order)].reshape(shape)


@dataclass(frozen=True, slots=True)
class Regroup:
    """Rows that lie in `groups` groups of equal parts come part by part: (groups, parts, ...) as (parts, groups, ...).

    A query, key and value for each head become all queries, all keys and all values. With several `blocks` it happens
    in each of so many equal blocks of rows: even and odd rows of every head become halves, as rotary embeddings differ.
    """

    groups: int
    parts: int
    blocks: int = 1

    def __str__(self) -> str:
        return f"regroup({self.groups}, {self.parts}{f', {self.blocks}' if self.blocks > 1 else ''})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Regroup(self.parts, self.groups, self.blocks)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return before if before and before[0] % (self.groups * self.parts * self.blocks) == 0 else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        shape = tuple(value.shape)
        size = shape[0] // (self.groups * self.parts * self.blocks)
        apart = value.reshape((self.blocks, self.groups, self.parts, size, *shape[1:]))
        return apart.swapaxes(1, 2).reshape(shape)


@dataclass(frozen=True, slots=True)
class Deinterleave:
    """Rows that lie in `groups` groups, each of parts of `sizes` rows, come part by part.

    The heads of a group of queries, its key and its value, group by group, become all queries, all keys, all values.
    """

    groups: int
    sizes: tuple[int, ...]

    def __str__(self) -> str:
        return f"deinterleave({self.groups}, {', '.join(map(str, self.sizes))})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Interleave(self.groups, self.sizes)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return before if before[:1] == (self.groups * sum(self.sizes),) else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        return value[_part_by_part(self.groups, self.sizes)]


@dataclass(frozen=True, slots=True)
class Interleave:
    """Rows that lie part by part come in `groups` groups, each of `sizes` rows of the parts."""

    groups: int
    sizes: tuple[int, ...]

    def __str__(self) -> str:
        return f"interleave({self.groups}, {', '.join(map(str, self.sizes))})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Deinterleave(self.groups, self.sizes)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return before if before[:1] == (self.groups * sum(self.sizes),) else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        back = [0] * (self.groups * sum(self.sizes))
        for place, row in enumerate(_part_by_part(self.groups, self.sizes)):
            back[row] = place
        return value[back]


def _part_by_part(groups: int, sizes: Sequence[int]) -> list[int]:
    """Return the rows of interleaved groups in the order of the parts: all of the first part, then of the second."""
    whole = sum(sizes)
    bounds = pairwise(accumulate(sizes, initial=0))
    return [group * whole + row for first, last in bounds for group in range(groups) for row in range(first, last)]


@dataclass(frozen=True, slots=True)
class Reshape:
    """The elements, in their order, have another shape."""

    before: Shape
    after: Shape

    def __str__(self) -> str:
        return f"reshape({', '.join(map(str, self.after))})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Reshape(self.after, self.before)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return self.after if before == self.before and prod(before) == prod(self.after) else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        return value.reshape(self.after)


@dataclass(frozen=True, slots=True)
class Scale:
    """Every element is multiplied by a number other than 0."""

    factor: float

    def __str__(self) -> str:
        return f"scale({self.factor:g})"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return Scale(1.0 / self.factor)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return before

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        return value * self.factor


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows `first` to `last` (exclusive) are all that is meant of an array of `of` rows."""

    first: int
    last: int
    of: int

    def __str__(self) -> str:
        return f"rows {self.first}:{self.last}"

    @property
    def inverse(self) -> Step:
        """The step back."""
        return IntoRows(self.first, self.last, self.of)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return (self.last - self.first, *before[1:]) if before[:1] == (self.of,) else None

    def apply(self, value: Any) -> Any:
        """Return the array after the step."""
        return value[self.first : self.last]


@dataclass(frozen=True, slots=True)
class IntoRows:
    """The array is rows `first` to `last` (exclusive) of an array of `of` rows."""

    first: int
    last: int
    of: int

    def __str__(self) -> str:
        return f"into rows {self.first}:{self.last}"

    @property
    def inverse(self) -> Rows:
        """The step back."""
        return Rows(self.first, self.last, self.of)

    def shape(self, before: Shape) -> Shape | None:
        """Return the shape after the step; None if it does not fit."""
        return (self.of, *before[1:]) if before[:1] == (self.last - self.first,) else None


Step: TypeAlias = (
    Unsqueeze | Squeeze | Transpose | Gates | Regroup | Deinterleave | Interleave | Reshape | Scale | Rows | IntoRows
)


@dataclass(frozen=True, slots=True)
class Layout:
    """What turns an array of one side into the other side's, step by step; without steps, nothing.

    Args:
        steps (tuple[Step, ...]): in the order in which they are applied.
    """

    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps))

    def __bool__(self) -> bool:
        return bool(self.steps)

    @property
    def inverse(self) -> Layout:
        """The layout that leads back."""
        return Layout(tuple(step.inverse for step in reversed(self.steps)))

    @property
    def is_partial(self) -> bool:
        """Tell whether only part of an array is meant, on either side."""
        return any(isinstance(step, (Rows, IntoRows)) for step in self.steps)

    @property
    def is_view(self) -> bool:
        """Tell whether `part` is a view of the other side's array, so that writing into it writes there."""
        _, into, later = self._halves()
        return into is not None and all(isinstance(step, _VIEWS) for step in later.steps)

    @property
    def source(self) -> Layout:
        """The steps up to the one that takes rows: layouts with an equal `source` mean the same part of an array."""
        last = max((i for i, step in enumerate(self.steps) if isinstance(step, Rows)), default=-1)
        return Layout(self.steps[: last + 1])

    def then(self, step: Step) -> Layout:
        """Return the layout with one more step at its end."""
        return replace(self, steps=(*self.steps, step))

    def shape(self, before: Sequence[int]) -> Shape | None:
        """Return the shape of the other side's array; None if the layout does not fit an array of shape `before`."""
        shape: Shape | None = tuple(before)
        for step in self.steps:
            shape = step.shape(shape) if shape is not None else None
        return shape

    def apply(self, value: ArrayT) -> ArrayT:
        """Return what an array is on the other side; where it is part of the other side's array, only that part.

        Args:
            value (ArrayT): of torch or numpy.
        """
        found: Any = value
        for step in self._halves()[0].steps:
            if not isinstance(step, IntoRows):
                found = step.apply(found)
        return found  # type: ignore[no-any-return]

    def part(self, target: ArrayT) -> ArrayT:
        """Return what of the other side's array `apply` speaks of: all of it, or the rows that are meant.

        Args:
            target (ArrayT): the other side's array, or a gradient or update of it.
        """
        _, into, later = self._halves()
        return target if into is None else into.inverse.apply(later.inverse.apply(target))

    def put(self, target: ArrayT, value: ArrayT) -> ArrayT:
        """Return the other side's array with `value`, an array of this side, in its place.

        Args:
            target (ArrayT): the other side's array as it is; not changed.
            value (ArrayT): of this side.
        """
        _, into, later = self._halves()
        given: Any = self.apply(value)
        if into is None:
            return given  # type: ignore[no-any-return]
        whole: Any = copy.deepcopy(later.inverse.apply(target))
        whole[into.first : into.last] = given
        return later.put(target, whole)  # type: ignore[no-any-return]

    def _halves(self) -> tuple[Layout, IntoRows | None, Layout]:
        """Return the steps before an `IntoRows`, that step, and those after it."""
        for index, step in enumerate(self.steps):
            if isinstance(step, IntoRows):
                return Layout(self.steps[:index]), step, Layout(self.steps[index + 1 :])
        return self, None, SAME


_VIEWS = (Unsqueeze, Squeeze, Transpose, Rows, IntoRows)

SAME = Layout()
"""Nothing changes."""

_STEP = re.compile(r"(\w+)\(([-\d., ]*)\)")
_READ: Mapping[str, Callable[[list[int]], Step]] = {
    "unsqueeze": lambda numbers: Unsqueeze(*numbers),
    "squeeze": lambda numbers: Squeeze(*numbers),
    "transpose": lambda numbers: Transpose(*numbers),
    "gates": lambda numbers: Gates(tuple(numbers)),
    "regroup": lambda numbers: Regroup(*numbers),
    "deinterleave": lambda numbers: Deinterleave(numbers[0], tuple(numbers[1:])),
    "interleave": lambda numbers: Interleave(numbers[0], tuple(numbers[1:])),
}
STEPS = tuple(_READ)
"""The steps that the table may name."""


def read_layout(text: str) -> Layout:
    """Return the layout that a text such as ``"unsqueeze(2)"`` or ``"gates(0, 2, 1), transpose(0, 1)"`` says.

    Raises:
        ValueError: if it says none; the message names the known steps.
    """
    steps: list[Step] = []
    rest = text.strip()
    while rest:
        found = _STEP.match(rest)
        if found is None or found[1] not in _READ:
            raise ValueError(f"{rest!r} is no layout; known are {', '.join(f'{name}(...)' for name in STEPS)}")
        try:
            steps.append(_READ[found[1]]([int(number) for number in found[2].split(",")]))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{found[0]!r} has the wrong numbers") from error
        rest = rest[found.end() :].lstrip(" ,")
    return Layout(tuple(steps))


def fit(before: Sequence[int], after: Sequence[int]) -> Layout | None:
    """Return the layout that an array of shape `before` needs to have shape `after`; None if none is known.

    Args:
        before (Sequence[int]): a shape.
        after (Sequence[int]): the other side's.
    """
    for layout in (SAME, Layout((Unsqueeze(2),)), Layout((Squeeze(2),)), Layout((Transpose(0, 1),))):
        square = layout.steps and len(before) != 2 and isinstance(layout.steps[0], Transpose)
        if not square and layout.shape(before) == tuple(after):
            return layout
    longer = [tuple(size for size in shape if size != 1) for shape in (before, after)]
    if longer[0] == longer[1] and prod(before) > 1:  # (C, 1, 1) and (C,)
        return Layout((Reshape(tuple(before), tuple(after)),))
    return None
