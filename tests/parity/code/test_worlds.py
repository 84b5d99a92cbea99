"""Each net file imports what lies beside it, whenever it does so, and leaves the process as it was."""

import os
import sys
from pathlib import Path

import numpy as np
import torch

from parity.code.worlds import World, process_kept, world_of


def made(folder, **files):
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return World(folder / "net.py")


def test_two_worlds_hold_modules_of_one_name(tmp_path):
    one, other = made(tmp_path / "a", inner="N = 1"), made(tmp_path / "b", inner="N = 2")
    found = []
    for world in (one, other, one):
        with world.entered():
            import inner

            found.append(inner)
    assert [module.N for module in found] == [1, 2, 1]
    assert found[0] is found[2]
    assert "inner" not in sys.modules
    assert not any(str(tmp_path) in entry for entry in sys.path)


def test_a_world_within_another_hides_it(tmp_path):
    one, other = made(tmp_path / "a", inner="N = 1"), made(tmp_path / "b", inner="N = 2")
    with one.entered():
        import inner as first

        with other.entered():
            import inner as second
        import inner as third
    assert (first.N, second.N, third.N) == (1, 2, 1)


def test_packages_and_folders_put_on_the_search_path_belong_to_it(tmp_path):
    world = made(tmp_path / "a")
    (tmp_path / "a" / "pack").mkdir()
    (tmp_path / "a" / "pack" / "part.py").write_text("N = 3")
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "distant.py").write_text("N = 4")
    with world.entered():
        sys.path.append(str(tmp_path / "far"))
        import distant
        from pack import part
    assert (part.N, distant.N) == (3, 4)
    assert not {"pack", "pack.part", "distant"} & set(sys.modules)
    assert str(tmp_path / "far") not in sys.path
    with world.entered():
        assert sys.modules["distant"] is distant
        assert str(tmp_path / "far") in sys.path


def test_a_module_of_the_callers_with_the_same_name_is_out_of_sight(tmp_path, monkeypatch):
    world = made(tmp_path / "a", inner="N = 1")
    mine = type(sys)("inner")
    mine.__file__ = str(tmp_path / "inner.py")
    monkeypatch.setitem(sys.modules, "inner", mine)
    with world.entered():
        import inner

        assert inner.N == 1
    assert sys.modules["inner"] is mine


def test_libraries_stay_what_they_are(tmp_path):
    world = made(tmp_path / "a", torch="N = 1", json="N = 2")
    with world.entered():
        import json

        import torch as seen
    assert seen is torch
    assert hasattr(json, "loads")


def test_code_is_run_in_the_world_that_owns_it(tmp_path):
    world, net = made(tmp_path / "a"), torch.nn.Linear(2, 2)
    assert world_of(net.forward) is None
    world.owns(net)
    assert world_of(net) is world
    assert world_of(net.forward) is world
    assert world_of(3) is None


def test_the_process_is_put_back(tmp_path):
    before = Path.cwd(), dict(os.environ), sys.stdout, torch.get_default_dtype(), np.geterr()
    with process_kept():
        os.chdir(tmp_path)
        os.environ["MS2TORCH_TEST"] = "1"
        torch.set_default_dtype(torch.float64)
        torch.set_grad_enabled(False)
        np.seterr(all="ignore")
        sys.stdout = None
    assert (Path.cwd(), dict(os.environ), sys.stdout, torch.get_default_dtype(), np.geterr()) == before
    assert torch.is_grad_enabled()
