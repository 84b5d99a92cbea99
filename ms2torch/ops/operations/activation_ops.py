"""Activations and dropout as Primitives."""

from __future__ import annotations

from typing import Any

from ms2torch._core.base import unwrap
from ms2torch._core.kernel_draws import SeedStreams
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.nn import activation, activation_piecewise, dropout
from ms2torch.ops.primitive import Primitive


class ReLU6(Primitive, fn=activation_piecewise.relu6):
    """Clip each element to [0, 6].

    Source: mindspore.ops.ReLU6, MindSpore 2.10
    """


class Sigmoid(Primitive, fn=activation.sigmoid):
    """Compute 1 / (1 + exp(-x)) of each element.

    Source: mindspore.ops.Sigmoid, MindSpore 2.10
    """


class Tanh(Primitive, fn=activation.tanh):
    """Compute the hyperbolic tangent of each element.

    Source: mindspore.ops.Tanh, MindSpore 2.10
    """


class GeLU(Primitive):
    """Apply the tanh approximation of the Gaussian error linear unit.

    Source: mindspore.ops.GeLU, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input: Tensor) -> Tensor:
        return activation.gelu(input, "tanh")


class Gelu(GeLU):
    """Apply the tanh approximation of the Gaussian error linear unit; the older name of `GeLU`.

    Source: mindspore.ops.Gelu, MindSpore 2.10
    """


class FastGeLU(Primitive, fn=activation.fast_gelu):
    """Compute x * sigmoid(1.702 x) of each element.

    Source: mindspore.ops.FastGeLU, MindSpore 2.10
    """


class FastGelu(Primitive, fn=activation.fast_gelu):
    """Compute x * sigmoid(1.702 x) of each element; the older name of `FastGeLU`.

    Source: mindspore.ops.FastGelu, MindSpore 2.10
    """


class Mish(Primitive, fn=activation.mish):
    """Compute x * tanh(softplus(x)) of each element.

    Source: mindspore.ops.Mish, MindSpore 2.10
    """


class SeLU(Primitive, fn=activation.selu):
    """Apply the scaled exponential linear unit.

    Source: mindspore.ops.SeLU, MindSpore 2.10
    """


class Softplus(Primitive):
    """Compute log(1 + exp(x)) of each element.

    Source: mindspore.ops.Softplus, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor) -> Tensor:
        return activation.softplus(input_x)


class Softsign(Primitive, fn=activation.softsign):
    """Compute x / (1 + abs(x)) of each element.

    Source: mindspore.ops.Softsign, MindSpore 2.10
    """


class HSwish(Primitive, fn=activation_piecewise.hardswish):
    """Compute x * relu6(x + 3) / 6 of each element.

    Source: mindspore.ops.HSwish, MindSpore 2.10
    """


class HSigmoid(Primitive, fn=activation_piecewise.hardsigmoid):
    """Compute relu6(x + 3) / 6 of each element.

    Source: mindspore.ops.HSigmoid, MindSpore 2.10
    """


class Elu(Primitive):
    """Replace negative elements by alpha * (exp(x) - 1).

    Args:
        alpha (float): the factor. Default: ``1.0``.

    Source: mindspore.ops.Elu, MindSpore 2.10
    """

    def __init__(self, alpha: float = 1.0) -> None:
        self.alpha = alpha

    def __call__(self, input_x: Tensor) -> Tensor:
        return activation.elu(input_x, self.alpha)


class CeLU(Primitive):
    """Replace negative elements by alpha * (exp(x / alpha) - 1).

    Args:
        alpha (float): the scale, not zero. Default: ``1.0``.

    Source: mindspore.ops.CeLU, MindSpore 2.10
    """

    def __init__(self, alpha: float = 1.0) -> None:
        self.alpha = alpha

    def __call__(self, x: Tensor) -> Tensor:
        return activation.celu(x, self.alpha)


class HShrink(Primitive):
    """Set elements within a distance of zero to zero.

    Args:
        lambd (float): the distance. Default: ``0.5``.

    Source: mindspore.ops.HShrink, MindSpore 2.10
    """

    def __init__(self, lambd: float = 0.5) -> None:
        self.lambd = lambd

    def __call__(self, input: Tensor) -> Tensor:
        return activation_piecewise.hardshrink(input, self.lambd)


class SoftShrink(Primitive):
    """Move each element towards zero by a distance, and not past it.

    Args:
        lambd (float): the distance, not below 0. Default: ``0.5``.

    Source: mindspore.ops.SoftShrink, MindSpore 2.10
    """

    def __init__(self, lambd: float = 0.5) -> None:
        self.lambd = lambd

    def __call__(self, input: Tensor) -> Tensor:
        return activation_piecewise.softshrink(input, self.lambd)


class Softmax(Primitive):
    """Turn the elements along an axis into positive numbers that add up to 1.

    Args:
        axis (Union[int, tuple[int]]): the dimension; of a tuple one. Default: ``-1``.

    Raises:
        TypeError: if `axis` is not one int.

    Source: mindspore.ops.Softmax, MindSpore 2.10
    """

    def __init__(self, axis: int | tuple[int, ...] = -1) -> None:
        self.axis = (axis,) if isinstance(axis, int) else axis
        if not isinstance(self.axis, tuple) or len(self.axis) != 1:
            msg = f"ops.Softmax: axis must be one int, got {axis!r}"
            raise TypeError(msg)

    def __call__(self, input: Tensor) -> Tensor:
        return activation.softmax(input, self.axis[0])


class LogSoftmax(Primitive):
    """Compute the logarithm of softmax along an axis.

    Args:
        axis (int): the dimension. Default: ``-1``.

    Source: mindspore.ops.LogSoftmax, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, logits: Tensor) -> Tensor:
        return activation.log_softmax(logits, self.axis)


class Dropout(Primitive):
    """Set elements to zero at random and scale the others up.

    Args:
        keep_prob (float): the share that is kept, in (0, 1]. Default: ``0.5``.
        Seed0 (int): with either seed not 0, the Primitive draws from a stream of its own. Default: ``0``.
        Seed1 (int): the second part of that seed. Default: ``0``.

    Outputs:
        tuple of two Tensors: the result, and the mask of what was kept, of the input's type.

    Raises:
        ValueError: if `keep_prob` is out of range.

    Source: mindspore.ops.Dropout, MindSpore 2.10
    """

    def __init__(self, keep_prob: float = 0.5, Seed0: int = 0, Seed1: int = 0) -> None:
        if not 0 < keep_prob <= 1:
            msg = f"ops.Dropout: keep_prob must be in (0, 1], got {keep_prob}"
            raise ValueError(msg)
        self.keep_prob = keep_prob
        self.Seed0 = Seed0
        self.Seed1 = Seed1
        self._drawn = 0
        self._streams = SeedStreams(Seed0, Seed1)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        if not (self.Seed0 or self.Seed1):
            return dropout.dropout_with_mask(x, self.keep_prob)
        t = unwrap(x)
        stream = self._streams.stream((t.shape, t.dtype), t.device)
        if stream is not None:
            return dropout.kept_with_mask(t, self.keep_prob, stream)
        self._drawn += 1  # a Primitive with seeds goes on in its own stream from call to call
        seed = hash((self.Seed0, self.Seed1, self._drawn)) & (2**63 - 1)
        return dropout.dropout_with_mask(x, self.keep_prob, seed)


def _keep_prob(op: str, value: Any) -> float:
    if not isinstance(value, float):
        msg = f"{op}: keep_prob must be a float, got {value!r} of type {type(value).__name__}"
        raise TypeError(msg)
    if not 0 <= value <= 1:
        msg = f"{op}: keep_prob must be in [0, 1], got {value}"
        raise ValueError(msg)
    return value


class Dropout2D(Primitive):
    """Set whole channels of images to zero at random and scale the others.

    Args:
        keep_prob (float): the share of channels that is kept. Default: ``0.5``.

    Outputs:
        tuple of two Tensors: the result, and the mask of what was kept, of bool.

    Source: mindspore.ops.Dropout2D, MindSpore 2.10
    """

    def __init__(self, keep_prob: float = 0.5) -> None:
        self.keep_prob = _keep_prob("ops.Dropout2D", keep_prob)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return dropout.dropout2d_with_mask(x, self.keep_prob)


class Dropout3D(Primitive):
    """Set whole channels of volumes to zero at random and scale the others.

    Args:
        keep_prob (float): the share of channels that is kept. Default: ``0.5``.

    Outputs:
        tuple of two Tensors: the result, and the mask of what was kept, of bool.

    Source: mindspore.ops.Dropout3D, MindSpore 2.10
    """

    def __init__(self, keep_prob: float = 0.5) -> None:
        self.keep_prob = _keep_prob("ops.Dropout3D", keep_prob)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return dropout.dropout3d_with_mask(x, self.keep_prob)


class GLU(Primitive):
    """Multiply the first half along an axis by the sigmoid of the second.

    Args:
        axis (int): the dimension. Default: ``-1``.

    Source: mindspore.ops.GLU, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, x: Tensor) -> Tensor:
        return activation.glu(x, self.axis)
