"""How inputs are written: ``[NAME=]DTYPE[SHAPE]``, a .npy or .npz file, ``NAME=VALUE``; read without torch."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from parity.code.errors import CannotCompare

DTYPES = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool")
HOW = (
    "write DTYPE[SHAPE] as in float32[2,3,224,224] or int64[2,16]<1000, a .npy/.npz file, or NAME=VALUE for what is no "
    "tensor, as in use_cache=True"
)
_SPEC = re.compile(
    r"(?:(?P<name>[A-Za-z_]\w*)=)?(?P<dtype>[a-z]+\d*)\[(?P<shape>[\d,\s]*)\](?:<(?P<high>\d+))?", re.ASCII
)
_NAMED_FILE = re.compile(r"(?:(?P<name>[A-Za-z_]\w*)=)?(?P<file>.+\.np[yz])", re.ASCII)
_PLAIN = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.+)", re.ASCII)
_DEFAULT_HIGH = 2


@dataclass(frozen=True, slots=True)
class RandomSpec:
    """Random values of a dtype and shape.

    Args:
        name (str): argument they are passed as; "" passes them by position.
        dtype (str): one of `DTYPES`.
        shape (tuple[int, ...]): the shape.
        high (int): the bound of integers, itself excluded.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    high: int


@dataclass(frozen=True, slots=True)
class FileSpec:
    """Arrays of a file.

    Args:
        name (str): argument they are passed as; "" takes the names of an .npz file, or the position.
        path (Path): the file.
    """

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class PlainSpec:
    """An argument that is no tensor.

    Args:
        name (str): the argument.
        value (object): a number, a text, True, False, None, or a tuple or list of those.
    """

    name: str
    value: object


def read_input(text: str) -> RandomSpec | FileSpec | PlainSpec:
    """Take the text of an input apart.

    Args:
        text (str): such as ``"ids=int64[2,16]<1000"``, ``"x.npy"`` or ``"use_cache=True"``.

    Raises:
        CannotCompare: if it does not parse; shows how to write one.
    """
    match = _SPEC.fullmatch(text.strip())
    if match is not None:
        return _random(text, match)
    file = _NAMED_FILE.fullmatch(text.strip())
    if file is None:
        return _plain(text)
    return FileSpec(file["name"] or "", Path(file["file"]))


def check_input(text: str) -> None:
    """Report what is wrong with an input before anything is loaded.

    Raises:
        CannotCompare: if it does not parse, or there is no such file.
    """
    spec = read_input(text)
    if isinstance(spec, FileSpec) and not spec.path.is_file():
        raise CannotCompare(f"input file {spec.path} does not exist")


def _plain(text: str) -> PlainSpec:
    match = _PLAIN.fullmatch(text.strip())
    if match is not None:
        try:
            return PlainSpec(match["name"], ast.literal_eval(match["value"]))
        except (ValueError, SyntaxError):
            pass
    raise CannotCompare(f"input {text!r} does not parse: {HOW}")


def _random(text: str, match: re.Match[str]) -> RandomSpec:
    dtype = match["dtype"]
    if dtype not in DTYPES:
        raise CannotCompare(f"input {text!r}: unknown dtype {dtype!r}; use one of {', '.join(DTYPES)}")
    parts = [part.strip() for part in match["shape"].split(",")] if match["shape"].strip() else []
    if not all(parts):
        raise CannotCompare(f"input {text!r}: the shape has an empty dimension; {HOW}")
    if match["high"] is not None and "float" in dtype:
        raise CannotCompare(f"input {text!r}: '<{match['high']}' bounds integer inputs only")
    high = 2 if dtype == "bool" else int(match["high"] or _DEFAULT_HIGH)
    if high < 1:
        raise CannotCompare(f"input {text!r}: the bound after '<' must be at least 1")
    return RandomSpec(match["name"] or "", dtype, tuple(int(part) for part in parts), high)
