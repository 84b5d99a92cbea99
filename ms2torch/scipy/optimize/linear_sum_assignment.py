"""The assignment problem: which column for which row, so that the costs add up to the least."""

from __future__ import annotations

import sys

import numpy as np
import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch.common.tensor import Tensor

_NO_COSTS = (torch.bfloat16, torch.complex64, torch.complex128)
_OP = "scipy.optimize.linear_sum_assignment"


def linear_sum_assignment(
    cost_matrix: Tensor,
    maximize: bool,
    dimension_limit: Tensor = Tensor(sys.maxsize),  # noqa: B008 - the default MindSpore documents; never written to
) -> tuple[Tensor, Tensor]:
    """Pair rows with columns so that the sum of the costs is least, or greatest.

    Args:
        cost_matrix (Tensor): of shape :math:`(M, N)`, real numbers or bools.
        maximize (bool): look for the greatest sum.
        dimension_limit (Tensor): int64, one element: use that many columns only. Default: ``Tensor(sys.maxsize)``,
            all.

    Returns:
        tuple(Tensor, Tensor): rows, rising, and the column of each; int64 of shape :math:`(min(M, N),)`, with -1 at
        the end where the limit leaves too few columns.

    Raises:
        TypeError: if `cost_matrix` is no Tensor of such numbers, `maximize` no bool or `dimension_limit` no int64
            Tensor.
        ValueError: if `cost_matrix` is not 2-D.
        RuntimeError: if the limit is not among 1 .. N, a cost is NaN or minus infinity (turned round where
            `maximize` is set), or infinite costs leave no pairing.

    Source: mindspore.scipy.optimize.linear_sum_assignment, MindSpore 2.10
    """
    t = unwrap(cost_matrix)
    if t.dtype in _NO_COSTS:
        msg = f"{_OP}: costs must be real numbers or bools, not {t.dtype}"
        raise TypeError(msg)
    bool_arg(f"{_OP}", "maximize", maximize)
    if t.ndim != 2:
        msg = f"{_OP}: cost_matrix must be 2-D, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    costs = t.detach().cpu().to(dtype=torch.float64).numpy()
    costs = costs[:, : _columns(dimension_limit, costs.shape[1])]
    rows, columns = _pairs(-costs if maximize else costs)
    padded = np.full((2, min(t.shape)), -1, dtype=np.int64)
    padded[:, : len(rows)] = rows, columns
    out = torch.from_numpy(padded).to(t.device)
    return wrap(out[0]), wrap(out[1])


def _columns(limit: Tensor, existing: int) -> int:
    """Return how many columns count.

    Raises:
        TypeError: if the limit is no int64 Tensor.
        RuntimeError: if there are not so many.
    """
    t = unwrap(limit)
    if t.dtype is not torch.int64:
        msg = f"{_OP}: dimension_limit must be an int64 Tensor, got {t.dtype}"
        raise TypeError(msg)
    count = int(t.reshape(-1)[0])
    if count == sys.maxsize:
        return existing
    if not 1 <= count <= existing:
        msg = f"{_OP}: dimension_limit must be among 1 .. {existing}, the number of columns; got {count}"
        raise RuntimeError(msg)
    return count


def _pairs(costs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Solve the problem by shortest augmenting paths (Crouse 2016, "On implementing 2D rectangular assignment").

    Raises:
        RuntimeError: if a cost is NaN or minus infinity, or infinite costs leave no pairing.
    """
    if np.isnan(costs).any() or np.isneginf(costs).any():
        msg = f"{_OP}: costs must not be NaN or infinite on the side that is sought"
        raise RuntimeError(msg)
    if costs.shape[0] > costs.shape[1]:
        columns, rows = _pairs(costs.T)
        order = np.argsort(rows)
        return rows[order], columns[order]
    count, width = costs.shape
    row_price, column_price = np.zeros(count), np.zeros(width)
    column_of, row_of = np.full(count, -1), np.full(width, -1)
    for start in range(count):
        _augment(start, costs, row_price, column_price, column_of, row_of)
    return np.arange(count), column_of


def _augment(
    start: int,
    costs: np.ndarray,
    row_price: np.ndarray,
    column_price: np.ndarray,
    column_of: np.ndarray,
    row_of: np.ndarray,
) -> None:
    """Give one more row a column, moving earlier pairs where that is cheaper; changes the last four in place.

    Raises:
        RuntimeError: if only infinite costs are left.
    """
    width = costs.shape[1]
    distance, came_from = np.full(width, np.inf), np.full(width, -1)
    is_done, reached_rows = np.zeros(width, dtype=bool), [start]
    # this order of the columns, and the last free one of several that are equally near, decides between solutions
    # that cost the same as MindSpore decides (measured 2.10)
    left = list(range(width - 1, -1, -1))
    row, so_far = start, 0.0
    while True:
        through = so_far + costs[row] - row_price[row] - column_price
        shorter = ~is_done & (through < distance)
        distance[shorter], came_from[shorter] = through[shorter], row
        order = np.array(left)
        so_far = float(distance[order].min())
        if so_far == np.inf:
            msg = f"{_OP}: infinite costs leave no pairing of all rows"
            raise RuntimeError(msg)
        nearest = np.flatnonzero(distance[order] == so_far)
        free = nearest[row_of[order[nearest]] < 0]
        place = int(free[-1] if len(free) else nearest[0])
        column, left[place] = left[place], left[-1]
        left.pop()
        is_done[column] = True
        if row_of[column] < 0:
            break
        row = int(row_of[column])
        reached_rows.append(row)
    row_price[start] += so_far
    for each in reached_rows[1:]:
        row_price[each] += so_far - distance[column_of[each]]
    column_price[is_done] -= so_far - distance[is_done]
    while True:
        row = int(came_from[column])
        row_of[column] = row
        column, column_of[row] = int(column_of[row]), column
        if row == start:
            return
