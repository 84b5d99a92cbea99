"""Which distribution a package comes from, and under which licence: what is said of code that is converted along."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib import metadata

_CLASSIFIER = "License :: "
_LONGEST = 60
"""A longer entry is the licence itself, not its name."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a package comes from.

    Args:
        distribution (str): the name under which it is installed; that of the package where it is not known.
        version (str): "" where it is not known.
        licence (str): as its metadata name it; "" where they do not.
    """

    distribution: str
    version: str = ""
    licence: str = ""

    def __str__(self) -> str:
        named = f"{self.distribution} {self.version}".strip()
        return f"{named}, licence {self.licence or 'not named in its metadata'}"


@cache
def provenance(package: str, places: tuple[str, ...] = ()) -> Provenance:
    """Return where a package comes from, by the metadata of what is installed.

    Args:
        package (str): its top name, e.g. ``timm``.
        places (tuple[str, ...]): folders where packages lie besides the search path. Default: none.
    """
    path = [*places, *sys.path]
    named = [*metadata.distributions(name=package, path=path)]
    found = named or [entry for entry in metadata.distributions(path=path) if package in _packages(entry)]
    if not found:
        return Provenance(package)
    return Provenance(str(found[0].metadata["Name"]), found[0].version, _licence(found[0].metadata.json))


def _packages(entry: metadata.Distribution) -> set[str]:
    """Return the top names that a distribution installs."""
    said = entry.read_text("top_level.txt")
    return set(said.split()) if said else {str(file).partition("/")[0] for file in entry.files or ()}


def _licence(known: dict[str, str | list[str]]) -> str:
    for key in ("license_expression", "license"):
        value = str(known.get(key) or "").strip()
        if value and len(value) <= _LONGEST and "\n" not in value:
            return value
    every = [entry for entry in known.get("classifier") or () if entry.startswith(_CLASSIFIER)]
    return " and ".join(entry.rpartition(" :: ")[2] for entry in every)


def note(said: Provenance, file: str) -> str:
    """Return the comment at the head of a file that is converted along.

    Args:
        said (Provenance): of its package.
        file (str): its path below the folder where packages lie, e.g. ``timm/layers/drop.py``.
    """
    return f"# Converted by ms2torch from {file} of {said}: its terms hold for this file.\n"
