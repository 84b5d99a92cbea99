"""Shapes, joining, splitting and indexing: functions of `mindspore.mint`, under torch's argument names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import Number, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import int_arg, shape_arg, to_torch
from ms2torch._core.element_types import admitted
from ms2torch._core.promotion import choices
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.ops.function.array._operands import need_int32
from ms2torch.ops.function.math.reduce import one_axis

Tensors = Sequence[Tensor]


def _all(tensors: Tensors) -> list[torch.Tensor]:
    if not isinstance(tensors, (list, tuple)):
        msg = f"a list or tuple of Tensors needed, got {type(tensors).__name__}"
        raise TypeError(msg)
    return [unwrap(x) for x in tensors]


def _each(parts: Sequence[torch.Tensor]) -> tuple[Tensor, ...]:
    return tuple(wrap(p) for p in parts)


@translated
def cat(tensors: Tensors, dim: int = 0) -> Tensor:
    """Join tensors along a dimension.

    Args:
        tensors (Tensors): the tensors.
        dim (int): the dimension. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.cat, MindSpore 2.10
    """
    return wrap(torch.cat(_all(tensors), dim))


@translated
def concat(tensors: Tensors, dim: int = 0) -> Tensor:
    """Join tensors along a dimension; the same as `cat`.

    Args:
        tensors (Tensors): the tensors.
        dim (int): the dimension. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.concat, MindSpore 2.10
    """
    return wrap(torch.cat(_all(tensors), dim))


@translated
def stack(tensors: Tensors, dim: int = 0) -> Tensor:
    """Join tensors along a new dimension.

    Args:
        tensors (Tensors): the tensors.
        dim (int): the dimension. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.stack, MindSpore 2.10
    """
    return wrap(torch.stack(_all(tensors), dim))


@translated
def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Split into at most so many parts of equal length.

    Args:
        input (Tensor): of any shape.
        chunks (int): number of parts.
        dim (int): the dimension. Default: ``0``.

    Returns:
        tuple(Tensor).

    Source: mindspore.mint.chunk, MindSpore 2.10
    """
    return _each(torch.chunk(unwrap(input), chunks, dim))


@translated
def split(tensor: Tensor, split_size_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """Split along a dimension.

    Args:
        tensor (Tensor): of any shape.
        split_size_or_sections (int, Sequence[int]): length of each part, or the lengths of all.
        dim (int): the dimension. Default: ``0``.

    Returns:
        tuple(Tensor).

    Source: mindspore.mint.split, MindSpore 2.10
    """
    sizes = split_size_or_sections
    return _each(torch.split(unwrap(tensor), sizes if isinstance(sizes, int) else list(sizes), dim))


@translated
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """Take a tensor apart along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension. Default: ``0``.

    Returns:
        tuple(Tensor).

    Source: mindspore.mint.unbind, MindSpore 2.10
    """
    parts = torch.unbind(unwrap(input), dim)
    if not parts:
        raise ValueError(f"mint.unbind: there is nothing to take apart along dimension {dim}")
    return _each(parts)


@translated
def permute(input: Tensor, dims: Sequence[int]) -> Tensor:
    """Reorder the dimensions.

    Args:
        input (Tensor): of any shape.
        dims (Sequence[int]): the new order.

    Returns:
        Tensor.

    Source: mindspore.mint.permute, MindSpore 2.10
    """
    if isinstance(dims, list):
        msg = "mint.permute: `dims` must be a tuple of ints, got a list; write tuple(dims)"
        raise TypeError(msg)
    return wrap(torch.permute(unwrap(input), shape_arg(dims)))


def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Swap two dimensions.

    Args:
        input (Tensor): of any shape.
        dim0 (int): one of them.
        dim1 (int): the other.

    Returns:
        Tensor.

    Source: mindspore.mint.transpose, MindSpore 2.10
    """
    t = unwrap(input)
    dims = (one_axis("mint.transpose", each, t.ndim) for each in (dim0, dim1))
    return wrap(torch.transpose(t, *dims))


def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor:
    """Swap two dimensions.

    Args:
        input (Tensor): of any shape.
        axis0 (int): one of them.
        axis1 (int): the other.

    Returns:
        Tensor.

    Source: mindspore.mint.swapaxes, MindSpore 2.10
    """
    return wrap(torch.transpose(unwrap(input), axis0, axis1))


def t(input: Tensor) -> Tensor:
    """Transpose a matrix; a vector stays as it is.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.t, MindSpore 2.10
    """
    return wrap(torch.t(unwrap(input)))


def squeeze(input: Tensor, dim: int | Sequence[int]) -> Tensor:
    """Drop dimensions of length 1.

    Args:
        input (Tensor): of any shape.
        dim (int, Sequence[int]): which.

    Returns:
        Tensor.

    Source: mindspore.mint.squeeze, MindSpore 2.10
    """
    return wrap(torch.squeeze(unwrap(input), tuple(dict.fromkeys(shape_arg(dim)))))


def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """Insert a dimension of length 1.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.

    Returns:
        Tensor.

    Source: mindspore.mint.unsqueeze, MindSpore 2.10
    """
    t = unwrap(input)
    if isinstance(dim, int) and not -t.ndim - 1 <= dim <= t.ndim:
        msg = f"mint.unsqueeze: dim must be in [{-t.ndim - 1}, {t.ndim + 1}), got {dim}"
        raise ValueError(msg)
    return wrap(torch.unsqueeze(t, dim))


@translated
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Merge neighbouring dimensions.

    Args:
        input (Tensor): of any shape.
        start_dim (int): the first to merge. Default: ``0``.
        end_dim (int): the last to merge. Default: ``-1``.

    Returns:
        Tensor.

    Source: mindspore.mint.flatten, MindSpore 2.10
    """
    return wrap(torch.flatten(unwrap(input), start_dim, end_dim))


@translated
def broadcast_to(input: Tensor, shape: Sequence[int]) -> Tensor:
    """Broadcast to a shape, where -1 keeps a length.

    Args:
        input (Tensor): of any shape.
        shape (Sequence[int]): shape of the result.

    Returns:
        Tensor.

    Source: mindspore.mint.broadcast_to, MindSpore 2.10
    """
    return wrap(torch.broadcast_to(unwrap(input), shape_arg(shape)))


@translated
def narrow(input: Tensor, dim: int, start: int | Tensor, length: int) -> Tensor:
    """Take a range of indices of a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        start (int, Tensor): start of the interval.
        length (int): how many.

    Returns:
        Tensor.

    Source: mindspore.mint.narrow, MindSpore 2.10
    """
    return wrap(torch.narrow(unwrap(input), dim, int_arg(start), int_arg(length)))


@translated
def select(input: Tensor, dim: int, index: int) -> Tensor:
    """Take one index of a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        index (int): which.

    Returns:
        Tensor.

    Source: mindspore.mint.select, MindSpore 2.10
    """
    return wrap(torch.select(unwrap(input), dim, int_arg(index)))


def clone(input: Tensor) -> Tensor:
    """Copy a tensor; gradients pass.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.clone, MindSpore 2.10
    """
    return wrap(torch.clone(unwrap(input)))


@translated
def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """Put a vector on a diagonal, or take a diagonal of a matrix.

    Args:
        input (Tensor): of any shape.
        diagonal (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.diag, MindSpore 2.10
    """
    t = unwrap(input)
    if t.ndim == 2 and not -t.shape[0] <= diagonal <= t.shape[1]:
        msg = f"mint.diag: `diagonal` must be in [{-t.shape[0]}, {t.shape[1]}], got {diagonal}"
        raise RuntimeError(msg)
    return wrap(torch.diag(t, diagonal))


@translated
def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """Keep what lies on and below a diagonal.

    Args:
        input (Tensor): of any shape.
        diagonal (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.tril, MindSpore 2.10
    """
    return wrap(torch.tril(unwrap(input), diagonal))


@translated
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Make coordinate grids of vectors.

    Args:
        *tensors (Any): the vectors, or one list of them.

    Keyword Args:
        indexing (str, None): ``'ij'`` or ``'xy'``; ``None``: ``'ij'``. Default: ``None``.

    Returns:
        tuple(Tensor).

    Source: mindspore.mint.meshgrid, MindSpore 2.10
    """
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    return _each(torch.meshgrid(*_all(given), indexing=indexing or "ij"))


@translated
def gather(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """Take elements along a dimension, one for each index.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        index (Tensor): int32 or int64 indices.

    Returns:
        Tensor.

    Source: mindspore.mint.gather, MindSpore 2.10
    """
    return wrap(torch.gather(unwrap(input), dim, unwrap(index).long()))


@translated
def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """Take slices of a dimension by their indices.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        index (Tensor): int32 or int64 indices.

    Returns:
        Tensor.

    Source: mindspore.mint.index_select, MindSpore 2.10
    """
    return wrap(torch.index_select(unwrap(input), dim, unwrap(index)))


@translated
def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    """Add slices at the given indices of a dimension, to a copy.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        index (Tensor): int32 indices.
        source (Tensor): the slices.

    Keyword Args:
        alpha (Number): factor of `source`. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `index` is of another type.

    Source: mindspore.mint.index_add, MindSpore 2.10
    """
    need_int32("mint.index_add", index)
    t, given = admitted(input, "mint.index_add"), unwrap(source)
    if torch.promote_types(t.dtype, given.dtype) is t.dtype:  # what the input's type holds is converted to it
        given = given.to(dtype=t.dtype)
    return wrap(torch.index_add(t, dim, unwrap(index), given, alpha=alpha))  # type: ignore[arg-type]


@translated
def scatter(input: Tensor, dim: int, index: Tensor, src: Tensor | float) -> Tensor:
    """Write elements along a dimension, one for each index, into a copy.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        index (Tensor): int32 or int64 indices.
        src (Tensor, float): what to write.

    Returns:
        Tensor.

    Source: mindspore.mint.scatter, MindSpore 2.10
    """
    value: Any = unwrap_or_scalar(src)
    return wrap(torch.scatter(unwrap(input), dim, unwrap(index).long(), value))


def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """Add elements along a dimension, one for each index, to a copy.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        index (Tensor): int32 or int64 indices.
        src (Tensor): what to add.

    Returns:
        Tensor.

    Source: mindspore.mint.scatter_add, MindSpore 2.10
    """
    return wrap(torch.scatter_add(admitted(input, "mint.scatter_add"), dim, unwrap(index).long(), unwrap(src)))


def where(condition: Tensor, input: Any = None, other: Any = None) -> Any:
    """Choose from two tensors element by element; without them, find where the condition is true.

    Args:
        condition (Tensor): bool.
        input (Any): taken where it is true. Default: ``None``.
        other (Any): taken where it is not. Default: ``None``.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.mint.where, MindSpore 2.10
    """
    if input is None and other is None:
        return _each(torch.where(unwrap(condition)))
    return wrap(torch.where(unwrap(condition), *choices(input, other)))


@translated
def repeat_interleave(
    input: Tensor, repeats: int | Sequence[int] | Tensor, dim: int | None = None, *, output_size: int | None = None
) -> Tensor:
    """Repeat each element.

    Args:
        input (Tensor): of any shape.
        repeats (int, Sequence[int], Tensor): how often; one for all or one for each.
        dim (int, None): the dimension; ``None``: flatten first. Default: ``None``.

    Keyword Args:
        output_size (int, None): length of the result, where it is known. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.repeat_interleave, MindSpore 2.10
    """
    t = unwrap(input)
    times: Any = repeats if isinstance(repeats, int) else to_torch(repeats).to(t.device)
    if not isinstance(repeats, int) and times.numel() not in (1, t.numel() if dim is None else t.shape[dim]):
        shape = tuple(t.shape)
        msg = f"mint.repeat_interleave: repeats must be one number or one for each, got {times.numel()} for {shape}"
        raise RuntimeError(msg)
    return wrap(torch.repeat_interleave(unwrap(input), times, dim, output_size=output_size))


def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Find the distinct elements.

    Args:
        input (Tensor): of any shape.
        sorted (bool): return in sorted order. Default: ``True``.
        return_inverse (bool): return where each element went as well. Default: ``False``.
        return_counts (bool): return how often each occurs as well. Default: ``False``.
        dim (int, None): compare slices of this dimension; ``None``: elements. Default: ``None``.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.mint.unique, MindSpore 2.10
    """
    out = torch.unique(unwrap(input), sorted, return_inverse, return_counts, dim)
    return wrap(out) if isinstance(out, torch.Tensor) else _each(out)


def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """Drop elements equal to the one before.

    Args:
        input (Tensor): of any shape.
        return_inverse (bool): return where each element went as well. Default: ``False``.
        return_counts (bool): return how often each occurs as well. Default: ``False``.
        dim (int, None): compare slices of this dimension; ``None``: elements of the flattened tensor. Default:
            ``None``.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.mint.unique_consecutive, MindSpore 2.10
    """
    # By position, torch 2.13 leaves the inverse empty.
    out = torch.unique_consecutive(unwrap(input), return_inverse=return_inverse, return_counts=return_counts, dim=dim)
    return wrap(out) if isinstance(out, torch.Tensor) else _each(out)


def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """Count how often each integer occurs.

    Args:
        input (Tensor): integers that are not negative.
        weights (Tensor, None): weight of each element. Default: ``None``.
        minlength (int): length of the result at least. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.bincount, MindSpore 2.10
    """
    return wrap(torch.bincount(unwrap(input), None if weights is None else unwrap(weights), minlength))
