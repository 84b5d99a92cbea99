"""Reading sound files: RIFF WAVE, and NIST SPHERE as Tedlium has it, both uncompressed."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE


def read_wave(path: Path) -> tuple[Array, int]:
    """Return the samples of a WAVE file, float32 <channels,time> from -1 to 1, and their rate.

    Raises:
        RuntimeError: if it is none, or is compressed.
    """
    data = path.read_bytes()
    try:
        if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
            raise RuntimeError(f"{path} is no WAVE file.")
        parts = _chunks(data)
        kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", parts[b"fmt "])
        if kind == _EXTENSIBLE:
            kind = struct.unpack_from("<H", parts[b"fmt "], 24)[0]
        samples = _samples(parts[b"data"], kind, bits)
    except (struct.error, KeyError) as error:
        raise RuntimeError(f"{path} is a damaged WAVE file.") from error
    except ValueError as error:
        raise RuntimeError(f"{path}: {error}.") from error
    return np.ascontiguousarray(samples[: len(samples) // channels * channels].reshape(-1, channels).T), rate


def _chunks(data: bytes) -> dict[bytes, bytes]:
    parts: dict[bytes, bytes] = {}
    place = 12
    while place + 8 <= len(data):
        name, length = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
        parts.setdefault(name, data[place + 8 : place + 8 + length])
        place += 8 + length + length % 2
    return parts


def _samples(data: bytes, kind: int, bits: int) -> Array:
    width = bits // 8
    data = data[: len(data) // width * width] if width else data
    if kind == _FLOAT and bits in (32, 64):
        return np.frombuffer(data, f"<f{width}").astype(np.float32)
    if kind != _PCM or bits not in (8, 16, 24, 32):
        raise ValueError(f"samples of format {kind} with {bits} bits are not read")
    if bits == 8:
        return (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / 128
    if bits == 24:
        wide = np.zeros((len(data) // 3, 4), np.uint8)
        wide[:, 1:] = np.frombuffer(data, np.uint8).reshape(-1, 3)
        return (wide.reshape(-1).view("<i4").astype(np.float64) / 2**31).astype(np.float32)
    # MindSpore divides by the largest sample, not by the power of two
    return (np.frombuffer(data, f"<i{width}").astype(np.float64) / (2 ** (bits - 1) - 1)).astype(np.float32)


def read_sphere(path: Path) -> tuple[Array, int]:
    """Return the samples of a SPHERE file of 16 bits, float32 <channels,time>, and their rate.

    Raises:
        RuntimeError: if it is none, or is compressed.
    """
    data = path.read_bytes()
    try:
        if not data.startswith(b"NIST_1A"):
            raise RuntimeError(f"{path} is no SPHERE file.")
        size = int(data.split(b"\n", 2)[1])
        fields = dict(_sphere_fields(data[:size]))
        channels, rate = int(fields.get("channel_count", 1)), int(fields["sample_rate"])
        if fields.get("sample_coding", "pcm") != "pcm" or int(fields.get("sample_n_bytes", 2)) != 2:
            raise RuntimeError(f"{path}: samples coded as {fields.get('sample_coding')} are not read.")
        order = ">" if fields.get("sample_byte_format") == "10" else "<"
    except (ValueError, KeyError, IndexError) as error:
        raise RuntimeError(f"{path} is a damaged SPHERE file.") from error
    body = data[size:]
    samples = np.frombuffer(body[: len(body) // 2 * 2], f"{order}i2").astype(np.float32) / 32768
    return np.ascontiguousarray(samples[: len(samples) // channels * channels].reshape(-1, channels).T), rate


def _sphere_fields(head: bytes) -> list[tuple[str, str]]:
    lines = head.decode("ascii", "replace").splitlines()[2:]
    words = [line.split(None, 2) for line in lines]
    return [(fields[0], fields[2].strip()) for fields in words if len(fields) == 3]
