"""Each recorded call by itself: sound ones pass in every precision, wrong results and gradients are named."""

from __future__ import annotations

import dataclasses

import pytest
import torch
import torch.nn.functional as F

from parity.dumps.execution import Entry, Execution, held
from parity.nets.ms_cell import installed
from parity.precheck.check import Checked, check_calls


def api(family: str, name: str, args: tuple[object, ...], output: torch.Tensor, **kwargs: object) -> Entry:
    """One call as a dump would hold it."""
    stored = tuple(held(value) if isinstance(value, torch.Tensor) else value for value in args)
    return Entry(f"{family}.{name}.0.forward", "api", family, "", name, "forward", 0, stored, kwargs, (held(output),))


def check(*entries: Entry, framework: str = "pytorch") -> list[Checked]:
    execution = Execution("e", framework=framework, level="mix", task="tensor", entries=list(entries))
    with installed():
        return check_calls(execution, lambda fraction: None)


x, w = torch.randn(8, 16, generator=torch.Generator().manual_seed(0)), torch.randn(4, 16)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_a_sound_call_passes_in_its_own_precision(dtype: torch.dtype) -> None:
    a, b = x.to(dtype), w.to(dtype)
    (found,) = check(api("Functional", "linear", (a, b), F.linear(a, b)))
    assert (found.status, found.counterpart) == ("same", "mint.nn.functional.linear(t0, t1)")


def test_the_tolerance_follows_from_the_call() -> None:
    """A difference of near numbers loses its digits; the same error in a sum does not pass."""
    near = torch.full((8,), 1.0) + 1e-4 * torch.arange(8)
    difference = torch.sub(near, 1.0)
    off = difference * (1 + 1e-4)
    assert check(api("Torch", "sub", (near, 1.0), off))[0].status == "same"
    assert check(api("Torch", "add", (near, 1.0), (near + 1.0) * (1 + 1e-4)))[0].status == "wrong"


@pytest.mark.parametrize(
    ("entry", "status"),
    [
        (api("Functional", "gelu", (x,), F.gelu(x, approximate="tanh")), "wrong"),
        (api("Functional", "softmax", (x,), x.softmax(0), dim=1), "wrong"),
        (api("Functional", "softmax", (x,), x.softmax(1) * (1 + 1e-5), dim=1), "inexact"),
        (api("Functional", "linear", (x, w), F.linear(x, w)[:, :2]), "wrong"),
        (api("Torch", "argmax", (x, 1), x.argmax(0)[:8]), "inexact"),
        (api("Torch", "exp", (x * 100,), torch.exp(x * 100)), "same"),
        (api("Functional", "dropout", (x, 0.5, True), F.dropout(x)), "not run"),
    ],
)
def test_what_is_not_up_to_rounding_is_named(entry: Entry, status: str) -> None:
    (found,) = check(entry)
    assert found.status == status, found


def test_one_wrong_element_of_many_is_seen() -> None:
    large = torch.randn(1 << 16)
    wrong = torch.sigmoid(large)
    wrong[777] += 1e-3
    (found,) = check(api("Torch", "sigmoid", (large,), wrong))
    assert found.rounding is not None
    assert (found.status, found.rounding.index) == ("inexact", 777)


def test_a_gradient_that_is_not_the_calls_own() -> None:
    forward = api("Functional", "silu", (x.clone().requires_grad_(),), F.silu(x))
    flow = torch.ones_like(x)
    leaf = x.clone().requires_grad_()
    F.silu(leaf).backward(flow)
    assert leaf.grad is not None

    def backward(gradient: torch.Tensor) -> Entry:
        name = forward.name.replace("forward", "backward")
        return dataclasses.replace(forward, name=name, phase="backward", args=(held(flow),), outputs=(held(gradient),))

    assert [one.status for one in check(forward, backward(leaf.grad))] == ["same", "same"]
    found = check(forward, backward(2 * leaf.grad))
    assert [(one.entry.phase, one.status) for one in found] == [("backward", "wrong"), ("forward", "same")]


def test_calls_of_mindspore_run_on_ms2torch() -> None:
    normal = F.layer_norm(x, (16,), torch.ones(16), torch.zeros(16), 1e-5)
    entries = (
        api("Functional", "gelu", (x,), F.gelu(x), approximate="none"),
        api("Mint", "add", (x, x), x + x + 1),
        dataclasses.replace(api("Primitive", "MatMul", (x, w), x @ w.T), path="matmul"),
        dataclasses.replace(api("Primitive", "LayerNorm", (x, torch.ones(16), torch.zeros(16)), normal), path="ln"),
    )
    found = {one.entry.type: one for one in check(*entries, framework="mindspore")}
    assert {name: one.status for name, one in found.items()} == {
        "gelu": "same", "add": "wrong", "MatMul": "same", "LayerNorm": "same",
    }  # fmt: skip
    assert found["MatMul"].setting == {"transpose_b": True}  # a dump does not hold it
