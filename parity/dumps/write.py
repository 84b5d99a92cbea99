"""Writing a recorded execution as msprobe writes it: dump.json, stack.json, construct.json and the tensors."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mappings.rows.model import Opaque
from parity.code.errors import CannotCompare
from parity.dumps.execution import Entry, Execution, Frame, Stored
from parity.dumps.folder import FILE
from parity.dumps.read import DATA

MSPROBE = "26.2.0"
"""The version of msprobe whose form is written."""

_MINDSPORE_NAMES = {
    "float32": "Float32", "float64": "Float64", "float16": "Float16", "bfloat16": "BFloat16", "int64": "Int64",
    "int32": "Int32", "int16": "Int16", "int8": "Int8", "uint8": "UInt8", "bool": "Bool", "complex64": "Complex64",
    "complex128": "Complex128", "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64",
}  # fmt: skip


def write_dump(execution: Execution, folder: Path, *, statistics: bool = False) -> Path:
    """Write one step of one rank.

    Args:
        execution (Execution): with the tensors held.
        folder (Path): the dump's own folder; ``step0/rank0`` is made below it.
        statistics (bool): write no tensors, their figures alone. Default: ``False``.

    Returns:
        Path, the folder that holds dump.json.

    Raises:
        CannotCompare: if the folder is there and not empty, or cannot be written.
    """
    place = folder / f"step{execution.step or 0}" / (execution.rank or "rank0")
    try:
        if place.exists() and any(place.iterdir()):
            raise CannotCompare(f"{place} is not empty: give a folder of its own")
        data = place / DATA
        (place if statistics else data).mkdir(parents=True, exist_ok=True)
        written = _Writer(execution, None if statistics else data)
        found = {entry.name: written.entry(entry) for entry in execution.entries}
        head = {
            "task": "statistics" if statistics else "tensor",
            "level": execution.level or "mix",
            "framework": "pytorch" if execution.is_torch else "mindspore",
            "dump_data_dir": None if statistics else str(data.resolve()),
        }
        _json(place / FILE, {**head, "data": found})
        _json(place / "stack.json", _stacks(execution))
        _json(place / "construct.json", {entry.name: entry.parent for entry in execution.entries})
    except OSError as error:
        raise CannotCompare(f"{place} cannot be written: {error.strerror or error}") from error
    return place


def _json(path: Path, value: object) -> None:
    temporary = path.with_suffix(".part")
    temporary.write_text(json.dumps(value, indent=1), encoding="utf-8")
    temporary.replace(path)


def _stacks(execution: Execution) -> dict[str, list[Any]]:
    """Return the entries by their stacks, as version 26 groups them."""
    groups: dict[tuple[Frame, ...], list[str]] = {}
    for entry in execution.entries:
        groups.setdefault(entry.frames, []).append(entry.name)
    return {
        str(number): [names, [_line(frame) for frame in frames]]
        for number, (frames, names) in enumerate(groups.items())
    }


def _line(frame: Frame) -> str:
    return f"File {frame.file}, line {frame.line}, in {frame.function}, \n {frame.text}"


class _Writer:
    """Writes the tensors of one execution, and says what dump.json says of them."""

    def __init__(self, execution: Execution, data: Path | None) -> None:
        self._torch = execution.is_torch
        self._data = data

    def entry(self, entry: Entry) -> dict[str, Any]:
        """Return what dump.json holds of an entry."""
        name = entry.name
        if entry.phase == "backward":
            return {
                "input": self._list(entry.args, f"{name}.input"),
                "output": self._list(entry.outputs, f"{name}.output"),
            }
        if entry.phase == "parameters_grad":
            return {key: [self._value(stored, f"{name}.{key}")] for key, stored in entry.parameters.items()}
        found: dict[str, Any] = {
            "input_args": self._list(entry.args, f"{name}.input"),
            "input_kwargs": {key: self._value(v, f"{name}.kwargs.{key}") for key, v in entry.kwargs.items()},
            "output": self._list(entry.outputs, f"{name}.output"),
        }
        if entry.kind == "module":
            found["parameters"] = {
                key: self._value(stored, f"{name}.parameters.{key}") for key, stored in entry.parameters.items()
            }
        return found

    def _list(self, values: object, name: str) -> list[Any]:
        items = list(values) if isinstance(values, (list, tuple)) else [values]
        return [self._value(value, f"{name}.{number}") for number, value in enumerate(items)]

    def _value(self, value: object, name: str) -> Any:
        if isinstance(value, Stored):
            return self._tensor(value, name)
        if isinstance(value, (list, tuple)):
            return self._list(value, name)
        if isinstance(value, dict):
            return {str(key): self._value(item, f"{name}.{key}") for key, item in value.items()}
        if isinstance(value, slice):
            return {"type": "slice", "value": [value.start, value.stop, value.step]}
        if isinstance(value, Opaque):
            return _named(value.text)
        return {"type": type(value).__name__, "value": value} if value is not None else None

    def _tensor(self, stored: Stored, name: str) -> dict[str, Any]:
        kind, dtype = (
            ("torch.Tensor", f"torch.{stored.dtype}")
            if self._torch
            else ("mindspore.Tensor", _MINDSPORE_NAMES.get(stored.dtype, stored.dtype))
        )
        figures = stored.figures
        found: dict[str, Any] = {"type": kind, "dtype": dtype, "shape": list(stored.shape)}
        found |= dict(zip(("Max", "Min", "Mean", "Norm"), figures or (None,) * 4, strict=True))
        if self._torch:
            found["requires_grad"] = bool(stored.trainable)
        values = stored.values()
        if self._data is not None and values is not None:
            found["data_name"] = self._file(values, name)
        elif values is not None:
            found["md5"] = f"{zlib.crc32(_bytes(values)):08x}"
        return found

    def _file(self, values: torch.Tensor, name: str) -> str:
        assert self._data is not None
        if self._torch:
            torch.save(values.contiguous(), self._data / f"{name}.pt")
            return f"{name}.pt"
        wide = values.float() if values.dtype == torch.bfloat16 else values
        np.save(self._data / f"{name}.npy", wide.contiguous().numpy())
        return f"{name}.npy"


def _named(text: str) -> dict[str, Any]:
    """Return what dump.json says of an object by its text: a dtype, a form of memory, or the text itself."""
    found = getattr(torch, text.removeprefix("torch."), None) if text.startswith("torch.") else None
    if isinstance(found, torch.dtype):
        return {"type": "torch.dtype", "value": text}
    if isinstance(found, torch.memory_format):
        return {"type": "torch.memory_format", "format": text.removeprefix("torch.")}
    return {"type": "str", "value": text}


def _bytes(values: torch.Tensor) -> bytes:
    flat = values.contiguous().reshape(-1)
    return bytes(flat.view(torch.uint8).numpy()) if flat.numel() else b""
