"""Folders of ranks are read as one checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

import ms2torch as ms
from cli.main import program
from ms2torch.train.node_strategy_pb2 import ParallelStrategyMap
from parity import CannotCompare
from parity.weights.files import read_weights

CUTS = {"fc.weight": ([2, 2], [1, 0]), "fc.bias": ([2, 2], [0])}


def strategy(path: Path, cuts: dict[str, tuple[list[int], list[int]]], stage: int = 0) -> None:
    made = ParallelStrategyMap()
    node = made.parallel_strategy_item.add()
    node.node_name, node.parallel_strategys.stage = "x", stage
    for name, (matrix, axes) in cuts.items():
        item = made.parallel_layout_item.add()
        item.param_name = name
        item.parallel_layouts.dev_matrix.add().dim.extend(matrix)
        item.parallel_layouts.tensor_map.add().dim.extend(axes)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.SerializeToString())


def cut(folder: Path, format: str = "ckpt") -> dict[str, torch.Tensor]:
    """Write weights as four ranks have them; return the whole ones."""
    whole = {"fc.weight": torch.randn(4, 6), "fc.bias": torch.randn(4)}
    (folder / "whole" / "rank_0").mkdir(parents=True)
    listed = [{"name": name, "data": ms.Tensor(value.numpy())} for name, value in whole.items()]
    ms.save_checkpoint(listed, str(folder / "whole" / "rank_0" / "net.ckpt"))
    strategy(folder / "cut.ckpt", CUTS)
    ms.transform_checkpoints(str(folder / "whole"), str(folder / "ranks"), "net", None, str(folder / "cut.ckpt"))
    for file in (folder / "ranks").rglob("*.ckpt") if format == "safetensors" else ():
        ms.ckpt_to_safetensors(str(file))
        file.unlink()
    return whole


@pytest.mark.parametrize("format", ["ckpt", "safetensors"])
@pytest.mark.parametrize("where", ["ranks/strategy.ckpt", "ranks/strategy/a.ckpt", "strategy/rank_0.ckpt"])
def test_ranks_are_one_checkpoint(where: str, format: str, tmp_path: Path) -> None:
    whole = cut(tmp_path, format)
    strategy(tmp_path / where, CUTS)
    found = read_weights(tmp_path / "ranks")
    assert found.saved_by == "mindspore"
    assert sorted(found.tensors) == sorted(whole)
    assert all(torch.equal(found.tensors[name], whole[name]) for name in whole)


def test_stages_in_files_of_their_own(tmp_path: Path) -> None:
    for rank, name in enumerate(("a", "b")):
        (tmp_path / f"rank_{rank}").mkdir()
        ms.save_checkpoint(
            [{"name": name, "data": ms.Tensor([float(rank)])}], str(tmp_path / f"rank_{rank}" / "n.ckpt")
        )
        strategy(tmp_path / f"strategy_{rank}.ckpt", {name: ([1], [-1])}, rank)
    found = read_weights(tmp_path).tensors
    assert {name: value.tolist() for name, value in found.items()} == {"a": [0.0], "b": [1.0]}


def test_without_a_strategy_nothing_is_guessed(tmp_path: Path) -> None:
    cut(tmp_path)
    with pytest.raises(CannotCompare, match="no strategy says how they are cut"):
        read_weights(tmp_path / "ranks")


def test_a_rank_that_is_missing_is_said(tmp_path: Path) -> None:
    cut(tmp_path)
    strategy(tmp_path / "ranks" / "strategy.ckpt", CUTS)
    next((tmp_path / "ranks" / "rank_2").iterdir()).unlink()
    with pytest.raises(CannotCompare, match=r"cannot be joined: fc\.weight: a part of it is missing"):
        read_weights(tmp_path / "ranks")


def test_the_command_converts_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cut(tmp_path)
    strategy(tmp_path / "ranks" / "strategy.ckpt", CUTS)
    (tmp_path / "nets.py").write_text(
        "import torch\nfrom mindspore import mint, nn\n\n\nclass Net(torch.nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.fc = torch.nn.Linear(6, 4)\n\n    def forward(self, x):\n"
        "        return self.fc(x)\n\n\nclass Cell(nn.Cell):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = mint.nn.Linear(6, 4)\n\n    def construct(self, x):\n        return self.fc(x)\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    words = ["weights", "ranks", "net.pth", "--net", "nets.py:Net", "--port", "nets.py:Cell", "--input", "float32[2,6]"]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    state = torch.load(tmp_path / "net.pth", weights_only=True)
    assert torch.equal(state["fc.weight"], whole["fc.weight"])
