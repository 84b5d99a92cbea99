"""Mixed precision and loss scaling.

Source: mindspore.amp, MindSpore 2.10
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.train.amp import (
    auto_mixed_precision as auto_mixed_precision,
    build_train_network as build_train_network,
    custom_mixed_precision as custom_mixed_precision,
    get_black_list as get_black_list,
    get_white_list as get_white_list,
)
from ms2torch.train.loss_scale_manager import (
    DynamicLossScaleManager as DynamicLossScaleManager,
    FixedLossScaleManager as FixedLossScaleManager,
    LossScaleManager as LossScaleManager,
)

__all__ = [
    "DynamicLossScaleManager",
    "DynamicLossScaler",
    "FixedLossScaleManager",
    "LossScaleManager",
    "LossScaler",
    "StaticLossScaler",
    "all_finite",
    "auto_mixed_precision",
    "build_train_network",
    "custom_mixed_precision",
    "get_black_list",
    "get_white_list",
]


def all_finite(inputs: Tensor | tuple[Tensor, ...] | list[Tensor]) -> Tensor:
    """Tell whether no element is infinite or nan.

    Args:
        inputs (Union[Tensor, tuple[Tensor], list[Tensor]]): gradients, for example.

    Returns:
        Tensor, a bool scalar.

    Source: mindspore.amp.all_finite, MindSpore 2.10
    """
    tensors = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    return wrap(torch.stack([torch.isfinite(unwrap(tensor)).all() for tensor in tensors]).all())


class LossScaler(ABC):
    """Base class of loss scalers for training loops of one's own.

    Source: mindspore.amp.LossScaler, MindSpore 2.10
    """

    scale_value: Parameter

    def scale(self, inputs: Any) -> Any:
        """Return `inputs` (Tensor or tuple of Tensor) times the scale."""
        return _grad_scale_map(self.scale_value, inputs)

    def unscale(self, inputs: Any) -> Any:
        """Return `inputs` (Tensor or tuple of Tensor) divided by the scale."""
        return _each(inputs, lambda t: t * self.scale_value._t.reciprocal().to(dtype=t.dtype))

    @abstractmethod
    def adjust(self, grads_finite: Tensor) -> bool:
        """Change the scale after a step and return whether it may change at all."""


class StaticLossScaler(LossScaler):
    """Keep one scale.

    Args:
        scale_value (Union[float, int]): the scale, at least 1.

    Source: mindspore.amp.StaticLossScaler, MindSpore 2.10
    """

    def __init__(self, scale_value: float) -> None:
        self.scale_value = _scale_parameter(scale_value)

    def adjust(self, grads_finite: Tensor) -> bool:
        """Return False."""
        return False


class DynamicLossScaler(LossScaler):
    """Lower the scale after an overflow and raise it after many steps without.

    Args:
        scale_value (Union[float, int]): the scale at first, at least 1.
        scale_factor (int): what the scale is divided or multiplied by.
        scale_window (int): steps without overflow until the scale is raised.

    Source: mindspore.amp.DynamicLossScaler, MindSpore 2.10
    """

    def __init__(self, scale_value: float, scale_factor: int, scale_window: int) -> None:
        self.scale_value = _scale_parameter(scale_value)
        for name, value in (("scale_factor", scale_factor), ("scale_window", scale_window)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise TypeError(f"For 'DynamicLossScaler', '{name}' must be an int, but got {value!r}.")
            if value <= 0:
                raise ValueError(f"For 'DynamicLossScaler', '{name}' must be positive, but got {value}.")
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        self.counter = Parameter(Tensor(0, dtype=mstype.int32), name="counter", requires_grad=False)

    def adjust(self, grads_finite: Tensor) -> bool:
        """Change the scale.

        Args:
            grads_finite (Tensor): whether the gradients of the step were finite, see `all_finite`.

        Returns:
            True.
        """
        with torch.no_grad():
            if not bool(grads_finite):
                self.scale_value._t.div_(self.scale_factor).clamp_(min=1)
                self.counter._t.zero_()
                return True
            raised = self.scale_value._t * self.scale_factor
            if int(self.counter._t) == self.scale_window - 1 and bool(torch.isfinite(raised)):
                self.scale_value._t.copy_(raised)
            self.counter._t.add_(1).remainder_(self.scale_window)
        return True


def _grad_scale_map(scale_value: Any, inputs: Any) -> Any:
    """Return tensors times a scale; what scalers of one's own are written with."""
    return _each(inputs, lambda t: t * _number(scale_value, t))


def _grad_unscale_map(scale_value: Any, inputs: Any) -> Any:
    """Return tensors divided by a scale; what scalers of one's own are written with."""
    return _each(inputs, lambda t: t * (1.0 / _number(scale_value, t)))


def _number(scale: Any, like: torch.Tensor) -> Any:
    return unwrap(scale).to(dtype=like.dtype) if isinstance(scale, Tensor) else scale


def _scale_parameter(value: float) -> Parameter:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise TypeError(f"'scale_value' must be a number, but got {value!r}.")
    if value < 1:
        raise ValueError(f"The argument 'scale_value' must be > 1, but got {value}")
    return Parameter(Tensor(value, dtype=mstype.float32), name="scale_value", requires_grad=False)


def _each(inputs: Any, function: Any) -> Any:
    if isinstance(inputs, (tuple, list)):
        return tuple(_each(item, function) for item in inputs)
    return wrap(function(unwrap(inputs)))
