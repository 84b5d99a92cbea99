"""Top-k accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Metric, is_onehot, rearrange_inputs


class TopKCategoricalAccuracy(Metric):
    """Compute the share of samples whose class is among the `k` highest scores.

    Args:
        k (int): how many scores count, at least 1.

    Raises:
        TypeError: if `k` is not an int.
        ValueError: if `k` is less than 1.

    Source: mindspore.train.TopKCategoricalAccuracy, MindSpore 2.10
    """

    def __init__(self, k: int) -> None:
        super().__init__()
        if not isinstance(k, int):
            raise TypeError(f"For 'TopKCategoricalAccuracy', the type of 'k' should be int, but got {type(k)}.")
        if k < 1:
            raise ValueError(f"For 'TopKCategoricalAccuracy', the argument 'k' must be at least 1, but got {k}.")
        self.k = k
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._correct_num: Any = 0
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: scores :math:`(N, C)` and classes :math:`(N,)` or one-hot :math:`(N, C)`.
        """
        y_pred, y = self._pair(inputs)
        if y_pred.ndim == y.ndim and is_onehot(y):
            y = y.argmax(axis=1)
        if y_pred.shape[1] < self.k:
            raise ValueError(
                f"For '{type(self).__name__}.update', k is {self.k}, but there are {y_pred.shape[1]} classes."
            )
        best = np.argsort(-y_pred, axis=1)[:, : self.k]
        self._correct_num += (best == y.reshape(-1, 1)).sum()
        self._samples_num += y.size

    def eval(self) -> float:
        """Return the accuracy, a float.

        Raises:
            RuntimeError: before any `update`.
        """
        if self._samples_num == 0:
            raise self._no_samples()
        return float(self._correct_num / self._samples_num)


class Top1CategoricalAccuracy(TopKCategoricalAccuracy):
    """Compute the top-1 accuracy.

    Source: mindspore.train.Top1CategoricalAccuracy, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__(1)


class Top5CategoricalAccuracy(TopKCategoricalAccuracy):
    """Compute the top-5 accuracy.

    Source: mindspore.train.Top5CategoricalAccuracy, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__(5)
