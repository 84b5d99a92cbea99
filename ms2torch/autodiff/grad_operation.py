"""`GradOperation`: the older way to make functions that compute gradients."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from ms2torch.autodiff._differentiate import differentiate
from ms2torch.common._graphs import Graphs
from ms2torch.common.parameter import Parameter
from ms2torch.ops.composite._on_functions import OnFunctions

__all__ = ["GradOperation"]


class GradOperation(OnFunctions):
    """Make functions that compute gradients; `mindspore.grad` is the newer way.

    In graph mode and under `jit` a Cell that has been called once with the same Tensors is not run forward again.

    Args:
        get_all (bool): differentiate by all Tensor inputs, not by the first alone. Default: ``False``.
        get_by_list (bool): differentiate by Parameters. Default: ``False``.
        sens_param (bool): the last argument of the call is what the output's gradient begins with.
            Default: ``False``.

    Raises:
        TypeError: if an argument is not a bool.

    Differs from MindSpore: a graph that calls a Cell once and differentiates it more than once undoes, in its first
    call, what one of the runs assigned to Parameters.

    Source: mindspore.ops.GradOperation, MindSpore 2.10
    """

    def __init__(self, get_all: bool = False, get_by_list: bool = False, sens_param: bool = False) -> None:
        for name, value in (("get_all", get_all), ("get_by_list", get_by_list), ("sens_param", sens_param)):
            if not isinstance(value, bool):
                msg = f"For 'GradOperation', the '{name}' should be bool, but got {type(value).__name__}"
                raise TypeError(msg)
        self.get_all, self.get_by_list, self.sens_param = get_all, get_by_list, sens_param
        self._of: tuple[Callable[..., Any], Graphs] | None = None

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
            msg = f"For 'GradOperation', the first argument must be a 'Function' or 'Cell', but got {type(fn).__name__}"
            raise TypeError(msg)
        params = self._weights(fn, weights) if self.get_by_list else []
        if self._of is None or self._of[0] is not fn:
            self._of = (fn, Graphs(fn))  # asked for again, the graphs of a function are those it has
        graphs = self._of[1]

        @wraps(fn, updated=())
        def after_grad(*args: Any, **kwargs: Any) -> Any:
            sens = None
            if self.sens_param:
                args, kwargs, sens = _without_sens(args, kwargs)
            inputs = [*args, *kwargs.values()]
            by = inputs if self.get_all else inputs[:1]
            if self.get_by_list and not self.get_all:
                by = []
            _, input_grads, weight_grads = differentiate(fn, args, kwargs, by, params, sens=sens, graphs=graphs)
            by_weight = weight_grads[0] if isinstance(weights, Parameter) else tuple(weight_grads)
            if not self.get_by_list:
                # of a first input that is no Tensor there is no gradient: the empty tuple, as in MindSpore
                return input_grads[0] if input_grads and not self.get_all else tuple(input_grads)
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


def _without_sens(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any], Any]:
    """Take what the output's gradient begins with from the inputs: the keyword `sens`, or the last by position."""
    if "sens" in kwargs:
        return args, {name: value for name, value in kwargs.items() if name != "sens"}, kwargs["sens"]
    if not args:
        msg = "GradOperation: with sens_param the last argument is the gradient of the output; there is no argument"
        raise TypeError(msg)
    return args[:-1], kwargs, args[-1]
