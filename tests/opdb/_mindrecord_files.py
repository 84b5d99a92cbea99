"""MindRecord files that real MindSpore and ms2torch are to write the same, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np

_INTS = [[0, 1, -1, 127], [128, -129, 32767, 5], [32768, -32769, 2**31 - 1, -(2**31)], [0, 0], [1000, 1]]

SCHEMAS: dict[str, dict[str, Any]] = {
    "one_blob": {"name": {"type": "string"}, "label": {"type": "int32"}, "data": {"type": "bytes"}},
    "no_blob": {"a": {"type": "int32"}, "b": {"type": "int64"}, "f": {"type": "float32"}, "g": {"type": "float64"},
                "s": {"type": "string"}},
    "arrays": {"a": {"type": "int32", "shape": [-1]}, "b": {"type": "int64", "shape": [2, -1]},
               "c": {"type": "float32", "shape": [2]}},
    "pages": {"label": {"type": "int32"}, "text": {"type": "string"}, "data": {"type": "bytes"}},
}  # fmt: skip
INDEX: dict[str, list[str]] = {"one_blob": ["label"], "no_blob": ["s", "a"], "pages": ["label"]}
NUMBERS = (-1, -32, -33, -128, -129, -40000, 0, 127, 128, 255, 256, 65535, 65536, 2**31 - 1)


def batches(name: str) -> list[list[dict[str, Any]]]:
    """Return the rows of a file, as they are given to `write_raw_data`."""
    if name == "one_blob":
        return [[{"name": f"x{i}", "label": i, "data": bytes([i, 0, 255])} for i in range(5)]]
    if name == "no_blob":
        return [[{"a": a, "b": -a * 2**31, "f": a * 0.3, "g": a * 0.5, "s": f"é'\"{a}" * 9} for a in NUMBERS]]
    if name == "arrays":
        return [[_arrays(values) for values in _INTS[:3]], [_arrays(values) for values in _INTS[3:]]]
    return [[_large(i) for i in range(start, start + 9)] for start in (0, 9, 18, 27)]


def _arrays(values: list[int]) -> dict[str, Any]:
    wide = [value << shift for value in values for shift in (0, 20)]
    return {
        "a": np.array(values, np.int32),
        "b": np.array(wide, np.int64).reshape(2, -1),
        "c": np.array(values[:2], np.float32),
    }


def _large(number: int) -> dict[str, Any]:
    return {
        "label": number % 4,
        "text": "ab" * (number * 97 % 1400),
        "data": bytes([number]) * (number * 331 % 5000 + 1),
    }


def write(writer: Any, name: str) -> None:
    """Write one of the files with a `FileWriter` of either side."""
    writer.set_header_size(1 << 14)
    writer.set_page_size(1 << 15)
    writer.add_schema(SCHEMAS[name], f"{name} é")
    if name in INDEX:
        writer.add_index(INDEX[name])
    for rows in batches(name):
        writer.write_raw_data(rows)
    writer.commit()
