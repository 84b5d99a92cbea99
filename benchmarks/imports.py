"""What `import ms2torch` costs over `import torch`, in fresh processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator

from benchmarks._timing import Ratio

_CODE = """
import time
start = time.process_time()
import torch
middle = time.process_time()
import ms2torch
print(middle - start, time.process_time() - middle)
"""
_PROCESSES = 7


def run() -> Iterator[Ratio]:
    """Time both imports in one process, several times over; both from bytecode, as an installed package has it."""
    _imported()
    found = [_imported() for _ in range(_PROCESSES)]
    ratio = 1 + statistics.median(ours / plain for plain, ours in found)
    yield Ratio("import ms2torch", min(plain for plain, _ in found) * 1e6, ratio, 1.05)


def _imported() -> tuple[float, float]:
    """Return the CPU seconds of importing torch and of importing ms2torch after it, in a process of their own."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", _CODE]
    out = subprocess.run(command, capture_output=True, text=True, check=True, env=settings).stdout
    torch_s, ours_s = map(float, out.split())
    return torch_s, ours_s
