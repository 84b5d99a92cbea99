"""Learning rates by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ms2torch._core import dtype as mstype


def _cosine(self: Any, global_step: Any) -> Any:
    way = self.cast(self.min(global_step, self.decay_steps), mstype.float32) / self.decay_steps
    return self.min_lr + self.delta * (1.0 + self.sin(self.math_pi * (way + 0.5)))


def _exponential(self: Any, global_step: Any) -> Any:
    return self.learning_rate * self.pow(self.decay_rate, _periods(self, global_step))


def _periods(self: Any, global_step: Any) -> Any:
    way = self.cast(global_step, mstype.float32) / self.decay_steps
    return way.floor() if self.is_stair else way


def _inverse(self: Any, global_step: Any) -> Any:
    return self.learning_rate / (1 + self.decay_rate * _periods(self, global_step))


def _warm_up(self: Any, global_step: Any) -> Any:
    way = self.cast(self.min(global_step, self.warmup_steps), mstype.float32) / self.warmup_steps
    return self.learning_rate * way


def _natural(self: Any, global_step: Any) -> Any:
    step = self.cast(global_step, mstype.float32)
    if self.is_stair:
        step = (step / self.decay_steps).floor() * self.decay_steps
    return self.learning_rate * self.pow(self.math_e, -self.decay_rate * step)


def _polynomial(self: Any, global_step: Any) -> Any:
    step, whole = self.cast(global_step, mstype.float32), self.decay_steps
    if self.update_decay_steps:
        whole = whole * self.max(self.ceil(step / whole), 1)
    else:
        step = self.min(step, whole)
    return self.diff_learning_rate * self.pow(1.0 - step / whole, self.power) + self.end_learning_rate


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "CosineDecayLR": {"construct": _cosine},
    "ExponentialDecayLR": {"construct": _exponential},
    "NaturalExpDecayLR": {"construct": _natural},
    "InverseDecayLR": {"construct": _inverse},
    "WarmUpLR": {"construct": _warm_up},
    "PolynomialDecayLR": {"construct": _polynomial},
}
