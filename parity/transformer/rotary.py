"""Rotary position embedding: which elements are turned together, and by which angles.

Nothing is read off the code. A value is a rotation of another where each pair of its elements is a linear combination
of one pair of the other's, the same for all heads of a position; the coefficients are the cosines and sines.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from parity.transformer.values import Rotation

_CLOSE = 1e-6
_SAMPLES = 3
"""Heads and batch entries from which coefficients are solved for; of fewer any pair of numbers would do."""
_PAIRS = ("halves", "interleaved pairs")


def rotation(before: torch.Tensor, after: torch.Tensor) -> Rotation | None:
    """Return how one value is turned into another of the same shape; None if it is not.

    Args:
        before (torch.Tensor): of shape (..., positions, d) or (..., positions, heads, d).
        after (torch.Tensor): likewise.
    """
    if before.shape != after.shape or before.ndim < 3 or before.is_complex() or torch.equal(before, after):
        return None
    changed = (before - after).abs().flatten(0, -2).amax(0) > _CLOSE * before.abs().max()
    size = int(changed.nonzero().max()) + 1 if bool(changed.any()) else 0
    if size < 2 or size % 2:
        return None
    for axis in (-2, -3):
        if before.ndim + axis < 0:
            continue
        one, other = (_by_position(tensor, axis)[..., :size] for tensor in (before, after))
        found = _of_pairs(one, other, size)
        if found is not None:
            return found
    return None


def _by_position(tensor: torch.Tensor, axis: int) -> torch.Tensor:
    """Return a tensor of shape (positions, samples, d)."""
    moved = tensor.movedim(axis, 0)
    return moved.reshape(moved.shape[0], -1, moved.shape[-1])


def _split(tensor: torch.Tensor, pairs: str) -> tuple[torch.Tensor, torch.Tensor]:
    if pairs == "halves":
        half = tensor.shape[-1] // 2
        return tensor[..., :half], tensor[..., half:]
    return tensor[..., 0::2], tensor[..., 1::2]


def _of_pairs(before: torch.Tensor, after: torch.Tensor, size: int) -> Rotation | None:
    found: list[Rotation] = []
    for taken in _PAIRS:
        for left in sorted(_PAIRS, key=lambda name: name != taken):  # what is turned may be put down in the other order
            one, other = _split(before, taken), _split(after, left)
            if before.shape[1] < _SAMPLES:
                angles = _by_ratio(one, other)
                found += [Rotation(taken, True, angles, size)] if angles is not None else []
                continue
            rows = [_combined(one, part) for part in other]
            if rows[0] is None or rows[1] is None:
                continue
            (c1, s1), (s2, c2) = rows[0], rows[1]
            proper = torch.allclose(c1, c2, 1e-4, _CLOSE) and torch.allclose(s1, -s2, 1e-4, _CLOSE)
            if not proper and left != taken:
                continue
            turned = not torch.allclose(s2, torch.zeros_like(s2), atol=_CLOSE)
            quarter = torch.allclose(
                c2, torch.zeros_like(c2), atol=_CLOSE
            )  # the halves changed round, before any angle
            if turned and not quarter and (proper or _is_table((c1, s1), (c2, s2))):
                found.append(Rotation(taken, proper, torch.atan2(s2, c2), size))
    found.sort(key=lambda entry: not entry.proper)
    return found[0] if found else None


def _by_ratio(one: Sequence[torch.Tensor], other: Sequence[torch.Tensor]) -> torch.Tensor | None:
    """Return the angles by position and pair of a proper rotation of few samples; None if it is none."""
    (a, b), (c, d) = ([part.to(torch.float64) for part in pair] for pair in (one, other))  # half has no complex type
    given, made = torch.complex(a, b), torch.complex(c, d)
    ratio = made / given
    if not bool(((ratio - ratio[:, :1]).abs() < _CLOSE).all()) or not bool(((ratio.abs() - 1).abs() < _CLOSE).all()):
        return None
    angles = ratio[:, 0].angle()
    quarter = bool((ratio[:, 0].real.abs() < _CLOSE).all())
    return angles if bool((angles.abs() > _CLOSE).any()) and not quarter else None


def _is_table(one: Sequence[torch.Tensor], other: Sequence[torch.Tensor]) -> bool:
    """Tell whether coefficients are cosines and sines, each of an angle of its own."""
    return all(torch.allclose(c * c + s * s, torch.ones_like(c), 1e-4, 1e-4) for c, s in (one, other))


def _combined(
    pair: tuple[torch.Tensor, torch.Tensor], result: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Return the coefficients, by position and pair, with which `result` is a combination of a pair."""
    one, other = pair
    a, b, c = (one * one).sum(1), (one * other).sum(1), (other * other).sum(1)
    p, q = (one * result).sum(1), (other * result).sum(1)
    determinant = a * c - b * b
    if not bool((determinant.abs() > 1e-12 * (a * c).clamp(min=1e-300)).all()):
        return None
    first, second = (c * p - b * q) / determinant, (a * q - b * p) / determinant
    left = result - first[:, None] * one - second[:, None] * other
    if bool(torch.linalg.vector_norm(left) > 1e-6 * torch.linalg.vector_norm(result)):
        return None
    return first, second
