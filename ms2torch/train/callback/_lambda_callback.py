"""A callback of functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch.train.callback._callback import Callback, RunContext

Hook = Callable[[RunContext], Any]


def _nothing(run_context: RunContext) -> None:
    pass


def _or_nothing(hook: Hook | None) -> Any:
    return hook or _nothing


class LambdaCallback(Callback):
    """Call a function at each stage that one is given for.

    Args:
        on_train_epoch_begin (Callable, optional): Default: ``None``, like all that follow.
        on_train_epoch_end (Callable, optional): after each epoch of training.
        on_train_step_begin (Callable, optional): before each step of training.
        on_train_step_end (Callable, optional): after each step of training.
        on_train_begin (Callable, optional): before training.
        on_train_end (Callable, optional): after training.
        on_eval_epoch_begin (Callable, optional): before the pass of an evaluation.
        on_eval_epoch_end (Callable, optional): after the pass of an evaluation.
        on_eval_step_begin (Callable, optional): before each step of an evaluation.
        on_eval_step_end (Callable, optional): after each step of an evaluation.
        on_eval_begin (Callable, optional): before an evaluation.
        on_eval_end (Callable, optional): after an evaluation.

    Source: mindspore.train.LambdaCallback, MindSpore 2.10
    """

    def __init__(
        self,
        on_train_epoch_begin: Hook | None = None,
        on_train_epoch_end: Hook | None = None,
        on_train_step_begin: Hook | None = None,
        on_train_step_end: Hook | None = None,
        on_train_begin: Hook | None = None,
        on_train_end: Hook | None = None,
        on_eval_epoch_begin: Hook | None = None,
        on_eval_epoch_end: Hook | None = None,
        on_eval_step_begin: Hook | None = None,
        on_eval_step_end: Hook | None = None,
        on_eval_begin: Hook | None = None,
        on_eval_end: Hook | None = None,
    ) -> None:
        super().__init__()
        self.on_train_epoch_begin = _or_nothing(on_train_epoch_begin)
        self.on_train_epoch_end = _or_nothing(on_train_epoch_end)
        self.on_train_step_begin = _or_nothing(on_train_step_begin)
        self.on_train_step_end = _or_nothing(on_train_step_end)
        self.on_train_begin = _or_nothing(on_train_begin)
        self.on_train_end = _or_nothing(on_train_end)
        self.on_eval_epoch_begin = _or_nothing(on_eval_epoch_begin)
        self.on_eval_epoch_end = _or_nothing(on_eval_epoch_end)
        self.on_eval_step_begin = _or_nothing(on_eval_step_begin)
        self.on_eval_step_end = _or_nothing(on_eval_step_end)
        self.on_eval_begin = _or_nothing(on_eval_begin)
        self.on_eval_end = _or_nothing(on_eval_end)
