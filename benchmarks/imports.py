"""What `import ms2torch` costs over `import torch`, in fresh processes."""

from __future__ import annotations

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
    """Time both imports in one process, several times over."""
    found = []
    for _ in range(_PROCESSES):
        command = [sys.executable, "-c", _CODE]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        torch_s, ours_s = map(float, out.split())
        found.append((torch_s, ours_s))
    ratio = 1 + statistics.median(ours / plain for plain, ours in found)
    yield Ratio("import ms2torch", min(plain for plain, _ in found) * 1e6, ratio, 1.05)
