"""What was not looked at: with the option that looks at it, or why it could not be although that option was given."""

from __future__ import annotations

import pytest
from torch import nn as tnn

import parity


def net(out=2):
    return lambda: tnn.Sequential(tnn.Linear(8, 8), tnn.ReLU(), tnn.Linear(8, out))


SGD = {"steps": 1, "ref_optimizer": "torch.optim.SGD(0.1)", "port_optimizer": "torch.optim.SGD(0.1)"}
CASES = [
    ({}, net(), {"gradients (--grad)", "training steps (--steps N)", "initial distributions (--init)"}),
    ({"grad": True}, net(), {"training steps (--steps N)", "initial distributions (--init)"}),
    (
        {"grad": True, **SGD}, net(3),
        {
            "gradients: the outputs differ in number or shape", "training steps: the outputs differ already",
            "initial distributions (--init)",
        },
    ),
    ({"grad": True, **SGD, "init": True}, net(), set()),
]  # fmt: skip


@pytest.mark.parametrize("options, port, expected", CASES)
def test_stages_that_were_left_out(options, port, expected):
    left = parity.compare(net(), port, "float32[4,8]", **options).coverage.not_looked_at
    assert {text for text in left if text.startswith(("gradients", "training steps", "initial"))} == expected
