"""Printing the time of epochs and steps."""

from __future__ import annotations

import time
from collections.abc import Callable

from ms2torch.train.callback._callback import Callback, RunContext


def _never_sinks(run_context: RunContext) -> bool:
    """Tell whether steps wait for no data: nothing sinks data here."""
    del run_context
    return False


class TimeMonitor(Callback):
    """Print how long each epoch and on average its steps took.

    Args:
        data_size (int, optional): steps in an epoch where the run does not know. Default: ``None``.
        data_time (bool): print also how long a step waited for its data. Default: ``False``.

    Raises:
        TypeError: if `data_time` is not a bool.
        ValueError: at the end of an epoch, if the number of steps is not known.

    Source: mindspore.train.TimeMonitor, MindSpore 2.10
    """

    def __init__(self, data_size: int | None = None, data_time: bool = False) -> None:
        super().__init__()
        if not isinstance(data_time, bool):
            raise TypeError(f"For 'TimeMonitor', 'data_time' must be a bool, but got {data_time!r}.")
        self.data_size = data_size
        self.data_time = data_time
        self.epoch_time = time.time()
        self.data_time_sum = 0.0
        self.data_time_start = 0.0
        self.data_sink: Callable[[RunContext], bool] = _never_sinks

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Count the wait for the data."""
        if self.data_time and not self.data_sink(run_context):
            self.data_time_sum += time.time() - self.data_time_start

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Begin to wait for the data."""
        self.data_time_start = time.time()

    def epoch_begin(self, run_context: RunContext) -> None:
        """Begin to count."""
        self.epoch_time = self.data_time_start = time.time()
        self.data_time_sum = 0.0

    def epoch_end(self, run_context: RunContext) -> None:
        """Print the times."""
        milliseconds = (time.time() - self.epoch_time) * 1000
        args = run_context.original_args()
        steps = args.get("batch_num") or self.data_size
        if not isinstance(steps, int) or steps <= 0:
            raise ValueError(f"For 'TimeMonitor', the number of steps must be a positive int, but got {steps!r}.")
        text = (
            f"{args.get('mode', '').title()} epoch time: {milliseconds:5.3f} ms, "
            f"per step time: {milliseconds / steps:5.3f} ms"
        )
        if self.data_time and not self.data_sink(run_context):
            text += f" (data time: {self.data_time_sum * 1000 / steps:5.3f} ms)"
        print(text, flush=True)  # noqa: T201
