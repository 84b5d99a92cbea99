"""Reading MindRecord files."""

from __future__ import annotations

from typing import Any

from ms2torch.mindrecord.filewriter import _MESSAGE


class FileReader:
    """Refuse: MindRecord files are not read.

    Args:
        file_name (Union[str, list[str]]): the file or files.
        num_consumer (int): number of readers. Default: ``4``.
        columns (list[str], optional): columns to read. Default: ``None``.
        operator (Any, optional): a filter. Default: ``None``.

    Raises:
        NotImplementedError: always, with what to do instead.

    Source: mindspore.mindrecord.FileReader, MindSpore 2.10
    """

    def __init__(self, file_name: Any, num_consumer: int = 4, columns: Any = None, operator: Any = None) -> None:
        del file_name, num_consumer, columns, operator
        raise NotImplementedError(_MESSAGE.format("FileReader"))
