"""The signatures of MindSpore names, recorded from MindSpore itself into `data/signatures-2.10.0.json`."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from mappings.literals import parse_literal
from mappings.load import DATA
from mappings.model import REQUIRED, Row

SNAPSHOT = DATA / "signatures-2.10.0.json"

# By parameter name, in order: the default (REQUIRED, a literal, or Opaque). None: the signature says nothing.
Signature: TypeAlias = "Mapping[str, object] | None"


@cache
def recorded() -> dict[str, Signature]:
    """Return the recorded signatures by public name."""
    if not SNAPSHOT.exists():
        return {}
    data: dict[str, dict[str, str] | None] = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
    return {name: None if entry is None else _read(entry) for name, entry in data.items()}


def describe(target: Any) -> dict[str, str] | None:
    """Return the parameters of `target` by name, each with its default as text ("" where it is required)."""
    try:
        signature = inspect.signature(_undecorated(target))
    except (ValueError, TypeError):
        return None
    found: dict[str, str] = {}
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            return None
        if parameter.name != "self" and parameter.kind is not parameter.VAR_KEYWORD:
            found[parameter.name] = "" if parameter.default is parameter.empty else _literal_text(parameter.default)
    return found


def signature_of(target: Any) -> Signature:
    """Return the signature of a live object in the recorded form."""
    entry = describe(target)
    return None if entry is None else _read(entry)


def record(python: str, rows: Iterable[Row]) -> int:
    """Record the signatures of the rows' MindSpore names with the interpreter `python`; return how many."""
    names = sorted({row.mindspore for row in rows})
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    command = [python, "-m", "mappings.signatures"]
    done = subprocess.run(  # noqa: S603
        command, input=json.dumps(names), capture_output=True, text=True, env=environment, check=True
    )
    data: dict[str, dict[str, str] | None] = json.loads(done.stdout.splitlines()[-1])
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in data.items())
    SNAPSHOT.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    return len(data)


def _undecorated(target: Any) -> Any:
    """Follow decorators that forget to name what they wrap, as MindSpore's optimizers have."""
    function: Any = target.__init__ if inspect.isclass(target) else target
    for _ in range(4):
        code = getattr(function, "__code__", None)
        if code is None or not code.co_flags & inspect.CO_VARARGS or not function.__closure__:
            break
        inner = [c.cell_contents for c in function.__closure__ if inspect.isfunction(c.cell_contents)]
        if not inner:
            break
        function = inner[0]
    return function


def _read(entry: Mapping[str, str]) -> dict[str, object]:
    return {name: parse_literal(default) if default else REQUIRED for name, default in entry.items()}


def _literal_text(value: object) -> str:
    plain = isinstance(value, (bool, int, float, str, type(None)))
    if isinstance(value, (tuple, list)) and all(isinstance(v, (bool, int, float, str)) for v in value):
        plain = True
    return repr(value) if plain else f"<{str(value).rpartition('.')[2].rstrip('>')}>"


def _resolve(name: str, modules: Callable[[str], Any]) -> Any:
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found = modules(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise AttributeError(name)


def main() -> None:
    """Print the signatures of the names on standard input as JSON (runs inside the oracle)."""
    names: list[str] = json.load(sys.stdin)
    found = {name: describe(_resolve(name, importlib.import_module)) for name in names}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
