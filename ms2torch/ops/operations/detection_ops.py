"""Object detection as Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.image import detection
from ms2torch.ops.primitive import Primitive

_Four = tuple[float, float, float, float]


class IOU(Primitive):
    """Compute how much boxes overlap.

    Args:
        mode (str): ``"iou"`` or ``"iof"``. Default: ``"iou"``.

    Inputs:
        - **anchor_boxes** (Tensor) - shape :math:`(N, 4)`.
        - **gt_boxes** (Tensor) - shape :math:`(M, 4)`.

    Source: mindspore.ops.IOU, MindSpore 2.10
    """

    def __init__(self, mode: str = "iou") -> None:
        if mode not in ("iou", "iof"):
            msg = f"ops.IOU: mode must be 'iou' or 'iof', got {mode!r}"
            raise ValueError(msg)
        self.mode = mode

    def __call__(self, anchor_boxes: Tensor, gt_boxes: Tensor) -> Tensor:
        return detection.iou(anchor_boxes, gt_boxes, self.mode)


class BoundingBoxEncode(Primitive):
    """Compute where boxes lie relative to anchors.

    Args:
        means (tuple): subtracted from the result. Default: ``(0.0, 0.0, 0.0, 0.0)``.
        stds (tuple): the result is divided by it then. Default: ``(1.0, 1.0, 1.0, 1.0)``.

    Inputs:
        - **anchor_box** (Tensor) - shape :math:`(N, 4)`.
        - **groundtruth_box** (Tensor) - shape :math:`(N, 4)`.

    Source: mindspore.ops.BoundingBoxEncode, MindSpore 2.10
    """

    def __init__(self, means: _Four = (0.0, 0.0, 0.0, 0.0), stds: _Four = (1.0, 1.0, 1.0, 1.0)) -> None:
        self.means = means
        self.stds = stds

    def __call__(self, anchor_box: Tensor, groundtruth_box: Tensor) -> Tensor:
        return detection.bounding_box_encode(anchor_box, groundtruth_box, self.means, self.stds)


class BoundingBoxDecode(Primitive):
    """Compute boxes from anchors and where they lie relative to these.

    Args:
        max_shape (tuple): height and width of the image.
        means (tuple): added after the multiplication. Default: ``(0.0, 0.0, 0.0, 0.0)``.
        stds (tuple): the deltas are multiplied by it. Default: ``(1.0, 1.0, 1.0, 1.0)``.
        wh_ratio_clip (float): smallest scale of a box. Default: ``0.016``.

    Inputs:
        - **anchor_box** (Tensor) - shape :math:`(N, 4)`.
        - **deltas** (Tensor) - shape :math:`(N, 4)`.

    Source: mindspore.ops.BoundingBoxDecode, MindSpore 2.10
    """

    def __init__(
        self,
        max_shape: tuple[int, int],
        means: _Four = (0.0, 0.0, 0.0, 0.0),
        stds: _Four = (1.0, 1.0, 1.0, 1.0),
        wh_ratio_clip: float = 0.016,
    ) -> None:
        self.max_shape = max_shape
        self.means = means
        self.stds = stds
        self.wh_ratio_clip = wh_ratio_clip

    def __call__(self, anchor_box: Tensor, deltas: Tensor) -> Tensor:
        return detection.bounding_box_decode(
            anchor_box, deltas, self.max_shape, self.means, self.stds, self.wh_ratio_clip
        )


class CheckValid(Primitive, fn=detection.check_valid):
    """Tell which boxes lie inside an image.

    Inputs:
        - **bboxes** (Tensor) - shape :math:`(N, 4)`.
        - **img_metas** (Tensor) - height, width and ratio, shape :math:`(3)`.

    Source: mindspore.ops.CheckValid, MindSpore 2.10
    """


def kept_boxes(overlaps: torch.Tensor, threshold: float) -> torch.Tensor:
    """Keep each box, best first, that overlaps with no better one that is kept."""
    keep = torch.ones(len(overlaps), dtype=torch.bool, device=overlaps.device)
    for i in range(len(overlaps)):
        if keep[i]:
            keep[i + 1 :] &= overlaps[i, i + 1 :] <= threshold
    return keep


def overlaps_of(low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    """Return the intersections over the unions of all pairs, with the edges as they are."""
    shared = torch.minimum(high[:, None], high[None]) - torch.maximum(low[:, None], low[None])
    shared = shared.clamp(min=0).prod(-1)
    area = (high - low).prod(-1)
    union = area[:, None] + area[None] - shared
    return torch.where(shared > 0, shared / union, 0)


class NMSWithMask(Primitive):
    """Sort boxes by score, and tell which do not overlap much with a better one.

    Args:
        iou_threshold (float): the overlap allowed. Default: ``0.5``.

    Inputs:
        - **bboxes** (Tensor) - boxes and scores, shape :math:`(N, 5)`.

    Outputs:
        tuple of three Tensors: the sorted boxes, their numbers in this order (int32), and which are kept (bool).

    Source: mindspore.ops.NMSWithMask, MindSpore 2.10
    """

    def __init__(self, iou_threshold: float = 0.5) -> None:
        self.iou_threshold = iou_threshold

    def __call__(self, bboxes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        boxes = unwrap(bboxes)
        if boxes.ndim != 2 or boxes.shape[1] != 5:
            msg = f"ops.NMSWithMask: bboxes must have shape (N, 5), got {tuple(boxes.shape)}"
            raise ValueError(msg)
        # of equal scores the last comes first, as in MindSpore
        boxes = boxes.flip(0)
        boxes = boxes[torch.argsort(boxes[:, 4], descending=True, stable=True)]
        keep = kept_boxes(overlaps_of(boxes[:, :2].detach(), boxes[:, 2:4].detach()), self.iou_threshold)
        numbers = torch.arange(len(boxes), dtype=torch.int32, device=boxes.device)
        return wrap(boxes), wrap(numbers), wrap(keep)


def _selected(overlaps: torch.Tensor, scores: torch.Tensor, limits: tuple[Any, Any, Any]) -> Tensor:
    """Return the numbers of the boxes kept, best first."""
    count, threshold, least = (x.item() if isinstance(x, torch.Tensor) else x for x in map(unwrap_or_scalar, limits))
    order = torch.argsort(scores, descending=True, stable=True)
    order = order[scores[order] > least]
    keep = kept_boxes(overlaps[order][:, order], float(threshold))
    return wrap(order[keep][: int(count)].to(dtype=torch.int32))


class NonMaxSuppressionV3(Primitive):
    """Choose boxes by score that do not overlap much with a better one.

    Inputs:
        - **boxes** (Tensor) - two opposite corners each, shape :math:`(N, 4)`.
        - **scores** (Tensor) - shape :math:`(N)`.
        - **max_output_size** (Union[Tensor, int]) - how many at most.
        - **iou_threshold** (Union[Tensor, float]) - the overlap allowed.
        - **score_threshold** (Union[Tensor, float]) - boxes up to this score are left out.

    Outputs:
        Tensor, the numbers of the boxes, int32.

    Source: mindspore.ops.NonMaxSuppressionV3, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(
        self, boxes: Tensor, scores: Tensor, max_output_size: Any, iou_threshold: Any, score_threshold: Any
    ) -> Tensor:
        t = unwrap(boxes)
        low, high = torch.minimum(t[:, :2], t[:, 2:]), torch.maximum(t[:, :2], t[:, 2:])
        return _selected(overlaps_of(low, high), unwrap(scores), (max_output_size, iou_threshold, score_threshold))


class NonMaxSuppressionWithOverlaps(Primitive):
    """Choose boxes by score, given how much they overlap.

    Inputs:
        - **overlaps** (Tensor) - shape :math:`(N, N)`.
        - **scores** (Tensor) - shape :math:`(N)`.
        - **max_output_size** (Union[Tensor, int]) - how many at most.
        - **overlap_threshold** (Union[Tensor, float]) - the overlap allowed.
        - **score_threshold** (Union[Tensor, float]) - boxes up to this score are left out.

    Outputs:
        Tensor, the numbers of the boxes, int32.

    Source: mindspore.ops.NonMaxSuppressionWithOverlaps, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(
        self, overlaps: Tensor, scores: Tensor, max_output_size: Any, overlap_threshold: Any, score_threshold: Any
    ) -> Tensor:
        return _selected(unwrap(overlaps), unwrap(scores), (max_output_size, overlap_threshold, score_threshold))
