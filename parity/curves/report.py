"""What a comparison of two trainings says: as lines of text, as JSON, and as a certificate that can be repeated."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from parity.code.errors import CannotCompare
from parity.code.places import Location
from parity.curves.compare import Compared
from parity.curves.divergence import Divergence, said

SCHEMA_VERSION = 1
_PACKAGES = ("ms2torch", "torch", "numpy", "mindspore")


def lines(compared: Compared, *, whole: bool = False) -> Iterator[str]:
    """Yield the lines of a report.

    Args:
        compared (Compared): what two trainings showed.
        whole (bool): every stage that differs with all that was measured. Default: ``False``, the first four.
    """
    pair = compared.followed
    yield f"reference  {compared.asked['reference']}"
    yield f"port       {compared.asked['port']}"
    yield (
        f"looked at  {pair.steps} updates, {len(pair.weights.entries)} weights paired"
        + (f", {len(compared.future)} updates of the schedules" if compared.future else "")
    )
    for names, side in ((pair.weights.left_reference, "reference"), (pair.weights.left_port, "port")):
        if names:
            yield f"           {len(names)} weights of the {side} have no counterpart: {', '.join(names[:3])}"
    yield ""
    if compared.same:
        yield "SAME: every stage does the same on equal values"
        if compared.chaos is not None:
            yield f"      {compared.chaos.said()}"
        return
    first = compared.divergences[0]
    yield f"DIFFERENT from update {first.step}, in {first.stage}"
    yield f"      {_free(compared)}"
    shown = compared.divergences if whole else compared.divergences[:4]
    for one in shown:
        yield ""
        yield from _divergence(one)
    if len(shown) < len(compared.divergences):
        yield ""
        yield f"{len(compared.divergences) - len(shown)} more (--all)"


def _free(compared: Compared) -> str:
    if not compared.parts:
        return f"left alone, the losses agree over all {compared.followed.steps} updates: it shows later"
    one, other = (trace.loss_curve()[compared.parts - 1] for trace in (compared.reference, compared.port))
    return f"left alone, the losses part at update {compared.parts}: {said(other)} against {said(one)}"


def _divergence(one: Divergence) -> Iterator[str]:
    yield f"update {one.step}, {one.stage}: {one.message} [{one.cause}]"
    if one.evidence:
        yield f"    {one.evidence}"
    if one.place is not None:
        yield f"    at {one.place}" + (f" (reference: {one.reference})" if one.reference is not None else "")
    if one.write:
        yield f"    write: {one.write}"
        yield f"    {'proved: with this line the stage agrees' if one.proved else 'not proved'}"


def as_dict(compared: Compared) -> dict[str, Any]:
    """Return everything as what JSON holds; `again` reads `asked` of it."""
    pair = compared.followed
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "train-compare",
        "verdict": "same" if compared.same else "different",
        "asked": dict(compared.asked),
        "updates": pair.steps,
        "weights": len(pair.weights.entries),
        "unmatched": {"reference": pair.weights.left_reference, "port": pair.weights.left_port},
        "parts_at": compared.parts,
        "losses": {"reference": compared.reference.loss_curve(), "port": compared.port.loss_curve()},
        "divergences": [divergence_as_dict(one) for one in compared.divergences],
        "chaos": compared.chaos.as_dict() if compared.chaos is not None else None,
        "seconds": {
            "reference": compared.reference.seconds,
            "port": compared.port.seconds,
            "following": pair.port.seconds,
        },
        "versions": {name: found for name in _PACKAGES if (found := _version(name))}
        | {"python": platform.python_version()},
        "commits": {side: commit for side in ("reference", "port") if (commit := _commit(compared.asked[side]))},
    }


def divergence_as_dict(one: Divergence) -> dict[str, Any]:
    """Return one stage that differs as what JSON holds."""
    return {
        "stage": one.stage, "step": one.step, "cause": one.cause, "message": one.message, "evidence": one.evidence,
        "place": place(one.place), "reference_place": place(one.reference), "argument": one.argument,
        "values": [_plain(value) for value in one.values] if one.values is not None else None,
        "weights": list(one.weights), "write": one.write, "proved": one.proved,
    }  # fmt: skip


def place(one: Location | None) -> str | None:
    """Return ``file:line``, or None."""
    return str(one) if one is not None else None


def _plain(value: object) -> object:
    return value if isinstance(value, (bool, int, float, str, type(None), list)) else str(value)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _commit(target: object) -> str:
    """Return the commit of the folder that a training's file lies in, with a mark if files have changed since."""
    folder = Path(str(target).partition(".py")[0] + ".py").resolve().parent
    if not folder.is_dir():
        return ""
    head = _git(folder, "rev-parse", "HEAD")
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no", "--", ".")
    return f"{head}{'+' if changed else ''}" if head else ""


def _git(folder: Path, *words: str) -> str:
    try:
        command = ["git", *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=20)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def write(compared: Compared, path: Path) -> None:
    """Write the JSON, whole or not at all."""
    text = json.dumps(as_dict(compared), indent=1)
    waiting = path.with_name(f"{path.name}.part")
    waiting.write_text(text + "\n", encoding="utf-8")
    waiting.replace(path)


def read_asked(path: Path) -> Mapping[str, Any]:
    """Return what a report was asked, to ask it again.

    Raises:
        CannotCompare: if it is no such report.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotCompare(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise CannotCompare(f"{path} is no JSON: {error}") from error
    if not isinstance(data, dict) or data.get("kind") != "train-compare" or not isinstance(data.get("asked"), dict):
        raise CannotCompare(f"{path} is no report of `ms2torch train-compare`")
    if data.get("schema_version") != SCHEMA_VERSION:
        raise CannotCompare(
            f"{path} has schema_version {data.get('schema_version')}; this version reads {SCHEMA_VERSION}"
        )
    asked: dict[str, Any] = data["asked"]
    return asked
