"""Products fused with communication; alone, a process gathers from itself."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch.communication import _collectives


def all_gather_matmul(
    input: Tensor,
    x2: Tensor,
    group: str,
    world_size: int,
    *,
    bias: Tensor | None = None,
    gather_index: int = 0,
    gather_output: bool = True,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> tuple[Tensor, Tensor]:
    """Gather the left matrix over a group, and multiply.

    Args:
        input (Tensor): (m, k).
        x2 (Tensor): (k, n).
        group (str): the group's name.
        world_size (int): its size.

    Keyword Args:
        bias (Tensor, optional): only ``None``, as in MindSpore. Default: ``None``.
        gather_index (int): only 0, as in MindSpore. Default: ``0``.
        gather_output (bool): return what was gathered too. Default: ``True``.
        comm_turn (int): only 0, as in MindSpore. Default: ``0``.
        trans_input (bool): only ``False``, as in MindSpore. Default: ``False``.
        trans_x2 (bool): transpose `x2`. Default: ``False``.

    Returns:
        Tuple of the product (m * world_size, n), and of what was gathered, or an empty Tensor.

    Raises:
        RuntimeError: if `world_size` is not the group's, or shapes or types do not fit.

    Differs from MindSpore: any floating-point type and size, and a group of one.

    Source: mindspore.ops.all_gather_matmul, MindSpore 2.10
    """
    op = "ops.all_gather_matmul"
    require_default(op, "bias", bias, None, "add it to the result")
    require_default(op, "gather_index", gather_index, 0, "gather x2 with ops.AllGather")
    require_default(op, "comm_turn", comm_turn, 0, "leave it out")
    require_default(op, "trans_input", trans_input, False, "transpose input before")
    _need_size(op, group, world_size)
    gathered = _collectives.all_gather(unwrap(input), group)
    out = _product(op, gathered, unwrap(x2), trans_x2)
    return wrap(out), wrap(gathered if gather_output else gathered.new_empty(0))


def matmul_reduce_scatter(
    input: Tensor,
    x2: Tensor,
    group: str,
    world_size: int,
    *,
    reduce_op: str = "sum",
    bias: Tensor | None = None,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> Tensor:
    """Multiply, add up over a group, and give each process its part along the first dimension.

    Args:
        input (Tensor): (m, k), with m a multiple of the group's size.
        x2 (Tensor): (k, n).
        group (str): the group's name.
        world_size (int): its size.

    Keyword Args:
        reduce_op (str): only ``"sum"``, as in MindSpore. Default: ``"sum"``.
        bias (Tensor, optional): only ``None``, as in MindSpore. Default: ``None``.
        comm_turn (int): only 0, as in MindSpore. Default: ``0``.
        trans_input (bool): only ``False``, as in MindSpore. Default: ``False``.
        trans_x2 (bool): transpose `x2`. Default: ``False``.

    Returns:
        Tensor (m / world_size, n).

    Raises:
        RuntimeError: if `world_size` is not the group's, or shapes or types do not fit.

    Differs from MindSpore: any floating-point type and size, and a group of one.

    Source: mindspore.ops.matmul_reduce_scatter, MindSpore 2.10
    """
    op = "ops.matmul_reduce_scatter"
    require_default(op, "reduce_op", reduce_op, "sum", "use ops.ReduceScatter on the product")
    require_default(op, "bias", bias, None, "add it to the result")
    require_default(op, "comm_turn", comm_turn, 0, "leave it out")
    require_default(op, "trans_input", trans_input, False, "transpose input before")
    _need_size(op, group, world_size)
    product = _product(op, unwrap(input), unwrap(x2), trans_x2)
    return wrap(_collectives.reduce_scatter(product, "sum", group))


def _need_size(op: str, group: str, world_size: int) -> None:
    count = _collectives.size_of(group)
    if world_size != count:
        msg = f"{op}: world_size is {world_size!r}, and the group has {count} processes"
        raise RuntimeError(msg)


def _product(op: str, a: torch.Tensor, b: torch.Tensor, transpose: bool) -> torch.Tensor:
    right = b.mT if transpose else b
    if a.dim() != 2 or right.dim() != 2 or a.shape[1] != right.shape[0] or a.dtype is not b.dtype:
        msg = f"{op}: two matrices of one type needed, got {tuple(a.shape)} {a.dtype} and {tuple(b.shape)} {b.dtype}"
        raise RuntimeError(msg)
    return a @ right
