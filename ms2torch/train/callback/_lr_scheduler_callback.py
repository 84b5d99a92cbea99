"""Changing the learning rate by a function of the step."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import torch

from ms2torch.train.callback._callback import Callback, RunContext


class LearningRateScheduler(Callback):
    """Set the learning rate after each step.

    Args:
        learning_rate_function (Callable): gets the learning rate and the number of the step, returns the new rate.

    Source: mindspore.train.LearningRateScheduler, MindSpore 2.10
    """

    def __init__(self, learning_rate_function: Callable[[float, int], float]) -> None:
        super().__init__()
        self.learning_rate_function = learning_rate_function

    def step_end(self, run_context: RunContext) -> None:
        """Set the learning rate."""
        args = run_context.original_args()
        rate = args.optimizer.learning_rate
        # the shortest decimal that means this float32, as MindSpore reads it: 0.1, not 0.10000000149
        old = float(np.array2string(rate.asnumpy()))
        new = self.learning_rate_function(old, args.cur_step_num)
        if not math.isclose(old, new, rel_tol=1e-10):
            with torch.no_grad():
                rate._t.fill_(new)
