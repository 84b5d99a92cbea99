"""How files of weights are opened: with Python's `open`, or through Huawei's MindIO where it is installed."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ms2torch import log as logger

mindio_server_info = {"memfs.data_block_pool_capacity_in_gb": "100"}


class FileSystem:
    """What creates and opens files, with the further arguments that each takes."""

    def __init__(self) -> None:
        self.create: Callable[..., Any] = open
        self.create_args: tuple[str, ...] = ("ab",)
        self.open: Callable[..., Any] = open
        self.open_args: tuple[str, ...] = ("rb",)
        self.backend = "basic"


def set_mindio_server_info(data_block_pool_capacity_in_gb: int = 100) -> None:
    """Set how much memory MindIO's server may take.

    Args:
        data_block_pool_capacity_in_gb (int): in gigabytes. Default: ``100``.

    Raises:
        ValueError: if it is no positive int.
    """
    size = data_block_pool_capacity_in_gb
    if isinstance(size, bool) or not isinstance(size, int) or size <= 0:
        msg = f"set_mindio_server_info: data_block_pool_capacity_in_gb must be a positive int, got {size!r}"
        raise ValueError(msg)
    mindio_server_info["memfs.data_block_pool_capacity_in_gb"] = str(size)


def _register_basic_file_system(fs: FileSystem) -> bool:
    """Make a FileSystem use Python's `open`."""
    fs.create, fs.create_args = open, ("ab",)
    fs.open, fs.open_args = open, ("rb",)
    fs.backend = "basic"
    return True


def _register_mindio_file_system(fs: FileSystem) -> bool:
    """Make a FileSystem use MindIO; False where it is not installed or does not start."""
    mindio = _init_mindio()
    if mindio is None:
        return False
    fs.create, fs.create_args = mindio.create_file, ()
    fs.open, fs.open_args = mindio.open_file, ()
    fs.backend = "mindio"
    return True


def _init_mindio() -> Any:
    """Return MindIO's module once it has started, or None."""
    for name, settings in (("mindio_acp", {"server_info": mindio_server_info}), ("mindio", {})):
        try:
            mindio = importlib.import_module(name)
        except ImportError:
            continue
        failed = mindio.initialize(**settings)
        if not failed:
            return mindio
        logger.warning(f"{name} did not start: initialize returned {failed}")
    return None


def mindio_preload(ckpt_file_name: str) -> bool:
    """Let MindIO read a file of weights ahead.

    Args:
        ckpt_file_name (str): the file.

    Returns:
        bool, whether MindIO is installed and did so.

    Raises:
        TypeError: if the name is no string.
    """
    if not isinstance(ckpt_file_name, str):
        msg = f"mindio_preload: ckpt_file_name must be a str, got {type(ckpt_file_name).__name__}"
        raise TypeError(msg)
    mindio = _init_mindio()
    preload = getattr(mindio, "preload", None)
    if preload is None:
        return False
    preload(ckpt_file_name)
    return True
