"""Results of dear operations, given again where their inputs hold the same numbers.

Candidates that are executed differ from one another by one statement: what a net computes before it, and what another
part of it computes, is what it was the last time. A convolution takes a hundred times as long as a look at its input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

_LEAST = 1 << 19
"""Products that an operation sums up for it to be remembered: a look at its inputs costs as much as a small one."""

_MOST_BYTES = 1 << 28
"""Bytes that are held; beyond, all is forgotten."""

_CONVOLUTION = torch.ops.aten.convolution.default
_PRODUCTS = frozenset(
    getattr(torch.ops.aten, name).default for name in ("mm", "addmm", "bmm", "baddbmm")
)  # fmt: skip


@dataclass(slots=True)
class _Known:
    """One operation as it was computed."""

    inputs: list[torch.Tensor]
    result: torch.Tensor

    @property
    def bytes(self) -> int:
        return self.result.nbytes + sum(tensor.nbytes for tensor in self.inputs)


@dataclass(slots=True)
class Repeated:
    """Operations by what they were given, as long as there is room.

    Attributes:
        given: how often a result was given again.
    """

    given: int = 0
    _known: dict[object, list[_Known]] = field(default_factory=dict)
    _bytes: int = 0

    def result(
        self, func: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:  # fmt: skip
        """Return what an operation gives; of one that was computed before, a copy.

        Args:
            func (Callable): an operation of ATen.
            args (Sequence[Any]): its arguments.
            kwargs (Mapping[str, Any]): its keywords.
        """
        if not _is_dear(func, args):
            return func(*args, **kwargs)
        tensors = [value for value in (*args, *kwargs.values()) if isinstance(value, torch.Tensor)]
        named = tuple((name, _plain(value)) for name, value in kwargs.items())
        key = func, tuple(map(_plain, args)), named, _sum(tensors)
        for entry in self._known.get(key, ()):
            if all(torch.equal(one, other) for one, other in zip(entry.inputs, tensors, strict=True)):
                self.given += 1
                return entry.result.clone()
        result = func(*args, **kwargs)
        self._keep(key, _Known([tensor.clone() for tensor in tensors], result.clone()))
        return result

    def _keep(self, key: object, entry: _Known) -> None:
        if self._bytes + entry.bytes > _MOST_BYTES:
            self._known.clear()
            self._bytes = 0
        if entry.bytes <= _MOST_BYTES:
            self._known.setdefault(key, []).append(entry)
            self._bytes += entry.bytes


def _is_dear(func: Callable[..., Any], args: Sequence[Any]) -> bool:
    """Tell whether an operation sums up many products, of plain tensors of numbers."""
    if func is not _CONVOLUTION and func not in _PRODUCTS:
        return False
    tensors = [value for value in args if isinstance(value, torch.Tensor)]
    if any(type(tensor) not in {torch.Tensor, torch.nn.Parameter} or tensor.is_meta for tensor in tensors):
        return False
    if func is _CONVOLUTION:
        image, weight = tensors[:2]
        return weight.numel() * image.numel() >= _LEAST * image.shape[1]
    one, other = tensors[-2:]
    return one.numel() * other.shape[-1] >= _LEAST


def _sum(tensors: Iterable[torch.Tensor]) -> tuple[float, ...]:
    return tuple(float(tensor.sum()) for tensor in tensors if not tensor.is_complex())


def _plain(value: object) -> object:
    """Return an argument as it is told apart from others: a tensor by its form alone."""
    if isinstance(value, torch.Tensor):
        return value.shape, value.stride(), value.dtype, value.device
    return tuple(value) if isinstance(value, list) else value
