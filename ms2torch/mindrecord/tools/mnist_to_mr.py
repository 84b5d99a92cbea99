"""MNIST as MindRecord.

Source: mindspore.mindrecord.tools.mnist_to_mr, MindSpore 2.10
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.mindrecord.core.shardutils import MSRStatus, check_filename
from ms2torch.mindrecord.filewriter import FileWriter
from ms2torch.mindrecord.tools import _convert

__all__ = ["MnistToMR"]

_SCHEMA = {"label": {"type": "int64"}, "data": {"type": "bytes"}}


class MnistToMR:
    """Write MNIST as two MindRecord files, ``destination_train.mindrecord`` and ``destination_test.mindrecord``.

    Args:
        source (str): folder with ``train-images-idx3-ubyte.gz``, ``t10k-labels-idx1-ubyte.gz`` and so on.
        destination (str): beginning of the files' names.
        partition_number (int): number of files of each. Default: ``1``.

    Raises:
        ValueError: if `partition_number` is no int.
        ParamValueError: if a name is none for a file.

    Source: mindspore.mindrecord.MnistToMR, MindSpore 2.10
    """

    def __init__(self, source: str, destination: str, partition_number: int = 1) -> None:
        check_filename(source)
        check_filename(destination)
        self.source = source
        self.partition_number = _convert.partitions(partition_number)
        self.writer_train = FileWriter(f"{destination}_train.mindrecord", self.partition_number)
        self.writer_test = FileWriter(f"{destination}_test.mindrecord", self.partition_number)

    def transform(self) -> MSRStatus:
        """Write the files.

        Returns:
            MSRStatus, SUCCESS.

        Raises:
            OSError: if a file does not exist.
            RuntimeError: if one to be written is there already.

        Source: mindspore.mindrecord.MnistToMR.transform, MindSpore 2.10
        """
        for writer, name in ((self.writer_train, "train"), (self.writer_test, "t10k")):
            writer.set_page_size(1 << 26)
            status = _convert.write_all(writer, _SCHEMA, "mnist_schema", ["label"], self._rows(name))
        return status

    def run(self) -> MSRStatus:
        """Write the files, as `transform`."""
        return self.transform()

    def _rows(self, name: str) -> Iterator[dict[str, Any]]:
        root = Path(self.source)
        images = gzip.decompress((root / f"{name}-images-idx3-ubyte.gz").read_bytes())[16:]
        labels = gzip.decompress((root / f"{name}-labels-idx1-ubyte.gz").read_bytes())[8:]
        for image, label in zip(np.frombuffer(images, np.uint8).reshape(-1, 28, 28, 1), labels, strict=True):
            yield {"label": label, "data": _convert.jpeg(image)}
