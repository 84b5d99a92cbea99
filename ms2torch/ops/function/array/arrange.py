"""Elements repeated, turned, rolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import int_arg
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import bit_for_bit
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import dim_arg, index_arg

Ints = int | Sequence[int]


def _times(op: str, dims: Any) -> tuple[int, ...]:
    if not isinstance(dims, (tuple, list)):
        msg = f"{op}: expected a tuple of ints, got {dims!r}"
        raise TypeError(msg)
    return tuple(map(int_arg, dims))


def tile(input: Tensor, dims: tuple[int, ...] | Tensor) -> Tensor:
    """Repeat a tensor along its dimensions.

    Args:
        input (Tensor): of any shape.
        dims (Union[tuple[int], Tensor]): how often in each dimension, counted from the last; longer ones add dimensions
            in front.

    Returns:
        Tensor.

    Raises:
        TypeError: if `dims` is no tuple.
        ValueError: if one is negative.

    Source: mindspore.ops.tile, mindspore.mint.tile, MindSpore 2.10
    """
    t = unwrap(input)
    if isinstance(dims, Tensor):
        dims = tuple(dims._t.tolist())
    if not isinstance(dims, tuple) or bool in map(type, dims):
        msg = f"ops.tile: expected a tuple of ints, got {dims!r}"
        raise TypeError(msg)
    try:
        return wrap(torch.tile(t, _times("ops.tile", dims)))
    except RuntimeError as error:
        raise op_error("ops.tile", error, input=input, dims=dims) from None


def _times_given(args: tuple[Any, ...], named: Any) -> tuple[int, ...]:
    """Return numbers given one by one, as one tuple, or by name."""
    given = named if not args else args[0] if len(args) == 1 else args
    return (given,) if isinstance(given, int) else tuple(given)


def tensor_tile(self: Tensor, *args: Ints, reps: Any = None, dims: Any = None) -> Tensor:
    """Repeat the tensor along its dimensions: ``x.tile((2, 1))`` or ``x.tile(2, 1)``.

    Args:
        args (Union[int, tuple[int]]): how often in each dimension, counted from the last.

    Keyword Args:
        reps (tuple[int]): the same by name.
        dims (tuple[int]): the same by its newer name.

    Returns:
        Tensor.

    Raises:
        TypeError: if a list is given.
        ValueError: if one is negative.

    Source: mindspore.Tensor.tile, MindSpore 2.10
    """
    given = reps if dims is None else dims
    if len(args) == 1 and isinstance(args[0], list):
        msg = f"Tensor.tile: expected a tuple of ints, got {args[0]!r}"
        raise TypeError(msg)
    return tile(self, _times_given(args, given))


def tensor_repeat(self: Tensor, *args: Ints, repeats: Any = None) -> Tensor:
    """Repeat the tensor along its dimensions: ``x.repeat(2, 1)`` or ``x.repeat((2, 1))``.

    Args:
        args (Union[int, tuple[int], list[int]]): how often in each dimension, at least as many as there are;
            more add dimensions in front.

    Keyword Args:
        repeats (tuple[int]): the same by name.

    Returns:
        Tensor.

    Raises:
        ValueError: if there are fewer numbers than dimensions, or one is negative.

    Differs from MindSpore: its CPU does not run this method at all; this is what it documents for Ascend.

    Source: mindspore.Tensor.repeat, MindSpore 2.10
    """
    try:
        return wrap(self._t.repeat(_times_given(args, repeats)))
    except (RuntimeError, TypeError) as error:
        raise op_error("Tensor.repeat", error, input=self, repeats=args or repeats) from None


def flip(input: Tensor, dims: Sequence[int]) -> Tensor:
    """Reverse the order of the elements along some dimensions.

    Args:
        input (Tensor): of any shape.
        dims (Union[list[int], tuple[int]]): which.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `dims` is no list or tuple of ints.
        ValueError: if one is out of range or named twice.

    Source: mindspore.ops.flip, mindspore.mint.flip, MindSpore 2.10
    """
    t = unwrap(input)
    if t.ndim == 0:
        msg = "ops.flip: a tensor of 0 dimensions has nothing to turn around"
        raise ValueError(msg)
    if dims.__class__ is tuple:
        try:  # torch checks them itself
            return wrap(t.flip(*dims))
        except (IndexError, RuntimeError, TypeError):
            pass  # it is told below
    try:
        order = _times("ops.flip", dims)
        return wrap(bit_for_bit(lambda bits: bits.flip(order), t))
    except (IndexError, RuntimeError) as error:
        raise op_error("ops.flip", error, input=input, dims=dims) from None


def fliplr(input: Tensor) -> Tensor:
    """Reverse the columns: the second dimension.

    Args:
        input (Tensor): of two dimensions at least.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if it has fewer dimensions.

    Source: mindspore.ops.fliplr, MindSpore 2.10
    """
    return flip(input, (1,))


def flipud(input: Tensor) -> Tensor:
    """Reverse the rows: the first dimension.

    Args:
        input (Tensor): of one dimension at least.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.flipud, MindSpore 2.10
    """
    return flip(input, (0,))


def reverse(x: Tensor, axis: Sequence[int]) -> Tensor:
    """Reverse the order of the elements along some dimensions; the older name of `flip`.

    Args:
        x (Tensor): of any shape.
        axis (Union[tuple[int], list[int]]): which.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `axis` is no list or tuple of ints.
        ValueError: if one is out of range or named twice.

    Source: mindspore.ops.reverse, MindSpore 2.10
    """
    return flip(x, axis)


def rot90(input: Tensor, k: int, dims: Sequence[int]) -> Tensor:
    """Turn a plane by right angles.

    Args:
        input (Tensor): of two dimensions at least.
        k (int): how many times, from the first towards the second dimension.
        dims (Union[list[int], tuple[int]]): the two dimensions of the plane.

    Returns:
        Tensor.

    Raises:
        RuntimeError: if the two dimensions are the same.
        ValueError: if a dimension is out of range, or there are not two.

    Source: mindspore.ops.rot90, MindSpore 2.10
    """
    t = unwrap(input)
    pair = _times("ops.rot90", dims)
    reach = t.ndim
    if not reach:
        msg = f"ops.rot90: a plane needs 2 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    if len(pair) == 2 and all(-reach <= each < max(reach, 2) for each in pair) and (pair[0] - pair[1]) % reach == 0:
        msg = f"ops.rot90: the two dimensions must differ, got {pair}"
        raise RuntimeError(msg)
    try:
        return wrap(torch.rot90(t, k, pair))
    except (RuntimeError, TypeError) as error:
        raise op_error("ops.rot90", error, input=input, k=k, dims=dims) from None


def roll(input: Tensor, shifts: Ints, dims: Ints | None = None) -> Tensor:
    """Shift the elements along some dimensions; what falls off the end comes in at the front.

    Args:
        input (Tensor): of any shape.
        shifts (Union[list[int], tuple[int], int]): by how many places.
        dims (Union[list[int], tuple[int], int], optional): where, as many. Default ``None``: over all elements in
            order.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if a dimension is out of range, or the counts differ.

    Source: mindspore.ops.roll, mindspore.mint.roll, MindSpore 2.10
    """
    t = unwrap(input)
    try:
        return wrap(torch.roll(t, shifts, dims))  # type: ignore[arg-type]
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.roll", error, input=input, shifts=shifts, dims=dims) from None


def tensor_roll(self: Tensor, shifts: Ints, dims: Ints) -> Tensor:
    """Shift the elements along some dimensions; what falls off the end comes in at the front.

    Args:
        shifts (Union[list[int], tuple[int], int]): by how many places.
        dims (Union[list[int], tuple[int], int]): where, as many; None: over all elements in order.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if a dimension is out of range, or the counts differ.

    Source: mindspore.Tensor.roll, MindSpore 2.10
    """
    return roll(self, shifts, dims)


def repeat_interleave(input: Tensor, repeats: Any, axis: int | None = None) -> Tensor:
    """Repeat each element, or each slice along a dimension.

    Args:
        input (Tensor): of any shape.
        repeats (Union[int, tuple[int], list[int], Tensor]): how often; one number for all, or one for each slice.
        axis (int, optional): the dimension. Default ``None``: the elements in order.

    Returns:
        Tensor; a vector without `axis`.

    Raises:
        TypeError: if `repeats` is of another type.
        ValueError: if `axis` is out of range, the counts do not fit or a number is not positive.

    Source: mindspore.ops.repeat_interleave, MindSpore 2.10
    """
    t = admitted(input, "ops.repeat_interleave")
    if axis is not None and not t.ndim:
        msg = f"ops.repeat_interleave: axis {axis} is out of range for a tensor of 0 dimensions"
        raise ValueError(msg)
    if repeats.__class__ is int and repeats == 0:
        msg = "ops.repeat_interleave: `repeats` must not be 0"
        raise TypeError(msg)
    if isinstance(repeats, (tuple, list)) and not any(repeats):
        msg = f"ops.repeat_interleave: `repeats` must not be all 0, got {repeats!r}"
        raise TypeError(msg) if len(repeats) == 1 else ValueError(msg)
    if axis is None:
        t, axis = t.reshape(-1), 0
    dim = dim_arg("ops.repeat_interleave", axis, t.ndim)
    if isinstance(repeats, (tuple, list)):
        counts: Any = torch.tensor(repeats, dtype=torch.int64, device=t.device)
    else:
        counts = index_arg("ops.repeat_interleave", repeats, "repeats") if isinstance(repeats, Tensor) else repeats
    try:
        return wrap(torch.repeat_interleave(t, counts, dim))
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.repeat_interleave", error, input=input, repeats=repeats, axis=axis) from None


def tensor_repeat_interleave(
    self: Tensor, repeats: Any, dim: int | None = None, *, output_size: int | None = None
) -> Tensor:
    """Repeat each element, or each slice along a dimension.

    Args:
        repeats (Union[int, tuple[int], list[int], Tensor]): how often; one number for all, or one for each slice.
        dim (int, optional): the dimension. Default ``None``: the elements in order.

    Keyword Args:
        output_size (int, optional): length that the result must have. Default ``None``: worked out.

    Returns:
        Tensor; a vector without `dim`.

    Raises:
        ValueError: if `dim` is out of range, the counts do not fit, a number is negative, or the length is another.

    Source: mindspore.Tensor.repeat_interleave, MindSpore 2.10
    """
    check_type(self, "Tensor.repeat_interleave")
    out = repeat_interleave(self, repeats, dim)
    length = out._t.shape[0 if dim is None else dim]
    if output_size is not None and output_size != length:
        msg = f"Tensor.repeat_interleave: `output_size` is {output_size}, the result has length {length}"
        raise ValueError(msg)
    return out


def repeat_elements(x: Tensor, rep: int, axis: int = 0) -> Tensor:
    """Repeat each slice along a dimension.

    Args:
        x (Tensor): of any shape.
        rep (int): how often, positive.
        axis (int): the dimension. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `rep` is no int.
        ValueError: if `rep` is not positive or `axis` is out of range.

    Source: mindspore.ops.repeat_elements, MindSpore 2.10
    """
    if not isinstance(rep, int) or isinstance(rep, bool):
        msg = f"ops.repeat_elements: `rep` must be an int, got {rep!r}"
        raise TypeError(msg)
    if rep < 1:
        msg = f"ops.repeat_elements: `rep` must be positive, got {rep}"
        raise ValueError(msg)
    t = admitted(x, "ops.repeat_elements")
    if not t.ndim:
        raise ValueError("ops.repeat_elements: a tensor of 0 dimensions has none to repeat along")
    return wrap(t.repeat_interleave(rep, dim_arg("ops.repeat_elements", axis, t.ndim)))
