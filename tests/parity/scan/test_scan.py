"""Scanning sources: names by imports and aliases, arguments against the table, nothing executed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from parity.rules import CODES
from parity.scan import BadSourceError, FileScan, Remark, Scan, python_files, scan_file
from parity.scan.names import Use, uses

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


def names(source: str) -> list[str]:
    return [use.name for use in uses(ast.parse(source))]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("import torch\ntorch.relu(x)", ["torch.relu"]),
        ("import torch.nn as nn\nnn.ReLU()", ["torch.nn.ReLU"]),
        ("import torch.nn\ntorch.nn.ReLU()", ["torch.nn.ReLU"]),
        ("from torch.nn import functional as F\nF.gelu(x)", ["torch.nn.functional.gelu"]),
        ("import mindspore as ms\nms.nn.Dense(3, 4)", ["mindspore.nn.Dense"]),
        ("from ms2torch import ops\nops.abs(x)", ["mindspore.ops.abs"]),
        ("from mindspore import mint as m\nm.nn.functional.gelu(x)", ["mindspore.mint.nn.functional.gelu"]),
        ("from mindspore.ops import operations as P\nP.Conv2D(3, 3)", ["mindspore.ops.operations.Conv2D"]),
        ("from torch import nn\nconv = nn.Conv2d\nconv(3, 4, 1)", ["torch.nn.Conv2d"] * 2),
        ("from torch import nn\nfrom functools import partial\npartial(nn.LayerNorm, eps=1)", ["torch.nn.LayerNorm"]),
        ("from torch import nn\ndef f(nn):\n    return nn.ReLU()", [".ReLU"]),
        ("from torch import nn\nnn = object()\nnn.ReLU()", [".ReLU"]),
        ("from torch import nn\ndef f(x: nn.Module) -> nn.Module:\n    return nn.ReLU()(x)", ["torch.nn.ReLU"]),
        ("from torch import nn\nclass A(nn.Module):\n    act = nn.ReLU", ["torch.nn.Module", "torch.nn.ReLU"]),
        ("import numpy as np\nnp.std(x)\nx.std()", [".std"]),
        ("'a'.split()\nsuper().forward(x)", []),
        ("import torch\nwith torch.no_grad():\n    pass", ["torch.no_grad"]),
        ("try:\n    import torch\nexcept ImportError:\n    pass\nif x:\n    torch.abs(x)", ["torch.abs"]),
        ("from torch import nn\nx = [nn.ReLU() for _ in y if z]", ["torch.nn.ReLU"]),
    ],
)
def test_names_are_followed_through_imports_and_aliases(source: str, wanted: list[str]) -> None:
    assert names(source) == wanted


def test_arguments_are_kept_as_syntax() -> None:
    (use,) = uses(ast.parse("from torch import nn\nnn.Linear(3, *more, bias=False)"))
    assert isinstance(use, Use)
    assert (use.line, use.whole) == (2, False)
    assert use.keywords is not None
    assert ast.literal_eval(use.keywords["bias"]) is False


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
        ("nn.BatchNorm2d(8)", []),
        ("nn.BatchNorm2d(8, momentum=0.01)", [("warning", "momentum", "momentum", "BatchNorm2d(..., momentum=0.99)")]),
        ("nn.LayerNorm((8,))", [("error", "epsilon", "epsilon", "LayerNorm(..., epsilon=1e-05)")]),
        ("nn.GELU()", [("error", "approximate", "approximate", "GELU(..., approximate=False)")]),
        ("nn.GELU('tanh')", [("error", "approximate", "approximate", "GELU(..., approximate=True)")]),
        ("nn.MaxPool2d(2)", [("error", "pool-stride", "stride", "MaxPool2d(..., stride=2)")]),
        ("nn.Dropout(0.1)", [("warning", "behaviour", "p", "nn.Dropout(p=...)")]),
        ("nn.Dropout(p=0.1)", []),
        ("nn.Embedding(10, 4)", [("note", "init-law", "embedding_table",
                                   "Embedding(..., embedding_table=Normal(1.0))")]),
        ("x.std(0)", [("error", "argument", "ddof", "std(..., ddof=1)")]),
        ("torch.std(x)", [("error", "argument", "ddof", "std(..., ddof=1)")]),
        ("torch.topk(x, 3)", [("warning", "behaviour", "return dtype", "indices.astype(ms.int64)")]),
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
        ("nn.Conv2d(3, 4, 3)", {("pad-mode", "torch.nn.Conv2d(..., padding='same')"),
                                ("has-bias", "torch.nn.Conv2d(..., bias=False)")}),
        ("nn.Conv2d(3, 4, 3, pad_mode='pad', padding=1, has_bias=True)", set()),
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


def test_a_value_that_only_the_program_knows(tmp_path: Path) -> None:
    ((severity, rule, argument, fix),) = found(tmp_path, TORCH + "nn.Conv2d(3, 4, k, padding=k // 2, bias=False)")
    assert (severity, rule, argument) == ("error", "pad-mode", "pad_mode")
    assert "pad_mode='pad'" in fix


def test_lines_that_say_the_same_are_joined(tmp_path: Path) -> None:
    (remark,) = scan(tmp_path, TORCH + "a = nn.GELU()\nb = nn.GELU()\n").remarks
    assert remark.lines == (4, 5)


def test_names_and_their_counterparts(tmp_path: Path) -> None:
    file = scan(tmp_path, TORCH + "class A(nn.Module): pass\ntorch.float32\nnn.Linear(3, 4)\ntorch.hub\n")
    assert {use.name: use.counterparts[:1] for use in file.names} == {
        "torch.nn.Module": ("mindspore.nn.Cell",), "torch.float32": ("mindspore.float32",),
        "torch.nn.Linear": ("mindspore.nn.Dense",), "torch.hub": (),
    }  # fmt: skip
    assert [use.name for use in file.unmapped] == ["torch.hub"]


@pytest.mark.parametrize(
    "path", sorted(NETS.glob("*.py")) + sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.stem
)
def test_real_files_are_read_whole(path: Path) -> None:
    file = scan_file(path, exists)
    framework = "torch" if "torch" in path.stem else "mindspore"
    if path.stem != "demo":
        assert file.frameworks == (framework,)
        assert len(file.unmapped) <= 2
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
    note = Remark("note", "r", "n", "c", "a", "m", "f", "s", (1,))
    error = Remark("error", "r", "n", "c", "a", "m", "f", "s", (1, 2))
    assert Scan((FileScan("a", (), (), (note,)),), {}).exit_code == 0
    assert Scan((FileScan("a", (), (), (error,)),), {}).exit_code == 1
    assert Scan((FileScan("a", (), (), (error,)),), {"b": "c"}).exit_code == 2
    assert Scan((FileScan("a", (), (), (error, note)),), {}).counts() == {"error": 2, "warning": 0, "note": 1}
