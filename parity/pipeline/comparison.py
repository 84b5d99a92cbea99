"""`compare`: build both nets, run the stages that were asked for, report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Unpack

from parity.code.errors import CannotCompare
from parity.nets.inputs import described, make_inputs, plain_arguments
from parity.nets.target import Target
from parity.pipeline.dumped import compare_dumped, has_dump
from parity.pipeline.job import Progress
from parity.pipeline.launched import compare_ranks
from parity.pipeline.single import run_spec
from parity.pipeline.spec import Options, make_spec, plain_options, showing_options
from parity.pipeline.thorough import compare_thoroughly
from parity.recording.run import record_port
from parity.report.model import Report
from parity.traces.file import is_trace


@showing_options
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
        progress (Callable[[str, float], None], optional): called with what is being done and how far it is.
            Default: ``None``.
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
    if spec.ranks > 1:
        return compare_ranks(spec, made, progress or _silent)
    if has_dump(spec):
        return compare_dumped(spec, made, progress or _silent)
    if spec.thorough and (spec.runtime or is_trace(port) or is_trace(reference)):
        raise CannotCompare("a thorough comparison runs both nets many times: give two nets, no trace and no runtime")
    if spec.thorough:
        return compare_thoroughly(spec, made, progress or _silent)
    if not spec.runtime:
        return run_spec(spec, made, progress or _silent)
    if not isinstance(port, str) or is_trace(port) or is_trace(reference):
        raise CannotCompare("a runtime is for two nets of which the port is given as text: file.py:Name")
    if plain_arguments(spec.inputs):
        raise CannotCompare("a runtime is given tensors alone: fix the other arguments in a wrapper of the nets")
    if spec.weights != "seeded":
        raise CannotCompare("a runtime has weights of its own, which the reference is given: leave --weights away")
    with TemporaryDirectory() as folder:
        trace = record_port(port, spec.runtime, made, spec.mode, spec.seed, Path(folder))
        recorded = replace(spec, port=str(trace), port_name=spec.port_name or port)
        return replace(run_spec(recorded, made, progress or _silent), options=plain_options(spec))


def _silent(what: str, fraction: float) -> None:
    del what, fraction
