"""What optimizers hold is compared by role, and tells a wrong argument before the weights do."""

import pytest
from torch import nn as tnn

import parity
from ms2torch import nn

X = "float32[8,6]"


class Reference(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(6, 4)
        self.norm = tnn.LayerNorm(4)

    def forward(self, x):
        return self.norm(self.fc(x))


class Port(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(6, 4)
        self.norm = nn.LayerNorm((4,), epsilon=1e-5)

    def construct(self, x):
        return self.norm(self.fc(x))


def compare(reference, port, steps=2):
    return parity.compare(Reference, Port, X, steps=steps, ref_optimizer=reference, port_optimizer=port)


def errors(report):
    return [finding for finding in report.findings if finding.severity == "error"]


@pytest.mark.parametrize(
    ("reference", "port", "roles"),
    [
        ("torch.optim.SGD(0.1, momentum=0.9)", "nn.SGD(0.1, momentum=0.9)", {"momentum"}),
        ("torch.optim.SGD(0.1, momentum=0.9)", "nn.Momentum(0.1, 0.9)", {"momentum"}),
        ("torch.optim.Adam(1e-3)", "nn.Adam(1e-3)", {"first moment", "second moment", "step"}),
        (
            "torch.optim.AdamW(1e-3)", "ms.experimental.optim.AdamW(1e-3, weight_decay=0.01)",
            {"first moment", "second moment"},
        ),
        ("torch.optim.Adadelta(1.0)", "nn.Adadelta(1.0)", {"mean of squares", "mean of squared updates", "step"}),
    ],
)  # fmt: skip
def test_states_of_correct_ports_agree(reference, port, roles):
    report = compare(reference, port)
    assert not [f for f in report.findings if f.stage == "optim" and f.severity != "note"], report.findings
    names = {named.name.partition(" of fc")[0].partition(" of norm")[0] for named in report.steps[-1].optimizer_state}
    assert names == roles
    assert all(named.errors.float64.rel_l2 < 1e-4 for named in report.steps[-1].optimizer_state)


@pytest.mark.parametrize(
    ("reference", "port", "argument"),
    [
        ("torch.optim.Adam(1e-3)", "nn.Adam(1e-3, beta2=0.99)", "beta2"),
        ("torch.optim.Adam(1e-3)", "nn.Adam(1e-3, beta1=0.8)", "beta1"),
    ],
)
def test_one_step_tells_a_decay_rate(reference, port, argument):
    """Adam's first update does not depend on the decay rates: what it holds does."""
    report = compare(reference, port, steps=1)
    [finding] = errors(report)
    assert (finding.rule, finding.argument) == ("optimizer", argument)
    assert finding.evidence.startswith(f"{argument}=")
    assert "moment of " in finding.evidence


@pytest.mark.parametrize(
    ("reference", "port", "argument"),
    [
        ("torch.optim.SGD(0.1, momentum=0.9, dampening=0.2)", "nn.SGD(0.1, momentum=0.9)", "dampening"),
        ("torch.optim.SGD(0.1, momentum=0.9, nesterov=True)", "nn.SGD(0.1, momentum=0.9)", "nesterov"),
        ("torch.optim.Adam(1e-3, eps=1e-3)", "nn.Adam(1e-3)", "eps"),
        ("torch.optim.Adam(1e-3)", "nn.Adam(nn.ExponentialDecayLR(1e-3, 0.5, 1))", "learning_rate"),
    ],
)
def test_the_argument_is_named_after_steps(reference, port, argument):
    assert [f.argument for f in errors(compare(reference, port, steps=3))] == [argument]
