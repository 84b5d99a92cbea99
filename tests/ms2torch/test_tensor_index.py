"""Tensor indexing against what MindSpore 2.10 returned or raised on CPU."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import Tensor
from ms2torch._core.base import wrap
from ms2torch.common._tensor_index import IndexRangeError, getitem, setitem
from tools.record.tensor_goldens import describe, index_names

FOLDER = Path(__file__).parents[1] / "goldens"
GET = {g["case"]: g for g in json.loads((FOLDER / "tensor_getitem.json").read_text(encoding="utf-8"))}
SET = {g["case"]: g for g in json.loads((FOLDER / "tensor_setitem.json").read_text(encoding="utf-8"))}

# Where we differ from MindSpore on CPU, and what we do: raise this, or answer as numpy does.
NUMPY = "numpy"
GET_DIFFERS: dict[str, Any] = {
    # its results are wrong: elements are missing
    "v[4:-6:-1]": NUMPY,
    "x[::-1, [0, 2]]": NUMPY,
    "x[[0, 1], ::-1]": NUMPY,
    # a kernel of its CPU backend lacks a dtype or a rank
    "x[T(1, ms.int8)]": NUMPY,
    "x[T([0, 1], ms.int8)]": NUMPY,
    "x[T(True)]": NUMPY,
    "s[T(True)]": NUMPY,
    # it raises from a kernel or a converter
    "x[T(5)]": IndexError,
    "x[T([0, 5])]": IndexError,
    "v[T(7)]": IndexError,
    "x[m3, 0]": IndexRangeError,
    "x[0:1.5]": TypeError,
    "v[2.0:]": TypeError,
    # anything with __index__ is a bound
    "x[np.int64(0):np.int64(1)]": NUMPY,
    # its other implementation, Ascend and graph mode, takes numpy arrays
    "x[np.array(1)]": NUMPY,
    "x[np.array([0, 1])]": NUMPY,
    "x[np.array([True, False])]": NUMPY,
    "x[0, np.array([0, 1])]": NUMPY,
    "x[np.array([[0, 1]]), np.array([1, 2])]": NUMPY,
}
SET_DIFFERS: dict[str, Any] = {
    # an error, of the type that fits
    "x[0] = 1j": TypeError,
    "x[0] = 'a'": TypeError,
    "x[0] = np.float32(3)": TypeError,
    "x[0] = np.int64(3)": TypeError,
    "x[0:1.5] = 0": TypeError,
    "v[T([0, 9])] = 9": IndexError,  # aborts the process
    # its other implementation drops leading dimensions of 1
    "x[0] = n(1, 3, 4)": NUMPY,
    "x[0] = n(1, 1, 3, 4)": NUMPY,
    # a list is taken where the Tensor of the same values is
    "x[0, 0] = [T(1), 2, 3.5, 4]": NUMPY,
    "e[:, 0] = 5": NUMPY,
    # numpy arrays, as above
    "x[np.array([0, 1])] = 0": NUMPY,
    "x[np.array([True, False])] = 0": NUMPY,
}


def outcome(case: str, names: dict[str, Any]) -> Any:
    """Return the value of an expression, or what an assignment leaves in the variable it starts with."""
    if case in SET:
        exec(case, names)
        return names[case[0]]
    return eval(case, names)


def numpy_answer(case: str) -> np.ndarray:
    stand_in = SimpleNamespace(Tensor=lambda values, dtype=None: np.array(values, dtype), int8=np.int8)
    return outcome(case, index_names(stand_in))


def check_differing(case: str, recorded: dict[str, Any], ours: Any) -> None:
    """We do what the table above says, and it is not what MindSpore did."""
    if isinstance(ours, type):
        assert recorded.get("raises") != ours.__name__
        with pytest.raises(ours):
            outcome(case, index_names(ms))
        return
    wanted = numpy_answer(case) if ours == NUMPY else np.array(ours)
    found = outcome(case, index_names(ms))
    assert found.shape == wanted.shape
    np.testing.assert_array_equal(found.asnumpy(), wanted)
    assert "raises" in recorded or describe(ms, found) != recorded["result"]


def check_same(case: str, recorded: dict[str, Any]) -> None:
    if "raises" in recorded:
        with pytest.raises(getattr(builtins, recorded["raises"])):
            outcome(case, index_names(ms))
    else:
        assert describe(ms, outcome(case, index_names(ms))) == recorded["result"]


@pytest.mark.parametrize("case", GET)
def test_getitem(case: str) -> None:
    if case in GET_DIFFERS:
        check_differing(case, GET[case], GET_DIFFERS[case])
    else:
        check_same(case, GET[case])


@pytest.mark.parametrize("case", SET)
def test_setitem(case: str) -> None:
    if case in SET_DIFFERS:
        check_differing(case, SET[case], SET_DIFFERS[case])
    else:
        check_same(case, SET[case])


def test_setitem_keeps_identity_and_dtype() -> None:
    x = Tensor(np.arange(4))
    inner = x._t
    x[1:3] = Tensor([1.9, -1.9])
    assert x._t is inner
    assert x.asnumpy().tolist() == [0, 1, -1, 3]


class Taker:
    """`Taker(t)[index]` is `getitem(t, index)`."""

    def __init__(self, t: torch.Tensor) -> None:
        self.t = t

    def __getitem__(self, index: Any) -> torch.Tensor:
        return getitem(self.t, index)


class Index:
    """`Index()[index]` is the index itself."""

    def __getitem__(self, index: Any) -> Any:
        return index


@pytest.mark.parametrize("index", ["0", "0:2", "[0, 2]", "i", "m", "::-1", "[2, 0], None", "2:0:-1"])
def test_gradient_through_getitem(index: str) -> None:
    t = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    taken = eval(f"take[{index}]", {"take": Taker(t), "i": Tensor([0, 1, 0]), "m": Tensor([True, False, True])})
    (grad,) = torch.autograd.grad((taken * taken).sum(), t)
    counts = np.zeros(3)
    np.add.at(counts, eval(f"take[{index}]", {"take": Index(), "i": [0, 1, 0], "m": [True, False, True]}), 1)
    np.testing.assert_allclose(grad.numpy(), 2 * counts * t.detach().numpy())


@pytest.mark.parametrize(
    ("index", "value", "grads"),
    # the gradients that MindSpore 2.10 returned for (y * y).sum() with y = x * 1; y[index] = v
    [
        (0, 7.0, ([0, 4, 6], 14)),
        (slice(0, 2), [7.0, 8.0], ([0, 0, 6], [14, 16])),
        ([0, 1], [7.0, 8.0], ([0, 0, 6], [14, 16])),
        (slice(2, 0, -1), [7.0, 8.0], ([2, 0, 0], [14, 16])),
    ],
)
def test_gradient_through_setitem(index: Any, value: Any, grads: Any) -> None:
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    v = Tensor(torch.tensor(value).numpy())
    v._t.requires_grad_()
    y = x * 1
    y = setitem(y, index, v)
    found = torch.autograd.grad((y * y).sum(), [x, v._t])
    assert [g.tolist() for g in found] == list(grads)


def test_parameter_is_written_outside_the_graph() -> None:
    p = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    setitem(p, 0, 5.0)
    setitem(p[1:], 0, 6.0)
    assert p.tolist() == [5, 6]
    assert p.is_leaf
    assert p.requires_grad


def test_input_under_differentiation_cannot_be_written() -> None:
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    for target in (x, x[:1]):
        with pytest.raises(RuntimeError, match="assign to a copy"):
            setitem(target, 0, 5.0)
    with torch.no_grad():
        setitem(x, 0, 5.0)
    assert x.tolist() == [5, 2]


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("x[5]", "index 5 is out of bounds for dimension with size 2 (dimension 0)"),
        ("x[0, 5]", "index 5 is out of bounds for dimension with size 3 (dimension 1)"),
        ("x[0, 1, 2, 3]", "too many indices: 4 for a tensor of 3 dimensions, shape (2, 3, 4)"),
        ("x[np.int64(1)]", "write int(1)"),
        ("x[range(2)]", "write list(...) around it"),
        ("x[m3]", "the mask of shape (3,) must be of shape (2,)"),
        ("x[[0, 1], [0, 1, 2]]", "shape mismatch: indexing tensors could not be broadcast"),
        ("x[False]", "accepts True only"),
        ("s[0]", "`x.item()`"),
        ("x[0] = T([1, 2, 3])", "a value of shape (3,) does not broadcast to the indexed shape (3, 4)"),
        ("x[0] = np.array([1, 2, 3, 4])", "write mindspore.Tensor(value)"),
        ("v[::-2] = 0", "counts a negative step down from its length"),
    ],
)
def test_message_says_what_to_do(case: str, message: str) -> None:
    with pytest.raises((IndexError, TypeError, ValueError)) as caught:
        outcome(case, index_names(ms))
    assert message in str(caught.value)


def test_traces_in_one_graph() -> None:
    def program(t: torch.Tensor) -> torch.Tensor:
        y = getitem(t, (slice(None), slice(None, None, -1))) * 1
        setitem(y, (..., 0), 2.0)
        setitem(y, 0, wrap(getitem(y, 1)))
        return getitem(y, (slice(0, 2), [0, 1]))

    t = torch.arange(12.0).view(3, 4)
    traced = torch.compile(program, fullgraph=True, backend="eager")
    assert torch.equal(traced(t), program(t))
