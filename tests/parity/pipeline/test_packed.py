"""Query, key and value in one layer on one side, in three on the other, with the port's own weights."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

import ms2torch as ms
from ms2torch import nn, ops
from parity import compare
from parity.convert.conversion import Conversion, check, convert, write
from parity.recording.recorder import record

SPEC = "float32[2,5,16]"


class Fused(tnn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = tnn.Linear(16, 48), tnn.Linear(16, 16)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        return self.out(torch.softmax(q @ k.transpose(-1, -2), -1) @ v)


class Apart(tnn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (tnn.Linear(16, 16) for _ in range(3))
        self.out = tnn.Linear(16, 16)

    def forward(self, x):
        return self.out(torch.softmax(self.q(x) @ self.k(x).transpose(-1, -2), -1) @ self.v(x))


class FusedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Dense(16, 48), nn.Dense(16, 16)

    def construct(self, x):
        q, k, v = ops.chunk(self.qkv(x), 3, -1)
        return self.out(ops.matmul(ops.softmax(ops.matmul(q, k.swapaxes(-1, -2)), -1), v))


class ApartCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(16, 16), nn.Dense(16, 16), nn.Dense(16, 16)
        self.out = nn.Dense(16, 16)

    def construct(self, x):
        weights = ops.softmax(ops.matmul(self.q(x), self.k(x).swapaxes(-1, -2)), -1)
        return self.out(ops.matmul(weights, self.v(x)))


PAIRS = pytest.mark.parametrize(
    ("reference", "port"), [(Fused, ApartCell), (Apart, FusedCell)], ids=["one to three", "three to one"]
)


@PAIRS
def test_with_a_checkpoint_of_the_port(reference, port, tmp_path):
    ms.save_checkpoint(port(), str(tmp_path / "port.ckpt"))
    report = compare(reference, port, SPEC, weights=str(tmp_path / "port.ckpt"))
    assert report.verdict == "same", report.findings
    assert len(report.weights.mapped) == 8
    (note,) = report.findings
    assert (note.severity, note.rule) == ("note", "unmatched-layer")
    assert "q, k, v in one layer" in note.message


@PAIRS
def test_with_a_trace_of_the_port(reference, port, tmp_path):
    net = port()
    net.set_train(False)
    with record(net, tmp_path / "trace"):
        net(ms.Tensor(torch.randn(2, 5, 16).numpy()))
    report = compare(reference, str(tmp_path / "trace"))
    assert report.verdict == "same", report.findings


@PAIRS
def test_with_gradients_and_steps(reference, port):
    report = compare(
        reference, port, SPEC, grad=True, steps=2,
        ref_optimizer="torch.optim.SGD(0.1, momentum=0.9)", port_optimizer="nn.SGD(0.1, momentum=0.9)",
    )  # fmt: skip
    assert report.verdict == "same", report.findings
    assert len([entry for entry in report.gradients if entry.kind == "parameter"]) == 8


@PAIRS
def test_other_weights_on_each_side_are_compared_part_by_part(reference, port, tmp_path):
    torch.save(reference().state_dict(), tmp_path / "reference.pth")
    ms.save_checkpoint(port(), str(tmp_path / "port.ckpt"))
    report = compare(
        reference, port, SPEC, weights=str(tmp_path / "reference.pth"), port_weights=str(tmp_path / "port.ckpt")
    )
    assert report.verdict == "different"
    assert {finding.rule for finding in report.findings if finding.severity == "error"} == {"weights-differ"}
    assert all(0 < entry.max_abs < 10 for entry in report.weights.mapped)


@PAIRS
def test_files_are_converted_there_and_back(reference, port, tmp_path):
    cell = port()
    ms.save_checkpoint(cell, str(tmp_path / "port.ckpt"))
    spec = Conversion(tmp_path / "port.ckpt", tmp_path / "there.pth", reference, port, SPEC)
    account = convert(spec)
    assert account.complete
    write(account)
    assert check(spec, account).verdict == "same"
    back = convert(Conversion(tmp_path / "there.pth", tmp_path / "back.ckpt", reference, port, SPEC))
    assert back.complete
    for name, value in cell.parameters_dict().items():
        assert torch.equal(back.tensors[name], torch.from_numpy(value.asnumpy())), name


class Scaled(tnn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cls = tnn.Parameter(torch.ones(1, 1, 4))
        self.scale = tnn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.scale * (x + self.cls)


class ScaledCell(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.token = ms.Parameter(ms.ops.ones((1, 1, 4), ms.float32))
        self.a = ms.Parameter(ms.ops.ones((4,), ms.float32))

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return self.a * (x + self.token)


def test_a_weight_of_the_very_shape_comes_before_one_that_fits() -> None:
    report = compare(Scaled, ScaledCell, "float32[2,3,4]")
    assert report.verdict == "same"
    assert not report.weights.unmatched_reference
