"""Gradients of resizing and of sampling at coordinates."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations import image_ops, image_sample_ops
from ms2torch.ops.operations._grad_ops._pull_back import pull_back, pull_back_all, zeros


class ResizeBilinearGrad(image_ops.ResizeBilinearV2):
    """Gradient of `ResizeBilinearV2`, with its settings.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **image** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.ResizeBilinearGrad, MindSpore 2.10
    """

    def __call__(self, grads: Tensor, image: Tensor) -> Tensor:
        forward, size = super().__call__, tuple(unwrap(grads).shape[2:])
        return pull_back(lambda x: forward(x, size), grads, image)


class ResizeNearestNeighborGrad(image_ops.ResizeNearestNeighborV2):
    """Gradient of `ResizeNearestNeighbor`, with its settings.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **size** (Union[tuple[int], Tensor]) - height and width of the input.

    Source: mindspore.ops.auto_generate.ResizeNearestNeighborGrad, MindSpore 2.10
    """

    def __call__(self, grads: Tensor, size: Any) -> Tensor:
        forward, shape = super().__call__, tuple(unwrap(grads).shape)
        return pull_back(lambda x: forward(x, shape[2:]), grads, zeros((*shape[:2], *shape_arg(size)), grads))


class ResizeNearestNeighborV2Grad(image_ops.ResizeNearestNeighborV2):
    """Gradient of `ResizeNearestNeighborV2`, with its settings.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **size** (Union[tuple[int], Tensor]) - height and width of the input.

    Source: mindspore.ops.auto_generate.ResizeNearestNeighborV2Grad, MindSpore 2.10
    """

    def __call__(self, grads: Tensor, size: Any) -> Tensor:
        forward, shape = super().__call__, tuple(unwrap(grads).shape)
        return pull_back(lambda x: forward(x, shape[2:]), grads, zeros((*shape[:2], *shape_arg(size)), grads))


class ResizeBicubicGrad(image_sample_ops.ResizeBicubic):
    """Gradient of `ResizeBicubic`, with its settings.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **image** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.ResizeBicubicGrad, MindSpore 2.10
    """

    def __call__(self, grads: Tensor, image: Tensor) -> Tensor:
        forward, size = super().__call__, tuple(unwrap(grads).shape[2:])
        return pull_back(lambda x: forward(x, size), grads, image)


class ResizeLinear1DGrad(image_sample_ops.ResizeLinear1D):
    """Gradient of `ResizeLinear1D`, with its settings.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.ResizeLinear1DGrad, MindSpore 2.10
    """

    def __call__(self, grads: Tensor, x: Tensor) -> Tensor:
        forward, size = super().__call__, tuple(unwrap(grads).shape[2:])
        return pull_back(lambda t: forward(t, size), grads, x)


class ScaleAndTranslateGrad(image_sample_ops.ScaleAndTranslate):
    """Gradient of `ScaleAndTranslate`, with its settings.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **original_image** (Tensor) - the input.
        - **scale** (Tensor) - factors of height and width.
        - **translation** (Tensor) - elements to move down and right.

    Source: mindspore.ops.operations._grad_ops.ScaleAndTranslateGrad, MindSpore 2.10
    """

    def __call__(self, grads: Tensor, original_image: Tensor, scale: Tensor, translation: Tensor) -> Tensor:
        forward, size = super().__call__, wrap(torch.tensor(unwrap(grads).shape[1:3]))
        return pull_back(lambda x: forward(x, size, scale, translation), grads, original_image)


class UpsampleNearest3DGrad(image_sample_ops.UpsampleNearest3D):
    """Gradient of `UpsampleNearest3D`.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **input_size** (tuple[int]) - the shape of the input.
        - **output_size** (tuple[int]) - the size. Default: ``None``.
        - **scales** (tuple[float]) - the size as factors. Default: ``None``.

    Source: mindspore.ops.auto_generate.UpsampleNearest3DGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, dy: Tensor, input_size: Any, output_size: Any = None, scales: Any = None
    ) -> Tensor:
        forward = super().__call__
        return pull_back(lambda x: forward(x, output_size, scales), dy, zeros(input_size, dy))


class UpsampleTrilinear3DGrad(image_sample_ops.UpsampleTrilinear3D):
    """Gradient of `UpsampleTrilinear3D`, with its settings.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **input_size** (tuple[int]) - the shape of the input.
        - **output_size** (tuple[int]) - the size. Default: ``None``.
        - **scales** (tuple[float]) - the size as factors. Default: ``None``.

    Source: mindspore.ops.auto_generate.UpsampleTrilinear3DGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, dy: Tensor, input_size: Any, output_size: Any = None, scales: Any = None
    ) -> Tensor:
        forward = super().__call__
        return pull_back(lambda x: forward(x, output_size, scales), dy, zeros(input_size, dy))


class GridSampler2DGrad(image_ops.GridSampler2D):
    """Gradient of `GridSampler2D`.

    Args:
        interpolation_mode (str): ``"bilinear"`` or ``"nearest"``. Default: ``"bilinear"``.
        padding_mode (str): ``"zeros"``, ``"border"`` or ``"reflection"``. Default: ``"zeros"``.
        align_corners (bool): -1 and 1 are the corner elements' centres. Default: ``False``.
        output_mask (tuple[int]): accepted; both gradients are returned. Default: ``(1, 1)``.

    Inputs:
        - **grad** (Tensor) - the gradient of the output.
        - **input_x** (Tensor) - the input.
        - **grid** (Tensor) - the coordinates.

    Outputs:
        tuple of the gradients of input_x and grid.

    Source: mindspore.ops.auto_generate.GridSampler2DGrad, MindSpore 2.10
    """

    def __init__(
        self,
        interpolation_mode: str = "bilinear",
        padding_mode: str = "zeros",
        align_corners: bool = False,
        output_mask: tuple[int, int] = (1, 1),
    ) -> None:
        super().__init__(interpolation_mode, padding_mode, align_corners)
        self.output_mask = output_mask

    def __call__(self, grad: Tensor, input_x: Tensor, grid: Tensor) -> tuple[Tensor, ...]:  # type: ignore[override]
        return pull_back_all(super().__call__, grad, input_x, grid)


class GridSampler3DGrad(GridSampler2DGrad):
    """Gradient of `GridSampler3D`; arguments and inputs as of `GridSampler2DGrad`.

    Source: mindspore.ops.auto_generate.GridSampler3DGrad, MindSpore 2.10
    """


class AffineGridGrad(image_ops.AffineGrid):
    """Gradient of `AffineGrid`, with its settings.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the output.
        - **x_size** (Union[tuple[int], Tensor]) - the size that `AffineGrid` was given.

    Source: mindspore.ops.operations._grad_ops.AffineGridGrad, MindSpore 2.10
    """

    def __call__(self, y_grad: Tensor, x_size: Any) -> Tensor:
        forward, size = super().__call__, shape_arg(x_size)
        theta = zeros((size[0], len(size) - 2, len(size) - 1), y_grad)
        return pull_back(lambda t: forward(t, size), y_grad, theta)
