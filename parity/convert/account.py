"""The account of a conversion of weights: what became of every tensor of the file and of the nets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import torch

SCHEMA_VERSION = 1
Fate = Literal["converted", "left out", "missing", "unaccounted"]
Sureness = Literal["", "given", "by name", "guessed"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one tensor.

    Args:
        fate (Fate): ``converted``; ``left out`` on purpose; ``missing`` in the file, and in the target therefore;
            ``unaccounted``: nothing says what to do with it.
        source (str): name in the file, or "".
        target (str): name in the written file, or "".
        transform (str): change of layout or value, such as ``"unsqueeze(2)"``, or "".
        reason (str): why, where it does not speak for itself.
        sureness (Sureness): "" where the tensors leave no doubt; else what decided.
        shape (tuple[int, ...]): of the tensor as written, or as it is in the file.
        dtype (str): likewise.
    """

    fate: Fate
    source: str
    target: str = ""
    transform: str = ""
    reason: str = ""
    sureness: Sureness = ""
    shape: tuple[int, ...] = ()
    dtype: str = ""


@dataclass(slots=True)
class Account:
    """What became of everything.

    Args:
        input (str): the file read.
        output (str): the file to write.
        direction (str): such as ``"torch -> mindspore"``.
        entries (list[Entry]): one for each tensor.
        notes (list[str]): what concerns the file as a whole.
        tensors (dict[str, torch.Tensor]): what is to be written.
        written (bool): whether it was.
        check (str): verdict of the comparison after it, ``"same"`` or ``"different"``, or "" if none was made.
        of_reference (bool): whether the file read has the names of the first net.
    """

    input: str
    output: str
    direction: str
    entries: list[Entry] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tensors: dict[str, torch.Tensor] = field(default_factory=dict)
    written: bool = False
    check: str = ""
    of_reference: bool = True

    @property
    def complete(self) -> bool:
        """Tell whether nothing is missing or unaccounted for."""
        return not any(entry.fate in {"missing", "unaccounted"} for entry in self.entries)

    def convert(self, source: str, target: str, value: torch.Tensor, entry: Entry | None = None) -> None:
        """Account for a tensor that is written; a name that is taken already leaves it unaccounted for."""
        told = entry or Entry("converted", source)
        shape, dtype = tuple(value.shape), str(value.dtype).removeprefix("torch.")
        if target in self.tensors:
            reason = f"another tensor is named {target} already"
            self.entries.append(Entry("unaccounted", source, target, "", reason, "", shape, dtype))
            return
        self.tensors[target] = value
        self.entries.append(
            Entry("converted", source, target, told.transform, told.reason, told.sureness, shape, dtype)
        )

    def refuse(self, source: str, value: torch.Tensor, reason: str) -> None:
        """Account for a tensor that nothing says what to do with."""
        self._note("unaccounted", source, value, reason)

    def leave(self, source: str, value: torch.Tensor, reason: str) -> None:
        """Account for a tensor that is left out on purpose."""
        self._note("left out", source, value, reason)

    def _note(self, fate: Fate, source: str, value: torch.Tensor, reason: str) -> None:
        shape, dtype = tuple(value.shape), str(value.dtype).removeprefix("torch.")
        self.entries.append(Entry(fate, source, reason=reason, shape=shape, dtype=dtype))

    def counts(self) -> Counter[str]:
        """Count the entries by fate."""
        return Counter(entry.fate for entry in self.entries)

    def lines(self, *, whole: bool = False) -> Iterator[str]:
        """Yield the account as text: what wants a reader's eye, then the sums.

        Args:
            whole (bool): a line for each tensor. Default: ``False``: for those that are missing, unaccounted for or
                guessed; of what was left out on purpose one for each reason.
        """
        for entry in self.entries:
            if whole or entry.fate in {"missing", "unaccounted"} or entry.sureness == "guessed":
                yield _line(entry)
        if not whole:
            yield from self._left_out()
        for note in self.notes:
            yield f"note: {note}"
        unsure = Counter(entry.sureness for entry in self.entries if entry.fate == "converted" and entry.sureness)
        counts = self.counts()
        fates: tuple[Fate, ...] = ("converted", "left out", "missing", "unaccounted")
        said = ", ".join(f"{counts[fate]} {fate}" for fate in fates if counts[fate])
        doubts = "".join(f"; {number} {how}" for how, number in unsure.items() if how != "given")
        yield f"{self.direction}: {said or 'nothing'}{doubts}"
        if self.check:
            yield f"check: {self.check}"

    def _left_out(self) -> Iterator[str]:
        """Yield what was left out on purpose, by reason."""
        by_reason: dict[str, list[str]] = {}
        for entry in self.entries:
            if entry.fate == "left out":
                by_reason.setdefault(entry.reason, []).append(entry.source)
        for reason, names in by_reason.items():
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            yield f"left out: {names[0]}{more}" + (f"  ({reason})" if reason else "")

    def to_json(self) -> dict[str, Any]:
        """Return the account as plain values."""
        return asdict(
            AccountDocument(
                SCHEMA_VERSION,
                self.input,
                self.output,
                self.direction,
                self.complete,
                self.written,
                self.check,
                tuple(self.notes),
                tuple(self.entries),
            )
        )


@dataclass(frozen=True, slots=True)
class AccountDocument:
    """What `ms2torch weights --json` writes.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        input (str): the file read.
        output (str): the file to write.
        direction (str): such as ``"torch -> mindspore"``.
        complete (bool): whether nothing is missing or unaccounted for.
        written (bool): whether it was written.
        check (str): verdict of the comparison after it, ``"same"`` or ``"different"``, or "" if none was made.
        notes (tuple[str, ...]): what concerns the file as a whole.
        tensors (tuple[Entry, ...]): what became of each tensor.
    """

    schema_version: int
    input: str
    output: str
    direction: str
    complete: bool
    written: bool
    check: str
    notes: tuple[str, ...]
    tensors: tuple[Entry, ...]


def _line(entry: Entry) -> str:
    what = "x".join(str(size) for size in entry.shape) or ("scalar" if entry.dtype else "")
    left = f"{entry.source or '-'} [{what} {entry.dtype}]" if entry.dtype else entry.source or "-"
    reason = f"guessed: {entry.reason}" if entry.sureness == "guessed" else entry.reason or entry.sureness
    how = ", ".join(part for part in (entry.transform, reason) if part)
    if entry.fate == "converted":
        return f"{left} -> {entry.target}" + (f"  ({how})" if how else "")
    target = f" -> {entry.target}" if entry.target else ""
    return f"{entry.fate.upper()}: {left}{target}" + (f"  ({how})" if how else "")
