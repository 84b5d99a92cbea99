"""Record how real MindSpore tells pipelines in JSON: `.oracle/bin/python tools/record/pipelines.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mindspore.dataset as ds  # noqa: E402

from tests.opdb import _pipelines as pipelines  # noqa: E402

OUT = ROOT / "tests" / "goldens" / "pipelines.json"


def main() -> None:
    """Tell every pipeline."""
    lines = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in pipelines.told(ds).items())
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
