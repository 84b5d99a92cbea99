"""`compare(thorough=True)`: what only other modes, precisions and inputs show, as one verdict."""

import pytest
import torch
from torch import nn as tnn

import parity
from ms2torch import Parameter, Tensor, nn, ops
from ms2torch.common.initializer import Normal
from parity.code.errors import CannotCompare


class Reference(tnn.Module):
    def __init__(self, after=lambda x, training: x):
        super().__init__()
        self.fc, self.after = tnn.Linear(4, 4), after

    def forward(self, x):
        return self.after(self.fc(x), self.training)


class Port(nn.Cell):
    def __init__(self, after=lambda x, training: x):
        super().__init__()
        self.fc, self.after = nn.Dense(4, 4), after

    def construct(self, x):
        return self.after(self.fc(x), self.training)


def thorough(one, other, spec="float32[2,4]", **options):
    return parity.compare(lambda: Reference(one), lambda: Port(other), spec, thorough=True, **options)


def shown(report):
    return {finding.shown_by for finding in report.findings if finding.severity == "error"}


def test_equal_nets_are_the_same_everywhere():
    report = thorough(lambda x, _: x.relu(), lambda x, _: ops.relu(x))
    assert report.verdict == "same", report.findings
    said = "; ".join(report.coverage.looked_at)
    for word in ("eval mode", "train mode", "float16", "gradients", "2 training steps", "initial", "batch 1, batch 3"):
        assert word in said
    assert any("does not take" in text for text in report.coverage.not_looked_at)


@pytest.mark.parametrize(
    ("one", "other", "by"),
    [
        (lambda x, t: x * 2 if t else x, lambda x, t: x * 3 if t else x, "train mode"),
        (lambda x, _: x / x.shape[0], lambda x, _: x / 2, "batch 1 (float32[1,4])"),
        (lambda x, _: x.clamp(max=1e3), lambda x, _: ops.clip_by_value(x, None, 1e9), "numbers of size 1e3"),
    ],
)
def test_a_difference_is_told_with_what_shows_it(one, other, by):
    report = thorough(one, other)
    assert report.verdict == "different"
    assert any(text.startswith(by) for text in shown(report)), shown(report)


def test_the_smallest_input_is_named():
    report = thorough(lambda x, _: x.clamp(-100, 100), lambda x, _: ops.clip_by_value(x, -1e9, 1e9))
    numbers = [text for text in shown(report) if text.startswith("numbers")]
    assert numbers
    assert all(text.endswith("(float32[1,4])") for text in numbers)


def test_what_differs_at_once_is_not_varied():
    report = thorough(lambda x, _: x, lambda x, _: x * 2)
    assert "" in shown(report)
    assert any("the nets differ already" in text for text in report.coverage.not_looked_at)


def test_the_nets_are_left_as_they_were():
    reference, port = Reference(), Port()
    before = reference.fc.weight.detach().clone(), reference.training
    parity.compare(reference, port, "float32[2,4]", thorough=True)
    assert torch.equal(reference.fc.weight, before[0])
    assert reference.training is before[1]
    assert reference.fc.weight.dtype == torch.float32


def test_nets_without_weights_take_no_steps():
    report = parity.compare(tnn.ReLU, nn.ReLU, "float32[2,4]", thorough=True)
    assert report.verdict == "same"
    assert any("train mode" in text for text in report.coverage.looked_at)


def test_a_trace_cannot_be_run_again(tmp_path):
    with pytest.raises(CannotCompare, match="runs both nets many times"):
        parity.compare(tnn.ReLU, nn.ReLU, "float32[2,4]", thorough=True, runtime="mindspore")


def test_a_plain_report_says_what_it_left_out():
    report = parity.compare(
        lambda: tnn.Sequential(tnn.Linear(4, 4), tnn.Dropout(0.5)),
        lambda: nn.SequentialCell(nn.Dense(4, 4), nn.Dropout(p=0.5)),
        "float32[2,4]",
    )
    assert report.coverage.looked_at[0] == "forward in eval mode, float64 and float32"
    left = "; ".join(report.coverage.not_looked_at)
    for word in ("train mode", "1 Dropout", "--grad", "--steps", "--init", "--thorough", "float16"):
        assert word in left


def test_lines_that_never_ran_are_listed():
    report = parity.compare(Branching, lambda: nn.SequentialCell(nn.ReLU()), "float32[2,4]")
    (entry,) = report.coverage.unexecuted
    assert (entry.side, len(entry.lines)) == ("reference", 1)
    assert entry.file.endswith("test_thorough.py")


class Branching(tnn.Module):
    def __init__(self):
        super().__init__()
        self.act = tnn.ReLU()

    def forward(self, x):
        if self.training:
            x = x + 1
        return self.act(x)


def layers(one, other, spec):
    return parity.compare(lambda: tnn.Sequential(one()), lambda: nn.SequentialCell(other()), spec)


@pytest.mark.parametrize(
    ("one", "other", "spec", "argument"),
    [
        (lambda: tnn.Dropout(0.1), lambda: nn.Dropout(p=0.2), "float32[2,4]", "p"),
        (lambda: tnn.Dropout2d(0.1), lambda: nn.Dropout(p=0.1), "float32[2,3,4,4]", "type"),
        (lambda: tnn.MaxPool2d(2, ceil_mode=True), lambda: nn.MaxPool2d(2, 2), "float32[1,2,4,4]", "ceil_mode"),
        (
            lambda: tnn.MaxPool2d(3, 2, ceil_mode=True),
            lambda: nn.MaxPool2d(3, 2, pad_mode="same"),
            "float32[1,2,4,4]",
            "ceil_mode",
        ),
        (lambda: tnn.Embedding(9, 4, max_norm=1e3), lambda: nn.Embedding(9, 4), "int64[2,4]<9", "max_norm"),
        (lambda: tnn.Embedding(9, 4, padding_idx=8), lambda: nn.Embedding(9, 4), "int64[2,4]<8", "padding_idx"),
    ],
)
def test_what_seldom_shows_is_a_warning_in_any_run(one, other, spec, argument):
    report = layers(one, other, spec)
    assert report.verdict == "same"
    assert argument in {f.argument for f in report.findings if f.severity == "warning"}, report.findings


def test_a_dropout_that_is_missing_is_a_warning():
    report = parity.compare(
        lambda: tnn.Sequential(tnn.Linear(4, 4), tnn.Dropout(0.5)),
        lambda: nn.SequentialCell(nn.Dense(4, 4)),
        "float32[2,4]",
    )
    assert [(f.severity, f.rule) for f in report.findings] == [("warning", "unmatched-layer")]
    none = parity.compare(
        lambda: tnn.Sequential(tnn.Linear(4, 4), tnn.Dropout(0.0)),
        lambda: nn.SequentialCell(nn.Dense(4, 4)),
        "float32[2,4]",
    )
    assert not [f for f in none.findings if f.severity == "warning"]


class Counting(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(4, 4)
        self.register_buffer("calls", torch.ones(()))

    def forward(self, x):
        out = self.fc(x) * self.calls
        if not self.training:
            self.calls = self.calls + 1
        return out


class NotCounting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc, self.calls = nn.Dense(4, 4), Parameter(Tensor(1.0), name="calls", requires_grad=False)

    def construct(self, x):
        return self.fc(x) * self.calls


def test_what_one_call_leaves_to_the_next_is_seen():
    report = parity.compare(Counting, NotCounting, "float32[2,4]", thorough=True)
    assert report.verdict == "different"
    said = [finding.message for finding in report.findings if finding.shown_by.startswith("a second call")]
    assert said
    assert "the reference changes calls, the port changes nothing" in said[0]


def test_what_only_large_weights_reach_is_seen():
    reference, port = tnn.Embedding(20, 8, max_norm=100.0), nn.Embedding(20, 8, embedding_table=Normal(1.0))
    before = reference.weight.detach().clone()
    report = parity.compare(reference, port, "int64[2,6]<20", thorough=True)
    assert report.verdict == "different"
    assert any(text.startswith("weights 64 times as large") for text in shown(report)), shown(report)
    assert torch.equal(reference.weight, before)


@pytest.mark.parametrize(("order", "verdict"), [((0, 1), "same"), ((1, 0), "different")])
def test_layers_named_crosswise_are_run_with_weights_by_names(order, verdict):
    class Rows(tnn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = tnn.Linear(4, 4), tnn.Linear(4, 4)

        def forward(self, x):
            return self.b(self.a(x).tanh())

    class Columns(nn.Cell):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Dense(4, 4), nn.Dense(4, 4)

        def construct(self, x):
            layers = self.a, self.b
            return layers[order[1]](ops.tanh(layers[order[0]](x)))

    report = parity.compare(Rows, Columns, "float32[2,4]", thorough=True)
    assert report.verdict == verdict, report.findings
    assert ("weights carried over by names" in shown(report)) == (verdict == "different")
