"""Transforms of samples, one after another: which is the first that makes another value, in whatever layout."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parity.curves.values import tensor_in

_CHAINS = 256
_SAME = 1e-5
_SCALES = (1.0, 255.0, 1 / 255.0)
_HOMES = (("torchvision.transforms.transforms", "__call__"), ("torchvision.transforms.v2._container", "forward"))

Put = Callable[[Any, str, Callable[[Any], Any]], None]


@dataclass(frozen=True, slots=True)
class Step:
    """A value on the way of one sample.

    Args:
        name (str): the transform that made it; "" for what the first is given.
        value (np.ndarray): the value.
    """

    name: str
    value: np.ndarray


class Chains:
    """The values that the first samples of a training pass through; `all` holds a list for each call of a pipeline."""

    def __init__(self) -> None:
        self.all: list[list[Step]] = []

    def begin(self, value: object) -> list[Step] | None:
        """Begin a sample's way; None where enough are known or the value is no array."""
        if len(self.all) >= _CHAINS:
            return None
        first = array_of(value)
        if first is None:
            return None
        self.all.append([Step("", first)])
        return self.all[-1]

    def observe(self, put: Put) -> None:
        """Let the pipelines of both frameworks report, as far as they are in use."""
        for home, method in _HOMES:
            module = sys.modules.get(home)
            if module is not None:
                put(module.Compose, method, self._composed)
        module = sys.modules.get("ms2torch.dataset.engine._map")
        if module is not None:
            put(module.MapRow, "__call__", self._mapped)

    def _composed(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def compose(own: Any, *inputs: Any) -> Any:
            chain = self.begin(inputs[0]) if len(inputs) == 1 else None
            if chain is None:
                return original(own, *inputs)
            value = inputs[0]
            for transform in own.transforms:
                value = transform(value)
                _add(chain, type(transform).__name__, value)
            return value

        return compose

    def _mapped(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def __call__(own: Any, row: Any) -> Any:  # noqa: N807 - what it stands for
            hook, before = _Hook(self), own._hooks
            own._hooks = [*before, hook]
            try:
                return original(own, row)
            finally:
                own._hooks = before

        return __call__


class _Hook:
    """What MindSpore's `map` tells the value before and after each operation."""

    def __init__(self, chains: Chains) -> None:
        self._chains = chains
        self._name = ""
        self._first = False
        self._chain: list[Step] | None = None

    def set_previous_op_name(self, name: str) -> None:
        """Take the name of the operation."""
        self._name = name

    def set_is_first(self, first: bool) -> None:
        """Take whether a value is what the first operation is given."""
        self._first = first

    def __call__(self, *values: Any) -> None:
        """Take the values of the columns, of which the first is followed."""
        if self._first:
            self._chain = self._chains.begin(values[0])
        elif self._chain is not None:
            _add(self._chain, self._name, values[0])


def _add(chain: list[Step], name: str, value: object) -> None:
    found = array_of(value)
    if found is not None:
        chain.append(Step(name, found))


def array_of(value: object) -> np.ndarray | None:
    """Return a copy of what an array, a tensor or a Pillow image holds; None for anything else."""
    tensor = tensor_in(value)
    if tensor is not None:
        return tensor.detach().cpu().float().numpy().copy()
    if isinstance(value, np.ndarray) or hasattr(value, "__array_interface__"):
        found = np.array(value)
        return found if found.dtype.kind in "fiub" else None
    return None


def alike(a: np.ndarray, b: np.ndarray) -> bool:
    """Tell whether two values are the same but for where the channels stand and whether they go to 1 or to 255."""
    for other in _arranged(b):
        if a.shape == other.shape:
            one, two = a.astype(np.float64), other.astype(np.float64)
            size = float(np.abs(one).max(initial=0.0))
            for scale in _SCALES:
                if float(np.abs(one - two * scale).max(initial=0.0)) <= _SAME * size:
                    return True
    return False


def _arranged(value: np.ndarray) -> Iterator[np.ndarray]:
    yield value
    if value.ndim == 3:
        yield np.moveaxis(value, -1, 0)
        yield np.moveaxis(value, 0, -1)


def first_difference(
    rows: tuple[np.ndarray, np.ndarray], ours: Sequence[list[Step]], theirs: Sequence[list[Step]]
) -> str:
    """Say in which transform two samples become different, or "" where their ways are not known.

    Args:
        rows (tuple[np.ndarray, np.ndarray]): the sample in the reference's batch and in the port's.
        ours (Sequence[list[Step]]): ways of the reference's samples.
        theirs (Sequence[list[Step]]): ways of the port's.
    """
    one, other = (_way_to(row, ways) for row, ways in zip(rows, (ours, theirs), strict=True))
    if one is None or other is None:
        return ""
    pairs = [(j, i) for j, b in enumerate(other) for i, a in enumerate(one) if alike(a.value, b.value)]
    if not pairs:
        return "the samples differ before the first transform"
    j, i = max(pairs)
    here, there = (way[n + 1].name if n + 1 < len(way) else "" for way, n in ((other, j), (one, i)))
    if here and there:
        return f"equal up to transform {j} here; different after {here}, in the reference {there}"
    if here:
        return f"{here} is applied here (transform {j + 1}), in the reference nothing more"
    return f"{there} is applied in the reference (transform {i + 1}), here nothing more" if there else ""


def _way_to(row: np.ndarray, ways: Sequence[list[Step]]) -> list[Step] | None:
    for way in ways:
        last = way[-1].value
        if last.shape == row.shape and np.allclose(last.astype(np.float64), row.astype(np.float64), rtol=1e-6, atol=0):
            return way
    return None
