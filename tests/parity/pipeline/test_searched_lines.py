"""Lines that are searched: which of several that do the same is written, and what keeps the search cheap."""

from __future__ import annotations

import re

import torch
from torch import nn as tnn

from ms2torch import nn, ops
from parity import compare
from parity.pipeline.mending.repeated import Repeated

CONVOLUTION = torch.ops.aten.convolution.default


def convolved(repeated: Repeated, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Convolve through what is remembered."""
    found: torch.Tensor = repeated.result(CONVOLUTION, (x, weight, None, [1], [1], [1], False, [0], 1), {})
    return found


def test_a_dear_operation_gives_again_what_it_gave() -> None:
    repeated, x, weight = Repeated(), torch.randn(4, 64, 99), torch.randn(64, 64, 3)
    first = convolved(repeated, x, weight)
    right = first.clone()
    first.zero_()
    x_again = x.clone()
    assert torch.equal(convolved(repeated, x_again, weight), right)
    assert repeated.given == 1


def test_other_numbers_are_computed() -> None:
    repeated, x, weight = Repeated(), torch.randn(4, 64, 99), torch.randn(64, 64, 3)
    convolved(repeated, x, weight)
    x[0, 0, 0], x[1, 0, 0] = x[1, 0, 0].clone(), x[0, 0, 0].clone()  # of the same sum
    right = torch.nn.functional.conv1d(x, weight, None, 1, 1)
    assert torch.equal(convolved(repeated, x, weight), right)
    assert repeated.given == 0


class Towers(tnn.Module):
    def __init__(self):
        super().__init__()
        self.stem = tnn.Conv2d(3, 8, 3, 2, padding=1)
        self.down = tnn.Conv2d(8, 8, 3, 2, padding=1)
        self.deep = tnn.Conv2d(8, 8, 3, 2, padding=1)
        self.boxes = tnn.Conv2d(8, 12, 3, padding=1)

    def forward(self, x):
        fine = self.down(self.stem(x))
        up = tnn.functional.interpolate(self.deep(fine), scale_factor=2.0)
        y = self.boxes(fine + up)
        n, _, h, w = y.shape
        return y.view(n, 3, 4, h, w).permute(0, 3, 4, 1, 2).reshape(n, -1, 4)


class TowersPort(nn.Cell):
    """Upsamples to the size of what it is added to: for odd sizes that is not what the reference does."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 2, pad_mode="pad", padding=1, has_bias=True)
        self.down = nn.Conv2d(8, 8, 3, 2, pad_mode="pad", padding=1, has_bias=True)
        self.deep = nn.Conv2d(8, 8, 3, 2, pad_mode="pad", padding=1, has_bias=True)
        self.boxes = nn.Conv2d(8, 12, 3, pad_mode="pad", padding=1, has_bias=True)

    def construct(self, x):
        fine = self.down(self.stem(x))
        up = ops.interpolate(self.deep(fine), size=fine.shape[2:], mode="nearest")
        y = self.boxes(fine + up)
        n, _, h, w = y.shape
        return y.view(n, 3, 4, h, w).permute(0, 4, 3, 1, 2).reshape(n, -1, 4)


def test_a_line_that_is_right_for_the_given_sizes_alone_is_written_and_said_so() -> None:
    (error,) = compare(Towers, TowersPort, "float32[2,3,24,24]").of_severity("error")
    assert error.fix == "return y.view(n, 3, 4, h, w).permute(0, 3, 4, 1, 2).reshape(n, -1, 4)"
    assert "given other sizes they differ yet" in error.evidence
    assert int(re.findall(r"of (\d+) edits tried", error.evidence)[0]) < 400  # layers that are right are left alone


class Normed(tnn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = tnn.Linear(6, 8), tnn.Linear(8, 3)

    def forward(self, x):
        y = self.up(x)
        return self.down(y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-6))


class Summed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Dense(6, 8), nn.Dense(8, 3)

    def construct(self, x):
        y = self.up(x)
        square = y.pow(2).sum(-1, keepdims=True)
        return self.down(y * ops.rsqrt(square + 1e-6))


def test_a_function_that_spells_its_arguments_otherwise_is_called_with_its_own() -> None:
    (error,) = compare(Normed, Summed, "float32[4,6]").of_severity("error")
    assert error.fix in {"square = y.pow(2).mean(-1, keep_dims=True)", "square = y.pow(2).mean(-1, keepdim=True)"}


class Weighted(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(4, 4)

    def forward(self, x, t):
        p, t = torch.sigmoid(self.fc(x)), torch.sigmoid(t)
        p_t = p * t + (1 - p) * (1 - t)
        return (torch.log(p_t) * (1 - p_t) ** 2).mean(1)


class WeightedOtherwise(nn.Cell):
    """Forgets a complement: where ``p_t`` is complemented in its place, what was right is not any more."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x, t):
        p, t = ops.sigmoid(self.fc(x)), ops.sigmoid(t)
        p_t = t * p + (1 - t) * (1 - p)
        entropy = ops.log(p_t)
        focus = ops.pow(p_t, 2)
        return (entropy * focus).mean(axis=1)


def test_an_edit_that_keeps_what_is_right_is_preferred() -> None:
    (error,) = compare(Weighted, WeightedOtherwise, ["float32[5,4]", "float32[5,4]"]).of_severity("error")
    assert error.fix in {"focus = ops.pow(1 - p_t, 2)", "focus = ops.pow(p_t - 1, 2)"}


class Dilated(tnn.Module):
    def __init__(self):
        super().__init__()
        self.layers = tnn.ModuleList(tnn.Conv1d(4, 4, 3, padding=n, dilation=n) for n in (1, 2))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Block(nn.Cell):
    def __init__(self, dilation):
        super().__init__()
        self.conv = nn.Conv1d(4, 4, 3, pad_mode="pad", padding=dilation, dilation=1, has_bias=True)

    def construct(self, x):
        return self.conv(x)


class NotDilated(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Block(n) for n in (1, 2)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def test_an_argument_that_is_not_passed_on_is_written_by_its_name() -> None:
    errors = compare(Dilated, NotDilated, "float32[2,4,16]").of_severity("error")
    line = 'self.conv = nn.Conv1d(4, 4, 3, pad_mode="pad", padding=dilation, dilation=dilation, has_bias=True)'
    assert {error.fix for error in errors} == {line}


class Linearly(tnn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.out = (tnn.Linear(dim, dim) for _ in range(4))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (f(x).view(b, t, self.heads, -1).transpose(1, 2) for f in (self.q, self.k, self.v))
        q, k = tnn.functional.elu(q) + 1, tnn.functional.elu(k) + 1
        kv = torch.einsum("bhtd,bhte->bhde", k, v)
        z = 1 / (torch.einsum("bhtd,bhd->bht", q, k.sum(2)) + 1e-3)
        y = torch.einsum("bhtd,bhde,bht->bhte", q, kv, z)
        return self.out(y.transpose(1, 2).reshape(b, t, c))


class LinearlyOtherwise(nn.Cell):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads, self.d = heads, dim // heads
        self.q, self.k, self.v, self.out = (nn.Dense(dim, dim) for _ in range(4))

    def split(self, x):
        b, t, _ = x.shape
        return x.reshape(b, t, self.heads, self.d).transpose(0, 2, 1, 3)

    def construct(self, x):
        b, t, c = x.shape
        q = ops.elu(self.split(self.q(x))) + 1
        k = ops.elu(self.split(self.k(x)))
        v = self.split(self.v(x))
        kv = ops.matmul(k.swapaxes(-1, -2), v)
        total = k.sum(axis=2)
        norm = (q * total.expand_dims(2)).sum(axis=-1) + 1e-3
        y = ops.matmul(q, kv) / norm.expand_dims(-1)
        return self.out(y.transpose(0, 2, 1, 3).reshape(b, t, c))


def test_one_edit_is_preferred_to_two_that_are_found_before_it() -> None:
    (error,) = compare(Linearly, LinearlyOtherwise, "float32[2,6,8]").of_severity("error")
    assert error.fix == "k = ops.elu(self.split(self.k(x))) + 1"
