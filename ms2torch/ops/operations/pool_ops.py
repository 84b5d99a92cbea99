"""Pooling as Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError, op_error
from ms2torch.ops.function.nn import pool, pool_adaptive
from ms2torch.ops.function.nn._windows import Pairs, padding_pairs, same_pairs
from ms2torch.ops.primitive import Primitive


class _Pool(Primitive):
    """What the pools share: window, step and padding."""

    dims: int
    modes: tuple[str, ...] = ("VALID", "SAME")

    def _set(self, kernel_size: Any, strides: Any, pad_mode: Any, data_format: str, pad: Any = 0) -> None:
        op = f"ops.{type(self).__name__}"
        if not isinstance(pad_mode, str):
            msg = f"{op}: pad_mode must be a str, got {pad_mode!r}"
            raise TypeError(msg)
        if pad_mode.upper() not in self.modes:
            msg = f"{op}: pad_mode must be one of {', '.join(self.modes)}, got {pad_mode!r}"
            raise ValueError(msg)
        if data_format not in ("NCHW", "NCDHW"):
            remedy = "transpose the input so that the channels are dimension 1"
            raise UnsupportedArgumentError(op, "data_format", data_format, remedy)
        if not isinstance(pad, (int, tuple)):
            msg = f"For '{op.removeprefix('ops.')}', the type of 'pad_list' should be int or tuple, but got {pad!r}."
            raise TypeError(msg)
        self.kernel_size = pool.window_of(op, "kernel_size", kernel_size, self.dims)
        self.strides = pool.window_of(op, "strides", strides, self.dims)
        self.pad_mode = pad_mode.upper()
        self.data_format = data_format
        self._pads = padding_pairs(op, pad, self.dims)
        if self.pad_mode != "PAD" and any(side for pair in self._pads for side in pair):
            msg = f"{op}: the padding must be zero when pad_mode is {pad_mode!r}, got {pad!r}"
            raise ValueError(msg)

    def _input(self, x: Tensor) -> tuple[torch.Tensor, Pairs]:
        t = unwrap(x)
        if t.ndim != self.dims + 2:
            name = type(self).__name__
            msg = f"ops.{name}: the input must have {self.dims + 2} dimensions, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        if self.pad_mode == "SAME":
            return t, same_pairs(t.shape[2:], self.kernel_size, self.strides, (1,) * self.dims)
        return t, self._pads


class MaxPool(_Pool):
    """Take the largest element of each window of images.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"valid"`` or ``"same"``, in any case. Default: ``"valid"``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.

    Source: mindspore.ops.MaxPool, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self, kernel_size: Any = 1, strides: Any = 1, pad_mode: str = "valid", data_format: str = "NCHW"
    ) -> None:
        self._set(kernel_size, strides, pad_mode, data_format)

    def __call__(self, x: Tensor) -> Tensor:
        t, pairs = self._input(x)
        try:
            return wrap(pool.max_pool_padded(t, self.kernel_size, self.strides, pairs))
        except RuntimeError as error:
            raise op_error("ops.MaxPool", error, x=x, kernel_size=self.kernel_size) from None


class AvgPool(_Pool):
    """Average each window of images; what mode "same" pads is not counted.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"valid"`` or ``"same"``, in any case. Default: ``"VALID"``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.

    Source: mindspore.ops.AvgPool, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self, kernel_size: Any = 1, strides: Any = 1, pad_mode: str = "VALID", data_format: str = "NCHW"
    ) -> None:
        self._set(kernel_size, strides, pad_mode, data_format)

    def __call__(self, x: Tensor) -> Tensor:
        t, pairs = self._input(x)
        try:
            return wrap(pool.avg_pool_padded(t, self.kernel_size, self.strides, pairs, count_include_pad=False))
        except RuntimeError as error:
            raise op_error("ops.AvgPool", error, x=x, kernel_size=self.kernel_size) from None


class MaxPool3D(_Pool):
    """Take the largest element of each window of volumes.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"VALID"``.
        pad_list (Union[int, tuple[int]]): one number, one or two for each dimension, in mode "pad". Default: ``0``.
        ceil_mode (bool, optional): keep a last window that lies partly outside, in mode "pad". Default: ``None``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)`.

    Source: mindspore.ops.MaxPool3D, MindSpore 2.10
    """

    dims = 3
    modes = ("VALID", "SAME", "PAD")

    def __init__(
        self,
        kernel_size: Any = 1,
        strides: Any = 1,
        pad_mode: str = "VALID",
        pad_list: Any = 0,
        ceil_mode: bool | None = None,
        data_format: str = "NCDHW",
    ) -> None:
        self._set(kernel_size, strides, pad_mode, data_format, pad_list)
        if ceil_mode is not None and self.pad_mode != "PAD":
            msg = f"ops.MaxPool3D: ceil_mode must be None when pad_mode is {pad_mode!r}, got {ceil_mode}"
            raise ValueError(msg)
        self.ceil_mode = bool(ceil_mode)

    def __call__(self, x: Tensor) -> Tensor:
        t, pairs = self._input(x)
        try:
            return wrap(pool.max_pool_padded(t, self.kernel_size, self.strides, pairs, ceil_mode=self.ceil_mode))
        except RuntimeError as error:
            raise op_error("ops.MaxPool3D", error, x=x, kernel_size=self.kernel_size) from None


class AvgPool3D(_Pool):
    """Average each window of volumes.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"valid"``.
        pad (Union[int, tuple[int], list[int]]): one number or two for each dimension, in mode "pad". Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor, in mode "same" too. Default: ``True``.
        divisor_override (int): divide by this instead; ``0``: do not. Default: ``0``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, D, H, W)`.

    Source: mindspore.ops.AvgPool3D, MindSpore 2.10
    """

    dims = 3
    modes = ("VALID", "SAME", "PAD")

    def __init__(
        self,
        kernel_size: Any = 1,
        strides: Any = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int = 0,
        data_format: str = "NCDHW",
    ) -> None:
        self._set(kernel_size, strides, pad_mode, data_format, pad)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override
        if divisor_override < 0:
            msg = f"ops.AvgPool3D: divisor_override must not be negative, got {divisor_override}"
            raise ValueError(msg)
        pool.check_avg_padding("ops.AvgPool3D", self.kernel_size, self._pads)

    def __call__(self, input: Tensor) -> Tensor:
        t, pairs = self._input(input)
        kind = t.dtype
        if kind is torch.float16 and t.device.type == "cpu":
            t = t.float()  # torch has no CPU kernel in float16
        try:
            out = pool.avg_pool_padded(
                t, self.kernel_size, self.strides, pairs, ceil_mode=self.ceil_mode,
                count_include_pad=self.count_include_pad, divisor=self.divisor_override or None,
            )  # fmt: skip
        except RuntimeError as error:
            raise op_error("ops.AvgPool3D", error, input=input, kernel_size=self.kernel_size) from None
        return wrap(out.to(dtype=kind))


class MaxPoolWithArgmax(_Pool):
    """Take the largest element of each window of images, and its place; `MaxPoolWithArgmaxV2` is the newer one.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"valid"`` or ``"same"``, in any case. Default: ``"valid"``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Outputs:
        tuple of two Tensors: the result, and the places in the flattened sample (over its channels too), of int32.

    Differs from MindSpore: its CPU kernel takes other windows in mode "same" than `MaxPool` does.

    Source: mindspore.ops.MaxPoolWithArgmax, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self, kernel_size: Any = 1, strides: Any = 1, pad_mode: str = "valid", data_format: str = "NCHW"
    ) -> None:
        self._set(kernel_size, strides, pad_mode, data_format)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        t, pairs = self._input(x)
        (_, channels, height, width), (top, bottom), (left, right) = t.shape, *pairs
        low = float("-inf") if t.is_floating_point() else torch.iinfo(t.dtype).min
        padded = torch.nn.functional.pad(t, (left, right, top, bottom), value=low)
        out, places = pool.max_pool_with_indices(
            "ops.MaxPoolWithArgmax", 2, wrap(padded), self.kernel_size, self.strides, 0, 1, False
        )
        row, column = places // padded.shape[3] - top, places % padded.shape[3] - left
        channel = torch.arange(channels, device=t.device).view(-1, 1, 1)
        return wrap(out), wrap(((channel * height + row) * width + column).to(dtype=torch.int32))


def _argmax_type(op: str, argmax_type: mstype.Type) -> torch.dtype:
    dtype = given_type(argmax_type)
    if dtype not in (torch.int32, torch.int64):
        msg = f"{op}: argmax_type must be int32 or int64, got {argmax_type}"
        raise TypeError(msg)
    return dtype


class MaxPoolWithArgmaxV2(Primitive):
    """Take the largest element of each window of images, and its place.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        strides (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        pads (Union[int, tuple[int]]): on both sides; what is padded never wins. Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``(1, 1)``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        argmax_type (mindspore.dtype): type of the places, int64 or int32. Default: ``mstype.int64``.

    Outputs:
        tuple of two Tensors: the result, and the places in the flattened image.

    Source: mindspore.ops.MaxPoolWithArgmaxV2, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any,
        strides: Any = None,
        pads: Any = 0,
        dilation: Any = (1, 1),
        ceil_mode: bool = False,
        argmax_type: mstype.Type = mstype.int64,
    ) -> None:
        op = "ops.MaxPoolWithArgmaxV2"
        self.kernel_size = pool.window_of(op, "kernel_size", kernel_size, 2)
        self.strides = self.kernel_size if strides is None else pool.window_of(op, "strides", strides, 2)
        self.pads = pool.window_of(op, "pads", pads, 2, least=0)
        self.dilation = pool.window_of(op, "dilation", dilation, 2)
        self.ceil_mode = ceil_mode
        self._places = _argmax_type(op, argmax_type)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        out, places = pool.max_pool_with_indices(
            "ops.MaxPoolWithArgmaxV2", 2, x, self.kernel_size, self.strides, self.pads, self.dilation, self.ceil_mode
        )
        return wrap(out), wrap(places.to(self._places))


class MaxPool3DWithArgmax(Primitive):
    """Take the largest element of each window of volumes, and its place.

    Args:
        ksize (Union[int, tuple[int]]): size of the window.
        strides (Union[int, tuple[int]]): step of the window.
        pads (Union[int, tuple[int]]): on both sides; what is padded never wins.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``(1, 1, 1)``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.
        argmax_type (mindspore.dtype): type of the places, int64 or int32. Default: ``mstype.int64``.

    Outputs:
        tuple of two Tensors: the result, and the places in the flattened volume.

    Source: mindspore.ops.MaxPool3DWithArgmax, MindSpore 2.10
    """

    def __init__(
        self,
        ksize: Any,
        strides: Any,
        pads: Any,
        dilation: Any = (1, 1, 1),
        ceil_mode: bool = False,
        data_format: str = "NCDHW",
        argmax_type: mstype.Type = mstype.int64,
    ) -> None:
        op = "ops.MaxPool3DWithArgmax"
        if data_format != "NCDHW":
            msg = f"{op}: data_format must be 'NCDHW', got {data_format!r}"
            raise ValueError(msg)
        self.ksize = pool.window_of(op, "ksize", ksize, 3)
        self.strides = pool.window_of(op, "strides", strides, 3)
        self.pads = pool.window_of(op, "pads", pads, 3, least=0)
        self.dilation = pool.window_of(op, "dilation", dilation, 3)
        self.ceil_mode = ceil_mode
        self._places = _argmax_type(op, argmax_type)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        out, places = pool.max_pool_with_indices(
            "ops.MaxPool3DWithArgmax", 3, x, self.ksize, self.strides, self.pads, self.dilation, self.ceil_mode
        )
        return wrap(out), wrap(places.to(self._places))


class AdaptiveAvgPool2D(Primitive):
    """Average images down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Source: mindspore.ops.AdaptiveAvgPool2D, MindSpore 2.10
    """

    def __init__(self, output_size: pool_adaptive.OutputSize) -> None:
        self.output_size = pool_adaptive.output_sizes("ops.AdaptiveAvgPool2D", output_size, 2)

    def __call__(self, x: Tensor) -> Tensor:
        return pool_adaptive.adaptive_avg_pool2d(x, self.output_size)


class AdaptiveAvgPool3D(Primitive):
    """Average volumes down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Source: mindspore.ops.AdaptiveAvgPool3D, MindSpore 2.10
    """

    def __init__(self, output_size: pool_adaptive.OutputSize) -> None:
        self.output_size = pool_adaptive.output_sizes("ops.AdaptiveAvgPool3D", output_size, 3)

    def __call__(self, x: Tensor) -> Tensor:
        return pool_adaptive.adaptive_avg_pool3d(x, self.output_size)


class AdaptiveMaxPool2D(Primitive):
    """Take the largest elements of images, down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Outputs:
        tuple of two Tensors: the result, and the places in the flattened image, of int64.

    Source: mindspore.ops.AdaptiveMaxPool2D, MindSpore 2.10
    """

    def __init__(self, output_size: pool_adaptive.OutputSize) -> None:
        self.output_size = pool_adaptive.output_sizes("ops.AdaptiveMaxPool2D", output_size, 2, lists=True)

    def __call__(self, input: Tensor) -> Any:
        return pool_adaptive.adaptive_max_pool2d(input, self.output_size, True)


class AdaptiveMaxPool3D(Primitive):
    """Take the largest elements of volumes, down to a size.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.
        - **output_size** (Tensor) - three ints.

    Outputs:
        tuple of two Tensors: the result, and the places in the flattened volume, of int32.

    Source: mindspore.ops.AdaptiveMaxPool3D, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor, output_size: Tensor) -> Any:
        return pool_adaptive.adaptive_max_pool3d(x, tuple(unwrap(output_size).tolist()), True)


class MaxUnpool2D(Primitive):
    """Put the elements of max-pooled images back to their places, and zeros elsewhere.

    Args:
        ksize (Union[int, tuple[int]]): size of the window.
        strides (Union[int, tuple[int]]): step; ``0``: the window's size. Default: ``0``.
        pads (Union[int, tuple[int]]): what the pool had. Default: ``0``.
        output_shape (tuple[int]): the size; empty: the least that fits. Default: ``()``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Source: mindspore.ops.MaxUnpool2D, MindSpore 2.10
    """

    def __init__(
        self,
        ksize: Any,
        strides: Any = 0,
        pads: Any = 0,
        output_shape: tuple[int, ...] = (),
        data_format: str = "NCHW",
    ) -> None:
        if data_format != "NCHW":
            raise UnsupportedArgumentError("ops.MaxUnpool2D", "data_format", data_format, "use 'NCHW', the default")
        self.ksize = ksize
        self.strides = ksize if strides in (0, (0, 0)) else strides
        self.pads = pads
        self.output_shape = output_shape

    def __call__(self, x: Tensor, argmax: Tensor) -> Tensor:
        return pool_adaptive.max_unpool2d(x, argmax, self.ksize, self.strides, self.pads, self.output_shape)


class MaxUnpool3D(Primitive):
    """Put the elements of max-pooled volumes back to their places, and zeros elsewhere.

    Args:
        ksize (Union[int, tuple[int]]): size of the window.
        strides (Union[int, tuple[int]]): step; ``0``: the window's size. Default: ``0``.
        pads (Union[int, tuple[int]]): what the pool had. Default: ``0``.
        output_shape (tuple[int]): the size; empty: the least that fits. Default: ``()``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Source: mindspore.ops.MaxUnpool3D, MindSpore 2.10
    """

    def __init__(
        self,
        ksize: Any,
        strides: Any = 0,
        pads: Any = 0,
        output_shape: tuple[int, ...] = (),
        data_format: str = "NCDHW",
    ) -> None:
        if data_format != "NCDHW":
            raise UnsupportedArgumentError("ops.MaxUnpool3D", "data_format", data_format, "use 'NCDHW', the default")
        self.ksize = ksize
        self.strides = ksize if strides in (0, (0, 0, 0)) else strides
        self.pads = pads
        self.output_shape = output_shape

    def __call__(self, x: Tensor, argmax: Tensor) -> Tensor:
        return pool_adaptive.max_unpool3d(x, argmax, self.ksize, self.strides, self.pads, self.output_shape)
