"""Targets: what loads, and the one line that is said when it does not."""

import sys

import pytest
import torch

from parity.code.errors import CannotCompare
from parity.nets.loading import Loader, seed_everything

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, width=4, fail=False):
        super().__init__()
        if fail:
            raise ValueError("width must be even")
        self.fc = nn.Linear(
            width, 2
        )

    def forward(self, x):
        return self.fc(x)

def make(num_classes=10, *, scale=1.0):
    return nn.Linear(3, num_classes)

def needs(width, depth, *, bias=True, **options):
    return nn.Linear(width, depth)

number = 3
def not_a_net():
    return 5
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "net.py").write_text(NET)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def build(target, seed=0):
    with Loader() as loader:
        return loader.build(target, seed, "reference")


@pytest.mark.parametrize(
    ("target", "features"),
    [("net.py:make", 10), ("net.py:make(num_classes=7)", 7), ("net.py:make(5, scale=-2.0)", 5), ("./net.py:make", 10)],
)
def test_functions_and_their_arguments(folder, target, features):
    assert build(target).net.out_features == features


def test_modules_by_name(folder):
    assert build("torch.nn:Linear(2, 3)").net.out_features == 3
    assert build("net:Net(width=6)").net.fc.in_features == 6
    sys.modules.pop("net", None)


def test_the_same_seed_builds_the_same_net(folder):
    one, other, third = build("net.py:Net", 1).net, build("net.py:Net", 1).net, build("net.py:Net", 2).net
    assert torch.equal(one.fc.weight, other.fc.weight)
    assert not torch.equal(one.fc.weight, third.fc.weight)


def test_the_line_of_each_constructor_call_is_known(folder):
    built = build("net.py:Net(width=6)")
    construction = built.constructions.get(built.net.fc)
    assert construction.arguments["in_features"] == 6
    assert construction.arguments["bias"] is True
    assert str(construction.location) == "net.py:10"
    assert construction.exact


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nowhere.py:Net", r"nowhere.py: no such file"),
        ("nett.py:Net", r"nett.py: no such file; did you mean net.py\?"),
        ("missing/net.py:Net", "the folder missing does not exist either"),
        ("net.py:Nett", r"net.py has no 'Nett'; did you mean 'Net'\?"),
        ("net.py:qqqqqq", "it defines Net, make, needs, not_a_net"),
        ("net.py:number", "is of type int; name a class or a function"),
        ("net.py:not_a_net", "gives an object of type int, not a torch Module or a MindSpore Cell"),
        ("net.py", r"does not parse: say which net of it, as in net.py:Net \(it defines Net, make, needs, not_a_net\)"),
        ("net", "does not parse: write file.py:Name"),
        ("pkg\\net.py:Net", "no such file; folders are separated by /, as in pkg/net.py"),
        ("net.py:needs", r"needs width, depth: give literals, as in net.py:needs\(width=..., depth=...\)"),
        ("net.py:needs(3)", r"needs depth: give literals, as in net.py:needs\(depth=...\)"),
        ("net.py:make(num_classes=width)", "arguments must be literals"),
        ("net.py:make(__import__('os'))", "arguments must be literals"),
        ("net.py:make(", "does not parse"),
        ("net.py:make(wrong=1)", "unexpected keyword argument 'wrong'"),
        ("net.py:Net(fail=True)", r"cannot be built: net.py:9: ValueError: width must be even"),
        ("no.such.module:Net", "no.such.module cannot be imported: ModuleNotFoundError"),
    ],
)
def test_one_clear_line(folder, target, message):
    with pytest.raises(CannotCompare, match=message) as caught:
        build(target)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def f(:\n    pass\n", r"bad.py:1: invalid syntax"),
        ("import torch\n1 / 0\n", r"bad.py cannot be imported: bad.py:2: ZeroDivisionError"),
        ("import nothing_of_that_name\n", "No module named 'nothing_of_that_name'"),
        ("from .layers import f\n", "a file with relative imports belongs to a package"),
        ("open('no.txt')\n", r"bad.py:1: FileNotFoundError.*; put what reads data under `if __name__ == '__main__':`"),
    ],
)
def test_files_that_cannot_be_imported(folder, source, message):
    (folder / "bad.py").write_text(source)
    with pytest.raises(CannotCompare, match=message):
        build("bad.py:Net")


def test_a_file_of_a_package_is_named_as_its_module(tmp_path, monkeypatch):
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "net.py").write_text("from .layers import f\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotCompare, match=r"it is a file of a package: name it pkg.net:NAME, run from \."):
        build("pkg/net.py:Net")


ODD_NETS = """
from torch import nn

class Unhashable(nn.Linear):
    __hash__ = None

class Inner(nn.Module):
    def __init__(self, outer):
        super().__init__()
        self.outer = outer

class Circular(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner(self)

class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.Linear(2, 2)
        self.one = nn.Sequential(layer, layer)
        self.two = nn.Sequential(layer)
"""


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("odd.py:Unhashable(2, 2)", "Unhashable cannot be hashed.*keeps the hash of its base"),
        ("odd.py:Circular", "Inner holds Circular, in which it lies itself"),
    ],
)
def test_nets_that_cannot_be_gone_through(folder, target, message):
    (folder / "odd.py").write_text(ODD_NETS)
    with pytest.raises(CannotCompare, match=message):
        build(target)
    assert build("odd.py:Shared").net is not None


def test_pytests_spelling_of_a_name(folder):
    assert build("net.py::make(7)").net.out_features == 7


def test_two_targets_may_each_have_a_module_of_the_same_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, width in (("a", 2), ("b", 3)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "layers.py").write_text(f"WIDTH = {width}\n")
        (tmp_path / name / "net.py").write_text(
            "from layers import WIDTH\nfrom torch import nn\ndef make():\n    return nn.Linear(WIDTH, 1)\n"
        )
    with Loader() as loader:
        assert loader.build("a/net.py:make", 0, "reference").net.in_features == 2
        assert loader.build("b/net.py:make", 0, "port").net.in_features == 3
    assert "layers" not in sys.modules
    assert str(tmp_path / "a") not in sys.path


def test_profilers_are_put_back(folder):
    calls = []

    def mine(frame, event, argument):
        calls.append(event)

    sys.setprofile(mine)
    try:
        build("net.py:Net")
        assert sys.getprofile() is mine
    finally:
        sys.setprofile(None)


def test_anything_else_is_refused():
    with pytest.raises(CannotCompare, match="an object of type int is no net"):
        build(3)


def test_seeding_gives_the_numbers_of_torch():
    torch.manual_seed(7)
    wanted = torch.rand(3)
    seed_everything(7)
    assert torch.equal(torch.rand(3), wanted)
