"""Saving and loading checkpoints: MindSpore's `.ckpt` files, byte-compatible both ways, and safetensors."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from threading import Lock, Thread
from typing import Any, TypeAlias

import numpy as np
import torch

from ms2torch import context as context, log as logger
from ms2torch._core import dtype as mstype
from ms2torch._core.device import placed
from ms2torch._errors import require_default
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.train._ckpt_checks import (
    Prefix,
    check_append_dict,
    check_async,
    check_bool,
    check_encryption,
    check_instance,
    check_prefix,
    check_save_options,
    check_source,
    check_target,
    selection,
)
from ms2torch.train._ckpt_convert import (
    ckpt_to_safetensors as ckpt_to_safetensors,
    get_ckpt_path_with_strategy as get_ckpt_path_with_strategy,
    load_segmented_checkpoints as load_segmented_checkpoints,
    safetensors_to_ckpt as safetensors_to_ckpt,
)
from ms2torch.train._ckpt_file import (
    Select,
    read_ckpt,
    read_safetensors,
    write_ckpt,
    write_safetensors,
)
from ms2torch.train._ckpt_list import _exec_save as _exec_save
from ms2torch.train._ckpt_wire import CheckpointFormatError as CheckpointFormatError
from ms2torch.train._cut_checkpoints import (
    build_searched_strategy as build_searched_strategy,
    load_distributed_checkpoint as load_distributed_checkpoint,
    merge_sliced_parameter as merge_sliced_parameter,
    restore_group_info_list as restore_group_info_list,
)
from ms2torch.train._export import (
    export as export,
    export_split_mindir as export_split_mindir,
    load as load,
    load_mindir as load_mindir,
)
from ms2torch.train._load_plan import (
    _load_dismatch_prefix_params as _load_dismatch_prefix_params,
    _update_param as _update_param,
    plan_load,
)

# the names of element types in a file
tensor_to_ms_type = {
    "Int8": mstype.int8, "UInt8": mstype.uint8, "Int16": mstype.int16, "UInt16": mstype.uint16,
    "Int32": mstype.int32, "UInt32": mstype.uint32, "Int64": mstype.int64, "UInt64": mstype.uint64,
    "Float16": mstype.float16, "Float32": mstype.float32, "Float64": mstype.float64, "Bool": mstype.bool_,
    "str": mstype.string, "BFloat16": mstype.bfloat16,
}  # fmt: skip

ParameterDict: TypeAlias = "dict[str, Parameter | str]"
_Values: TypeAlias = "dict[str, torch.Tensor | str]"

_start_lock = Lock()
_background: Thread | None = None


def save_checkpoint(
    save_obj: Cell | list[Any] | dict[str, Any],
    ckpt_file_name: str,
    integrated_save: bool = True,
    async_save: bool | str = False,
    append_dict: dict[str, Any] | None = None,
    enc_key: bytes | None = None,
    enc_mode: str = "AES-GCM",
    choice_func: Callable[[str], bool] | None = None,
    crc_check: bool = False,
    format: str = "ckpt",
    **kwargs: Any,
) -> None:
    """Save the parameters of a network, or named tensors, to a file.

    The file appears complete or not at all: it is written under a temporary name in the same folder and renamed.
    As from MindSpore, it is readable by its owner only.

    Args:
        save_obj (Union[Cell, list, dict]): a network; a list of Parameters or of ``{"name": str, "data": Tensor}``;
            or a dict from name to Parameter, Tensor, numpy array or str.
        ckpt_file_name (str): file to create or replace; the format's extension is added if it does not end so.
        integrated_save (bool): gather sliced parameters first. There are none here, so it changes nothing.
            Default: ``True``.
        async_save (Union[bool, str]): ``True`` or ``"thread"``: copy the values, return, and write in a thread.
            Default: ``False``.
        append_dict (dict, optional): more values to save: int, float, bool, str, Tensor, Parameter or Generator.
            Default: ``None``.
        enc_key (bytes, optional): not supported; must be ``None``. Default: ``None``.
        enc_mode (str): read only with `enc_key`. Default: ``"AES-GCM"``.
        choice_func (Callable, optional): called with each parameter's name; False leaves it out. Default: ``None``.
        crc_check (bool): store a CRC32 in the file. Default: ``False``.
        format (str): ``"ckpt"`` or ``"safetensors"``. Default: ``"ckpt"``.
        kwargs: `remove_redundancy` (bool, a mark in a safetensors file), `global_step_num` (no effect, as in MindSpore
            outside its cloud service), `incremental` (must be ``False``).

    Raises:
        TypeError: if an argument, or something in `save_obj`, is of the wrong type.
        ValueError: if `format` or `async_save` is none of those above.
        UnsupportedArgumentError: for encryption, ``async_save="process"`` and ``incremental=True``.

    Differs from MindSpore:
        A Tensor in a dict is saved (MindSpore raises UnboundLocalError). A tensor without elements is
        saved (MindSpore's synchronous save drops it silently; both load the file).

    Source: mindspore.save_checkpoint, MindSpore 2.10
    """
    path = check_target(save_obj, ckpt_file_name, format)
    check_bool("integrated_save", integrated_save)
    asynchronous = check_async(async_save)
    check_append_dict(append_dict)
    check_instance("crc_check", crc_check, bool)
    check_encryption("save_checkpoint", "enc", enc_key, enc_mode, format)
    remove_redundancy = check_save_options(format, kwargs)
    values = _collect(save_obj, choice_func)
    values.update(_appended(append_dict or {}))
    if asynchronous:
        values = {
            name: value if isinstance(value, str) else value.detach().cpu().clone() for name, value in values.items()
        }

    def write() -> None:
        if format == "ckpt":
            write_ckpt(path, values, crc_check=crc_check, split_rows=asynchronous)
        else:
            write_safetensors(path, values, crc_check=crc_check, remove_redundancy=remove_redundancy)

    if asynchronous:
        _in_background(write)
    else:
        write()


def load_checkpoint(
    ckpt_file_name: str | BytesIO,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: Prefix = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: Prefix = None,
    choice_func: Callable[[str], bool] | None = None,
    crc_check: bool = False,
    remove_redundancy: bool = False,
    format: str = "ckpt",
) -> ParameterDict:
    """Read a checkpoint file and return its parameters by name.

    Args:
        ckpt_file_name (Union[str, io.BytesIO]): file name ending in `format`; bytes for safetensors only.
        net (Cell, optional): network to load the parameters into, see `load_param_into_net`. Default: ``None``.
        strict_load (bool): as in `load_param_into_net`. Default: ``False``.
        filter_prefix (Union[str, list[str], tuple[str]], optional): parameters whose name starts so are left out;
            deprecated for `choice_func`. Default: ``None``.
        dec_key (bytes, optional): not supported; must be ``None``. Default: ``None``.
        dec_mode (str): read only with `dec_key`. Default: ``"AES-GCM"``.
        specify_prefix (Union[str, list[str], tuple[str]], optional): only parameters whose name starts so are read;
            deprecated for `choice_func`. Default: ``None``.
        choice_func (Callable, optional): called with each name; False leaves it out. Not called where a prefix is
            given. Default: ``None``.
        crc_check (bool): compare the file's CRC32; a file without one is read with a warning. Default: ``False``.
        remove_redundancy (bool): not supported; must be ``False``. Default: ``False``.
        format (str): ``"ckpt"`` or ``"safetensors"``. Default: ``"ckpt"``.

    Returns:
        dict[str, Union[Parameter, str]], in the file's order.

    Raises:
        ValueError: if the file does not exist, is not a checkpoint, is truncated or damaged (`CheckpointFormatError`, a
            ValueError, says where), or nothing of it was chosen.
        TypeError: if a prefix or the file name is of the wrong type.
        RuntimeError: if `net` has a parameter of another shape or type; nothing is loaded then.
        UnsupportedArgumentError: for encryption and `remove_redundancy`.

    Differs from MindSpore:
        A safetensors file is mapped into memory: what is not used is not read. Do not overwrite it in place while
        its parameters live. Complex parameters load, and prefixes also filter safetensors files. A parameter read
        from safetensors carries its name in the file.

    Source: mindspore.load_checkpoint, MindSpore 2.10
    """
    specify = check_prefix(specify_prefix)
    leave = check_prefix(filter_prefix)
    check_instance("crc_check", crc_check, bool)
    check_instance("remove_redundancy", remove_redundancy, bool)
    check_encryption("load_checkpoint", "dec", dec_key, dec_mode, format)
    require_default("load_checkpoint", "remove_redundancy", remove_redundancy, False, "load a complete checkpoint")
    source = check_source(ckpt_file_name, format)
    select = selection(specify, leave, choice_func)
    if format == "ckpt":
        assert isinstance(source, str)
        loaded = read_ckpt(source, select, crc_check=crc_check)
    else:
        loaded = read_safetensors(source, select, crc_check=crc_check)
    if loaded.crc_matches is False:
        raise CheckpointFormatError(
            f"{ckpt_file_name}: the CRC32 check failed, the file is damaged. Copy or save it again."
        )
    if crc_check and loaded.crc_matches is None:
        logger.warning("For 'load_checkpoint', the file %s carries no CRC32 to check.", ckpt_file_name)
    if loaded.metadata.get("remove_redundancy") == "True":
        logger.warning(
            "For 'load_checkpoint', %s was saved without redundant parameters: it may be a part.", ckpt_file_name
        )
    if not loaded.values:
        raise ValueError(
            f"{ckpt_file_name}: no parameter is left to load; check filter_prefix, specify_prefix and choice_func, "
            f"or the file is empty."
        )
    parameters: ParameterDict = {
        name: value if isinstance(value, str) else Parameter._holding(placed(value), name)
        for name, value in loaded.values.items()
    }
    if net is not None:
        load_param_into_net(net, parameters, strict_load)
    return parameters


class ParamDictFuture:
    """The result of `load_checkpoint_async`, which is being read."""

    def __init__(self, executor: ThreadPoolExecutor, param_dict_future: Future[ParameterDict]) -> None:
        self.executor = executor
        self.param_dict_future = param_dict_future

    def result(self) -> ParameterDict:
        """Wait for the file and return what `load_checkpoint` returns, or raise what it raises."""
        try:
            return self.param_dict_future.result()
        finally:
            self.executor.shutdown()


def load_checkpoint_async(
    ckpt_file_name: str,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: Prefix = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: Prefix = None,
    choice_func: Callable[[str], bool] | None = None,
) -> ParamDictFuture:
    """Start reading a checkpoint file in a thread.

    Args:
        ckpt_file_name (str): file name; ``.safetensors`` at its end selects that format.
        net (Cell, optional): as in `load_checkpoint`, like all that follow. Default: ``None``.
        strict_load (bool): Default: ``False``.
        filter_prefix (Union[str, list[str], tuple[str]], optional): Default: ``None``.
        dec_key (bytes, optional): Default: ``None``.
        dec_mode (str): Default: ``"AES-GCM"``.
        specify_prefix (Union[str, list[str], tuple[str]], optional): Default: ``None``.
        choice_func (Callable, optional): Default: ``None``.

    Returns:
        ParamDictFuture, whose `result()` waits and returns what `load_checkpoint` returns.

    Source: mindspore.load_checkpoint_async, MindSpore 2.10
    """
    format = "safetensors" if ckpt_file_name.endswith(".safetensors") else "ckpt"
    executor = ThreadPoolExecutor(max_workers=1)
    future = executor.submit(
        load_checkpoint,
        ckpt_file_name,
        net,
        strict_load,
        filter_prefix,
        dec_key,
        dec_mode,
        specify_prefix,
        choice_func,
        format=format,
    )
    return ParamDictFuture(executor, future)


def load_param_into_net(
    net: Cell, parameter_dict: ParameterDict, strict_load: bool = False, remove_redundancy: bool = False
) -> tuple[list[str], list[str]]:
    """Copy parameters by name into a network.

    Everything is checked first: if one parameter cannot be loaded the network is left as it was.

    Args:
        net (Cell): the network.
        parameter_dict (dict[str, Union[Parameter, str]]): what `load_checkpoint` returns; strings are passed over.
        strict_load (bool): ``False``: a float parameter is loaded from another float type and a signed int from another
            signed int, with a warning; and where names differ by a prefix, the prefix is dropped, with a warning.
            ``True``: neither. Default: ``False``.
        remove_redundancy (bool): not supported; must be ``False``. Default: ``False``.

    Returns:
        tuple of the names in `net` that were not loaded, and the names in `parameter_dict` that were not used. A name
        used by dropping its prefix stays in the second list, as in MindSpore.

    Raises:
        TypeError: if an argument is of the wrong type.
        RuntimeError: if shapes or types do not fit; names every such parameter.
        UnsupportedArgumentError: for `remove_redundancy`.

    Differs from MindSpore:
        Checked as a whole before the first change. A value with extra trailing dimensions of 1
        takes the shape of the network's parameter (in MindSpore 2.10 the network's parameter changes its shape).

    Source: mindspore.load_param_into_net, MindSpore 2.10
    """
    if not isinstance(net, Cell):
        raise TypeError(f"For 'load_param_into_net', the argument 'net' should be a Cell, but got {type(net)}.")
    if not isinstance(parameter_dict, dict):
        raise TypeError(
            f"For 'load_param_into_net', the argument 'parameter_dict' should be a dict, "
            f"but got {type(parameter_dict)}."
        )
    for key, value in parameter_dict.items():
        if not isinstance(key, str) or not isinstance(value, (Parameter, str, list)):
            raise TypeError(
                f"For 'load_param_into_net', 'parameter_dict' should map a str to a Parameter, but got "
                f"{type(key)} to {type(value)} (key {key!r}); make it one with Parameter(tensor, name=...)."
            )
    check_bool("strict_load", strict_load)
    check_instance("remove_redundancy", remove_redundancy, bool)
    require_default("load_param_into_net", "remove_redundancy", remove_redundancy, False, "load a complete checkpoint")
    plan = plan_load(net, parameter_dict, strict_load)
    with torch.no_grad():
        for target, source in plan.copies:
            target.copy_(source)
    for message in plan.warnings:
        logger.warning(message)
    if plan.param_not_load:
        logger.warning(
            "For 'load_param_into_net', %d parameters in the 'net' are not loaded, because they are not in the "
            "'parameter_dict', please check whether the network structure is consistent when training and loading "
            "checkpoint.",
            len(plan.param_not_load),
        )
        logger.warning("%s are not loaded.", plan.param_not_load)
    return plan.param_not_load, plan.ckpt_not_load


def async_ckpt_thread_status() -> bool:
    """Return whether an asynchronous save is being written.

    Source: mindspore.async_ckpt_thread_status, MindSpore 2.10
    """
    return _background is not None and _background.is_alive()


def wait_for_background() -> None:
    """Wait until an asynchronous save has been written."""
    if _background is not None:
        _background.join()


def _in_background(write: Callable[[], None]) -> None:
    """Run `write` in a thread once the one before has ended; the interpreter waits for it at exit."""
    global _background
    with _start_lock:
        if _background is not None:
            _background.join()
        _background = Thread(target=write, name="asyn_save_ckpt")
        _background.start()


def _collect(save_obj: Cell | list[Any] | dict[str, Any], choose: Select | None) -> _Values:
    if isinstance(save_obj, Cell):
        named: list[tuple[str, Any]] = [(param.name, param) for _, param in save_obj.parameters_and_names()]
    elif isinstance(save_obj, dict):
        named = list(save_obj.items())
    else:
        named = [_named_item(item, isinstance(save_obj[0], dict)) for item in save_obj]
    values: _Values = {}
    for name, value in named:
        if not isinstance(name, str):
            raise TypeError(f"For 'save_checkpoint', a parameter's name should be a str, but got {type(name)}.")
        if choose is None or choose(name):
            values[name] = _value(name, value)
    return values


def _named_item(item: Any, as_dict: bool) -> tuple[str, Any]:
    if as_dict:
        if not isinstance(item, dict) or "name" not in item or "data" not in item:
            raise TypeError(
                f"For 'save_checkpoint', a list should hold dicts with 'name' and 'data', but got {item!r}."
            )
        if not isinstance(item["data"], Tensor):
            raise TypeError(
                f"For 'save_checkpoint', 'data' of {item['name']!r} should be a Tensor or Parameter, "
                f"but got {type(item['data'])}."
            )
        return item["name"], item["data"]
    if not isinstance(item, Parameter):
        raise TypeError(f"For 'save_checkpoint', a list should hold Parameters, but got {type(item)}.")
    return item.name, item


def _value(name: str, value: Any) -> torch.Tensor | str:
    if isinstance(value, str):
        return value
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, np.ndarray):
        return torch.from_numpy(np.ascontiguousarray(value))
    raise TypeError(
        f"For 'save_checkpoint', the value of '{name}' should be a Parameter, Tensor, numpy array or str, "
        f"but got {type(value)}."
    )


def _appended(append_dict: dict[str, Any]) -> _Values:
    return {name: _appended_value(value) for name, value in append_dict.items()}


def _appended_value(value: Any) -> torch.Tensor | str:
    if isinstance(value, str):
        return value
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, bool):
        return torch.tensor(value)
    if isinstance(value, int):
        return torch.tensor(value, dtype=torch.int64)
    if isinstance(value, float):
        return torch.tensor(value, dtype=torch.float32)
    # a Generator
    return value.get_state()._t


def tensor_to_np_type(tensor_type_str: str) -> Any:
    """Return numpy's type for an element type in a file.

    Args:
        tensor_type_str (str): its name, ``"Float32"``.

    Raises:
        KeyError: if there is no such type.

    Source: mindspore.train.serialization.tensor_to_np_type, MindSpore 2.10
    """
    if tensor_type_str == "str":
        return "U"
    return mstype.dtype_to_nptype(tensor_to_ms_type[tensor_type_str])


def _get_merged_param_data(
    net: Cell, parameter_layout_dict: dict[str, Any], param_name: str, param_data: Tensor, integrated_save: bool
) -> Tensor:
    """Return a parameter's whole value from the slice that this process holds.

    Args:
        net (Cell): the network.
        parameter_layout_dict (dict): how its parameters are cut.
        param_name (str): the parameter.
        param_data (Tensor): its slice.
        integrated_save (bool): whether to join slices at all.

    Returns:
        Tensor, `param_data` where it is whole.

    Raises:
        RuntimeError: if the layout cuts it: only MindSpore's compiler does.
    """
    del net
    layout = parameter_layout_dict[param_name]
    is_cut = len(layout) >= 8 and (any(dim != -1 for dim in layout[1]) or bool(layout[5]))
    if is_cut and integrated_save:
        msg = f"{param_name}: a parameter that MindSpore's compiler cut over devices cannot be joined here"
        raise RuntimeError(msg)
    return param_data
