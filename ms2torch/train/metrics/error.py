"""Mean absolute and mean squared error."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Metric, rearrange_inputs


class MAE(Metric):
    """Compute the sum of absolute errors over the number of samples (the length of axis 0).

    Source: mindspore.train.MAE, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._abs_error_sum = 0.0
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account: predicted and true value with the same number of elements."""
        y_pred, y = self._pair(inputs)
        self._abs_error_sum += float(np.abs(y.reshape(y_pred.shape) - y_pred).sum())
        self._samples_num += y.shape[0]

    def eval(self) -> float:
        """Return the mean absolute error.

        Raises:
            RuntimeError: before any `update`.
        """
        if self._samples_num == 0:
            raise self._no_samples()
        return self._abs_error_sum / self._samples_num


class MSE(Metric):
    """Compute the sum of squared errors over the number of samples (the length of axis 0).

    Source: mindspore.train.MSE, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._squared_error_sum = 0.0
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account: predicted and true value with the same number of elements."""
        y_pred, y = self._pair(inputs)
        self._squared_error_sum += float(np.square(y.reshape(y_pred.shape) - y_pred).sum())
        self._samples_num += y.shape[0]

    def eval(self) -> float:
        """Return the mean squared error.

        Raises:
            RuntimeError: before any `update`.
        """
        if self._samples_num == 0:
            raise self._no_samples()
        return self._squared_error_sum / self._samples_num
