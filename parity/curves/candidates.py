"""Edits of a training's source that may mend a stage: arguments, constants, statements that are missing or misplaced.

None of them is believed: each is executed (`parity/curves/mend.py`).
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from parity.code.places import Location
from parity.curves.divergence import Divergence
from parity.curves.source import Source

_KEYWORDS = {
    "learning rate": ("lr", "learning_rate"), "weight decay": ("weight_decay",), "epsilon": ("eps", "epsilon"),
    "nesterov": ("nesterov", "use_nesterov"), "amsgrad": ("amsgrad", "use_amsgrad"), "alpha": ("alpha", "decay"),
}  # fmt: skip
_BETAS = {"beta1": 0, "beta2": 1}
_MOST_OF_A_KIND = 8


@dataclass(frozen=True, slots=True)
class Setting:
    """What the edits are made of besides the port's source.

    Args:
        port (Source): the port's file.
        reference (Source): the reference's.
        step (Location | None): the port's line that steps the optimizer.
        keywords (frozenset[str]): names of the arguments of the port's optimizer.
    """

    port: Source
    reference: Source
    step: Location | None
    keywords: frozenset[str]


def candidates(one: Divergence, setting: Setting) -> Iterator[str]:
    """Yield the port's text with an edit made, the likeliest first.

    Args:
        one (Divergence): what is to be mended.
        setting (Setting): both sources.
    """
    yield from _argument(one, setting)
    yield from _constants(one, setting.port)
    yield from _statements(one, setting)
    yield from _like_the_reference(setting)
    yield from _flipped(setting.port)
    yield from _counted(one, setting.port)


def _argument(one: Divergence, setting: Setting) -> Iterator[str]:
    """Write an argument into the call that a finding names."""
    if one.values is None or not one.argument or one.place is None:
        return
    call = setting.port.call_at(one.place)
    if call is None:
        return
    value = one.values[0]
    if one.argument in _BETAS and "betas" in setting.keywords:
        yield from _beta(call, _BETAS[one.argument], value, setting.port)
        return
    if one.argument == "optimizer":
        yield from setting.port.renamed(call, str(one.values[1]), str(value))
        return
    names = _KEYWORDS.get(one.argument, (one.argument,))
    known = [name for name in names if name in setting.keywords] or list(names[:1])
    for name in known:
        yield setting.port.with_keyword(call, name, repr(value))


def _beta(call: ast.Call, index: int, value: object, source: Source) -> Iterator[str]:
    for keyword in call.keywords:
        if keyword.arg == "betas" and isinstance(keyword.value, (ast.Tuple, ast.List)):
            yield source.replaced(keyword.value.elts[index], repr(value))
            return
    betas = [0.9, 0.999]
    if isinstance(value, float):
        betas[index] = value
    yield source.with_keyword(call, "betas", repr(tuple(betas)))


def _constants(one: Divergence, source: Source) -> Iterator[str]:
    """Replace the port's value by the reference's wherever it stands as a constant; the line at fault first."""
    if one.values is None:
        return
    ours, theirs = one.values
    if not isinstance(theirs, (int, float, str)) or not isinstance(ours, (int, float, str)):
        return
    line = one.place.line if one.place is not None else 0
    found = [node for node in source.constants() if _is(node.value, theirs)]
    for node in sorted(found, key=lambda node: abs(node.lineno - line))[:_MOST_OF_A_KIND]:
        yield source.replaced(node, repr(ours))


def _is(value: object, wanted: float | str) -> bool:
    if isinstance(value, str) or isinstance(wanted, str):
        return value == wanted
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    return isinstance(value, (int, float)) and abs(value - wanted) <= 1e-6 * max(abs(value), abs(wanted))


def _like_the_reference(setting: Setting) -> Iterator[str]:
    """Write what the reference has where the port's lines differ: ports often keep the reference's words."""
    ours, theirs = setting.reference.lines, setting.port.lines
    matcher = difflib.SequenceMatcher(None, [x.strip() for x in ours], [x.strip() for x in theirs], autojunk=False)
    hunks = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    hunks.sort(key=lambda code: (code[2] - code[1]) + (code[4] - code[3]))
    for _, start, end, first, last in hunks[:_MOST_OF_A_KIND]:
        yield "".join([*theirs[:first], *ours[start:end], *theirs[last:]])
    indented = [
        n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a.strip() == b.strip() and a != b
    ] if len(ours) == len(theirs) else []  # fmt: skip
    for n in indented[:_MOST_OF_A_KIND]:
        yield "".join([*theirs[:n], ours[n], *theirs[n + 1 :]])


def _flipped(source: Source) -> Iterator[str]:
    """Turn a flag round."""
    flags = [node for node in source.constants() if isinstance(node.value, bool)]
    for node in flags[:_MOST_OF_A_KIND]:
        yield source.replaced(node, repr(not node.value))


def _counted(one: Divergence, source: Source) -> Iterator[str]:
    """Count a step from another number, or take the other end of a slice."""
    if one.stage == "schedule":
        for node in source.arguments_of_functions()[: 2 * _MOST_OF_A_KIND]:
            yield source.replaced(node, f"({node.id} + 1)")
            yield source.replaced(node, f"({node.id} - 1)")
    if one.cause == "label-shift":
        for part, text in source.slices():
            yield source.replaced(part, text)


def _statements(one: Divergence, setting: Setting) -> Iterator[str]:
    """Insert, take out or move the statement that a stage consists of."""
    source, optimizer = setting.port, setting.port.stepped(setting.step)
    if setting.step is None or optimizer is None:
        return
    line = setting.step.line
    if one.cause == "zero-grad" and one.place is not None:
        yield source.inserted(one.place.line, f"{optimizer}.zero_grad()")
    elif one.cause in {"clip-missing", "clip-kind"} and one.details.get("limit"):
        weights = f'[p for group in {optimizer}.param_groups for p in group["params"]]'
        limit = repr(one.details["limit"])
        yield source.inserted(line, f"torch.nn.utils.clip_grad_norm_({weights}, {limit})")
        for gradients in source.given(setting.step):
            yield source.inserted(line, f"{gradients} = ops.clip_by_global_norm({gradients}, {limit})")
    elif one.cause == "clip-added" and one.place is not None:
        yield source.without(one.place.line)
    elif one.cause in {"accumulation-mean", "factor", "reduction", "loss-scale"} and one.place is not None:
        size = one.details.get("factor")
        if isinstance(size, float):
            yield from source.divided(one.place, size)
    elif one.cause == "mode":
        for place in source.calls_of("eval"):
            yield source.without(place)
    elif one.cause in {"schedule-missing", "schedule-step"} and one.place is not None:
        name = source.assigned_at(one.place.line)
        if name:
            taken, removed = source.without_calls(f"{name}.step")
            yield Source(taken).inserted_behind(line - removed, f"{name}.step()", like=source.line(line))
