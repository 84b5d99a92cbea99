"""Loss functions: whether they are one function, and which argument, line or gradient says not."""

import pytest
import torch
from torch import nn as tnn

import ms2torch as ms
import parity
from ms2torch import nn
from parity.nets.ms_cell import MsCell
from parity.train.losses import TargetedLoss

X = "float32[6,5]"


class Reference(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(5, 4)

    def forward(self, x):
        return self.fc(x)


class Port(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(5, 4)

    def construct(self, x):
        return self.fc(x)


def compare(reference, port, **options):
    return parity.compare(Reference, Port, X, steps=1, ref_loss=reference, port_loss=port, **options)


def errors(report):
    return [finding for finding in report.findings if finding.severity == "error"]


LABELS = "torch.arange(6) % 4"
CLASSES = "ms.Tensor([0, 1, 2, 3, 0, 1], ms.int32)"


@pytest.mark.parametrize(
    ("reference", "port"),
    [
        ("torch.nn.CrossEntropyLoss()", "nn.CrossEntropyLoss()"),
        ("torch.nn.CrossEntropyLoss()", "nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction='mean')"),
        ("torch.nn.MSELoss()", "nn.MSELoss()"),
        ("torch.nn.SmoothL1Loss(reduction='sum')", "nn.SmoothL1Loss(reduction='sum')"),
        ("torch.nn.BCEWithLogitsLoss()", "nn.BCEWithLogitsLoss()"),
        (f"lambda y: F.cross_entropy(y, {LABELS})", f"lambda y: ops.cross_entropy(y, {CLASSES})"),
        ("lambda y: torch.nn.MSELoss()(y, y.detach() + 1)", "lambda y: nn.MSELoss()(y, ops.stop_gradient(y) + 1)"),
    ],
)
def test_one_loss_is_the_same(reference, port):
    report = compare(reference, port)
    assert report.verdict == "same", errors(report)


@pytest.mark.parametrize(
    ("reference", "port", "argument", "fix"),
    [
        (
            "torch.nn.CrossEntropyLoss(label_smoothing=0.1)", "nn.CrossEntropyLoss()", "label_smoothing",
            "nn.CrossEntropyLoss(label_smoothing=0.1)",
        ),
        ("torch.nn.SmoothL1Loss()", "nn.SmoothL1Loss()", "reduction", "nn.SmoothL1Loss(reduction='mean')"),
        ("torch.nn.SmoothL1Loss(beta=0.2)", "nn.SmoothL1Loss(reduction='mean')", "beta", None),
        (
            f"lambda y: F.cross_entropy(y, {LABELS}, ignore_index=1)", f"lambda y: ops.cross_entropy(y, {CLASSES})",
            "ignore_index", f"ops.cross_entropy(y, {CLASSES}, ignore_index=1)",
        ),
        (
            f"lambda y: F.cross_entropy(y, {LABELS}, torch.arange(4) + 1.0)",
            f"lambda y: ops.cross_entropy(y, {CLASSES})", "weight", None,
        ),
        ("lambda y: torch.softmax(y, 0)[0].sum()", "lambda y: ops.softmax(y, axis=1)[0].sum()", "axis", None),
    ],
)  # fmt: skip
def test_the_argument_at_fault_is_named(reference, port, argument, fix):
    report = compare(reference, port)
    [finding] = errors(report)
    assert (finding.rule, finding.argument) == ("loss", argument)
    assert "--port-loss" in finding.message
    assert finding.location is None
    assert "the losses are " in finding.evidence
    if argument != "axis":
        assert "-> 0.0e+00" in finding.evidence
    assert fix is None or finding.fix == fix


def test_the_line_at_fault_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.py").write_text("def loss(y):\n    z = y * y\n    return (z + 1).mean()\n")
    (tmp_path / "port.py").write_text(
        "from mindspore import ops\n\n\ndef loss(y):\n    z = y * y\n    z = ops.abs(z)\n    return z.mean()\n"
    )
    [finding] = errors(compare("ref.py:loss", "port.py:loss"))
    assert (finding.rule, finding.reference_location) == ("loss", "ref.py:3")
    assert finding.location in {"port.py:6", "port.py:7"}
    assert "z + 1" in finding.message


def test_what_is_missing_at_the_end_is_told_at_the_return(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.py").write_text("def loss(y):\n    z = (y * y).mean()\n    return z * 4\n")
    (tmp_path / "port.py").write_text("def loss(y):\n    z = (y * y).mean()\n\n    return z\n")
    [finding] = errors(compare("ref.py:loss", "port.py:loss"))
    assert (finding.location, finding.reference_location) == ("port.py:4", "ref.py:3")
    assert "1/4 times" in finding.evidence


def test_equal_losses_with_another_gradient():
    [finding] = errors(compare("lambda y: (y * y).mean()", "lambda y: (y * ops.stop_gradient(y)).mean()"))
    assert finding.rule == "loss"
    assert "`ops.stop_gradient(y)` stops the gradient" in finding.message
    assert "equal losses" in finding.evidence


def test_the_optimizer_is_looked_at_behind_another_loss():
    report = compare(
        "torch.nn.MSELoss()", "nn.MSELoss(reduction='sum')", ref_optimizer="torch.optim.SGD(0.1, momentum=0.9)",
        port_optimizer="nn.SGD(0.2, momentum=0.9)",
    )  # fmt: skip
    assert {(f.rule, f.argument) for f in errors(report)} == {("loss", "reduction"), ("optimizer", "learning_rate")}


def test_gradients_that_differ_for_the_nets_own_reason_are_followed():
    class Stopped(Port):
        def construct(self, x):
            y = self.fc(x)
            return ms.ops.stop_gradient(y) * 0.5 + y * 0.5

    report = parity.compare(Reference, Stopped, X, steps=1)
    [finding] = errors(report)
    assert finding.rule == "gradient"
    assert "ops.stop_gradient(y)" in finding.message


def test_targets_fit_the_outputs():
    subject = MsCell.__new__(MsCell)
    output = ms.Tensor(torch.zeros(3, 4).numpy())
    for loss in (nn.CrossEntropyLoss(), nn.KLDivLoss(), nn.BCEWithLogitsLoss(), nn.SoftMarginLoss(), nn.L1Loss()):
        value = TargetedLoss(subject, loss)((output, 1))
        assert torch.isfinite(subject.tensor_of(value)).all()
