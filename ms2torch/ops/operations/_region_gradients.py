"""Averages over regions by their place in the region, and gradients of what looks at regions of features."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations._grad_ops._pull_back import pull_back, pull_back_all, zeros
from ms2torch.ops.operations.image_ops import CropAndResize
from ms2torch.ops.operations.region_ops import DeformableOffsets, ROIAlign
from ms2torch.ops.primitive import Primitive

LEAST = 0.1
"""The least extent of a region in elements of the features."""


class PSROIPooling(Primitive):
    """Average features over the bins of regions, each bin over channels of its own.

    Args:
        spatial_scale (float): size of the features as a factor of the image's.
        group_size (int): bins of a region along each dimension.
        output_dim (int): channels of the result.

    Inputs:
        - **features** (Tensor) - of shape :math:`(N, output_dim * group_size^2, H, W)`.
        - **rois** (Tensor) - image, x1, y1, x2, y2 of each region, of shape :math:`(B, 5, R)`; has no gradient.

    Outputs:
        Tensor of shape :math:`(B * R, output_dim, group_size, group_size)`; a bin without elements gives 0. The last
        row and the last column of the features belong to no bin, as in MindSpore's kernel.

    Raises:
        TypeError: a setting is of another type.
        ValueError: a setting is not above 0.
        RuntimeError: the shapes do not fit.

    Differs from MindSpore: with several regions for an image its CPU kernel computes the first of them only.

    Source: mindspore.ops.operations.nn_ops.PSROIPooling, MindSpore 2.10
    """

    left_out = 1
    """How many elements at the end of each dimension belong to no bin."""

    def __init__(self, spatial_scale: float, group_size: int, output_dim: int) -> None:
        super().__init__()
        _check_positive(type(self).__name__, float, spatial_scale=spatial_scale)
        _check_positive(type(self).__name__, int, group_size=group_size, output_dim=output_dim)
        self.spatial_scale = spatial_scale
        self.group_size = group_size
        self.output_dim = output_dim

    def __call__(self, features: Tensor, rois: Tensor) -> Tensor:
        """Apply the operation."""
        t, regions, group = unwrap(features), unwrap(rois).detach().float(), self.group_size
        channels = self.output_dim * group * group
        if t.ndim != 4 or t.shape[1] != channels or regions.ndim != 3 or regions.shape[1] != 5:
            msg = (
                f"For 'PSROIPooling', features of shape (N, {channels}, H, W) and rois of shape (B, 5, R) are needed, "
                f"but got {tuple(t.shape)} and {tuple(regions.shape)}."
            )
            raise RuntimeError(msg)
        flat = regions.transpose(1, 2).reshape(-1, 5)
        rows, columns = self._bins(flat[:, 2], flat[:, 4], t.shape[2]), self._bins(flat[:, 1], flat[:, 3], t.shape[3])
        bins = t.reshape(len(t), self.output_dim, group, group, *t.shape[2:])
        kind = torch.float64 if t.dtype is torch.float64 else torch.float32
        weights = torch.einsum("rgh,rkw->rgkhw", rows, columns).to(kind)
        sums = torch.einsum("rdgkhw,rgkhw->rdgk", bins[flat[:, 0].long()].to(kind), weights)
        return wrap((sums / weights.sum((-1, -2)).clamp_min(1).unsqueeze(1)).to(dtype=t.dtype))

    def _bins(self, first: torch.Tensor, last: torch.Tensor, length: int) -> torch.Tensor:
        """Return which elements belong to each bin of each region along one dimension, as 0 and 1."""
        start, end = _round(first * self.spatial_scale), _round(last * self.spatial_scale)
        size = (end - start).clamp_min(LEAST) / self.group_size
        edges = torch.arange(self.group_size + 1, device=first.device) * size[:, None]
        low = (edges[:, :-1] + start[:, None]).floor().clamp(0, length - self.left_out)
        high = (edges[:, 1:] + start[:, None]).ceil().clamp(0, length - self.left_out)
        place = torch.arange(length, device=first.device)
        return ((place >= low[..., None]) & (place < high[..., None])).to(torch.float32)


class _ToTheEdge(PSROIPooling):
    left_out = 0


class PSROIPoolingGrad(Primitive):
    """Compute the gradient of `PSROIPooling`, in whose bins the last row and the last column are here.

    Args:
        input_size (tuple[int]): rows and columns of the features.
        spatial_scale (float), group_size (int), output_dim (int): as for `PSROIPooling`.

    Inputs:
        - **x** (Tensor) - the gradient of its result.
        - **rois** (Tensor) - the regions; as many images are assumed as they are given for.

    Outputs:
        Tensor, of the shape of the features.

    Source: mindspore.ops.operations._grad_ops.PSROIPoolingGrad, MindSpore 2.10
    """

    def __init__(self, input_size: Any, spatial_scale: float, group_size: int, output_dim: int) -> None:
        super().__init__()
        sizes = [input_size, input_size] if isinstance(input_size, int) else input_size
        if not isinstance(sizes, (tuple, list)) or len(sizes) != 2:
            msg = f"For 'PSROIPoolingGrad', 'input_size' must be an int or two of them, but got {input_size!r}."
            raise TypeError(msg)
        _check_positive("PSROIPoolingGrad", int, rows=sizes[0], columns=sizes[1])
        self.input_size = tuple(sizes)
        self.forward = _ToTheEdge(spatial_scale, group_size, output_dim)

    def __call__(self, x: Tensor, rois: Tensor) -> Tensor:
        """Apply the operation."""
        forward = self.forward
        wanted = (len(unwrap(rois)) * unwrap(rois).shape[-1], forward.output_dim, *[forward.group_size] * 2)
        if tuple(unwrap(x).shape) != wanted:
            msg = f"For 'PSROIPoolingGrad', the gradient must be of shape {wanted}, but got {tuple(unwrap(x).shape)}."
            raise RuntimeError(msg)
        shape = (len(unwrap(rois)), forward.output_dim * forward.group_size**2, *self.input_size)
        return pull_back(forward, x, zeros(shape, x), rois)


class ROIAlignGrad(Primitive):
    """Compute the gradient of `ROIAlign`.

    Args:
        pooled_height (int), pooled_width (int), spatial_scale (float), sample_num (int): as for `ROIAlign`.

    Inputs:
        - **dy** (Tensor) - the gradient of its result.
        - **rois** (Tensor) - the regions.
        - **xdiff_shape** (tuple[int]) - the shape of the features.

    Outputs:
        Tensor, of the shape of the features.

    Source: mindspore.ops.operations._grad_ops.ROIAlignGrad, MindSpore 2.10
    """

    def __init__(self, pooled_height: int, pooled_width: int, spatial_scale: float, sample_num: int = 2) -> None:
        super().__init__()
        self.forward = ROIAlign(pooled_height, pooled_width, spatial_scale, sample_num)

    def __call__(self, dy: Tensor, rois: Tensor, xdiff_shape: Any) -> Tensor:
        """Apply the operation."""
        return pull_back(self.forward, dy, zeros(xdiff_shape, dy), rois)


class DeformableOffsetsGrad(Primitive):
    """Compute the gradients of `DeformableOffsets` by its input and its offsets.

    Args:
        strides (tuple[int]), pads (tuple[int]), kernel_size (tuple[int]), dilations (tuple[int]), data_format (str),
            deformable_groups (int), modulated (bool): as for `DeformableOffsets`.

    Inputs:
        - **out_backprop** (Tensor) - the gradient of its result.
        - **input** (Tensor) - what it was called with.
        - **offsets** (Tensor) - the offsets.

    Outputs:
        tuple of two Tensors.

    Source: mindspore.ops.operations._grad_ops.DeformableOffsetsGrad, MindSpore 2.10
    """

    def __init__(
        self,
        strides: tuple[int, ...],
        pads: tuple[int, ...],
        kernel_size: tuple[int, ...],
        dilations: tuple[int, ...] = (1, 1, 1, 1),
        data_format: str = "NCHW",
        deformable_groups: int = 1,
        modulated: bool = True,
    ) -> None:
        super().__init__()
        self.forward = DeformableOffsets(
            strides, pads, kernel_size, dilations, data_format, deformable_groups, modulated
        )

    def __call__(self, out_backprop: Tensor, input: Tensor, offsets: Tensor) -> tuple[Tensor, ...]:
        """Apply the operation."""
        return pull_back_all(self.forward, out_backprop, input, offsets)


class CropAndResizeGradImage(Primitive):
    """Compute the gradient of `CropAndResize` by its images.

    Args:
        T (mindspore.dtype): the type of the result.
        method (str): ``"bilinear"``, ``"bilinear_v2"`` or ``"nearest"``. Default: ``"bilinear"``.

    Inputs:
        - **grads** (Tensor) - the gradient of its result, of shape :math:`(R, h, w, C)`.
        - **boxes** (Tensor), **box_index** (Tensor) - as for `CropAndResize`.
        - **image_size** (Tensor) - the shape of the images.

    Outputs:
        Tensor, of that shape.

    Source: mindspore.ops.operations.image_ops.CropAndResizeGradImage, MindSpore 2.10
    """

    def __init__(self, T: Type, method: str = "bilinear") -> None:
        super().__init__()
        self.kind = to_torch_dtype(T)
        self.forward = CropAndResize(method)

    def __call__(self, grads: Tensor, boxes: Tensor, box_index: Tensor, image_size: Tensor) -> Tensor:
        """Apply the operation."""
        size, given = unwrap(grads).shape[1:3], unwrap(grads).float()
        images = torch.zeros(shape_arg(image_size), dtype=torch.float32, device=given.device)

        def forward(x: Tensor) -> Tensor:
            return self.forward(x, boxes, box_index, (size[0], size[1]))

        return wrap(unwrap(pull_back(forward, wrap(given), wrap(images))).to(dtype=self.kind))


def _check_positive(op: str, kind: type, **settings: Any) -> None:
    for name, value in settings.items():
        if not isinstance(value, kind) or isinstance(value, bool):
            msg = f"For '{op}', the type of '{name}' must be {kind.__name__}, but got {type(value).__name__}."
            raise TypeError(msg)
        if value <= 0:
            msg = f"For '{op}', '{name}' must be greater than 0, but got {value}."
            raise ValueError(msg)


def _round(values: torch.Tensor) -> torch.Tensor:
    """Round as C does: halves away from zero."""
    return torch.sign(values) * (values.abs() + 0.5).floor()
