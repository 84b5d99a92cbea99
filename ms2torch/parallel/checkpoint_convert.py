"""Checkpoints cut over devices by MindSpore's compiler, under the newer names; see `checkpoint_transform`."""

from __future__ import annotations

from typing import Any, NoReturn

from ms2torch.parallel.checkpoint_transform import _refuse

__all__ = ["convert_checkpoint_by_rank", "convert_checkpoints", "rank_list_for_convert"]


def convert_checkpoints(
    src_checkpoints_dir: str,
    dst_checkpoints_dir: str,
    ckpt_prefix: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
    process_num: int = 1,
    output_format: str = "ckpt",
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.parallel.convert_checkpoints, MindSpore 2.10
    """
    del src_checkpoints_dir, dst_checkpoints_dir, ckpt_prefix, src_strategy_file, dst_strategy_file, process_num
    del output_format
    _refuse("parallel.convert_checkpoints")


def convert_checkpoint_by_rank(
    rank_id: int,
    checkpoint_files_map: Any,
    save_checkpoint_file_name: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.parallel.convert_checkpoint_by_rank, MindSpore 2.10
    """
    del rank_id, checkpoint_files_map, save_checkpoint_file_name, src_strategy_file, dst_strategy_file
    _refuse("parallel.convert_checkpoint_by_rank")


def rank_list_for_convert(
    rank_id: int, src_strategy_file: str | None = None, dst_strategy_file: str | None = None
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.parallel.rank_list_for_convert, MindSpore 2.10
    """
    del rank_id, src_strategy_file, dst_strategy_file
    _refuse("parallel.rank_list_for_convert")
