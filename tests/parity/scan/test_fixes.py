"""What scan says to write is executed: of every case of the table, the derived call does what torch's does."""

from __future__ import annotations

import ast
import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

import mappings
import ms2torch
from mappings.lines.expressions import is_program
from mappings.proof.verify import verify_case
from mappings.running.sides import MindSporeSide, TorchSide
from parity.scan import scan_file
from parity.scan.judge import Call, value_of
from parity.scan.rows import order_of, tensor_methods
from parity.source import read

IMPORTS = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nimport numpy as np\nimport math\n"
LEAST = 900  # so many calls are derived and executed: fewer would mean that scan no longer says what to write


def modules(name: str) -> Any:
    return importlib.import_module(name.replace("mindspore", "ms2torch", 1))


def derived(row: mappings.Row, text: str) -> str:
    """The call that scan would write for a torch line that is one call; "" where it writes none."""
    tree = ast.parse(IMPORTS + text)
    last = tree.body[-1]
    uses = [use for use in read(tree, tensor_methods()).uses if isinstance(last, ast.Expr) and use.node is last.value]
    if len(uses) != 1 or not uses[0].whole or uses[0].name != row.torch:
        return ""
    (use,) = uses
    order = order_of(row.torch, row, use.positional, (use.keywords or {}).keys())
    if len(use.positional) > len(order):
        return ""
    given = dict(zip(order, use.positional, strict=True)) | dict(use.keywords or {})
    call = Call(row.torch, row, use, {name: value_of(node) for name, node in given.items()})
    return call.derived()


def test_the_calls_that_scan_writes_do_what_torch_does() -> None:
    ours, theirs = TorchSide(torch), MindSporeSide(ms2torch, "ms2torch", modules)
    wrong: list[str] = []
    count = 0
    for row in mappings.iter_rows():
        for case in row.cases:
            if case.expected != "equal" or case.stage != "forward" or is_program(case.torch):
                continue  # of a program scan writes one call; the lines around it stay the reader's
            call = derived(row, case.torch)
            if call:
                count += 1
                written = call.replace("mindspore.common.initializer.", "init.").replace("mindspore.", "ms.")
                result = verify_case(row, replace(case, mindspore=written), ours, theirs)
                if result.outcome == "failed":
                    wrong.append(f"{result.place}: {result.detail}")
    assert wrong == []
    assert count >= LEAST


@pytest.mark.parametrize(
    ("line", "never"),
    [
        ("x.var(unbiased=False)", "ddof=1"),
        ("torch.var(x, unbiased=False)", "ddof=1"),
        ("F.pad(x, (1, 2, 0, 3))", "nn.Pad("),
        ("torch.transpose(x, 1, 2)", "ops.transpose("),
    ],
)
def test_harmful_advice_is_not_given(tmp_path: Path, line: str, never: str) -> None:
    path = tmp_path / "net.py"
    path.write_text(f"{IMPORTS}def f(x: torch.Tensor):\n    return {line}\n")
    remarks = scan_file(path, bool).remarks
    assert not any(never in text for remark in remarks for text in (remark.fix, remark.call, remark.better))
