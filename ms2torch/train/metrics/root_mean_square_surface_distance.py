"""The root of the mean square of the distance between two surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch import _checkparam
from ms2torch.train.metrics._surface import SurfaceMetric


class RootMeanSquareDistance(SurfaceMetric):
    """The mean square of the distance of the points of one surface to the other surface.

    With `symmetric` it is the root of the mean of both ways. Without, MindSpore 2.10 takes no root, against the formula
    of its page; so does this.

    Args:
        symmetric (bool): both ways. Default: ``False``: from prediction to truth.
        distance_metric (str): ``"euclidean"``, ``"chessboard"`` or ``"taxicab"``. Default: ``"euclidean"``.

    Raises:
        ValueError: if `distance_metric` is another word.

    Source: mindspore.train.RootMeanSquareDistance, MindSpore 2.10
    """

    def __init__(self, symmetric: bool = False, distance_metric: str = "euclidean") -> None:
        super().__init__(distance_metric)
        self.symmetric = _checkparam.check_value_type("symmetric", symmetric, [bool], "RootMeanSquareDistance")

    @staticmethod
    def _label_error(message: str) -> Exception:
        return TypeError(message)

    def eval(self) -> Any:
        """Return the result for the last pictures; infinite where one of them is empty.

        Raises:
            RuntimeError: before the first `update`.
        """
        there, back = self._between()
        if there.size == 0 or (self.symmetric and back.size == 0):
            return float("inf")
        if not self.symmetric:
            return float((there**2).mean())
        return float(np.sqrt(np.mean(((there**2).mean(), (back**2).mean()))))
