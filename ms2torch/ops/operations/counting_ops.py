"""Primitives that count or pack elements, and the incomplete beta function."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch.ops.primitive import Primitive

_STEPS = 300


class Betainc(Primitive):
    """Compute the regularised incomplete beta function.

    Inputs:
        - **a** (Tensor) - float32 or float64, above 0.
        - **b** (Tensor) - of the same type and shape, above 0.
        - **x** (Tensor) - of the same type and shape, the upper limit of the integral, from 0 to 1.

    Outputs:
        Tensor of the same type and shape; its gradient is that for `x`, as in MindSpore.

    Source: mindspore.ops.Betainc, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, a: Tensor, b: Tensor, x: Tensor) -> Tensor:
        """Apply the operation.

        Raises:
            TypeError: if the types differ or are others.
            ValueError: if the shapes differ.
        """
        inner = [unwrap(each) for each in (a, b, x)]
        if len({t.dtype for t in inner}) > 1 or inner[0].dtype not in (torch.float32, torch.float64):
            msg = f"ops.Betainc: all arguments must be float32 or float64, got {[t.dtype for t in inner]}"
            raise TypeError(msg)
        if len({t.shape for t in inner}) > 1:
            msg = f"ops.Betainc: the shapes must be the same, got {[tuple(t.shape) for t in inner]}"
            raise ValueError(msg)
        return wrap(_Betainc.apply(*inner))


class _Betainc(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: torch.Tensor, b: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(a, b, x)
        p, q, limit = (t.double() for t in (a, b, x))
        # the fraction converges fast up to (a + 1) / (a + b + 2) only; beyond, the other side is computed
        swapped = limit > (p + 1) / (p + q + 2)
        first, second = torch.where(swapped, q, p), torch.where(swapped, p, q)
        place = torch.where(swapped, 1 - limit, limit)
        logs = torch.xlogy(first, place) + torch.xlogy(second, 1 - place) - _log_beta(p, q)
        part = torch.exp(logs) / (first * _fraction(first, second, place))
        out = torch.where(swapped, 1 - part, part)
        return torch.where((limit < 0) | (limit > 1), torch.nan, out).to(dtype=x.dtype)

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> tuple[None, None, torch.Tensor]:  # type: ignore[override]
        a, b, x = ctx.saved_tensors
        return None, None, g * torch.exp(torch.xlogy(a - 1, x) + torch.xlogy(b - 1, 1 - x) - _log_beta(a, b))


def _log_beta(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)


def _fraction(a: torch.Tensor, b: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Return the continued fraction 1 + d1 / (1 + d2 / (1 + ...)), from the innermost step outward."""
    value = torch.ones_like(x)
    for m in range(_STEPS, 0, -1):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        value = 1 + even / (1 + odd / value)
    return 1 - (a + b) * x / (a + 1) / value


class HistogramFixedWidth(Primitive):
    """Count how many elements lie in each of some intervals of equal width.

    Args:
        nbins (int): how many intervals.
        dtype (str): the type of the result, ``"int32"`` alone. Default: ``"int32"``.

    Inputs:
        - **x** (Tensor) - int32, float16 or float32.
        - **range** (Tensor) - the least and the greatest value, of the type of `x`; elements beyond count in the first
          and the last interval.

    Source: mindspore.ops.HistogramFixedWidth, MindSpore 2.10
    """

    def __init__(self, nbins: int, dtype: str = "int32") -> None:
        super().__init__()
        if isinstance(nbins, bool) or not isinstance(nbins, int):
            msg = f"ops.HistogramFixedWidth: nbins must be an int, got {nbins!r}"
            raise TypeError(msg)
        if nbins < 1:
            msg = f"ops.HistogramFixedWidth: nbins must be above 0, got {nbins}"
            raise ValueError(msg)
        require_default("ops.HistogramFixedWidth", "dtype", dtype, "int32", "cast the result")
        self.nbins = nbins
        self.dtype = dtype

    def __call__(self, x: Tensor, range: Tensor) -> Tensor:
        """Apply the operation.

        Raises:
            TypeError: if the types differ.
            ValueError: if `range` does not hold two ascending values.
        """
        t, bounds = unwrap(x), unwrap(range)
        if t.dtype is not bounds.dtype:
            msg = f"ops.HistogramFixedWidth: range must be of the type of x, got {bounds.dtype} and {t.dtype}"
            raise TypeError(msg)
        if bounds.shape != (2,) or not bool(bounds[0] < bounds[1]):
            msg = f"ops.HistogramFixedWidth: range must hold two ascending values, got {bounds.tolist()}"
            raise ValueError(msg)
        low, high = bounds.double()
        places = ((t.double().reshape(-1) - low) / (high - low) * self.nbins).floor().clamp(0, self.nbins - 1)
        return wrap(torch.bincount(places.long(), minlength=self.nbins).int())


class CompareAndBitpack(Primitive):
    """Compare with a threshold, and pack eight answers into each byte.

    Inputs:
        - **x** (Tensor) - the last size a multiple of 8.
        - **threshold** (Tensor) - 0-d, of the type of `x`.

    Outputs:
        Tensor of type uint8, with an eighth of the last size; the first of eight is the highest bit.

    Source: mindspore.ops.CompareAndBitpack, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor, threshold: Tensor) -> Tensor:
        """Apply the operation.

        Raises:
            TypeError: if the types differ.
            ValueError: if `threshold` is not 0-d or the last size is no multiple of 8.
        """
        t, limit = unwrap(x), unwrap(threshold)
        if t.dtype is not limit.dtype:
            msg = f"ops.CompareAndBitpack: threshold must be of the type of x, got {limit.dtype} and {t.dtype}"
            raise TypeError(msg)
        if limit.dim() or not t.dim() or t.shape[-1] % 8:
            msg = (
                "ops.CompareAndBitpack: a 0-d threshold and a last size that is a multiple of 8 needed, got "
                f"{tuple(limit.shape)} and {tuple(t.shape)}"
            )
            raise ValueError(msg)
        bits = (t > limit).reshape(*t.shape[:-1], -1, 8).int()
        weights = torch.tensor([128, 64, 32, 16, 8, 4, 2, 1], device=t.device, dtype=torch.int32)
        return wrap((bits * weights).sum(-1).to(dtype=torch.uint8))
