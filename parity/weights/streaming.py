"""Safetensors files written one tensor after the other: a shard takes the memory of its largest tensor, not its own.

The library's own writer is given all bytes of a file at once. The format is its: eight bytes with the length of a
header in JSON, the header, and the values in the header's order.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

import torch

_TYPES = {
    torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64",
    torch.int32: "I32", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8", torch.bool: "BOOL",
    torch.uint16: "U16", torch.uint32: "U32", torch.uint64: "U64", torch.complex64: "C64",
    torch.float8_e4m3fn: "F8_E4M3", torch.float8_e5m2: "F8_E5M2",
}  # fmt: skip
_ALIGNED = 8
_PAGEOUT = 21
"""Linux's MADV_PAGEOUT: pages are written back or dropped, and no value is lost, whatever the memory is."""


def write_safetensors(path: Path, tensors: Mapping[str, torch.Tensor], framework: str) -> None:
    """Write a file.

    Args:
        path (Path): of the file.
        tensors (Mapping[str, torch.Tensor]): by name; one that lies in a mapped file is read from there.
        framework (str): ``"pt"`` or ``"ms"``, which the file says.

    Raises:
        TypeError: if the format has no such type of numbers.
    """
    order = sorted(tensors, key=lambda name: (-tensors[name].element_size(), name))
    header: dict[str, object] = {"__metadata__": {"format": framework}}
    offset = 0
    for name in order:
        value = tensors[name]
        if value.dtype not in _TYPES:
            raise TypeError(f"{name} is of {value.dtype}, which safetensors files do not hold")
        size = value.numel() * value.element_size()
        header[name] = {
            "dtype": _TYPES[value.dtype], "shape": list(value.shape), "data_offsets": [offset, offset + size],
        }  # fmt: skip
        offset += size
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % _ALIGNED)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for name in order:
            value = tensors[name].detach()
            whole = value.contiguous()
            if whole.numel():
                file.write(whole.reshape(-1).view(torch.uint8).numpy().data)
            _page_out(value)


def _page_out(tensor: torch.Tensor) -> None:
    """Let the system have the memory that a mapped tensor takes; it comes from its file if it is asked for again."""
    if not sys.platform.startswith("linux") or tensor.nbytes < mmap.PAGESIZE:
        return
    begin = tensor.untyped_storage().data_ptr() + tensor.storage_offset() * tensor.element_size()
    first = -(-begin // mmap.PAGESIZE) * mmap.PAGESIZE
    length = begin + tensor.untyped_storage().nbytes() - tensor.storage_offset() * tensor.element_size() - first
    length = min(length, tensor.nbytes) // mmap.PAGESIZE * mmap.PAGESIZE
    if length > 0:
        ctypes.CDLL(None).madvise(ctypes.c_void_p(first), ctypes.c_size_t(length), _PAGEOUT)
