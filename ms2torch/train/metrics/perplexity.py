"""Perplexity."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Metric, rearrange_inputs


class Perplexity(Metric):
    """Compute the exponential of the mean negative log probability of the right classes.

    Args:
        ignore_label (int, optional): class whose samples do not count. Default: ``None``.

    Raises:
        TypeError: if `ignore_label` is neither ``None`` nor an int.

    Source: mindspore.train.Perplexity, MindSpore 2.10
    """

    def __init__(self, ignore_label: int | None = None) -> None:
        super().__init__()
        if ignore_label is not None and (not isinstance(ignore_label, int) or isinstance(ignore_label, bool)):
            raise TypeError(f"For 'Perplexity', the type of 'ignore_label' must be int, but got {type(ignore_label)}.")
        self.ignore_label = ignore_label
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._sum_metric: Any = 0.0
        self._num_inst: Any = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: probabilities :math:`(N, C)` and classes with N elements.

        Raises:
            RuntimeError: if the sizes do not fit.
        """
        probabilities, labels = self._pair(inputs)
        if labels.size != probabilities.size / probabilities.shape[-1]:
            raise RuntimeError(
                f"For 'Perplexity.update', predicted value (input[0]) and label (input[1]) do not fit: "
                f"shapes {probabilities.shape} and {labels.shape}."
            )
        labels = labels.reshape(-1)
        right = probabilities[np.arange(labels.size), labels.astype(int)]
        if self.ignore_label is not None:
            ignored = (labels == self.ignore_label).astype(right.dtype)
            self._num_inst -= ignored.sum()
            right = right * (1 - ignored) + ignored
        self._sum_metric -= np.log(np.maximum(1e-10, right)).sum()
        self._num_inst += right.size

    def eval(self) -> float:
        """Return the perplexity.

        Raises:
            RuntimeError: before any `update`.
        """
        if self._num_inst == 0:
            raise self._no_samples()
        return math.exp(self._sum_metric / self._num_inst)
