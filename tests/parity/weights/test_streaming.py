"""Safetensors files written tensor by tensor: the library reads them, and writes the same bytes."""

from __future__ import annotations

import pytest
import torch
from safetensors.torch import load_file, save_file

from parity.weights.streaming import write_safetensors


def test_the_library_writes_the_same_file(tmp_path):
    tensors = {
        "b": torch.randn(3, 5),
        "a.weight": torch.randn(700, 900),
        "scalar": torch.tensor(2.5),
        "empty": torch.ones(0, 4),
    }
    write_safetensors(tmp_path / "own", tensors, "pt")
    save_file(tensors, tmp_path / "theirs", {"format": "pt"})
    assert (tmp_path / "own").read_bytes() == (tmp_path / "theirs").read_bytes()


def test_every_type_is_read_again(tmp_path):
    types = [
        torch.float64,
        torch.float32,
        torch.float16,
        torch.bfloat16,
        torch.int64,
        torch.int8,
        torch.uint8,
        torch.bool,
    ]
    tensors = {str(dtype): torch.arange(6).reshape(2, 3).to(dtype) for dtype in types}
    tensors["a view"] = torch.arange(12.0).reshape(3, 4).T[1:]
    write_safetensors(tmp_path / "file", tensors, "pt")
    found = load_file(tmp_path / "file")
    assert found.keys() == tensors.keys()
    for name, tensor in tensors.items():
        assert found[name].dtype == tensor.dtype
        assert torch.equal(found[name], tensor), name


def test_values_stay_where_they_are(tmp_path):
    tensor = torch.randn(600, 600)
    before = tensor.clone()
    write_safetensors(tmp_path / "file", {"one": tensor, "again": tensor}, "pt")
    assert torch.equal(tensor, before)
    found = load_file(tmp_path / "file")
    assert torch.equal(found["one"], before)
    assert torch.equal(found["again"], before)


def test_a_type_that_the_format_lacks_is_said(tmp_path):
    with pytest.raises(TypeError, match="complex128"):
        write_safetensors(tmp_path / "file", {"z": torch.zeros(2, dtype=torch.complex128)}, "pt")
