"""Activations: functions, Primitives and Cells."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, values
from tests.opdb._sweeps import NUMBERS, unary

OPS = [
    Op(
        "mindspore.ops.relu",
        [*unary(NUMBERS), sample(values([0.0, -0.0, float("inf"), float("-inf"), float("nan")])).no_grad()],
        also=["mindspore.ops.ReLU", "mindspore.nn.ReLU"],
        errors=[error_sample(3, raises=TypeError)],
    ),
]
