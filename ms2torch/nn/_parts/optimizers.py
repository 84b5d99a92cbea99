"""The step of an optimizer by the methods that it calls on itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from ms2torch._core.base import wrap

_ADDS_UP = frozenset({"Adam", "FTRL", "LazyAdam", "ProximalAdagrad"})
"""The optimizers that ask for repeated indices to be added up."""


def _number(value: Any) -> float:
    return float(value._t.reshape(()).item() if hasattr(value, "_t") else value)


def _rates(self: Any) -> float | list[float]:
    rate = self.get_lr()
    return [_number(one) for one in rate] if isinstance(rate, (tuple, list)) else _number(rate)


def _decay_numbers(self: Any) -> list[float]:
    flags = self.decay_flags
    if not self.exec_weight_decay and not getattr(self, "_decoupled_decay", False):
        return [0.0] * len(flags)
    decay = self.get_weight_decay()
    numbers = [_number(one) for one in decay] if isinstance(decay, (tuple, list)) else [_number(decay)] * len(flags)
    return [number if applies else 0.0 for number, applies in zip(numbers, flags, strict=True)]


def _ready(self: Any, gradients: Sequence[Any], params: list[torch.Tensor]) -> list[torch.Tensor]:
    """Ask the methods in MindSpore's order, each with what the one before gave."""
    given: Any = tuple(map(wrap, self._checked(gradients, params)))
    if not self._decoupled_decay:
        given = self.decay_weight(given)
    if self._centralizes:
        given = self.gradients_centralization(given)
    if not self._decoupled_decay:
        given = self.scale_grad(given)
    if any(base.__name__ in _ADDS_UP for base in type(self).__mro__):
        given = self._grad_sparse_indices_deduplicate(given)
    return self._checked(given, params)


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "Optimizer": {"_rates": _rates, "_decay_numbers": _decay_numbers},
    "SteppedOptimizer": {"_ready": _ready},
}
