"""Cells that gather or send one parameter, for checkpoints of programs in several processes."""

from __future__ import annotations

from collections.abc import Sequence

from ms2torch.common.tensor import Tensor
from ms2torch.communication._comm_helper import HCCL_WORLD_COMM_GROUP
from ms2torch.nn.cell import Cell
from ms2torch.ops.operations.comm_ops import AllGather, AllReduce

__all__: list[str] = []


class AllGatherCell(Cell):
    """Gather the parts of a parameter that the processes of a group hold.

    Args:
        group (str): the processes.
        do_reshape (bool): whether a part is brought to another shape before.
        after_reshape_slice_shape (Sequence[int]): that shape.

    Inputs:
        - **x** (Tensor) - this process's part.

    Outputs:
        Tensor, the parts one after the other along the first dimension.
    """

    def __init__(self, group: str, do_reshape: bool, after_reshape_slice_shape: Sequence[int]) -> None:
        super().__init__(auto_prefix=False)
        self.allgather = AllGather(group)
        self.do_reshape = do_reshape
        self.after_reshape_slice_shape = tuple(after_reshape_slice_shape)

    def construct(self, x: Tensor) -> Tensor:
        """Gather."""
        return self.allgather(x.reshape(self.after_reshape_slice_shape) if self.do_reshape else x)


class SaveOptShardCkptCell(Cell):
    """Gather the parts of a parameter twice: those of a group, then those of all processes.

    Args:
        group (str): the processes of the first time.
        do_reshape (bool): whether what they give is brought to another shape in between.
        after_reshape_slice_shape (Sequence[int]): that shape.

    Inputs:
        - **x** (Tensor) - this process's part.

    Outputs:
        Tensor, the parts one after the other along the first dimension.
    """

    def __init__(self, group: str, do_reshape: bool, after_reshape_slice_shape: Sequence[int]) -> None:
        super().__init__(auto_prefix=False)
        self.allgather1 = AllGather(group)
        self.allgather2 = AllGatherCell(HCCL_WORLD_COMM_GROUP, do_reshape, after_reshape_slice_shape)

    def construct(self, x: Tensor) -> Tensor:
        """Gather, then gather what was gathered."""
        return self.allgather2(self.allgather1(x))


class SingleCommunicator(Cell):
    """Add up a parameter over a group; the processes that have none of it give zeros.

    Args:
        group_name (str): the processes.

    Inputs:
        - **loaded_param** (Tensor) - this process's value.

    Outputs:
        Tensor.
    """

    def __init__(self, group_name: str) -> None:
        super().__init__()
        self.allreduce = AllReduce(group=group_name)

    def construct(self, loaded_param: Tensor) -> Tensor:
        """Add up."""
        return self.allreduce(loaded_param)


def get_allgather_cell(
    group: str, need_merge_twice: bool = False, do_reshape: bool = False, after_reshape_slice_shape: Sequence[int] = ()
) -> Cell:
    """Return the Cell that gathers a parameter.

    Args:
        group (str): the processes; ``""`` is all of them.
        need_merge_twice (bool): whether the optimizer's parts are cut as well. Default: ``False``.
        do_reshape (bool): whether a part is brought to another shape before. Default: ``False``.
        after_reshape_slice_shape (Sequence[int]): that shape. Default: ``()``.

    Returns:
        Cell.
    """
    kind = SaveOptShardCkptCell if need_merge_twice else AllGatherCell
    return kind(group or HCCL_WORLD_COMM_GROUP, do_reshape, after_reshape_slice_shape)


def destroy_allgather_cell() -> None:
    """Do nothing: `get_allgather_cell` keeps none of the Cells it makes."""
