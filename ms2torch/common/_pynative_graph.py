"""The eager executor's graph of one run: recorded from `new_graph` to `end_graph`, then differentiated."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.grad_mode import recording
from ms2torch._core.tree import tensor_leaves
from ms2torch.common._stand_ins import StandIns


class RecordedRun:
    """A run of a function with what its gradients need.

    Args:
        args (tuple): the function's arguments.
    """

    def __init__(self, args: tuple[Any, ...]) -> None:
        self._open = ExitStack()
        nested = self._open.enter_context(recording())
        self._inputs = self._open.enter_context(StandIns(tensor_leaves(args), nested=nested))
        self._output: Any = None

    def end(self, output: Any) -> None:
        """Record no further.

        Args:
            output (Any): what the function returned: a Tensor, or Tensors in a tuple or list.
        """
        self._output = output
        self._open.close()

    def gradients(self, grad: Any, weights: Any, position: Any, args: tuple[Any, ...]) -> Any:
        """Return the gradients that a `GradOperation` is to give.

        Args:
            grad (GradOperation): whether all inputs are differentiated by, the weights, or the first input.
            weights (list[Parameter] | tuple[Parameter] | Parameter | None): the weights.
            position (int | tuple[int] | None): which inputs.
            args (tuple): the arguments; a last one is the gradient of the output where `grad` has `sens_param`.
        """
        inputs = args[:-1] if grad.sens_param else args
        tensors = [each for each in inputs if isinstance(each, TensorBase)]
        if position is not None:
            places = (position,) if isinstance(position, int) else tuple(position)
            tensors = [inputs[place] for place in places]
        elif not grad.get_all:
            tensors = [] if grad.get_by_list else tensors[:1]
        by_list = [] if not grad.get_by_list else [weights] if isinstance(weights, TensorBase) else list(weights)
        found = self._by([*tensors, *by_list], args[-1] if grad.sens_param else None)
        of_inputs: tuple[Any, ...] = tuple(found[: len(tensors)])
        of_weights: tuple[Any, ...] = tuple(found[len(tensors) :])
        if not grad.get_by_list:
            return of_inputs if grad.get_all or len(of_inputs) > 1 else found[0]
        return (of_inputs, of_weights) if tensors else of_weights

    def _by(self, wanted: list[Any], sens: Any) -> list[Any]:
        outputs = [each._t for each in tensor_leaves(self._output) if each._t.requires_grad]
        known: dict[int, Any] = dict(zip(self._inputs.keys, self._inputs.leaves, strict=True))
        variables: list[torch.Tensor] = [known.get(id(each), each._t) for each in wanted]
        seeds = (
            [torch.ones_like(each) for each in outputs] if sens is None else [each._t for each in tensor_leaves(sens)]
        )
        differentiable = [each for each in variables if each.requires_grad]
        found = iter(torch.autograd.grad(outputs, differentiable, seeds, allow_unused=True) if outputs else [])
        parts = [next(found, None) if each.requires_grad else None for each in variables]
        return [
            wrap(torch.zeros_like(each, requires_grad=False) if part is None else part)
            for each, part in zip(variables, parts, strict=True)
        ]
