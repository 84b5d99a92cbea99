"""Where a training's values pass through the frameworks: put in place for a block, and taken away again."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch.optim import lr_scheduler
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
from torch.utils.data import dataloader

from parity.curves import clips, losses
from parity.curves.watch import Watch

_ABSENT = object()


@contextmanager
def patched(watch: Watch) -> Iterator[None]:
    """Let the frameworks report to `watch` within the block."""
    with ExitStack() as stack:
        put = functools.partial(_put, stack)
        put(torch.nn.Module, "__call__", _calling(watch))
        put(torch.autograd, "backward", _backward(watch))
        put(torch.autograd, "grad", _grad(watch))
        put(torch.optim.Optimizer, "__init__", _making(watch, schedule=False))
        for kind in _kinds_of_schedules():
            put(kind, "__init__", _making(watch, schedule=True))
        put(dataloader._BaseDataLoaderIter, "__next__", _loading(watch))
        watch.trace.chains.observe(put)
        put(torch.amp.GradScaler, "scale", _scaling(watch))
        wrappers: list[tuple[Callable[..., Any], Callable[..., Any]]] = [
            (one, _bound(watch.loss, name)(one)) for name, each in losses.functions().items() for one in each
        ]
        in_place = (torch.nn.utils.clip_grad_norm_, torch.nn.utils.clip_grad_value_)
        wrappers += [(one, _bound(watch.clip, one.__name__)(one)) for one in in_place]
        wrappers += [(one, _bound(watch.clipped, name)(one)) for name, one in clips.functions_of_mindspore().items()]
        wrappers += _writing(watch)
        stack.enter_context(losses.replaced(wrappers))
        for hook in (
            register_optimizer_step_pre_hook(watch.before_step),
            register_optimizer_step_post_hook(watch.after_step),
        ):
            stack.callback(hook.remove)
        _mindspore(watch, put)
        yield


def _mindspore(watch: Watch, put: Callable[[Any, str, Callable[[Any], Any]], None]) -> None:
    from parity.nets.ms_cell import classes_of_training

    found = classes_of_training()
    if found is None:
        return
    put(found.cell, "__call__", _calling(watch))
    for kind in found.iterators:
        put(kind, "__next__", _loading(watch))
    for kind in found.optimizers:
        put(kind, "__init__", _making(watch, schedule=False))
    for kind in found.schedules:
        put(kind, "__init__", _making(watch, schedule=True))
    put(found.parameter, "_hold", lambda original: _noting(watch, original))


def _writing(watch: Watch) -> list[tuple[Callable[..., Any], Callable[..., Any]]]:
    """Return what MindSpore's assignments ask of the tensor that they write to, and what tells `watch` of it."""
    from parity.nets.ms_cell import classes_of_training

    found = classes_of_training()
    if found is None:
        return []

    def assignable(op: str, tensor: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        watch.written(tensor)
        return found.assignable(op, tensor, *args, **kwargs)

    return [(found.assignable, assignable)]


def _noting(watch: Watch, original: Callable[..., Any]) -> Callable[..., Any]:
    def hold(self: Any, tensor: torch.Tensor) -> None:
        watch.written(self._t)
        original(self, tensor)

    return hold


def _put(stack: ExitStack, owner: Any, name: str, around: Callable[[Any], Any]) -> None:
    before, original = vars(owner).get(name, _ABSENT), getattr(owner, name)
    setattr(owner, name, around(original))
    if before is _ABSENT:
        stack.callback(delattr, owner, name)
    else:
        stack.callback(setattr, owner, name, before)


def _calling(watch: Watch) -> Callable[[Any], Any]:
    def around(original: Any) -> Any:
        def __call__(self: torch.nn.Module, /, *args: Any, **kwargs: Any) -> Any:  # noqa: N807 - what it stands for
            if watch.busy:
                return original(self, *args, **kwargs)
            return watch.call(self, original, args, kwargs)

        return __call__

    return around


def _backward(watch: Watch) -> Callable[[Any], Any]:
    def around(original: Any) -> Any:
        @functools.wraps(original)
        def backward(tensors: Any, *args: Any, **kwargs: Any) -> Any:
            if watch.busy:
                return original(tensors, *args, **kwargs)
            return watch.backward(original, tensors, args, kwargs)

        return backward

    return around


def _grad(watch: Watch) -> Callable[[Any], Any]:
    def around(original: Any) -> Any:
        @functools.wraps(original)
        def grad(outputs: Any, inputs: Any, *args: Any, **kwargs: Any) -> Any:
            if watch.busy:
                return original(outputs, inputs, *args, **kwargs)
            return watch.grad(original, outputs, inputs, args, kwargs)

        return grad

    return around


def _making(watch: Watch, *, schedule: bool) -> Callable[[Any], Any]:
    def around(original: Any) -> Any:
        @functools.wraps(original)
        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807 - what it stands for
            watch.made(self, {}, schedule=schedule)
            original(self, *args, **kwargs)

        return __init__

    return around


def _loading(watch: Watch) -> Callable[[Any], Any]:
    def around(original: Any) -> Any:
        def __next__(self: Any) -> Any:  # noqa: N807 - what it stands for
            if watch.busy:
                return original(self)
            with watch.paused():
                value = original(self)
            return watch.batch(value)

        return __next__

    return around


def _scaling(watch: Watch) -> Callable[[Any], Any]:
    def around(original: Any) -> Any:
        def scale(self: Any, outputs: Any) -> Any:
            result = original(self, outputs)
            if self.is_enabled():
                watch.trace.scales[watch.now] = float(self.get_scale())
            return result

        return scale

    return around


def _bound(note: Callable[..., Any], name: str) -> Callable[[Any], Any]:
    def around(original: Any) -> Any:
        signature = inspect.signature(original)

        @functools.wraps(original)
        def call(*args: Any, **kwargs: Any) -> Any:
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            return note(name, original, dict(given.arguments))

        return call

    return around


def _kinds_of_schedules() -> list[type]:
    """Return the schedules with a constructor of their own, some of which do not call that of their base."""
    found = [one for one in vars(lr_scheduler).values() if isinstance(one, type) and "__init__" in vars(one)]
    return [one for one in found if issubclass(one, lr_scheduler.LRScheduler)]
