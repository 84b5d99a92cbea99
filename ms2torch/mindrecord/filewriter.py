"""Writing MindRecord files."""

from __future__ import annotations

from typing import Any

_MESSAGE = (
    "mindrecord.{}: MindRecord files are not supported; read the data with mindspore.dataset.GeneratorDataset or "
    "NumpySlicesDataset"
)


class FileWriter:
    """Refuse: MindRecord files are not written.

    Args:
        file_name (str): the file.
        shard_num (int): number of files. Default: ``1``.
        overwrite (bool): replace files. Default: ``False``.

    Raises:
        NotImplementedError: always, with what to do instead.

    Source: mindspore.mindrecord.FileWriter, MindSpore 2.10
    """

    def __init__(self, file_name: str, shard_num: int = 1, overwrite: bool = False) -> None:
        del file_name, shard_num, overwrite
        raise NotImplementedError(_MESSAGE.format("FileWriter"))

    @classmethod
    def open_for_append(cls, file_name: str) -> Any:
        """Refuse, as the class does.

        Source: mindspore.mindrecord.FileWriter.open_for_append, MindSpore 2.10
        """
        del file_name
        raise NotImplementedError(_MESSAGE.format("FileWriter.open_for_append"))
