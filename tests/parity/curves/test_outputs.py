"""Forward passes that differ: what is said of them."""

from __future__ import annotations

import torch
from torch import nn

from parity.curves.events import ForwardPass, Trace
from parity.curves.stages.forward import find
from parity.curves.stages.pairing import Paired
from parity.curves.weights import Counterparts


def passed(outputs: list[float], modes: dict[str, bool]) -> Trace:
    one = ForwardPass(0, 0, [], [torch.tensor([value]) for value in outputs], {}, modes, None)
    return Trace(passes=[one], nets=[nn.Linear(1, 1)])


def said(reference: Trace, port: Trace) -> list[str]:
    return [one.cause for one in find(Paired(reference, port, Counterparts()))]


def test_another_number_of_outputs_is_no_mode() -> None:
    training = {"0": True, "1": True}
    assert said(passed([1.0, 2.0], training), passed([1.0], {"0": True})) == ["outputs"]
    assert said(passed([1.0, 2.0], training), passed([1.0, 2.0], training)) == []


def test_a_mode_is_told_where_a_layer_is_not_in_training() -> None:
    assert said(passed([1.0], {"0": True}), passed([2.0], {"0": False})) == ["mode"]
    assert said(passed([1.0], {"0": True}), passed([2.0], {"0": True, "1": True})) == ["net"]
