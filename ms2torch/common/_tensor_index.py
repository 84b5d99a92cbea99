"""Indexing of a Tensor: MindSpore 2.10's rules on torch tensors.

What torch's own indexing understands the same way goes straight to it. The rest is brought into a form that torch
understands: negative steps, lists, masks, Tensors, and numpy's rule for integers beside index arrays.

MindSpore has two implementations, one for CPU in PYNATIVE_MODE and one for Ascend and graph mode. Where both accept an
index and disagree, this module does what the CPU does. Basic indexing returns a view, as it does on Ascend.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType, NoneType
from typing import Any

import numpy as np
import torch

from ms2torch._core.base import is_parameter, memory_of
from ms2torch._core.promotion import fitted, held

_INDEX_DTYPES = (torch.int8, torch.int16)
# tuples, not sets: torch.compile fails on a set of types
_NUMBERS = (int, float, bool)
_DIRECT_DTYPES = (torch.int64, torch.bool, torch.int32)
_INDIRECT = object()
_ALLOWED = "int, slice, `...`, None, bool, list, tuple, and Tensor of integers or bool"


class IndexShapeError(IndexError, ValueError):
    """An index array whose shape does not fit: MindSpore raises the one or the other, by the way it was written."""


class IndexRangeError(IndexError, ValueError, RuntimeError):
    """A place in an index array that is out of range: a RuntimeError to read there, a ValueError to write."""


def getitem(t: torch.Tensor, index: Any) -> torch.Tensor:
    """Return `t[index]` by MindSpore's rules.

    Args:
        t (torch.Tensor): the indexed tensor.
        index (Any): int, slice, None, Ellipsis, bool, list, tuple, numpy array, MindSpore Tensor, and tuples of those.

    Returns:
        torch.Tensor, a view of `t` when only ints, slices with positive step, None and Ellipsis are used, else a copy.

    Raises:
        IndexError: if an index is out of range, of a wrong type or there are too many.
        TypeError: if a 0-d tensor is indexed by an int, or a list holds floats.
        ValueError: if a mask does not fit or index arrays do not broadcast.

    Source: mindspore.Tensor, MindSpore 2.10
    """
    direct = _direct(t, index)
    if direct is not _INDIRECT:
        try:
            return t[direct]
        except (IndexError, ValueError, TypeError):
            pass  # the general way does it or says what is wrong
    return _select(t, _items(t, index))


def setitem(t: torch.Tensor, index: Any, value: Any) -> torch.Tensor:
    """Do `t[index] = value` by MindSpore's rules.

    Integers and slices are written in place: whatever shares the memory sees it. For masks, lists, Tensors, bools, and
    for `...` or None by itself, MindSpore makes a new tensor and lets the old memory be: views keep what they had.

    It is recorded for differentiation like any other operation, with two exceptions, both MindSpore's: writing a
    Parameter is an assignment outside the recorded graph, and writing the input of a function under `grad` is an error.

    Args:
        t (torch.Tensor): the tensor that is written.
        index (Any): as in `getitem`; False writes nothing.
        value (Any): a MindSpore Tensor, number, bool, or list or tuple of those; cast to `t.dtype`, broadcast.

    Returns:
        torch.Tensor that holds the result: `t`, or a new one. A torch Parameter keeps its identity and gets new data.

    Raises:
        IndexError: as `getitem`.
        TypeError: if `value` is of another type.
        ValueError: if `value` does not broadcast to the indexed shape, or a slice with a negative step goes beyond it.
        RuntimeError: if `t` is an input with respect to which a gradient is being recorded.

    Source: mindspore.Tensor, MindSpore 2.10
    """
    if is_parameter(t):
        data = t.data  # not `t` without gradient: views of a Parameter forbid that afterwards
        target = data if _in_place(index) or _by_position(index) else _fresh(data)
        _setitem(target, index, value)
        if target is not data:
            t.data = target
        return t
    target = t if _in_place(index) else _fresh(t)
    # `data`: as above
    _setitem(target if not target.requires_grad or _is_recorded(t) else target.data, index, value)
    return target


def _writes_nothing(index: Any) -> bool:
    """Tell whether an assignment lets everything be: to False, among others too, and to an empty list."""
    if index.__class__ is tuple:
        return any(item is False for item in index)
    return index is False or (index.__class__ is list and not index)


def _is_recorded(t: torch.Tensor) -> bool:
    """Tell whether a write to `t` belongs to the graph that is being recorded."""
    if not torch.is_grad_enabled():
        return False
    origin = memory_of(t)
    if not (origin.is_leaf and origin.requires_grad):
        return True
    if is_parameter(origin):
        return False
    raise RuntimeError(
        "cannot assign to the elements of an input while its gradient is recorded; assign to a copy "
        "(`x = x.copy()`) instead"
    )


def _fresh(t: torch.Tensor) -> torch.Tensor:
    return t.clone(memory_format=torch.contiguous_format)


def _in_place(index: Any) -> bool:
    """Tell whether MindSpore writes through views for this index: ints and slices, with `...` and None among them."""
    kind = index.__class__
    if kind is int or kind is slice:
        return True
    if kind is tuple:
        for item in index:
            kind = item.__class__
            if not (kind is int or kind is slice or item is None or item is Ellipsis):
                return False
        return True
    return False


def _by_position(index: Any) -> bool:
    """Tell whether this index, too, is written in place to a Parameter: a Tensor of integers or a flat list."""
    if index.__class__ is list:
        return not any(isinstance(item, (list, tuple)) or _is_tensor(item) for item in index)
    return _is_tensor(index) and index._t.dtype is not torch.bool


def _setitem(t: torch.Tensor, index: Any, value: Any) -> None:
    kind = index.__class__
    if not (kind is int or kind is slice):
        _check_narrow(index)
    if value.__class__ in _NUMBERS:
        source = fitted(value, t.dtype)
    else:
        source = _value(t, value)
        listed = value.__class__ is list or value.__class__ is tuple
        if isinstance(source, torch.Tensor) and source.dim() > (not listed):
            _check_one_element(t, index, source)
            if listed and _is_tensor(index) and index._t.dtype is torch.bool:
                _check_masked_sequence(t, index._t, source)
    direct = _direct(t, index)
    try:
        if direct is not _INDIRECT:
            try:
                t[direct] = source  # pyright: ignore[reportArgumentType]
                return
            except (IndexError, ValueError, TypeError):
                pass  # as in getitem
        if _writes_nothing(index):
            _check_beside_nothing(index, t)
            return
        if t.dim() == 0 and index.__class__ is slice:
            raise TypeError("a tensor of 0 dimensions cannot be indexed by a slice; use `x[...] = value`")
        items = _items(t, index)
        _check_crossed(t, items)
        if not any(_is_array(item) and _is_empty(item) for item in items):
            _assign(t, items, source)
    except RuntimeError as error:
        if any(sign in str(error) for sign in ("expand", "broadcast", "shape mismatch", "must match the size")):
            _require_nothing_indexed(t, index, value)
            return
        raise


def _check_narrow(index: Any) -> None:
    """Refuse what MindSpore's scatter refuses: a Tensor with one index of int8 or int16 (several it converts)."""
    if _is_tensor(index) and index._t.dtype in _INDEX_DTYPES and index._t.numel() == 1:
        raise TypeError(f"to assign, the index must be of int32 or int64, got {index._t.dtype}; convert with .astype()")


def _check_one_element(t: torch.Tensor, index: Any, source: torch.Tensor) -> None:
    """Refuse a sequence, or a matrix, where one element is assigned to."""
    places = 0
    for item in index if index.__class__ is tuple else (index,):
        if item is Ellipsis:
            continue
        if item.__class__ is not int:
            return
        places += 1
    if places == t.dim():
        shape = tuple(source.shape)
        raise ValueError(f"one element cannot be assigned from shape {shape}; write a number or a 0-d Tensor")


def _check_masked_sequence(t: torch.Tensor, mask: torch.Tensor, source: torch.Tensor) -> None:
    """Refuse a list or tuple where a mask chooses a part.

    MindSpore expands it to the whole tensor's shape and wants that to fit the part (measured 2.10); a Tensor it does
    not expand first.
    """
    chosen = int(mask.sum())
    if chosen and not (mask.dim() == 1 and t.shape[0] in (1, chosen)):
        shape = (chosen, *t.shape[mask.dim() :])
        raise ValueError(
            f"a sequence of shape {tuple(source.shape)} is expanded to {tuple(t.shape)}, which does not broadcast to "
            f"the {shape} that the mask chooses; write a Tensor"
        )


def _check_beside_nothing(index: Any, t: torch.Tensor) -> None:
    """Refuse an index array of several elements beside False, which is one of none: the two do not broadcast."""
    if index.__class__ is not tuple:
        return
    dim = 0
    for at, item in enumerate(index):
        if item is False:
            if any(map(_has_several, index[at:])):
                raise IndexError("False and an index of several elements do not broadcast together")
            return
        if item.__class__ is int and dim < t.dim() and not -t.shape[dim] <= item < t.shape[dim]:
            raise IndexError(f"index {item} is out of bounds for dimension with size {t.shape[dim]} (dimension {dim})")
        if _has_several(item):
            raise IndexError("False and an index of several elements do not broadcast together")
        dim += item is not None and item is not True


def _check_crossed(t: torch.Tensor, items: list[Any]) -> None:
    """Refuse an index array of several elements beside a slice that starts behind its stop, an array of none there."""
    if not any(map(_has_several, items)):
        return
    dim = 0
    for item in items:
        if item.__class__ is slice and not _is_negative(item):
            length = t.shape[dim]
            start, stop = (b + length if b is not None and b < 0 else b for b in (item.start, item.stop))
            if stop is not None and (start or 0) > max(stop, 0):
                raise IndexError(f"{item} selects nothing and does not broadcast with an index of several elements")
        dim += _dims_taken(item)


def _is_empty(array: torch.Tensor) -> bool:
    return not (array.any() if array.dtype is torch.bool else array.numel())


def _has_several(item: Any) -> bool:
    inner = item._t if _is_tensor(item) else item
    if isinstance(inner, torch.Tensor):
        return (int(inner.sum()) if inner.dtype is torch.bool else inner.numel()) > 1
    return isinstance(item, list) and len(item) > 1


def _direct(t: torch.Tensor, index: Any) -> Any:
    """Return what to give torch if it reads `index` as MindSpore does, else `_INDIRECT`. Runs for every `x[i]`."""
    kind = index.__class__
    if kind is int or index is None or index is Ellipsis:
        return index
    if index is True:
        return None  # the same new dimension, as a view
    if kind is slice:
        # torch.compile cannot catch torch's refusal of a negative step, so it is not tried
        return index if index.step is None or _is_forward(index) else _INDIRECT
    if kind is tuple:
        for item in index:
            kind = item.__class__
            if kind is slice:
                if item.step is not None and not _is_forward(item):
                    return _INDIRECT
            elif not (kind is int or item is None or item is Ellipsis):
                return _INDIRECT
        return index if index.count(Ellipsis) < 2 else _INDIRECT
    if kind is list:
        for item in index:
            if item.__class__ is not int:
                return _INDIRECT
        return index or _INDIRECT
    if hasattr(index, "_t"):
        inner = index._t
        if inner.dtype in _DIRECT_DTYPES and inner.device == t.device:
            return inner
    return _INDIRECT


def _is_forward(item: slice) -> bool:
    return item.step.__class__ is int and item.step > 0


# ---------------------------------------------------------------------------------------------------------- general
def _select(t: torch.Tensor, items: list[Any]) -> torch.Tensor:
    dim = 0
    for at, item in enumerate(items):
        if _is_negative(item):
            t = _step_back(t, dim, item)
            items[at] = slice(None)
        dim += _dims_taken(item)
    try:
        out = t[tuple(items)]
        return out if out.numel() else _without_rest(out, items, dim, t.dim())
    except IndexError as error:
        raise _plainer(error) from None


def _without_rest(out: torch.Tensor, items: list[Any], used: int, dims: int) -> torch.Tensor:
    """Drop the dimensions that no item names, where a mask chose nothing: MindSpore does (measured 2.10)."""
    masked = any(_is_array(item) and item.dtype is torch.bool and not item.any() for item in items)
    if not masked or len(items) < 2 or used == dims:
        return out
    return out.reshape(out.shape[: out.dim() - (dims - used)])


def _assign(t: torch.Tensor, items: list[Any], source: Any) -> None:
    if not any(map(_is_negative, items)):
        try:
            t[tuple(items)] = source
        except IndexError as error:
            raise _plainer(error) from None
        return
    if not t.numel():
        return
    # torch has no view with a negative step: write through the flat positions of the selected elements
    positions = _positions(t, items)
    if not positions.numel():
        return
    if int(positions.max()) >= t.numel():
        msg = f"{items} goes beyond the tensor: to assign, MindSpore counts a negative step down from its length"
        raise ValueError(msg)
    if not isinstance(source, torch.Tensor):
        source = torch.tensor(source, dtype=t.dtype, device=t.device)
    t.put_(positions, source.expand(positions.shape))


def _positions(t: torch.Tensor, items: list[Any]) -> torch.Tensor:
    """Return the flat positions of what is assigned to.

    MindSpore counts a negative step differently here than where it reads: a missing start is the length, which is one
    beyond the last element, and a missing stop is 0, which is not reached (measured 2.10).
    """
    at = torch.arange(t.numel(), device=t.device).view(t.shape)
    strides, dim = at.stride(), 0
    for place, item in enumerate(items):
        if _is_negative(item):
            steps = torch.tensor([*_backward(item, t.shape[dim])], dtype=torch.int64, device=t.device)
            offsets = steps * strides[dim]
            at = at.narrow(dim, 0, 1) + offsets.view(-1, *[1] * (t.dim() - dim - 1))
            items[place] = slice(None)
        dim += _dims_taken(item)
    return _select(at, items)


def _backward(item: slice, length: int) -> range:
    """Return the places of a slice with a negative step that is assigned to."""
    start, stop = (bound + length if bound is not None and bound < 0 else bound for bound in (item.start, item.stop))
    first = length if start is None else min(start, length)
    return range(first, 0 if stop is None else max(stop, 0), item.step)


def _step_back(t: torch.Tensor, dim: int, item: slice) -> torch.Tensor:
    """Apply a slice with a negative step, which torch does not have, to one dimension."""
    chosen = range(*item.indices(t.shape[dim]))
    if not chosen:
        return t.narrow(dim, 0, 0)
    window = t.narrow(dim, chosen[-1], chosen[0] - chosen[-1] + 1).flip(dim)
    return window[(slice(None),) * dim + (slice(None, None, -chosen.step),)]


# -------------------------------------------------------------------------------------------------------- normalize
def _items(t: torch.Tensor, index: Any) -> list[Any]:
    """Return what `index` means as a list of items for torch, with slices in place of Ellipsis."""
    items = [_item(i, t.device) for i in _as_tuple(index)]
    if t.dim() == 0:
        _check_zero_dim(index, items)
    used = sum(map(_dims_taken, items))
    if used > t.dim():
        masked = any(_is_array(item) and item.dtype is torch.bool for item in items)
        said = f"too many indices: {used} for a tensor of {t.dim()} dimensions, shape {tuple(t.shape)}"
        raise IndexShapeError(said) if masked else IndexError(said)
    if isinstance(index, tuple) and any(_is_array(i) and i.dtype is torch.bool for i in items):
        items = _unfit_masks_as_places(t, items, used)
    ellipses = [at for at, item in enumerate(items) if item is Ellipsis]
    if len(ellipses) > 1:
        raise IndexError("an index can have only one `...`")
    for at in ellipses:
        items[at : at + 1] = [slice(None)] * (t.dim() - used)
    _check_bounds(t, items)
    if not any(map(_is_placed, items)):
        return items
    # as in numpy, ints beside index arrays are arrays too: they decide with them where the indexed dimensions go
    return [_as_array(i, t.device) for i in items]


def _unfit_masks_as_places(t: torch.Tensor, items: list[Any], used: int) -> list[Any]:
    """Replace masks that are not of the shape of what they mask by the places of their True.

    Among other items MindSpore does that with every mask, so that one of any length will do whose places exist; a mask
    by itself must fit (measured 2.10).
    """
    out: list[Any] = []
    dim = 0
    for item in items:
        if _is_array(item) and item.dtype is torch.bool and item.shape != t.shape[dim : dim + item.dim()]:
            out += item.nonzero().unbind(1)
        else:
            out.append(item)
        dim += t.dim() - used if item is Ellipsis else _dims_taken(item)
    return out


def _as_tuple(index: Any) -> tuple[Any, ...]:
    if isinstance(index, tuple):
        return index
    if isinstance(index, list) and any(
        isinstance(i, (list, tuple, slice, NoneType, EllipsisType)) or _is_tensor(i) for i in index
    ):
        # MindSpore reads a list that holds more than numbers as a tuple
        return tuple(index)
    return (index,)


def _item(item: Any, device: torch.device) -> Any:
    kind = item.__class__
    if kind is int or item is None or item is Ellipsis:
        return item
    if kind is slice:
        return _plain_slice(item)
    if kind is bool:
        if not item:
            raise IndexError("False is no index: of the bools MindSpore accepts True only, which adds a dimension")
        return torch.tensor(item, device=device)
    if _is_tensor(item):
        return _tensor_item(item._t, device)
    if isinstance(item, np.ndarray):
        # MindSpore takes arrays on Ascend and in graph mode
        return _tensor_item(torch.from_numpy(item), device)
    if isinstance(item, (list, tuple)):
        return _list_item(item, device)
    raise IndexError(f"{type(item).__qualname__} is no tensor index; MindSpore accepts {_ALLOWED}{_hint(item)}")


def _tensor_item(index: torch.Tensor, device: torch.device) -> torch.Tensor:
    if index.dtype in _DIRECT_DTYPES:
        return index if index.device == device else index.to(device)
    if index.dtype in _INDEX_DTYPES:
        return index.to(device, torch.int64)
    raise IndexError(f"a Tensor used as index must be of a signed integer type or bool, got {index.dtype}")


def _list_item(item: Sequence[Any], device: torch.device) -> torch.Tensor:
    _check_leaves(item)
    try:
        values = np.array([i._t.item() if _is_tensor(i) else i for i in item])
    except ValueError:
        raise ValueError(f"a list used as index must be rectangular, got {item!r}") from None
    if values.size == 0:
        raise IndexError("an empty list or tuple is no index; use a Tensor of shape (0,)")
    if all(each is False for each in item):
        raise IndexError("a list of bools used as index must hold a True; use a Tensor for a mask")
    return torch.from_numpy(values).to(device)


def _check_leaves(item: Sequence[Any]) -> None:
    for leaf in item:
        if isinstance(leaf, (list, tuple)):
            _check_leaves(leaf)
        elif isinstance(leaf, float) and not isinstance(leaf, np.generic):
            raise TypeError(f"a list used as index must hold ints or bools, got {leaf!r}")
        elif leaf.__class__ not in (int, bool) and not _is_tensor(leaf):
            raise IndexError(f"a list used as index must hold ints or bools, got {leaf!r}{_hint(leaf)}")


def _plain_slice(item: slice) -> slice:
    start, stop, step = (_bound(b) for b in (item.start, item.stop, item.step))
    if step == 0:
        raise ValueError("the step of a slice cannot be 0")
    return slice(start, stop, step)


def _bound(bound: Any) -> int | None:
    if bound is None or bound.__class__ is int:
        return bound
    if _is_tensor(bound):
        return int(bound._t)
    if isinstance(bound, (bool, int)):
        return int(bound)
    raise TypeError(f"start, stop and step of a slice must be int, Tensor or None, got {bound!r}{_hint(bound)}")


def _check_bounds(t: torch.Tensor, items: list[Any]) -> None:
    dim = 0
    for item in items:
        if item.__class__ is int and not -t.shape[dim] <= item < t.shape[dim]:
            raise IndexError(f"index {item} is out of bounds for dimension with size {t.shape[dim]} (dimension {dim})")
        if _is_array(item) and item.dtype is torch.bool:
            wanted = tuple(t.shape[dim : dim + item.dim()])
            if tuple(item.shape) != wanted:
                raise IndexShapeError(
                    f"the mask of shape {tuple(item.shape)} must be of shape {wanted}, that of dimension {dim} on of "
                    f"the tensor of shape {tuple(t.shape)}"
                )
        dim += _dims_taken(item)


def _plainer(error: IndexError) -> IndexError:
    """Tell index arrays that do not broadcast together from those with a value out of range."""
    text = str(error)
    if "shape mismatch" in text:
        return IndexShapeError(text)
    return IndexRangeError(text) if "out of bounds" in text else error


def _is_array(item: Any) -> bool:
    return isinstance(item, torch.Tensor) and item.dim() > 0


def _is_placed(item: Any) -> bool:
    """Tell whether the item decides where the indexed dimensions go: an index array, or True."""
    return isinstance(item, torch.Tensor) and (item.dim() > 0 or item.dtype is torch.bool)


def _as_array(item: Any, device: torch.device) -> Any:
    """Return an int or a 0-d Tensor of one as an index array: torch reads both as an int, which takes no part."""
    if item.__class__ is int:
        return torch.tensor([item], device=device)
    if isinstance(item, torch.Tensor) and item.dim() == 0 and item.dtype is not torch.bool:
        return item.reshape(1)
    return item


def _dims_taken(item: Any) -> int:
    if item is None or item is Ellipsis:
        return 0
    if isinstance(item, torch.Tensor) and item.dtype is torch.bool:
        return item.dim()
    return 1


# ----------------------------------------------------------------------------------------------------------- checks
def _is_negative(item: Any) -> bool:
    return item.__class__ is slice and item.step is not None and item.step < 0


def _is_tensor(x: Any) -> bool:
    return hasattr(x, "_t")


def _check_zero_dim(index: Any, items: list[Any]) -> None:
    if index.__class__ is int:
        raise TypeError("a tensor of 0 dimensions cannot be indexed by an int; use `x.item()` or `x[...]`")
    if any(map(_dims_taken, items)):
        raise ValueError("a tensor of 0 dimensions can be indexed by `...`, `()`, None and True only")


def _hint(x: Any) -> str:
    if isinstance(x, np.integer):
        return f"; write int({int(x)})"
    if isinstance(x, range):
        return "; write list(...) around it"
    return ""


# ------------------------------------------------------------------------------------------------------------ value
def _value(t: torch.Tensor, value: Any) -> Any:
    if _is_tensor(value):
        source = value._t
        return source if source.dtype is t.dtype and source.device == t.device else source.to(t.device, t.dtype)
    if isinstance(value, (list, tuple)):
        return _sequence_value(t, value)
    if isinstance(value, (int, float)):  # np.float64 is a float, and accepted as one
        return held(value, t.dtype)
    raise TypeError(
        f"cannot assign {type(value).__module__}.{type(value).__qualname__}: MindSpore accepts "
        "a Tensor, a number, or a list or tuple of those; write mindspore.Tensor(value)"
    )


def _sequence_value(t: torch.Tensor, value: Sequence[Any]) -> torch.Tensor:
    if any(_is_tensor(v) for v in value):
        return torch.stack([v._t if _is_tensor(v) else torch.tensor(v) for v in value]).to(t.device, t.dtype)
    return torch.from_numpy(np.array(value)).to(t.device, t.dtype)


def _require_nothing_indexed(t: torch.Tensor, index: Any, value: Any) -> None:
    """Refuse a value that does not fit, unless there is nothing to write: then any shape does."""
    with torch.no_grad():
        target = getitem(t, index)
    if target.numel():
        shape = tuple(value._t.shape) if _is_tensor(value) else np.shape(value)
        raise ValueError(f"a value of shape {shape} does not broadcast to the indexed shape {tuple(target.shape)}")
