"""What a comparison looked at and what it did not: modes, stages, inputs, precisions, lines that never ran."""

from __future__ import annotations

from collections.abc import Iterator

from parity.code.places import shown_path
from parity.measure.metrics import dtype_name
from parity.nets.base import Layer
from parity.nets.eager import is_compiled
from parity.pipeline.job import Job
from parity.report.model import Coverage, Unexecuted

_BY_MODE = ("Dropout", "DropPath", "BatchNorm", "InstanceNorm", "RReLU")
_SHOWN = 4


def coverage(job: Job) -> Coverage:
    """Return what a finished comparison looked at.

    Args:
        job (Job): its stages are done.
    """
    return Coverage(
        looked_at=tuple(_looked_at(job)),
        not_looked_at=tuple(_not_looked_at(job)),
        unexecuted=tuple(
            Unexecuted(role, shown_path(file), tuple(map(_range, ranges)))  # type: ignore[arg-type]  # one of two roles
            for role, files in job.prepared.unexecuted.items()
            for file, ranges in files.items()
        ),
    )


def _looked_at(job: Job) -> Iterator[str]:
    spec = job.setting.spec
    if job.forward is not None:
        precisions = spec.dtype if job.forward.no_float64 else f"float64 and {spec.dtype}"
        yield f"forward in {spec.mode} mode, {precisions}"
        widened = [side.role for side in job.setting.sides if side.widening is not None]
        if widened:
            yield f"in float64 also what the code of the {' and the '.join(widened)} asks for in float32"
        for number, entry in enumerate(job.setting.inputs):
            shape = ",".join(map(str, entry.tensor.shape))
            yield f"input {entry.name or number}: {dtype_name(entry.tensor)}[{shape}] ({entry.source})"
    if job.gradients is not None and not job.gradients.skipped:
        yield f"{len(job.gradients.pairs)} gradients"
    if job.trained is not None:
        yield f"{len(job.trained.training.steps)} training steps"
    if job.prepared.init:
        yield f"initial distributions of {len(job.prepared.init)} weights"


def _not_looked_at(job: Job) -> Iterator[str]:
    """Yield what was left out, each with the option that looks at it."""
    spec = job.setting.spec
    if job.forward is not None and spec.mode == "eval" and not spec.steps:
        acting = _acting(job)
        yield "train mode (--mode train)" + (f", in which {acting} act" if acting else "")
    if job.forward is not None and spec.mode == "train":
        yield "eval mode (--mode eval)"
    if job.gradients is None or job.gradients.skipped:
        yield _left_out(job, "grad", "gradients", "--grad", asked=spec.grad)
    if job.trained is None:
        yield _left_out(job, "train", "training steps", "--steps N", asked=bool(spec.steps))
    if not job.prepared.init:
        yield _left_out(job, "init", "initial distributions", "--init", asked=spec.init)
    if job.forward is None:
        yield "any run of the nets (--input)"
        return
    if job.forward.no_float64:
        yield f"float64: {job.forward.no_float64}"
    yield "other batches, sizes and values of the inputs (--thorough)"
    if spec.dtype == "float32":
        yield "float16 (--dtype float16)"
    compiled = [side.role for side in job.setting.sides if is_compiled(side.net)]
    if compiled:
        yield f"compiled code: the {' and the '.join(compiled)} ran as written"
    if spec.layers:
        yield f"layers other than {', '.join(spec.layers)}"


def _left_out(job: Job, stage: str, words: str, option: str, *, asked: bool) -> str:
    """Say that a stage was not carried out: by which option it is, or why it was not although that was given."""
    stages = job.setting.timeline.stages
    reason = next((entry.reason for entry in stages if entry.name == stage and entry.state == "skipped"), "")
    return f"{words}: {reason}" if asked and reason else f"{words} ({option})"


def _acting(job: Job) -> str:
    """Name the layers that do something else in train mode, by kind."""
    kinds: dict[str, int] = {}
    for side in job.setting.sides:
        counted: dict[str, int] = {}
        for layer in side.layers.values():
            kind = _kind(layer)
            if kind:
                counted[kind] = counted.get(kind, 0) + 1
        for kind, count in counted.items():
            kinds[kind] = max(count, kinds.get(kind, 0))
    return ", ".join(f"{count} {kind}" for kind, count in list(kinds.items())[:_SHOWN])


def _kind(layer: Layer) -> str:
    return layer.type if any(word in layer.type for word in _BY_MODE) else ""


def _range(lines: range) -> str:
    return str(lines.start) if len(lines) == 1 else f"{lines.start}-{lines.stop - 1}"


def both(one: Coverage, other: Coverage) -> tuple[Unexecuted, ...]:
    """Return the lines that ran in neither of two comparisons of the same nets."""
    known = {(entry.side, entry.file): _numbers(entry) for entry in other.unexecuted}
    found: list[Unexecuted] = []
    for entry in one.unexecuted:
        rest = sorted(_numbers(entry) & known.get((entry.side, entry.file), set()))
        if rest:
            found.append(Unexecuted(entry.side, entry.file, tuple(map(_range, _ranges(rest)))))
    return tuple(found)


def _numbers(entry: Unexecuted) -> set[int]:
    found: set[int] = set()
    for text in entry.lines:
        first, _, last = text.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def _ranges(numbers: list[int]) -> list[range]:
    found: list[range] = []
    for number in numbers:
        if found and found[-1].stop == number:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found
