"""CIFAR-10 as arrays.

Source: mindspore.mindrecord.tools.cifar10, MindSpore 2.10
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.mindrecord.tools import _convert
from ms2torch.mindrecord.tools._cifar import CifarFolder

__all__ = ["Cifar10"]


class Cifar10(CifarFolder):
    """The images and labels of CIFAR-10.

    Args:
        path (str): folder with ``data_batch_1`` and so on and ``test_batch``, CIFAR's Python version.
        one_hot (bool): whether a label is a row with a 1 at its place. Default: ``True``.

    Raises:
        ParamValueError: if `path` is none for a file.
        ValueError: if `one_hot` is no bool.

    Differs from MindSpore: the files for training are read in the order of their names, not of the folder.

    Source: mindspore.mindrecord.tools.cifar10.Cifar10, MindSpore 2.10
    """

    def __init__(self, path: str, one_hot: bool = True) -> None:
        super().__init__(path, one_hot)
        self.labels: Any = None

    def load_data(self) -> list[Any]:
        """Read the files; what is returned is also in `images`, `labels` and `Test`.

        Returns:
            list[numpy.ndarray], images <N,H,W,C> of float64 and labels for training, and those to test.

        Raises:
            PathNotExistsError: if files are missing.
            RuntimeError: if a file is damaged.

        Source: mindspore.mindrecord.tools.cifar10.Cifar10.load_data, MindSpore 2.10
        """
        _convert.require_entries(self.path, {"data_batch_": "data_batch_*", "test_batch": "test_batch"})
        root = Path(self.path)
        train = [_convert.cifar_file(path) for path in sorted(root.glob("data_batch_*"))]
        test = _convert.cifar_file(root / "test_batch")
        self.images = np.concatenate([_convert.cifar_images(part) for part in train]).astype(np.float64)
        self.labels = _convert.cifar_labels([part[b"labels"] for part in train], 10, self.one_hot)
        self.Test.images = _convert.cifar_images(test)
        self.Test.labels = _convert.cifar_labels([test[b"labels"]], 10, self.one_hot)
        return [self.images, self.labels, self.Test.images, self.Test.labels]
