"""Gradients through casts to integers and bools, and of functions that have none; numbers of real MindSpore 2.10.0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, ops

X = [1.5, 2.5, -0.5, 3.0]
WHOLE = (ms.int8, ms.int16, ms.int32, ms.int64, ms.uint8, ms.bool_)
CASTS: dict[str, Callable[[Tensor, Any], Tensor]] = {
    "ops.cast": ops.cast,
    "Cast": ops.Cast(),
    "astype": lambda x, kind: x.astype(kind),
    "to": lambda x, kind: x.to(kind),
}


@pytest.mark.parametrize("kind", WHOLE, ids=str)
@pytest.mark.parametrize("by", CASTS)
def test_the_gradient_of_a_cast_is_one(by: str, kind: Any) -> None:
    grad = ms.grad(lambda x: CASTS[by](x, kind))(Tensor(X))
    assert grad.dtype == ms.float32
    assert grad.asnumpy().tolist() == [1.0] * 4


@pytest.mark.parametrize("kind", [kind for kind in WHOLE if kind not in (ms.uint8, ms.bool_)], ids=str)
def test_a_cast_back_brings_the_gradient_cut_to_an_integer(kind: Any) -> None:
    grad = ms.grad(lambda x: x.astype(kind).astype(ms.float32) * x)(Tensor(X))
    assert grad.asnumpy().tolist() == [2.0, 4.0, 0.0, 6.0]


def test_by_way_of_bools() -> None:
    grad = ms.grad(lambda x: x.astype(ms.bool_).astype(ms.float32) * x)(Tensor(X))
    assert grad.asnumpy().tolist() == [2.0] * 4


def test_what_is_no_cast_of_the_input_has_none() -> None:
    grad = ms.grad(lambda x: (x > 0).astype(ms.float32) * x)(Tensor(X))
    assert grad.asnumpy().tolist() == [1.0, 1.0, 0.0, 1.0]
    cut = ms.grad(lambda x: ops.stop_gradient(x.astype(ms.int32)).astype(ms.float32) * x)(Tensor(X))
    assert cut.asnumpy().tolist() == [1.0, 2.0, 0.0, 3.0]


def test_a_seed_of_integers() -> None:
    by = ops.GradOperation(sens_param=True)(lambda x: ops.cast(x, ms.int32))
    assert by(Tensor(X), Tensor([1, 2, 3, 4], ms.int32)).asnumpy().tolist() == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("fn", "kind", "primitive"),
    [
        (ops.gcd, ms.int32, "Gcd"),
        (ops.lcm, ms.int32, "Lcm"),
        (ops.heaviside, ms.float32, "Heaviside"),
        (ops.heaviside, ms.int32, "Heaviside"),
        (ops.bitwise_left_shift, ms.int32, "LeftShift"),
        (ops.bitwise_right_shift, ms.int32, "RightShift"),
        (lambda a, _: ops.histc(a), ms.float32, "Histogram"),
        (lambda a, _: ops.histc(a), ms.int32, "Histogram"),
    ],
)
def test_what_has_no_gradient_says_so(fn: Callable[..., Tensor], kind: Any, primitive: str) -> None:
    a, b = Tensor([7, 8, 9], kind), Tensor([2, 1, 3], kind)
    plain = fn(a, b)
    with pytest.raises(RuntimeError, match=f"Illegal primitive {primitive}'s bprop not defined"):
        ms.grad(fn)(a, b)
    assert np.array_equal(fn(a, b).asnumpy(), plain.asnumpy())


@pytest.mark.parametrize("total", [ms.ops.sum, ms.mint.sum])
def test_gradients_pass_a_sum_asked_in_integers(total) -> None:
    x = ms.Tensor([[1, 2], [3, 4]], ms.int32)
    assert ms.grad(lambda x: total(x, dtype=ms.int64))(x).asnumpy().tolist() == [[1, 1], [1, 1]]


def test_gradients_pass_a_product_asked_in_integers() -> None:
    x = ms.Tensor([[1, 2], [3, 4]], ms.int32)
    assert ms.grad(lambda x: ms.mint.prod(x, dtype=ms.int32))(x).asnumpy().tolist() == [[24, 12], [8, 6]]


@pytest.mark.parametrize(
    ("reduced", "wanted"),
    [
        (lambda x: ms.ops.sum(x, 0, dtype=ms.int64), [1, 1]),
        (lambda x: ms.ops.prod(x, dtype=ms.int32), [3, 2]),
        (lambda x: ms.mint.prod(x, 0, dtype=ms.int8), [3, 2]),
    ],
)
def test_gradients_by_floats_pass_what_is_asked_in_integers(reduced, wanted) -> None:
    assert ms.grad(reduced)(ms.Tensor([2.0, 3.0])).asnumpy().tolist() == wanted
