"""Stopping when a value no longer gets better."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch.common.tensor import Tensor
from ms2torch.train.callback._callback import Callback, RunContext
from ms2torch.train.callback._monitor import Monitor, ValueReduce, check_count, check_flag, over_processes


class EarlyStopping(Callback):
    """Stop training when a value has not got better for some epochs.

    Args:
        monitor (str): ``"loss"``; in `Model.fit` also ``"eval_loss"`` (of the last batch) or a metric's name.
            Default: ``"eval_loss"``.
        min_delta (float): the least change that counts. Default: ``0``.
        patience (int): epochs without improvement to wait for. Default: ``0``.
        verbose (bool): print what is done. Default: ``False``.
        mode (str): ``"min"``, ``"max"``, or ``"auto"`` by the value's name. Default: ``"auto"``.
        baseline (float, optional): only a value better than this restarts the wait. Default: ``None``.
        restore_best_weights (bool): put the weights of the best epoch back when stopping. Default: ``False``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `mode` is none of those above; in a run, if the value is not a scalar.

    Differs from MindSpore:
        `baseline` counts as documented (MindSpore 2.10 takes `min_delta` for it), and a value of
        exactly 0 counts too.

    Source: mindspore.train.EarlyStopping, MindSpore 2.10
    """

    def __init__(
        self,
        monitor: str = "eval_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: bool = False,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
    ) -> None:
        super().__init__()
        if baseline is not None and (not isinstance(baseline, (int, float)) or isinstance(baseline, bool)):
            raise TypeError(f"For 'EarlyStopping', 'baseline' must be a number, but got {baseline!r}.")
        self._monitor = Monitor("EarlyStopping", monitor, mode, min_delta)
        self.patience = check_count("EarlyStopping", "patience", patience)
        self.verbose = check_flag("EarlyStopping", "verbose", verbose)
        self.baseline = baseline
        self.restore_best_weights = check_flag("EarlyStopping", "restore_best_weights", restore_best_weights)
        self.is_improvement = self._monitor.better
        self._reduce: Callable[[Tensor], Any] = ValueReduce()
        self._reset()

    def _get_monitor_value(self, cb_params: Any) -> Any:
        """Return the value that is watched, or None if there is none."""
        return self._monitor.read(cb_params)

    def _reset(self) -> None:
        self.wait = 0
        self.stopped_epoch = 0
        self.best: Any = self._monitor.worst
        self._best_weights: list[tuple[torch.Tensor, torch.Tensor]] = []

    def on_train_begin(self, run_context: RunContext) -> None:
        """Begin anew."""
        self._reset()

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Compare with the best epoch, and stop after too long a wait."""
        args = run_context.original_args()
        current = self._get_monitor_value(args)
        if current is None:
            return
        current = over_processes(current, self._reduce)
        self.wait += 1
        improved = self.is_improvement(current, self.best)
        if improved:
            self.best = current
            if self.baseline is None or self.is_improvement(current, self.baseline):
                self.wait = 0
        if self.restore_best_weights and (improved or not self._best_weights):
            held = [param._t for param in args.train_network.get_parameters()]
            self._best_weights = [(tensor, tensor.detach().clone()) for tensor in held]
        if self.wait >= self.patience:
            self.stopped_epoch = args.cur_epoch_num
            run_context.request_stop()
            self._restore()

    def on_train_end(self, run_context: RunContext) -> None:
        """Print the epoch that was the last."""
        if self.stopped_epoch > 0 and self.verbose:
            print(f"Epoch {self.stopped_epoch:05d}: early stopping")  # noqa: T201

    def _restore(self) -> None:
        if self._best_weights and self.verbose:
            print("Restoring model weights from the end of the best epoch.")  # noqa: T201
        with torch.no_grad():
            for tensor, value in self._best_weights:
                tensor.copy_(value)
