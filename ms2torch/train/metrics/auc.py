"""Area under a curve."""

from __future__ import annotations

from typing import Any

import numpy as np


def auc(x: Any, y: Any, reorder: bool = False) -> Any:
    """Compute the area under the curve through the points (x, y) by trapezoids.

    Args:
        x (numpy.ndarray): monotonic unless `reorder`, of one dimension, at least two points.
        y (numpy.ndarray): as many values.
        reorder (bool): sort the points by x first. Default: ``False``.

    Returns:
        numpy.float64, the area.

    Raises:
        TypeError: if `x` or `y` is not a numpy array.
        ValueError: if the lengths differ, there are fewer than two points, or `x` is not monotonic.

    Source: mindspore.train.auc, MindSpore 2.10
    """
    if not isinstance(x, np.ndarray) or not isinstance(y, np.ndarray):
        raise TypeError(f"For 'auc', 'x' and 'y' must all be np.ndarray, but got {type(x)}, {type(y)}")
    x, y = _one_dimension(x), _one_dimension(y)
    if x.shape != y.shape:
        raise ValueError(f"For 'auc', 'x' and 'y' must have as many values, but got {x.shape[0]} and {y.shape[0]}.")
    if x.shape[0] < 2:
        raise ValueError(f"For 'auc', at least 2 points are needed, but got {x.shape[0]}.")
    direction = 1
    if reorder:
        order = np.lexsort((y, x))
        x, y = x[order], y[order]
    elif (np.diff(x) < 0).any():
        if (np.diff(x) > 0).any():
            raise ValueError(f"For 'auc', 'x' must be increasing or decreasing unless 'reorder' is set, but got {x}")
        direction = -1
    return np.float64(direction * (np.diff(x) * (y[1:] + y[:-1]) / 2.0).sum())


def _one_dimension(values: Any) -> Any:
    if values.ndim == 1 or (values.ndim == 2 and values.shape[1] == 1):
        return values.ravel()
    raise ValueError(
        f"For 'auc', the input must be of one dimension, or two with the second 1, but got {values.shape}."
    )
