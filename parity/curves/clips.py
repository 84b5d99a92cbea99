"""Functions of both frameworks that clip gradients, in torch's words."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

import torch

from parity.curves.events import Clipping
from parity.curves.values import leaves

_OF_TORCH = {"clip_grad_norm_": "norm", "clip_grad_value_": "value"}
_OF_MINDSPORE = {"clip_by_global_norm": "norm", "clip_by_norm": "norm", "clip_by_value": "value"}
_HOME = "ms2torch.ops.function.math.clip"
_WORDS = {"clip_norm": "max_norm", "clip_value_max": "clip_value"}
_LEFT_OUT = frozenset({"foreach", "clip_value_min", "error_if_nonfinite", "use_norm"})


def functions_of_mindspore() -> dict[str, FunctionType]:
    """Return MindSpore's functions by name, which take gradients and return others."""
    home = sys.modules.get(_HOME)
    return {name: getattr(home, name) for name in _OF_MINDSPORE} if home is not None else {}


def limits_of(bound: Mapping[str, Any]) -> dict[str, object]:
    """Return the numbers that a call is given, by torch's names for them."""
    plain = {name: value for name, value in bound.items() if isinstance(value, (int, float)) and name not in _LEFT_OUT}
    return {_WORDS.get(name, name): float(value) for name, value in plain.items()}


def names_of(
    given: object, gradients: Mapping[int, tuple[torch.Tensor, str]], last: Sequence[tuple[str, torch.Tensor]]
) -> list[str]:
    """Return whose gradients a call is given: those that a differentiation returned, or as many of the same shapes.

    Args:
        given (object): what the call is given.
        gradients (Mapping[int, tuple[torch.Tensor, str]]): what was returned for this update, by identity.
        last (Sequence[tuple[str, torch.Tensor]]): what the last differentiation returned, in order.

    Returns:
        list[str]: names of weights; empty where it is given something else.
    """
    found = list(leaves(given))
    known = [gradients[id(one)][1] for one in found if id(one) in gradients]
    if found and len(known) == len(found):
        return known
    if isinstance(given, (list, tuple)) and [x.shape for x in found] == [x.shape for _, x in last]:
        return [name for name, _ in last]
    return []


def kind_of(calls: Sequence[Clipping]) -> str:
    """Return what the calls of one update do, in the words of `laws.Law`: "norm", "each", "value", or "" for none."""
    if not calls:
        return ""
    kind = {**_OF_TORCH, **_OF_MINDSPORE}[calls[0].function]
    return "each" if kind == "norm" and len(calls) > 1 and all(len(one.weights) == 1 for one in calls) else kind


def limit_of(calls: Sequence[Clipping]) -> float | None:
    """Return the limit that the calls of one update set, where they set the same."""
    found = {one.arguments.get("max_norm", one.arguments.get("clip_value")) for one in calls}
    only = found.pop() if len(found) == 1 else None
    return float(only) if isinstance(only, (int, float)) else None


def weights_of(calls: Sequence[Clipping]) -> list[str]:
    """Return the weights whose gradients the calls of one update take."""
    return list(dict.fromkeys(name for one in calls for name in one.weights))


def has_acted(calls: Sequence[Clipping]) -> bool:
    """Tell whether a gradient was larger than the limit, of calls that clip to a norm."""
    return any(isinstance(limit := one.arguments.get("max_norm"), float) and one.norm > limit for one in calls)
