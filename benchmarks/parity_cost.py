"""What a comparison costs: time over the plain forwards, memory over the reference's weights, each in a fresh process.

    python -m benchmarks.parity_cost [--only WORD] [--large]

The pairs are a tiny one, an encoder of 24 layers, ResNet-50, and transformers of 110 and 300 million parameters; one
of a billion with `--large`. Of the tiny pairs the processor time counts that is spent beside importing torch,
and beside torch's own optimizer, whose first step imports torch's compiler. Exit code 1 if a claim does not hold.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks._timing import Ratio

_ROOT = Path(__file__).resolve().parent.parent
_FORWARDS = 6.0
_WEIGHTS = 1.5
_TINY_SECONDS = 1.0

_MEASURE = """
import json, resource, sys, time
asked = json.loads(sys.argv[1])
begun = time.process_time()
import torch
torch.set_num_threads(1)
if "steps" in asked["options"]:
    layer = torch.nn.Linear(4, 4)
    optimizer = torch.optim.AdamW(layer.parameters(), 1e-3)
    layer(torch.ones(2, 4)).sum().backward()
    optimizer.step()
imported = time.process_time() - begun
sys.path[:0] = asked["path"]
from parity import compare
if asked["weights"]:  # what the first comparison loads is no part of what the pair takes
    compare(torch.nn.Linear(4, 4), torch.nn.Linear(4, 4), ["float32[2,4]"])
scale = 1 if sys.platform == "darwin" else 1024
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
report = compare(asked["reference"], asked["port"], asked["inputs"], **asked["options"])
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale - before
print(json.dumps({
    "verdict": report.verdict, "grown": grown, "weights": 4 * report.reference.parameters,
    "plain": report.timings.plain_forwards_s, "ratio": report.timings.ratio,
    "beside": time.process_time() - begun - imported,
}))
"""


@dataclass(frozen=True)
class Case:
    """A correct pair to measure.

    Args:
        name (str): in words.
        reference (str): its target.
        port (str): likewise.
        inputs (list[str]): specs.
        weights (bool): whether its weights are what takes memory. Default: ``False``.
        options (Mapping[str, str | int]): further options of `compare`. Default: none.
    """

    name: str
    reference: str
    port: str
    inputs: list[str]
    weights: bool = False
    options: Mapping[str, str | int] = field(default_factory=dict)


def _transformer(name: str, blocks: int) -> Case:
    targets = (f"benchmarks/transformers_{side}.py:net({blocks})" for side in ("torch", "mindspore"))
    return Case(name, *targets, ["float32[1,16,1024]"], weights=True)


CASES = (
    Case(
        "tiny, forward", "examples/seed_conv_torch.py:make", "examples/seed_conv_pad.py:make", ["float32[2,120,12,12]"]
    ),
    Case(
        "tiny, optimizer",
        "torch.nn:Linear(4, 4)",
        "mindspore.nn:Dense(4, 4)",
        ["float32[2,4]"],
        options={
            "steps": 3,
            "ref_optimizer": "torch.optim.AdamW(1e-3, weight_decay=0.1)",
            "port_optimizer": "mint.optim.AdamW(lr=1e-3, weight_decay=0.1)",
        },
    ),
    Case(
        "encoder, 24 layers",
        "examples/encoder_torch.py:encoder(layers=24)",
        "examples/encoder_mindspore.py:encoder(layers=24)",
        ["int64[4,64]<1000"],
    ),
    Case(
        "ResNet-50",
        "examples/resnet50_torch.py:resnet50",
        "examples/resnet50_mindspore.py:resnet50",
        ["float32[1,3,224,224]"],
    ),
    _transformer("110M parameters", 9),
    _transformer("300M parameters", 24),
)
LARGE = _transformer("1B parameters", 80)


def measured(case: Case) -> dict[str, float]:
    """Compare a pair in a process of its own and return what it took."""
    asked = {
        "reference": case.reference, "port": case.port, "inputs": case.inputs, "weights": case.weights,
        "options": dict(case.options),
        "path": [str(_ROOT), str(_ROOT / "examples")],
    }  # fmt: skip
    command = [sys.executable, "-c", _MEASURE, json.dumps(asked)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT).stdout
    found: dict[str, float] = json.loads(said.splitlines()[-1])
    if found["verdict"] != "same":
        raise RuntimeError(f"{case.name}: the verdict is {found['verdict']}, and this pair is the same")
    return found


def ratios(case: Case) -> Iterator[Ratio]:
    """Yield what a pair costs beside the claims."""
    found = measured(case)
    if case.name.startswith("tiny"):
        yield Ratio(f"compare, {case.name}: s beside torch", found["plain"] * 1e6, found["beside"], _TINY_SECONDS)
        return
    yield Ratio(f"compare, {case.name}: time", found["plain"] * 1e6, found["ratio"], _FORWARDS)
    if case.weights:
        yield Ratio(f"compare, {case.name}: memory", found["plain"] * 1e6, found["grown"] / found["weights"], _WEIGHTS)


def run() -> Iterator[Ratio]:
    """Measure every pair but the largest."""
    for case in CASES:
        yield from ratios(case)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pairs whose name holds this word")
    parser.add_argument("--large", action="store_true", help="the pair of a billion parameters, too")
    asked = parser.parse_args()
    holds = True
    for case in (*CASES, LARGE) if asked.large else CASES:
        for ratio in ratios(case) if asked.only in case.name else ():
            mark = "" if ratio.holds else "  does not hold"
            print(f"{ratio.name:38s} {ratio.ratio:6.2f}  {ratio.limit:6.2f}{mark}", flush=True)
            holds = holds and ratio.holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
