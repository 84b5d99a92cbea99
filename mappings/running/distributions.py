"""Whether a layer's first values have the distribution that its row names, on either side."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mappings.lines.bindings import bind, find_call, values_of
from mappings.lines.calls import mindspore_line
from mappings.lines.expressions import evaluate, parse
from mappings.rows.model import Case, Init, Law, Row
from mappings.rows.names import match_weight
from mappings.running.sides import MindSporeSide, TorchSide

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

_SAMPLES = 8, 128  # layers built on either side, at least and at most
_VALUES = 512  # of each weight; fewer do not tell uniform from normal
_SAME = 1.95  # one-sample Kolmogorov-Smirnov statistic, p = 0.001
_ALLOWED = (
    ast.Expression,
    ast.BinOp,
    ast.UnaryOp,
    ast.Call,
    ast.Name,
    ast.Load,
    ast.Constant,
    ast.Subscript,
    ast.Slice,
)


def distribution_lines(row: Row, case: Case, torch_side: TorchSide, ms_side: MindSporeSide) -> list[str]:
    """Return one line for each weight whose first values do not have the distribution that the row names.

    Args:
        row (Row): with `init`.
        case (Case): of stage init; both sides are built from it with their defaults.
        torch_side (TorchSide): torch.
        ms_side (MindSporeSide): whatever has MindSpore's API.
    """
    defaults = [p.mindspore for p in row.params if p.shows == "init" and p.mindspore]
    line = mindspore_line(row, case.torch, without=defaults)
    ours: dict[str, list[Array]] = {}
    theirs: dict[str, list[Array]] = {}
    for seed in range(_SAMPLES[1]):
        drawn = [sum(array.size for array in arrays) for arrays in ours.values()]
        if seed >= _SAMPLES[0] and min(drawn, default=_VALUES) >= _VALUES:
            break
        weights = _torch_weights(case.torch, torch_side, seed)
        for name, array in weights.items():
            ours.setdefault(name, []).append(array)
        for name, array in _mindspore_weights(row, line, ms_side, weights, seed).items():
            theirs.setdefault(name, []).append(array)
    if not ours:
        return []
    shapes = {name: arrays[0].shape for name, arrays in ours.items()}
    return [*_lines(row, case, "torch", ours, shapes), *_lines(row, case, "mindspore", theirs, shapes)]


def _torch_weights(line: str, side: TorchSide, seed: int) -> dict[str, Array]:
    side.torch.manual_seed(seed)
    made = evaluate(line, side.namespace())
    return side.weights(made) if side.is_module(made) else {}


def _mindspore_weights(
    row: Row, line: str, side: MindSporeSide, weights: Mapping[str, Array], seed: int
) -> dict[str, Array]:
    """Return the first values of a cell by torch's names; of those weights that it has."""
    side.ms.set_seed(seed)
    cell = evaluate(line, side.namespace())
    found: dict[str, Array] = {}
    for name in weights:
        target = match_weight(row.weights, name)
        parameter = side.parameter(cell, target[0]) if target is not None else None
        if parameter is not None:
            found[name] = side.array(parameter)
    return found


def _lines(
    row: Row, case: Case, side: str, values: Mapping[str, list[Array]], shapes: Mapping[str, tuple[int, ...]]
) -> Iterator[str]:
    for entry in row.init:
        law = entry.torch if side == "torch" else entry.mindspore
        for name in _named(entry, shapes):
            if name not in values:
                yield f"{side} {name}: there is none"
                continue
            problem = _problem(law, values[name], _sizes(row, case, name, shapes))
            if problem:
                yield f"{side} {name}: {problem}"


def _named(entry: Init, shapes: Mapping[str, tuple[int, ...]]) -> list[str]:
    head, star, tail = entry.weight.partition("*")
    if not star:
        return [entry.weight]
    return [name for name in shapes if name.startswith(head) and name.endswith(tail)]


def _sizes(row: Row, case: Case, name: str, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, object]:
    """Return what the parameter of a distribution may speak of: the shape of the weight and the layer's arguments."""
    target = find_call(parse(case.torch), row.torch)
    given = values_of(bind(row, target).given) if target is not None else {}
    shape = shapes.get(name.replace("bias", "weight")) or shapes.get(name, ())
    known: dict[str, object] = {**given, "shape": shape, "kernel": shape[2:], "fan_in": math.prod(shape[1:])}
    known |= {"hidden": given.get("hidden_size"), "in1": given.get("in1_features")}
    return known


def _problem(law: Law, samples: list[Array], sizes: Mapping[str, object]) -> str:
    import numpy as np

    parameter = _number(law.parameter, sizes)
    flat = np.sort(np.concatenate([sample.ravel() for sample in samples])).astype("float64")
    if law.family == "constant":
        return "" if bool((np.abs(flat - parameter) <= 1e-6).all()) else f"not {law}: {flat[0]:.6g} to {flat[-1]:.6g}"
    if parameter <= 0 or flat[0] == flat[-1]:
        return f"not {law}: {flat[0]:.6g} to {flat[-1]:.6g}"
    if law.family == "uniform":
        expected = np.clip((flat + parameter) / (2 * parameter), 0, 1)
        inside = bool(np.abs(flat).max() <= parameter * (1 + 1e-6))
    elif law.family == "normal":
        expected = np.array([0.5 * (1 + math.erf(value / (parameter * math.sqrt(2)))) for value in flat])
        inside = True
    else:
        return f"{law.family} is no distribution that is known: uniform, normal or constant"
    steps = np.arange(1, flat.size + 1) / flat.size
    gap = max(float(np.abs(steps - expected).max()), float(np.abs(steps - 1 / flat.size - expected).max()))
    if inside and gap * math.sqrt(flat.size) <= _SAME:
        return ""
    return f"not {law}: std {flat.std():.4g} in [{flat[0]:.4g}, {flat[-1]:.4g}]"


def _number(text: str, sizes: Mapping[str, object]) -> float:
    """Return the value of a parameter such as ``1/sqrt(fan_in)``."""
    tree = ast.parse(text, mode="eval")
    operators = (ast.operator, ast.unaryop)
    wrong = next((node for node in ast.walk(tree) if not isinstance(node, (*_ALLOWED, *operators))), None)
    if wrong is not None:
        msg = f"{text!r} uses {type(wrong).__name__}, which a distribution's parameter may not"
        raise ValueError(msg)
    names = {**sizes, "sqrt": math.sqrt, "prod": math.prod, "__builtins__": {}}
    return float(eval(compile(tree, "<parameter>", "eval"), names))  # noqa: S307  (checked above, part of the package)
