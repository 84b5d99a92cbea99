"""What training code asks of its data and files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from ms2torch._core import dtype as mstype
from ms2torch.common.tensor import Tensor
from ms2torch.train._redundancy import (
    get_parameter_redundancy as get_parameter_redundancy,
    remove_param_redundancy as remove_param_redundancy,
)
from ms2torch.train.dataset_helper import DatasetHelper

__all__: list[str] = []


def _convert_type(types: Iterable[Any]) -> list[Any]:
    """Return the types of MindSpore that numpy's types are.

    Args:
        types (Iterable): numpy's.
    """
    return [mstype.pytype_to_dtype(np.dtype(each).type) for each in types]


def _get_types_and_shapes(dataset: Any) -> tuple[list[Any], list[list[int]]]:
    """Return the types and the shapes of a row's columns.

    Args:
        dataset (Dataset): what is looked at.
    """
    return DatasetHelper(dataset, dataset_sink_mode=False).types_shapes()


def _construct_tensor_list(types: Sequence[Any], shapes: Sequence[Any], batch_expand_num: int = 1) -> list[Tensor]:
    """Return tensors of ones, to run a network once with.

    Args:
        types (Sequence[mindspore.dtype]): their types.
        shapes (Sequence): their shapes.
        batch_expand_num (int): how many times longer the first dimension is. Default: ``1``.

    Raises:
        ValueError: if there are not as many types as shapes.
    """
    if len(types) != len(shapes):
        msg = (
            f"The length of dataset types must be equal to dataset shapes, but got dataset types={types} and dataset "
            f"shapes={shapes}"
        )
        raise ValueError(msg)
    return [_ones(kind, shape, batch_expand_num) for kind, shape in zip(types, shapes, strict=True)]


def _ones(kind: Any, shape: Sequence[int], times: int) -> Tensor:
    first = (shape[0] * times, *shape[1:]) if len(shape) else ()
    return Tensor(np.ones(first, mstype.dtype_to_nptype(kind)))


def _to_tensor(elem: Any, scaling_sens: Any = None) -> Any:
    """Return arrays as Tensors, one for one, and a scale after them.

    Args:
        elem (Union[numpy.ndarray, list, tuple]): the arrays; what is none stays as it is.
        scaling_sens (Union[Tensor, float], optional): the scale. Default: ``None``.

    Returns:
        Tensor where there is one alone, else a tuple.
    """
    given = list(elem) if isinstance(elem, (list, tuple)) else [elem]
    tensors = [Tensor(each) if isinstance(each, np.ndarray) else each for each in given]
    if scaling_sens is not None:
        tensors.append(scaling_sens if isinstance(scaling_sens, Tensor) else Tensor(scaling_sens, mstype.float32))
    return tensors[0] if len(tensors) == 1 and isinstance(tensors[0], Tensor) else tuple(tensors)


def _make_directory(path: str, arg_name: str = "path") -> str:
    """Make a folder and those above it, and return its real path.

    Args:
        path (str): the folder.
        arg_name (str): what an error calls it. Default: ``"path"``.

    Raises:
        TypeError: if `path` is no string.
        ValueError: if it is blank.
        OSError: if it cannot be made.
    """
    if not isinstance(path, str):
        msg = f"The {arg_name} is invalid, the type should be string."
        raise TypeError(msg)
    if not path.strip():
        msg = f"The {arg_name} is invalid, it should be non-blank."
        raise ValueError(msg)
    real = Path(path).resolve()
    real.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(real)


def check_value_type(arg_name: str, arg_value: Any, valid_types: Any) -> None:
    """Check that a value is of one of some types; a bool is no int.

    Args:
        arg_name (str): what an error calls it.
        arg_value (Any): the value.
        valid_types (Union[type, list[type], tuple[type]]): the types.

    Raises:
        TypeError: if it is of none of them.
    """
    kinds = tuple(valid_types) if isinstance(valid_types, (list, tuple)) else (valid_types,)
    if isinstance(arg_value, kinds) and not (isinstance(arg_value, bool) and bool not in kinds):
        return
    names = [kind.__name__ for kind in kinds]
    msg = f"For `{arg_name}` the type should be a valid type of {names}, but got {type(arg_value).__name__}."
    raise TypeError(msg)


def check_summary_param(summary_name: str, tag: Any, tensor: Any) -> None:
    """Check what a summary operator is given.

    Args:
        summary_name (str): the operator.
        tag (str): the record's name.
        tensor (Tensor): its value.

    Raises:
        TypeError: if the tag is no string or empty, or the value no Tensor.
    """
    if not isinstance(tag, str) or not tag:
        msg = f'For "{summary_name}", the name must be valid string, but got "{tag}".'
        raise TypeError(msg)
    if not isinstance(tensor, Tensor):
        msg = f'For "{summary_name}", the parameter "value" expect to be Tensor, but got {type(tensor).__name__}'
        raise TypeError(msg)


def enable_data_broadcast() -> bool:
    """Tell whether one process reads the data for others; each reads its own."""
    return False


def _progress_bar(iterable: Iterable[Any], total: int | None = None) -> Iterator[Any]:
    """Give what is given, with a bar on a terminal.

    Args:
        iterable (Iterable): what to go through.
        total (int, optional): how many there are. Default ``None``: as many as `len` says.
    """
    number = len(iterable) if total is None and isinstance(iterable, Sized) else total
    return iter(track(iterable, total=number, description=""))


def _load_and_transform(path: str, name_map: Mapping[str, str] | None, load_func: Any) -> dict[str, Any]:
    """Load a file, and give some of its values other names.

    Args:
        path (str): the file.
        name_map (dict[str, str], optional): new names by old ones.
        load_func (Function): reads the file into a dict.
    """
    values: dict[str, Any] = load_func(path)
    renamed = name_map or {}
    return {renamed.get(name, name): value for name, value in values.items()}


def _rotate_list_elements(i: int, input_list: list[Any]) -> list[Any]:
    """Return a list that begins with the element at `i`.

    Args:
        i (int): the place.
        input_list (list): the list.
    """
    return input_list[i:] + input_list[:i]
