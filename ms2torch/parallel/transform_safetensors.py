"""Safetensors files cut over devices by MindSpore's compiler."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ms2torch.parallel.checkpoint_transform import _refuse

__all__ = ["unified_safetensors"]


def unified_safetensors(
    src_dir: str,
    src_strategy_file: str,
    dst_dir: str,
    merge_with_redundancy: bool = True,
    file_suffix: str | None = None,
    max_process_num: int = 64,
    choice_func: Callable[..., Any] | None = None,
    split_dst_file: tuple[int, ...] = (),
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.parallel.unified_safetensors, MindSpore 2.10
    """
    del src_dir, src_strategy_file, dst_dir, merge_with_redundancy, file_suffix, max_process_num, choice_func
    del split_dst_file
    _refuse("parallel.unified_safetensors")
