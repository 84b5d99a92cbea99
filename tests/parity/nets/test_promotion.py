"""A large net's parameters are in float64 while their layer runs, and only then."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from parity import compare
from parity.nets.promotion import copied, owned_parameters
from tests.parity.tiny import subject


class Spy(nn.Linear):
    """Notes the precision of its weight when it runs."""

    def forward(self, x):
        self.seen = self.weight.dtype, x.dtype
        return super().forward(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two, self.scale = Spy(4, 4), Spy(4, 4), nn.Parameter(torch.ones(4))
        self.other = self.one

    def forward(self, x):
        self.during = self.scale.dtype, self.two.weight.dtype
        return self.two(self.one(x)) * self.scale


def test_each_layer_is_promoted_while_it_runs() -> None:
    net = Net()
    side = subject(net)
    side.by_layer = frozenset({"", "one", "two"})
    before = {name: value.clone() for name, value in net.state_dict().items()}
    with side.precision(torch.float64):
        net(torch.ones(2, 4, dtype=torch.float64))
    assert net.during == (torch.float64, torch.float32)
    assert net.one.seen == net.two.seen == (torch.float64, torch.float64)
    assert all(
        value.dtype == torch.float32 and torch.equal(value, before[name]) for name, value in net.state_dict().items()
    )
    assert "forward" not in vars(net.one)


def test_the_precision_asked_for_last_holds() -> None:
    net = Net()
    side = subject(net)
    side.by_layer = frozenset({"", "one", "two"})
    with side.precision(torch.float64), side.precision(torch.float16):
        net(torch.ones(2, 4, dtype=torch.float16))
    assert net.one.seen[0] == torch.float16


def test_parameters_of_layers_that_are_not_called_belong_to_the_layer_around() -> None:
    owned = owned_parameters(Net(), {"", "one"})
    assert {path: len(tensors) for path, tensors in owned.items()} == {"": 3, "one": 2}


def test_a_copy_has_methods_of_its_own() -> None:
    net = Net()
    side = subject(net)
    side.by_layer = frozenset({"", "one", "two"})
    with side.precision(torch.float64):
        made = copied(net.one)
    assert "forward" not in vars(made)
    made.weight.data.zero_()
    assert not made(torch.ones(1, 4)).sub(made.bias).any()


class Functional(nn.Module):
    """Uses the weight of a layer that it also calls, which no layer's call promotes."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64, bias=False)

    def forward(self, x):
        return F.linear(self.fc(x), self.fc.weight.t()[:8])


class Asking(nn.Module):
    """Asks a layer for its precision before it calls it."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64)

    def forward(self, x):
        return self.fc(torch.sin(x).to(self.fc.weight.dtype))


class Wrong(Asking):
    def forward(self, x):
        return self.fc(torch.tanh(x).to(self.fc.weight.dtype))


@pytest.mark.parametrize("net", [Functional, Asking])
def test_code_that_parameters_by_layer_do_not_suit_has_them_all_at_once(net: type[nn.Module]) -> None:
    report = compare(net, net, ["float32[2,64]"], max_memory=4096)
    assert report.verdict == "same"
    assert not [stage.reason for stage in report.stages if stage.reason]
    assert all(output.errors.float64 is not None for output in report.outputs)


def test_a_mistake_is_seen_as_well() -> None:
    assert compare(Asking, Wrong, ["float32[2,64]"], max_memory=4096).verdict == "different"


class TwoLayers(torch.nn.Module):
    def __init__(self, stops: bool) -> None:
        super().__init__()
        self.first, self.second = torch.nn.Linear(64, 64), torch.nn.Linear(64, 8)
        self.stops = stops

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.relu(self.first(x))
        return self.second(y.detach() if self.stops else y)


@pytest.mark.parametrize("options", [{"steps": 1}, {"grad": True}], ids=str)
@pytest.mark.parametrize(("stops", "verdict"), [(False, "same"), (True, "different")])
def test_gradients_are_those_of_the_whole_net(stops: bool, verdict: str, options: dict[str, int]) -> None:
    report = compare(lambda: TwoLayers(False), lambda: TwoLayers(stops), ["float32[4,64]"], max_memory=4096, **options)
    assert report.verdict == verdict
