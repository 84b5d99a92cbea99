"""The table as a whole: rows read once and kept, names looked up."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cache

from mappings.rows.model import Row
from mappings.rows.names import canonical
from mappings.table.index import by_lower, by_name, by_pair, entries, entries_of, read
from mappings.table.load import DATA, families


class UnknownNameError(LookupError):
    """No row has this name; the message lists the closest ones (`suggestions`)."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        self.name = name
        self.suggestions = suggestions
        hint = f"; did you mean {', '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"no mapping row is named {name!r}{hint}")


@cache
def load(family: str) -> tuple[Row, ...]:
    """Return the rows of one family (one file of ``mappings/data``).

    Raises:
        MappingError: if the file is wrong.
        UnknownNameError: if there is no such family.
    """
    known = families()
    if family not in known:
        raise UnknownNameError(family, known)
    return tuple(read(entry) for entry in entries_of(DATA / f"{family}.toml"))


def iter_rows() -> Iterator[Row]:
    """Yield every row, family by family."""
    for family in families():
        yield from load(family)


def find(name: str) -> tuple[Row, ...]:
    """Return the rows that `name` names, best first: either framework's name, short or dotted.

    Args:
        name (str): such as ``Conv2d``, ``nn.Dense``, ``torch.nn.Linear``, ``ms.ops.std``, ``F.gelu``, ``Tensor.max``.

    Raises:
        UnknownNameError: if there is none; it carries suggestions.
    """
    wanted = canonical(name)
    rows = _named(wanted) or _named(name) or _named(wanted.lower())
    if not rows:
        raise UnknownNameError(name, _suggestions(name))
    return rows


def row_for_classes(torch_qualname: str, mindspore_qualname: str) -> Row | None:
    """Return the row that pairs two classes, or None.

    Args:
        torch_qualname (str): module and name of the torch class, e.g. ``torch.nn.modules.conv.Conv2d``.
        mindspore_qualname (str): likewise for the Cell, e.g. ``ms2torch.nn.layer.conv.Conv2d``.
    """
    entry = by_pair().get((canonical(torch_qualname), canonical(mindspore_qualname)))
    return None if entry is None else read(entry)


def rows_for_torch(torch_qualname: str) -> tuple[Row, ...]:
    """Return the counterparts of a torch class or function, best first; () where there is none.

    Args:
        torch_qualname (str): public or internal name.
    """
    wanted = _wanted(torch_qualname)
    return tuple(row for row in _named(wanted) if row.torch == wanted and row.mindspore)


def rows_for_mindspore(mindspore_qualname: str) -> tuple[Row, ...]:
    """Return the rows of a MindSpore class or function, best first; () where there is none.

    Args:
        mindspore_qualname (str): public or internal name.
    """
    wanted = _wanted(mindspore_qualname)
    return tuple(row for row in _named(wanted) if row.mindspore == wanted)


def _wanted(name: str) -> str:
    """Return a name as the rows spell it: a name of the table, such as ``torch.optim.lr_scheduler.StepLR``, stays."""
    return name if name in by_name() or name in by_lower() else canonical(name)


FIT = ("same", "names", "defaults", "partial", "different", "none")
"""The statuses, the one with the fewest differences first."""


def rank(row: Row) -> tuple[bool, bool, bool, int, bool]:
    """Return a key that sorts the counterparts of one name, the one to take first.

    Primitives and experimental names come last, before them what is of another kind than its counterpart (a
    torch.autograd.Function is written as a Cell, but a Cell is a Module); of the rest the one with the fewest
    differences, of equal ones mint.
    """
    last = row.kind == "primitive" or ".experimental." in row.mindspore
    return not row.mindspore, last, row.kind == "other", FIT.index(row.status), ".mint." not in row.mindspore


@cache
def _named(spelling: str) -> tuple[Row, ...]:
    """Return the rows of this spelling, or, in small letters, of the spelling with the best row; best first."""
    held = by_name().get(spelling)
    if held is not None:
        return tuple(sorted(map(read, held), key=rank))
    alike = [_named(other) for other in by_lower().get(spelling, ())]
    return min(alike, key=lambda rows: (rank(rows[0]), rows[0].family, rows[0].number), default=())


def _suggestions(name: str) -> tuple[str, ...]:
    short = canonical(name).rpartition(".")[2].lower()
    full: dict[str, str] = {}
    for entry in entries():
        for public in entry.names:
            full.setdefault(public.rpartition(".")[2].lower(), public)
    close = difflib.get_close_matches(short, full, n=3, cutoff=0.6)
    return tuple(full[match] for match in close)
