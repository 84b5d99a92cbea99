"""Errors of a comparison under the names that mistakes of transformers have."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn
from torch.nn import functional as F

from ms2torch import Tensor, nn, ops
from parity import compare


def turned(cos, sin, first, second):
    return first * cos - second * sin, second * cos + first * sin


class Attention(tnn.Module):
    """Rotary embedding of halves, in torch."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = tnn.Linear(8, 16), tnn.Linear(8, 16), tnn.Linear(8, 16)

    def forward(self, x):
        q, k, v = (p(x).view(2, 5, 2, 8).transpose(1, 2) for p in (self.q, self.k, self.v))
        angles = torch.arange(5)[:, None] * 100.0 ** (-torch.arange(4) / 4)
        q, k = (torch.cat(turned(angles.cos(), angles.sin(), *t.chunk(2, -1)), -1) for t in (q, k))
        return F.scaled_dot_product_attention(q, k, v).relu()


class Interleaved(nn.Cell):
    """The same with interleaved pairs, and with what it is told to do behind it."""

    pairs = "interleaved"
    act = staticmethod(ops.relu)

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(8, 16), nn.Dense(8, 16), nn.Dense(8, 16)

    def rotary(self, x):
        angles = ops.arange(5).reshape(-1, 1) * 100.0 ** (-ops.arange(4) / 4)
        cos, sin = ops.cos(angles), ops.sin(angles)
        if self.pairs == "halves":
            return ops.cat(turned(cos, sin, *ops.chunk(x, 2, -1)), -1)
        return ops.stack(turned(cos, sin, x[..., 0::2], x[..., 1::2]), -1).reshape(x.shape)

    def construct(self, x):
        q, k, v = (p(x).reshape(2, 5, 2, 8).swapaxes(1, 2) for p in (self.q, self.k, self.v))
        scores = ops.matmul(self.rotary(q), self.rotary(k).swapaxes(-2, -1)) / 8**0.5
        return self.act(ops.matmul(ops.softmax(scores, -1), v))


class Halves(Interleaved):
    pairs = "halves"


class OtherActivation(Halves):
    act = staticmethod(ops.tanh)


SPEC = "float32[2,5,8]"


@pytest.fixture(scope="module")
def report():
    return compare(Attention, Interleaved, SPEC)


def test_the_finding_at_the_line_has_the_name(report):
    (found,) = report.of_severity("error")
    assert (found.rule, found.argument) == ("rotary-pairs", "pairs")
    assert (found.reference_value, found.port_value) == ("halves", "interleaved pairs")
    assert found.message == "rotary embedding: the port rotates interleaved pairs, the reference halves"
    assert "test_named_mistakes.py" in (found.location or "")


def test_rotary_pairs_say_the_rows_that_mend_too(report):
    (found,) = report.of_severity("error")
    assert found.evidence.endswith("are taken in the order 0 4 1 5 2 6 3 7")
    reference, port = Attention(), Interleaved()
    rows = [head * 8 + row for head in range(2) for row in (0, 4, 1, 5, 2, 6, 3, 7)]
    for name in ("q", "k", "v"):
        theirs, mine = getattr(reference, name), getattr(port, name)
        order = rows if name != "v" else list(range(16))
        mine.weight.set_data(Tensor(theirs.weight.detach()[order].numpy()))
        mine.bias.set_data(Tensor(theirs.bias.detach()[order].numpy()))
    x = torch.randn(2, 5, 8)
    assert torch.allclose(reference(x), torch.from_numpy(port(Tensor(x.numpy())).asnumpy()), atol=1e-6)


def test_a_right_port_has_no_finding():
    assert not compare(Attention, Halves, SPEC).findings


def test_another_mistake_keeps_its_own_name():
    (found,) = compare(Attention, OtherActivation, SPEC).of_severity("error")
    assert found.rule != "rotary-pairs"
    assert "rotary" not in found.message


class Block(tnn.Module):
    """A norm and an activation in one line."""

    def __init__(self):
        super().__init__()
        self.norm, self.up = tnn.LayerNorm(8, eps=1e-3), tnn.Linear(8, 8)

    def forward(self, x):
        return x + F.gelu(self.up(self.norm(x)))


class OtherNormAndActivation(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.up = nn.LayerNorm((8,), epsilon=1e-2), nn.Dense(8, 8)

    def construct(self, x):
        return x + ops.gelu(self.up(self.norm(x)), approximate="tanh")


def test_what_an_argument_of_a_layer_says_is_no_name_for_another_mistake():
    report = compare(Block(), OtherNormAndActivation(), ["float32[2,5,8]"])
    found = {finding.rule: finding.argument for finding in report.of_severity("error")}
    assert found["epsilon"] == "epsilon"
    assert "norm-epsilon" not in found
    assert found["body"] == "approximate"
