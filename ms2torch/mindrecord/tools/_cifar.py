"""What the readers of CIFAR-10 and CIFAR-100 share: a folder, and how a label is shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ms2torch.mindrecord.core.shardutils import check_filename


class CifarFolder:
    """A folder of CIFAR's Python version; the arrays are there once they are loaded.

    Args:
        path (str): the folder.
        one_hot (bool): whether a label is a row with a 1 at its place. Default: ``True``.

    Raises:
        ParamValueError: if `path` is none for a file.
        ValueError: if `one_hot` is no bool.
    """

    def __init__(self, path: str, one_hot: bool = True) -> None:
        check_filename(path)
        if not isinstance(one_hot, bool):
            raise ValueError("The parameter one_hot must be bool")  # noqa: TRY004 - what MindSpore raises
        self.path = path
        self.one_hot = one_hot
        self.images: Any = None
        self.Test = SimpleNamespace()
