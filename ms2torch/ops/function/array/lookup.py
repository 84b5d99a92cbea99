"""Looking up rows of a table."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
) -> Tensor:
    """Look up one row of `weight` for each index.

    Args:
        input (Tensor): int32 or int64 indices in [0, rows).
        weight (Union[Parameter, Tensor]): shape (rows, features).
        padding_idx (int, optional): a row that gets no gradient, in [-rows, rows). Default: ``None``.
        max_norm (float, optional): rows that are looked up and longer than this are shortened to it, in `weight`
            itself. Default: ``None``.
        norm_type (float): which p-norm `max_norm` means. Default: ``2.0``.
        scale_grad_by_freq (bool): divide the gradient of a row by how often it was looked up. Default: ``False``.

    Returns:
        Tensor of shape (*input.shape, features).

    Raises:
        TypeError: if `input` holds no ints, or `max_norm` is given and `weight` is no Parameter.
        ValueError: if `padding_idx` is out of range or `weight` is no matrix.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.embedding, mindspore.mint.nn.functional.embedding, MindSpore 2.10
    """
    ids, table = unwrap(input), unwrap(weight)
    if ids.dtype not in (torch.int32, torch.int64):
        msg = f"ops.embedding: `input` must be int32 or int64, got {ids.dtype}"
        raise TypeError(msg)
    if table.dim() != 2:
        msg = f"ops.embedding: `weight` must have 2 dimensions, got shape {tuple(table.shape)}"
        raise ValueError(msg)
    if padding_idx is not None and not -len(table) <= padding_idx < len(table):
        msg = f"ops.embedding: `padding_idx` must be in [{-len(table)}, {len(table)}), got {padding_idx}"
        raise ValueError(msg)
    if max_norm is not None and not isinstance(unwrap(weight), torch.nn.Parameter):
        msg = "ops.embedding: `max_norm` changes `weight` in place, which must be a Parameter then"
        raise TypeError(msg)
    try:
        return wrap(F.embedding(ids, table, padding_idx, max_norm, norm_type, scale_grad_by_freq))
    except IndexError:
        raise out_of_range("ops.embedding", ids, len(table)) from None


def out_of_range(op: str, ids: torch.Tensor, rows: int) -> RuntimeError:
    """Return the error for an index that names no row."""
    wrong = ids[(ids < 0) | (ids >= rows)]
    return RuntimeError(f"{op}: an index must be in [0, {rows}), got {int(wrong[0]) if wrong.numel() else '?'}")


def lookup(op: str, table: torch.Tensor, ids: torch.Tensor, offset: int = 0) -> torch.Tensor:
    """Return rows ``ids - offset`` of `table`; those that are not there are zeros.

    Raises:
        ValueError: if the table has more than two dimensions or `ids` none.
        TypeError: if `ids` holds no ints.
    """
    if ids.dtype not in (torch.int32, torch.int64):
        msg = f"{op}: indices must be int32 or int64, got {ids.dtype}"
        raise TypeError(msg)
    if table.dim() not in (1, 2) or ids.dim() == 0:
        msg = f"{op}: expected a table of 1 or 2 dimensions and indices of at least 1, got {table.dim()}, {ids.dim()}"
        raise ValueError(msg)
    rows = ids - offset if offset else ids
    if rows.device.type == "cpu" and table.dim() == 2:
        try:
            return F.embedding(rows, table)
        except IndexError:
            pass  # some index is beyond the table
    inside = (rows >= 0) & (rows < len(table))
    found = table[torch.where(inside, rows, 0)]
    return found * inside.reshape(inside.shape + (1,) * (table.dim() - 1)).to(dtype=found.dtype)


def clip_rows(t: torch.Tensor, max_norm: float, first_axis: int) -> torch.Tensor:
    """Shorten what lies along the axes from `first_axis` on to at most `max_norm` (2-norm).

    Raises:
        TypeError: if `t` has no floating-point elements.
    """
    try:
        size = torch.linalg.vector_norm(t, dim=tuple(range(first_axis, t.dim())), keepdim=True)
    except RuntimeError as error:
        raise op_error("clip_by_norm", error) from None
    return t * (max_norm / size.clamp_min(max_norm)).to(dtype=t.dtype)
