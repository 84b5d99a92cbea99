"""Edits made one after the other, without one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parity.edits.candidates import Candidate
from parity.edits.edit import Edit

_Span = tuple[int, int, int]
"""Where a change stands in the text that has it, and how much longer the text is with it."""


def without(edits: Sequence[Candidate], nth: int) -> tuple[Candidate, ...] | None:
    """Return edits without one of them, each of the text as the others leave it; None where one builds on it.

    Args:
        edits (Sequence[Candidate]): each of the text that those before it made.
        nth (int): which is left out.
    """
    site, spans = edits[nth].site, _spans(edits[nth].edit)
    kept = list(edits[:nth])
    for entry in edits[nth + 1 :]:
        if entry.site.function is not site.function:
            kept.append(entry)
            continue
        moved = [_before(change, spans) for change in entry.edit.changes]
        known = [change for change in moved if change is not None]
        made = replace(entry.edit, changes=tuple(known))
        after = site.edited(made)
        if len(known) < len(moved) or after is None:
            return None
        kept.append(Candidate(site, made, entry.order))
        site, spans = after, [_behind(span, entry.edit) for span in spans]
    return tuple(kept)


def _spans(edit: Edit) -> list[_Span]:
    found: list[_Span] = []
    longer = 0
    for start, end, text in sorted(edit.changes):
        more = len(text) - (end - start)
        found.append((start + longer, start + longer + len(text), more))
        longer += more
    return found


def _before(change: tuple[int, int, str], spans: Sequence[_Span]) -> tuple[int, int, str] | None:
    """Return a change as it stands in the text without some others; None where it overlaps one."""
    left, right, text = change
    if any(left < end and start < right for start, end, _ in spans):
        return None
    less = sum(more for _, end, more in spans if end <= left)
    return left - less, right - less, text


def _behind(span: _Span, edit: Edit) -> _Span:
    more = sum(len(text) - (right - left) for left, right, text in edit.changes if right <= span[0])
    return span[0] + more, span[1] + more, span[2]
