"""The recorded public names of real MindSpore: tests/goldens/signatures-2.10.0.json."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent.parent / "tests" / "goldens" / "signatures-2.10.0.json"


@dataclass
class Snapshot:
    """Names with kind, tier and signatures; and by module what else lies in it, which real code imports too."""

    mindspore: str
    names: dict[str, dict[str, Any]]
    beside: dict[str, list[str]]

    def children(self, parent: str) -> dict[str, dict[str, Any]]:
        """The documented names directly under a module or class, by last name."""
        prefix = f"{parent}."
        return {
            name[len(prefix) :]: entry
            for name, entry in self.names.items()
            if name.startswith(prefix) and "." not in name[len(prefix) :]
        }


def load_snapshot() -> Snapshot:
    """Read the file."""
    return Snapshot(**json.loads(FILE.read_text(encoding="utf-8")))


def save_snapshot(snapshot: Snapshot) -> None:
    """Write the file, one name a line."""
    names = [f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in sorted(snapshot.names.items())]
    beside = [f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in sorted(snapshot.beside.items())]
    text = (
        f'{{\n "mindspore": {json.dumps(snapshot.mindspore)},\n "names": {{\n'
        + ",\n".join(names)
        + '\n },\n "beside": {\n'
        + ",\n".join(beside)
        + "\n }\n}\n"
    )
    scratch = FILE.with_name(f".{FILE.name}.{os.getpid()}")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(FILE)
