"""Convolution layers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common import dtype as mstype
from ms2torch.common._base import unwrap, wrap
from ms2torch.common.initializer import HeUniform, Uniform, _calculate_fan_in_and_fan_out, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, init_shape, positive_int, window
from ms2torch.ops.function._windows import pad_mode_arg, padding_pairs
from ms2torch.ops.function.conv import conv1d, conv2d, conv3d

__all__ = ["Conv1d", "Conv2d", "Conv3d"]


class _Conv(Cell):
    """What the six convolution layers share: arguments, parameters and how they are printed."""

    bias: Parameter | None

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: tuple[int, ...],
        stride: tuple[int, ...],
        pad_mode: str,
        padding: Any,
        dilation: tuple[int, ...],
        group: int,
        has_bias: bool,
        weight_init: Any,
        bias_init: Any,
        data_format: str,
        dtype: mstype.Type,
        *,
        transposed: bool = False,
    ) -> None:
        super().__init__()
        name = type(self).__name__
        self.in_channels = positive_int(name, "in_channels", in_channels)
        self.out_channels = positive_int(name, "out_channels", out_channels)
        self.group = positive_int(name, "group", group)
        for side, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if channels % group:
                msg = f"For '{name}', '{side}' must be divisible by 'group', but got {channels} and {group}."
                raise ValueError(msg)
        self.kernel_size = kernel_size
        self.stride = stride
        self.dilation = dilation
        self.pad_mode = pad_mode
        self.padding = padding
        self.has_bias = boolean(name, "has_bias", has_bias)
        self.data_format = data_format
        if data_format == "NHWC":
            raise UnsupportedArgumentError(name, "data_format", data_format, "transpose the input to NCHW, the default")
        pairs = in_channels, out_channels // group
        shape = (*(pairs if transposed else (out_channels, in_channels // group)), *kernel_size)
        init_shape(name, "weight_init", weight_init, shape)
        self.weight_init = HeUniform(math.sqrt(5)) if weight_init is None else weight_init
        self.weight = Parameter(initializer(self.weight_init, shape, dtype=dtype), name="weight")
        self.bias_init = bias_init
        self.bias = None
        if has_bias:
            fan_in, _ = _calculate_fan_in_and_fan_out(shape)
            self.bias_init = Uniform(1 / math.sqrt(fan_in)) if bias_init is None else bias_init
            self.bias = Parameter(initializer(self.bias_init, (out_channels,), dtype=dtype), name="bias")

    def _check_padding(self, n: int, lengths: tuple[int, ...]) -> None:
        """Check pad mode and padding when the layer is made, as MindSpore does."""
        name = type(self).__name__
        mode = pad_mode_arg(f"nn.{name}", self.pad_mode)
        values = (self.padding,) if isinstance(self.padding, int) else self.padding
        if mode != "pad" and any(values):
            msg = f"For '{name}', the 'padding' must be zero when 'pad_mode' is {mode!r}, but got {self.padding!r}."
            raise ValueError(msg)
        if len(values) not in lengths:
            msg = f"For '{name}', the 'padding' must be an int or a tuple of {2 * n} ints, but got {self.padding!r}."
            raise ValueError(msg)
        padding_pairs(f"nn.{name}", self.padding, n)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}, pad_mode={self.pad_mode}, padding={self.padding}, dilation={self.dilation}, "
            f"group={self.group}, has_bias={self.has_bias}, weight_init={self.weight_init}, "
            f"bias_init={self.bias_init}, format={self.data_format}"
        )


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
        """Apply the layer."""
        _check_rank("Conv2d", x, 4)
        return conv2d(x, self.weight, self.bias, self.stride, self.pad_mode, self.padding, self.dilation, self.group)


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
            (1, *window("Conv1d", "dilation", dilation, 1)), group, has_bias, weight_init, bias_init, "NCHW", dtype,
        )  # fmt: skip
        self._check_padding(2, (4,))

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        _check_rank("Conv1d", x, 3)
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
        """Apply the layer."""
        _check_rank("Conv3d", x, 5)
        return conv3d(x, self.weight, self.bias, self.stride, self.pad_mode, self.padding, self.dilation, self.group)


def _check_rank(layer: str, x: Tensor, rank: int) -> None:
    t = unwrap(x)
    if t.ndim != rank:
        names: Sequence[str] = ("N", "C", "D", "H", "W") if rank == 5 else ("N", "C", "H", "W")[:rank]
        msg = f"nn.{layer} needs an input of {rank} dimensions ({', '.join(names)}), got shape {tuple(t.shape)}"
        raise ValueError(msg)
