"""Primitives that MindSpore keeps for old programs only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.ops.function.compat.python_values import mixed_precision_cast, scalar_to_array
from ms2torch.ops.function.nn.conv import conv2d
from ms2torch.ops.primitive import Primitive


class ScalarToArray(Primitive, fn=scalar_to_array):
    """Return a number as a Tensor; see `mindspore.ops.scalar_to_array`.

    Source: mindspore.ops.ScalarToArray, MindSpore 2.10
    """


class MixedPrecisionCast(Primitive, fn=mixed_precision_cast):
    """Cast the floating-point Tensors in a value; see `mindspore.ops.mixed_precision_cast`.

    Source: mindspore.ops.operations._inner_ops.MixedPrecisionCast, MindSpore 2.10
    """


class DepthwiseConv2dNative(Primitive):
    """Convolve each channel of images by itself.

    Args:
        channel_multiplier (int): only 1, the one that MindSpore computes.
        kernel_size (Union[int, tuple[int]]): height and width of the kernels.
        mode (int): must be 3. Default: ``3``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): zeros around the image, with ``"pad"``. Default: ``0``.
        stride (Union[int, tuple[int]]): step. Default: ``1``.
        dilation (Union[int, tuple[int]]): step between the kernel's points. Default: ``1``.
        group (int): not read. Default: ``1``.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, H, W)`.
        - **weight** (Tensor) - shape :math:`(1, C, h, w)`.

    Outputs:
        Tensor of shape :math:`(N, C, H', W')`.

    Raises:
        ValueError: if shapes do not fit.

    Source: mindspore.ops.DepthwiseConv2dNative, MindSpore 2.10
    """

    def __init__(
        self,
        channel_multiplier: int,
        kernel_size: int | tuple[int, int],
        mode: int = 3,
        pad_mode: str = "valid",
        pad: int | tuple[int, ...] = 0,
        stride: int | tuple[int, int] = 1,
        dilation: int | tuple[int, int] = 1,
        group: int = 1,
    ) -> None:
        super().__init__("DepthwiseConv2dNative")
        for setting, value in (("channel_multiplier", channel_multiplier), ("group", group)):
            if type(value) is not int or value < 1:
                msg = f"For '{self.name}', the '{setting}' must be int and must > 0, but got {value!r}."
                raise ValueError(msg)
        if type(mode) is not int or mode != 3:
            msg = f"For '{self.name}', the 'mode' must be int and must = 3, but got {mode!r}."
            raise ValueError(msg)
        self.channel_multiplier, self.group = channel_multiplier, group
        self.kernel_size = (kernel_size, kernel_size) if isinstance(kernel_size, int) else tuple(kernel_size)
        self.pad_mode, self.pad, self.stride, self.dilation = pad_mode, pad, stride, dilation

    def __call__(self, input: Tensor, weight: Tensor) -> Tensor:
        """Convolve."""
        name = "ops.DepthwiseConv2dNative"
        require_default(
            name, "channel_multiplier", self.channel_multiplier, 1, "write nn.Conv2d with group=in_channels"
        )
        w = unwrap(weight)
        channels = unwrap(input).shape[1]
        if w.ndim != 4 or tuple(w.shape) != (1, channels, *self.kernel_size):
            msg = (
                f"For 'DepthwiseConv2dNative', 'weight' must be of shape {(1, channels, *self.kernel_size)}, "
                f"but got {tuple(w.shape)}."
            )
            raise ValueError(msg)
        kernels = wrap(w.reshape(channels, 1, *self.kernel_size))
        return conv2d(input, kernels, None, self.stride, self.pad_mode, self.pad, self.dilation, channels)


class BasicLSTMCell(Primitive):
    """Compute one step of an LSTM; gates in the order input, new, forget, output.

    Args:
        keep_prob (float): only ``1.0``. Default: ``1.0``.
        forget_bias (float): added to the forget gate. Default: ``1.0``.
        state_is_tuple (bool): only ``True``. Default: ``True``.
        activation (str): ``"tanh"``. Default: ``"tanh"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, I)`.
        - **h** (Tensor) - shape :math:`(N, H)`.
        - **c** (Tensor) - shape :math:`(N, H)`.
        - **w** (Tensor) - shape :math:`(I + H, 4H)`.
        - **b** (Tensor) - shape :math:`(4H)`.

    Outputs:
        tuple[Tensor], the cell state, the hidden state, the four gates after their activations, and tanh of the cell
        state.

    Differs from MindSpore: it has no kernel on CPU to compare with; the formula is that of Ascend's operator of that
    name.

    Source: mindspore.ops.BasicLSTMCell, MindSpore 2.10
    """

    def __init__(
        self, keep_prob: float = 1.0, forget_bias: float = 1.0, state_is_tuple: bool = True, activation: str = "tanh"
    ) -> None:
        super().__init__("BasicLSTMCell")
        require_default("ops.BasicLSTMCell", "keep_prob", keep_prob, 1.0, "apply ops.dropout to the output")
        require_default("ops.BasicLSTMCell", "state_is_tuple", state_is_tuple, True, "leave it out")
        require_default("ops.BasicLSTMCell", "activation", activation, "tanh", "leave it out")
        self.forget_bias = forget_bias

    def __call__(self, x: Tensor, h: Tensor, c: Tensor, w: Tensor, b: Tensor) -> tuple[Tensor, ...]:
        """Compute the step."""
        gates = torch.cat([unwrap(x), unwrap(h)], 1) @ unwrap(w) + unwrap(b)
        i, j, f, o = gates.chunk(4, 1)
        i, j, f, o = torch.sigmoid(i), torch.tanh(j), torch.sigmoid(f + self.forget_bias), torch.sigmoid(o)
        cell = unwrap(c) * f + i * j
        bounded = torch.tanh(cell)
        return tuple(wrap(t) for t in (cell, bounded * o, i, j, f, o, bounded))


class FusedWeightScaleApplyMomentum(Primitive):
    """Update a Parameter by momentum, with weight decay and a scaled gradient.

    Inputs:
        - **weight_decay** (Tensor) - a number.
        - **loss_scale** (Tensor) - a number by which gradient and decay are multiplied: the reciprocal of the scale.
        - **variable** (Parameter) - updated in place.
        - **accumulation** (Parameter) - the momentum, updated in place.
        - **learning_rate** (Union[Number, Tensor]) - a number.
        - **gradient** (Tensor) - of the shape of `variable`.
        - **momentum** (Union[Number, Tensor]) - a number.

    Outputs:
        Tensor, `variable`.

    Source: mindspore.ops.FusedWeightScaleApplyMomentum, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__("FusedWeightScaleApplyMomentum")

    def __call__(
        self,
        weight_decay: Any,
        loss_scale: Any,
        variable: Tensor,
        accumulation: Tensor,
        learning_rate: Any,
        gradient: Tensor,
        momentum: Any,
    ) -> Tensor:
        """Update."""
        decay, scale, rate, kept = map(unwrap_or_scalar, (weight_decay, loss_scale, learning_rate, momentum))
        weight, moment = unwrap(variable), unwrap(accumulation)
        with torch.no_grad():
            moment.mul_(kept).add_((weight * decay + unwrap(gradient)) * scale)
            weight.sub_(moment * rate)
        return variable


class Push(Primitive):
    """Refuse: there is no parameter server, which MindSpore has given up too.

    Args:
        optim_type (str): the optimizer there. Default: ``"ApplyMomentum"``.
        only_shape_indices (list, optional): inputs of which it gets the shape only. Default: ``None``.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.ops.Push, MindSpore 2.10
    """

    def __init__(self, optim_type: str = "ApplyMomentum", only_shape_indices: Sequence[int] | None = None) -> None:
        super().__init__("Push")
        del only_shape_indices
        remedy = "there is no parameter server; use an optimizer of mindspore.nn"
        raise UnsupportedArgumentError("ops.Push", "optim_type", optim_type, remedy)


class Pull(Primitive):
    """Refuse, when called: there is no parameter server, which MindSpore has given up too.

    Raises:
        RuntimeError: when called.

    Source: mindspore.ops.Pull, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__("Pull")

    def __call__(self, key: Tensor, weight: Tensor) -> NoReturn:
        """Refuse."""
        msg = "ops.Pull: there is no parameter server; use an optimizer of mindspore.nn"
        raise RuntimeError(msg)
