"""The certificate as one page: what was compared, at which commits, with which error rate, what each stage showed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from parity.curves.divergence import STAGES, said
from parity.curves.document import TrainingDocument
from parity.report.files import write_atomic

_TEMPLATES = Path(__file__).parents[1] / "report" / "templates"
_WIDTH, _HEIGHT, _EDGE = 600, 200, 8


def page(document: TrainingDocument) -> str:
    """Return the HTML of a certificate; it needs no other file and no script."""
    values = [value for side in document.losses.values() for value in side if abs(value) < float("inf")]
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    environment = Environment(loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("certificate.html.j2").render(
        document=document,
        title=_title(document),
        band=_band(document),
        facts=list(_facts(document)),
        stages=[(stage, [one for one in document.divergences if one.stage == stage]) for stage in STAGES]
        if document.kind == "trainings"
        else [],
        curves=[(short, _points(document.losses.get(side, ()), low, high))
                for side, short in (("reference", "ref"), ("port", "port"))] if values else [],
        low=said(low), high=said(high), again=_again(document),
    )  # fmt: skip


def write(document: TrainingDocument, path: Path) -> None:
    """Write the page, whole or not at all."""
    write_atomic(path, page(document))


def _title(document: TrainingDocument) -> str:
    what = {"trainings": "training", "logs": "curve", "folders": "configuration"}[document.kind]
    if document.verdict == "same":
        return (
            f"The same {what}: every stage does the same on equal values" if what == "training" else f"The same {what}"
        )
    if not document.divergences or not document.divergences[0].step:
        return f"A different {what}"
    first = document.divergences[0]
    return f"A different {what} from update {first.step}, in {first.stage}"


def _band(document: TrainingDocument) -> str:
    one = document.chaos
    if one is None:
        return ""
    where = "stays within" if one.within else f"leaves, at update {one.left_at},"
    apart = said(float(f"{one.distance:.2g}"))
    return (
        f"Left alone, the port {where} the band in which the reference parts from itself by rounding "
        f"(error rate {one.error_rate:.0%}, {one.runs} runs of the reference; at most {apart} of the way apart)."
    )


def _facts(document: TrainingDocument) -> Iterator[tuple[str, str]]:
    for side in ("reference", "port"):
        commit = document.commits.get(side, "")
        yield side, f"{document.asked[side]}" + (f" at commit {commit}" if commit else "")
    if document.updates:
        yield "updates", str(document.updates)
    if document.weights:
        yield "weights paired", str(document.weights)
    for side, names in document.unmatched.items():
        if names:
            yield f"weights of the {side} without a counterpart", ", ".join(names)
    options = {name: value for name, value in document.asked.items() if name not in {"reference", "port"} and value}
    if options:
        yield "options", ", ".join(f"{name} {value}" for name, value in options.items())
    yield "versions", ", ".join(f"{name} {value}" for name, value in document.versions.items())


def _points(values: Sequence[float], low: float, high: float) -> str:
    wide, tall = _WIDTH - 2 * _EDGE, _HEIGHT - 2 * _EDGE
    span, last = (high - low) or 1.0, max(1, len(values) - 1)
    return " ".join(
        f"{_EDGE + wide * n / last:.1f},{_EDGE + tall * (1 - (value - low) / span):.1f}"
        for n, value in enumerate(values)
        if abs(value) < float("inf")
    )


def _again(document: TrainingDocument) -> str:
    asked = {name: value for name, value in document.asked.items() if value not in ("", None)}
    if "reference" not in asked or "port" not in asked:
        return ""
    words = ["ms2torch", "train-compare", str(asked.pop("reference")), str(asked.pop("port"))]
    for name, value in asked.items():
        words += [f"--{name}" if value else f"--no-{name}"] if isinstance(value, bool) else [f"--{name}", str(value)]
    return shlex.join(words)
