"""The checks of the checkpoint functions' arguments; what is wrong is said before any file is touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from ms2torch import log as logger
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.train._ckpt_file import Select

Prefix: TypeAlias = "str | list[str] | tuple[str, ...] | None"

_ENCRYPTION_REMEDY = "decrypt the file with MindSpore, or encrypt it outside (gpg, age)"


def check_target(save_obj: object, ckpt_file_name: object, format: str) -> str:
    if format not in ("safetensors", "ckpt"):
        raise ValueError(f"For 'save_checkpoint', 'format' must be 'safetensors' or 'ckpt', but got {format!r}.")
    if not isinstance(save_obj, (Cell, list, dict)):
        raise TypeError(f"For 'save_checkpoint', 'save_obj' must be a Cell, list or dict, but got {type(save_obj)}.")
    if not isinstance(ckpt_file_name, str):
        raise TypeError(f"For 'save_checkpoint', 'ckpt_file_name' must be a str, but got {type(ckpt_file_name)}.")
    path = Path(ckpt_file_name).resolve()
    if path.is_dir():
        raise IsADirectoryError(f"For 'save_checkpoint', 'ckpt_file_name' {path} is a directory; give a file name.")
    return str(path) if ckpt_file_name.endswith(format) else f"{path}.{format}"


def check_source(ckpt_file_name: object, format: str) -> str | BytesIO:
    if format not in ("ckpt", "safetensors"):
        raise ValueError(f"For 'load_checkpoint', 'format' must be 'ckpt' or 'safetensors', but got {format!r}.")
    if isinstance(ckpt_file_name, BytesIO):
        if format == "ckpt":
            raise TypeError("For 'load_checkpoint', a BytesIO is read only with format=\"safetensors\".")
        return ckpt_file_name
    if not isinstance(ckpt_file_name, str):
        raise TypeError(f"For 'load_checkpoint', 'ckpt_file_name' must be a str, but got {type(ckpt_file_name)}.")
    if not ckpt_file_name.endswith(format):
        raise ValueError(
            f"For 'load_checkpoint', the file name must end in 'format', but got {ckpt_file_name!r} and {format!r}."
        )
    path = Path(ckpt_file_name).resolve()
    if not path.is_file():
        raise ValueError(f"For 'load_checkpoint', the checkpoint file {path} does not exist; check 'ckpt_file_name'.")
    return str(path)


def check_async(async_save: object) -> bool:
    if not isinstance(async_save, (bool, str)):
        raise TypeError(f"For 'save_checkpoint', 'async_save' must be a bool or str, but got {type(async_save)}.")
    if isinstance(async_save, str) and async_save not in ("process", "thread"):
        raise ValueError(
            f"For 'save_checkpoint', 'async_save' can only be 'process' or 'thread', but got {async_save!r}."
        )
    if async_save == "process":
        raise UnsupportedArgumentError("save_checkpoint", "async_save", async_save, 'use async_save="thread"')
    return bool(async_save)


def check_append_dict(append_dict: object) -> None:
    if append_dict is None:
        return
    if not isinstance(append_dict, dict):
        raise TypeError(f"For 'save_checkpoint', 'append_dict' must be a dict, but got {type(append_dict)}.")
    for key, value in append_dict.items():
        if not isinstance(key, str) or not (
            isinstance(value, (int, float, str, Tensor)) or hasattr(value, "get_state")
        ):
            raise TypeError(
                f"For 'save_checkpoint', 'append_dict' must map a str to an int, float, bool, str, Tensor, Parameter "
                f"or Generator, but got {type(key)} to {type(value)}."
            )


def check_encryption(op: str, word: str, key: object, mode: object, format: str) -> None:
    check_instance(f"{word}_key", key, (type(None), bytes))
    check_instance(f"{word}_mode", mode, str)
    require_default(op, f"{word}_key", key, None, _ENCRYPTION_REMEDY)
    if format == "safetensors" and mode != "AES-GCM":
        raise ValueError(
            f"For '{op}', with format 'safetensors', '{word}_mode' must keep its default, but got {mode!r}."
        )


def check_save_options(format: str, options: dict[str, Any]) -> bool | None:
    unknown = set(options) - {"incremental", "global_step_num", "remove_redundancy"}
    if unknown:
        raise TypeError(f"save_checkpoint() got unknown arguments: {', '.join(sorted(unknown))}.")
    require_default(
        "save_checkpoint", "incremental", options.get("incremental", False), False, "save the whole network"
    )
    if format == "safetensors" and options.get("global_step_num") is not None:
        raise ValueError("For 'save_checkpoint', with format 'safetensors', 'global_step_num' must be None.")
    remove_redundancy = options.get("remove_redundancy")
    check_instance("remove_redundancy", remove_redundancy, (type(None), bool))
    return remove_redundancy


def check_prefix(prefix: Prefix) -> tuple[str, ...] | None:
    if prefix is None:
        return None
    if not isinstance(prefix, (str, list, tuple)):
        raise TypeError(
            f"For 'load_checkpoint', 'specify_prefix' and 'filter_prefix' must be a str or a list or tuple of str, "
            f"but got {type(prefix)}."
        )
    prefixes: Sequence[str] = (prefix,) if isinstance(prefix, str) else prefix
    if not prefixes or "" in prefixes:
        raise ValueError("For 'load_checkpoint', 'specify_prefix' and 'filter_prefix' can't be empty or include ''.")
    for index, item in enumerate(prefixes):
        if not isinstance(item, str):
            raise TypeError(f"For 'load_checkpoint', a prefix must be a str, but got {type(item)} at index {index}.")
    return tuple(prefixes)


def selection(
    specify: tuple[str, ...] | None, leave: tuple[str, ...] | None, choice_func: Callable[[str], bool] | None
) -> Select | None:
    if specify is None and leave is None:
        return choice_func
    logger.warning("For 'load_checkpoint', specify_prefix and filter_prefix are deprecated, use choice_func instead.")

    def select(name: str) -> bool:
        return (specify is None or name.startswith(specify)) and not (leave is not None and name.startswith(leave))

    return select


def check_bool(argument: str, value: object) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"The argument '{argument}' must be a bool, but got {type(value).__name__}.")


def check_instance(argument: str, value: object, kinds: type | tuple[type, ...]) -> None:
    # MindSpore raises ValueError here, not TypeError
    if not isinstance(value, kinds):
        raise ValueError(  # noqa: TRY004
            f"The parameter '{argument}' must be isinstance of {kinds}, but got {value}."
        )
