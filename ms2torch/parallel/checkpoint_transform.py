"""Checkpoints cut over devices by MindSpore's compiler. They are joined with MindSpore; here this is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import require_default
from ms2torch._lazy import elsewhere
from ms2torch.common.parameter import Parameter
from ms2torch.nn.cell import Cell

# load_segmented_checkpoints is with the files
_EXPORTS = (
    "build_searched_strategy", "load_distributed_checkpoint", "load_segmented_checkpoints", "merge_pipeline_strategys",
    "merge_sliced_parameter", "rank_list_for_transform", "restore_group_info_list", "sync_pipeline_shared_parameters",
    "transform_checkpoint_by_rank", "transform_checkpoints",
)  # fmt: skip
__getattr__ = elsewhere(__name__, "ms2torch.parallel", exports=_EXPORTS)


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


def build_searched_strategy(strategy_filename: str) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.build_searched_strategy, MindSpore 2.10
    """
    del strategy_filename
    _refuse("build_searched_strategy")


def merge_sliced_parameter(sliced_parameters: Sequence[Parameter], strategy: Any = None) -> Parameter:
    """Join the parts of a Parameter along the first dimension.

    Args:
        sliced_parameters (list[Parameter]): the parts, by rank, all of one name.
        strategy (dict, optional): only ``None``: parts of the first dimension. Default: ``None``.

    Raises:
        TypeError: if something in the list is no Parameter.
        ValueError: if the list is empty or names differ.

    Source: mindspore.merge_sliced_parameter, MindSpore 2.10
    """
    require_default(
        "merge_sliced_parameter", "strategy", strategy, None, "join the parts along their axes with ops.cat"
    )
    if not sliced_parameters:
        msg = "For 'merge_sliced_parameter', there is no parameter to merge."
        raise ValueError(msg)
    for each in sliced_parameters:
        if not isinstance(each, Parameter):
            msg = f"For 'merge_sliced_parameter', a list of Parameter needed, but got {type(each)} in it."
            raise TypeError(msg)
    first = sliced_parameters[0]
    if len({each.name for each in sliced_parameters}) > 1:
        msg = f"For 'merge_sliced_parameter', names differ: {sorted({each.name for each in sliced_parameters})}."
        raise ValueError(msg)
    joined = torch.cat([unwrap(each).detach() for each in sliced_parameters])
    return Parameter(wrap(joined), name=first.name, requires_grad=first.requires_grad)


def restore_group_info_list(group_info_file_name: str) -> NoReturn:
    """Refuse, with what to do instead.

    Raises:
        RuntimeError: always.

    Source: mindspore.restore_group_info_list, MindSpore 2.10
    """
    del group_info_file_name
    _refuse("restore_group_info_list")


def sync_pipeline_shared_parameters(net: Any) -> None:
    """Return at once: no parameter is shared between stages, as there are no stages.

    Args:
        net (Cell): the network.

    Raises:
        TypeError: if it is no Cell.

    Source: mindspore.parallel.sync_pipeline_shared_parameters, MindSpore 2.10
    """
    if not isinstance(net, Cell):
        msg = f"For 'sync_pipeline_shared_parameters', 'net' must be a Cell, but got {type(net)}."
        raise TypeError(msg)
