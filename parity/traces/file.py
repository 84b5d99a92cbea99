"""Reading a trace directory: checked when it is opened, tensors mapped from disk when they are asked for.

The format is written by `parity.recording.tensors` and described in docs/traces.md.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mappings.rows.model import Opaque
from parity.code import tree
from parity.code.errors import CannotCompare, describe
from parity.nets.api_names import table_name
from parity.recording.tensors import FORMAT, FORMAT_VERSION, file_digest, manifest_digest

_DTYPES = {
    "F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64,
    "I32": torch.int32, "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8, "U16": torch.uint16,
    "U32": torch.uint32, "U64": torch.uint64, "BOOL": torch.bool,
}  # fmt: skip
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, IndexError, RuntimeError, OverflowError)


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """What the manifest says of a tensor.

    Attributes:
        path: its place in the arguments or the result.
        dtype, shape: as recorded.
        place: the same number for the same tensor of a run.
        at: file and name in it; None if its values were not kept.
        statistics: the figures kept in place of the values, or None.
    """

    path: str
    dtype: torch.dtype
    shape: tuple[int, ...]
    place: int = 0
    at: tuple[str, str] | None = None
    statistics: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class StoredError:
    """An exception of the recorded net; `line` is ``file:line`` of the user's code, or ""."""

    type: str
    message: str
    line: str


@dataclass(frozen=True, slots=True)
class StoredCall:
    """One recorded call; `arguments` has slots for its tensors."""

    key: tuple[str, int]
    parent: tuple[str, int] | None
    arguments: object
    inputs: list[StoredTensor]
    outputs: list[StoredTensor]
    line: str | None
    leaf: bool
    done: bool
    raised: StoredError | None


@dataclass(frozen=True, slots=True)
class StoredLayer:
    """One recorded layer: class, constructor arguments, and where it was constructed and its class defined."""

    path: str
    type: str
    api: str | None
    custom: bool
    arguments: dict[str, object]
    exact: bool
    location: Mapping[str, Any] | None
    body: str | None


@dataclass(frozen=True, slots=True)
class StoredWeight:
    """One recorded parameter or buffer; `same_as` names the one that shares its tensor."""

    name: str
    tensor: StoredTensor
    buffer: bool
    trainable: bool
    same_as: str | None


@dataclass(slots=True)
class TraceFile:
    """A trace directory, opened.

    Attributes:
        folder: the directory.
        framework, framework_version, target, mode, dtype: as recorded.
        statistics: whether figures were kept in place of the layers' tensors.
        layers, weights, calls: what the net is made of and what it did.
        outputs: paths of what the net returned.
        parameters: argument names of the net.
        raised: what ended the run, or None.
    """

    folder: Path
    framework: str = ""
    framework_version: str = ""
    target: str = ""
    mode: str = "eval"
    dtype: str = "float32"
    statistics: bool = False
    layers: list[StoredLayer] = field(default_factory=list)
    weights: list[StoredWeight] = field(default_factory=list)
    calls: list[StoredCall] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    raised: StoredError | None = None
    _files: dict[str, tuple[np.ndarray[Any, Any], dict[str, Any], int]] = field(default_factory=dict)

    def tensor(self, stored: StoredTensor) -> torch.Tensor | None:
        """Return the values of a tensor, mapped from its file; None if they were not kept."""
        if stored.at is None:
            return None
        data, header, start = self._files[stored.at[0]]
        entry = header[stored.at[1]]
        left, right = (start + int(offset) for offset in entry["data_offsets"])
        dtype = _DTYPES[entry["dtype"]]
        flat = torch.from_numpy(data[left:right])
        if left % dtype.itemsize or not flat.numel():
            flat = flat.clone()
        shaped = flat.view(dtype).reshape(entry["shape"])
        return torch.view_as_complex(shaped.contiguous()) if stored.dtype.is_complex else shaped


def is_trace(target: object) -> bool:
    """Tell whether a target is a directory, and so a trace and no net."""
    if not isinstance(target, (str, Path)):
        return False
    try:
        return Path(target).is_dir()
    except (OSError, ValueError):
        return False


def open_trace(folder: Path) -> TraceFile:
    """Open a trace and check all of it: manifest, versions, sizes and digests of the files.

    Raises:
        CannotCompare: if anything is missing, damaged, or of another program or version; says which file.
    """
    manifest = _manifest(folder)
    try:
        trace = _read(folder, manifest)
        for name, known in manifest["files"].items():
            trace._files[name] = _open_file(folder, str(name), int(known["bytes"]), str(known["sha256"]))
        _check_tensors(trace)
    except _DAMAGE as error:
        raise CannotCompare(f"trace {folder}: manifest.json is damaged ({describe(error)}); record it again") from error
    return trace


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    try:
        if path.exists() and not (path.is_file() and path.resolve().parent == folder.resolve()):
            raise CannotCompare(f"trace {folder}: manifest.json is no plain file of this directory")
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CannotCompare(
            f"{folder} is no trace: it has no manifest.json; give a directory that `ms2torch record` wrote, or "
            "file.py:Name for a net"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise CannotCompare(
            f"trace {folder}: manifest.json cannot be read ({describe(error)}); record it again"
        ) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise CannotCompare(f"{folder} is no trace of ms2torch: its manifest.json is of another program")
    version = manifest.get("format_version")
    if version != FORMAT_VERSION:
        raise CannotCompare(
            f"trace {folder} has format version {version}, this ms2torch reads {FORMAT_VERSION}: record it again with "
            "`ms2torch record`, or the recorder that `ms2torch record --print-recorder` prints"
        )
    if "digest" in manifest and manifest["digest"] != manifest_digest(manifest):
        raise CannotCompare(f"trace {folder}: manifest.json does not have its own digest: it was changed")
    return manifest


def _open_file(trace: Path, name: str, size: int, digest: str) -> tuple[np.ndarray[Any, Any], dict[str, Any], int]:
    path = trace / name
    if path.resolve().parent != trace.resolve():
        raise CannotCompare(f"trace {trace}: the manifest names a file outside of it, {name!r}: record it again")
    if not path.is_file():
        raise CannotCompare(f"trace {trace}: the file {path.name} is missing; copy the whole directory")
    if path.stat().st_size != size:
        raise CannotCompare(
            f"trace {trace}: {path.name} has {path.stat().st_size} bytes, the manifest says {size}: it is truncated or "
            "was changed; copy or record it again"
        )
    if file_digest(path) != digest:
        raise CannotCompare(f"trace {trace}: {path.name} does not have the digest in the manifest: it was changed")
    data = np.memmap(path, np.uint8, mode="c")
    length = int.from_bytes(bytes(data[:8]), "little")
    try:
        header = json.loads(bytes(data[8 : 8 + length]))
    except ValueError as error:
        raise CannotCompare(f"trace {trace}: {path.name} is no safetensors file") from error
    return data, header, 8 + length


def _read(folder: Path, m: Mapping[str, Any]) -> TraceFile:
    raised = m["raised"]
    return TraceFile(
        folder=folder,
        framework=str(m["framework"]),
        framework_version=str(m["framework_version"]),
        target=str(m["target"]),
        mode=str(m["mode"]),
        dtype=str(m["dtype"]),
        statistics=bool(m["options"]["statistics"]),
        layers=[_layer(entry) for entry in m["layers"]],
        weights=[_weight(entry) for entry in m["weights"]],
        calls=[_call(entry) for entry in m["calls"]],
        outputs=[str(entry["path"]) for entry in m["outputs"]],
        parameters=_words(m["parameters"]),
        raised=_error(raised),
    )


def _words(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise TypeError("a list of names is something else")
    return list(value)


def _check_tensors(trace: TraceFile) -> None:
    """See that everything the manifest speaks of is in the files, in that shape."""
    layers = {layer.path for layer in trace.layers}
    if not trace.calls or trace.calls[0].key != ("", 0) or "" not in layers:
        raise ValueError("the call of the net itself is missing")
    tensors = [weight.tensor for weight in trace.weights]
    for call in trace.calls:
        if call.key[0] not in layers:
            raise ValueError(f"no layer {call.key[0]!r}")
        tensors += call.inputs + call.outputs
    for stored in tensors:
        values = trace.tensor(stored)
        if values is not None and (tuple(values.shape) != stored.shape or values.dtype != stored.dtype):
            raise ValueError(f"tensor {stored.at} has another shape than the manifest says")


def _error(entry: Mapping[str, Any] | None) -> StoredError | None:
    if entry is None:
        return None
    return StoredError(str(entry["type"]), str(entry["message"]), str(entry["line"] or ""))


def _tensor(entry: Mapping[str, Any]) -> StoredTensor:
    at = entry.get("at")
    return StoredTensor(
        path=str(entry.get("path", "")),
        dtype=_dtype(str(entry["dtype"])),
        shape=tuple(int(length) for length in entry["shape"]),
        place=int(entry.get("place", 0)),
        at=(str(at["file"]), str(at["name"])) if at is not None else None,
        statistics=entry.get("statistics"),
    )


@functools.cache
def _dtype(name: str) -> torch.dtype:
    dtype = getattr(torch, name)
    if not isinstance(dtype, torch.dtype):
        raise TypeError(f"no dtype {name}")
    return dtype


def _key(entry: Any) -> tuple[str, int] | None:
    return (str(entry[0]), int(entry[1])) if entry is not None else None


def _call(entry: Mapping[str, Any]) -> StoredCall:
    return StoredCall(
        key=(str(entry["layer"]), int(entry["number"])),
        parent=_key(entry["parent"]),
        arguments=decode(entry["arguments"]),
        inputs=[_tensor(tensor) for tensor in entry["inputs"]],
        outputs=[_tensor(tensor) for tensor in entry.get("outputs", [])],
        line=entry["line"],
        leaf=bool(entry["leaf"]),
        done=bool(entry["done"]),
        raised=_error(entry.get("raised")),
    )


def _place(entry: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    columns = entry["columns"]
    return {
        "file": str(entry["file"]),
        "line": int(entry["line"]),
        "end_line": int(entry["end_line"]),
        "columns": None if columns is None else (int(columns[0]), int(columns[1])),
        "source": str(entry["source"]),
    }


def _layer(entry: Mapping[str, Any]) -> StoredLayer:
    body = entry["body"]
    return StoredLayer(
        path=str(entry["path"]),
        type=str(entry["type"]),
        api=None if entry["api"] is None else table_name(str(entry["api"])),
        custom=bool(entry["custom"]),
        arguments={str(name): decode(value) for name, value in entry["arguments"].items()},
        exact=bool(entry["exact"]),
        location=_place(entry["location"]),
        body=f"{body['file']}:{int(body['line'])}" if body is not None else None,
    )


def _weight(entry: Mapping[str, Any]) -> StoredWeight:
    return StoredWeight(
        str(entry["name"]), _tensor(entry), bool(entry["buffer"]), bool(entry["trainable"]), entry["same_as"]
    )


def decode(value: Any) -> object:
    """Return what the recorder's `encode` was given; objects that JSON cannot hold come back as their text."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    (kind, content), *_ = value.items()
    if kind == "slot":
        return tree.Slot(int(content))
    if kind == "tuple":
        return tuple(decode(item) for item in content)
    if kind == "dict":
        return {_hashable(decode(key)): decode(item) for key, item in content}
    if kind == "float":
        number = float(content)
        return number if not math.isfinite(number) else float(content)
    return Opaque(str(content))


def _hashable(key: object) -> object:
    return repr(key) if isinstance(key, (list, dict)) else key
