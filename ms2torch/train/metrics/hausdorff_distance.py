"""The largest distance between two surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch import _checkparam
from ms2torch.train.metrics._surface import SurfaceMetric, surface
from ms2torch.train.metrics.metric import Array


class HausdorffDistance(SurfaceMetric):
    """The largest distance of a point of one surface to the other surface.

    Args:
        distance_metric (str): ``"euclidean"``, ``"chessboard"`` or ``"taxicab"``. Default: ``"euclidean"``.
        percentile (float, optional): from 0 to 100: that percentile of the distances. Default ``None``: the largest.
        directed (bool): only from prediction to truth. Default: ``False``: the larger of both ways.
        crop (bool): compare the rectangle that holds both; axes of length 1 vanish. Default: ``True``.

    Raises:
        ValueError: if `distance_metric` is another word, or (when evaluated) `percentile` out of range.

    Source: mindspore.train.HausdorffDistance, MindSpore 2.10
    """

    def __init__(
        self,
        distance_metric: str = "euclidean",
        percentile: float | None = None,
        directed: bool = False,
        crop: bool = True,
    ) -> None:
        super().__init__(distance_metric)
        if percentile is not None:
            _checkparam.check_value_type("percentile", percentile, [float], "HausdorffDistance")
        self.percentile = percentile
        self.directed = _checkparam.check_bool(directed, "directed", "HausdorffDistance")
        self.crop = _checkparam.check_bool(crop, "crop", "HausdorffDistance")

    def _surfaces(self, prediction: Array, truth: Array) -> tuple[Array, Array]:
        if self.crop:
            points = np.argwhere(prediction | truth)
            box = tuple(slice(a, b + 1) for a, b in zip(points.min(0), points.max(0), strict=True))
            prediction, truth = np.squeeze(prediction[box]), np.squeeze(truth[box])
        return surface(prediction), surface(truth)

    def eval(self) -> Any:
        """Return the distance for the last pictures; infinite where one of them is empty.

        Raises:
            RuntimeError: before the first `update`.
        """
        first, second = self._both_edges()
        there = self._calculate_percent_hausdorff_distance(first, second)
        return there if self.directed else max(there, self._calculate_percent_hausdorff_distance(second, first))

    def _calculate_percent_hausdorff_distance(self, y_pred_edges: Array, y_edges: Array) -> Any:
        """Return how far the farthest point, or the one at `percentile`, of one surface is from the other."""
        found = self._get_surface_distance(y_pred_edges, y_edges)
        if found.size == 0:
            return float("inf")
        if not self.percentile:
            return float(found.max())
        if not 0 <= self.percentile <= 100:
            msg = (
                "For 'HausdorffDistance', the value of the argument 'percentile' must be [0, 100], "
                f"but got {self.percentile}."
            )
            raise ValueError(msg)
        return float(np.percentile(found, self.percentile))
