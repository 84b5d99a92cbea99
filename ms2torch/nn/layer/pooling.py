"""Pooling layers with sliding windows; the others come from beside."""

from __future__ import annotations

from math import prod
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import UnsupportedArgumentError, op_error
from ms2torch._lazy import elsewhere
from ms2torch.common.tensor import Tensor
from ms2torch.nn._torch_layers import TorchLayer
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._pooling_other import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
    AdaptiveMaxPool2d,
    AdaptiveMaxPool3d,
    AvgPool1dExt,
    AvgPool2dExt,
    AvgPool3dExt,
    FractionalMaxPool2d,
    FractionalMaxPool3d,
    LPPool1d,
    LPPool2d,
    MaxPool2dExt,
    MaxUnpool1d,
    MaxUnpool2d,
    MaxUnpool3d,
)
from ms2torch.ops.function.nn._windows import Pairs, same_pairs
from ms2torch.ops.function.nn.pool import (
    avg_pool_padded,
    check_avg_padding,
    max_pool_padded,
    max_pool_with_indices,
    window_of,
)

__all__ = [
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AdaptiveAvgPool3d",
    "AdaptiveMaxPool1d",
    "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d",
    "AvgPool1d",
    "AvgPool1dExt",
    "AvgPool2d",
    "AvgPool2dExt",
    "AvgPool3d",
    "AvgPool3dExt",
    "FractionalMaxPool2d",
    "FractionalMaxPool3d",
    "LPPool1d",
    "LPPool2d",
    "MaxPool1d",
    "MaxPool2d",
    "MaxPool2dExt",
    "MaxPool3d",
    "MaxUnpool1d",
    "MaxUnpool2d",
    "MaxUnpool3d",
]


_MAX_POOLS: dict[int, type[torch.nn.Module]] = {1: torch.nn.MaxPool1d, 2: torch.nn.MaxPool2d, 3: torch.nn.MaxPool3d}


class _PoolNd(Cell):
    """What the pooling layers share: arguments and how they are printed."""

    dims: int

    def __init__(self, kernel_size: Any, stride: Any, pad_mode: str, padding: Any, data_format: str = "NCHW") -> None:
        super().__init__()
        name = type(self).__name__
        if not isinstance(pad_mode, str):
            msg = f"For '{name}', the type of 'pad_mode' should be 'str', but got type '{type(pad_mode).__name__}'."
            raise TypeError(msg)
        self.pad_mode = pad_mode.upper()
        if self.pad_mode not in ("VALID", "SAME", "PAD"):
            msg = f"For '{name}', the 'pad_mode' must be 'valid', 'same' or 'pad', but got {pad_mode!r}."
            raise ValueError(msg)
        if data_format == "NHWC":
            raise UnsupportedArgumentError(name, "data_format", data_format, "transpose the input to NCHW, the default")
        if data_format != "NCHW":
            msg = f"For '{name}', the 'data_format' must be 'NCHW', but got {data_format!r}."
            raise ValueError(msg)
        self.kernel_size = _alone(kernel_size)
        self.stride = _alone(stride)
        self.padding = padding
        self._kernel = window_of(f"nn.{name}", "kernel_size", self.kernel_size, self.dims)
        self._stride = window_of(f"nn.{name}", "stride", self.stride, self.dims)
        sides = tuple(padding) if isinstance(padding, list) else padding
        self._padding = window_of(f"nn.{name}", "padding", _alone(sides), self.dims, least=0)

    def _pairs(self, sizes: Any, dilation: tuple[int, ...]) -> Pairs:
        if self.pad_mode == "SAME":
            return same_pairs(sizes, self._kernel, self._stride, dilation)
        return [(p, p) for p in self._padding]

    def _batched(self, x: Tensor) -> tuple[Any, bool]:
        """Return the torch tensor with a batch dimension, and whether it had none."""
        t = unwrap(x)
        if t.ndim == self.dims + 1:
            return t.unsqueeze(0), True
        if t.ndim != self.dims + 2:
            msg = (
                f"nn.{type(self).__name__} needs an input of {self.dims + 1} or {self.dims + 2} dimensions, got shape "
                f"{tuple(t.shape)}"
            )
            raise ValueError(msg)
        return t, False

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}"


def _alone(value: Any) -> Any:
    """Return the entry of a tuple of one."""
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


class _MaxPoolNd(_PoolNd):
    """What the max pools share."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any,
        pad_mode: str,
        padding: Any,
        dilation: Any,
        return_indices: bool,
        ceil_mode: bool,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, data_format)
        name = type(self).__name__
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode
        if self.pad_mode != "PAD" and (any(self._padding) or dilation != 1 or return_indices or ceil_mode):
            msg = (
                f"For '{name}', 'padding', 'dilation', 'return_indices' and 'ceil_mode' must be left at their defaults "
                f"unless pad_mode is 'pad', but got pad_mode: {pad_mode!r}: write pad_mode='pad'"
            )
            raise ValueError(msg)
        self._dilation = window_of(f"nn.{name}", "dilation", _alone(dilation), self.dims)
        self._plain_window = self.dims == 2 and self.pad_mode == "VALID"
        # MindSpore goes through its pool with indices
        self.use_pad = self.pad_mode == "PAD"
        self.only_pad = self.use_pad and (return_indices or dilation != 1 or ceil_mode)

    def construct(self, x: Tensor) -> Any:
        t, single = self._batched(x)
        name = f"nn.{type(self).__name__}"
        if self._plain_window:
            try:
                out = torch.max_pool2d(t, self._kernel, self._stride)
            except RuntimeError as error:
                raise op_error(name, error, x=x, kernel_size=self.kernel_size) from None
            return wrap(out[0] if single else out)
        if self.pad_mode == "PAD":
            out, indices = max_pool_with_indices(
                name, self.dims, wrap(t), self._kernel, self._stride, self._padding, self._dilation, self.ceil_mode
            )
            if self.return_indices:
                return (wrap(out[0]), wrap(indices[0])) if single else (wrap(out), wrap(indices))
            return wrap(out[0] if single else out)
        try:
            out = max_pool_padded(t, self._kernel, self._stride, self._pairs(t.shape[2:], self._dilation))
        except RuntimeError as error:
            raise op_error(name, error, x=x, kernel_size=self.kernel_size) from None
        return wrap(out[0] if single else out)

    def _torch_layer(self) -> TorchLayer | None:
        if self.pad_mode == "SAME":
            return None
        window = {"kernel_size": self._kernel, "stride": self._stride, "padding": self._padding}
        others = {"dilation": self._dilation, "return_indices": self.return_indices, "ceil_mode": self.ceil_mode}
        return TorchLayer(_MAX_POOLS[self.dims], {**window, **others})


class MaxPool1d(_MaxPoolNd):
    """Take the largest element of each window of sequences.

    Args:
        kernel_size (int): size of the window. Default: ``1``.
        stride (int): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"valid"``.
        padding (Union[int, tuple[int], list[int]]): on both ends, in mode "pad". Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window, in mode "pad". Default: ``1``.
        return_indices (bool): return the positions too, in mode "pad". Default: ``False``.
        ceil_mode (bool): keep a last window that lies partly outside, in mode "pad". Default: ``False``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)` or :math:`(C, L)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range.

    Source: mindspore.nn.MaxPool1d, MindSpore 2.10
    """

    dims = 1

    def __init__(
        self,
        kernel_size: int = 1,
        stride: int = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] | list[int] = 0,
        dilation: int | tuple[int, ...] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        for name, value in (("kernel_size", kernel_size), ("stride", stride)):
            if not isinstance(value, int):
                msg = f"For 'MaxPool1d', the '{name}' must be int, but got '{type(value).__name__}'"
                raise TypeError(msg)
        super().__init__(kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode)
        ones = (1, 1) if self.pad_mode == "PAD" else (1,)
        self.__dict__.update(kernel_size=(*ones, kernel_size), stride=(*ones, stride))


class MaxPool2d(_MaxPoolNd):
    """Take the largest element of each window of images.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"valid"``.
        padding (Union[int, tuple[int], list[int]]): one number or (vertical, horizontal), in mode "pad".
            Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window, in mode "pad". Default: ``1``.
        return_indices (bool): return the positions too, in mode "pad". Default: ``False``.
        ceil_mode (bool): keep a last window that lies partly outside, in mode "pad". Default: ``False``.
        data_format (str): only ``"NCHW"``, as MindSpore on CPU. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range.

    Source: mindspore.nn.MaxPool2d, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] | list[int] = 0,
        dilation: int | tuple[int, ...] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode, data_format)


class MaxPool3d(_MaxPoolNd):
    """Take the largest element of each window of volumes.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"valid"``.
        padding (Union[int, tuple[int], list[int]]): one number or one per dimension, in mode "pad". Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window, in mode "pad". Default: ``1``.
        return_indices (bool): return the positions too, in mode "pad". Default: ``False``.
        ceil_mode (bool): keep a last window that lies partly outside, in mode "pad". Default: ``False``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range.

    Source: mindspore.nn.MaxPool3d, MindSpore 2.10
    """

    dims = 3

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] | list[int] = 0,
        dilation: int | tuple[int, ...] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode)


class _AvgPoolNd(_PoolNd):
    """What the average pools share."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any,
        pad_mode: str,
        padding: Any,
        ceil_mode: bool,
        count_include_pad: bool,
        divisor_override: int | None,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, data_format)
        name = type(self).__name__
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override
        if self.pad_mode != "PAD" and any(self._padding):
            msg = (
                f"For '{name}', the 'padding' must be zero when 'pad_mode' is {pad_mode!r}, but got {padding!r}: "
                f"write pad_mode='pad', padding={padding!r}"
            )
            raise ValueError(msg)
        if divisor_override is not None and divisor_override <= 0:
            msg = f"For '{name}', the 'divisor_override' must be > 0, but got {divisor_override}."
            raise ValueError(msg)
        check_avg_padding(f"nn.{name}", self._kernel, [(p, p) for p in self._padding])
        # MindSpore then goes through its pool of volumes, which counts what mode "same" pads
        through_volumes = self.pad_mode == "PAD" or ceil_mode or not count_include_pad or divisor_override is not None
        self._counts_padding = count_include_pad and (through_volumes or self.dims == 3)
        self._through_volumes = through_volumes
        self._plain_window = self.dims == 2 and self.pad_mode == "VALID" and not through_volumes

    def construct(self, x: Tensor) -> Tensor:
        t, single = self._batched(x)
        if self._plain_window:
            try:
                out = F.avg_pool2d(t, self._kernel, self._stride)
            except RuntimeError as error:
                raise op_error(f"nn.{type(self).__name__}", error, x=x, kernel_size=self.kernel_size) from None
            return wrap(out[0] if single else out)
        try:
            out = avg_pool_padded(
                t, self._kernel, self._stride, self._pairs(t.shape[2:], (1,) * self.dims), ceil_mode=self.ceil_mode,
                count_include_pad=self._counts_padding, divisor=self.divisor_override,
            )  # fmt: skip
        except RuntimeError as error:
            raise op_error(f"nn.{type(self).__name__}", error, x=x, kernel_size=self.kernel_size) from None
        return wrap(out[0] if single else out)

    def _torch_layer(self) -> TorchLayer | None:
        if not self._plain_window:
            return None
        window = {"kernel_size": self._kernel, "stride": self._stride, "padding": self._padding}
        others = {"ceil_mode": False, "count_include_pad": True, "divisor_override": None}
        return TorchLayer(torch.nn.AvgPool2d, {**window, **others})


class AvgPool1d(_AvgPoolNd):
    """Average each window of sequences.

    Args:
        kernel_size (int): size of the window. Default: ``1``.
        stride (int): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` (whose padding is not counted) or ``"pad"``. Default: ``"valid"``.
        padding (Union[int, tuple[int], list[int]]): on both ends, in mode "pad". Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor, in mode "pad". Default: ``True``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)` or :math:`(C, L)`.

    Outputs:
        Tensor. In mode "same" a sequence that is longer than the window by less than a step gives one element,
        as MindSpore has it.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range.

    Source: mindspore.nn.AvgPool1d, MindSpore 2.10
    """

    dims = 1

    def __init__(
        self,
        kernel_size: int = 1,
        stride: int = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] | list[int] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad, None)
        if not self._through_volumes:
            self.__dict__.update(kernel_size=(1, *self._kernel), stride=(1, *self._stride))

    def construct(self, x: Tensor) -> Tensor:
        if self.pad_mode == "SAME" and not self._through_volumes:
            t = unwrap(x)
            beyond = t.shape[-1] - prod(self._kernel) if t.ndim else 0
            if beyond == 0 or beyond < self._stride[0]:
                if beyond < 0:
                    msg = f"nn.AvgPool1d: the window of {self._kernel[0]} exceeds the input of shape {tuple(t.shape)}"
                    raise ValueError(msg)
                return wrap(t[..., : self._kernel[0]].mean(-1, keepdim=True))
        return super().construct(x)


class AvgPool2d(_AvgPoolNd):
    """Average each window of images.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` (whose padding is not counted) or ``"pad"``. Default: ``"valid"``.
        padding (Union[int, tuple[int], list[int]]): one number or (vertical, horizontal), in mode "pad".
            Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor, in mode "pad". Default: ``True``.
        divisor_override (int, optional): divide by this instead. Default: ``None``.
        data_format (str): only ``"NCHW"``, as MindSpore on CPU. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range.

    Source: mindspore.nn.AvgPool2d, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] | list[int] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(
            kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad, divisor_override, data_format
        )


class AvgPool3d(_AvgPoolNd):
    """Average each window of volumes.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"valid"``.
        padding (Union[int, tuple[int], list[int]]): one number or one per dimension, in mode "pad". Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor, in mode "same" too. Default: ``True``.
        divisor_override (int, optional): divide by this instead. Default: ``None``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.

    Outputs:
        Tensor.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range.

    Source: mindspore.nn.AvgPool3d, MindSpore 2.10
    """

    dims = 3

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] | list[int] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad, divisor_override)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
