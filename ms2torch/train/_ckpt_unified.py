"""Safetensors files cut over devices by MindSpore's compiler, joined to a folder of whole ones."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from ms2torch.train._ckpt_file import write_safetensors
from ms2torch.train._ckpt_parts import ParameterFile
from ms2torch.train._resharding import OTHERS, Resharded, rank_files
from ms2torch.train._strategies import Strategy, strategy_of

_MAP = "param_name_map.json"
_LARGEST = 3 << 30
"""Bytes of a file at most, but for a parameter that is larger."""


def unified_safetensors(
    src_dir: str,
    src_strategy_file: str,
    dst_dir: str,
    merge_with_redundancy: bool = True,
    file_suffix: str | None = None,
    max_process_num: int = 64,
    choice_func: Callable[[str], bool | str] | None = None,
    split_dst_file: tuple[int, ...] = (),
) -> None:
    """Write the safetensors files of all ranks as whole ones of at most 3 GB, with a map of which has what.

    Args:
        src_dir (str): a folder with a folder ``rank_N`` for each rank; of several files in it, the last by name counts.
        src_strategy_file (str): how parameters are cut.
        dst_dir (str): where ``partN.safetensors`` and ``param_name_map.json`` are written, and in
            ``hyper_param.safetensors`` what the strategy does not know, as the first rank has it.
        merge_with_redundancy (bool): changes nothing here: copies that files lack are taken from those that have them.
            Default: ``True``.
        file_suffix (str, optional): how the names of the files end, before the ending. Default ``None``: any.
        max_process_num (int): changes nothing here. Default: ``64``.
        choice_func (Callable, optional): called with each name; False leaves the parameter out, a text is its new name.
            Default: ``None``.
        split_dst_file (tuple[int, int], optional): which share of the files is written, and of how many, counted from
            1. Default ``()``: all.

    Raises:
        TypeError: if `src_strategy_file` is no text, or the file no strategy.
        ValueError: if a file is missing, or `choice_func` returns something else.

    Differs from MindSpore:
        Parameters may be shared out over the files otherwise where there are several. What `choice_func` leaves out is
        written nowhere (MindSpore writes the first rank's part to ``hyper_param.safetensors``). A share without files
        is no error.

    Source: mindspore.parallel.unified_safetensors, MindSpore 2.10
    """
    del merge_with_redundancy, max_process_num
    source = strategy_of(src_strategy_file)
    if source is None:
        raise TypeError("For 'unified_safetensors', the argument 'src_strategy_file' should be string, but got None.")
    files = rank_files(src_dir, (".safetensors",), file_suffix or "")
    for rank in reversed(range(source.ranks)):
        if rank not in files:
            msg = _missing(src_dir, rank, file_suffix)
            raise ValueError(msg)
    Path(dst_dir).mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        held = {rank: stack.enter_context(ParameterFile(file)) for rank, file in sorted(files.items())}
        made = Resharded(0, held, source, None)
        names = _chosen(made.changes, choice_func)
        sizes = {name: _size(name, held, source) for name in names}
        parts = _shared_out(sizes)
        which, of = split_dst_file or (1, 1)
        for number, part in enumerate(parts):
            if number * of // max(len(parts), 1) + 1 == which:
                values = {names[name]: made[name] for name in part}
                write_safetensors(f"{dst_dir}/part{number}.safetensors", values)
        others = {name: made[name] for name in made if name not in made.changes}
        if others:
            write_safetensors(f"{dst_dir}/{OTHERS}", others)
    where = {names[name]: f"part{number}.safetensors" for number, part in enumerate(parts) for name in part}
    content = {"metadata": {"total_size": sum(sizes.values())}, "weight_map": where}
    Path(dst_dir, _MAP).write_text(json.dumps(content, indent=4), encoding="utf-8")


def _missing(folder: str, rank: int, suffix: str | None) -> str:
    if suffix:
        return (
            f"No safetensors files found in directory '{folder}/rank_{rank}' with suffix '{suffix}' and format "
            "'safetensors'. Please verify the directory contains the expected files. Recommend setting file_suffix to "
            "the longest common suffix."
        )
    return f"The safetensor file of rank{rank} is needed for converting rank[0]'s safetensor, but it is missing."


def _chosen(names: list[str], choose: Callable[[str], bool | str] | None) -> dict[str, str]:
    """Return the parameters that are written, with their new names."""
    found: dict[str, str] = {}
    for name in names:
        chosen = choose(name) if choose is not None else name
        if not isinstance(chosen, (bool, str)):
            msg = (
                "For 'unified_safetensors', the return value type of the function 'choice_func' must be bool or str, "
                f"but got {type(chosen)}."
            )
            raise ValueError(msg)  # noqa: TRY004 - as MindSpore does
        if chosen is not False:
            found[name] = name if chosen is True else chosen
    return found


def _size(name: str, files: Mapping[int, ParameterFile], source: Strategy) -> int:
    """Return how many bytes a whole parameter has."""
    rank, held = next((rank, file) for rank, file in files.items() if name in file)
    _, cut = source.places(name, {rank})
    value = held[name]
    assert not isinstance(value, str)
    return value.nbytes * math.prod(cut.counts(value.ndim))


def _shared_out(sizes: Mapping[str, int]) -> list[list[str]]:
    """Return the parameters of each file: the largest first, each to the file that has least."""
    count = math.ceil(sum(sizes.values()) / _LARGEST)
    parts: list[list[str]] = [[] for _ in range(count)]
    held = [0] * count
    for name in sorted(sizes, key=lambda name: -sizes[name]):
        least = held.index(min(held))
        parts[least].append(name)
        held[least] += sizes[name]
    return parts
