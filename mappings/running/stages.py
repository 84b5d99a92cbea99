"""How a case runs in each stage: forward, gradients, training, optimizer steps, first values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mappings.lines.expressions import evaluate
from mappings.rows.model import Case, Row
from mappings.rows.names import match_weight
from mappings.running import compare
from mappings.running.inputs import Input
from mappings.running.sides import MindSporeSide, TorchSide


@dataclass(frozen=True, slots=True)
class Stage:
    """How one stage runs: first on torch, then on the MindSpore side, which compares."""

    on_torch: Callable[[Row, Case, tuple[Input, ...], TorchSide], Any]
    on_mindspore: Callable[[Row, Case, tuple[Input, ...], MindSporeSide, Any], Iterable[str]]


def _forward_torch(row: Row, case: Case, inputs: tuple[Input, ...], side: TorchSide) -> Any:
    tensors = side.tensors(inputs)
    value = side.build(case.torch, tensors)
    if side.is_function(value):
        value = value(*tensors.values())
    if not side.is_module(value):
        return {}, side.arrays(value)
    value.eval()
    if row.weights:
        side.randomise(value)
    return side.weights(value), side.arrays(value(*tensors.values()))


def _forward_mindspore(
    row: Row, case: Case, inputs: tuple[Input, ...], side: MindSporeSide, state: Any
) -> Iterable[str]:
    weights, outputs = state if state is not None else ({}, [])
    tensors = side.tensors(inputs)
    value = side.build(case.mindspore, tensors)
    left: list[str] = []
    if side.is_module(value):
        value.set_train(False)
        left = side.copy_weights(value, weights, row.weights)
    value = _called(value, case, tensors, side)
    return left + compare.differences(outputs, side.arrays(value), case)


def _called(value: Any, case: Case, tensors: dict[str, Any], side: MindSporeSide) -> Any:
    """Return what a cell or function gives for the inputs, called as the case says; an output stays."""
    if case.call:
        return evaluate(case.call, {**side.namespace(), **tensors, "layer": value})
    if side.is_module(value) or side.is_function(value):
        return value(*tensors.values())
    return value


def _run(text: str, side: TorchSide | MindSporeSide, tensors: dict[str, Any]) -> Any:
    value = evaluate(text, {**side.namespace(), **tensors})
    return value(*tensors.values()) if side.is_function(value) else value


def _grad_torch(row: Row, case: Case, inputs: tuple[Input, ...], side: TorchSide) -> Any:
    tensors = side.tensors(inputs)
    module = side.build(case.torch, tensors)
    if not side.is_module(module):
        return {}, side.gradients(lambda t: _run(case.torch, side, t), tensors, None)
    module.eval()
    if row.weights:
        side.randomise(module)
    return side.weights(module), side.gradients(lambda t: module(*t.values()), tensors, module)


def _grad_mindspore(row: Row, case: Case, inputs: tuple[Input, ...], side: MindSporeSide, state: Any) -> Iterable[str]:
    weights, wanted = state
    tensors = side.tensors(inputs)
    cell = side.build(case.mindspore, tensors)
    if not side.is_module(cell):
        got = side.gradients(lambda t: _run(case.mindspore, side, t), tensors, None, {})
        return _gradient_lines(_taken(wanted.inputs, case), got.inputs, case)
    cell.set_train(False)
    left = side.copy_weights(cell, weights, row.weights)
    targets = {name: match_weight(row.weights, name) for name in wanted.weights}
    paths = {name: target[0] for name, target in targets.items() if target}
    got = side.gradients(lambda t: _called(cell, case, t, side), tensors, cell, paths)
    back = {name: target[1].inverse for name, target in targets.items() if target}
    weights = {name: back[name].apply(gradient) for name, gradient in got.weights.items()}
    lines = left + _gradient_lines(_taken(wanted.inputs, case), got.inputs, case)
    return lines + _gradient_lines(wanted.weights, weights, case)


def _taken(gradients: Mapping[str, Any], case: Case) -> dict[str, Any]:
    """Leave out those of inputs that the case holds constant."""
    return {name: gradient for name, gradient in gradients.items() if name not in case.constants}


def _gradient_lines(wanted: Mapping[str, Any], got: Mapping[str, Any], case: Case) -> list[str]:
    lines: list[str] = []
    for name, gradient in wanted.items():
        if name in got:
            lines += [f"gradient of {name}: {line}" for line in compare.differences([gradient], [got[name]], case)]
    return lines


def _train_torch(row: Row, case: Case, inputs: tuple[Input, ...], side: TorchSide) -> Any:
    tensors = side.tensors(inputs)
    module = side.build(case.torch, tensors)
    if not side.is_module(module):
        return {}, [side.arrays(module)]
    if row.weights:
        side.randomise(module)
    weights = {name: array.copy() for name, array in side.weights(module).items()}
    module.train()
    outputs = [side.arrays(module(*side.tensors(inputs, step).values())) for step in range(case.steps)]
    module.eval()
    outputs.append(side.arrays(module(*tensors.values())))
    return weights, outputs


def _train_mindspore(row: Row, case: Case, inputs: tuple[Input, ...], side: MindSporeSide, state: Any) -> Iterable[str]:
    weights, wanted = state if state is not None else ({}, [])
    tensors = side.tensors(inputs)
    cell = side.build(case.mindspore, tensors)
    if not side.is_module(cell):
        return compare.differences(wanted[0], side.arrays(cell), case)
    left = side.copy_weights(cell, weights, row.weights)
    cell.set_train()
    outputs = [side.arrays(cell(*side.tensors(inputs, step).values())) for step in range(case.steps)]
    cell.set_train(False)
    outputs.append(side.arrays(cell(*tensors.values())))
    lines = list(left)
    for step, (a, b) in enumerate(zip(wanted, outputs, strict=True), start=1):
        where = "eval after training" if step > case.steps else f"step {step}"
        lines += [f"{where}: {line}" for line in compare.differences(a, b, case)]
    return lines


def _optim_torch(row: Row, case: Case, inputs: tuple[Input, ...], side: TorchSide) -> Any:
    del row
    params = [side.torch.nn.Parameter(t) for t in side.tensors(inputs).values()]
    optimizer = evaluate(case.torch, {**side.namespace(), "params": params})
    history: list[Any] = []
    for step in range(1, case.steps + 1):
        for param, grad in zip(params, side.tensors(inputs, step).values(), strict=True):
            param.grad = grad * case.grad_scale
        optimizer.step()
        history.append(side.arrays(params))
    return history


def _optim_mindspore(row: Row, case: Case, inputs: tuple[Input, ...], side: MindSporeSide, state: Any) -> Iterable[str]:
    del row
    params = [side.ms.Parameter(t, name=name) for name, t in side.tensors(inputs).items()]
    optimizer = evaluate(case.mindspore, {**side.namespace(), "params": params})
    lines: list[str] = []
    for step in range(1, case.steps + 1):
        optimizer(tuple(g * case.grad_scale for g in side.tensors(inputs, step).values()))
        if state is not None:
            found = compare.differences(state[step - 1], side.arrays(params), case)
            lines += [f"step {step}: {line}" for line in found]
    return lines


def _init_torch(row: Row, case: Case, inputs: tuple[Input, ...], side: TorchSide) -> Any:
    del row
    value = side.build(case.torch, side.tensors(inputs))
    return side.weights(value) if side.is_module(value) else {"value": side.array(value)}


def _init_mindspore(row: Row, case: Case, inputs: tuple[Input, ...], side: MindSporeSide, state: Any) -> Iterable[str]:
    value = side.build(case.mindspore, side.tensors(inputs))
    if case.call:
        evaluate(case.call, {**side.namespace(), "layer": value})
    if not side.is_module(value):
        made = value.init_data() if getattr(value, "has_init", False) else value
        lines = [compare.law_difference("value", state["value"], side.array(made))]
        return [line for line in lines if line]
    lines = []
    for name, array in state.items():
        target = match_weight(row.weights, name)
        if target is not None:
            parameter = side.parameter(value, target[0])
            made = None if parameter is None else side.array(parameter)
            lines.append(f"{name}: no {target[0]}" if made is None else compare.law_difference(name, array, made))
    return [line for line in lines if line]


STAGES: Mapping[str, Stage] = {
    "forward": Stage(_forward_torch, _forward_mindspore),
    "grad": Stage(_grad_torch, _grad_mindspore),
    "train": Stage(_train_torch, _train_mindspore),
    "optim": Stage(_optim_torch, _optim_mindspore),
    "init": Stage(_init_torch, _init_mindspore),
}
