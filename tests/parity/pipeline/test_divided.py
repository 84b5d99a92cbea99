"""What one side does around a layer and the other inside it: one mistake is one finding, and a right port has none."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import nn as tn

import parity
from ms2torch import nn, ops

IMAGE = ["float32[2,3,8,8]"]


class Unit(tn.Module):
    def __init__(self, inside=None):
        super().__init__()
        self.conv, self.norm, self.inside = tn.Conv2d(3, 3, 1, bias=False), tn.BatchNorm2d(3), inside

    def forward(self, x):
        y = self.norm(self.conv(x))
        return y if self.inside is None else self.inside(y)


class Block(tn.Module):
    """A branch before and behind which the block itself computes."""

    def __init__(self, before=None, behind=None, inside=None):
        super().__init__()
        self.left, self.right, self.before, self.behind = Unit(), Unit(inside), before, behind

    def forward(self, x):
        y = self.right(x if self.before is None else self.before(x))
        return torch.cat([self.left(x), y if self.behind is None else self.behind(y)], 1)


class UnitPort(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 3, 1), nn.BatchNorm2d(3)

    def construct(self, x):
        return self.norm(self.conv(x))


class BlockPort(nn.Cell):
    """The same with the branch as a row of Cells, and what the block computes behind it."""

    def __init__(self, *branch, behind=None, scale=1.0):
        super().__init__()
        self.left, self.right = UnitPort(), nn.SequentialCell(*branch)
        self.behind, self.scale = behind, scale

    def construct(self, x):
        y = self.right(x)
        return ops.cat((self.left(x) * self.scale, y if self.behind is None else self.behind(y)), 1)


def mean_of(x):
    return F.avg_pool2d(x, kernel_size=3, stride=1, padding=1)


def counted():
    return nn.AvgPool2d(3, 1, pad_mode="pad", padding=1)


def uncounted():
    return nn.AvgPool2d(3, 1, pad_mode="same")


POOL = ("body", "count_include_pad")
CASES = {
    "before": (lambda: Block(mean_of), lambda pool: BlockPort(pool(), UnitPort()), [POOL]),
    "behind": (lambda: Block(behind=mean_of), lambda pool: BlockPort(UnitPort(), pool()), [POOL]),
    "inside": (lambda: Block(inside=mean_of), lambda pool: BlockPort(UnitPort(), behind=pool()), [POOL]),
    "beside another": (
        lambda: Block(mean_of), lambda pool: BlockPort(pool(), UnitPort(), scale=2.0 - (pool is counted)),
        [POOL, ("body", "constant")],
    ),
}  # fmt: skip


def errors(report: parity.Report) -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.argument) for finding in report.of_severity("error")]


@pytest.mark.parametrize("case", CASES)
def test_one_mistake_in_divided_work_is_one_finding(case):
    reference, port, causes = CASES[case]
    assert sorted(errors(parity.compare(reference, lambda: port(uncounted), IMAGE)), key=str) == sorted(causes, key=str)


@pytest.mark.parametrize("case", CASES)
def test_work_divided_otherwise_is_no_mistake(case):
    reference, port, _ = CASES[case]
    report = parity.compare(reference, lambda: port(counted), IMAGE)
    assert (report.verdict, errors(report)) == ("same", [])
