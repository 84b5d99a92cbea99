"""Every rule at work: a comparison in which it reports something, and one like it in which it is silent."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
from torch import nn as tnn

from ms2torch import nn, ops
from ms2torch.common.initializer import HeUniform, Uniform
from parity import compare
from parity.rules import CODES


@dataclass(frozen=True)
class Example:
    """A reference, a port of which the rule speaks, and one of which it does not.

    Both ports are compared with the same options, unless `silent_options` says what changes for the second.
    """

    reference: Callable[[], Any]
    wrong: Callable[[], Any]
    right: Callable[[], Any]
    inputs: tuple[str, ...] = ("float32[4,8]",)
    options: dict[str, Any] = field(default_factory=dict)
    silent_options: dict[str, Any] = field(default_factory=dict)


def port(*layers: Any) -> nn.Cell:
    return nn.SequentialCell(*layers)


class Net(tnn.Module):
    """Two linear layers and what a function makes of them."""

    def __init__(self, function=lambda net, x: net.second(torch.relu(net.first(x))), **extra):
        super().__init__()
        self.first, self.second = tnn.Linear(8, 8), tnn.Linear(8, 8)
        for name, value in extra.items():
            setattr(self, name, value)
        self.function = function

    def forward(self, x):
        return self.function(self, x)


class Port(nn.Cell):
    """Its counterpart."""

    def __init__(self, function=lambda net, x: net.second(ops.relu(net.first(x))), **extra):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)
        for name, value in extra.items():
            setattr(self, name, value)
        self.function = function

    def construct(self, x):
        return self.function(self, x)


def refuse(net, x):
    raise ValueError("no")


def in_eval_mode(net, x):
    net.norm.set_train(False)
    return net.norm(net.first(x))


def conv(**options: Any) -> Callable[[], Any]:
    return lambda: port(nn.Conv2d(3, 4, 3, **{"pad_mode": "pad", "padding": 1, "has_bias": True, **options}))


def spread(module: str) -> dict[str, Any]:
    return {"steps": 1, "ref_optimizer": "torch.optim.Adam(0.01)", "port_optimizer": module}


IMAGE = ("float32[4,3,8,8]",)
LAW = {"weight_init": HeUniform(negative_slope=math.sqrt(5)), "bias_init": Uniform(1 / 8)}

EXAMPLES = {
    "pad-mode": Example(
        lambda: tnn.Sequential(tnn.Conv2d(3, 4, 3, padding=1)), conv(pad_mode="valid", padding=0), conv(), IMAGE
    ),
    "has-bias": Example(lambda: tnn.Sequential(tnn.Conv2d(3, 4, 3, padding=1)), conv(has_bias=False), conv(), IMAGE),
    "epsilon": Example(
        lambda: tnn.Sequential(tnn.LayerNorm(8)),
        lambda: port(nn.LayerNorm((8,), epsilon=1e-3)),
        lambda: port(nn.LayerNorm((8,), epsilon=1e-5)),
    ),
    "momentum": Example(
        lambda: tnn.Sequential(tnn.BatchNorm2d(3)),
        lambda: port(nn.BatchNorm2d(3, momentum=0.1)),
        lambda: port(nn.BatchNorm2d(3, momentum=0.9)),
        IMAGE,
        {"mode": "train"},
    ),
    "approximate": Example(
        lambda: tnn.Sequential(tnn.GELU()), lambda: port(nn.GELU()), lambda: port(nn.GELU(approximate=False))
    ),
    "pool-stride": Example(
        lambda: tnn.Sequential(tnn.MaxPool2d(2)),
        lambda: port(nn.MaxPool2d(2)),
        lambda: port(nn.MaxPool2d(2, stride=2)),
        IMAGE,
    ),
    "init-law": Example(
        lambda: tnn.Sequential(tnn.Linear(64, 64)),
        lambda: port(nn.Dense(64, 64, weight_init="zeros")),
        lambda: port(nn.Dense(64, 64, **LAW)),
        ("float32[4,64]",),
        {"init": True},
    ),
    "argument": Example(
        lambda: tnn.Sequential(tnn.LeakyReLU(0.1)),
        lambda: port(nn.LeakyReLU(0.2)),
        lambda: port(nn.LeakyReLU(0.1)),
    ),
    "layer-type": Example(
        lambda: tnn.Sequential(tnn.Linear(8, 8), tnn.Tanh()),
        lambda: port(nn.Dense(8, 8), nn.Sigmoid()),
        lambda: port(nn.Dense(8, 8), nn.Tanh()),
    ),
    "layer-mode": Example(
        lambda: Net(lambda net, x: net.norm(net.first(x)), norm=tnn.BatchNorm1d(8)),
        lambda: Port(in_eval_mode, norm=nn.BatchNorm1d(8)),
        lambda: Port(lambda net, x: net.norm(net.first(x)), norm=nn.BatchNorm1d(8)),
        options={"mode": "train"},
    ),
    "layer-output": Example(
        lambda: Net(lambda net, x: net.second(net.first(net.first(x)))),
        lambda: Port(lambda net, x: net.second(net.second(net.first(x)))),
        lambda: Port(lambda net, x: net.second(net.first(net.first(x)))),
    ),
    "body": Example(Net, lambda: Port(lambda net, x: net.second(ops.relu(net.first(x)) * 2)), Port),
    "weights": Example(lambda: Net(unused=tnn.Linear(8, 3)), Port, lambda: Port(unused=nn.Dense(8, 3))),
    "unmatched-layer": Example(
        lambda: Net(lambda net, x: net.second(net.act(net.first(x))), act=tnn.Tanh()),
        lambda: Port(lambda net, x: net.second(net.first(x))),
        lambda: Port(lambda net, x: net.second(net.act(net.first(x))), act=nn.Tanh()),
    ),
    "outputs": Example(
        lambda: Net(lambda net, x: (net.second(net.first(x)), x)),
        lambda: Port(lambda net, x: net.second(net.first(x))),
        lambda: Port(lambda net, x: (net.second(net.first(x)), x)),
    ),
    "precision": Example(
        lambda: Net(lambda net, x: net.second(net.first(x))),
        lambda: Port(lambda net, x: net.second(net.first(x)) + 4096.0 - 4096.0),
        lambda: Port(lambda net, x: net.second(net.first(x))),
    ),
    "raises": Example(Net, lambda: Port(refuse), Port),
    "gradient": Example(
        Net,
        lambda: Port(lambda net, x: net.second(ops.stop_gradient(ops.relu(net.first(x))))),
        Port,
        options={"grad": True},
    ),
    "loss": Example(
        Net,
        Port,
        Port,
        options={"steps": 1, "ref_loss": "torch.nn.L1Loss()", "port_loss": "nn.MSELoss()"},
        silent_options={"port_loss": "nn.L1Loss()"},
    ),
    "optimizer": Example(
        Net,
        Port,
        Port,
        options=spread("nn.Adam(0.01, beta1=0.5)"),
        silent_options={"port_optimizer": "nn.Adam(0.01)"},
    ),
    "training": Example(
        lambda: Net(lambda net, x: net.norm(net.first(x)), norm=tnn.BatchNorm1d(8)),
        lambda: Port(lambda net, x: hold_statistics(net, net.norm(net.first(x))), norm=nn.BatchNorm1d(8)),
        lambda: Port(lambda net, x: net.norm(net.first(x)), norm=nn.BatchNorm1d(8)),
        options={"mode": "train", "steps": 1},
    ),
}
FILES = ("weights-not-loaded", "weights-differ")


def hold_statistics(net, result):
    """Put the statistics of a normalization back, as a port does that keeps them frozen by hand."""
    net.norm.moving_mean._t.data.zero_()
    return result


def fired(report) -> set[str]:
    return {finding.rule for finding in report.findings}


def test_every_rule_has_an_example():
    assert {*EXAMPLES, *FILES} == set(CODES)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_rule_reports_what_it_is_about(code):
    example = EXAMPLES[code]
    report = compare(example.reference, example.wrong, example.inputs, **example.options)
    assert code in fired(report), report.findings


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_rule_is_silent_on_a_correct_port(code):
    example = EXAMPLES[code]
    options = {**example.options, **example.silent_options}
    report = compare(example.reference, example.right, example.inputs, **options)
    assert report.verdict == "same"
    assert code not in fired(report), report.findings


@pytest.mark.parametrize("code", FILES)
def test_the_rules_about_files_of_weights(code, tmp_path):
    state = {name: value * 2 for name, value in tnn.Linear(8, 8).state_dict().items()}
    torch.save({f"0.{name}": value for name, value in state.items()}, tmp_path / "reference.pth")
    wrong = {"0.weight": state["weight"]} if code == "weights-not-loaded" else {
        "0.weight": state["weight"].T.contiguous(), "0.bias": state["bias"],
    }  # fmt: skip
    torch.save(wrong, tmp_path / "wrong.pth")
    torch.save({f"0.{name}": value for name, value in state.items()}, tmp_path / "right.pth")

    def report(name):
        net = lambda: tnn.Sequential(tnn.Linear(8, 8))  # noqa: E731
        files = {"weights": str(tmp_path / "reference.pth"), "port_weights": str(tmp_path / name)}
        return compare(net, net, "float32[4,8]", **files)

    assert code in fired(report("wrong.pth"))
    right = report("right.pth")
    assert right.verdict == "same"
    assert not fired(right)
