"""Scanning sources: names by imports and aliases, arguments against the table, nothing executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from parity.rules import CODES
from parity.scan import BadSourceError, FileScan, Remark, Scan, python_files, scan_file
from tools.record import reports

ROOT = Path(__file__).resolve().parents[3]
NETS = ROOT / "tests" / "defects" / "nets"
TORCH = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
MINDSPORE = "import mindspore as ms\nfrom mindspore import nn, ops\n"


def exists(name: str) -> bool:
    return "Absent" not in name


def scan(tmp_path: Path, source: str) -> FileScan:
    path = tmp_path / "net.py"
    path.write_text(source)
    return scan_file(path, exists)


def found(tmp_path: Path, source: str) -> list[tuple[str, str, str, str]]:
    """Severity, rule, argument and fix of every remark that is not about the way a Cell begins."""
    remarks = scan(tmp_path, source).remarks
    return [(r.severity, r.rule, r.argument, r.fix) for r in remarks if r.argument != "training"]


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("nn.Conv2d(3, 4, 3)", [("error", "pad-mode", "pad_mode", "Conv2d(..., pad_mode='valid')"),
                                ("error", "has-bias", "has_bias", "Conv2d(..., has_bias=True)")]),
        ("nn.Conv2d(3, 4, 3, 2, 1, bias=False)", [("error", "pad-mode", "pad_mode",
                                                   "Conv2d(..., pad_mode='pad', padding=1)")]),
        ("nn.Conv2d(3, 4, 3, padding=1, bias=False)", [("note", "pad-mode", "pad_mode",
                                                        "Conv2d(..., pad_mode='pad', padding=1)")]),
        ("nn.Conv2d(3, 4, 1, bias=False)", []),
        ("nn.Conv2d(3, 4, 1, stride=s, bias=False)", []),
        ("nn.Conv2d(3, 4, 3, padding='same', bias=False)", []),
        ("nn.ConvTranspose2d(3, 4, 2, 2, bias=False)", []),
        ("nn.BatchNorm2d(8)", []),
        ("nn.BatchNorm2d(8, momentum=0.01)", [("warning", "momentum", "momentum", "BatchNorm2d(..., momentum=0.99)")]),
        ("nn.LayerNorm((8,))", [("error", "epsilon", "epsilon", "LayerNorm(..., epsilon=1e-05)")]),
        ("nn.GELU()", [("error", "approximate", "approximate", "GELU(..., approximate=False)")]),
        ("nn.GELU('tanh')", [("error", "approximate", "approximate", "GELU(..., approximate=True)")]),
        ("nn.MaxPool2d(2)", [("error", "pool-stride", "stride", "MaxPool2d(..., stride=2)")]),
        ("nn.Dropout(0.1)", [("warning", "behaviour", "p", "Dropout(..., p=0.1)")]),
        ("nn.Dropout(p=0.1)", []),
        ("nn.Embedding(10, 4)", [("note", "init-distribution", "embedding_table",
                                   "Embedding(..., embedding_table=mindspore.common.initializer.Normal(1.0))")]),
        ("x.std(0)", [("warning", "argument", "ddof", "std(..., ddof=1)")]),
        ("torch.std(x)", [("error", "argument", "ddof", "std(..., ddof=1)")]),
        ("torch.topk(x, 3)", [("note", "behaviour", "return dtype", "")]),
        ("nn.Linear(3, 4)", []),
        ("nn.Linear(*sizes)", []),
        ("torch.relu(x)", []),
    ],
)  # fmt: skip
def test_a_literal_copy_of_torch(tmp_path: Path, call: str, wanted: list[tuple[str, ...]]) -> None:
    shown = [(s, r, a, f.removeprefix("mindspore.nn.").removeprefix("mindspore.ops.").removeprefix("mindspore.Tensor."))
             for s, r, a, f in found(tmp_path, TORCH + call)]  # fmt: skip
    assert sorted(shown) == sorted(wanted)


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("nn.Conv2d(3, 4, 3)", {("pad-mode", "torch.nn.Conv2d(..., padding=1)"),
                                ("has-bias", "torch.nn.Conv2d(..., bias=False)")}),
        ("nn.Conv2d(3, 4, 3, pad_mode='pad', padding=1, has_bias=True)", set()),
        ("nn.Conv2d(3, 4, 1, stride=s, has_bias=True)", set()),
        ("nn.Conv2d(3, 4, (3, 5), has_bias=True)", {("pad-mode", "torch.nn.Conv2d(..., padding=(1, 2))")}),
        ("nn.Conv2d(3, 4, 3, 2, has_bias=True)", {("pad-mode", "")}),
        ("nn.Conv2dTranspose(3, 4, 2, 2, has_bias=True)", set()),
        ("nn.Conv2dTranspose(3, 4, 3, 2, has_bias=True)", {("pad-mode", "")}),
        ("nn.AvgPool2d(3, 1, pad_mode='same')",
         {("pad-mode", "torch.nn.AvgPool2d(..., padding=1, count_include_pad=False)")}),
        ("nn.MaxPool2d(3, 1, pad_mode='same')", {("pad-mode", "torch.nn.MaxPool2d(..., padding=1)")}),
        ("nn.MaxPool2d(3, 2, pad_mode='same')", {("pad-mode", "")}),
        ("nn.Pad(((0, 0), (1, 1)), mode='CONSTANT')",
         {("behaviour", ""), ("argument", "torch.nn.functional.pad(..., mode='constant')")}),
        ("nn.LayerNorm((8,))", {("epsilon", "torch.nn.LayerNorm(..., eps=1e-07)")}),
        ("nn.BatchNorm2d(8, momentum=0.9)", {("momentum", "torch.nn.BatchNorm2d(..., momentum=0.1)")}),
        ("nn.GELU(False)", {("approximate", "torch.nn.GELU(..., approximate='none')")}),
        ("ops.std(x)", {("argument", "torch.std(..., correction=0)")}),
        ("ops.argmax(x, -1)", set()),
        ("nn.Absent(3)", {("missing-name", "")}),
    ],
)  # fmt: skip
def test_a_literal_copy_of_mindspore(tmp_path: Path, call: str, wanted: set[tuple[str, str]]) -> None:
    assert {(rule, fix) for _, rule, _, fix in found(tmp_path, MINDSPORE + call)} == wanted


@pytest.mark.parametrize("name", reports.FAMILIES["scan"][0])
def test_all_that_is_said_of_a_file(tmp_path: Path, name: str) -> None:
    assert reports.of_scan(name, tmp_path) == reports.recorded("scan", name), reports.REWRITTEN_BY


def test_a_value_that_only_the_program_knows(tmp_path: Path) -> None:
    ((severity, rule, argument, fix),) = found(tmp_path, TORCH + "nn.Conv2d(3, 4, k, padding=k // 2, bias=False)")
    assert (severity, rule, argument) == ("error", "pad-mode", "pad_mode")
    assert "pad_mode='pad'" in fix


def test_lines_that_say_the_same_are_joined(tmp_path: Path) -> None:
    (remark,) = scan(tmp_path, TORCH + "a = nn.GELU()\nb = nn.GELU()\n").remarks
    assert remark.lines == (4, 5)


def test_names_and_their_counterparts(tmp_path: Path) -> None:
    file = scan(tmp_path, TORCH + "class A(nn.Module): pass\ntorch.float32\nnn.Linear(3, 4)\ntorch.hub\n")
    counterparts = {use.name: use.counterparts for use in file.names}
    assert "mindspore.nn.Cell" in counterparts["torch.nn.Module"]
    assert counterparts["torch.float32"] == ("mindspore.float32",)
    assert {"mindspore.nn.Dense", "mindspore.mint.nn.Linear"} <= set(counterparts["torch.nn.Linear"])
    assert [use.name for use in file.unmapped] == ["torch.hub"]


@pytest.mark.parametrize(
    "path", sorted(NETS.glob("*.py")) + sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.stem
)
def test_real_files_are_read_whole(path: Path) -> None:
    file = scan_file(path, exists)
    framework = "torch" if "torch" in path.stem else "mindspore"
    if path.stem != "demo":
        assert file.frameworks == (framework,)
        assert len([use for use in file.unmapped if ".Tensor." not in use.name]) <= 2
    lines = path.read_text().splitlines()
    for remark in file.remarks:
        assert remark.rule in CODES or remark.rule == "behaviour"
        assert remark.message
        short = remark.name.rpartition(".")[2]
        assert all(short in "\n".join(lines[line - 1 : line + 3]) for line in remark.lines), remark


def test_what_the_planted_mistakes_are_made_of_is_told_beforehand() -> None:
    told = {(r.name.rpartition(".")[2], r.argument) for r in scan_file(NETS / "unet_torch.py", exists).remarks}
    assert {("Conv2d", "has_bias"), ("ConvTranspose2d", "pad_mode"), ("MaxPool2d", "stride"), ("std", "ddof")} <= told


def test_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("a.py", "b/c.py", ".hidden/d.py", "b/__pycache__/e.py", "notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert [file.relative_to(tmp_path).as_posix() for file in python_files(tmp_path)] == ["a.py", "b/c.py"]
    with pytest.raises(BadSourceError, match="no such file"):
        python_files(tmp_path / "missing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadSourceError, match="no Python file"):
        python_files(tmp_path / "empty")


@pytest.mark.parametrize(("content", "says"), [(b"def f(:\n", ":1: not Python"), (b"\xff\xfe\x00", "not Python")])
def test_what_is_no_python(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "x.py").write_bytes(content)
    with pytest.raises(BadSourceError, match=says):
        scan_file(tmp_path / "x.py", exists)


def test_exit_codes() -> None:
    note = Remark("note", "r", "n", "c", "a", "m", "f", "s", (1,), (1,))
    error = Remark("error", "r", "n", "c", "a", "m", "f", "s", (1, 2), (1, 1))
    assert Scan((FileScan("a", (), (), (note,)),), {}).exit_code() == 0
    assert Scan((FileScan("a", (), (), (note,)),), {}).exit_code("note") == 1
    assert Scan((FileScan("a", (), (), (error,)),), {}).exit_code() == 1
    assert Scan((FileScan("a", (), (), (error,)),), {}).exit_code(None) == 0
    assert Scan((FileScan("a", (), (), (error,)),), {"b": "c"}).exit_code(None) == 2
    assert Scan((FileScan("a", (), (), (error, note)),), {}).counts() == {"error": 2, "warning": 0, "note": 1}
