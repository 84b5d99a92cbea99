"""Callbacks of `Dataset.map`.

Source: mindspore.dataset.callback.ds_callback, MindSpore 2.10
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from ms2torch.dataset.core import config
from ms2torch.dataset.core.validator_helpers import INT32_MAX, check_value, type_check
from ms2torch.train.callback import Callback  # pyright: ignore[reportAttributeAccessIssue]


def _check_step_size(value: object) -> None:
    type_check(value, (int,), "step_size")
    check_value(value, (1, INT32_MAX), "step_size")


@dataclass
class CallbackParam:
    """Where a pipeline is, counted from 1.

    Args:
        cur_epoch_num (int): epoch.
        cur_step_num_in_epoch (int): row in the epoch.
        cur_step_num (int): row.
    """

    cur_epoch_num: int
    cur_step_num_in_epoch: int
    cur_step_num: int


class DSCallback:
    """Called by `Dataset.map`; override what is to happen, at least one method.

    Args:
        step_size (int): rows from one call of `ds_step_begin` and `ds_step_end` to the next. Default: ``1``.

    Raises:
        TypeError: if `step_size` is no int.
        ValueError: if it is not positive.

    Source: mindspore.dataset.DSCallback, MindSpore 2.10
    """

    def __init__(self, step_size: int = 1) -> None:
        _check_step_size(step_size)
        self.step_size = step_size

    def ds_begin(self, ds_run_context: Any) -> None:
        """Act before the first row.

        Args:
            ds_run_context (CallbackParam): where the pipeline is.
        """

    def ds_epoch_begin(self, ds_run_context: Any) -> None:
        """Act before an epoch.

        Args:
            ds_run_context (CallbackParam): where the pipeline is.
        """

    def ds_epoch_end(self, ds_run_context: Any) -> None:
        """Act after an epoch.

        Args:
            ds_run_context (CallbackParam): where the pipeline is.
        """

    def ds_step_begin(self, ds_run_context: Any) -> None:
        """Act before a row.

        Args:
            ds_run_context (CallbackParam): where the pipeline is.
        """

    def ds_step_end(self, ds_run_context: Any) -> None:
        """Act after a row.

        Args:
            ds_run_context (CallbackParam): where the pipeline is.
        """

    def check_overridden(self) -> None:
        """Raise AttributeError if there is nothing to be done."""
        names = ("ds_begin", "ds_epoch_begin", "ds_epoch_end", "ds_step_begin", "ds_step_end")
        self._check_overridden(DSCallback, names)

    def _check_overridden(self, base: type, names: tuple[str, ...]) -> None:
        if all(getattr(type(self), name) is getattr(base, name) for name in names):
            raise AttributeError(
                "Inheriting Callback class without overriding any methods, check the usage of user defined Callback."
            )


class WaitedDSCallback(Callback, DSCallback):
    """Keeps a pipeline from running ahead of training; give it to `Dataset.map` and to `Model.train`.

    Args:
        step_size (int): rows from one call of `sync_step_begin` to the next. Default: ``1``.

    Source: mindspore.dataset.WaitedDSCallback, MindSpore 2.10
    """

    def __init__(self, step_size: int = 1) -> None:
        super().__init__()
        _check_step_size(step_size)
        self.step_size = step_size
        self.step_event = threading.Event()
        self.step_run_context: Any = None
        self.epoch_event = threading.Event()
        self.epoch_run_context: Any = None
        self.training_ended = False

    def sync_epoch_begin(self, train_run_context: Any, ds_run_context: Any) -> None:
        """Act before an epoch of the pipeline, after one of training.

        Args:
            train_run_context (RunContext): where training is.
            ds_run_context (CallbackParam): where the pipeline is.
        """

    def sync_step_begin(self, train_run_context: Any, ds_run_context: Any) -> None:
        """Act before a row of the pipeline, after a step of training.

        Args:
            train_run_context (RunContext): where training is.
            ds_run_context (CallbackParam): where the pipeline is.
        """

    def epoch_end(self, run_context: Any) -> None:
        """Remember that training ended an epoch.

        Args:
            run_context (RunContext): where training is.
        """
        self.epoch_run_context = run_context
        self.epoch_event.set()

    def step_end(self, run_context: Any) -> None:
        """Remember that training ended a step.

        Args:
            run_context (RunContext): where training is.
        """
        self.step_run_context = run_context
        self.step_event.set()

    def end(self, run_context: Any) -> None:
        """Remember that training ended.

        Args:
            run_context (RunContext): where training is.
        """
        self.epoch_end(run_context)
        self.step_end(run_context)
        self.training_ended = True

    def ds_epoch_begin(self, ds_run_context: Any) -> None:
        """Call `sync_epoch_begin` from the second epoch on.

        Args:
            ds_run_context (CallbackParam): where the pipeline is.

        Raises:
            RuntimeError: if training ended no epoch in the meantime (`dataset.config.set_callback_timeout`).
        """
        if ds_run_context.cur_epoch_num > 1:
            self._wait(self.epoch_event, "ds_epoch_begin")
            self.sync_epoch_begin(self.epoch_run_context, ds_run_context)

    def ds_step_begin(self, ds_run_context: Any) -> None:
        """Call `sync_step_begin` after the first rows.

        Args:
            ds_run_context (CallbackParam): where the pipeline is.

        Raises:
            RuntimeError: if training ended no step in the meantime (`dataset.config.set_callback_timeout`).
        """
        if ds_run_context.cur_step_num > self.step_size:
            self._wait(self.step_event, "ds_step_begin")
            self.sync_step_begin(self.step_run_context, ds_run_context)

    def _wait(self, event: threading.Event, where: str) -> None:
        if self.training_ended:
            return
        seconds = config.get_callback_timeout()
        if not event.wait(timeout=seconds):
            raise RuntimeError(f"{where} timed out after {seconds} second(s).")
        event.clear()

    def check_overridden(self) -> None:
        """Raise AttributeError if there is nothing to be done."""
        self._check_overridden(WaitedDSCallback, ("sync_step_begin", "sync_epoch_begin"))
