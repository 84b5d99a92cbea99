"""What the converters share: writing rows a few hundred at a time, images as JPEG, and CIFAR's pickled files."""

from __future__ import annotations

import importlib
import io
import pickle
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch.mindrecord.common.exceptions import PathNotExistsError
from ms2torch.mindrecord.core.shardutils import SUCCESS, MSRStatus
from ms2torch.mindrecord.filewriter import FileWriter

Array = NDArray[Any]
_AT_ONCE = 256


def write_all(
    writer: FileWriter, schema: dict[str, Any], desc: str, index: list[str] | None, rows: Iterable[dict[str, Any]]
) -> MSRStatus:
    """Write rows into a file, and finish it."""
    writer.add_schema(schema, desc)
    if index:
        writer.add_index(index)
    source = iter(rows)
    while part := list(islice(source, _AT_ONCE)):
        writer.write_raw_data(part)
    writer.commit()
    return SUCCESS


def partitions(value: object) -> int:
    """Return a number of files.

    Raises:
        ValueError: if it is no int.
    """
    if not isinstance(value, int):
        raise ValueError("The parameter partition_number must be int")  # noqa: TRY004 - MindSpore's kind of error
    return value


def index_fields(fields: Any) -> list[str] | None:
    """Return the fields that rows are to be found by.

    Raises:
        ValueError: if it is no list.
    """
    if fields and not isinstance(fields, list):
        raise ValueError("The parameter fields should be None or list")
    return fields


def jpeg(pixels: Array) -> bytes:
    """Return an image, <H,W,3> or <H,W,1> of uint8, as a JPEG file."""
    from PIL import Image

    out = io.BytesIO()
    image = np.ascontiguousarray(pixels[..., 0] if pixels.shape[-1] == 1 else pixels, np.uint8)
    Image.fromarray(image).save(out, "JPEG", quality=95)
    return out.getvalue()


class _ArraysOnly(pickle.Unpickler):
    """Loads arrays and plain values, and runs nothing else that a file names."""

    def find_class(self, module: str, name: str) -> Any:
        if module in ("numpy.core.multiarray", "numpy._core.multiarray") and name == "_reconstruct":
            # numpy 2 has moved it, and numpy 1 knows only the old place
            place = "numpy.core.multiarray" if np.__version__ < "2" else "numpy._core.multiarray"
            return getattr(importlib.import_module(place), name)
        if module == "numpy" and name in ("ndarray", "dtype"):
            return getattr(np, name)
        raise pickle.UnpicklingError(f"global '{module}.{name}' is forbidden")


def cifar_file(path: Path) -> dict[bytes, Any]:
    """Return what a file of CIFAR's Python version holds.

    Raises:
        RuntimeError: if it is none.
    """
    try:
        with path.open("rb") as file:
            return _ArraysOnly(file, encoding="bytes").load()
    except (pickle.UnpicklingError, UnicodeDecodeError, EOFError, ValueError, KeyError, IndexError) as error:
        raise RuntimeError(f"Not a valid Cifar Dataset: {path} ({error}).") from error


def cifar_images(content: dict[bytes, Any]) -> Array:
    """Return the images of a CIFAR file, <N,H,W,C>."""
    return np.asarray(content[b"data"]).reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)


def cifar_labels(parts: Iterable[Sequence[int]], classes: int, one_hot: bool) -> Array:
    """Return the labels of some CIFAR files: <N,1>, or one-hot <N,classes>."""
    labels = np.concatenate([np.asarray(part) for part in parts])
    return np.eye(classes)[labels] if one_hot else labels.reshape(-1, 1)


def cifar_rows(path: Path, labels: dict[str, bytes]) -> list[dict[str, Any]]:
    """Return the rows of a CIFAR file: image, and labels by the name they get and have."""
    content = cifar_file(path)
    images = cifar_images(content)
    return [
        {"data": jpeg(image), **{name: int(content[key][row]) for name, key in labels.items()}}
        for row, image in enumerate(images)
    ]


def with_id(rows: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Give rows with their number."""
    return ({"id": number, **row} for number, row in enumerate(rows))


def require_entries(folder: str, beginnings: dict[str, str]) -> None:
    """Raise PathNotExistsError unless a folder has files that begin so; the value is how the error names them."""
    names = [path.name for path in Path(folder).iterdir()]
    for beginning, shown in beginnings.items():
        if not any(name.startswith(beginning) for name in names):
            raise PathNotExistsError(shown)
