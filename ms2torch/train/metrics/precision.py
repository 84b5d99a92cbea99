"""Precision."""

from __future__ import annotations

from ms2torch.train.metrics._ratio import PositiveRatio
from ms2torch.train.metrics.metric import Array


class Precision(PositiveRatio):
    """Compute true positives over predicted positives.

    Args:
        eval_type (str): ``"classification"`` or ``"multilabel"``. Default: ``"classification"``.

    Source: mindspore.train.Precision, MindSpore 2.10
    """

    def _counted(self, y_pred: Array, y: Array) -> Array:
        return y_pred
