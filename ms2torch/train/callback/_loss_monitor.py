"""Printing the loss."""

from __future__ import annotations

import math

from ms2torch.train.callback._callback import Callback, RunContext, handle_loss


class LossMonitor(Callback):
    """Print the loss of training steps, and in `Model.fit` the metrics of each evaluation.

    Args:
        per_print_times (int): print every so many steps; 0 prints none. Default: ``1``.

    Raises:
        TypeError: if `per_print_times` is not an int.
        ValueError: if it is negative; in a run, if the loss is nan or infinite.

    Source: mindspore.train.LossMonitor, MindSpore 2.10
    """

    def __init__(self, per_print_times: int = 1) -> None:
        super().__init__()
        if not isinstance(per_print_times, int) or isinstance(per_print_times, bool):
            raise TypeError(f"For 'LossMonitor', 'per_print_times' must be an int, but got {per_print_times!r}.")
        if per_print_times < 0:
            raise ValueError(f"For 'LossMonitor', 'per_print_times' must not be negative, but got {per_print_times}.")
        self._per_print_times = per_print_times
        self._last_print_time = 0

    def step_end(self, run_context: RunContext) -> None:
        """Print the loss where it is due."""
        args = run_context.original_args()
        epoch = args.get("cur_epoch_num", 1)
        loss = handle_loss(args.net_outputs)
        step = (args.cur_step_num - 1) % args.batch_num + 1
        if isinstance(loss, float) and not math.isfinite(loss):
            raise ValueError(
                f"In epoch: {epoch} step: {step}, loss is NAN or INF, training process cannot continue, "
                f"terminating training."
            )
        if not self._per_print_times:
            return
        while args.cur_step_num <= self._last_print_time:
            # another run has begun, counting from 1: the rhythm goes on
            self._last_print_time -= self._per_print_times
        if args.cur_step_num - self._last_print_time >= self._per_print_times:
            self._last_print_time = args.cur_step_num
            print(f"epoch: {epoch} step: {step}, loss is {loss}", flush=True)  # noqa: T201

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Print the metrics of an evaluation in `Model.fit`."""
        args = run_context.original_args()
        if args.get("metrics"):
            print(f"Eval result: epoch {args.cur_epoch_num}, metrics: {args.metrics}")  # noqa: T201
