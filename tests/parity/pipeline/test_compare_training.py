"""Training steps and initial distributions."""

import pytest
import torch
from torch import nn

import parity
from parity.code.errors import CannotCompare
from parity.train.initial import distribution, two_sample


class Net(nn.Module):
    def __init__(self, momentum=0.1):
        super().__init__()
        self.fc1, self.bn, self.drop, self.fc2 = (
            nn.Linear(6, 8),
            nn.BatchNorm1d(8, momentum=momentum),
            nn.Dropout(0.3),
            nn.Linear(8, 3),
        )

    def forward(self, x):
        return self.fc2(self.drop(self.bn(self.fc1(x)).relu()))


X = "float32[16,6]"


def errors(report):
    return [finding for finding in report.findings if finding.severity == "error"]


def train(port=Net, **options):
    return parity.compare(Net, port, X, mode="train", steps=3, **options)


@pytest.mark.parametrize(
    "optimizer", ["", "torch.optim.SGD(0.1, momentum=0.9)", "torch.optim.AdamW(1e-3)", "torch.optim.RMSprop(lr=0.01)"]
)
def test_equal_training_is_the_same(optimizer):
    report = train(ref_optimizer=optimizer, port_optimizer=optimizer)
    assert report.verdict == "same", report.findings
    assert [step.step for step in report.steps] == [1, 2, 3]
    assert all(step.reference_loss == step.port_loss for step in report.steps)
    assert [named.name for named in report.steps[0].statistics] == ["bn.running_mean", "bn.running_var"]
    assert [stage.name for stage in report.stages] == ["weights", "forward", "train", "static"]


@pytest.mark.parametrize(
    ("reference", "port", "argument"),
    [
        ("torch.optim.SGD(0.1)", "torch.optim.SGD(0.2)", "lr"),
        ("torch.optim.SGD(0.1, momentum=0.9)", "torch.optim.SGD(0.1)", "momentum"),
        ("torch.optim.Adam(1e-3)", "torch.optim.Adam(1e-3, weight_decay=0.01)", "weight_decay"),
        ("torch.optim.Adam(1e-3)", "torch.optim.SGD(1e-3)", "type"),
    ],
)
def test_what_is_wrong_with_the_optimizer_is_named(reference, port, argument):
    report = train(ref_optimizer=reference, port_optimizer=port)
    assert [(f.rule, f.argument) for f in errors(report)] == [("optimizer", argument)]
    if argument != "type":
        assert "->" in errors(report)[0].evidence
        assert errors(report)[0].fix.startswith("torch.optim.")


def test_a_momentum_of_statistics_is_seen():
    report = train(lambda: Net(momentum=0.5))
    assert next((f.rule, f.argument) for f in errors(report)) == ("momentum", "momentum")
    assert report.steps[0].status != "same"


def test_losses_are_given_as_expressions_and_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "losses.py").write_text("def loss(y):\n    return (y ** 2).sum()\n")
    same = train(ref_loss="lambda y: (y ** 2).sum()", port_loss="losses.py:loss")
    assert same.verdict == "same"
    report = train(ref_loss="lambda y: (y ** 2).sum()", port_loss="lambda y: (y ** 2).mean()")
    assert report.verdict == "different"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ref_optimizer": "torch.optim.SGD"}, "is no call: write a call without the parameters"),
        ({"ref_optimizer": "torch.optim.SGD("}, "does not parse"),
        ({"ref_optimizer": "torch.optim.Nothing(1)"}, "cannot be evaluated: AttributeError"),
        ({"port_optimizer": "torch.optim.SGD(0.1, nothing=1)"}, "cannot be built: TypeError"),
        ({"ref_loss": "3"}, "is of type int"),
        ({"ref_loss": "nowhere.py:fn"}, "no such file"),
        ({"ref_loss": "lambda y: missing(y)"}, "the reference does not train"),
    ],
)
def test_bad_optimizers_and_losses(options, message):
    with pytest.raises(CannotCompare, match=message):
        train(**options)


def test_steps_are_not_taken_where_the_outputs_differ():
    class Other(Net):
        def forward(self, x):
            return super().forward(x) + 1

    report = train(Other)
    assert report.verdict == "different"
    assert [(s.state, s.reason) for s in report.stages if s.name == "train"] == [
        ("skipped", "the outputs differ already")
    ]


def test_training_leaves_ready_nets_as_they_were():
    reference, port = Net(), Net()
    before = [t.clone() for net in (reference, port) for t in net.state_dict().values()]
    parity.compare(reference, port, torch.randn(8, 6), mode="train", steps=2)
    after = [t for net in (reference, port) for t in net.state_dict().values()]
    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))


class Weights(nn.Module):
    def __init__(self, std=1.0, family="normal"):
        super().__init__()
        self.embed = nn.Embedding(100, 16)
        self.fc = nn.Linear(16, 8)
        nn.init.normal_(self.embed.weight, std=std)
        if family == "normal":
            nn.init.normal_(self.fc.weight, std=0.25 / 3**0.5)

    def forward(self, ids):
        return self.fc(self.embed(ids))


def test_distributions_of_initial_weights_agree():
    report = parity.compare(Weights, Weights, init=True)
    assert report.verdict == "same"
    assert {entry.reference: entry.status for entry in report.init} == {
        "embed.weight": "same",
        "fc.weight": "same",
        "fc.bias": "same",
    }
    assert report.init[0].reference_distribution.startswith("normal(0, ")
    assert report.init[2].reference_distribution.startswith("uniform(-0.2")


@pytest.mark.parametrize(
    ("change", "layer"), [({"std": 0.01}, "embed"), ({"std": 1.1}, "embed"), ({"family": "uniform"}, "fc")]
)
def test_another_law_is_seen(change, layer):
    report = parity.compare(Weights, lambda: Weights(**change), init=True)
    assert [(f.rule, f.port_layer) for f in errors(report)] == [("init-distribution", layer)]
    assert "p = " in errors(report)[0].evidence


def test_initial_distributions_together_with_a_run():
    report = parity.compare(Weights, Weights, "int64[2,3]<100", init=True)
    assert report.verdict == "same"
    assert report.outputs[0].status == "same"
    assert len(report.init) == 3


def test_distributions_in_words_and_the_test():
    generator = torch.Generator().manual_seed(0)
    normal = torch.randn(5000, generator=generator, dtype=torch.float64)
    uniform = torch.rand(5000, generator=generator, dtype=torch.float64) * 2 - 1
    assert distribution(torch.zeros(5)) == "constant(0)"
    assert distribution(normal).startswith("normal(0, ")
    assert distribution(uniform).startswith("uniform(-")
    assert two_sample(normal[:2500], normal[2500:]) > 1e-3
    assert two_sample(normal, uniform) < 1e-12
    assert two_sample(uniform * normal.std() / uniform.std(), normal) < 1e-6
    assert two_sample(torch.zeros(4), torch.zeros(9)) == 1.0
    assert two_sample(torch.zeros(4), torch.ones(4)) == 0.0
