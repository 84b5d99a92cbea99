"""What a conversion found and left, as frozen data, in words, as a diff, as JSON and as SARIF."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from parity.port.engine.context import Mark
from parity.port.engine.marks import CODES, share_converted

SCHEMA_VERSION = 1
_MOST = 12


@dataclass(frozen=True, slots=True)
class Edits:
    """What was found at the place of a result: a file that is not as it was written last.

    Args:
        kind (str): ``kept``: its edits and what is new were put together; ``conflicts``: and some places were changed
            on both sides; ``set aside``: it is not known to be a result, and was moved; ``not merged``: there is no git
            to merge by, and the file stays as it is.
        path (str): the file.
        aside (str): where the file went that was set aside, or the new result that was not merged; else "".
        conflicts (int): how many places stand between markers of a merge.
        done (int): marks whose comments were taken out by hand.
    """

    kind: str
    path: str
    aside: str = ""
    conflicts: int = 0
    done: int = 0

    @property
    def settled(self) -> bool:
        """Whether nothing is left to do by hand."""
        return self.kind in {"kept", "set aside"}


@dataclass(frozen=True, slots=True)
class Accepted:
    """What is left on purpose.

    Args:
        mark (Mark): what is left.
        because (str): why that is right.
    """

    mark: Mark
    because: str


@dataclass(frozen=True, slots=True)
class FilePort:
    """One file.

    Args:
        path (str): where it was read.
        target (str): where the result goes, below the output.
        before (str): its source.
        after (str): the converted source.
        marks (tuple[Mark, ...]): what is left, by line of the source.
        converted (int): uses of torch names that were converted.
        unproved (tuple[str, ...]): methods taken over under the same name, which no row of the table describes.
        unreached (tuple[Mark, ...]): what is left on lines that none of the nets proved runs; it is none of `marks`.
        provenance (str): of a file of another package: its distribution, version and licence; else "".
        lines (tuple[int, ...]): the line of the file that each line of `before` is; () where `before` is all of it.
        key (str): a hash of all that the conversion depends on.
        edits (Edits | None): what was found where it was written; None where there was nothing, or the last result.
        accepted (tuple[Accepted, ...]): what is left on purpose, by `port.toml`; it is none of `marks`.
    """

    path: str
    target: str
    before: str
    after: str
    marks: tuple[Mark, ...]
    converted: int
    unproved: tuple[str, ...] = ()
    unreached: tuple[Mark, ...] = ()
    provenance: str = ""
    lines: tuple[int, ...] = ()
    key: str = ""
    edits: Edits | None = None
    accepted: tuple[Accepted, ...] = ()

    @property
    def untouched(self) -> bool:
        """Whether the result is the file itself, whole."""
        return self.after == self.before and not self.lines

    @property
    def rate(self) -> float:
        """The share of uses that were converted, also of those that no net runs; 1 where there were none."""
        return share_converted(self.converted, len(self.marks) + len(self.unreached) + len(self.accepted))


@dataclass(frozen=True, slots=True)
class OtherFile:
    """A file of a folder that is no Python.

    Args:
        path (str): where it lies.
        target (str): where it goes, below the output.
        taken (bool): it is written to the output, as it is.
        said (str): what is to be done about it by hand; "" for nothing.
        line (int): of which line that is said, from 1; 0 for the whole.
        edits (Edits | None): as of a file that is converted.
    """

    path: str
    target: str
    taken: bool
    said: str = ""
    line: int = 0
    edits: Edits | None = None


@dataclass(frozen=True, slots=True)
class RuntimeProof:
    """What real MindSpore said of one net.

    Args:
        verdict (str): ``same``: it runs and its outputs are the net's; ``different``, ``missing kernel``, or ``error``.
        message (str): why it is not the same, or "".
        kernels (tuple[str, ...]): the kernel that the device lacks; a net ends at the first.
    """

    verdict: str
    message: str = ""
    kernels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """What the comparison said of one net.

    Args:
        net (str): its name.
        reference, port (str): the two targets that were compared.
        verdict (str): ``same``, ``different``, or ``error``.
        message (str): why it could not be compared, or "".
        remaining (tuple[str, ...]): the findings that are left, each with the lines of both files.
        repairs (tuple[str, ...]): the edits that were made to reach this.
        weights (Mapping[str, str]): which weight of the net of MindSpore is which of torch's, by torch's names.
        runtime (RuntimeProof | None): what real MindSpore said of it; None where it was not asked.
    """

    net: str
    reference: str
    port: str
    verdict: str
    message: str = ""
    remaining: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    weights: Mapping[str, str] = field(default_factory=dict)
    runtime: RuntimeProof | None = None

    @property
    def holds(self) -> bool:
        """Whether the nets are the same, in real MindSpore too where that was asked."""
        return self.verdict == "same" and (self.runtime is None or self.runtime.verdict == "same")


@dataclass(frozen=True, slots=True)
class Port:
    """A whole conversion: the files, those that could not be read, the proofs, the result's framework, other files."""

    files: tuple[FilePort, ...]
    failures: Mapping[str, str] = field(default_factory=dict)
    proofs: tuple[Proof, ...] = ()
    to: str = "mindspore"
    others: tuple[OtherFile, ...] = ()

    @property
    def edits(self) -> tuple[Edits, ...]:
        """What was found where files were written."""
        every = (*(file.edits for file in self.files), *(other.edits for other in self.others))
        return tuple(found for found in every if found is not None)

    @property
    def exit_code(self) -> int:
        """0 converted and, where asked, the same; 1 something is left; 2 something could not be read or compared.

        What is left on lines that none of the nets proved runs is said, and is none of this.
        """
        said = {proof.verdict for proof in self.proofs} | {p.runtime.verdict for p in self.proofs if p.runtime}
        if self.failures or "error" in said:
            return 2
        left = any(file.marks for file in self.files) or not all(found.settled for found in self.edits)
        return 1 if left or not all(proof.holds for proof in self.proofs) else 0

    @property
    def rate(self) -> float:
        """The share of all uses that were converted."""
        left = sum(len(file.marks) + len(file.unreached) + len(file.accepted) for file in self.files)
        return share_converted(sum(file.converted for file in self.files), left)

    def to_json(self) -> str:
        """Return everything but the sources as JSON text."""
        files = tuple(_file_data(file) for file in self.files)
        document = PortDocument(
            SCHEMA_VERSION, self.to, self.rate, files, dict(self.failures), self.proofs, self.others
        )
        return json.dumps(asdict(document), indent=1, ensure_ascii=False) + "\n"

    def to_sarif(self) -> str:
        """Return what is left as SARIF 2.1.0, each at its line of the source that was read."""
        results = [
            {
                "ruleId": mark.code,
                "level": level,
                "message": {"text": f"{mark.name}: {mark.reason}"},
                "locations": [_sarif_place(file.path, mark.line)],
            }
            for file in self.files
            for level, marks in (("warning", file.marks), ("note", file.unreached))
            for mark in marks
        ]
        rules = [{"id": code, "shortDescription": {"text": text}} for code, text in CODES.items()]
        run = {"tool": {"driver": {"name": "ms2torch port", "rules": rules}}, "results": results}
        schema = "https://json.schemastore.org/sarif-2.1.0.json"
        return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class FileData:
    """What a conversion found in one file.

    Args:
        path (str): where it was read.
        target (str): where the result goes, below the output.
        converted (int): uses of names that were converted.
        rate (float): the share of uses that were, between 0 and 1.
        marks (tuple[Mark, ...]): what is left, by line of the source.
        unproved (tuple[str, ...]): methods taken over under the same name, which no row of the table describes.
        unreached (tuple[Mark, ...]): what is left on lines that none of the nets proved runs; it is none of `marks`.
        provenance (str): of a file of another package: its distribution, version and licence; else "".
        edits (Edits | None): what was found where it was written; None where there was nothing, or the last result.
        accepted (tuple[Accepted, ...]): what is left on purpose, by `port.toml`; it is none of `marks`.
    """

    path: str
    target: str
    converted: int
    rate: float
    marks: tuple[Mark, ...]
    unproved: tuple[str, ...]
    unreached: tuple[Mark, ...]
    provenance: str
    edits: Edits | None
    accepted: tuple[Accepted, ...]


@dataclass(frozen=True, slots=True)
class PortDocument:
    """What `ms2torch port --json` writes.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        to (str): the framework of the result, ``"mindspore"`` or ``"torch"``.
        rate (float): the share of all uses that were converted, between 0 and 1.
        files (tuple[FileData, ...]): the files that were read.
        failures (Mapping[str, str]): why others could not be, by path.
        proofs (tuple[Proof, ...]): what the comparison said of each net.
        others (tuple[OtherFile, ...]): the files of a folder that are no Python.
    """

    schema_version: int
    to: str
    rate: float
    files: tuple[FileData, ...]
    failures: Mapping[str, str]
    proofs: tuple[Proof, ...]
    others: tuple[OtherFile, ...]


def _file_data(file: FilePort) -> FileData:
    counts = (file.converted, file.rate, file.marks, file.unproved, file.unreached)
    return FileData(file.path, file.target, *counts, file.provenance, file.edits, file.accepted)


def _sarif_place(path: str, line: int) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": path}, "region": {"startLine": max(line, 1)}}}


def diff(port: Port) -> Iterator[str]:
    """Yield a unified diff of every file that changed."""
    for file in port.files:
        yield from difflib.unified_diff(
            file.before.splitlines(keepends=True), file.after.splitlines(keepends=True), file.path, file.target
        )


def lines(port: Port) -> Iterator[str]:
    """Yield what was done in words: what is left, line by line; the rates; the proofs."""
    for file in port.files:
        for mark in file.marks:
            yield f"{file.path}:{mark.line}: left: {mark.name}: {mark.reason.rstrip('.')} [{mark.code}]"
    for path, reason in port.failures.items():
        yield f"not converted: {reason or path}"
    yield from _others(port)
    yield from map(_edited, port.edits)
    for proof in port.proofs:
        yield from _proof(proof)
    for file in port.files if len(port.files) > 1 else ():
        if file.converted or file.marks or file.unreached:
            yield f"{file.path}: {file.converted} converted, {len(file.marks)} left ({file.rate:.1%})"
    yield from _summary(port)


def _others(port: Port) -> Iterator[str]:
    """Say which files that are no Python need a look, and how many stay where they are."""
    for other in port.others:
        if other.said:
            yield f"{other.path}{f':{other.line}' if other.line else ''}: {other.said}"
    endings = Counter(Path(o.path).suffix or Path(o.path).name for o in port.others if not o.taken and not o.said)
    if endings:
        which = ", ".join(f"{ending} {number}" for ending, number in endings.most_common(_MOST))
        yield f"not copied, neither Python nor text of a page's size: {which}"


def _edited(found: Edits) -> str:
    """Say what became of a file that was not as it was written last."""
    if found.kind == "set aside":
        return f"{found.path}: was there and is no result of port that is known here: it is {found.aside} now"
    head = f"{found.path}: changed since it was written"
    if found.kind == "not merged":
        return f"{head}, and there is no git to merge with: left as it is, the new result is {found.aside}"
    done = f" ({found.done} of what was left done by hand)" if found.done else ""
    if found.kind == "conflicts":
        places = "1 place" if found.conflicts == 1 else f"{found.conflicts} places"
        return f"{head}: changes kept{done}; {places} that port changes too, between <<<<<<< and >>>>>>>: choose there"
    return f"{head}: changes kept{done}"


def _proof(proof: Proof) -> Iterator[str]:
    if proof.verdict == "error":
        yield f"not compared: {proof.net}: {proof.message}"
    else:
        yield f"{proof.verdict.upper()}: {proof.reference} and {proof.port}"
    if proof.runtime is not None:
        same = proof.runtime.verdict == "same"
        yield "    in MindSpore: runs, outputs the same" if same else f"    in MindSpore: {_of_runtime(proof.runtime)}"
    for repair in proof.repairs:
        yield f"    repaired: {repair}"
    for entry in proof.remaining[:_MOST]:
        yield f"    {entry}"
    if len(proof.remaining) > _MOST:
        yield f"    and {len(proof.remaining) - _MOST} more"


def _of_runtime(said: RuntimeProof) -> str:
    return said.message if said.verdict == "missing kernel" else f"{said.verdict}: {said.message}"


def _summary(port: Port) -> Iterator[str]:
    converted = sum(file.converted for file in port.files)
    marks = [mark for file in port.files for mark in file.marks]
    by_code = Counter(mark.code for mark in marks)
    which = f" ({', '.join(f'{code} {number}' for code, number in by_code.most_common())})" if marks else ""
    source = "torch" if port.to == "mindspore" else "MindSpore"
    yield f"{converted} uses of {source} converted, {len(marks)} left{which}: {port.rate:.1%}"
    yield from _unreached(port)
    reasons = Counter(entry.because for file in port.files for entry in file.accepted)
    for because, number in reasons.items():
        yield f"{number} more left on purpose: {because}"
    taken = Counter(file.provenance for file in port.files if file.provenance)
    for said, number in taken.items():
        yield f"{number} file{'s' if number > 1 else ''} converted along, below third_party, of {said}"


def _unreached(port: Port) -> Iterator[str]:
    """Say how much is left on lines that the nets do not run, and in which files."""
    files = {file.path: len(file.unreached) for file in port.files if file.unreached}
    if not files:
        return
    nets = " and ".join(proof.net for proof in port.proofs)
    most = sorted(files, key=lambda path: -files[path])
    places = [f"{path} {files[path]}" for path in most[:_MOST]]
    places += [f"{len(most) - _MOST} more files"] if len(most) > _MOST else []
    yield f"{sum(files.values())} more in what {nets} does not run, built, evaluated and trained: {', '.join(places)}"
