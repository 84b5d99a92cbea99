"""Which argument of a recorded call, had it another value, gives what another execution recorded."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch

import mappings
from parity.executions.torch_calls import TorchCall

_GAIN = 8.0
"""So many times nearer a change has to bring the results, to be called what the other side computed."""
_CEILING = 2e-5
"""Relative error above which a change explains nothing: what two frameworks' kernels differ by lies below."""
_FITTED = 1 << 22
"""Elements above which no number is fitted, only those tried that the table and the defaults name."""
_POOL_FILL = -math.inf
_BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class Variant:
    """An argument changed, and how near the results are then.

    Args:
        argument (str): torch's name of it; ``"padding"`` for the padding of ``pad_mode='same'``.
        value (object): what it is changed to; ``"same"`` for that padding.
        error (float): relative error with it.
        before (float): relative error without.
    """

    argument: str
    value: object
    error: float
    before: float


def explaining(
    call: TorchCall, given: Mapping[int, torch.Tensor], target: torch.Tensor, before: float, noise: float
) -> Variant | None:
    """Return the one change of an argument with which a call gives `target`, or None.

    Args:
        call (TorchCall): the call.
        given (Mapping[int, torch.Tensor]): its inputs, by `id` of the recorded ones.
        target (torch.Tensor): what was recorded.
        before (float): relative error without a change.
        noise (float): relative rounding error of the call.
    """
    dtype = call.precision(target.numel())

    def error(changed: TorchCall) -> float:
        return off(changed.run(given, dtype), target)

    ceiling = max(_CEILING, 16 * noise)
    best: Variant | None = None
    for variant in _tried(call, error, before, fits=target.numel() <= _FITTED):
        near = variant.error <= before / _GAIN and variant.error <= ceiling
        if near and (best is None or variant.error < best.error / 2):
            best = variant
    padded = _padded_same(call, given, target, before)
    if padded is not None and padded.error <= ceiling and (best is None or padded.error < best.error / 2):
        best = padded
    return best


def off(results: Sequence[torch.Tensor] | None, target: torch.Tensor) -> float:
    """Return the relative error of the first result that has as many elements as `target`; infinite without one."""
    for value in results or ():
        if value.numel() == target.numel():
            return _relative(value.reshape(-1), target.reshape(-1))
    return math.inf


def _relative(value: torch.Tensor, wanted: torch.Tensor) -> float:
    """Return the relative error of flat tensors, block by block, so that no wide copy of a large one is made."""
    apart = scale = 0.0
    for start in range(0, wanted.numel(), _BLOCK):
        right = wanted[start : start + _BLOCK].double()
        scale += float(right.square().sum())
        apart += float((value[start : start + _BLOCK].double() - right).square().sum())
    return math.sqrt(apart) / math.sqrt(scale) if scale else math.sqrt(apart)


def _tried(call: TorchCall, error: Callable[[TorchCall], float], before: float, *, fits: bool) -> Iterator[Variant]:
    for name, value in call.scalars().items():
        for candidate in _candidates(call, name, value):
            yield Variant(name, candidate, error(call.changed(**{name: candidate})), before)
        number = isinstance(value, float) or (value is None and name in {"scale", "eps"})
        if number and fits:
            yield _fitted(call, name, error, before)


def _candidates(call: TorchCall, name: str, value: object) -> Iterator[object]:
    """Yield values that an argument may have instead: opposites, other words, divisors, other axes."""
    seen: list[object] = [value]
    for candidate in (*_by_type(name, value), *_known_values(call.api, name)):
        if isinstance(value, int) and not isinstance(value, bool) and isinstance(candidate, float):
            candidate = int(candidate) if candidate == int(candidate) else value
        fits = type(candidate) is type(value) or value is None
        if fits and not any(candidate == other and type(candidate) is type(other) for other in seen):
            seen.append(candidate)
            yield candidate


def _by_type(name: str, value: object) -> Iterator[object]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        if "dim" in name or "axis" in name:
            yield from range(-4, 4)
        elif "groups" in name:
            yield from (n for n in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64))
        elif abs(value) < 64:
            yield from (value - 1, value + 1, 0, -value)
    elif isinstance(value, tuple) and value and all(isinstance(n, int) for n in value):
        if "padding" in name or "output_padding" in name:
            yield from (tuple(n + step for n in value) for step in (-1, 1))
            yield tuple(0 for _ in value)
        if "dim" in name or "axis" in name:
            yield from itertools.combinations(range(4), len(value))
        if "dilation" in name or "stride" in name:
            yield from (tuple(n + 1 for n in value), tuple(1 for _ in value))
    elif name == "is_causal":
        yield not value


@functools.cache
def _known_values(api: str, name: str) -> tuple[object, ...]:
    """Return values that the table's cases and defaults give an argument."""
    found: list[object] = []
    word = re.compile(rf"\b{re.escape(name)}=(?:'([^']*)'|\"([^\"]*)\"|(-?[\d.]+(?:e-?\d+)?)\b)")
    for row in _rows(api):
        defaults = [param.mindspore_default for param in row.params if param.torch == name]
        found += [value for value in defaults if isinstance(value, (bool, int, float, str))]
        for case in row.cases:
            for one, other, number in word.findall(case.torch):
                found.append(float(number) if number else one or other)
    return tuple(found)


def _rows(api: str) -> tuple[mappings.Row, ...]:
    """Return the table's rows about a function, and about the layer that is called like it."""
    found = list(mappings.rows_for_torch(api))
    word = api.rpartition(".")[2].replace("_", "").lower()
    layer = next((name for name in dir(torch.nn) if name.lower() == word), "")
    if layer:
        found += mappings.rows_for_torch(f"torch.nn.{layer}")
    return tuple(found)


def _fitted(call: TorchCall, name: str, error: Callable[[TorchCall], float], before: float) -> Variant:
    """Return the number with which the results are nearest, as simple as it can be without being further off."""

    def at(value: float) -> float:
        return error(call.changed(**{name: value}))

    exponents = [k / 2 for k in range(-26, 7)]
    tried = [(at(sign * 10**k), sign, k) for k in exponents for sign in (1, -1) if sign > 0 or "eps" not in name]
    _, sign, k = min(tried)
    low, high = k - 0.5, k + 0.5
    for _ in range(34):
        first, second = low + (high - low) * 0.382, low + (high - low) * 0.618
        if at(sign * 10**first) <= at(sign * 10**second):
            high = second
        else:
            low = first
    exact = sign * 10 ** ((low + high) / 2)
    reached = at(exact)
    for digits in (1, 2, 3, 4):
        simple = float(f"{exact:.{digits - 1}e}")
        if (nearness := at(simple)) <= max(1.5 * reached, 2e-7):
            return Variant(name, simple, nearness, before)
    return Variant(name, float(f"{exact:.5g}"), reached, before)


def _padded_same(
    call: TorchCall, given: Mapping[int, torch.Tensor], target: torch.Tensor, before: float
) -> Variant | None:
    """Try the padding of ``pad_mode='same'``: as much as keeps ceil(size / stride), the odd one behind."""
    if "padding" not in {**call.defaults, **call.arguments} or not call.tensors():
        return None
    name, stored = call.tensors()[0]
    values = given.get(id(stored), stored.values())
    if values is None or name not in {"input", "self"} or values.dim() < 3:
        return None
    spatial = values.dim() - 2
    kernel = _kernel(call, spatial)
    if kernel is None:
        return None
    strides = _each(call.value("stride"), spatial) or kernel
    dilations = _each(call.value("dilation"), spatial) or (1,) * spatial
    pads: list[int] = []
    for size, k, s, d in zip(values.shape[2:], kernel, strides, dilations, strict=True):
        total = max((math.ceil(size / s) - 1) * s + d * (k - 1) + 1 - size, 0)
        pads = [total // 2, total - total // 2, *pads]
    dtype = call.precision(target.numel())
    results: list[float] = []
    for fill in (0.0, _POOL_FILL) if "max_pool" in call.api else (0.0,):
        padded = torch.nn.functional.pad(values, pads, value=fill)
        changed = call.changed(padding=0)
        outcome = changed.run({**given, id(stored): padded}, dtype)
        if "avg_pool" in call.api and outcome is not None:
            ones = torch.nn.functional.pad(torch.ones_like(values), pads)
            share = changed.run({**given, id(stored): ones}, dtype)
            results.append(off([outcome[0] / share[0]] if share else None, target))
        results.append(off(outcome, target))
    return Variant("padding", "same", min(results), before)


def _kernel(call: TorchCall, spatial: int) -> tuple[int, ...] | None:
    size = call.value("kernel_size")
    if size is not None:
        return _each(size, spatial)
    weight = call.arguments.get("weight")
    shape = getattr(weight, "shape", None)
    return tuple(shape[-spatial:]) if shape is not None else None


def _each(value: object, count: int) -> tuple[int, ...] | None:
    if isinstance(value, int):
        return (value,) * count
    if isinstance(value, (tuple, list)) and value:
        items = tuple(int(item) for item in value)
        return items * count if len(items) == 1 else items
    return None
