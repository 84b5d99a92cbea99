"""Convolution layers, the transposed ones too."""

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
from ms2torch.ops.function.nn._windows import padding_pairs
from ms2torch.ops.function.nn.conv import conv1d, conv2d, conv3d
from ms2torch.ops.function.nn.conv_transpose import cut_for_mode, transposed

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


def _output_padding(layer: str, value: Any, n: int, stride: tuple[int, ...], dilation: tuple[int, ...]) -> Any:
    """Return the output padding per dimension.

    Raises:
        TypeError: if it is not made of ints.
        ValueError: if it is negative, or not below stride and dilation.
    """
    values = (value,) * n if isinstance(value, int) else value
    if not isinstance(values, tuple) or any(not isinstance(v, int) for v in values):
        msg = f"For '{layer}', the 'output_padding' must be an int or a tuple of {n} ints, but got {value!r}."
        raise TypeError(msg)
    if len(values) != n or any(not 0 <= v < max(s, d) for v, s, d in zip(values, stride, dilation, strict=True)):
        msg = (
            f"For '{layer}', the 'output_padding' must be in range of [0, max(stride, dilation)), but got {value!r} "
            f"for stride {stride} and dilation {dilation}."
        )
        raise ValueError(msg)
    return values


def _bare_padding(layer: str, padding: Any, n: int) -> None:
    """Check how the padding is given.

    Raises:
        TypeError: if it is neither an int nor a tuple.
        ValueError: if a tuple has another length than two entries per dimension, or an entry is negative.
    """
    if isinstance(padding, bool) or not isinstance(padding, (int, tuple)):
        msg = f"For '{layer}', the 'padding' must be an int or a tuple of {2 * n} ints, but got {padding!r}."
        raise TypeError(msg)
    if isinstance(padding, tuple) and len(padding) != 2 * n:
        msg = f"For '{layer}', the 'padding' must have {2 * n} entries, but got {padding!r}."
        raise ValueError(msg)
    padding_pairs(f"nn.{layer}", padding, n)


class Conv2dTranspose(_Conv):
    """Run a transposed convolution of images.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``: the output size is the input's times the stride; ``"valid"``: nothing is cut off,
            and the size at least that; ``"pad"``: as `padding` says. Default: ``"same"``.
        padding (Union[int, tuple[int]]): what is cut off: one number or (top, bottom, left, right), in mode "pad".
            Default: ``0``.
        output_padding (Union[int, tuple[int]]): what is cut off less at the bottom and right, in mode "pad".
            Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        has_bias (bool): add a bias. Default: ``False``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default ``None``:
            HeUniform(sqrt(5)), torch's law.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default ``None``:
            torch's law.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C_{in}, H, W)`.

    Outputs:
        Tensor of shape :math:`(N, C_{out}, H_{out}, W_{out})`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range, or the input has not four dimensions.

    Differs from MindSpore: it fills what `output_padding` adds with zeros (without the bias); here it is computed, as
    the formula of its documentation and torch have it.

    Source: mindspore.nn.Conv2dTranspose, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, int],
        stride: int | tuple[int, int] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        output_padding: int | tuple[int, int] = 0,
        dilation: int | tuple[int, int] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        name = "Conv2dTranspose"
        _bare_padding(name, padding, 2)
        super().__init__(
            in_channels, out_channels, window(name, "kernel_size", kernel_size, 2), window(name, "stride", stride, 2),
            pad_mode, padding, window(name, "dilation", dilation, 2), group, has_bias, weight_init, bias_init, "NCHW",
            dtype, transposed=True,
        )  # fmt: skip
        self._check_padding(2, (1, 4))
        self.output_padding = output_padding
        self._more = _output_padding(name, output_padding, 2, self.stride, self.dilation)

    def construct(self, x: Tensor) -> Tensor:
        check_rank("Conv2dTranspose", x, 4)
        before, wanted = cut_for_mode(
            "nn.Conv2dTranspose", self.pad_mode, self.padding, unwrap(x).shape[2:], self.kernel_size, self.stride,
            self.dilation, self._more,
        )  # fmt: skip
        return transposed(
            "nn.Conv2dTranspose", x, self.weight, self.bias, self.stride, self.dilation, self.group, before, wanted
        )

    def shard(self, strategy: Any) -> Conv2dTranspose:
        """Accept a parallel strategy; without effect in one process.

        Args:
            strategy (tuple): the strategy.

        Returns:
            Conv2dTranspose, itself.

        Source: mindspore.nn.Conv2dTranspose.shard, MindSpore 2.10
        """
        return self


class Conv1dTranspose(_Conv):
    """Run a transposed convolution of sequences. The weight is of shape (in, out / group, 1, kernel), as MindSpore's.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int): size of the window.
        stride (int): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``, ``"valid"`` or ``"pad"``, as in `Conv2dTranspose`. Default: ``"same"``.
        padding (int): what is cut off on both ends, in mode "pad". Default: ``0``.
        dilation (int): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        has_bias (bool): add a bias. Default: ``False``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values; a Tensor of shape
            (in, out / group, kernel). Default ``None``: HeUniform(sqrt(5)), torch's law.
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

    Source: mindspore.nn.Conv1dTranspose, MindSpore 2.10
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
        name = "Conv1dTranspose"
        for argument, value in (("kernel_size", kernel_size), ("stride", stride), ("padding", padding),
                                ("dilation", dilation)):  # fmt: skip
            if isinstance(value, bool) or not isinstance(value, int):
                msg = f"For '{name}', the type of '{argument}' should be 'int', but got type '{type(value).__name__}'."
                raise TypeError(msg)
        weight_init = flat_init(name, weight_init)
        super().__init__(
            in_channels, out_channels, (1, *window(name, "kernel_size", kernel_size, 1)),
            (1, *window(name, "stride", stride, 1)), pad_mode, (0, 0, padding, padding),
            (1, *window(name, "dilation", dilation, 1)), group, has_bias, weight_init, bias_init, "NCHW", dtype,
            transposed=True,
        )  # fmt: skip
        self._check_padding(2, (4,))

    def construct(self, x: Tensor) -> Tensor:
        check_rank("Conv1dTranspose", x, 3)
        stride, dilation = self.stride[1:], self.dilation[1:]
        before, wanted = cut_for_mode(
            "nn.Conv1dTranspose", self.pad_mode, self.padding[2:], unwrap(x).shape[2:], self.kernel_size[1:], stride,
            dilation, (0,),
        )  # fmt: skip
        weight = wrap(unwrap(self.weight).squeeze(2))
        return transposed("nn.Conv1dTranspose", x, weight, self.bias, stride, dilation, self.group, before, wanted)

    def shard(self, strategy: Any) -> Conv1dTranspose:
        """Accept a parallel strategy; without effect in one process.

        Args:
            strategy (tuple): the strategy.

        Returns:
            Conv1dTranspose, itself.

        Source: mindspore.nn.Conv1dTranspose.shard, MindSpore 2.10
        """
        return self


class Conv3dTranspose(_Conv):
    """Run a transposed convolution of volumes.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``, ``"valid"`` or ``"pad"``, as in `Conv2dTranspose`. Default: ``"same"``.
        padding (Union[int, tuple[int]]): what is cut off: one number or (front, back, top, bottom, left, right), in
            mode "pad". Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        output_padding (Union[int, tuple[int]]): what is cut off less behind, in mode "pad". Default: ``0``.
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

    Source: mindspore.nn.Conv3dTranspose, MindSpore 2.10
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
        output_padding: int | tuple[int, int, int] = 0,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        name = "Conv3dTranspose"
        if window(name, "dilation", dilation, 3)[0] != 1:
            msg = f"For '{name}', the depth of 'dilation' must be 1, but got {dilation!r}."
            raise ValueError(msg)
        _bare_padding(name, padding, 3)
        super().__init__(
            in_channels, out_channels, window(name, "kernel_size", kernel_size, 3), window(name, "stride", stride, 3),
            pad_mode, padding, window(name, "dilation", dilation, 3), group, has_bias, weight_init, bias_init,
            data_format, dtype, transposed=True,
        )  # fmt: skip
        self._check_padding(3, (1, 6))
        self.output_padding = output_padding
        self._more = _output_padding(name, output_padding, 3, self.stride, self.dilation)

    def construct(self, x: Tensor) -> Tensor:
        check_rank("Conv3dTranspose", x, 5)
        before, wanted = cut_for_mode(
            "nn.Conv3dTranspose", self.pad_mode, self.padding, unwrap(x).shape[2:], self.kernel_size, self.stride,
            self.dilation, self._more,
        )  # fmt: skip
        return transposed(
            "nn.Conv3dTranspose", x, self.weight, self.bias, self.stride, self.dilation, self.group, before, wanted
        )


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
