"""What the convolution layers share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common.initializer import HeUniform, Uniform, _calculate_fan_in_and_fan_out, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, init_shape, positive_int
from ms2torch.ops.function.nn._windows import pad_mode_arg, padding_pairs


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
        if transposed:
            self.is_valid, self.is_same, self.is_pad = (pad_mode == mode for mode in ("valid", "same", "pad"))
        self.has_bias = boolean(name, "has_bias", has_bias)
        self.data_format = data_format
        if data_format == "NHWC":
            raise UnsupportedArgumentError(name, "data_format", data_format, "transpose the input to NCHW, the default")
        pairs = in_channels, out_channels // group
        shape = (*(pairs if transposed else (out_channels, in_channels // group)), *kernel_size)
        init_shape(name, "weight_init", weight_init, shape)
        self.weight_init = HeUniform(math.sqrt(5)) if weight_init is None else weight_init
        self.weight = Parameter(initializer(self.weight_init, shape, dtype=dtype), name="weight")
        if has_bias and bias_init is None:
            fan_in, _ = _calculate_fan_in_and_fan_out(shape)
            bias_init = Uniform(1 / math.sqrt(fan_in))
        self.bias_init = bias_init
        self.bias = None
        if has_bias:
            self.bias = Parameter(initializer(self.bias_init, (out_channels,), dtype=dtype), name="bias")

    def _check_padding(self, n: int, lengths: tuple[int, ...]) -> None:
        """Check pad mode and padding when the layer is made, as MindSpore does."""
        name = type(self).__name__
        mode = pad_mode_arg(f"nn.{name}", self.pad_mode)
        if not isinstance(self.padding, (int, tuple)):
            msg = f"For '{name}', the type of 'padding' must be int or tuple(int), but got {self.padding!r}."
            raise TypeError(msg)
        values = (self.padding,) if isinstance(self.padding, int) else self.padding
        if mode != "pad" and any(values):
            msg = (
                f"For '{name}', the 'padding' must be zero when 'pad_mode' is {mode!r}, but got {self.padding!r}: "
                f"write pad_mode='pad', padding={self.padding!r}"
            )
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


def check_rank(layer: str, x: Tensor, rank: int) -> None:
    """Check the number of dimensions of an input.

    Raises:
        ValueError: if it is another.
    """
    t = unwrap(x)
    if t.ndim != rank:
        names: Sequence[str] = ("N", "C", "D", "H", "W") if rank == 5 else ("N", "C", "H", "W")[:rank]
        msg = f"nn.{layer} needs an input of {rank} dimensions ({', '.join(names)}), got shape {tuple(t.shape)}"
        raise ValueError(msg)
