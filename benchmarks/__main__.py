"""Measure everything the project claims about its cost, and print it as ratios to plain torch.

    python -m benchmarks [--only WORD]

The exit code is 1 if a claim does not hold.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks import calls, checkpoints, data, epochs, imports, large, networks, parity_cost, sources, tiny_ops

_GROUPS = {
    "imports": imports.run,
    "tiny": tiny_ops.run,
    "calls": calls.run,
    "large": large.run,
    "networks": networks.run,
    "checkpoints": checkpoints.run,
    "data": data.run,
    "epochs": epochs.run,
    "compare": parity_cost.run,
    "sources": sources.run,
}


def main() -> int:
    """Run the benchmarks.

    Returns:
        int: the exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=sorted(_GROUPS), help="one group")
    only = parser.parse_args().only
    print(f"{'':38s} {'torch':>12s}  {'ratio':>6s}  {'claim':>6s}")
    holds = True
    for name, run in _GROUPS.items():
        if only not in (None, name):
            continue
        for r in run():
            mark = "" if r.holds else "  does not hold"
            print(f"{r.name:38s} {r.plain_us:9.2f} us  {r.ratio:6.2f}  {r.limit:6.2f}{mark}", flush=True)
            holds = holds and r.holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
