"""Places are told of the comparison at hand, whatever was compared before in the same process."""

from __future__ import annotations

import sys
import textwrap
import types

import torch

import parity
from parity.code.places import body_place, shown_path

REFERENCE = """
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 4)
    def forward(self, x):
        return self.fc(x).mean(1)
"""
PORT = """
from ms2torch import nn, ops
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
    def construct(self, x):
        return {body}
"""


def told(folder, body, monkeypatch, lines=""):
    """Compare in a folder, with files of the same names each time; return the one finding's place, message and fix."""
    folder.mkdir(exist_ok=True)
    (folder / "torch_net.py").write_text(REFERENCE)
    (folder / "port_net.py").write_text(lines + textwrap.dedent(PORT).format(body=body))
    monkeypatch.chdir(folder)
    report = parity.compare("torch_net.py:Net", "port_net.py:Net", "float32[4,4]")
    [finding] = [entry for entry in report.findings if entry.severity == "error"]
    return finding.location, finding.message, finding.fix


def test_files_of_the_same_name_in_another_folder(tmp_path, monkeypatch):
    first = told(tmp_path / "a", "ops.mean(self.fc(x), 0)", monkeypatch)
    second = told(tmp_path / "b", "ops.mean( self.fc(x),  0 )", monkeypatch)
    assert first[0] == second[0] == "port_net.py:8"
    assert "`ops.mean(self.fc(x), 0)`" in first[1]
    assert "`ops.mean( self.fc(x),  0 )`" in second[1]
    assert first[2] == "return ops.mean(self.fc(x), 1)"
    assert second[2] == "return ops.mean( self.fc(x),  1 )"  # as the user lays it out


def test_a_file_that_was_changed_between_two_comparisons(tmp_path, monkeypatch):
    first = told(tmp_path / "a", "ops.mean(self.fc(x), 0)", monkeypatch)
    second = told(tmp_path / "a", "ops.mean(self.fc(x), axis=0)", monkeypatch, lines="# moved\n\n")
    assert (first[0], second[0]) == ("port_net.py:8", "port_net.py:10")
    assert "`ops.mean(self.fc(x), axis=0)`" in second[1]
    assert second[2] == "return ops.mean(self.fc(x), axis=1)"


def test_paths_are_told_from_the_folder_of_now(tmp_path, monkeypatch):
    file = str(tmp_path / "a" / "net.py")
    monkeypatch.chdir(tmp_path)
    assert shown_path(file) == "a/net.py"
    (tmp_path / "b").mkdir()
    monkeypatch.chdir(tmp_path / "b")
    assert shown_path(file) == file


def test_a_class_without_code_of_its_own_stands_where_it_is_defined(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cells.py").write_text("from ms2torch import nn\n\n\nclass Empty(nn.Cell):\n    pass\n")
    source = compile((tmp_path / "cells.py").read_text(), str(tmp_path / "cells.py"), "exec")
    cells = types.ModuleType("cells")
    cells.__file__ = str(tmp_path / "cells.py")
    monkeypatch.setitem(sys.modules, "cells", cells)
    exec(source, vars(cells))
    assert body_place(cells.Empty()) == "cells.py:4"
    assert body_place(torch.nn.ReLU()) is None
