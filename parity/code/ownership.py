"""Whose code a file holds: the user's, a framework's or this project's.

What is shown to a user, a line or an operation, is the user's own: every look for one asks here. The recorder that runs
without torch carries this file too.
"""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable
from pathlib import Path

OURS = ("cli", "mappings", "ms2torch", "parity")
"""The packages of this project; they lie beside one another."""

_FRAMEWORKS = ("torch", "mindspore", "ms2torch")


def framework_folders() -> tuple[str, ...]:
    """Return the folders, with a separator behind, of the frameworks that are loaded and of this project's packages.

    Each is given as it was found and with links followed, as a frame may name either.
    """
    files = [getattr(sys.modules.get(name), "__file__", None) for name in _FRAMEWORKS]
    folders = [Path(file).parent for file in files if file]
    if __name__ == "parity.code.ownership":  # elsewhere, this text is part of a file of the user's
        folders += [Path(__file__).parents[2] / name for name in OURS]
    return tuple(dict.fromkeys(str(path) + os.sep for folder in folders for path in (folder, folder.resolve())))


def user_frame(
    frame: types.FrameType | None, folders: tuple[str, ...], ends: Callable[[types.FrameType], bool]
) -> types.FrameType | None:
    """Return the nearest frame of the user's code, from `frame` outwards.

    Args:
        frame (FrameType | None): where to begin.
        folders (tuple[str, ...]): of what is not the user's, as `framework_folders` gives them.
        ends (Callable[[FrameType], bool]): whether a frame is the one from which the user's code was called: what lies
            outside it, such as the command that compares, is not asked for.

    Returns:
        FrameType | None, None if there is no such frame, as in what Python's own import calls.
    """
    while frame is not None and not ends(frame):
        file = frame.f_code.co_filename
        if not file.startswith(folders):
            return None if "importlib" in file else frame
        frame = frame.f_back
    return None
