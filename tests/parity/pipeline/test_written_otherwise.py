"""One function, written in two ways: the same, whichever side writes it how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn as tnn

import ms2torch as ms
from ms2torch import nn, ops
from parity import compare
from parity.report.model import Report

IMAGE = "float32[2,4,10,10]"
TOKENS = "float32[2,5,16]"


def said(report: Report) -> list[tuple[str, str | None, str]]:
    """Severity, rule and words of what is more than a note."""
    return [(f.severity, f.rule, f.message) for f in report.findings if f.severity != "note"]


class TimeFirst(tnn.Module):
    def __init__(self):
        super().__init__()
        self.rnn, self.fc = tnn.LSTM(8, 6), tnn.Linear(6, 3)

    def forward(self, x):
        return self.fc(self.rnn(x)[0])


class BatchFirst(tnn.Module):
    def __init__(self):
        super().__init__()
        self.rnn, self.fc = tnn.LSTM(8, 6, batch_first=True), tnn.Linear(6, 3)

    def forward(self, x):
        return self.fc(self.rnn(x.transpose(0, 1))[0]).transpose(0, 1)


class TimeFirstCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rnn, self.fc = nn.LSTM(8, 6), nn.Dense(6, 3)

    def construct(self, x):
        return self.fc(self.rnn(x)[0])


class BatchFirstCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rnn, self.fc = nn.LSTM(8, 6, batch_first=True), nn.Dense(6, 3)

    def construct(self, x):
        return self.fc(self.rnn(x.swapaxes(0, 1))[0]).swapaxes(0, 1)


class States(tnn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = tnn.GRU(8, 6, batch_first=True)

    def forward(self, x):
        return self.rnn(x)


class StatesCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 6)

    def construct(self, x):
        out, state = self.rnn(x.swapaxes(0, 1))
        return out.swapaxes(0, 1), state


class Conv(tnn.Module):
    def __init__(self):
        super().__init__()
        self.conv = tnn.Conv2d(4, 6, 3, padding=1)

    def forward(self, x):
        return F.relu(self.conv(x))


class ConvThenBias(tnn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bias = tnn.Conv2d(4, 6, 3, padding=1, bias=False), tnn.Parameter(torch.zeros(6))

    def forward(self, x):
        return F.relu(self.conv(x) + self.bias.view(1, -1, 1, 1))


class ConvCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 6, 3, pad_mode="pad", padding=1, has_bias=True)

    def construct(self, x):
        return ops.relu(self.conv(x))


class ConvThenBiasCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 6, 3, pad_mode="pad", padding=1)
        self.bias = ms.Parameter(ops.zeros((1, 6, 1, 1)))

    def construct(self, x):
        return ops.relu(self.conv(x) + self.bias)


class Layers(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = tnn.Linear(16, 24), tnn.Linear(24, 16)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x)))


class Bare(tnn.Module):
    def __init__(self):
        super().__init__()
        self.w1, self.b1 = tnn.Parameter(torch.randn(16, 24)), tnn.Parameter(torch.zeros(24))
        self.w2, self.b2 = tnn.Parameter(torch.randn(24, 16)), tnn.Parameter(torch.zeros(16))

    def forward(self, x):
        return torch.tanh(x @ self.w1 + self.b1) @ self.w2 + self.b2


class LayersCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Dense(16, 24), nn.Dense(24, 16)

    def construct(self, x):
        return self.fc2(ops.tanh(self.fc1(x)))


class BareCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w1, self.b1 = ms.Parameter(ops.randn(24, 16), "w1"), ms.Parameter(ops.zeros(24), "b1")
        self.w2, self.b2 = ms.Parameter(ops.randn(16, 24), "w2"), ms.Parameter(ops.zeros(16), "b2")

    def construct(self, x):
        x = ops.tanh(ops.matmul(x, self.w1.swapaxes(0, 1)) + self.b1)
        return ops.matmul(x, self.w2.swapaxes(0, 1)) + self.b2


class Pointwise(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.conv = tnn.BatchNorm2d(4), tnn.Conv2d(4, 6, 1)

    def forward(self, x):
        return self.conv(self.norm(x))


class PointwiseCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.dense = nn.BatchNorm2d(4), nn.Dense(4, 6)

    def construct(self, x):
        return self.dense(self.norm(x).transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)


class Channels(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.fc = tnn.BatchNorm2d(4), tnn.Linear(4, 6)

    def forward(self, x):
        return self.fc(self.norm(x).permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class ChannelsCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.conv = nn.BatchNorm2d(4), nn.Conv2d(4, 6, 1, has_bias=True)

    def construct(self, x):
        return self.conv(self.norm(x))


class Grouped(tnn.Module):
    def __init__(self):
        super().__init__()
        self.conv = tnn.Conv2d(4, 8, 3, padding=1, groups=2)

    def forward(self, x):
        return self.conv(x)


class Split(tnn.Module):
    def __init__(self):
        super().__init__()
        self.convs = tnn.ModuleList(tnn.Conv2d(2, 4, 3, padding=1) for _ in range(2))

    def forward(self, x):
        return torch.cat([conv(part) for conv, part in zip(self.convs, x.chunk(2, 1), strict=True)], 1)


class GroupedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 8, 3, pad_mode="pad", padding=1, group=2, has_bias=True)

    def construct(self, x):
        return self.conv(x)


class SplitCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.convs = nn.CellList([nn.Conv2d(2, 4, 3, pad_mode="pad", padding=1, has_bias=True) for _ in range(2)])

    def construct(self, x):
        parts = ops.chunk(x, 2, 1)
        return ops.cat([conv(part) for conv, part in zip(self.convs, parts, strict=True)], 1)


class Square(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(16, 16)

    def forward(self, x):
        return torch.tanh(self.fc(x))


class Transposed(tnn.Module):
    def __init__(self):
        super().__init__()
        self.weight, self.bias = tnn.Parameter(torch.randn(16, 16)), tnn.Parameter(torch.zeros(16))

    def forward(self, x):
        return torch.tanh(x @ self.weight + self.bias)


class SquareCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(16, 16)

    def construct(self, x):
        return ops.tanh(self.fc(x))


class TransposedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(ops.randn(16, 16), "weight")
        self.bias = ms.Parameter(ops.zeros(16), "bias")

    def construct(self, x):
        return ops.tanh(ops.matmul(x, self.weight) + self.bias)


class Scaled(tnn.Module):
    def __init__(self, shape: tuple[int, ...]):
        super().__init__()
        self.conv, self.gamma = tnn.Conv2d(4, 4, 3, padding=1), tnn.Parameter(1e-6 * torch.ones(shape))

    def forward(self, x):
        return x + self.conv(x) * self.gamma.view(-1, 1, 1)


class ScaledCell(nn.Cell):
    def __init__(self, shape: tuple[int, ...]):
        super().__init__()
        self.conv = nn.Conv2d(4, 4, 3, pad_mode="pad", padding=1, has_bias=True)
        self.gamma = ms.Parameter(1e-6 * ops.ones(shape))

    def construct(self, x):
        return x + self.conv(x) * self.gamma.reshape(-1, 1, 1)


class Functional(tnn.Module):
    """Swin's attention: the weights of a layer, used by a function."""

    def __init__(self):
        super().__init__()
        self.qkv, self.proj = tnn.Linear(16, 48), tnn.Linear(16, 16)

    def forward(self, x):
        q, k, v = F.linear(x, self.qkv.weight, self.qkv.bias).chunk(3, -1)
        x = torch.softmax(q @ k.transpose(-1, -2) / 4, -1) @ v
        return F.linear(x, self.proj.weight, self.proj.bias)


class Fused(tnn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.proj = tnn.Linear(16, 48), tnn.Linear(16, 16)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        return self.proj(torch.softmax(q @ k.transpose(-1, -2) / 4, -1) @ v)


class Apart(tnn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.proj = (tnn.Linear(16, 16) for _ in range(4))

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        return self.proj(torch.softmax(q @ k.transpose(-1, -2) / 4, -1) @ v)


class FusedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.qkv, self.proj = nn.Dense(16, 48), nn.Dense(16, 16)

    def construct(self, x):
        q, k, v = ops.chunk(self.qkv(x), 3, -1)
        return self.proj(ops.matmul(ops.softmax(ops.matmul(q, k.swapaxes(-1, -2)) / 4, -1), v))


class ApartCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.proj = (nn.Dense(16, 16) for _ in range(4))

    def construct(self, x):
        scores = ops.matmul(self.q(x), self.k(x).swapaxes(-1, -2)) / 4
        return self.proj(ops.matmul(ops.softmax(scores, -1), self.v(x)))


class HalfApartCell(nn.Cell):
    """Query by itself, key and value in one layer."""

    def __init__(self):
        super().__init__()
        self.q, self.kv, self.proj = nn.Dense(16, 16), nn.Dense(16, 32), nn.Dense(16, 16)

    def construct(self, x):
        k, v = ops.chunk(self.kv(x), 2, -1)
        scores = ops.matmul(self.q(x), k.swapaxes(-1, -2)) / 4
        return self.proj(ops.matmul(ops.softmax(scores, -1), v))


class HalfApart(tnn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.kv, self.proj = tnn.Linear(16, 16), tnn.Linear(16, 32), tnn.Linear(16, 16)

    def forward(self, x):
        k, v = self.kv(x).chunk(2, -1)
        return self.proj(torch.softmax(self.q(x) @ k.transpose(-1, -2) / 4, -1) @ v)


class WeightNormed(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = torch.nn.utils.parametrizations.weight_norm(tnn.Linear(16, 24))
        self.fc2 = tnn.Linear(24, 16)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x)))


class WeightNormedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight_g = ms.Parameter(ops.ones((24, 1)), "weight_g")
        self.weight_v = ms.Parameter(ops.randn(24, 16), "weight_v")
        self.bias = ms.Parameter(ops.zeros(24), "bias")
        self.fc2 = nn.Dense(24, 16)

    def construct(self, x):
        weight = self.weight_v * (self.weight_g / ops.norm(self.weight_v, dim=1, keepdim=True))
        return self.fc2(ops.tanh(ops.matmul(x, weight.swapaxes(0, 1)) + self.bias))


class Tied(tnn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.norm = tnn.Embedding(11, 16), tnn.LayerNorm(16)
        self.head = tnn.Linear(16, 11, bias=False)
        self.head.weight = self.table.weight

    def forward(self, x):
        return self.head(self.norm(self.table(x)))


class TiedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.norm = nn.Embedding(11, 16), nn.LayerNorm((16,), epsilon=1e-5)

    def construct(self, x):
        return ops.matmul(self.norm(self.table(x)), self.table.embedding_table.swapaxes(0, 1))


class TiedLayerCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.norm = nn.Embedding(11, 16), nn.LayerNorm((16,), epsilon=1e-5)
        self.head = nn.Dense(16, 11, has_bias=False)
        self.head.weight = self.table.embedding_table

    def construct(self, x):
        return self.head(self.norm(self.table(x)))


ADAM: dict[str, Any] = {
    "steps": 2,
    "grad": True,
    "ref_optimizer": "torch.optim.Adam(1e-3)",
    "port_optimizer": "nn.Adam(1e-3)",
}


@dataclass(frozen=True)
class Case:
    """Two nets that are the same one."""

    name: str
    reference: Any
    port: Any
    spec: str
    options: dict[str, Any] = field(default_factory=dict)


def _ways(name: str, references: list[Any], ports: list[Any], spec: str, **options: Any) -> list[Case]:
    """Return each way to write the reference beside each way to write the port."""
    return [
        Case(f"{name} {getattr(a, '__name__', i)} {getattr(b, '__name__', j)}", a, b, spec, options)
        for i, a in enumerate(references)
        for j, b in enumerate(ports)
    ]


def _scales(kind: Any) -> list[Any]:
    return [lambda s=shape: kind(s) for shape in ((4,), (4, 1, 1), (1, 4, 1, 1))]


CASES = [
    *_ways("lstm", [TimeFirst, BatchFirst], [TimeFirstCell, BatchFirstCell], "float32[5,2,8]"),
    *_ways("gru", [States], [StatesCell], "float32[2,5,8]"),
    *_ways("bias", [Conv, ConvThenBias], [ConvCell, ConvThenBiasCell], IMAGE),
    *_ways("bare", [Layers, Bare], [LayersCell, BareCell], TOKENS),
    *_ways("1x1", [Pointwise, Channels], [PointwiseCell, ChannelsCell], IMAGE),
    *_ways("groups", [Grouped, Split], [GroupedCell, SplitCell], IMAGE),
    *_ways("square", [Square, Transposed], [SquareCell, TransposedCell], TOKENS),
    *_ways("scale", _scales(Scaled), _scales(ScaledCell), IMAGE),
    *_ways("qkv", [Functional, Fused, Apart, HalfApart], [FusedCell, ApartCell, HalfApartCell], TOKENS),
    *_ways("trained qkv", [Fused, Apart, HalfApart], [FusedCell, ApartCell, HalfApartCell], TOKENS, **ADAM),
    *_ways("weight norm", [WeightNormed], [WeightNormedCell], TOKENS),
    *_ways("tied", [Tied], [TiedCell, TiedLayerCell], "int64[2,5]<11"),
    *_ways("trained tied", [Tied], [TiedCell, TiedLayerCell], "int64[2,5]<11", **ADAM),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_is_the_same(case: Case) -> None:
    report = compare(case.reference(), case.port(), [case.spec], **case.options)
    assert (report.verdict, said(report)) == ("same", [])


def test_a_compiled_net_is_the_net_itself() -> None:
    net = Layers()
    report = compare(net, torch.compile(net), [TOKENS])
    assert (report.verdict, said(report)) == ("same", [])
    assert "compiled code: the port ran as written" in report.coverage.not_looked_at


class Pooled(tnn.Module):
    def __init__(self, pool: tnn.Module):
        super().__init__()
        self.conv, self.pool = tnn.Conv2d(4, 4, 3, padding=1), pool

    def forward(self, x):
        return self.pool(self.conv(x))


class PooledCell(nn.Cell):
    def __init__(self, pool: nn.Cell):
        super().__init__()
        self.conv, self.pool = nn.Conv2d(4, 4, 3, pad_mode="pad", padding=1, has_bias=True), pool

    def construct(self, x):
        return self.pool(self.conv(x))


EVEN = "float32[2,4,12,12]"
POOLS = {
    "max 3 ceil": (lambda: tnn.MaxPool2d(3, 2, ceil_mode=True), lambda: nn.MaxPool2d(3, 2, "same"), "ceil_mode"),
    "max 2 ceil": (lambda: tnn.MaxPool2d(2, ceil_mode=True), lambda: nn.MaxPool2d(2, 2), "ceil_mode"),
    "max 2": (lambda: tnn.MaxPool2d(2), lambda: nn.MaxPool2d(2, 2, "same"), "pad_mode"),
    "avg 2": (lambda: tnn.AvgPool2d(2), lambda: nn.AvgPool2d(2, 2, "same"), "pad_mode"),
    "avg 3 ceil": (
        lambda: tnn.AvgPool2d(3, 2, ceil_mode=True, count_include_pad=False),
        lambda: nn.AvgPool2d(3, 2, "same"),
        "ceil_mode",
    ),
}


@pytest.mark.parametrize("name", POOLS)
def test_pools_that_are_equal_at_even_sizes_are_a_warning_that_names_others(name: str) -> None:
    reference, port, argument = POOLS[name]
    report = compare(lambda: Pooled(reference()), lambda: PooledCell(port()), [EVEN])
    assert report.verdict == "same"
    (warning,) = report.of_severity("warning")
    assert (warning.argument, warning.evidence) == (argument, "equal at 12 x 12, not at 11 x 11")


def test_pools_that_are_equal_at_every_size_are_a_note() -> None:
    reference = lambda: Pooled(tnn.MaxPool2d(3, 1, 1, ceil_mode=True))  # noqa: E731
    report = compare(reference, lambda: PooledCell(nn.MaxPool2d(3, 1, "same")), [EVEN])
    assert (report.verdict, said(report)) == ("same", [])


class CastNorm(tnn.Module):
    """A norm that its author computes in float32 whatever it is given, behind a shift that rounds."""

    def __init__(self):
        super().__init__()
        self.fc, self.scale, self.out = tnn.Linear(16, 16), tnn.Parameter(torch.ones(16)), tnn.Linear(16, 8)

    def forward(self, x):
        x = (self.fc(x) + 100) - 100
        x = x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-6)
        return self.out(self.scale * x)


class CastNormCell(nn.Cell):
    def __init__(self, *, act: bool = False):
        super().__init__()
        self.fc, self.scale, self.out = nn.Dense(16, 16), ms.Parameter(ops.ones(16), "scale"), nn.Dense(16, 8)
        self.act = act

    def construct(self, x):
        x = (self.fc(x) + 100).astype(ms.float32) - 100
        x = x / ops.sqrt(ops.mean(ops.square(x), -1, True) + 1e-6)
        return self.out(self.scale * (ops.gelu(x) if self.act else x))


def test_what_lies_behind_casts_is_judged_by_the_noise() -> None:
    report = compare(CastNorm, CastNormCell, [TOKENS])
    assert (report.verdict, said(report)) == ("same", [])
    (stage,) = [stage for stage in report.stages if stage.name == "forward"]
    assert "judged by the noise in float32" in stage.reason


def test_a_mistake_behind_casts_is_seen() -> None:
    assert compare(CastNorm, lambda: CastNormCell(act=True), [TOKENS]).verdict == "different"
