"""Adaptive, fractional, power-average and torch-style pooling layers, and unpooling; `pooling` exports them."""

from __future__ import annotations

from typing import Any

import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import op_error
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import positive_int
from ms2torch.ops.function.nn import pool, pool_adaptive

Window = int | tuple[int, ...]


class AdaptiveAvgPool1d(Cell):
    """Average sequences down to a length.

    Args:
        output_size (int): the length, which divides the input's.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, L)`.

    Raises:
        TypeError: if `output_size` is no int.
        ValueError: if `output_size` is not positive, or does not divide the input's length.

    Source: mindspore.nn.AdaptiveAvgPool1d, MindSpore 2.10
    """

    def __init__(self, output_size: int) -> None:
        super().__init__()
        if not isinstance(output_size, int):
            msg = f"For 'AdaptiveAvgPool1d', the 'output_size' must be an int, but got {output_size!r}."
            raise TypeError(msg)
        self.output_size = positive_int("AdaptiveAvgPool1d", "output_size", output_size)

    def construct(self, input: Tensor) -> Tensor:
        return pool_adaptive.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(Cell):
    """Average images down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor.

    Raises:
        TypeError: if `output_size` is of another kind.
        ValueError: if `output_size` is out of range.

    Source: mindspore.nn.AdaptiveAvgPool2d, MindSpore 2.10
    """

    def __init__(self, output_size: pool_adaptive.OutputSize) -> None:
        super().__init__()
        pool_adaptive.output_sizes("nn.AdaptiveAvgPool2d", output_size, 2, lists=False)
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        return pool_adaptive.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(Cell):
    """Average volumes down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.

    Outputs:
        Tensor.

    Raises:
        TypeError: if `output_size` is of another kind.
        ValueError: if `output_size` is out of range.

    Source: mindspore.nn.AdaptiveAvgPool3d, MindSpore 2.10
    """

    def __init__(self, output_size: pool_adaptive.OutputSize) -> None:
        super().__init__()
        pool_adaptive.output_sizes("nn.AdaptiveAvgPool3d", output_size, 3, lists=False)
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        return pool_adaptive.adaptive_avg_pool3d(input, self.output_size)


class AdaptiveMaxPool1d(Cell):
    """Take the largest elements of sequences, down to a length.

    Args:
        output_size (int): the length, which divides the input's.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)`.

    Raises:
        TypeError: if `output_size` is no int.
        ValueError: if `output_size` is not positive, or does not divide the input's length.

    Source: mindspore.nn.AdaptiveMaxPool1d, MindSpore 2.10
    """

    def __init__(self, output_size: int) -> None:
        super().__init__()
        if not isinstance(output_size, int):
            msg = f"For 'AdaptiveMaxPool1d', the 'output_size' must be an int, but got {output_size!r}."
            raise TypeError(msg)
        self.output_size = positive_int("AdaptiveMaxPool1d", "output_size", output_size)

    def construct(self, x: Tensor) -> Tensor:
        return pool_adaptive.adaptive_max_pool1d(x, self.output_size)


class AdaptiveMaxPool2d(Cell):
    """Take the largest elements of images, down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.
        return_indices (bool): return the positions too. Default: ``False``.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Raises:
        TypeError: if `output_size` is of another kind.
        ValueError: if `output_size` is out of range.

    Source: mindspore.nn.AdaptiveMaxPool2d, MindSpore 2.10
    """

    def __init__(self, output_size: pool_adaptive.OutputSize, return_indices: bool = False) -> None:
        super().__init__()
        pool_adaptive.output_sizes("nn.AdaptiveMaxPool2d", output_size, 2, lists=True)
        self.output_size = output_size
        self.return_indices = return_indices

    def construct(self, input: Tensor) -> Any:
        return pool_adaptive.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(Cell):
    """Take the largest elements of volumes, down to a size.

    Args:
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.
        return_indices (bool): return the positions too. Default: ``False``.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Raises:
        TypeError: if `output_size` is of another kind.
        ValueError: if `output_size` is out of range.

    Source: mindspore.nn.AdaptiveMaxPool3d, MindSpore 2.10
    """

    def __init__(self, output_size: pool_adaptive.OutputSize, return_indices: bool = False) -> None:
        super().__init__()
        pool_adaptive.output_sizes("nn.AdaptiveMaxPool3d", output_size, 3, lists=True)
        self.output_size = output_size
        self.return_indices = return_indices

    def construct(self, input: Tensor) -> Any:
        return pool_adaptive.adaptive_max_pool3d(input, self.output_size, self.return_indices)  # type: ignore[arg-type]


class FractionalMaxPool2d(Cell):
    """Take the largest element of windows of images that lie at random steps.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        output_size (Union[int, tuple[int]], optional): the size. Default: ``None``.
        output_ratio (Union[float, tuple[float]], optional): the size as a share of the input's. Default: ``None``.
        return_indices (bool): return the positions too. Default: ``False``.
        _random_samples (Tensor, optional): the random numbers, of shape :math:`(N, C, 2)`. Default: ``None``.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Source: mindspore.nn.FractionalMaxPool2d, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Tensor | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.output_size = output_size
        self.output_ratio = output_ratio
        self.return_indices = return_indices
        self._random_samples = _random_samples

    def construct(self, input: Tensor) -> Any:
        return pool_adaptive.fractional_max_pool2d(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices, self._random_samples
        )


class FractionalMaxPool3d(Cell):
    """Take the largest element of windows of volumes that lie at random steps.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        output_size (Union[int, tuple[int]], optional): the size. Default: ``None``.
        output_ratio (Union[float, tuple[float]], optional): the size as a share of the input's. Default: ``None``.
        return_indices (bool): return the positions too. Default: ``False``.
        _random_samples (Tensor, optional): the random numbers, of shape :math:`(N, C, 3)`. Default: ``None``.

    Inputs:
        - **input** (Tensor) - shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.

    Outputs:
        Tensor, or with `return_indices` a pair of Tensors.

    Source: mindspore.nn.FractionalMaxPool3d, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Tensor | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.output_size = output_size
        self.output_ratio = output_ratio
        self.return_indices = return_indices
        self._random_samples = _random_samples

    def construct(self, input: Tensor) -> Any:
        return pool_adaptive.fractional_max_pool3d(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices, self._random_samples
        )


class LPPool1d(Cell):
    """Take the p-norm of each window of sequences.

    Args:
        norm_type (Union[int, float]): the power p, not 0.
        kernel_size (int): size of the window.
        stride (int, optional): step; ``None``: the window's size. Default: ``None``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)` or :math:`(C, L)`.

    Source: mindspore.nn.LPPool1d, MindSpore 2.10
    """

    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def construct(self, x: Tensor) -> Tensor:
        return pool.lp_pool1d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class LPPool2d(Cell):
    """Take the p-norm of each window of images.

    Args:
        norm_type (Union[int, float]): the power p, not 0.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.

    Source: mindspore.nn.LPPool2d, MindSpore 2.10
    """

    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def construct(self, x: Tensor) -> Tensor:
        return pool.lp_pool2d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class _MaxUnpoolNd(Cell):
    """What the unpooling layers share."""

    def __init__(self, kernel_size: Window, stride: Window | None = None, padding: Window = 0) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding

    def _check(self, output_size: Any) -> None:
        if output_size is not None and (not isinstance(output_size, tuple) or not output_size):
            msg = f"For '{type(self).__name__}', the 'output_size' must be a tuple of ints, but got {output_size!r}."
            raise ValueError(msg)


class MaxUnpool1d(_MaxUnpoolNd):
    """Put the elements of max-pooled sequences back to their places, and zeros elsewhere.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): what the pool had. Default: ``0``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)` or :math:`(C, L)`.
        - **indices** (Tensor) - their places, of the same shape.
        - **output_size** (tuple[int], optional) - the size; ``None``: the least that fits. Default: ``None``.

    Source: mindspore.nn.MaxUnpool1d, MindSpore 2.10
    """

    def construct(self, x: Tensor, indices: Tensor, output_size: tuple[int, ...] | None = None) -> Tensor:
        self._check(output_size)
        return pool_adaptive.max_unpool1d(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool2d(_MaxUnpoolNd):
    """Put the elements of max-pooled images back to their places, and zeros elsewhere.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): what the pool had. Default: ``0``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.
        - **indices** (Tensor) - their places, of the same shape.
        - **output_size** (tuple[int], optional) - the size; ``None``: the least that fits. Default: ``None``.

    Source: mindspore.nn.MaxUnpool2d, MindSpore 2.10
    """

    def construct(self, x: Tensor, indices: Tensor, output_size: tuple[int, ...] | None = None) -> Tensor:
        self._check(output_size)
        return pool_adaptive.max_unpool2d(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool3d(_MaxUnpoolNd):
    """Put the elements of max-pooled volumes back to their places, and zeros elsewhere.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): what the pool had. Default: ``0``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.
        - **indices** (Tensor) - their places, of the same shape.
        - **output_size** (tuple[int], optional) - the size; ``None``: the least that fits. Default: ``None``.

    Source: mindspore.nn.MaxUnpool3d, MindSpore 2.10
    """

    def construct(self, x: Tensor, indices: Tensor, output_size: tuple[int, ...] | None = None) -> Tensor:
        self._check(output_size)
        return pool_adaptive.max_unpool3d(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class AvgPool1dExt(Cell):
    """Average each window of sequences, with torch's arguments.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): on both sides. Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor. Default: ``True``.

    Source: mindspore.nn.AvgPool1dExt, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def construct(self, input: Tensor) -> Tensor:
        try:
            out = F.avg_pool1d(
                unwrap(input), self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
            )  # fmt: skip
        except RuntimeError as error:
            raise op_error("nn.AvgPool1dExt", error, input=input, kernel_size=self.kernel_size) from None
        return wrap(out)


class AvgPool2dExt(Cell):
    """Average each window of images, with torch's arguments.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): on both sides. Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor. Default: ``True``.
        divisor_override (int, optional): divide by this instead. Default: ``None``.

    Source: mindspore.nn.AvgPool2dExt, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def construct(self, input: Tensor) -> Tensor:
        try:
            out = F.avg_pool2d(
                unwrap(input), self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
                self.divisor_override,
            )  # fmt: skip
        except RuntimeError as error:
            raise op_error("nn.AvgPool2dExt", error, input=input, kernel_size=self.kernel_size) from None
        return wrap(out)


class AvgPool3dExt(Cell):
    """Average each window of volumes, with torch's arguments.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): on both sides. Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor. Default: ``True``.
        divisor_override (int, optional): divide by this instead. Default: ``None``.

    Source: mindspore.nn.AvgPool3dExt, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def construct(self, input: Tensor) -> Tensor:
        try:
            out = F.avg_pool3d(
                unwrap(input), self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
                self.divisor_override,
            )  # fmt: skip
        except RuntimeError as error:
            raise op_error("nn.AvgPool3dExt", error, input=input, kernel_size=self.kernel_size) from None
        return wrap(out)


class MaxPool2dExt(Cell):
    """Take the largest element of each window of images, with torch's arguments.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): on both sides; what is padded never wins. Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        return_indices (bool): return the positions too. Default: ``False``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.

    Source: mindspore.nn.MaxPool2dExt, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def construct(self, input: Tensor) -> Any:
        out, indices = pool.max_pool_with_indices(
            "nn.MaxPool2dExt", 2, input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode
        )
        return (wrap(out), wrap(indices)) if self.return_indices else wrap(out)
