"""Write the JSON Schemas of what the commands write with ``--json``: ``python -m tools.schemas`` (`make docs`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cli.doctor import SCHEMA_VERSION as DOCTOR_VERSION, Diagnosis
from parity.convert.account import SCHEMA_VERSION as WEIGHTS_VERSION, AccountDocument
from parity.curves.document import SCHEMA_VERSION as TRAINING_VERSION, TrainingDocument
from parity.lookup.document import SCHEMA_VERSION as API_VERSION, EntryDocument
from parity.port.result import SCHEMA_VERSION as PORT_VERSION, PortDocument
from parity.precheck.report import SCHEMA_VERSION as PRECHECK_VERSION, PrecheckDocument
from parity.report.schema import schema, schema_of, to_text
from parity.scan.model import SCHEMA_VERSION as SCAN_VERSION, ScanDocument
from parity.sharded.report import SCHEMA_VERSION as RANKS_VERSION, RanksDocument

FOLDER = Path(__file__).resolve().parents[1] / "docs"


def schemas() -> Mapping[str, dict[str, Any]]:
    """Return the schemas by command."""
    return {
        "compare": schema(),
        "train-compare": _of("train-compare", TrainingDocument, TRAINING_VERSION),
        "scan": _of("scan", ScanDocument, SCAN_VERSION),
        "port": _of("port", PortDocument, PORT_VERSION),
        "weights": _of("weights", AccountDocument, WEIGHTS_VERSION),
        "api": _of("api", EntryDocument, API_VERSION, many=True),
        "precheck": _of("precheck", PrecheckDocument, PRECHECK_VERSION),
        "ranks": _of("ranks", RanksDocument, RANKS_VERSION),
        "doctor": _of("doctor", Diagnosis, DOCTOR_VERSION),
    }


def file_of(command: str) -> Path:
    """Return where the schema of a command is published."""
    return FOLDER / ("report.schema.json" if command == "compare" else f"{command}.schema.json")


def _of(command: str, model: Any, version: int, *, many: bool = False) -> dict[str, Any]:
    words = f"What `ms2torch {command} --json` writes, schema_version {version}."
    return schema_of(model, f"ms2torch {command}", words, version, many=many)


def main() -> None:
    """Write the files."""
    for command, found in schemas().items():
        file_of(command).write_text(to_text(found), encoding="utf-8")


if __name__ == "__main__":
    main()
