"""What torch's own registries are told of a Tensor: how to batch it, and that its pickles are safe to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.utils.data._utils.collate import default_collate_fn_map


def register_with_torch(tensor_class: type, rebuild: Callable[..., Any]) -> None:
    """Enter a Tensor class where torch asks for foreign types.

    Args:
        tensor_class (type): `Tensor`.
        rebuild (Callable): what its pickles call; `torch.load(weights_only=True)` refuses functions it does not know.
    """
    default_collate_fn_map[tensor_class] = _collate
    torch.serialization.add_safe_globals([rebuild])


def _collate(batch: Sequence[Any], *, collate_fn_map: dict[Any, Any] | None = None) -> torch.Tensor:
    """Stack the Tensors of a batch into one torch tensor, by torch's own rule (shared memory in a worker)."""
    assert collate_fn_map is not None
    return collate_fn_map[torch.Tensor]([x._t.detach() for x in batch], collate_fn_map=collate_fn_map)
