"""What ranks return and what flows back, held against the whole: tables of small tensors."""

from __future__ import annotations

import pytest
import torch

from parity.sharded.cut import Cut
from parity.sharded.gradients import are_averaged_outside, judged as judged_gradients
from parity.sharded.outputs import Layout, errors_as, judged

WHOLE = torch.arange(16.0).reshape(4, 4) + 1


def output(*ranks: torch.Tensor, stages: tuple[bool, ...] = ()):
    each = [[("output", tensor)] for tensor in ranks]
    (found,) = judged([("output", WHOLE)], each, stages or [False] * len(ranks))
    return found


@pytest.mark.parametrize(
    ("ranks", "layout"),
    [
        ((WHOLE, WHOLE), Layout()),
        ((WHOLE[:2], WHOLE[2:]), Layout(0, 2)),
        ((WHOLE[:, :2], WHOLE[:, 2:]), Layout(1, 2)),
        ((WHOLE[:2], WHOLE[:2], WHOLE[2:], WHOLE[2:]), Layout(0, 2, 2)),
        ((WHOLE[:2], WHOLE[2:], WHOLE[:2], WHOLE[2:]), Layout(0, 2)),
    ],
)
def test_right_ranks_are_recognised(ranks: tuple[torch.Tensor, ...], layout: Layout) -> None:
    found = output(*ranks)
    assert (found.layout, found.error) == (layout, 0.0)
    assert found.whole is not None
    assert torch.equal(found.whole, WHOLE)


@pytest.mark.parametrize(
    "ranks",
    [
        (WHOLE / 2, WHOLE / 2),  # the parts of a sum are no output
        (WHOLE, WHOLE * 2),
        (WHOLE[2:], WHOLE[:2]),
        (WHOLE[:3], WHOLE[3:]),
        (WHOLE[:2], torch.empty(0)),
    ],
)
def test_wrong_ranks_are_not(ranks: tuple[torch.Tensor, ...]) -> None:
    assert output(*ranks).error > 1e-2


def test_what_a_stage_of_a_pipeline_returns_does_not_count() -> None:
    assert output(WHOLE * 3, WHOLE, stages=(True, False)).layout == Layout(counted=(1,))


def test_a_loss_may_be_a_mean_of_batches() -> None:
    loss = torch.tensor(3.0)
    (found,) = judged([("output", loss)], [[("output", loss - 1)], [("output", loss + 1)]], [False, False])
    assert (found.layout.mean, found.error) == (True, 0.0)


def test_an_edit_may_not_lay_outputs_out_otherwise() -> None:
    found = output(WHOLE[:2], WHOLE[2:] * 2)
    assert errors_as([("output", WHOLE)], [[("output", WHOLE)]] * 2, [found]) == float("inf")


GRAD = torch.tensor([1.0, 2.0, 4.0, 8.0])
PART = torch.tensor([3.0, -1.0, 0.5, 2.0])


@pytest.mark.parametrize(
    ("cut", "ranks", "state"),
    [
        (Cut("w"), (GRAD, GRAD), "same"),
        (Cut("w", 0, 2), (GRAD[:2], GRAD[2:]), "same"),
        (Cut("w"), (2 * GRAD, 2 * GRAD), "scaled"),
        (Cut("w"), (GRAD / 2, GRAD / 2), "scaled"),
        (Cut("w"), (PART, GRAD - PART), "parts of a sum"),
        (Cut("w"), (2 * PART, 2 * (GRAD - PART)), "parts of a mean"),
        (Cut("w"), (GRAD, PART), "different"),
        (Cut("w", 0, 2), (GRAD[2:], GRAD[:2]), "different"),
    ],
)
def test_what_a_gradient_is(cut: Cut, ranks: tuple[torch.Tensor, ...], state: str) -> None:
    (found,) = judged_gradients({"w": GRAD}, [{"w": one} for one in ranks], [{"w": cut}] * 2, 1e-6)
    assert found.state == state


def test_gradients_are_averaged_elsewhere_where_all_are_those_of_batches() -> None:
    batches = [{"w": 2 * PART, "v": 2 * PART}, {"w": 2 * (GRAD - PART), "v": 2 * (GRAD - PART)}]
    cuts = [{"w": Cut("w"), "v": Cut("v")}] * 2
    assert are_averaged_outside(judged_gradients({"w": GRAD, "v": GRAD}, batches, cuts, 1e-6))
    one_is_not = [{**batches[0], "v": GRAD}, {**batches[1], "v": GRAD}]
    found = judged_gradients({"w": GRAD, "v": GRAD}, one_is_not, cuts, 1e-6)
    assert not are_averaged_outside([entry for entry in found if entry.port == "v"])


def test_wrong_values_do_not_tell_which_rank_has_which_part() -> None:
    whole = [("output", torch.arange(8.0).reshape(4, 2))]
    left, right = whole[0][1].chunk(2)
    noise = [[("output", torch.full((2, 2), 3.0))] for _ in range(4)]
    before = judged(whole, noise, [False] * 4)
    pairs = [[("output", part)] for part in (left, left, right, right)]
    turns = [[("output", part)] for part in (left, right, left, right)]
    assert (errors_as(whole, pairs, before), errors_as(whole, turns, before)) == (0.0, 0.0)
    assert errors_as(whole, [pairs[0], pairs[2], pairs[2], pairs[0]], before) > 0.1
