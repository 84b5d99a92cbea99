"""`ms2torch scan`: exit codes, the lines it prints, the JSON file, and that nothing is executed."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from cli.main import program

NET = "import torch\nfrom torch import nn\n\nraise SystemExit('executed')\nnn.Conv2d(3, 4, 3, bias=False)\nnn.ReLU()\n"


def scan(*words: object) -> Result:
    return CliRunner().invoke(program, ["scan", *map(str, words)])


def test_differences(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    result = scan(tmp_path / "net.py", "--json", tmp_path / "scan.json")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{tmp_path / 'net.py'}:5: error: torch.nn.Conv2d: The default pad_mode 'same'")
    assert lines[0].endswith("[pad-mode]")
    assert lines[1] == "    write: mindspore.nn.Conv2d(..., pad_mode='valid')"
    assert any(line.split() == ["torch.nn.ReLU", "->", "mindspore.nn.ReLU", "the", "same"] for line in lines)
    assert [line.split()[:2] for line in lines[-4:]] == [
        ["errors", "1"], ["warnings", "0"], ["notes", "0"], ["scanned", "1"],
    ]  # fmt: skip
    data = json.loads((tmp_path / "scan.json").read_text())
    assert data["schema_version"] == 1
    assert data["summary"] == {"error": 1, "warning": 0, "note": 0}
    (remark,) = data["files"][0]["remarks"]
    assert (remark["argument"], remark["lines"], remark["shows"]) == ("pad_mode", [5], "forward")


def test_nothing_to_say(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("from torch import nn\nnn.ReLU()\n")
    (tmp_path / "other.py").write_text("print('hello')\n")
    result = scan(tmp_path)
    assert result.exit_code == 0
    assert "in 0 files" in result.stdout
    assert "scanned      2  files" in result.stdout


def test_names_that_ms2torch_lacks(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(
        "import mindspore as ms\nfrom mindspore import ops\nfrom mindspore.common.initializer import Normal\n"
        "ops.no_such_name(1)\nops.abs(x)\nms.float32\nNormal(0.1)\n"
    )
    result = scan(tmp_path / "net.py")
    assert result.exit_code == 1
    assert result.stdout.count("[missing-name]") == 1
    assert "mindspore.ops.no_such_name" in result.stdout


def test_bad_input(tmp_path: Path) -> None:
    result = scan(tmp_path / "missing.py")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"ms2torch: {tmp_path / 'missing.py'}: no such file or folder\n"
    (tmp_path / "bad.py").write_text("def f(:\n")
    (tmp_path / "net.py").write_text(NET)
    result = scan(tmp_path)
    assert result.exit_code == 2
    assert "not scanned:" in result.stdout
    assert "bad.py:1: not Python" in result.stdout
    assert "[pad-mode]" in result.stdout
