"""Functions on functions: gradients, maps over nested tuples, functions chosen by the types of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase
from ms2torch.autodiff._differentiate import differentiate
from ms2torch.common.parameter import Parameter
from ms2torch.ops.primitive import Primitive

__all__ = ["GradOperation", "HyperMap", "Map", "MultitypeFuncGraph", "add_flags"]

F = TypeVar("F", bound=Callable[..., Any])


class GradOperation:
    """Make functions that compute gradients; `mindspore.grad` is the newer way.

    Args:
        get_all (bool): differentiate by all Tensor inputs, not by the first alone. Default: ``False``.
        get_by_list (bool): differentiate by Parameters. Default: ``False``.
        sens_param (bool): the last argument of the call is what the output's gradient begins with.
            Default: ``False``.

    Raises:
        TypeError: if an argument is not a bool.

    Source: mindspore.ops.GradOperation, MindSpore 2.10
    """

    def __init__(self, get_all: bool = False, get_by_list: bool = False, sens_param: bool = False) -> None:
        for name, value in (("get_all", get_all), ("get_by_list", get_by_list), ("sens_param", sens_param)):
            if not isinstance(value, bool):
                msg = f"For 'GradOperation', the '{name}' should be bool, but got {type(value).__name__}"
                raise TypeError(msg)
        self.get_all, self.get_by_list, self.sens_param = get_all, get_by_list, sens_param

    def __call__(self, fn: Callable[..., Any], weights: Any = None) -> Callable[..., Any]:
        """Make the function that computes gradients of `fn`.

        Args:
            fn (Union[Cell, Function]): what to differentiate.
            weights (Union[ParameterTuple, Parameter, list[Parameter]], optional): with `get_by_list`, by what;
                ``None``: the trainable parameters of the Cell. Default: ``None``.

        Returns:
            Function with the inputs of `fn`, and with `sens_param` one more. It returns the gradient by the first
            input; with `get_all` the tuple of those by all Tensor inputs; with `get_by_list` those of the weights,
            a tuple unless `weights` is one Parameter; with both a pair.

        Raises:
            TypeError: if `fn` cannot be called, or there are no weights to differentiate by.
        """
        if not callable(fn):
            msg = f"GradOperation: expected a Cell or a function, got {type(fn).__name__}"
            raise TypeError(msg)
        params = self._weights(fn, weights) if self.get_by_list else []

        @wraps(fn, updated=())
        def after_grad(*args: Any, **kwargs: Any) -> Any:
            sens = None
            if self.sens_param:
                *inputs, sens = args
                args = tuple(inputs)
            by = [x for x in args if isinstance(x, TensorBase)] if self.get_all else list(args[:1])
            if self.get_by_list and not self.get_all:
                by = []
            _, input_grads, weight_grads = differentiate(fn, args, kwargs, by, params, sens=sens)
            by_weight = weight_grads[0] if isinstance(weights, Parameter) else tuple(weight_grads)
            if not self.get_by_list:
                return tuple(input_grads) if self.get_all else input_grads[0]
            return (tuple(input_grads), by_weight) if self.get_all else by_weight

        return after_grad

    def _weights(self, fn: Any, weights: Any) -> list[Parameter]:
        if weights is None and hasattr(fn, "trainable_params"):
            return list(fn.trainable_params())
        found = [weights] if isinstance(weights, Parameter) else weights
        if not isinstance(found, (tuple, list)) or not all(isinstance(p, Parameter) for p in found):
            msg = f"GradOperation: with get_by_list, weights must be Parameters, got {weights!r}"
            raise TypeError(msg)
        return list(found)


class MultitypeFuncGraph:
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


class Map:
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
    "function": (FunctionType, Primitive, MultitypeFuncGraph, GradOperation, Map),
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
