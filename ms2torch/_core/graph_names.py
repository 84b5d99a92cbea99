"""What becomes of names below a function under `jit`, or in a Cell in graph mode: not what Python makes of them.

Measured in MindSpore 2.10: `x += y` is an Assign to the Tensor, which keeps its type and shape, so every name of it and
the caller's see the sum (outside a graph it makes another Tensor); `x[0] = y` makes another Tensor of that name
(outside it writes), and a list that came as an argument is the graph's own. The caller's Tensors are held here as
Tensors of their own over the same memory: assignments are passed on at the end, elements are written to a copy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import torch

from ms2torch._core import base as _base
from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.below_jit import in_graph

_new = object.__new__
_SIGNS = {"Add": "+", "Sub": "-", "Mul": "*", "RealDiv": "/", "FloorDiv": "//", "FloorMod": "%"}
# operations that take no bools, and what MindSpore raises
_NO_BOOLS: dict[str, type[Exception]] = {
    "Add": TypeError, "Sub": TypeError, "RealDiv": TypeError, "FloorMod": RuntimeError,
}  # fmt: skip


class _Held(threading.local):
    """The Tensors that graphs were given, by the identity of the graph's own; `__init__`: see `grad_mode._State`."""

    def __init__(self) -> None:
        self.callers: dict[int, _Given] = {}


_held = _Held()


class _Given:
    """A Tensor that a graph was given: the graph's own, the caller's, and what both held at first."""

    __slots__ = ("callers", "first", "own")

    def __init__(self, callers: TensorBase) -> None:
        self.callers = callers
        self.first = callers._t
        self.own: TensorBase = _new(_base._tensor_class)
        self.own._t = callers._t
        if callers.__dict__:
            self.own.__dict__.update(callers.__dict__)
            for name in ("_is_buffer", "_kept", "_shown"):  # it is not the one that a Cell holds
                self.own.__dict__.pop(name, None)

    def pass_on(self) -> None:
        """Give the caller's Tensor what was assigned to the graph's own."""
        t = self.own._t
        if t is not self.first:
            found = t if self.first.requires_grad or not t.requires_grad else t.detach()
            self.callers._hold(found)


def _with_values(value: Any) -> Any:
    """Fill an argument that `initializer` made; in a tuple or list it stays without values (measured 2.10)."""
    if value.__class__ is not _base._tensor_class and isinstance(value, TensorBase) and "_fill_by" in value.__dict__:
        value._fill()  # type: ignore[attr-defined]
    return value


class graph_arguments:
    """Hold the arguments of a graph while it runs.

    Attributes:
        args (tuple): the positional arguments that the graph is to be run with.
        kwargs (dict): the keyword arguments.
    """

    __slots__ = ("_given", "args", "kwargs")

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._given: dict[int, _Given] = {}
        self.args: tuple[Any, ...] = tuple([self._own(_with_values(value)) for value in args])
        self.kwargs = {name: self._own(_with_values(value)) for name, value in kwargs.items()} if kwargs else kwargs

    def _own(self, value: Any) -> Any:
        kind = value.__class__
        if kind is _base._tensor_class:
            given = self._given.get(id(value))
            if given is None:
                given = self._given[id(value)] = _Given(value)
            return given.own
        if kind is list or kind is tuple:
            return kind([self._own(one) for one in value])
        return value

    def unchanged(self, tensor: TensorBase) -> bool:
        """Tell whether a Tensor is one of the graph's arguments, as it came."""
        return any(tensor is given.own and tensor._t is given.first for given in self._given.values())

    def shares(self, t: torch.Tensor) -> bool:
        """Tell whether a tensor lies in the memory of one of the arguments, as they were or as they are now."""
        inner: Any = torch._C  # its stub lacks the function
        held = [one for given in self._given.values() for one in (given.first, given.own._t)]
        return any(t is one or inner._is_alias_of(t, one) for one in held)

    def __enter__(self) -> Self:
        _held.callers.update({id(given.own): given for given in self._given.values()})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for given in self._given.values():
            if _held.callers.pop(id(given.own), None) is not None and kind is None:
                given.pass_on()


def own_elements(tensor: TensorBase) -> None:
    """Give a Tensor memory of its own, if a graph runs that was given it: its elements are about to be assigned to."""
    given = _held.callers.pop(id(tensor), None) if in_graph() else None
    if given is not None:
        given.pass_on()
        tensor._t = tensor._t.clone()


def augmented(op: str, target: TensorBase, value: object, compute: Callable[[Any], Any]) -> Any:
    """Compute `x += y` and its like in a graph: y takes x's type, and what comes of both is assigned to x.

    Of a list or tuple MindSpore makes another Tensor, as outside.

    Args:
        op (str): MindSpore's name of the operation.
        target (Tensor): x.
        value (object): y.
        compute (Callable): the operation on x and a y of its type; NotImplemented is handed on.

    Raises:
        TypeError: if x holds bools, which the operation does not take (of a remainder: RuntimeError).
        RuntimeError: if the result has another shape than x.
    """
    t = target._t
    if isinstance(value, (list, tuple)):
        return compute(wrap(torch.tensor(value, device=t.device)))
    if t.dtype is torch.bool and op in _NO_BOOLS:
        msg = f"For primitive[{op}], the input argument[x] must be a Tensor of numbers, but got Tensor[Bool]."
        raise _NO_BOOLS[op](msg)
    if isinstance(value, TensorBase):
        value = value if value._t.dtype is t.dtype else wrap(value._t.to(dtype=t.dtype))
    elif isinstance(value, float) and not t.is_floating_point():
        value = int(value)
    result = compute(value)
    if result is NotImplemented:
        return result
    found = unwrap(result)
    if found.shape != t.shape:
        sign = _SIGNS[op]
        msg = (
            f"For 'Assign', the 'x' and 'y' must have the same shape, but got the shape of 'x': {tuple(t.shape)} and "
            f"the shape of 'y': {tuple(found.shape)}. In a graph `x {sign}= y` writes to x; write `x = x {sign} y`."
        )
        raise RuntimeError(msg)
    target._hold(found if found.dtype is t.dtype else found.to(dtype=t.dtype))
    return target
