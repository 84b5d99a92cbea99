"""Limits: of values, and of the norms of gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import torch

from ms2torch._core.base import Number, TensorBase, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import is_bool
from ms2torch._core.element_types import check_type
from ms2torch._core.promotion import alike, beside, by_single, single
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import in_signed
from ms2torch._errors import UnsupportedArgumentError, op_error

_WIDE = (torch.float32, torch.float64)
Bound: TypeAlias = "Tensor | Number | None"


def bounds(op: str, low: object, high: object, t: torch.Tensor | None = None) -> tuple[Any, Any]:
    """Return both bounds as torch takes them.

    Raises:
        ValueError: if there is none.
    """
    if low is None and high is None:
        msg = f"{op}: give a lower bound, an upper bound or both"
        raise ValueError(msg)
    a = None if low is None else unwrap_or_scalar(low)
    b = None if high is None else unwrap_or_scalar(high)
    if t is not None:
        if _is_made_float(t, a, b):
            a, b = (single(float(x)) if isinstance(x, (int, float)) else x for x in (a, b))
        a = _number_beside(a, t) if isinstance(a, (int, float)) else a
        b = _number_beside(b, t) if isinstance(b, (int, float)) else b
    # torch takes two numbers or two tensors
    if isinstance(a, torch.Tensor) and isinstance(b, (int, float)):
        b = torch.tensor(b, dtype=torch.result_type(a, b), device=a.device)
    elif isinstance(b, torch.Tensor) and isinstance(a, (int, float)):
        a = torch.tensor(a, dtype=torch.result_type(b, a), device=b.device)
    return a, b


def _is_made_float(t: torch.Tensor, *bounds: Any) -> bool:
    """Tell whether a number makes floats of integers: then the other one is a float too."""
    if t.is_floating_point() or t.is_complex():
        return False
    return any(isinstance(x, float) for x in bounds)


def _number_beside(number: float, t: torch.Tensor) -> Any:
    """Return a bound as `beside` does; beside integers a float is a float32."""
    whole = not (t.is_floating_point() or t.is_complex())
    return single(number) if whole and isinstance(number, float) else beside(number, t)


def clamp(input: Tensor, min: Bound = None, max: Bound = None) -> Tensor:
    """Limit each element to a range; where the lower bound is above the upper one, the upper one counts.

    Args:
        input (Tensor): of any shape.
        min (Union[Tensor, Number], optional): the lower bound. Default: ``None``.
        max (Union[Tensor, Number], optional): the upper bound. Default: ``None``.

    Returns:
        Tensor, same shape, of the promoted type.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if both bounds are ``None``, or the shapes do not broadcast.

    Differs from MindSpore: its CPU kernel turns nan into the lower bound; nan stays nan here.

    Source: mindspore.ops.clamp, MindSpore 2.10
    """
    check_type(input, "ops.clamp")
    return _clamp("ops.clamp", input, min, max)


clip = clamp


def method_clamp(self: Tensor, min: Bound = None, max: Bound = None) -> Tensor:
    """Limit each element to a range; a Tensor of 0 dimensions goes with a number as the other bound.

    Args:
        min (Union[Tensor, Number], optional): the lower bound. Default: ``None``.
        max (Union[Tensor, Number], optional): the upper bound. Default: ``None``.

    Returns:
        Tensor, same shape, of the promoted type.

    Raises:
        ValueError: if both bounds are ``None``, or the shapes do not broadcast.

    Source: mindspore.Tensor.clamp, mindspore.Tensor.clip, MindSpore 2.10
    """
    low, high = (each._t if isinstance(each, Tensor) else None for each in (min, max))
    if min is not None and max is not None and (low is None) is not (high is None):
        alone = high if low is None else low
        if alone is not None and not alone.ndim:
            bound: Any = max if high is None else min
            whole = isinstance(bound, float) and not self._t.is_floating_point()
            number = wrap(torch.tensor(bound, dtype=torch.float32 if whole else self._t.dtype, device=alone.device))
            return clamp(self, *((number, max) if low is None else (min, number)))  # type: ignore[arg-type]
    return clamp(self, min, max)


def clip_by_value(x: Any, clip_value_min: Bound = None, clip_value_max: Bound = None) -> Any:
    """Limit each element of a tensor, or of each tensor in a tuple or list, to a range.

    Args:
        x (Union[Tensor, tuple(Tensor), list(Tensor)]): what to limit.
        clip_value_min (Union[Tensor, float, int], optional): the lower bound. Default: ``None``.
        clip_value_max (Union[Tensor, float, int], optional): the upper bound. Default: ``None``.

    Returns:
        Tensor, or a tuple of them; each of its own shape and type.

    Raises:
        TypeError: if `x` is neither a Tensor nor a tuple or list of Tensors.
        ValueError: if both bounds are ``None``.

    Source: mindspore.ops.clip_by_value, MindSpore 2.10
    """
    if isinstance(x, (tuple, list)):
        return tuple(clip_by_value(each, clip_value_min, clip_value_max) for each in x)
    t = unwrap(x)
    if clip_value_min is None and clip_value_max is None:
        msg = "ops.clip_by_value: give clip_value_min, clip_value_max or both"
        raise ValueError(msg)
    low: Any = clip_value_min
    high: Any = clip_value_max
    if low.__class__ is float is high.__class__ and t.dtype in _WIDE and not t.requires_grad:
        try:  # not with a gradient: of an element that equals a bound it is a half
            return wrap(torch.clamp(t, low, high))
        except RuntimeError:
            pass  # a bound beyond float32
    try:
        if clip_value_min is not None:
            t = torch.maximum(t, _beside(t, clip_value_min))
        if clip_value_max is not None:
            t = torch.minimum(t, _beside(t, clip_value_max))
    except RuntimeError as error:
        raise op_error("ops.clip_by_value", error, x=x, clip_value_min=clip_value_min) from None
    return wrap(t)


def clip_by_norm(x: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False) -> Any:
    """Scale tensors down so that their common norm is at most `max_norm`.

    Args:
        x (Union[Tensor, list(Tensor), tuple(Tensor)]): what to scale, nested at will.
        max_norm (Union[float, int, Tensor]): the largest norm allowed.
        norm_type (Union[float, int]): which norm; ``float("inf")``: of the largest modulus. Default: ``2.0``.
        error_if_nonfinite (bool): raise where the norm is infinite or nan. Default: ``False``.

    Returns:
        Tensor, or a tuple nested as `x`; `x` itself where its norm is small enough.

    Raises:
        RuntimeError: if the norm is not finite and `error_if_nonfinite` is set.

    Source: mindspore.ops.clip_by_norm, MindSpore 2.10
    """
    leaves = _leaves("ops.clip_by_norm", x)
    kind = torch.promote_types(torch.float32, leaves[0].dtype)
    total = _total_norm([leaf.to(dtype=kind) for leaf in leaves], norm_type)
    if error_if_nonfinite and not bool(torch.isfinite(total)):
        msg = f"ops.clip_by_norm: the norm of order {norm_type} is {float(total)}"
        raise RuntimeError(msg)
    factor = (max_norm._t if isinstance(max_norm, TensorBase) else max_norm) / (total + 1e-6)
    if not factor.is_cpu:  # the norm is not asked for: a card would be waited for
        return _scaled(x, torch.where(factor < 1, factor, torch.ones_like(factor)))
    if not bool(factor < 1):  # a nan norm leaves the values alone, as in MindSpore (measured 2.10)
        return x
    return _scaled(x, factor)


def _total_norm(leaves: list[torch.Tensor], order: float) -> torch.Tensor:
    """Return the common norm; an odd order takes the values with their signs (measured 2.10)."""
    if order == float("inf"):
        return torch.stack([leaf.abs().max() for leaf in leaves]).max()
    return torch.stack([torch.pow(leaf, order).sum() for leaf in leaves]).sum() ** (1.0 / order)


def clip_by_global_norm(x: Any, clip_norm: float = 1.0, use_norm: None = None) -> Any:
    """Scale tensors down so that their common Euclidean norm is at most `clip_norm`.

    Args:
        x (Union[tuple(Tensor), list(Tensor)]): what to scale.
        clip_norm (Union[float, int]): the largest norm allowed, positive. Default: ``1.0``.
        use_norm (None): MindSpore, too, takes only ``None``. Default: ``None``.

    Returns:
        tuple(Tensor), each of its own shape and type.

    Raises:
        UnsupportedArgumentError: if `use_norm` is given.

    Source: mindspore.ops.clip_by_global_norm, MindSpore 2.10
    """
    if use_norm is not None:
        raise UnsupportedArgumentError("ops.clip_by_global_norm", "use_norm", use_norm, "leave it None")
    leaves = _leaves("ops.clip_by_global_norm", x)
    kind = torch.promote_types(torch.float32, leaves[0].dtype)
    total = torch.sqrt(torch.stack([torch.square(leaf.to(dtype=kind)).sum() for leaf in leaves]).sum())
    return _scaled(x, clip_norm / torch.clamp(total, min=clip_norm))


def _clamp(op: str, input: Tensor, low: Bound, high: Bound) -> Tensor:
    t = unwrap(input)
    a: Any = low
    b: Any = high
    if a.__class__ is float and b.__class__ is float and t.dtype in _WIDE:
        return wrap(torch.clamp(t, a, b))
    if low is not None and high is not None and isinstance(low, Tensor) is not isinstance(high, Tensor):
        msg = f"{op}: both bounds must be Tensors or both numbers, got {type(low).__name__} and {type(high).__name__}"
        raise TypeError(msg)
    a, b = bounds(op, low, high, t)
    if _is_made_float(t, a, b) and t.dtype is not torch.bool:
        t = t.float()  # torch would read the bounds of bytes as bytes
    if any(is_bool(x) for x in (t, a, b)):
        msg = f"{op}: neither the input nor a bound may be bool; convert it with .astype(ms.int32)"
        raise ValueError(msg)
    if isinstance(a, torch.Tensor):
        t, a = alike(t, a)
    if isinstance(b, torch.Tensor):
        t, b = alike(t, b)
    try:
        return wrap(torch.clamp(t, a, b))
    except RuntimeError as error:
        found = in_signed(torch.clamp, t, a, b)
        if found is not None:
            return wrap(found)
        raise op_error(op, error, input=input, min=low, max=high) from None


def _beside(t: torch.Tensor, bound: Bound) -> torch.Tensor:
    """Return a bound as a tensor of the type of `t`."""
    value = unwrap_or_scalar(bound)
    if isinstance(value, torch.Tensor):
        return value.to(dtype=t.dtype)
    return torch.full((), by_single(value, t.dtype), dtype=t.dtype, device=t.device)


def _leaves(op: str, x: Any) -> list[torch.Tensor]:
    if isinstance(x, (tuple, list)):
        found = [leaf for each in x for leaf in _leaves(op, each)]
        if not found:
            msg = f"{op}: x holds no tensors"
            raise ValueError(msg)
        return found
    return [unwrap(x)]


def _scaled(x: Any | Sequence[Any], factor: torch.Tensor) -> Any:
    if isinstance(x, (tuple, list)):
        return tuple(_scaled(each, factor) for each in x)
    t = unwrap(x)
    return wrap((t * factor).to(dtype=t.dtype))
