"""How far two tensors are apart: figures over all elements, NaN and infinity counted apart."""

from __future__ import annotations

import torch

# Bound before any net is imported: a net's file that replaces one of them must not decide its own verdict.
from torch import dot, equal, isfinite, view_as_real, where
from torch.linalg import vector_norm

from parity.report.model import ErrorMetrics


def dtype_name(tensor: torch.Tensor) -> str:
    """Return ``"float32"`` for torch.float32."""
    return str(tensor.dtype).removeprefix("torch.")


def measure(reference: torch.Tensor, port: torch.Tensor, *, dtypes: bool = True) -> ErrorMetrics:
    """Compare `port` with `reference` element by element.

    Args:
        reference (torch.Tensor): the tensor taken as right.
        port (torch.Tensor): of the same shape; otherwise only the shapes are reported.
        dtypes (bool): report dtypes that differ. Default: ``True``.

    Returns:
        ErrorMetrics: zeros for equal tensors; for tensors without a finite element, figures are None.
    """
    reference, port = reference.detach(), port.detach()
    names = (dtype_name(reference), dtype_name(port))
    apart = names if dtypes and names[0] != names[1] else (None, None)
    if reference.shape != port.shape:
        return ErrorMetrics(
            reference_shape=tuple(reference.shape),
            port_shape=tuple(port.shape),
            reference_dtype=apart[0],
            port_dtype=apart[1],
        )
    if identical(reference, port):
        return ErrorMetrics(0.0, _zeros(reference), 0.0, 0.0, 1.0, 0.0, reference_dtype=apart[0], port_dtype=apart[1])
    return _figures(reference, port, apart)


def identical(reference: torch.Tensor, port: torch.Tensor) -> bool:
    """Tell whether both have the same values, bit for bit, none of them NaN."""
    return reference.dtype == port.dtype and reference.shape == port.shape and equal(reference, port)


def _zeros(tensor: torch.Tensor) -> tuple[int, ...] | None:
    return (0,) * tensor.ndim if tensor.numel() else None


def _figures(reference: torch.Tensor, port: torch.Tensor, apart: tuple[str | None, str | None]) -> ErrorMetrics:
    wide_reference, wide_port = widened(reference, port)
    difference = wide_port - wide_reference
    nan_mismatch = inf_mismatch = 0
    if not bool(isfinite(difference).all()):
        nan_mismatch = int((wide_reference.isnan() != wide_port.isnan()).sum())
        infinite = wide_reference.isinf() | wide_port.isinf()
        no_nan = ~(wide_reference.isnan() | wide_port.isnan())
        inf_mismatch = int((infinite & no_nan & (wide_reference != wide_port)).sum())
        finite = isfinite(wide_reference) & isfinite(wide_port)
        if not bool(finite.any()):
            return ErrorMetrics(
                nan_mismatch=nan_mismatch, inf_mismatch=inf_mismatch, reference_dtype=apart[0], port_dtype=apart[1]
            )
        difference = where(finite, difference, 0.0)
        wide_reference = where(finite, wide_reference, 0.0)
        wide_port = where(finite, wide_port, 0.0)
    size = difference.abs()
    worst = int(size.argmax())
    magnitude = wide_reference.abs()
    norm = float(vector_norm(wide_reference))
    error = float(vector_norm(difference))
    return ErrorMetrics(
        max_abs=float(size.flatten()[worst]),
        max_abs_index=_unravel(worst, tuple(size.shape)),
        max_rel=_max_relative(size, magnitude),
        rel_l2=error / norm if norm else (0.0 if not error else float("inf")),
        cosine=_cosine(wide_reference, wide_port, norm),
        ulp=_ulp(reference, size, magnitude),
        nan_mismatch=nan_mismatch,
        inf_mismatch=inf_mismatch,
        reference_dtype=apart[0],
        port_dtype=apart[1],
    )


def widened(reference: torch.Tensor, port: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two tensors in a dtype whose own rounding does not count, as complex numbers both or neither."""
    if reference.is_complex() != port.is_complex():
        reference, port = reference.to(torch.complex128), port.to(torch.complex128)
    return widen(reference), widen(port)


def widen(tensor: torch.Tensor) -> torch.Tensor:
    """Return `tensor` in a dtype whose own rounding does not count: float64, or complex as twice as many reals."""
    if tensor.is_complex():
        tensor = view_as_real(tensor)
    return tensor.to(torch.float64)


def _unravel(position: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    index: list[int] = []
    for length in reversed(shape):
        position, remainder = divmod(position, length)
        index.append(remainder)
    return tuple(reversed(index))


def _max_relative(size: torch.Tensor, magnitude: torch.Tensor) -> float:
    relative = size / magnitude
    return float(relative.nan_to_num_(nan=0.0, posinf=float("inf")).max())


def _cosine(reference: torch.Tensor, port: torch.Tensor, norm: float) -> float | None:
    other = float(vector_norm(port))
    if not norm or not other:
        return None
    return float(dot(reference.flatten(), port.flatten())) / norm / other


_EXPONENT = 0x7FF0 << 48
"""The bits of a float64 that are left of its greatest power of two."""


def _ulp(reference: torch.Tensor, size: torch.Tensor, magnitude: torch.Tensor) -> float | None:
    """Return the greatest error in units in the last place of the reference's own dtype."""
    if not reference.is_floating_point():
        return None
    limits = torch.finfo(reference.dtype)
    power = (magnitude.clamp_min(limits.tiny).view(torch.int64) & _EXPONENT).view(torch.float64)
    return float((size / power.mul_(limits.eps)).max())


_SAMPLE = 1 << 15


def sampled_norms(reference: torch.Tensor, port: torch.Tensor) -> tuple[float, float]:
    """Return `error_norms` estimated from evenly spaced elements, enough of them to know a noise level to a percent."""
    count = reference.numel()
    if count <= 2 * _SAMPLE or reference.shape != port.shape:
        return error_norms(reference, port)
    step = count // _SAMPLE | 1  # odd, so that it does not walk along one column
    some = reference.reshape(-1)[::step]
    error, norm = error_norms(some, port.reshape(-1)[::step])
    scale = (count / some.numel()) ** 0.5
    return error * scale, norm * scale


def error_norms(reference: torch.Tensor, port: torch.Tensor) -> tuple[float, float]:
    """Return the norm of the difference and of the reference, in float64; infinities where they cannot be compared."""
    if reference.shape != port.shape:
        return float("inf"), 1.0
    if identical(reference, port):
        return 0.0, 1.0
    wide, other = widened(reference.detach(), port.detach())
    difference = other - wide
    finite = isfinite(difference)
    if not bool(finite.all()):
        agree = (wide == other) | (wide.isnan() & other.isnan())
        if not bool((finite | agree).all()):
            return float("inf"), 1.0
        difference = where(finite, difference, 0.0)
        wide = where(finite, wide, 0.0)
    return float(vector_norm(difference)), float(vector_norm(wide))
