"""The lines to write: what is searched where a comparison has found a difference, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import torch

from parity.code.errors import CannotCompare
from parity.code.places import shown_path
from parity.edits.edit import Written
from parity.edits.search import LIMIT, Mend, Search, Searched
from parity.edits.site import Site, sites_of
from parity.nets.plain_run import plain_call
from parity.nets.trace import Call
from parity.pipeline.job import Job, Setting, Timeline
from parity.pipeline.mending.judge import NetJudge
from parity.pipeline.mending.knowledge import codes_run, known_of
from parity.report.model import Finding
from parity.rules.body import Body

_WORK = 1 << 30
"""Elements that the executed candidates may compute together."""

_PROOFS = 4
_STAGES = frozenset({"forward", "body"})


def mended(job: Job, carried_out: Callable[[Setting], Job]) -> Job:
    """Return a comparison with the lines to write, each proved by a comparison of the net that has it.

    Args:
        job (Job): a comparison.
        carried_out (Callable[[Setting], Job]): compares.
    """
    call = _root(job)
    if call is None or not _to_search(job):
        return job
    found = _searched(job, call, carried_out)
    if found is None:
        return job
    searched, after = found
    if after is None or not searched.mends:
        return replace(job, findings=tuple(_unmended(job.findings, searched)))
    return replace(job, findings=tuple(_told(job.findings, searched, after.findings)))


def _to_search(job: Job) -> bool:
    """Tell whether there is an error that no proved argument of a layer explains."""
    if not job.any_error or job.passed is None or job.passed.forward.no_float64 or job.setting.port.is_recorded:
        return False
    errors = [f for f in job.findings if f.severity == "error" and f.stage in _STAGES | {"train"}]
    return any(not f.fix or f.rule == Body.code for f in errors)


def _root(job: Job) -> Call | None:
    forward = job.forward
    return forward.reference64.calls.get(("", 0)) if forward is not None else None


def _limit(job: Job) -> int:
    """Return how many candidates may be executed: fewer of a large net."""
    forward = job.forward
    elements = max(1, (forward.memory.activations if forward is not None else 0) // 8)
    return max(0, min(LIMIT, _WORK // elements))


def _searched(
    job: Job, call: Call, carried_out: Callable[[Setting], Job]
) -> tuple[Searched, Job | None] | None:
    limit = _limit(job)
    setting = job.setting
    if limit < 2:
        return None
    order = setting.reference.parameter_names()

    def plain(subject_index: int) -> object:
        return plain_call(setting.sides[subject_index], setting.inputs, order, setting.spec.seed)

    def tell(what: str) -> None:
        setting.progress(what, 0.9)

    judge = NetJudge(job)
    with judge.open():
        known = known_of(setting.reference, call, lambda: plain(0), setting.spec.seed)
        sites = sites_of(codes_run(setting.port, lambda: plain(1)))
        sites = _with_builders(job, sites)
        judge.prepare()
        search = Search(judge, known.pool, setting.port.tensor_of, known.right, _lines(job.findings, sites), limit, tell)
        searched = search.run(sites, accept=lambda mend: judge.holds(built=mend.builds))
    for mend in searched.mends[:_PROOFS]:
        after = _proved(job, mend, carried_out)
        if after is not None:
            others = tuple(other for other in searched.mends if other is not mend)
            return replace(searched, mends=(mend, *others)), after
    return searched, None


def _with_builders(job: Job, sites: list[Site]) -> list[Site]:
    """Return the functions with those that run while the port is built, if it can be built again."""
    port = job.setting.port
    rebuild = port.built.rebuild
    if rebuild is None:
        return sites
    wide = torch.get_default_dtype()
    torch.set_default_dtype(torch.float32)
    try:
        found = sites_of(codes_run(port, lambda: rebuild(0)))
    finally:
        torch.set_default_dtype(wide)
    building = {site.function for site in found}
    known = {site.function for site in sites}
    both = [replace(site, builds=site.function in building) for site in sites]
    return both + [replace(site, builds=True) for site in found if site.function not in known]


def _lines(findings: Iterable[Finding], sites: list[Site]) -> dict[str, set[int]]:
    """Return the lines that errors point at, by file."""
    files = {shown_path(site.file): site.file for site in sites}
    found: dict[str, set[int]] = {}
    for finding in findings:
        file, _, line = (finding.location or "").rpartition(":")
        if finding.severity == "error" and file in files and line.isdigit():
            found.setdefault(files[file], set()).add(int(line))
    return found


def _proved(job: Job, mend: Mend, carried_out: Callable[[Setting], Job]) -> Job | None:
    """Compare the nets with the port mended; None where they still differ."""
    setting = replace(job.setting, timeline=Timeline())
    with mend.in_place() as possible:
        if not possible:
            return None
        try:
            if mend.builds:
                rebuild = setting.port.built.rebuild
                assert rebuild is not None
                net = rebuild(0)
                from parity.nets.adapters import adapt

                setting = replace(setting, port=adapt(replace(setting.port.built, net=net), "port"))
            after = carried_out(setting)
        except CannotCompare:
            return None
    return None if after.any_error else after


def _told(findings: tuple[Finding, ...], searched: Searched, after: tuple[Finding, ...]) -> list[Finding]:
    """Return the findings with the mend in the place of the errors that it explains."""
    mend, others = searched.mends[0], searched.mends[1:]
    errors = [finding for finding in findings if finding.severity == "error"]
    made: list[Finding] = []
    for file, part in mend.written:
        at = f"{shown_path(file)}:{part.line}"
        last = part.line + part.before.count("\n")
        here = next((f for f in errors if _is_within(f.location, shown_path(file), part.line, last)), None)
        evidence = f"written so, the nets are the same ({searched.tried} edits tried)"
        beside = [text for other in others if (text := _beside(other, part)) != part.text]
        if beside:
            evidence += f"; so they are with `{beside[0]}`"
        made.append(_finding(here or errors[0], here is None, at, part, mend, evidence))
    kept = [f for f in after if f.severity != "error"]
    return [*made, *kept]


def _beside(other: Mend, part: Written) -> str:
    return next((w.text for _, w in other.written if w.line == part.line), other.written[0][1].text)


def _is_within(location: str | None, file: str, first: int, last: int) -> bool:
    name, _, line = (location or "").rpartition(":")
    return name == file and line.isdigit() and first <= int(line) <= last


def _finding(near: Finding, elsewhere: bool, at: str, part: Written, mend: Mend, evidence: str) -> Finding:
    kind = ", ".join(dict.fromkeys(entry.edit.kind for entry in mend.edits))
    if elsewhere:
        return Finding(
            Body.code, "error", "body", near.reference_layer, near.port_layer, evidence=evidence, fix=part.text,
            location=at, reference_location=near.reference_location,
            message=f"`{part.before.splitlines()[0].strip()}`: {kind}",
        )  # fmt: skip
    told = "; ".join(text for text in (near.evidence, kind, evidence) if text)
    return replace(near, fix=part.text, evidence=told, location=at)


def _unmended(findings: tuple[Finding, ...], searched: Searched) -> list[Finding]:
    """Return the findings without lines to write that were not proved."""
    return [
        replace(f, fix="") if f.severity == "error" and f.rule == Body.code and f.fix else f for f in findings
    ]
