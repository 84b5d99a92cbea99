"""Recording: every call, held tensors that survive in-place operations, nets left untouched."""

import torch
from torch import nn

from parity.nets.adapters import adapt
from parity.nets.inputs import make_inputs
from parity.nets.loading import Loader
from parity.nets.trace import Run, record


class InPlace(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.norm = nn.LayerNorm(4)
        self.act = nn.ReLU(inplace=True)
        self.inner = nn.Sequential(nn.Linear(4, 4), nn.Tanh())

    def forward(self, x):
        y = self.norm(self.fc(x))
        kept = y.clone()
        z = self.act(y)
        z += 1.0
        z[0] = 7.0
        return self.inner(z), kept


def subject_of(net):
    with Loader() as loader:
        return adapt(loader.build(net, 0, "reference"), "reference")


def run(subject, **options):
    inputs = make_inputs("float32[3,4]", 0)
    tensors = [entry.tensor.to(options.get("dtype", torch.float32)) for entry in inputs]
    return record(subject, Run(inputs, tensors, ["x"], 0, **options))


def test_held_tensors_keep_their_values():
    trace = run(subject_of(InPlace), hold=True)
    kept = trace.outputs[1][1]
    held = trace.calls[("norm", 0)].held_outputs[0][1]
    assert torch.equal(held, kept)
    assert torch.equal(trace.calls[("act", 0)].held_inputs[0][1], kept)
    assert torch.equal(trace.calls[("act", 0)].held_outputs[0][1], kept.relu())


def test_calls_leaves_parents_and_lines():
    trace = run(subject_of(InPlace))
    assert [key for key, call in trace.calls.items() if call.leaf] == [
        ("fc", 0), ("norm", 0), ("act", 0), ("inner.0", 0), ("inner.1", 0),
    ]  # fmt: skip
    assert trace.calls[("inner.0", 0)].parent == ("inner", 0)
    assert "test_trace.py:" in trace.calls[("act", 0)].line
    assert trace.calls[("fc", 0)].outputs[0][1].shape == (3, 4)
    assert not trace.calls[("fc", 0)].held_outputs
    assert trace.seconds > 0


def test_nothing_stays_on_the_net():
    subject = subject_of(InPlace)
    before = torch.get_default_dtype()
    trace = run(subject, dtype=torch.float64)
    assert trace.outputs[0][1].dtype == torch.float64
    assert subject.net.fc.weight.dtype == torch.float32
    assert torch.get_default_dtype() == before
    assert not any("forward" in vars(module) for module in subject.net.modules())


class Raises(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Linear(4, 4), nn.Linear(5, 4)

    def forward(self, x):
        return self.two(self.one(x))


def test_an_exception_ends_up_in_the_trace():
    trace = run(subject_of(Raises))
    assert isinstance(trace.raised, RuntimeError)
    assert trace.calls[("one", 0)].done
    assert not trace.calls[("two", 0)].done
    assert isinstance(trace.calls[("two", 0)].raised, RuntimeError)


class Counting(nn.Module):
    """Changes a buffer, and holds a tensor that is neither parameter nor buffer."""

    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(4)
        self.register_buffer("count", torch.zeros(()))
        self.table = torch.eye(4)

    def forward(self, x):
        self.count += 1
        return self.bn(x) @ self.table


def test_a_run_in_float64_changes_no_state():
    subject = subject_of(Counting)
    subject.set_mode("train")
    before = {name: value.clone() for name, value in subject.net.state_dict().items()}
    trace = run(subject, dtype=torch.float64)
    assert trace.raised is None
    assert trace.outputs[0][1].dtype == torch.float64
    after = subject.net.state_dict()
    assert all(torch.equal(after[name], value) for name, value in before.items())
    assert subject.net.table.dtype == torch.float32
