"""Checkpoints of one cut read and written under another, a parameter at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import torch

from ms2torch.train._ckpt_file import write_ckpt, write_safetensors
from ms2torch.train._ckpt_parts import ParameterFile
from ms2torch.train._cuts import Cut, joined, needed, whole_shape
from ms2torch.train._strategies import Strategy

_RANK = re.compile(r"rank_(\d+)")
OTHERS = "hyper_param.safetensors"
"""What a folder of whole parameters has in it that no strategy knows."""
Value = torch.Tensor | str


def rank_files(folder: str, endings: tuple[str, ...], suffix: str = "") -> dict[int, str]:
    """Return the file of each rank in a folder: of several in ``rank_N``, the last by name.

    Args:
        folder (str): the folder.
        endings (tuple[str, ...]): of the files.
        suffix (str): what stands before the ending. Default: "".
    """
    found: dict[int, str] = {}
    for part in sorted(Path(folder).iterdir()) if Path(folder).is_dir() else ():
        rank = _RANK.fullmatch(part.name)
        files = sorted(str(file) for file in part.iterdir() if file.suffix in endings) if rank and part.is_dir() else []
        files = [file for file in files if Path(file).stem.endswith(suffix)]
        if rank and files:
            found[int(rank[1])] = files[-1]
    return found


def ranks_for(rank: int, source: Strategy | None, target: Strategy | None) -> list[int]:
    """Return the ranks of the source that a rank of the target is made of, the last first.

    Args:
        rank (int): of the target.
        source (Strategy, optional): None where nothing is cut.
        target (Strategy, optional): likewise.

    Raises:
        IndexError: if the target has no such rank.
        ValueError: if the numbers of devices do not divide one another.
    """
    if source is None:
        if target is not None:
            target.of_rank(rank)
        return [0]
    if target is None:
        return list(range(source.ranks))[::-1]
    if len(source.stages) not in {1, len(target.stages)}:
        return list(range(source.ranks))[::-1]
    found: set[int] = set()
    own = rank % target.devices
    for name, cut in target.of_rank(rank).items():
        for number, stage in enumerate(source.stages):
            if name in stage:
                found |= {number * source.devices + each for each in needed(own, stage[name], cut)}
    return sorted(found, reverse=True)


class Resharded(Mapping[str, Value]):
    """What one rank has under another cut; each parameter is made when it is asked for.

    Args:
        rank (int): of the target.
        files (Mapping[int, ParameterFile]): by rank of the source.
        source (Strategy, optional): how they are cut; None where they are not.
        target (Strategy, optional): how it shall be; None for whole ones.
    """

    def __init__(
        self, rank: int, files: Mapping[int, ParameterFile], source: Strategy | None, target: Strategy | None
    ) -> None:
        self._rank, self._files = rank, files
        self._source, self._target = source, target
        self._cuts = target.of_rank(rank) if target is not None else {}
        self._own = files.get(rank) or files.get(rank % (max(files) + 1)) or files[min(files)]
        wanted = self._cuts if target is not None else source.names if source is not None else {}
        elsewhere = target.names if target is not None else wanted
        names = list(dict.fromkeys(name for file in files.values() for name in file.names if name in wanted))
        names += [name for name in self._own.names if name not in elsewhere]
        self._names = dict.fromkeys(names)
        self.changes = [name for name in names if name in wanted]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, name: str) -> Value:
        if name not in self._names:
            raise KeyError(name)
        cut = self._cuts.get(name)
        unknown = self._source is not None and name not in self._source.names
        if unknown or (self._target is not None and cut is None):
            return self._held(name)
        try:
            return self._held_part(name, cut) if self._source is None else self._made(name, self._source, cut)
        except ValueError as error:
            msg = f"{name}: {error}"
            raise ValueError(msg) from error

    def _held_part(self, name: str, cut: Cut | None) -> Value:
        value = self._held(name)
        if cut is None or isinstance(value, str):
            return value
        return value[cut.part(self._rank % cut.devices, value.shape)].contiguous()

    def _held(self, name: str) -> Value:
        file = self._own if name in self._own else next(file for file in self._files.values() if name in file)
        return file[name]

    def _made(self, name: str, source: Strategy, target: Cut | None) -> Value:
        first, cut = source.places(name, {rank for rank, file in self._files.items() if name in file})
        ranks = [rank for rank in sorted(self._files) if 0 <= rank - first < cut.devices and name in self._files[rank]]
        if not ranks:
            raise ValueError("no rank has a part of it")
        value = self._files[ranks[0]][name]
        if isinstance(value, str):
            return value
        shape = whole_shape(value.shape, cut)
        place = target.part(self._rank % target.devices, shape) if target is not None else None
        parts = {ranks[0] - first: value}
        for rank in () if cut.is_whole else ranks[1:]:
            held = cut.part(rank - first, shape)
            if place is None or all(a.start < b.stop and b.start < a.stop for a, b in zip(held, place, strict=True)):
                part = self._files[rank][name]
                assert not isinstance(part, str)
                parts[rank - first] = part
        return joined(parts, cut, place)


def written(
    rank: int,
    files: Mapping[int, str],
    source: Strategy | None,
    target: Strategy | None,
    path: str,
    keep: Callable[[Resharded], Mapping[str, Value]] = lambda made: made,
) -> None:
    """Write what a rank has under another cut.

    Args:
        rank (int): of the target.
        files (Mapping[int, str]): by rank of the source.
        source (Strategy, optional): how they are cut.
        target (Strategy, optional): how it shall be.
        path (str): the file to write; its ending says what it is.
        keep (Callable): what of it is written. Default: all.

    Raises:
        ValueError: if no parameter is in a strategy, or one cannot be cut so.
    """
    with ExitStack() as stack:
        held = {number: stack.enter_context(ParameterFile(file)) for number, file in sorted(files.items())}
        made = Resharded(rank, held, source, target)
        if not made.changes:
            msg = (
                "None of the parameters in checkpoint file are in either src strategy or dst strategy. Please check "
                "correctness of strategy files."
            )
            raise ValueError(msg)
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write = write_safetensors if path.endswith(".safetensors") else write_ckpt
        write(path, keep(made))


def joined_ranks(folder: str, source: Strategy) -> dict[str, Value]:
    """Return the whole parameters of a folder with a folder for each rank.

    Args:
        folder (str): with ``rank_0`` and so on, of ``.safetensors`` or ``.ckpt``.
        source (Strategy): how they are cut.

    Raises:
        ValueError: if there are none, or a part is missing.
    """
    files = rank_files(folder, (".safetensors",)) or rank_files(folder, (".ckpt",))
    if not files:
        msg = f"{folder} has no checkpoints"
        raise ValueError(msg)
    with ExitStack() as stack:
        held = {rank: stack.enter_context(ParameterFile(file)) for rank, file in sorted(files.items())}
        return dict(Resharded(0, held, source, None))


def parts_of(folder: str, rank: int, target: Strategy | None, names: Mapping[str, str]) -> dict[str, Value]:
    """Return what a rank has of the whole parameters in a folder.

    Args:
        folder (str): as `unified_safetensors` writes it, or any with safetensors files.
        rank (int): the rank.
        target (Strategy, optional): how parameters are cut; None where they are not.
        names (Mapping[str, str]): by name of a parameter, its name in the folder, where that is another.

    Raises:
        ValueError: if there are no files.
    """
    files = sorted(map(str, Path(folder).glob("*.safetensors")), key=lambda file: (file.endswith(OTHERS), file))
    if not files:
        msg = f"For 'load_distributed_checkpoint', there are no safetensors files in {folder}."
        raise ValueError(msg)
    cuts = target.of_rank(rank) if target is not None else {}
    elsewhere = target.names if target is not None else {}
    found: dict[str, Value] = {}
    with ExitStack() as stack:
        held = [stack.enter_context(ParameterFile(file)) for file in files]
        where = {name: file for file in held for name in file.names}
        for name in [*cuts, *(name for name in where if name not in elsewhere)]:
            known = names.get(name, name)
            if known not in where:
                continue
            value = where[known][known]
            cut = cuts.get(name)
            if cut is not None and not isinstance(value, str):
                value = value[cut.part(rank % cut.devices, value.shape)].contiguous()
            found[name] = value
    return found
