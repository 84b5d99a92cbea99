"""Checkpoints cut over devices by MindSpore's compiler, under the newer names; see `checkpoint_transform`."""

from __future__ import annotations

from ms2torch.parallel.checkpoint_transform import (
    rank_list_for_transform,
    transform_checkpoint_by_rank,
    transform_checkpoints,
)

__all__ = ["convert_checkpoint_by_rank", "convert_checkpoints", "rank_list_for_convert"]


def convert_checkpoints(
    src_checkpoints_dir: str,
    dst_checkpoints_dir: str,
    ckpt_prefix: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
    process_num: int = 1,
    output_format: str = "ckpt",
) -> None:
    """Write the checkpoints of all ranks under another strategy: `transform_checkpoints` has the arguments.

    Source: mindspore.parallel.convert_checkpoints, MindSpore 2.10
    """
    transform_checkpoints(
        src_checkpoints_dir,
        dst_checkpoints_dir,
        ckpt_prefix,
        src_strategy_file,
        dst_strategy_file,
        process_num,
        output_format,
    )


def convert_checkpoint_by_rank(
    rank_id: int,
    checkpoint_files_map: dict[int, str],
    save_checkpoint_file_name: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
) -> None:
    """Write the checkpoint of one rank of another strategy: `transform_checkpoint_by_rank` has the arguments.

    Source: mindspore.parallel.convert_checkpoint_by_rank, MindSpore 2.10
    """
    transform_checkpoint_by_rank(
        rank_id, checkpoint_files_map, save_checkpoint_file_name, src_strategy_file, dst_strategy_file
    )


def rank_list_for_convert(
    rank_id: int, src_strategy_file: str | None = None, dst_strategy_file: str | None = None
) -> list[int]:
    """Return the ranks whose checkpoints one is made of: `rank_list_for_transform` has the arguments.

    Source: mindspore.parallel.rank_list_for_convert, MindSpore 2.10
    """
    return rank_list_for_transform(rank_id, src_strategy_file, dst_strategy_file)
