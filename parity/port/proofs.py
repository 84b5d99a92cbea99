"""The proofs of a conversion: each net that is named, or all that can be made, where the result is or would be."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from parity.code.errors import CannotCompare
from parity.port.project.facts import TORCH
from parity.port.project.files import BadSourceError, Project, encoded, write
from parity.port.project.nets import buildable
from parity.port.proof import prove, searched, targets
from parity.port.reached import lines_run, split
from parity.port.result import Port, Proof
from parity.port.to_torch.project import MINDSPORE

AUTO = "auto"
"""In place of a net's name: each net of the first file that needs no arguments."""


def proved(
    project: Project,
    result: Port,
    out: Path | None,
    wanted: Sequence[tuple[str, tuple[str, ...]]],
    show: Callable[[str, float], None],
    runtime: str = "",
) -> Port:
    """Return a result with the proofs of its nets.

    Args:
        project (Project): what was converted.
        result (Port): what came of it.
        out (Path, optional): where it was written. ``None``: nowhere, it is written into a temporary folder.
        wanted (Sequence[tuple[str, tuple[str, ...]]]): names of nets, or `AUTO`, each with its input specs.
        show (Callable[[str, float], None]): told of progress.
        runtime (str): as of ``--runtime``. Default: MindSpore itself is not asked.

    Raises:
        BadSourceError: `AUTO`, and no net can be made without arguments.
    """
    nets = [(net, given) for name, given in wanted for net in _named(project, name, result.to)]
    unsettled = next((file.edits for file in result.files if file.edits is not None and file.edits.conflicts), None)
    if unsettled is not None:
        why = f"{unsettled.path}: {unsettled.conflicts} conflicts between <<<<<<< and >>>>>>> are to be settled first"
        return replace(result, proofs=tuple(Proof(net, "", "", "error", why) for net, _ in nets))
    with tempfile.TemporaryDirectory() as folder:
        place = out if out is not None else _written(project, result, Path(folder))
        lines = _run_by(project, place, result, nets)
        proofs = tuple(
            prove(project, place, net, inputs, show, result.to, result.files, runtime) for net, inputs in nets
        )
    files = result.files if lines is None else tuple(split(file, lines) for file in result.files)
    return replace(result, files=files, proofs=proofs)


def _named(project: Project, name: str, to: str) -> tuple[str, ...]:
    if name != AUTO:
        return (name,)
    found = buildable(project.entries[0].source, TORCH if to == "mindspore" else MINDSPORE)
    if not found:
        raise BadSourceError("--net auto: no net of this file can be made without arguments")
    return found


def _written(project: Project, result: Port, folder: Path) -> Path:
    """Write the result into a folder and return where it stands there."""
    place = folder / ("converted.py" if project.single else "converted")
    write(project, {Path(file.target): encoded(file.after) for file in result.files}, place)
    return place


def _run_by(
    project: Project, place: Path, result: Port, wanted: Sequence[tuple[str, tuple[str, ...]]]
) -> Mapping[str, frozenset[int]] | None:
    """Return the lines of the sources that the nets run, by file; None where that is not known of one."""
    found: dict[str, frozenset[int]] = {}
    if not any(file.marks for file in result.files):
        return None
    with searched(project, place):
        for net, inputs in wanted:
            try:
                target = targets(project, place, net)[0]
            except CannotCompare:
                return None
            lines = lines_run(target, inputs, [file.path for file in result.files])
            if lines is None:
                return None
            found |= {file: ran | found.get(file, frozenset()) for file, ran in lines.items()}
    return found
