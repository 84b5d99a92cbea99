"""The comparison of an unsharded net with a sharded port: its ranks are run, recorded, joined and compared."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from safetensors.torch import save_file

from parity.code.errors import CannotCompare
from parity.code.places import is_framework, shown_path
from parity.dumps.folder import places_in
from parity.dumps.read import read_dump
from parity.executions.compare import Asked, compare_executions
from parity.executions.live import LiveRecorder
from parity.nets.adapters import adapt
from parity.nets.base import Subject
from parity.nets.eager import eagerly
from parity.nets.inputs import Input
from parity.nets.loading import Loader
from parity.pipeline.job import Progress
from parity.pipeline.rank_process import RankSpec
from parity.pipeline.ranks import join_ranks
from parity.pipeline.spec import CompareSpec, plain_options, refuse
from parity.report.model import Report
from parity.weights.seeding import seed_weights

_WAITING = 120.0
"""Seconds that the ranks may take: those that wait for each other never end."""
_PAUSE = 0.05
"""Seconds between two looks at the processes."""
_AFTER = 5.0
"""Seconds that the others get to say why they end, once one has."""
_PEER = "gloo/transport"
"""What stands in the error of a rank that lost another."""
_FRAME = re.compile(r'File "([^"]+)", line (\d+) in (\S+)')
_REFUSED = ("grad", "init", "steps", "thorough", "max_memory", "runtime", "precision")


def compare_ranks(spec: CompareSpec, inputs: tuple[Input, ...], progress: Progress) -> Report:
    """Compare an unsharded reference with a port that runs as several ranks.

    The reference runs in this process with seeded weights; each rank of the port is a process of its own (gloo) that
    is given its part of them. What the ranks compute is joined and compared as dumps are.

    Args:
        spec (CompareSpec): what was asked for; ``spec.ranks`` says how many.
        inputs (tuple[Input, ...]): the tensors both sides are given.
        progress (Progress): told what is being done.

    Raises:
        CannotCompare: if a side does not run, ranks wait for each other without end, or a weight fits none of the
            reference's.
    """
    refuse(spec, _REFUSED, "several ranks are compared by one run")
    if not isinstance(spec.port, str) or not isinstance(spec.reference, str):
        raise CannotCompare("the nets of several ranks are given as text: file.py:Name")
    if spec.weights != "seeded" or spec.port_weights:
        raise CannotCompare("several ranks get seeded weights: leave --weights away")
    names = (spec.reference_name or spec.reference, spec.port_name or spec.port)
    with TemporaryDirectory() as folder:
        with Loader() as loader, eagerly():
            progress("running the reference", 0.05)
            subject = adapt(loader.build(spec.reference, spec.seed, "reference", names[0]), "reference")
            subject.set_mode(spec.mode)
            seed_weights(subject, spec.seed)
            task = _written(subject, spec, inputs, Path(folder))
            reference = LiveRecorder(subject).run([entry.tensor for entry in inputs], spec.seed)
        progress(f"running {spec.ranks} ranks", 0.2)
        launch(task, spec.ranks, Path(folder), _WAITING)
        framework = _framework(Path(folder))
        runs = [replace(read_dump(place), framework=framework) for place in places_in(Path(folder) / "dump")]
        joins = join_ranks([[replace(reference, step=runs[0].step)], runs], progress)
        asks = Asked(names, (Path(),), spec.mode == "train", plain_options(spec), joins.stages)
        reference_runs, port_runs = joins.sides
        assert reference_runs is not None
        assert port_runs is not None
        return joins.told(compare_executions(reference_runs, port_runs, asks, progress))


def _written(subject: Subject, spec: CompareSpec, inputs: Sequence[Input], folder: Path) -> Path:
    """Write what the ranks are given; return the file that says what they do."""
    weights = {weight.name: weight.tensor.detach().clone() for weight in subject.weights}
    floats = {name: tensor.contiguous() for name, tensor in weights.items() if tensor.is_floating_point()}
    save_file(floats, folder / "weights.safetensors")
    given = {f"{number:03d}": entry.tensor.contiguous() for number, entry in enumerate(inputs)}
    save_file(given, folder / "inputs.safetensors")
    task = RankSpec(
        str(spec.port), spec.mode, spec.seed, str(folder / "inputs.safetensors"), str(folder / "weights.safetensors"),
        tuple(floats), dict(spec.mapping or {}), str(folder / "dump"), str(folder / "stacks{rank}.txt"),
    )  # fmt: skip
    task.save(folder / "task.json")
    return folder / "task.json"


def launch(task: Path, ranks: int, folder: Path, waiting: float) -> None:
    """Run a process for each rank until all have ended.

    Args:
        task (Path): what they do, as `RankSpec.save` wrote it.
        ranks (int): how many.
        folder (Path): where their output goes.
        waiting (float): seconds that they may take.

    Raises:
        CannotCompare: if one fails, or they do not end.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    started: list[subprocess.Popen[bytes]] = []
    try:
        for rank in range(ranks):
            place = {"RANK": str(rank), "LOCAL_RANK": str(rank), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
            sizes = dict.fromkeys(("WORLD_SIZE", "LOCAL_WORLD_SIZE"), str(ranks))
            with (folder / f"out{rank}").open("wb") as out, (folder / f"err{rank}").open("wb") as err:
                words = [sys.executable, "-m", "parity.pipeline.rank_process", str(task)]
                environment = {**os.environ, **place, **sizes, "OMP_NUM_THREADS": "1"}
                started.append(subprocess.Popen(words, stdout=out, stderr=err, env=environment))  # noqa: S603
        _wait(started, folder, waiting)
    finally:
        for process in started:
            process.kill()
            process.wait()


def _wait(started: Sequence[subprocess.Popen[bytes]], folder: Path, waiting: float) -> None:
    until = time.monotonic() + waiting
    while any(process.poll() is None for process in started) and not any(process.poll() for process in started):
        if time.monotonic() > until:
            raise CannotCompare(_stuck(started, folder, waiting))
        time.sleep(_PAUSE)
    until = time.monotonic() + _AFTER
    while any(process.poll() is None for process in started) and time.monotonic() < until:
        time.sleep(_PAUSE)
    said = [(rank, _said(folder, rank)) for rank, process in enumerate(started) if process.poll()]
    if said:
        rank, why = next((one for one in said if _PEER not in one[1]), said[0])  # not the one that lost the other
        raise CannotCompare(f"rank {rank} of the port: {why}")


def _framework(folder: Path) -> str:
    """Return what the port is a net of, which a dump of torch's calls does not say."""
    (line,) = [
        line for line in (folder / "out0").read_text(encoding="utf-8").splitlines() if line.startswith('{"done"')
    ]
    return str(json.loads(line)["framework"])


def _said(folder: Path, rank: int) -> str:
    """Return why a rank ended, in a line."""
    for line in reversed((folder / f"out{rank}").read_text(encoding="utf-8", errors="replace").splitlines()):
        if line.startswith('{"error"'):
            return str(json.loads(line)["error"])
    lines = (folder / f"err{rank}").read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1].strip().removeprefix("what(): ") if lines else "its process ended"


def _stuck(started: Sequence[subprocess.Popen[bytes]], folder: Path, waiting: float) -> str:
    """Say where each rank that still runs waits."""
    running = [rank for rank, process in enumerate(started) if process.poll() is None]
    for rank in running:
        started[rank].send_signal(signal.SIGUSR1)
    time.sleep(0.5)
    places = [f"rank {rank} at {_place(folder / f'stacks{rank}.txt')}" for rank in running]
    others = [f"rank {rank} has ended" for rank in range(len(started)) if rank not in running]
    return f"the ranks of the port do not end within {waiting:.0f} s: {', '.join([*places, *others])}"


def _place(file: Path) -> str:
    """Return the innermost line of the user's among the frames that were written."""
    frames = _FRAME.findall(file.read_text(encoding="utf-8", errors="replace")) if file.exists() else []
    own = [(name, line) for name, line, _ in frames if not is_framework(name) and "python3" not in name]
    return f"{shown_path(own[0][0])}:{own[0][1]}" if own else "a line that is not the port's own"
