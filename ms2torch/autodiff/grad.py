"""`grad` and `value_and_grad`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from ms2torch._core.base import TensorBase
from ms2torch.autodiff._differentiate import differentiate
from ms2torch.autodiff._forward import (
    derivative as derivative,
    jet as jet,
    jvp as jvp,
    linearize as linearize,
)
from ms2torch.autodiff._reverse import jacfwd as jacfwd, jacrev as jacrev, vjp as vjp
from ms2torch.common._graphs import Graphs
from ms2torch.common.api import Mutable
from ms2torch.common.parameter import Parameter, ParameterTuple

__all__ = ["get_grad", "grad", "value_and_grad"]

Position = int | tuple[int, ...] | None
Weights = ParameterTuple | Parameter | Sequence[Parameter] | None


def grad(
    fn: Callable[..., Any],
    grad_position: Position = 0,
    weights: Weights = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable[..., Any]:
    """Make a function that computes gradients of `fn`.

    Outputs of any shape are allowed: their elements are added up, so to say.

    Args:
        fn (Union[Cell, Function]): what to differentiate.
        grad_position (Union[NoneType, int, tuple[int]]): positional inputs to differentiate by. Default: ``0``.
        weights (Union[ParameterTuple, Parameter, list[Parameter]]): Parameters to differentiate by.
            Default: ``None``.
        has_aux (bool): only the first output is differentiated; the others are returned with the gradients.
            Default: ``False``.
        return_ids (bool): pair each gradient with its position or parameter name. Default: ``False``.
        sens_param (bool): the function made takes one more argument, the last one: what to seed the outputs with,
            nested as they are. Default: ``False``: ones.

    Returns:
        Function with the inputs of `fn`, returning the gradient by one input; a tuple of them for several
        positions; those of the weights if `grad_position` is ``None``; a pair of both if both are asked for; with
        `has_aux` a pair of these and the tuple of other outputs.

    Raises:
        ValueError: if both `grad_position` and `weights` are ``None``.
        TypeError: if `grad_position` is neither an int nor a tuple of ints.

    Differs from MindSpore: by an integer input `fn` is differentiated in a second run, on floating-point numbers; what
    takes integers only contributes nothing. Gradients of gradients are right; below them MindSpore 2.10 on a CPU takes
    the gradient of `sum`, `mean` and `prod` over dimensions that it drops, and of `cat`, for a constant.

    Source: mindspore.grad, MindSpore 2.10
    """
    _check(grad_position, weights)
    graphs = Graphs(fn)

    @wraps(fn, updated=())
    def run(*args: Any, **kwargs: Any) -> Any:
        output, grads = _value_and_grads(
            fn, args, kwargs, grad_position, weights, has_aux, return_ids, sens_param, graphs
        )
        return (grads, tuple(output[1:])) if has_aux else grads

    return run


def value_and_grad(
    fn: Callable[..., Any],
    grad_position: Position = 0,
    weights: Weights = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable[..., Any]:
    """Make a function that computes `fn` and its gradients in one run.

    Args:
        fn (Union[Cell, Function]): what to run and differentiate.
        grad_position (Union[NoneType, int, tuple[int]]): positional inputs to differentiate by. Default: ``0``.
        weights (Union[ParameterTuple, Parameter, list[Parameter]]): Parameters to differentiate by.
            Default: ``None``.
        has_aux (bool): only the first output is differentiated. Default: ``False``.
        return_ids (bool): pair each gradient with its position or parameter name. Default: ``False``.
        sens_param (bool): the function made takes one more argument, the last one: what to seed the outputs with,
            nested as they are. Default: ``False``: ones.

    Returns:
        Function with the inputs of `fn`, returning a pair: all outputs of `fn`, and the gradients as `grad` does.

    Raises:
        ValueError: if both `grad_position` and `weights` are ``None``.
        TypeError: if `grad_position` is neither an int nor a tuple of ints.

    Source: mindspore.value_and_grad, MindSpore 2.10
    """
    _check(grad_position, weights)
    graphs = Graphs(fn)

    @wraps(fn, updated=())
    def run(*args: Any, **kwargs: Any) -> Any:
        return _value_and_grads(fn, args, kwargs, grad_position, weights, has_aux, return_ids, sens_param, graphs)

    return run


def get_grad(gradients: Any, identifier: int | Parameter | str) -> Any:
    """Find one gradient among those that `grad` returned with ``return_ids=True``.

    Args:
        gradients (Union[tuple[int, Tensor], tuple[tuple, tuple]]): what `grad` returned.
        identifier (Union[int, Parameter]): a position or a parameter.

    Returns:
        Tensor.

    Raises:
        RuntimeError: if there is no such gradient.

    Source: mindspore.get_grad, MindSpore 2.10
    """
    wanted = identifier.name if isinstance(identifier, Parameter) else identifier
    pairs = [gradients]
    while pairs:
        item = pairs.pop()
        if isinstance(item, tuple):
            if len(item) == 2 and isinstance(item[0], (int, str)):
                if item[0] == wanted:
                    return item[1]
            else:
                pairs.extend(item)
    msg = f"no gradient for {wanted!r}; compute it with return_ids=True and name it in grad_position or weights"
    raise RuntimeError(msg)


def _check(grad_position: Position, weights: Weights) -> None:
    if grad_position is None:
        if weights is None:
            msg = "`grad_position` and `weight` can not be None at the same time."
            raise ValueError(msg)
        return
    positions = grad_position if isinstance(grad_position, tuple) else (grad_position,)
    if any(isinstance(p, bool) or not isinstance(p, int) for p in positions):
        msg = f"For 'grad', the 'grad_position' must be int or tuple of ints, got {grad_position!r}"
        raise TypeError(msg)


def _value_and_grads(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    grad_position: Position,
    weights: Weights,
    has_aux: bool,
    return_ids: bool,
    sens_param: bool,
    graphs: Graphs,
) -> tuple[Any, Any]:
    """Run `differentiate`, and shape what it returns as the arguments ask."""
    if grad_position == ():
        raise RuntimeError("grad_position should not be empty when grad by position!")
    args, sens = (args[:-1], args[-1]) if sens_param else (args, None)
    positions = () if grad_position is None else grad_position
    positions = positions if isinstance(positions, tuple) else (positions,)
    for p in positions:
        if not -len(args) <= p < len(args):
            msg = f"grad_position {p} exceeds the {len(args)} positional inputs"
            raise RuntimeError(msg)
    params = [weights] if isinstance(weights, Parameter) else list(weights or ())
    output, input_grads, weight_grads = differentiate(
        fn, args, kwargs, [args[p] for p in positions], params, has_aux=has_aux, sens=sens, graphs=graphs
    )
    if return_ids:
        tensors = [p for p in positions if isinstance(args[p], (TensorBase, Mutable))]
        input_grads = list(zip(tensors, input_grads, strict=True))
        weight_grads = [(p.name, g) for p, g in zip(params, weight_grads, strict=True)]
    # a tuple of one position gives the gradient itself, as an int does; numbers have none (measured 2.10)
    by_input = input_grads[0] if len(input_grads) == 1 else tuple(input_grads)
    by_weight = weight_grads[0] if isinstance(weights, Parameter) else tuple(weight_grads)
    if weights is None:
        return output, by_input
    return output, by_weight if grad_position is None else (by_input, by_weight)
