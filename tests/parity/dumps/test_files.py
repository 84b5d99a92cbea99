"""Tensor files: what is read without unpickling is what torch reads; nothing executed; what is kept is bounded."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch

from parity.dumps.files import TensorFiles

_BASE = torch.arange(24.0).reshape(4, 6)
FORMS = {
    "whole": _BASE,
    "turned": _BASE.T,
    "a part of a larger one": _BASE[1:3, 2:4],
    "expanded": _BASE[:1].expand(3, 6),
    "a number": torch.tensor(3.5),
    "empty": torch.empty(0, 4),
    "half": _BASE.to(torch.bfloat16),
    "whole numbers": _BASE.long(),
    "truth values": _BASE > 7,
    "complex": torch.complex(_BASE, -_BASE),
    "conjugate": torch.complex(_BASE, -_BASE).conj(),
    "parameter": torch.nn.Parameter(_BASE.clone()),
}


@pytest.mark.parametrize("name", list(FORMS))
def test_the_second_of_a_form_is_what_torch_reads(tmp_path: Path, name: str) -> None:
    first = FORMS[name]
    other = torch.zeros_like(first).logical_not() if first.dtype == torch.bool else first.detach() * 2
    second = torch.empty_strided((first.untyped_storage().nbytes() // first.element_size(),), (1,), dtype=first.dtype)
    second.copy_(torch.arange(second.numel()))
    view = torch.as_strided(second, first.shape, first.stride(), first.storage_offset())
    for file, tensor in (("a.pt", first), ("b.pt", view), ("c.pt", other)):
        torch.save(tensor, tmp_path / file)
    read = TensorFiles(tmp_path)
    for file in ("a.pt", "b.pt", "c.pt"):
        wanted = torch.load(tmp_path / file, weights_only=True).detach()
        got = read.read(file)
        assert got.dtype == wanted.dtype
        assert torch.equal(got, wanted)
        assert not got.requires_grad


def test_a_known_form_lets_nothing_through(tmp_path: Path) -> None:
    """A file of the same form whose description was exchanged is left to torch, which refuses it."""

    class Planted:
        def __reduce__(self) -> tuple[object, tuple[object, ...]]:
            return open, (str(tmp_path / "executed"), "w")

    torch.save(_BASE, tmp_path / "a.pt")
    with zipfile.ZipFile(tmp_path / "a.pt") as source, zipfile.ZipFile(tmp_path / "b.pt", "w") as target:
        for entry in source.infolist():
            planted = entry.filename.endswith("data.pkl")
            target.writestr(entry, pickle.dumps(Planted(), protocol=2) if planted else source.read(entry))
    read = TensorFiles(tmp_path)
    assert torch.equal(read.read("a.pt"), _BASE)
    with pytest.raises(pickle.UnpicklingError):
        read.read("b.pt")
    assert not (tmp_path / "executed").exists()


def test_a_known_form_that_was_cut_is_refused(tmp_path: Path) -> None:
    for file in ("a.pt", "b.pt", "c.pt"):
        torch.save(_BASE, tmp_path / file)
    whole = (tmp_path / "b.pt").read_bytes()
    (tmp_path / "b.pt").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "c.pt").write_bytes(whole[64:])
    read = TensorFiles(tmp_path)
    read.read("a.pt")
    for file in ("b.pt", "c.pt"):
        with pytest.raises(Exception, match=r"."):
            read.read(file)


def test_small_files_are_kept_and_no_more_of_them_than_allowed(tmp_path: Path) -> None:
    for number in range(5):
        np.save(tmp_path / f"{number}.npy", _BASE.numpy() + number)
    read = TensorFiles(tmp_path, kept=3 * _BASE.nbytes)
    found = [read.read(f"{number}.npy") for number in range(5)]
    assert read.read("4.npy") is found[4]
    assert read.read("0.npy") is not found[0]
    assert torch.equal(read.read("0.npy"), found[0])


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    read = TensorFiles(tmp_path / "none")
    assert not read.has("a.pt")
    with pytest.raises(OSError, match="none"):
        read.read("a.pt")
