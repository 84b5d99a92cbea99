"""A port run in MindSpore itself, in another process: its outputs against the net's, and the kernels that it lacks."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from parity.code.errors import CannotCompare
from parity.pipeline.comparison import compare
from parity.port.origin import Written, with_origins
from parity.port.result import RuntimeProof
from parity.report.finding import placed
from parity.report.model import Report

_NO_KERNEL = (re.compile(r"Unsupported op \[(\w+)\] on (\w+)"), re.compile(r"The kernel (\w+) unregistered()"))
_PATHS = "PYTHONPATH"


def prove_in_mindspore(
    reference: str,
    port: str,
    inputs: Sequence[str],
    runtime: str,
    places: Sequence[Path],
    written: Sequence[Written],
    progress: Callable[[str, float], None],
) -> RuntimeProof:
    """Compare a net of torch with one of MindSpore that runs in MindSpore itself, in eval mode.

    Args:
        reference (str): the net of torch.
        port (str): the net of MindSpore.
        inputs (Sequence[str]): input specs.
        runtime (str): ``"mindspore"`` or ``"mindspore=PYTHON"``.
        places (Sequence[Path]): where the other process finds modules.
        written (Sequence[Written]): the converted files, by which a line is told as one of the source.
        progress (Callable[[str, float], None]): told what is being done.
    """
    progress("running in MindSpore", 0.9)
    with _findable(places):
        try:
            report = compare(reference, port, list(inputs), runtime=runtime)
        except CannotCompare as error:
            return _judged("error", str(error), written)
    if report.verdict == "same":
        return RuntimeProof("same")
    return _judged("different", _why(report), written)


def _why(report: Report) -> str:
    """Return the first error of a report with its place, or what its outputs say."""
    for finding in report.findings:
        if finding.severity == "error":
            place = finding.location if placed(finding.location) else ""
            return (
                f"{place}: {finding.message or finding.evidence}" if place else str(finding.message or finding.evidence)
            )
    return report.message or "its outputs are others"


def _judged(verdict: str, message: str, written: Sequence[Written]) -> RuntimeProof:
    """Return what a message says of kernels; where it names one, the rest of MindSpore's message is of no use."""
    for pattern in _NO_KERNEL:
        found = pattern.search(message)
        if found is not None:
            place = message.partition(": ")[0] if placed(message.partition(": ")[0]) else ""
            said = f"{place}: no kernel of {found[1]} on {found[2] or 'CPU'}" if place else f"no kernel of {found[1]}"
            return RuntimeProof("missing kernel", with_origins(said, written), (found[1],))
    return RuntimeProof(verdict, with_origins(message, written))


@contextmanager
def _findable(places: Sequence[Path]) -> Iterator[None]:
    """Have processes that start within the block find modules in some folders."""
    before = os.environ.get(_PATHS)
    os.environ[_PATHS] = os.pathsep.join([*(str(place.resolve()) for place in places), *([before] if before else [])])
    try:
        yield
    finally:
        if before is None:
            del os.environ[_PATHS]
        else:
            os.environ[_PATHS] = before
