"""The figures in the README: measured by commands, kept in docs/figures.toml, never written by hand.

``python -m tools.figures [MEASURE]...`` measures (all, or those named) and writes README.md; with ``--write`` it only
writes it from what is kept.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "figures.toml"
README = ROOT / "README.md"
START, END = "<!-- figures: written by make figures -->", "<!-- end of figures -->"


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the table.

    Args:
        name (str): key in the file.
        what (str): what is measured, in words.
        command (tuple[str, ...]): make target with its arguments.
        pattern (str): regular expression that finds the figures in the output; the last match counts.
        shown (str): how they are written, a format of the groups.
    """

    name: str
    what: str
    command: tuple[str, ...]
    pattern: str
    shown: str


MEASURES = (
    Measure(
        "samples", "operators, methods and layers sampled against recorded MindSpore outputs", ("coverage",),
        r"^│ all +│ *(\d+) +│ *(\d+) +│ *(\d+) +│ *(\d+) +│ *(\d+)", "{1}, without sample or reason {4}",
    ),
    Measure(
        "defects", "planted mistakes in seven networks, cause named", ("defects",),
        r"mistakes seen (\d+) of (\d+), named (\d+) of", "{2} of {1} (all {0} seen)",
    ),
    Measure(
        "ports", "correct ports, written differently, left alone", ("defects",),
        r"correct ports left alone (\d+) of (\d+)", "{0} of {1}",
    ),
    Measure(
        "official", "MindSpore's own mapping of torch's names: answered by the table, executed", ("table",),
        r"^official mapping, (\d+): (\d+) covered, (\d+) contradicted, .* (\d+) out of scope, (\d+) missing",
        "{1} as it says, {2} where it is wrong, {3} out of scope, {4} missing of {0}",
    ),
)  # fmt: skip


def measured(measures: Sequence[Measure], run: Callable[[tuple[str, ...]], str]) -> dict[str, str]:
    """Run each command once and return the figures by name.

    Raises:
        SystemExit: if a command prints no figures.
    """
    outputs = {command: run(command) for command in dict.fromkeys(measure.command for measure in measures)}
    found: dict[str, str] = {}
    for measure in measures:
        matches = list(re.finditer(measure.pattern, outputs[measure.command], re.MULTILINE))
        if not matches:
            raise SystemExit(f"make {' '.join(measure.command)} printed nothing like {measure.pattern!r}")
        found[measure.name] = measure.shown.format(*matches[-1].groups())
    return found


def _make(command: tuple[str, ...]) -> str:
    print(f"make {' '.join(command)}", file=sys.stderr)
    done = subprocess.run(["make", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def table(kept: dict[str, str]) -> str:
    """Return the table in Markdown."""
    rows = [f"| {m.what} | {kept[m.name]} | `make {m.command[0]}` |" for m in MEASURES if m.name in kept]
    return "\n".join(["| measure | figure | command |", "|---|---|---|", *rows])


def with_table(readme: str, kept: dict[str, str]) -> str:
    """Return the README's text with the table in its place."""
    before, _, rest = readme.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{table(kept)}\n{END}{after}"


def load() -> dict[str, str]:
    """Return the figures kept."""
    return tomllib.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def main() -> None:
    """Measure what is asked for and write the README."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=", ".join(m.name for m in MEASURES))
    parser.add_argument("--write", action="store_true", help="measure nothing")
    asked = parser.parse_args()
    kept = load()
    if not asked.write:
        chosen = [m for m in MEASURES if not asked.measures or m.name in asked.measures]
        kept |= measured(chosen, _make)
        lines = [f'{m.name} = "{kept[m.name]}"' for m in MEASURES if m.name in kept]
        head = "# The figures in the README, by measure; written by `make figures`.\n"
        KEPT.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    README.write_text(with_table(README.read_text(encoding="utf-8"), kept), encoding="utf-8")


if __name__ == "__main__":
    main()
