"""What a file of a package needs of the others: definitions, what changes them, and imports under any name."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest
from click.testing import CliRunner

from cli.main import program
from parity.port.project.changes import changed_by
from parity.port.project.closure import Closure, Package
from parity.port.project.relative import made_relative

LAYERS = "from torch import nn\n\nclass L(nn.Linear):\n    pass\n\nclass Other(nn.Linear):\n    pass\n"
IN_A_LOOP = """from .layers import L, Other
MADE = {}
for made in (L, Other):
    MADE[made.__name__] = made
"""
BY_DECORATORS = """from torch import nn

class Factory:
    def __init__(self):
        self.known = {}

    def add(self, name):
        def note(made):
            self.known[name] = made
            return made
        return note

MADE = Factory()

@MADE.add("l")
def l(n, m):
    return nn.Linear(n, m)
"""
NET = """from torch import nn
{imports}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = {made}

    def forward(self, x):
        return self.fc(x)
"""
# The package's files besides net.py, what net.py imports, and how it makes its layer.
PACKAGES = {
    "module-by-way-of-the-package": (
        {"__init__.py": "from . import layers\n", "layers.py": LAYERS},
        "from . import layers",
        "layers.L(4, 3)",
    ),
    "module-under-another-name": (
        {"__init__.py": "", "layers.py": LAYERS}, "import pkg.layers as own", "own.L(4, 3)",
    ),
    "module-by-its-full-name": (
        {"__init__.py": "", "layers.py": LAYERS}, "import pkg.layers", "pkg.layers.L(4, 3)",
    ),
    "registry-updated": (
        {"__init__.py": "", "layers.py": LAYERS, "registry.py": "from .layers import L\nMADE = {}\nMADE.update(l=L)\n"},
        "from .registry import MADE",
        'MADE["l"](4, 3)',
    ),
    "registry-set-in-a-loop": (
        {"__init__.py": "", "layers.py": LAYERS, "registry.py": IN_A_LOOP},
        "from .registry import MADE",
        'MADE["L"](4, 3)',
    ),
    "registry-by-decorators": (
        {"__init__.py": "", "registry.py": BY_DECORATORS}, "from .registry import MADE", 'MADE.known["l"](4, 3)',
    ),
}  # fmt: skip


def written(folder: Path, files: dict[str, str]) -> Path:
    package = folder / "pkg"
    package.mkdir()
    for name, source in files.items():
        (package / name).write_text(source)
    return package


@pytest.mark.parametrize(("files", "imports", "made"), PACKAGES.values(), ids=list(PACKAGES))
def test_a_net_of_a_package_is_the_same(tmp_path: Path, files: dict[str, str], imports: str, made: str) -> None:
    package = written(tmp_path, {**files, "net.py": NET.format(imports=imports, made=made)})
    out = tmp_path / "converted"
    words = ["port", str(package / "net.py"), "-o", str(out), "--net", "Net()", "--input", "float32[2,4]"]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("SAME: ")
    sources = [path.read_text() for path in out.rglob("*.py")]
    assert not any("import pkg" in source or "torch" in source for source in sources)


def test_what_changes_a_name_that_is_not_needed_is_left_out(tmp_path: Path) -> None:
    files = {
        "__init__.py": "",
        "parts.py": "A = {}\nB = {}\nA['x'] = 1\nB['x'] = 2\nprint(A)\n\n@B.add\ndef f():\n    pass\n",
        "net.py": "from .parts import A\n",
    }
    package = Package(written(tmp_path, files))
    (_, parts) = (source for source in Closure(package, "pkg.net").sources() if source.module != "pkg")
    assert parts.tree.code == "A = {}\nA['x'] = 1\n"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("A['x'] = 1", "A"),
        ("A.x = 1", "A"),
        ("A.x['y'], b = 1, 2", "A"),
        ("A += [1]", "A"),
        ("del A['x']", "A"),
        ("A.update(b)", "A"),
        ("A.b.append(C.d)", "A"),
        ("A()(b)", "A"),
        ("fill(A, 1)", "A"),
        ("for x in y:\n    A[x] = x", "A"),
        ("if y:\n    A['x'] = y", "A"),
        ("@A.add\ndef f(): B['x'] = 1", "A"),
        ("@A.b.add(1)\nclass F: pass", "A"),
        ("try:\n    @A.add\n    def f(): pass\nexcept E: pass", "A"),
        ("@add\ndef f(): pass", ""),
        ("def f():\n    A['x'] = 1", ""),
        ("x = A.get(1)", ""),
        ("print(A)", ""),
    ],
)  # fmt: skip
def test_what_a_statement_changes(line: str, names: str) -> None:
    node = cst.parse_statement(line)
    assert isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement))
    assert changed_by(node) == set(names.split())


_HAS = {"pkg", "pkg.a", "pkg.b", "pkg.b.c", "pkg.sub", "pkg.sub.c"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from pkg.a import b", "from ..a import b"),
        ("from pkg import a", "from .. import a"),
        ("from pkg.sub.c import d", "from .c import d"),
        ("import pkg.a as x", "from .. import a as x"),
        ("import pkg.sub.c as c", "from . import c"),
        ("import os, pkg.a as x", "import os; from .. import a as x"),
        ("import pkg.a\npkg.a.f(pkg.a)", "from .. import a as pkg_a\npkg_a.f(pkg_a)"),
        ("import pkg.a\npkg.b.f()", "import pkg.a\npkg.b.f()"),
        ("import pkg.a\nx = pkg", "import pkg.a\nx = pkg"),
        ("import pkg", "import pkg"),
        (
            "import pkg\ndef f(x: pkg.a.T): pkg.b.c.g(x)",
            "from .. import a as pkg_a; from ..b import c as pkg_b_c\ndef f(x: pkg_a.T): pkg_b_c.g(x)",
        ),
        ("import pkg\npkg.a.f(pkg.version)", "import pkg\npkg.a.f(pkg.version)"),
        ("import other.a as x", "import other.a as x"),
        ("from ..a import b", "from ..a import b"),
        ("def f():\n    import pkg.a as x", "def f():\n    from .. import a as x"),
    ],
)
def test_imports_made_relative(before: str, after: str) -> None:
    assert made_relative(cst.parse_module(before), "pkg.sub", "pkg", _HAS.__contains__).code == after
