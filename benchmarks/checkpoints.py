"""Checkpoints of 200 MB: the time of loading them, and the memory it takes, beside torch's."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import torch

import ms2torch as ms
from benchmarks._timing import Ratio, compare

_TENSORS, _ELEMENTS = 50, 1_000_000
_READ = {
    "pt": "torch.load({file!r}, weights_only=True)",
    "ckpt": "ms.load_checkpoint({file!r})",
    "safetensors": "ms.load_checkpoint({file!r}, format='safetensors')",
}
_MEASURED = """
import torch, ms2torch as ms
ms.load_checkpoint  # imported before it is measured
ms.Parameter(ms.Tensor([0.0]), name="w")


def peak():
    for line in open("/proc/self/status"):
        if line.startswith("VmHWM"):
            return int(line.split()[1])


before = peak()
held = {read}
print(peak() - before)
"""


def run() -> Iterator[Ratio]:
    """Write a file of each kind, load each, and give times and peaks of memory over torch.load's."""
    tensors = {f"layer{i}.weight": torch.full((_ELEMENTS,), float(i)) for i in range(_TENSORS)}
    with tempfile.TemporaryDirectory() as folder:
        files = {kind: str(Path(folder) / f"net.{kind}") for kind in _READ}
        torch.save(tensors, files["pt"])
        parameters = [{"name": name, "data": ms.Tensor(t)} for name, t in tensors.items()]
        ms.save_checkpoint(parameters, files["ckpt"])
        ms.save_checkpoint(parameters, files["safetensors"], format="safetensors")
        yield compare(
            "load .ckpt, 200 MB", lambda: torch.load(files["pt"], weights_only=True),
            lambda: ms.load_checkpoint(files["ckpt"]), 1.2, calls=1, rounds=5,
        )  # fmt: skip
        megabytes = {kind: _peak(kind, file) / 1024 for kind, file in files.items()}
        # where the others have microseconds these have megabytes
        yield Ratio("load .ckpt, peak of memory (MB)", megabytes["pt"], megabytes["ckpt"] / megabytes["pt"], 1.1)
        yield Ratio("map .safetensors, peak (MB)", megabytes["pt"], megabytes["safetensors"] / megabytes["pt"], 0.2)


def _peak(kind: str, file: str) -> float:
    """Return the kilobytes that loading a file adds to a process of its own."""
    script = _MEASURED.format(read=_READ[kind].format(file=file))
    return float(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout)
