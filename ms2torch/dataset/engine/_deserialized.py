"""A pipeline that is made from its description when it is first used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ms2torch.dataset.engine import _json_pipelines as pipelines
from ms2torch.dataset.engine._rows import Epoch, Row
from ms2torch.dataset.engine.datasets import Dataset


class DeserializedDataset(Dataset):
    """A pipeline of which there is the description, or a file with it.

    Args:
        input_obj (Union[dict, str]): the description, or the path of its file.

    Source: mindspore.dataset.engine.datasets.DeserializedDataset, MindSpore 2.10
    """

    def __init__(self, input_obj: dict[str, Any] | str) -> None:
        super().__init__()
        self.input_obj = input_obj
        self._pipeline: Dataset | None = None

    def pipeline(self) -> Dataset:
        """Return the pipeline itself.

        Raises:
            RuntimeError: if there is no such file, or the pipeline cannot be made.
        """
        if self._pipeline is None:
            self._pipeline = pipelines.made(self._description())
            self._fresh = self._pipeline._fresh
        return self._pipeline

    def _description(self) -> dict[str, Any]:
        if isinstance(self.input_obj, dict):
            return self.input_obj
        try:
            return json.loads(Path(self.input_obj).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise RuntimeError(f"Invalid file, cannot read a pipeline from {self.input_obj}: {error}") from error

    def get_col_names(self) -> list[str]:
        return self.pipeline().get_col_names()

    def get_batch_size(self) -> int:
        return self.pipeline().get_batch_size()

    def get_repeat_count(self) -> int:
        return self.pipeline().get_repeat_count()

    def _known_size(self) -> int | None:
        return self.pipeline()._known_size()

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        return self.pipeline()._rows(epoch)

    def to_json(self, filename: str = "") -> dict[str, Any]:
        return self.pipeline().to_json(filename)
