"""Padding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.promotion import fitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error

Pairs = Sequence[tuple[int, int]]
_TORCH_MODE = {"reflect": "reflect", "replicate": "replicate", "edge": "replicate", "circular": "circular"}


def _source(mode: str, size: int, before: int, after: int, device: torch.device) -> torch.Tensor:
    """Return, for each place along a padded dimension, where its element comes from."""
    place = torch.arange(-before, size + after, device=device)
    if mode in ("replicate", "edge"):
        return place.clamp(0, size - 1)
    if mode == "circular":
        return place % size
    period = max(2 * size if mode == "symmetric" else 2 * (size - 1), 1)
    place = place % period
    return torch.minimum(place, (period - 1 if mode == "symmetric" else period) - place)


def pad_from_itself(op: str, t: torch.Tensor, pairs: Pairs, mode: str) -> torch.Tensor:
    """Pad the last dimensions with elements of the tensor itself.

    Args:
        op (str): public name, for errors.
        t (torch.Tensor): of any type.
        pairs (list): padding (before, after) per dimension, in the order of the dimensions.
        mode (str): ``"reflect"`` (without the edge), ``"symmetric"`` (with it), ``"edge"`` or ``"circular"``.

    Raises:
        ValueError: if there are too few dimensions, or too few elements to reflect.
    """
    n = len(pairs)
    if t.ndim < n:
        msg = f"{op}: {n} dimensions cannot be padded in an input of shape {tuple(t.shape)}"
        raise ValueError(msg)
    sizes = t.shape[t.ndim - n :]
    longest = {"reflect": -1, "symmetric": 0, "circular": 0}.get(mode)
    for size, pair in zip(sizes, pairs, strict=True):
        if (longest is not None and max(pair) > size + longest) or size + sum(pair) < 0:
            msg = f"{op}: padding {pair} is too much for a dimension of size {size} in mode {mode!r}"
            raise ValueError(msg)
    plain = mode in _TORCH_MODE and t.is_floating_point() and n <= 3 and t.ndim in (n + 1, n + 2)
    if plain and all(side >= 0 for pair in pairs for side in pair):
        flat = [side for pair in reversed(pairs) for side in pair]
        return F.pad(t, flat, mode=_TORCH_MODE[mode])
    for i, (before, after) in enumerate(pairs):
        if before or after:
            dim = t.ndim - n + i
            t = t.index_select(dim, _source(mode, t.shape[dim], before, after, t.device))
    return t


def _sides(op: str, padding: Any) -> list[int]:
    """Return the numbers of a padding given as a tuple, a list or a Tensor."""
    if isinstance(padding, TensorBase):
        return [int(side) for side in padding._t.reshape(-1).tolist()]
    if not isinstance(padding, (tuple, list)) or [side for side in padding if type(side) is not int]:
        msg = f"{op}: padding must be a tuple or list of ints or a Tensor, got {padding!r}"
        raise TypeError(msg)
    if len(padding) % 2:
        msg = f"{op}: padding must have an even number of entries, got {padding!r}"
        raise ValueError(msg)
    return list(padding)


def _filler(value: Any, dtype: torch.dtype) -> Any:
    """Return what to pad with as the type holds it; a float beside integers is an int64 first."""
    return fitted(int(value) if isinstance(value, float) and _is_whole(value, dtype) else value, dtype)


def _is_whole(value: float, dtype: torch.dtype) -> bool:
    return not (dtype.is_floating_point or dtype.is_complex) and math.isfinite(value)


def _constant(op: str, t: torch.Tensor, sides: list[int], value: Any) -> torch.Tensor:
    if len(sides) > 2 * t.ndim:
        msg = f"{op}: {len(sides) // 2} dimensions cannot be padded in an input of shape {tuple(t.shape)}"
        raise ValueError(msg)
    if isinstance(value, TensorBase):
        value = value._t.item()
    try:
        if t.is_complex() and not isinstance(value, complex):  # torch pads complex numbers with complex ones alone
            return torch.complex(F.pad(t.real, sides, value=value), F.pad(t.imag, sides))
        return F.pad(t, sides, value=_filler(value, t.dtype))  # type: ignore[arg-type]
    except RuntimeError as error:
        raise op_error(op, error, input=wrap(t), padding=sides) from None


def pad(
    input_x: Tensor, padding: tuple[int, ...] | list[int] | Tensor, mode: str = "constant", value: Any = None
) -> Tensor:
    """Pad the last dimensions.

    Args:
        input_x (Tensor): of any shape.
        padding (Union[tuple[int], list[int], Tensor]): (before, after) of the last dimension, then of the one before,
            and so on. Negative numbers cut off.
        mode (str): ``"constant"``; or, for the last 1 to 3 dimensions of an input that has one or two more,
            ``"reflect"``, ``"replicate"`` and ``"circular"``. Default: ``"constant"``.
        value (Union[int, float, Tensor, None]): what to pad with in mode "constant"; ``None``: 0. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` or `mode` does not fit, or `value` is given in another mode.

    Source: mindspore.ops.pad, MindSpore 2.10
    """
    t = unwrap(input_x)
    sides = _sides("ops.pad", padding)
    if not sides:
        return input_x
    if mode == "constant":
        return wrap(_constant("ops.pad", t, sides, 0 if value is None else value))
    if value is not None:
        msg = f"ops.pad: value must be None when mode is {mode!r}, got {value!r}"
        raise ValueError(msg)
    n = len(sides) // 2
    if mode not in _TORCH_MODE or n > 3 or t.ndim not in (n + 1, n + 2):
        msg = (
            "ops.pad: mode must be 'constant', 'reflect', 'replicate' or 'circular', and all but the first pad the "
            f"last 1 to 3 dimensions of an input that has one or two more; got mode {mode!r}, padding {sides} and "
            f"shape {tuple(t.shape)}"
        )
        raise ValueError(msg)
    pairs = [(sides[2 * i], sides[2 * i + 1]) for i in range(n)][::-1]
    return wrap(pad_from_itself("ops.pad", t, pairs, mode))


def pad_constant_pairs(op: str, x: Tensor, paddings: Any) -> Tensor:
    """Pad every dimension with zeros, as `ops.Pad` does.

    Raises:
        ValueError: if there is not one pair for each dimension, or a number is negative.
    """
    t = unwrap(x)
    flat = [side for pair in reversed(paddings) for side in pair]
    if len(paddings) != t.ndim or any(side < 0 for side in flat):
        msg = f"{op}: paddings needs one pair, not below 0, for each dimension; got {paddings} for {tuple(t.shape)}"
        raise ValueError(msg)
    return wrap(F.pad(t, flat))


def mirror_pad(input_x: Tensor, paddings: Tensor, mode: str) -> Tensor:
    """Pad every dimension with the elements next to the edge.

    Args:
        input_x (Tensor): of any shape.
        paddings (Tensor): (before, after) for each dimension, of shape :math:`(ndim, 2)`.
        mode (str): ``"REFLECT"``: without the edge itself; ``"SYMMETRIC"``: with it.

    Returns:
        Tensor.

    Raises:
        TypeError: if `paddings` is no Tensor.
        ValueError: if `mode` is another word, or `paddings` does not fit.

    Source: mindspore.ops.mirror_pad, MindSpore 2.10
    """
    check_mirror_mode("ops.mirror_pad", mode)
    t, pairs = admitted(input_x, "ops.mirror_pad"), [tuple(pair) for pair in unwrap(paddings).tolist()]
    if len(pairs) != t.ndim or any(len(pair) != 2 or min(pair) < 0 for pair in pairs):
        msg = (
            f"ops.mirror_pad: paddings needs one pair, not below 0, for each dimension of {tuple(t.shape)}, got {pairs}"
        )
        raise ValueError(msg)
    return wrap(pad_from_itself("ops.mirror_pad", t, pairs, mode.lower()))


def check_mirror_mode(op: str, mode: str) -> None:
    """Check the mode of a mirroring pad.

    Raises:
        ValueError: if it is another word.
    """
    if mode not in ("REFLECT", "SYMMETRIC"):
        msg = f"{op}: mode must be 'REFLECT' or 'SYMMETRIC', got {mode!r}"
        raise ValueError(msg)
