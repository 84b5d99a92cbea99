"""Functions on functions: maps over nested tuples, functions chosen by the types of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase
from ms2torch.ops.primitive import Primitive

__all__ = ["HyperMap", "Map", "MultitypeFuncGraph", "add_flags"]

F = TypeVar("F", bound=Callable[..., Any])


class OnFunctions:
    """What makes functions of functions; counts as a function itself among the types of arguments."""


class MultitypeFuncGraph(OnFunctions):
    """A function of several definitions: the first one registered for the types of the arguments is called.

    Args:
        name (str): a name for messages.
        read_value (bool): without effect in MindSpore's PyNative mode, and here. Default: ``False``.

    Raises:
        TypeError: if `name` is not a str.

    Examples:
        >>> add = MultitypeFuncGraph("add")
        >>> @add.register("Tensor", "Number")
        ... def add_number(x, y):
        ...     return x + y

    Source: mindspore.ops.MultitypeFuncGraph, MindSpore 2.10
    """

    def __init__(self, name: str, read_value: bool = False) -> None:
        if not isinstance(name, str):
            msg = f"MultitypeFuncGraph: name must be a str, got {name!r}"
            raise TypeError(msg)
        self.name = name
        self.read_value = read_value
        self.entries: list[tuple[tuple[str, ...], Callable[..., Any]]] = []

    def register(self, *type_names: str | mstype.Type) -> Callable[[F], F]:
        """Return a decorator that registers a function for these types of arguments.

        Args:
            type_names (Union[str, mindspore.dtype]): one for each argument: ``"Tensor"``, ``"Number"``, ``"Bool"``,
                ``"Int"``, ``"Float"``, ``"Tuple"``, ``"List"``, ``"String"``, ``"Function"``, ``"None"`` ...

        Returns:
            Callable, which returns the function as it is.

        Raises:
            TypeError: if a name is neither a str nor a type.
            ValueError: if there is no such type.
        """
        wanted = tuple(_type_name(each) for each in type_names)

        def keep(fn: F) -> F:
            self.entries.append((wanted, fn))
            return fn

        return keep

    def __call__(self, *args: Any) -> Any:
        """Call the function registered for the types of `args`.

        Raises:
            ValueError: if there is none.
        """
        for wanted, fn in self.entries:
            if len(wanted) == len(args) and all(map(_is_of_type, args, wanted)):
                return fn(*args)
        told = ", ".join(type(each).__name__ for each in args)
        known = [", ".join(wanted) for wanted, _ in self.entries]
        msg = f"{self.name}: no function is registered for ({told}); there are {known}"
        raise ValueError(msg)


class Map(OnFunctions):
    """Apply a function to the elements of tuples or lists, side by side.

    Args:
        ops (Union[MultitypeFuncGraph, Function, None]): the function; ``None``: it is the first argument of each
            call. Default: ``None``.
        reverse (bool): the order in which a compiled graph runs; eager execution has one order. Default: ``False``.

    Raises:
        TypeError: if `ops` cannot be called.

    Source: mindspore.ops.Map, MindSpore 2.10
    """

    _deep = False

    def __init__(self, ops: Callable[..., Any] | None = None, reverse: bool = False) -> None:
        if ops is not None and not callable(ops):
            msg = f"{type(self).__name__}: ops must be a function, got {ops!r}"
            raise TypeError(msg)
        self.ops = ops
        self.reverse = reverse

    def __call__(self, *args: Any) -> Any:
        """Apply the function.

        Args:
            args (Union[tuple, list]): the function, where none was given before, and the sequences. As in MindSpore,
                the shortest one decides how many elements there are.

        Returns:
            tuple of the results, nested as the first sequence.
        """
        fn, rest = (self.ops, args) if self.ops is not None else (args[0], args[1:])
        return self._apply(fn, rest)  # type: ignore[arg-type]

    def _apply(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if not isinstance(args[0], (tuple, list)):
            return fn(*args)
        if self._deep:
            return tuple(self._apply(fn, each) for each in zip(*args, strict=False))
        return tuple(fn(*each) for each in zip(*args, strict=False))


class HyperMap(Map):
    """Apply a function to the leaves of nested tuples or lists, side by side.

    Args:
        ops (Union[MultitypeFuncGraph, Function, None]): the function; ``None``: it is the first argument of each
            call. Default: ``None``.
        reverse (bool): the order in which a compiled graph runs; eager execution has one order. Default: ``False``.

    Raises:
        TypeError: if `ops` cannot be called.

    Source: mindspore.ops.HyperMap, MindSpore 2.10
    """

    _deep = True


def add_flags(fn: Any = None, **flags: Any) -> Any:
    """Set flags on a Cell or a function, for graph compilers.

    Args:
        fn (Union[Cell, Function], optional): what to set them on; ``None``: return a decorator. Default: ``None``.
        flags (Any): names and values.

    Returns:
        `fn` itself, or the decorator.

    Source: mindspore.ops.add_flags, MindSpore 2.10
    """

    def keep(target: Any) -> Any:
        if hasattr(target, "add_flags"):
            target.add_flags(**flags)
        else:
            target._func_graph_flags = {**getattr(target, "_func_graph_flags", {}), **flags}
        return target

    return keep if fn is None else keep(fn)


def core(fn: Any = None, **flags: Any) -> Any:
    """Mark a function or Cell as part of MindSpore's core for its compiler, with further flags.

    Args:
        fn (Union[Cell, Function], optional): what to mark; ``None``: return a decorator. Default: ``None``.
        flags (Any): names and values.

    Returns:
        `fn` itself, or the decorator.

    Source: mindspore.ops.composite.base.core, MindSpore 2.10
    """
    return add_flags(fn, core=True, **flags)


_KINDS: dict[str, tuple[type, ...]] = {
    "tensor": (TensorBase,),
    "bool": (bool,),
    "int": (int,),
    "float": (float,),
    "number": (bool, int, float),
    "tuple": (tuple,),
    "list": (list,),
    "string": (str,),
    "dictionary": (dict,),
    "slice": (slice,),
    "ellipsis": (type(...),),
    "function": (FunctionType, Primitive, OnFunctions),
    "none": (type(None),),
    "nonetype": (type(None),),
    "typetype": (mstype.Type,),
    # what no value here is: there are no such tensors, but a program may register them
    "rowtensor": (),
    "maptensor": (),
    "csrtensor": (),
    "cootensor": (),
    "uint": (),
    "envtype": (),
    "undetermined": (),
    "problem": (),
}


def _type_name(each: str | mstype.Type) -> str:
    if not isinstance(each, (str, mstype.Type)):
        msg = f"MultitypeFuncGraph.register: expected the name of a type, or a type of MindSpore, got {each!r}"
        raise TypeError(msg)
    name = str(each)
    plain = name.lower().rstrip("0123456789")
    if plain not in _KINDS:
        msg = f"MultitypeFuncGraph.register: there is no type {name!r}; the names are {sorted(_KINDS)}"
        raise ValueError(msg)
    return name


def _is_of_type(value: Any, name: str) -> bool:
    plain = name.lower().rstrip("0123456789")
    if isinstance(value, bool):
        return plain in ("bool", "number")
    return isinstance(value, _KINDS[plain])
