"""The whole pipeline on torch nets and their ports as MindSpore Cells."""

import textwrap
from pathlib import Path

import pytest
import torch
from torch import nn as tnn

import parity
from ms2torch import nn, ops
from parity.code.errors import CannotCompare


def errors(report):
    return [finding for finding in report.findings if finding.severity == "error"]


def named(report):
    return {(finding.argument, finding.port_layer) for finding in errors(report)}


class Reference(tnn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = tnn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.bn1 = tnn.BatchNorm2d(8)
        self.act = tnn.GELU()
        self.pool = tnn.MaxPool2d(2)
        self.conv2 = tnn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.norm = tnn.LayerNorm(8 * 4 * 4)
        self.fc = tnn.Linear(8 * 4 * 4, 5)

    def forward(self, x):
        x = self.pool(self.act(self.bn1(self.conv1(x))))
        y = self.conv2(x)
        y += x
        return self.fc(self.norm(y.flatten(1)))


class Port(nn.Cell):
    def __init__(self, **changed):
        super().__init__()
        given = {"pad_mode": "pad", "padding": 1, "has_bias": True, "momentum": 0.9, "approximate": False,
                 "stride": 2, "epsilon": 1e-5, "eps": 1e-5} | changed  # fmt: skip
        padding = {"padding": given["padding"]} if given["pad_mode"] == "pad" else {}
        self.dense = nn.Dense(8 * 4 * 4, 5)
        self.stem = nn.SequentialCell(
            nn.Conv2d(3, 8, 3, stride=2, pad_mode=given["pad_mode"], has_bias=given["has_bias"], **padding),
            nn.BatchNorm2d(8, eps=given["eps"], momentum=given["momentum"]),
            nn.GELU(approximate=given["approximate"]),
            nn.MaxPool2d(2, stride=given["stride"]),
        )
        self.second = nn.Conv2d(8, 8, 3)
        self.norm = nn.LayerNorm((8 * 4 * 4,), epsilon=given["epsilon"])

    def construct(self, x):
        x = self.stem(x)
        x = x + self.second(x)
        return self.dense(self.norm(x.view(x.shape[0], -1)))


IMAGE = "float32[2,3,16,16]"


def test_a_correct_port_is_the_same():
    report = parity.compare(Reference, Port, IMAGE)
    assert report.verdict == "same"
    assert report.port.framework == "ms2torch"
    assert {entry.status for entry in report.layers} == {"same"}
    assert ("bn1.running_var", "stem.1.moving_variance") in [(p.reference, p.port) for p in report.weights.mapped]
    assert len(report.weights.mapped) == 11
    # `second` pads by 'same', which is padding=1 at stride 1
    assert [(f.rule, f.severity, f.port_layer) for f in report.findings] == [("pad-mode", "note", "second")]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"pad_mode": "same"}, ("pad_mode", "stem.0")),
        ({"pad_mode": "valid"}, ("pad_mode", "stem.0")),
        ({"has_bias": False}, ("has_bias", "stem.0")),
        ({"eps": 1e-3}, ("eps", "stem.1")),
        ({"eps": 1.001e-5}, ("eps", "stem.1")),
        ({"approximate": True}, ("approximate", "stem.2")),
        ({"stride": 1}, ("stride", "stem.3")),
        ({"epsilon": 1e-7}, ("epsilon", "norm")),
    ],
)
def test_each_wrong_default_is_named(change, expected):
    report = parity.compare(Reference, lambda: Port(**change), IMAGE)
    assert report.verdict == "different"
    assert named(report) == {expected}
    assert errors(report)[0].location.startswith("tests/parity/pipeline/test_compare_cells.py:")


def test_momentum_shows_only_in_training():
    report = parity.compare(Reference, lambda: Port(momentum=0.1), IMAGE)
    assert report.verdict == "same"
    assert ("warning", "momentum") in [(f.severity, f.argument) for f in report.findings]
    report = parity.compare(Reference, lambda: Port(momentum=0.1), IMAGE, mode="train")
    assert named(report) == {("momentum", "stem.1")}


def test_several_mistakes_in_one_layer_share_the_line_to_write():
    report = parity.compare(Reference, lambda: Port(pad_mode="valid", has_bias=False, epsilon=1e-7), IMAGE)
    assert named(report) == {("pad_mode", "stem.0"), ("has_bias", "stem.0"), ("epsilon", "norm")}
    lines = {finding.fix for finding in errors(report) if finding.port_layer == "stem.0"}
    assert len(lines) == 1
    assert "has_bias=True" in lines.pop()


def test_a_cell_as_reference_and_torch_as_port():
    report = parity.compare(Port, Reference, IMAGE)
    assert report.verdict == "same"
    report = parity.compare(lambda: Port(epsilon=1e-3), Reference, IMAGE)
    assert named(report) == {("epsilon", "norm")}
    assert "eps=0.001: " in errors(report)[0].evidence


def test_a_cell_against_a_cell():
    assert parity.compare(Port, Port, IMAGE).verdict == "same"
    assert named(parity.compare(Port, lambda: Port(eps=1e-3), IMAGE)) == {("eps", "stem.1")}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_a_correct_port_passes_in_every_precision(dtype, seed):
    assert parity.compare(Reference, Port, IMAGE, dtype=dtype, seed=seed).verdict == "same"


PAIRS = [
    (lambda: tnn.Conv1d(3, 4, 5), lambda: nn.Conv1d(3, 4, 5, pad_mode="valid", has_bias=True), "float32[2,3,9]"),
    (
        lambda: tnn.ConvTranspose2d(3, 4, 4, stride=2, padding=1),
        lambda: nn.Conv2dTranspose(3, 4, 4, stride=2, pad_mode="pad", padding=1, has_bias=True),
        "float32[2,3,6,6]",
    ),
    (
        lambda: tnn.Conv3d(3, 4, 2, groups=1),
        lambda: nn.Conv3d(3, 4, 2, pad_mode="valid", has_bias=True),
        "float32[2,3,4,4,4]",
    ),
    (lambda: tnn.BatchNorm3d(3), lambda: nn.BatchNorm3d(3), "float32[2,3,4,4,4]"),
    (lambda: tnn.GroupNorm(2, 4), lambda: nn.GroupNorm(2, 4), "float32[2,4,4,4]"),
    (lambda: tnn.Embedding(20, 8), lambda: nn.Embedding(20, 8), "int64[2,5]<20"),
    (lambda: tnn.PReLU(3), lambda: nn.PReLU(3), "float32[2,3,4,4]"),
    (
        lambda: tnn.LSTM(4, 5, 2, batch_first=True, bidirectional=True),
        lambda: nn.LSTM(4, 5, 2, batch_first=True, bidirectional=True),
        "float32[3,6,4]",
    ),
    (lambda: tnn.GRU(4, 5), lambda: nn.GRU(4, 5), "float32[3,6,4]"),
]


@pytest.mark.parametrize(("reference", "port", "inputs"), PAIRS)
def test_layers_whose_weights_have_other_names_and_layouts(reference, port, inputs):
    report = parity.compare(reference, port, inputs)
    assert report.verdict == "same", report.findings
    assert not report.weights.unmatched_reference
    assert not report.weights.unmatched_port


def test_a_layout_is_told():
    report = parity.compare(*PAIRS[0])
    assert {pair.transform for pair in report.weights.mapped} == {"unsqueeze(2)", ""}


class Attention(tnn.Module):
    def __init__(self):
        super().__init__()
        self.attention = tnn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x):
        return self.attention(x, x, x, need_weights=False)[0]


class AttentionPort(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mix = nn.MultiheadAttention(8, 2, batch_first=True)

    def construct(self, x):
        return self.mix(x, x, x, need_weights=False)[0]


def test_packed_attention_weights_go_across():
    assert parity.compare(Attention, AttentionPort, "float32[2,5,8]").verdict == "same"


class Functional(nn.Cell):
    """The reference's modules as functions, and one layer fewer."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, stride=2, pad_mode="pad", padding=1, has_bias=True)
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 8, 3)
        self.norm = nn.LayerNorm((128,), epsilon=1e-5)
        self.fc = nn.Dense(128, 5)

    def construct(self, x):
        x = ops.max_pool2d(ops.gelu(self.bn1(self.conv1(x))), 2, 2)
        x = x + self.conv2(x)
        return self.fc(self.norm(x.view(x.shape[0], -1)))


class WrongFunction(Functional):
    def construct(self, x):
        x = ops.max_pool2d(ops.relu(self.bn1(self.conv1(x))), 2, 2)
        x = x + self.conv2(x)
        return self.fc(self.norm(x.view(x.shape[0], -1)))


def test_functions_stand_for_layers():
    report = parity.compare(Reference, Functional, IMAGE)
    assert report.verdict == "same"
    unmatched = [entry.reference for entry in report.layers if entry.status == "unmatched"]
    assert unmatched == ["act", "pool"]
    assert {finding.severity for finding in report.findings} == {"note"}


def test_a_wrong_function_is_located_between_layers():
    report = parity.compare(Reference, WrongFunction, IMAGE)
    assert report.verdict == "different"
    body = next(finding for finding in errors(report) if finding.rule == "body")
    assert "`ops.relu(self.bn1(self.conv1(x)))` takes relu, in the reference it takes gelu" in body.message
    assert "with that changed the input of conv2 is the reference's" in body.message
    assert body.fix == "x = ops.max_pool2d(ops.gelu(self.bn1(self.conv1(x))), 2, 2)"
    lines = Path(__file__).read_text().splitlines()
    assert "ops.relu(self.bn1" in lines[int(body.location.rpartition(":")[2]) - 1]
    assert "self.act(self.bn1" in lines[int(body.reference_location.rpartition(":")[2]) - 1]


PORT_FILE = """
import mindspore as ms
from mindspore import nn

class Net(nn.Cell):
    def __init__(self, **options):
        super().__init__()
        self.layer = nn.Conv2d(
            120, 240, 4,
            **options
        )

    def construct(self, x):
        return self.layer(x)
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "port.py").write_text(PORT_FILE)
    (tmp_path / "ref.py").write_text(
        textwrap.dedent("""
            from torch import nn

            class Net(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.layer = nn.Conv2d(120, 240, 4)

                def forward(self, x):
                    return self.layer(x)
        """)
    )
    monkeypatch.chdir(tmp_path)


def test_a_file_that_imports_mindspore(files):
    report = parity.compare("ref.py:Net", "port.py:Net", "float32[2,120,12,12]")
    found = {finding.argument: finding for finding in errors(report)}
    assert set(found) == {"pad_mode", "has_bias"}
    assert found["pad_mode"].location == "port.py:8"
    assert found["pad_mode"].reference_location == "ref.py:7"
    assert "shape (2, 240, 12, 12) -> 0.0e+00" in found["pad_mode"].evidence
    right = parity.compare("ref.py:Net", "port.py:Net(pad_mode='pad', has_bias=True)", "float32[2,120,12,12]")
    assert right.verdict == "same"


def test_mindspore_is_no_longer_importable_afterwards(files):
    parity.compare("ref.py:Net", "port.py:Net", "float32[2,120,12,12]")
    import sys

    assert "mindspore" not in sys.modules or sys.modules["mindspore"].__name__ != "ms2torch"


def test_what_ms2torch_lacks_is_no_difference(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lacks.py").write_text(PORT_FILE.replace("self.layer(x)", "ms.ops.no_such_op(self.layer(x))"))
    with pytest.raises(CannotCompare, match=r"lacks.py:\d+: .*no_such_op"):
        parity.compare(lambda: tnn.Conv2d(120, 240, 4), "lacks.py:Net", "float32[2,120,12,12]")


def test_mixed_nets_hold_modules_of_both_frameworks():
    class Mixed(nn.Cell):
        def __init__(self):
            super().__init__()
            self.one = tnn.Linear(4, 4)
            self.two = nn.Dense(4, 4)

        def construct(self, x):
            return self.two(ops.relu(self.one(x)))

    reference = lambda: tnn.Sequential(tnn.Linear(4, 4), tnn.ReLU(), tnn.Linear(4, 4))  # noqa: E731
    report = parity.compare(reference, Mixed, "float32[2,4]")
    assert report.verdict == "same"
    assert [entry.port for entry in report.layers if entry.leaf and entry.port] == ["one", "two"]


def test_ready_cells_are_left_as_they_were():
    port = Port(eps=1e-3)
    before = {name: tensor.clone() for name, tensor in port.named_parameters()}
    report = parity.compare(Reference(), port, torch.randn(2, 3, 16, 16))
    assert named(report) == {("eps", "stem.1")}
    assert all(torch.equal(before[name], tensor) for name, tensor in port.named_parameters())
    assert not port.training


def test_gradients_of_a_port():
    report = parity.compare(Reference, Port, IMAGE, grad=True)
    assert report.verdict == "same"
    assert len(report.gradients) == 10
    assert {entry.status for entry in report.gradients} == {"same"}


def test_a_forgotten_stop_gradient():
    class Stopped(Reference):
        def forward(self, x):
            x = self.pool(self.act(self.bn1(self.conv1(x))))
            x = x + self.conv2(x.detach())
            return self.fc(self.norm(x.flatten(1)))

    report = parity.compare(Stopped, Port, IMAGE, grad=True)
    assert [finding.rule for finding in errors(report)] == ["gradient"]
    assert errors(report)[0].location.startswith("tests/parity/pipeline/test_compare_cells.py:")


@pytest.mark.parametrize(
    ("reference", "port", "expected"),
    [
        ("", "", None),
        ("torch.optim.SGD(0.1, momentum=0.9)", "nn.Momentum(0.1, 0.9)", None),
        ("torch.optim.Adam(1e-3)", "nn.Adam(1e-3)", None),
        ("torch.optim.Adam(1e-3)", "nn.Adam(1e-3, weight_decay=1e-2)", "weight_decay"),
        ("torch.optim.SGD(0.1)", "nn.SGD()", None),
        ("torch.optim.SGD(0.2)", "nn.SGD()", "learning_rate"),
        ("torch.optim.RMSprop(0.01)", "nn.RMSProp(0.01, decay=0.99, epsilon=1e-8)", "mean_square"),
    ],
)
def test_training_steps_of_a_port(reference, port, expected):
    report = parity.compare(Reference, Port, IMAGE, mode="train", steps=2, ref_optimizer=reference, port_optimizer=port)
    assert {finding.argument for finding in errors(report)} == ({expected} if expected else set())
    assert len(report.steps) == 2


def test_initial_distributions_of_a_port():
    report = parity.compare(Reference, Port, init=True)
    assert report.verdict == "same"
    embeddings = parity.compare(lambda: tnn.Embedding(100, 16), lambda: nn.Embedding(100, 16), init=True)
    assert [(f.rule, f.argument) for f in errors(embeddings)] == [("init-distribution", "embedding_table")]
