"""Checkpoints cut over devices by MindSpore's compiler: joined, and cut otherwise, by its files of strategies."""

from __future__ import annotations

from pathlib import Path

from ms2torch.train._resharding import rank_files, ranks_for, written
from ms2torch.train._strategies import merged, strategy_of


def merge_pipeline_strategys(src_strategy_dirs: str, dst_strategy_file: str) -> None:
    """Write the strategies of all stages of a pipeline as one file.

    Args:
        src_strategy_dirs (str): the folder with a file for each stage; more files of one stage are passed over.
        dst_strategy_file (str): the file to write.

    Raises:
        NotADirectoryError: if there is no such folder.
        ValueError: if a file holds no strategy.

    Source: mindspore.merge_pipeline_strategys, MindSpore 2.10
    """
    if not Path(src_strategy_dirs).is_dir():
        msg = f"src_strategy_dirs {src_strategy_dirs} is not a directory."
        raise NotADirectoryError(msg)
    merged(src_strategy_dirs, dst_strategy_file)


def rank_list_for_transform(
    rank_id: int, src_strategy_file: str | None = None, dst_strategy_file: str | None = None
) -> list[int]:
    """Return the ranks whose checkpoints one rank's checkpoint of another strategy is made of.

    Args:
        rank_id (int): the rank, of the new strategy.
        src_strategy_file (str, optional): how parameters are cut. Default ``None``: they are not.
        dst_strategy_file (str, optional): how they shall be cut. Default ``None``: not at all.

    Returns:
        list[int], the last first.

    Raises:
        TypeError: if `rank_id` is no int, or a file no strategy.
        ValueError: if there is no such file.
        IndexError: if there is no such rank.

    Source: mindspore.rank_list_for_transform, MindSpore 2.10
    """
    if isinstance(rank_id, bool) or not isinstance(rank_id, int):
        raise TypeError("The rank_id should be a int.")
    return ranks_for(rank_id, strategy_of(src_strategy_file), strategy_of(dst_strategy_file))


def transform_checkpoint_by_rank(
    rank_id: int,
    checkpoint_files_map: dict[int, str],
    save_checkpoint_file_name: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
) -> None:
    """Write the checkpoint of one rank of another strategy.

    Args:
        rank_id (int): the rank, of the new strategy.
        checkpoint_files_map (dict[int, str]): by rank of the old one, its file: those that `rank_list_for_transform`
            lists, at least.
        save_checkpoint_file_name (str): the file to write, ``.ckpt`` or ``.safetensors``; its folder is made.
        src_strategy_file (str, optional): how parameters are cut. Default ``None``: they are not.
        dst_strategy_file (str, optional): how they shall be cut. Default ``None``: not at all.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if a file is missing, or the name to write has another ending.

    Source: mindspore.transform_checkpoint_by_rank, MindSpore 2.10
    """
    if not isinstance(checkpoint_files_map, dict):
        raise TypeError("The checkpoint_files_map should be a dict.")
    if isinstance(rank_id, bool) or not isinstance(rank_id, int):
        raise TypeError("The rank_id should be a int.")
    if not isinstance(save_checkpoint_file_name, str):
        raise TypeError("The save_checkpoint_file_name should be a str.")
    if not save_checkpoint_file_name.endswith((".ckpt", ".safetensors")):
        msg = f"The save_checkpoint_file_name {save_checkpoint_file_name} should end with .ckpt"
        raise ValueError(msg)
    for rank, file in checkpoint_files_map.items():
        if not Path(file).is_file():
            msg = f"Checkpoint file {file} in rank {rank} not exits: "
            raise ValueError(msg)
    source, target = strategy_of(src_strategy_file), strategy_of(dst_strategy_file)
    for rank in sorted(ranks_for(rank_id, source, target)):
        if rank not in checkpoint_files_map:
            msg = f"The checkpoint of rank {rank} is missing."
            raise ValueError(msg)
    written(rank_id, checkpoint_files_map, source, target, save_checkpoint_file_name)


def transform_checkpoints(
    src_checkpoints_dir: str,
    dst_checkpoints_dir: str,
    ckpt_prefix: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
    process_num: int = 1,
    output_format: str = "ckpt",
) -> None:
    """Write the checkpoints of all ranks under another strategy, a parameter at a time.

    Parameters that a strategy does not know are written as the rank has them.

    Args:
        src_checkpoints_dir (str): a folder with a folder ``rank_N`` for each rank; of several files in it, the last by
            name counts.
        dst_checkpoints_dir (str): where ``rank_N/PREFIXN.ckpt`` are written; made if it is not there.
        ckpt_prefix (str): how the names of the files begin.
        src_strategy_file (str, optional): how parameters are cut. Default ``None``: they are not.
        dst_strategy_file (str, optional): how they shall be cut. Default ``None``: not at all, for one rank.
        process_num (int): changes nothing here. Default: ``1``.
        output_format (str): ``"ckpt"`` or ``"safetensors"``. Default: ``"ckpt"``.

    Raises:
        TypeError: if `ckpt_prefix` is no text, or a file no strategy.
        NotADirectoryError: if `dst_checkpoints_dir` is a file.
        ValueError: if there are no checkpoints, that of a rank is missing, or a parameter cannot be cut so.

    Differs from MindSpore:
        Parts of the second and later axes are right in safetensors files too (MindSpore 2.10 writes neighbouring
        values of memory). Files are named ``PREFIXN`` always (MindSpore adds ``_part0`` where `src_strategy_file`
        lacks parameters).

    Source: mindspore.transform_checkpoints, MindSpore 2.10
    """
    del process_num
    if not isinstance(ckpt_prefix, str):
        raise TypeError("The ckpt_prefix should be a str.")
    if output_format not in {"ckpt", "safetensors"}:
        msg = (
            "For 'transform_checkpoints', the 'output_format' must be 'ckpt' or 'safetensors', "
            f"but got {output_format}."
        )
        raise ValueError(msg)
    files = rank_files(src_checkpoints_dir, (".safetensors",)) or rank_files(src_checkpoints_dir, (".ckpt",))
    if not files:
        raise ValueError("For 'transform_checkpoints', the 'src_checkpoints_dir' can not be empty.")
    if output_format == "safetensors" and files[min(files)].endswith(".ckpt"):
        raise ValueError(
            "For 'transform_checkpoints', 'output_format' can not be 'safetensors' when 'src_checkpoints_dir' only "
            "contains ckpt file."
        )
    if Path(dst_checkpoints_dir).is_file():
        msg = f"The path({Path(dst_checkpoints_dir).absolute()}) is a file path, it should be a directory path."
        raise NotADirectoryError(msg)
    source, target = strategy_of(src_strategy_file), strategy_of(dst_strategy_file)
    for rank in range(target.ranks if target is not None else 1):
        own = {}
        for needed in sorted(ranks_for(rank, source, target)):
            if needed not in files:
                msg = (
                    f"The checkpoint file of rank{needed} is needed for converting rank{rank}'s checkpoint, but it is "
                    "missing."
                )
                raise ValueError(msg)
            own[needed] = files[needed]
        own |= {each: files[each] for each in (rank, rank % (max(files) + 1)) if each in files}
        written(rank, own, source, target, f"{dst_checkpoints_dir}/rank_{rank}/{ckpt_prefix}{rank}.{output_format}")


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
