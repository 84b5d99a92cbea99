"""A call of what MindSpore compiles as one graph, and the forward runs that it shares.

Measured in MindSpore 2.10: where a graph calls a Cell once and differentiates it once, with the same Tensors, it runs
forward once for both, so that moving statistics are updated once. With other arguments, or numbers among them, and with
more calls, it runs forward each time.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import torch

from ms2torch._core.base import TensorBase
from ms2torch._core.below_jit import in_graph
from ms2torch._core.kernel_draws import graph_run


class SharedRuns:
    """What the calls of a graph have shown of the Cells that it calls and differentiates."""

    __slots__ = ("apart", "together")

    def __init__(self) -> None:
        self.together: weakref.WeakSet[Any] = weakref.WeakSet()  # one forward run serves both
        self.apart: weakref.WeakSet[Any] = weakref.WeakSet()


class _Forward:
    """The calls of one Cell in one call of a graph."""

    __slots__ = ("args", "calls", "cell", "gradients", "same")

    def __init__(self, cell: Any) -> None:
        self.cell = cell
        self.args: tuple[Any, ...] = ()
        self.calls = 0
        self.gradients = 0
        self.same = False

    def is_of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Tell whether the one call had these very Tensors."""
        return (
            self.calls == 1
            and not kwargs
            and len(args) == len(self.args)
            and all(a is b and isinstance(a, TensorBase) for a, b in zip(args, self.args, strict=True))
        )


class _Current(threading.local):
    """The graph that a thread is in; set in `__init__`, see `grad_mode._State`."""

    def __init__(self) -> None:
        self.call: graph_call | None = None


_current = _Current()


class graph_call:
    """Run what MindSpore compiles as one graph; what runs in another is a part of that.

    Args:
        shared (SharedRuns): what earlier calls of the graph have shown.
        run (graph_run): the random numbers of this one.
    """

    __slots__ = ("_forwards", "_outer", "_run", "_shared")

    def __init__(self, shared: SharedRuns, run: graph_run) -> None:
        self._shared, self._run = shared, run
        self._forwards: dict[int, _Forward] = {}

    def __enter__(self) -> None:
        self._outer = _current.call
        if self._outer is None:
            _current.call = self
        self._run.__enter__()

    def __exit__(self, *error: object) -> None:
        self._run.__exit__(*error)
        if self._outer is not None:
            return
        _current.call = None
        for forward in self._forwards.values():
            forward.cell.__dict__["_recorded"] = None
            if forward.calls and forward.gradients:
                once = forward.calls == 1 == forward.gradients and forward.same
                (self._shared.together if once else self._shared.apart).add(forward.cell)

    def forward_of(self, cell: Any) -> _Forward:
        """Return what is known of the calls of a Cell."""
        found = self._forwards.get(id(cell))
        if found is None:
            found = self._forwards[id(cell)] = _Forward(cell)
        return found

    def shares(self, cell: Any) -> bool:
        """Tell whether earlier calls of the graph differentiated a Cell that they had called."""
        return cell in self._shared.together and cell not in self._shared.apart

    def undoes(self, forward: _Forward) -> bool:
        """Tell whether the second forward run is one that the graph would not have."""
        return forward.same and forward.gradients == 1 and forward.cell not in self._shared.apart


def called_in_graph(cell: Any, args: tuple[Any, ...]) -> bool:
    """Note that a graph calls a Cell, outside any gradient; tell whether its gradient is to follow."""
    call = _current.call
    if call is None:
        return False
    forward = call.forward_of(cell)
    forward.calls += 1
    forward.args = args
    return forward.calls == 1 and call.shares(cell)


def calls_in_graph(cell: Any) -> int:
    """Return how often a graph has called a Cell before it differentiates it; 1 outside graphs."""
    call = _current.call
    return 1 if call is None else call.forward_of(cell).calls


def differentiated_in_graph(fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> AbstractContextManager[None]:
    """Note that a graph differentiates a Cell.

    Args:
        fn (Any): the Cell, or another function, of which nothing is noted.
        args (tuple): its positional arguments.
        kwargs (dict): the others.

    Returns:
        The context of its forward run, where it runs once more although its run was to serve the gradient too: what
        the second run assigns is undone.
    """
    call = _current.call
    if call is None or not in_graph() or not hasattr(fn, "construct"):
        return nullcontext()
    forward = call.forward_of(fn)
    forward.gradients += 1
    forward.same = forward.is_of(args, kwargs)
    return _undone(fn.untrainable_params()) if call.undoes(forward) else nullcontext()


@contextmanager
def _undone(parameters: list[Any]) -> Iterator[None]:
    before = [(p, p._t, p._t.detach().clone()) for p in parameters]
    try:
        yield
    finally:
        with torch.no_grad():
            for p, t, values in before:
                if p._t is not t:
                    p._t = t
                t.copy_(values)
