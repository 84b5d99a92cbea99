"""Elements written into a tensor itself: the methods with an underscore."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import assign_into, dim_arg, index_arg, refused, start_of
from ms2torch.ops.function.array.index import masked_fill, masked_scatter
from ms2torch.ops.function.array.scatter import add_slices, index_fill, index_put


def tensor_fill_(self: Tensor, value: Any) -> Tensor:
    """Set all elements to one value.

    Args:
        value (Union[Number, Tensor]): the value; a Tensor must be 0-d.

    Returns:
        Tensor, itself.

    Raises:
        ValueError: if a Tensor has dimensions.

    Source: mindspore.Tensor.fill_, MindSpore 2.10
    """
    number = value._t if isinstance(value, TensorBase) else value
    try:
        return assign_into(self, torch.empty_like(start_of(self)).fill_(number))
    except RuntimeError as error:
        raise op_error("Tensor.fill_", error, input=self, value=value) from None


def tensor_zero_(self: Tensor) -> Tensor:
    """Set all elements to 0.

    Returns:
        Tensor, itself.

    Source: mindspore.Tensor.zero_, MindSpore 2.10
    """
    return assign_into(self, torch.zeros_like(start_of(self)))


def tensor_copy_(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    """Take over the values of another tensor, broadcast and converted.

    Args:
        src (Tensor): the values.
        non_blocking (bool): do not wait for a copy between devices. Default: ``False``.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if `src` is not a Tensor.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.Tensor.copy_, MindSpore 2.10
    """
    try:
        return assign_into(self, unwrap(src))
    except RuntimeError as error:
        raise op_error("Tensor.copy_", error, input=self, src=src) from None


def tensor_masked_fill_(self: Tensor, mask: Tensor, value: Any) -> Tensor:
    """Replace the elements where a mask is true.

    Args:
        mask (Tensor): of bool, broadcast.
        value (Union[Number, Tensor]): the new value; a Tensor must be 0-d.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.masked_fill_, MindSpore 2.10
    """
    return _written(self, masked_fill(wrap(start_of(self)), mask, value))


def tensor_masked_scatter_(self: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Replace the elements where a mask is true by those of another tensor, in order.

    Args:
        mask (Tensor): of bool, broadcast.
        source (Tensor): of the same type, with enough elements.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.masked_scatter_, MindSpore 2.10
    """
    return _written(self, masked_scatter(wrap(start_of(self)), mask, source))


def tensor_index_fill_(self: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    """Fill slices along a dimension with a number.

    Args:
        dim (int): the dimension.
        index (Tensor): integers, which slices.
        value (Union[Number, Tensor]): the number; a Tensor must be 0-d.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.index_fill_, MindSpore 2.10
    """
    return _written(self, index_fill(wrap(start_of(self)), dim, wrap(unwrap(index).int()), value))


def tensor_index_add_(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1) -> Tensor:
    """Add slices of another tensor to slices along a dimension.

    Args:
        dim (int): the dimension.
        index (Tensor): integers, to which slice each is added.
        source (Tensor): the slices to add.

    Keyword Args:
        alpha (number): what they are multiplied by. Default: ``1``.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.index_add_, MindSpore 2.10
    """
    return _written(self, add_slices(wrap(start_of(self)), dim, index, source, alpha))


def tensor_index_put_(self: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write elements at indices given dimension by dimension.

    Args:
        indices (Union[tuple[Tensor], list[Tensor]]): integers or bool, one Tensor for each leading dimension.
        values (Tensor): what to write, broadcast to the indices.
        accumulate (bool): add instead. Default: ``False``.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.index_put_, MindSpore 2.10
    """
    return _written(self, index_put(wrap(start_of(self)), indices, values, accumulate))


def tensor_index_copy_(self: Tensor, dim: int, index: Tensor, tensor: Tensor) -> Tensor:
    """Replace slices along a dimension.

    Args:
        dim (int): the dimension.
        index (Tensor): integers, which slices.
        tensor (Tensor): the new slices.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.index_copy_, MindSpore 2.10
    """
    return _along("index_copy", self, dim, index, tensor)


def tensor_scatter_(
    self: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None, reduce: str | None = None
) -> Tensor:
    """Write elements along a dimension: ``x[index[i][j]][j] = src[i][j]`` for dimension 0.

    Args:
        dim (int): the dimension.
        index (Tensor): integers, of as many dimensions.
        src (Union[Tensor, Number]): what to write.

    Keyword Args:
        value (Number): the same as a number.
        reduce (str, optional): ``"add"`` or ``"multiply"`` instead of replacing. Default: ``None``.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.scatter_, MindSpore 2.10
    """
    return _scattered(self, dim, index, src if value is None else value, reduce)


def tensor_scatter_add_(self: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """Add elements along a dimension: ``x[index[i][j]][j] += src[i][j]`` for dimension 0.

    Args:
        dim (int): the dimension.
        index (Tensor): integers, of as many dimensions.
        src (Tensor): what to add.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.scatter_add_, MindSpore 2.10
    """
    return _scattered(self, dim, index, src, "add")


def tensor_put_(self: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write elements by their place in the flattened tensor.

    Args:
        index (Tensor): integers.
        source (Tensor): what to write.
        accumulate (bool): add instead. Default: ``False``.

    Returns:
        Tensor, itself.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if the shapes do not fit, or a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.put_, MindSpore 2.10
    """
    return _put(self, index, source, accumulate)


def _written(target: Any, new: Tensor) -> Tensor:
    return assign_into(target, unwrap(new))


def _along(how: str, target: Any, dim: int, index: Tensor, source: Tensor) -> Tensor:
    op = f"Tensor.{how}_"
    t = start_of(target)
    try:
        return assign_into(target, t.index_copy(dim_arg(op, dim, t.ndim), index_arg(op, index), unwrap(source)))
    except (IndexError, RuntimeError) as error:
        raise refused(op, error, input=target, index=index, source=source) from None


def _scattered(target: Any, dim: int, index: Tensor, src: Any, reduce: str | None) -> Tensor:
    t = start_of(target)
    place, picks = dim_arg("Tensor.scatter_", dim, t.ndim), index_arg("Tensor.scatter_", index)
    values = unwrap_or_scalar(src)
    if reduce not in (None, "none", "add", "multiply"):
        msg = f"Tensor.scatter_: `reduce` must be 'add' or 'multiply', got {reduce!r}"
        raise ValueError(msg)
    if not isinstance(values, torch.Tensor):
        values = torch.full(picks.shape, values, dtype=t.dtype, device=t.device)
    try:
        if reduce == "add":
            new = t.scatter_add(place, picks, values)
        elif reduce == "multiply":
            new = t.scatter_reduce(place, picks, values, "prod")
        else:
            new = t.scatter(place, picks, values)
    except (IndexError, RuntimeError) as error:
        raise refused("Tensor.scatter_", error, input=target, index=index, src=src) from None
    return assign_into(target, new)


def _put(target: Any, index: Tensor, source: Tensor, accumulate: bool) -> Tensor:
    try:
        return assign_into(target, start_of(target).put(index_arg("Tensor.put_", index), unwrap(source), accumulate))
    except (IndexError, RuntimeError) as error:
        raise refused("Tensor.put_", error, input=target, index=index, source=source) from None
