"""Other runs: batches, sizes, values, masks, integers that a first input does not have, weights, a second call."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import torch

from parity.nets.inputs import Input

_HIGH = re.compile(r"<(\d+)$")
_LARGEST = 1 << 24
"""Elements above which a greater size is not tried."""

WEIGHTS_SCALED = 64.0
"""What weights are multiplied with, and divided by, to reach what the inputs cannot: behind a normalization no input is
large. A score of attention is then some 1e7 (a scale before it, query, key: 64^4), where -1e9 still masks."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A run that differs from the given one in one respect.

    Args:
        kind (str): ``"batch"``, ``"size"``, ``"value"``, ``"mask"``, ``"integer"``, ``"weights"`` or ``"call"``.
        said (str): in which, such as ``"batch 1"``.
        inputs (tuple[Input, ...]): the inputs.
        weights (float): what the trained weights of both nets are multiplied with. Default: ``1.0``.
        calls (int): how many times the nets are called; the last one counts. Default: ``1``.
        where (str): the dimensions that have another size. Default: ``""``.
        length (int): that size. Default: ``0``.
    """

    kind: str
    said: str
    inputs: tuple[Input, ...]
    weights: float = 1.0
    calls: int = 1
    where: str = ""
    length: int = 0

    @property
    def elements(self) -> int:
        """Number of elements of all inputs."""
        return sum(entry.tensor.numel() for entry in self.inputs)

    def __str__(self) -> str:
        shapes = ", ".join(
            f"{str(entry.tensor.dtype).removeprefix('torch.')}{list(entry.tensor.shape)}".replace(" ", "")
            for entry in self.inputs
        )
        return f"{self.said} ({shapes})"


def variations(inputs: tuple[Input, ...], seed: int) -> list[Variation]:
    """Return other runs of the same kind, those of the smallest inputs first.

    Args:
        inputs (tuple[Input, ...]): the given ones.
        seed (int): of the values that are drawn.
    """
    if not inputs:
        return []
    maker = _Maker(inputs, seed)
    found = [*maker.batches(), *maker.sizes(), *maker.values(), *maker.integers(), *maker.masks()]
    found += [
        Variation("call", "a second call", inputs, calls=2),
        Variation("weights", f"weights {WEIGHTS_SCALED:g} times as large", inputs, weights=WEIGHTS_SCALED),
        Variation("weights", f"weights {WEIGHTS_SCALED:g} times as small", inputs, weights=1 / WEIGHTS_SCALED),
    ]
    return sorted(found, key=lambda entry: entry.elements)


def first_of_batch(variation: Variation) -> Variation | None:
    """Return a variation of values with only the first of the batch; None where there is but one."""
    count = _batch(variation.inputs)
    if count < 2 or variation.kind in {"batch", "size"}:
        return None
    cut = tuple(
        replace(entry, tensor=entry.tensor[:1]) if entry.tensor.ndim and entry.tensor.shape[0] == count else entry
        for entry in variation.inputs
    )
    return replace(variation, inputs=cut)


def _batch(inputs: tuple[Input, ...]) -> int:
    """Return the length of the first dimension of the first input that has one."""
    return next((entry.tensor.shape[0] for entry in inputs if entry.tensor.ndim), 0)


def is_mask(tensor: torch.Tensor) -> bool:
    """Tell whether a tensor holds truth values, as such or as zeros and ones."""
    if tensor.dtype == torch.bool:
        return True
    return tensor.numel() > 0 and bool(((tensor == 0) | (tensor == 1)).all())


class _Maker:
    """Makes the variations of some inputs."""

    def __init__(self, inputs: tuple[Input, ...], seed: int) -> None:
        self._inputs = inputs
        self._generator = torch.Generator().manual_seed(seed + 17)

    def batches(self) -> Iterator[Variation]:
        """Vary the first dimension that the inputs share."""
        count = _batch(self._inputs)
        for number in (1, 2, 3):
            if count and number != count:
                shapes = [
                    (number, *shape[1:]) if shape and shape[0] == count else shape
                    for shape in map(_shape, self._inputs)
                ]
                yield self._resized("batch", f"batch {number}", shapes)

    def sizes(self) -> Iterator[Variation]:
        """Vary the other dimensions: those of one size together, then each by itself."""
        shapes = [_shape(entry) for entry in self._inputs]
        places = sorted({index for shape in shapes for index in range(1, len(shape))})
        for size in sorted({length for shape in shapes for length in shape[1:] if length > 1}):
            alike = [index for index in places if any(index < len(shape) and shape[index] == size for shape in shapes)]
            for other in (size + 1, size - 1, 2 * size, size + 2, 3, 1):
                if other in {size, 0} or (other in {1, 3} and other > size):
                    continue
                yield from self._sized(shapes, size, other, alike)
                if len(alike) > 1:
                    for index in alike:
                        yield from self._sized(shapes, size, other, [index])

    def _sized(self, shapes: list[tuple[int, ...]], size: int, other: int, places: list[int]) -> Iterator[Variation]:
        made = [tuple(other if i in places and n == size else n for i, n in enumerate(shape)) for shape in shapes]
        if sum(map(math.prod, made)) <= max(_LARGEST, sum(map(math.prod, shapes))):
            where = f"dimension {places[0]}" if len(places) == 1 else f"dimensions {' and '.join(map(str, places))}"
            yield replace(self._resized("size", f"size {other} in {where}", made), where=where, length=other)

    def _resized(self, kind: str, said: str, shapes: list[tuple[int, ...]]) -> Variation:
        pairs = zip(self._inputs, shapes, strict=True)
        return Variation(kind, said, tuple(e if _shape(e) == s else self._made(e, self._drawn(e, s)) for e, s in pairs))

    def _drawn(self, entry: Input, shape: tuple[int, ...]) -> torch.Tensor:
        """Return values like those of an input, of another shape."""
        tensor, generator = entry.tensor, self._generator
        if not tensor.numel():
            return tensor.new_zeros(shape)
        if is_mask(tensor):
            share = tensor.double().mean()
            return (torch.rand(shape, generator=generator, dtype=torch.float64) < share).to(tensor.dtype)
        if tensor.is_floating_point():
            spread = float(tensor.double().std(correction=0))
            return (tensor.double().mean() + spread * torch.randn(shape, generator=generator).double()).to(tensor.dtype)
        if tensor.is_complex():
            return torch.randn(shape, generator=generator, dtype=tensor.dtype)
        low, high = _range(entry)
        return torch.randint(low, high + 1, shape, generator=generator).to(tensor.dtype)

    def values(self) -> Iterator[Variation]:
        """Vary the numbers: signs, zeros, sizes, ties."""
        changes: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
            "only positive numbers": torch.abs,
            "only negative numbers": lambda x: -x.abs(),
            "zeros": torch.zeros_like,
            "half of them zero": torch.relu,
            "ones": torch.ones_like,
            "whole numbers": lambda x: (2 * x).round(),
            "halves": lambda x: (4 * x).round() / 2,
            "numbers of size 1e-9": lambda x: x * 1e-9,
            "numbers of size 1e-4": lambda x: x * 1e-4,
            "numbers of size 1e2": lambda x: x * 1e2,
            "numbers of size 1e3": lambda x: x * 1e3,
            "one number of size 1e3": _outlier,
        }
        wanted = [e for e in self._inputs if e.tensor.is_floating_point() and not is_mask(e.tensor)]
        made = {id(entry): {said: change(entry.tensor) for said, change in changes.items()} for entry in wanted}
        yield from self._patterns("value", made)

    def integers(self) -> Iterator[Variation]:
        """Vary integers at the edges of their range; those that are zeros and ones only are varied as masks."""
        made = {
            id(entry): _integers(entry.tensor, *_range(entry))
            for entry in self._inputs
            if not (entry.tensor.is_floating_point() or entry.tensor.is_complex() or is_mask(entry.tensor))
        }
        yield from self._patterns("integer", made)

    def masks(self) -> Iterator[Variation]:
        """Vary patterns of truth values."""
        wanted = [entry for entry in self._inputs if is_mask(entry.tensor) and entry.tensor.ndim]
        yield from self._patterns("mask", {id(entry): _masks(entry.tensor) for entry in wanted})

    def _patterns(self, kind: str, made: dict[int, dict[str, torch.Tensor]]) -> Iterator[Variation]:
        """Yield what was made of some inputs, one change at a time for all of them."""
        for said in dict.fromkeys(said for changes in made.values() for said in changes):
            inputs = [(entry, made.get(id(entry), {}).get(said)) for entry in self._inputs]
            yield Variation(kind, said, tuple(e if value is None else self._made(e, value) for e, value in inputs))

    @staticmethod
    def _made(entry: Input, tensor: torch.Tensor) -> Input:
        return Input(entry.name, tensor, f"{entry.source}, varied")


def _shape(entry: Input) -> tuple[int, ...]:
    return tuple(entry.tensor.shape)


def _range(entry: Input) -> tuple[int, int]:
    """Return the lowest and the highest integer that an input may hold: by its spec, else those that it holds."""
    bound = _HIGH.search(entry.source)
    if bound is not None:
        return 0, int(bound[1]) - 1
    if not entry.tensor.numel():
        return 0, 1
    return int(entry.tensor.min()), int(entry.tensor.max())


def _cycle(tensor: torch.Tensor, values: list[int]) -> torch.Tensor:
    repeated = torch.tensor(values, dtype=torch.int64).repeat(-(-tensor.numel() // len(values)))
    return repeated[: tensor.numel()].reshape(tensor.shape).to(tensor.dtype)


def _outlier(tensor: torch.Tensor) -> torch.Tensor:
    changed = tensor.clone()
    changed.view(-1)[:1] = 1e3
    return changed


def _last(tensor: torch.Tensor, value: int) -> torch.Tensor:
    changed = tensor.clone()
    if changed.ndim:
        changed[..., -1:] = value
    return changed


def _integers(tensor: torch.Tensor, low: int, high: int) -> dict[str, torch.Tensor]:
    """Return tensors of integers from `low` to `high`, by what is special of them."""
    return {
        "the lowest integer": torch.full_like(tensor, low),
        "the highest integer": torch.full_like(tensor, high),
        "the edges of the integers": _cycle(tensor, [low, high]),
        "the highest integer last": _last(tensor, high),
        "the lowest integer last": _last(tensor, low),
        "integers in order": _cycle(tensor, list(range(low, min(high, low + tensor.numel()) + 1))),
    }


def _masks(tensor: torch.Tensor) -> dict[str, torch.Tensor]:
    """Return masks of the shape of a tensor, by pattern of row and position in the last dimension."""
    length = tensor.shape[-1]
    at = torch.arange(length).expand(tensor.shape)
    rows = torch.arange(tensor.numel() // max(1, length)).reshape(*tensor.shape[:-1], 1).expand(tensor.shape)
    row = rows % max(1, length)
    patterns = {
        "a mask of ones": at >= 0,
        "a mask of zeros": at < 0,
        "a mask that begins later in each row": at > row,
        "a mask that ends later in each row": at <= row,
        "every other of a mask": at % 2 == 0,
        "one row of the mask of zeros": rows != 0,
        "one row of the mask of ones": rows == 0,
    }
    for number in sorted({1, 2, 3, 4, length // 2, length - 1} & set(range(1, length))):
        patterns[f"a mask of {number} ones"] = at < number
    return {said: pattern.to(tensor.dtype) for said, pattern in patterns.items()}
