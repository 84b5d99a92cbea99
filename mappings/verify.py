"""Execute the cases of rows on torch and on a MindSpore side, and say which hold."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from mappings import compare
from mappings.expressions import dotted, evaluate, four_calls, parse
from mappings.inputs import Input, parse_inputs
from mappings.model import Case, Row
from mappings.names import canonical, match_weight
from mappings.sides import MindSporeSide, TorchSide

Outcome = Literal["passed", "failed", "skipped", "missing"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What one case, in one spelling, gave on one MindSpore side.

    Attributes:
        family, row, case: the place (`row` and `case` are numbers from 1, `label` names the row).
        variant: "" as written, or which of the four calls (``positional`` ...).
        side: ``ms2torch`` or ``mindspore``.
        outcome: ``missing`` says that the side lacks the names in `detail`.
        detail: why it failed, or what differed where that was expected.
    """

    family: str
    row: int
    label: str
    case: int
    variant: str
    side: str
    outcome: Outcome
    detail: str

    @property
    def place(self) -> str:
        """``nn_conv.toml:row 3:case 1``, with the variant where it is one."""
        variant = f" ({self.variant})" if self.variant else ""
        return f"{self.family}.toml:row {self.row} ({self.label}):case {self.case}{variant}"


@dataclass(frozen=True, slots=True)
class _Observed:
    """Either what differed (empty: nothing), or who raised what."""

    lines: tuple[str, ...] = ()
    torch_error: Exception | None = None
    mindspore_error: Exception | None = None


def verify_row(
    row: Row, torch_side: TorchSide, ms_side: MindSporeSide, *, variants: bool = True
) -> Iterator[CaseResult]:
    """Run every case of a row, and the four calls of its first plain one; yield one result for each."""
    for case in row.cases:
        yield verify_case(row, case, torch_side, ms_side)
    if variants:
        yield from verify_variants(row, torch_side, ms_side)


def verify_case(
    row: Row, case: Case, torch_side: TorchSide, ms_side: MindSporeSide, *, variant: str = ""
) -> CaseResult:
    """Run one case."""
    real = ms_side.name == "mindspore"
    expected = case.oracle if real and case.oracle else case.expected
    result = _result_maker(row, case, ms_side.name, variant)
    if expected == "skip":
        return result("skipped", case.oracle_reason)
    try:
        missing = missing_names(row, case, ms_side)
    except ImportError as error:
        return result("failed", f"{ms_side.name} cannot import it: {_one_line(error)}")
    if missing:
        return result("missing", ", ".join(missing))
    observed = _observe(row, case, torch_side, ms_side)
    return result(*_judge(case, expected, observed))


def missing_names(row: Row, case: Case, ms_side: MindSporeSide) -> list[str]:
    """Return the public names that a case needs and its MindSpore side lacks."""
    roots = {"ms": "mindspore", "init": "mindspore.common.initializer"}
    roots |= {"nn": "mindspore.nn", "ops": "mindspore.ops"}
    used = {row.mindspore}
    for node in ast.walk(parse(case.mindspore)):
        head, _, rest = dotted(node).partition(".") if isinstance(node, ast.Attribute) else ("", "", "")
        if head in roots and rest:
            used.add(f"{roots[head]}.{rest}")
    whole = [name for name in used if not any(other.startswith(name + ".") for other in used)]
    return sorted(name for name in whole if not _has(ms_side, name))


def _has(ms_side: MindSporeSide, name: str) -> bool:
    try:
        ms_side.resolve(name)
    except AttributeError:
        return False
    return True


def verify_variants(row: Row, torch_side: TorchSide, ms_side: MindSporeSide) -> Iterator[CaseResult]:
    """Run the first plain case of a row again in the other ways of writing its call."""
    plain = [c for c in row.cases if c.expected == "equal" and c.stage == "forward"]
    case = next((c for c in plain if c.variants and not c.oracle), None)
    if case is None:
        return
    try:
        target = ms_side.resolve(row.mindspore)
        signature = inspect.signature(target)
    except (AttributeError, ImportError, ValueError, TypeError):
        return
    method = row.kind == "tensor_method"
    if method:
        signature = signature.replace(parameters=list(signature.parameters.values())[1:])
    for kind, text in four_calls(case.mindspore, _target_test(row, method=method), signature):
        varied = replace(case, mindspore=text, proves="")
        result = verify_case(row, varied, torch_side, ms_side, variant=kind)
        yield replace(result, detail=f"{result.detail} [{text}]") if result.outcome == "failed" else result


def _target_test(row: Row, *, method: bool) -> Callable[[ast.expr], bool]:
    name = row.mindspore.rpartition(".")[2]

    def is_target(node: ast.expr) -> bool:
        if method:
            return isinstance(node, ast.Attribute) and node.attr == name
        spelled = dotted(node)
        spelled = {"init": "mindspore.common.initializer"}.get(spelled.partition(".")[0], "") + (
            "." + spelled.partition(".")[2] if spelled.startswith("init.") else spelled
        )
        return canonical(spelled if spelled.startswith(("ms.", "mindspore.")) else f"ms.{spelled}") == row.mindspore

    return is_target


def _result_maker(row: Row, case: Case, side: str, variant: str) -> Callable[[Outcome, str], CaseResult]:
    def make(outcome: Outcome, detail: str) -> CaseResult:
        label = f"{row.torch} -> {row.mindspore}"
        return CaseResult(row.family, row.number, label, case.number, variant, side, outcome, detail)

    return make


def _judge(case: Case, expected: str, seen: _Observed) -> tuple[Outcome, str]:
    said = f"`{case.torch}` against `{case.mindspore}`: "
    if expected == "raises":
        return _judge_raises(case, seen)
    for side, error in (("torch", seen.torch_error), ("MindSpore", seen.mindspore_error)):
        if error is not None:
            return "failed", f"{said}{side} raised {_one_line(error)}"
    lines = "; ".join(seen.lines[:4])
    if (expected == "equal") == (not seen.lines) and "do not decide" not in lines:
        return "passed", lines
    return "failed", said + (f"expected {expected}, {lines}" if lines else f"expected {expected}, nothing differs")


def _judge_raises(case: Case, seen: _Observed) -> tuple[Outcome, str]:
    raised = {"torch": seen.torch_error, "mindspore": seen.mindspore_error}
    must = ("torch", "mindspore") if case.raises_on == "both" else (case.raises_on,)
    for side, error in raised.items():
        if (error is not None) != (side in must):
            return "failed", f"{side} " + (f"raised {_one_line(error)}" if error else "did not raise")
    error = raised["mindspore" if "mindspore" in must else "torch"]
    if case.error and case.error not in [cls.__name__ for cls in type(error).__mro__]:
        return "failed", f"raised {_one_line(error)}, expected {case.error}"
    return "passed", _one_line(error)


def _one_line(error: Exception | None) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}"


def _observe(row: Row, case: Case, torch_side: TorchSide, ms_side: MindSporeSide) -> _Observed:
    inputs = parse_inputs(case.inputs)
    stage = _STAGES[case.stage]
    torch_error: Exception | None = None
    state: object = None
    # Cases run code that is meant to raise anything at all; what was raised is the result. Warnings are not compared.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            state = stage.on_torch(row, case, inputs, torch_side)
        except Exception as error:  # noqa: BLE001
            torch_error = error
        if torch_error is not None and case.expected != "raises":
            return _Observed(torch_error=torch_error)
        try:
            lines = tuple(stage.on_mindspore(row, case, inputs, ms_side, state))
        except Exception as error:  # noqa: BLE001
            return _Observed((), torch_error, error)
    return _Observed(lines, torch_error)


@dataclass(frozen=True, slots=True)
class _Stage:
    """How one stage runs: first on torch, then on the MindSpore side, which compares."""

    on_torch: Callable[[Row, Case, tuple[Input, ...], TorchSide], Any]
    on_mindspore: Callable[[Row, Case, tuple[Input, ...], MindSporeSide, Any], Iterable[str]]


def _forward_torch(row: Row, case: Case, inputs: tuple[Input, ...], side: TorchSide) -> Any:
    tensors = side.tensors(inputs)
    value = side.build(case.torch, tensors)
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
        value = value(*tensors.values())
    return left + compare.differences(outputs, side.arrays(value), case)


def _grad_torch(row: Row, case: Case, inputs: tuple[Input, ...], side: TorchSide) -> Any:
    tensors = side.tensors(inputs)
    module = side.build(case.torch, tensors)
    if not side.is_module(module):
        return {}, side.gradients(lambda t: evaluate(case.torch, {**side.namespace(), **t}), tensors, None)
    module.eval()
    if row.weights:
        side.randomise(module)
    return side.weights(module), side.gradients(lambda t: module(*t.values()), tensors, module)


def _grad_mindspore(row: Row, case: Case, inputs: tuple[Input, ...], side: MindSporeSide, state: Any) -> Iterable[str]:
    weights, wanted = state
    tensors = side.tensors(inputs)
    cell = side.build(case.mindspore, tensors)
    if not side.is_module(cell):
        names = side.namespace()
        got = side.gradients(lambda t: evaluate(case.mindspore, {**names, **t}), tensors, None, {})
        return _gradient_lines(wanted.inputs, got.inputs, case)
    cell.set_train(False)
    left = side.copy_weights(cell, weights, row.weights)
    targets = {name: match_weight(row.weights, name) for name in wanted.weights}
    paths = {name: target[0] for name, target in targets.items() if target}
    got = side.gradients(lambda t: cell(*t.values()), tensors, cell, paths)
    back = {name: target[1].inverse for name, target in targets.items() if target}
    weights = {name: back[name].apply(gradient) for name, gradient in got.weights.items()}
    return left + _gradient_lines(wanted.inputs, got.inputs, case) + _gradient_lines(wanted.weights, weights, case)


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
    if not side.is_module(value):
        made = value.init_data() if hasattr(value, "init_data") else value
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


_STAGES: Mapping[str, _Stage] = {
    "forward": _Stage(_forward_torch, _forward_mindspore),
    "grad": _Stage(_grad_torch, _grad_mindspore),
    "train": _Stage(_train_torch, _train_mindspore),
    "optim": _Stage(_optim_torch, _optim_mindspore),
    "init": _Stage(_init_torch, _init_mindspore),
}
