"""ImageNet as MindRecord.

Source: mindspore.mindrecord.tools.imagenet_to_mr, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ms2torch import log as logger
from ms2torch.mindrecord.common.exceptions import PathNotExistsError
from ms2torch.mindrecord.core.shardutils import MSRStatus, check_filename
from ms2torch.mindrecord.filewriter import FileWriter
from ms2torch.mindrecord.tools import _convert

__all__ = ["ImageNetToMR"]

_SCHEMA = {"label": {"type": "int32"}, "image": {"type": "bytes"}, "file_name": {"type": "string"}}


class ImageNetToMR:
    """Write folders of JPEG files as MindRecord.

    Args:
        map_file (str): file with a line ``folder label`` for each folder.
        image_dir (str): folder of the folders.
        destination (str): the MindRecord file.
        partition_number (int): number of files. Default: ``1``.

    Raises:
        ValueError: if `partition_number` is no int.
        ParamValueError: if a name is none for a file.

    Source: mindspore.mindrecord.ImageNetToMR, MindSpore 2.10
    """

    def __init__(self, map_file: str, image_dir: str, destination: str, partition_number: int = 1) -> None:
        for path in (map_file, image_dir, destination):
            check_filename(path)
        self.map_file = map_file
        self.image_dir = image_dir
        self.destination = destination
        self.partition_number = _convert.partitions(partition_number)
        self.writer = FileWriter(destination, self.partition_number)

    def transform(self) -> MSRStatus:
        """Write the file.

        Returns:
            MSRStatus, SUCCESS.

        Raises:
            OSError: if there is no map file.
            PathNotExistsError: if none of its folders exists.
            RuntimeError: if the file to be written is there already.

        Source: mindspore.mindrecord.ImageNetToMR.transform, MindSpore 2.10
        """
        self.writer.set_page_size(1 << 26)
        return _convert.write_all(self.writer, _SCHEMA, "imagenet_schema", ["label", "file_name"], self._rows())

    def run(self) -> MSRStatus:
        """Write the file, as `transform`."""
        return self.transform()

    def _rows(self) -> Iterator[dict[str, Any]]:
        for label, path in self._files():
            if not path.name.endswith(("JPEG", "jpg")):
                logger.warning("%s file is not suffix with JPEG/jpg, skip it.", path)
            elif not (data := path.read_bytes()):
                logger.warning("The image file: %s is invalid.", path)
            else:
                yield {"file_name": str(path), "label": label, "image": data}

    def _files(self) -> Iterator[tuple[int, Path]]:
        map_file = Path(self.map_file)
        if not map_file.exists():
            raise OSError(f"map file {self.map_file} not exists")
        entries = [line.split() for line in map_file.read_text(encoding="utf-8").splitlines() if line.strip()]
        folders = [(int(label), Path(self.image_dir) / name) for name, label, *_ in entries]
        found = [(label, folder) for label, folder in folders if folder.is_dir()]
        if not found:
            raise PathNotExistsError(f"not valid image dir in {self.image_dir}")
        for label, folder in found:
            for path in sorted(folder.iterdir()):
                yield label, path
