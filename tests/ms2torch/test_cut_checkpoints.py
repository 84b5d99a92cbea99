"""Cuts of parameters over devices: parts join to the whole, and what another cut needs suffices."""

from __future__ import annotations

import pytest
import torch

from ms2torch.train._cuts import Cut, joined, needed
from ms2torch.train._strategies import cut_of
from ms2torch.train.node_strategy_pb2 import ParallelLayouts

WHOLE = torch.arange(64.0).reshape(8, 8)
CUTS = {
    "whole": Cut((4,), (-1, -1)),
    "rows": Cut((4,), (0, -1)),
    "columns in pairs": Cut((2, 2), (-1, 0)),
    "both": Cut((2, 2), (1, 0)),
    "by an optimizer": Cut((2, 2), (0, -1), 2, 2),
    "two devices": Cut((2,), (0, -1)),
}


def parts(cut: Cut) -> dict[int, torch.Tensor]:
    return {rank: WHOLE[cut.part(rank, WHOLE.shape)] for rank in range(cut.devices)}


@pytest.mark.parametrize("name", CUTS)
def test_parts_join(name: str) -> None:
    assert torch.equal(joined(parts(CUTS[name]), CUTS[name]), WHOLE)


@pytest.mark.parametrize("source", CUTS)
@pytest.mark.parametrize("target", CUTS)
def test_what_is_needed_suffices(source: str, target: str) -> None:
    given, wanted = CUTS[source], CUTS[target]
    for rank in range(wanted.devices):
        ranks = needed(rank, given, wanted)
        place = wanted.part(rank, WHOLE.shape)
        held = {each: part for each, part in parts(given).items() if each in ranks}
        assert torch.equal(joined(held, given, place), WHOLE[place])


def test_a_part_that_is_missing_is_said() -> None:
    held = parts(CUTS["rows"])
    del held[2]
    with pytest.raises(ValueError, match="a part of it is missing"):
        joined(held, CUTS["rows"])


def test_what_cannot_be_cut_is_refused() -> None:
    with pytest.raises(ValueError, match="an axis of 8 cannot be cut into 3 equal parts"):
        Cut((3,), (0, -1)).part(0, (8, 8))
    with pytest.raises(ValueError, match="Cannot transform device_num from 4 to 3"):
        needed(0, CUTS["rows"], Cut((3,), (0, -1)))


def test_an_optimizer_of_no_number_is_refused() -> None:
    layouts = ParallelLayouts()
    layouts.opt_weight_shard_size = -1
    with pytest.raises(ValueError, match="save the strategy with its number of shares"):
        cut_of(layouts)
