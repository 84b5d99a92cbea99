"""Samples joined to batches, and what numpy holds made Tensors.

Source: mindspore.dataset.dataloader._utils.collate, MindSpore 2.10
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch

from ms2torch._core import dtype as mstype
from ms2torch.common.tensor import Tensor

Collaters: TypeAlias = Mapping[type | tuple[type, ...], Callable[..., Any]]

_NO_NUMBERS = "SUO"  # kinds of numpy that no Tensor has: bytes, text, objects


def default_convert(data: Any) -> Any:
    """Make Tensors of numpy's arrays and numbers, inside dicts, lists and tuples too; the rest stays as it is.

    Args:
        data (object): one sample, of a loader that makes no batches.

    Returns:
        object, of the same structure; a tuple becomes a list.

    Source: mindspore.dataset.dataloader.default_convert, MindSpore 2.10
    """
    if isinstance(data, np.number | np.bool_):
        return Tensor(data)
    if isinstance(data, np.ndarray):
        return data if data.dtype.kind in _NO_NUMBERS else Tensor.from_numpy(data)
    if isinstance(data, Mapping):
        return _mapping_like(data, {key: default_convert(value) for key, value in data.items()})
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _sequence_like(data, [default_convert(value) for value in data])
    return data


def default_collate(batch: Sequence[Any]) -> Any:
    """Join the samples of a batch along a new first dimension.

    Numbers, arrays and Tensors make a Tensor (Python's floats one of float64), text and bytes stay a list, dicts are
    joined key by key, tuples and lists place by place.

    Args:
        batch (list): the samples, all of one kind.

    Returns:
        object, of the structure of a sample; for tuples a list.

    Raises:
        TypeError: if samples are of a kind that cannot be joined.
        RuntimeError: if lists or tuples differ in length.
        ValueError: if arrays differ in shape.

    Source: mindspore.dataset.dataloader.default_collate, MindSpore 2.10
    """
    return collate(batch, collate_fn_map=default_collate_fn_map)


def collate(batch: Sequence[Any], *, collate_fn_map: Collaters | None = None) -> Any:
    """Join the samples of a batch by functions of their kinds.

    Args:
        batch (list): the samples, all of one kind.
        collate_fn_map (dict, optional): for a type (or a tuple of types) the function that joins its samples, called
            with `batch` and `collate_fn_map`. Default ``None``: only dicts, lists and tuples can be taken apart.

    Returns:
        object, of the structure of a sample; for tuples a list.

    Raises:
        TypeError: if there is no function for the kind of sample.
        RuntimeError: if lists or tuples differ in length.

    Source: mindspore.dataset.dataloader._utils.collate.collate, MindSpore 2.10
    """
    first = batch[0]
    joined_by = _function_for(first, collate_fn_map or {})
    if joined_by is not None:
        return joined_by(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, Mapping):
        columns = {key: [sample[key] for sample in batch] for key in first}
        return _mapping_like(
            first, {key: collate(column, collate_fn_map=collate_fn_map) for key, column in columns.items()}
        )
    if isinstance(first, Sequence):
        if len({len(sample) for sample in batch}) > 1 and not hasattr(first, "_fields"):
            raise RuntimeError("Each element in list of batch must be of equal size.")
        return _sequence_like(
            first, [collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch, strict=True)]
        )
    raise TypeError(f"Cannot find the appropriate collate function for type {type(first)} in collate_fn_map.")


def _function_for(sample: object, by_type: Collaters) -> Callable[..., Any] | None:
    """Return the function of a sample's own type, else of the first type that it is an instance of."""
    own = by_type.get(type(sample))
    return own or next((function for kind, function in by_type.items() if isinstance(sample, kind)), None)


def _mapping_like(model: Mapping[Any, Any], values: dict[Any, Any]) -> Any:
    """Return a mapping of a model's type; a dict where it cannot be made."""
    try:
        if isinstance(model, MutableMapping):
            made = copy.copy(model)  # keeps what a subclass holds beside its items
            made.update(values)
            return made
        return type(model)(values)  # type: ignore[call-arg]
    except TypeError:
        return values


def _sequence_like(model: Sequence[Any], values: list[Any]) -> Any:
    """Return a sequence of a model's type, for a tuple without names a list; a list where it cannot be made."""
    if isinstance(model, tuple):
        return type(model)(*values) if hasattr(model, "_fields") else values
    try:
        if isinstance(model, MutableSequence):
            made = copy.copy(model)
            for place, value in enumerate(values):
                made[place] = value
            return made
        return type(model)(values)  # type: ignore[call-arg]
    except TypeError:
        return values


def _join_tensors(batch: Sequence[Any], **_: object) -> Tensor:
    tensors = [sample._t.detach() for sample in batch if isinstance(sample, Tensor)]
    if len(tensors) < len(batch) or len({(t.shape, t.dtype) for t in tensors}) > 1:
        return Tensor(np.stack(batch))
    return Tensor(torch.stack(tensors))


def _join_arrays(batch: Sequence[Any], **_: object) -> Tensor:
    kind = batch[0].dtype
    if kind.kind in _NO_NUMBERS:
        raise TypeError(f"NumPy arrays with dtype {kind} are not supported for collation.")
    return Tensor(np.stack(batch))


def _join_numbers(batch: Sequence[Any], **_: object) -> Tensor:
    return Tensor(list(batch))


def _join_floats(batch: Sequence[Any], **_: object) -> Tensor:
    return Tensor(list(batch), dtype=mstype.float64)


def _keep_texts(batch: Iterable[Any], **_: object) -> Any:
    return batch


default_collate_fn_map: Collaters = {
    Tensor: _join_tensors,
    np.ndarray: _join_arrays,
    (np.bool_, np.number, np.object_): _join_numbers,
    float: _join_floats,
    int: _join_numbers,
    str: _keep_texts,
    bytes: _keep_texts,
}
