"""CIFAR-100 as MindRecord.

Source: mindspore.mindrecord.tools.cifar100_to_mr, MindSpore 2.10
"""

from __future__ import annotations

from pathlib import Path

from ms2torch.mindrecord.core.shardutils import MSRStatus, check_filename
from ms2torch.mindrecord.filewriter import FileWriter
from ms2torch.mindrecord.tools import _convert

__all__ = ["Cifar100ToMR"]


class Cifar100ToMR:
    """Write CIFAR-100 as two MindRecord files, ``destination`` and ``destination_test``.

    Args:
        source (str): folder with ``train`` and ``test``, CIFAR's Python version.
        destination (str): the file for training.

    Raises:
        ParamValueError: if a name is none for a file.
        PathNotExistsError: if files are missing.

    Source: mindspore.mindrecord.Cifar100ToMR, MindSpore 2.10
    """

    def __init__(self, source: str, destination: str) -> None:
        check_filename(source)
        _convert.require_entries(source, {"train": "train", "test": "test"})
        check_filename(destination)
        self.source = source
        self.destination = destination

    def transform(self, fields: list[str] | None = None) -> MSRStatus:
        """Write the files.

        Args:
            fields (list[str], optional): fields to find rows by. Default: ``None``, all.

        Returns:
            MSRStatus, SUCCESS.

        Raises:
            ValueError: if `fields` is no list.
            RuntimeError: if a file is damaged, or one to be written is there already.

        Source: mindspore.mindrecord.Cifar100ToMR.transform, MindSpore 2.10
        """
        index = _convert.index_fields(fields)
        labels = {"fine_label": b"fine_labels", "coarse_label": b"coarse_labels"}
        schema = {"id": {"type": "int64"}, **{name: {"type": "int64"} for name in labels}, "data": {"type": "bytes"}}
        for name, end in (("train", ""), ("test", "_test")):
            rows = _convert.with_id(_convert.cifar_rows(Path(self.source) / name, labels))
            status = _convert.write_all(FileWriter(self.destination + end), schema, f"img_{name}", index, rows)
        return status

    def run(self, fields: list[str] | None = None) -> MSRStatus:
        """Write the files, as `transform`."""
        return self.transform(fields)
