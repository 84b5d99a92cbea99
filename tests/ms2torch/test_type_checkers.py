"""Type checkers, and so editors, see every public name, its type and its arguments."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ms2torch
from tools.snapshot import load_snapshot

BASEDPYRIGHT = shutil.which("basedpyright", path=str(Path(sys.executable).parent))
ROOT = Path(__file__).resolve().parents[2]
MODULES = (
    "mindspore", "mindspore.nn", "mindspore.ops", "mindspore.mint", "mindspore.mint.nn",
    "mindspore.mint.nn.functional", "mindspore.common.initializer", "mindspore.train", "mindspore.amp",
    "mindspore.numpy", "mindspore.experimental.optim",
)  # fmt: skip
CONFIG = {
    "typeCheckingMode": "standard", "pythonVersion": "3.11", "reportPrivateImportUsage": False,
    "reportUnknownMemberType": True, "reportUnknownVariableType": True, "reportAttributeAccessIssue": True,
    "reportUnusedExpression": False, "extraPaths": [str(ROOT)],
}  # fmt: skip

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BASEDPYRIGHT is None, reason="basedpyright is not installed")]


def check(folder: Path, source: str) -> list[tuple[int, str, str]]:
    """Return what the type checker says of a program: line, rule, message."""
    (folder / "program.py").write_text(source)
    config = {**CONFIG, "include": ["program.py"], "venvPath": str(ROOT), "venv": ".venv"}
    (folder / "pyrightconfig.json").write_text(json.dumps(config))
    command = [str(BASEDPYRIGHT), "--outputjson", "--project", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = json.loads(done.stdout)
    return [
        (entry["range"]["start"]["line"] + 1, entry.get("rule", ""), entry["message"])
        for entry in said["generalDiagnostics"]
        if entry["severity"] in {"error", "warning"} or "Type of" in entry["message"]
    ]


def public_names() -> list[str]:
    """Return every recorded name of the core modules that exists here, as an expression on ``m0``, ``m1`` ..."""
    names = []
    for number, module in enumerate(MODULES):
        here = ms2torch
        for part in module.split(".")[1:]:
            here = getattr(here, part)
        names += [f"m{number}.{name}" for name in load_snapshot().children(module) if hasattr(here, name)]
    return names


def test_every_public_name_is_known_with_its_type(tmp_path):
    names = public_names()
    assert len(names) > 2000
    lines = [f"import ms2torch{module[len('mindspore') :]} as m{number}" for number, module in enumerate(MODULES)]
    lines += names
    unknown = {lines[line - 1] for line, _, _ in check(tmp_path, "\n".join(lines) + "\n")}
    assert unknown == set()


USED_RIGHT = """
from typing import assert_type

import ms2torch as ms
from ms2torch import Parameter, Tensor, mint, nn, ops
from ms2torch.common.initializer import Normal, initializer


class Net(nn.Cell):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.dense = nn.Dense(width, width, weight_init="normal")
        self.norm = nn.LayerNorm((width,), epsilon=1e-5)
        self.scale = Parameter(initializer(Normal(0.02), [width], ms.float32), name="scale")

    def construct(self, x: Tensor) -> Tensor:
        assert_type(self.scale, Parameter)
        return ops.relu(self.norm(self.dense(x))) * self.scale


x = ms.Tensor([[1.0, 2.0]], ms.float32)
assert_type(ops.softmax(x, axis=-1), Tensor)
assert_type(x.astype(ms.float16), Tensor)
assert_type(x + 1, Tensor)
assert_type(x.shape, tuple[int, ...])
assert_type(mint.nn.functional.gelu(x), Tensor)
assert_type(ops.matmul(x, x.T), Tensor)
optimizer = nn.Adam(Net(2).trainable_params(), learning_rate=1e-3)
loss = nn.CrossEntropyLoss(label_smoothing=0.1)
"""

USED_WRONG = [
    "ops.softmax(x, axes=-1)",
    "nn.Dense(3)",
    "nn.Conv2d(3, 4, 3, bias=True)",
    "ops.no_such_op(x)",
    "x.no_such_method()",
    "nn.LayerNorm((3,), eps=1e-5)",
]


def test_a_program_is_checked_without_complaint(tmp_path):
    assert check(tmp_path, USED_RIGHT) == []


def test_mistakes_are_seen_before_the_program_runs(tmp_path):
    lines = ["import ms2torch as ms", "from ms2torch import nn, ops", "x = ms.Tensor([1.0])", *USED_WRONG]
    seen = {line for line, rule, _ in check(tmp_path, "\n".join(lines) + "\n") if not rule.startswith("reportUnknown")}
    assert seen == set(range(4, 4 + len(USED_WRONG)))
