"""Layers of mint by the operations they hold; see `ms2torch/nn/_extension_points.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ms2torch.mint.nn import functional
from ms2torch.nn._parts.activations import by_one
from ms2torch.nn._parts.norms import PARTS as NORMS
from ms2torch.nn._parts.products import PARTS as PRODUCTS

Make = Callable[[Any, Any], Any]


def _convolution(name: str) -> Mapping[str, Callable[..., Any]]:
    def construct(self: Any, input: Any) -> Any:
        x, padding = input, self.padding
        if self.padding_mode != "zeros":
            x, padding = functional.pad(input, self._reversed_padding, mode=self.padding_mode), 0
        return getattr(self, name)(x, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)

    return {"construct": construct}


def _bce_with_logits(self: Any, input: Any, target: Any) -> Any:
    return self.bce_with_logits(input, target, self.weight, self.pos_weight)


def _smooth_l1(self: Any, input: Any, target: Any) -> Any:
    return self.smooth_l1_loss(input, target, self.beta, self.reduction)


def _squares(self: Any, input: Any, target: Any) -> Any:
    return self.mse_loss(input, target, self.reduction)


def _smooth_l1_function(_cell: Any, _: Any) -> Any:
    return lambda x, target, beta, reduction: functional.smooth_l1_loss(x, target, reduction, beta)


def _binary_cross_entropy(cell: Any, _: Any) -> Any:
    weight, reduction = cell.weight, cell.reduction
    return lambda x, target: functional.binary_cross_entropy(x, target, weight, reduction)


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "mint.Linear": PRODUCTS["Linear"],
    "mint.Conv1d": _convolution("conv1d"),
    "mint.Conv2d": _convolution("conv2d"),
    "mint.Conv3d": _convolution("conv3d"),
    "mint.ReLU": by_one("relu"),
    "mint.Hardsigmoid": by_one("hsigmoid"),
    "mint.Hardswish": by_one("hswish"),
    "mint.Hardshrink": by_one("hshrink"),
    "mint.Softshrink": by_one("softshrink"),
    "mint.GroupNorm": NORMS["GroupNorm"],
    "mint.BCELoss": by_one("bce_loss"),
    "mint.BCEWithLogitsLoss": {"construct": _bce_with_logits},
    "mint.SmoothL1Loss": {"construct": _smooth_l1},
    "mint.MSELoss": {"construct": _squares},
}
HELD: Mapping[str, Mapping[str, Make]] = {
    "mint.Linear": {"dense": lambda _, P: P.Dense()},
    "mint.Conv1d": {"conv1d": lambda _, __: functional.conv1d},
    "mint.Conv2d": {"conv2d": lambda _, __: functional.conv2d},
    "mint.Conv3d": {"conv3d": lambda _, __: functional.conv3d},
    "mint.ReLU": {"relu": lambda _, P: P.ReLU()},
    "mint.Hardsigmoid": {"hsigmoid": lambda _, P: P.HSigmoid()},
    "mint.Hardswish": {"hswish": lambda _, P: P.HSwish()},
    "mint.Hardshrink": {"hshrink": lambda cell, P: P.HShrink(cell.lambd)},
    "mint.Softshrink": {"softshrink": lambda cell, P: P.SoftShrink(cell.lambd)},
    "mint.MSELoss": {"mse_loss": lambda _, __: functional.mse_loss},
    "mint.SmoothL1Loss": {"smooth_l1_loss": _smooth_l1_function},
    "mint.BCELoss": {"bce_loss": _binary_cross_entropy},
    "mint.BCEWithLogitsLoss": {"bce_with_logits": lambda cell, P: P.BCEWithLogitsLoss(cell.reduction)},
}
