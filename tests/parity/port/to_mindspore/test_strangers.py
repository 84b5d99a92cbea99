"""Lines of code that nobody wrote for this project: what a row of the table alone does not say of them."""

from __future__ import annotations

import pytest

from tests.parity.port.to_mindspore.test_lines import TORCH, converted

# Lines of a forward of (x, y), both tensors; what they become; the codes of their marks.
LINES = {
    "x.norm(dim=1)": ("x.norm(dim=1)", ""),
    "x.norm(p=1, dim=1)": ("x.norm(ord=1, dim=1)", ""),
    "x.flip(-1)": ("x.flip((-1,))", ""),
    "x.flip(0, 1)": ("x.flip((0, 1))", ""),
    "x.flip([0])": ("x.flip((0,))", ""),
    "x.tile(2, 1)": ("x.tile((2, 1))", ""),
    "x.unfold(1, 3, 1)": ("unfold(x, 1, 3, 1)", ""),
    "x.repeat(2, 1)": ("x.tile((2, 1))", ""),
    "x.repeat([2, 1])": ("x.tile((2, 1))", ""),
    "x.repeat([1] + [2] * 3)": ("x.tile(tuple([1] + [2] * 3))", ""),
    "x.repeat(x.shape)": ("x.tile(x.shape)", ""),
    "x.repeat(len(y))": ("x.tile((len(y),))", ""),
    "x.repeat(n + (2, 1))": ("x.tile(n + (2, 1))", ""),
    "x.norm(n, dim=1)": ("x.norm(n, dim=1)", ""),
    "x.repeat(n)": ("x.tile((n,) if isinstance(n, int) else tuple(n))", ""),
    "x.repeat(n())": ("x.repeat(n())", "METHOD"),
    "F.interpolate(x, scale_factor=2)": ("ops.interpolate(x, scale_factor=2.0, recompute_scale_factor=True)", ""),
    "F.interpolate(x, scale_factor=(2, 3))": (
        "ops.interpolate(x, scale_factor=(2.0, 3.0), recompute_scale_factor=True)", "",
    ),
    "F.interpolate(x, scale_factor=1.5)": (
        "ops.interpolate(x, scale_factor=1.5, recompute_scale_factor=True)", "DIFFERENT",
    ),
    "F.interpolate(x, scale_factor=y.size(0), recompute_scale_factor=False)": (
        "ops.interpolate(x, scale_factor=float(y.shape[0]), recompute_scale_factor=True)", "DIFFERENT",
    ),
    "nn.Upsample(scale_factor=2)(x)": ("nn.Upsample(scale_factor=2.0, recompute_scale_factor=True)(x)", ""),
    "nn.ModuleList(nn.ReLU() for _ in x)": ("nn.CellList([nn.ReLU() for _ in x])", ""),
    "nn.ModuleList(map(f, y))": ("nn.CellList(list(map(f, y)))", ""),
    "nn.ModuleList([nn.ReLU()])": ("nn.CellList([nn.ReLU()])", ""),
    "partial(torch.cat, dim=1)": ("partial(ops.cat, axis=1)", ""),
    "partial(F.leaky_relu, negative_slope=0.1)": ("partial(mint.nn.functional.leaky_relu, negative_slope=0.1)", ""),
    "partial(torch.cat, y)": ("partial(torch.cat, y)", "ARGUMENT"),
    "torch.diag(torch.ones(3))": ("ops.diag(ops.ones(3))", ""),
    "torch.diag(torch.ones(3, 3), 1)": ("ops.diagonal(ops.ones((3, 3)), 1)", ""),
    "torch.diag(y)": ("(ops.diag if y.ndim == 1 else ops.diagonal)(y)", ""),
    "torch.diag(y.exp())": ("diag(y.exp())", ""),
    "F.interpolate(x, scale_factor=None if n else 2)": (
        "ops.interpolate(x, scale_factor=None if n else 2.0, recompute_scale_factor=True)", "DIFFERENT",
    ),
    "F.interpolate(x, scale_factor=self.scale)": (
        "ops.interpolate(x, scale_factor=as_floats(self.scale), recompute_scale_factor=True)", "DIFFERENT",
    ),
    "(x * 2).pow_(2)": ("(x * 2).pow(2)", ""),
    "x.sum(1).exp_().log()": ("x.sum(dim=1).exp().log()", ""),
    "x.pow_(2).sum()": ("x.pow(2).sum()", "IN-PLACE"),
    "torch.diagonal(x).pow_(2)": ("ops.diagonal(x).pow(2)", "IN-PLACE"),
    "x.requires_grad": ("True", "AUTOGRAD"),
    "torch.backends.mkldnn.enabled": ("False", ""),
    "torch._C._is_tracing()": ("False", ""),
    "nn.ModuleList([nn.ReLU() if n else None])": ("ModuleList([nn.ReLU() if n else None])", ""),
}  # fmt: skip


@pytest.mark.parametrize(("line", "made", "marks"), [(line, *made) for line, made in LINES.items()], ids=list(LINES))
def test_lines(line: str, made: str, marks: str) -> None:
    source = f"class Net(nn.Module):\n    def forward(self, x: Tensor, y: Tensor):\n        return {line}\n"
    found = converted(TORCH + source)
    assert found.source.splitlines()[-1].strip() == f"return {made}"
    assert " ".join(mark.code for mark in found.marks) == marks


NULLABLE = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, norm):
        super().__init__()
        first = nn.ReLU() if norm else None
        self.norms = nn.ModuleList([first, nn.ReLU()])
        self.plain = nn.ModuleList([nn.ReLU()])
        self.combines = nn.ModuleList([])
        self.combines.append(first)
"""


def test_lists_that_may_hold_none_are_classes_of_the_file() -> None:
    made = converted(NULLABLE)
    assert "self.norms = ModuleList([first, nn.ReLU()])" in made.source
    assert "self.combines = ModuleList([])" in made.source
    assert "self.plain = nn.CellList([nn.ReLU()])" in made.source
    assert not made.marks


TAKEN = """import torch
if torch.cuda.is_available() and torch.hub.load(1):
    x = 1
else:
    x = 2
"""


def test_a_mark_about_a_condition_that_is_gone_goes_with_it() -> None:
    found = converted(TAKEN)
    assert found.marks == ()
    assert "TODO" not in found.source
