"""The table's own cases: the torch line of each, converted, is a line of MindSpore that passes the case.

What does not is in `rows_left.txt`, each with its reason; an entry that passes by now fails the test.
"""

from __future__ import annotations

import ast
import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import libcst as cst
import pytest
import torch

import ms2torch
from mappings import Case, Row
from mappings.lines.expressions import is_program
from mappings.proof.verify import verify_case
from mappings.running.inputs import parse_inputs
from mappings.running.sides import MindSporeSide, TorchSide
from mappings.table.registry import iter_rows, rows_for_torch
from parity.port.project.facts import Source, gather
from parity.port.to_mindspore.convert import Converted, convert

HEADER = "import math\nimport numpy as np\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
KNOWN = Path(__file__).parent / "rows_left.txt"


def _module(name: str) -> Any:
    return importlib.import_module(name.replace("mindspore", "ms2torch", 1))


class _OfFile(MindSporeSide):
    """Lines in a file that has classes of its own."""

    def __init__(self, classes: dict[str, Any]) -> None:
        super().__init__(ms2torch, "ms2torch", _module)
        self.classes = classes

    def namespace(self) -> dict[str, object]:
        return {**super().namespace(), **self.classes}


TORCH = TorchSide(torch)


def exists(name: str) -> bool:
    found: object = ms2torch
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found is not None


def converted(case: Case) -> Converted:
    names = ", ".join(f"{spec.name}: torch.Tensor" for spec in parse_inputs(case.inputs))
    source = Source("case", "", cst.parse_module(f"{HEADER}\n\ndef case({names}):\n    return {case.torch}\n"))
    return convert(source, gather([source], exists))


class _AsCasesWrite(ast.NodeTransformer):
    """Spells imported names as the lines of cases do: ``Tensor`` is ``ms.Tensor``, ``Normal`` is ``init.Normal``."""

    def __init__(self, tree: ast.Module) -> None:
        self.names: dict[str, str] = {}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == "mindspore":
                self.names |= {a.name: f"ms.{a.name}" for a in node.names if a.name not in {"nn", "ops", "mint"}}
            elif isinstance(node, ast.ImportFrom) and node.module == "mindspore.common.initializer":
                self.names |= {a.name: f"init.{a.name}" for a in node.names}
            elif isinstance(node, ast.ImportFrom):
                self.names |= {
                    a.name: f"ms.{node.module.partition('.')[2]}.{a.name}" for a in node.names if node.module
                }

    def visit_Name(self, node: ast.Name) -> ast.expr:
        written = self.names.get(node.id)
        return node if written is None else ast.parse(written, mode="eval").body


def line_of(made: Converted) -> str | None:
    """Return the converted line as the cases write lines; None where the file needs a function of its own with it."""
    tree = ast.parse(made.source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    statements = functions[-1].body
    if len(functions) > 1 or len(statements) != 1 or not isinstance(statements[0], ast.Return):
        return None
    value = statements[0].value
    if value is None:
        return None
    return ast.unparse(_AsCasesWrite(tree).visit(value)).removesuffix(".init_data()")  # the cases fill it themselves


def classes_of(made: Converted) -> dict[str, Any]:
    """Return the classes that the converted file has."""
    names = [node.name for node in ast.parse(made.source).body if isinstance(node, ast.ClassDef)]
    namespace: dict[str, Any] = {}
    if names:
        exec(made.source.replace("mindspore", "ms2torch"), namespace)
    return {name: namespace[name] for name in names}


def outcome(row: Row, case: Case) -> str:
    """Return how a case ends: ``passed``, a mark's code, ``helper`` where a line is not all, or why it fails."""
    made = converted(case)
    if made.marks:
        return made.marks[0].code
    line = line_of(made)
    if line is None:
        return "helper"
    try:
        sides = TORCH, _OfFile(classes_of(made))
        found = verify_case(_row_of(row, _by_base(made, line)), replace(case, mindspore=line), *sides)
    except (ValueError, SyntaxError):
        return "helper"
    return "passed" if found.outcome in {"passed", "skipped", "missing"} else "fails"


def _by_base(made: Converted, line: str) -> str:
    """Return a line that calls a class of the file's own as it calls the class that this derives from."""
    classes = {node.name: node for node in ast.parse(made.source).body if isinstance(node, ast.ClassDef)}
    name, bracket, rest = line.partition("(")
    base = ast.unparse(classes[name].bases[0]) if name in classes and classes[name].bases else name
    return f"{base}{bracket}{rest}"


def _row_of(row: Row, line: str) -> Row:
    """Return the row whose MindSpore name a line calls: it knows the weights."""
    names = {row.mindspore: row for row in rows_for_torch(row.torch)}
    spelled = {name.replace("mindspore.", "", 1) + "(": found for name, found in names.items()}
    return next((found for name, found in spelled.items() if line.startswith(name)), row)


def known() -> dict[str, str]:
    entries: dict[str, str] = {}
    for line in KNOWN.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, found = line.rpartition(" ")
            entries[name] = found
    return entries


FAMILIES = sorted({row.family for row in iter_rows()})


def results(family: str) -> dict[str, str]:
    """Return the outcome of each case of a family that is one line and comes out equal, where it is not passed."""
    found: dict[str, str] = {}
    for row in (row for row in iter_rows() if row.family == family):
        for case in row.cases:
            if case.expected == "equal" and not is_program(case.torch):
                ended = outcome(row, case)
                if ended != "passed":
                    found[f"{row.label} {case.number}"] = ended
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_the_lines_of_cases_convert_to_lines_that_pass(family: str) -> None:
    wanted = {name: ended for name, ended in known().items() if name.startswith(f"{family}:")}
    assert results(family) == wanted
