"""What the loss functions share: checks, and the reduction at the end."""

from __future__ import annotations

import torch

from ms2torch._core.base import TensorBase

REDUCTIONS = ("mean", "sum", "none")
_HALVES = (torch.float16, torch.bfloat16)


def check_reduction(op: str, reduction: object, allowed: tuple[str, ...] = REDUCTIONS) -> str:
    """Return `reduction`, one of the words allowed.

    Raises:
        ValueError: if it is anything else.
    """
    if not isinstance(reduction, str) or reduction not in allowed:
        msg = f"For '{op}', the 'reduction' must be in {list(allowed)}, but got {reduction!r}."
        raise ValueError(msg)
    return reduction


def operands(op: str, **tensors: object) -> list[torch.Tensor]:
    """Return the torch tensors inside the named arguments.

    Raises:
        TypeError: if one is no Tensor.
    """
    out = []
    for name, value in tensors.items():
        if not isinstance(value, TensorBase):
            msg = f"For '{op}', the '{name}' must be a Tensor, but got {type(value).__name__}."
            raise TypeError(msg)
        out.append(value._t)
    return out


def optional_operand(op: str, name: str, value: object, like: torch.Tensor) -> torch.Tensor | None:
    """Return the torch tensor inside an optional argument, in the element type of `like`.

    Raises:
        TypeError: if it is neither ``None`` nor a Tensor.
    """
    if value is None:
        return None
    (t,) = operands(op, **{name: value})
    return t if t.dtype is like.dtype else t.to(dtype=like.dtype)


def constant_weight(op: str, name: str, value: object, like: torch.Tensor) -> torch.Tensor | None:
    """Return what `optional_operand` does, by which nothing is differentiated: MindSpore gives zeros for it."""
    t = optional_operand(op, name, value, like)
    return None if t is None else t.detach()


def same_shape(op: str, **tensors: torch.Tensor) -> None:
    """Check that the named tensors have one shape.

    Raises:
        ValueError: if they do not.
    """
    one, *others = tensors.values()
    if any(t.shape != one.shape for t in others):
        shapes = {name: tuple(t.shape) for name, t in tensors.items()}
        told = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        msg = f"For '{op}', the shapes must be the same, but got {told}."
        raise ValueError(msg)


def reduced(loss: torch.Tensor, reduction: str) -> torch.Tensor:
    """Return the mean or sum of all elements, added up in float32 at least; or `loss` itself."""
    if reduction == "none":
        return loss
    wide = torch.float32 if loss.dtype in _HALVES else None
    total = torch.mean(loss, dtype=wide) if reduction == "mean" else torch.sum(loss, dtype=wide)
    return total.to(dtype=loss.dtype)
