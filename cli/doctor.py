"""`ms2torch doctor`: what is installed, what is optional and missing, which devices there are, where MindSpore is."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from cli._options import debug_option

if TYPE_CHECKING:
    from types import ModuleType

SCHEMA_VERSION = 1
State = Literal["good", "missing", "bad"]
_MARKS: dict[State, str] = {"good": "ok", "missing": "--", "bad": "!!"}
_PYTHON_NEEDED = (3, 11)
_TORCH_NEEDED = (2, 6)
_ASKED_WITHIN = 60.0  # seconds that another interpreter may take to say which MindSpore it has

# Package, the extra of ours that installs it ("" for none), and what is not there without it.
_OPTIONAL = (
    ("pillow", "vision", "mindspore.dataset reads and transforms pictures"),
    ("opencv-python-headless", "vision", "images with MindSpore's own values, fast"),
    ("scipy", "matlab", "data sets in MATLAB files: SBDataset, SVHN, Flowers102 and others"),
    ("cryptography", "crypto", "encrypted MindRecord files"),
    ("av", "video", "reading videos"),
    ("mcp", "mcp", "`ms2torch mcp`, the tools for assistants"),
    ("sentencepiece", "", "dataset.text.SentencePieceTokenizer"),
    ("pytest", "", "the fixture cell_parity"),
)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the answer.

    Args:
        topic (str): what was looked at.
        state (str): ``"good"``, ``"missing"`` (optional and not there) or ``"bad"`` (something does not work).
        found (str): what is there.
        remedy (str): what to do, where something is to be done. Default: ``""``.
    """

    topic: str
    state: State
    found: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What `ms2torch doctor --json` prints.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        checks (tuple[Check, ...]): the lines of the answer.
    """

    schema_version: int
    checks: tuple[Check, ...]


@click.command(short_help="Say what is installed, missing, and on which devices.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option(
    "--mindspore",
    "python",
    metavar="PYTHON",
    help="The interpreter that has real MindSpore (default: .oracle/bin/python, where there is one).",
)
@debug_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, python: str | None) -> None:
    """Say what is installed, what is optional and missing, which devices there are, and where real MindSpore is.

    Real MindSpore is never needed: it is used by `compare --runtime mindspore` and `record --runtime mindspore`.

    Exit codes: 0 everything needed works, 2 something needed does not.
    """
    checks = list(_checks(python))
    if as_json:
        click.echo(json.dumps(asdict(Diagnosis(SCHEMA_VERSION, tuple(checks))), indent=2))
    else:
        _print(checks)
    ctx.exit(2 if any(check.state == "bad" for check in checks) else 0)


def _print(checks: list[Check]) -> None:
    width = max(len(check.topic) for check in checks)
    for check in checks:
        click.echo(f"{_MARKS[check.state]}  {check.topic:{width}}  {check.found}")
        if check.remedy:
            click.echo(f"    {'':{width}}  {check.remedy}")


def _checks(python: str | None) -> Iterator[Check]:
    yield _python()
    yield _ourselves()
    torch, check = _torch()
    yield check
    if torch is not None:
        yield from _devices(torch)
    for package, extra, what in _OPTIONAL:
        yield _optional(package, extra, what)
    yield _namesake()
    yield _real_mindspore(python)


def _python() -> Check:
    found = f"{platform.python_version()}, {sys.executable}"
    if sys.version_info < _PYTHON_NEEDED:
        return Check("Python", "bad", found, "ms2torch needs Python 3.11 or newer")
    return Check("Python", "good", found)


def _ourselves() -> Check:
    folder = Path(__file__).resolve().parent.parent / "ms2torch"
    return Check("ms2torch", "good", f"{_version_of('ms2torch') or 'not installed'}, {folder}")


def _torch() -> tuple[ModuleType | None, Check]:
    try:
        import torch
    except (ImportError, OSError) as error:  # OSError: a library of a CUDA build that does not load
        return None, Check("torch", "bad", f"cannot be imported: {error}", "pip install torch")
    build = f"CUDA {torch.version.cuda}" if torch.version.cuda else "CPU build"
    found = f"{torch.__version__} ({build}), {torch.get_num_threads()} threads"
    numbers = tuple(int(part) for part in torch.__version__.split(".")[:2])
    if numbers < _TORCH_NEEDED:
        return torch, Check("torch", "bad", found, "ms2torch needs torch 2.6 or newer: pip install --upgrade torch")
    return torch, Check("torch", "good", found)


def _devices(torch: ModuleType) -> Iterator[Check]:
    """Say which devices a program's ``set_device`` can name here."""
    if torch.cuda.is_available():
        names = ", ".join(torch.cuda.get_device_name(number) for number in range(torch.cuda.device_count()))
        yield Check("device GPU", "good", f"cuda: {names}")
    else:
        why = "torch finds no card or no driver" if torch.version.cuda else "this build of torch has no CUDA"
        remedy = "" if torch.version.cuda else "a build for CUDA: pip install torch (Linux), or as pytorch.org says"
        yield Check("device GPU", "missing", why, remedy)
    if torch.backends.mps.is_available():
        yield Check("device MPS", "good", "the card of this Mac: ms2torch run --device mps")
    if _version_of("torch_npu") is not None:
        yield Check("device Ascend", "good", f"torch_npu {_version_of('torch_npu')}")
    else:
        yield Check("device Ascend", "missing", "torch_npu is not installed")


def _optional(package: str, extra: str, what: str) -> Check:
    found = _version_of(package)
    if found is not None:
        return Check(package, "good", found)
    asked = f"'ms2torch[{extra}]'" if extra else package
    return Check(package, "missing", f"for: {what}", f"pip install {asked}")


def _namesake() -> Check:
    """Say what ``import mindspore`` gives in this interpreter: after `ms2torch.install()` it is ours."""
    found = _version_of("mindspore")
    if found is None:
        return Check("import mindspore", "good", "is ms2torch, under `ms2torch run` and after ms2torch.install()")
    words = f"real MindSpore {found} is installed here too; `ms2torch run` and install() take its place"
    return Check("import mindspore", "good", words)


def _real_mindspore(python: str | None) -> Check:
    from parity.recording.run import DEFAULT_PYTHON

    path = Path(python) if python is not None else DEFAULT_PYTHON
    if not path.exists():
        remedy = (
            "only for --runtime mindspore: a venv with mindspore==2.10.0 'numpy<2', given as --runtime mindspore=PYTHON"
        )
        return Check("real MindSpore", "bad" if python is not None else "missing", f"no interpreter {path}", remedy)
    try:
        asked = [str(path), "-c", "import mindspore; print('MindSpore', mindspore.__version__)"]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=_ASKED_WITHIN, check=False)  # noqa: S603 - the user's interpreter
    except (OSError, subprocess.TimeoutExpired) as error:
        return Check("real MindSpore", "bad", f"{path} does not answer: {error}")
    lines = [line for line in done.stdout.splitlines() if line.startswith("MindSpore ")]
    if done.returncode or not lines:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        return Check("real MindSpore", "bad", f"{path} cannot import mindspore: {last}")
    return Check("real MindSpore", "good", f"{lines[-1].removeprefix('MindSpore ')}, {path}")


def _version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
