"""What happens to gradients between the backward pass and the optimizer, told from the numbers."""

from __future__ import annotations

import pytest
import torch

from parity.curves import clips
from parity.curves.events import BackwardPass, Clipping, Trace, Update
from parity.curves.stages.laws import law_of

SIZES = (0.5, 4.0, 9.0)


def trace(change) -> Trace:
    found = Trace()
    for number, size in enumerate(SIZES):
        generator = torch.Generator().manual_seed(number)
        raw = {n: size * torch.randn(5, generator=generator) for n in ("a", "b")}
        found.backwards.append(BackwardPass(number, 1.0, raw, {}, None))
        found.updates.append(Update(0, {}, change(raw), {}, {}, None))
    return found


def norm(values) -> torch.Tensor:
    return torch.cat(list(values.values())).norm()


def clipped(values, limit: float):
    return {n: v * min(1.0, float(limit / norm(values))) for n, v in values.items()}


@pytest.mark.parametrize(
    ("change", "kind", "limit"),
    [
        (dict, "none", 1.0),
        (lambda raw: {n: v / 4 for n, v in raw.items()}, "factor", 0.25),
        (lambda raw: clipped(raw, 3.0), "norm", 3.0),
        (lambda raw: clipped(raw, 0.1), "norm", 0.1),
        (lambda raw: {n: v.clamp(-0.7, 0.7) for n, v in raw.items()}, "value", 0.7),
        (lambda raw: {n: clipped({n: v}, 0.9)[n] for n, v in raw.items()}, "each", 0.9),
        (lambda raw: {n: v.sign() * v.abs().sqrt() for n, v in raw.items()}, "other", 1.0),
    ],
)
def test_laws(change, kind: str, limit: float) -> None:
    law = law_of(trace(change), 0)
    assert law.kind == kind
    if kind not in {"none", "other"}:
        assert law.limit == pytest.approx(limit, rel=1e-2)


def call(function: str, limit: float, weights: tuple[str, ...], norm: float = 1.0) -> Clipping:
    arguments = clips.limits_of({"clip_value_max" if "value" in function else "max_norm": limit})
    return Clipping(function, 0, arguments, weights, norm, None)


@pytest.mark.parametrize(
    ("calls", "kind", "limit"),
    [
        ([], "", None),
        ([call("clip_grad_norm_", 0.5, ("a", "b"))], "norm", 0.5),
        ([call("clip_by_global_norm", 0.5, ("a", "b"))], "norm", 0.5),
        ([call("clip_by_norm", 0.5, ("a",)), call("clip_by_norm", 0.5, ("b",))], "each", 0.5),
        ([call("clip_by_norm", 0.5, ("a",)), call("clip_by_norm", 0.2, ("b",))], "each", None),
        ([call("clip_by_value", 0.5, ("a", "b"))], "value", 0.5),
    ],
)
def test_what_calls_do(calls: list[Clipping], kind: str, limit: float | None) -> None:
    assert (clips.kind_of(calls), clips.limit_of(calls)) == (kind, limit)


def test_a_limit_acts_where_a_norm_is_larger() -> None:
    assert clips.has_acted([call("clip_grad_norm_", 0.5, ("a",), norm=0.6)])
    assert not clips.has_acted([call("clip_grad_norm_", 0.5, ("a",), norm=0.4)])
