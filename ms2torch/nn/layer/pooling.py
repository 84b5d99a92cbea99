"""Pooling layers."""

from __future__ import annotations

from typing import Any

import torch.nn.functional as F  # noqa: N812 - torch's own convention

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common._base import unwrap, wrap
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import window
from ms2torch.ops.function._windows import padding_pairs, same_pairs
from ms2torch.ops.function.pool import adaptive_avg_pool2d, avg_pool_padded, max_pool_padded

__all__ = ["AdaptiveAvgPool2d", "AvgPool2d", "MaxPool2d"]


class _PoolNd(Cell):
    """What the pooling layers share: arguments and how they are printed."""

    dims: int

    def __init__(
        self, kernel_size: Any, stride: Any, pad_mode: str, padding: Any, ceil_mode: bool, data_format: str = "NCHW"
    ) -> None:
        super().__init__()
        name = type(self).__name__
        mode = pad_mode.upper() if isinstance(pad_mode, str) else pad_mode
        if mode not in ("VALID", "SAME", "PAD"):
            msg = f"For '{name}', the 'pad_mode' must be 'valid', 'same' or 'pad', but got {pad_mode!r}."
            raise ValueError(msg)
        if data_format == "NHWC":
            raise UnsupportedArgumentError(name, "data_format", data_format, "transpose the input to NCHW, the default")
        self.kernel_size = kernel_size
        self.stride = stride
        self.pad_mode = mode
        self.padding = padding
        self.ceil_mode = ceil_mode
        self._kernel = window(name, "kernel_size", kernel_size, self.dims)
        self._stride = window(name, "stride", stride, self.dims)
        self._pairs = padding_pairs(f"nn.{name}", padding, self.dims)
        if mode != "PAD" and any(side for pair in self._pairs for side in pair):
            msg = f"For '{name}', the 'padding' must be zero when 'pad_mode' is {pad_mode!r}, but got {padding!r}."
            raise ValueError(msg)
        if mode != "PAD" and ceil_mode:
            msg = f"For '{name}', the 'ceil_mode' must be False when 'pad_mode' is {pad_mode!r}; use pad_mode='pad'."
            raise ValueError(msg)

    def _pad_pairs(self, sizes: Any, dilation: Any) -> Any:
        if self.pad_mode == "SAME":
            return same_pairs(sizes, self._kernel, self._stride, dilation)
        return self._pairs

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}"


class MaxPool2d(_PoolNd):
    """Take the largest element of each window of images.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"valid"``.
        padding (Union[int, tuple[int]]): one number or (vertical, horizontal), in mode "pad". Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window, in mode "pad". Default: ``1``.
        return_indices (bool): return the positions too, in mode "pad". Default: ``False``.
        ceil_mode (bool): keep a last window that lies partly outside, in mode "pad". Default: ``False``.
        data_format (str): only ``"NCHW"``, as MindSpore on CPU. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Raises:
        ValueError: if an argument is out of range.
        TypeError: if an argument is of another kind.

    Source: mindspore.nn.MaxPool2d, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self,
        kernel_size: int | tuple[int, int] = 1,
        stride: int | tuple[int, int] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, int] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode, data_format)
        self.dilation = dilation
        self.return_indices = return_indices
        self._dilation = window("MaxPool2d", "dilation", dilation, 2)
        if self.pad_mode != "PAD" and (return_indices or self._dilation != (1, 1)):
            msg = "For 'MaxPool2d', the pad_mode must be 'pad' when dilation is not 1 or return_indices is True."
            raise ValueError(msg)

    def construct(self, x: Tensor) -> Any:
        """Apply the layer."""
        t = unwrap(x)
        pairs = self._pad_pairs(t.shape[-2:], self._dilation)
        if self.return_indices or self._dilation != (1, 1):
            out = F.max_pool2d(
                t, self._kernel, self._stride, tuple(p for p, _ in pairs), self._dilation, self.ceil_mode,
                self.return_indices,
            )  # fmt: skip
            return tuple(wrap(o) for o in out) if self.return_indices else wrap(out)
        return wrap(max_pool_padded(t, self._kernel, self._stride, pairs, ceil_mode=self.ceil_mode))


class AvgPool2d(_PoolNd):
    """Average each window of images.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        pad_mode (str): ``"valid"``, ``"same"`` (whose padding is not counted) or ``"pad"``. Default: ``"valid"``.
        padding (Union[int, tuple[int]]): one number or (vertical, horizontal), in mode "pad". Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside, in mode "pad". Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor, in mode "pad". Default: ``True``.
        divisor_override (int, optional): divide by this instead. Default: ``None``.
        data_format (str): only ``"NCHW"``, as MindSpore on CPU. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor.

    Raises:
        ValueError: if an argument is out of range.
        TypeError: if an argument is of another kind.

    Source: mindspore.nn.AvgPool2d, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self,
        kernel_size: int | tuple[int, int] = 1,
        stride: int | tuple[int, int] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode, data_format)
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override
        if divisor_override is not None and divisor_override <= 0:
            msg = f"For 'AvgPool2d', the 'divisor_override' must be > 0, but got {divisor_override}."
            raise ValueError(msg)

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        t = unwrap(x)
        pairs = self._pad_pairs(t.shape[-2:], (1, 1))
        out = avg_pool_padded(
            t, self._kernel, self._stride, pairs, ceil_mode=self.ceil_mode,
            count_include_pad=self.count_include_pad and self.pad_mode != "SAME", divisor=self.divisor_override,
        )  # fmt: skip
        return wrap(out)


class AdaptiveAvgPool2d(Cell):
    """Average images down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor.

    Source: mindspore.nn.AdaptiveAvgPool2d, MindSpore 2.10
    """

    def __init__(self, output_size: int | None | tuple[int | None, int | None]) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        """Apply the layer."""
        return adaptive_avg_pool2d(input, self.output_size)
