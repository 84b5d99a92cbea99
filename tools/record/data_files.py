"""Record what real MindSpore reads from published formats: `.oracle/bin/python tools/record/data_files.py`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mindspore.dataset as ds  # noqa: E402

from tests.opdb import _data_files as data_files  # noqa: E402

OUT = ROOT / "tests" / "goldens" / "data_files.json"


def main() -> None:
    """Read every data set."""
    ds.config.set_num_parallel_workers(1)
    with tempfile.TemporaryDirectory() as folder:
        data_files.write(Path(folder))
        cases = data_files.cases(ds, Path(folder))
        found = {name: data_files.told(make()) for name, make in cases.items()}
    lines = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in found.items())
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
