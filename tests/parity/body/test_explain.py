"""Two functions that should be one: where the second leaves the first, a line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from parity.body.explain import Explainer
from tests.parity.body.bodies import RELATIVE, departure, run

X = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
Y = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
Two = Callable[[Any, torch.Tensor, torch.Tensor], torch.Tensor]


@pytest.mark.parametrize(
    ("reference", "port", "operations", "arguments", "words"),
    [
        # another argument
        (lambda _, x, y: x.softmax(-1) + y, lambda _, x, y: x.softmax(1) + y, ("softmax", "softmax"),
         (("dim", -1, 1),), ""),
        (lambda _, x, y: x.std(-1), lambda _, x, y: x.std(-1, correction=0), ("std", "std"),
         (("correction", 1, 0),), "it is 0.866025 times the reference's"),
        (lambda _, x, y: F.leaky_relu(x), lambda _, x, y: F.leaky_relu(x, 0.2), ("leaky_relu", "leaky_relu"),
         (("negative_slope", 0.01, 0.2),), ""),
        # another operation
        (lambda _, x, y: x.sin() * y, lambda _, x, y: x.cos() * y, ("cos", "sin"), (), ""),
        (lambda _, x, y: x + y, lambda _, x, y: x - y, ("sub", "add"), (), ""),
        # another constant
        (lambda _, x, y: x * 2, lambda _, x, y: x * 3, ("mul", "mul"), (("other", 2, 3),),
         "it is 1.5 times the reference's"),
        # the operation after the one at fault is not accused
        (lambda _, x, y: (x.sin() * y).sum(-1), lambda _, x, y: (x.cos() * y).sum(-1), ("cos", "sin"), (), ""),
        # one too many, after what was right
        (lambda _, x, y: x.exp(), lambda _, x, y: x.exp().neg(), ("neg", "exp"), (), "it has the opposite sign"),
    ],
)  # fmt: skip
def test_the_first_operation_at_fault(
    reference: Two, port: Two, operations: tuple[str, str | None], arguments: tuple[Any, ...], words: str
) -> None:
    found = departure(reference, port, X, Y)
    names = found.port and found.port.name, found.reference and found.reference.name
    assert (names, found.arguments, found.relation, found.lacks) == (operations, arguments, words, False)
    assert found.place is not None
    assert found.place.file == __file__
    assert found.error is not None
    assert found.error > 1e-3


def test_what_the_port_leaves_out() -> None:
    found = departure(lambda _, x, y: (x + y) / 3 + x, lambda _, x, y: (x + y) + x, X, Y)
    assert found.lacks
    assert found.reference is not None
    assert (found.reference.name, found.relation) == ("div", "it is 3 times the reference's")
    whole = departure(lambda _, x, y: x.exp(), lambda _, x, y: x, X, Y)
    assert whole.lacks
    assert whole.port is None
    assert whole.reference is not None
    assert whole.reference.name == "exp"


def test_what_is_passed_as_it_is() -> None:
    found = departure(lambda _, x, y: y, lambda _, x, y: y * 2, X, Y)
    assert (found.passed, found.port and found.port.name) == ("input 1", "mul")
    assert departure(lambda _, x, y: y * 3, lambda _, x, y: y * 2, X, Y).passed == ""


def test_equal_numbers_may_be_chosen_in_either_order() -> None:
    ties = torch.tensor([[2.0, 1.0, 2.0, 1.0]], dtype=torch.float64)
    last = (lambda _, x: x.sort(stable=True)[1], lambda _, x: x.flip(-1).sort()[1])
    assert departure(lambda _, x: x.argmax(-1), lambda _, x: x.argmin(-1), ties).tied
    distinct = torch.tensor([[2.0, 1.0, 4.0, 3.0]], dtype=torch.float64)
    assert not departure(lambda _, x: x.argmax(-1), lambda _, x: x.argmin(-1), distinct).tied
    assert not departure(*last, ties).tied  # they do not read one value


def test_what_a_run_made_before_it_raised() -> None:
    left = run(lambda _, x, y: (x.sin() * y).sum(), X, Y)

    def raising(_: Any, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.cos()
        raise RuntimeError("the port's own")

    right = run(raising, X, Y)
    assert right.raised is not None
    found = Explainer(left, right, RELATIVE).dangling()
    assert found is not None
    assert found.port is not None
    assert found.port.name == "cos"
    alike = run(lambda _, x, y: x.sin(), X, Y)
    assert Explainer(left, alike, RELATIVE).dangling() is None


def test_numbers_that_a_body_makes_in_any_shape() -> None:
    left = run(lambda _, x, y: x.exp(), X, Y)
    right = run(lambda _, x, y: x.exp().flatten(), X, Y)
    explained = Explainer(left, right, RELATIVE)
    assert explained.has_made(X.exp())
    assert explained.has_made(X.exp().permute(2, 0, 1))
    assert not explained.has_made(X.sin())
    assert not explained.has_made(X)  # it was given that
