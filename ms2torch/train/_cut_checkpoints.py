"""Checkpoints that were cut over devices, loaded; their files of strategies, read."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import require_default
from ms2torch.common.parameter import Parameter
from ms2torch.communication.management import get_rank
from ms2torch.context import get_auto_parallel_context
from ms2torch.nn.cell import Cell
from ms2torch.train._ckpt_file import write_ckpt, write_safetensors
from ms2torch.train._ckpt_parts import ParameterFile
from ms2torch.train._cuts import Cut, joined
from ms2torch.train._resharding import Resharded, parts_of
from ms2torch.train._strategies import Strategy, cut_of, read_layouts, strategy_of
from ms2torch.train.node_strategy_pb2 import ParallelGroupMap, ParallelLayouts


def load_distributed_checkpoint(
    network: Cell | None,
    checkpoint_filenames: Sequence[str] | None = None,
    predict_strategy: dict[str, Sequence[Any]] | str | None = None,
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
) -> Any:
    """Load checkpoints that were cut over devices into a network, cut as this process has it.

    Args:
        network (Cell, optional): the network; ``None`` with safetensors: the parts are written to files.
        checkpoint_filenames (list[str], optional): of ``format="ckpt"``: the file of each rank. Default: ``None``.
        predict_strategy (Union[dict, str], optional): how the network's parameters are cut: a dict of device matrix,
            tensor map and more by name, of safetensors a file. Default ``None``: not at all.
        train_strategy_filename (str, optional): the strategy of the files. Default ``None``: as set by
            ``set_auto_parallel_context(strategy_ckpt_load_file=...)``.
        strict_load (bool): as in `load_param_into_net`. Default: ``False``.
        dec_key (bytes, optional): only ``None``. Default: ``None``.
        dec_mode (str): read only with `dec_key`. Default: ``"AES-GCM"``.
        format (str): ``"ckpt"`` or ``"safetensors"``. Default: ``"ckpt"``.
        unified_safetensors_dir (str, optional): of safetensors: a folder that `unified_safetensors` wrote.
            Default: ``None``.
        dst_safetensors_dir (str, optional): where the parts are written without a network, as ``rank_N/net``.
            Default: ``None``.
        rank_id (int, optional): the one rank whose part is written. Default ``None``: all.
        output_format (str): of these files, ``"ckpt"`` or ``"safetensors"``. Default: ``"safetensors"``.
        name_map (dict, optional): by name of a parameter, its name in the folder. Default: ``None``.
        max_process_num (int): changes nothing here. Default: ``64``.
        return_param_dict (bool): return the parameters, and load none. Default: ``False``.

    Returns:
        True; of safetensors and a network the names that were not loaded, of both sides, or the parameters.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if a file is missing, or files and strategy are of another number of devices.

    Differs from MindSpore:
        Draws no bar of its progress.

    Source: mindspore.load_distributed_checkpoint, MindSpore 2.10
    """
    from ms2torch.train.serialization import load_param_into_net

    del max_process_num
    require_default("load_distributed_checkpoint", "dec_key", dec_key, None, "decrypt the files first")
    del dec_mode
    for word in (format, output_format):
        if word not in {"ckpt", "safetensors"}:
            msg = (
                "For 'load_distributed_checkpoint', 'format' and 'output_format' must be 'ckpt' or 'safetensors', "
                f"but got {word}."
            )
            raise ValueError(msg)
    if format == "ckpt":
        _load_parts(network, checkpoint_filenames, predict_strategy, train_strategy_filename, strict_load)
        return True
    if unified_safetensors_dir is None:
        raise ValueError(
            "For 'load_distributed_checkpoint', 'unified_safetensors_dir' can not be None when format is 'safetensors'."
        )
    if isinstance(predict_strategy, dict):
        raise TypeError(
            "For 'load_distributed_checkpoint', 'predict_strategy' is a file where format is 'safetensors'."
        )
    target = strategy_of(predict_strategy)
    if network is None:
        if dst_safetensors_dir is None:
            raise ValueError(
                "For 'load_distributed_checkpoint', 'dst_safetensors_dir' can not be None when network is None."
            )
        ranks = range(target.ranks if target is not None else 1) if rank_id is None else [rank_id]
        for rank in ranks:
            values = parts_of(unified_safetensors_dir, rank, target, name_map or {})
            folder = Path(dst_safetensors_dir) / f"rank_{rank}"
            folder.mkdir(parents=True, exist_ok=True)
            write = write_safetensors if output_format == "safetensors" else write_ckpt
            write(str(folder / f"net.{output_format}"), values)
        return True
    values = parts_of(unified_safetensors_dir, get_rank(), target, name_map or {})
    found: dict[str, Parameter | str] = {
        name: Parameter(wrap(value), name=name) for name, value in values.items() if not isinstance(value, str)
    }
    return found if return_param_dict else load_param_into_net(network, found, strict_load)


def _load_parts(
    network: Cell | None,
    files: Sequence[str] | None,
    target: dict[str, Sequence[Any]] | str | None,
    strategy: str | None,
    strict_load: bool,
) -> None:
    """Load a file of each rank, joined, into a network that is whole or cut as a dict says."""
    from ms2torch.train.serialization import load_param_into_net

    if not isinstance(network, Cell):
        msg = f"The parameter 'network' must be isinstance of {Cell}, but got {network}."
        raise ValueError(msg)  # noqa: TRY004 - as MindSpore does
    for number, file in enumerate(files or ()):
        if not isinstance(file, str) or not file.endswith(".ckpt") or not Path(file).is_file():
            msg = (
                f"For 'load_distributed_checkpoint', please check 'checkpoint_filenames', and make sure the {file} at "
                f"index {number} is a valid checkpoint file, it must be a string ending with '.ckpt', and the "
                "checkpoint file it represents must be exist and not empty."
            )
            raise ValueError(msg)
    if target is not None and not isinstance(target, dict):
        msg = f"The parameter 'predict_strategy' must be isinstance of {dict}, but got {target}."
        raise ValueError(msg)
    source = strategy_of(strategy if strategy is not None else get_auto_parallel_context("strategy_ckpt_load_file"))
    assert source is not None
    if files is None or len(files) != source.ranks:
        msg = (
            "For 'Load_distributed_checkpoint', the length of 'checkpoint_filenames' should be equal to the device "
            f"count of training process. But got the length of 'checkpoint_filenames' is {len(files or ())} and the "
            f"device count is {source.ranks}."
        )
        raise ValueError(msg)
    cuts = {name: Cut(tuple(entry[0]), tuple(entry[1])) for name, entry in (target or {}).items()}
    with ExitStack() as stack:
        held = {rank: stack.enter_context(ParameterFile(file)) for rank, file in enumerate(files)}
        devices = next((cut.devices for cut in cuts.values()), 1)
        uncut = dict.fromkeys(source.names, Cut((devices,), ()))
        made = Resharded(get_rank(), held, source, Strategy(({**uncut, **cuts},)) if cuts else None)
        found = {name: value for name, value in made.items() if not isinstance(value, str)}
    load_param_into_net(network, {name: Parameter(wrap(v), name=name) for name, v in found.items()}, strict_load)


def build_searched_strategy(strategy_filename: str) -> dict[str, ParallelLayouts]:
    """Return how a file of a strategy says that parameters are cut.

    Args:
        strategy_filename (str): the file, protobuf or ``.json``.

    Returns:
        dict, a message of `mindspore.train.node_strategy_pb2` by the name of the parameter.

    Raises:
        TypeError: if it is no text, or the file is no strategy.
        ValueError: if there is no such file.

    Source: mindspore.build_searched_strategy, MindSpore 2.10
    """
    return read_layouts(strategy_filename)


def merge_sliced_parameter(
    sliced_parameters: Sequence[Parameter], strategy: dict[str, ParallelLayouts] | None = None
) -> Parameter:
    """Join the parts of a Parameter.

    Args:
        sliced_parameters (list[Parameter]): the parts, by rank, all of one name.
        strategy (dict, optional): how parameters are cut, as `build_searched_strategy` returns it. Default ``None``:
            along the first axis, in order.

    Raises:
        TypeError: if something in the list is no Parameter, or `strategy` no dict.
        ValueError: if the list is empty, names differ, or it has not a part for each rank.
        KeyError: if `strategy` lacks the Parameter.

    Source: mindspore.merge_sliced_parameter, MindSpore 2.10
    """
    if not sliced_parameters:
        raise ValueError("For 'merge_sliced_parameter', the argument 'sliced_parameters' should not be empty.")
    if strategy is not None and not isinstance(strategy, dict):
        msg = f"For 'merge_sliced_parameter', the argument 'strategy' should be dict, but got {type(strategy)}."
        raise TypeError(msg)
    for number, each in enumerate(sliced_parameters):
        if not isinstance(each, Parameter):
            msg = (
                "For 'merge_sliced_parameter', the element in 'sliced_parameters' should be 'Parameter', but got "
                f"{type(each)} at index {number}."
            )
            raise TypeError(msg)
    first = sliced_parameters[0]
    if len({each.name for each in sliced_parameters}) > 1:
        msg = f"For 'merge_sliced_parameter', names differ: {sorted({each.name for each in sliced_parameters})}."
        raise ValueError(msg)
    parts = dict(enumerate(unwrap(each).detach() for each in sliced_parameters))
    if not strategy:
        whole = torch.cat(list(parts.values()))
    else:
        whole = joined(parts, _cut_in(strategy, first.name, len(parts)))
    return Parameter(wrap(whole.clone()), name=first.name, requires_grad=first.requires_grad)


def _cut_in(strategy: dict[str, ParallelLayouts], name: str, count: int) -> Cut:
    if name not in strategy:
        msg = (
            f"For 'merge_sliced_parameter', the parameter name {name} should be a key in the 'strategy'. Please check "
            "'sliced_parameter' and 'strategy'."
        )
        raise KeyError(msg)
    cut = cut_of(strategy[name])
    if cut.devices != count:
        msg = (
            "For 'merge_sliced_parameter', the length of 'sliced_parameters' should be equal to device_count. The "
            f"length of 'sliced_parameters' is {count}, but device_count is {cut.devices}."
        )
        raise ValueError(msg)
    return cut


def restore_group_info_list(group_info_file_name: str) -> list[int]:
    """Return the ranks that a file of groups says have the same checkpoint.

    Args:
        group_info_file_name (str): the file.

    Raises:
        TypeError: if it is no text.
        ValueError: if there is no such file, or it is another one.

    Source: mindspore.restore_group_info_list, MindSpore 2.10
    """
    if not isinstance(group_info_file_name, str):
        msg = (
            "For 'restore_group_info_list', the argument 'group_info_file_name' should be str, "
            f"but got {type(group_info_file_name)}."
        )
        raise TypeError(msg)
    if not Path(group_info_file_name).is_file():
        msg = f"For 'restore_group_info_list', no such group information file: {group_info_file_name}."
        raise ValueError(msg)
    try:
        found = ParallelGroupMap.FromString(Path(group_info_file_name).read_bytes())
    except (ValueError, AttributeError) as error:
        msg = f"For 'restore_group_info_list', {group_info_file_name} is no file of groups."
        raise ValueError(msg) from error
    return list(found.ckpt_restore_rank_list.dim)
