"""The port's training in real MindSpore: what its kernels make of the reference's values takes ms2torch's place.

What the training is made of (nets, which weight is which, arguments, lines) is known from its run on ms2torch; from
MindSpore come the numbers: batches, outputs, losses, gradients, rates and weights after each update.
"""

from __future__ import annotations

import copy
import json
import os
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch

from parity.code.errors import CannotCompare, one_line
from parity.curves.events import Named, Trace
from parity.curves.optimizers import LEARNING_RATE
from parity.curves.stages.pairing import Paired
from parity.recording.run import interpreter

_SCRIPT = Path(__file__).with_name("runtime_script.py")
Arrays = dict[str, np.ndarray]


def in_mindspore(pair: Paired, target: str, runtime: str, seed: int) -> tuple[Paired, str]:
    """Run the port in another interpreter, on the reference's values at every stage.

    Args:
        pair (Paired): both trainings, the port's as ms2torch runs it.
        target (str): the port.
        runtime (str): ``"mindspore"`` or ``"mindspore=PYTHON"``.
        seed (int): the seed.

    Returns:
        tuple[Paired, str]: the same with MindSpore's numbers, and its version.

    Raises:
        CannotCompare: if there is no such interpreter, or the training does not run there.
    """
    python = interpreter(runtime)
    with TemporaryDirectory() as folder:
        plan, seen = Path(folder) / "plan.npz", Path(folder) / "seen.npz"
        values: dict[str, Any] = {"asked": np.array(json.dumps(_asked(pair, target, seed))), **_plan(pair)}
        np.savez(plan, **values)
        environment = {"GLOG_v": "3", **os.environ, "MS_JIT": "0"}
        done = subprocess.run(  # noqa: S603 - the interpreter that the user names
            [python, str(_SCRIPT), str(plan), str(seen)], capture_output=True, text=True, check=False, env=environment
        )
        if not seen.is_file():
            said = [line for line in done.stderr.splitlines() if line.strip()] or ["it said nothing"]
            raise CannotCompare(f"{python} does not run the port: {one_line(said[-1])}")
        with np.load(seen, allow_pickle=False) as stored:
            found = {name: stored[name] for name in stored.files}
    if str(found["raised"]):
        raise CannotCompare(f"the port {target} does not train in real MindSpore: {found['raised']}")
    if not any(name.startswith("after/") for name in found):
        raise CannotCompare(f"the port {target} makes no update in real MindSpore")
    return replace(pair, port=_joined(pair, found)), str(found["version"])


def _asked(pair: Paired, target: str, seed: int) -> dict[str, Any]:
    first = [one for one in pair.port.updates if one.optimizer == 0]
    words = shlex.split(target)
    nets = []
    for net in pair.port.nets.values():
        tensors = [*torch.nn.Module.named_parameters(net), *torch.nn.Module.named_buffers(net)]
        weights = {path: pair.names[id(tensor)] for path, tensor in tensors if id(tensor) in pair.names}
        nets.append({"class": type(net).__name__, "weights": weights})
    return {
        "target": target, "program": words if words[0].endswith(".py") else [], "steps": len(first), "seed": seed,
        "nets": nets,
    }  # fmt: skip


def _plan(pair: Paired) -> Arrays:
    """Return what the port goes on with at every stage, in its own layout."""
    ours, port, carried = pair.reference, pair.port, pair.weights.carried
    found: dict[str, torch.Tensor] = {}
    for name, value in carried(ours.initial, port.initial).items():
        found[f"initial/{name}"] = value
    for number, batch in enumerate(ours.batches):
        found.update({f"batch/{number}/{n}": value for n, value in enumerate(batch.values)})
    waiting = {id(other): one for one, other in pair.passes()}
    for number, other in enumerate(port.passes):
        one = waiting.get(id(other))
        if one is not None:
            found.update({f"input/{number}/{n}": value for n, value in enumerate(one.inputs)})
            found.update({f"output/{number}/{n}": value for n, value in enumerate(one.outputs)})
            for name, value in carried(one.statistics, other.statistics).items():
                found[f"statistics/{number}/{name}"] = value
    for number, backward in enumerate(port.backwards):
        found.update({f"passed/{number}/{name}": value for name, value in backward.passed.items()})
    for number, (update, own) in enumerate(zip(ours.updates, port.updates, strict=False)):
        given = carried(update.gradients, own.gradients)
        found.update({f"given/{number}/{name}": value * own.scale for name, value in given.items()})
        found.update({f"after/{number}/{name}": value for name, value in carried(update.after, own.after).items()})
    return {name: _array(value) for name, value in found.items()}


def _array(value: torch.Tensor) -> np.ndarray:
    plain = value.detach().cpu()
    return (plain.float() if plain.dtype is torch.bfloat16 else plain).numpy()


def _joined(pair: Paired, found: Arrays) -> Trace:
    """Return the port's training with the numbers that MindSpore computed in place of ms2torch's."""
    port = copy.copy(pair.port)
    random = any(one.random for one in port.passes)
    port.batches = [replace(one, values=_listed(f"batch/{n}", found) or one.values)
                    for n, one in enumerate(port.batches)]  # fmt: skip
    port.updates = [
        replace(
            one, gradients={**one.gradients, **_named(f"given/{n}", found, one.gradients, one.scale)},
            after={**one.after, **_named(f"after/{n}", found, one.after)}, forced=False,
            settings={name: _with_rate(values, found.get(f"rate/{n}/{name}")) for name, values in one.settings.items()},
        )
        for n, one in enumerate(port.updates)
    ]  # fmt: skip
    if random:  # MindSpore draws other numbers: what depends on them tells nothing
        return port
    port.passes = [
        replace(one, outputs=_listed(f"output/{n}", found) or one.outputs,
                statistics={**one.statistics, **_named(f"statistics/{n}", found, one.statistics)})
        for n, one in enumerate(port.passes)
    ]  # fmt: skip
    port.backwards = [
        replace(one, value=float(found.get(f"value/{n}", one.value)),
                gradients={**one.gradients, **_named(f"gradient/{n}", found, one.gradients)})
        for n, one in enumerate(port.backwards)
    ]  # fmt: skip
    return port


def _listed(stage: str, found: Arrays) -> list[torch.Tensor]:
    values: list[torch.Tensor] = []
    while f"{stage}/{len(values)}" in found:
        values.append(torch.from_numpy(found[f"{stage}/{len(values)}"]))
    return values


def _named(stage: str, found: Arrays, like: Named, scale: float = 1.0) -> Named:
    return {name: torch.from_numpy(found[f"{stage}/{name}"]) / scale for name in like if f"{stage}/{name}" in found}


def _with_rate(values: dict[str, Any], rate: np.ndarray | None) -> dict[str, Any]:
    return values if rate is None else {**values, LEARNING_RATE: float(rate)}
