"""Reducing the learning rate when a value no longer gets better."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.train.callback._callback import Callback, RunContext
from ms2torch.train.callback._monitor import Monitor, ValueReduce, check_count, check_flag, over_processes


class ReduceLROnPlateau(Callback):
    """Reduce the learning rate when a value has not got better for some epochs.

    Args:
        monitor (str): ``"loss"``; in `Model.fit` also ``"eval_loss"`` (of the last batch) or a metric's name.
            Default: ``"eval_loss"``.
        factor (float): what the learning rate is multiplied with, between 0 and 1. Default: ``0.1``.
        patience (int): epochs without improvement to wait for. Default: ``10``.
        verbose (bool): print what is done. Default: ``False``.
        mode (str): ``"min"``, ``"max"``, or ``"auto"`` by the value's name. Default: ``"auto"``.
        min_delta (float): the least change that counts. Default: ``1e-4``.
        cooldown (int): epochs after a reduction that do not count. Default: ``0``.
        min_lr (float): the least learning rate. Default: ``0``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `mode` or `factor` is none of those above; in a run, if the learning rate is not one Parameter.

    Differs from MindSpore:
        A value of exactly 0 counts too.

    Source: mindspore.train.ReduceLROnPlateau, MindSpore 2.10
    """

    def __init__(
        self,
        monitor: str = "eval_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: bool = False,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0,
    ) -> None:
        super().__init__()
        if not isinstance(factor, float) or not isinstance(min_lr, (int, float)) or isinstance(min_lr, bool):
            raise TypeError(
                f"For 'ReduceLROnPlateau', 'factor' must be a float and 'min_lr' a number: {factor!r}, {min_lr!r}."
            )
        if not 0 < factor < 1:
            raise ValueError(f"For 'ReduceLROnPlateau', 'factor' must be between 0 and 1, but got {factor}.")
        self._monitor = Monitor("ReduceLROnPlateau", monitor, mode, min_delta)
        self.factor = factor
        self.patience = check_count("ReduceLROnPlateau", "patience", patience)
        self.verbose = check_flag("ReduceLROnPlateau", "verbose", verbose)
        self.cooldown = check_count("ReduceLROnPlateau", "cooldown", cooldown)
        self.min_lr = min_lr
        self.is_improvement = self._monitor.better
        self._reduce: Callable[[Tensor], Any] = ValueReduce()
        self._reset()

    def _get_monitor_value(self, cb_params: Any) -> Any:
        """Return the value that is watched, or None if there is none."""
        return self._monitor.read(cb_params)

    def _reset(self) -> None:
        self.cooldown_counter = 0
        self.wait = 0
        self.best: Any = self._monitor.worst

    def on_train_begin(self, run_context: RunContext) -> None:
        """Begin anew."""
        self._reset()

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Compare with the best epoch, and reduce after too long a wait."""
        args = run_context.original_args()
        rate = args.optimizer.learning_rate
        if not isinstance(rate, Parameter):
            raise ValueError(  # noqa: TRY004
                "ReduceLROnPlateau does not support dynamic learning rate and group learning rate now."
            )
        current = self._get_monitor_value(args)
        if current is None:
            return
        current = over_processes(current, self._reduce)
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.wait = 0
        if self.is_improvement(current, self.best):
            self.best = current
            self.wait = 0
        elif self.cooldown_counter <= 0:
            self.wait += 1
            if self.wait >= self.patience:
                self._lower(rate, args.cur_epoch_num)

    def _lower(self, rate: Parameter, epoch: int) -> None:
        if rate._t > self.min_lr:
            with torch.no_grad():
                at_floor = bool(rate._t.mul_(self.factor) < self.min_lr)
                rate._t.clamp_(min=self.min_lr)
            if self.verbose:
                new = self.min_lr if at_floor else rate.asnumpy()
                print(f"Epoch {epoch:05d}: ReduceLROnPlateau reducing learning rate to {new!s}.")  # noqa: T201
        self.cooldown_counter = self.cooldown
        self.wait = 0
