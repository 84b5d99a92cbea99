"""Checkpoints in several files: read by index and folder, written, and taken up again after a kill."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from parity.code.errors import CannotCompare
from parity.weights.files import read_weights, write_weights

TENSORS = {
    "embed.weight": torch.arange(12.0).reshape(4, 3).to(torch.bfloat16),
    "norm.weight": torch.ones(3),
    "head.weight": torch.arange(12.0).reshape(3, 4).t(),  # a view that has to be laid out
    "head.bias": torch.tensor([1, 2, 3, 4]),
}


def same(found: dict[str, torch.Tensor]) -> bool:
    return set(found) == set(TENSORS) and all(
        found[name].dtype == value.dtype and torch.equal(found[name], value) for name, value in TENSORS.items()
    )


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A folder as model hubs have it."""
    folder = tmp_path / "hf"
    folder.mkdir()
    names = list(TENSORS)
    parts = {"model-1-of-2.safetensors": names[:2], "model-2-of-2.safetensors": names[2:]}
    for file, part in parts.items():
        save_file({name: TENSORS[name].contiguous() for name in part}, folder / file, {"format": "pt"})
    places = {name: file for file, part in parts.items() for name in part}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": places}))
    (folder / "config.json").write_text("{}")
    return folder


@pytest.mark.parametrize("name", ["", "model.safetensors.index.json"])
def test_by_folder_and_by_index(published: Path, name: str) -> None:
    file = read_weights(published / name)
    assert same(file.tensors)
    assert (file.framework, file.set_aside) == ("torch", [])


def test_without_an_index_the_folder_is_the_checkpoint(published: Path) -> None:
    (published / "model.safetensors.index.json").unlink()
    assert same(read_weights(published).tensors)
    save_file({"norm.weight": torch.ones(3)}, published / "other.safetensors")
    with pytest.raises(CannotCompare, match=r"both hold norm\.weight"):
        read_weights(published)


def test_mindspores_map_of_names(published: Path) -> None:
    index = published / "model.safetensors.index.json"
    (published / "param_name_map.json").write_text(json.dumps(json.loads(index.read_text())["weight_map"]))
    index.unlink()
    assert same(read_weights(published).tensors)


def test_bin_shards(tmp_path: Path) -> None:
    for number, name in enumerate(TENSORS):
        torch.save({name: TENSORS[name]}, tmp_path / f"pytorch_model-{number}.bin")
    places = {name: f"pytorch_model-{number}.bin" for number, name in enumerate(TENSORS)}
    (tmp_path / "pytorch_model.bin.index.json").write_text(json.dumps({"weight_map": places}))
    assert same(read_weights(tmp_path).tensors)


def _lose_a_shard(folder: Path) -> None:
    (folder / "model-2-of-2.safetensors").unlink()


def _exchange_a_shard(folder: Path) -> None:
    save_file({"head.bias": torch.ones(1)}, folder / "model-2-of-2.safetensors")


def _point_outside(folder: Path) -> None:
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"a": "../secret.safetensors"}}')


def _break_the_index(folder: Path) -> None:
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"a": 3}}')


def _second_index(folder: Path) -> None:
    (folder / "ema.safetensors.index.json").write_text("{}")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_lose_a_shard, r"names model-2-of-2.safetensors, which is not there: fetch it again"),
        (_exchange_a_shard, r"says that model-2-of-2.safetensors holds head.weight, and it does not"),
        (_point_outside, r"names '../secret.safetensors': shards lie beside their index"),
        (_break_the_index, r"is no index of weights"),
        (_second_index, r"holds several indices"),
    ],
)
def test_what_is_damaged_is_said(published: Path, damage, message: str) -> None:
    damage(published)
    with pytest.raises(CannotCompare, match=message):
        read_weights(published)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(CannotCompare, match="holds no weights: no index"):
        read_weights(tmp_path)


@pytest.mark.parametrize("framework", ["torch", "mindspore"])
def test_what_is_written_is_read_again(tmp_path: Path, framework) -> None:
    write_weights(tmp_path / "out", TENSORS, framework, limit=40)
    found = read_weights(tmp_path / "out")
    assert same(found.tensors)
    assert list(found.tensors) == list(TENSORS)
    assert found.saved_by == framework
    index = json.loads((tmp_path / "out" / "model.safetensors.index.json").read_text())
    assert index["metadata"]["total_size"] == sum(v.numel() * v.element_size() for v in TENSORS.values())
    assert sorted(set(index["weight_map"].values())) == [f"model-0000{n}-of-00003.safetensors" for n in (1, 2, 3)]
    assert not list((tmp_path / "out").glob(".*"))


def test_another_checkpoint_is_not_written_over(published: Path) -> None:
    with pytest.raises(CannotCompare, match=r"holds model\S+ already: name an empty folder"):
        write_weights(published, TENSORS, "torch")


_KILLED = """
import os, signal, sys, torch
from pathlib import Path
from parity.weights.files import write_weights

def show(what, share):
    print(what, flush=True)
    if "00003" in what.split("-of-")[0] and len(sys.argv) > 2:
        os.kill(os.getpid(), signal.SIGKILL)

write_weights(Path(sys.argv[1]), {str(n): torch.full((4,), float(n)) for n in range(4)}, "torch", "x", 16, show)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_run_is_taken_up(tmp_path: Path, root: Path) -> None:
    words = [sys.executable, "-c", textwrap.dedent(_KILLED), str(tmp_path / "out")]
    killed = subprocess.run([*words, "kill"], cwd=root, capture_output=True, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    first = tmp_path / "out" / "model-00001-of-00004.safetensors"
    # what a kill in the middle of writing leaves
    (tmp_path / "out" / ".model-00003-of-00004.safetensors.tmp").write_bytes(b"half")
    with pytest.raises(CannotCompare, match="is not finished"):
        read_weights(tmp_path / "out")
    before = first.stat().st_mtime_ns
    subprocess.run(words, cwd=root, check=True, capture_output=True)
    assert first.stat().st_mtime_ns == before
    found = read_weights(tmp_path / "out").tensors
    assert {name: value[0].item() for name, value in found.items()} == {str(n): float(n) for n in range(4)}
    assert not list((tmp_path / "out").glob(".*"))
