"""Two trainings compared, from their targets to what is found and what to write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from parity.curves import future
from parity.curves.chaos import Chaos, Rounding, Rows, apart, distances, judged, steady
from parity.curves.compare import PARTED, Compared, divergences_of, follow, reference_run, trained
from parity.curves.events import Trace
from parity.curves.mend import with_lines
from parity.curves.runtime import in_mindspore
from parity.curves.state import State
from parity.nets.loading import Loader

Progress = Callable[[str, float], None]


def compare_trainings(
    reference: str,
    port: str,
    *,
    steps: int = 16,
    seed: int = 0,
    total: int = 0,
    chaos: int = 0,
    lines: bool = True,
    runtime: str = "",
    resume: Path | None = None,
    progress: Progress | None = None,
) -> Compared:
    """Run two trainings side by side and say at which step and in which stage the port's is another one.

    Args:
        reference (str): a function that trains, as ``"train.py:main"``.
        port (str): likewise.
        steps (int): how many updates to look at. Default: ``16``.
        seed (int): seeds weights, batches and random layers. Default: ``0``.
        total (int): how many updates the whole training makes, over which the schedules are compared without making
            them; 0 for those that are looked at. Default: ``0``.
        chaos (int): how often the reference is run again with rounding moved, at least 2; 0 leaves it. Default: ``0``.
        lines (bool): look for the line to write and prove it. Default: ``True``.
        runtime (str): ``"mindspore"`` or ``"mindspore=PYTHON"`` runs the port in real MindSpore too, in an interpreter
            that has it, and judges MindSpore's numbers. Default: ``""``, ms2torch's.
        resume (Path | None): a file in which what is done is kept, and from which the comparison goes on where it
            exists. Default: ``None``.
        progress (Progress | None): called with what is being done and the fraction done. Default: ``None``.

    Raises:
        CannotCompare: if either does not train.
    """
    show = progress or _quiet
    asked = {
        "reference": reference,
        "port": port,
        "steps": steps,
        "seed": seed,
        "total": total,
        "chaos": chaos,
        "lines": lines,
        "runtime": runtime,
    }
    state = State(resume, asked)
    with Loader() as loader:
        show("the reference trains", 0.1)
        ours = reference_run(loader, reference, steps, seed, port=port)
        show("the port trains", 0.3)
        freely, pair = follow({}, ours, port, steps, seed, weights=bool(chaos))
        version = ""
        if runtime:
            show("the port trains in real MindSpore", 0.5)
            pair, version = in_mindspore(pair, port, runtime, seed)
        found, looked = divergences_of(pair), 0
        if total > pair.steps:
            later, looked = future.find(pair, total)
            known = {one.cause for one in found if one.stage == "schedule"}
            found = (*found, *(one for one in later if not known))
        compared = Compared(ours[0], freely, pair, found, 0, asked, looked, mindspore=version)
        compared = replace(compared, parts=_parts(ours[0], freely, compared.factor))
        if chaos:
            compared = replace(compared, chaos=_chaos(loader, compared, max(2, chaos), state, show))
        if lines and found:
            show("looking for the line to write", 0.7)
            compared = replace(compared, divergences=with_lines(compared, ours, port, state))
    return compared


def _quiet(doing: str, fraction: float) -> None:
    del doing, fraction


def _chaos(loader: Loader, compared: Compared, runs: int, state: State, show: Progress) -> Chaos:
    reference, asked = compared.reference, compared.asked
    itself: list[Rows] = []
    for number in range(runs):
        show(f"the reference trains again, with other rounding ({number + 1} of {runs})", 0.6 + 0.1 * number / runs)
        if str(number) not in state.rounding:
            trace, _ = trained(loader, asked["reference"], asked["steps"], asked["seed"], Rounding(number))
            state.rounding[str(number)] = apart(reference, trace)
            state.save()
        itself.append(state.rounding[str(number)])
    only = steady(reference, itself)
    port = apart(reference, compared.port, compared.followed.weights)
    return judged([distances(reference, rows, only) for rows in itself], distances(reference, port, only))


def _parts(reference: Trace, port: Trace, factor: float) -> int:
    for number, (a, times) in enumerate(zip(reference.loss_curve(), port.loss_curve(), strict=False), 1):
        b = times / factor
        if abs(a - b) > PARTED * max(abs(a), abs(b)):
            return number
    return 0
