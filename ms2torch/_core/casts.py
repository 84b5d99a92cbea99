"""Conversion between element types, and the gradient that MindSpore passes through one to integers or bools.

The gradient of a cast is the cast of the gradient, whatever the types: that of `x.astype(int32)` by `x` is one, and
what comes through a cast back is cut to an integer on its way (measured 2.10). torch's integers carry no gradient; what
came of a cast therefore remembers what it came of, for a cast back and for the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.grad_mode import is_for_torch, is_recording
from ms2torch._core.no_gradient import kind_of_result


def as_truth(t: torch.Tensor) -> torch.Tensor:
    """Return a tensor as bools; the truth of a complex number is that of its real part (measured 2.10)."""
    return (t.real if t.is_complex() else t).to(dtype=torch.bool)


def converted(t: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """Return a tensor in another element type.

    Args:
        t (torch.Tensor): in any type.
        kind (torch.dtype): the type wanted.
    """
    return after_cast(t, t.to(dtype=kind) if kind is not torch.bool else as_truth(t))


def after_cast(t: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return what a cast has made of a tensor, with what the gradient needs of it while operations are recorded."""
    return _linked(t, out) if is_recording() and not is_for_torch() else out


def reduced_in(
    kind: torch.dtype | None, fn: Callable[[torch.Tensor, torch.dtype | None], torch.Tensor], t: torch.Tensor
) -> torch.Tensor:
    """Reduce a tensor in a type: where that is of integers, the value is theirs and the gradient the reduction's own.

    Args:
        kind (torch.dtype, optional): what the program asks for.
        fn (Callable): the reduction, of a tensor and a type.
        t (torch.Tensor): what is reduced.
    """
    if kind is None:
        return fn(t, None)
    kind = kind_of_result(t, kind)
    if t.requires_grad and t.is_floating_point() and not (kind.is_floating_point or kind.is_complex):
        return after_cast(fn(t, t.dtype), fn(t.detach(), kind))
    return fn(t, kind)


def with_gradient(t: torch.Tensor) -> torch.Tensor:
    """Return integers or bools that came of a cast as floating-point numbers through which the gradient passes.

    Anything else is returned as it is.
    """
    link = getattr(t, "_cast_of", None)
    return t if link is None else _Passing.apply(link[0], t.to(dtype=link[0].dtype), link[1])  # type: ignore[no-any-return, no-untyped-call]


def _linked(t: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    if t.requires_grad:
        if not out.requires_grad and out is not t:
            out._cast_of = t, (out.dtype,)  # type: ignore[attr-defined]
        return out
    link = getattr(t, "_cast_of", None)
    if link is None:
        return out
    source, kinds = link
    if out.is_floating_point() or out.is_complex():
        return _Passing.apply(source, out, kinds)  # type: ignore[no-any-return, no-untyped-call]
    out._cast_of = source, (*kinds, out.dtype)  # type: ignore[attr-defined]
    return out


class _Passing(torch.autograd.Function):
    """The value given, with the gradient of what it came of, by way of the types between: they cut it to integers."""

    generate_vmap_rule = True

    @staticmethod
    def forward(source: torch.Tensor, value: torch.Tensor, kinds: tuple[torch.dtype, ...]) -> torch.Tensor:  # type: ignore[override]
        return value.clone()

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:  # type: ignore[override]
        ctx.source, ctx.kinds = inputs[0].dtype, inputs[2]

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, None, None]:  # type: ignore[override]
        for kind in reversed(ctx.kinds):
            grad = grad.to(dtype=kind)
        return grad.to(dtype=ctx.source), None, None
