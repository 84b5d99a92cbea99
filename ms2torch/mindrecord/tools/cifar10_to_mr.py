"""CIFAR-10 as MindRecord.

Source: mindspore.mindrecord.tools.cifar10_to_mr, MindSpore 2.10
"""

from __future__ import annotations

from pathlib import Path

from ms2torch.mindrecord.core.shardutils import MSRStatus, check_filename
from ms2torch.mindrecord.filewriter import FileWriter
from ms2torch.mindrecord.tools import _convert

__all__ = ["Cifar10ToMR"]


class Cifar10ToMR:
    """Write CIFAR-10 as two MindRecord files, ``destination`` and ``destination_test``.

    Args:
        source (str): folder with ``data_batch_1`` and so on and ``test_batch``, CIFAR's Python version.
        destination (str): the file for training.

    Raises:
        ParamValueError: if a name is none for a file.
        PathNotExistsError: if files are missing.

    Source: mindspore.mindrecord.Cifar10ToMR, MindSpore 2.10
    """

    def __init__(self, source: str, destination: str) -> None:
        check_filename(source)
        _convert.require_entries(source, {"data_batch_": "data_batch_*", "test_batch": "test_batch"})
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

        Source: mindspore.mindrecord.Cifar10ToMR.transform, MindSpore 2.10
        """
        index = _convert.index_fields(fields)
        schema = {"id": {"type": "int64"}, "label": {"type": "int64"}, "data": {"type": "bytes"}}
        root = Path(self.source)
        labels = {"label": b"labels"}
        train = (row for path in sorted(root.glob("data_batch_*")) for row in _convert.cifar_rows(path, labels))
        test = _convert.cifar_rows(root / "test_batch", labels)
        _convert.write_all(FileWriter(self.destination), schema, "img_train", index, _convert.with_id(train))
        return _convert.write_all(
            FileWriter(f"{self.destination}_test"), schema, "img_test", index, _convert.with_id(test)
        )

    def run(self, fields: list[str] | None = None) -> MSRStatus:
        """Write the files, as `transform`."""
        return self.transform(fields)
