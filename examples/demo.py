"""Compare four pairs of networks with `ms2torch compare`: two ports that are right, two that are silently wrong.

    python examples/demo.py [--reports FOLDER]

Prints what each comparison prints, writes one JSON report per pair, and ends with a summary. The exit code is 0 if
every verdict is the expected one and each planted mistake was named, 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
VERDICTS = {0: "same", 1: "different"}


@dataclass(frozen=True)
class Pair:
    """Two networks and what the comparison must find.

    Args:
        name (str): of the report file.
        reference (str): the torch net, `file.py:make`.
        port (str): the MindSpore net, `file.py:make`.
        input (str): a spec, `float32[1,3,224,224]`.
        verdict (str): "same" or "different".
        named (tuple[str, ...]): the MindSpore arguments that the findings must name.
    """

    name: str
    reference: str
    port: str
    input: str
    verdict: str
    named: tuple[str, ...] = ()


IMAGE = "float32[1,3,224,224]"
TOKENS = "int64[2,16]<1000"
PAIRS = (
    Pair("resnet50", "resnet50_torch.py:resnet50", "resnet50_mindspore.py:resnet50", IMAGE, "same"),
    Pair("encoder", "encoder_torch.py:encoder", "encoder_mindspore.py:encoder", TOKENS, "same"),
    Pair(
        "resnet50-mistakes",
        "resnet50_torch.py:resnet50",
        "resnet50_mistakes.py:resnet50",
        IMAGE,
        "different",
        ("pad_mode", "eps"),
    ),
    Pair(
        "encoder-mistakes",
        "encoder_torch.py:encoder",
        "encoder_mistakes.py:encoder",
        TOKENS,
        "different",
        ("epsilon", "approximate"),
    ),
)


@dataclass(frozen=True)
class Outcome:
    """What came of one pair.

    Args:
        pair (Pair): the pair.
        verdict (str): "same", "different" or "error".
        because (tuple[str, ...]): the arguments that the findings of severity "error" name, without repetition.
        seconds (float): how long it took.
    """

    pair: Pair
    verdict: str
    because: tuple[str, ...]
    seconds: float

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is right and every planted mistake is named, and no error is where none was planted."""
        if self.verdict != self.pair.verdict:
            return False
        return set(self.pair.named) <= set(self.because) and (self.verdict != "same" or not self.because)


def compare(pair: Pair, reports: Path) -> Outcome:
    """Run one comparison as a user would, its output shown, and read its report."""
    report = reports / f"{pair.name}.json"
    report.unlink(missing_ok=True)
    command = ["compare", str(EXAMPLES / pair.reference), str(EXAMPLES / pair.port), "--input", pair.input]
    shown = " ".join(["ms2torch", "compare", f"examples/{pair.reference}", f"examples/{pair.port}"])
    print(f"\n$ {shown} --input '{pair.input}'", flush=True)
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "ms2torch", *command, "--json", str(report)], check=False)  # noqa: S603 - our own command
    seconds = time.perf_counter() - started
    because: tuple[str, ...] = ()
    verdict = VERDICTS.get(done.returncode, "error")
    if report.exists():
        content = json.loads(report.read_text(encoding="utf-8"))
        faults = [finding["argument"] for finding in content["findings"] if finding["severity"] == "error"]
        because = tuple(dict.fromkeys(str(argument) for argument in faults))
        verdict = content["verdict"] if content["verdict"] == verdict else "error"
    return Outcome(pair, verdict, because, seconds)


def summary(outcomes: list[Outcome], reports: Path) -> str:
    """Return the closing lines."""
    lines = ["", "Summary"]
    for outcome in outcomes:
        reason = f", because of {', '.join(outcome.because)}" if outcome.because else ""
        mark = "as expected" if outcome.as_expected else f"NOT as expected ({wanted(outcome.pair)})"
        lines.append(f"  {outcome.pair.name:18} {outcome.verdict}{reason} - {mark}, {outcome.seconds:.0f} s")
    lines.append(f"  reports: {reports}")
    return "\n".join(lines)


def wanted(pair: Pair) -> str:
    """Return what the pair should have given, in words."""
    return pair.verdict + (f" because of {', '.join(pair.named)}" if pair.named else "")


def main() -> int:
    """Run the demo; return its exit code."""
    parser = argparse.ArgumentParser(description="Compare four pairs of networks.")
    parser.add_argument("--reports", type=Path, default=Path("build/demo"), help="folder of the JSON reports")
    reports = parser.parse_args().reports.resolve()
    reports.mkdir(parents=True, exist_ok=True)
    outcomes = [compare(pair, reports) for pair in PAIRS]
    print(summary(outcomes, reports))
    return 0 if all(outcome.as_expected for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
