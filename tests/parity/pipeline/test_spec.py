"""The one list of options: complete, checked, recorded in the report, and read back from it."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import numpy as np
import pytest
import torch
from torch import nn as tnn

import parity
from parity import compare
from parity.code.errors import CannotCompare
from parity.measure import thresholds
from parity.measure.thresholds import FLOAT64_RELATIVE, Thresholds
from parity.pipeline.again import read_again
from parity.pipeline.spec import CompareSpec, Options, default_of, listed, make_spec, options_of, plain_options
from parity.report.json import to_json

NET = """
import torch
class Net(torch.nn.Module):
    def __init__(self, slope=0.1):
        super().__init__()
        self.fc, self.act = torch.nn.Linear(4, 4), torch.nn.LeakyReLU(slope)
    def forward(self, x):
        return self.act(self.fc(x))
"""


def test_every_option_is_typed_described_and_has_a_default():
    names = [name for name, _ in listed()]
    assert set(names) == set(get_type_hints(Options, localns={"WeightFile": object}))
    text = inspect.getdoc(Options)
    for name, option in listed():
        assert option.help.endswith((".", ")")), name
        assert f"{name} (" in text, name
        default_of(name)


def test_the_signature_shows_every_option_with_its_default():
    shown = inspect.signature(compare).parameters
    assert [*shown][:4] == ["reference", "port", "inputs", "progress"]
    assert {name: shown[name].default for name, _ in listed()} == {name: default_of(name) for name, _ in listed()}
    assert shown["device"].annotation == "str"


def test_what_was_asked_goes_into_the_report_and_comes_back():
    asked = {
        "mode": "train", "grad": True, "steps": 2, "seed": 3, "layers": "fc*", "max_memory": "1M",
        "mapping": {"a": "b c"}, "tolerance": {"update": 0.5}, "ref_optimizer": "torch.optim.Adam(0.1)",
        "port_loss": "torch.nn.L1Loss()", "reference_name": "mine",
    }  # fmt: skip
    spec = make_spec("ref.py:Net", "port.py:Net", ("float32[2,4]",), asked)
    plain = json.loads(json.dumps(plain_options(spec)))
    again = make_spec(plain["reference"], plain["port"], tuple(plain["inputs"]), options_of(plain))
    assert again == spec
    assert spec.max_memory == 1 << 20
    assert spec.layers == ("fc*",)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mode": "test"}, "mode 'test': use 'eval' or 'train'"),
        ({"dtype": "float8"}, "dtype 'float8': use 'float32', 'float16' or 'bfloat16'"),
        ({"steps": -1}, "steps -1: give a number of at least 0"),
        ({"tolerance": {"flaot64": 1e-9}}, "tolerance 'flaot64' is none: did you mean 'float64'"),
        ({"tolerance": {"float64": 0.0}}, "tolerance float64: 0.0 is no positive number"),
        ({"port_weights": "p.ckpt"}, "give the reference's file too"),
    ],
)
def test_what_cannot_be_is_refused(options, said):
    with pytest.raises(CannotCompare, match=said):
        make_spec("a.py:A", "b.py:B", (), options)


def test_an_option_that_is_none_is_a_type_error():
    with pytest.raises(TypeError, match=r"compare\(\) has no option 'stpes'; did you mean 'steps'\?"):
        compare(tnn.Linear(2, 2), tnn.Linear(2, 2), "float32[1,2]", stpes=1)


def test_a_report_is_run_again_from_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(NET)
    np.save(tmp_path / "x.npy", np.ones((2, 4), np.float32))
    options = {
        "grad": True,
        "steps": 1,
        "ref_optimizer": "torch.optim.SGD(0.1)",
        "port_optimizer": "torch.optim.SGD(0.1)",
    }
    first = compare("net.py:Net", "net.py:Net(0.2)", {"x": "x.npy"}, **options)
    (tmp_path / "report.json").write_text(to_json(first))
    known = read_again(tmp_path / "report.json")
    assert known.inputs == ("x=x.npy",)
    second = compare(known.reference, known.port, known.inputs, **known.options)
    assert second.verdict == first.verdict == "different"
    assert second.options == first.options
    assert [finding.message for finding in second.findings] == [finding.message for finding in first.findings]


def test_objects_given_in_python_cannot_be_run_from_a_file(tmp_path):
    net = tnn.Linear(2, 2)
    path = tmp_path / "report.json"
    path.write_text(to_json(compare(net, net, "float32[1,2]")))
    with pytest.raises(CannotCompare, match="the reference was the object Linear, given in Python"):
        read_again(path)
    path.write_text(json.dumps({"options": {"reference": "a:A", "port": "b:B", "inputs": ["array"]}}))
    with pytest.raises(CannotCompare, match="an input was an array"):
        read_again(path)
    path.write_text("{}")
    with pytest.raises(CannotCompare, match="does not say what was compared"):
        read_again(path)


class Off(tnn.Module):
    """Off by a part in a million: above the threshold for float64, below a user's own."""

    def __init__(self, factor=1.0):
        super().__init__()
        self.fc, self.factor = tnn.Linear(4, 4), factor

    def forward(self, x):
        return self.fc(x) * self.factor


def test_a_threshold_of_the_users_decides_and_is_recorded():
    nets = Off(), Off(1 + 4 * FLOAT64_RELATIVE)
    assert compare(*nets, "float32[2,4]").verdict == "different"
    report = compare(*nets, "float32[2,4]", tolerance={"float64": 1e-4, "noise": 1e3})
    assert report.verdict == "same", report.findings
    assert report.options["tolerance"] == (("float64", 1e-4), ("noise", 1e3))
    close = Off(), Off(1 + FLOAT64_RELATIVE / 4)
    assert compare(*close, "float32[2,4]").verdict == "same"
    assert compare(*close, "float32[2,4]", tolerance={"float64": 1e-9}).verdict == "different"


def test_thresholds_of_training_and_initial_weights():
    steps = {"steps": 1, "ref_optimizer": "torch.optim.SGD(0.1)", "port_optimizer": "torch.optim.SGD(0.11)"}
    assert compare(Off(), Off(), "float32[2,4]", **steps).verdict == "different"
    loose = compare(Off(), Off(), "float32[2,4]", **steps, tolerance={"update": 0.5})
    assert all(step.status == "same" for step in loose.steps)


def scaled():
    net = tnn.Linear(64, 64)
    with torch.no_grad():
        net.weight.mul_(1.02)
    return net


def test_the_threshold_of_initial_weights():
    def statuses(**options):
        return {entry.status for entry in compare(lambda: tnn.Linear(64, 64), scaled, init=True, **options).init}

    assert statuses() == {"same"}
    assert "introduced" in statuses(tolerance={"init": 0.5})


def test_thresholds_are_positive_numbers_with_names():
    assert Thresholds.of({}) == Thresholds()
    assert set(Thresholds.names()) == {"float64", "gradient", "update", "loss", "noise", "init"}
    assert CompareSpec("a:A", "b:B").thresholds == Thresholds()


class Between(tnn.Module):
    """Code between layers, behind an addition of what is next to nothing."""

    def __init__(self, factor=1.0, shift=0.0, **kind):
        super().__init__()
        self.a, self.b, self.act = tnn.Linear(4, 4), tnn.Linear(4, 4), tnn.LeakyReLU(**kind)
        self.factor, self.shift = factor, shift

    def forward(self, x):
        return self.act(self.b(torch.tanh(self.a(x) * self.factor) + self.shift))


CLOSE = {
    "an operation of a body": ({"factor": 1 + 1e-7}, {}, "body"),
    "an argument of a layer": ({"negative_slope": 0.01 * (1 + 1e-7)}, {}, "argument"),
    "a gradient": ({"factor": 1 + 1e-7}, {"grad": True}, "body"),
}


@pytest.mark.parametrize("name", CLOSE)
def test_what_a_threshold_of_the_users_makes_a_difference_has_its_cause(name):
    made, options, rule = CLOSE[name]
    nets = Between, lambda: Between(**made)
    assert compare(*nets, "float32[4,4]", **options).verdict == "same"
    report = compare(*nets, "float32[4,4]", **options, tolerance={"float64": 1e-9})
    assert [finding.rule for finding in report.of_severity("error")] == [rule], report.findings


def test_a_threshold_that_allows_more_reports_nothing():
    nets = Between, lambda: Between(1.01, shift=1e-3)
    assert compare(*nets, "float32[4,4]").verdict == "different"
    loose = compare(*nets, "float32[4,4]", tolerance={"float64": 0.5, "noise": 1e9})
    assert loose.verdict == "same", loose.findings


def test_what_can_be_changed_is_asked_of_the_comparison():
    """A file that takes the constant in the place of `Thresholds` does not follow the option."""
    names = re.findall(r"`([A-Z]\w+)`\.$", inspect.getdoc(Thresholds) or "", re.MULTILINE)
    assert [getattr(thresholds, name) for name in names] == [entry.default for entry in fields(Thresholds)]
    taken = {
        (path.name, name)
        for path in (Path(parity.__file__).parent).rglob("*.py")
        for name in names
        if path.name != "thresholds.py" and re.search(rf"\b{name}\b", path.read_text(encoding="utf-8"))
    }
    assert not taken
