"""The proof: the original net and the converted one compared, and the findings' own corrections tried as edits."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from parity.code import text_edits
from parity.code.errors import CannotCompare, NothingToTrain
from parity.nets.ms_cell import strict
from parity.pipeline.comparison import compare
from parity.port.origin import Written, is_unchanged, with_origins
from parity.port.project.files import Entry, Project, place_of
from parity.port.result import FilePort, Proof
from parity.port.runtime import prove_in_mindspore
from parity.report.finding import placed
from parity.report.model import Errors, Finding, Report

ROUNDS = 4
"""How many edits are tried at most."""


def prove(
    project: Project,
    out: Path,
    net: str,
    inputs: Sequence[str],
    progress: Callable[[str, float], None],
    to: str = "mindspore",
    files: Sequence[FilePort] = (),
    runtime: str = "",
) -> Proof:
    """Compare a net with its conversion in eval mode, by gradients and one training step; repair what can be.

    Args:
        project (Project): what was converted.
        out (Path): where the result was written.
        net (str): the name of a class or function in the first file, with literal arguments: ``Net(10)``. Of another
            file of a folder, behind it: ``models/net.py:Net(10)``.
        inputs (Sequence[str]): input specs.
        progress (Callable[[str, float], None]): told what is being done.
        to (str): the framework of the result. The net of torch is the reference of the comparison; what is found in
            the net of MindSpore is corrected only where that is the result.
        files (Sequence[FilePort]): the conversion, by which lines of the result are told as those of the source.
            Default: none.
        runtime (str): ``"mindspore"`` or ``"mindspore=PYTHON"``: the net is run in MindSpore itself too. Default: it
            is not.
    """
    try:
        original, result = targets(project, out, net)
    except CannotCompare as error:
        return Proof(net, "", "", "error", str(error))
    reference, port = (original, result) if to == "mindspore" else (result, original)
    repairs: list[str] = []
    written = [
        Written(place_of(project, Path(file.target), out), file.path, file.before, file.after, file.lines)
        for file in files
    ]
    with searched(project, out):
        try:
            report = _compared(reference, port, inputs, progress)
            for _ in range(ROUNDS if to == "mindspore" else 0):
                better = repaired(report, reference, port, inputs, progress, written)
                if better is None:
                    break
                report, repair = better
                repairs.append(repair)
        except CannotCompare as error:
            return Proof(net, reference, port, "error", with_origins(str(error), written), (), tuple(repairs))
        places = [out.resolve().parent, *([project.package.parent] if project.package is not None else [])]
        told = prove_in_mindspore(reference, port, inputs, runtime, places, written, progress) if runtime else None
    remaining = tuple(
        with_origins(_said(finding), written) for finding in report.findings if finding.severity == "error"
    )
    weights = {pair.reference: pair.port for pair in report.weights.mapped}
    return Proof(net, reference, port, report.verdict, report.message or "", remaining, tuple(repairs), weights, told)


def targets(project: Project, out: Path, net: str) -> tuple[str, str]:
    """Return the targets of the original and the converted net for the comparison."""
    file, colon, call = net.partition(":")
    named = bool(colon) and file.endswith(".py")
    first, net = (_entry(project, file), call) if named else (project.entries[0], net)
    if project.package is None or (project.single and out.suffix == ".py"):
        place = out if out.suffix == ".py" else out / first.target
        if project.package is None:
            return f"{first.path}:{net}", f"{place}:{net}"
        return f"{first.source.module}:{net}", f"{place}:{net}"
    inner = first.source.module.partition(".")[2]
    return f"{first.source.module}:{net}", f"{out.name}.{inner}:{net}" if inner else f"{out.name}:{net}"


def _entry(project: Project, file: str) -> Entry:
    for entry in project.entries:
        if entry.target.as_posix() == Path(file).as_posix():
            return entry
    known = ", ".join(entry.target.as_posix() for entry in project.entries[:_SHOWN])
    raise CannotCompare(f"{file}: no file that is converted has this name: there are {known} ...")


_SHOWN = 3  # files named where another one was asked for


@contextmanager
def searched(project: Project, out: Path) -> Iterator[None]:
    """Have the folders of both packages on the search path within the block.

    Args:
        project (Project): what was converted.
        out (Path): where the result was written.
    """
    added = [str(out.resolve().parent)]
    if project.package is not None:
        added.append(str(project.package.parent))
    before = list(sys.path)
    sys.path[:0] = [entry for entry in added if entry not in before]
    try:
        yield
    finally:
        sys.path[:] = before


def _compared(reference: str, port: str, inputs: Sequence[str], progress: Callable[[str, float], None]) -> Report:
    _forget(port)
    with strict():
        try:
            return compare(reference, port, list(inputs), progress=progress, grad=True, steps=1)
        except NothingToTrain as error:
            if error.role != "reference":  # the port has lost what the reference trains
                raise
            return compare(reference, port, list(inputs), progress=progress, grad=True)


def _forget(target: str) -> None:
    """Have a package that was edited imported again."""
    top = target.partition(":")[0].partition(".")[0]
    if target.partition(":")[0].endswith(".py"):
        return
    for name in [name for name in sys.modules if name == top or name.startswith(f"{top}.")]:
        del sys.modules[name]
    importlib.invalidate_caches()


def repaired(
    report: Report,
    reference: str,
    port: str,
    inputs: Sequence[str],
    progress: Callable[[str, float], None],
    written: Sequence[Written] = (),
) -> tuple[Report, str] | None:
    """Try the corrections of the findings until one leaves fewer; None where none does.

    An edit that does not help is taken back. A line that stands as in the source is right: none is tried there.

    Args:
        report (Report): of the comparison so far.
        reference (str): the original net.
        port (str): the converted net, whose file is edited.
        inputs (Sequence[str]): input specs.
        progress (Callable[[str, float], None]): told what is being done.
        written (Sequence[Written]): the converted files as they were written. Default: none.

    Returns:
        tuple or None: the report after the edit that helps, and what it was.
    """
    if report.verdict == "same":
        return None
    for finding in report.findings:
        edit = edit_of(finding)
        if finding.severity != "error" or edit is None or is_unchanged(finding.location or "", written):
            continue
        file, before, after = edit
        file.write_text(after, encoding="utf-8")
        try:
            tried = _compared(reference, port, inputs, progress)
        except CannotCompare:
            tried = None
        if tried is not None and _badness(tried) < _badness(report):
            return tried, f"{finding.location}: {finding.fix}"
        file.write_text(before, encoding="utf-8")
        _forget(port)
    return None


def _badness(report: Report) -> tuple[bool, int, float, int]:
    """Return how far a report is from the same: an edit that only hides a finding makes the outputs no better."""
    introduced = sum(layer.status == "introduced" for layer in report.layers)
    outputs = [_error(output.errors) for output in report.outputs if output.status != "same"]
    errors = sum(finding.severity == "error" for finding in report.findings)
    return report.verdict != "same", introduced, max(outputs, default=0.0), errors


def _error(errors: Errors) -> float:
    """Return the greatest absolute error of an output; infinite where there is none to measure."""
    metrics = errors.float64 or errors.float32
    return float("inf") if metrics is None or metrics.max_abs is None else metrics.max_abs


def edit_of(finding: Finding) -> tuple[Path, str, str] | None:
    """Return the file of a finding with its source before and after its fix; None where the fix is no line of code.

    Args:
        finding (Finding): with a location in the port, and the line to write there.
    """
    place, number = placed(finding.location) or ("", 0)
    file = Path(place)
    if not finding.fix or not number or not file.is_file():
        return None
    before = file.read_text(encoding="utf-8")
    edit = text_edits.edit_of(place, number, finding.fix, before)
    after = text_edits.applied(before, [edit]) if edit is not None else before
    return (file, before, after) if after != before else None


def _said(finding: Finding) -> str:
    where = f"{finding.location or '?'} and {finding.reference_location or '?'}"
    what = finding.message or finding.evidence or finding.rule
    return f"{where}: {what} [{finding.rule}]" + (f" write: {finding.fix}" if finding.fix else "")
