"""Inputs from specs, files and arrays."""

import numpy as np
import pytest
import torch

from parity.code.errors import CannotCompare
from parity.nets.inputs import make_inputs


@pytest.mark.parametrize(
    ("spec", "dtype", "shape", "name"),
    [
        ("float32[2,3,4]", torch.float32, (2, 3, 4), ""),
        ("x=float64[ 2 , 3 ]", torch.float64, (2, 3), "x"),
        ("float16[1]", torch.float16, (1,), ""),
        ("bfloat16[2]", torch.bfloat16, (2,), ""),
        ("mask=bool[2,2]", torch.bool, (2, 2), "mask"),
        ("float32[]", torch.float32, (), ""),
        ("int64[2,16]<1000", torch.int64, (2, 16), ""),
        ("int32[0,3]", torch.int32, (0, 3), ""),
    ],
)
def test_specs(spec, dtype, shape, name):
    (made,) = make_inputs(spec, 0)
    assert (made.tensor.dtype, tuple(made.tensor.shape), made.name, made.source) == (dtype, shape, name, spec)


def test_integers_stay_below_the_bound_and_the_seed_decides():
    (made,) = make_inputs("int64[1000]<7", 0)
    assert set(made.tensor.tolist()) == set(range(7))
    assert torch.equal(make_inputs("float32[8]", 1)[0].tensor, make_inputs("float32[8]", 1)[0].tensor)
    assert not torch.equal(make_inputs("float32[8]", 1)[0].tensor, make_inputs("float32[8]", 2)[0].tensor)


def test_two_specs_are_not_the_same_numbers():
    one, other = make_inputs(["float32[8]", "float32[8]"], 0)
    assert not torch.equal(one.tensor, other.tensor)


def test_files_and_arrays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", np.arange(6, dtype=np.float32).reshape(2, 3))
    np.savez("both.npz", ids=np.array([1, 2]), mask=np.array([True]))
    (array,) = make_inputs("x.npy", 0)
    assert tuple(array.tensor.shape) == (2, 3)
    (named,) = make_inputs("image=x.npy", 0)
    assert named.name == "image"
    assert [(entry.name, entry.tensor.dtype) for entry in make_inputs("both.npz", 0)] == [
        ("ids", torch.int64),
        ("mask", torch.bool),
    ]
    given = make_inputs({"a": np.ones(2, np.float32), "b": torch.zeros(3)}, 0)
    assert [entry.name for entry in given] == ["a", "b"]
    assert make_inputs(None, 0) == ()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("float32", r"does not parse: write DTYPE\[SHAPE\]"),
        ("float32[2,x]", "does not parse"),
        ("float32[2,,3]", "empty dimension"),
        ("float33[2]", "unknown dtype 'float33'; use one of float64"),
        ("float32[2]<3", "bounds integer inputs only"),
        ("int64[2]<0", "at least 1"),
        ("int64[-2]", "does not parse"),
        ("nothing.npy", "nothing.npy does not exist"),
        ("", "does not parse"),
    ],
)
def test_bad_specs(spec, message):
    with pytest.raises(CannotCompare, match=message):
        make_inputs(spec, 0)


def test_bad_files_and_objects(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.npy").write_text("no array")
    with pytest.raises(CannotCompare, match=r"text.npy cannot be read"):
        make_inputs("text.npy", 0)
    np.save("objects.npy", np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(CannotCompare, match="cannot be read"):
        make_inputs("objects.npy", 0)
    with pytest.raises(CannotCompare, match="input of type object"):
        make_inputs([object()], 0)
