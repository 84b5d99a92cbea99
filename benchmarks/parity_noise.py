"""How far correct ports are apart: the figures that `parity.measure.judgement` rests on.

    python -m benchmarks.parity_noise [--seeds N] [--only WORD]

Compares every correct port of tests/defects in float32, float16 and bfloat16 and prints, over the nets' outputs, the
distribution of relative errors in float64 and of errors in the working precision over the reference's own noise, and
every comparison that does not end with "same". Exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import parity
from tools.defects import FOLDER, Case, correct_ports

DTYPES = ("float32", "float16", "bfloat16")
QUANTILES = (0.5, 0.9, 0.99, 1.0)


def quantiles(values: list[float]) -> str:
    """Write the quantiles of some figures."""
    ordered = sorted(values)
    if not ordered:
        return "none"
    last = len(ordered) - 1
    return "  ".join(f"{int(100 * share)}% {ordered[int(share * last)]:.2g}" for share in QUANTILES)


def targets(case: Case) -> tuple[str, str]:
    """Return the two targets of a correct port as it stands in the repository."""
    port = next(path for path in (FOLDER / "nets" / case.port, FOLDER / "correct" / case.port) if path.exists())
    return f"{FOLDER / 'nets' / case.reference}:{case.target}", f"{Path(port)}:{case.target}"


def main(words: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parity_noise", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--only", default="", help="only ports whose file name contains this")
    asked = parser.parse_args(words)
    exact: dict[str, list[float]] = defaultdict(list)
    ratios: dict[str, list[float]] = defaultdict(list)
    alarms = runs = 0
    for case in (case for case in correct_ports() if asked.only in case.port):
        for seed in range(asked.seeds):
            for dtype in DTYPES:
                report = parity.compare(*targets(case), case.inputs, seed=seed, dtype=dtype)
                runs += 1
                found = [output.errors for output in report.outputs]
                exact[dtype] += [e.float64.rel_l2 for e in found if e.float64 and e.float64.rel_l2 is not None]
                ratios[dtype] += [e.ratio for e in found if e.ratio is not None]
                if report.verdict != "same":
                    alarms += 1
                    told = next((f for f in report.findings if f.severity == "error"), None)
                    said = f"{told.rule} {told.port_layer}: {told.evidence or told.message}" if told else ""
                    print(f"ALARM {case.port} seed {seed} {dtype}: {said}")
    for dtype, errors in exact.items():
        print(f"{dtype:8} float64 relative error: {quantiles(errors)}")
        print(f"{dtype:8} ratio to the noise:     {quantiles(ratios[dtype])}")
    print(f"{runs} comparisons of correct ports, {alarms} false alarms")
    return int(alarms > 0)


if __name__ == "__main__":
    sys.exit(main())
