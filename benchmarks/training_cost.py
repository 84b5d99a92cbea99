"""What `train-compare` takes beside the two trainings alone: ``python -m benchmarks.training_cost [--width N]``.

A multilayer perceptron with AdamW in torch and its port; each run is a process of its own. Time is the processor's,
without imports; memory is the largest that is the process's own, without files that are mapped.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

REFERENCE = """\
import torch
from torch import nn


def train():
    generator = torch.Generator().manual_seed(1)
    net = nn.Sequential(*(part for _ in range(8) for part in (nn.Linear(WIDTH, WIDTH), nn.GELU())))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for _ in range(STEPS):
        x = torch.randn(BATCH, WIDTH, generator=generator)
        loss = nn.functional.mse_loss(net(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
PORT = """\
import mindspore as ms
import torch
from mindspore import nn, ops


def train():
    generator = torch.Generator().manual_seed(1)
    net = nn.SequentialCell(*(part for _ in range(8) for part in (nn.Dense(WIDTH, WIDTH), nn.GELU(approximate=False))))
    net.set_train()
    optimizer = ms.mint.optim.AdamW(net.trainable_params(), lr=1e-3)
    differentiate = ms.value_and_grad(lambda x: ops.mse_loss(net(x), x), None, optimizer.parameters)
    for _ in range(STEPS):
        loss, grads = differentiate(ms.Tensor(torch.randn(BATCH, WIDTH, generator=generator).numpy()))
        optimizer(grads)
"""


def own_memory() -> float:
    """Return how much memory is this process's own now, in megabytes."""
    text = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith("RssAnon"))


class Peak(threading.Thread):
    """Looks at the memory every few milliseconds."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0.0

    def run(self) -> None:
        """Look until the process ends."""
        while True:
            self.most = max(self.most, own_memory())
            time.sleep(0.005)


def measure(what: str, folder: Path, steps: int) -> None:
    """Run the reference, the port or the comparison in this process, and print seconds and megabytes."""
    import torch

    from parity.curves.trainings import compare_trainings
    from parity.nets.loading import Loader

    torch.set_num_threads(1)
    targets = {side: f"{folder / side}.py:train" for side in ("reference", "port")}
    with Loader() as loader:
        train = loader.function(targets[what]) if what in targets else None
        if train is None:
            loader.function(targets["port"])  # what it imports is not the comparison's
        before, peak, since = own_memory(), Peak(), time.process_time()
        peak.start()
        if train is not None:
            train()
        else:
            compare_trainings(targets["reference"], targets["port"], steps=steps, lines=False)
        print(f"{time.process_time() - since:.2f} {peak.most - before:.0f}")


def main() -> int:
    """Print the figures of the three runs and the two ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=768)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        measure(given.run[0], Path(given.run[1]), given.steps)
        return 0
    found: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for side, text in (("reference", REFERENCE), ("port", PORT)):
            written = text.replace("WIDTH", str(given.width)).replace("BATCH", str(given.batch))
            (Path(folder) / f"{side}.py").write_text(written.replace("STEPS", str(given.steps)), encoding="utf-8")
        for what in ("reference", "port", "comparison"):
            command = [
                sys.executable,
                "-m",
                "benchmarks.training_cost",
                "--steps",
                str(given.steps),
                "--run",
                what,
                folder,
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            seconds, megabytes = map(float, done.stdout.split()[-2:])
            found[what] = seconds, megabytes
            print(f"{what:12}{seconds:8.2f} s {megabytes:8.0f} MB", flush=True)
    both = [found["reference"][n] + found["port"][n] for n in range(2)]
    weights = 8 * given.width * (given.width + 1) * 4 / 2**20
    print(f"the comparison takes {found['comparison'][0] / both[0]:.1f} times the time of both trainings, and "
          f"{found['comparison'][1] - both[1]:.0f} MB more than both; the weights take {weights:.0f} MB")  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
