"""Remarks that are known already: a file that lists them, so that only new ones count."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

from parity.scan.model import FileScan, Remark, Scan

SCHEMA_VERSION = 1
_KEYS = ("path", "rule", "name", "argument", "text")
Key = tuple[str, str, str, str, str]


class BadBaselineError(ValueError):
    """A file is no baseline; the message says why."""


def text_of(scan: Scan, beside: Path) -> str:
    """Return the baseline of all remarks of a scan.

    A remark is known again by its file, code, name, argument and the text of its line: not by its number, which
    changes with every line that is added above it.

    Args:
        scan (Scan): what was found.
        beside (Path): the file to be written; paths are relative to its folder.
    """
    counted = Counter(key for file in scan.files for remark in file.remarks for key, _ in _keys(file, remark, beside))
    known = [{**dict(zip(_KEYS, key, strict=True)), "count": count} for key, count in sorted(counted.items())]
    return json.dumps({"schema_version": SCHEMA_VERSION, "known": known}, indent=1, ensure_ascii=False) + "\n"


def without_known(scan: Scan, path: Path) -> Scan:
    """Return a scan without the remarks that a baseline lists.

    Args:
        scan (Scan): what was found.
        path (Path): the baseline.

    Raises:
        BadBaselineError: it cannot be read, or is none.
    """
    left = _read(path)
    return replace(scan, files=tuple(_file_without(file, left, path) for file in scan.files))


def _read(path: Path) -> Counter[Key]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema_version"] != SCHEMA_VERSION:
            raise BadBaselineError(f"{path}: version {data['schema_version']} of baselines is not known")
        return Counter({_key(entry): int(entry["count"]) for entry in data["known"]})
    except OSError as error:
        raise BadBaselineError(f"{path}: {error.strerror}; --write-baseline makes one") from error
    except (KeyError, TypeError, ValueError) as error:
        raise BadBaselineError(f"{path} is no baseline of `ms2torch scan`: {error}") from error


def _key(entry: dict[str, str]) -> Key:
    path, rule, name, argument, text = (str(entry[name]) for name in _KEYS)
    return path, rule, name, argument, text


def _keys(file: FileScan, remark: Remark, beside: Path) -> list[tuple[Key, int]]:
    path = _relative(Path(file.path), beside)
    return [
        ((path, remark.rule, remark.name, remark.argument, file.texts.get(line, "")), index)
        for index, line in enumerate(remark.lines)
    ]


def _relative(path: Path, beside: Path) -> str:
    whole, folder = path.resolve(), beside.resolve().parent
    return whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else whole.as_posix()


def _file_without(file: FileScan, left: Counter[Key], beside: Path) -> FileScan:
    kept: list[Remark] = []
    known = 0
    for remark in file.remarks:
        new: list[int] = []
        for key, index in _keys(file, remark, beside):
            if left[key] > 0:
                left[key] -= 1
                known += 1
            else:
                new.append(index)
        if new:
            lines, columns = (tuple(values[index] for index in new) for values in (remark.lines, remark.columns))
            kept.append(replace(remark, lines=lines, columns=columns))
    return replace(file, remarks=tuple(kept), known=known)
