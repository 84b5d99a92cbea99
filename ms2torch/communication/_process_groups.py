"""Joining other processes, and groups of them: `mindspore.ops.communication` and `mindspore.mint.distributed`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import torch

from ms2torch._errors import require_default
from ms2torch.communication import management
from ms2torch.communication._comm_helper import DEVICE_TO_BACKEND, GlobalComm, _is_initialized, group_handle, joined
from ms2torch.context import get_context

_TORCH_BACKEND = {"hccl": "hccl", "nccl": "nccl", "mccl": "gloo"}
_FIVE_MINUTES = timedelta(seconds=300)


class TCPStore:
    """Keys and values that processes share over TCP.

    Args:
        host_name (str): where the server is.
        port (int): its port.
        world_size (int, optional): how many use it. Default ``None``: any number.
        is_master (bool): be the server. Default: ``False``.
        timeout (timedelta): how long to wait, for others and for keys. Default: 300 seconds.
        wait_for_workers (bool): the server waits for all, if `world_size` is given. Default: ``True``.
        multi_tenant (bool): only ``False``. Default: ``False``.
        master_listen_fd (int, optional): only ``None``. Default: ``None``.
        use_libuv (bool): only ``True``. Default: ``True``.

    Source: mindspore.ops.communication.TCPStore, MindSpore 2.10
    """

    def __init__(
        self,
        host_name: str,
        port: int,
        world_size: int | None = None,
        is_master: bool = False,
        timeout: timedelta = _FIVE_MINUTES,
        wait_for_workers: bool = True,
        multi_tenant: bool = False,
        master_listen_fd: int | None = None,
        use_libuv: bool = True,
    ) -> None:
        for name, value, default in (
            ("multi_tenant", multi_tenant, False), ("master_listen_fd", master_listen_fd, None),
            ("use_libuv", use_libuv, True),
        ):  # fmt: skip
            require_default("TCPStore", name, value, default, "leave it at its default")
        if not isinstance(host_name, str) or isinstance(port, bool) or not isinstance(port, int):
            msg = f"TCPStore: a string and an int for host_name and port needed, got {host_name!r} and {port!r}"
            raise TypeError(msg)
        self._store = torch.distributed.TCPStore(host_name, port, world_size, is_master, timeout, wait_for_workers)

    def set(self, key: str, value: str | bytes) -> None:
        """Keep a value.

        Args:
            key (str): its key.
            value (Union[str, bytes]): the value.

        Raises:
            TypeError: if they are of other types.

        Source: mindspore.ops.communication.TCPStore.set, MindSpore 2.10
        """
        if not isinstance(value, (str, bytes)):
            msg = f"TCPStore.set: the value must be str or bytes, got {type(value).__name__}"
            raise TypeError(msg)
        self._store.set(_key(key), value)  # pyright: ignore[reportArgumentType] - torch takes bytes too

    def get(self, key: str) -> bytes:
        """Return a value, when it is there.

        Args:
            key (str): its key.

        Raises:
            RuntimeError: if it is not there in time.

        Source: mindspore.ops.communication.TCPStore.get, MindSpore 2.10
        """
        return self._store.get(_key(key))

    def add(self, key: str, amount: int) -> int:
        """Add to a counter, and return it.

        Args:
            key (str): its key; a new one begins at 0.
            amount (int): what to add.

        Source: mindspore.ops.communication.TCPStore.add, MindSpore 2.10
        """
        if isinstance(amount, bool) or not isinstance(amount, int):
            msg = f"TCPStore.add: the amount must be an int, got {amount!r}"
            raise TypeError(msg)
        return self._store.add(_key(key), amount)

    def delete_key(self, key: str) -> bool:
        """Forget a value, and tell whether it was there.

        Args:
            key (str): its key.

        Source: mindspore.ops.communication.TCPStore.delete_key, MindSpore 2.10
        """
        return self._store.delete_key(_key(key))


def init_process_group(
    backend: str = "hccl",
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store: TCPStore | None = None,
    group_name: str = "",
    pg_options: object = None,
    device_id: int | None = None,
) -> None:
    """Join the other processes of the job.

    Args:
        backend (str): ``"hccl"``, which stands for the library of the device at hand: gloo on CPU, nccl on GPU.
            Default: ``"hccl"``.
        init_method (str, optional): where they meet, ``"tcp://host:port"``. Default ``None``: as the launcher set it in
            the environment, see `mindspore.communication.init`.
        timeout (timedelta, optional): how long to wait. Default ``None``: torch's.
        world_size (int): the number of processes, with `init_method` or `store`. Default: ``-1``.
        rank (int): the number of this one, with `init_method` or `store`. Default: ``-1``.
        store (TCPStore, optional): where they meet. Default: ``None``.
        group_name (str): only ``""``. Default: ``""``.
        pg_options (GroupOptions, optional): only ``None``. Default: ``None``.
        device_id (int, optional): only ``None``. Default: ``None``.

    Raises:
        ValueError: if there is no such backend.

    Source: mindspore.ops.communication.init_process_group, MindSpore 2.10
    """
    for name, value, default in (
        ("group_name", group_name, ""), ("pg_options", pg_options, None), ("device_id", device_id, None),
    ):  # fmt: skip
        require_default("init_process_group", name, value, default, "leave it at its default")
    if backend not in _TORCH_BACKEND:
        msg = f"init_process_group: the backend must be 'hccl', got {backend!r}"
        raise ValueError(msg)
    mine = DEVICE_TO_BACKEND.get(get_context("device_target"), "mccl") if backend == "hccl" else backend
    if (init_method is not None or store is not None) and not joined():
        meeting = None if store is None else store._store
        torch.distributed.init_process_group(
            _TORCH_BACKEND[mine], init_method, timeout, world_size=world_size, rank=rank, store=meeting
        )
    management.init(mine)


def destroy_process_group(group: str | None = None) -> None:
    """Give up a group, or leave the other processes.

    Args:
        group (str, optional): the group's name. Default ``None``: all processes.

    Source: mindspore.ops.communication.destroy_process_group, MindSpore 2.10
    """
    if group is None or (group_handle(group) is None and group.endswith("_world_group")):
        management.release()
    else:
        management.destroy_group(group)


def new_group(
    ranks: Sequence[int] | None = None,
    timeout: timedelta | None = None,
    backend: str | None = None,
    pg_options: object = None,
    use_local_synchronization: bool = False,
    group_desc: str | None = None,
) -> str:
    """Make a group of some of the processes; all of them must call this.

    Args:
        ranks (list[int], optional): their numbers. Default ``None``: all.
        timeout (timedelta, optional): only ``None``. Default: ``None``.
        backend (str, optional): only ``None``. Default: ``None``.
        pg_options (GroupOptions, optional): only ``None``. Default: ``None``.
        use_local_synchronization (bool): only ``False``. Default: ``False``.
        group_desc (str, optional): only ``None``. Default: ``None``.

    Returns:
        str, its name.

    Raises:
        TypeError: if `ranks` is no list.
        RuntimeError: if the processes were not joined.

    Source: mindspore.ops.communication.new_group, MindSpore 2.10
    """
    for name, value, default in (
        ("timeout", timeout, None), ("backend", backend, None), ("pg_options", pg_options, None),
        ("use_local_synchronization", use_local_synchronization, False), ("group_desc", group_desc, None),
    ):  # fmt: skip
        require_default("new_group", name, value, default, "leave it at its default")
    if ranks is None:
        return GlobalComm.WORLD_COMM_GROUP
    if not isinstance(ranks, list):
        msg = f"new_group: ranks must be a list, got {type(ranks).__name__}"
        raise TypeError(msg)
    name = f"{GlobalComm.BACKEND}_{'-'.join(map(str, ranks))}"
    management.create_group(name, list(ranks))
    return name


def get_rank(group: str | None = None) -> int:
    """Return the number of this process in a group, -1 outside it.

    Args:
        group (str, optional): the group's name. Default ``None``: all processes.

    Source: mindspore.ops.communication.get_rank, MindSpore 2.10
    """
    return management.get_rank(_named(group))


def get_world_size(group: str | None = None) -> int:
    """Return the number of processes of a group.

    Args:
        group (str, optional): the group's name. Default ``None``: all processes.

    Source: mindspore.ops.communication.get_world_size, MindSpore 2.10
    """
    return management.get_group_size(_named(group))


def get_backend(group: str | None = None) -> str:
    """Return the name of a group's library, as MindSpore calls it.

    Args:
        group (str, optional): the group's name. Default ``None``: all processes.

    Source: mindspore.ops.communication.get_backend, MindSpore 2.10
    """
    group_handle(group)
    return GlobalComm.BACKEND


def get_global_rank(group: str | None, group_rank: int) -> int:
    """Return the number, among all processes, of number `group_rank` of a group.

    Args:
        group (str): the group's name; ``None``: all processes.
        group_rank (int): a number in it.

    Source: mindspore.ops.communication.get_global_rank, MindSpore 2.10
    """
    return management.get_world_rank_from_group_rank(_named(group), group_rank)


def get_group_rank(group: str | None, global_rank: int) -> int:
    """Return the number in a group of number `global_rank` among all processes.

    Args:
        group (str): the group's name; ``None``: all processes.
        global_rank (int): a number among all processes.

    Source: mindspore.ops.communication.get_group_rank, MindSpore 2.10
    """
    return management.get_group_rank_from_world_rank(global_rank, _named(group))


def get_process_group_ranks(group: str | None = None) -> list[int]:
    """Return the numbers, among all processes, of those in a group.

    Args:
        group (str, optional): the group's name. Default ``None``: all processes.

    Source: mindspore.ops.communication.get_process_group_ranks, MindSpore 2.10
    """
    return management.get_process_group_ranks(_named(group))


def is_available() -> bool:
    """Return True: a process can always join others.

    Source: mindspore.ops.communication.is_available, MindSpore 2.10
    """
    return True


def is_initialized() -> bool:
    """Tell whether `init_process_group` was called.

    Source: mindspore.ops.communication.is_initialized, MindSpore 2.10
    """
    return _is_initialized()


def _named(group: str | None) -> str:
    return GlobalComm.WORLD_COMM_GROUP if group is None else group


def _key(key: Any) -> str:
    if not isinstance(key, str):
        msg = f"TCPStore: the key must be a string, got {type(key).__name__}"
        raise TypeError(msg)
    return key
