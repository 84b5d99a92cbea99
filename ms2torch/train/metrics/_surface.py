"""Distances between the surfaces of two binary pictures."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch import _checkparam
from ms2torch.train.metrics.metric import Array, Metric, rearrange_inputs

_METRICS = ["euclidean", "chessboard", "taxicab"]
_CHUNK = 1 << 22  # pairs of points at a time


class SurfaceMetric(Metric):
    """Base of the metrics of surfaces.

    Args:
        distance_metric (str): ``"euclidean"``, ``"chessboard"`` or ``"taxicab"``.

    Raises:
        ValueError: if it is another word.
        TypeError: if it is no string.
    """

    def __init__(self, distance_metric: str) -> None:
        super().__init__()
        name = type(self).__name__
        _checkparam.check_value_type("distance_metric", distance_metric, [str], name)
        self.distance_metric = _checkparam.check_string(distance_metric, _METRICS, "distance_metric", name)
        self.clear()

    def clear(self) -> None:
        """Forget the pictures."""
        self._edges: tuple[Array, Array] | None = None

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take a prediction and a truth.

        Args:
            inputs: prediction and truth (Tensor, list or numpy array, of one shape), and the label whose pictures they
                are compared as (int or float).

        Raises:
            ValueError: if there are not three, shapes differ, or the label occurs in neither.
            TypeError: if the label is no number.
        """
        name = type(self).__name__
        if len(inputs) != 3:
            msg = (
                f"For '{name}.update', it needs 3 inputs (predicted value, true value, label index), "
                f"but got {len(inputs)}."
            )
            raise ValueError(msg)
        prediction, truth = self._convert_data(inputs[0]), self._convert_data(inputs[1])
        label = inputs[2]
        self._check(prediction, truth, label)
        self._edges = self._surfaces(prediction == label, truth == label)

    def _check(self, prediction: Array, truth: Array, label: object) -> None:
        name = type(self).__name__
        if not isinstance(label, (int, float)):
            msg = f"For '{name}.update', the label index (input[2]) must be int or float, but got {type(label)}."
            raise self._label_error(msg)
        if label not in prediction and label not in truth:
            msg = (
                f"For '{name}.update', the label index (input[2]) must be in predicted value (input[0]) or true value "
                f"(input[1]), but {label} is not."
            )
            raise ValueError(msg)
        if prediction.size == 0 or prediction.shape != truth.shape:
            msg = (
                f"For '{name}.update', predicted value (input[0]) and true value (input[1]) must have elements and one "
                f"shape, but got {prediction.shape} and {truth.shape}."
            )
            raise ValueError(msg)

    @staticmethod
    def _label_error(message: str) -> Exception:
        return ValueError(message)

    def _surfaces(self, prediction: Array, truth: Array) -> tuple[Array, Array]:
        return surface(prediction), surface(truth)

    def _between(self) -> tuple[Array, Array]:
        """Return the distances from prediction to truth, and back."""
        first, second = self._both_edges()
        return self._get_surface_distance(first, second), self._get_surface_distance(second, first)

    def _both_edges(self) -> tuple[Array, Array]:
        if self._edges is None:
            msg = "Please call the 'update' method before calling 'eval' method."
            raise RuntimeError(msg)
        return self._edges

    def _get_surface_distance(self, y_pred_edges: Array, y_edges: Array) -> Array:
        """Return how far each point of one surface is from the other."""
        return distances(y_pred_edges, y_edges, self.distance_metric)

    @abstractmethod
    def eval(self) -> Any:
        """Return the result for the last pictures."""


def surface(mask: Array) -> Array:
    """Return where a picture has a neighbour, along an axis, that is not in it; outside nothing is in it."""
    inside = np.pad(mask, 1)
    inner = mask.copy()
    for axis in range(mask.ndim):
        for shift in (-1, 1):
            window = [slice(1, -1)] * mask.ndim
            window[axis] = slice(1 + shift, inside.shape[axis] - 1 + shift)
            inner &= inside[tuple(window)]
    return inner ^ mask


def distances(start: Array, end: Array, metric: str) -> NDArray[Any]:
    """Return, for each point of `start`, how far the nearest point of `end` is."""
    here, there = np.argwhere(start), np.argwhere(end)
    if len(here) == 0:
        return np.array([])
    if len(there) == 0:
        return np.full(len(here), np.inf)
    step = max(1, _CHUNK // len(there))
    return np.concatenate([_nearest(here[i : i + step], there, metric) for i in range(0, len(here), step)])


def _nearest(here: Array, there: Array, metric: str) -> NDArray[Any]:
    gaps = np.abs(here[:, None, :] - there[None, :, :])
    if metric == "euclidean":
        return np.sqrt((gaps**2).sum(-1).min(1))
    return (gaps.max(-1) if metric == "chessboard" else gaps.sum(-1)).min(1)
