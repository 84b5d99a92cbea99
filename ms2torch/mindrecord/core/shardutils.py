"""Limits and checks that everything about MindRecord shares.

Source: mindspore.mindrecord.core.shardutils, MindSpore 2.10
"""

from __future__ import annotations

import os
import re
from enum import IntEnum
from pathlib import Path
from typing import Any

from ms2torch.mindrecord.common.exceptions import ParamValueError


class MSRStatus(IntEnum):
    """How a step ended."""

    SUCCESS = 0
    FAILED = 1


SUCCESS = MSRStatus.SUCCESS
FAILED = MSRStatus.FAILED

MIN_HEADER_SIZE, MAX_HEADER_SIZE = 1 << 14, 1 << 27
MIN_PAGE_SIZE, MAX_PAGE_SIZE = 1 << 15, 1 << 28
MIN_SHARD_COUNT, MAX_SHARD_COUNT = 1, 1000
MIN_CONSUMER_COUNT = 1
MIN_FILE_SIZE = 64

FIELD_TYPES = ("int32", "int64", "float32", "float64", "string", "bytes")
ARRAY_TYPES = ("int32", "int64", "float32", "float64")

_FORBIDDEN = re.compile(r"""[\\/:*?"<>|`&;']""")


def max_consumer_count() -> int:
    """Return how many readers there may be: as many as the machine has processors."""
    return os.cpu_count() or 1


def MAX_CONSUMER_COUNT() -> int:
    """Return how many readers there may be.

    Source: mindspore.mindrecord.core.shardutils.MAX_CONSUMER_COUNT, MindSpore 2.10
    """
    return max_consumer_count()


def check_filename(path: Any, arg_name: str = "") -> bool:
    """Raise unless a file may have this name.

    Args:
        path (str): the path.
        arg_name (str): argument to name in the error. Default: ``""``.

    Raises:
        ParamValueError: if it is empty, no str or has a character that is not allowed.

    Source: mindspore.mindrecord.core.shardutils.check_filename, MindSpore 2.10
    """
    where = f"'{arg_name}'" if arg_name else "File path"
    if not path:
        raise ParamValueError(f"{where} is not allowed None or empty!")
    if not isinstance(path, str):
        raise ParamValueError(f"File path: {path} is not string.")
    if path.endswith("/"):
        raise ParamValueError("File path can not end with '/'")
    name = Path(path).name
    if _FORBIDDEN.search(name):
        raise ParamValueError("File name should not contains \\/:*?\\\"<>|`&;\\'")
    if name != name.strip(" "):
        raise ParamValueError("File name should not start/end with space.")
    return True


def check_reader(file_name: Any, num_consumer: Any) -> None:
    """Raise ParamValueError unless these name files and a number of readers."""
    for path in file_name if isinstance(file_name, list) else [file_name]:
        check_filename(path)
    if num_consumer is None:
        raise ParamValueError("Parameter num_consumer is None.")
    if not isinstance(num_consumer, int):
        raise ParamValueError("Parameter num_consumer is not int.")
    # MindSpore checks what is passed alone: its default of 4 is good on a machine with fewer processors
    most = max(4, max_consumer_count())
    if not MIN_CONSUMER_COUNT <= num_consumer <= most:
        raise ParamValueError(f"Parameter num_consumer: {num_consumer} should between {MIN_CONSUMER_COUNT} and {most}.")
