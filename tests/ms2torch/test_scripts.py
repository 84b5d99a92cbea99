"""Every program in tests/scripts prints under `ms2torch run` what real MindSpore printed (its `.out`, recorded).

A program says how closely in a comment of its first lines: `# compare: exact` for the very characters, else
`# compare: rtol=1e-4 atol=1e-6` for its floats. Words, punctuation and integers are always compared exactly; blanks and
line breaks are not (numpy chooses them by the digits it prints), and `ms2torch.` may stand where `mindspore.` does.
"""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import warm

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "scripts"
SCRIPTS = sorted(path for path in FOLDER.glob("[0-9][0-9]_*.py"))
BY_THE_REAL_COMMAND = ["01_functional_add", "09_checkpoint", "31_tensor_repr"]

# A number, else a word, else one character. The sign belongs to a number unless something is subtracted from.
_TOKEN = re.compile(
    r"(?P<float>(?<![\w.])[-+]?(?:\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|nan\b|inf\b))"
    r"|(?P<int>(?<![\w.])[-+]?\d+)|(?P<word>\w+)|(?P<mark>\S)"
)


def environment() -> dict[str, str]:
    """The environment of a child process: this checkout is importable, one thread."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}


def run(python: str, script: Path, folder: Path) -> tuple[int, str, str]:
    """The exit code and what is printed by `ms2torch run SCRIPT` in a folder."""
    done = subprocess.run(
        [python, "-m", "ms2torch", "run", str(script)],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def tolerance(script: Path) -> tuple[float, float] | None:
    """(rtol, atol) of a script's floats, or None where every character counts."""
    head = "\n".join(script.read_text(encoding="utf-8").splitlines()[:6])
    found = re.search(r"^# compare: (.+)$", head, re.MULTILINE)
    if found is None:
        return 1e-5, 1e-7
    if found[1].strip() == "exact":
        return None
    given = dict(item.split("=") for item in found[1].split())
    return float(given.get("rtol", 1e-5)), float(given.get("atol", 1e-7))


def tokens(text: str) -> list[tuple[str, str, int]]:
    """(kind, text, line number) of each token."""
    return [
        (match.lastgroup or "", match[0], number)
        for number, line in enumerate(text.splitlines(), 1)
        for match in _TOKEN.finditer(line)
    ]


def near(expected: str, actual: str, rtol: float, atol: float) -> bool:
    """Whether two float tokens are one number, within the tolerance."""
    a, b = float(expected), float(actual)
    if math.isfinite(a) and math.isfinite(b):
        return abs(a - b) <= atol + rtol * abs(a)
    return a == b or (math.isnan(a) and math.isnan(b))


def first_difference(expected: str, actual: str, limits: tuple[float, float] | None) -> str | None:
    """Where and how `actual` departs from `expected`, or None if it does not."""
    actual = actual.replace("ms2torch.", "mindspore.")
    # numpy 2 shows the type of its scalars, numpy 1, with which the outputs were recorded, does not
    actual = re.sub(r"np\.(?:float|int|bool)\w*\(([^()]*)\)", r"\1", actual)
    if limits is None:
        pairs = list(zip(_lines(expected), _lines(actual), strict=False))
        for number, (want, got) in enumerate(pairs, 1):
            if want != got:
                return f"line {number}:\n  expected {want!r}\n  printed  {got!r}"
        missing = len(_lines(expected)) - len(_lines(actual))
        return f"{abs(missing)} lines too {'few' if missing > 0 else 'many'}" if missing else None
    want_tokens, got_tokens = tokens(expected), tokens(actual)
    for want, got in zip(want_tokens, got_tokens, strict=False):
        same = want[1] == got[1] or (want[0] == got[0] == "float" and near(want[1], got[1], *limits))
        if not same:
            want_line, got_line = expected.splitlines()[want[2] - 1], actual.splitlines()[got[2] - 1]
            return (
                f"{want[1]!r} expected, {got[1]!r} printed:\n"
                f"  line {want[2]} of the .out: {want_line}\n  line {got[2]} printed:    {got_line}"
            )
    missing = len(want_tokens) - len(got_tokens)
    if missing > 0:
        return f"the output stops before line {want_tokens[len(got_tokens)][2]} of the .out"
    return f"more is printed from line {got_tokens[len(want_tokens)][2]} on" if missing < 0 else None


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip("\n").splitlines()]


def check(script: Path, ran: tuple[int, str, str]) -> None:
    code, printed, errors = ran
    assert code == 0, f"{script.name} ended with {code}:\n{errors[-3000:]}"
    difference = first_difference(script.with_suffix(".out").read_text(encoding="utf-8"), printed, tolerance(script))
    assert difference is None, f"{script.name}: {difference}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_prints_what_mindspore_prints(script: Path, tmp_path: Path) -> None:
    check(script, run(warm.python(), script, tmp_path))


@pytest.mark.parametrize("name", BY_THE_REAL_COMMAND)
def test_by_the_real_command(name: str, tmp_path: Path) -> None:
    script = FOLDER / f"{name}.py"
    check(script, run(sys.executable, script, tmp_path))


def test_every_script_has_its_output() -> None:
    assert [path.stem for path in SCRIPTS] == sorted(path.stem for path in FOLDER.glob("*.out"))
    assert len(SCRIPTS) >= 40


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ("[1. 2.5]", "[1.  2.5]", True),
        ("[1. 2.5]", "[1.\n 2.5]", True),
        ("1.0000001", "1.0", True),
        ("1.001", "1.0", False),
        ("3", "3.0", False),
        ("(2, 3)", "(2, 4)", False),
        ("<class 'mindspore.nn.layer.conv.Conv2d'>", "<class 'ms2torch.nn.layer.conv.Conv2d'>", True),
        ("nan", "nan", True),
        ("nan", "inf", False),
        ("-inf", "inf", False),
        ("-1e-09", "0.0", True),
        ("layer1.0.weight", "layer1.1.weight", False),
        ("a b", "a", False),
        ("a", "a b", False),
    ],
)
def test_the_comparison_itself(expected: str, actual: str, *, same: bool) -> None:
    assert (first_difference(expected, actual, (1e-5, 1e-7)) is None) is same
