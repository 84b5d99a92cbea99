"""The comparison of a net with a sharded port: its ranks are run, and what they have held against the whole."""

from __future__ import annotations

import platform
import time
from collections.abc import Mapping, Sequence

import torch
from safetensors.torch import save_file

from parity.code.errors import CannotCompare
from parity.measure.metrics import measure
from parity.nets.inputs import Input
from parity.pipeline import rank_comparison
from parity.pipeline.job import Progress
from parity.pipeline.rank_comparison import Comparison, Whole, build, fill, judge, judged_gradients, restarted
from parity.pipeline.rank_process import RankTask
from parity.pipeline.rank_search import found_by_search
from parity.pipeline.rank_session import RankFailed, Session
from parity.pipeline.spec import CompareSpec, plain_options, refuse
from parity.report.model import (
    ErrorMetrics,
    Errors,
    Finding,
    GradientResult,
    InputInfo,
    OutputResult,
    Report,
    Side,
    StageInfo,
    Status,
    Timings,
    WeightPair,
    Weights,
)
from parity.sharded import gradients as grads_of
from parity.sharded.cut import Cut, in_blocks
from parity.sharded.gradients import Gradient
from parity.sharded.outputs import Output

_RATE = 0.05
_REFUSED = ("init", "thorough", "max_memory", "runtime", "precision", "calls", "port_calls", "ignore_where")


def compare_ranks(spec: CompareSpec, inputs: tuple[Input, ...], progress: Progress) -> Report:
    """Compare a reference with a port that runs as several ranks.

    The reference runs as one rank with seeded weights: a net that is sharded itself is whole then. Each rank of the
    port is a process of its own (gloo) that is given its part of them. What each rank returns, and the gradient of
    each weight, is held in float64 against its part of the reference's; where it is another, the edit that makes the
    ranks right is searched in all of them.

    Args:
        spec (CompareSpec): what was asked for; ``spec.ranks`` says how many.
        inputs (tuple[Input, ...]): the tensors both sides are given.
        progress (Progress): told what is being done.

    Raises:
        CannotCompare: if a side does not run, ranks wait for each other without end, or a weight fits none of the
            reference's.
    """
    started = time.perf_counter()
    _require(spec)
    progress("running the reference", 0.05)
    with Session(1, "reference") as reference:
        whole = _reference(reference, spec, inputs)
        progress(f"running {spec.ranks} ranks", 0.2)
        with Session(spec.ranks, "port") as port:
            done = Comparison(spec, inputs, reference, port, whole)
            _run(done)
            progress("looking for the cause", 0.5)
            findings = () if done.same else found_by_search(done, progress)
            return _report(done, findings, time.perf_counter() - started)


def _require(spec: CompareSpec) -> None:
    refuse(spec, _REFUSED, "several ranks are compared by one run")
    if not isinstance(spec.port, str) or not isinstance(spec.reference, str):
        raise CannotCompare("the nets of several ranks are given as text: file.py:Name")
    if spec.weights != "seeded" or spec.port_weights:
        raise CannotCompare("several ranks get seeded weights: leave --weights away")
    if spec.ref_loss or spec.port_loss or spec.ref_optimizer or spec.port_optimizer:
        raise CannotCompare(
            "several ranks are differentiated by a mean of their outputs, and take steps of gradient descent: leave "
            "losses and optimizers away"
        )


def _reference(session: Session, spec: CompareSpec, inputs: tuple[Input, ...]) -> Whole:
    task = RankTask(str(spec.reference), "reference", spec.mode, spec.seed, inputs, spec.inputs)
    (built,) = session.all("build", task, waiting=rank_comparison.WAITING)
    session.all("called", built.arguments, waiting=rank_comparison.WAITING)
    (weights,) = session.all("seeded", waiting=rank_comparison.WAITING)
    save_file({name: tensor.contiguous() for name, tensor in weights.items()}, session.folder / "weights.safetensors")
    (outputs,) = session.all("run", waiting=rank_comparison.WAITING, wide=True)
    whole = Whole(built, outputs)
    if spec.grad or spec.steps:
        generator = torch.Generator().manual_seed(spec.seed)
        for path, tensor in outputs.tensors:
            if tensor.is_floating_point():
                drawn = torch.randn(tensor.shape, generator=generator, dtype=torch.float64)
                whole.wanted[path] = drawn / max(1, tensor.numel()) if tensor.numel() > 1 else torch.ones_like(drawn)
        (whole.flowed,) = session.all("gradients", whole.wanted, waiting=rank_comparison.WAITING, wide=True)
        if spec.steps:
            (whole.trained,) = session.all("trained", whole.wanted, spec.steps, _RATE, waiting=rank_comparison.WAITING)
    return whole


def _run(done: Comparison) -> None:
    """Build and fill the ranks, run them, and judge what they return."""
    build(done)
    try:
        done.ran = done.port.all("run", waiting=rank_comparison.WAITING, wide=True)
    except RankFailed:
        done.wide = False  # a net may ask for float32 by name, and not run in anything else
        restarted(done)
        done.ran = done.port.all("run", waiting=rank_comparison.WAITING, wide=False)
    judge(done)
    if not done.outputs_same:
        _other_layouts(done)
    if done.outputs_same:
        _differentiate(done)


def _other_layouts(done: Comparison) -> None:
    """Look whether the ranks are right with weights that are cut in another way that their shapes allow."""
    plain, ran, outputs = done.cuts, done.ran, done.outputs
    shapes = {one.name: one.shape for one in done.whole.built.weights}
    for words, made in in_blocks(plain, shapes, done.spec.ranks):
        done.cuts = made
        fill(done)
        told = done.port.asked("run", [()] * done.spec.ranks, rank_comparison.WAITING, 1.0, wide=done.wide)
        if len(told) < done.spec.ranks or not all(right for right, _ in told.values()):
            done.cuts = plain
            restarted(done)
            continue
        done.ran = [told[rank][1] for rank in range(done.spec.ranks)]
        judge(done)
        if done.outputs_same:
            done.notes.append(words)
            return
    done.cuts, done.ran, done.outputs = plain, ran, outputs
    fill(done)


def _differentiate(done: Comparison) -> None:
    if done.whole.flowed is None:
        return
    wanted = [(done.wanted_of(rank),) for rank in range(done.spec.ranks)]
    done.flowed = done.port.each("gradients", wanted, waiting=rank_comparison.WAITING, wide=done.wide)
    done.gradients = judged_gradients(done, [one.gradients for one in done.flowed])
    if done.spec.steps and not done.wrong_gradients and not grads_of.are_averaged_outside(done.gradients):
        given = [(one, done.spec.steps, _RATE) for (one,) in wanted]
        trained = done.port.each("trained", given, waiting=rank_comparison.WAITING)
        done.trained = grads_of.judged(done.whole.trained, trained, done.cuts, done.grad_tolerance)


def _report(done: Comparison, findings: tuple[Finding, ...], seconds: float) -> Report:
    spec, whole = done.spec, done.whole
    names = (spec.reference_name or str(spec.reference), spec.port_name or str(spec.port))
    outputs = tuple(_output(one, done) for one in done.outputs)
    held = [one for one in whole.built.weights if not one.buffer]
    sides = [
        Side(name, framework, parameters=sum(torch.Size(one.shape).numel() for one in held))
        for name, framework in zip(names, (whole.built.framework, done.built[0].framework), strict=True)
    ]
    used = {cut.reference for made in done.cuts for cut in made.values()}
    unmatched = tuple(
        one.name for one in whole.built.weights if one.floating and not one.buffer and one.name not in used
    )
    kind = "float64" if done.wide else "float32, as the port does not run in float64"
    layouts = "; ".join(dict.fromkeys(one.layout.words for one in done.outputs))
    stages = [StageInfo("forward", "done", f"{spec.ranks} ranks, {kind}; outputs {layouts}")]
    stages += [StageInfo("ranks", "done", note) for note in done.notes]
    if grads_of.are_averaged_outside(done.gradients):
        stages.append(
            StageInfo("grad", "done", "each rank has the gradients of its own batch: their mean is the reference's")
        )
    return Report(
        verdict="same" if done.same else "different",
        reference=sides[0],
        port=sides[1],
        inputs=tuple(
            InputInfo(one.name, str(one.tensor.dtype).removeprefix("torch."), tuple(one.tensor.shape), one.source)
            for one in done.inputs
        ),
        outputs=outputs,
        gradients=tuple(
            GradientResult(
                "parameter", one.reference, one.port, _status(one.error <= done.grad_tolerance), _errors(one)
            )
            for one in done.gradients
        ),
        weights=Weights(mapped=_pairs(done.cuts), unmatched_reference=unmatched),
        findings=findings,
        stages=tuple(stages),
        environment={"python": platform.python_version(), "torch": torch.__version__, "device": "cpu"},
        options=dict(plain_options(spec)),
        timings=Timings(0.0, seconds, 0.0),
    )


def _status(same: object) -> Status:
    return "same" if same else "introduced"


def _output(one: Output, done: Comparison) -> OutputResult:
    whole = dict(done.whole.outputs.tensors)[one.name]
    figures = measure(whole, one.whole) if one.whole is not None else None
    errors = Errors(float64=figures) if done.wide else Errors(float32=figures)
    return OutputResult(one.name, _status(one.error <= done.tolerance), errors)


def _errors(one: Gradient) -> Errors:
    return Errors(float64=ErrorMetrics(rel_l2=one.error if one.error != float("inf") else None))


def _pairs(made: Sequence[Mapping[str, Cut]]) -> tuple[WeightPair, ...]:
    found: dict[str, WeightPair] = {}
    for each in made:
        for name, cut in each.items():
            found.setdefault(name, WeightPair(cut.reference, name, (), cut.words))
    return tuple(found.values())
