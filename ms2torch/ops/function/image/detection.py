"""Boxes of object detection. All are (x1, y1, x2, y2), with the last pixel inside."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.nn._losses import operands

_Four = tuple[float, float, float, float]


def _boxes(op: str, **tensors: object) -> list[torch.Tensor]:
    out = operands(op, **tensors)
    for name, t in zip(tensors, out, strict=True):
        if t.ndim != 2 or t.shape[1] != 4:
            msg = f"For '{op}', the '{name}' must have shape (N, 4), but got {tuple(t.shape)}."
            raise ValueError(msg)
    return out


def _four(op: str, name: str, value: Any, like: torch.Tensor) -> torch.Tensor:
    if isinstance(value, float):
        value = (value,) * 4
    if not isinstance(value, (tuple, list)) or len(value) != 4:
        msg = f"For '{op}', the '{name}' must be four floats, but got {value!r}."
        raise ValueError(msg)
    return torch.tensor(value, dtype=like.dtype, device=like.device)


def _centers(boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return middles and sizes, each (N, 2)."""
    low, high = boxes[:, :2], boxes[:, 2:]
    return (low + high) / 2, high - low + 1


def iou(anchor_boxes: Tensor, gt_boxes: Tensor, mode: str = "iou") -> Tensor:
    """Compute how much boxes overlap.

    Args:
        anchor_boxes (Tensor): shape :math:`(N, 4)`.
        gt_boxes (Tensor): shape :math:`(M, 4)`.
        mode (str): ``"iou"``, the intersection over the union, or ``"iof"``, over the box of `gt_boxes`.
            Default: ``"iou"``.

    Returns:
        Tensor, shape :math:`(M, N)`.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if a shape does not fit or `mode` is another word.

    Source: mindspore.ops.iou, MindSpore 2.10
    """
    check_type(anchor_boxes, "ops.iou")
    if mode not in ("iou", "iof"):
        msg = f"For 'iou', the 'mode' must be 'iou' or 'iof', but got {mode!r}."
        raise ValueError(msg)
    anchors, truth = _boxes("iou", anchor_boxes=anchor_boxes, gt_boxes=gt_boxes)
    low = torch.maximum(truth[:, None, :2], anchors[None, :, :2])
    high = torch.minimum(truth[:, None, 2:], anchors[None, :, 2:])
    shared = (high - low + 1).clamp(min=0).prod(-1)
    of_truth, of_anchors = _centers(truth)[1].prod(-1), _centers(anchors)[1].prod(-1)
    if mode == "iof":
        return wrap(shared / of_truth[:, None])
    return wrap(shared / (of_truth[:, None] + of_anchors[None, :] - shared))


def bounding_box_encode(
    anchor_box: Tensor, groundtruth_box: Tensor, means: _Four = (0.0, 0.0, 0.0, 0.0), stds: _Four = (1.0, 1.0, 1.0, 1.0)
) -> Tensor:
    """Compute where boxes lie relative to anchors: shifts of the middle and logarithms of the scales.

    Args:
        anchor_box (Tensor): shape :math:`(N, 4)`.
        groundtruth_box (Tensor): shape :math:`(N, 4)`.
        means (tuple): subtracted from the result. Default: ``(0.0, 0.0, 0.0, 0.0)``.
        stds (tuple): the result is divided by it then. Default: ``(1.0, 1.0, 1.0, 1.0)``.

    Returns:
        Tensor, shape :math:`(N, 4)`.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if a shape does not fit.

    Source: mindspore.ops.bounding_box_encode, MindSpore 2.10
    """
    check_type(anchor_box, "ops.bounding_box_encode")
    op = "bounding_box_encode"
    anchors, truth = _boxes(op, anchor_box=anchor_box, groundtruth_box=groundtruth_box)
    middle, size = _centers(anchors)
    truth_middle, truth_size = _centers(truth)
    deltas = torch.cat([(truth_middle - middle) / size, torch.log(truth_size / size)], 1)
    return wrap((deltas - _four(op, "means", means, deltas)) / _four(op, "stds", stds, deltas))


def bounding_box_decode(
    anchor_box: Tensor,
    deltas: Tensor,
    max_shape: tuple[int, int],
    means: _Four = (0.0, 0.0, 0.0, 0.0),
    stds: _Four = (1.0, 1.0, 1.0, 1.0),
    wh_ratio_clip: float = 0.016,
) -> Tensor:
    """Compute boxes from anchors and where they lie relative to these.

    Args:
        anchor_box (Tensor): shape :math:`(N, 4)`.
        deltas (Tensor): shape :math:`(N, 4)`, as from `bounding_box_encode`.
        max_shape (tuple): height and width of the image, which boxes are cut off at.
        means (tuple): added to `deltas` after the multiplication. Default: ``(0.0, 0.0, 0.0, 0.0)``.
        stds (tuple): `deltas` are multiplied by it. Default: ``(1.0, 1.0, 1.0, 1.0)``.
        wh_ratio_clip (float): smallest scale of a box; the largest is its inverse. Default: ``0.016``.

    Returns:
        Tensor, shape :math:`(N, 4)`.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if a shape does not fit.

    Source: mindspore.ops.bounding_box_decode, MindSpore 2.10
    """
    check_type(anchor_box, "ops.bounding_box_decode")
    op = "bounding_box_decode"
    anchors, shifts = _boxes(op, anchor_box=anchor_box, deltas=deltas)
    if not isinstance(max_shape, (tuple, list)) or len(max_shape) != 2:
        msg = f"For '{op}', the 'max_shape' must be (height, width), but got {max_shape!r}."
        raise ValueError(msg)
    shifts = shifts * _four(op, "stds", stds, shifts) + _four(op, "means", means, shifts)
    limit = abs(float(torch.log(torch.tensor(wh_ratio_clip))))
    middle, size = _centers(anchors)
    middle = middle + size * shifts[:, :2]
    half = size * torch.exp(shifts[:, 2:].clamp(-limit, limit)) / 2 - 0.5
    edges = torch.tensor([max_shape[1], max_shape[0]], dtype=size.dtype, device=size.device)
    corners = [torch.minimum(corner.clamp(min=0), edges) for corner in (middle - half, middle + half)]
    return wrap(torch.cat(corners, 1))


def check_valid(bboxes: Tensor, img_metas: Tensor) -> Tensor:
    """Tell which boxes lie inside an image.

    Args:
        bboxes (Tensor): shape :math:`(N, 4)`.
        img_metas (Tensor): height, width and the ratio that both are multiplied by, shape :math:`(3)`.

    Returns:
        Tensor, bool, shape :math:`(N)`.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if a shape does not fit.

    Source: mindspore.ops.check_valid, MindSpore 2.10
    """
    check_type(bboxes, "ops.check_valid")
    (boxes,) = _boxes("check_valid", bboxes=bboxes)
    (metas,) = operands("check_valid", img_metas=img_metas)
    if metas.shape != (3,):
        msg = f"For 'check_valid', the 'img_metas' must have shape (3,), but got {tuple(metas.shape)}."
        raise ValueError(msg)
    last = metas[:2].flip(0) * metas[2] - 1
    return wrap(((boxes[:, :2] >= 0) & (boxes[:, 2:] <= last)).all(-1))
