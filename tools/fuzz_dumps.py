"""Damage copies of a dump at random and compare them: no traceback, nothing executed, one line.

python -m tools.fuzz_dumps [COUNT] [SEED]
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parity.code.errors import CannotCompare

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


def compare_damaged(right: Path, damaged: Path, *, refuse: bool = True) -> str:
    """Compare a dump with a damaged copy.

    Args:
        right (Path): the dump.
        damaged (Path): its copy.
        refuse (bool): whether a refusal in one line is an answer. Default: ``True``.

    Returns:
        str: ``"report"`` or ``"refused"``.

    Raises:
        Exception: whatever is neither.
    """
    import parity

    try:
        parity.compare(str(right), str(damaged))
    except CannotCompare as error:
        if not refuse or "\n" in str(error):
            raise
        return "refused"
    return "report"


def main() -> None:
    """Run so many damaged dumps and say how they ended."""
    from parity.pipeline.dumped import record_dump

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    chosen = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    ends = {"report": 0, "refused": 0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "net.py").write_text(NET, encoding="utf-8")
        target, right = f"{folder / 'net.py'}:Net", folder / "right"
        record_dump(target, right, ("float32[3,4]",), mode="eval", seed=0, weights="seeded", statistics=False)
        for number in range(count):
            copy = folder / f"copy{number}"
            shutil.copytree(right, copy)
            damage(copy, chosen)
            ends[compare_damaged(right, copy)] += 1
            shutil.rmtree(copy)
    print(f"{count} damaged dumps: {ends['report']} compared, {ends['refused']} refused in one line, no traceback")


if __name__ == "__main__":
    main()
