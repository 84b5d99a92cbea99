"""What large nets and checkpoints take: highest memory of the whole process, and time, each in a fresh process.

    python -m benchmarks.scale [--only WORD] [--folder FOLDER]

Compared: transformers of 100 million, 1 billion and 7 billion parameters in float32 and their ports. Converted: a
checkpoint of 15 GB in shards, to MindSpore's names. Needs 60 GB of disk in FOLDER for the largest pair, and 32 GB for
the checkpoint. Exit code 1 if a claim does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file

_ROOT = Path(__file__).resolve().parent.parent
_GIGABYTE = 1e9
_SHARD = 2 * _GIGABYTE

_RUN = """
import json, resource, sys
from cli.main import main
sys.argv = ["ms2torch", *sys.argv[1:]]
try:
    code = main()
except SystemExit as done:
    code = done.code
used = resource.getrusage(resource.RUSAGE_SELF)
scale = 1 if sys.platform == "darwin" else 1024
print(json.dumps([code or 0, used.ru_maxrss * scale, used.ru_utime + used.ru_stime]))
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a command took.

    Args:
        name (str): of what was done.
        size (float): bytes of the weights of one net, or of the checkpoint.
        peak (float): bytes of memory of the whole process at most, imports included.
        claim (float): bytes that it may take.
        cpu (float): seconds of processor time.
        seconds (float): wall clock.
    """

    name: str
    size: float
    peak: float
    claim: float
    cpu: float
    seconds: float


def _command(words: list[str], folder: Path) -> tuple[float, float, float]:
    """Run the command in a process of its own and return its peak, its processor time and its time.

    Raises:
        RuntimeError: if it does not end with 0.
    """
    begun = time.perf_counter()
    surroundings = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": str(_ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *words], capture_output=True, text=True, check=False, cwd=_ROOT, env=surroundings
    )
    lines = done.stdout.splitlines()
    code, peak, cpu = json.loads(lines[-1]) if lines and lines[-1].startswith("[") else (done.returncode, 0, 0)
    if code:
        raise RuntimeError(f"ms2torch {' '.join(words)} ended with {code}: {(done.stdout + done.stderr)[-600:]}")
    return peak, cpu, time.perf_counter() - begun


def _compared(name: str, blocks: int, width: int, claim: float) -> Callable[[Path], Taken]:
    """Return the comparison of a transformer of so many blocks with its port."""

    def measure(folder: Path) -> Taken:
        targets = [f"benchmarks/transformers_{side}.py:net({blocks}, {width})" for side in ("torch", "mindspore")]
        peak, cpu, seconds = _command(["compare", *targets, "--input", f"float32[1,16,{width}]"], folder)
        size = 4.0 * blocks * (12 * width * width + 13 * width)
        return Taken(f"compare, {name}", size, peak, claim or 1.5 * size, cpu, seconds)

    return measure


def _converted(gigabytes: float, width: int = 4096) -> Callable[[Path], Taken]:
    """Return the conversion of a checkpoint of this size, of square weights with one embedding eight times as tall."""

    def measure(folder: Path) -> Taken:
        source, out = folder / "published", folder / "converted"
        source.mkdir()
        size = _write_shards(source, gigabytes * _GIGABYTE, width)
        largest = 8 * 4 * width * width
        peak, cpu, seconds = _command(["weights", str(source), str(out), "--to", "mindspore"], folder)
        return Taken(f"convert, {gigabytes:g} GB", size, peak, _imports(folder) + 3 * largest, cpu, seconds)

    return measure


def _imports(folder: Path) -> float:
    """Return what a conversion of next to nothing takes."""
    save_file({"weight": torch.zeros(2, 2)}, folder / "tiny.safetensors", metadata={"format": "pt"})
    words = ["weights", str(folder / "tiny.safetensors"), str(folder / "tiny.ckpt"), "--to", "mindspore"]
    return _command(words, folder)[0]


def _write_shards(folder: Path, size: float, width: int) -> float:
    """Write a checkpoint in shards with its index; return its bytes."""
    torch.manual_seed(0)
    names = ["model.embed_tokens.weight"]
    names += [f"model.layers.{number}.mlp.up_proj.weight" for number in range(round(size / (4 * width * width)) - 8)]
    where: dict[str, str] = {}
    shard: dict[str, torch.Tensor] = {}
    total, number = 0.0, 0
    for name in names:
        shard[name] = torch.randn(8 * width if name == names[0] else width, width)
        total += shard[name].nbytes
        if sum(tensor.nbytes for tensor in shard.values()) >= _SHARD or name == names[-1]:
            number += 1
            file = f"model-{number:05d}.safetensors"
            save_file(shard, folder / file, metadata={"format": "pt"})
            where.update(dict.fromkeys(shard, file))
            shard.clear()
    index = {"metadata": {"total_size": int(total)}, "weight_map": where}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    return total


CASES: dict[str, Callable[[Path], Taken]] = {
    "100M": _compared("100M parameters", 8, 1024, 0.0),
    "1B": _compared("1B parameters", 20, 2048, 0.0),
    "7B": _compared("7B parameters", 35, 4096, 16 * _GIGABYTE),
    "4GB": _converted(4),
    "15GB": _converted(15),
}


def measured(only: str, folder: Path) -> Iterator[Taken]:
    """Measure one case after the other, each in an empty folder.

    Args:
        only (str): a case; "" for all.
        folder (Path): on a disk.
    """
    for name, measure in CASES.items():
        if only in {"", name}:
            with tempfile.TemporaryDirectory(dir=folder) as empty:
                yield measure(Path(empty))


def main() -> int:
    """Run the command line.

    Returns:
        int: the exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", choices=["", *CASES], help="one case")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="a folder on a disk")
    asked = parser.parse_args()
    print(f"{'':28s} {'size':>8s} {'memory':>9s} {'claim':>9s} {'CPU':>8s} {'time':>8s}")
    holds = True
    for taken in measured(asked.only, asked.folder):
        gigabytes = [f"{value / _GIGABYTE:6.2f} GB" for value in (taken.size, taken.peak, taken.claim)]
        mark = "" if taken.peak <= taken.claim else "  does not hold"
        print(f"{taken.name:28s} {' '.join(gigabytes)} {taken.cpu:6.0f} s {taken.seconds:6.0f} s{mark}", flush=True)
        holds = holds and taken.peak <= taken.claim
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
