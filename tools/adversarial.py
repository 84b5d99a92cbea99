"""Compare every pair of tests/parity/adversarial, each in a process of its own, and count what was missed.

    python -m tools.adversarial [--only WORD]... [--thorough] [--show]

A pair is judged by what is known of it:

- a right port is LEFT ALONE if the comparison ends with exit code 0;
- a pair that differs in any run is SEEN if it ends with exit code 1;
- a pair of which nothing can be compared is REFUSED if it ends with exit code 2;
- a pair that differs elsewhere (train mode, gradients, other sizes ...) is SEEN with exit code 1; without `--thorough`
  it is SAID if a warning names it or the report lists what was not looked at.

Exit code 1 if a right port is accused, a plain difference is missed, a "same" is silent, or, with `--thorough`, less
than 95 % of the differences are seen.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.parity.adversarial._pair import Pair
from tests.parity.adversarial.table import PAIRS

SEEN_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the tool said of a pair."""

    pair: Pair
    exit_code: int
    report: dict[str, Any]
    text: str
    seconds: float

    @property
    def word(self) -> str:
        """What that is worth."""
        shows = self.pair.shows
        wanted = {"": 0, "plain": 1, "never": 2}.get(shows)
        if wanted is not None:
            good = {"": "left alone", "plain": "seen", "never": "refused"}[shows]
            return good if self.exit_code == wanted else "ACCUSED" if not shows else "MISSED"
        if self.exit_code == 1:
            return "seen"
        return "said" if self.exit_code == 0 and self._is_said() else "MISSED"

    def _is_said(self) -> bool:
        warned = any(finding["severity"] == "warning" for finding in self.report.get("findings", ()))
        return warned or bool(self.report.get("coverage", {}).get("not_looked_at"))


def run(pair: Pair, words: tuple[str, ...]) -> Outcome:
    """Compare one pair in a child process.

    Args:
        pair (Pair): the pair.
        words (tuple[str, ...]): further words of the command line.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), time.perf_counter()
        pair.write(folder)
        child = os.fork()
        if not child:
            _compare(pair, words, folder)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        report = folder / "report.json"
        data = json.loads(report.read_text()) if report.exists() else {}
        return Outcome(pair, code, data, (folder / "said").read_text(), time.perf_counter() - begun)


def _compare(pair: Pair, words: tuple[str, ...], folder: Path) -> None:
    import cli.main

    os.chdir(folder)
    said = os.open("said", os.O_WRONLY | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    sys.argv = ["ms2torch", *pair.command("--json", "report.json", *words)]
    code = 99
    try:
        cli.main.main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0
    finally:
        os._exit(code)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], help="pairs whose name holds this word")
    parser.add_argument("--thorough", action="store_true", help="compare with --thorough")
    parser.add_argument("--show", action="store_true", help="print what the tool said")
    args = parser.parse_args()
    import torch

    import cli.compare
    import ms2torch.nn
    import parity

    del cli, ms2torch
    torch.set_num_threads(1)
    assert parity.compare  # loads what every child needs
    counted: Counter[tuple[str, str]] = Counter()
    for name, pair in PAIRS.items():
        if args.only and not any(word in name for word in args.only):
            continue
        outcome = run(pair, ("--thorough",) if args.thorough else ())
        counted[pair.shows or "right", outcome.word] += 1
        print(f"{outcome.word:10} {name} ({pair.shows or 'right'}, {outcome.seconds:.1f} s)", flush=True)
        if args.show or (outcome.word in {"ACCUSED", "MISSED"} and outcome.text):
            print(outcome.text)
    return _summed(counted, thorough=args.thorough)


def _summed(counted: Counter[tuple[str, str]], *, thorough: bool) -> int:
    for (shows, word), number in sorted(counted.items()):
        print(f"{shows}: {number} {word}")
    elsewhere = {key: number for key, number in counted.items() if key[0] not in {"right", "never"}}
    total = sum(elsewhere.values())
    seen = sum(number for (_, word), number in elsewhere.items() if word == "seen")
    print(f"{sum(counted.values())} pairs; {seen} of {total} differences seen")
    bad = any(word in {"ACCUSED", "MISSED"} for (_, word) in counted if not thorough or word == "ACCUSED")
    return int(bad or (thorough and total > 0 and seen < SEEN_SHARE * total))


if __name__ == "__main__":
    sys.exit(main())
