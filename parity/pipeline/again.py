"""A comparison read back from the report that it wrote, to be run again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from parity.code.errors import CannotCompare
from parity.pipeline.spec import Options, options_of


@dataclass(frozen=True, slots=True)
class Again:
    """What a report says was asked.

    Args:
        reference (str): the reference's target.
        port (str): the port's.
        inputs (tuple[str, ...]): specs and files.
        options (Options): everything else.
    """

    reference: str
    port: str
    inputs: tuple[str, ...]
    options: Options


def read_again(path: Path) -> Again:
    """Return what a JSON report says was asked.

    Raises:
        CannotCompare: if it is no report, or nets or inputs were given as objects, which no file holds.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))["options"]
        reference, port, inputs = str(found["reference"]), str(found["port"]), tuple(map(str, found["inputs"]))
        options = options_of(found)
    except OSError as error:
        raise CannotCompare(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CannotCompare(
            f"{path} does not say what was compared: give a JSON report of `ms2torch compare` (--json)"
        ) from error
    for role, target in (("reference", reference), ("port", port)):
        if target.startswith("<"):
            raise CannotCompare(f"{path}: the {role} was the object {target[1:-1]}, given in Python: run it from there")
    if "array" in inputs:
        raise CannotCompare(f"{path}: an input was an array, given in Python: run it from there")
    return Again(reference, port, inputs, options)
