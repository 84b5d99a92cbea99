"""Record the random numbers of real MindSpore's CPU kernels: `.oracle/bin/python tools/record/kernel_draws.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mindspore as ms  # noqa: E402
import mindspore.numpy  # noqa: E402

from tests.opdb import _kernel_draws as kernel_draws  # noqa: E402

OUT = ROOT / "tests" / "goldens" / "kernel_draws.json"
SEEDS = (0, 7)


def main() -> None:
    """Run every call after every seed."""
    found = {name: {str(seed): kernel_draws.run(ms, name, seed) for seed in SEEDS} for name in kernel_draws.CASES}
    lines = (f"{json.dumps(name)}: {json.dumps(rows)}" for name, rows in found.items())
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
