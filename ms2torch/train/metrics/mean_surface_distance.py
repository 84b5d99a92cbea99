"""The mean distance between two surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch import _checkparam
from ms2torch.train.metrics._surface import SurfaceMetric


class MeanSurfaceDistance(SurfaceMetric):
    """The mean distance of the points of one surface to the other surface.

    Args:
        symmetric (bool): the mean of both ways. Default: ``False``: from prediction to truth.
        distance_metric (str): ``"euclidean"``, ``"chessboard"`` or ``"taxicab"``. Default: ``"euclidean"``.

    Raises:
        ValueError: if `distance_metric` is another word.

    Source: mindspore.train.MeanSurfaceDistance, MindSpore 2.10
    """

    def __init__(self, symmetric: bool = False, distance_metric: str = "euclidean") -> None:
        super().__init__(distance_metric)
        self.symmetric = _checkparam.check_value_type("symmetric", symmetric, [bool], "MeanSurfaceDistance")

    def eval(self) -> Any:
        """Return the distance for the last pictures; infinite where one of them is empty.

        Raises:
            RuntimeError: before the first `update`.
        """
        there, back = self._between()
        if there.size == 0 or (self.symmetric and back.size == 0):
            return float("inf")
        return float(np.mean((there.mean(), back.mean())) if self.symmetric else there.mean())
