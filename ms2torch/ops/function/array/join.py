"""Tensors joined and taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import dim_arg, require_tensor_sequence

Sections = int | Sequence[int]


def _no_join(op: str, error: Exception, tensors: object, **operands: object) -> Exception:
    parts = require_tensor_sequence(op, tensors)
    return op_error(op, error, shapes=[tuple(p.shape) for p in parts], **operands)


def cat(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Join tensors along a dimension they have.

    Args:
        tensors (Union[tuple, list]): Tensors that agree in all other dimensions.
        axis (int): the dimension. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: if an element is not a Tensor.
        ValueError: if there are none, the shapes do not fit or `axis` is out of range.

    Source: mindspore.ops.cat, MindSpore 2.10
    """
    if isinstance(tensors, Tensor):
        msg = "ops.cat: expected a tuple or list of Tensors, got one Tensor"
        raise TypeError(msg)
    try:
        return wrap(torch.cat([x._t for x in tensors], axis))
    except (RuntimeError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise _no_join("ops.cat", error, tensors, axis=axis) from None


def concat(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Join tensors along a dimension they have; the same as `cat`.

    Args:
        tensors (Union[tuple, list]): Tensors that agree in all other dimensions.
        axis (int): the dimension. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: if it is no tuple or list, or an element is not a Tensor.
        ValueError: if there are none, the shapes do not fit or `axis` is out of range.

    Source: mindspore.ops.concat, MindSpore 2.10
    """
    if isinstance(tensors, Tensor):
        msg = "ops.concat: expected a tuple or list of Tensors, got one Tensor"
        raise TypeError(msg)
    try:
        return wrap(torch.cat([x._t for x in tensors], axis))
    except (RuntimeError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise _no_join("ops.concat", error, tensors, axis=axis) from None


def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """Join tensors along the second dimension; vectors along their only one.

    Args:
        tensors (Union[tuple[Tensor], list[Tensor]]): what to join.

    Returns:
        Tensor.

    Raises:
        TypeError: if it is no tuple or list of Tensors.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.hstack, mindspore.mint.hstack, MindSpore 2.10
    """
    parts = require_tensor_sequence("ops.hstack", tensors)
    try:
        return wrap(torch.hstack(parts))
    except RuntimeError as error:
        raise _no_join("ops.hstack", error, tensors) from None


def vstack(inputs: Sequence[Tensor]) -> Tensor:
    """Join tensors as rows, along the first dimension.

    Args:
        inputs (Union[list[Tensor], tuple[Tensor]]): what to join; vectors become rows first.

    Returns:
        Tensor.

    Raises:
        TypeError: if it is no tuple or list of Tensors.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.vstack, MindSpore 2.10
    """
    parts = require_tensor_sequence("ops.vstack", inputs)
    try:
        return wrap(torch.vstack(parts))
    except RuntimeError as error:
        raise _no_join("ops.vstack", error, inputs) from None


def row_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Join tensors as rows; the same as `vstack`.

    Args:
        tensors (Union[list[Tensor], tuple[Tensor]]): what to join.

    Returns:
        Tensor.

    Raises:
        TypeError: if it is no tuple or list of Tensors.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.row_stack, MindSpore 2.10
    """
    return vstack(tensors)


def dstack(tensors: Sequence[Tensor]) -> Tensor:
    """Join tensors along the third dimension.

    Args:
        tensors (Union[list[Tensor], tuple[Tensor]]): what to join; a vector becomes (1, n, 1), a matrix (n, m, 1).

    Returns:
        Tensor.

    Raises:
        TypeError: if it is no tuple or list of Tensors.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.dstack, mindspore.mint.dstack, MindSpore 2.10
    """
    parts = require_tensor_sequence("ops.dstack", tensors)
    try:
        return wrap(torch.dstack(parts))
    except RuntimeError as error:
        raise _no_join("ops.dstack", error, tensors) from None


def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Join tensors along the second dimension; vectors become columns.

    Args:
        tensors (Union[tuple[Tensor], list[Tensor]]): what to join.

    Returns:
        Tensor.

    Raises:
        TypeError: if it is no tuple or list of Tensors.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.column_stack, MindSpore 2.10
    """
    parts = require_tensor_sequence("ops.column_stack", tensors)
    try:
        return wrap(torch.column_stack(parts))
    except RuntimeError as error:
        raise _no_join("ops.column_stack", error, tensors) from None


def block_diag(*inputs: Tensor) -> Tensor:
    """Put matrices on the diagonal of a matrix of zeros.

    Args:
        inputs (Tensor): of up to two dimensions; vectors are rows.

    Returns:
        Tensor of two dimensions.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if one has more than two dimensions.

    Source: mindspore.ops.block_diag, MindSpore 2.10
    """
    parts = [unwrap(x) for x in inputs]
    try:
        return wrap(torch.block_diag(*parts))
    except RuntimeError as error:
        raise _no_join("ops.block_diag", error, inputs) from None


def cartesian_prod(*inputs: Tensor) -> Tensor:
    """List all combinations of one element from each vector.

    Args:
        inputs (Tensor): vectors.

    Returns:
        Tensor of shape (number of combinations, number of vectors).

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if one is no vector.

    Source: mindspore.ops.cartesian_prod, MindSpore 2.10
    """
    parts = [unwrap(x) for x in inputs]
    parts = [part if part.ndim else part.reshape(1) for part in parts]
    try:
        return wrap(torch.cartesian_prod(*parts).reshape(-1, len(parts)))
    except RuntimeError as error:
        raise _no_join("ops.cartesian_prod", error, inputs) from None


def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """List all combinations of `r` elements of a vector.

    Args:
        input (Tensor): a vector.
        r (int): how many elements. Default: ``2``.
        with_replacement (bool): an element may be taken again. Default: ``False``.

    Returns:
        Tensor of shape (number of combinations, r).

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if it is no vector, or `r` is negative.

    Source: mindspore.ops.combinations, MindSpore 2.10
    """
    t = unwrap(input)
    try:
        return wrap(torch.combinations(t, r, with_replacement))
    except RuntimeError as error:
        raise op_error("ops.combinations", error, input=input, r=r) from None


# ---- taking apart --------------------------------------------------------------------------------------------


def split(tensor: Tensor, split_size_or_sections: Sections, axis: int = 0) -> tuple[Tensor, ...]:
    """Cut a tensor into pieces of given lengths.

    Args:
        tensor (Tensor): of any shape.
        split_size_or_sections (Union[int, tuple[int], list[int]]): length of every piece, the last may be shorter;
            or the length of each.
        axis (int): the dimension. Default: ``0``.

    Returns:
        tuple[Tensor], views.

    Raises:
        TypeError: if a length is no int.
        ValueError: if a length is not positive, the lengths do not add up or `axis` is out of range.

    Source: mindspore.ops.split, MindSpore 2.10
    """
    try:
        if split_size_or_sections.__class__ is not int:
            split_size_or_sections = list(split_size_or_sections)  # type: ignore[arg-type]
        elif split_size_or_sections <= 0:  # type: ignore[operator]
            msg = f"the length of a piece must be positive, got {split_size_or_sections}"
            raise RuntimeError(msg)
        return tuple(map(wrap, tensor._t.split(split_size_or_sections, axis)))  # type: ignore[arg-type, no-untyped-call]
    except (RuntimeError, IndexError, TypeError, AttributeError) as error:
        unwrap(tensor)
        raise op_error("ops.split", error, tensor=tensor, sections=split_size_or_sections, axis=axis) from None


def tensor_split_method(
    self: Tensor, split_size_or_sections: Any = None, axis: int = 0, *, split_size: Any = None, dim: int | None = None
) -> tuple[Tensor, ...]:
    """Cut the tensor into pieces of given lengths: ``x.split(2, axis=1)`` or ``x.split(split_size=2, dim=1)``.

    Args:
        split_size_or_sections (Union[int, tuple[int], list[int]]): length of every piece, or of each.
        axis (int): the dimension. Default: ``0``.

    Keyword Args:
        split_size (Union[int, tuple[int], list[int]]): newer name of the first argument.
        dim (int): newer name of `axis`.

    Returns:
        tuple[Tensor], views.

    Raises:
        TypeError: if a length is no int.
        ValueError: if a length is not positive, the lengths do not add up or the dimension is out of range.

    Source: mindspore.Tensor.split, MindSpore 2.10
    """
    return split(self, split_size_or_sections if split_size is None else split_size, axis if dim is None else dim)


def chunk(input: Tensor, chunks: int, axis: int = 0) -> tuple[Tensor, ...]:
    """Cut a tensor into so many pieces, or fewer where it is short.

    Args:
        input (Tensor): of any shape.
        chunks (int): number of pieces.
        axis (int): the dimension. Default: ``0``.

    Returns:
        tuple[Tensor], views.

    Raises:
        TypeError: if `chunks` is no int.
        ValueError: if it is not positive, or `axis` is out of range.

    Source: mindspore.ops.chunk, MindSpore 2.10
    """
    try:
        return tuple(map(wrap, input._t.chunk(chunks, axis)))
    except (RuntimeError, IndexError, TypeError, AttributeError) as error:
        unwrap(input)
        raise op_error("ops.chunk", error, input=input, chunks=chunks, axis=axis) from None


def tensor_chunk(self: Tensor, chunks: int, axis: int = 0, *, dim: int | None = None) -> tuple[Tensor, ...]:
    """Cut the tensor into so many pieces, or fewer where it is short.

    Args:
        chunks (int): number of pieces.
        axis (int): the dimension. Default: ``0``.

    Keyword Args:
        dim (int): newer name of `axis`.

    Returns:
        tuple[Tensor], views.

    Raises:
        ValueError: if `chunks` is not positive, or the dimension is out of range.

    Source: mindspore.Tensor.chunk, MindSpore 2.10
    """
    return chunk(self, chunks, axis if dim is None else dim)


def tensor_split(input: Tensor, indices_or_sections: Sections, axis: int = 0) -> tuple[Tensor, ...]:
    """Cut a tensor into pieces of nearly equal length, or at given places.

    Args:
        input (Tensor): of one dimension at least.
        indices_or_sections (Union[int, tuple[int], list[int]]): number of pieces, or the places to cut at.
        axis (int): the dimension. Default: ``0``.

    Returns:
        tuple[Tensor], views.

    Raises:
        TypeError: if the places are no ints.
        ValueError: if the number is not positive, or `axis` is out of range.

    Source: mindspore.ops.tensor_split, MindSpore 2.10
    """
    t = unwrap(input)
    if isinstance(indices_or_sections, list):
        indices_or_sections = tuple(indices_or_sections)
    try:
        return tuple(map(wrap, torch.tensor_split(t, indices_or_sections, axis)))  # type: ignore[arg-type, call-overload]
    except (RuntimeError, IndexError, TypeError) as error:
        raise op_error("ops.tensor_split", error, input=input, sections=indices_or_sections, axis=axis) from None


def _split_from(op: str, input: Tensor, indices_or_sections: Sections, axis: int) -> tuple[Tensor, ...]:
    if unwrap(input).ndim <= axis:
        msg = f"{op}: expected {axis + 1} dimensions at least, got {unwrap(input).ndim}"
        raise ValueError(msg)
    return tensor_split(input, indices_or_sections, axis)


def hsplit(input: Tensor, indices_or_sections: Sections) -> tuple[Tensor, ...]:
    """Cut a tensor along the second dimension.

    Args:
        input (Tensor): of two dimensions at least.
        indices_or_sections (Union[int, tuple[int], list[int]]): number of pieces, or the places to cut at.

    Returns:
        tuple[Tensor], views.

    Raises:
        ValueError: if there are fewer dimensions, or the number is not positive.

    Source: mindspore.ops.hsplit, MindSpore 2.10
    """
    return _split_from("ops.hsplit", input, indices_or_sections, 1)


def vsplit(input: Tensor, indices_or_sections: Sections) -> tuple[Tensor, ...]:
    """Cut a tensor along the first dimension.

    Args:
        input (Tensor): of one dimension at least.
        indices_or_sections (Union[int, tuple[int], list[int]]): number of pieces, or the places to cut at.

    Returns:
        tuple[Tensor], views.

    Raises:
        ValueError: if there are fewer dimensions, or the number is not positive.

    Source: mindspore.ops.vsplit, MindSpore 2.10
    """
    return _split_from("ops.vsplit", input, indices_or_sections, 0)


def dsplit(input: Tensor, indices_or_sections: Sections) -> tuple[Tensor, ...]:
    """Cut a tensor along the third dimension.

    Args:
        input (Tensor): of three dimensions at least.
        indices_or_sections (Union[int, tuple[int], list[int]]): number of pieces, or the places to cut at.

    Returns:
        tuple[Tensor], views.

    Raises:
        ValueError: if there are fewer dimensions, or the number is not positive.

    Source: mindspore.ops.dsplit, MindSpore 2.10
    """
    return _split_from("ops.dsplit", input, indices_or_sections, 2)


def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """Take a tensor apart along a dimension, which goes away.

    Args:
        input (Tensor): of one dimension at least.
        dim (int): the dimension. Default: ``0``.

    Returns:
        tuple[Tensor], views.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if `dim` is out of range, or there is no dimension.

    Source: mindspore.ops.unbind, MindSpore 2.10
    """
    t = unwrap(input)
    if not t.ndim:
        msg = "ops.unbind: a 0-d tensor cannot be taken apart"
        raise ValueError(msg)
    return tuple([wrap(part) for part in t.unbind(dim_arg("ops.unbind", dim, t.ndim))])


def unstack(input_x: Tensor, axis: int = 0) -> tuple[Tensor, ...]:
    """Take a tensor apart along a dimension, which goes away; the same as `unbind`.

    Args:
        input_x (Tensor): of one dimension at least.
        axis (int): the dimension. Default: ``0``.

    Returns:
        tuple[Tensor], views.

    Raises:
        ValueError: if `axis` is out of range, or there is no dimension.

    Source: mindspore.ops.unstack, MindSpore 2.10
    """
    return unbind(input_x, axis)
