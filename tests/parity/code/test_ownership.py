"""What is the user's code: no line of a framework, of this project, or of what runs the comparison."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch

import cli.compare
import mappings.rows.model
import ms2torch.nn.cell
import parity.nets.trace
from parity.code.ownership import OURS, framework_folders, user_frame
from parity.code.places import is_framework, is_own
from parity.code.worlds import in_library
from tests.sources import PACKAGES

OTHERS = [torch.nn.functional, ms2torch.nn.cell, parity.nets.trace, mappings.rows.model, cli.compare]


def test_every_package_of_this_project_is_known():
    assert set(OURS) == set(PACKAGES)


@pytest.mark.parametrize("module", OTHERS, ids=lambda module: module.__name__)
def test_frameworks_and_this_project_are_not_the_users(module):
    assert is_framework(module.__file__)
    assert in_library(str(Path(module.__file__).resolve()))


def test_the_users_files_are_the_users(tmp_path):
    assert not is_framework(str(tmp_path / "net.py"))
    assert not in_library(str(tmp_path / "net.py"))
    assert [is_own(file) for file in (parity.nets.trace.__file__, cli.compare.__file__)] == [True, False]


def frame_of(text, file, **names):
    """Run a text as if it stood in a file; it puts a frame into `found`."""
    names |= {"found": [], "frame": lambda: sys._getframe(1), "outside": lambda call: call()}
    exec(compile(text, file, "exec"), names)
    return names["found"][0]


CALL = "def call():\n    found.append(frame())\n"


@pytest.mark.parametrize(
    "file, ends, found",
    [
        ("/home/me/net.py", lambda frame: False, "/home/me/net.py"),
        (torch.nn.__file__, lambda frame: frame.f_code is frame_of.__code__, None),
        ("<frozen importlib._bootstrap>", lambda frame: False, None),
        ("/home/me/net.py", lambda frame: True, None),
    ],
)
def test_the_nearest_frame_of_the_user_up_to_where_the_users_code_was_called(file, ends, found):
    frame = user_frame(frame_of(f"{CALL}call()", file), framework_folders(), ends)
    assert (frame.f_code.co_filename if frame is not None else None) == found
