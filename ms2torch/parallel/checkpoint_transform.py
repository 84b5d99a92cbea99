"""Checkpoints cut over devices by MindSpore's compiler. They are joined with MindSpore; here this is said."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = [
    "load_distributed_checkpoint", "merge_pipeline_strategys", "rank_list_for_transform",
    "transform_checkpoint_by_rank", "transform_checkpoints",
]  # fmt: skip


def _refuse(name: str) -> NoReturn:
    msg = (
        f"mindspore.{name} works on checkpoints that MindSpore's compiler cut over devices, by its strategy files; "
        "join them with MindSpore's transform_checkpoints or unified_safetensors, and load the result"
    )
    raise RuntimeError(msg)


def load_distributed_checkpoint(
    network: Any,
    checkpoint_filenames: Any = None,
    predict_strategy: Any = None,
    train_strategy_filename: str | None = None,
    strict_load: bool = False,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    format: str = "ckpt",
    unified_safetensors_dir: str | None = None,
    dst_safetensors_dir: str | None = None,
    rank_id: int | None = None,
    output_format: str = "safetensors",
    name_map: dict[str, str] | None = None,
    max_process_num: int = 64,
    return_param_dict: bool = False,
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.load_distributed_checkpoint, MindSpore 2.10
    """
    del network, checkpoint_filenames, predict_strategy, train_strategy_filename, strict_load, dec_key, dec_mode
    del format, unified_safetensors_dir, dst_safetensors_dir, rank_id, output_format, name_map, max_process_num
    del return_param_dict
    _refuse("load_distributed_checkpoint")


def merge_pipeline_strategys(src_strategy_dirs: str, dst_strategy_file: str) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.merge_pipeline_strategys, MindSpore 2.10
    """
    del src_strategy_dirs, dst_strategy_file
    _refuse("merge_pipeline_strategys")


def rank_list_for_transform(
    rank_id: int, src_strategy_file: str | None = None, dst_strategy_file: str | None = None
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.rank_list_for_transform, MindSpore 2.10
    """
    del rank_id, src_strategy_file, dst_strategy_file
    _refuse("rank_list_for_transform")


def transform_checkpoint_by_rank(
    rank_id: int,
    checkpoint_files_map: Any,
    save_checkpoint_file_name: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.transform_checkpoint_by_rank, MindSpore 2.10
    """
    del rank_id, checkpoint_files_map, save_checkpoint_file_name, src_strategy_file, dst_strategy_file
    _refuse("transform_checkpoint_by_rank")


def transform_checkpoints(
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

    Source: mindspore.transform_checkpoints, MindSpore 2.10
    """
    del src_checkpoints_dir, dst_checkpoints_dir, ckpt_prefix, src_strategy_file, dst_strategy_file, process_num
    del output_format
    _refuse("transform_checkpoints")
