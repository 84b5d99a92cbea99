"""The base of callbacks, what they are told, and the list that runs them.

Source: mindspore.train.callback, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import numpy as np

from ms2torch.common.tensor import Tensor


class RunContext:
    """What callbacks are told about the run, and how they ask it to stop.

    Args:
        original_args (dict): the facts of the run, see `original_args`.

    Raises:
        TypeError: if `original_args` is not a dict.

    Source: mindspore.train.RunContext, MindSpore 2.10
    """

    def __init__(self, original_args: dict[str, Any]) -> None:
        if not isinstance(original_args, dict):
            raise TypeError(
                f"The argument 'original_args' of RunContext should be dict type, but got {type(original_args)}."
            )
        self._original_args = original_args
        self._stop_requested = False

    def original_args(self) -> Any:
        """Return the facts as a dict whose keys are attributes too.

        In training: train_network, epoch_num, batch_num, mode, loss_fn, optimizer, train_dataset, list_callback,
        train_dataset_element, network, cur_epoch_num, cur_step_num, net_outputs, dataset_sink_mode. In evaluation:
        eval_network, valid_dataset, eval_dataset_element, metrics and the like.
        """
        return self._original_args

    def request_stop(self) -> None:
        """Ask the run to stop after this step or epoch."""
        self._stop_requested = True

    def get_stop_requested(self) -> bool:
        """Return whether some callback asked to stop."""
        return self._stop_requested


class InternalCallbackParam(dict[str, Any]):
    """A dict whose keys are attributes too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Callback:
    """Base class of callbacks; override the `on_train_...` and `on_eval_...` methods.

    A callback is also a context manager, entered when the run begins and left when it ends.

    Source: mindspore.train.Callback, MindSpore 2.10
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return None

    def begin(self, run_context: RunContext) -> None:
        """Run once before training or evaluation (old name)."""

    def epoch_begin(self, run_context: RunContext) -> None:
        """Run before each epoch (old name)."""

    def epoch_end(self, run_context: RunContext) -> None:
        """Run after each epoch (old name)."""

    def step_begin(self, run_context: RunContext) -> None:
        """Run before each step (old name)."""

    def step_end(self, run_context: RunContext) -> None:
        """Run after each step (old name)."""

    def end(self, run_context: RunContext) -> None:
        """Run once after training or evaluation (old name)."""

    def on_train_begin(self, run_context: RunContext) -> None:
        """Run once before training."""
        self.begin(run_context)

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        """Run before each epoch of training."""
        self.epoch_begin(run_context)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Run after each epoch of training."""
        self.epoch_end(run_context)

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Run before each step of training."""
        self.step_begin(run_context)

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Run after each step of training."""
        self.step_end(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """Run once after training."""
        self.end(run_context)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Run once before evaluation."""
        self.begin(run_context)

    def on_eval_epoch_begin(self, run_context: RunContext) -> None:
        """Run before the pass of an evaluation."""
        self.epoch_begin(run_context)

    def on_eval_epoch_end(self, run_context: RunContext) -> None:
        """Run after the pass of an evaluation."""
        self.epoch_end(run_context)

    def on_eval_step_begin(self, run_context: RunContext) -> None:
        """Run before each step of an evaluation."""
        self.step_begin(run_context)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Run after each step of an evaluation."""
        self.step_end(run_context)

    def on_eval_end(self, run_context: RunContext) -> None:
        """Run once after evaluation."""
        self.end(run_context)


class CallbackManager(Callback):
    """Runs callbacks in their order; entering it enters each.

    Args:
        callbacks (Union[Callback, Iterable[Callback]], optional): what to run.

    Raises:
        TypeError: if something in it is not a Callback.
    """

    def __init__(self, callbacks: Callback | Iterable[Callback] | None) -> None:
        self._callbacks = as_list(callbacks)
        self._stack = ExitStack()
        for callback in self._callbacks:
            if not isinstance(callback, Callback):
                raise TypeError(f"'callbacks' must hold Callback objects, but got {type(callback)}.")

    def __enter__(self) -> Self:
        self._stack.__enter__()
        entered = [(callback, self._stack.enter_context(callback)) for callback in self._callbacks]
        self._callbacks = [target if isinstance(target, Callback) else callback for callback, target in entered]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._stack.__exit__(kind, error, trace)

    def on_train_begin(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_train_begin(run_context)

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_train_epoch_begin(run_context)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_train_epoch_end(run_context)

    def on_train_step_begin(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_train_step_begin(run_context)

    def on_train_step_end(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_train_step_end(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_train_end(run_context)

    def on_eval_begin(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_eval_begin(run_context)

    def on_eval_epoch_begin(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_eval_epoch_begin(run_context)

    def on_eval_epoch_end(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_eval_epoch_end(run_context)

    def on_eval_step_begin(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_eval_step_begin(run_context)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_eval_step_end(run_context)

    def on_eval_end(self, run_context: RunContext) -> None:
        for callback in self._callbacks:
            callback.on_eval_end(run_context)


def as_list(callbacks: Callback | Iterable[Callback] | None) -> list[Callback]:
    """Return one callback, several or none as a list."""
    if callbacks is None:
        return []
    return [callbacks] if isinstance(callbacks, Callback) else list(callbacks)


def handle_loss(outputs: Any) -> Any:
    """Return the loss in a network's outputs: a float, the first of several (a Tensor), or what else they are."""
    if isinstance(outputs, (tuple, list)):
        return outputs[0] if isinstance(outputs[0], Tensor) else outputs
    if isinstance(outputs, Tensor):
        return float(np.mean(outputs.asnumpy()))
    return outputs


# MindSpore's names, which callbacks of model code import
_handle_loss = handle_loss
_InternalCallbackParam = InternalCallbackParam
_CallbackManager = CallbackManager


def set_cur_net(net: Any) -> None:
    """Accept the network at hand: MindSpore's summaries take its graph, which is not recorded here.

    Args:
        net (Cell): the network.

    Source: mindspore.train.callback._set_cur_net, MindSpore 2.10
    """
    del net


_set_cur_net = set_cur_net
