"""Gradients of convolutions, and of the bias added after them."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import in_signed
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.ops.operations import deprecated_ops, nn_ops
from ms2torch.ops.operations._grad_ops._pull_back import pull_back
from ms2torch.ops.primitive import Primitive


def _ones(shape: Any, like: Tensor) -> Tensor:
    t = unwrap(like)
    return wrap(torch.ones(shape_arg(shape), dtype=t.dtype, device=t.device))


class Conv2DBackpropFilter(nn_ops.Conv2D):
    """Gradient of `Conv2D` by its weight.

    Args:
        out_channel (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): of mode "pad". Default: ``0``.
        pad_list (tuple[int]): the same side by side, for the compiler; not used. Default: ``(0, 0, 0, 0)``.
        mode (int): only 1. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``(1, 1)``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``(1, 1, 1, 1)``.
        group (int): groups of channels. Default: ``1``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **out_backprop** (Tensor) - the gradient of the output.
        - **input** (Tensor) - the input of the convolution.
        - **filter_sizes** (Union[tuple[int], Tensor]) - the shape of the weight.

    Source: mindspore.ops.operations._grad_ops.Conv2DBackpropFilter, MindSpore 2.10
    """

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        pad_mode: str = "valid",
        pad: Any = 0,
        pad_list: Any = (0, 0, 0, 0),
        mode: int = 1,
        stride: Any = (1, 1),
        dilation: Any = (1, 1, 1, 1),
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(
            out_channel, kernel_size, mode, pad_mode, pad, _last(stride, 2), _last(dilation, 2), group, data_format
        )
        self.pad_list = pad_list

    def __call__(self, out_backprop: Tensor, input: Tensor, filter_sizes: Any) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda w: forward(input, w), out_backprop, _ones(filter_sizes, input))


class Conv3DBackpropFilter(nn_ops.Conv3D):
    """Gradient of `Conv3D` by its weight.

    Args:
        out_channel (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        mode (int): only 1. Default: ``1``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): of mode "pad". Default: ``0``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``(1, 1, 1, 1, 1)``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``(1, 1, 1, 1, 1)``.
        group (int): groups of channels. Default: ``1``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Inputs:
        - **x** (Tensor) - the input of the convolution.
        - **out_backprop** (Tensor) - the gradient of the output.
        - **filter_size** (Union[tuple[int], Tensor]) - the shape of the weight.

    Source: mindspore.ops.operations._grad_ops.Conv3DBackpropFilter, MindSpore 2.10
    """

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = (1, 1, 1, 1, 1),
        dilation: Any = (1, 1, 1, 1, 1),
        group: int = 1,
        data_format: str = "NCDHW",
    ) -> None:
        steps = _last(stride, 3), _last(dilation, 3)
        super().__init__(out_channel, kernel_size, mode, pad_mode, pad, *steps, group, data_format=data_format)

    def __call__(self, x: Tensor, out_backprop: Tensor, filter_size: Any) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda w: forward(x, w), out_backprop, _ones(filter_size, x))


class _DepthwiseBackprop(deprecated_ops.DepthwiseConv2dNative):
    """What the gradients of `DepthwiseConv2dNative` share.

    Args:
        channel_multiplier (int): outputs for each channel.
        kernel_size (Union[int, tuple[int]]): size of the window.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): of mode "pad". Default: ``0``.
        pad_list (tuple[int]): for the compiler; not used. Default: ``(0, 0, 0, 0)``.
        mode (int): only 3. Default: ``3``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): only 1. Default: ``1``.
    """

    def __init__(
        self,
        channel_multiplier: int,
        kernel_size: Any,
        pad_mode: str = "valid",
        pad: Any = 0,
        pad_list: Any = (0, 0, 0, 0),
        mode: int = 3,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
    ) -> None:
        super().__init__(channel_multiplier, kernel_size, mode, pad_mode, pad, stride, dilation, group)
        self.pad_list = pad_list


class DepthwiseConv2dNativeBackpropFilter(_DepthwiseBackprop):
    """Gradient of `DepthwiseConv2dNative` by its weight.

    Inputs:
        - **input** (Tensor) - the input of the convolution.
        - **filter_size** (Union[tuple[int], Tensor]) - the shape of the weight.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.DepthwiseConv2dNativeBackpropFilter, MindSpore 2.10
    """

    def __call__(self, input: Tensor, filter_size: Any, dout: Tensor) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda w: forward(input, w), dout, _ones(filter_size, input))


class DepthwiseConv2dNativeBackpropInput(_DepthwiseBackprop):
    """Gradient of `DepthwiseConv2dNative` by its input.

    Inputs:
        - **input_size** (Union[tuple[int], Tensor]) - the shape of the input.
        - **filter** (Tensor) - the weight.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.DepthwiseConv2dNativeBackpropInput, MindSpore 2.10
    """

    def __call__(self, input_size: Any, filter: Tensor, dout: Tensor) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda x: forward(x, filter), dout, _ones(input_size, dout))


class BiasAddGrad(Primitive):
    """Gradient of `BiasAdd` by the bias: the sum over all dimensions but that of the channels.

    Args:
        data_format (str): ``"NCHW"``, ``"NHWC"`` or ``"NCDHW"``. Default: ``"NCHW"``.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.BiasAddGrad, MindSpore 2.10
    """

    def __init__(self, data_format: str = "NCHW") -> None:
        if data_format not in ("NCHW", "NHWC", "NCDHW"):
            remedy = 'give "NCHW", "NHWC" or "NCDHW"'
            raise UnsupportedArgumentError("BiasAddGrad", "data_format", data_format, remedy)
        self.data_format = data_format

    def __call__(self, dout: Tensor) -> Tensor:
        t = unwrap(dout)
        channels = t.ndim - 1 if self.data_format == "NHWC" else 1
        over = [d for d in range(t.ndim) if d != channels]
        if not over:
            return wrap(t.clone())
        signed = in_signed(lambda x: x.sum(over, dtype=x.dtype), t)
        return wrap(t.sum(over, dtype=t.dtype) if signed is None else signed)


def _last(value: Any, n: int) -> Any:
    return tuple(value[-n:]) if isinstance(value, (tuple, list)) else value
