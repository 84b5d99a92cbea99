"""Primitives of embedding tables that are spread over devices.

Source: mindspore.ops.operations._embedding_cache_ops, MindSpore 2.10
"""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations.sequence_ops import SubAndFilter
from ms2torch.ops.primitive import Primitive

__all__ = ["MapUniform", "SubAndFilter", "UpdateCache"]


class MapUniform(Primitive):
    """Spread keys over groups: ``key % group_num * per_group_size + key // group_num``.

    Inputs:
        - **input** (Tensor) - the keys.
        - **per_group_size** (int) - the number of keys of a group.
        - **group_num** (int) - the number of groups.

    Outputs:
        Tensor, the places, of the keys' shape and type.

    Source: mindspore.ops.operations._embedding_cache_ops.MapUniform, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input: Tensor, per_group_size: Any, group_num: Any) -> Tensor:
        keys, size, groups = unwrap(input), unwrap_or_scalar(per_group_size), unwrap_or_scalar(group_num)
        return wrap((keys % groups * size + keys // groups).to(keys.dtype))


class UpdateCache(Primitive):
    """Write rows into a table; numbers outside it are left out.

    Inputs:
        - **input_x** (Parameter) - the table, which is written.
        - **indices** (Tensor) - numbers of rows.
        - **updates** (Tensor) - the rows.
        - **max_num** (int) - numbers from it on are left out, as negative ones are.

    Outputs:
        Tensor of one zero, which says nothing.

    Source: mindspore.ops.operations._embedding_cache_ops.UpdateCache, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, max_num: Any) -> Tensor:
        table, places = unwrap(input_x).detach(), unwrap(indices).reshape(-1)
        rows = unwrap(updates).reshape(places.numel(), *table.shape[1:])
        inside = (places >= 0) & (places < unwrap_or_scalar(max_num))
        table[places[inside].long()] = rows[inside].to(table.dtype)
        return wrap(torch.zeros(1, dtype=table.dtype, device=table.device))
