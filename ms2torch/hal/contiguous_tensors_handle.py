"""Tensors laid one behind the other in one block of memory."""

from __future__ import annotations

from collections.abc import Sequence

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.tensor_type import Tensor


class ContiguousTensorsHandle:
    """A block of memory that holds several Tensors, on a CPU without gaps.

    Args:
        tensor_list (list[Tensor] | tuple[Tensor]): the Tensors, all of one type. Their values are copied, and they
            lie in the block afterwards.
        enable_mem_align (bool): without effect on a CPU. Default: ``True``.

    Raises:
        TypeError: `tensor_list` is no list or tuple of Tensors of one type, or `enable_mem_align` no bool.

    Source: mindspore.hal.contiguous_tensors_handle.ContiguousTensorsHandle, MindSpore 2.10
    """

    def __init__(self, tensor_list: Sequence[Tensor], enable_mem_align: bool = True) -> None:
        if not isinstance(tensor_list, (list, tuple)) or not all(isinstance(x, TensorBase) for x in tensor_list):
            msg = "input list must be [Tensor, ...]."
            raise TypeError(msg)
        if not isinstance(enable_mem_align, bool):
            msg = "enable_mem_align must be bool."
            raise TypeError(msg)
        self.tensor_list = tuple(tensor_list)
        self.enable_mem_align = enable_mem_align
        parts = [unwrap(each) for each in tensor_list]
        if any(each.dtype is not parts[0].dtype for each in parts):
            msg = "The tensors of tensor_list must have one type."
            raise TypeError(msg)
        self._begins = [0]
        for part in parts:
            self._begins.append(self._begins[-1] + part.numel())
        self._block = parts[0].new_zeros(self._begins[-1])
        for tensor, part, begin in zip(tensor_list, parts, self._begins, strict=False):
            place = self._block[begin : begin + part.numel()]
            place.copy_(part.reshape(-1))
            tensor._t = place.view(part.shape)

    def __getitem__(self, item: int | slice) -> Tensor:
        """Return elements of the block, as a Tensor of one dimension."""
        start, end = (item, item + 1) if isinstance(item, int) else (item.start or 0, item.stop)
        end = self._begins[-1] if end is None else end
        if start < 0 or end > self._begins[-1] or start >= end:
            msg = "slice input error."
            raise ValueError(msg)
        return wrap(self._block[start:end])

    def __str__(self) -> str:
        size = self._block.numel() * self._block.element_size()
        lines = [f"Tensor[{number}]: {tensor.asnumpy()}\n" for number, tensor in enumerate(self.tensor_list)]
        return f"Handle total size: {size}\n{''.join(lines)}"

    def slice_by_tensor_index(self, start: int | None = None, end: int | None = None) -> Tensor:
        """Return what lies from one of the Tensors to before another.

        Args:
            start (int, optional): number of the first Tensor. Default: ``None``, 0.
            end (int, optional): number after the last Tensor. Default: ``None``: the one of `start` only, or all.

        Returns:
            Tensor, of one dimension.

        Raises:
            ValueError: there are no such Tensors.
        """
        first = 0 if start is None else start
        after = end if end is not None else len(self.tensor_list) if start is None else first + 1
        if not 0 <= first < after <= len(self.tensor_list):
            msg = "slice input is out of tensor_list size."
            raise ValueError(msg)
        return wrap(self._block[self._begins[first] : self._begins[after]])


def combine_tensor_list_contiguous(
    tensor_list: Sequence[Tensor], enable_mem_align: bool = True
) -> ContiguousTensorsHandle:
    """Lay Tensors one behind the other in one block of memory.

    Args:
        tensor_list (list[Tensor] | tuple[Tensor]): the Tensors, all of one type.
        enable_mem_align (bool): without effect on a CPU. Default: ``True``.

    Returns:
        ContiguousTensorsHandle.

    Source: mindspore.hal.contiguous_tensors_handle.combine_tensor_list_contiguous, MindSpore 2.10
    """
    return ContiguousTensorsHandle(tensor_list, enable_mem_align)
