"""Damages a dump of msprobe's form at random, for `tools.fuzz` and the tests."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.last = nn.Linear(4, 6), nn.LayerNorm(6), nn.Linear(6, 2)

    def forward(self, x):
        return self.last(torch.relu(self.norm(self.first(x))))
"""
_WRONG: tuple[Any, ...] = (
    None,
    -1,
    1e308,
    "",
    "x" * 40,
    [],
    {},
    [[]],
    True,
    {"type": "torch.Tensor"},
    "../../etc/passwd",
)


def _bytes(path: Path, chosen: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(chosen.randint(1, 8)):
        if data:
            data[chosen.randrange(len(data))] = chosen.randrange(256)
    path.write_bytes(bytes(data))


def _cut(path: Path, chosen: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chosen.randrange(len(data) + 1)])


def _gone(path: Path, chosen: random.Random) -> None:
    del chosen
    path.unlink()


def _value(path: Path, chosen: random.Random) -> None:
    """Replace one value of a JSON file by another kind."""
    if path.suffix != ".json":
        _bytes(path, chosen)
        return
    found = json.loads(path.read_text(encoding="utf-8"))
    holder, key = found, None
    for _ in range(chosen.randint(1, 8)):
        keys = (
            list(holder) if isinstance(holder, dict) else list(range(len(holder))) if isinstance(holder, list) else []
        )
        if not keys:
            break
        key = chosen.choice(keys)
        if not isinstance(holder[key], (dict, list)) or chosen.random() < 0.2:
            break
        holder, key = (holder[key], None) if holder[key] else (holder, key)
    if key is not None:
        holder[key] = chosen.choice(_WRONG)
    path.write_text(json.dumps(found), encoding="utf-8")


_WAYS: tuple[Callable[[Path, random.Random], None], ...] = (_bytes, _cut, _gone, _value, _value, _value)


def damage(folder: Path, chosen: random.Random) -> None:
    """Damage one to three files of a dump.

    Args:
        folder (Path): the dump.
        chosen (random.Random): decides where and how.
    """
    for _ in range(chosen.randint(1, 3)):
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        documents = [path for path in files if path.suffix == ".json"]
        path = chosen.choice(documents if documents and chosen.random() < 0.7 else files)
        try:
            chosen.choice(_WAYS)(path, chosen)
        except ValueError:  # it was damaged before
            _bytes(path, chosen)


class _Executed:
    """A pickle of it would write a file where it is loaded without care."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return open, (str(self._path), "w")


def implant(folder: Path, chosen: random.Random, written: Path) -> None:
    """Put a pickle that would write a file in the place of a tensor of a dump, if any is left.

    Args:
        folder (Path): the dump.
        chosen (random.Random): decides which.
        written (Path): what would be written.
    """
    tensors = sorted([*folder.rglob("*.pt"), *folder.rglob("*.npy")])
    if tensors:
        chosen.choice(tensors).write_bytes(pickle.dumps(_Executed(written)))
