"""The tensors of a trace: their bytes, their figures, and the files they go to."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

FORMAT = "ms2torch-trace"
FORMAT_VERSION = 1
PROJECTIONS = 16
CODES = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "int64": "I64", "int32": "I32",
    "int16": "I16", "int8": "I8", "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64", "bool": "BOOL",
}  # fmt: skip
_HEADER_BYTES = 1 << 15
_SHARD_BYTES = 1 << 28
_CHUNK = 1 << 18


class RecordingError(Exception):
    """A recording that could not be made; the message is one line that says why and what to do."""


class Raw:
    """A tensor's bytes: its dtype's name, its shape, and a flat numpy array (bfloat16 as uint16)."""

    def __init__(self, dtype: str, shape: tuple[int, ...], data: Any) -> None:
        self.dtype = dtype
        self.shape = shape
        self.data = data

    def wide(self) -> Any:
        """Return the values as a flat float64 array (complex: real and imaginary parts in turn)."""
        data = self.data
        if self.dtype == "bfloat16":
            data = (data.astype(np.uint32) << np.uint32(16)).view(np.float32)
        return data.astype(np.float64)


def is_tensor(value: object) -> bool:
    """Tell whether `value` is a tensor of torch, MindSpore or ms2torch."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return True
    module = type(value).__module__
    return hasattr(value, "asnumpy") and module.partition(".")[0] in {"mindspore", "ms2torch"}


def raw(value: Any) -> Raw:
    """Return the bytes of a tensor."""
    torch = sys.modules.get("torch")
    held = getattr(value, "_t", None)
    value = held if torch is not None and isinstance(held, torch.Tensor) else value
    if torch is not None and isinstance(value, torch.Tensor):
        value = value.detach().cpu()
        shape = tuple(value.shape)
        if value.dtype == torch.bfloat16:
            return Raw("bfloat16", shape, value.contiguous().view(torch.int16).numpy().view(np.uint16).reshape(-1))
        value = value.resolve_conj().resolve_neg() if value.is_complex() else value
        return _from_array(value.numpy())
    if str(value.dtype).lower() == "bfloat16":
        wide = value.float().asnumpy()
        bits = np.ascontiguousarray(wide, np.float32).view(np.uint32) >> np.uint32(16)
        return Raw("bfloat16", tuple(wide.shape), bits.astype(np.uint16).reshape(-1))
    return _from_array(value.asnumpy())


def _from_array(array: Any) -> Raw:
    name, shape = str(array.dtype), tuple(array.shape)
    flat = np.ascontiguousarray(array).reshape(-1)
    if name in {"complex64", "complex128"}:
        flat = flat.view(np.float32 if name == "complex64" else np.float64)
    elif name not in CODES:
        raise RecordingError(f"a tensor of dtype {name} cannot be recorded")
    return Raw(name, shape, flat)


def statistics(tensor: Raw) -> dict[str, Any]:
    """Return what `--statistics` keeps of a tensor: figures and fixed random projections of its values."""
    wide = tensor.wide()
    finite = np.isfinite(wide)
    some = wide[finite]
    figures = {
        "min": float(some.min()) if some.size else None,
        "max": float(some.max()) if some.size else None,
        "mean": float(some.mean()) if some.size else None,
        "l2": float(np.sqrt(np.square(some).sum())),
        "nan": int(np.isnan(wide).sum()),
        "inf": int(np.isinf(wide).sum()),
    }
    return {**figures, "projection": project(np.where(finite, wide, 0.0))}


def project(values: Any) -> list[float]:
    """Return sums of `values` under fixed random signs: the signs of element i are the low bits of a hash of i.

    The mean square of the projections of a difference is, in expectation, the square of its L2 norm.
    """
    sums = np.zeros(PROJECTIONS)
    for start in range(0, values.size, _CHUNK):
        part = values[start : start + _CHUNK]
        hashed = _hashed(np.arange(start, start + part.size, dtype=np.uint64))
        for number in range(PROJECTIONS):
            bit = (hashed >> np.uint64(number)) & np.uint64(1)
            sums[number] += float(part[bit == 1].sum()) - float(part[bit == 0].sum())
    return [float(value) for value in sums]


def _hashed(index: Any) -> Any:
    """Return the splitmix64 hash of each number."""
    with np.errstate(over="ignore"):
        z = index + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


class Shards:
    """Writes tensors to safetensors files, one at a time; equal tensors once.

    The header of a safetensors file says where everything is, so room for it is left at the start of the file and
    filled when the file is complete.

    Args:
        folder (Path): where the files go.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, dict[str, Any]] = {}
        self.peak = 0
        self._known: dict[str, dict[str, str]] = {}
        self._stream: BinaryIO | None = None
        self._header: dict[str, Any] = {}
        self._name = ""
        self._at = 0

    def add(self, tensor: Raw) -> dict[str, str]:
        """Write a tensor, unless an equal one is there; return the file and the name it has in it."""
        data = memoryview(tensor.data).cast("B") if tensor.data.size else memoryview(b"")
        self.peak = max(self.peak, data.nbytes)
        digest = hashlib.sha256(f"{tensor.dtype}{tensor.shape}".encode())
        digest.update(data)
        key = digest.hexdigest()
        if key not in self._known:
            self._known[key] = self._write(tensor, data)
        return self._known[key]

    def _write(self, tensor: Raw, data: memoryview) -> dict[str, str]:
        complex_ = tensor.dtype.startswith("complex")
        code = {"complex64": "F32", "complex128": "F64"}.get(tensor.dtype) or CODES[tensor.dtype]
        shape = [*tensor.shape, 2] if complex_ else list(tensor.shape)
        name = f"{len(self._known):06d}"
        entry = {"dtype": code, "shape": shape, "data_offsets": [self._at, self._at + data.nbytes]}
        full = len(json.dumps({**self._header, name: entry})) > _HEADER_BYTES - 64
        if self._stream is None or full or (self._at and self._at + data.nbytes > _SHARD_BYTES):
            self.close()
            self._open()
            entry["data_offsets"] = [0, data.nbytes]
        assert self._stream is not None
        self._stream.write(data)
        self._at += data.nbytes
        self._header[name] = entry
        return {"file": self._name, "name": name}

    def _open(self) -> None:
        self._name = f"tensors-{len(self.files) + 1:04d}.safetensors"
        self._stream = (self.folder / self._name).open("wb+")
        self._stream.write(b"\0" * _HEADER_BYTES)
        self._header, self._at = {}, 0

    def close(self) -> None:
        """Complete the file that is open."""
        if self._stream is None:
            return
        text = json.dumps(self._header).encode().ljust(_HEADER_BYTES - 8)
        self._stream.seek(0)
        self._stream.write(len(text).to_bytes(8, "little") + text)
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()
        self._stream = None
        path = self.folder / self._name
        self.files[self._name] = {"bytes": path.stat().st_size, "sha256": file_digest(path)}


def manifest_digest(manifest: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a manifest's entries, all but its own digest.

    Args:
        manifest (Mapping): plain values.
    """
    entries = {name: value for name, value in manifest.items() if name != "digest"}
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, read piece by piece."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        for block in iter(lambda: stream.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()
