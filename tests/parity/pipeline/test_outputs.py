"""What nets return: dicts, dataclasses, numbers, texts, and outputs that say nothing."""

from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import nn as tnn

import parity
from ms2torch import nn
from parity.code import tree
from parity.code.errors import CannotCompare


class Reference(tnn.Module):
    def __init__(self, give):
        super().__init__()
        self.a, self.b, self.give = tnn.Linear(4, 4), tnn.Linear(4, 4), give

    def forward(self, x):
        return self.give(self.a(x), self.b(x))


class Port(nn.Cell):
    def __init__(self, give):
        super().__init__()
        self.a, self.b, self.give = nn.Dense(4, 4), nn.Dense(4, 4), give

    def construct(self, x):
        return self.give(self.a(x), self.b(x))


@dataclass
class Box:
    left: object
    right: object


def compared(one, other, **options):
    return parity.compare(lambda: Reference(one), lambda: Port(other), "float32[3,4]", **options)


@pytest.mark.parametrize("stage", [{}, {"grad": True}, {"steps": 1}, {"mode": "train"}])
def test_dicts_are_compared_by_key(stage):
    assert compared(lambda a, b: {"a": a, "b": b}, lambda a, b: {"b": b, "a": a}, **stage).verdict == "same"
    assert compared(lambda a, b: {"a": a, "b": b}, lambda a, b: {"b": a, "a": b}, **stage).verdict == "different"


def test_a_renamed_key_is_a_warning():
    report = compared(lambda a, b: {"a": a, "b": b}, lambda a, b: {"b": b, "first": a})
    assert report.verdict == "same"
    assert [(f.severity, f.rule) for f in report.findings] == [("warning", "outputs")]
    assert "'a' 'first'" in report.findings[0].message


def test_fields_are_keys():
    assert compared(Box, lambda a, b: {"right": b, "left": a}).verdict == "same"
    assert compared(Box, lambda a, b: Box(b, a)).verdict == "different"


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        (3, 3, "same"),
        (3, 4, "different"),
        (0.1, 0.1 + 1e-12, "same"),
        (0.1, 0.1001, "different"),
        ("a", "a", "same"),
        ("a", "b", "different"),
        (True, False, "different"),
        (None, None, "same"),
        (None, 3, "different"),
        (np.arange(3), np.arange(3), "same"),
        (np.arange(3), np.arange(1, 4), "different"),
        (float("nan"), float("nan"), "same"),
    ],
)
def test_what_is_no_tensor_is_compared_too(one, other, verdict):
    report = compared(lambda a, b: (a + b, one), lambda a, b: (a + b, other))
    assert report.verdict == verdict
    if verdict == "different":
        assert "output[1]" in next(f.message for f in report.findings if f.severity == "error")


def test_what_cannot_be_compared_is_said():
    report = compared(lambda a, b: (a + b, object()), lambda a, b: (a + b, object()))
    assert report.verdict == "same"
    assert [f.message for f in report.findings] == ["output[1] is of type object, which is not compared"]


def test_a_missing_key_is_named():
    report = compared(lambda a, b: {"a": a, "b": b}, lambda a, b: {"a": a + 0 * b})
    assert "['b'] is missing" in next(f.message for f in report.findings if f.severity == "error")


@pytest.mark.parametrize(
    ("give", "message"),
    [
        (lambda a, b: (a + b)[:0], "every output is empty"),
        (lambda a, b: (a + b).abs() * 1e300 * 1e300, "no output holds a finite number"),
        (lambda a, b: 0 * (a + b) + 1, "the output is 1 throughout"),
    ],
)
def test_nothing_compared_is_not_the_same(give, message):
    with pytest.raises(CannotCompare, match=message):
        compared(give, give)


def test_an_empty_input_compares_nothing():
    def total(a, b):
        return (a + b).sum(0) + 1

    with pytest.raises(CannotCompare, match="every input is empty"):
        parity.compare(lambda: Reference(total), lambda: Port(total), "float32[0,4]")


def test_a_call_of_the_nets_own_is_what_is_compared():
    class Doubled(Port):
        def __call__(self, x):
            return super().__call__(x) * 2

    assert parity.compare(
        lambda: Reference(torch.add), lambda: Doubled(lambda a, b: a + b), "float32[3,4]"
    ).verdict == ("different")
    same = parity.compare(
        lambda: Reference(lambda a, b: 2 * (a + b)), lambda: Doubled(lambda a, b: a + b), "float32[3,4]"
    )
    assert same.verdict == "same"


@pytest.mark.parametrize(("grad", "severity", "verdict"), [(False, "warning", "same"), (True, "error", "different")])
def test_a_frozen_parameter_is_a_difference_of_gradients(grad, severity, verdict):
    def port():
        made = Port(lambda a, b: a + b)
        made.a.weight.requires_grad = False
        return made

    report = parity.compare(lambda: Reference(torch.add), port, "float32[3,4]", grad=grad)
    assert report.verdict == verdict
    assert [(f.severity, f.argument) for f in report.findings] == [(severity, "requires_grad")]


def test_keys_are_arranged_as_the_other_side_has_them():
    def tensor_of(value):
        return value if isinstance(value, torch.Tensor) else None

    value = {"b": torch.ones(1), "a": {"y": torch.ones(2), "x": torch.ones(3)}, "n": 3}
    orders = {("'a'", "'b'", "'n'"), ("'x'", "'y'")}
    assert [name for name, _ in tree.flatten(value, tensor_of, "", orders)] == ["['a']['x']", "['a']['y']", "['b']"]
    skeleton = tree.skeleton(value, tensor_of, orders)
    assert list(skeleton) == ["b", "a", "n"]
    assert (skeleton["b"].number, skeleton["a"]["x"].number, skeleton["a"]["y"].number) == (2, 0, 1)
    assert tree.others(value, tensor_of, "out") == [("out['n']", 3)]
    assert ("x", "y") not in tree.key_orders(value, tensor_of)


@pytest.mark.parametrize("options", [{"grad": True}, {"thorough": True}], ids=["grad", "thorough"])
def test_an_output_that_is_missing_is_no_reason_to_stop(options):
    class Two(torch.nn.Linear):
        def forward(self, x):
            return {"a": super().forward(x), "b": x}

    class One(torch.nn.Linear):
        def forward(self, x):
            return {"a": super().forward(x)}

    report = parity.compare(lambda: Two(4, 4), lambda: One(4, 4), ["float32[2,4]"], **options)
    assert report.verdict == "different"
    assert [output.status for output in report.outputs] == ["same", "unmatched"]
