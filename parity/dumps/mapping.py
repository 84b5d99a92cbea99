"""The mapping files of msprobe's compare (cell, API, data and layer mapping), read into one mapping of texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from parity.code.errors import CannotCompare, describe

SEVERAL = "|"
"""Between names of the port that one of the reference stands for."""
WITHIN = ":"
"""Between the port's class and a name within it, of a layer mapping."""
TOP = "TopLayer"
_FIELDS = (".input.", ".output.", ".kwargs.", ".parameters.", ".parameters_grad.")


def read_msprobe_mapping(path: Path) -> dict[str, str]:
    """Read a YAML file such as msprobe's compare takes, whichever of the four kinds it is.

    Args:
        path (Path): the file.

    Returns:
        dict[str, str]: from the reference's name to the port's, several joined by ``|``: ``"Module.fc.Linear"`` to
            ``"Cell.fc.Dense"`` of a cell mapping (``-cm``), ``"Torch.abs"`` to ``"Functional.abs"`` of an API mapping
            (``-am``), names of entries of a data mapping (``-dm``), ``"Block:attention"`` to ``"Block:attn"`` of a
            layer mapping (``-lm``), where ``Block`` is the port's class.

    Raises:
        CannotCompare: if it cannot be read, or is none of them.
    """
    try:
        import yaml

        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except ImportError:
        raise CannotCompare(f'{path}: YAML needs its reader: pip install "ms2torch[logs]"') from None
    except (OSError, ValueError) as error:
        raise CannotCompare(f"{path} cannot be read: {describe(error)[:200]}") from error
    except yaml.YAMLError as error:
        raise CannotCompare(f"{path} is not YAML: {describe(error)[:200]}") from error
    return flattened(found, path)


def flattened(found: Any, path: Path) -> dict[str, str]:
    """Return what a mapping file holds, by the reference's name.

    Args:
        found (Any): as YAML gives it.
        path (Path): the file, for messages.

    Raises:
        CannotCompare: if it is none of msprobe's four kinds.
    """
    if isinstance(found, list) and all(_is_api(entry) for entry in found):
        return _joined((entry["pt_api"], entry["ms_api"]) for entry in found)
    if isinstance(found, dict) and found:
        values = list(found.values())
        if all(isinstance(value, str) for value in values):
            is_data = any(field in str(key) for key in found for field in _FIELDS)
            return _data(found) if is_data else _joined((f"Module.{v}", f"Cell.{k}") for k, v in found.items())
        if all(_is_names(value) for value in values):
            return _layers(found)
    raise CannotCompare(
        f"{path} is no mapping of msprobe's: it holds neither cells ({{fc.Dense: fc.Linear}}), APIs (a list of ms_api "
        "and pt_api), data, nor layers ({TopLayer: {net: model}})"
    )


def _is_api(entry: Any) -> bool:
    return isinstance(entry, dict) and all(isinstance(entry.get(name), str) for name in ("ms_api", "pt_api"))


def _is_names(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(k, str) and isinstance(v, str) for k, v in value.items())


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    made: dict[str, str] = {}
    for reference, port in pairs:
        made[reference] = f"{made[reference]}{SEVERAL}{port}" if reference in made else port
    return made


def _data(found: Mapping[str, str]) -> dict[str, str]:
    """Return which entry is which: a data mapping says it of every tensor."""
    pairs = {(_entry(reference), _entry(port)) for port, reference in found.items() if reference != "N/A"}
    return _joined(sorted(pairs))


def _entry(name: str) -> str:
    ends = [name.find(field) for field in _FIELDS if field in name]
    return name[: min(ends)] if ends else name


def _layers(found: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the names within classes; a reference's name may end in its class in brackets, which says nothing."""
    return _joined(
        (f"{_top(cls)}{WITHIN}{reference.partition('(')[0]}", f"{_top(cls)}{WITHIN}{port}")
        for cls, names in found.items()
        for port, reference in names.items()
    )


def _top(cls: str) -> str:
    return TOP if cls == "Cell" else cls
