"""The Dice coefficient."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Metric, rearrange_inputs


class Dice(Metric):
    """Compute the Dice coefficients of the batches, summed, over the number of samples.

    Args:
        smooth (float): added to the denominator, greater than 0. Default: ``1e-5``.

    Raises:
        ValueError: if `smooth` is not greater than 0.

    Source: mindspore.train.Dice, MindSpore 2.10
    """

    def __init__(self, smooth: float = 1e-5) -> None:
        super().__init__()
        if not isinstance(smooth, float):
            raise TypeError(f"For 'Dice', the type of 'smooth' must be float, but got {type(smooth)}.")
        if not smooth > 0:
            raise ValueError(f"For 'Dice', the argument 'smooth' must be greater than 0, but got {smooth}.")
        self.smooth = smooth
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._dice_coeff_sum = 0.0
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: two arrays of the same shape.

        Raises:
            ValueError: if the shapes differ.
        """
        y_pred, y = self._pair(inputs)
        if y_pred.shape != y.shape:
            raise ValueError(
                f"For 'Dice.update', predicted value (input[0]) and true value (input[1]) should have same shape, "
                f"but got {y_pred.shape} and {y.shape}."
            )
        self._samples_num += y.shape[0]
        predicted, true = y_pred.ravel(), y.ravel()
        union = np.dot(predicted, predicted) + np.dot(true, true)
        self._dice_coeff_sum += 2 * float(np.dot(predicted, true)) / float(union + self.smooth)

    def eval(self) -> float:
        """Return the Dice coefficient.

        Raises:
            RuntimeError: before any `update`.
        """
        if self._samples_num == 0:
            raise self._no_samples()
        return self._dice_coeff_sum / self._samples_num
