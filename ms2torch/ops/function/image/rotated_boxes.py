"""Overlaps of rotated boxes."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor


def _corners(boxes: torch.Tensor, trans: bool) -> torch.Tensor:
    """Return the corners of boxes (..., 5), in order: (..., 4, 2)."""
    first, second, turn = boxes[..., :2], boxes[..., 2:4], torch.deg2rad(boxes[..., 4])
    centre, size = ((first + second) / 2, second - first) if trans else (first, second)
    signs = torch.tensor([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], dtype=boxes.dtype, device=boxes.device)
    flat = signs * size[..., None, :]
    cos, sin = turn.cos()[..., None], turn.sin()[..., None]
    x, y = flat.unbind(-1)
    return torch.stack((x * cos - y * sin, x * sin + y * cos), -1) + centre[..., None, :]


def _cross(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _inside(points: torch.Tensor, corners: torch.Tensor, tolerance: float) -> torch.Tensor:
    """Tell which points (..., P, 2) lie in the quadrangle (..., 4, 2)."""
    edges = corners.roll(-1, -2) - corners
    side = _cross(edges[..., None, :, :], points[..., :, None, :] - corners[..., None, :, :])
    slack = tolerance + 1e-6 * edges.abs().amax((-2, -1))[..., None, None] ** 2
    return ((side >= -slack).all(-1)) | ((side <= slack).all(-1))


def _crossings(a: torch.Tensor, b: torch.Tensor, tolerance: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Return where the 4 x 4 edges meet, and whether they do: (..., 16, 2) and (..., 16)."""
    along_a = (a.roll(-1, -2) - a)[..., :, None, :]
    along_b = (b.roll(-1, -2) - b)[..., None, :, :]
    between = b[..., None, :, :] - a[..., :, None, :]
    turn = _cross(along_a, along_b)
    meets = turn.abs() > 1e-12
    divisor = torch.where(meets, turn, torch.ones_like(turn))
    on_a, on_b = _cross(between, along_b) / divisor, _cross(between, along_a) / divisor
    low, high = -tolerance, 1 + tolerance
    meets &= (on_a >= low) & (on_a <= high) & (on_b >= low) & (on_b <= high)
    points = a[..., :, None, :] + on_a[..., None] * along_a
    return points.flatten(-3, -2), meets.flatten(-2)


def _shared_area(a: torch.Tensor, b: torch.Tensor, v_threshold: float, e_threshold: float) -> torch.Tensor:
    """Return the area two quadrangles share: that of the polygon of the points in both, ordered by angle."""
    met, meets = _crossings(a, b, e_threshold)
    points = torch.cat((a, b, met), -2)
    held = torch.cat((_inside(a, b, v_threshold), _inside(b, a, v_threshold), meets), -1)
    count = held.sum(-1, keepdim=True)
    mean = (points * held[..., None]).sum(-2, keepdim=True) / count.clamp(min=1)[..., None]
    away = points - mean
    angle = torch.where(held, torch.atan2(away[..., 1], away[..., 0]).detach(), torch.inf)
    order = angle.argsort(-1)
    away = away.gather(-2, order[..., None].expand_as(away))
    held = held.gather(-1, order)
    # what is not in both is replaced by the first point, which adds nothing to the area
    away = torch.where(held[..., None], away, away[..., :1, :])
    area = _cross(away, away.roll(-1, -2)).sum(-1).abs() / 2
    return torch.where(count[..., 0] > 2, area, torch.zeros_like(area))


def rotated_iou(
    boxes: Tensor,
    query_boxes: Tensor,
    trans: bool = False,
    mode: int = 0,
    is_cross: bool = True,
    v_threshold: float = 0.0,
    e_threshold: float = 0.0,
) -> Tensor:
    """Compute how much rotated boxes overlap.

    Args:
        boxes (Tensor): shape :math:`(B, N, 5)`, the last entry the angle in degrees.
        query_boxes (Tensor): shape :math:`(B, K, 5)`.
        trans (bool): boxes are (x1, y1, x2, y2, angle), else (x, y, width, height, angle) around their centre.
            Default: ``False``.
        mode (int): divide the shared area by the union (0), or by the area of `boxes` (1). Default: ``0``.
        is_cross (bool): all pairs, else one by one. Default: ``True``.
        v_threshold (float): tolerance when a corner is said to lie inside. Default: ``0.0``.
        e_threshold (float): tolerance when edges are said to meet. Default: ``0.0``.

    Returns:
        Tensor of shape :math:`(B, N, K)`, or :math:`(B, N)` one by one.

    Raises:
        ValueError: if the shapes or types do not fit, or `mode` is neither 0 nor 1.

    Differs from MindSpore: it runs on Ascend alone and says nothing of the angle's unit; here it is degrees, as the
    operator underneath has it.

    Source: mindspore.ops.rotated_iou, MindSpore 2.10
    """
    a, b = unwrap(boxes), unwrap(query_boxes)
    if not (a.is_floating_point() and b.is_floating_point()):
        msg = f"ops.rotated_iou: boxes and query_boxes must be of a floating type, got {a.dtype} and {b.dtype}"
        raise ValueError(msg)
    one_by_one = a.shape == b.shape or is_cross
    if a.ndim != 3 or b.ndim != 3 or a.shape[0] != b.shape[0] or (a.shape[2], b.shape[2]) != (5, 5) or not one_by_one:
        msg = f"ops.rotated_iou: needs boxes (B, N, 5) and (B, K, 5), got {tuple(a.shape)} and {tuple(b.shape)}"
        raise ValueError(msg)
    if mode not in (0, 1):
        msg = f"ops.rotated_iou: mode must be 0 or 1, got {mode!r}"
        raise ValueError(msg)
    kind = a.dtype
    a, b = (x if x.dtype == torch.float64 else x.float() for x in (a, b))
    first, second = _corners(a, trans), _corners(b, trans)
    area_a, area_b = (_area(x, trans) for x in (a, b))
    if is_cross:
        pairs = (*a.shape[:2], b.shape[1], 4, 2)
        first, second = first[:, :, None].expand(pairs), second[:, None].expand(pairs)
        area_a, area_b = area_a[:, :, None], area_b[:, None]
    shared = _shared_area(first, second, v_threshold, e_threshold)
    whole = area_a + area_b - shared if mode == 0 else area_a.expand_as(shared)
    return wrap(torch.where(whole > 0, shared / torch.where(whole > 0, whole, 1.0), 0.0).to(dtype=kind))


def _area(boxes: torch.Tensor, trans: bool) -> torch.Tensor:
    size = boxes[..., 2:4] - boxes[..., :2] if trans else boxes[..., 2:4]
    return size.prod(-1).abs()
