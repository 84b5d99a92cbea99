"""`compare`: build both nets, run the stages that were asked for, report."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Unpack

from parity.code.errors import CannotCompare
from parity.nets.adapters import Subject, adapt
from parity.nets.inputs import Input, described, make_inputs
from parity.nets.loading import Loader
from parity.nets.target import Target
from parity.pipeline import stages
from parity.pipeline.assemble import build_report
from parity.pipeline.job import Job, Progress, Setting
from parity.pipeline.offline import recorded_inputs
from parity.pipeline.spec import CompareSpec, Options, make_spec, plain_options
from parity.recording.run import record_port
from parity.report.model import Report
from parity.traces.file import is_trace
from parity.traces.subject import open_subject


def compare(
    reference: Target,
    port: Target,
    inputs: object = (),
    *,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Report:
    """Compare two nets: same weights, same inputs, layer by layer.

    Nets that are passed ready made are left as they were: weights, statistics, modes.

    Args:
        reference (Target): the net taken as right: a target string, a net, a callable that builds one, or the path of
            a trace directory.
        port (Target): the net under test.
        inputs (object): specs (``"float32[2,3,8,8]"``), files, arrays or tensors; one, several, or a mapping by name.
            With `init` alone, none are needed.
        progress (Callable[[str, float], None], optional): told what is being done and how far it is. Default: ``None``.
        **options (Unpack[Options]): by name: ``mode``, ``grad``, ``steps``, ``init``, ``seed``, ``dtype``, ``weights``
            and the others of `Options`, where each is described.

    Returns:
        Report: its `verdict` is ``"same"`` or ``"different"``.

    Raises:
        CannotCompare: if the comparison cannot be carried out; one line that says why and what to do.
        TypeError: if there is no such option.
    """
    made = make_inputs(inputs, options.get("seed", 0))
    spec = make_spec(reference, port, described(inputs), options)
    if not spec.runtime:
        return run_spec(spec, made, progress or _silent)
    if not isinstance(port, str) or is_trace(port) or is_trace(reference):
        raise CannotCompare("a runtime is for two nets of which the port is given as text: file.py:Name")
    if spec.weights != "seeded":
        raise CannotCompare("a runtime has weights of its own, which the reference is given: leave --weights away")
    with TemporaryDirectory() as folder:
        trace = record_port(port, spec.runtime, made, spec.mode, spec.seed, Path(folder))
        recorded = replace(spec, port=str(trace), port_name=spec.port_name or port)
        return replace(run_spec(recorded, made, progress or _silent), options=plain_options(spec))


def _silent(what: str, fraction: float) -> None:
    del what, fraction


def _side(loader: Loader, spec: CompareSpec, role: str) -> Subject:
    target = spec.reference if role == "reference" else spec.port
    name = spec.reference_name if role == "reference" else spec.port_name
    if is_trace(target):
        return open_subject(str(target), role, name)
    return adapt(loader.build(target, spec.seed, role, name), role)


def run_spec(spec: CompareSpec, inputs: tuple[Input, ...], progress: Progress) -> Report:
    """Carry out a comparison (see `compare`)."""
    if not inputs and not spec.init and not is_trace(spec.reference) and not is_trace(spec.port):
        raise CannotCompare("no inputs: give one for each argument, as in --input float32[1,3,224,224]")
    with Loader() as loader, ExitStack() as kept:
        progress("building the reference", 0.0)
        reference = _side(loader, spec, "reference")
        progress("building the port", 0.05)
        port = _side(loader, spec, "port")
        for subject in (reference, port):
            if subject.built.rebuild is None and not subject.is_recorded:  # the caller's own net: leave it as it was
                kept.enter_context(subject.preserved())
        inputs = recorded_inputs((reference, port), spec, inputs)
        if spec.max_memory and (reference.is_recorded or port.is_recorded):
            raise CannotCompare("a bound on memory is for two nets: the tensors of a trace stay on the disk anyway")
        setting = Setting(spec, reference, port, inputs, loader, progress, time.perf_counter())
        job = _carried_out(setting)
        progress("done", 1.0)
        return build_report(job)


def _carried_out(setting: Setting) -> Job:
    """Run the stages that were asked for, each on the results of those before it."""
    spec = setting.spec
    prepared = stages.prepare(setting)
    passed = stages.forward(setting, prepared) if setting.inputs else None
    gradients = stages.gradients(setting, prepared, passed) if spec.grad else None
    trained = stages.training(setting, prepared, passed, gradients) if spec.steps else None
    if trained is not None:
        gradients = trained.gradients
    findings = stages.diagnose(setting, prepared, passed, gradients, trained)
    return Job(setting, prepared, passed, gradients, trained, findings)
