"""Linear and convolution layers of `mindspore.mint.nn`, under torch's argument names and defaults."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as torch_F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import op_error, require_default
from ms2torch.common.initializer import HeUniform, Uniform, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._torch_layers import TorchLayer, convolution_layer
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, positive_int

Size = int | tuple[int, ...] | list[int]


def _sizes(owner: str, name: str, value: Size, n: int, least: int) -> tuple[int, ...]:
    sizes = (value,) * n if isinstance(value, int) else tuple(value)
    if len(sizes) != n or any(not isinstance(s, int) or s < least for s in sizes):
        msg = f"mint.nn.{owner}: {name} must be an int or {n} ints of at least {least}, got {value!r}"
        raise ValueError(msg)
    return sizes


class _Conv(Cell):
    """What the convolutions have in common; `_n` is the number of spatial dimensions."""

    _n = 2
    _transposed = False

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size,
        padding: Any,
        dilation: Size,
        groups: int,
        bias: bool,
        padding_mode: str,
        dtype: mstype.Type | None,
    ) -> None:
        super().__init__()
        owner, n = self.cls_name, self._n
        self.in_channels, self.out_channels = in_channels, out_channels
        self.groups = positive_int(owner, "groups", groups)
        if in_channels % groups or out_channels % groups:
            msg = f"mint.nn.{owner}: {groups} groups must divide {in_channels} and {out_channels} channels"
            raise ValueError(msg)
        self.kernel_size = _sizes(owner, "kernel_size", kernel_size, n, 1)
        self.stride = _sizes(owner, "stride", stride, n, 1)
        self.dilation = _sizes(owner, "dilation", dilation, n, 1)
        self.padding = padding if isinstance(padding, str) else _sizes(owner, "padding", padding, n, 0)
        self.padding_mode = padding_mode
        self._check_padding()
        first, second = (in_channels, out_channels) if self._transposed else (out_channels, in_channels)
        shape = (first, second // groups, *self.kernel_size)
        kind = mstype.float32 if dtype is None else dtype
        self.weight = Parameter(initializer(HeUniform(math.sqrt(5)), shape, kind), name="weight")
        self.bias: Parameter | None = None
        if boolean(owner, "bias", bias):
            fan_in = math.prod(shape[1:])
            law = Uniform(1 / math.sqrt(fan_in)) if fan_in else "zeros"
            self.bias = Parameter(initializer(law, (out_channels,), kind), name="bias")

    def _check_padding(self) -> None:
        if isinstance(self.padding, str):
            if self.padding not in ("same", "valid"):
                msg = f"mint.nn.{self.cls_name}: padding must be ints, 'same' or 'valid', got {self.padding!r}"
                raise ValueError(msg)
            if self.padding == "same" and any(s != 1 for s in self.stride):
                msg = f"mint.nn.{self.cls_name}: padding='same' needs stride 1, got {self.stride}"
                raise ValueError(msg)
        if self.padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            msg = (
                f"mint.nn.{self.cls_name}: padding_mode must be 'zeros', 'reflect', 'replicate' or 'circular', "
                f"got {self.padding_mode!r}"
            )
            raise ValueError(msg)

    def _pads(self) -> list[int]:
        """Return how much to add before and after each dimension, from the last on."""
        out: list[int] = []
        for i in reversed(range(self._n)):
            if isinstance(self.padding, str):
                total = self.dilation[i] * (self.kernel_size[i] - 1) if self.padding == "same" else 0
                out += [total // 2, total - total // 2]
            else:
                out += [self.padding[i]] * 2
        return out

    def _torch_convolution(self) -> TorchLayer | None:
        channels, padding = (self.in_channels, self.out_channels), self.padding
        places = padding if self.padding_mode == "zeros" else None
        return convolution_layer(channels, self.kernel_size, self.stride, places, self.dilation, self.groups)

    def _convolve(self, function: Any, input: Tensor) -> Tensor:
        t, padding = unwrap(input), self.padding
        if self.padding_mode != "zeros":
            t, padding = torch_F.pad(t, self._pads(), mode=self.padding_mode), 0
        bias = None if self.bias is None else self.bias._t
        try:
            return wrap(function(t, self.weight._t, bias, self.stride, padding, self.dilation, self.groups))
        except RuntimeError as error:
            raise op_error(f"mint.nn.{self.cls_name}", error, input=input, weight=self.weight) from None

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, groups={self.groups}, bias={self.bias is not None}"
        )


class Conv1d(_Conv):
    """Convolve sequences.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.
        padding (Any): elements added on both sides, or ``'same'`` or ``'valid'``. Default: ``0``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        groups (int): into how many groups the channels fall. Default: ``1``.
        bias (bool): add a bias. Default: ``True``.
        padding_mode (str): ``'zeros'``, ``'reflect'``, ``'replicate'`` or ``'circular'``. Default: ``'zeros'``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Inputs:
        - **input** (Tensor) - (N, C, L), or without N.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Conv1d, MindSpore 2.10
    """

    _n = 1

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        dilation: Size = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, dtype
        )

    def construct(self, input: Tensor) -> Tensor:
        return self._convolve(torch.conv1d, input)

    def _torch_layer(self) -> TorchLayer | None:
        return self._torch_convolution()


class Conv2d(_Conv):
    """Convolve images.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.
        padding (Any): elements added on both sides, or ``'same'`` or ``'valid'``. Default: ``0``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        groups (int): into how many groups the channels fall. Default: ``1``.
        bias (bool): add a bias. Default: ``True``.
        padding_mode (str): ``'zeros'``, ``'reflect'``, ``'replicate'`` or ``'circular'``. Default: ``'zeros'``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Inputs:
        - **input** (Tensor) - (N, C, H, W), or without N.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Conv2d, MindSpore 2.10
    """

    _n = 2

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        dilation: Size = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, dtype
        )

    def construct(self, input: Tensor) -> Tensor:
        return self._convolve(torch.conv2d, input)

    def _torch_layer(self) -> TorchLayer | None:
        return self._torch_convolution()


class Conv3d(_Conv):
    """Convolve volumes.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.
        padding (Any): elements added on both sides, or ``'same'`` or ``'valid'``. Default: ``0``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        groups (int): into how many groups the channels fall. Default: ``1``.
        bias (bool): add a bias. Default: ``True``.
        padding_mode (str): ``'zeros'``, ``'reflect'``, ``'replicate'`` or ``'circular'``. Default: ``'zeros'``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Inputs:
        - **input** (Tensor) - (N, C, D, H, W), or without N.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Conv3d, MindSpore 2.10
    """

    _n = 3

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        dilation: Size = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, dtype
        )

    def construct(self, input: Tensor) -> Tensor:
        return self._convolve(torch.conv3d, input)

    def _torch_layer(self) -> TorchLayer | None:
        return self._torch_convolution()


class ConvTranspose2d(_Conv):
    """Convolve images backwards.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        output_padding (Size): added to one side of the output. Default: ``0``.
        groups (int): into how many groups the channels fall. Default: ``1``.
        bias (bool): add a bias. Default: ``True``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        padding_mode (str): only ``'zeros'``. Default: ``'zeros'``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Inputs:
        - **input** (Tensor) - (N, C, H, W), or without N.
        - **output_size** (Sequence[int], None) - size of the output; None entries keep that of the input.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.ConvTranspose2d, MindSpore 2.10
    """

    _transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Size = 0,
        output_padding: Size = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Size = 1,
        padding_mode: str = "zeros",
        dtype: mstype.Type | None = None,
    ) -> None:
        require_default("mint.nn.ConvTranspose2d", "padding_mode", padding_mode, "zeros", "leave it out")
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, dtype
        )
        self.output_padding = _sizes("ConvTranspose2d", "output_padding", output_padding, 2, 0)

    def construct(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        extra = self.output_padding if output_size is None else self._missing(input, output_size)
        bias = None if self.bias is None else self.bias._t
        t, pad = unwrap(input), self.padding
        try:
            return wrap(
                torch_F.conv_transpose2d(
                    t,
                    self.weight._t,
                    bias,
                    self.stride,
                    pad,  # pyright: ignore[reportArgumentType]
                    extra,
                    self.groups,
                    self.dilation,  # type: ignore[arg-type]
                )
            )
        except RuntimeError as error:
            raise op_error("mint.nn.ConvTranspose2d", error, input=input, weight=self.weight) from None

    def _missing(self, input: Tensor, output_size: Sequence[int]) -> tuple[int, ...]:
        """Return the output padding that gives an output size."""
        out = []
        for i, wanted in enumerate(tuple(output_size)[-2:]):
            reach = self.dilation[i] * (self.kernel_size[i] - 1) + 1
            least = (unwrap(input).shape[i - 2] - 1) * self.stride[i] - 2 * self.padding[i] + reach  # type: ignore[operator]
            out.append(int(wanted) - least)
        return tuple(out)
