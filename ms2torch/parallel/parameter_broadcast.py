"""One process's Parameters for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from ms2torch._core.base import unwrap
from ms2torch.communication import _collectives
from ms2torch.communication.management import get_rank
from ms2torch.nn.cell import Cell

__all__ = ["parameter_broadcast"]


def parameter_broadcast(net: Cell, layout: Mapping[str, Any], cur_rank: int = 0, initial_rank: int = 0) -> None:
    """Give all processes the Parameters of one of them.

    Args:
        net (Cell): the network.
        layout (dict): names of Parameters; how MindSpore cut them is not read, as nothing is cut here.
        cur_rank (int): the number of this process. Default: ``0``.
        initial_rank (int): the number of the one. Default: ``0``.

    Raises:
        ValueError: if `cur_rank` is not this process, or a name is not in the network.

    Source: mindspore.parallel.parameter_broadcast, MindSpore 2.10
    """
    if not layout:
        return
    if cur_rank != get_rank():
        msg = f"For 'parameter_broadcast', 'cur_rank' is {cur_rank}, but this is process {get_rank()}."
        raise ValueError(msg)
    parameters = net.parameters_dict()
    for name in layout:
        if name not in parameters:
            msg = f"For 'parameter_broadcast', the network has no parameter {name!r}."
            raise ValueError(msg)
        t = unwrap(parameters[name])
        with torch.no_grad():
            t.copy_(_collectives.broadcast(t, initial_rank, None))
