"""The lines to write: what is searched where a comparison has found a difference, and how it is proved.

Whatever is to be written is put in place in memory and the nets are compared once more: what that comparison no longer
says was a consequence, and what it still says is a mistake of its own, searched in its turn.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

import torch

from parity.code.errors import CannotCompare
from parity.code.places import shown_path
from parity.edits.candidates import Candidate
from parity.edits.measure import Held
from parity.edits.search import LIMIT, Mend, Search, Searched
from parity.edits.site import Site, sites_of
from parity.edits.texts import as_candidate, together
from parity.forward.bench import Bench
from parity.locate.localise import Located, fused_outputs
from parity.nets.adapters import adapt
from parity.nets.plain_run import plain_call
from parity.nets.trace import Call
from parity.pipeline.job import Job, Setting, Timeline, comparison_of
from parity.pipeline.mending.judge import BodyJudge, NetJudge
from parity.pipeline.mending.knowledge import Known, body_of, codes_run, known_of
from parity.pipeline.mending.losses import is_of_losses, with_loss_mended
from parity.pipeline.mending.near import is_near
from parity.pipeline.mending.told import ended, errors_of, lines_right, lines_said, mend_findings, without_lines
from parity.report.finding import placed
from parity.report.model import Finding
from parity.rules.body import Body

_WORK = 1 << 30
"""Elements that the executed candidates may compute together: of a large net few are executed, or none."""

_LARGEST_BUILT = 1 << 26
"""Bytes of parameters of a port above which it is not built anew for each edit of its constructors."""

_PROOFS = 4
_BODIES = 3
_DEPTH = 3
_STAGES = frozenset({"forward", "body", "static"})

CarriedOut = Callable[[Setting], Job]


def mended(job: Job, carried_out: CarriedOut, depth: int = _DEPTH) -> Job:
    """Return a comparison with the lines to write, each proved by a comparison of the net that has it.

    Args:
        job (Job): a comparison.
        carried_out (CarriedOut): compares.
        depth (int): how many mistakes of the net may be put right one after the other. Default: ``3``.
    """
    limit = _limit(job)
    if depth < 1 or limit < 2:
        return job
    if is_of_losses(job):
        return with_loss_mended(job, carried_out, limit)
    if not _is_searched(job):
        return job
    work = _Work(job, carried_out, limit, depth)
    found = work.of_known_lines()
    if found is None and not work.refuted and all(f.fix and f.argument for f in errors_of(job.findings)):
        return job  # arguments that were tried on their layers, on lines that cannot be edited in memory
    found = found or work.of_the_net() or work.of_bodies()
    if found is not None:
        return replace(job, findings=(*found, *ended(job.findings, found)))
    return replace(job, findings=without_lines(job.findings, work.tried, refuted=work.refuted))


def _is_searched(job: Job) -> bool:
    """Tell whether there is an error that code of the port can be at fault of."""
    if not job.any_error or job.passed is None or job.passed.forward.no_float64:
        return False
    if any(side.is_recorded for side in job.setting.sides):
        return False
    return any(finding.stage in _STAGES for finding in errors_of(job.findings))


def _limit(job: Job) -> int:
    """Return how many candidates may be executed."""
    forward = job.forward
    elements = max(1, (forward.memory.activations if forward is not None else 0) // 8)
    return min(LIMIT, _WORK // elements)


def _subject(finding: Finding) -> tuple[str, str, str | None, str | None, str | None]:
    """Return what a finding speaks of, by which two comparisons of one net are held together."""
    return finding.rule, finding.severity, finding.port_layer, finding.reference_layer, finding.argument


@dataclass(slots=True)
class _Work:
    """What is done about one comparison that found a difference.

    Attributes:
        tried: how many candidates were executed.
        refuted: whether the lines to write that were known do not make the nets the same.
    """

    job: Job
    carried_out: CarriedOut
    limit: int
    depth: int
    tried: int = 0
    refuted: bool = False
    _sites: list[Site] | None = None

    @property
    def sites(self) -> list[Site]:
        """The functions of the port that run, and those that build it."""
        if self._sites is None:
            self._sites = _with_builders(self.job, sites_of(codes_run(self.job.setting.port, lambda: self._plain(1))))
        return self._sites

    def _plain(self, side: int) -> object:
        setting = self.job.setting
        order = setting.reference.parameter_names()
        with setting.sides[side].statistics_kept():
            return plain_call(setting.sides[side], setting.inputs, order, setting.spec.seed)

    def of_known_lines(self) -> tuple[Finding, ...] | None:
        """Prove the lines to write that are known already, all together; None where they do not mend."""
        known = [f for f in errors_of(self.job.findings) if f.fix]
        if not known:
            return None
        files = {shown_path(site.file): site.file for site in self.sites}
        edits: list[Candidate] = []
        for finding in known:
            file, line = placed(finding.location) or ("", 0)
            made = as_candidate(self.sites, files.get(file, ""), line, finding.fix)
            if made is None:
                return None
            edits.append(made)
        with _in_place(together(edits)) as possible:
            after = self._compared(builds=True) if possible else None
            self.refuted = after is not None and not self._is_better(after, known)
            if after is None or self.refuted:
                return None
            return (*known, *self._rest(after))

    def of_the_net(self) -> tuple[Finding, ...] | None:
        """Search edits that make the whole net the same."""
        judge = NetJudge(self.job)
        with judge.open():
            known = self._known()
            judge.prepare()
            found = self._search(judge, known, self.sites)
        return self._first_proved(found, lambda after: not after.any_error)

    def of_bodies(self) -> tuple[Finding, ...] | None:
        """Search edits that make one body the same, with the layers inside it held right."""
        for entry in self._suspected():
            found = self._searched_inside(entry)
            told = [f for f in errors_of(self.job.findings) if f.port_layer == _path(entry)]
            proved = self._first_proved(found, functools.partial(self._is_better, mended_of=told[:1]))
            if proved is not None:
                return proved
        return None

    def _suspected(self) -> list[Located]:
        """Return the pairs of bodies of which errors speak, if they speak of several places."""
        passed = self.job.passed
        errors = errors_of(self.job.findings)
        said = {f.port_layer for f in errors} if len({f.location for f in errors}) > 1 else set()
        located = passed.located if passed is not None else ()
        found = [e for e in located if e.pair.matched and _path(e) in said and not e.compensated]
        return [entry for entry in found if entry.status != "same"][:_BODIES]

    def _searched_inside(self, entry: Located) -> Searched:
        passed, setting = self.job.passed, self.job.setting
        assert passed is not None
        comparison = comparison_of(setting, self.job.prepared)
        with Bench(comparison, passed.forward, passed.patcher, fused_outputs(passed.located)).open() as bench:
            judge = BodyJudge(bench, entry.pair)
            run = codes_run(setting.port, lambda: judge.measured(built=False))
            inside = sites_of(code for code in run if code in {site.function.__code__ for site in self.sites})
            return self._search(judge, self._known(), inside) if inside else Searched((), 0, self.limit)

    def _known(self) -> Known:
        setting = self.job.setting
        relative = setting.spec.thresholds.float64
        body = body_of(setting.reference, _root(self.job), setting.spec.seed, relative)
        return known_of(setting.reference, body, lambda: self._plain(0), relative)

    def _search(self, judge: NetJudge | BodyJudge, known: Known, sites: Sequence[Site]) -> Searched:
        setting = self.job.setting

        def tell(what: str) -> None:
            setting.progress(what, 0.9)

        search = Search(
            judge, known.pool, setting.port.tensor_of, known.match, lines_said(self.job, self.sites), self.limit, tell,
            aside=judge.aside, settled=known.settled, right=lines_right(self.job), steps=known.steps,
        )  # fmt: skip
        errors = errors_of(self.job.findings)

        def holds(mend: Mend) -> Held:
            return judge.holds(built=mend.builds) if is_near(mend, errors) else Held.NOWHERE

        found = search.run(sites, accept=holds)
        self.tried += found.tried
        return found

    def _first_proved(self, searched: Searched, good: Callable[[Job], bool]) -> tuple[Finding, ...] | None:
        """Return what is said of the first mend that a comparison of the nets confirms."""
        for mend in searched.mends[:_PROOFS]:
            with mend.in_place() as possible:
                after = self._compared(builds=mend.builds) if possible else None
                if after is None or not good(after):
                    continue
                others = [other for other in searched.mends if other is not mend]
                return (*mend_findings(self.job.findings, mend, others, searched.tried), *self._rest(after))
        return None

    def _rest(self, after: Job) -> tuple[Finding, ...]:
        """Return what is still said, with lines to write of its own; as it was said first, where it was.

        A port that was built anew from edited code does not know the lines of its constructor calls: what the first
        comparison said of them, and of initial values, stands, and what only the second one notes is no matter.
        """
        first = {_subject(finding): finding for finding in self.job.findings}
        of_values = [
            finding for finding in self.job.findings if finding.stage == "init" and finding.severity != "error"
        ]
        found: list[Finding] = []
        for finding in mended(after, self.carried_out, self.depth - 1).findings:
            before = first.get(_subject(finding))
            if before is not None and (finding.severity != "error" or not finding.location):
                found.append(before)
            elif finding.severity == "error":
                found.append(finding)
        return (*found, *(finding for finding in of_values if finding not in found))

    def _compared(self, *, builds: bool) -> Job | None:
        """Compare the nets with the port as its code stands now; None where that cannot be done."""
        setting = replace(self.job.setting, timeline=Timeline())
        try:
            rebuild = setting.port.built.rebuild
            if builds and rebuild is None:
                return None
            if builds and rebuild is not None:
                setting = replace(setting, port=adapt(replace(setting.port.built, net=rebuild(0)), "port"))
            return self.carried_out(setting)
        except CannotCompare:
            return None

    def _is_better(self, after: Job, mended_of: Sequence[Finding]) -> bool:
        """Tell whether what is said of some places is no longer said, and nothing more elsewhere."""
        before, now = errors_of(self.job.findings), errors_of(after.findings)
        if not {f.rule for f in now} <= {Body.code, *(f.rule for f in before)}:
            return False  # such as another number of outputs
        places = {(f.location, f.argument) for f in now}
        return len(now) < len(before) and not any((f.location, f.argument) in places for f in mended_of)


def _path(entry: Located) -> str | None:
    return entry.pair.port.layer.path if entry.pair.port is not None else None


def _root(job: Job) -> Call:
    forward = job.forward
    assert forward is not None  # what has no inputs is not searched
    return forward.reference64.calls[("", 0)]


@contextmanager
def _in_place(edits: Sequence[Candidate]) -> Iterator[bool]:
    """Within the block the functions read as edited; False where they cannot."""
    with ExitStack() as stack:
        codes = [entry.site.code(entry.edit) for entry in edits]
        if any(code is None for code in codes):
            yield False
            return
        for code in codes:
            if code is not None:
                stack.enter_context(code.in_place())
        yield True


def _with_builders(job: Job, sites: list[Site]) -> list[Site]:
    """Return the functions with those that run while the port is built, if it can be built again."""
    port = job.setting.port
    rebuild = port.built.rebuild
    if rebuild is None or port.parameter_bytes > _LARGEST_BUILT:
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
