"""`port.toml`: what is converted, where to, the nets to prove, and what is left on purpose."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from parity.port.engine.context import Mark
from parity.port.engine.marks import CODES
from parity.port.result import Accepted, FilePort, Port

NAME = "port.toml"


class BadSettingsError(ValueError):
    """A `port.toml` that cannot be used; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Net:
    """A net to prove.

    Args:
        net (str): a call such as ``Net(10)``, in a folder behind its file: ``models/net.py:Net(10)``.
        inputs (tuple[str, ...]): its input specs.
    """

    net: str
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What is left on purpose.

    Args:
        because (str): why.
        code (str): of a mark. Default: any.
        name (str): a pattern of the names of marks, as in a shell. Default: any.
        file (str): a pattern of the paths of sources, below the folder that is converted. Default: any.
    """

    because: str
    code: str = "*"
    name: str = "*"
    file: str = "*"

    def covers(self, file: str, mark: Mark) -> bool:
        """Tell whether this speaks of a mark.

        Args:
            file (str): its file, below the folder that is converted.
            mark (Mark): the mark.
        """
        patterns = ((file, self.file), (mark.code, self.code), (mark.name, self.name))
        return all(fnmatchcase(text, pattern) for text, pattern in patterns)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a `port.toml` says.

    Args:
        source (str): the file or folder to convert, from the folder of the `port.toml`.
        out (str): where the result goes, from there too. Default: it is printed.
        to (str): the framework of the result, ``"mindspore"`` or ``"torch"``. Default: ``"mindspore"``.
        exclude (tuple[str, ...]): folders and patterns of files that are passed over, below a folder that is converted.
        runtime (str): as ``--runtime``. Default: MindSpore itself is not asked.
        prove (tuple[Net, ...]): the nets to prove.
        accept (tuple[Decision, ...]): what is left on purpose.
    """

    source: str
    out: str = ""
    to: str = "mindspore"
    exclude: tuple[str, ...] = ()
    runtime: str = ""
    prove: tuple[Net, ...] = ()
    accept: tuple[Decision, ...] = ()


def read_settings(path: Path) -> Settings:
    """Read a `port.toml`; its paths come back as they are from the current folder.

    Args:
        path (Path): the file.

    Raises:
        BadSettingsError: it cannot be read, has a key that means nothing, or a value of another type.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettingsError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettingsError(f"{path}: no TOML: {error}") from error
    known = {entry.name for entry in fields(Settings)}
    _only(path, "", data, known, {"source"})
    texts = {key: _text(path, key, data[key]) for key in ("source", "out", "to", "runtime") if key in data}
    if texts.get("to", "mindspore") not in {"mindspore", "torch"}:
        raise BadSettingsError(f'{path}: to = "{texts["to"]}": it is "mindspore" or "torch"')
    made = Settings(
        **texts,
        exclude=_texts(path, "exclude", data.get("exclude", [])),
        prove=tuple(_net(path, entry) for entry in _tables(path, "prove", data)),
        accept=tuple(_decision(path, entry) for entry in _tables(path, "accept", data)),
    )
    return replace(made, source=str(path.parent / made.source), out=str(path.parent / made.out) if made.out else "")


def _only(path: Path, where: str, data: Mapping[str, Any], known: set[str], needed: set[str]) -> None:
    head = f"{path}: {where}: " if where else f"{path}: "
    for key in data:
        if key not in known:
            raise BadSettingsError(f"{head}no key is called {key}: there are {', '.join(sorted(known))}")
    for key in sorted(needed):
        if key not in data:
            raise BadSettingsError(f"{head}{key} is missing")


def _tables(path: Path, key: str, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = data.get(key, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise BadSettingsError(f"{path}: {key} is a list of tables: write [[{key}]]")
    return found


def _net(path: Path, data: Mapping[str, Any]) -> Net:
    _only(path, "[[prove]]", data, {"net", "inputs"}, {"net", "inputs"})
    return Net(_text(path, "prove.net", data["net"]), _texts(path, "prove.inputs", data["inputs"]))


def _decision(path: Path, data: Mapping[str, Any]) -> Decision:
    _only(path, "[[accept]]", data, {entry.name for entry in fields(Decision)}, {"because"})
    made = Decision(**{key: _text(path, f"accept.{key}", value) for key, value in data.items()})
    if made.code not in {*CODES, "*"}:
        raise BadSettingsError(f'{path}: accept: code = "{made.code}": the codes are {", ".join(CODES)}')
    return made


def _text(path: Path, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadSettingsError(f"{path}: {key} is a text: write it in quotes")
    return value


def _texts(path: Path, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise BadSettingsError(f'{path}: {key} is a list of texts: ["...", "..."]')
    return tuple(value)


def accepted(result: Port, source: Path, decisions: tuple[Decision, ...]) -> Port:
    """Return a conversion with the marks that are left on purpose apart from the others.

    Args:
        result (Port): the conversion.
        source (Path): what was converted.
        decisions (tuple[Decision, ...]): the first that covers a mark counts.
    """
    return replace(result, files=tuple(_accepted(file, source, decisions) for file in result.files))


def _accepted(file: FilePort, source: Path, decisions: tuple[Decision, ...]) -> FilePort:
    path = Path(file.path)
    name = path.relative_to(source).as_posix() if path.is_relative_to(source) else path.name
    marks: list[Mark] = []
    found: list[Accepted] = []
    for mark in file.marks:
        decision = next((entry for entry in decisions if entry.covers(name, mark)), None)
        if decision is None:
            marks.append(mark)
        else:
            found.append(Accepted(mark, decision.because))
    return replace(file, marks=tuple(marks), accepted=tuple(found))
