"""Recall."""

from __future__ import annotations

from ms2torch.train.metrics._ratio import PositiveRatio
from ms2torch.train.metrics.metric import Array


class Recall(PositiveRatio):
    """Compute true positives over actual positives.

    Args:
        eval_type (str): ``"classification"`` or ``"multilabel"``. Default: ``"classification"``.

    Source: mindspore.train.Recall, MindSpore 2.10
    """

    def _counted(self, y_pred: Array, y: Array) -> Array:
        return y
