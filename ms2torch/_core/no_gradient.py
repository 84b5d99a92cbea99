"""Functions for which MindSpore has no gradient: it raises where one is asked for, so that none is taken for zero."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, cast

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.grad_mode import is_for_torch, is_recording

_P = ParamSpec("_P")


class NoGradientError(RuntimeError):
    """The gradient of a function that has none in MindSpore was asked for."""


class _State(threading.local):
    """Whether floating-point numbers stand for the integers of the program; set in `__init__`, see `grad_mode`."""

    def __init__(self) -> None:
        self.stand_for_integers = False


_state = _State()


@contextmanager
def standing_for_integers() -> Iterator[None]:
    """Let functions of integers take the floating-point numbers that stand for them in a second run."""
    before, _state.stand_for_integers = _state.stand_for_integers, True
    try:
        yield
    finally:
        _state.stand_for_integers = before


def kind_of_result(t: torch.Tensor, kind: torch.dtype) -> torch.dtype:
    """Return the type in which to compute what is asked in a type: its own, where an integer type would end the graph.

    Args:
        t (torch.Tensor): what is computed with; in a second run it may stand for integers.
        kind (torch.dtype): what the program asks for.
    """
    stands = _state.stand_for_integers and t.requires_grad and not (kind.is_floating_point or kind.is_complex)
    return t.dtype if stands else kind


def without_gradient(primitive: str) -> Callable[[Callable[_P, Any]], Callable[_P, Any]]:
    """Decorate a function of Tensors that returns one, so that its gradient is refused.

    Args:
        primitive (str): the name of MindSpore's Primitive, which its message tells.
    """

    def mark(fn: Callable[_P, Any]) -> Callable[_P, Any]:
        @functools.wraps(fn)
        def run(*args: _P.args, **kwargs: _P.kwargs) -> Any:
            if not is_recording() or is_for_torch():
                return fn(*args, **kwargs)
            tracked = [x._t for x in args if isinstance(x, TensorBase) and x._t.requires_grad]
            if not tracked:
                return fn(*args, **kwargs)
            out = cast("Callable[..., Any]", fn)(*_apart(args), **kwargs)._t
            return wrap(_Refusing.apply(out if out.is_floating_point() else out.float(), primitive, *tracked))  # type: ignore[no-untyped-call]

        return run

    return mark


def _apart(args: tuple[Any, ...]) -> Iterator[Any]:
    """Return Tensors without what their gradients need; of those that stand for integers, the integers."""
    inner = [x._t for x in args if isinstance(x, TensorBase)]
    kind = next((t.dtype for t in inner if not t.is_floating_point()), torch.int32)  # all functions here take int32
    for x in args:
        if not isinstance(x, TensorBase) or not x._t.requires_grad:
            yield x
        else:
            yield wrap(x._t.detach().to(dtype=kind) if _state.stand_for_integers else x._t.detach())


class _Refusing(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, out: torch.Tensor, primitive: str, *sources: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        ctx.primitive = primitive
        return out.clone()

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple[None, ...]:  # type: ignore[override]
        msg = f"Illegal primitive {ctx.primitive}'s bprop not defined"
        raise NoGradientError(msg)
