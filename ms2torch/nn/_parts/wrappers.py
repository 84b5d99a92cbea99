"""Cells around networks by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def _step(self: Any, *inputs: Any) -> Any:
    if not self.sense_flag:
        return self._no_sens_impl(*inputs)
    from ms2torch.ops.function.array.create import full_like

    loss = self.network(*inputs)
    seed = full_like(loss, self.sens)
    return _update(self, loss, self.grad(self.network, self.weights)(*inputs, seed))


def _step_of_ones(self: Any, *inputs: Any) -> Any:
    loss = self.network(*inputs)
    return _update(self, loss, self.grad_no_sens(self.network, self.weights)(*inputs))


def _update(self: Any, loss: Any, grads: Any) -> Any:
    grads = self.grad_reducer(grads)
    self.optimizer(grads)
    return (loss, dict(zip(self.weights_name, grads, strict=True))) if self.return_grad else loss


def _value_and_grad(self: Any, *inputs: Any) -> tuple[Any, Any]:
    weights = () if self.weights is None else (self.weights,)
    return self.network(*(inputs[:-1] if self.sens_param else inputs)), self.grad(self.network, *weights)(*inputs)


def _of_parts(self: Any, *inputs: Any) -> Any:
    parts = [self._split(x) for x in inputs]
    total: Any = 0.0
    for i in range(self._count):
        total = self.add(total, self.network(*(part[i] for part in parts)))
    return total


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "TrainOneStepCell": {"construct": _step, "_no_sens_impl": _step_of_ones},
    "ForwardValueAndGrad": {"construct": _value_and_grad},
    "PipelineCell": {"construct": _of_parts},
    "MicroBatchInterleaved": {"construct": _of_parts},
}
