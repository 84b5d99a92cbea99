"""`repr` and `str` of tensors against what MindSpore 2.10 printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import ms2torch as ms
import ms2torch.dataset as ds
from ms2torch import ops
from ms2torch.common._tensor_format import of_numpy, tensor_repr, tensor_str
from tools.record.tensor_goldens import format_array

GOLDENS = json.loads((Path(__file__).parents[1] / "goldens" / "tensor_format.json").read_text(encoding="utf-8"))


def tensor_of(case: str) -> torch.Tensor:
    dtype, expression = case.split(" ", 1)
    values = torch.from_numpy(format_array(dtype, expression))
    return values.bfloat16() if dtype == "bfloat16" else values


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda g: g["case"])
def test_prints_as_mindspore(golden: dict[str, Any]) -> None:
    t = tensor_of(golden["case"])
    assert tensor_repr(t) == golden["repr"]
    assert tensor_str(t) == golden["str"]
    if "of_numpy" in golden:
        assert tensor_repr(of_numpy(t)) == golden["of_numpy"]


FORM = "value= [0.5, 2. ])"


@pytest.mark.parametrize(
    ("name", "make", "of_numpy"),
    [
        ("from_numpy", lambda t: t, True),
        ("the same", lambda t: t.contiguous(), True),
        ("identity", ops.identity, True),
        ("same type", lambda t: t.astype(ms.float32), True),
        ("result", lambda t: t + 0, False),
        ("part", lambda t: t[:], False),
        ("copy", lambda t: t.copy(), False),
        ("Tensor of numpy", lambda t: ms.Tensor(t.asnumpy()), False),
        ("other type", lambda t: t.astype(ms.float64), False),
    ],
)
def test_which_tensors_print_as_numpy(name: str, make: Callable[[Any], Any], of_numpy: bool) -> None:
    made = make(ms.Tensor.from_numpy(np.array([0.5, 2.0], np.float32)))
    assert repr(made).endswith(FORM) is of_numpy, f"{name}: {made!r}"


@pytest.mark.parametrize("do_copy", [False, True])
def test_rows_of_a_data_set_print_as_numpy(do_copy: bool) -> None:
    data = ds.NumpySlicesDataset(np.array([[0.5, 2.0]], np.float32), ["a"])
    (row,) = data.create_tuple_iterator(num_epochs=1, do_copy=do_copy)
    (as_dict,) = data.create_dict_iterator(num_epochs=1, do_copy=do_copy)
    assert repr(row[0]).endswith(FORM) is repr(as_dict["a"]).endswith(FORM) is not do_copy


def test_numpys_print_options_count_for_what_is_of_numpy() -> None:
    with np.printoptions(precision=2):
        assert repr(ms.Tensor.from_numpy(np.arange(2.0) / 3)).endswith("value= [0.  , 0.33])")


def test_gradient_history_does_not_matter() -> None:
    t = torch.tensor([1.5, 2.0], requires_grad=True)
    assert tensor_repr(t * 1) == "Tensor(shape=[2], dtype=Float32, value= [ 1.50000000e+00,  2.00000000e+00])"
    assert tensor_str(t) == "[1.5 2. ]"


def test_strides_do_not_matter() -> None:
    t = torch.arange(60).reshape(3, 4, 5).permute(2, 0, 1)
    assert tensor_repr(t) == tensor_repr(t.contiguous())
    assert tensor_str(t[::2, 1]) == tensor_str(t[::2, 1].contiguous())


def test_lazy_conjugate_and_negative() -> None:
    t = torch.tensor([1 + 2j, -3.5j])
    assert tensor_repr(t.conj()) == "Tensor(shape=[2], dtype=Complex64, value= [1-2j, -0+3.5j])"
    assert tensor_str(t.conj().imag) == "[-2.   3.5]"
    assert tensor_repr(t.conj().imag).endswith("[-2.00000000e+00,  3.50000000e+00])")


def test_a_large_tensor_is_cut_before_it_is_formatted() -> None:
    t = torch.zeros(1).expand(1 << 20, 1 << 20)  # a terabyte, were it copied
    assert tensor_repr(t).count("\n") == 7


def test_short_floats_without_numpy_type() -> None:
    t = torch.tensor([1.0, 2.5]).to(torch.float8_e5m2)
    assert tensor_repr(t) == "Tensor(shape=[2], dtype=Float8E5M2, value= [  1, 2.5])"
    assert tensor_str(t) == "[1.000000 2.500000]"


def test_str_follows_numpy_print_options_and_leaves_them_alone() -> None:
    before = np.get_printoptions()
    t = torch.tensor([1 / 3, 1.0])
    with np.printoptions(precision=2):
        assert tensor_str(t) == "[0.33 1.  ]"
        assert "3.33333343e-01" in tensor_repr(t)
    assert np.get_printoptions() == before


def test_large_float32_are_written_without_exponents_as_by_numpy_1() -> None:
    for numbers, text in (
        ([1e6, 2e6], "[1000000. 2000000.]"),
        ([-1984710.8, -2811332.0], "[-1984710.8 -2811332. ]"),
        ([1e8, 2e8], "[1.e+08 2.e+08]"),
    ):
        assert tensor_str(torch.tensor(numbers)) == text
