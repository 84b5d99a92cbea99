"""Epochs of training beside torch, data pipeline included; and, where it is installed, beside real MindSpore.

Ours and torch's take turns in this process. Real MindSpore cannot be here, as it has the same name: it trains the same
program in a process of its own, one thread as well, straight after. What counts for all three is the CPU time of an
epoch, of all threads, once the first, which compiles and allocates, is over. What is said of real MindSpore is no
claim: it is there to compare.
"""

from __future__ import annotations

import os
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

import torch

import ms2torch
from benchmarks._timing import Ratio

_ROOT = Path(__file__).resolve().parent.parent
_ORACLE = _ROOT / ".oracle" / "bin" / "python"
_ROUNDS = 4
_LIMITS = {"LeNet": 1.35, "ResNet-18": 1.15, "transformer": 1.15}


def run() -> Iterator[Ratio]:
    """Time epochs of ours, torch's and real MindSpore's."""
    torch.set_num_threads(1)
    ms2torch.install()
    from benchmarks import epochs_mindspore, epochs_torch

    for name, limit in _LIMITS.items():
        plain, ours = epochs_torch.epoch(name), epochs_mindspore.epoch(name)
        pairs = [(plain(), ours()) for _ in range(_ROUNDS)][1:]
        best = min(a for a, _ in pairs)
        yield Ratio(f"epoch of {name}", best * 1e6, statistics.median(b / a for a, b in pairs), limit)
        theirs = _of_real_mindspore(name)
        if theirs is not None:
            yield Ratio("  real MindSpore, in its own process", best * 1e6, theirs / best, float("inf"))


def _of_real_mindspore(name: str) -> float | None:
    """Return the best CPU seconds of an epoch of real MindSpore, or ``None`` where it is not installed."""
    if not _ORACLE.exists():
        return None
    settings = {**os.environ, "OMP_NUM_THREADS": "1", "GLOG_v": "3"}
    command = [str(_ORACLE), str(Path(__file__).with_name("epochs_mindspore.py")), name, "3"]
    told = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    return min(float(seconds) for seconds in told.stdout.split()[1:])
