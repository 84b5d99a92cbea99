"""Find the families, and read what was recorded for them."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load, save

from tests.opdb._spec import Op

HERE = Path(__file__).resolve().parent
GOLDENS = HERE.parent / "goldens"
FORMAT = 1
MINDSPORE = "2.10.0"


@cache
def families() -> tuple[str, ...]:
    """Every family: the files of this folder whose name has no underscore in front."""
    return tuple(sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_")))


@cache
def ops(family: str) -> tuple[Op, ...]:
    """The ops of one family, in the file's order.

    Raises:
        ValueError: if a name is listed twice.
    """
    listed = tuple(importlib.import_module(f"tests.opdb.{family}").OPS)
    seen: set[str] = set()
    for op in listed:
        for name in op.names:
            if name in seen:
                raise ValueError(f"tests/opdb/{family}.py lists {name} twice; put its samples into one Op")
            seen.add(name)
    return listed


@dataclass
class Goldens:
    """What was recorded for one family: answers by name and sample key, and the arrays they point to."""

    answers: dict[str, dict[str, dict[str, Any]]]
    arrays: dict[str, np.ndarray]

    def arrays_of(self, name: str, key: str) -> list[np.ndarray]:
        """The arrays of one answer."""
        count = self.answers[name][key].get("arrays", 0)
        return [self.arrays[f"{name}:{key}:{i}"] for i in range(count)]

    def put(self, name: str, key: str, answer: dict[str, Any], arrays: list[np.ndarray]) -> None:
        """Add one answer."""
        self.answers.setdefault(name, {})[key] = {**answer, "arrays": len(arrays)} if arrays else answer
        self.arrays.update({f"{name}:{key}:{i}": each for i, each in enumerate(arrays)})


def load_goldens(family: str) -> Goldens:
    """Read a family's recorded answers; empty when there are none.

    Raises:
        ValueError: if the two files do not belong together.
    """
    text = GOLDENS / f"{family}.json"
    if not text.exists():
        return Goldens({}, {})
    read = json.loads(text.read_text(encoding="utf-8"))
    blob = (GOLDENS / f"{family}.safetensors").read_bytes()
    if read["format"] != FORMAT or read["safetensors"] != _digest(blob):
        raise ValueError(f"{text.name} and {family}.safetensors do not belong together; delete both, run `make record`")
    return Goldens(read["ops"], load(blob))


def save_goldens(family: str, goldens: Goldens) -> None:
    """Write a family's answers: the arrays first, then the text that names their digest. One line per answer."""
    GOLDENS.mkdir(exist_ok=True)
    blob = save(dict(sorted(goldens.arrays.items())))
    blocks = []
    for name in sorted(goldens.answers):
        lines = [f"  {json.dumps(key)}: {_compact(answer)}" for key, answer in sorted(goldens.answers[name].items())]
        blocks.append(f" {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n }")
    head = f'"mindspore": "{MINDSPORE}", "format": {FORMAT}, "safetensors": "{_digest(blob)}"'
    text = f'{{{head}, "ops": {{\n' + ",\n".join(blocks) + "\n}}\n"
    _replace(GOLDENS / f"{family}.safetensors", blob)
    _replace(GOLDENS / f"{family}.json", text.encode())


def _compact(answer: dict[str, Any]) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _digest(blob: bytes) -> str:
    return hashlib.sha256(blob).hexdigest()[:16]


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(path)
