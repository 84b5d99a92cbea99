"""Corrupt statements of the table at random and see which corruptions nothing notices."""

from __future__ import annotations

import random
import re
import signal
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeAlias

from mappings.audit.lint import lint
from mappings.lines.bindings import RECEIVER
from mappings.lines.calls import first_argument
from mappings.proof.proofs import WAITING
from mappings.proof.verify import verify_row
from mappings.rows.model import Row
from mappings.running.sides import MindSporeSide, TorchSide
from mappings.table.derive import is_method
from mappings.table.load import DATA, MappingError, families, row_from

Table: TypeAlias = "dict[str, Any]"
_SECONDS = 30  # for one mutant


@dataclass(frozen=True, slots=True)
class Mutant:
    """One corrupted statement.

    Attributes:
        kind: what sort of statement it is.
        family, number: the row's place.
        what: the statement before and after.
        table: the row with it.
    """

    kind: str
    family: str
    number: int
    what: str
    table: Table


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: who noticed it, or nobody."""

    mutant: Mutant
    noticed_by: str

    @property
    def survived(self) -> bool:
        """True if nothing noticed it."""
        return not self.noticed_by


def mutants(seed: int, per_kind: int, kinds: Sequence[str] = ()) -> list[Mutant]:
    """Return up to `per_kind` mutants of every kind, drawn at random from the whole table.

    Args:
        seed (int): of the draw.
        per_kind (int): how many of each kind.
        kinds (Sequence[str]): only these. Default: all.
    """
    dice = random.Random(seed)
    tables = [(family, number, table) for family in families() for number, table in _tables(family)]
    found: list[Mutant] = []
    for kind, corrupt in KINDS.items():
        if kinds and kind not in kinds:
            continue
        places = dice.sample(tables, len(tables))
        count = 0
        for family, number, table in places:
            if family in WAITING:
                continue
            if count == per_kind:
                break
            corrupted = _draw(corrupt, table, tables, dice)
            if corrupted is not None and not _says_the_same(table, corrupted[1]):
                count += 1
                found.append(Mutant(kind, family, number, corrupted[0], corrupted[1]))
    return found


def _says_the_same(table: Table, corrupted: Table) -> bool:
    """Tell whether two tables make one row: what was corrupted is worked out again, or changes nothing compared."""
    if any(_meaning(key, table.get(key)) != _meaning(key, corrupted.get(key)) for key in table | corrupted):
        return False
    try:
        return _statements(row_from("any.toml", 1, table)) == _statements(row_from("any.toml", 1, corrupted))
    except (MappingError, ValueError, KeyError, TypeError, IndexError):
        return False


def _meaning(key: str, value: object) -> object:
    """Return what a key of a row says, without what says nothing: the order of weights, the family of no spread."""
    if key == "params":
        return None
    if key == "weights" and isinstance(value, list):
        return sorted(value)
    if key == "init" and isinstance(value, list):
        return [re.sub(r"\b(uniform|normal|constant)\(0\)", "constant(0)", line) for line in value]
    return value


def _statements(row: Row) -> list[str]:
    """Return what the params of a row say; an argument whose default alone is possible is one without counterpart."""
    found: list[str] = []
    for param in row.params:
        own = param.torch == RECEIVER and is_method(row.torch) and not is_method(row.mindspore)
        if own:
            continue  # the tensor of a method is the function's first argument, said or not
        if param.shows != "none" and param.transform != "unknown":
            alone = param.mindspore is None and param.transform == "only"
            plain = alone and param.transform_argument == repr(param.torch_default)
            found.append(repr(replace(param, transform="identity", transform_argument="") if plain else param))
    return [*sorted(found), first_argument(row)] if is_method(row.torch) else sorted(found)


def judge(mutant: Mutant, torch_side: TorchSide, ms_side: MindSporeSide) -> Verdict:
    """Return who notices a mutant: the loader, lint, or a case that no longer comes out as expected."""
    try:
        row = row_from(f"{mutant.family}.toml", mutant.number, mutant.table)
    except (MappingError, ValueError, KeyError, TypeError, IndexError) as error:
        return Verdict(mutant, f"load: {error}")
    problems = lint([row], torch=torch_side.torch)
    if problems:
        return Verdict(mutant, f"lint: {problems[0].text}")
    return Verdict(mutant, _executed(row, torch_side, ms_side))


def _give_up(number: int, frame: object) -> NoReturn:
    del number, frame
    msg = f"it does not end in {_SECONDS} s"
    raise TimeoutError(msg)


def _executed(row: Row, torch_side: TorchSide, ms_side: MindSporeSide) -> str:
    passed = False
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(_SECONDS)
    try:
        for result in verify_row(row, torch_side, ms_side):
            if result.outcome in ("failed", "missing"):
                return f"verify: {result.detail}"
            passed = passed or result.outcome == "passed"
    except (ValueError, KeyError, TypeError, IndexError, TimeoutError) as error:
        return f"verify: {error}"
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return "" if passed or row.none else "verify: nothing passes"


def _tables(family: str) -> Iterator[tuple[int, Table]]:
    data = tomllib.loads((DATA / f"{family}.toml").read_text(encoding="utf-8"))
    yield from enumerate(data["api"], start=1)


_Change: TypeAlias = "tuple[str, Table] | None"
_Corrupt: TypeAlias = Callable[[Table, Sequence[Table], random.Random], Iterator[tuple[str, Table]]]


def _draw(corrupt: _Corrupt, table: Table, tables: Sequence[tuple[str, int, Table]], dice: random.Random) -> _Change:
    others = [other for family, _, other in tables if other is not table and family not in WAITING]
    possible = list(corrupt(table, others, dice))
    return dice.choice(possible) if possible else None


def _with(table: Table, *path: str | int, value: object) -> Table:
    changed: Any = deepcopy(table)
    place = changed
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed  # type: ignore[no-any-return]


def _room(name: str) -> str:
    return name.rpartition(".")[0]


def _other_name(key: str) -> _Corrupt:
    def corrupt(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
        own = table.get(key, "")
        near = sorted({o[key] for o in others if key in o and _room(o[key]) == _room(own)} - {own})
        if own and near:
            other = dice.choice(near)
            yield f"{own} becomes {other}", _with(table, key, value=other)

    return corrupt


def _params(table: Table) -> list[str]:
    return list(table.get("params", []))


_PARAM = re.compile(
    r"^(?P<left>.*?) -> (?P<name>[\w*().-]+)(?P<default> = [^|@]+?)?(?P<transform> \| .+?)?(?P<stage> @\w+)?$"
)


def _swapped_targets(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
    del others, dice
    lines = _params(table)
    for i, one in enumerate(lines):
        for j in range(i + 1, len(lines)):
            first, second = _PARAM.match(one), _PARAM.match(lines[j])
            if first and second and first["name"] != second["name"] and "-" not in (first["name"], second["name"]):
                changed = list(lines)
                changed[i] = one.replace(f"-> {first['name']}", f"-> {second['name']}", 1)
                changed[j] = lines[j].replace(f"-> {second['name']}", f"-> {first['name']}", 1)
                yield f"{one}; {lines[j]}: targets swapped", _with(table, "params", value=changed)


def _dropped_param(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
    del others, dice
    for index, line in enumerate(_params(table)):
        rest = [other for i, other in enumerate(_params(table)) if i != index]
        yield f"dropped {line}", _with(table, "params", value=rest)


def _edited_param(edit: Callable[[re.Match[str], random.Random], str | None]) -> _Corrupt:
    def corrupt(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
        del others
        for index, line in enumerate(_params(table)):
            match = _PARAM.match(line)
            changed = edit(match, dice) if match else None
            if changed is not None and changed != line:
                yield f"{line} becomes {changed}", _with(table, "params", index, value=changed)

    return corrupt


def _identity(match: re.Match[str], dice: random.Random) -> str | None:
    del dice
    word = (match["transform"] or "").removeprefix(" | ").partition(":")[0]
    if not word or word in ("unknown", "given", "must", "only") or match["name"] == "-":
        return None
    return match.string.replace(match["transform"], "", 1)


_INSTEAD = " | unknown:"


def _other_argument(match: re.Match[str], dice: random.Random) -> str | None:
    """Change the value that a transform names: ``only:1.0``, ``must:True``, ``item:0``."""
    transform = match["transform"] or ""
    if transform.startswith(_INSTEAD):
        other = dice.choice([way for way in ("one_minus", "identity", "half_below") if way not in transform])
        return match.string.replace(transform, _INSTEAD + other, 1)
    changed = _changed_literal(transform.partition(":")[2], dice) if ":" in transform else None
    return None if changed is None else match.string.replace(transform, transform.partition(":")[0] + ":" + changed, 1)


def _other_default(match: re.Match[str], dice: random.Random) -> str | None:
    default = match["default"]
    changed = _changed_literal(default.removeprefix(" = "), dice) if default else None
    return None if changed is None else match.string.replace(default, f" = {changed}", 1)


def _other_stage(match: re.Match[str], dice: random.Random) -> str | None:
    stage = (match["stage"] or "").strip(" @")
    if match["name"] == "-" or not stage or stage == "none":
        return None
    other = dice.choice([s for s in ("train", "init", "optim") if s != stage])
    return match.string.removesuffix(match["stage"]) + f" @{other}"


def _other_source(match: re.Match[str], dice: random.Random) -> str | None:
    del dice
    return None if match["name"] == "-" else match.string.replace(f"-> {match['name']}", "-> -", 1)


def _changed_literal(text: str, dice: random.Random) -> str | None:
    """Return code with one number, word or truth value changed."""
    found = list(re.finditer(r"\bTrue\b|\bFalse\b|(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])|'[a-z_]+'", text))
    if not found:
        return None
    hit = dice.choice(found)
    word = hit[0]
    if word in ("True", "False"):
        new = "False" if word == "True" else "True"
    elif word.startswith("'"):
        new = f"'{word[1:-1][::-1]}x'"
    elif "." in word or "e" in word:
        new = repr(float(word) * 3 + 0.25)
    else:
        new = str(int(word) + dice.choice((1, 2)))
    return text[: hit.start()] + new + text[hit.end() :]


def _weights(edit: Callable[[list[str], int], list[str] | None]) -> _Corrupt:
    def corrupt(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
        del others, dice
        lines = list(table.get("weights", []))
        for index in range(len(lines)):
            changed = edit(list(lines), index)
            if changed is not None:
                yield f"weights {lines} become {changed}", _with(table, "weights", value=changed)

    return corrupt


def _swap_weights(lines: list[str], index: int) -> list[str] | None:
    other = (index + 1) % len(lines)
    parts = [re.match(r"^(.*?) -> ([^| ]+)(.*)$", lines[i]) for i in (index, other)]
    if index == other or not parts[0] or not parts[1] or "-" in (parts[0][2], parts[1][2]):
        return None
    if "*" in lines[index] + lines[other]:
        return None
    lines[index] = f"{parts[0][1]} -> {parts[1][2]}{parts[0][3]}"
    lines[other] = f"{parts[1][1]} -> {parts[0][2]}{parts[1][3]}"
    return lines


def _drop_weight(lines: list[str], index: int) -> list[str] | None:
    return lines[:index] + lines[index + 1 :]


def _drop_layout(lines: list[str], index: int) -> list[str] | None:
    head, bar, layout = lines[index].partition(" | ")
    if not bar or layout == "buffer":
        return None
    lines[index] = head
    return lines


def _init(edit: Callable[[str, random.Random], str | None]) -> _Corrupt:
    def corrupt(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
        del others
        for index, line in enumerate(table.get("init", [])):
            changed = edit(line, dice)
            if changed is not None and changed != line:
                yield f"{line} becomes {changed}", _with(table, "init", index, value=changed)

    return corrupt


def _other_distribution(line: str, dice: random.Random) -> str | None:
    families_of = [family for family in ("uniform", "normal", "constant") if f"{family}(" in line]
    family = dice.choice(families_of) if families_of else None
    if family is None:
        return None
    other = dice.choice([name for name in ("uniform", "normal") if name != family])
    return line.replace(f"{family}(", f"{other}(", 1)


def _other_parameter(line: str, dice: random.Random) -> str | None:
    del dice
    return re.sub(r"\(([^()]*(?:\([^()]*\))?[^()]*)\)", r"(2*(\1)+0.5)", line, count=1)


def _entries(
    key: str, field: str, edit: Callable[[str, Table, Sequence[Table], random.Random], str | None]
) -> _Corrupt:
    """Corrupt one field of the entries of a list of tables."""

    def corrupt(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
        for index, entry in enumerate(table.get(key, [])):
            if not isinstance(entry, dict) or field not in entry:
                continue
            changed = edit(entry[field], entry, others, dice)
            if changed is not None and changed != entry[field]:
                yield (
                    f"{key}.{field} {entry[field]!r} becomes {changed!r}",
                    _with(table, key, index, field, value=changed),
                )

    return corrupt


def _literal(text: str, entry: Table, others: Sequence[Table], dice: random.Random) -> str | None:
    del entry, others
    return _changed_literal(text, dice)


def _foreign(key: str, field: str) -> Callable[[str, Table, Sequence[Table], random.Random], str | None]:
    def edit(text: str, entry: Table, others: Sequence[Table], dice: random.Random) -> str | None:
        del text, entry
        texts = [e[field] for o in others for e in o.get(key, []) if isinstance(e, dict) and e.get(field)]
        return dice.choice(texts) if texts else None

    return edit


def _sides_exchanged(text: str, entry: Table, others: Sequence[Table], dice: random.Random) -> str | None:
    del entry, others, dice
    found = re.match(r"^(.*?)([;,] )torch('s)?(.*)$", text)
    return None if found is None else f"torch{found[3] or ''}{found[4]}{found[2]}{found[1]}"


def _one_of(*choices: str) -> Callable[[str, Table, Sequence[Table], random.Random], str | None]:
    def edit(text: str, entry: Table, others: Sequence[Table], dice: random.Random) -> str | None:
        del entry, others
        return dice.choice([choice for choice in choices if choice != text])

    return edit


def _expected(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
    del others, dice
    for index, case in enumerate(table.get("cases", [])):
        if isinstance(case, dict) and case.get("expected", "equal") in ("equal", "differs"):
            now = case.get("expected", "equal")
            other = "differs" if now == "equal" else "equal"
            yield f"case {index + 1}: {now} becomes {other}", _with(table, "cases", index, "expected", value=other)


def _stated(key: str, *choices: str) -> _Corrupt:
    """State what is worked out, wrongly."""

    def corrupt(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
        del others
        row = row_from("any.toml", 1, table)
        wrong = dice.choice([choice for choice in choices if choice != getattr(row, key)])
        yield f"{key} {getattr(row, key)} becomes {wrong}", _with(table, key, value=wrong)

    return corrupt


def _write(table: Table, others: Sequence[Table], dice: random.Random) -> Iterator[tuple[str, Table]]:
    del others
    text = table.get("write", "")
    names = sorted(set(re.findall(r"\b(?:ops|mint|nn)\.(\w+)", text)))
    for name in names:
        other = {"add": "sub", "sum": "mean"}.get(name, "neg" if name != "neg" else "abs")
        yield f"write: {name} becomes {other}", _with(table, "write", value=text.replace(f".{name}", f".{other}", 1))
    changed = _changed_literal(text, dice)
    if changed is not None:
        yield f"write {text!r} becomes {changed!r}", _with(table, "write", value=changed)


KINDS: Mapping[str, _Corrupt] = {
    "mindspore name": _other_name("mindspore"),
    "torch name": _other_name("torch"),
    "argument targets swapped": _swapped_targets,
    "argument dropped": _dropped_param,
    "argument without counterpart": _edited_param(_other_source),
    "transform made identity": _edited_param(_identity),
    "transform's value": _edited_param(_other_argument),
    "argument default": _edited_param(_other_default),
    "argument stage": _edited_param(_other_stage),
    "weights swapped": _weights(_swap_weights),
    "weight dropped": _weights(_drop_weight),
    "weight layout": _weights(_drop_layout),
    "init distribution": _init(_other_distribution),
    "init parameter": _init(_other_parameter),
    "fix value": _entries("differences", "fix", _literal),
    "fix of another": _entries("differences", "fix", _foreign("differences", "fix")),
    "fact value": _entries("differences", "fact", _literal),
    "fact of another": _entries("differences", "fact", _foreign("differences", "fact")),
    "fact sides exchanged": _entries("differences", "fact", _sides_exchanged),
    "difference shows": _entries("differences", "shows", _one_of("forward", "grad", "train", "optim", "init")),
    "difference loudness": _entries("differences", "loudness", _one_of("loud", "silent")),
    "difference argument": _entries("differences", "argument", _foreign("differences", "argument")),
    "case expected": _expected,
    "case mindspore": _entries("cases", "mindspore", _literal),
    "case error": _entries("cases", "error", _one_of("KeyError", "OSError")),
    "case proves": _entries("cases", "proves", _foreign("cases", "proves")),
    "write": _write,
    "status": _stated("status", "same", "names", "defaults", "different", "partial"),
    "kind": _stated("kind", "layer", "function", "loss", "primitive", "tensor_method", "optimizer"),
}
