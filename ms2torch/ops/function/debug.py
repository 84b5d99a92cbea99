"""Functions that change nothing but how gradients flow, or that show values."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.below_jit import in_graph
from ms2torch._core.tensor_type import Tensor


def stop_gradient(value: Any) -> Any:
    """Cut a value off from differentiation.

    Args:
        value (Any): a Tensor, or nested tuples and lists of them; anything else is returned as it is.

    Returns:
        The same values, through which no gradient flows.

    Source: mindspore.ops.stop_gradient, MindSpore 2.10
    """
    try:
        return wrap(value._t.detach())
    except AttributeError:
        pass  # no Tensor
    if isinstance(value, (tuple, list)):
        return type(value)(map(stop_gradient, value))
    return value


def depend(value: Any, expr: Any) -> Any:
    """Return `value`; `expr` has been computed by then. Operations run in the order written here, so nothing is to do.

    Args:
        value (Tensor): what is returned.
        expr (Expression): what must come first.

    Returns:
        `value` itself.

    Source: mindspore.ops.depend, MindSpore 2.10
    """
    return value


def identity(x: Any) -> Any:
    """Return the argument.

    Args:
        x (Any): anything.

    Returns:
        `x` itself.

    Source: mindspore.ops.identity, MindSpore 2.10
    """
    return x


def print_(*input_x: Any) -> None:
    """Print values, one on each line; Tensors in full, as their `repr` shows them.

    Args:
        input_x (Union[Tensor, bool, int, float, str, tuple, list]): what to print.

    Source: mindspore.ops.print_, MindSpore 2.10
    """
    for each in input_x:
        print(each if isinstance(each, str) else repr(each))  # noqa: T201 - what it is for


def partial(*args: Any, **kwargs: Any) -> Callable[..., Any]:
    """Fix the first arguments of a function.

    Args:
        args (Union[FunctionType, Any]): the function, and its first arguments.
        kwargs (dict): arguments of the function by name; in a graph only.

    Returns:
        Callable that takes the remaining arguments, by position.

    Raises:
        TypeError: if the first argument cannot be called, or arguments are given by name outside a graph.

    Source: mindspore.ops.partial, MindSpore 2.10
    """
    if not args or not callable(args[0]):
        msg = f"ops.partial: the first argument must be a function, got {args[:1]}"
        raise TypeError(msg)
    if kwargs and not in_graph():
        name = next(iter(kwargs))
        msg = f"ops.partial: got an unexpected keyword argument {name!r}; outside a graph use functools.partial"
        raise TypeError(msg)
    return functools.partial(*args, **kwargs)


def tensor_copy(input_x: Tensor) -> Tensor:
    """Return the same values as a new Tensor.

    Args:
        input_x (Tensor): of any shape.

    Returns:
        Tensor, a copy.

    Raises:
        TypeError: if `input_x` is not a Tensor.

    Source: mindspore.ops.Identity, MindSpore 2.10
    """
    if not isinstance(input_x, TensorBase):
        msg = f"ops.Identity: expected a Tensor, got {type(input_x).__name__}"
        raise TypeError(msg)
    return wrap(input_x._t.clone())
