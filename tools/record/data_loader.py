"""Record what real MindSpore's `dataset.dataloader` gives: `.oracle/bin/python tools/record/data_loader.py`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("GLOG_v", "4")

import mindspore  # noqa: E402
from mindspore.dataset import dataloader  # noqa: E402

from tests.opdb import _data_loader as data_loader  # noqa: E402

OUT = ROOT / "tests" / "goldens" / "data_loader.json"


def main() -> None:
    """Run every case."""
    found = {name: data_loader.told(call) for name, call in data_loader.cases(mindspore, dataloader).items()}
    lines = (f"{json.dumps(name)}: {json.dumps(said)}" for name, said in found.items())
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
