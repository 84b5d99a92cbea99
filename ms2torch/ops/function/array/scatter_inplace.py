"""Elements written into a Parameter or Tensor itself."""

from __future__ import annotations

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array._operands import (
    assign_into,
    dim_arg,
    fitting,
    index_arg,
    need_int32,
    refused,
    start_of,
)
from ms2torch.ops.function.array.scatter import nd_result


def _rows_result(op: str, how: str, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Apply updates to rows: the same as at coordinates of one number."""
    column = wrap(index_arg(op, indices, "indices").unsqueeze(-1))
    return _at(op, how, input_x, column, updates)


def _at(op: str, how: str, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Apply updates at coordinates."""
    return assign_into(input_x, nd_result(op, how, start_of(input_x), indices, fitting(op, input_x, updates)))


def scatter_nd_update(input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = False) -> Tensor:
    """Replace elements or slices at coordinates, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd_update, MindSpore 2.10
    """
    return _at("ops.scatter_nd_update", "update", input_x, indices, updates)


def scatter_nd_add(input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = False) -> Tensor:
    """Add to elements or slices at coordinates, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd_add, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_nd_add")
    return _at("ops.scatter_nd_add", "add", input_x, indices, updates)


def scatter_nd_sub(input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = False) -> Tensor:
    """Subtract from elements or slices at coordinates, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd_sub, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_nd_sub")
    return _at("ops.scatter_nd_sub", "sub", input_x, indices, updates)


def scatter_nd_mul(input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = False) -> Tensor:
    """Multiply elements or slices at coordinates, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd_mul, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_nd_mul")
    return _at("ops.scatter_nd_mul", "mul", input_x, indices, updates)


def scatter_nd_div(input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = False) -> Tensor:
    """Divide elements or slices at coordinates, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd_div, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_nd_div")
    return _at("ops.scatter_nd_div", "div", input_x, indices, updates)


def scatter_nd_max(input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = False) -> Tensor:
    """Raise elements or slices at coordinates to a lower bound, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd_max, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_nd_max")
    return _at("ops.scatter_nd_max", "max", input_x, indices, updates)


def scatter_nd_min(input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = False) -> Tensor:
    """Lower elements or slices at coordinates to an upper bound, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers; the last dimension holds the leading coordinates.
        updates (Tensor): of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``, of the same type.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_nd_min, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_nd_min")
    return _at("ops.scatter_nd_min", "min", input_x, indices, updates)


def scatter_update(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Replace rows, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of any shape, which rows.
        updates (Tensor): of shape ``indices.shape + input_x.shape[1:]``, of the same type.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_update, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_update")
    return _rows_result("ops.scatter_update", "update", input_x, indices, updates)


def scatter_add(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Add to rows, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of any shape, which rows.
        updates (Tensor): of shape ``indices.shape + input_x.shape[1:]``, of the same type.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_add, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_add")
    return _rows_result("ops.scatter_add", "add", input_x, indices, updates)


def scatter_sub(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Subtract from rows, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of any shape, which rows.
        updates (Tensor): of shape ``indices.shape + input_x.shape[1:]``, of the same type.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.ScatterSub, MindSpore 2.10
    """
    return _rows_result("ops.scatter_sub", "sub", input_x, indices, updates)


def scatter_mul(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Multiply rows, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of any shape, which rows.
        updates (Tensor): of shape ``indices.shape + input_x.shape[1:]``, of the same type.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_mul, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_mul")
    return _rows_result("ops.scatter_mul", "mul", input_x, indices, updates)


def scatter_div(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Divide rows, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of any shape, which rows.
        updates (Tensor): of shape ``indices.shape + input_x.shape[1:]``, of the same type.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_div, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_div")
    return _rows_result("ops.scatter_div", "div", input_x, indices, updates)


def scatter_max(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Raise rows to a lower bound, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of any shape, which rows.
        updates (Tensor): of shape ``indices.shape + input_x.shape[1:]``, of the same type.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_max, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_max")
    return _rows_result("ops.scatter_max", "max", input_x, indices, updates)


def scatter_min(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Lower rows to an upper bound, in place.

    Args:
        input_x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of any shape, which rows.
        updates (Tensor): of shape ``indices.shape + input_x.shape[1:]``, of the same type.

    Returns:
        Tensor, `input_x` itself; of a Parameter, its value.

    Raises:
        TypeError: if the indices hold no integers, or the types differ.
        ValueError: if the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.scatter_min, MindSpore 2.10
    """
    check_type(input_x, "ops.scatter_min")
    return _rows_result("ops.scatter_min", "min", input_x, indices, updates)


def index_add(
    x: Tensor, indices: Tensor, y: Tensor, axis: int, use_lock: bool = True, check_index_bound: bool = True
) -> Tensor:
    """Add slices of another tensor to slices along a dimension, in place.

    Args:
        x (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of one dimension, to which slice each is added.
        y (Tensor): the slices to add, of the same type.
        axis (int): the dimension.
        use_lock (bool): no effect here, where nothing runs side by side. Default: ``True``.
        check_index_bound (bool): no effect here: torch always checks. Default: ``True``.

    Returns:
        Tensor, `x` itself; of a Parameter, its value.

    Raises:
        TypeError: if `indices` holds no integers.
        ValueError: if the shapes do not fit, or `axis` is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.index_add, MindSpore 2.10
    """
    t = admitted(x, "ops.index_add")
    dim = dim_arg("ops.index_add", axis, t.ndim)
    need_int32("ops.index_add", indices)
    try:
        y = fitting("ops.index_add", x, y)
        return assign_into(x, start_of(x).index_add(dim, index_arg("ops.index_add", indices, "indices"), unwrap(y)))
    except (IndexError, RuntimeError) as error:
        raise refused("ops.index_add", error, x=x, indices=indices, y=y) from None


def inplace_index_add(var: Tensor, indices: Tensor, updates: Tensor, axis: int) -> Tensor:
    """Add slices of another tensor to slices along a dimension, in place; as `index_add`.

    Args:
        var (Union[Parameter, Tensor]): what is written.
        indices (Tensor): integers of one dimension, to which slice each is added.
        updates (Tensor): the slices to add, of the same type.
        axis (int): the dimension.

    Returns:
        Tensor, `var` itself.

    Raises:
        TypeError: if `indices` holds no integers.
        ValueError: if the shapes do not fit, or `axis` is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.inplace_index_add, MindSpore 2.10
    """
    check_type(var, "ops.inplace_index_add")
    return index_add(var, indices, updates, axis)
