"""One rank of a sharded net: built, given its parts of the weights, run once, and written as a dump.

``python -m parity.pipeline.rank_process FILE`` is started by `parity.pipeline.launched`, once for each rank, with the
environment that torchrun gives; FILE says what to do. A line of JSON on standard output says how it ended.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
from safetensors.torch import load_file

from parity.code.errors import CannotCompare, describe
from parity.dumps.write import write_dump
from parity.executions.live import LiveRecorder
from parity.nets.adapters import adapt
from parity.nets.base import Subject
from parity.nets.eager import eagerly
from parity.nets.loading import Loader
from parity.sharded.cut import cuts


@dataclass(frozen=True, slots=True)
class RankSpec:
    """What a rank does.

    Args:
        target (str): the net.
        mode (str): ``"eval"`` or ``"train"``.
        seed (int): seeds construction and what the net draws.
        inputs (str): a safetensors file; its tensors are given in the order of their names.
        weights (str): a safetensors file of the whole weights.
        order (tuple[str, ...]): the names in it, in order of definition.
        mapping (dict[str, str]): names of the reference to names of the port, where the user settled it.
        output (str): the folder of the dumps.
        stacks (str): where the line at which a rank waits is written when it is asked; ``{rank}`` stands in it.
    """

    target: str
    mode: str
    seed: int
    inputs: str
    weights: str
    order: tuple[str, ...]
    mapping: dict[str, str]
    output: str
    stacks: str

    def save(self, path: Path) -> None:
        """Write it for the processes.

        Args:
            path (Path): the file.
        """
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @staticmethod
    def load(path: Path) -> RankSpec:
        """Read what `save` wrote.

        Args:
            path (Path): the file.
        """
        data = json.loads(path.read_text(encoding="utf-8"))
        return RankSpec(**{**data, "order": tuple(data["order"])})


def main(words: Sequence[str] | None = None) -> int:
    """Run one rank; return 0, or 2 after a line that says why it could not be run."""
    (file,) = sys.argv[1:] if words is None else words
    spec = RankSpec.load(Path(file))
    rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    stacks = Path(spec.stacks.format(rank=rank)).open("w", encoding="utf-8")  # noqa: SIM115 - the handler writes to it
    faulthandler.register(signal.SIGUSR1, stacks, all_threads=False)
    try:
        framework = run(spec, rank, size)
    except CannotCompare as error:
        _say(error=str(error))
        return 2
    except Exception as error:  # noqa: BLE001 - whatever a net raises is said
        _say(error=describe(error))
        return 2
    _say(done=rank, framework=framework)
    return 0


def _say(**told: object) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def run(spec: RankSpec, rank: int, size: int) -> str:
    """Build the net of a rank, give it its weights, run it and write the dump; return what it is a net of.

    Args:
        spec (RankSpec): what to do.
        rank (int): which one it is.
        size (int): how many there are.
    """
    inputs = [tensor for _, tensor in sorted(load_file(spec.inputs).items())]
    with Loader() as loader, eagerly():
        subject = adapt(loader.build(spec.target, spec.seed, "port", spec.target), "port")
        subject.set_mode(spec.mode)
        _fill(subject, spec, rank, size)
        execution = LiveRecorder(subject).run(inputs, spec.seed)
    write_dump(replace(execution, rank=f"rank{rank}"), Path(spec.output))
    return execution.framework


def _fill(subject: Subject, spec: RankSpec, rank: int, size: int) -> None:
    whole = load_file(spec.weights)
    ours = {weight.name: weight for weight in subject.weights if weight.tensor.is_floating_point()}
    shapes = {name: tuple(whole[name].shape) for name in spec.order}
    found = cuts(shapes, {name: tuple(one.tensor.shape) for name, one in ours.items()}, size, spec.mapping)
    with torch.no_grad():
        for name, cut in found.items():
            tensor = ours[name].tensor
            tensor.copy_(cut.of(whole[cut.reference], rank).to(tensor.dtype))


if __name__ == "__main__":
    sys.exit(main())
