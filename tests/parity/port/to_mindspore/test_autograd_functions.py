"""Classes of autograd.Function: as Cells with a bprop they give torch's values and gradients."""

from __future__ import annotations

from typing import Any

import libcst as cst
import numpy as np
import pytest
import torch

import ms2torch
from parity.port.project.facts import Source, gather
from parity.port.to_mindspore.convert import Converted, convert

FUNCTIONS = {
    "an argument has a default, and another method helps": """
    @staticmethod
    def forward(ctx, x, w, power=2):
        ctx.power = power
        ctx.save_for_backward(x, w)
        return Own.raised(x, power) * w

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        return grad * ctx.power * Own.raised(x, ctx.power - 1) * w, grad * Own.raised(x, ctx.power), None

    @staticmethod
    def raised(x, power):
        return x.pow(power)
""",
    "an argument is saved": """
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w

    @staticmethod
    def backward(ctx, grad):
        a, w = ctx.saved_tensors
        return grad * w * 3, grad * a
""",
    "the output is saved": """
    @staticmethod
    def forward(ctx, x, w):
        y = torch.exp(x) * w
        ctx.save_for_backward(y, w)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, w = ctx.saved_tensors
        return grad * y, grad * y / w
""",
    "something between is saved": """
    @staticmethod
    def forward(ctx, x, w):
        s = torch.sigmoid(x)
        ctx.save_for_backward(s, w)
        return s * w

    @staticmethod
    def backward(ctx, grad):
        s, w = ctx.saved_tensors
        return grad * w * s * (1 - s), grad * s
""",
    "a number is kept": """
    @staticmethod
    def forward(ctx, x, w):
        ctx.scale = 2.5
        ctx.save_for_backward(x, w)
        return ctx.scale * x * w

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, out):
        x, w = ctx.saved_tensors
        dx = dw = None
        if ctx.needs_input_grad[0]:
            dx = out * w * ctx.scale
        if ctx.needs_input_grad[1]:
            dw = out * x * ctx.scale
        return dx, dw
""",
    "two outputs": """
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w, x + w

    @staticmethod
    def backward(ctx, g, h):
        x, w = ctx.saved_tensors
        return g * w + h, g * x + h
""",
}
USE = """
def use(x, w):
    y = Own.apply(x, w)
    return sum(y) if isinstance(y, tuple) else y
"""


def converted(source: str) -> Converted:
    made = Source("snippet", "", cst.parse_module(source))
    return convert(made, gather([made], bool))


@pytest.mark.parametrize("body", FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_a_cell_gives_torchs_values_and_gradients(body: str) -> None:
    source = f"import torch\n\n\nclass Own(torch.autograd.Function):{body}{USE}"
    found = converted(source)
    assert not found.marks
    assert "class Own(nn.Cell):" in found.source
    assert "y = Own()(x, w)" in found.source
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    exec(source, old)
    exec(found.source.replace("mindspore", "ms2torch"), new)
    x, w = (np.random.RandomState(seed).rand(3, 2).astype(np.float32) for seed in (0, 1))
    given = [torch.tensor(x, requires_grad=True), torch.tensor(w, requires_grad=True)]
    wanted = old["use"](*given)
    wanted.sum().backward()
    value, gradients = ms2torch.value_and_grad(lambda a, b: new["use"](a, b).sum(), (0, 1))(
        ms2torch.Tensor(x), ms2torch.Tensor(w)
    )
    np.testing.assert_allclose(value.asnumpy(), wanted.sum().item(), rtol=1e-5)
    for gradient, tensor in zip(gradients, given, strict=True):
        np.testing.assert_allclose(gradient.asnumpy(), tensor.grad.numpy(), rtol=1e-5)


LEFT = {
    "what is not differentiable": "        ctx.mark_non_differentiable(x)\n",
    "a context that is passed on": "        keep(ctx)\n",
}


@pytest.mark.parametrize("line", LEFT.values(), ids=list(LEFT))
def test_a_function_that_a_cell_cannot_be_stays_marked(line: str) -> None:
    body = FUNCTIONS["an argument is saved"].replace("        return x * w\n", f"{line}        return x * w\n")
    found = converted(f"import torch\n\n\nclass Own(torch.autograd.Function):{body}{USE}")
    assert "AUTOGRAD" in {mark.code for mark in found.marks}
    assert "Own.apply(x, w)" in found.source


def test_a_function_passed_as_a_value_is_made_where_it_is_named() -> None:
    body = FUNCTIONS["an argument is saved"]
    source = f"import torch\n\n\nclass Own(torch.autograd.Function):{body}\nown = Own.apply\n"
    assert converted(source).source.endswith("\nown = Own()\n")


def test_a_function_that_keeps_something_is_made_for_each_call() -> None:
    body = FUNCTIONS["a number is kept"]
    source = f"import torch\n\n\nclass Own(torch.autograd.Function):{body}\nown = Own.apply\n"
    assert converted(source).source.endswith("\nown = lambda *args: Own()(*args)\n")
