"""Diagonals, bands and triangles of matrices."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import operand
from ms2torch._core.element_types import admitted, alike_admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.transforms import inside_transform
from ms2torch._core.unsigned import UNSIGNED, bit_for_bit, by_bits
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import assign_into, start_of

_ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


def _triangle(op: str, lower: bool, input: Tensor, diagonal: int) -> Tensor:
    t = admitted(input, "ops.tril") if lower else unwrap(input)
    if (diagonal.__class__ is not int and isinstance(diagonal, (float, bool))) or t.ndim < 2:
        kind = ValueError if t.ndim < 2 else TypeError
        msg = f"{op}: expected a tensor of two dimensions at least and an int, got {tuple(t.shape)} and {diagonal!r}"
        raise kind(msg)
    try:
        cut = torch.tril if lower else torch.triu
        return wrap(bit_for_bit(lambda bits: cut(bits, diagonal), t) if diagonal or t.dtype in UNSIGNED else cut(t))
    except (RuntimeError, TypeError) as error:
        raise op_error(op, error, input=input, diagonal=diagonal) from None


def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """Keep the lower triangle of matrices; the rest is 0.

    Args:
        input (Tensor): of two dimensions at least.
        diagonal (int): the last diagonal kept, counted from the main one upwards. Default: ``0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `diagonal` is no int.
        ValueError: if there are fewer than two dimensions.

    Source: mindspore.ops.tril, MindSpore 2.10
    """
    return _triangle("ops.tril", True, input, diagonal)


def triu(input: Tensor, diagonal: int = 0) -> Tensor:
    """Keep the upper triangle of matrices; the rest is 0.

    Args:
        input (Tensor): of two dimensions at least.
        diagonal (int): the first diagonal kept, counted from the main one upwards. Default: ``0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `diagonal` is no int.
        ValueError: if there are fewer than two dimensions.

    Source: mindspore.ops.triu, mindspore.mint.triu, MindSpore 2.10
    """
    return _triangle("ops.triu", False, input, diagonal)


def diag(input: Tensor) -> Tensor:
    """Put a tensor on the diagonal of one with twice as many dimensions.

    Args:
        input (Tensor): of shape (d1, ..., dk), one dimension at least.

    Returns:
        Tensor of shape (d1, ..., dk, d1, ..., dk). A matrix becomes a tensor of four dimensions: its diagonal is
        `diagonal`.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if it is 0-d.

    Source: mindspore.ops.diag, MindSpore 2.10
    """
    t = unwrap(input)
    if not t.ndim:
        msg = "ops.diag: expected one dimension at least, got a 0-d tensor"
        raise ValueError(msg)
    if t.ndim == 1:
        return wrap(t.diag_embed())
    return wrap(t.reshape(-1).diag_embed().reshape(*t.shape, *t.shape))


def tensor_diag(self: Tensor, diagonal: int = 0) -> Tensor:
    """Put the tensor on a diagonal; with `diagonal` given, of a vector or a matrix as in torch.

    Args:
        diagonal (int): which diagonal. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the tensor is 0-d, or for another diagonal has more than two dimensions.

    Source: mindspore.Tensor.diag, MindSpore 2.10
    """
    if diagonal == 0:
        return diag(self)
    try:
        return wrap(torch.diag(self._t, diagonal))
    except RuntimeError as error:
        raise op_error("Tensor.diag", error, input=self, diagonal=diagonal) from None


def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """Put the flattened elements on a diagonal of a square matrix of zeros.

    Args:
        input (Tensor): of any shape.
        offset (int): which diagonal, counted from the main one upwards. Default: ``0``.

    Returns:
        Tensor of two dimensions.

    Raises:
        TypeError: if `input` is not a Tensor, or `offset` no int.

    Source: mindspore.ops.diagflat, MindSpore 2.10
    """
    try:
        return wrap(torch.diagflat(unwrap(input), offset))
    except TypeError as error:
        raise op_error("ops.diagflat", error, input=input, offset=offset) from None


def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Take a diagonal of the matrices that two dimensions span.

    Args:
        input (Tensor): of two dimensions at least.
        offset (int): which diagonal, counted from the main one upwards. Default: ``0``.
        dim1 (int): the rows. Default: ``0``.
        dim2 (int): the columns. Default: ``1``.

    Returns:
        Tensor, a view: the other dimensions, then the diagonal.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if a dimension is out of range, or the two are the same.

    Source: mindspore.ops.diagonal, MindSpore 2.10
    """
    t = unwrap(input)
    try:
        return wrap(t.diagonal(offset, dim1, dim2))
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.diagonal", error, input=input, offset=offset, dim1=dim1, dim2=dim2) from None


def tensor_diagonal(self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """Take a diagonal of the matrices that two dimensions span.

    Args:
        offset (int): which diagonal, counted from the main one upwards. Default: ``0``.
        axis1 (int): the rows. Default: ``0``.
        axis2 (int): the columns. Default: ``1``.

    Returns:
        Tensor, a view: the other dimensions, then the diagonal.

    Raises:
        ValueError: if a dimension is out of range, or the two are the same.

    Source: mindspore.Tensor.diagonal, MindSpore 2.10
    """
    return diagonal(self, offset, axis1, axis2)


def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Put the last dimension on a diagonal of matrices of zeros.

    Args:
        input (Tensor): of one dimension at least.
        offset (int): which diagonal, counted from the main one upwards. Default: ``0``.
        dim1 (int): where the rows go. Default: ``-2``.
        dim2 (int): where the columns go. Default: ``-1``.

    Returns:
        Tensor of one dimension more.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if a dimension is out of range, or the two are the same.

    Source: mindspore.ops.diag_embed, MindSpore 2.10
    """
    t = admitted(input, "ops.diag_embed")
    if t.ndim and not t.shape[-1]:
        msg = f"ops.diag_embed: the last dimension must not be empty, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    try:
        return wrap(torch.diag_embed(t, offset, dim1, dim2))
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("ops.diag_embed", error, input=input, offset=offset, dim1=dim1, dim2=dim2) from None


def diagonal_scatter(input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Replace a diagonal of the matrices that two dimensions span.

    Args:
        input (Tensor): of two dimensions at least.
        src (Tensor): the new diagonal, shaped as `diagonal` gives it.
        offset (int): which diagonal, counted from the main one upwards. Default: ``0``.
        dim1 (int): the rows. Default: ``0``.
        dim2 (int): the columns. Default: ``1``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.diagonal_scatter, MindSpore 2.10
    """
    try:
        t, new = alike_admitted("ops.diagonal_scatter", input, src)
        return wrap(torch.diagonal_scatter(t, new, offset, dim1, dim2))
    except (IndexError, RuntimeError) as error:
        raise op_error("ops.diagonal_scatter", error, input=input, src=src, offset=offset) from None


# ---- several diagonals at once -------------------------------------------------------------------------------


def _diagonal_range(op: str, k: Any) -> tuple[int, int]:
    """Return the lowest and the highest diagonal that `k` names."""
    numbers = operand(k)
    both = numbers.reshape(-1).tolist() if isinstance(numbers, torch.Tensor) else [int(numbers)]
    low, high = int(both[0]), int(both[-1])
    if len(both) > 2 or low > high:
        msg = f"{op}: `k` must be one int or two in ascending order, got {both}"
        raise ValueError(msg)
    return low, high


def _places(rows: int, cols: int, low: int, high: int, align: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return row, column and validity of each entry of the packed diagonals, the highest first."""
    if align not in _ALIGNMENTS:
        msg = f"`align` must be one of {_ALIGNMENTS}, got {align!r}"
        raise ValueError(msg)
    longest = max(min(rows + min(d, 0), cols - max(d, 0)) for d in range(low, high + 1))
    at = torch.arange(max(longest, 0))
    row, col, valid = [], [], []
    for d in range(high, low - 1, -1):
        length = max(min(rows + min(d, 0), cols - max(d, 0)), 0)
        to_the_right = align.split("_")[0 if d >= 0 else 1] == "RIGHT"
        step = at - (longest - length if to_the_right else 0)
        good = (step >= 0) & (step < length)
        valid.append(good)
        row.append(torch.where(good, step + max(-d, 0), 0))
        col.append(torch.where(good, step + max(d, 0), 0))
    return torch.stack(row), torch.stack(col), torch.stack(valid)


def matrix_diag_part(x: Tensor, k: Tensor | int, padding_value: Any, align: str = "RIGHT_LEFT") -> Tensor:
    """Take diagonals of matrices, the highest first, padded to one length.

    Args:
        x (Tensor): of two dimensions at least.
        k (Tensor): which diagonal, or the lowest and the highest.
        padding_value (Tensor): what to pad with; a number is taken, too.
        align (str): where shorter diagonals above and below the main one stand: ``"RIGHT_LEFT"``, ``"LEFT_RIGHT"``,
            ``"LEFT_LEFT"`` or ``"RIGHT_RIGHT"``. Default: ``"RIGHT_LEFT"``.

    Returns:
        Tensor of shape (..., diagonals, length); of a single diagonal (..., length).

    Raises:
        TypeError: if `x` is not a Tensor.
        ValueError: if `k` or `align` is of another kind.

    Source: mindspore.ops.matrix_diag_part, MindSpore 2.10
    """
    t = admitted(x, "ops.matrix_diag_part")
    low, high = _diagonal_range("ops.matrix_diag_part", k)
    row, col, valid = _places(t.shape[-2], t.shape[-1], low, high, align)
    padding = torch.as_tensor(operand(padding_value), dtype=t.dtype, device=t.device)
    out = torch.where(valid.to(t.device), t[..., row, col], padding.reshape(()))
    return wrap(out.squeeze(-2) if low == high else out)


def matrix_set_diag(x: Tensor, diagonal: Tensor, k: Tensor | int = 0, align: str = "RIGHT_LEFT") -> Tensor:
    """Replace diagonals of matrices.

    Args:
        x (Tensor): of two dimensions at least.
        diagonal (Tensor): the new diagonals, packed as `matrix_diag_part` gives them.
        k (Union[int, Tensor]): which diagonal, or the lowest and the highest. Default: ``0``.
        align (str): where shorter diagonals stand. Default: ``"RIGHT_LEFT"``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if the shapes do not fit, or `k` or `align` is of another kind.

    Source: mindspore.ops.matrix_set_diag, MindSpore 2.10
    """
    t, new = alike_admitted("ops.matrix_set_diag", x, diagonal)
    low, high = _diagonal_range("ops.matrix_set_diag", k)
    row, col, valid = _places(t.shape[-2], t.shape[-1], low, high, align)
    packed = new.unsqueeze(-2) if low == high and new.ndim == t.ndim - 1 else new
    if packed.shape != (*t.shape[:-2], *row.shape):
        msg = f"ops.matrix_set_diag: expected diagonals of shape {(*t.shape[:-2], *row.shape)}, got {tuple(new.shape)}"
        raise ValueError(msg)
    out = t.clone()
    out[..., row[valid], col[valid]] = packed[..., valid]
    return wrap(out)


def matrix_diag(
    x: Tensor,
    k: Tensor | int = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Make matrices from their diagonals.

    Args:
        x (Tensor): the diagonals, packed as `matrix_diag_part` gives them.
        k (Union[int, Tensor]): which diagonal, or the lowest and the highest. Default: ``0``.
        num_rows (Union[int, Tensor]): number of rows; -1: as few as will do, and if both are -1 as many as columns.
            Default: ``-1``.
        num_cols (Union[int, Tensor]): number of columns; -1: as few as will do. Default: ``-1``.
        padding_value (Union[int, float, Tensor]): what stands elsewhere. Default: ``0``.
        align (str): where shorter diagonals stand. Default: ``"RIGHT_LEFT"``.

    Returns:
        Tensor of shape (..., rows, columns).

    Raises:
        TypeError: if `x` is not a Tensor.
        ValueError: if the numbers contradict each other.

    Source: mindspore.ops.matrix_diag, MindSpore 2.10
    """
    t = admitted(x, "ops.matrix_diag")
    low, high = _diagonal_range("ops.matrix_diag", k)
    packed = t.unsqueeze(-2) if low == high else t
    longest = packed.shape[-1]
    least = longest + max(-high, 0), longest + max(low, 0)
    rows, cols = (int(operand(n)) for n in (num_rows, num_cols))
    if rows == cols == -1:
        rows = cols = max(least)
    rows, cols = least[0] if rows == -1 else rows, least[1] if cols == -1 else cols
    row, col, valid = _places(rows, cols, low, high, align)
    if rows < least[0] or cols < least[1] or packed.shape[-2:] != row.shape:
        msg = f"ops.matrix_diag: {rows} rows and {cols} columns do not fit diagonals {low} to {high}"
        raise ValueError(msg)
    out = packed.new_full((*packed.shape[:-2], rows, cols), float(operand(padding_value)))
    places = (..., row[valid], col[valid])
    return wrap(by_bits(lambda whole, new: _put(whole, places, new[..., valid]), out, packed))


def _put(whole: torch.Tensor, places: Any, new: torch.Tensor) -> torch.Tensor:
    whole[places] = new
    return whole


def matrix_band_part(x: Tensor, lower: Any, upper: Any) -> Tensor:
    """Keep a band around the main diagonal of matrices; the rest is 0.

    Args:
        x (Tensor): of two dimensions at least.
        lower (Union[int, Tensor]): diagonals kept below the main one; negative: all.
        upper (Union[int, Tensor]): diagonals kept above it; negative: all.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.
        ValueError: if there are fewer than two dimensions.

    Source: mindspore.ops.matrix_band_part, MindSpore 2.10
    """
    t = unwrap(x)
    if t.ndim < 2:
        msg = f"ops.matrix_band_part: expected two dimensions at least, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    if inside_transform():  # the widths may differ from matrix to matrix
        return wrap(_band(t, operand(lower), operand(upper)))
    below, above = int(operand(lower)), int(operand(upper))
    if above >= 0:
        t = torch.tril(t, above)
    if below >= 0:
        t = torch.triu(t, -below)
    return wrap(t)


def _band(t: torch.Tensor, below: Any, above: Any) -> torch.Tensor:
    rows, columns = (torch.arange(n, device=t.device) for n in t.shape[-2:])
    right = columns - rows[:, None]
    low, high = (torch.as_tensor(width, device=t.device) for width in (below, above))
    return torch.where(((low < 0) | (-right <= low)) & ((high < 0) | (right <= high)), t, torch.zeros_like(t))


def tensor_fill_diagonal_(self: Tensor, fill_value: float, wrap: bool = False) -> Tensor:
    """Fill the main diagonal.

    Args:
        fill_value (number): the value.
        wrap (bool): go on after the last column of a tall matrix. Default: ``False``.

    Returns:
        Tensor, itself.

    Raises:
        ValueError: if there are fewer than two dimensions.

    Source: mindspore.Tensor.fill_diagonal_, MindSpore 2.10
    """
    return assign_into(self, unwrap(_filled_diagonal(start_of(self), fill_value, wrap)))


def tensor_fill_diagonal(self: Tensor, fill_value: float, wrap: bool = False) -> Tensor:
    """Return the tensor with its main diagonal filled.

    Args:
        fill_value (float): the value.
        wrap (bool): go on after the last column of a tall matrix. Default: ``False``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if there are fewer than two dimensions.

    Source: mindspore.Tensor.fill_diagonal, MindSpore 2.10
    """
    check_type(self, "Tensor.fill_diagonal")
    if not isinstance(fill_value, float):
        kind = type(fill_value).__name__
        raise TypeError(f"For 'FillDiagonal', the type of 'fill_value' should be 'float', but got type '{kind}'.")
    return _filled_diagonal(self._t, fill_value, wrap)


def _filled_diagonal(t: torch.Tensor, fill_value: float, wrapped: bool) -> Tensor:
    try:
        return wrap(t.clone().fill_diagonal_(fill_value, wrapped))
    except RuntimeError as error:
        raise ValueError(f"Tensor.fill_diagonal: {error}") from None
