"""Read the data files into rows, strictly: an unknown key, a wrong type or a bad value is an error with its place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from mappings.rows.layouts import read_layout
from mappings.rows.literals import parse_literal
from mappings.rows.model import (
    CASE_STAGES,
    EXPECTATIONS,
    KINDS,
    LOUDNESSES,
    REQUIRED,
    STAGES,
    STATUSES,
    Case,
    Difference,
    Init,
    Law,
    Param,
    Row,
    Weight,
)
from mappings.rows.transforms import TAKES_ARGUMENT, TRANSFORMS
from mappings.table.derive import UNSTATED, complete, default_inputs

DATA = Path(__file__).parents[1] / "data"

_ROW_KEYS = frozenset(
    {
        "torch", "mindspore", "kind", "status", "advice", "dims", "params", "weights", "init", "differences", "cases",
        "write", "none", "when", "try", "oracle",
    }
)  # fmt: skip
_DIFFERENCE_KEYS = frozenset({"rule", "argument", "fact", "shows", "loudness", "fix"})
_CASE_TYPES: Mapping[str, type] = {
    "torch": str,
    "mindspore": str,
    "inputs": list,
    "expected": str,
    "stage": str,
    "proves": str,
    "error": str,
    "raises_on": str,
    "tolerance": float,
    "ignore_dtype": bool,
    "compare": str,
    "steps": int,
    "grad_scale": float,
    "constants": list,
    "variants": bool,
    "call": str,
    "oracle": str,
    "oracle_reason": str,
}
_CASE_CHOICES: Mapping[str, tuple[str, ...]] = {
    "expected": EXPECTATIONS,
    "stage": CASE_STAGES,
    "raises_on": ("torch", "mindspore", "both"),
    "compare": ("values", "shape", "zeros"),
    "oracle": ("equal", "differs", "raises", "skip"),
}
_T = TypeVar("_T")


class MappingError(ValueError):
    """A data file is wrong: where, what, and what was expected.

    Attributes:
        file, row, key: the place; `row` is the row's number from 1 and its torch name where it has one.
        what, expected: what stands there, and what should.
    """

    def __init__(self, file: str, row: str, key: str, what: str, expected: str) -> None:
        self.file, self.row, self.key, self.what, self.expected = file, row, key, what, expected
        place = ":".join(part for part in (file, row, key) if part)
        super().__init__(f"{place}: {what}; expected {expected}")


class _Place:
    """Where the loader is, for errors."""

    def __init__(self, file: str, row: str = "") -> None:
        self.file, self.row = file, row

    def error(self, key: str, what: str, expected: str) -> MappingError:
        return MappingError(self.file, self.row, key, what, expected)


def families(directory: Path = DATA) -> tuple[str, ...]:
    """Return the names of the data files, sorted."""
    return tuple(sorted(path.stem for path in directory.glob("*.toml")))


def load_file(path: Path) -> tuple[Row, ...]:
    """Read one data file.

    Raises:
        MappingError: at the first thing wrong in it.
    """
    place = _Place(path.name)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise place.error("", f"cannot be read ({error.strerror})", "a readable file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise place.error("", f"is not TOML ({error})", "TOML in UTF-8") from error
    unknown = sorted(set(data) - {"api"})
    if unknown:
        raise place.error(unknown[0], "unknown key", "only [[api]] tables")
    tables = data.get("api", [])
    if not isinstance(tables, list):
        raise place.error("api", "is not a list of tables", "[[api]]")
    return tuple(row_from(path.name, number, table) for number, table in enumerate(tables, start=1))


def row_from(file: str, number: int, table: Mapping[str, Any]) -> Row:
    """Return the row that one ``[[api]]`` table of a file says, completed.

    Raises:
        MappingError: at the first thing wrong in it.
    """
    name = table.get("torch")
    place = _Place(file, f"row {number}" + (f" ({name})" if isinstance(name, str) else ""))
    _refuse_unknown(place, "", table, _ROW_KEYS)
    none = _get(place, table, "none", str, "")
    write = _get(place, table, "write", str, "")
    row = Row(
        torch=_get(place, table, "torch", str),
        mindspore=_get(place, table, "mindspore", str, "" if none or write else None),
        kind="other",
        status="same",
        family=file.removesuffix(".toml"),
        params=tuple(_param(place, f"params[{i}]", line) for i, line in _lines(place, "params", table)),
        weights=tuple(_weight(place, f"weights[{i}]", line) for i, line in _lines(place, "weights", table)),
        init=tuple(_init(place, f"init[{i}]", line) for i, line in _lines(place, "init", table)),
        differences=tuple(
            _difference(place, f"differences[{i}]", entry)
            for i, entry in enumerate(_tables(place, "differences", table), start=1)
        ),
        cases=tuple(_case(place, i, entry) for i, entry in enumerate(_case_entries(place, table), start=1)),
        advice=_get(place, table, "advice", str, ""),
        write=write,
        none=none,
        when=_get(place, table, "when", str, ""),
        tries=_tries(place, table),
        oracle=_oracle(place, table),
        stated=_stated(place, table),
        number=number,
    )
    return complete(row)


def _stated(place: _Place, table: Mapping[str, Any]) -> dict[str, str]:
    stated: dict[str, str] = {}
    if "kind" in table:
        stated["kind"] = _choice(place, "kind", _get(place, table, "kind", str), KINDS)
    if "status" in table:
        stated["status"] = _choice(place, "status", _get(place, table, "status", str), STATUSES)
    if "dims" in table:
        stated["dims"] = str(_get(place, table, "dims", int))
    return stated


def _tries(place: _Place, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    entries = _get(place, table, "try", dict, {})
    for name, values in entries.items():
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise place.error(f"try.{name}", f"{values!r}", "a list of values written as code")
    return {name: tuple(values) for name, values in entries.items()}


def _oracle(place: _Place, table: Mapping[str, Any]) -> dict[str, str]:
    entries = _get(place, table, "oracle", dict, {})
    for variant, reason in entries.items():
        if not isinstance(reason, str) or not reason:
            raise place.error(f"oracle.{variant}", f"{reason!r}", "what real MindSpore's CPU kernel does")
    return dict(entries)


def _case_entries(place: _Place, table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the cases as tables; a text is ``CODE  # INPUT; INPUT``."""
    entries = table.get("cases", [])
    if not isinstance(entries, list) or not all(isinstance(entry, (dict, str)) for entry in entries):
        raise place.error("cases", f"{entries!r}", "texts 'CODE  # INPUTS' or [[api.cases]] tables")
    return [_case_text(entry) if isinstance(entry, str) else entry for entry in entries]


def _case_text(text: str) -> dict[str, Any]:
    code, mark, inputs = text.partition("  # ")
    if not mark:
        return {"torch": text.strip(), "inputs": list(default_inputs(text))}
    return {"torch": code.strip(), "inputs": [spec.strip() for spec in inputs.split(";")]}


def _param(place: _Place, key: str, line: str) -> Param:
    """Read ``left = default -> right = default | transform:argument @stage``."""
    head, _, stage = line.rpartition(" @")
    body, shows = (head, stage.strip()) if head else (line, "forward")
    names, _, transform = body.partition(" | ")
    left, arrow, right = names.partition("->")
    if not arrow:
        raise place.error(key, f"no '->' in {line!r}", "'torch_name = default -> mindspore_name = default'")
    torch_name, torch_default = _side(place, key, left)
    ms_name, ms_default = _side(place, key, right)
    if torch_name is None and ms_name is None:
        raise place.error(key, f"no name in {line!r}", "a name on at least one side")
    if shows not in (*STAGES, "none"):
        raise place.error(key, f"unknown stage {shows!r}", "one of " + ", ".join((*STAGES, "none")))
    word, _, argument = transform.strip().partition(":")
    must: object = REQUIRED
    if word == "must":
        if torch_name is not None:
            raise place.error(key, "'must' on an argument that torch has", "a transform")
        must, word, argument = _literal(place, key, argument), "identity", ""
    _check_transform(place, key, word or "identity", argument)
    if ms_name is None and word not in ("", "only", "unknown"):
        raise place.error(key, f"transform {word!r} to nothing", "'NAME -> - | only:VALUE', or a name of MindSpore")
    return Param(torch_name, ms_name, torch_default, ms_default, word or "identity", argument.strip(), must, shows)


def _check_transform(place: _Place, key: str, word: str, argument: str) -> None:
    if word not in TRANSFORMS:
        raise place.error(key, f"unknown transform {word!r}", "one of " + ", ".join(sorted(TRANSFORMS)))
    if word == "unknown" and argument in TRANSFORMS and argument not in TAKES_ARGUMENT:
        return
    if (word in TAKES_ARGUMENT) != bool(argument):
        needs = f"{word}:ARGUMENT" if word in TAKES_ARGUMENT else f"{word} alone"
        raise place.error(key, f"transform {word!r} with argument {argument!r}", needs)


def _side(place: _Place, key: str, text: str) -> tuple[str | None, object]:
    name, equals, default = text.partition("=")
    name = name.strip()
    if name == "-":
        return None, REQUIRED
    if not name.lstrip("*").isidentifier():
        raise place.error(key, f"bad argument name {name!r}", "an identifier, or '-' for none")
    return name, _literal(place, key, default) if equals else UNSTATED


def _literal(place: _Place, key: str, text: str) -> object:
    try:
        return parse_literal(text)
    except ValueError as error:
        raise place.error(key, str(error), "a Python literal, or <text> for anything else") from error


def _weight(place: _Place, key: str, line: str) -> Weight:
    """Read ``torch_name -> mindspore_name | layout buffer``."""
    names, _, words = line.partition("|")
    left, arrow, right = (part.strip() for part in names.partition("->"))
    if not arrow or not left or not right:
        raise place.error(key, f"{line!r} is no weight", "'torch_name -> mindspore_name | layout'")
    words = words.strip()
    try:
        layout = read_layout(words.removesuffix("buffer"))
    except ValueError as error:
        raise place.error(key, str(error), "'torch_name -> mindspore_name | layout buffer'") from error
    names_or_none = [None if name == "-" else name for name in (left, right)]
    return Weight(names_or_none[0], names_or_none[1], layout, words.endswith("buffer"))


def _init(place: _Place, key: str, line: str) -> Init:
    """Read ``weight: law(parameter) -> law(parameter)``; ``same`` repeats torch's."""
    weight, colon, laws = line.partition(":")
    left, arrow, right = (part.strip() for part in laws.partition("->"))
    if not colon or not arrow:
        raise place.error(key, f"{line!r} is no law", "'weight: uniform(1/sqrt(fan_in)) -> same'")
    torch_law = _law(place, key, left)
    return Init(weight.strip(), torch_law, torch_law if right == "same" else _law(place, key, right))


def _law(place: _Place, key: str, text: str) -> Law:
    family, bracket, parameter = text.partition("(")
    if not bracket or not parameter.endswith(")"):
        raise place.error(key, f"{text!r} is no law", "'family(parameter)'")
    return Law(family, parameter[:-1])


def _difference(place: _Place, key: str, table: Mapping[str, Any]) -> Difference:
    _refuse_unknown(place, key, table, _DIFFERENCE_KEYS)
    rule = _get(place, table, "rule", str, key=key)
    loudness = table.get("loudness", "")
    shows = table.get("shows", "")
    return Difference(
        rule=rule,
        argument=_get(place, table, "argument", str, key=key),
        fact=_get(place, table, "fact", str, "" if rule.endswith("-default") else None, key=key),
        shows=_choice(place, f"{key}.shows", shows, STAGES) if shows else shows,
        loudness=_choice(place, f"{key}.loudness", loudness, LOUDNESSES) if loudness else loudness,
        fix=_get(place, table, "fix", str, "", key=key),
    )


def _case(place: _Place, number: int, table: Mapping[str, Any]) -> Case:
    key = f"cases[{number}]"
    _refuse_unknown(place, key, table, frozenset(_CASE_TYPES))
    _get(place, table, "torch", str, key=key)
    values: dict[str, Any] = {}
    for name, value in table.items():
        wanted = _CASE_TYPES[name]
        if wanted is float and type(value) is int:
            value = float(value)
        if type(value) is not wanted:
            raise place.error(f"{key}.{name}", f"{value!r}", f"a {wanted.__name__}")
        if name in _CASE_CHOICES:
            _choice(place, f"{key}.{name}", str(value), _CASE_CHOICES[name])
        values[name] = tuple(value) if isinstance(value, list) else value
    if values.get("oracle") and not values.get("oracle_reason"):
        raise place.error(f"{key}.oracle_reason", "missing", "why real MindSpore's CPU result is another")
    return Case(number=number, **values)


def _refuse_unknown(place: _Place, key: str, table: Mapping[str, Any], known: Iterable[str]) -> None:
    known = sorted(known)
    for name in table:
        if name not in known:
            raise place.error(f"{key}.{name}".lstrip("."), "unknown key", "one of " + ", ".join(known))


def _get(
    place: _Place, table: Mapping[str, Any], name: str, wanted: type[_T], default: _T | None = None, *, key: str = ""
) -> _T:
    full = f"{key}.{name}".lstrip(".")
    value = table.get(name, default)
    if value is None:
        raise place.error(full, "missing", f"a {wanted.__name__}")
    if type(value) is not wanted:
        raise place.error(full, f"{value!r}", f"a {wanted.__name__}")
    return value


def _choice(place: _Place, key: str, value: str, allowed: tuple[_T, ...]) -> _T:
    for choice in allowed:
        if choice == value:
            return choice
    raise place.error(key, f"{value!r}", "one of " + ", ".join(str(choice) for choice in allowed))


def _lines(place: _Place, key: str, table: Mapping[str, Any]) -> list[tuple[int, str]]:
    lines = table.get(key, [])
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise place.error(key, f"{lines!r}", "a list of strings")
    return list(enumerate(lines, start=1))


def _tables(place: _Place, key: str, table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    entries = table.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise place.error(key, f"{entries!r}", f"[[api.{key}]] tables")
    return entries
