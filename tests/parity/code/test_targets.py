"""What is wrong with a target or an input is reported from the text and the file alone, without torch."""

import subprocess
import sys
from pathlib import Path

import pytest

from parity.code.errors import CannotCompare
from parity.code.input_specs import FileSpec, RandomSpec, check_input, read_input
from parity.code.targets import check_target, package_of

NET = """
import json as j
if True:
    from torch.nn import Linear as Layer
try:
    pass
except ValueError as problem:
    pass
first, (second, *rest) = 1, (2, 3)
with open(__file__) as handle:
    pass
class Net:
    inner = 3
    class Part: ...
async def later(): ...
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "any.py").write_text("globals()['Net'] = 3\n")
    (tmp_path / "star.py").write_text("from torch.nn import *\n")
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "trace").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "target",
    [
        "net.py:Net", "net.py:Net.Part", "net.py:j", "net.py:Layer", "net.py:first", "net.py:rest", "net.py:handle",
        "net.py:problem", "net.py:later", "any.py:Net", "star.py:Linear", "broken.py:Net", "trace", "no.module:Net",
    ],
)  # fmt: skip
def test_what_may_be_there_is_left_to_the_import(folder, target):
    check_target(target)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("net.py:Nett", "net.py has no 'Nett'; did you mean 'Net'?"),
        ("net.py:inner", "net.py has no 'inner'"),
        ("net.py:Part", "net.py has no 'Part'"),
        ("ned.py:Net", "ned.py: no such file; did you mean net.py?"),
        ("net.py", "say which net of it, as in net.py:Net"),
        ("net.py:Net(x)", "arguments must be literals"),
    ],
)
def test_what_cannot_be_there(folder, target, message):
    with pytest.raises(CannotCompare) as caught:
        check_target(target)
    assert message in str(caught.value)


def test_the_package_of_a_file(tmp_path):
    inner = tmp_path / "src" / "pkg" / "sub"
    inner.mkdir(parents=True)
    for place in (inner, inner.parent):
        (place / "__init__.py").touch()
    assert package_of(inner / "net.py") == ("pkg.sub.net", tmp_path / "src")
    assert package_of(tmp_path / "net.py") is None


def test_inputs_are_read():
    assert read_input("ids=int64[2, 16]<1000") == RandomSpec("ids", "int64", (2, 16), 1000)
    assert read_input("bool[]") == RandomSpec("", "bool", (), 2)
    assert read_input("mask=m.npy") == FileSpec("mask", Path("m.npy"))
    with pytest.raises(CannotCompare, match=r"input file m\.npy does not exist"):
        check_input("m.npy")


def test_neither_needs_torch(root):
    code = "import sys, parity.code.targets, parity.code.input_specs; print(*(n in sys.modules for n in sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "torch", "numpy"], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
