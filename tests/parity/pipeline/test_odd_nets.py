"""Nets, tensors and files out of the ordinary: an answer, or one clear line."""

import zipfile

import numpy as np
import pytest
import torch
from torch import nn as tnn

import parity
from ms2torch import Tensor, nn, ops
from parity.code.errors import CannotCompare
from parity.measure.metrics import measure
from parity.nets.inputs import make_inputs


class Reference(tnn.Module):
    def __init__(self, body):
        super().__init__()
        self.fc, self.body = tnn.Linear(4, 4), body

    def forward(self, x):
        return self.body(self.fc(x))


class Port(nn.Cell):
    def __init__(self, body):
        super().__init__()
        self.fc, self.body = nn.Dense(4, 4), body

    def construct(self, x):
        return self.body(self.fc(x))


def compared(one, other, **options):
    return parity.compare(lambda: Reference(one), lambda: Port(other), "float32[2,4]", **options)


def test_complex_against_real_is_a_difference():
    report = compared(lambda x: torch.complex(x, 0 * x), lambda x: x)
    assert report.verdict == "different"
    figures = measure(torch.ones(2, dtype=torch.complex64), torch.ones(2))
    assert (figures.max_abs, figures.dtypes_differ) == (0.0, True)


def test_sparse_outputs_are_compared_by_their_elements():
    def pair(one, other):
        return parity.compare(lambda: Reference(one), lambda: Reference(other), "float32[2,4]").verdict

    assert pair(torch.relu, lambda x: x.relu().to_sparse()) == "same"
    assert pair(torch.relu, lambda x: (2 * x.relu()).to_sparse()) == "different"


def test_lazy_layers_are_filled_by_a_first_run():
    lazy = parity.compare(
        lambda: tnn.Sequential(tnn.LazyLinear(3)), lambda: nn.SequentialCell(nn.Dense(4, 3)), "float32[2,4]"
    )
    assert lazy.verdict == "same", lazy.findings
    assert len(lazy.weights.mapped) == 2


class MadeInForward(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(4, 4)

    def forward(self, x):
        self.act = tnn.ReLU()
        return self.act(self.fc(x))


class MadeInConstruct(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        self.act = nn.ReLU()
        return self.act(self.fc(x))


@pytest.mark.parametrize("options", [{}, {"grad": True}, {"steps": 1}, {"mode": "train"}])
def test_layers_made_in_forward(options):
    report = parity.compare(MadeInForward, MadeInConstruct, "float32[2,4]", **options)
    assert report.verdict == "same", report.findings


def test_a_correction_that_cannot_be_built_loses_that_attempt_alone():
    report = compared(
        torch.relu, ops.relu, steps=1,
        ref_optimizer="torch.optim.Adagrad(0.1)", port_optimizer="nn.Adagrad(learning_rate=0.1, accum=0.1)",
    )  # fmt: skip
    assert report.verdict == "different"
    assert any(finding.stage == "optim" for finding in report.findings)


def test_arrays_of_the_other_byte_order(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(8, dtype=">f4").reshape(2, 4))
    (made,) = make_inputs(str(tmp_path / "x.npy"), 0)
    assert made.tensor.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]


@pytest.mark.parametrize("cut", [40, 100, 200])
def test_damaged_archives_are_one_line(tmp_path, cut):
    path = tmp_path / "x.npz"
    np.savez_compressed(path, x=np.random.default_rng(0).normal(size=(8, 8)))
    data = bytearray(path.read_bytes())
    data[cut : cut + 60] = bytes(60)
    path.write_bytes(bytes(data))
    with pytest.raises(CannotCompare, match=r"x\.npz") as caught:
        make_inputs(str(path), 0)
    assert "\n" not in str(caught.value)


def test_an_archive_of_something_else_is_one_line(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.npz", "w") as archive:
        archive.writestr("readme.npy", b"no array")
    with pytest.raises(CannotCompare, match=r"x\.npz"):
        make_inputs(str(tmp_path / "x.npz"), 0)


TABLES = {rows: Tensor(np.ones((rows, 3), np.float32)) for rows in (7, 8)}


class OfFloat32(nn.Cell):
    """A table of the module's, which no precision changes: in float64 the product is refused for its types."""

    def __init__(self, rows):
        super().__init__()
        self.first, self.rows = nn.Dense(8, 8), rows

    def construct(self, x):
        return ops.matmul(self.first(x), TABLES[self.rows])


class Product(tnn.Module):
    def __init__(self):
        super().__init__()
        self.first = tnn.Linear(8, 8)

    def forward(self, x):
        return self.first(x) @ torch.ones(8, 3, dtype=x.dtype)


def test_what_is_raised_is_said_as_the_net_raises_it_in_its_own_precision():
    right, wrong = (parity.compare(Product, lambda rows=rows: OfFloat32(rows), "float32[2,8]") for rows in (8, 7))
    assert right.verdict == "same"
    (finding,) = [entry for entry in wrong.findings if entry.severity == "error"]
    assert finding.rule == "raises"
    assert "(2x8 and 7x3)" in finding.message
    assert "float64" not in finding.message


class Masked(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(4, 4)

    def forward(self, x):
        h = self.fc(x)
        low = torch.full((1,), torch.finfo(h.dtype).min, dtype=h.dtype)
        return torch.where(h > 0, h * 0.5, low).softmax(-1)


class MaskedPort(Masked):
    def forward(self, x):
        h = self.fc(x)
        low = torch.full((1,), torch.finfo(h.dtype).min, dtype=h.dtype)
        return torch.where(h > 0, h * 0.25, low).softmax(-1)


def test_the_lowest_number_of_a_type_is_no_value_that_tells():
    (error,) = [f for f in parity.compare(Masked, MaskedPort, "float32[2,4]").findings if f.severity == "error"]
    assert error.fix == "return torch.where(h > 0, h * 0.5, low).softmax(-1)"
