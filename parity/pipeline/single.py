"""One comparison, from its spec to its report."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from parity.causes.origins import at_origins
from parity.code.errors import CannotCompare
from parity.forward.shared import IS_SHARED, share
from parity.nets.adapters import Subject, adapt
from parity.nets.devices import find_device, moved, settled
from parity.nets.eager import eagerly
from parity.nets.heap import LARGE, return_freed_blocks
from parity.nets.inputs import Input, plain_arguments
from parity.nets.lazy import fill_lazy
from parity.nets.loading import Loader
from parity.nets.ms_cell import joins_processes
from parity.nets.sequence import in_sequence
from parity.pipeline.assemble import build_report
from parity.pipeline.common_lines import with_common_lines
from parity.pipeline.compared import require_something_compared
from parity.pipeline.in_calls import require_calls, with_calls
from parity.pipeline.job import Job, Progress, Setting
from parity.pipeline.mending.mend import mended
from parity.pipeline.naming import named
from parity.pipeline.offline import recorded_inputs
from parity.pipeline.padding import only_padding, uncounted_of
from parity.pipeline.precision import types_compared
from parity.pipeline.spec import CompareSpec
from parity.pipeline.stages.diagnose import diagnose
from parity.pipeline.stages.forward import forward
from parity.pipeline.stages.gradients import compare_gradients
from parity.pipeline.stages.prepare import prepare
from parity.pipeline.stages.training import train
from parity.report.model import Report
from parity.traces.file import is_trace
from parity.traces.subject import open_subject


def _side(loader: Loader, spec: CompareSpec, role: str, inputs: tuple[Input, ...]) -> Subject:
    target = spec.reference if role == "reference" else spec.port
    name = spec.reference_name if role == "reference" else spec.port_name
    if is_trace(target):
        return open_subject(str(target), role, name)
    built = loader.build(target, spec.seed, role, name)
    if share().count > 1 and joins_processes():
        raise CannotCompare(IS_SHARED)
    built = replace(built, plain=plain_arguments(spec.inputs))
    calls = spec.port_calls if role == "port" and spec.port_calls else spec.calls
    return adapt(in_sequence(built, calls, inputs) if calls else built, role)


def run_spec(
    spec: CompareSpec, inputs: tuple[Input, ...], progress: Progress, then: Callable[[Job], None] | None = None
) -> Report:
    """Carry out a comparison (see `compare`).

    Args:
        spec (CompareSpec): what was asked for.
        inputs (tuple[Input, ...]): made from the spec.
        progress (Progress): called with what is being done.
        then (Callable[[Job], None], optional): called with the finished comparison while its nets are there.
            Default: ``None``.

    Raises:
        CannotCompare: if the comparison cannot be carried out.
    """
    if not inputs and not spec.init and not is_trace(spec.reference) and not is_trace(spec.port):
        raise CannotCompare("no inputs: give one for each argument, as in --input float32[1,3,224,224]")
    require_calls(spec)
    uncounted_of(spec.ignore_where, inputs)
    device = find_device(spec.device)
    with Loader() as loader, ExitStack() as kept:
        progress("building the reference", 0.0)
        reference = _side(loader, spec, "reference", inputs)
        progress("building the port", 0.05)
        port = _side(loader, spec, "port", inputs)
        if reference.parameter_bytes + port.parameter_bytes > LARGE:
            return_freed_blocks()
        for subject in (reference, port):
            if subject.built.rebuild is None and not subject.is_recorded:  # the caller's own net: leave it as it was
                kept.enter_context(subject.preserved())
        kept.enter_context(eagerly())
        inputs = recorded_inputs((reference, port), spec, inputs)
        kept.enter_context(settled(device))
        for subject in (reference, port):
            kept.enter_context(moved(subject, device))
        inputs = tuple(replace(entry, tensor=entry.tensor.to(device)) for entry in inputs)
        if spec.max_memory and (reference.is_recorded or port.is_recorded):
            raise CannotCompare("a bound on memory is for two nets: the tensors of a trace stay on the disk anyway")
        for subject in (reference, port):
            fill_lazy(subject, inputs, reference.parameter_names(), spec.seed)
        started, uncounted = time.perf_counter(), uncounted_of(spec.ignore_where, inputs)
        setting = Setting(spec, reference, port, inputs, loader, progress, started, share=share(), uncounted=uncounted)
        first = carried_out(setting)
        told = types_compared(only_padding(first) or named(mended(first, carried_out)))
        job = with_common_lines(with_calls(told))
        if not job.any_error:
            require_something_compared(job)
        if then is not None:
            then(job)
        progress("done", 1.0)
        return build_report(job)


def carried_out(setting: Setting) -> Job:
    """Run the stages that were asked for, each on the results of those before it.

    Raises:
        CannotCompare: if the comparison cannot be carried out.
    """
    spec = setting.spec
    prepared = prepare(setting)
    passed = forward(setting, prepared) if setting.inputs else None
    gradients = compare_gradients(setting, prepared, passed) if spec.grad else None
    trained = train(setting, prepared, passed, gradients) if spec.steps else None
    if trained is not None:
        gradients = trained.gradients
    findings = at_origins(diagnose(setting, prepared, passed, gradients, trained), setting.reference, setting.port)
    return Job(setting, prepared, passed, gradients, trained, findings)
