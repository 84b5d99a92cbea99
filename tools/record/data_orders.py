"""Record the order of rows and the random draws of real MindSpore: `.oracle/bin/python tools/record/data_orders.py`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mindspore.dataset as ds  # noqa: E402
from mindspore import mindrecord  # noqa: E402

from tests.opdb import _data_orders as data_orders  # noqa: E402

OUT = ROOT / "tests" / "goldens" / "data_orders.json"
SEEDS = (7, 1234)


def main() -> None:
    """Run every pipeline after every seed."""
    with tempfile.TemporaryDirectory() as folder:
        cases = data_orders.cases(ds, mindrecord, Path(folder))
        found = {name: {str(seed): data_orders.run(ds, make, seed) for seed in SEEDS} for name, make in cases.items()}
    lines = (f"{json.dumps(name)}: {json.dumps(rows)}" for name, rows in found.items())
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
