"""`jit` and its kind. Programs run eagerly; torch.compile is there for who asks."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, ItemsView, KeysView, ValuesView
from types import GeneratorType
from typing import Any, TypeVar, overload

import torch

from ms2torch._core.base import TensorBase
from ms2torch._core.below_jit import below_jit, in_graph, mark_under_jit
from ms2torch._core.graph_names import graph_arguments
from ms2torch.common._graph_executor import (
    _cell_graph_executor as _cell_graph_executor,
    _CellGraphExecutor as _CellGraphExecutor,
    _JitExecutor as _JitExecutor,
)
from ms2torch.common._graphs import Graphs, outputs
from ms2torch.common._pynative import (
    _function_forbid_reuse as _function_forbid_reuse,
    _no_grad as _no_grad,
    _pynative_executor as _pynative_executor,
    _PyNativeExecutor as _PyNativeExecutor,
    _wrap_func as _wrap_func,
    cells_compile_cache as cells_compile_cache,
    flops_collection as flops_collection,
    ms_compile_cache as ms_compile_cache,
    ms_memory_recycle as ms_memory_recycle,
)

__all__ = ["JitConfig", "flops_collection", "jit", "jit_class", "ms_memory_recycle"]

_Fn = TypeVar("_Fn", bound=Callable[..., Any])
_Class = TypeVar("_Class", bound=type)

_CAPTURE_MODES = ("ast", "bytecode", "trace")
# what a compiled graph returns for what Python leaves for later; a `map` ends as what it goes over would
_AS_LIST = (filter, GeneratorType, ItemsView)
_AS_TUPLE = (zip, range, enumerate, KeysView, ValuesView)
_OVER_LISTS = (type(iter([])), type(iter({}.items())), *_AS_LIST)


class JitConfig:
    """Compiler settings, kept for programs that pass them on.

    Args:
        jit_level (str): ``""``, ``"O0"``, ``"O1"`` or ``"O2"``. Default: ``""``.
        exc_mode (str): execution mode of MindSpore's runtime. Default: ``"auto"``.
        jit_syntax_level (str): ``""``, ``"STRICT"`` or ``"LAX"``. Default: ``""``.
        debug_level (str): ``"RELEASE"`` or ``"DEBUG"``. Default: ``"RELEASE"``.
        infer_boost (str): ``"on"`` or ``"off"``. Default: ``"off"``.
        kwargs (dict): other settings.

    Source: mindspore.JitConfig, MindSpore 2.10
    """

    def __init__(
        self,
        jit_level: str = "",
        exc_mode: str = "auto",
        jit_syntax_level: str = "",
        debug_level: str = "RELEASE",
        infer_boost: str = "off",
        **kwargs: Any,
    ) -> None:
        if jit_level not in ("", "O0", "O1", "O2"):
            msg = f"For 'jit_level' the value must be '', 'O0', 'O1' or 'O2', got {jit_level!r}"
            raise ValueError(msg)
        self.jit_config_dict = {**kwargs, "jit_level": jit_level, "exc_mode": exc_mode, "debug_level": debug_level,
                                "jit_syntax_level": jit_syntax_level, "infer_boost": infer_boost}  # fmt: skip


@overload
def jit(function: _Fn) -> _Fn: ...
@overload
def jit(function: None = None, **kwargs: Any) -> Callable[[_Fn], _Fn]: ...


def jit(
    function: Callable[..., Any] | None = None,
    *,
    capture_mode: str = "ast",
    jit_level: str = "O0",
    dynamic: int = 0,
    fullgraph: bool = False,
    backend: str | Callable[..., Any] = "",
    **options: Any,
) -> Any:
    """Mark a function for compilation. It runs eagerly unless `backend` names a torch.compile backend.

    As from a compiled graph, a `filter`, a generator or a dict's items come back as a list, a `zip`, `range`,
    `enumerate`, a dict's keys or values as a tuple, and a `map` as its first argument would.

    As there, `x += y` (and `-=`, `*=`, `/=`, `//=`, `%=`) assigns to the Tensor x, which keeps its type and shape, so
    that other names of it and the caller see it; `x[0] = y` does not change the caller's Tensor, nor a list that is
    changed the caller's list. The same holds for Cells in graph mode.

    Differs from MindSpore: an assignment to elements is seen under other names of the Tensor too, if there are any
    within the graph, and in attributes and globals. A float that a compiled graph computes from others (not a Tensor's)
    is rounded to float32 there, and its `print` writes each argument on a line of its own.

    Args:
        function (Function, optional): what to mark; ``None`` when used with arguments. Default: ``None``.
        capture_mode (str): ``"ast"``, ``"bytecode"`` or ``"trace"``; without effect. Default: ``"ast"``.
        jit_level (str): ``"O0"`` or ``"O1"``; without effect. Default: ``"O0"``.
        dynamic (int): 1 tells torch.compile to expect changing shapes. Default: ``0``.
        fullgraph (bool): tells torch.compile to refuse graph breaks. Default: ``False``.
        backend (str): ``""``, ``"ms_backend"`` and ``"GE"`` run eagerly; any other is given to torch.compile, for
            example ``"inductor"``. Default: ``""``.
        options (dict): options of MindSpore's backends; without effect.

    Returns:
        The function, or its compiled form.

    Raises:
        ValueError: if `capture_mode` is another word.

    Source: mindspore.jit, MindSpore 2.10
    """
    if capture_mode not in _CAPTURE_MODES:
        msg = f"jit: capture_mode must be one of {', '.join(_CAPTURE_MODES)}, got {capture_mode!r}"
        raise ValueError(msg)

    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        if backend in ("", "ms_backend", "GE"):
            return _finishing(fn) if inspect.isroutine(fn) else fn
        return torch.compile(fn, fullgraph=fullgraph, dynamic=bool(dynamic) or None, backend=backend)

    return mark if function is None else mark(function)


def _finishing(fn: Callable[..., Any]) -> Callable[..., Any]:
    graphs = Graphs(fn)

    @functools.wraps(fn)
    def jitted(*args: Any, **kwargs: Any) -> Any:
        within = in_graph()
        given = graph_arguments(args, kwargs)
        with below_jit(), given, graphs.run(args, kwargs):
            result = finished(fn(*given.args, **given.kwargs))
            return result if within else outputs(result, given)

    mark_under_jit(jitted)
    return jitted


def finished(value: Any) -> Any:
    """Return what a compiled graph would for `value`: nothing in it is left for later.

    Args:
        value (Any): what a function returned.
    """
    if isinstance(value, TensorBase):
        return value
    if isinstance(value, map):
        _, parts = value.__reduce__()  # the function, and an iterator for each argument
        kind = list if isinstance(parts[1], _OVER_LISTS) else tuple
        return kind(finished(one) for one in value)
    if isinstance(value, _AS_LIST):
        return [finished(one) for one in value]
    if isinstance(value, _AS_TUPLE):
        return tuple(finished(one) for one in value)
    kind = type(value)
    if kind is tuple or kind is list:
        return kind(finished(one) for one in value)
    return {key: finished(one) for key, one in value.items()} if kind is dict else value


def ms_function(fn: Callable[..., Any] | None = None, input_signature: Any = None, **kwargs: Any) -> Any:
    """Mark a function for compilation; the old name of `jit`, which MindSpore has dropped.

    Args:
        fn (Function, optional): what to mark. Default: ``None``.
        input_signature (Any): without effect. Default: ``None``.
        kwargs (dict): without effect.

    Source: mindspore.ms_function, MindSpore 1.10
    """
    return jit(fn) if fn is not None else jit


def jit_class(cls: _Class) -> _Class:
    """Mark a class as usable inside compiled functions; it is returned as it is.

    Args:
        cls (type): a class that is no Cell.

    Raises:
        TypeError: if `cls` is not a class.

    Source: mindspore.jit_class, MindSpore 2.10
    """
    if not isinstance(cls, type):
        msg = f"jit_class takes a class, got {cls!r}"
        raise TypeError(msg)
    return cls


ms_class = jit_class


class Mutable:
    """Marks a tuple, list or dict of Tensors that gradients are taken by; made by `mutable`."""

    __slots__ = ()


class _MutableTuple(Mutable, tuple[Any, ...]):
    __slots__ = ()


class _MutableList(Mutable, list[Any]):
    __slots__ = ()


class _MutableDict(Mutable, dict[Any, Any]):
    __slots__ = ()


def mutable(input_data: Any, dynamic_len: bool = False) -> Any:
    """Mark a value as variable, so that `grad` differentiates by the Tensors in a tuple, list or dict.

    Args:
        input_data (Union[Tensor, int, float, bool, tuple, list, dict]): the value.
        dynamic_len (bool): whether its length may change; it always may. Default: ``False``.

    Returns:
        An equal value of the same kind; Tensors and numbers as they are.

    Raises:
        TypeError: if `input_data` is of another kind.

    Source: mindspore.mutable, MindSpore 2.10
    """
    if isinstance(input_data, Mutable):
        return input_data
    for kind, marked in ((tuple, _MutableTuple), (list, _MutableList), (dict, _MutableDict)):
        if isinstance(input_data, kind):
            return marked(input_data)
    if not isinstance(input_data, (TensorBase, int, float)):
        msg = f"mutable takes a Tensor, a number, or a tuple, list or dict of them, got {type(input_data).__name__}"
        raise TypeError(msg)
    return input_data
