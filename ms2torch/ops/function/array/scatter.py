"""Elements written: at indices, at coordinates, at masks; as new tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED, added_bits, bit_for_bit, by_bits, in_signed
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import (
    dim_arg,
    fitting,
    from_the_end,
    index_arg,
    need_int32,
    refuse_negative,
    refused,
)

_REDUCE = {"mul": "prod", "div": "prod", "max": "amax", "min": "amin"}


def scatter(input: Tensor, axis: int, index: Tensor, src: Any) -> Tensor:
    """Write elements along a dimension: ``out[index[i][j]][j] = src[i][j]`` for dimension 0.

    Args:
        input (Tensor): what to start from.
        axis (int): the dimension.
        index (Tensor): integers, of as many dimensions; negative ones count from the end.
        src (Union[Tensor, float]): what to write: of the type of `input` and at least as large as `index`, or a number.

    Returns:
        Tensor, same shape and type as `input`.

    Raises:
        TypeError: if the index holds no integers, or the types differ.
        ValueError: if `axis` is out of range.
        RuntimeError: if an index is out of range.

    Differs from MindSpore: its CPU writes nothing where an index is out of range; here that is an error.

    Source: mindspore.ops.scatter, MindSpore 2.10
    """
    return _along("ops.scatter", input, axis, index, src, None)


def _along(op: str, input: Tensor, axis: int, index: Tensor, src: Any, reduce: str | None) -> Tensor:
    t = unwrap(input)
    dim = dim_arg(op, axis, t.ndim)
    places = index_arg(op, index)
    values = unwrap_or_scalar(src)
    if t.is_cpu:
        try:
            return wrap(t.scatter_add(dim, places, values) if reduce == "add" else t.scatter(dim, places, values))
        except (IndexError, RuntimeError, TypeError):
            pass  # negative indices, or what is told below
    places = from_the_end(places, t.shape[dim] if t.ndim else 1)
    try:
        return wrap(by_bits(torch.scatter_add if reduce == "add" else torch.scatter, t, dim, places, values))
    except (IndexError, RuntimeError, TypeError) as error:
        raise refused(op, error, input=input, axis=axis, index=index, src=src) from None


def tensor_scatter(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Write elements along a dimension: ``x.scatter(axis, index, src)`` or ``x.scatter(dim=, index=, value=)``.

    Args:
        args: the dimension, the index and what to write.
        named: `axis` or `dim`, `index`, `src` or `value`, and `reduce`, 'none' or 'add'.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if an argument is missing or of another type.
        ValueError: if the dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.scatter, MindSpore 2.10
    """
    renamed = {{"dim": "axis", "value": "src"}.get(name, name): value for name, value in named.items()}
    reduce = renamed.pop("reduce", "none")
    if reduce not in ("none", "add"):
        msg = f"Tensor.scatter: `reduce` must be 'none' or 'add', got {reduce!r}"
        raise ValueError(msg)
    return scatter(self, *args, **renamed) if reduce == "none" else _added(self, *args, **renamed)


def _added(input: Tensor, axis: int, index: Tensor, src: Any) -> Tensor:
    return _along("Tensor.scatter", input, axis, index, src, "add")


def tensor_scatter_elements(
    input_x: Tensor, indices: Tensor, updates: Tensor, axis: int = 0, reduction: str = "none"
) -> Tensor:
    """Write or add elements along a dimension: ``out[indices[i][j]][j] = updates[i][j]`` for dimension 0.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers, of as many dimensions; negative ones count from the end.
        updates (Tensor): what to write, of the shape of `indices` and the type of `input_x`.
        axis (int): the dimension. Default: ``0``.
        reduction (str): ``"none"``: replace; ``"add"``: add. Default: ``"none"``.

    Returns:
        Tensor, same shape and type as `input_x`.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if `axis` is out of range, the shapes differ or `reduction` is another word.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_elements, MindSpore 2.10
    """
    if reduction not in ("none", "add"):
        msg = f"ops.tensor_scatter_elements: `reduction` must be 'none' or 'add', got {reduction!r}"
        raise ValueError(msg)
    if not admitted(input_x, "ops.tensor_scatter_elements").ndim == unwrap(indices).ndim == unwrap(updates).ndim:
        msg = "ops.tensor_scatter_elements: input_x, indices and updates must have equally many dimensions"
        raise ValueError(msg)
    return _along("ops.tensor_scatter_elements", input_x, axis, indices, updates, reduction)


# ---- at coordinates ------------------------------------------------------------------------------------------


def nd_result(op: str, how: str, t: torch.Tensor, indices: Tensor, updates: Tensor) -> torch.Tensor:
    """Return `t` with updates applied at coordinates, the last dimension of the indices.

    Args:
        op (str): for messages.
        how (str): ``"update"``, ``"add"``, ``"sub"``, ``"mul"``, ``"div"``, ``"max"`` or ``"min"``.
        t (torch.Tensor): what to start from.
        indices (Tensor): integers.
        updates (Tensor): what to apply; where coordinates repeat, all are applied (of "update" any one).
    """
    index, values = index_arg(op, indices, "indices"), unwrap(updates)
    depth = index.shape[-1] if index.ndim else 0
    expected = (*index.shape[:-1], *t.shape[depth:])
    if not index.ndim or depth > t.ndim or values.shape != expected:
        msg = f"{op}: for indices {tuple(index.shape)} of {tuple(t.shape)}, updates must be {expected}"
        raise ValueError(f"{msg}, got {tuple(values.shape)}")
    if values.dtype != t.dtype:
        msg = f"{op}: updates must be of the type of the tensor, {t.dtype}, got {values.dtype}".replace("torch.", "")
        raise TypeError(msg)
    refuse_negative(op, index)
    try:
        if how == "add" and depth == 1:
            return added_bits(t, index.reshape(-1), values.reshape(-1, *t.shape[1:]))
        if how in ("update", "add", "sub"):
            new = bit_for_bit(torch.neg, values) if how == "sub" else values
            return by_bits(lambda old, put: old.index_put(index.unbind(-1), put, accumulate=how != "update"), t, new)
        if t.dtype in UNSIGNED:
            found = in_signed(lambda old, new: _nd_reduced(how, old, index, new), t, values)
            assert found is not None  # a uint64 beyond int64 is an error of torch's
            return found
        return _nd_reduced(how, t, index, values)
    except (IndexError, RuntimeError) as error:
        raise refused(op, error) from None


def _nd_reduced(how: str, t: torch.Tensor, index: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Multiply, divide or compare at coordinates, each as often as it occurs."""
    depth = index.shape[-1]
    place = torch.zeros_like(index[..., 0])
    for d in range(depth):
        if bool(((index[..., d] < 0) | (index[..., d] >= t.shape[d])).any()):
            msg = f"an index is out of bounds for dimension {d} of length {t.shape[d]}"
            raise IndexError(msg)
        place = place * t.shape[d] + index[..., d]
    rows = t.reshape(-1, *t.shape[depth:])
    new = values.reshape(-1, *t.shape[depth:])
    at = place.reshape(-1, *[1] * (new.ndim - 1)).expand(new.shape)
    if how == "div":
        divisor = torch.ones_like(rows).scatter_reduce(0, at, new, "prod")
        out = rows / divisor if t.is_floating_point() else torch.div(rows, divisor, rounding_mode="trunc")
    else:
        out = rows.scatter_reduce(0, at, new, _REDUCE[how])
    return out.reshape(t.shape)


def tensor_scatter_update(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Replace elements or slices at coordinates.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.

    Returns:
        Tensor, same shape and type as `input_x`; of repeated coordinates one wins.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_update, MindSpore 2.10
    """
    return wrap(nd_result("ops.tensor_scatter_update", "update", unwrap(input_x), indices, updates))


def tensor_scatter_add(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Add to elements or slices at coordinates.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.

    Returns:
        Tensor, same shape and type as `input_x`; repeated coordinates all count.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_add, MindSpore 2.10
    """
    return wrap(nd_result("ops.tensor_scatter_add", "add", unwrap(input_x), indices, updates))


def tensor_scatter_sub(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Subtract from elements or slices at coordinates.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.

    Returns:
        Tensor, same shape and type as `input_x`; repeated coordinates all count.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_sub, MindSpore 2.10
    """
    return wrap(
        nd_result("ops.tensor_scatter_sub", "sub", admitted(input_x, "ops.tensor_scatter_sub"), indices, updates)
    )


def tensor_scatter_mul(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Multiply elements or slices at coordinates.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.

    Returns:
        Tensor, same shape and type as `input_x`; repeated coordinates all count.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_mul, MindSpore 2.10
    """
    return wrap(
        nd_result("ops.tensor_scatter_mul", "mul", admitted(input_x, "ops.tensor_scatter_mul"), indices, updates)
    )


def tensor_scatter_div(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Divide elements or slices at coordinates.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.

    Returns:
        Tensor, same shape and type as `input_x`; repeated coordinates all count.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_div, MindSpore 2.10
    """
    return wrap(
        nd_result("ops.tensor_scatter_div", "div", admitted(input_x, "ops.tensor_scatter_div"), indices, updates)
    )


def tensor_scatter_max(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Raise elements or slices at coordinates to a lower bound.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.

    Returns:
        Tensor, same shape and type as `input_x`; repeated coordinates all count.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_max, MindSpore 2.10
    """
    return wrap(
        nd_result("ops.tensor_scatter_max", "max", admitted(input_x, "ops.tensor_scatter_max"), indices, updates)
    )


def tensor_scatter_min(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Lower elements or slices at coordinates to an upper bound.

    Args:
        input_x (Tensor): what to start from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.

    Returns:
        Tensor, same shape and type as `input_x`; repeated coordinates all count.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.tensor_scatter_min, MindSpore 2.10
    """
    return wrap(
        nd_result("ops.tensor_scatter_min", "min", admitted(input_x, "ops.tensor_scatter_min"), indices, updates)
    )


def tensor_scatter_add_method(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Add at coordinates, ``scatter_add(indices, updates)``, or along a dimension, ``scatter_add(dim, index, src)``.

    Args:
        args: the arguments of `ops.tensor_scatter_add` without the first; or a dimension, an index and what to add.
        named: the same by name.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.scatter_add, MindSpore 2.10
    """
    if "dim" in named or (args and isinstance(args[0], int)):
        return _add_along(self, *args, **named)
    return tensor_scatter_add(self, *args, **named)


def _add_along(x: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    return _along("Tensor.scatter_add", x, dim, index, src, "add")


def scatter_nd(indices: Tensor, updates: Tensor, shape: Any) -> Tensor:
    """Put elements or slices at coordinates of a tensor of zeros; where coordinates repeat, they add up.

    Args:
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + shape[indices.shape[-1]:]``.
        shape (Union[tuple[int], Tensor]): shape of the result.

    Returns:
        Tensor of the type of `updates`.

    Raises:
        TypeError: if the indices hold no integers.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd, MindSpore 2.10
    """
    start = unwrap(updates).new_zeros(shape_arg(shape))
    return wrap(nd_result("ops.scatter_nd", "add", start, indices, updates))


# ---- slices --------------------------------------------------------------------------------------------------


def index_fill(x: Tensor, axis: int, index: Tensor, value: Any) -> Tensor:
    """Fill slices along a dimension with a number.

    Args:
        x (Tensor): what to start from.
        axis (Union[int, Tensor]): the dimension.
        index (Tensor): which slices, int32.
        value (Union[bool, int, float, Tensor]): the number; a Tensor must be 0-d.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `index` is no Tensor of int32.
        ValueError: if `axis` is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.index_fill, MindSpore 2.10
    """
    t = unwrap(x)
    dim = dim_arg("ops.index_fill", axis, t.ndim)
    if unwrap(index).dtype != torch.int32:
        msg = f"ops.index_fill: index must be int32, got {index.dtype}; write index.astype(ms.int32)"
        raise TypeError(msg)
    try:
        return wrap(t.index_fill(dim, index_arg("ops.index_fill", index), unwrap_or_scalar(value)))
    except (IndexError, RuntimeError) as error:
        raise refused("ops.index_fill", error, x=x, index=index, value=value) from None


def tensor_index_add(self: Tensor, *args: Any, alpha: float = 1, **named: Any) -> Tensor:
    """Add slices: ``x.index_add(dim, index, source)``, or in older code ``x.index_add(indices, y, axis)``.

    Args:
        args: the dimension, to which slice each is added (integers), and the slices to add; or in the older order.
        named: the same by name; `use_lock` and `check_index_bound` of the older form have no effect.

    Keyword Args:
        alpha (number): what the slices are multiplied by. Default: ``1``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if the index holds no integers.
        ValueError: if the shapes do not fit, or the dimension is out of range.
        RuntimeError: if an index is out of range.

    Differs from MindSpore: its CPU changes the tensor itself as well; here it stays as it is, as documented.

    Source: mindspore.Tensor.index_add, MindSpore 2.10
    """
    check_type(self, "Tensor.index_add")
    if "indices" in named or (args and isinstance(args[0], Tensor)):
        return _index_add_older(self, *args, **named)
    return _index_add_newer(self, *args, alpha=alpha, **named)


def _index_add_older(
    x: Tensor, indices: Tensor, y: Tensor, axis: int, use_lock: bool = True, check_index_bound: bool = True
) -> Tensor:
    return _index_add_newer(x, axis, indices, y)


def _index_add_newer(x: Tensor, dim: int, index: Tensor, source: Tensor, alpha: float = 1) -> Tensor:
    need_int32("Tensor.index_add", index)
    return add_slices(x, dim, index, source, alpha)


def add_slices(x: Tensor, dim: int, index: Tensor, source: Tensor, alpha: float = 1) -> Tensor:
    """Add slices at integers of any type."""
    place = dim_arg("Tensor.index_add", dim, x._t.ndim)
    try:
        given = fitting("Tensor.index_add", x, source)
        return wrap(x._t.index_add(place, index_arg("Tensor.index_add", index), unwrap(given), alpha=alpha))
    except (IndexError, RuntimeError) as error:
        raise refused("Tensor.index_add", error, input=x, index=index, source=source) from None


def index_put(input: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write elements at indices given dimension by dimension.

    Args:
        input (Tensor): what to start from.
        indices (Union[tuple[Tensor], list[Tensor]]): integers or bool, one Tensor for each leading dimension.
        values (Tensor): what to write, broadcast to the indices.
        accumulate (bool): add instead. Default: ``False``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if the indices are no tuple or list of Tensors, or the types differ.
        ValueError: if the shapes do not broadcast.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.index_put, MindSpore 2.10
    """
    if not isinstance(indices, (tuple, list)):
        msg = f"Tensor.index_put: `indices` must be a tuple or list of Tensors, got {type(indices).__name__}"
        raise TypeError(msg)
    try:
        return wrap(
            admitted(input, "Tensor.index_put").index_put(tuple(map(unwrap, indices)), unwrap(values), bool(accumulate))
        )
    except (IndexError, RuntimeError) as error:
        raise refused("Tensor.index_put", error, input=input, values=values) from None


def select_scatter(input: Tensor, src: Tensor, axis: int, index: int) -> Tensor:
    """Replace one slice along a dimension.

    Args:
        input (Tensor): what to start from.
        src (Tensor): the new slice, without that dimension.
        axis (int): the dimension.
        index (int): which slice.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if the shapes do not fit, or a number is out of range.

    Source: mindspore.ops.select_scatter, MindSpore 2.10
    """
    try:
        return wrap(torch.select_scatter(admitted(input, "ops.select_scatter"), unwrap(src), axis, index))
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.select_scatter", error, input=input, src=src, axis=axis, index=index) from None


def slice_scatter(
    input: Tensor, src: Tensor, axis: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Tensor:
    """Replace a range of slices along a dimension.

    Args:
        input (Tensor): what to start from.
        src (Tensor): the new slices.
        axis (int): the dimension. Default: ``0``.
        start (int, optional): first place. Default ``None``: 0.
        end (int, optional): where to stop. Default ``None``: the end.
        step (int): every so many. Default: ``1``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if the shapes do not fit, or `axis` is out of range.

    Source: mindspore.ops.slice_scatter, MindSpore 2.10
    """
    try:
        return wrap(torch.slice_scatter(admitted(input, "ops.slice_scatter"), unwrap(src), axis, start, end, step))
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.slice_scatter", error, input=input, src=src, axis=axis) from None


def _rows(op: str, x: Tensor, v: Tensor, indices: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    t, values = unwrap(x), unwrap(v)
    wanted = indices if isinstance(indices, (tuple, list)) else (indices,)
    if any(not isinstance(i, int) or isinstance(i, bool) for i in wanted):
        msg = f"{op}: `indices` must be an int or a tuple of ints, got {indices!r}"
        raise TypeError(msg)
    if values.shape != (len(wanted), *t.shape[1:]):
        msg = f"{op}: expected `v` of shape {(len(wanted), *t.shape[1:])}, got {tuple(values.shape)}"
        raise ValueError(msg)
    if any(not 0 <= i < t.shape[0] for i in wanted):
        msg = f"{op}: `indices` must be in [0, {t.shape[0]}), got {indices!r}"
        raise ValueError(msg)
    return t, values, torch.tensor(wanted, device=t.device)


def inplace_add(x: Tensor, v: Tensor, indices: int | tuple[int, ...]) -> Tensor:
    """Add slices to rows; the input itself stays as it is.

    Args:
        x (Tensor): what to start from.
        v (Tensor): of the type of `x`, one slice for each index.
        indices (Union[int, tuple[int]]): which rows.

    Returns:
        Tensor, same shape and type as `x`.

    Raises:
        TypeError: if an index is no int.
        ValueError: if the shapes do not fit, or an index is out of range.

    Source: mindspore.ops.inplace_add, MindSpore 2.10
    """
    check_type(x, "ops.inplace_add")
    t, values, index = _rows("ops.inplace_add", x, v, indices)
    return wrap(added_bits(t, index, values))


def inplace_sub(x: Tensor, v: Tensor, indices: int | tuple[int, ...]) -> Tensor:
    """Subtract slices from rows; the input itself stays as it is.

    Args:
        x (Tensor): what to start from.
        v (Tensor): of the type of `x`, one slice for each index.
        indices (Union[int, tuple[int]]): which rows.

    Returns:
        Tensor, same shape and type as `x`.

    Raises:
        TypeError: if an index is no int.
        ValueError: if the shapes do not fit, or an index is out of range.

    Source: mindspore.ops.inplace_sub, MindSpore 2.10
    """
    check_type(x, "ops.inplace_sub")
    t, values, index = _rows("ops.inplace_sub", x, v, indices)
    return wrap(added_bits(t, index, values, alpha=-1))


def inplace_update(x: Tensor, v: Tensor, indices: int | tuple[int, ...]) -> Tensor:
    """Replace rows; the input itself stays as it is.

    Args:
        x (Tensor): what to start from.
        v (Tensor): of the type of `x`, one slice for each index.
        indices (Union[int, tuple[int]]): which rows.

    Returns:
        Tensor, same shape and type as `x`.

    Raises:
        TypeError: if an index is no int.
        ValueError: if the shapes do not fit, or an index is out of range.

    Source: mindspore.ops.inplace_update, MindSpore 2.10
    """
    check_type(x, "ops.inplace_update")
    t, values, index = _rows("ops.inplace_update", x, v, indices)
    return wrap(by_bits(torch.index_copy, t, 0, index, values))


def tensor_itemset(self: Tensor, *args: Any) -> Tensor:
    """Return the tensor with one element set: ``x.itemset(value)`` of one element, ``x.itemset(place, value)``.

    Args:
        args: the place, an int in the flattened tensor or a tuple of ints, and the value.

    Returns:
        Tensor, same shape and type; this one stays as it is.

    Raises:
        ValueError: if there is no such place, or none is given for several elements.

    Source: mindspore.Tensor.itemset, MindSpore 2.10
    """
    new = self._t.clone(memory_format=torch.contiguous_format)
    if len(args) == 1 and new.numel() == 1:
        return wrap(new.fill_(args[0]))
    if len(args) != 2:
        msg = f"Tensor.itemset: expected a place and a value, got {args!r}"
        raise ValueError(msg)
    try:
        (new.view(-1) if isinstance(args[0], int) else new)[args[0]] = args[1]
    except IndexError as error:
        raise ValueError(f"Tensor.itemset: {error}") from None
    return wrap(new)
