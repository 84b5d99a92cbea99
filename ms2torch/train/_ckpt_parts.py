"""One checkpoint file whose parameters are read one at a time."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import Any, Self

import torch

from ms2torch.train._ckpt_file import _decode, _tag
from ms2torch.train._ckpt_wire import Chunk, index_chunks, split_trailer


class ParameterFile:
    """A `.ckpt` or `.safetensors` file, open until its block ends; what it holds is read when it is asked for.

    Args:
        path (str): the file; its ending says what it is.

    Attributes:
        names: of the parameters, in the order of the file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._stack = ExitStack()
        self._file: Any = None
        self._chunks: dict[str, list[Chunk]] = {}
        self.names: dict[str, None] = {}

    def __enter__(self) -> Self:
        if self._path.endswith(".safetensors"):
            from safetensors import safe_open

            self._file = self._stack.enter_context(safe_open(self._path, framework="pt"))
            self.names = dict.fromkeys(self._file.keys())
            return self
        self._file = self._stack.enter_context(Path(self._path).open("rb"))
        length, _ = split_trailer(self._file)
        for tag, group in groupby(index_chunks(self._file, length, self._path), key=_tag):
            self._chunks[tag] = list(group)
        self.names = dict.fromkeys(self._chunks)
        return self

    def __exit__(self, *details: object) -> None:
        self._stack.close()

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> torch.Tensor | str:
        if self._chunks:
            return _decode(self._file, self._path, self._chunks[name])
        value: torch.Tensor = self._file.get_tensor(name)
        return value
