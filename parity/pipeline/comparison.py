"""`compare`: build both nets, run the stages that were asked for, report."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from parity.code.errors import CannotCompare
from parity.nets.adapters import Subject, adapt
from parity.nets.inputs import Input, make_inputs
from parity.nets.loading import Loader
from parity.nets.target import Target
from parity.nets.windows import read_size
from parity.pipeline import stages
from parity.pipeline.assemble import build_report
from parity.pipeline.job import Job, Progress
from parity.pipeline.offline import recorded_inputs
from parity.pipeline.spec import CompareSpec, WeightSource
from parity.recording.run import record_port
from parity.report.model import Report
from parity.traces.file import is_trace
from parity.traces.subject import open_subject


def compare(
    reference: Target,
    port: Target,
    inputs: object = (),
    *,
    mode: str = "eval",
    grad: bool = False,
    steps: int = 0,
    init: bool = False,
    seed: int = 0,
    dtype: str = "float32",
    weights: WeightSource = "seeded",
    port_weights: WeightSource = "",
    mapping: Mapping[str, str] | None = None,
    ref_optimizer: str = "",
    port_optimizer: str = "",
    ref_loss: str = "",
    port_loss: str = "",
    layers: str | Sequence[str] = (),
    max_memory: int | str = 0,
    reference_name: str = "",
    port_name: str = "",
    runtime: str = "",
    progress: Progress | None = None,
) -> Report:
    """Compare two nets: same weights, same inputs, layer by layer.

    Nets that are passed ready made are left as they were: weights, statistics, modes.

    Args:
        reference (Target): the net taken as right: a target string, a net, a callable that builds one, or the path of
            a trace directory.
        port (Target): the net under test.
        inputs (object): specs (``"float32[2,3,8,8]"``), files, arrays or tensors; one, several, or a mapping by name.
            With `init` alone, none are needed.
        mode (str): ``"eval"`` or ``"train"``. Default: ``"eval"``.
        grad (bool): compare gradients of parameters and inputs too. Default: ``False``.
        steps (int): training steps to take and compare. Default: ``0``.
        init (bool): compare the laws of the initial weights. Default: ``False``.
        seed (int): seeds construction, weights and inputs. Default: ``0``.
        dtype (str): working precision judged against float64. Default: ``"float32"``.
        weights (WeightSource): ``"seeded"``: weights that hide nothing; ``"reference"``: those the reference has; or a
            file (.pth, .safetensors, .ckpt), put into the side whose names it carries. They are copied to the other
            side. Default: ``"seeded"``.
        port_weights (WeightSource): a file of the port's own; `weights` is the reference's then, nothing is copied, and
            the weights are compared too. Default: ``""``.
        mapping (Mapping[str, str], optional): reference path to port path where pairing needs help. Default: ``None``.
        ref_optimizer (str): the reference's, such as ``"torch.optim.AdamW(1e-3)"``; parameters are passed first.
            Default: ``""``, SGD with rate 0.01.
        port_optimizer (str): the port's, such as ``"nn.AdamWeightDecay(1e-3)"``. Default: ``""``, likewise.
        ref_loss (str): an expression or ``file.py:fn`` that takes the outputs, or a framework's loss such as
            ``"torch.nn.CrossEntropyLoss()"``, which is given a fixed target. Default: ``""``, the mean of squares
            against a fixed random target.
        port_loss (str): likewise. Default: ``""``.
        layers (str | Sequence[str]): patterns of paths, such as ``"encoder.*"``, of the only layers to hold and to
            compare; the rest is run. The outputs are always compared. Default: ``()``, all layers.
        max_memory (int | str): bytes of the reference's activations to hold at most, also as ``"512M"`` or ``"2G"``;
            both nets then run once for each part of the layers that fits. Default: ``0``, no bound.
        reference_name (str): name in the report. Default: ``""``, derived from the target.
        port_name (str): likewise. Default: ``""``.
        runtime (str): ``"mindspore"`` or ``"mindspore=PYTHON"`` runs the port, a target string, in real MindSpore with
            that interpreter. Default: ``""``, on ms2torch in this process.
        progress (Callable[[str, float], None], optional): told what is being done and how far it is. Default: ``None``.

    Returns:
        Report: its `verdict` is ``"same"`` or ``"different"``.

    Raises:
        CannotCompare: if the comparison cannot be carried out; one line that says why and what to do.
    """
    made = make_inputs(inputs, seed)
    spec = CompareSpec(
        reference,
        port,
        tuple(entry.source for entry in made),
        mode=mode,  # type: ignore[arg-type]  # checked by CompareSpec
        grad=grad,
        steps=steps,
        init=init,
        seed=seed,
        dtype=dtype,
        weights=weights,
        port_weights=port_weights,
        mapping=dict(mapping or {}),
        ref_optimizer=ref_optimizer,
        port_optimizer=port_optimizer,
        ref_loss=ref_loss,
        port_loss=port_loss,
        layers=(layers,) if isinstance(layers, str) else tuple(layers),
        max_memory=read_size(max_memory),
        reference_name=reference_name,
        port_name=port_name,
    )
    if not runtime:
        return run_spec(spec, made, progress or _silent)
    if not isinstance(port, str) or is_trace(port) or is_trace(reference):
        raise CannotCompare("a runtime is for two nets of which the port is given as text: file.py:Name")
    if weights != "seeded":
        raise CannotCompare("a runtime has weights of its own, which the reference is given: leave --weights away")
    with TemporaryDirectory() as folder:
        trace = record_port(port, runtime, made, mode, seed, Path(folder))
        return run_spec(replace(spec, port=str(trace), port_name=port_name or port), made, progress or _silent)


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
        job = Job(spec, reference, port, inputs, loader, progress, time.perf_counter())
        stages.prepare(job)
        if inputs:
            stages.forward(job)
        if spec.grad:
            stages.gradients(job)
        if spec.steps:
            stages.training(job)
        stages.diagnose(job)
        progress("done", 1.0)
        return build_report(job)
