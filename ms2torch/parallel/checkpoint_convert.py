"""Checkpoints cut over devices by MindSpore's compiler, under the newer names; see `checkpoint_transform`."""

from __future__ import annotations

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(
    __name__,
    "ms2torch.parallel",
    exports=("convert_checkpoint_by_rank", "convert_checkpoints", "rank_list_for_convert"),
)
