"""A net against itself in training: whatever stages run before the steps, they leave the moving statistics alone."""

from __future__ import annotations

import pytest
import torch

from parity import compare


class Block(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = torch.nn.Linear(6, 6)
        self.norm = torch.nn.BatchNorm1d(6)

    def forward(self, x):
        return torch.relu(self.norm(self.fc(x)))


def make() -> torch.nn.Module:
    return torch.nn.Sequential(Block(), Block(), torch.nn.Linear(6, 3))


@pytest.mark.parametrize("grad", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_no_stage_disturbs_the_next(grad, seed):
    report = compare(make, make, ["float32[4,6]"], mode="train", grad=grad, steps=2, init=True, seed=seed)
    assert report.verdict == "same", report.findings
    assert len(report.steps) == 2
