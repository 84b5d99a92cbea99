"""`ms2torch scan`: exit codes, the lines it prints, the JSON file, and that nothing is executed."""

from __future__ import annotations

import json
import re
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
    assert lines[0].startswith(f"{tmp_path / 'net.py'}:5:1: error: torch.nn.Conv2d: pad_mode is 'same' by default")
    assert lines[0].endswith("[pad-mode]")
    assert lines[1] == "    write: mindspore.nn.Conv2d(3, 4, 3, pad_mode='valid')"
    assert any(re.match(r" *torch.nn.ReLU +-> mindspore.mint.nn.ReLU .*the same$", line) for line in lines)
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


def test_comments_silence(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(
        "from torch import nn\n"
        "nn.GELU()  # ms2torch: ignore[approximate]\n"
        "nn.LayerNorm(8)  # ms2torch: ignore\n"
        "nn.Conv2d(\n    3, 4, 3,\n    bias=False,  # ms2torch: ignore[has-bias]\n)\n"
    )
    result = scan(tmp_path / "net.py")
    assert result.stdout.count("error:") == 1
    assert "[pad-mode]" in result.stdout
    assert "ignored      2  by comments" in result.stdout
    (tmp_path / "net.py").write_text("# ms2torch: ignore-file[approximate]\nfrom torch import nn\nnn.GELU()\n")
    assert scan(tmp_path / "net.py").exit_code == 0


def test_a_baseline_leaves_out_what_is_known(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    known = tmp_path / "known.json"
    assert scan(tmp_path / "net.py", "--write-baseline", known).exit_code == 0
    result = scan(tmp_path / "net.py", "--baseline", known)
    assert result.exit_code == 0
    assert "known        1  by the baseline" in result.stdout
    (tmp_path / "net.py").write_text("# another line\n" + NET + "nn.Conv2d(5, 6, 3, bias=False)\n")
    result = scan(tmp_path / "net.py", "--baseline", known)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{tmp_path / 'net.py'}:8:1: error")
    known.write_text("{}")
    result = scan(tmp_path / "net.py", "--baseline", known)
    assert result.exit_code == 2
    assert "is no baseline" in result.stderr
    assert "--write-baseline makes one" in scan(tmp_path / "net.py", "--baseline", tmp_path / "none").stderr


def test_sarif(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "bad.py").write_text("def f(:\n")
    assert scan(tmp_path, "--sarif", tmp_path / "scan.sarif").exit_code == 2
    data = json.loads((tmp_path / "scan.sarif").read_text())
    (run,) = data["runs"]
    assert data["version"] == "2.1.0"
    assert run["tool"]["driver"]["rules"][0]["id"] == "pad-mode"
    (result,) = run["results"]
    assert (result["ruleId"], result["level"], result["ruleIndex"]) == ("pad-mode", "error", 0)
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 5, "startColumn": 1}
    assert place["artifactLocation"]["uri"].endswith("net.py")
    assert "Write: mindspore.nn.Conv2d(" in result["message"]["text"]
    assert "not Python" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_what_fails(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    assert [scan(tmp_path, "--fail-on", least).exit_code for least in ("error", "note", "never")] == [1, 1, 0]
    (tmp_path / "net.py").write_text("from torch import nn\nnn.Embedding(3, 4)\n")
    assert [scan(tmp_path, "--fail-on", least).exit_code for least in ("error", "warning", "note")] == [0, 0, 1]


def test_one_bad_path_loses_no_other(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "deep.py").write_text("x = " + "(" * 500 + ")" * 500)
    result = scan(tmp_path / "missing", tmp_path)
    assert result.exit_code == 2
    assert "[pad-mode]" in result.stdout
    assert "missing: no such file" in result.stdout
