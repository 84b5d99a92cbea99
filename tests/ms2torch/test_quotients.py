"""Numbers beside tensors, quotients by zero, integer powers and types of arguments, as measured on MindSpore 2.10."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ms2torch as ms
import ms2torch.numpy as mnp
from ms2torch import Tensor, mint, ops

I32 = Tensor([-3, 0, 3], ms.int32)
F64 = Tensor([0.0, 1.0, 0.1], ms.float64)
F16 = Tensor([0, 1, 3], ms.float16)
LEAST, MOST = -(2**31), 2**31 - 1


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: I32 // 0, [LEAST, 0, MOST]),
        (lambda: I32 % 0, [LEAST] * 3),
        (lambda: ops.fmod(I32, 0), [-3, 0, 3]),
        (lambda: ops.truncate_div(I32, 0), [LEAST] * 3),
        (lambda: ops.truncate_mod(I32, 0), [0, 0, 0]),
        (lambda: Tensor([-3, 0, 3], ms.int8) % 0, [0, 0, 0]),
        (lambda: I32**20, [LEAST, 0, LEAST]),
        (lambda: I32**-1, [0, LEAST, 0]),
        (lambda: Tensor([3, 2], ms.uint8) ** -1, [0, 0]),
        (lambda: I32 // [7.5, 2, 2], [-1, 0, 1]),
        (lambda: [7, 8, 9] - I32, [10, 8, 6]),
        (lambda: I32.masked_fill(I32 > 0, 2**31 - 1), [-3, 0, LEAST]),
        (lambda: mnp.mod(I32, 0), [0, 0, 0]),
    ],
)
def test_integers(call: Callable[[], Tensor], expected: list[int]) -> None:
    assert call().asnumpy().tolist() == expected


def test_a_float_is_a_float32_beside_float64() -> None:
    assert (F64 * 0.1).asnumpy()[1] == np.float32(0.1)
    assert not (F64 == 0.1).asnumpy()[2]
    assert np.isinf((F64 + 1e300).asnumpy()).all()
    assert ops.full((1,), 0.1, dtype=ms.float64).asnumpy()[0] == 0.1


def test_half_types() -> None:
    assert np.isnan((F16 * 1e5).asnumpy()[0])
    assert ops.mul(F16, 1e5).asnumpy().tolist() == [0, np.inf, np.inf]
    assert (F16 < 1e-9).asnumpy().tolist() == [True, False, False]
    assert np.isnan((F16 % 1e5).asnumpy()).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda: ops.cast(F16, np.float32),
        lambda: ops.zeros((2,), "float32"),
        lambda: mint.arange(3, dtype=float),
        lambda: F16.astype("f4"),
        lambda: mnp.sin([1.0, 2.0]),
        lambda: Tensor([1], ms.uint16) + 1,
        lambda: Tensor([1], ms.uint16) + Tensor([1.0]),
        lambda: Tensor([True]) + [1],  # noqa: RUF005
        lambda: ops.addcmul(F16, F16, F64),
        lambda: Tensor([1.0]).index_add(0, Tensor([0], ms.int64), Tensor([1.0])),
        lambda: Tensor([[1.0]]).prod((0, 1)),
        lambda: Tensor([[1.0]]).mean(axis=0, dtype=ms.float16),
        lambda: ms.jvp(ops.sin, F16, (F16,)),
    ],
)
def test_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        call()


def test_sums_with_a_factor_are_made_in_the_common_type() -> None:
    assert mint.add(Tensor([1.5]), Tensor([3], ms.uint8), alpha=-1).asnumpy().tolist() == [-1.5]
    assert mint.sub(Tensor([1.0]), Tensor([3], ms.uint8), alpha=200).asnumpy().tolist() == [-599]
    assert mint.sub(Tensor([True, False]), True).asnumpy().tolist() == [False, True]


def test_wide_unsigned_types_go_with_bools() -> None:
    x = Tensor([3, 200], ms.uint16)
    assert (x + Tensor([True, False])).asnumpy().tolist() == [4, 200]
    assert (-x).asnumpy().tolist() == [65533, 65336]
    assert (x // True).asnumpy().tolist() == [3, 200]
