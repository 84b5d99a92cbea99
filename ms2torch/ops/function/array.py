"""Shape, type and layout: reshape, transpose, cast, stack and their kind."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ms2torch._errors import op_error
from ms2torch.common._base import unwrap, wrap
from ms2torch.common._convert import int_arg, operand, shape_arg
from ms2torch.common.dtype import Type, to_torch_dtype
from ms2torch.common.tensor_type import Tensor
from ms2torch.ops.function.reduce import one_axis


def reshape(input: Tensor, shape: int | Sequence[int] | Tensor) -> Tensor:
    """Give the elements another shape, in the same order.

    Args:
        input (Tensor): of any shape.
        shape (Union[int, tuple[int], list[int], Tensor]): the new shape; one entry may be -1, to be worked out.

    Returns:
        Tensor that shares memory with `input` where its layout allows.

    Raises:
        ValueError: if the number of elements does not fit.

    Source: mindspore.ops.reshape, MindSpore 2.10
    """
    try:
        return wrap(unwrap(input).reshape(shape_arg(shape)))
    except RuntimeError as error:
        raise op_error("ops.reshape", error, input=input, shape=shape) from None


def tensor_reshape(self: Tensor, *shape: int | Sequence[int] | Tensor) -> Tensor:
    """Give the elements another shape: ``x.reshape(2, 3)`` or ``x.reshape((2, 3))``.

    Args:
        shape (Union[int, tuple[int], list[int]]): the new shape; one entry may be -1, to be worked out.

    Returns:
        Tensor that shares memory where the layout allows.

    Raises:
        ValueError: if the number of elements does not fit.

    Source: mindspore.Tensor.reshape, MindSpore 2.10
    """
    try:
        return wrap(self._t.reshape(spread_ints(shape)))
    except RuntimeError as error:
        raise op_error("Tensor.reshape", error, input=self, shape=shape) from None


def spread_ints(args: tuple[object, ...]) -> tuple[int, ...]:
    """Return ints that were given one by one or as one tuple, list or Tensor."""
    if len(args) == 1 and not isinstance(args[0], int):
        return shape_arg(args[0])
    return shape_arg(args)


def transpose(input: Tensor, dims: Sequence[int]) -> Tensor:
    """Reorder all dimensions.

    Args:
        input (Tensor): of n dimensions.
        dims (tuple[int]): which dimension comes at each place; all n of them.

    Returns:
        Tensor, a view of `input`.

    Raises:
        ValueError: if `dims` is not a reordering of the dimensions.

    Source: mindspore.ops.transpose, MindSpore 2.10
    """
    return _permute("ops.transpose", input, shape_arg(dims))


def permute(input: Tensor, axis: Sequence[int]) -> Tensor:
    """Reorder all dimensions; the same as `transpose`.

    Args:
        input (Tensor): of n dimensions.
        axis (Union[tuple(int), int]): which dimension comes at each place; all n of them.

    Returns:
        Tensor, a view of `input`.

    Raises:
        ValueError: if `axis` is not a reordering of the dimensions.

    Source: mindspore.ops.permute, MindSpore 2.10
    """
    return _permute("ops.permute", input, shape_arg(axis))


def tensor_permute(self: Tensor, *dims: int | Sequence[int]) -> Tensor:
    """Reorder all dimensions: ``x.permute(0, 2, 1)`` or ``x.permute((0, 2, 1))``.

    Args:
        dims (Union[int, tuple[int], list[int]]): which dimension comes at each place; all of them.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if `dims` is not a reordering of the dimensions.

    Source: mindspore.Tensor.permute, MindSpore 2.10
    """
    return _permute("Tensor.permute", self, spread_ints(dims))


def tensor_transpose(self: Tensor, *axes: int | Sequence[int] | None) -> Tensor:
    """Reorder all dimensions, or exchange two.

    ``x.transpose()`` reverses the order; two ints exchange those dimensions, also in a 2-d tensor; anything else
    names every dimension, as in `permute`.

    Args:
        axes (Union[None, int, tuple[int], list[int]]): see above.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if the dimensions named do not fit.

    Source: mindspore.Tensor.transpose, MindSpore 2.10
    """
    t = self._t
    if not axes or axes == (None,):
        return wrap(t.permute(*range(t.ndim - 1, -1, -1)))
    if len(axes) == 2:
        a, b = (one_axis("Tensor.transpose", int_arg(axis), t.ndim) for axis in axes)
        return wrap(t.transpose(a, b))
    return _permute("Tensor.transpose", self, spread_ints(axes))


def _permute(op: str, input: Tensor, dims: tuple[int, ...]) -> Tensor:
    try:
        return wrap(unwrap(input).permute(dims))
    except (RuntimeError, IndexError) as error:
        raise op_error(op, error, input=input, dims=dims) from None


def cast(input: Tensor | float, dtype: Type) -> Tensor:
    """Convert the elements to another type.

    Args:
        input (Union[Tensor, Number]): what to convert.
        dtype (mindspore.dtype): the type wanted.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `dtype` is not a type.

    Source: mindspore.ops.cast, MindSpore 2.10
    """
    t = operand(input)
    kind = to_torch_dtype(dtype)
    return wrap(t.to(kind) if isinstance(t, torch.Tensor) else torch.tensor(t, dtype=kind))


def tensor_astype(self: Tensor, dtype: Type | str | type, copy: bool = True) -> Tensor:
    """Convert the elements to another type.

    Args:
        dtype (Union[mindspore.dtype, numpy.dtype, str]): the type wanted.
        copy (bool): copy even where the type is the same already. Default: ``True``.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `dtype` is not a type.

    Source: mindspore.Tensor.astype, MindSpore 2.10
    """
    return wrap(self._t.to(to_torch_dtype(dtype), copy=copy))


def expand_dims(input_x: Tensor, axis: int) -> Tensor:
    """Insert a dimension of length 1.

    Args:
        input_x (Tensor): of n dimensions.
        axis (int): its place in the result, from -n-1 to n.

    Returns:
        Tensor of n+1 dimensions, a view.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.expand_dims, MindSpore 2.10
    """
    t = unwrap(input_x)
    return wrap(t.unsqueeze(one_axis("ops.expand_dims", axis, t.ndim + 1)))


def stack(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Join tensors of one shape along a new dimension.

    Args:
        tensors (Union[tuple, list]): Tensors of the same shape and type.
        axis (int): place of the new dimension in the result. Default: ``0``.

    Returns:
        Tensor of one dimension more.

    Raises:
        TypeError: if an element is not a Tensor.
        ValueError: if there are none, the shapes differ, or `axis` is out of range.

    Source: mindspore.ops.stack, MindSpore 2.10
    """
    parts = [unwrap(x) for x in tensors]
    try:
        return wrap(torch.stack(parts, axis))
    except (RuntimeError, IndexError) as error:
        raise op_error("ops.stack", error, shapes=[tuple(p.shape) for p in parts], axis=axis) from None


def ones_like(input: Tensor, *, dtype: Type | None = None) -> Tensor:
    """Make a tensor of ones shaped like another.

    Args:
        input (Tensor): whose shape and type are taken.

    Keyword Args:
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.ops.ones_like, MindSpore 2.10
    """
    return wrap(torch.ones_like(unwrap(input), dtype=None if dtype is None else to_torch_dtype(dtype)))


def zeros_like(input: Tensor, *, dtype: Type | None = None) -> Tensor:
    """Make a tensor of zeros shaped like another.

    Args:
        input (Tensor): whose shape and type are taken.

    Keyword Args:
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.ops.zeros_like, MindSpore 2.10
    """
    return wrap(torch.zeros_like(unwrap(input), dtype=None if dtype is None else to_torch_dtype(dtype)))
