"""Write a report file whole or not at all, and find out before the work whether it can be written."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import BinaryIO


class UnwritablePathError(OSError):
    """A path that a report was to be written to and cannot be.

    Args:
        path (Path): as the user gave it.
        reason (str): why, in words.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"cannot write {path}: {reason}")


def check_writable(path: Path) -> None:
    """Find out whether `write_atomic` would succeed at `path`, leaving nothing behind.

    Args:
        path (Path): a file that may or may not exist.

    Raises:
        UnwritablePathError: the folder is missing or closed, or the path is a folder, a read-only file, or a file that
            is no report and would be lost.
    """
    if path.is_dir():
        raise UnwritablePathError(path, "it is a folder; give a file name")
    if path.exists() and not os.access(path, os.W_OK):
        raise UnwritablePathError(path, "the file is read-only")
    if path.exists() and not path.is_file():
        return
    if path.exists() and not _is_report(path):
        raise UnwritablePathError(path, "the file is there and is no report; remove it or give another name")
    probe = _temporary(path)
    _create(path, probe).close()
    probe.unlink()


def _is_report(path: Path) -> bool:
    """Tell whether a file is empty or a report of any format."""
    with path.open("rb") as stream:
        start = stream.read(4096)
    if start.lstrip()[:1] == b"{":
        return b'"schema_version"' in start or b'"schema_version"' in path.read_bytes()
    return not start.strip() or b"<testsuite" in start or b"<html" in start.lower()


def write_atomic(path: Path, text: str) -> None:
    """Write `text` as UTF-8 so that a reader sees the old file or the whole new one.

    Args:
        path (Path): the file to write; its folder must exist. A device such as ``/dev/stdout`` is written directly.
        text (str): the whole content.

    Raises:
        UnwritablePathError: as `check_writable`, or the disk is full; no half-written file is left.
    """
    # What UTF-8 cannot hold (a file name of undecodable bytes) is written as an escape, which JSON reads back.
    write_bytes_atomic(path, text.encode("utf-8", errors="backslashreplace"))


def write_bytes_atomic(path: Path, content: bytes) -> None:
    """Write a file so that a reader sees the old one or the whole new one.

    Args:
        path (Path): the file to write; its folder must exist. A device such as ``/dev/stdout`` is written directly.
        content (bytes): the whole content.

    Raises:
        UnwritablePathError: as `check_writable`, or the disk is full; no half-written file is left.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        try:
            path.write_bytes(content)
        except OSError as error:
            raise UnwritablePathError(path, error.strerror or str(error)) from error
        return
    temporary = _temporary(path)
    stream = _create(path, temporary)
    try:
        with stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path.resolve())
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise UnwritablePathError(path, error.strerror or str(error)) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _temporary(path: Path) -> Path:
    """Name a file in the folder of the real target, so that the final rename stays on one disk."""
    return path.resolve().parent / f".{secrets.token_hex(6)}.tmp"


def _create(path: Path, temporary: Path) -> BinaryIO:
    try:
        return temporary.open("xb")
    except FileNotFoundError as error:
        raise UnwritablePathError(path, f"the folder {path.resolve().parent} does not exist") from error
    except NotADirectoryError as error:
        raise UnwritablePathError(path, f"{path.resolve().parent} is not a folder") from error
    except OSError as error:
        raise UnwritablePathError(path, error.strerror or str(error)) from error
