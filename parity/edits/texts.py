"""Lines to write that are known already, as edits: a statement, or one call of it, as it should read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from parity.code.text_edits import change_of, edit_of, overlap
from parity.edits.candidates import Candidate
from parity.edits.edit import Edit
from parity.edits.site import Site


def as_candidate(sites: Iterable[Site], file: str, line: int, text: str) -> Candidate | None:
    """Return the edit that writes a text on a line; None where it is not known what it takes the place of.

    What the text has in common with what stands there stays, so that two edits of one line can be made together.

    Args:
        sites (Iterable[Site]): functions, one of which holds the line.
        file (str): the file.
        line (int): a line of the statement.
        text (str): the whole statement, all statements of the line, or one call of the statement.
    """
    for site in sites:
        source = site.lines.text
        edit = edit_of(file, line, text, source) if site.file == file and _holds(site, line) else None
        if edit is not None:
            return Candidate(site, Edit((change_of(source, edit),), 1.0, "the line to write"), 0.0)
    return None


def _holds(site: Site, line: int) -> bool:
    """Tell whether a line stands in the body of a function."""
    return site.node.body[0].lineno <= line <= (site.node.end_lineno or 0)


def together(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the edits of each function as one.

    Args:
        candidates (Sequence[Candidate]): edits; of two that overlap the first is made.
    """
    found: dict[int, Candidate] = {}
    for entry in candidates:
        key = id(entry.site.function)
        known = found.get(key)
        if known is None:
            found[key] = entry
        elif not any(overlap(one, other) for one in known.edit.changes for other in entry.edit.changes):
            found[key] = replace(known, edit=known.edit.joined(entry.edit))
    return list(found.values())
