"""Collectives that write into the tensors they are given.

They are those of `mindspore.ops.communication` and `mindspore.mint.distributed`.
In a process alone they are what a group of one does. Each is over when it returns, so that handles have nothing to wait
for. `set_comm_ops_inplace(False)` makes some of them return their result instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.convert import bool_arg, shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch.communication import _collectives
from ms2torch.communication._collectives import is_me
from ms2torch.communication._comm_helper import group_handle, joined
from ms2torch.communication._messages import CommHandle

Handle = CommHandle | None

_MODES = (
    "all_reduce", "all_gather_into_tensor", "all_to_all", "all_to_all_single", "reduce_scatter_tensor", "irecv", "recv",
)  # fmt: skip
_returning: set[str] = set()


def set_comm_ops_inplace(is_enable: bool, func_list: Sequence[str] | None = None) -> None:
    """Choose whether functions write into the tensor they are given; they do, until told otherwise.

    Args:
        is_enable (bool): whether they do; otherwise they return the result.
        func_list (list, optional): names of functions: all_reduce, all_gather_into_tensor, all_to_all,
            all_to_all_single, reduce_scatter_tensor, irecv, recv. Default ``None``: all of these.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if there is no function of a name.

    Source: mindspore.ops.communication.set_comm_ops_inplace, MindSpore 2.10
    """
    if not isinstance(is_enable, bool) or not (func_list is None or isinstance(func_list, list)):
        msg = f"set_comm_ops_inplace: a bool, and a list or None needed, got {is_enable!r} and {func_list!r}"
        raise TypeError(msg)
    for name in func_list or ():
        if name not in _MODES:
            msg = f"set_comm_ops_inplace: {name!r} is none of {', '.join(_MODES)}"
            raise ValueError(msg)
    names = _MODES if func_list is None else func_list
    if is_enable:
        _returning.difference_update(names)
    else:
        _returning.update(names)


def returns_result(function: str) -> bool:
    """Tell whether a function was told to return its result instead of writing it."""
    return function in _returning


def all_reduce(tensor: Tensor, op: str = "sum", group: str | None = None, async_op: bool = False) -> Any:
    """Reduce a tensor over the processes of a group, in place.

    Args:
        tensor (Tensor): of the same shape in all of them; takes the result.
        op (str): ``"sum"``, ``"prod"``, ``"max"``, ``"min"`` or ``"avg"``. Default: ``"sum"``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Returns:
        CommHandle with `async_op`, else None; not in place a tuple of the Tensor and that.

    Source: mindspore.ops.communication.all_reduce, MindSpore 2.10
    """
    return _give("all_reduce", tensor, _collectives.all_reduce(unwrap(tensor), op, group), async_op)


def all_gather_into_tensor(
    output_tensor: Tensor, input_tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Any:
    """Gather the tensors of a group in one, one after the other along the first dimension.

    Args:
        output_tensor (Tensor): takes the result.
        input_tensor (Tensor): of the same shape in all processes.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Returns:
        CommHandle with `async_op`, else None; not in place a tuple of the Tensor and that.

    Source: mindspore.ops.communication.all_gather_into_tensor, MindSpore 2.10
    """
    came = _collectives.all_gather(unwrap(input_tensor), group)
    return _give("all_gather_into_tensor", output_tensor, came, async_op)


def all_gather_into_tensor_uneven(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Handle:
    """Gather tensors whose first dimensions differ.

    Args:
        output (Tensor): takes the result.
        input (Tensor): this process's part.
        output_split_sizes (list[int], optional): the first dimension of each. Default ``None``: equal parts.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.all_gather_into_tensor_uneven, MindSpore 2.10
    """
    size = _collectives.size_of(group)
    if output_split_sizes is None or len(set(output_split_sizes)) == 1:
        _write(output, _collectives.all_gather(unwrap(input), group))
        return _handle(async_op)
    _check_length("all_gather_into_tensor_uneven", "output_split_sizes", output_split_sizes, size)
    # equal parts are what every backend gathers: the longest, of which each process's own length counts
    t = unwrap(input).detach()
    longest = max(output_split_sizes)
    padded = t.new_zeros((longest, *t.shape[1:]))
    padded[: t.shape[0]] = t
    parts = _collectives.all_gather(padded, group).chunk(size)
    _write(output, torch.cat([part[:n] for part, n in zip(parts, output_split_sizes, strict=True)]))
    return _handle(async_op)


def all_gather(tensor_list: list[Tensor], tensor: Tensor, group: str | None = None, async_op: bool = False) -> Handle:
    """Gather the tensors of a group in a list.

    Args:
        tensor_list (list[Tensor]): takes them, in order.
        tensor (Tensor): this process's, of the same shape in all.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.all_gather, MindSpore 2.10
    """
    size = _collectives.size_of(group)
    _check_length("all_gather", "tensor_list", tensor_list, size)
    t = unwrap(tensor).detach()
    for into, part in zip(tensor_list, _collectives.all_gather(t[None], group), strict=True):
        _write(into, part)
    return _handle(async_op)


def reduce_scatter_tensor(
    output: Tensor, input: Tensor, op: str = "sum", group: str | None = None, async_op: bool = False
) -> Any:
    """Reduce a tensor over a group, and give each process its part along the first dimension.

    Args:
        output (Tensor): takes the part.
        input (Tensor): its first dimension is a multiple of the group's size.
        op (str): as of `all_reduce`. Default: ``"sum"``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Returns:
        CommHandle with `async_op`, else None; not in place a tuple of the Tensor and that.

    Source: mindspore.ops.communication.reduce_scatter_tensor, MindSpore 2.10
    """
    came = _collectives.reduce_scatter(unwrap(input), op, group)
    return _give("reduce_scatter_tensor", output, came, async_op)


def reduce_scatter_tensor_uneven(
    output: Tensor,
    input: Tensor,
    input_split_sizes: Sequence[int] | None = None,
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Handle:
    """Reduce a tensor over a group, and give each process a part of its own length.

    Args:
        output (Tensor): takes the part.
        input (Tensor): of the same shape in all processes.
        input_split_sizes (list[int], optional): the length of each process's part. Default ``None``: equal parts.
        op (str): as of `all_reduce`. Default: ``"sum"``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.reduce_scatter_tensor_uneven, MindSpore 2.10
    """
    if input_split_sizes is None:
        _write(output, _collectives.reduce_scatter(unwrap(input), op, group))
        return _handle(async_op)
    _check_length("reduce_scatter_tensor_uneven", "input_split_sizes", input_split_sizes, _collectives.size_of(group))
    parts = _collectives.all_reduce(unwrap(input).detach(), op, group).split(list(input_split_sizes))
    _write(output, parts[_rank(group)])
    return _handle(async_op)


def reduce_scatter(
    output: Tensor, input_list: list[Tensor], op: str = "sum", group: str | None = None, async_op: bool = False
) -> Handle:
    """Reduce a list of tensors over a group, and give each process one.

    Args:
        output (Tensor): takes it.
        input_list (list[Tensor]): as many as there are processes, of one shape.
        op (str): as of `all_reduce`. Default: ``"sum"``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.reduce_scatter, MindSpore 2.10
    """
    _check_length("reduce_scatter", "input_list", input_list, _collectives.size_of(group))
    stacked = torch.stack([unwrap(each).detach() for each in input_list])
    _write(output, _collectives.reduce_scatter(stacked, op, group)[0])
    return _handle(async_op)


def reduce(tensor: Tensor, dst: int, op: str = "sum", group: str | None = None, async_op: bool = False) -> Handle:
    """Reduce a tensor over a group, in place, in one of the processes.

    Args:
        tensor (Tensor): of the same shape in all; in process `dst` it takes the result.
        dst (int): the number of that process, among all.
        op (str): as of `all_reduce`. Default: ``"sum"``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.reduce, MindSpore 2.10
    """
    came = _collectives.all_reduce(unwrap(tensor).detach(), op, group)
    if is_me("dst", dst):
        _write(tensor, came)
    return _handle(async_op)


def broadcast(tensor: Tensor, src: int, group: str | None = None, async_op: bool = False) -> Handle:
    """Give all processes of a group the tensor of one of them, in place.

    Args:
        tensor (Tensor): of the same shape in all.
        src (int): the number of the one, among all processes.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.broadcast, MindSpore 2.10
    """
    _write(tensor, _collectives.broadcast(unwrap(tensor), src, group))
    return _handle(async_op)


def gather(
    tensor: Tensor, gather_list: list[Tensor] | None, dst: int = 0, group: str | None = None, async_op: bool = False
) -> Handle:
    """Gather the tensors of a group in a list, in one of the processes.

    Args:
        tensor (Tensor): of the same shape in all.
        gather_list (list[Tensor]): in process `dst`: takes them. ``None`` in the others.
        dst (int): the number of that process, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.gather, MindSpore 2.10
    """
    parts = _collectives.all_gather(unwrap(tensor).detach()[None], group)
    if is_me("dst", dst):
        _check_length("gather", "gather_list", gather_list, len(parts))
        for into, part in zip(gather_list or (), parts, strict=True):
            _write(into, part)
    return _handle(async_op)


def gather_into_tensor(
    output_tensor: Tensor, input_tensor: Tensor, dst: int = 0, group: str | None = None, async_op: bool = False
) -> Handle:
    """Gather the tensors of a group in one tensor, in one of the processes.

    Args:
        output_tensor (Tensor): in process `dst`: takes them, along the first dimension.
        input_tensor (Tensor): of the same shape in all.
        dst (int): the number of that process, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.gather_into_tensor, MindSpore 2.10
    """
    came = _collectives.all_gather(unwrap(input_tensor).detach(), group)
    if is_me("dst", dst):
        _write(output_tensor, came)
    return _handle(async_op)


def scatter(
    tensor: Tensor, scatter_list: list[Tensor] | None, src: int = 0, group: str | None = None, async_op: bool = False
) -> Handle:
    """Give each process of a group one of a list of tensors.

    Args:
        tensor (Tensor): takes it.
        scatter_list (list[Tensor]): in process `src`: as many as there are processes. ``None`` in the others.
        src (int): the number of that process, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.scatter, MindSpore 2.10
    """
    size = _collectives.size_of(group)
    t = unwrap(tensor).detach()
    if is_me("src", src):
        _check_length("scatter", "scatter_list", scatter_list, size)
        everything = torch.stack([unwrap(each).detach() for each in scatter_list or ()])
    else:
        everything = t.new_zeros((size, *t.shape))
    _write(tensor, _collectives.broadcast(everything, src, group)[_rank(group)])
    return _handle(async_op)


def scatter_tensor(
    output_tensor: Tensor, input_tensor: Tensor, src: int = 0, group: str | None = None, async_op: bool = False
) -> Handle:
    """Give each process of a group its part, along the first dimension, of one's tensor.

    Args:
        output_tensor (Tensor): takes the part.
        input_tensor (Tensor): of the same shape in all processes; that of process `src` counts.
        src (int): the number of that process, among all. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.scatter_tensor, MindSpore 2.10
    """
    whole = _collectives.broadcast(unwrap(input_tensor), src, group)
    _write(output_tensor, whole.chunk(_collectives.size_of(group))[_rank(group)])
    return _handle(async_op)


def all_to_all_single(
    output: Any,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Send each process a slice of a tensor, and join what comes from all of them.

    Args:
        output (Union[Tensor, tuple[int]]): takes the result; not in place also its shape.
        input (Tensor): sliced along the first dimension.
        output_split_sizes (Union[tuple[int], list[int]], optional): what comes from each. Default ``None``: equal
            parts.
        input_split_sizes (Union[tuple[int], list[int]], optional): what goes to each. Default ``None``: equal parts.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Returns:
        CommHandle with `async_op`, else None; not in place a tuple of the Tensor and that.

    Source: mindspore.ops.communication.all_to_all_single, MindSpore 2.10
    """
    shape = tuple(unwrap(output).shape) if isinstance(output, TensorBase) else shape_arg(output)
    came = _collectives.all_to_all(unwrap(input), shape, output_split_sizes, input_split_sizes, group)
    return _give("all_to_all_single", output, came, async_op)


def all_to_all(
    output_tensor_list: list[Any], input_tensor_list: list[Tensor], group: str | None = None, async_op: bool = False
) -> Any:
    """Send each process one of a list of tensors, and take one from each.

    Args:
        output_tensor_list (list[Union[Tensor, tuple[int]]]): take what comes; not in place also their shapes.
        input_tensor_list (list[Tensor]): one for each process.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Returns:
        CommHandle with `async_op`, else None; not in place a tuple of the list of Tensors and that.

    Source: mindspore.ops.communication.all_to_all, MindSpore 2.10
    """
    size = _collectives.size_of(group)
    _check_length("all_to_all", "input_tensor_list", input_tensor_list, size)
    _check_length("all_to_all", "output_tensor_list", output_tensor_list, size)
    shapes = [
        tuple(unwrap(each).shape) if isinstance(each, TensorBase) else shape_arg(each) for each in output_tensor_list
    ]
    came = exchange([unwrap(each).detach() for each in input_tensor_list], shapes, group)
    if returns_result("all_to_all"):
        return [wrap(each) for each in came], _handle(async_op)
    for into, part in zip(output_tensor_list, came, strict=True):
        _write(into, part)
    return _handle(async_op)


def all_to_all_v_c(
    output: Tensor, input: Tensor, send_count_matrix: Sequence[int], group: str | None = None, async_op: bool = False
) -> Handle:
    """Send each process a slice of a tensor, as a matrix says that all processes know.

    Args:
        output (Tensor): takes what comes, joined.
        input (Tensor): sliced along the first dimension.
        send_count_matrix (list[int]): at ``i * size + j``: the length of the slice from process i to process j.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.ops.communication.all_to_all_v_c, MindSpore 2.10
    """
    size, me = _collectives.size_of(group), _rank(group)
    _check_length("all_to_all_v_c", "send_count_matrix", send_count_matrix, size * size)
    goes = list(send_count_matrix[me * size : (me + 1) * size])
    comes = list(send_count_matrix[me::size])
    t = unwrap(input).detach()[: sum(goes)]
    came = _collectives.all_to_all(t, (sum(comes), *t.shape[1:]), comes, goes, group)
    _write(output, came)
    return _handle(async_op)


def barrier(group: str | None = None, async_op: bool = False, device_ids: Sequence[int] | None = None) -> Handle:
    """Wait until all processes of a group come here.

    Args:
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.
        device_ids (list[int], optional): only ``None``. Default: ``None``.

    Source: mindspore.ops.communication.barrier, MindSpore 2.10
    """
    require_default("barrier", "device_ids", device_ids, None, "leave it None")
    _collectives.barrier(group)
    return _handle(async_op)


def send(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> int:
    """Send a tensor to another process.

    Args:
        tensor (Tensor): what to send.
        dst (int): the number of the other, among all processes. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        tag (int): what tells messages apart. Default: ``0``.

    Returns:
        int, 0.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.ops.communication.send, MindSpore 2.10
    """
    _collectives.send(unwrap(tensor), dst, group, tag)
    return 0


def recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> Any:
    """Receive a tensor from another process.

    Args:
        tensor (Tensor): takes it; not in place only its shape and type count.
        src (int): the number of the other, among all processes. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: all processes.
        tag (int): what tells messages apart. Default: ``0``.

    Returns:
        int, 0; not in place the Tensor.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.ops.communication.recv, MindSpore 2.10
    """
    came = _collectives.receive(unwrap(tensor), src, group, tag)
    if returns_result("recv"):
        return wrap(came)
    _write(tensor, came)
    return 0


def exchange(parts: Sequence[torch.Tensor], shapes: Sequence[Sequence[int]], group: str | None) -> list[torch.Tensor]:
    """Send each process one of `parts`; return what comes from each, of `shapes`."""
    if not joined():
        return [part.reshape(tuple(shape)).clone() for part, shape in zip(parts, shapes, strict=True)]
    goes = [part.numel() for part in parts]
    comes = [int(torch.Size(shape).numel()) for shape in shapes]
    flat = torch.cat([part.reshape(-1) for part in parts])
    came = _collectives.all_to_all(flat, (sum(comes),), comes, goes, group).split(comes)
    return [part.reshape(tuple(shape)) for part, shape in zip(came, shapes, strict=True)]


def _give(function: str, into: Any, came: torch.Tensor, async_op: bool) -> Any:
    if returns_result(function):
        return wrap(came), _handle(async_op)
    _write(into, came)
    return _handle(async_op)


def _write(into: Tensor, came: torch.Tensor) -> None:
    target = unwrap(into)
    if target.shape != came.shape:
        msg = f"communication: the result is of shape {tuple(came.shape)}, the tensor for it of {tuple(target.shape)}"
        raise ValueError(msg)
    with torch.no_grad():
        target.copy_(came)


def _handle(async_op: bool) -> Handle:
    bool_arg("communication", "async_op", async_op)
    return CommHandle() if async_op else None


def _rank(group: str | None) -> int:
    handle = group_handle(group)
    return torch.distributed.get_rank(handle) if joined() else 0


def _check_length(function: str, name: str, value: Any, wanted: int) -> None:
    if not isinstance(value, (list, tuple)) or len(value) != wanted:
        got = len(value) if isinstance(value, (list, tuple)) else type(value).__name__
        msg = f"{function}: {name} must be a list of {wanted}, one for each process (pair), got {got}"
        raise TypeError(msg)
