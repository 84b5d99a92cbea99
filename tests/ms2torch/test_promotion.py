"""The element type that each function of two operands gives, as recorded from MindSpore 2.10."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import ms2torch as ms
import ms2torch.numpy
from ms2torch import Tensor, mint, ops
from tools.record.promotion import CODES, GOLDEN, NUMBERS, SHAPES, TYPES, functions

RECORDED: dict[str, dict[str, list[str]]] = json.loads(GOLDEN.read_text())
TYPED = set(CODES.values())
# functions of which some cells give another type, by the reason
REASONS = {
    "a number beside a tensor of 0 dimensions is a tensor of 0 dimensions in MindSpore": """
        ops.mul | ops.multiply | ops.div | ops.divide | ops.true_divide | ops.Mul() | ops.Div() | mint.mul |
        mint.div | mint.divide
    """,
    "MindSpore subtracts bools as integers": """
        ops.subtract | numpy.subtract
    """,
    "no rule found behind the cells of 0 dimensions, half or complex types": """
        ops.fmod | ops.ldexp | ops.kron | mint.fmod |
        numpy.logaddexp | numpy.logaddexp2 |
        Tensor.multiply | Tensor.true_divide | Tensor.fmod | Tensor.ldexp |
        ops.lerp, weight
    """,
}
DIFFER = {name.strip() for names in REASONS.values() for name in names.split("|")}


@functools.cache
def operands(shape: tuple[int, ...]) -> list[Tensor]:
    return [Tensor(np.ones(shape), getattr(ms, t)) for t in TYPES]


def pairs(kind: str, row: int) -> list[tuple[Any, Any]]:
    if kind in SHAPES:
        left, right = SHAPES[kind]
        return [(operands(left)[row], y) for y in operands(right)]
    own = operands((2,) if "many" in kind else ())[row]
    return [(number, own) if kind.startswith("number") else (own, number) for number in NUMBERS]


def letter(function: Callable[[Any, Any], Any], x: Any, y: Any) -> str:
    try:
        out = function(x, y)
    except (TypeError, ValueError, RuntimeError, AttributeError):
        return "!"
    if not isinstance(out, Tensor) or out._t.dtype is torch.complex32:  # which MindSpore has not
        return "?"
    name = str(out.dtype).lower()
    return CODES.get({"bool": "bool_"}.get(name, name), "?")


def differing(name: str, both: bool) -> list[tuple[str, str, int, str, str]]:
    """Return the cells of a function that differ; only those that give a type on both sides, or also refusals."""
    function = functions(ms)[name]
    wrong = []
    for kind, rows in RECORDED[name].items():
        for at, row in enumerate(rows):
            for column, (pair, expected) in enumerate(zip(pairs(kind, at), row, strict=True)):
                found = letter(function, *pair)
                refused = expected == "!" or found == "!"
                if found not in (expected, "?") and expected in TYPED | {"!"} and (both or not refused):
                    wrong.append((kind, TYPES[at], column, expected, found))
    return wrong


@pytest.mark.filterwarnings("ignore:ComplexHalf", "ignore:Casting complex")
@pytest.mark.parametrize("name", RECORDED)
def test_result_types(name: str) -> None:
    wrong = differing(name, both=False)
    assert bool(wrong) is (name in DIFFER), wrong[:5]


@pytest.mark.parametrize("name", ["+", "*", "/", "**", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "@"])
def test_operators_refuse_what_mindspore_refuses(name: str) -> None:
    refused = [cell for cell in differing(name, both=True) if cell[3] == "!" and cell[4] != "?"]
    assert not refused, refused[:5]


@pytest.mark.parametrize(
    ("expression", "expected"),
    # what MindSpore 2.10 returns
    [
        ("Tensor([0.0, 1.0], ms.float16) * -1e9", [np.nan, -np.inf]),
        ("Tensor([0.0, 1.0], ms.float16) + -1e9", [-np.inf, -np.inf]),
        ("Tensor([1, 2], ms.int8) + 200", [-55, -54]),
        ("Tensor([1, 2], ms.int8) < 200", [True, True]),
        ("Tensor([1, 2], ms.int8) > 200", [True, True]),
        ("Tensor([1, 2], ms.int8) / 200", [0.005, 0.01]),
        ("Tensor([0, 1], ms.uint8) == 256", [True, False]),
        ("ops.equal(Tensor([0, 1], ms.uint8), 256)", [False, False]),
        ("Tensor([1, 2], ms.int8) + Tensor(300, ms.int32)", [301, 302]),
        ("Tensor([1, 2, 3]) ** -1", [1, 0, 0]),
        ("ops.masked_fill(Tensor([1.0, 2.0], ms.float16), Tensor([True, False]), -1e9)", [-np.inf, 2]),
        ("ops.full((2,), 1e9, dtype=ms.float16)", [np.inf, np.inf]),
        ("ops.full_like(Tensor([1, 2], ms.uint8), 300)", [44, 44]),
        ("ops.pad(Tensor([1], ms.int8), (1, 0), value=200)", [-56, 1]),
        ("ops.clamp(Tensor([1, 2], ms.int8), 200, None)", [1, 2]),
        ("ops.where(Tensor([True, False]), Tensor([1.0, 2.0], ms.float16), 1e9)", [1, np.inf]),
        ("Tensor([1.0, -3.0]) // float('inf')", [0, 0]),
    ],
)
def test_numbers_take_the_type_of_the_result_first(expression: str, expected: list[float]) -> None:
    found = eval(expression, {"ms": ms, "Tensor": Tensor, "ops": ops})
    np.testing.assert_allclose(found.asnumpy().astype(np.float64), expected, rtol=1e-3)


@pytest.mark.parametrize("other", [[1, 2], (1, 2), np.array([1.0, 2.0]), None, "x", 2j])
def test_operators_take_tensors_and_numbers_only(other: object) -> None:
    x = Tensor([1.0, 2.0])
    with pytest.raises(TypeError):
        x.__mul__(other)
    with pytest.raises(TypeError):
        x.__lt__(other)
    assert (x == other) is False
    assert (x != other) is True


def test_sums_and_differences_alone_take_lists() -> None:
    """Measured on MindSpore 2.10."""
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    numbers = [1, 2]
    assert (x + numbers).asnumpy().tolist() == [[2, 4], [4, 6]]
    assert (x - (1, 2)).asnumpy().tolist() == [[0, 0], [2, 2]]
    for other in (np.array([1.0, 2.0]), None, "x", ["x"], 2j):
        with pytest.raises(TypeError):
            x.__add__(other)


def test_floors_are_taken_in_double() -> None:
    """Measured on MindSpore 2.10: 0.1 of float32 is a little more than 0.1."""
    assert (Tensor([1.0, 3.0]) // 0.1).asnumpy().tolist() == [9, 29]
    complex_floor = Tensor(np.array([7.5 + 3j], np.complex64)) // 2
    assert complex_floor.asnumpy().tolist() == [3]


def test_a_tensor_has_no_format_specification() -> None:
    with pytest.raises(TypeError, match="item"):
        f"{Tensor(1.0):.4f}"


def test_the_gradient_of_a_floor_is_zero() -> None:
    x = Tensor([3.0, 5.0])
    assert ms.grad(lambda a: (a // 2 + a).sum())(x).asnumpy().tolist() == [1, 1]
    assert mint.floor_divide(x, 2).asnumpy().tolist() == [1, 2]
