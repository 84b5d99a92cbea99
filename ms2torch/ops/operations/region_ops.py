"""Features of regions and suppression of overlapping boxes over classes, as Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.nn import deform
from ms2torch.ops.operations.detection_ops import kept_boxes, overlaps_of
from ms2torch.ops.primitive import Primitive


def _between(place: torch.Tensor, length: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the elements on both sides of places, the share of the second, and which places count."""
    inside = (place >= -1) & (place <= length)
    place = place.clamp(0, length - 1)
    low = place.floor().long()
    return low, (low + 1).clamp(max=length - 1), place - low, inside


class ROIAlign(Primitive):
    """Average features over the bins of regions, at points between the elements.

    Args:
        pooled_height (int): rows of bins.
        pooled_width (int): columns of bins.
        spatial_scale (float): size of the features as a factor of the image's.
        sample_num (int): points per bin along each dimension; 0 or less: as many as the bin has elements of the
            features, rounded up, which gives NaN for a region without extent. Default: ``2``.
        roi_end_mode (int): 1: a region reaches one element of the image further, and may be of any size; 0: it does
            not, and is at least one element of the features large. Default: ``1``.

    Inputs:
        - **features** (Tensor) - shape :math:`(N, C, H, W)`.
        - **rois** (Tensor) - image, x1, y1, x2, y2 of each region, of shape :math:`(R, 5)`; has no gradient.

    Outputs:
        Tensor of shape :math:`(R, C, pooled_height, pooled_width)`.

    Raises:
        TypeError: if a setting is of another kind.
        ValueError: if `roi_end_mode` is neither 0 nor 1, or the shapes do not fit.

    Source: mindspore.ops.ROIAlign, MindSpore 2.10
    """

    def __init__(
        self, pooled_height: int, pooled_width: int, spatial_scale: float, sample_num: int = 2, roi_end_mode: int = 1
    ) -> None:
        ints = (pooled_height, pooled_width, sample_num, roi_end_mode)
        if any(isinstance(v, bool) or not isinstance(v, int) for v in ints) or not isinstance(spatial_scale, float):
            msg = f"ops.ROIAlign: needs ints and a float as spatial_scale, got {ints} and {spatial_scale!r}"
            raise TypeError(msg)
        if roi_end_mode not in (0, 1):
            msg = f"ops.ROIAlign: roi_end_mode must be 0 or 1, got {roi_end_mode}"
            raise ValueError(msg)
        self.pooled_height = pooled_height
        self.pooled_width = pooled_width
        self.spatial_scale = spatial_scale
        self.sample_num = sample_num
        self.roi_end_mode = roi_end_mode

    def _size(self, start: torch.Tensor, end: torch.Tensor) -> torch.Tensor:
        size = end - start
        return size.clamp(min=1.0) if self.roi_end_mode == 0 else size

    def __call__(self, features: Tensor, rois: Tensor) -> Tensor:
        t, regions = unwrap(features), unwrap(rois).detach()
        if t.ndim != 4 or regions.ndim != 2 or regions.shape[1] != 5:
            msg = f"ops.ROIAlign: needs features (N, C, H, W) and rois (R, 5), got {tuple(t.shape)} and "
            raise ValueError(msg + f"{tuple(regions.shape)}")
        corners = regions[:, 1:] if regions.dtype == torch.float64 else regions[:, 1:].float()
        low, high = corners[:, :2] * self.spatial_scale, (corners[:, 2:] + self.roi_end_mode) * self.spatial_scale
        sizes, image = self._size(low, high), regions[:, 0].long()
        if self.sample_num > 0 or not len(regions):
            means = self._means(t, image, low, sizes, (self.sample_num, self.sample_num))
        else:
            bins = torch.tensor([self.pooled_width, self.pooled_height], device=sizes.device)
            counts = torch.ceil(sizes / bins).long().clamp(min=0).tolist()
            means = torch.cat([self._means(t, image[i : i + 1], low[i : i + 1], sizes[i : i + 1], (across, down))
                               for i, (across, down) in enumerate(counts)])  # fmt: skip
        return wrap(means.movedim(-1, 1).to(dtype=t.dtype))

    def _means(
        self, t: torch.Tensor, image: torch.Tensor, low: torch.Tensor, sizes: torch.Tensor, samples: tuple[int, int]
    ) -> torch.Tensor:
        """Return the mean of the points of each bin, channels last; `samples` are points across and down."""
        x = _points(low[:, 0], sizes[:, 0], self.pooled_width * samples[0])
        y = _points(low[:, 1], sizes[:, 1], self.pooled_height * samples[1])
        top, bottom, down, in_rows = _between(y, t.shape[2])
        left, right, across, in_columns = _between(x, t.shape[3])
        channels_last, image = t.movedim(1, -1), image[:, None, None]
        kind = t.dtype if t.dtype == torch.float64 else torch.float32
        out: torch.Tensor | None = None
        for rows, row_share in ((top, 1 - down), (bottom, down)):
            for columns, column_share in ((left, 1 - across), (right, across)):
                share = (row_share * in_rows)[:, :, None] * (column_share * in_columns)[:, None, :]
                part = channels_last[image, rows[:, :, None], columns[:, None, :]] * share[..., None].to(dtype=kind)
                out = part if out is None else out + part
        assert out is not None
        grid = (len(image), self.pooled_height, samples[1], self.pooled_width, samples[0], out.shape[-1])
        return out.reshape(grid).mean((2, 4))


def _points(start: torch.Tensor, size: torch.Tensor, number: int) -> torch.Tensor:
    """Return points in the middles of equal parts of one dimension of each region: (regions, points)."""
    step = size / max(number, 1)
    return start[:, None] + (torch.arange(number, device=start.device) + 0.5) * step[:, None]


class CombinedNonMaxSuppression(Primitive):
    """Choose boxes by score, for each class those that do not overlap much with a better one.

    Args:
        pad_per_class (bool): the result is no longer than what the classes can give. Default: ``False``.
        clip_boxes (bool): clip the boxes returned to [0, 1]. Default: ``True``.

    Inputs:
        - **boxes** (Tensor) - two opposite corners each, of shape :math:`(N, boxes, q, 4)`, q being 1 or the classes.
        - **scores** (Tensor) - shape :math:`(N, boxes, classes)`.
        - **max_output_size_per_class** (Tensor) - how many of a class at most.
        - **max_total_size** (Tensor) - how many at most.
        - **iou_threshold** (Tensor) - the overlap allowed.
        - **score_threshold** (Tensor) - boxes up to this score are left out.

    Outputs:
        tuple[Tensor]: boxes, scores and classes, best first and zeros after the last, and how many there are (int32).

    Raises:
        ValueError: if the shapes do not fit, or a limit is out of range.

    Source: mindspore.ops.CombinedNonMaxSuppression, MindSpore 2.10
    """

    def __init__(self, pad_per_class: bool = False, clip_boxes: bool = True) -> None:
        self.pad_per_class = pad_per_class
        self.clip_boxes = clip_boxes

    def __call__(
        self,
        boxes: Tensor,
        scores: Tensor,
        max_output_size_per_class: Any,
        max_total_size: Any,
        iou_threshold: Any,
        score_threshold: Any,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        t, points = unwrap(boxes), unwrap(scores)
        limits = [unwrap_or_scalar(v) for v in (max_output_size_per_class, max_total_size)]
        per_class, total = (int(v) for v in limits)
        thresholds = float(unwrap_or_scalar(iou_threshold)), float(unwrap_or_scalar(score_threshold))
        fits = t.ndim == 4 and points.ndim == 3 and t.shape[:2] == points.shape[:2] and t.shape[3] == 4
        if not fits or t.shape[2] not in (1, points.shape[2]):
            msg = "ops.CombinedNonMaxSuppression: needs boxes (N, M, 1 or classes, 4) and scores (N, M, classes), got "
            raise ValueError(msg + f"{tuple(t.shape)} and {tuple(points.shape)}")
        if per_class < 0 or total < 0 or not 0 <= thresholds[0] <= 1:
            msg = f"ops.CombinedNonMaxSuppression: sizes must not be negative and iou_threshold in [0, 1], got {limits}"
            raise ValueError(msg + f" and {thresholds[0]}")
        size = min(total, per_class * points.shape[2]) if self.pad_per_class else total
        found = [_best_of_classes(t[i], points[i], per_class, size, thresholds) for i in range(t.shape[0])]
        chosen = torch.stack([each[0] for each in found])
        if self.clip_boxes:
            chosen = chosen.clamp(0, 1)
        counts = torch.tensor([each[3] for each in found], dtype=torch.int32, device=t.device)
        return (
            wrap(chosen),
            wrap(torch.stack([f[1] for f in found])),
            wrap(torch.stack([f[2] for f in found])),
            (wrap(counts)),
        )


def _best_of_classes(
    boxes: torch.Tensor, scores: torch.Tensor, per_class: int, size: int, thresholds: tuple[float, float]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, int]:
    """Return boxes, scores and classes of one image, filled up to `size`, and how many are chosen."""
    parts = []
    for kind in range(scores.shape[1]):
        own = boxes[:, kind if boxes.shape[1] > 1 else 0]
        low, high = torch.minimum(own[:, :2], own[:, 2:]), torch.maximum(own[:, :2], own[:, 2:])
        order = torch.argsort(scores[:, kind], descending=True, stable=True)
        order = order[scores[order, kind] > thresholds[1]]
        order = order[kept_boxes(overlaps_of(low[order].detach(), high[order].detach()), thresholds[0])][:per_class]
        parts.append((own[order], scores[order, kind], torch.full_like(scores[order, kind], kind)))
    merged = [torch.cat([part[i] for part in parts]) for i in range(3)]
    order = torch.argsort(merged[1], descending=True, stable=True)[:size]
    filled = []
    for each in merged:
        kept = each[order]
        filled.append(torch.cat((kept, kept.new_zeros((size - len(order), *each.shape[1:])))))
    return filled[0], filled[1], filled[2].detach(), len(order)


class DeformableOffsets(Primitive):
    """Lay out what the kernel of a deformable convolution sees.

    Args:
        strides (tuple[int]): 1 for batch and channels, and those of rows and columns.
        pads (tuple[int]): zeros (top, bottom, left, right).
        ksize (tuple[int]): rows and columns of the kernel.
        dilations (tuple[int]): as `strides`. Default: ``(1, 1, 1, 1)``.
        data_format (str): ``"NCHW"`` or ``"NHWC"``. Default: ``"NCHW"``.
        deformable_groups (int): groups of channels that share their offsets. Default: ``1``.
        modulated (bool): only ``True``. Default: ``True``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.
        - **offsets** (Tensor) - offsets in x, in y, and weights, as for `deformable_conv2d`.

    Outputs:
        Tensor of shape :math:`(N, C, H_{out} * k_h, W_{out} * k_w)`.

    Raises:
        TypeError: if a setting is of another kind.
        ValueError: if a setting or a shape does not fit.

    Source: mindspore.ops.DeformableOffsets, MindSpore 2.10
    """

    def __init__(
        self,
        strides: tuple[int, ...],
        pads: tuple[int, ...],
        ksize: tuple[int, ...],
        dilations: tuple[int, ...] = (1, 1, 1, 1),
        data_format: str = "NCHW",
        deformable_groups: int = 1,
        modulated: bool = True,
    ) -> None:
        op = "ops.DeformableOffsets"
        if data_format not in ("NCHW", "NHWC"):
            msg = f"{op}: data_format must be 'NCHW' or 'NHWC', got {data_format!r}"
            raise ValueError(msg)
        channel = data_format.index("C")
        deform.check_deformable(op, channel, modulated, strides=strides, pads=pads, ksize=ksize, dilations=dilations)
        first = data_format.index("H")
        self.data_format = data_format
        self.deformable_groups = deformable_groups
        self._geometry = (ksize, strides[first : first + 2], dilations[first : first + 2], pads)

    def __call__(self, x: Tensor, offsets: Tensor) -> Tensor:
        t, moves = unwrap(x), unwrap(offsets)
        last = self.data_format == "NHWC"
        if last:
            t, moves = t.movedim(-1, 1), moves.movedim(-1, 1)
        seen = deform.deformable_samples(
            "ops.DeformableOffsets", t.contiguous(), moves.contiguous(), self._geometry, self.deformable_groups
        )
        return wrap(seen.movedim(1, -1) if last else seen)
