"""An entry as data: what `ms2torch api --json` writes."""

from __future__ import annotations

from dataclasses import dataclass

from parity.lookup.words import Argument, Entry, Statement

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Signatures:
    """Both calls with all arguments and defaults; "" where nothing tells them.

    Args:
        torch (str): torch's.
        mindspore (str): MindSpore's.
    """

    torch: str
    mindspore: str


@dataclass(frozen=True, slots=True)
class WeightPair:
    """One weight on both sides.

    Args:
        torch (str): its name in the layer of torch, "-" for none.
        mindspore (str): its name in MindSpore's layer, "-" for none.
        layout (str): what is done to torch's tensor, or "".
    """

    torch: str
    mindspore: str
    layout: str


@dataclass(frozen=True, slots=True)
class Distributions:
    """Initial values of one weight, where they differ.

    Args:
        torch (str): the weight and torch's distribution.
        mindspore (str): MindSpore's.
    """

    torch: str
    mindspore: str


@dataclass(frozen=True, slots=True)
class Other:
    """Another counterpart.

    Args:
        mindspore (str): its name.
        summary (str): how well it fits.
    """

    mindspore: str
    summary: str


@dataclass(frozen=True, slots=True)
class EntryDocument:
    """One row of the table.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        torch (str): torch's name.
        mindspore (str | None): MindSpore's name, None where it has none.
        kind (str): what it is, such as ``"layer"``.
        summary (str): how well both fit.
        advice (str): how to write it, or "".
        signatures (Signatures): both calls.
        arguments (tuple[Argument, ...]): the arguments on both sides.
        differences (tuple[Statement, ...]): what differs.
        weights (tuple[WeightPair, ...]): which weight is which.
        initial (tuple[Distributions, ...]): initial distributions that differ.
        write (str): the MindSpore call that does what torch's with its defaults does, or "".
        others (tuple[Other, ...]): other counterparts.
        evidence (str): what was executed, on what.
    """

    schema_version: int
    torch: str
    mindspore: str | None
    kind: str
    summary: str
    advice: str
    signatures: Signatures
    arguments: tuple[Argument, ...]
    differences: tuple[Statement, ...]
    weights: tuple[WeightPair, ...]
    initial: tuple[Distributions, ...]
    write: str
    others: tuple[Other, ...]
    evidence: str


def document(found: Entry) -> EntryDocument:
    """Return an entry as data.

    Args:
        found (Entry): a row in words.
    """
    return EntryDocument(
        schema_version=SCHEMA_VERSION,
        torch=found.torch,
        mindspore=found.mindspore or None,
        kind=found.kind,
        summary=found.summary,
        advice=found.advice,
        signatures=Signatures(*found.signatures),
        arguments=found.arguments,
        differences=found.differences,
        weights=tuple(WeightPair(*names) for names in found.weights),
        initial=tuple(Distributions(torch, mindspore) for torch, mindspore, _ in found.initial),
        write=found.write,
        others=tuple(Other(*pair) for pair in found.others),
        evidence=found.evidence,
    )
