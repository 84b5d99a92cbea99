"""Convolution layers; the transposed ones come from beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._lazy import elsewhere
from ms2torch.common.tensor import Tensor
from ms2torch.nn._torch_layers import TorchLayer, convolution_layer, torch_padding
from ms2torch.nn.layer._arguments import flat_init, window
from ms2torch.nn.layer._conv_base import _Conv, check_rank
from ms2torch.nn.layer.conv_transpose import Conv1dTranspose, Conv2dTranspose, Conv3dTranspose
from ms2torch.ops.function.nn.conv import conv1d, conv2d, conv3d

__all__ = ["Conv1d", "Conv1dTranspose", "Conv2d", "Conv2dTranspose", "Conv3d", "Conv3dTranspose"]


def _check_input_3d(input_shape: Sequence[int], op_name: str) -> None:
    """Check that a shape has three dimensions.

    Args:
        input_shape (Sequence[int]): the shape.
        op_name (str): the layer that asks.

    Raises:
        ValueError: if it has not.
    """
    if len(input_shape) != 3:
        msg = f"For '{op_name}', the dimension of input must be 3d, but got {len(input_shape)}."
        raise ValueError(msg)


class Conv2d(_Conv):
    """Convolve images.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``: output size is the input's over the stride, rounded up, an odd padding goes to
            the bottom and right; ``"valid"``: no padding; ``"pad"``: as `padding` says. Default: ``"same"``.
        padding (Union[int, tuple[int]]): one number or (top, bottom, left, right), in mode "pad". Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        has_bias (bool): add a bias. Default: ``False``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default ``None``:
            HeUniform(sqrt(5)), torch's law.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default ``None``:
            torch's law.
        data_format (str): only ``"NCHW"``, as MindSpore on CPU. Default: ``"NCHW"``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C_{in}, H, W)`.

    Outputs:
        Tensor of shape :math:`(N, C_{out}, H_{out}, W_{out})`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range, or the input has not four dimensions.

    Source: mindspore.nn.Conv2d, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, int],
        stride: int | tuple[int, int] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, int] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCHW",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(
            in_channels, out_channels, window("Conv2d", "kernel_size", kernel_size, 2),
            window("Conv2d", "stride", stride, 2), pad_mode, padding, window("Conv2d", "dilation", dilation, 2), group,
            has_bias, weight_init, bias_init, data_format, dtype,
        )  # fmt: skip
        self._check_padding(2, (1, 4))

    def construct(self, x: Tensor) -> Tensor:
        check_rank("Conv2d", x, 4)
        return conv2d(x, self.weight, self.bias, self.stride, self.pad_mode, self.padding, self.dilation, self.group)

    def _torch_layer(self) -> TorchLayer | None:
        channels, padding = (
            (self.in_channels, self.out_channels),
            torch_padding(self.pad_mode, self.padding, self.stride),
        )
        return convolution_layer(channels, self.kernel_size, self.stride, padding, self.dilation, self.group)


class Conv1d(_Conv):
    """Convolve sequences. The weight has an extra axis, as MindSpore's: shape (out, in / group, 1, kernel).

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int): length of the window.
        stride (int): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``, ``"valid"`` or ``"pad"``, as in `Conv2d`. Default: ``"same"``.
        padding (int): on both ends, in mode "pad". Default: ``0``.
        dilation (int): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        has_bias (bool): add a bias. Default: ``False``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default ``None``:
            HeUniform(sqrt(5)), torch's law.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default ``None``:
            torch's law.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C_{in}, L)`.

    Outputs:
        Tensor of shape :math:`(N, C_{out}, L_{out})`.

    Raises:
        TypeError: if a size is not an int.
        ValueError: if an argument is out of range, or the input has not three dimensions.

    Source: mindspore.nn.Conv1d, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int,
        stride: int = 1,
        pad_mode: str = "same",
        padding: int = 0,
        dilation: int = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        for name, value in (("kernel_size", kernel_size), ("stride", stride), ("padding", padding),
                            ("dilation", dilation)):  # fmt: skip
            if isinstance(value, bool) or not isinstance(value, int):
                msg = f"For 'Conv1d', the type of '{name}' should be 'int', but got type '{type(value).__name__}'."
                raise TypeError(msg)
        super().__init__(
            in_channels, out_channels, (1, *window("Conv1d", "kernel_size", kernel_size, 1)),
            (1, *window("Conv1d", "stride", stride, 1)), pad_mode, (0, 0, padding, padding),
            (1, *window("Conv1d", "dilation", dilation, 1)), group, has_bias,
            flat_init("Conv1d", weight_init), bias_init, "NCHW", dtype,
        )  # fmt: skip
        self._check_padding(2, (4,))

    def construct(self, x: Tensor) -> Tensor:
        check_rank("Conv1d", x, 3)
        weight = wrap(unwrap(self.weight).squeeze(2))
        return conv1d(
            x, weight, self.bias, self.stride[1], self.pad_mode, self.padding[2:], self.dilation[1], self.group
        )


class Conv3d(_Conv):
    """Convolve volumes.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``, ``"valid"`` or ``"pad"``, as in `Conv2d`. Default: ``"same"``.
        padding (Union[int, tuple[int]]): one number or (front, back, top, bottom, left, right), in mode "pad".
            Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        has_bias (bool): add a bias. Default: ``False``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default ``None``:
            HeUniform(sqrt(5)), torch's law.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default ``None``:
            torch's law.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C_{in}, D, H, W)`.

    Outputs:
        Tensor of shape :math:`(N, C_{out}, D_{out}, H_{out}, W_{out})`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range, or the input has not five dimensions.

    Source: mindspore.nn.Conv3d, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, int, int],
        stride: int | tuple[int, int, int] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, int, int] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(
            in_channels, out_channels, window("Conv3d", "kernel_size", kernel_size, 3),
            window("Conv3d", "stride", stride, 3), pad_mode, padding, window("Conv3d", "dilation", dilation, 3), group,
            has_bias, weight_init, bias_init, data_format, dtype,
        )  # fmt: skip
        self._check_padding(3, (1, 6))

    def construct(self, x: Tensor) -> Tensor:
        check_rank("Conv3d", x, 5)
        return conv3d(x, self.weight, self.bias, self.stride, self.pad_mode, self.padding, self.dilation, self.group)

    def _torch_layer(self) -> TorchLayer | None:
        channels, padding = (
            (self.in_channels, self.out_channels),
            torch_padding(self.pad_mode, self.padding, self.stride),
        )
        return convolution_layer(channels, self.kernel_size, self.stride, padding, self.dilation, self.group)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
