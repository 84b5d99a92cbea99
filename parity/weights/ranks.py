"""A folder of ranks: each has its parts of the weights, and files of strategies say which.

MindSpore's compiler cuts a net over devices and saves what each has as ``rank_0/...ckpt``, ``rank_1/...``, beside the
strategy: one file, or one of each rank or stage, whose names hold "strategy", in the folder, in a folder ``strategy``
within it, or beside it.
"""

from __future__ import annotations

import re
from pathlib import Path

import torch

from parity.code.errors import CannotCompare

_RANK = re.compile(r"rank_\d+")
_STRATEGY = "strategy"
_ENDINGS = frozenset({".ckpt", ".json", ".pb"})


def has_ranks(path: Path) -> bool:
    """Tell whether a path is a folder with a folder for each of several ranks."""
    if not path.is_dir():
        return False
    return sum(bool(_RANK.fullmatch(part.name)) and part.is_dir() for part in path.iterdir()) > 1


def read_ranks(path: Path) -> tuple[dict[str, torch.Tensor], list[str]]:
    """Return the whole weights of a folder of ranks by name, and the names of what is no tensor.

    Args:
        path (Path): the folder.

    Raises:
        CannotCompare: if there is no strategy, a rank has no file, or the parts do not join.
    """
    from parity.nets.ms_cell import joined_ranks

    strategies = _strategies(path)
    if not strategies:
        raise CannotCompare(
            f"{path} has a folder for each rank, and no strategy says how they are cut: put MindSpore's strategy file "
            "(strategy.ckpt, as save_param_strategy_file writes it) into it"
        )
    try:
        values = joined_ranks(str(path), [str(file) for file in strategies])
    except (ValueError, TypeError, OSError) as error:
        raise CannotCompare(f"the ranks in {path} cannot be joined: {error}") from error
    texts = [name for name, value in values.items() if isinstance(value, str)]
    return {name: value for name, value in values.items() if not isinstance(value, str)}, texts


def _strategies(path: Path) -> list[Path]:
    """Return the files of strategies: those in the folder, else in one called so within or beside it."""
    for folder in (path, path / _STRATEGY, path.parent / _STRATEGY):
        files = sorted(file for file in folder.glob("*") if file.is_file() and file.suffix in _ENDINGS)
        found = [file for file in files if _STRATEGY in file.name or folder.name == _STRATEGY]
        if found:
            return found
    return []
