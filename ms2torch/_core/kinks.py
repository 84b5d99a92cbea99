"""Gradients where a function has none, or several: what MindSpore's formulas give there, and not what torch chose.

MindSpore composes the leaky ReLU of a maximum, whose two sides share the gradient where they are equal, and divides by
the length or the deviation it has computed, by zero too (measured 2.10). Without a gradient, and for Cells that torch's
code calls, torch's own functions are taken.
"""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.grad_mode import is_for_torch, is_recording

_native: Any = torch._C._nn  # pyright: ignore[reportAttributeAccessIssue]
_leaky_relu = _native.leaky_relu


def _differentiated(t: torch.Tensor) -> bool:
    return t.requires_grad and is_recording() and not is_for_torch()


def leaky_relu(t: torch.Tensor, slope: float) -> torch.Tensor:
    """Multiply negative elements by `slope`; at zero the gradient is the mean of both slopes."""
    return _LeakyReLU.apply(t, slope) if _differentiated(t) else _leaky_relu(t, slope)  # type: ignore[no-any-return, no-untyped-call]


def deviation(t: torch.Tensor, dims: Any, ddof: float, keepdims: bool) -> torch.Tensor:
    """Return the standard deviation; the gradient by elements that are all alike is not a number."""
    if _differentiated(t):
        return torch.sqrt(torch.var(t, dims, correction=ddof, keepdim=keepdims))
    if ddof in (0, 1):  # keywords cost a quarter of the whole
        return torch.std(t, dims, bool(ddof), keepdims)
    return torch.std(t, dims, correction=ddof, keepdim=keepdims)


def variance(t: torch.Tensor, dims: Any, ddof: float, keepdims: bool) -> torch.Tensor:
    """Return the variance; MindSpore squares the deviation, and its gradient passes through that."""
    if ddof in (0, 1):
        out = torch.var(t, dims, bool(ddof), keepdims)
    else:
        out = torch.var(t, dims, correction=ddof, keepdim=keepdims)
    return by_its_root(out)


def by_its_root(t: torch.Tensor) -> torch.Tensor:
    """Return a variance whose gradient passes through the deviation."""
    return _ByItsRoot.apply(t) if _differentiated(t) else t  # type: ignore[no-any-return, no-untyped-call]


def length(t: torch.Tensor, dims: Any, keepdims: bool) -> torch.Tensor:
    """Return the root of the sum of squares; its gradient by zeros is not a number."""
    if not _differentiated(t) or t.is_complex():
        return torch.linalg.vector_norm(t, 2, dims, keepdims)
    dims = tuple(range(t.ndim)) if dims is None else dims
    out: torch.Tensor = _Length.apply(t, dims)  # type: ignore[no-untyped-call]
    return out if keepdims or not t.ndim else out.squeeze(dims)


class _LeakyReLU(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(t: torch.Tensor, slope: float) -> torch.Tensor:  # type: ignore[override]
        return _leaky_relu(t, slope)  # type: ignore[no-any-return]

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:  # type: ignore[override]
        ctx.save_for_backward(inputs[0])
        ctx.slope = inputs[1]

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, None]:  # type: ignore[override]
        (t,) = ctx.saved_tensors
        rest = (1 - ctx.slope) / 2
        return torch.ops.aten.leaky_relu_backward(grad, t, ctx.slope, False).addcmul(grad, t == 0, value=rest), None


class _ByItsRoot(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(t: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        return t.clone()

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:  # type: ignore[override]
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        root = ctx.saved_tensors[0].detach().sqrt()
        return grad * (root / root)


class _Length(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(t: torch.Tensor, dims: Any) -> torch.Tensor:  # type: ignore[override]
        return torch.linalg.vector_norm(t, 2, dims, True)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:  # type: ignore[override]
        ctx.save_for_backward(inputs[0], output)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, None]:  # type: ignore[override]
        t, out = ctx.saved_tensors
        return grad * (t / out), None
