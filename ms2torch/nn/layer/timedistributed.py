"""Applying a layer to every step of a sequence."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive

__all__ = ["TimeDistributed"]


class TimeDistributed(Cell):
    """Apply a layer to each step of the time axis.

    Args:
        layer (Union[Cell, Primitive]): what to apply.
        time_axis (int): the axis of steps.
        reshape_with_axis (int): merge the time axis with this one and call the layer once, instead of once per step.
            Default: ``None``.

    Inputs:
        - **inputs** (Tensor) - at least three dimensions.

    Outputs:
        Tensor; the layer's outputs along the time axis.

    Raises:
        TypeError: if `layer` is neither Cell nor Primitive, or an axis no int.
        ValueError: if the input has fewer than three dimensions, or the layer changes the merged axis.

    Source: mindspore.nn.TimeDistributed, MindSpore 2.10
    """

    def __init__(self, layer: Any, time_axis: int, reshape_with_axis: int | None = None) -> None:
        if not isinstance(layer, (Cell, Primitive)):
            msg = f"For 'TimeDistributed', the 'layer' must be a Cell or Primitive, but got {type(layer).__name__}."
            raise TypeError(msg)
        super().__init__()
        for name, value in (("time_axis", time_axis), ("reshape_with_axis", reshape_with_axis)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
                msg = f"For 'TimeDistributed', the '{name}' must be int, but got {value!r}."
                raise TypeError(msg)
        self.layer = layer
        self.time_axis = time_axis
        self.reshape_with_axis = reshape_with_axis

    def construct(self, inputs: Tensor) -> Tensor:
        if not isinstance(inputs, TensorBase):
            msg = f"For 'TimeDistributed', the inputs must be a Tensor, but got {type(inputs).__name__}."
            raise TypeError(msg)
        t = inputs._t
        if t.dim() < 3:
            msg = f"For 'TimeDistributed', the inputs shape must be at least 3D, but got {t.dim()}."
            raise ValueError(msg)
        time = self.time_axis % t.dim()
        if self.reshape_with_axis is not None:
            return self._merged(t, time, self.reshape_with_axis % t.dim())
        outputs = [self._apply_layer(step) for step in t.unbind(time)]
        if time > outputs[0].dim():
            msg = (
                f"For 'TimeDistributed', 'time_axis' {time} is beyond the {outputs[0].dim()} dimensions of the output."
            )
            raise ValueError(msg)
        return wrap(torch.stack(outputs, time))

    def _apply_layer(self, step: torch.Tensor) -> torch.Tensor:
        out = self.layer(wrap(step))
        if not isinstance(out, TensorBase):
            msg = f"For 'TimeDistributed', the layer must return a Tensor, but got {type(out).__name__}."
            raise TypeError(msg)
        return out._t

    def _merged(self, t: torch.Tensor, time: int, other: int) -> Tensor:
        """Move the time axis beside the other one, merge both, apply the layer, and take them apart again."""
        last = t.dim() - 1
        if other == last:
            beside = last - 1
        else:
            beside = other + 1 if time > other else other - 1
        first = min(beside, other)
        # MindSpore swaps nothing: it lifts the axis out and puts it in front of the other place (measured 2.10)
        low, high = sorted((beside, time))
        order = [*range(low), high, *range(low, high), *range(high + 1, t.dim())]
        t = t.permute(order)
        pair = t.shape[first : first + 2]
        merged = t.reshape(*t.shape[:first], -1, *t.shape[first + 2 :])
        out = self._apply_layer(merged)
        if first >= out.dim() or out.shape[first] != merged.shape[first]:
            change = f"{tuple(merged.shape)} into {tuple(out.shape)}"
            msg = f"For 'TimeDistributed', 'reshape_with_axis' does not fit: the layer turns {change}."
            raise ValueError(msg)
        return wrap(out.reshape(*out.shape[:first], *pair, *out.shape[first + 1 :]))
