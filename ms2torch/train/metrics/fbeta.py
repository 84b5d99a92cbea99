"""F-beta and F1 score."""

from __future__ import annotations

import sys
from typing import Any

from ms2torch.train.metrics.metric import Metric, is_onehot, onehot_pair, rearrange_inputs, same_class_number


class Fbeta(Metric):
    r"""Compute the F-beta score of each class.

    .. math::
        F_\beta = \frac{(1+\beta^2) \cdot tp}{(1+\beta^2) \cdot tp + \beta^2 \cdot fn + fp}

    Args:
        beta (Union[float, int]): weight of recall against precision, greater than 0.

    Raises:
        ValueError: if `beta` is not greater than 0.

    Source: mindspore.train.Fbeta, MindSpore 2.10
    """

    def __init__(self, beta: float) -> None:
        super().__init__()
        if not beta > 0:
            raise ValueError(f"For 'Fbeta', the argument 'beta' must be greater than 0, but got {beta}.")
        self.eps = sys.float_info.min
        self.beta = beta
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._true_positives: Any = 0
        self._actual_positives: Any = 0
        self._positives: Any = 0
        self._class_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: scores :math:`(N, C)` and classes :math:`(N,)` or one-hot :math:`(N, C)`.
        """
        y_pred, y = self._pair(inputs)
        if y_pred.ndim == y.ndim and is_onehot(y):
            y = y.argmax(axis=1)
        self._class_num = same_class_number(self, self._class_num, y_pred)
        y_pred, y = onehot_pair(self, y_pred, y)
        self._true_positives += (y * y_pred).sum(axis=0)
        self._positives += y_pred.sum(axis=0)
        self._actual_positives += y.sum(axis=0)

    def eval(self, average: bool = False) -> Any:
        """Return the score of each class, or their mean.

        Args:
            average (bool): return the mean. Default: ``False``.

        Raises:
            RuntimeError: before any `update`.
            TypeError: if `average` is not a bool.
        """
        if not isinstance(average, bool):
            raise TypeError(
                f"For '{type(self).__name__}', the type of 'average' must be bool, but got {type(average)}."
            )
        if self._class_num == 0:
            raise self._no_samples()
        square = self.beta**2
        score = (1.0 + square) * self._true_positives / (square * self._actual_positives + self._positives + self.eps)
        return float(score.mean()) if average else score


class F1(Fbeta):
    """Compute the F1 score of each class: `Fbeta` with beta 1.

    Source: mindspore.train.F1, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__(1.0)
