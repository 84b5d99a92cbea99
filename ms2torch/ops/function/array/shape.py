"""Dimensions inserted, removed, merged, exchanged, broadcast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import memory_of, unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import bit_for_bit
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import dim_arg

Ints = int | Sequence[int]


def squeeze(input: Tensor, axis: Ints | None = None) -> Tensor:
    """Remove dimensions of length 1.

    Args:
        input (Tensor): of any shape.
        axis (Union[int, tuple[int], list[int]], optional): which; others stay, and so do those named here that are
            longer. Default ``None``: all of length 1.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if `axis` is not made of ints.
        ValueError: if it is out of range.

    Source: mindspore.ops.squeeze, MindSpore 2.10
    """
    t = unwrap(input)
    try:
        if axis is None:
            return wrap(t.squeeze())
        return wrap(t.squeeze(tuple(axis) if isinstance(axis, list) else axis))  # type: ignore[arg-type]
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.squeeze", error, input=input, axis=axis) from None


def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """Insert a dimension of length 1.

    Args:
        input (Tensor): of n dimensions.
        dim (int): its place in the result, from -n-1 to n.

    Returns:
        Tensor of n+1 dimensions, a view.

    Raises:
        TypeError: if `dim` is no int.
        ValueError: if it is out of range.

    Source: mindspore.ops.unsqueeze, MindSpore 2.10
    """
    t = unwrap(input)
    try:
        return wrap(t.unsqueeze(dim))
    except (IndexError, TypeError) as error:
        raise op_error("ops.unsqueeze", error, input=input, dim=dim) from None


def flatten(input: Tensor, order: str = "C", *, start_dim: int = 1, end_dim: int = -1) -> Tensor:
    """Merge dimensions into one.

    Args:
        input (Tensor): of any shape.
        order (str): ``"C"``: the last dimension varies fastest; ``"F"``: the first does. Default: ``"C"``.

    Keyword Args:
        start_dim (int): first dimension to merge. Default: ``1``.
        end_dim (int): last dimension to merge. Default: ``-1``.

    Returns:
        Tensor; a vector for input of 0 or 1 dimensions.

    Raises:
        TypeError: if `start_dim` or `end_dim` is no int.
        ValueError: if `order` is another word, or the dimensions are out of range or in wrong order.

    Source: mindspore.ops.flatten, MindSpore 2.10
    """
    if order == "C":
        try:
            if input._t.ndim < 2 and end_dim == 0 and start_dim == 1:
                raise ValueError("ops.flatten: `end_dim` must not come before `start_dim`, got 0 and 1")
            return _copied(input._t, input._t.flatten(start_dim, end_dim))
        except (IndexError, RuntimeError, TypeError, AttributeError):
            pass  # a vector has no dimension 1, and the rest is told below
    t = unwrap(input)
    if order != "C":
        if order != "F":
            msg = f"ops.flatten: `order` must be 'C' or 'F', got {order!r}"
            raise ValueError(msg)
        t = t.permute(tuple(range(t.ndim - 1, -1, -1)))
    if t.ndim < 2:
        return _copied(t, t.reshape(-1))
    try:
        return _copied(t, t.flatten(start_dim, end_dim))
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.flatten", error, input=input, start_dim=start_dim, end_dim=end_dim) from None


def _copied(t: torch.Tensor, flat: torch.Tensor) -> Tensor:
    """Give what was flattened memory of its own: MindSpore's function copies where its method gives a view."""
    return wrap(flat.clone() if memory_of(flat) is memory_of(t) else flat)


def tensor_flatten(
    self: Tensor, order: str | int = "C", end: int = -1, *, start_dim: int = 0, end_dim: int = -1
) -> Tensor:
    """Merge dimensions into one: ``x.flatten()``, ``x.flatten("F")``, ``x.flatten(1, 2)``, ``x.flatten(start_dim=1)``.

    Args:
        order (Union[str, int]): ``"C"`` or ``"F"``; or the first dimension to merge. Default: ``"C"``.
        end (int): after an int, the last dimension to merge. Default: ``-1``.

    Keyword Args:
        start_dim (int): first dimension to merge. Default: ``0``.
        end_dim (int): last dimension to merge. Default: ``-1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if `order` is another word, or the dimensions are out of range.

    Source: mindspore.Tensor.flatten, MindSpore 2.10
    """
    if order == "C":
        try:
            return wrap(self._t.flatten(start_dim, end_dim))
        except (IndexError, RuntimeError, TypeError):
            pass  # told below
    if isinstance(order, str):
        return flatten(self, order, start_dim=start_dim, end_dim=end_dim)
    return flatten(self, start_dim=order, end_dim=end if end_dim == -1 else end_dim)


def ravel(input: Tensor) -> Tensor:
    """Merge all dimensions into one.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.ravel, mindspore.mint.ravel, MindSpore 2.10
    """
    return wrap(unwrap(input).reshape(-1))


def broadcast_to(input: Tensor, shape: Sequence[int]) -> Tensor:
    """Repeat dimensions of length 1 to reach a shape.

    Args:
        input (Tensor): of any shape.
        shape (tuple[int]): the shape wanted; -1 keeps the length that is there.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if `shape` is no tuple or list.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.broadcast_to, MindSpore 2.10
    """
    if shape.__class__ is tuple:
        try:  # torch checks the shape itself
            return wrap(torch.broadcast_to(unwrap(input), shape))  # type: ignore[arg-type]
        except (RuntimeError, TypeError):
            pass  # it is told below
    if isinstance(shape, (int, float)):
        msg = f"ops.broadcast_to: `shape` must be a tuple of ints, got {shape!r}"
        raise TypeError(msg)
    try:
        return wrap(unwrap(input).expand(shape_arg(shape)))
    except RuntimeError as error:
        raise op_error("ops.broadcast_to", error, input=input, shape=shape) from None


def expand(input_x: Tensor, size: Any) -> Tensor:
    """Repeat dimensions of length 1 to reach a shape; the same as `broadcast_to`.

    Args:
        input_x (Tensor): of any shape.
        size (Union[Tensor, tuple[int]]): the shape wanted; -1 keeps the length that is there.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.expand, MindSpore 2.10
    """
    check_type(input_x, "ops.expand")
    return broadcast_to(input_x, size)


def tensor_expand(self: Tensor, *size: Ints | Tensor) -> Tensor:
    """Repeat dimensions of length 1 to reach a shape: ``x.expand(2, -1)`` or ``x.expand((2, -1))``.

    Args:
        size (Union[int, tuple[int], list[int], Tensor]): the shape wanted; -1 keeps the length that is there.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.Tensor.expand, MindSpore 2.10
    """
    return broadcast_to(self, size[0] if len(size) == 1 and not isinstance(size[0], int) else size)  # type: ignore[arg-type]


def tensor_broadcast_to(self: Tensor, *shape: Ints | Tensor) -> Tensor:
    """Repeat dimensions of length 1 to reach a shape: ``x.broadcast_to((2, -1))`` or ``x.broadcast_to(2, -1)``.

    Args:
        shape (Union[int, tuple[int], list[int]]): the shape wanted; -1 keeps the length that is there.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.Tensor.broadcast_to, MindSpore 2.10
    """
    return tensor_expand(self, *shape)


def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """Repeat dimensions of length 1 to reach the shape of another tensor.

    Args:
        input (Tensor): of any shape.
        other (Tensor): whose shape is taken.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if one is not a Tensor.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.expand_as, MindSpore 2.10
    """
    return broadcast_to(input, unwrap(other).shape)


def tensor_expand_as(self: Tensor, other: Tensor | None = None, *, x: Tensor | None = None) -> Tensor:
    """Repeat dimensions of length 1 to reach the shape of another tensor.

    Args:
        other (Tensor): whose shape is taken.

    Keyword Args:
        x (Tensor): older name of `other`.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if it is not a Tensor.
        ValueError: if the shapes do not fit.

    Source: mindspore.Tensor.expand_as, MindSpore 2.10
    """
    return broadcast_to(self, unwrap(x if other is None else other).shape)


def view_as(input: Tensor, other: Tensor) -> Tensor:
    """Give the elements the shape of another tensor.

    Args:
        input (Tensor): of any shape.
        other (Tensor): whose shape is taken.

    Returns:
        Tensor that shares memory where the layout allows.

    Raises:
        TypeError: if one is not a Tensor.
        ValueError: if the number of elements differs.

    Source: mindspore.ops.view_as, MindSpore 2.10
    """
    try:
        return wrap(unwrap(input).reshape(unwrap(other).shape))
    except RuntimeError as error:
        raise op_error("ops.view_as", error, input=input, other=other) from None


def _require_dimensions(op: str, t: torch.Tensor) -> None:
    if not t.ndim:
        msg = f"{op}: a tensor of 0 dimensions has none to move"
        raise ValueError(msg)


def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor:
    """Exchange two dimensions.

    Args:
        input (Tensor): of any shape.
        axis0 (int): one dimension.
        axis1 (int): the other.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if an axis is no int.
        ValueError: if one is out of range.

    Source: mindspore.ops.swapaxes, MindSpore 2.10
    """
    t = unwrap(input)
    _require_dimensions("ops.swapaxes", t)
    try:
        return wrap(t.transpose(axis0, axis1))
    except (IndexError, TypeError) as error:
        raise op_error("ops.swapaxes", error, input=input, axis0=axis0, axis1=axis1) from None


def swapdims(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Exchange two dimensions; the same as `swapaxes`.

    Args:
        input (Tensor): of any shape.
        dim0 (int): one dimension.
        dim1 (int): the other.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if a dimension is no int.
        ValueError: if one is out of range.

    Source: mindspore.ops.swapdims, MindSpore 2.10
    """
    return swapaxes(input, dim0, dim1)


def _as_ints(dims: Ints) -> list[int]:
    """Return dimensions as a list; torch wants both of one kind, and no bools."""
    return [int(dim) for dim in ((dims,) if isinstance(dims, int) else dims)]


def moveaxis(x: Tensor, source: Ints, destination: Ints) -> Tensor:
    """Move dimensions to other places; the rest keep their order.

    Args:
        x (Tensor): of any shape.
        source (Union[int, list[int], tuple[int]]): where they are.
        destination (Union[int, list[int], tuple[int]]): where they go, as many.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if a dimension is out of range or named twice, or the counts differ.

    Source: mindspore.ops.moveaxis, MindSpore 2.10
    """
    t = unwrap(x)
    _require_dimensions("ops.moveaxis", t)
    source, destination = _as_ints(source), _as_ints(destination)
    try:
        return wrap(t.movedim(source, destination))  # type: ignore[arg-type, call-overload]
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.moveaxis", error, x=x, source=source, destination=destination) from None


movedim = moveaxis


def t(input: Tensor) -> Tensor:
    """Transpose a matrix; anything else comes back as it is.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.t, MindSpore 2.10
    """
    x = unwrap(input)
    return wrap(x.t() if x.ndim == 2 else x)


def _each(op: str, inputs: Any, how: Any) -> Any:
    if isinstance(inputs, (tuple, list)):
        return tuple(wrap(how(unwrap(x))) for x in inputs)
    return wrap(how(unwrap(inputs)))


def atleast_1d(inputs: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """Give 0-d tensors one dimension.

    Args:
        inputs (Union[Tensor, list[Tensor], tuple[Tensor]]): one or several.

    Returns:
        Tensor, or a tuple of them for a list or tuple.

    Raises:
        TypeError: if an input is not a Tensor.

    Source: mindspore.ops.atleast_1d, MindSpore 2.10
    """
    return _each("ops.atleast_1d", inputs, torch.atleast_1d)  # type: ignore[no-any-return]


def atleast_2d(inputs: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """Give tensors two dimensions at least, new ones in front.

    Args:
        inputs (Union[Tensor, list[Tensor], tuple[Tensor]]): one or several.

    Returns:
        Tensor, or a tuple of them for a list or tuple.

    Raises:
        TypeError: if an input is not a Tensor.

    Source: mindspore.ops.atleast_2d, MindSpore 2.10
    """
    return _each("ops.atleast_2d", inputs, torch.atleast_2d)  # type: ignore[no-any-return]


def atleast_3d(inputs: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """Give tensors three dimensions at least: a vector becomes (1, n, 1), a matrix (n, m, 1).

    Args:
        inputs (Union[Tensor, list[Tensor], tuple[Tensor]]): one or several.

    Returns:
        Tensor, or a tuple of them for a list or tuple.

    Raises:
        TypeError: if an input is not a Tensor.

    Source: mindspore.ops.atleast_3d, MindSpore 2.10
    """
    return _each("ops.atleast_3d", inputs, torch.atleast_3d)  # type: ignore[no-any-return]


def reverse_sequence(x: Tensor, seq_lengths: Tensor, seq_dim: int, batch_dim: int = 0) -> Tensor:
    """Reverse the first part of each sequence; the rest stays.

    Args:
        x (Tensor): of any shape.
        seq_lengths (Tensor): of integers, how many places to reverse, one for each place of `batch_dim`.
        seq_dim (int): the dimension to reverse.
        batch_dim (int): the dimension that counts the sequences. Default: ``0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `seq_lengths` is not a Tensor.
        ValueError: if a dimension is out of range, or the two are the same.
        RuntimeError: if a length exceeds the dimension.

    Source: mindspore.ops.reverse_sequence, MindSpore 2.10
    """
    data = admitted(x, "ops.reverse_sequence")
    lengths = unwrap(seq_lengths).to(dtype=torch.int64)
    seq = dim_arg("ops.reverse_sequence", seq_dim, data.ndim)
    batch = dim_arg("ops.reverse_sequence", batch_dim, data.ndim)
    size = data.shape[seq]
    if seq == batch or lengths.shape != data.shape[batch : batch + 1]:
        msg = f"ops.reverse_sequence: expected one length for each place of dimension {batch_dim}, not {seq_dim}"
        raise ValueError(msg)
    if bool((lengths > size).any()):
        msg = f"ops.reverse_sequence: a length exceeds {size}"
        raise RuntimeError(msg)
    place = torch.arange(size, device=data.device)
    end = lengths.unsqueeze(1)
    index = torch.where(place < end, end - 1 - place, place)  # (batch, seq)
    index = (index if batch < seq else index.t()).reshape(
        [n if d in (seq, batch) else 1 for d, n in enumerate(data.shape)]
    )
    return wrap(bit_for_bit(lambda bits: bits.gather(seq, index.expand(data.shape)), data))


def tensor_reverse_sequence(self: Tensor, seq_lengths: Tensor, seq_dim: int = 0, batch_dim: int = 0) -> Tensor:
    """Reverse the first part of each sequence; the rest stays.

    Args:
        seq_lengths (Tensor): of integers, how many places to reverse, one for each place of `batch_dim`.
        seq_dim (int): the dimension to reverse. Default: ``0``.
        batch_dim (int): the dimension that counts the sequences, another one. Default: ``0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if a dimension is out of range, or the two are the same.
        RuntimeError: if a length exceeds the dimension.

    Source: mindspore.Tensor.reverse_sequence, MindSpore 2.10
    """
    check_type(self, "Tensor.reverse_sequence")
    return reverse_sequence(self, seq_lengths, seq_dim, batch_dim)
