"""Which processes hold the same slices of parameters, and which of them saves what."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.communication.management import get_group_size, get_process_group_ranks, get_rank
from ms2torch.nn.cell import Cell
from ms2torch.train.node_strategy_pb2 import ParallelStrategyMap

Groups = tuple[tuple[int, ...], ...]
# as the size of a spread optimizer: over all that hold the same slice
_ALL_OF_THEM = -1


def get_parameter_redundancy(layout_obj: Any, initial_rank: int | None = None) -> dict[str, Groups]:
    """Return, by parameter, the groups of processes that hold the same slice.

    Args:
        layout_obj (Union[dict, Cell, str]): layouts by name: the matrix of devices, which of its dimensions, counted
            from the last, each dimension of the parameter is cut along (-1: none), and at place 5 the group that the
            optimizer's state is spread over; or a network, of which all processes hold all; or a file of strategies.
        initial_rank (int, optional): the first process. Default ``None``: the first of this process's stage.

    Source: mindspore.train._utils.get_parameter_redundancy, MindSpore 2.10
    """
    if isinstance(layout_obj, Cell):
        everyone = (tuple(get_process_group_ranks()),)
        return dict.fromkeys(sorted(each.name for _, each in layout_obj.parameters_and_names()), everyone)
    layouts = _of_file(layout_obj) if isinstance(layout_obj, str) else _of_dict(layout_obj)
    if initial_rank is None:
        many = math.prod(next(iter(layouts.values())).devices)
        initial_rank = get_rank() // many * many
    found = {}
    for name in sorted(layouts):
        layout = layouts[name]
        groups = _alike(layout.devices, layout.cuts, initial_rank)
        parts = layout.parts if layout.parts != _ALL_OF_THEM else math.prod(layout.devices) // layout.step
        found[name] = _spread(groups, parts) if parts else groups
    return found


@dataclass(frozen=True)
class _Layout:
    """How a parameter is cut, and over how many processes, `step` apart, the optimizer's state is spread (0: none)."""

    devices: Sequence[int]
    cuts: Sequence[int]
    parts: int = 0
    step: int = 1


def _of_dict(layouts: Mapping[str, Sequence[Any]]) -> dict[str, _Layout]:
    return {
        name: _Layout(each[0], each[1], get_group_size(each[5]) if each[5] else 0) for name, each in layouts.items()
    }


def _of_file(name: str) -> dict[str, _Layout]:
    found: Any = ParallelStrategyMap.FromString(Path(name).read_bytes())
    each = {item.param_name: item.parallel_layouts for item in found.parallel_layout_item}
    return {
        name: _Layout(x.dev_matrix[0].dim, x.tensor_map[0].dim, x.opt_weight_shard_size, x.opt_weight_shard_step)
        for name, x in each.items()
    }


def _alike(devices: Sequence[int], cuts: Sequence[int], first: int) -> Groups:
    """Return the groups in the order of their slices, the last dimension of the devices counting most."""
    places = np.indices(tuple(devices)).reshape(len(devices), -1)[::-1]
    places = places * np.isin(np.arange(len(devices)), cuts)[:, None]
    groups: dict[tuple[int, ...], list[int]] = {}
    for rank, place in enumerate(places.T.tolist(), first):
        groups.setdefault(tuple(place), []).append(rank)
    return tuple(tuple(groups[place]) for place in sorted(groups))


def _spread(groups: Groups, parts: int) -> Groups:
    return tuple(group[i::parts] for group in groups if len(group) % parts == 0 for i in range(parts))


def remove_param_redundancy(
    param_redundancy_dict: Mapping[str, Sequence[tuple[int, ...]]], keep_redundancy: int = 1
) -> dict[int, set[str]]:
    """Deal the parameters out among the processes that hold them.

    Args:
        param_redundancy_dict (dict): the groups of processes by parameter, as `get_parameter_redundancy` gives them.
        keep_redundancy (int): how many processes of a group get each. Default: ``1``.

    Returns:
        Dict from process to the names it saves.

    Source: mindspore.train._utils.remove_param_redundancy, MindSpore 2.10
    """
    held: dict[tuple[int, ...], list[str]] = {}
    for name, groups in param_redundancy_dict.items():
        for group in groups:
            held.setdefault(group, []).append(name)
    dealt: dict[int, set[str]] = {}
    for turn in range(keep_redundancy):
        for group, names in held.items():
            for i, name in enumerate(names):
                dealt.setdefault(group[(i + turn) % len(group)], set()).add(name)
    return dealt
