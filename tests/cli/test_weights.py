"""`ms2torch weights`: the account, the exit codes, and files written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner, Result
from torch import nn

from cli.main import program

NETS = "tests/goldens/weights"
NET, PORT = f"{NETS}/nets_torch.py:ResNet", f"{NETS}/nets_mindspore.py:ResNet"
IMAGE = "float32[2,3,8,8]"


@pytest.fixture(autouse=True)
def _at_root(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)


@pytest.fixture
def simple(tmp_path: Path) -> Path:
    path = tmp_path / "a.pth"
    torch.save(nn.ModuleDict({"fc": nn.Linear(2, 3), "norm": nn.LayerNorm(3)}).state_dict(), path)
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(program, ["weights", *(str(word) for word in words)])


def test_by_names(simple: Path, tmp_path: Path) -> None:
    done = run(simple, tmp_path / "b.ckpt", "--all", "--json", tmp_path / "b.json")
    assert done.exit_code == 0, done.output
    assert "norm.weight [3 float32] -> norm.gamma" in done.output
    assert "torch -> mindspore: 4 converted" in done.output
    account = json.loads((tmp_path / "b.json").read_text())
    assert account["written"]
    assert account["complete"]
    assert [entry["target"] for entry in account["tensors"]][-1] == "norm.beta"
    assert run(tmp_path / "b.ckpt", tmp_path / "c.safetensors").exit_code == 0
    assert run(tmp_path / "c.safetensors", tmp_path / "d.ckpt").exit_code == 0
    assert (tmp_path / "d.ckpt").read_bytes() != b""


def test_through_nets_with_a_check(tmp_path: Path) -> None:
    from parity.nets.loading import Loader

    with Loader() as loader:
        torch.save(loader.build(NET, 0, "reference").net.state_dict(), tmp_path / "a.pth")
    done = run(tmp_path / "a.pth", tmp_path / "b.ckpt", "--net", NET, "--port", PORT, "--input", IMAGE, "--check")
    assert done.exit_code == 0, done.output
    assert done.output.endswith("check: same\n")
    wrong = f"{NETS}/nets_mindspore.py:Encoder"
    done = run(tmp_path / "a.pth", tmp_path / "c.ckpt", "--net", NET, "--port", wrong)
    assert done.exit_code == 1
    assert "UNACCOUNTED: fc.weight" in done.output
    assert not (tmp_path / "c.ckpt").exists()


def test_one_net_tells_kinds_and_is_held_against(simple: Path, tmp_path: Path) -> None:
    done = run(simple, tmp_path / "b.ckpt", "--net", NET)
    assert done.exit_code == 1
    assert "MISSING: fc.bias" not in done.output
    assert "MISSING: stem.0.weight" in done.output


def test_nothing_is_written_while_a_tensor_is_unaccounted_for(tmp_path: Path) -> None:
    torch.save(nn.LSTM(3, 4, proj_size=2).state_dict(), tmp_path / "a.pth")
    assert run(tmp_path / "a.pth", tmp_path / "b.ckpt").exit_code == 1
    assert not (tmp_path / "b.ckpt").exists()
    done = run(tmp_path / "a.pth", tmp_path / "b.ckpt", "--partial")
    assert done.exit_code == 0
    assert "UNACCOUNTED: weight_hr_l0" in done.output
    assert (tmp_path / "b.ckpt").exists()


def test_kinds_and_a_map(simple: Path, tmp_path: Path) -> None:
    (tmp_path / "kinds.json").write_text('{"norm": "Parameter"}')
    (tmp_path / "map.json").write_text('{"fc.bias": "fc.shift"}')
    done = run(simple, tmp_path / "b.ckpt", "--all", "--kinds", tmp_path / "kinds.json", "--map", tmp_path / "map.json")
    assert done.exit_code == 0, done.output
    assert "norm.weight [3 float32] -> norm.weight" in done.output
    assert "-> fc.shift" in done.output


def test_what_cannot_be_done_is_said_in_one_line(simple: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.safetensors"
    from safetensors.torch import save_file

    save_file({"fc.weight": torch.ones(2, 2)}, bare)
    for words, said in [
        ([tmp_path / "none.pth", tmp_path / "b.ckpt"], "no such file"),
        ([simple, tmp_path / "b.txt"], "no format"),
        ([simple, simple], "name another one"),
        ([simple, tmp_path / "no" / "b.safetensors"], "folder does not exist"),
        ([simple, tmp_path / "no" / "b.ckpt"], "folder does not exist"),
        ([simple, tmp_path / "b.ckpt", "--check"], "--check runs both nets"),
        ([simple, tmp_path / "b.ckpt", "--input", IMAGE], "--input runs both nets"),
        ([simple, tmp_path / "b.ckpt", "--kinds", tmp_path / "none.json"], "--kinds: cannot read"),
        ([bare, tmp_path / "b.safetensors"], "give --to"),
    ]:
        done = run(*words)
        assert done.exit_code == 2, words
        assert said in done.output
        assert done.output.startswith("ms2torch: ")
        assert done.output.count("\n") == 1


def test_what_wants_no_look_is_one_line_and_all_is_for_the_asking(tmp_path: Path) -> None:
    torch.save(torch.nn.Sequential(*(torch.nn.BatchNorm2d(2) for _ in range(3))).state_dict(), tmp_path / "a.pth")
    words = ["weights", str(tmp_path / "a.pth"), str(tmp_path / "a.ckpt")]
    short = CliRunner().invoke(program, words).stdout.splitlines()
    assert short == [
        "left out: 0.num_batches_tracked and 2 more  (MindSpore counts no batches)",
        "torch -> mindspore: 12 converted, 3 left out",
    ]
    whole = CliRunner().invoke(program, [*words, "--all"]).stdout.splitlines()
    assert len(whole) == 16
    assert whole[0] == "0.weight [2 float32] -> 0.gamma"
