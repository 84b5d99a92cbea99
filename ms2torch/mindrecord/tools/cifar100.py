"""CIFAR-100 as arrays.

Source: mindspore.mindrecord.tools.cifar100, MindSpore 2.10
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ms2torch.mindrecord.tools import _convert
from ms2torch.mindrecord.tools._cifar import CifarFolder

__all__ = ["Cifar100"]


class Cifar100(CifarFolder):
    """The images and labels of CIFAR-100, which has 100 classes in 20 groups.

    Args:
        path (str): folder with ``train`` and ``test``, CIFAR's Python version.
        one_hot (bool): whether a label is a row with a 1 at its place. Default: ``True``.

    Raises:
        ParamValueError: if `path` is none for a file.
        ValueError: if `one_hot` is no bool.

    Source: mindspore.mindrecord.tools.cifar100.Cifar100, MindSpore 2.10
    """

    def __init__(self, path: str, one_hot: bool = True) -> None:
        super().__init__(path, one_hot)
        self.fine_labels: Any = None
        self.coarse_labels: Any = None

    def load_data(self) -> list[Any]:
        """Read the files; what is returned is also in `images`, `fine_labels`, `coarse_labels` and `Test`.

        Returns:
            list[numpy.ndarray], images <N,H,W,C>, classes and groups for training, and those to test.

        Raises:
            PathNotExistsError: if files are missing.
            RuntimeError: if a file is damaged.

        Source: mindspore.mindrecord.tools.cifar100.Cifar100.load_data, MindSpore 2.10
        """
        _convert.require_entries(self.path, {"train": "train", "test": "test"})
        self.images, self.fine_labels, self.coarse_labels = train = self._part("train")
        self.Test.images, self.Test.fine_labels, self.Test.coarse_labels = test = self._part("test")
        return [*train, *test]

    def _part(self, name: str) -> tuple[Any, Any, Any]:
        content = _convert.cifar_file(Path(self.path) / name)
        fine, coarse = (
            _convert.cifar_labels([content[key]], number, self.one_hot)
            for key, number in ((b"fine_labels", 100), (b"coarse_labels", 20))
        )
        return _convert.cifar_images(content), fine, coarse
