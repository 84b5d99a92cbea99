"""Each package's stub file is the list of what it exports, for editors and at run time alike."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STUBS = sorted((ROOT / "ms2torch").rglob("__init__.pyi"))


def package_of(stub: Path) -> str:
    return ".".join(stub.parent.relative_to(ROOT).parts)


def imported_names(stub: Path) -> list[str]:
    tree = ast.parse(stub.read_text())
    return [a.asname or a.name for node in tree.body if isinstance(node, ast.ImportFrom) for a in node.names]


@pytest.mark.parametrize("stub", STUBS, ids=package_of)
def test_every_name_in_the_stub_can_be_imported(stub):
    package = importlib.import_module(package_of(stub))
    missing = [name for name in imported_names(stub) if not hasattr(package, name)]
    assert not missing


@pytest.mark.parametrize("stub", STUBS, ids=package_of)
def test_every_name_is_listed_once_and_re_exported(stub):
    names = imported_names(stub)
    assert len(set(names)) == len(names), sorted({n for n in names if names.count(n) > 1})
    plain = [
        a.name
        for node in ast.parse(stub.read_text()).body
        if isinstance(node, ast.ImportFrom)
        for a in node.names
        if a.asname is None
    ]
    assert not plain, "write `x as x`, or type checkers take the name for private"


@pytest.mark.parametrize("stub", STUBS, ids=package_of)
def test_every_package_with_a_stub_reads_it(stub):
    source = stub.with_suffix(".py").read_text()
    assert "attach(__name__" in source


def test_importing_the_package_loads_neither_layers_nor_the_compiler():
    code = (
        "import sys, ms2torch; "
        "print([m for m in sys.modules if m.startswith(('ms2torch.nn.layer', 'ms2torch.train', 'ms2torch.dataset', "
        "'torch._dynamo', 'torch._inductor', 'ml_dtypes', 'safetensors', 'google.protobuf'))])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"
