"""`jvp`, `linearize`, `jet` and `derivative`: derivatives along a direction, by torch's forward mode."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.grad_mode import recording
from ms2torch._core.tree import unwrap_tree, wrap_tree

__all__ = ["derivative", "jet", "jvp", "linearize"]


def jvp(fn: Callable[..., Any], inputs: Any, v: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """Run a function, and multiply its Jacobian by a vector.

    Args:
        fn (Union[Function, Cell]): the function.
        inputs (Union[Tensor, tuple[Tensor], list[Tensor]]): its inputs.
        v (Union[Tensor, tuple[Tensor], list[Tensor]]): the vector, of the inputs' shapes.
        has_aux (bool): only the first output counts; the others are returned. Default: ``False``.

    Returns:
        tuple of the outputs, the products of their shapes, and with `has_aux` the other outputs.

    Raises:
        TypeError: if the inputs are no Tensors, or one vector stands in a tuple of its own.
        ValueError: if there are not as many vectors as inputs.

    Source: mindspore.jvp, MindSpore 2.10
    """
    if isinstance(v, (tuple, list)) and len(v) == 1:
        raise TypeError("jvp: one vector is given as a Tensor, not in a tuple")
    primals, tangents = _tensors(inputs), _tensors(v)
    if len(primals) != len(tangents):
        msg = f"v has invalid length: should be {len(primals)}, but got {len(tangents)}"
        raise ValueError(msg)
    tangents = [t.to(dtype=p.dtype).expand_as(p) for p, t in zip(primals, tangents, strict=True)]

    def counted(*args: torch.Tensor) -> Any:
        out = _call(fn, args)
        if not has_aux:
            return out
        if not isinstance(out, tuple) or len(out) < 2:
            msg = "When 'has_aux' is True, the function must return at least two outputs"
            raise ValueError(msg)
        rest = tuple(out[1:])
        return out[0], rest[0] if len(rest) == 1 else rest

    with recording():
        answer = torch.func.jvp(counted, tuple(primals), tuple(tangents), has_aux=has_aux)
    return tuple(wrap_tree(part) for part in answer)


def linearize(fn: Callable[..., Any], inputs: Any) -> tuple[Any, Callable[..., Any]]:
    """Run a function, and return the outputs with the function that multiplies its Jacobian by a vector.

    Args:
        fn (Union[Function, Cell]): the function.
        inputs (Union[Tensor, tuple[Tensor], list[Tensor]]): its inputs.

    Returns:
        tuple of the outputs and a function of a vector.

    Raises:
        TypeError: if the inputs are no Tensors.

    Source: mindspore.ops.linearize, MindSpore 2.10
    """
    primals = _tensors(inputs)
    with recording():
        outputs = _call(fn, primals)
    out = wrap_tree(_detached(outputs))
    return out, partial(_product, fn, inputs)


def _product(fn: Callable[..., Any], inputs: Any, v: Any) -> Any:
    return jvp(fn, inputs, v)[1]


def jet(fn: Callable[..., Any], primals: Any, series: Any) -> tuple[Any, Any]:
    """Compute the derivatives of ``fn(path(t))`` at 0, for a path given by its derivatives there.

    Args:
        fn (Union[Function, Cell]): the function.
        primals (Union[Tensor, tuple[Tensor]]): where the path is at 0.
        series (Union[Tensor, tuple[Tensor]]): for each of them its derivatives of order 1, 2, ..., stacked along the
            first dimension.

    Returns:
        tuple of the outputs and their derivatives, stacked likewise.

    Raises:
        TypeError: if an argument is no Tensor.
        ValueError: if lengths or shapes do not fit.

    Source: mindspore.ops.jet, MindSpore 2.10
    """
    at, along = _tensors(primals), _tensors(series)
    if len(at) != len(along) or any(s.shape[1:] != p.shape for p, s in zip(at, along, strict=True)):
        msg = "For 'jet', each series must be of shape (order, *shape of its primal), and there must be one for each"
        raise ValueError(msg)
    outputs, derivatives = _along(fn, at, along)
    stacked = [torch.stack(each) for each in derivatives]
    many = isinstance(outputs, tuple)
    return wrap_tree(outputs), wrap_tree(tuple(stacked) if many else stacked[0])


def derivative(fn: Callable[..., Any], primals: Any, order: int) -> tuple[Any, Any]:
    """Compute one derivative of a function, of any order, along the direction in which all inputs grow alike.

    For a function that acts on each element this is the derivative at each element.

    Args:
        fn (Union[Function, Cell]): the function.
        primals (Union[Tensor, tuple[Tensor]]): its inputs.
        order (int): the order, at least 1.

    Returns:
        tuple of the outputs and their derivatives.

    Raises:
        TypeError: if an input is no Tensor, or `order` no int.
        ValueError: if `order` is below 1.

    Source: mindspore.ops.derivative, MindSpore 2.10
    """
    at = _tensors(primals)
    if isinstance(order, bool) or not isinstance(order, int):
        msg = f"For `F.derivative`, type of order should be int, but got {type(order).__name__}."
        raise TypeError(msg)
    if order < 1:
        msg = f"For `F.derivative`, value of order should not be less than 1, but got {order}."
        raise ValueError(msg)
    straight = [torch.cat([torch.ones_like(p)[None], p.new_zeros((order - 1, *p.shape))]) for p in at]
    outputs, derivatives = _along(fn, at, straight)
    last = [each[-1] for each in derivatives]
    return wrap_tree(outputs), wrap_tree(tuple(last) if isinstance(outputs, tuple) else last[0])


def _along(
    fn: Callable[..., Any], at: list[torch.Tensor], series: list[torch.Tensor]
) -> tuple[Any, list[list[torch.Tensor]]]:
    """Return the outputs, and for each of them its derivatives of order 1, 2, ... along the path."""
    order = series[0].shape[0]

    def path(t: torch.Tensor) -> tuple[torch.Tensor, ...]:
        points = []
        for p, s in zip(at, series, strict=True):
            point, weight = p, t.new_ones(())
            for k in range(order):
                weight = weight * t / (k + 1)
                point = point + s[k] * weight.to(dtype=p.dtype)
            points.append(point)
        return tuple(points)

    def value(t: torch.Tensor) -> tuple[torch.Tensor, ...]:
        out = _call(fn, path(t))
        return out if isinstance(out, tuple) else (out,)

    zero = torch.zeros((), dtype=torch.float64 if at[0].dtype is torch.float64 else torch.float32)
    functions: list[Callable[[torch.Tensor], Any]] = [value]
    for _ in range(order):
        functions.append(_rate(functions[-1]))
    with recording():
        plain = _call(fn, at)
        rates = [function(zero) for function in functions[1:]]
    return _detached(plain), [[_detached(each) for each in column] for column in zip(*rates, strict=True)]


def _rate(function: Callable[[torch.Tensor], Any]) -> Callable[[torch.Tensor], Any]:
    """Return the derivative of a function of a number."""

    def rate(t: torch.Tensor) -> Any:
        return torch.func.jvp(function, (t,), (torch.ones_like(t),))[1]

    return rate


def _call(fn: Callable[..., Any], args: Any) -> Any:
    """Run `fn` on torch tensors, inside wrapped."""
    out = unwrap_tree(fn(*(wrap(t) for t in args)))
    return tuple(out) if isinstance(out, list) else out


def _detached(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach()
    return tuple(_detached(each) for each in value) if isinstance(value, tuple) else value


def _tensors(value: Any) -> list[torch.Tensor]:
    each = list(value) if isinstance(value, (tuple, list)) else [value]
    if any(not isinstance(x, TensorBase) for x in each):
        msg = "The inputs type must be a Tensor, tuple or list of Tensors."
        raise TypeError(msg)
    return [x._t.detach() for x in each]
