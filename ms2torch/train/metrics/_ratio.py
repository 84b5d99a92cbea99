"""What precision and recall share: true positives divided by a count."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Array, EvaluationBase, onehot_pair, rearrange_inputs


class PositiveRatio(EvaluationBase):
    """True positives over predicted or over actual positives.

    Classification counts for each class over all samples. Multilabel counts, as MindSpore does, for each sample over
    all classes, and keeps every sample's figure.
    """

    def __init__(self, eval_type: str = "classification") -> None:
        super().__init__(eval_type)
        self.eps = sys.float_info.min
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._class_num = 0
        self._hits: list[Array] = []
        self._counts: list[Array] = []

    @abstractmethod
    def _counted(self, y_pred: Array, y: Array) -> Array:
        """Return the array whose positives are the denominator."""

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: scores :math:`(N, C, ...)` and classes :math:`(N, ...)` or one-hot; for multilabel two arrays of
                0 and 1 of shape :math:`(N, C, ...)`.
        """
        y_pred, y = self._checked_pair(inputs)
        if self._type == "classification":
            y_pred, y = onehot_pair(self, y_pred, y)
        else:
            y_pred = y_pred.swapaxes(1, 0).reshape(self._class_num, -1)
            y = y.swapaxes(1, 0).reshape(self._class_num, -1)
        self._hits.append((y * y_pred).sum(axis=0))
        self._counts.append(self._counted(y_pred, y).sum(axis=0))

    def eval(self, average: bool = False) -> Any:
        """Return the ratio of each class (multilabel: each sample), or their mean.

        Args:
            average (bool): return the mean. Default: ``False``.

        Raises:
            RuntimeError: before any `update`.
            TypeError: if `average` is not a bool.
        """
        if not self._hits:
            raise self._no_samples()
        if not isinstance(average, bool):
            raise TypeError(
                f"For '{type(self).__name__}', the type of 'average' must be bool, but got {type(average)}."
            )
        # one figure a sample, or one a class over all batches
        join: Callable[[list[Array]], Array] = np.concatenate if self._type == "multilabel" else _total
        ratio = join(self._hits) / (join(self._counts) + self.eps)
        return float(ratio.mean()) if average else ratio


def _total(counts: list[Array]) -> Array:
    return np.sum(counts, axis=0)
