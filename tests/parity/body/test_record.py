"""What is noted of a body's run: operations, values, where they arrive."""

from __future__ import annotations

import torch
from torch import nn

from parity.body.record import Held
from tests.parity.body.bodies import run

X = torch.arange(6.0, dtype=torch.float64).reshape(2, 3)


def test_operations_with_their_arguments_and_what_they_read_and_make() -> None:
    body = run(lambda net, x: torch.softmax(x * 2, dim=-1), X)
    assert [one.name for one in body.operations] == ["mul", "softmax"]
    first, second = body.operations
    assert first.arguments["other"] == 2
    assert second.arguments["dim"] == -1
    assert (first.inputs, first.outputs, second.inputs) == ((0,), (1,), (1,))
    assert [value.name for value in body.values] == ["input 0", "", ""]
    assert [value.producer for value in body.values] == [None, 0, 1]
    (sink,) = body.sinks
    assert (sink.layer, sink.values) == (None, second.outputs)
    assert torch.equal(body.tensors(sink)[0], torch.softmax(X * 2, -1))
    assert body.size == 3 * X.nbytes
    assert body.raised is None


def test_the_place_of_an_operation_is_the_users_expression() -> None:
    body = run(lambda net, x: x.exp() + 1, X)
    made = body.operations[0]
    assert made.place is not None
    assert made.place.file == __file__
    assert body.place_of(1) == made.place
    assert body.place_of(0) is None
    assert [place.file for place in made.stack][:1] == [__file__]


def test_a_layer_that_is_held_is_not_run_and_its_inputs_are_a_sink() -> None:
    wrong = nn.Linear(3, 3).double()
    right = torch.full((2, 3), 7.0, dtype=torch.float64)
    body = run(lambda net, x: net.fc(x + 1) * 2, X, fc=wrong, held={"fc": [Held(right, [("", right)])]})
    assert [one.name for one in body.operations] == ["add", "mul"]
    inner, outputs = body.sinks
    assert (inner.layer, outputs.layer) == ("fc", None)
    assert torch.equal(body.tensors(inner)[0], X + 1)
    assert torch.equal(body.tensors(outputs)[0], right * 2)
    assert "output of fc" in {value.name for value in body.values}


def test_of_two_calls_one_is_held_and_one_is_run() -> None:
    layer = nn.Linear(3, 3, bias=False).double()
    right = torch.ones(2, 3, dtype=torch.float64)
    body = run(lambda net, x: net.fc(net.fc(x)), X, fc=layer, held={"fc": [None, Held(right, [("", right)])]})
    assert {one.layer for one in body.operations} == {"fc"}  # the first
    assert torch.equal(body.tensors(body.sinks[0])[0], layer(X))
    assert torch.equal(body.tensors(body.sinks[-1])[0], right)


def test_a_held_layer_runs_on_what_it_was_not_given() -> None:
    layer = nn.Linear(3, 3, bias=False).double()
    right = torch.ones(2, 3, dtype=torch.float64)
    for given, ran in ((X, False), (X + 1, True), (X + 1e-13, False)):
        body = run(lambda net, x: net.fc(x), X, fc=layer, held={"fc": [Held(right, [("", right)], [("", given)])]})
        assert bool(body.operations) is ran
        assert [sink.layer for sink in body.sinks] == [None]  # what it is given is nothing to compare


def test_what_is_written_in_place_has_a_new_value_in_every_view() -> None:
    def written(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
        view = x[0]
        x.mul_(10)
        return view + 0

    body = run(written, X)
    assert torch.equal(body.values[0].tensor, X)  # as it came
    last = body.operations[-1]
    assert torch.equal(body.values[last.inputs[0]].tensor, X[0] * 10)
    assert last.name == "add"
    assert "mul" in [one.name for one in body.operations]


def test_weights_have_their_names_and_constants_none() -> None:
    body = run(lambda net, x: x @ net.fc.weight.T + torch.ones(3, dtype=torch.float64), X, fc=nn.Linear(3, 3).double())
    assert "fc.weight" in {value.name for value in body.values}


def test_what_a_body_raises_is_a_result() -> None:
    body = run(lambda net, x: (x + 1) @ x, X)
    assert isinstance(body.raised, RuntimeError)
    assert [one.name for one in body.operations][:1] == ["add"]
    assert body.sinks == []


def test_memory_that_nobody_wrote_is_zero() -> None:
    body = run(lambda net, x: torch.empty_like(x).fill_(3.0) + x, X)
    made = body.operations[0]
    assert not body.values[made.outputs[0]].tensor.any()


def test_a_body_that_is_to_be_differentiated() -> None:
    body = run(lambda net, x: x.exp(), X, gradients=True)
    assert body.live[body.sinks[0].values[0]].requires_grad
    assert run(lambda net, x: x.exp(), X).live == []
