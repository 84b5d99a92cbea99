"""Two run folders in the words of mindcv, mindformers and HF's Trainer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parity.code.errors import CannotCompare
from parity.curves.folders import compared

MINDCV = "opt: momentum\nlr: 0.1\nmomentum: 0.9\nweight_decay: 0.0001\nbatch_size: 32\ndrop_remainder: true\nseed: 42\n"
HF = {
    "optim": "momentum", "learning_rate": 0.05, "momentum": 0.9, "weight_decay": 1e-4, "seed": 42,
    "per_device_train_batch_size": 32, "dataloader_drop_last": True, "max_grad_norm": 1.0,
}  # fmt: skip


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "config.yaml").write_text(MINDCV)
    (tmp_path / "b" / "args.json").write_text(json.dumps(HF))
    (tmp_path / "a" / "pip.txt").write_text("numpy==1.26.4\nfoo==1\n")
    (tmp_path / "b" / "pip.txt").write_text("numpy==2.0.0\nbar==1\n")
    (tmp_path / "b" / "env.txt").write_text("HOME=/x\nMS_ENABLE_X=1\n")
    return tmp_path / "a", tmp_path / "b"


def test_terms(folders: tuple[Path, Path]) -> None:
    found = [(one.stage, one.message) for one in compared(*folders)]
    assert found == [
        ("schedule", "learning rate is 0.05 here, 0.1 in the reference"),
        ("clipping", "clipping is 1 here, not set in the reference"),
        ("forward", "package numpy is 2.0.0 here, 1.26.4 in the reference"),
    ]


def test_the_same(folders: tuple[Path, Path]) -> None:
    assert compared(folders[0], folders[0]) == []


def test_nothing_known(folders: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    with pytest.raises(CannotCompare, match="holds no settings"):
        compared(folders[0], tmp_path / "c")


def test_the_defaults_of_training_arguments(tmp_path: Path) -> None:
    one, other = tmp_path / "mindcv.yaml", tmp_path / "args.json"
    one.write_text("lr: 0.0001\nbatch_size: 8\nbeta2: 0.95\nseed: 42\n")
    other.write_text(json.dumps({"num_train_epochs": 5, "learning_rate": 1e-4}))
    found = [(one.stage, one.message, one.evidence) for one in compared(one, other)]
    assert found == [
        ("schedule", "epochs is 5 here, not set in the reference", "args.json: num_train_epochs"),
        (
            "optimizer",
            "beta2 is 0.999 here, 0.95 in the reference",
            "the default of TrainingArguments; mindcv.yaml: beta2",
        ),
        ("clipping", "clipping is 1 here, not set in the reference", "the default of TrainingArguments"),
    ]
