"""What keeps the search for a line cheap, and that it comes to the same."""

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
