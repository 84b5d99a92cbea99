"""What a Cell makes of assignments to its attributes is what real MindSpore makes of them.

`tests/goldens/assignments.json` holds MindSpore's answers to the questions of tests/opdb/_assignments.py.
"""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import torch

import ms2torch as ms
import ms2torch.nn
from ms2torch import Parameter, Tensor, nn
from tests.opdb._assignments import HELD, Question, answer, questions

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "goldens" / "assignments.json").read_text())
MASK = [True, False, True]


def recorded(question: Question) -> Any:
    """Return MindSpore's answer."""
    said = GOLDEN[question.held][question.write]
    return said[""] if "" in said else said[question.when]


@pytest.mark.parametrize("held", HELD)
def test_an_assignment_does_what_it_does_in_mindspore(held):
    asked = [question for question in questions() if question.held == held]
    found = {question: answer(ms, question) for question in asked}
    assert found == {question: recorded(question) for question in asked}


# ---- a buffer is one object (each measured 2.10) -------------------------------------------------------------------


def with_buffer() -> tuple[nn.Cell, Tensor]:
    cell, value = nn.Cell(), Tensor([2.0, 3.0, 4.0])
    cell.register_buffer("a", value)
    return cell, value


def test_the_cell_holds_the_tensor_that_it_was_given():
    cell, value = with_buffer()
    assert cell.a is value
    cell.load_state_dict({"a": Tensor([7.0, 7.0, 7.0])})
    assert cell.a is value
    assert value.asnumpy().tolist() == [7, 7, 7]


def test_a_buffer_of_two_cells_is_one_tensor():
    cell, value = with_buffer()
    other = nn.Cell()
    other.b = cell.a
    cell.a[Tensor(MASK)] = 0
    assert other.b is value
    assert list(other.state_dict()) == ["b"]
    assert value.asnumpy().tolist() == [0, 3, 0]


def test_values_of_a_state_dict_follow_the_buffer():
    cell, _ = with_buffer()
    value = cell.state_dict()["a"]
    cell.a[...] = 9
    assert value.asnumpy().tolist() == [9, 9, 9]


def test_what_lists_buffers_follows_them():
    cell, value = with_buffer()
    (listed,) = cell.buffers()
    value[...] = 9
    assert cell.a is value
    assert listed.tolist() == [9, 9, 9]
    assert torch.equal(next(iter(ms.as_torch(cell).buffers())), torch.full((3,), 9.0))


def test_gradients_pass_through_what_is_written():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.register_buffer("a", Tensor([2.0, 3.0, 4.0]))

        def construct(self, x):
            self.a[Tensor(MASK)] = x * 2
            return (self.a * self.a).sum()

    net = Net()
    assert [float(ms.grad(net)(Tensor(x))) for x in (3.0, 5.0)] == [48, 80]
    net.a[...] = 1
    assert float(net.a.sum()) == 3


def test_a_product_has_kept_the_buffer_itself():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([2.0]), name="w")
            self.register_buffer("a", Tensor([1.0]))

        def construct(self, x):
            self.a[...] = self.a * self.w * x
            return (self.a * self.a).sum()

    net = Net()
    value, gradient = ms.value_and_grad(net, None, net.trainable_params())(Tensor([3.0]))
    assert (float(value), float(gradient[0])) == (36, 216)  # of 6 * 3, which is there now, and not of 1 * 3
    assert net.a.asnumpy().tolist() == net.state_dict()["a"].tolist() == [6]


def test_a_copied_cell_has_one_tensor_for_two_names():
    cell, _ = with_buffer()
    cell.b = cell.a
    for made in (copy.deepcopy(cell), pickle.loads(pickle.dumps(cell))):
        assert list(made.state_dict()) == ["a", "b"]
        made.a[...] = 9
        assert made.a.asnumpy().tolist() == [9, 9, 9]
        assert cell.a.asnumpy().tolist() == [2, 3, 4]
    twin = copy.deepcopy(cell)
    assert twin.a is twin.b


def test_a_copy_of_a_buffer_is_none():
    cell, _ = with_buffer()
    other = nn.Cell()
    other.a, other.b, other.c = copy.deepcopy(cell.a), cell.a.copy(), cell.a[:]
    assert list(other.state_dict()) == []


def test_a_buffer_stays_one_object_where_torch_converts_it():
    cell, value = with_buffer()
    cell.double()
    assert cell.a is value
    assert value.dtype == ms.float64
    value[...] = 9
    assert cell.state_dict()["a"].tolist() == [9, 9, 9]


def test_a_parameter_registered_as_a_buffer_is_none_of_the_parameters():
    cell, parameter = nn.Cell(), Parameter(Tensor([1.0]), name="x")
    cell.register_buffer("a", parameter)
    assert cell.a is parameter
    assert list(cell.state_dict()) == ["a"]
    assert list(cell.parameters_and_names()) == []


@pytest.mark.parametrize("value", [[], (), [1, 2], [nn.ReLU()], abs, "text"], ids=repr)
def test_other_lists_do_not_shadow_a_parameter(value):
    cell = nn.Cell()
    cell.a = Parameter(Tensor([1.0]), name="a")
    with pytest.raises(TypeError):
        cell.a = value


def test_the_type_of_a_parameter_changes_there_and_back():
    weight = Parameter(Tensor([1.0, 2.0]), name="weight")
    weight.set_dtype(ms.int32)
    assert (weight.dtype, weight.requires_grad, weight._t.requires_grad) == (ms.int32, True, False)
    weight.set_dtype(ms.float32)
    assert (weight.dtype, weight.requires_grad, weight._t.requires_grad) == (ms.float32, True, True)
