"""Activation layers."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._lazy import elsewhere
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._torch_layers import TorchLayer
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import positive_int
from ms2torch.ops.function.nn import activation as F, activation_piecewise as P
from ms2torch.ops.function.nn.norm import lrn

__all__ = [
    "CELU",
    "ELU",
    "GELU",
    "GLU",
    "LRN",
    "FastGelu",
    "HShrink",
    "HSigmoid",
    "HSwish",
    "Hardtanh",
    "LeakyReLU",
    "LogSigmoid",
    "LogSoftmax",
    "LogSoftmaxExt",
    "Mish",
    "PReLU",
    "PReLUExt",
    "RReLU",
    "ReLU",
    "ReLU6",
    "SeLU",
    "SiLU",
    "Sigmoid",
    "SoftShrink",
    "Softmax",
    "Softmax2d",
    "Softmin",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "Threshold",
    "get_activation",
]


class ReLU(Cell):
    """Replace negative elements by zero.

    Source: mindspore.nn.ReLU, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.relu(input)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.ReLU, {"inplace": False})


class ReLU6(Cell):
    """Clip each element to [0, 6].

    Source: mindspore.nn.ReLU6, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return P.relu6(x)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.ReLU6, {"min_val": 0.0, "max_val": 6.0, "inplace": False})


class LeakyReLU(Cell):
    """Multiply negative elements by a factor.

    Args:
        alpha (Union[int, float]): the factor. Default: ``0.2`` (torch's is 0.01).

    Source: mindspore.nn.LeakyReLU, MindSpore 2.10
    """

    def __init__(self, alpha: float = 0.2) -> None:
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        return P.leaky_relu(x, self.alpha)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.LeakyReLU, {"negative_slope": self.alpha, "inplace": False})


class PReLU(Cell):
    """Multiply negative elements by a learnt factor of their channel, dimension 1.

    Args:
        channel (int): how many factors, 1 or one for each channel. Default: ``1``.
        w (Union[float, list, Tensor]): their first values. Default: ``0.25``.

    Raises:
        TypeError: if `w` is of another kind.
        ValueError: if `channel` is not positive, or `w` does not fit it.

    Source: mindspore.nn.PReLU, MindSpore 2.10
    """

    def __init__(self, channel: int = 1, w: float | list[float] | Tensor = 0.25) -> None:
        super().__init__()
        positive_int("PReLU", "channel", channel)
        self.w = Parameter(_prelu_weight(channel, w), name="a")

    def construct(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        return P.prelu(x, wrap(self.w._t.to(dtype=t.dtype)))


def _prelu_weight(channel: int, w: Any) -> Tensor:
    """Return the first values of `PReLU` as a Tensor of one dimension."""
    if isinstance(w, float) or type(w) is np.float32:
        return Tensor(np.full((channel,), w, np.float32))
    if isinstance(w, list):
        if len(w) != channel or not all(isinstance(each, float) or type(each) is np.float32 for each in w):
            msg = f"For 'PReLU', 'w' must be {channel} floats (as many as 'channel'), but got {w}."
            raise ValueError(msg)
        return Tensor(w, dtype=mstype.float32)
    if isinstance(w, TensorBase):
        if str(w._t.dtype) not in ("torch.float16", "torch.float32") or tuple(w._t.shape) != (channel,):
            msg = (
                f"For 'PReLU', a Tensor 'w' must be float16 or float32 of shape ({channel},), but got {w._t.dtype} of "
                f"shape {tuple(w._t.shape)}."
            )
            raise ValueError(msg)
        return w  # type: ignore[return-value]
    msg = f"For 'PReLU', the 'w' only supported float, list and tensor, but got {type(w).__name__}."
    raise TypeError(msg)


class PReLUExt(Cell):
    """Multiply negative elements by a learnt factor of their channel, dimension 1, with torch's arguments.

    Args:
        num_parameters (int): how many factors, 1 or one for each channel. Default: ``1``.
        init (float): their first value. Default: ``0.25``.
        dtype (mindspore.dtype, optional): their type; ``None``: float32. Default: ``None``.

    Source: mindspore.nn.PReLUExt, MindSpore 2.10
    """

    def __init__(self, num_parameters: int = 1, init: float = 0.25, dtype: mstype.Type | None = None) -> None:
        super().__init__()
        self.weight = Parameter(Tensor(np.full((num_parameters,), init, np.float32), dtype=dtype), name="weight")

    def construct(self, input: Tensor) -> Tensor:
        return P.prelu(input, self.weight)


class RReLU(Cell):
    """Multiply each negative element by a random factor, in evaluation too (torch's uses the mean there).

    Args:
        lower (Union[int, float]): the least factor. Default: ``1/8``.
        upper (Union[int, float]): the largest factor. Default: ``1/3``.

    Raises:
        TypeError: if a bound is no number.
        ValueError: if `lower` exceeds `upper`.

    Source: mindspore.nn.RReLU, MindSpore 2.10
    """

    def __init__(self, lower: float = 1 / 8, upper: float = 1 / 3) -> None:
        super().__init__()
        F.number("nn.RReLU", "upper", upper)
        F.number("nn.RReLU", "lower", lower)
        if lower > upper:
            msg = f"For 'RReLU', the 'lower' must not exceed 'upper', but got lower: {lower}, upper: {upper}."
            raise ValueError(msg)
        self.lower = lower
        self.upper = upper

    def construct(self, x: Tensor) -> Tensor:
        return P.rrelu(x, self.lower, self.upper)


class ELU(Cell):
    """Replace negative elements by alpha * (exp(x) - 1).

    Args:
        alpha (float): the factor, which MindSpore lets be 1.0 alone. Default: ``1.0``.

    Raises:
        ValueError: when called, if `alpha` is not 1.0.

    Source: mindspore.nn.ELU, MindSpore 2.10
    """

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        return F.elu(x, self.alpha)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.ELU, {"alpha": self.alpha, "inplace": False})


class CELU(Cell):
    """Replace negative elements by alpha * (exp(x / alpha) - 1).

    Args:
        alpha (float): the scale, not zero. Default: ``1.0``.

    Raises:
        TypeError: if `alpha` is no float.
        ValueError: if `alpha` is zero.

    Source: mindspore.nn.CELU, MindSpore 2.10
    """

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        return F.celu(x, self.alpha)


class SeLU(Cell):
    """Apply the scaled exponential linear unit.

    Source: mindspore.nn.SeLU, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.selu(input_x)


class SiLU(Cell):
    """Compute x * sigmoid(x) of each element.

    Source: mindspore.nn.SiLU, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.silu(x)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.SiLU, {"inplace": False})


class Mish(Cell):
    """Compute x * tanh(softplus(x)) of each element.

    Source: mindspore.nn.Mish, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.mish(input_x)


class Sigmoid(Cell):
    """Compute 1 / (1 + exp(-x)) of each element.

    Source: mindspore.nn.Sigmoid, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.sigmoid(x)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.Sigmoid)


class LogSigmoid(Cell):
    """Compute log(1 / (1 + exp(-x))) of each element.

    Differs from MindSpore: it gives -inf far below zero, where exp overflows; this is exact there.

    Source: mindspore.nn.LogSigmoid, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.logsigmoid(input_x)


class HSigmoid(Cell):
    """Compute relu6(x + 3) / 6 of each element.

    Source: mindspore.nn.HSigmoid, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return P.hardsigmoid(input)


class HSwish(Cell):
    """Compute x * relu6(x + 3) / 6 of each element.

    Source: mindspore.nn.HSwish, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return P.hardswish(input)


class Tanh(Cell):
    """Compute the hyperbolic tangent of each element.

    Source: mindspore.nn.Tanh, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.tanh(x)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.Tanh)


class Tanhshrink(Cell):
    """Compute x - tanh(x) of each element.

    Source: mindspore.nn.Tanhshrink, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.tanhshrink(x)


class Hardtanh(Cell):
    """Clip each element to a range.

    Args:
        min_val (Union[int, float]): the lower end. Default: ``-1.0``.
        max_val (Union[int, float]): the upper end. Default: ``1.0``.

    Raises:
        ValueError: if `min_val` is not below `max_val`.

    Source: mindspore.nn.Hardtanh, MindSpore 2.10
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0) -> None:
        super().__init__()
        if min_val >= max_val:
            msg = f"For 'Hardtanh', the 'min_val' must be less than 'max_val', but got {min_val} and {max_val}."
            raise ValueError(msg)
        self.min_val = min_val
        self.max_val = max_val

    def construct(self, x: Tensor) -> Tensor:
        return P.hardtanh(x, self.min_val, self.max_val)


class HShrink(Cell):
    """Set elements within a distance of zero to zero.

    Args:
        lambd (float): the distance. Default: ``0.5``.

    Source: mindspore.nn.HShrink, MindSpore 2.10
    """

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def construct(self, input: Tensor) -> Tensor:
        return P.hardshrink(input, self.lambd)


class SoftShrink(Cell):
    """Move each element towards zero by a distance, and not past it.

    Args:
        lambd (float): the distance, not below 0. Default: ``0.5``.

    Source: mindspore.nn.SoftShrink, MindSpore 2.10
    """

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def construct(self, input: Tensor) -> Tensor:
        return P.softshrink(input, self.lambd)


class Threshold(Cell):
    """Replace the elements that are not above a threshold.

    Args:
        threshold (Union[int, float]): the threshold.
        value (Union[int, float]): what to put in their place.

    Source: mindspore.nn.Threshold, MindSpore 2.10
    """

    def __init__(self, threshold: float, value: float) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value

    def construct(self, input_x: Tensor) -> Tensor:
        return P.threshold(input_x, self.threshold, self.value)


class Softsign(Cell):
    """Compute x / (1 + abs(x)) of each element.

    Source: mindspore.nn.Softsign, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.softsign(x)


class GELU(Cell):
    """Apply the Gaussian error linear unit.

    Args:
        approximate (bool): use the tanh approximation. Default: ``True`` (torch's is exact).

    Source: mindspore.nn.GELU, MindSpore 2.10
    """

    def __init__(self, approximate: bool = True) -> None:
        super().__init__()
        if not isinstance(approximate, bool):
            msg = f"For 'GELU', the 'approximate' must be a bool, but got {approximate!r}."
            raise TypeError(msg)
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x: Tensor) -> Tensor:
        return F.gelu(x, approximate=self.approximate)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.GELU, {"approximate": self.approximate})


class FastGelu(Cell):
    """Compute x * sigmoid(1.702 x) of each element.

    Source: mindspore.nn.FastGelu, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.fast_gelu(x)


class GLU(Cell):
    """Multiply the first half along an axis by the sigmoid of the second.

    Args:
        axis (int): the dimension. Default: ``-1``.

    Source: mindspore.nn.GLU, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.dim = axis

    def construct(self, x: Tensor) -> Tensor:
        return F.glu(x, self.dim)


class Softmax(Cell):
    """Turn the elements along an axis into positive numbers that add up to 1.

    Args:
        axis (int): the dimension. Default: ``-1``.

    Source: mindspore.nn.Softmax, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.axis = one_of_tuple("Softmax", axis)

    def construct(self, input: Tensor) -> Tensor:
        return F.softmax(input, self.axis)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.Softmax, {"dim": self.axis})


def one_of_tuple(layer: str, axis: Any) -> int:
    """Return an axis given as an int or a tuple of one.

    Raises:
        TypeError: if it is not an int.
    """
    if isinstance(axis, tuple) and len(axis) == 1:
        axis = axis[0]
    if isinstance(axis, bool) or not isinstance(axis, int):
        msg = f"For '{layer}', the 'axis' must be an int, but got {axis!r}."
        raise TypeError(msg)
    return axis


class Softmax2d(Cell):
    """Apply softmax over the channels of images.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Raises:
        ValueError: if the input has another rank.

    Source: mindspore.nn.Softmax2d, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        if t.ndim not in (3, 4):
            msg = f"For 'Softmax2d', the in_shape must have 3 or 4 dims, but got shape {tuple(t.shape)}."
            raise ValueError(msg)
        return F.softmax(x, -3)


class Softmin(Cell):
    """Apply softmax to the negated elements.

    Args:
        axis (int): the dimension. Default: ``-1``.

    Source: mindspore.nn.Softmin, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.axis = one_of_tuple("Softmin", axis)

    def construct(self, x: Tensor) -> Tensor:
        return F.softmin(x, self.axis)


class LogSoftmax(Cell):
    """Compute the logarithm of softmax along an axis.

    Args:
        axis (int): the dimension. Default: ``-1``.

    Source: mindspore.nn.LogSoftmax, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        return F.log_softmax(x, self.axis)


class LogSoftmaxExt(Cell):
    """Compute the logarithm of softmax along a dimension, with torch's arguments.

    Args:
        dim (int, optional): the dimension; ``None``: 0 for inputs of 0, 1 or 3 dimensions, else 1. Default: ``None``.

    Source: mindspore.nn.LogSoftmaxExt, MindSpore 2.10
    """

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def construct(self, x: Tensor) -> Tensor:
        dim = self.dim
        if dim is None:
            dim = 0 if unwrap(x).ndim in (0, 1, 3) else 1
        return F.log_softmax(x, dim)


class LRN(Cell):
    """Divide each element by a power of the sum of squares over neighbouring channels.

    Args:
        depth_radius (int): neighbours on each side. Default: ``5``.
        bias (float): added to the sum. Default: ``1.0``.
        alpha (float): factor of the sum; not divided by the number of channels as torch's is. Default: ``1.0``.
        beta (float): the power. Default: ``0.5``.
        norm_region (str): only ``"ACROSS_CHANNELS"``. Default: ``"ACROSS_CHANNELS"``.

    Source: mindspore.nn.LRN, MindSpore 2.10
    """

    def __init__(
        self,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ) -> None:
        super().__init__()
        self.depth_radius = depth_radius
        self.bias = bias
        self.alpha = alpha
        self.beta = beta
        self.norm_region = norm_region

    def construct(self, input_x: Tensor) -> Tensor:
        return lrn(input_x, self.depth_radius, self.bias, self.alpha, self.beta, self.norm_region)


# by MindSpore's name, which programs add their own to
_activation: dict[str, type[Cell]] = {
    "softmin": Softmin,
    "softmax": Softmax,
    "softmax2d": Softmax2d,
    "logsoftmax": LogSoftmax,
    "logsoftmaxExt": LogSoftmaxExt,
    "relu": ReLU,
    "relu6": ReLU6,
    "rrelu": RReLU,
    "silu": SiLU,
    "tanh": Tanh,
    "tanhshrink": Tanhshrink,
    "hardtanh": Hardtanh,
    "gelu": GELU,
    "fast_gelu": FastGelu,
    "elu": ELU,
    "sigmoid": Sigmoid,
    "softsign": Softsign,
    "prelu": PReLU,
    "preluExt": PReLUExt,
    "leakyrelu": LeakyReLU,
    "hswish": HSwish,
    "hsigmoid": HSigmoid,
    "logsigmoid": LogSigmoid,
    "softshrink": SoftShrink,
    "hshrink": HShrink,
    "threshold": Threshold,
    "mish": Mish,
}


def get_activation(name: str | None, prim_name: str | None = None) -> Any:
    """Make an activation layer by name.

    Args:
        name (str): for example ``"relu"``; ``None`` gives ``None``.
        prim_name (str, optional): whom to name in an error. Default: ``None``.

    Returns:
        Cell.

    Raises:
        KeyError: if there is no such activation.

    Source: mindspore.nn.get_activation, MindSpore 2.10
    """
    if name is None:
        return None
    if name not in _activation:
        where = f"For '{prim_name}', the" if prim_name else "The"
        msg = f"{where} 'name' must be in {list(_activation)}, but got {name}."
        raise KeyError(msg)
    return _activation[name]()


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
