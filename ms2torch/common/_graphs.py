"""What a function keeps of the graphs that MindSpore compiles of it, and what such a graph returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.grad_mode import is_recording
from ms2torch._core.graph_calls import SharedRuns, graph_call
from ms2torch._core.graph_names import graph_arguments
from ms2torch._core.kernel_draws import GraphDraws, graph_run
from ms2torch.common.parameter import Parameter


class Graphs:
    """The graphs of one function, one for each kind of arguments; a copy has none yet.

    Args:
        function (Any): a function, or an object of a class with a `construct`.
    """

    __slots__ = ("_found", "_name", "_shared")

    def __init__(self, function: Any) -> None:
        named = function if hasattr(function, "__qualname__") else type(function)
        self._name: tuple[str, str] = (getattr(named, "__module__", ""), getattr(named, "__qualname__", ""))
        self._found: dict[tuple[Any, ...], GraphDraws] = {}
        self._shared = SharedRuns()

    def run(self, args: tuple[Any, ...], kwargs: dict[str, Any], phase: object = None) -> graph_call:
        """Return the context of one run, in which random operations draw from the streams of the graph.

        Args:
            args (tuple): the positional arguments of the run.
            kwargs (dict): the keyword arguments.
            phase (object): what else a graph is compiled anew for. Default: ``None``.
        """

        def graph() -> GraphDraws:
            key = (phase, *_signature((*args, *sorted(kwargs.items()))))
            if key not in self._found:
                self._found[key] = GraphDraws((*self._name, len(self._found)))
            return self._found[key]

        return graph_call(self._shared, graph_run(graph))

    def __deepcopy__(self, memo: object) -> Graphs:
        return self._copied()

    def _copied(self) -> Graphs:
        made = Graphs(None)
        made._name = self._name
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Graphs, (None,), (None, {"_name": self._name})


def _signature(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return what MindSpore compiles a graph anew for: sizes and types of Tensors, other values, other objects."""
    found: list[Any] = []
    for value in values:
        if isinstance(value, TensorBase):
            found.append((tuple(value._t.shape), value._t.dtype))
        elif isinstance(value, list | tuple):
            found.append(_signature(value))
        elif isinstance(value, dict):
            found.append(_signature(tuple(value.items())))
        else:
            found.append(value if isinstance(value, int | float | str | bool | None) else id(value))
    return tuple(found)


def outputs(value: Any, given: graph_arguments) -> Any:
    """Return what the caller of a graph gets for `value`: nothing that shares memory with what the graph was given.

    Only what a graph returns alone comes through as it is: a Parameter itself, an argument that was left as it was.

    Args:
        value (Any): what the graph returned.
        given (graph_arguments): its arguments.
    """
    if isinstance(value, TensorBase):
        return value if isinstance(value, Parameter) or given.unchanged(value) else _apart(value, given)
    if isinstance(value, (tuple, list, dict)):
        return _parts_apart(value, given)
    return value


def _parts_apart(value: Any, given: graph_arguments) -> Any:
    if isinstance(value, TensorBase):
        return _apart(value, given)
    kind = type(value)
    if kind is tuple or kind is list:
        return kind([_parts_apart(one, given) for one in value])
    return {key: _parts_apart(one, given) for key, one in value.items()} if kind is dict else value


def _apart(value: TensorBase, given: graph_arguments) -> TensorBase:
    t: torch.Tensor = value._t
    if not isinstance(value, Parameter) and not given.shares(t):
        return value
    return wrap((t if is_recording() else t.detach()).clone())
