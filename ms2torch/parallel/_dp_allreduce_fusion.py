"""Mirrors `mindspore.parallel._dp_allreduce_fusion`: which gradients Huawei's collectives send together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

__all__ = ["_set_fusion_strategy_by_idx", "_set_fusion_strategy_by_size"]

_WORLD = "hccl_world_group"


def _set_fusion_strategy_by_idx(idx_list: Sequence[int], group: str = _WORLD) -> None:
    """Refuse: the library whose setting this is, is not here.

    Args:
        idx_list (Sequence[int]): the last gradient of each segment.
        group (str): the processes. Default: ``"hccl_world_group"``.

    Raises:
        ModuleNotFoundError: always, as in MindSpore without Ascend.
    """
    del idx_list, group
    _refuse()


def _set_fusion_strategy_by_size(data_size_list: Sequence[int], group: str = _WORLD) -> None:
    """Refuse: the library whose setting this is, is not here.

    Args:
        data_size_list (Sequence[int]): the per cents of each segment.
        group (str): the processes. Default: ``"hccl_world_group"``.

    Raises:
        ModuleNotFoundError: always, as in MindSpore without Ascend.
    """
    del data_size_list, group
    _refuse()


def _refuse() -> NoReturn:
    msg = "No module named 'hccl_test': segments of gradients are a setting of HCCL; results are equal without"
    raise ModuleNotFoundError(msg, name="hccl_test")
