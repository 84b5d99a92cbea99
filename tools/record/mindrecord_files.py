"""Record MindRecord files written by real MindSpore: `.oracle/bin/python tools/record/mindrecord_files.py`."""

from __future__ import annotations

import json
import lzma
import sqlite3
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from mindspore.mindrecord import FileWriter  # noqa: E402

from tests.opdb import mindrecord_files  # noqa: E402

OUT = ROOT / "tests" / "goldens" / "mindrecord"


def _index(path: Path) -> dict[str, list[object]]:
    with sqlite3.connect(path) as base:
        return {
            "made": [row[0] for row in base.execute("SELECT sql FROM sqlite_master")],
            "rows": [list(row) for row in base.execute("SELECT * FROM INDEXES ORDER BY ROW_ID")],
            "names": [row[0] for row in base.execute("SELECT NAME FROM SHARD_NAME")],
        }


def main() -> None:
    """Write every file, and keep its bytes and what its index holds."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in mindrecord_files.SCHEMAS:
            path = Path(folder) / f"{name}.mindrecord"
            mindrecord_files.write(FileWriter(str(path)), name)
            (OUT / f"{name}.mindrecord.xz").write_bytes(lzma.compress(path.read_bytes()))
            index = json.dumps(_index(Path(f"{path}.db")), ensure_ascii=False, indent=0)
            (OUT / f"{name}.index.json").write_text(index + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
