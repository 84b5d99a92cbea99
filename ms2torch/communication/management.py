"""Joining the other processes, ranks and groups.

Without `init` there is one process: rank 0 of 1. `init` joins through torch.distributed (gloo on CPU, nccl on GPU, hccl
on Ascend) what a launcher has started: torchrun, msrun, mpirun, MindSpore's own environment or a rank table. In a
program that no launcher started it is an error, as in MindSpore: processes that do not know of each other would each
train alone.
"""

from __future__ import annotations

import atexit
import os
import sys
import warnings
from collections.abc import Sequence

import torch

from ms2torch._errors import require_default
from ms2torch.communication import _launch
from ms2torch.communication._comm_helper import (
    DEVICE_TO_BACKEND,
    HCCL_WORLD_COMM_GROUP,
    MCCL_WORLD_COMM_GROUP,
    NCCL_WORLD_COMM_GROUP,
    GlobalComm,
    _is_initialized,
    add_group,
    forget_groups,
    group_handle,
    joined,
    local_place,
    remove_group,
    set_place,
)
from ms2torch.context import check_parallel_mode, get_auto_parallel_context, get_context, set_context

__all__ = [
    "HCCL_WORLD_COMM_GROUP", "MCCL_WORLD_COMM_GROUP", "NCCL_WORLD_COMM_GROUP", "GlobalComm", "create_group",
    "destroy_group", "get_comm_name", "get_group_rank_from_world_rank", "get_group_size", "get_local_rank",
    "get_local_rank_size", "get_process_group_ranks", "get_rank", "get_world_rank_from_group_rank", "init", "release",
]  # fmt: skip

_TORCH_BACKEND = {"hccl": "hccl", "nccl": "nccl", "mccl": "gloo"}
_NOT_INITED = (
    "Distributed Communication has not been inited.You can't invoke this interface yet. Please call `init()` method "
    "first."
)


def init(backend_name: str | None = None) -> None:
    """Join the other processes of the job, if there are any.

    Args:
        backend_name (str, optional): ``"hccl"``, ``"nccl"`` or ``"mccl"``. Default ``None``: that of the context's
            `device_target`.

    Raises:
        TypeError: if `backend_name` is no string.
        RuntimeError: if there is no such backend, if no launcher says that this process is one of several, if the
            others do not come, or if the parallel mode is one that several processes cannot follow.

    Source: mindspore.communication.init, MindSpore 2.10
    """
    backend = DEVICE_TO_BACKEND.get(get_context("device_target"), "mccl") if backend_name is None else backend_name
    if not isinstance(backend, str):
        msg = f"For 'init', the argument 'backend_name' must be a string, but got the type : {type(backend_name)}."
        raise TypeError(msg)
    if backend not in _TORCH_BACKEND:
        msg = f"For 'init', the argument 'backend_name' must be one of 'hccl', 'nccl' and 'mccl', but got {backend!r}."
        raise RuntimeError(msg)
    if not joined():
        _join(_TORCH_BACKEND[backend])
    GlobalComm.BACKEND = backend
    GlobalComm.WORLD_COMM_GROUP = f"{backend}_world_group"
    GlobalComm.INITED = True
    check_parallel_mode(get_auto_parallel_context("parallel_mode"))


def _join(backend: str) -> None:
    if _launch.is_scheduler(os.environ):
        _launch.serve(os.environ)
        raise SystemExit(0)
    place = _launch.find_place(os.environ)
    rank = _launch.join(place, backend)
    set_place(place.local_rank, place.local_size)
    os.environ.setdefault("RANK_ID", str(rank))
    os.environ.setdefault("RANK_SIZE", str(place.size))
    atexit.register(_leave_at_exit)
    if place.local_rank is not None and backend == "nccl":
        set_context(device_id=place.local_rank)
        torch.cuda.set_device(place.local_rank)


def warn_if_alone() -> None:
    """Warn where a launcher started several processes, and this one is about to train without the others."""
    size = 1 if joined() else _launch.declared_size(os.environ)
    if size > 1:
        msg = (
            f"This process was started as one of {size}, but communication.init() has not been called: each trains "
            "alone, and on all of the data unless its dataset has num_shards. Call init() before the net is made."
        )
        warnings.warn(msg, UserWarning, stacklevel=4)


def _leave_at_exit() -> None:
    """Leave in an orderly way when the program ends; one that has failed leaves at once."""
    _launch.leave()
    if joined() and getattr(sys, "last_value", None) is None:
        torch.distributed.destroy_process_group()


def release() -> None:
    """Leave the other processes; all leave together, for torch aborts one whose peer is gone while it still talks.

    Source: mindspore.communication.release, MindSpore 2.10
    """
    if joined():
        torch.distributed.barrier()
        _launch.leave()
        torch.distributed.destroy_process_group()
    forget_groups()
    GlobalComm.INITED = False


def get_rank(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Return the number of this process in a group, 0 without other processes.

    Args:
        group (str): the group's name. Default: that of all processes.

    Returns:
        int, ``-1`` outside the group.

    Source: mindspore.communication.get_rank, MindSpore 2.10
    """
    handle = group_handle(group)
    return torch.distributed.get_rank(handle) if joined() else 0


def get_group_size(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Return the number of processes of a group, 1 without other processes.

    Args:
        group (str): the group's name. Default: that of all processes.

    Source: mindspore.communication.get_group_size, MindSpore 2.10
    """
    handle = group_handle(group)
    return torch.distributed.get_world_size(handle) if joined() else 1


def get_local_rank(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Return the number of this process on its machine as the launcher said it, else the rank.

    Args:
        group (str): only the group of all processes is accepted.

    Source: mindspore.communication.get_local_rank, MindSpore 2.10
    """
    _only_world("get_local_rank", group)
    return local_place("LOCAL_RANK", 0, get_rank()) if joined() else 0


def get_local_rank_size(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Return the number of processes on this machine as the launcher said it, else the size of the group of all.

    Args:
        group (str): only the group of all processes is accepted.

    Source: mindspore.communication.get_local_rank_size, MindSpore 2.10
    """
    _only_world("get_local_rank_size", group)
    return local_place("LOCAL_WORLD_SIZE", 1, get_group_size()) if joined() else 1


def get_world_rank_from_group_rank(group: str, group_rank_id: int) -> int:
    """Return the number among all processes of number `group_rank_id` of a group.

    Args:
        group (str): the group's name.
        group_rank_id (int): a number in it.

    Raises:
        RuntimeError: if `init` was not called.

    Source: mindspore.communication.get_world_rank_from_group_rank, MindSpore 2.10
    """
    return get_process_group_ranks(group)[_a_rank(group_rank_id)]


def get_group_rank_from_world_rank(world_rank_id: int, group: str) -> int:
    """Return the number in a group of number `world_rank_id` among all processes.

    Args:
        world_rank_id (int): a number among all processes.
        group (str): the group's name.

    Raises:
        RuntimeError: if `init` was not called.
        ValueError: if that process is not in the group.

    Source: mindspore.communication.get_group_rank_from_world_rank, MindSpore 2.10
    """
    return get_process_group_ranks(group).index(_a_rank(world_rank_id))


def get_process_group_ranks(group: str = HCCL_WORLD_COMM_GROUP) -> list[int]:
    """Return the numbers, among all processes, of those in a group.

    Args:
        group (str): the group's name. Default: that of all processes.

    Raises:
        RuntimeError: if `init` was not called.

    Source: mindspore.communication.get_process_group_ranks, MindSpore 2.10
    """
    _need_init()
    handle = group_handle(group)
    if not joined():
        return [0]
    return list(torch.distributed.get_process_group_ranks(handle)) if handle else list(range(get_group_size()))


def create_group(group: str, rank_ids: Sequence[int], options: object = None) -> None:
    """Make a group of some of the processes; all of them must call this.

    Args:
        group (str): the new group's name.
        rank_ids (list[int]): their numbers, without repetition.
        options (GroupOptions, optional): settings of Ascend's library; only ``None``. Default: ``None``.

    Raises:
        TypeError: if `group` is no string, or `rank_ids` no list.
        ValueError: if `rank_ids` is empty or names one twice.
        RuntimeError: if `init` was not called.

    Source: mindspore.communication.create_group, MindSpore 2.10
    """
    _need_init()
    require_default("communication.create_group", "options", options, None, "leave it None")
    if not isinstance(group, str) or not isinstance(rank_ids, list):
        msg = f"For 'create_group', 'group' must be a string and 'rank_ids' a list, got {group!r} and {rank_ids!r}."
        raise TypeError(msg)
    if not rank_ids or len(set(rank_ids)) != len(rank_ids):
        msg = f"For 'create_group', 'rank_ids' must name at least one process and none twice, got {rank_ids}."
        raise ValueError(msg)
    if not joined() and rank_ids != [0]:
        msg = f"For 'create_group', there is one process, number 0, but 'rank_ids' is {rank_ids}."
        raise ValueError(msg)
    add_group(group, torch.distributed.new_group(list(rank_ids)) if joined() else None)


def destroy_group(group: str) -> None:
    """Give up a group.

    Args:
        group (str): its name.

    Raises:
        ValueError: if it is the group of all processes.

    Source: mindspore.communication.destroy_group, MindSpore 2.10
    """
    _need_init()
    if group_handle(group) is None and group.endswith("_world_group"):
        msg = "For 'destroy_group', the group of all processes cannot be destroyed; call release()."
        raise ValueError(msg)
    handle = remove_group(group)
    if joined():
        torch.distributed.destroy_process_group(handle)


def get_comm_name(group: str = HCCL_WORLD_COMM_GROUP) -> str:
    """Return the name by which the communication library knows a group; here the group's own.

    Args:
        group (str): its name. Default: that of all processes.

    Source: mindspore.communication.get_comm_name, MindSpore 2.10
    """
    _need_init()
    group_handle(group)
    return group


def _need_init() -> None:
    if not _is_initialized():
        raise RuntimeError(_NOT_INITED)


def _only_world(function: str, group: str) -> None:
    if group_handle(group) is not None:
        msg = f"communication.{function} knows the machine of all processes only; {group!r} is a part of them"
        raise RuntimeError(msg)


def _a_rank(rank: object) -> int:
    if not isinstance(rank, int) or isinstance(rank, bool):
        msg = f"a rank must be an int, got {rank!r}"
        raise TypeError(msg)
    return rank
