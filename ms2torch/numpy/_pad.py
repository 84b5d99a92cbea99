"""`mindspore.numpy.pad`: a mode for each way of making up what lies outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.promotion import held
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import tensor
from ms2torch.numpy._select import apply_along_axis

# pads one dimension, the last, by so many before and after
Padding = Callable[[torch.Tensor, int, int, int], torch.Tensor]


@translated
def pad(
    arr: Any,
    pad_width: Any,
    mode: Any = "constant",
    stat_length: Any = None,
    constant_values: Any = 0,
    end_values: Any = 0,
    reflect_type: str = "even",
    **kwargs: Any,
) -> Tensor:
    """Pad a tensor.

    Args:
        arr (Any): the tensor.
        pad_width (int, Sequence): how much before and after along each dimension: ``((before, after), ...)``, one pair
            for all dimensions, or one number. Negative numbers count as 0.
        mode (str, Callable): ``'constant'``, ``'edge'``, ``'linear_ramp'``, ``'maximum'``, ``'mean'``, ``'minimum'``,
            ``'reflect'``, ``'symmetric'``, ``'wrap'`` or ``'empty'`` (zeros); or a function
            ``f(vector, (before, after), axis, kwargs)`` that returns each vector, padded with zeros, changed.
            Default: ``'constant'``.
        stat_length (Any): how many elements at each end ``'maximum'``, ``'mean'`` and ``'minimum'`` look at, in the
            forms of `pad_width`; ``None``: all. Default: ``None``.
        constant_values (Any): for ``'constant'``, in the forms of `pad_width`. Default: ``0``.
        end_values (Any): where ``'linear_ramp'`` ends, in the forms of `pad_width`. Default: ``0``.
        reflect_type (str): ``'odd'`` turns ``'reflect'`` and ``'symmetric'`` about the edge's value as well.
            Default: ``'even'``.

    Keyword Args:
        **kwargs (Any): for the function; without one they are passed over, as MindSpore passes them over.

    Returns:
        Tensor, of the type of `arr`.

    Raises:
        TypeError: if widths are no ints, or there are further arguments and no function.
        ValueError: if there is no such mode, or widths do not fit the dimensions.
        NotImplementedError: for ``'median'``, which MindSpore lacks too.

    Source: mindspore.numpy.pad, MindSpore 2.10
    """
    t = tensor(arr)
    widths = [(max(before, 0), max(after, 0)) for before, after in _pairs("pad_width", pad_width, t.ndim, whole=True)]
    if callable(mode):
        return _by_function(t, widths, mode, kwargs)
    if stat_length is None and end_values.__class__ is int and reflect_type == "even":  # else looked at below
        at_once = _padded_at_once(t, widths, mode, constant_values)
        if at_once is not None:
            return wrap(at_once)
    padding = _padding(mode, t.ndim, stat_length, constant_values, end_values, reflect_type)
    for dim, (before, after) in enumerate(widths):
        if before or after:
            t = padding(t.movedim(dim, -1), before, after, dim).movedim(-1, dim)
    return wrap(t)


def _padded_at_once(
    t: torch.Tensor, widths: list[tuple[int, int]], mode: object, constant_values: Any
) -> torch.Tensor | None:
    """Pad all dimensions by one operation of torch, where it has that."""
    flat = [width for pair in reversed(widths) for width in pair]
    if mode == "empty" or (mode == "constant" and isinstance(constant_values, (int, float))):
        value = held(constant_values, t.dtype) if mode == "constant" and constant_values else 0
        return F.pad(t, flat, value=value)  # type: ignore[arg-type]
    if mode == "edge" and t.is_floating_point() and 0 < t.ndim < 4 and t.numel():
        return F.pad(t[None], flat, "replicate")[0]
    return None


def _pairs(name: str, given: Any, count: int, *, whole: bool = False) -> list[tuple[Any, Any]]:
    """Return a pair for each dimension, from any of the forms that are allowed."""
    try:
        array = np.asarray(given._t.tolist() if isinstance(given, Tensor) else given)
    except ValueError:
        array = np.asarray(None)
    if array.dtype.kind not in ("iub" if whole else "iubf"):
        msg = f"numpy.pad: {name} must be {'an int' if whole else 'a number'} or nested pairs of them, got {given!r}"
        raise TypeError(msg)
    try:
        array = np.broadcast_to(array, (count, 2))
    except ValueError:
        msg = f"numpy.pad: {name} of shape {array.shape} does not fit {count} dimensions; give (before, after) for each"
        raise ValueError(msg) from None
    return [(before, after) for before, after in array.tolist()]


def _padding(
    mode: object, count: int, stat_length: Any, constant_values: Any, end_values: Any, reflect_type: str
) -> Padding:
    if reflect_type not in ("even", "odd"):
        msg = f"numpy.pad: reflect_type must be 'even' or 'odd', got {reflect_type!r}"
        raise ValueError(msg)
    lengths = None if stat_length is None else _pairs("stat_length", stat_length, count, whole=True)
    if lengths is not None and any(n < 1 for pair in lengths for n in pair):
        msg = f"numpy.pad: stat_length must be positive, got {stat_length!r}"
        raise ValueError(msg)
    is_odd = reflect_type == "odd"
    constants = _pairs("constant_values", constant_values, count)
    ends = _pairs("end_values", end_values, count)
    if mode == "median":
        msg = "numpy.pad: mode='median' does not exist in MindSpore either"
        raise NotImplementedError(msg)
    known: dict[object, Padding] = {
        "constant": lambda t, before, after, dim: _constant(t, before, after, constants[dim]),
        "empty": lambda t, before, after, dim: _constant(t, before, after, (0, 0)),
        "edge": lambda t, before, after, dim: _gather(t, _outside(t, before, after).clamp(0, t.shape[-1] - 1)),
        "wrap": lambda t, before, after, dim: _gather(t, torch.remainder(_outside(t, before, after), t.shape[-1])),
        "reflect": lambda t, before, after, dim: _mirror(t, before, after, repeats_edge=False, is_odd=is_odd),
        "symmetric": lambda t, before, after, dim: _mirror(t, before, after, repeats_edge=True, is_odd=is_odd),
        "linear_ramp": lambda t, before, after, dim: _ramp(t, before, after, ends[dim]),
        "maximum": _statistic(lambda t: t.amax(-1, keepdim=True), lengths),
        "minimum": _statistic(lambda t: t.amin(-1, keepdim=True), lengths),
        "mean": _statistic(_mean, lengths),
    }
    if mode not in known:
        msg = f"numpy.pad: mode must be one of {', '.join(map(str, known))} or a function; got {mode!r}"
        raise ValueError(msg)
    return known[mode]


def _outside(t: torch.Tensor, before: int, after: int) -> torch.Tensor:
    return torch.arange(-before, t.shape[-1] + after, device=t.device)


def _gather(t: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    return torch.index_select(t, -1, places)


def _constant(t: torch.Tensor, before: int, after: int, values: tuple[Any, Any]) -> torch.Tensor:
    front = torch.full((*t.shape[:-1], before), values[0], device=t.device).to(dtype=t.dtype)
    back = torch.full((*t.shape[:-1], after), values[1], device=t.device).to(dtype=t.dtype)
    return torch.cat([front, t, back], -1)


def _mirror(t: torch.Tensor, before: int, after: int, *, repeats_edge: bool, is_odd: bool) -> torch.Tensor:
    """Continue by mirror images; a period is there and back, each odd one shifted by twice the rise."""
    last = t.shape[-1] - 1
    period = 2 * (last + 1) if repeats_edge else max(2 * last, 1)
    outside = _outside(t, before, after)
    inside = torch.remainder(outside, period)
    is_back = inside > last
    places = torch.where(is_back, (period - 1 if repeats_edge else period) - inside, inside)
    out = _gather(t, places)
    if not is_odd:
        return out
    first_value, last_value = t[..., :1], t[..., -1:]
    out = torch.where(is_back, 2 * last_value - out, out)
    rounds = torch.div(outside - inside, period, rounding_mode="floor").to(dtype=t.dtype)
    return out + 2 * rounds * (last_value - first_value)


def _ramp(t: torch.Tensor, before: int, after: int, ends: tuple[Any, Any]) -> torch.Tensor:
    kind = t.dtype if t.is_floating_point() else torch.float32

    def slope(edge: torch.Tensor, end: float, count: int) -> torch.Tensor:
        shares = torch.arange(count, 0, -1, dtype=kind, device=t.device) / max(count, 1)
        return (edge.to(dtype=kind) + (end - edge.to(dtype=kind)) * shares).to(dtype=t.dtype)

    front, back = slope(t[..., :1], ends[0], before), slope(t[..., -1:], ends[1], after).flip(-1)
    return torch.cat([front, t, back], -1)


def _mean(t: torch.Tensor) -> torch.Tensor:
    # the mean of integers is cut off, not rounded (measured 2.10)
    wide = t if t.is_floating_point() or t.is_complex() else t.to(dtype=torch.float64)
    return wide.mean(-1, keepdim=True).to(dtype=t.dtype)


def _statistic(compute: Callable[[torch.Tensor], torch.Tensor], lengths: list[tuple[int, int]] | None) -> Padding:
    def padding(t: torch.Tensor, before: int, after: int, dim: int) -> torch.Tensor:
        size = t.shape[-1]
        first, last = (size, size) if lengths is None else lengths[dim]
        front = compute(t[..., : min(first, size)]).expand(*t.shape[:-1], before)
        back = compute(t[..., size - min(last, size) :]).expand(*t.shape[:-1], after)
        return torch.cat([front, t, back], -1)

    return padding


def _by_function(
    t: torch.Tensor, widths: list[tuple[int, int]], function: Callable[..., Any], kwargs: dict[str, Any]
) -> Tensor:
    for dim, (before, after) in enumerate(widths):
        t = _constant(t.movedim(dim, -1), before, after, (0, 0)).movedim(-1, dim)
    for dim, width in enumerate(widths):
        t = unwrap(apply_along_axis(function, dim, wrap(t), width, dim, kwargs))
    return wrap(t)
