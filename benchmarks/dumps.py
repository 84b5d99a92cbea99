"""What a comparison of two dumps takes: memory beside the program against the largest tensor, and time by entries.

    python -m benchmarks.dumps [--only memory|entries] [--elements 16777216] [--gigabytes 2.2] [--folder FOLDER]

A net of linear layers, norms, convolutions, products and activations on one size of tensor is written as a dump at
level mix; the port beside it is right, or has another epsilon and another form of GELU. Memory is that of anonymous
pages: those of mapped files are the kernel's to drop. It is read off every few milliseconds; what the comparison of a
tiny dump takes is the program's own. Exit code 1 if a claim does not hold. Linux alone.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from parity.pipeline.dumped import record_dump

_ROOT = Path(__file__).resolve().parent.parent
_MEGABYTE = 1e6
_OF_LARGEST = 4.0
_SECONDS = 60.0
_WIDTH = 256
_SAMPLED = 0.002
_RUN = "from cli.main import main; raise SystemExit(main())"

_NET = """
import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(256, 256)
        self.norm = nn.LayerNorm(256{eps})
        self.mix = nn.Conv2d(256, 256, 3, padding=1, groups=32)

    def forward(self, x):
        y = F.gelu(self.norm(self.first(x)){gelu})
        y = self.mix(y.reshape(-1, 256, 8, 8)).reshape(-1, 256)
        return torch.softmax(y, -1) * torch.sigmoid(x) + x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in range({blocks}))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
"""
_MIB_OF_BLOCK = 26  # tensors of the full size that a block leaves at level mix


@dataclass(frozen=True, slots=True)
class Taken:
    """What a comparison took.

    Args:
        name (str): of what was compared.
        bytes (int): of both dumps.
        peak (float): bytes of anonymous memory at most.
        seconds (float): wall clock.
        cpu (float): seconds of processor time.
        verdict (str): the first line that was printed.
    """

    name: str
    bytes: int
    peak: float
    seconds: float
    cpu: float
    verdict: str


def written(folder: Path, name: str, elements: int, blocks: int, *, wrong: bool = False) -> Path:
    """Write the dump of a net whose tensors have so many elements.

    Args:
        folder (Path): where the net and its dump are put.
        name (str): of both.
        elements (int): of one tensor; a multiple of 16384.
        blocks (int): how many blocks of ten calls.
        wrong (bool): another epsilon and another form of GELU. Default: ``False``.

    Returns:
        Path, the dump.
    """
    target = folder / f"{name}.py"
    changes = {"eps": ", eps=1e-3", "gelu": ", approximate='tanh'"} if wrong else {"eps": "", "gelu": ""}
    target.write_text(_NET.format(blocks=blocks, **changes), encoding="utf-8")
    inputs = (f"float32[{elements // _WIDTH},{_WIDTH}]",)
    record_dump(
        f"{target}:Net", folder / f"{name}_dump", inputs, mode="eval", seed=0, weights="seeded", statistics=False
    )
    return folder / f"{name}_dump"


def compared(name: str, reference: Path, port: Path, folder: Path) -> Taken:
    """Compare two dumps in a process of its own and return what it took.

    Args:
        name (str): of what is compared.
        reference (Path): a dump.
        port (Path): another.
        folder (Path): where the sources of the nets lie.

    Raises:
        RuntimeError: if it ends with 2.
    """
    begun, used = time.perf_counter(), _cpu()
    command = [sys.executable, "-c", _RUN, "compare", str(reference), str(port), "--source", str(folder)]
    with tempfile.TemporaryFile("w+") as said:
        peak = 0.0
        with subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, cwd=_ROOT) as process:
            try:
                while process.poll() is None:
                    peak = max(peak, _anonymous(process.pid))
                    time.sleep(_SAMPLED)
            finally:
                process.kill()
        said.seek(0)
        text = said.read()
    if process.returncode > 1:
        raise RuntimeError(f"{name}: {text[-600:]}")
    size = sum(file.stat().st_size for dump in (reference, port) for file in dump.rglob("*") if file.is_file())
    return Taken(name, size, peak, time.perf_counter() - begun, _cpu() - used, (text.splitlines() or [""])[0])


def _cpu() -> float:
    """Return the processor time of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _anonymous(process: int) -> float:
    """Return the bytes of a process's memory that no file stands for."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((float(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon")), 0.0)


def memory(folder: Path, elements: int, gigabytes: float) -> Iterator[tuple[Taken, float]]:
    """Compare large dumps, right and wrong; yield what each took, and the claim for its memory.

    Args:
        folder (Path): on a disk.
        elements (int): of the largest tensor.
        gigabytes (float): of each dump.
    """
    blocks = max(1, round(gigabytes * 1e9 / (_MIB_OF_BLOCK * 4 * elements)))
    tiny = written(folder, "tiny", 1 << 14, 1)
    program = compared("the program", tiny, tiny, folder)
    yield program, float("inf")
    claim = program.peak + _OF_LARGEST * 4 * elements
    right = written(folder, "right", elements, blocks)
    yield compared("right", right, right, folder), claim
    wrong = written(folder, "wrong", elements, blocks, wrong=True)
    yield compared("two mistakes", right, wrong, folder), claim


def entries(folder: Path, count: int = 20_000) -> Taken:
    """Compare dumps of so many entries and return what it took.

    Args:
        folder (Path): on a disk.
        count (int): of the entries of each. Default: ``20000``.
    """
    dump = written(folder, "long", 1 << 14, count // 14)
    return compared(f"{count} entries", dump, dump, folder)


def main() -> int:
    """Run the command line.

    Returns:
        int: the exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", choices=["", "memory", "entries"], help="one part")
    parser.add_argument("--elements", type=int, default=1 << 24, help="of the largest tensor")
    parser.add_argument("--gigabytes", type=float, default=2.2, help="of each dump")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="a folder on a disk")
    asked = parser.parse_args()
    holds = True
    if asked.only in {"", "memory"}:
        with tempfile.TemporaryDirectory(dir=asked.folder) as empty:
            program = 0.0
            for taken, claim in memory(Path(empty), asked.elements, asked.gigabytes):
                program = program or taken.peak
                beside = (taken.peak - program) / (4 * asked.elements)
                mark = "" if taken.peak <= claim else "  does not hold"
                print(
                    f"{taken.name:14s} {taken.bytes / 1e9:6.2f} GB {taken.peak / _MEGABYTE:6.0f} MB "
                    f"{beside:5.2f} of the largest {taken.seconds:6.1f} s  {taken.verdict[:60]}{mark}",
                    flush=True,
                )
                holds = holds and taken.peak <= claim
    if asked.only in {"", "entries"}:
        with tempfile.TemporaryDirectory(dir=asked.folder) as empty:
            taken = entries(Path(empty))
            fits = min(taken.seconds, taken.cpu) <= _SECONDS
            print(
                f"{taken.name:14s} {taken.seconds:6.1f} s, {taken.cpu:.1f} s of one processor "
                f"{taken.peak / _MEGABYTE:6.0f} MB{'' if fits else '  does not hold'}"
            )
            holds = holds and fits
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
