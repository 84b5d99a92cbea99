"""The state of communication: which groups there are, and whether `init` was called."""

from __future__ import annotations

import os
from typing import Any, Self

import torch

__all__ = ["HCCL_WORLD_COMM_GROUP", "MCCL_WORLD_COMM_GROUP", "NCCL_WORLD_COMM_GROUP", "GlobalComm"]

HCCL_WORLD_COMM_GROUP = "hccl_world_group"
NCCL_WORLD_COMM_GROUP = "nccl_world_group"
MCCL_WORLD_COMM_GROUP = "mccl_world_group"
DEVICE_TO_BACKEND = {"Ascend": "hccl", "GPU": "nccl", "CPU": "mccl"}

# all names of the group of all processes; a program may say the one of another device
_WORLDS = (HCCL_WORLD_COMM_GROUP, NCCL_WORLD_COMM_GROUP, MCCL_WORLD_COMM_GROUP)
_groups: dict[str, Any] = {}
# number and count of processes on this machine, where the launcher that `init` has read says them
_place: list[int | None] = [None, None]


class Backend(str):
    """The name of a library for collectives.

    Args:
        name (str): ``"hccl"``, ``"nccl"`` or ``"mccl"``, in any case.

    Raises:
        TypeError: if `name` is no string.
        ValueError: if it is another one.
    """

    __slots__ = ()

    UNDEFINED = "undefined"
    HCCL = "hccl"
    NCCL = "nccl"
    MCCL = "mccl"

    def __new__(cls, name: str) -> Self:
        """Make the name that is meant."""
        if not isinstance(name, str):
            msg = f"For 'Backend', the class variable 'name' must be a string, but got the type : {type(name)}"
            raise TypeError(msg)
        value = getattr(cls, name.upper(), cls.UNDEFINED)
        if value == cls.UNDEFINED:
            msg = f"For 'Backend', the class variable 'name' {name} is not supported, please use hccl or nccl."
            raise ValueError(msg)
        return super().__new__(cls, value)


class GlobalComm:
    """What holds for the whole process: the backend, the name of the group of all, whether `init` was called.

    Source: mindspore.communication.GlobalComm, MindSpore 2.10
    """

    BACKEND: str = "hccl"
    WORLD_COMM_GROUP: str = HCCL_WORLD_COMM_GROUP
    INITED: bool = False
    CHECK_ENVS: bool = True


def joined() -> bool:
    """Tell whether this process is one of several, or was started as one, by torch.distributed."""
    return torch.distributed.is_available() and torch.distributed.is_initialized()


def _is_initialized() -> bool:
    """Tell whether `init` was called, or torch.distributed was initialised by the program itself."""
    return GlobalComm.INITED or joined()


def set_place(local_rank: int | None, local_size: int | None) -> None:
    """Keep what the launcher says about this machine."""
    _place[:] = [local_rank, local_size]


def local_place(variable: str, which: int, otherwise: int) -> int:
    """Return the number (0) or count (1) on this machine: as kept, as torchrun says it, else `otherwise`."""
    kept = _place[which]
    return int(os.environ.get(variable, otherwise)) if kept is None else kept


def group_handle(group: object) -> Any:
    """Return torch's process group for a name; None is the group of all.

    Raises:
        TypeError: if `group` is no string.
        RuntimeError: if there is no group of that name.
    """
    if group is None:
        return None
    if not isinstance(group, str):
        msg = f"For communication, the argument 'group' must be type of string, but got 'group' type : {type(group)}."
        raise TypeError(msg)
    if group in _WORLDS:
        return None
    if group not in _groups:
        msg = f"communication: there is no group {group!r}; make it with create_group (known: {sorted(_groups)})"
        raise RuntimeError(msg)
    return _groups[group]


def has_group(name: str) -> bool:
    """Tell whether there is a group of that name."""
    return name in _groups


def add_group(name: str, handle: Any) -> None:
    """Keep a group under its name."""
    _groups[name] = handle


def remove_group(name: str) -> Any:
    """Forget a group, and return its handle."""
    return _groups.pop(name)


def forget_groups() -> None:
    """Forget all groups but that of all processes."""
    _groups.clear()


def _get_backend() -> str:
    """Return the library that collectives use."""
    return GlobalComm.BACKEND


def _is_available() -> bool:
    """Tell whether there are collectives at all."""
    return torch.distributed.is_available()


def _is_hccl_available() -> bool:
    """Tell whether Huawei's collectives are there."""
    return "hccl" in torch.distributed.Backend.backend_list


def _is_nccl_available() -> bool:
    """Tell whether NVIDIA's collectives are there."""
    return torch.distributed.is_nccl_available()


def _is_mpi_available() -> bool:
    """Tell whether MPI's collectives are there."""
    return torch.distributed.is_mpi_available()


def _get_group_map() -> dict[str, list[int]]:
    """Return the processes of each group but that of all, by name."""
    return {name: torch.distributed.get_process_group_ranks(handle) for name, handle in _groups.items()}


def _remove_group_info(group_name: str) -> None:
    """Forget a group that is no more.

    Args:
        group_name (str): its name.
    """
    _groups.pop(group_name, None)
