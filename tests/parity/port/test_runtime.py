"""`port --runtime`: nets run in MindSpore itself, and what its messages say of kernels that it lacks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program
from parity.port.runtime import _findable, _judged

SOURCE = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, how="plain"):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.how = how

    def forward(self, x):
        x = self.fc(x)
        return torch.einsum("bi,bj->bij", x, x) if self.how == "einsum" else x.relu()
"""
MESSAGES = {
    "net_ms.py:12: the body raises: RuntimeError: Kernel select failed: Unsupported op [Einsum] on CPU, Please": (
        "missing kernel", "net_ms.py:12: no kernel of Einsum on CPU", ("Einsum",),
    ),
    "net_ms.py:14: RuntimeError: The kernel LinalgVectorNorm unregistered.": (
        "missing kernel", "net_ms.py:14: no kernel of LinalgVectorNorm on CPU", ("LinalgVectorNorm",),
    ),
    "Unsupported op [Roll] on Ascend": ("missing kernel", "no kernel of Roll", ("Roll",)),
    "net_ms.py:3: ValueError: no": ("different", "net_ms.py:3: ValueError: no", ()),
}  # fmt: skip


@pytest.mark.parametrize("message", MESSAGES)
def test_messages(message: str) -> None:
    found = _judged("different", message, ())
    assert (found.verdict, found.message, found.kernels) == MESSAGES[message]


def test_the_search_path_is_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for before in ("/somewhere", None):
        monkeypatch.delenv("PYTHONPATH", raising=False)
        if before is not None:
            monkeypatch.setenv("PYTHONPATH", before)
        with _findable([tmp_path]):
            assert os.environ["PYTHONPATH"] == os.pathsep.join([str(tmp_path.resolve()), *([before] if before else [])])
        assert os.environ.get("PYTHONPATH") == before


def port(folder: Path, *words: str) -> Result:
    (folder / "net.py").write_text(SOURCE)
    return CliRunner().invoke(program, ["port", str(folder / "net.py"), "-o", str(folder / "net_ms.py"), *words])


WRONG = {
    "without a net": (["--runtime", "mindspore"], "give --net and --input"),
    "no such interpreter": (
        ["--net", "Net()", "--input", "float32[2,4]", "--runtime", "mindspore=/nowhere"], "there is no interpreter",
    ),
    "another word": (["--net", "Net()", "--input", "float32[2,4]", "--runtime", "cuda"], "use mindspore"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_bad_input_writes_nothing(tmp_path: Path, what: str) -> None:
    words, said = WRONG[what]
    done = port(tmp_path, *words)
    assert done.exit_code == 2
    assert said in done.output
    assert not (tmp_path / "net_ms.py").exists()


@pytest.mark.oracle
def test_nets_run_in_mindspore(tmp_path: Path, oracle_python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--input", "float32[2,4]", "--runtime", f"mindspore={oracle_python}", "--json", "account.json"]
    done = port(tmp_path, "--net", "Net()", "--net", "Net('einsum')", *words)
    assert done.exit_code == 1, done.output
    assert "in MindSpore: runs, outputs the same" in done.output
    assert "no kernel of Einsum on CPU; it was written" in done.output
    first, second = json.loads(Path("account.json").read_text())["proofs"]
    assert first["runtime"] == {"verdict": "same", "message": "", "kernels": []}
    assert (second["verdict"], second["runtime"]["kernels"]) == ("same", ["Einsum"])
