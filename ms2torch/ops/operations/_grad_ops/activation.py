"""Gradients of activations."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from ms2torch import ops
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations._grad_ops._pull_back import GradPrimitive, pull_back, pull_back_all
from ms2torch.ops.primitive import Primitive


class ReluGrad(GradPrimitive):
    """Gradient of `ReLU`.

    Inputs:
        - **y_backprop** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input or the output of `ReLU`.

    Source: mindspore.ops.auto_generate.ReluGrad, MindSpore 2.10
    """

    def __call__(self, y_backprop: Tensor, x: Tensor) -> Tensor:
        return wrap(unwrap(y_backprop) * (unwrap(x) > 0))


class ReLU6Grad(GradPrimitive):
    """Gradient of `ReLU6`.

    Inputs:
        - **y_backprop** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.ReLU6Grad, MindSpore 2.10
    """

    def __call__(self, y_backprop: Tensor, x: Tensor) -> Tensor:
        return pull_back(ops.relu6, y_backprop, x)


class EluGrad(GradPrimitive):
    """Gradient of `Elu` with alpha 1.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.
        - **out** (Tensor) - the output.

    Source: mindspore.ops.auto_generate.EluGrad, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, out: Tensor) -> Tensor:
        grad, y = unwrap(dout), unwrap(out)
        return wrap(torch.where(y < 0, grad * (y + 1), grad))


class EluGradExt(GradPrimitive):
    """Gradient of `mint.nn.functional.elu`.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.
        - **x_or_out** (Tensor) - the input, or with `is_result` the output.
        - **alpha** (number) - of the forward operation. Default: ``1.0``.
        - **is_result** (bool) - which of the two `x_or_out` is. Default: ``False``.

    Source: mindspore.ops.auto_generate.EluGradExt, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, x_or_out: Tensor, alpha: float = 1.0, is_result: bool = False) -> Tensor:
        grad, t = unwrap(dout), unwrap(x_or_out)
        slope = t + alpha if is_result else alpha * torch.exp(t)
        return wrap(torch.where(t > 0, grad, grad * slope))


class SeluGrad(GradPrimitive):
    """Gradient of `SeLU`.

    Inputs:
        - **gradient** (Tensor) - the gradient of the output.
        - **result** (Tensor) - the output.

    Source: mindspore.ops.auto_generate.SeluGrad, MindSpore 2.10
    """

    _SCALE = 1.0507009873554804934193349852946
    _SCALE_ALPHA = 1.0507009873554804934193349852946 * 1.6732632423543772848170429916717

    def __call__(self, gradient: Tensor, result: Tensor) -> Tensor:
        grad, y = unwrap(gradient), unwrap(result)
        return wrap(torch.where(y < 0, grad * (y + self._SCALE_ALPHA), grad * self._SCALE))


class SigmoidGrad(GradPrimitive):
    """Gradient of `Sigmoid`.

    Inputs:
        - **y** (Tensor) - the output.
        - **dy** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.SigmoidGrad, MindSpore 2.10
    """

    def __call__(self, y: Tensor, dy: Tensor) -> Tensor:
        t = unwrap(y)
        return wrap(unwrap(dy) * t * (1 - t))


class TanhGrad(GradPrimitive):
    """Gradient of `Tanh`.

    Inputs:
        - **y** (Tensor) - the output.
        - **dy** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.TanhGrad, MindSpore 2.10
    """

    def __call__(self, y: Tensor, dy: Tensor) -> Tensor:
        t = unwrap(y)
        return wrap(unwrap(dy) * (1 - t * t.conj() if t.is_complex() else 1 - t * t))


class SoftplusGrad(GradPrimitive):
    """Gradient of `Softplus`.

    Inputs:
        - **gradients** (Tensor) - the gradient of the output.
        - **features** (Tensor) - the input.

    Source: mindspore.ops.operations._grad_ops.SoftplusGrad, MindSpore 2.10
    """

    def __call__(self, gradients: Tensor, features: Tensor) -> Tensor:
        return pull_back(ops.softplus, gradients, features)


class SoftplusGradExt(GradPrimitive):
    """Gradient of `mint.nn.functional.softplus`.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **beta** (number) - of the forward operation. Default: ``1``.
        - **threshold** (number) - of the forward operation. Default: ``20``.

    Source: mindspore.ops.auto_generate.SoftplusGradExt, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, x: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
        return pull_back(lambda t: wrap(F.softplus(unwrap(t), beta, threshold)), dout, x)


class HSigmoidGrad(GradPrimitive):
    """Gradient of `HSigmoid`.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **input_x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.HSigmoidGrad, MindSpore 2.10
    """

    def __call__(self, grads: Tensor, input_x: Tensor) -> Tensor:
        return pull_back(ops.hardsigmoid, grads, input_x)


class HSwishGrad(GradPrimitive):
    """Gradient of `HSwish`.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.HSwishGrad, MindSpore 2.10
    """

    def __call__(self, y_grad: Tensor, x: Tensor) -> Tensor:
        return pull_back(ops.hardswish, y_grad, x)


class _Lambda(Primitive):
    """A shrinking function's gradient.

    Args:
        lambd (float): the threshold. Default: ``0.5``.
    """

    def __init__(self, lambd: float = 0.5) -> None:
        self.lambd = lambd


class HShrinkGrad(_Lambda):
    """Gradient of `HShrink`.

    Args:
        lambd (float): the threshold. Default: ``0.5``.

    Inputs:
        - **gradients** (Tensor) - the gradient of the output.
        - **features** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.HShrinkGrad, MindSpore 2.10
    """

    def __call__(self, gradients: Tensor, features: Tensor) -> Tensor:
        return wrap(unwrap(gradients) * (unwrap(features).abs() > self.lambd))


class SoftShrinkGrad(_Lambda):
    """Gradient of `SoftShrink`.

    Args:
        lambd (float): the threshold. Default: ``0.5``.

    Inputs:
        - **input_grad** (Tensor) - the gradient of the output.
        - **input_x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.SoftShrinkGrad, MindSpore 2.10
    """

    def __call__(self, input_grad: Tensor, input_x: Tensor) -> Tensor:
        return wrap(unwrap(input_grad) * (unwrap(input_x).abs() > self.lambd))


class GeLUGrad(GradPrimitive):
    """Gradient of `GeLU`, which is the tanh approximation.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **y** (Tensor) - the output.

    Source: mindspore.ops.auto_generate.GeLUGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, x: Tensor, y: Tensor) -> Tensor:
        del y
        return pull_back(lambda t: ops.gelu(t, "tanh"), dy, x)


class GeluGradExt(GradPrimitive):
    """Gradient of `mint.nn.functional.gelu`.

    Inputs:
        - **grad** (Tensor) - the gradient of the output.
        - **input** (Tensor) - the input.
        - **approximate** (str) - ``"none"`` or ``"tanh"``. Default: ``"none"``.

    Source: mindspore.ops.auto_generate.GeluGradExt, MindSpore 2.10
    """

    def __call__(self, grad: Tensor, input: Tensor, approximate: str = "none") -> Tensor:
        return pull_back(lambda t: ops.gelu(t, approximate), grad, input)


class FastGeLUGrad(GradPrimitive):
    """Gradient of `FastGeLU`.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.FastGeLUGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, x: Tensor) -> Tensor:
        return pull_back(ops.fast_gelu, dy, x)


class SiLUGrad(GradPrimitive):
    """Gradient of `SiLU`.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.SiLUGrad, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, x: Tensor) -> Tensor:
        return pull_back(ops.silu, dout, x)


class MishGradExt(GradPrimitive):
    """Gradient of `mint.nn.functional.mish`.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.MishGradExt, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, x: Tensor) -> Tensor:
        return pull_back(ops.mish, dout, x)


class LeakyReLUGradExt(GradPrimitive):
    """Gradient of `mint.nn.functional.leaky_relu`.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **input** (Tensor) - the input or the output: they have the same sign.
        - **negative_slope** (number) - of the forward operation. Default: ``0.01``.
        - **is_result** (bool) - which of the two `input` is. Default: ``False``.

    Source: mindspore.ops.auto_generate.LeakyReLUGradExt, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, input: Tensor, negative_slope: float = 0.01, is_result: bool = False) -> Tensor:
        del is_result
        grad = unwrap(dy)
        return wrap(torch.where(unwrap(input) > 0, grad, grad * negative_slope))


class HardtanhGrad(GradPrimitive):
    """Gradient of `mint.nn.functional.hardtanh`.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.
        - **input** (Tensor) - the input.
        - **min_val** (number) - of the forward operation. Default: ``-1``.
        - **max_val** (number) - of the forward operation. Default: ``1``.

    Source: mindspore.ops.auto_generate.HardtanhGrad, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, input: Tensor, min_val: float = -1, max_val: float = 1) -> Tensor:
        t = unwrap(input)
        return wrap(unwrap(dout) * ((t > min_val) & (t < max_val)))


class ThresholdGrad(GradPrimitive):
    """Gradient of `mint.nn.functional.threshold`.

    Inputs:
        - **grad_output** (Tensor) - the gradient of the output.
        - **input** (Tensor) - the input.
        - **threshold** (number) - of the forward operation.

    Source: mindspore.ops.auto_generate.ThresholdGrad, MindSpore 2.10
    """

    def __call__(self, grad_output: Tensor, input: Tensor, threshold: float) -> Tensor:
        return wrap(unwrap(grad_output) * (unwrap(input) > threshold))


class LogSigmoidGrad(GradPrimitive):
    """Gradient of `mint.nn.functional.logsigmoid`.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **input** (Tensor) - the input.
        - **buffer** (Tensor) - kept by the forward kernel of an Ascend card; not needed.

    Source: mindspore.ops.auto_generate.LogSigmoidGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, input: Tensor, buffer: Any) -> Tensor:
        del buffer
        return pull_back(ops.logsigmoid, dy, input)


class SoftmaxGrad(GradPrimitive):
    """Gradient of `Softmax` over the last axis.

    Inputs:
        - **y** (Tensor) - the output.
        - **dy** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.SoftmaxGrad, MindSpore 2.10
    """

    def __call__(self, y: Tensor, dy: Tensor) -> Tensor:
        out, grad = unwrap(y), unwrap(dy)
        return wrap(out * (grad - (out * grad).sum(-1, keepdim=True)))


class LogSoftmaxGrad(Primitive):
    """Gradient of `LogSoftmax`.

    Args:
        axis (int): that of `LogSoftmax`. Default: ``-1``.

    Inputs:
        - **logits** (Tensor) - the output.
        - **grad** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.LogSoftmaxGrad, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, logits: Tensor, grad: Tensor) -> Tensor:
        out, g = unwrap(logits), unwrap(grad)
        return wrap(g - out.exp() * g.sum(self.axis, keepdim=True))


class GluGrad(Primitive):
    """Gradient of `glu`.

    Args:
        axis (int): that of `glu`.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.GluGrad, MindSpore 2.10
    """

    def __init__(self, axis: int) -> None:
        self.axis = axis

    def __call__(self, grads: Tensor, x: Tensor) -> Tensor:
        return pull_back(lambda t: ops.glu(t, self.axis), grads, x)


class PReLUGrad(GradPrimitive):
    """Gradient of `PReLU`.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **weight** (Tensor) - the slopes.

    Outputs:
        tuple of the gradients of x and of weight.

    Source: mindspore.ops.auto_generate.PReLUGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, x: Tensor, weight: Tensor) -> tuple[Tensor, ...]:
        return pull_back_all(ops.prelu, dy, x, weight)
