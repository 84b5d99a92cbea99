"""Pooling, folding and resizing layers of `mindspore.mint.nn`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch.common.tensor import Tensor
from ms2torch.mint.nn import functional as F
from ms2torch.nn._torch_layers import TorchLayer
from ms2torch.nn.cell import Cell

Size = int | tuple[int, ...] | list[int]


class AdaptiveAvgPool1d(Cell):
    """Average sequences down to a given size.

    Args:
        output_size (Any): size of the output; None entries keep that of the input.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.AdaptiveAvgPool1d, MindSpore 2.10
    """

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool1d(input, self.output_size)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool2d(Cell):
    """Average images down to a given size.

    Args:
        output_size (Any): size of the output; None entries keep that of the input.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.AdaptiveAvgPool2d, MindSpore 2.10
    """

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool2d(input, self.output_size)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool3d(Cell):
    """Average volumes down to a given size.

    Args:
        output_size (Any): size of the output; None entries keep that of the input.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.AdaptiveAvgPool3d, MindSpore 2.10
    """

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool3d(input, self.output_size)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(Cell):
    """Reduce sequences to a given size by their largest elements.

    Args:
        output_size (Any): size of the output; None entries keep that of the input.
        return_indices (bool): return where the largest elements stand as well. Default: ``False``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor, or a tuple of Tensors.

    Source: mindspore.mint.nn.AdaptiveMaxPool1d, MindSpore 2.10
    """

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def construct(self, input: Tensor) -> Any:
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"output_size={self.output_size}, return_indices={self.return_indices}"


class MaxPool2d(Cell):
    """Find the largest element of each window of images.

    Args:
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size, None): step of the window; ``None``: its size. Default: ``None``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        return_indices (bool): return where the largest elements stand as well. Default: ``False``.
        ceil_mode (bool): round the output size up. Default: ``False``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor, or a tuple of Tensors.

    Source: mindspore.mint.nn.MaxPool2d, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Size = 0,
        dilation: Size = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def construct(self, input: Tensor) -> Any:
        return F.max_pool2d(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

    def _torch_layer(self) -> TorchLayer | None:
        window = {"kernel_size": self.kernel_size, "stride": self.kernel_size if self.stride is None else self.stride}
        others = ("padding", "dilation", "ceil_mode", "return_indices")
        return TorchLayer(torch.nn.MaxPool2d, {**window, **{name: getattr(self, name) for name in others}})

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, return_indices={self.return_indices}, ceil_mode={self.ceil_mode}"
        )


class MaxUnpool2d(Cell):
    """Put the results of `MaxPool2d` back where they stood, between zeros.

    Args:
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size, None): step of the window; ``None``: its size. Default: ``None``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **indices** (Tensor) - where they stood.
        - **output_size** (Sequence[int], None) - size of the output; None entries keep that of the input.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.MaxUnpool2d, MindSpore 2.10
    """

    def __init__(self, kernel_size: Size, stride: Size | None = None, padding: Size = 0) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding

    def construct(self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        return F.max_unpool2d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class Fold(Cell):
    """Add windows up to images.

    Args:
        output_size (Size): size of the output; None entries keep that of the input.
        kernel_size (Size): size of the window, an int or one for each dimension.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Fold, MindSpore 2.10
    """

    def __init__(
        self, output_size: Size, kernel_size: Size, dilation: Size = 1, padding: Size = 0, stride: Size = 1
    ) -> None:
        super().__init__()
        self.output_size = output_size
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def construct(self, input: Tensor) -> Tensor:
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"output_size={self.output_size}, kernel_size={self.kernel_size}, dilation={self.dilation}, "
            f"padding={self.padding}, stride={self.stride}"
        )


class Unfold(Cell):
    """Take the windows of images.

    Args:
        kernel_size (Size): size of the window, an int or one for each dimension.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Unfold, MindSpore 2.10
    """

    def __init__(self, kernel_size: Size, dilation: Size = 1, padding: Size = 0, stride: Size = 1) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def construct(self, input: Tensor) -> Tensor:
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, stride={self.stride}"


class PixelShuffle(Cell):
    """Turn channels into pixels.

    Args:
        upscale_factor (int): factor of the spatial sizes.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.PixelShuffle, MindSpore 2.10
    """

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def construct(self, input: Tensor) -> Tensor:
        return F.pixel_shuffle(input, self.upscale_factor)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"upscale_factor={self.upscale_factor}"


class Flatten(Cell):
    """Merge neighbouring dimensions.

    Args:
        start_dim (int): the first to merge. Default: ``1``.
        end_dim (int): the last to merge. Default: ``-1``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Flatten, MindSpore 2.10
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def construct(self, input: Tensor) -> Tensor:
        return F.flatten(input, self.start_dim, self.end_dim)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Upsample(Cell):
    """Resize.

    Args:
        size (Any): spatial sizes of the output. Default: ``None``.
        scale_factor (Any): factor of the spatial sizes. Default: ``None``.
        mode (str): the method. Default: ``'nearest'``.
        align_corners (bool, None): map the corner points onto each other. Default: ``None``.
        recompute_scale_factor (bool, None): compute the factor anew from the output size. Default: ``None``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Upsample, MindSpore 2.10
    """

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def construct(self, input: Tensor) -> Tensor:
        return F.interpolate(
            input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor
        )

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"size={self.size}, scale_factor={self.scale_factor}, mode={self.mode}, "
            f"align_corners={self.align_corners}, recompute_scale_factor={self.recompute_scale_factor}"
        )


class UpsamplingBilinear2d(Cell):
    """Resize images linearly, with the corner points mapped onto each other.

    Args:
        size (Any): spatial sizes of the output. Default: ``None``.
        scale_factor (Any): factor of the spatial sizes. Default: ``None``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.UpsamplingBilinear2d, MindSpore 2.10
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor

    def construct(self, input: Tensor) -> Tensor:
        return F.interpolate(input, self.size, self.scale_factor, "bilinear", align_corners=True)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"size={self.size}, scale_factor={self.scale_factor}"


class UpsamplingNearest2d(Cell):
    """Resize images by repeating the nearest pixel.

    Args:
        size (Any): spatial sizes of the output. Default: ``None``.
        scale_factor (Any): factor of the spatial sizes. Default: ``None``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.UpsamplingNearest2d, MindSpore 2.10
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor

    def construct(self, input: Tensor) -> Tensor:
        return F.interpolate(input, self.size, self.scale_factor, "nearest")

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"size={self.size}, scale_factor={self.scale_factor}"
