"""`install()`: `import mindspore` gives the modules of ms2torch; what is missing is named as MindSpore names it."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import inspect
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ms2torch
from ms2torch import install, uninstall
from ms2torch._errors import MissingNameError


@pytest.fixture
def hook() -> Iterator[None]:
    """The hook, installed for one test."""
    install()
    yield
    uninstall()


def run(code: str, *, path: Path, root: Path) -> subprocess.CompletedProcess[str]:
    """Execute `code` in a fresh interpreter that also finds modules in `path`."""
    start = f"import sys; sys.path[:0] = [{str(path)!r}, {str(root)!r}]\n"
    return subprocess.run([sys.executable, "-c", start + code], capture_output=True, text=True, check=False)


@pytest.mark.usefixtures("hook")
@pytest.mark.parametrize("name", ["", ".nn", ".ops", ".nn.layer.conv", ".common.initializer"])
def test_modules_are_the_same_objects(name: str) -> None:
    theirs = importlib.import_module(f"mindspore{name}")
    assert theirs is importlib.import_module(f"ms2torch{name}")
    assert sys.modules[f"mindspore{name}"] is sys.modules[f"ms2torch{name}"]


@pytest.mark.usefixtures("hook")
def test_every_way_of_importing() -> None:
    scope: dict[str, object] = {}
    exec(
        "import mindspore\nimport mindspore as ms\nimport mindspore.nn as nn\nimport mindspore.nn.layer.conv\n"
        "from mindspore import ops, Tensor\nfrom mindspore.nn import Cell\nfrom mindspore.nn.layer.conv import Conv2d\n"
        "assert ms is mindspore and ms.nn is nn and nn.Conv2d is Conv2d and mindspore.nn.layer.conv.Conv2d is Conv2d\n"
        "assert ms.ops is ops and ms.Tensor is Tensor and nn.Cell is Cell",
        scope,
    )
    assert scope["ms"] is ms2torch


@pytest.mark.usefixtures("hook")
def test_version_is_the_one_model_code_branches_on() -> None:
    mindspore = importlib.import_module("mindspore")
    assert mindspore.__version__ == "2.10.0"
    assert importlib.metadata.version("mindspore") == "2.10.0"


def test_the_distribution_is_there_only_while_the_hook_is() -> None:
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("mindspore")


@pytest.mark.usefixtures("hook")
def test_feature_checks_answer_without_an_error() -> None:
    assert importlib.util.find_spec("mindspore") is not None
    assert importlib.util.find_spec("mindspore.nn") is not None
    assert importlib.util.find_spec("mindspore.no_such_thing") is None
    mindspore = importlib.import_module("mindspore")
    assert not hasattr(mindspore, "no_such_thing")
    assert getattr(mindspore.nn, "NoSuchThing", 3) == 3


@pytest.mark.usefixtures("hook")
def test_pickles_name_classes_that_exist_without_the_hook() -> None:
    cls = importlib.import_module("mindspore.nn").Conv2d
    data = pickle.dumps(cls)
    uninstall()
    assert pickle.loads(data) is cls


@pytest.mark.usefixtures("hook")
def test_instances_pickled_under_the_hook_are_read_without_it_and_the_other_way() -> None:
    cell = importlib.import_module("mindspore.nn").MSELoss(reduction="sum")
    data = pickle.dumps(cell)
    uninstall()
    without = pickle.loads(data)
    assert (type(without), without.reduction) == (type(cell), "sum")
    data = pickle.dumps(without)
    install()
    assert type(pickle.loads(data)) is type(cell)


def test_definitions_say_mindspores_module_only_while_the_hook_is_there() -> None:
    dense, matmul, basic = ms2torch.nn.Dense, ms2torch.ops.matmul, importlib.import_module("ms2torch.nn.layer.basic")
    said = (repr(dense), matmul.__module__.partition(".")[0], basic.__name__, basic.__package__, repr(basic)[:33])
    assert said == ("<class 'ms2torch.nn.layer.basic.Dense'>", "ms2torch", "ms2torch.nn.layer.basic",
                    "ms2torch.nn.layer", "<module 'ms2torch.nn.layer.basic'")  # fmt: skip
    install()
    try:
        theirs = (repr(dense), matmul.__module__.partition(".")[0], basic.__name__, basic.__package__, repr(basic)[:34])
        assert theirs == ("<class 'mindspore.nn.layer.basic.Dense'>", "mindspore", "mindspore.nn.layer.basic",
                          "mindspore.nn.layer", "<module 'mindspore.nn.layer.basic'")  # fmt: skip
        assert inspect.getsource(dense).startswith("class Dense")
        assert repr(ms2torch.nn.LSTM) == "<class 'mindspore.nn.layer.rnns.LSTM'>"
    finally:
        uninstall()
    again = (repr(dense), matmul.__module__.partition(".")[0], basic.__name__, basic.__package__, repr(basic)[:33])
    assert again == said


@pytest.mark.usefixtures("hook")
def test_a_missing_name_is_named_with_the_closest_one() -> None:
    nn = importlib.import_module("mindspore.nn")
    with pytest.raises(MissingNameError) as caught:
        _ = nn.Conv2dd
    assert str(caught.value).startswith("mindspore.nn.Conv2dd does not exist in ms2torch; closest: mindspore.nn.Conv2d")
    assert isinstance(caught.value, AttributeError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.usefixtures("hook")
def test_a_name_that_is_elsewhere_is_found_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ms2torch.nn, "OnlyInNn", object, raising=False)
    with pytest.raises(AttributeError, match=r"closest: mindspore\.nn\.OnlyInNn"):
        _ = ms2torch.ops.onlyInNN


@pytest.mark.usefixtures("hook")
@pytest.mark.parametrize(
    ("statement", "error", "says"),
    [
        ("from mindspore.nn import Conv2dd", ImportError, r"'Conv2dd' from 'mindspore\.nn'.*: mindspore\.nn\.Conv2d"),
        ("from mindspore import nosuch_thing", ImportError, r"mindspore\.nosuch_thing does not exist in ms2torch"),
        ("import mindspore.comon", ModuleNotFoundError, r"'mindspore\.comon' in ms2torch; closest: mindspore\.common"),
        ("import mindspore.nn.layers.conv", ModuleNotFoundError, r"'mindspore\.nn\.layers'.*: mindspore\.nn\.layer"),
        ("import mindspore.nn.cell.x", ModuleNotFoundError, r"'mindspore\.nn\.cell' is not a package"),
        ("from mindspore.comon import x", ModuleNotFoundError, r"'mindspore\.comon' in ms2torch"),
    ],
)  # fmt: skip
def test_a_missing_import_never_speaks_of_our_modules(statement: str, error: type[ImportError], says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        exec(statement, {})
    assert "ms2torch." not in str(caught.value)
    assert str(caught.value.name).startswith("mindspore")


@pytest.mark.usefixtures("hook")
def test_modules_loaded_later_name_what_they_lack_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that is imported under our own name."""
    (tmp_path / "loaded_later.py").write_text("VALUE = 1\n")
    monkeypatch.setattr(ms2torch, "__path__", [*ms2torch.__path__, str(tmp_path)])
    monkeypatch.setattr(ms2torch, "loaded_later", None, raising=False)
    module = importlib.import_module("ms2torch.loaded_later")
    try:
        with pytest.raises(MissingNameError, match=r"closest: mindspore\.loaded_later\.VALUE"):
            _ = module.value
    finally:
        del sys.modules["ms2torch.loaded_later"]
    with pytest.raises(MissingNameError, match=r"mindspore\.loaded_later\.value does not exist"):
        _ = module.value


_SUPPLIED = """
import sys
from importlib.util import spec_from_file_location
from pathlib import Path

HERE = Path(sys.path[0]) / "left_out"


class Finder:
    def find_spec(self, name, path=None, target=None):
        files = {"mindspore.nn.left_out": HERE / "__init__.py", "mindspore.nn.left_out.layers": HERE / "layers.py"}
        if name in files:
            return spec_from_file_location(name, files[name], submodule_search_locations=[str(HERE)])


sys.meta_path.append(Finder())
import ms2torch

ms2torch.install()
from mindspore.nn.left_out.layers import Old

print(Old)
"""


def test_a_package_that_a_program_supplies_itself_is_imported_from_there(tmp_path: Path, root: Path) -> None:
    (tmp_path / "left_out").mkdir()
    (tmp_path / "left_out" / "__init__.py").write_text("")
    (tmp_path / "left_out" / "layers.py").write_text("Old = 'supplied'\n")
    done = run(_SUPPLIED, path=tmp_path, root=root)
    assert done.stdout == "supplied\n", done.stderr


def test_uninstall_undoes_everything() -> None:
    before = {
        name: vars(module).get("__getattr__") for name, module in sys.modules.items() if name.startswith("ms2torch")
    }
    finders = list(sys.meta_path)
    install()
    install()
    importlib.import_module("mindspore.nn")
    uninstall()
    uninstall()
    assert sys.meta_path == finders
    assert not [name for name in sys.modules if name.startswith("mindspore")]
    assert {name: vars(sys.modules[name]).get("__getattr__") for name in before} == before
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("mindspore")


def test_the_real_one_imported_before_is_an_error(tmp_path: Path, root: Path) -> None:
    (tmp_path / "mindspore.py").write_text("real = True\n")
    done = run("import mindspore, ms2torch\nms2torch.install()", path=tmp_path, root=root)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"RuntimeError: mindspore is already imported, from {tmp_path / 'mindspore.py'}")
    assert "before the first `import mindspore`" in last


def test_the_real_one_installed_gives_way_and_that_is_said_once(tmp_path: Path, root: Path) -> None:
    (tmp_path / "mindspore").mkdir()
    (tmp_path / "mindspore" / "__init__.py").write_text("raise SystemExit('the wrong one')\n")
    (tmp_path / "mindspore" / "only_there.py").write_text("")
    code = (
        "import ms2torch\nms2torch.install(); ms2torch.uninstall(); ms2torch.install()\n"
        "import mindspore\nassert mindspore is ms2torch\n"
        "try:\n    import mindspore.only_there\nexcept ModuleNotFoundError as error:\n    print(error)"
    )
    done = run(code, path=tmp_path, root=root)
    assert done.stdout.startswith("No module named 'mindspore.only_there' in ms2torch")
    place = tmp_path / "mindspore" / "__init__.py"
    assert done.stderr == f"ms2torch: `import mindspore` gives ms2torch, not {place}\n"


def test_a_folder_that_is_only_called_mindspore_is_not_worth_a_word(tmp_path: Path, root: Path) -> None:
    (tmp_path / "mindspore").mkdir()
    done = run("import ms2torch\nms2torch.install()\nimport mindspore.nn", path=tmp_path, root=root)
    assert (done.returncode, done.stderr) == (0, "")


def test_packages_say_mindspore_while_the_hook_is_installed() -> None:
    install()
    try:
        for name in ("mindspore", "mindspore.nn", "mindspore.ops", "mindspore.mint.nn"):
            package = importlib.import_module(name)
            assert (package.__name__, package.__package__) == (name, name)
            assert repr(package).startswith(f"<module '{name}' from")
            assert package is sys.modules[name] is sys.modules[name.replace("mindspore", "ms2torch")]
        said = r"cannot import name 'Denze' from 'mindspore\.nn'.*closest: mindspore\.nn\.Dense"
        with pytest.raises(ImportError, match=said):
            exec("from mindspore.nn import Denze")
    finally:
        uninstall()
    assert (ms2torch.__name__, ms2torch.__package__) == ("ms2torch", "ms2torch")
    assert repr(ms2torch.nn).startswith("<module 'ms2torch.nn' from")
    assert importlib.import_module("ms2torch.nn") is ms2torch.nn


@pytest.mark.usefixtures("hook")
def test_a_name_that_python_has_too_stays_pythons_in_the_module_asked() -> None:
    """`mindspore.common.initializer.float` is a dtype; the initializer's own code means Python's."""
    initializer = importlib.import_module("mindspore.common.initializer")
    assert initializer.float == ms2torch.float32
    assert "float" not in vars(initializer)
