"""Python objects between processes: `mindspore.ops.communication` and `mindspore.mint.distributed`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._errors import require_default
from ms2torch.communication import _collectives
from ms2torch.communication._collectives import is_me
from ms2torch.communication._comm_helper import group_handle, joined
from ms2torch.communication._tensor_functions import _check_length


def all_gather_object(object_list: list[Any], obj: Any, group: str | None = None) -> None:
    """Gather an object of each process of a group.

    Args:
        object_list (list[Any]): takes them; as long as the group is large.
        obj (Any): this process's; it must be picklable.
        group (str, optional): the group's name. Default ``None``: all processes.

    Raises:
        TypeError: if the list is of another length.

    Source: mindspore.ops.communication.all_gather_object, MindSpore 2.10
    """
    _check_length("all_gather_object", "object_list", object_list, _collectives.size_of(group))
    if joined():
        torch.distributed.all_gather_object(object_list, obj, group_handle(group))
    else:
        object_list[0] = obj


def gather_object(
    obj: Any, object_gather_list: list[Any] | None = None, dst: int = 0, group: str | None = None
) -> None:
    """Gather an object of each process of a group, in one of them.

    Args:
        obj (Any): this process's; it must be picklable.
        object_gather_list (list[Any], optional): in process `dst`: takes them. Default: ``None``.
        dst (int): the number of that process, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.

    Raises:
        TypeError: if the list is of another length.

    Source: mindspore.ops.communication.gather_object, MindSpore 2.10
    """
    mine = is_me("dst", dst)
    if mine:
        _check_length("gather_object", "object_gather_list", object_gather_list, _collectives.size_of(group))
    if joined():
        torch.distributed.gather_object(obj, object_gather_list if mine else None, dst, group_handle(group))
    elif object_gather_list is not None:
        object_gather_list[0] = obj


def broadcast_object_list(
    object_list: list[Any], src: int = 0, group: str | None = None, device: str | None = None
) -> None:
    """Give all processes of a group the objects of one of them.

    Args:
        object_list (list[Any]): those of process `src`, which must be picklable; takes them in the others.
        src (int): the number of that process, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        device (str, optional): only ``None``. Default: ``None``.

    Source: mindspore.ops.communication.broadcast_object_list, MindSpore 2.10
    """
    require_default("broadcast_object_list", "device", device, None, "leave it None")
    group_handle(group)
    is_me("src", src)
    if joined():
        torch.distributed.broadcast_object_list(object_list, src, group_handle(group))


def scatter_object_list(
    scatter_object_output_list: list[Any],
    scatter_object_input_list: list[Any] | None,
    src: int = 0,
    group: str | None = None,
) -> None:
    """Give each process of a group one of one's objects.

    Args:
        scatter_object_output_list (list[Any]): not empty; its first takes it.
        scatter_object_input_list (list[Any]): in process `src`: one for each process.
        src (int): the number of that process, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.

    Raises:
        TypeError: if the list is of another length.

    Source: mindspore.ops.communication.scatter_object_list, MindSpore 2.10
    """
    mine = is_me("src", src)
    if mine:
        size = _collectives.size_of(group)
        _check_length("scatter_object_list", "scatter_object_input_list", scatter_object_input_list, size)
    if joined():
        torch.distributed.scatter_object_list(
            scatter_object_output_list, scatter_object_input_list if mine else None, src, group_handle(group)
        )
    elif scatter_object_input_list is not None:
        scatter_object_output_list[0] = scatter_object_input_list[0]


def send_object_list(object_list: list[Any], dst: int, group: str | None = None, device: str | None = None) -> None:
    """Send objects to another process.

    Args:
        object_list (list[Any]): what to send; picklable.
        dst (int): the number of the other, among all.
        group (str, optional): the group's name. Default ``None``: all processes.
        device (str, optional): only ``None``. Default: ``None``.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.ops.communication.send_object_list, MindSpore 2.10
    """
    require_default("send_object_list", "device", device, None, "leave it None")
    _collectives._need_others("send_object_list")
    torch.distributed.send_object_list(object_list, dst, group_handle(group))


def recv_object_list(object_list: list[Any], src: int = 0, group: str | None = None, device: str | None = None) -> int:
    """Receive objects from another process.

    Args:
        object_list (list[Any]): takes them; as long as what is sent.
        src (int): the number of the other, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        device (str, optional): only ``None``. Default: ``None``.

    Returns:
        int, 0.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.ops.communication.recv_object_list, MindSpore 2.10
    """
    require_default("recv_object_list", "device", device, None, "leave it None")
    _collectives._need_others("recv_object_list")
    torch.distributed.recv_object_list(object_list, src, group_handle(group))
    return 0
