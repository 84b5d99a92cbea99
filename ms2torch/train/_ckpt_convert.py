"""Checkpoints from one file format to the other, and finding one."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ms2torch.common.parameter import Parameter
from ms2torch.communication.management import get_rank


def ckpt_to_safetensors(
    file_path: str,
    save_path: str | None = None,
    name_map: dict[str, str] | None = None,
    file_name_regex: str | None = None,
    processes_num: int = 1,
) -> None:
    """Write `.ckpt` files again as `.safetensors`.

    Args:
        file_path (str): a file, or a folder: all such files in it and below.
        save_path (str, optional): the folder to write to; below `file_path` the same folders are made in it.
            Default ``None``: beside each file.
        name_map (dict, optional): new names of parameters. Default ``None``: they keep theirs.
        file_name_regex (str, optional): only files in whose name it finds something. Default ``None``: all.
        processes_num (int): how many files at a time, by threads. Default: ``1``.

    Raises:
        ValueError: if a path is not what it should be, or no file is found.

    Source: mindspore.ckpt_to_safetensors, MindSpore 2.10
    """
    _convert(file_path, save_path, name_map, file_name_regex, processes_num, "ckpt", "safetensors")


def safetensors_to_ckpt(
    file_path: str,
    save_path: str | None = None,
    name_map: dict[str, str] | None = None,
    file_name_regex: str | None = None,
    processes_num: int = 1,
) -> None:
    """Write `.safetensors` files again as `.ckpt`; the arguments are those of `ckpt_to_safetensors`.

    Raises:
        ValueError: if a path is not what it should be, or no file is found.

    Source: mindspore.safetensors_to_ckpt, MindSpore 2.10
    """
    _convert(file_path, save_path, name_map, file_name_regex, processes_num, "safetensors", "ckpt")


def get_ckpt_path_with_strategy(cur_ckpt_path: str, cur_strategy_path: str) -> str | None:
    """Return the checkpoint of this process, if there is one.

    Args:
        cur_ckpt_path (str): where it should be; ``rank_N`` in it names the process.
        cur_strategy_path (str): MindSpore's file about which process holds copies. Nothing is cut here, so every
            process holds one, and the file is not read.

    Returns:
        str, `cur_ckpt_path`, or the same of another process where that alone exists; None if there is none.

    Source: mindspore.get_ckpt_path_with_strategy, MindSpore 2.10
    """
    del cur_strategy_path
    mine = Path(cur_ckpt_path)
    if mine.is_file() and (f"rank_{get_rank()}" in cur_ckpt_path or not re.search(r"rank_\d+", cur_ckpt_path)):
        return cur_ckpt_path
    folder, name = re.split(r"rank_\d+", cur_ckpt_path, maxsplit=1) if "rank_" in cur_ckpt_path else ("", "")
    for other in sorted(Path(folder or ".").glob("rank_*")):
        candidate = f"{folder}{other.name}{name}"
        if name and Path(candidate).is_file():
            return candidate
    return None


def load_segmented_checkpoints(
    ckpt_file_dir: str,
    net: Any = None,
    strict_load: bool = False,
    filter_prefix: Any = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: Any = None,
    choice_func: Any = None,
) -> dict[str, Any]:
    """Read all `.ckpt` files of a folder as one checkpoint.

    Args:
        ckpt_file_dir (str): the folder.
        net (Cell, optional): as in `load_checkpoint`, like all that follow. Default: ``None``.
        strict_load (bool): Default: ``False``.
        filter_prefix (Union[str, list[str], tuple[str]], optional): Default: ``None``.
        dec_key (bytes, optional): Default: ``None``.
        dec_mode (str): Default: ``"AES-GCM"``.
        specify_prefix (Union[str, list[str], tuple[str]], optional): Default: ``None``.
        choice_func (Callable, optional): Default: ``None``.

    Returns:
        dict, parameters by name.

    Raises:
        TypeError: if `ckpt_file_dir` is no string.
        ValueError: if it is no folder.

    Source: mindspore.parallel.load_segmented_checkpoints, MindSpore 2.10
    """
    if not isinstance(ckpt_file_dir, str):
        msg = f"For 'load_segmented_checkpoints', 'ckpt_file_dir' must be a string, but got {type(ckpt_file_dir)}."
        raise TypeError(msg)
    if not Path(ckpt_file_dir).is_dir():
        msg = f"For 'load_segmented_checkpoints', {ckpt_file_dir!r} is no folder."
        raise ValueError(msg)
    from ms2torch.train.serialization import load_checkpoint

    found: dict[str, Any] = {}
    for file in sorted(Path(ckpt_file_dir).glob("*.ckpt")):
        found.update(
            load_checkpoint(str(file), net, strict_load, filter_prefix, dec_key, dec_mode, specify_prefix, choice_func)
        )
    return found


def _convert(
    file_path: str,
    save_path: str | None,
    name_map: dict[str, str] | None,
    file_name_regex: str | None,
    processes_num: int,
    old: str,
    new: str,
) -> None:
    from ms2torch.train.serialization import load_checkpoint, save_checkpoint

    op = f"{old}_to_{new}"
    files = _files(op, file_path, old, file_name_regex)
    if save_path is not None and Path(save_path).is_file():
        msg = f"For '{op}', 'save_path' must be a folder, but {save_path!r} is a file."
        raise ValueError(msg)
    if isinstance(processes_num, bool) or not isinstance(processes_num, int) or processes_num < 1:
        msg = f"For '{op}', 'processes_num' must be a positive int, but got {processes_num!r}."
        raise ValueError(msg)
    root = Path(file_path) if Path(file_path).is_dir() else Path(file_path).parent
    names = name_map or {}

    def one(file: Path) -> None:
        folder = file.parent if save_path is None else Path(save_path) / file.parent.relative_to(root)
        folder.mkdir(parents=True, exist_ok=True)
        values = {names.get(name, name): value for name, value in load_checkpoint(str(file), format=old).items()}
        for name, value in values.items():
            if isinstance(value, Parameter):
                value.name = name
        save_checkpoint(values, str(folder / f"{file.stem}.{new}"), format=new)

    with ThreadPoolExecutor(processes_num) as pool:
        list(pool.map(one, files))


def _files(op: str, file_path: str, extension: str, regex: str | None) -> list[Path]:
    path = Path(file_path)
    if path.is_file() and path.suffix != f".{extension}":
        msg = f"For '{op}', 'file_path' must end with '.{extension}', but got {file_path!r}."
        raise ValueError(msg)
    if not path.exists():
        msg = f"For '{op}', {file_path!r} does not exist."
        raise ValueError(msg)
    files = [path] if path.is_file() else sorted(path.rglob(f"*.{extension}"))
    files = [file for file in files if regex is None or re.search(regex, file.name)]
    if not files:
        msg = f"For '{op}', there is no '.{extension}' file in {file_path!r}" + (
            f" that {regex!r} finds" if regex else ""
        )
        raise ValueError(msg)
    return files
