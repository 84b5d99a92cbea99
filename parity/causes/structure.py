"""Findings about what the nets return besides values of tensors: names of outputs, numbers, texts, None."""

from __future__ import annotations

import math
import re

import numpy as np
import torch

from parity.code.places import body_place
from parity.forward.results import Comparison, Forward
from parity.measure.metrics import measure
from parity.measure.thresholds import PLAIN_NUMBERS_RELATIVE
from parity.report.model import Finding, Severity
from parity.rules.outputs import Outputs

_FIELD = re.compile(r"\.(\w+)")
_LAST_KEY = re.compile(r"\['([^']*)'\]$")


def structure_findings(forward: Forward, comparison: Comparison) -> list[Finding]:
    """Report outputs of other names or of another number, and differences in what is no tensor.

    Args:
        forward (Forward): both nets have run.
        comparison (Comparison): the comparison.
    """
    reference, port = [name for name, _ in forward.reference64.outputs], forward.port_outputs
    if port is None:
        return []
    findings: list[Finding] = []
    if len(reference) != len(port):
        findings.append(_finding(comparison, _counted(reference, port), "error"))
    else:
        findings += [
            _finding(comparison, f"the port calls {old!r} {new!r}: values are compared by position", "warning")
            for old, new in (_renamed(one, other) for one, other in zip(reference, port, strict=True))
            if old != new
        ]
    if forward.reference64.others is None or forward.port_others is None:
        return findings
    ours, theirs = ({_uniform(path): leaf for path, leaf in side} for side in _sides(forward))
    relative = PLAIN_NUMBERS_RELATIVE if forward.no_float64 else comparison.thresholds.float64
    for path in dict.fromkeys([*ours, *theirs]):
        said = _other(path, (ours, theirs), relative)
        if said is not None:
            findings.append(_finding(comparison, *said))
    return findings


def _sides(forward: Forward) -> tuple[list[tuple[str, object]], list[tuple[str, object]]]:
    return forward.reference64.others or [], forward.port_others or []


def _counted(reference: list[str], port: list[str]) -> str:
    ours, theirs = [_uniform(path) for path in reference], [_uniform(path) for path in port]
    text = f"the port returns {len(port)} tensors, the reference {len(reference)}"
    lacking = [path.removeprefix("output") for path in ours if path not in theirs and _LAST_KEY.search(path)]
    added = [path.removeprefix("output") for path in theirs if path not in ours and _LAST_KEY.search(path)]
    if lacking:
        text += f"; {', '.join(lacking[:4])} {'is' if len(lacking) == 1 else 'are'} missing"
    if added:
        text += f"; {', '.join(added[:4])} only the port has"
    return text


def _renamed(reference: str, port: str) -> tuple[str, str]:
    """Return the two keys that two paths end in; equal ones where either ends in none."""
    one, other = _LAST_KEY.search(_uniform(reference)), _LAST_KEY.search(_uniform(port))
    return (one[1], other[1]) if one is not None and other is not None else ("", "")


def _uniform(path: str) -> str:
    """Return a path in which an attribute is written as a key."""
    return _FIELD.sub(r"['\1']", path)


def _other(
    path: str, sides: tuple[dict[str, object], dict[str, object]], relative: float
) -> tuple[str, Severity] | None:
    """Return what to say of one place where a side returns something that is no tensor; None for equal values."""
    ours, theirs = (side.get(path) for side in sides)
    if ours is None and theirs is None:
        return None
    if not all(path in side for side in sides):
        number = int(path in sides[1])
        held, only, other = sides[number][path], ("reference", "port")[number], ("port", "reference")[number]
        return f"the {only} returns {_shown(held)} as {path}, the {other} nothing there", "error"
    same = _equal(ours, theirs, relative)
    if same is None:
        return f"{path} is of type {type(theirs).__name__}, which is not compared", "warning"
    return None if same else (f"{path} is {_shown(theirs)}, the reference's {_shown(ours)}", "error")


def _equal(reference: object, port: object, relative: float) -> bool | None:
    """Tell whether two values agree; None where that is not known."""
    if isinstance(reference, np.ndarray) and isinstance(port, np.ndarray):
        return _arrays_agree(reference, port, relative)
    if isinstance(reference, (bool, int, float, complex, np.generic)) and isinstance(
        port, (bool, int, float, complex, np.generic)
    ):
        left, right = complex(reference), complex(port)
        both_nan = left != left and right != right  # noqa: PLR0124 - true of NaN alone
        return both_nan or left == right or abs(left - right) <= relative * abs(left)
    known = (str, bytes, type(None), bool, int, float, complex, np.ndarray)
    if isinstance(reference, known) or isinstance(port, known):
        return type(reference) is type(port) and reference == port
    return None


def _arrays_agree(reference: np.ndarray, port: np.ndarray, relative: float) -> bool | None:
    try:
        figures = measure(torch.from_numpy(reference.copy()), torch.from_numpy(port.copy()), dtypes=False)
    except TypeError:
        return reference.shape == port.shape and bool((reference == port).all())
    if figures.shapes_differ or figures.nan_mismatch or figures.inf_mismatch:
        return False
    return figures.rel_l2 is None or figures.rel_l2 <= relative


def _shown(value: object) -> str:
    text = f"{value:.9g}" if isinstance(value, float) and math.isfinite(value) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _finding(comparison: Comparison, message: str, severity: Severity) -> Finding:
    places = body_place(comparison.reference.net), body_place(comparison.port.net)
    return Outputs.of_whole(message, severity, places=places)
