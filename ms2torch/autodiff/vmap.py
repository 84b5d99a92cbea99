"""`vmap`: run a function over a dimension of its inputs at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import torch
from torch._C._functorch import is_batchedtensor

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.tree import unwrap_tree, wrap_tree
from ms2torch.ops.primitive import Primitive

__all__ = ["vmap"]


def vmap(fn: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Any]:
    """Make a function that runs `fn` over one dimension of its inputs at once.

    Args:
        fn (Union[Cell, Function, CellList]): the function of one element; of a CellList, each Cell takes its own
            element (several models at once).
        in_axes (Union[int, tuple, list]): the dimension of each input, nested as the inputs are; ``None`` for an input
            that stays the same. Default: ``0``.
        out_axes (Union[int, tuple, list]): where the dimension goes in each output. Default: ``0``.

    Returns:
        Function with the inputs of `fn`.

    Raises:
        RuntimeError: if an axis is out of range, all are ``None``, sizes differ, or `fn` is a Primitive.
        TypeError: if the number of arguments is not that of a Cell.
        ValueError: if a CellList has not as many Cells as there are elements.

    Source: mindspore.vmap, MindSpore 2.10
    """
    if isinstance(fn, torch.nn.Module) and type(fn).__name__ == "CellList":
        return partial(_each_its_own, list(fn.children()), in_axes, out_axes)

    def on_torch(*args: Any) -> Any:
        out = unwrap_tree(fn(*wrap_tree(args)))
        return _as_tensors(out, _spread(out_axes, out, "out_axes"))

    @wraps(fn, updated=())
    def run(*args: Any) -> Any:
        _check_axes(fn, in_axes, out_axes)
        _check_arguments(fn, in_axes, args)
        try:
            mapped = torch.vmap(on_torch, _as_tuple(in_axes), _as_tuple(out_axes), randomness="different")
            return wrap_tree(mapped(*unwrap_tree(args)))
        except (ValueError, IndexError) as error:
            msg = f"vmap: {error}"
            raise RuntimeError(msg) from error

    return run


# ---- one function, many elements -------------------------------------------------------------------------------------
def _as_tuple(axes: Any) -> Any:
    """Return nested lists of axes as tuples."""
    return tuple(map(_as_tuple, axes)) if isinstance(axes, (tuple, list)) else axes


def _flat(axes: Any) -> list[Any]:
    return [each for axis in axes for each in _flat(axis)] if isinstance(axes, (tuple, list)) else [axes]


def _spread(axes: Any, tree: Any, name: str) -> Any:
    """Return the axis of each leaf of a tree: one for all, or nested as the tree is."""
    if not isinstance(tree, (tuple, list)):
        return axes
    if not isinstance(axes, (tuple, list)):
        return [_spread(axes, each, name) for each in tree]
    if len(axes) != len(tree):
        what = "the number of results of 'fn'" if name == "out_axes" else "the number of arguments of 'fn'"
        msg = f"The size of vmap's '{name}' should be equal to {what}: {len(tree)}, but got size: {len(axes)}."
        raise RuntimeError(msg)
    return [_spread(axis, each, name) for axis, each in zip(axes, tree, strict=True)]


def _as_tensors(out: Any, axes: Any) -> Any:
    """Return outputs as tensors, numbers too, after a look at where their new dimension shall go."""
    if isinstance(out, (tuple, list)):
        return type(out)(_as_tensors(each, axis) for each, axis in zip(out, axes, strict=True))
    t = out if isinstance(out, torch.Tensor) else torch.tensor(out)
    batched = is_batchedtensor(t)
    if axes is None and batched:
        msg = "It is invalid that source is not None and dst is None. Give the output an axis in 'out_axes'."
        raise RuntimeError(msg)
    if axes is not None and not -t.dim() - 1 <= axes <= t.dim():
        msg = f"The axis: {axes} in 'out_axes' is out of bounds for array of dimension [{-t.dim() - 1},{t.dim() + 1})."
        raise RuntimeError(msg)
    return t


def _check_axes(fn: Callable[..., Any], in_axes: Any, out_axes: Any) -> None:
    if isinstance(fn, Primitive):
        msg = f"The function {fn} cast to 'FuncGraphAbstractClosure' failed. vmap takes a Cell or a function."
        raise RuntimeError(msg)  # noqa: TRY004 - MindSpore's class
    for axis in _flat(in_axes):
        if axis is not None and (isinstance(axis, bool) or not isinstance(axis, int)):
            said = f"{axis:g}" if isinstance(axis, float) else axis
            msg = f"The axis in vmap's 'in_axes' should be a None or a scalar of type Int64Imm, but got a {said}."
            raise RuntimeError(msg)
    if in_axes is None:
        raise RuntimeError("The 'in_axes' of 'vmap' cannot be a single None while 'fn' is not a 'CellList'.")
    for name, axes in (("in_axes", in_axes), ("out_axes", out_axes)):
        if _flat(axes) and all(axis is None for axis in _flat(axes)):
            msg = f"The '{name}' of 'vmap' cannot be all None while 'fn' is not a 'CellList', but got {axes}."
            raise RuntimeError(msg)


def _check_arguments(fn: Callable[..., Any], in_axes: Any, args: tuple[Any, ...]) -> None:
    if isinstance(fn, torch.nn.Module) and isinstance(in_axes, (tuple, list)) and len(in_axes) != len(args):
        takes = len(in_axes)
        msg = f"The parameters number of the function is {takes}, but the number of provided arguments is {len(args)}."
        raise TypeError(msg)
    if isinstance(in_axes, (tuple, list)) and len(in_axes) != len(args):
        msg = (
            "When vmap`s 'in_axes' is a tuple or list, and its size must be equal to the number of arguments of 'fn': "
            f"{len(args)}, but got size: {len(in_axes)}."
        )
        raise RuntimeError(msg)
    _axis_size(in_axes, args)


def _axis_size(in_axes: Any, args: tuple[Any, ...]) -> int:
    """Return how many elements the inputs hold along their axes.

    Raises:
        RuntimeError: if an axis is out of range, the numbers differ, or no input has an axis.
    """
    sizes = []
    for axis, leaf in _leaves(_spread(in_axes, args, "in_axes"), args):
        if axis is None or not isinstance(leaf, TensorBase):
            continue
        dims = leaf._t.dim()
        if not -dims <= axis < dims:
            msg = f"The axis: {axis} in 'in_axes' is out of bounds for array of dimension [{-dims},{dims})."
            raise RuntimeError(msg)
        sizes.append(leaf._t.shape[axis])
    if not sizes:
        raise RuntimeError(
            "Failed to get 'axis_size' within the scope of vmap. An input must be a Tensor with an axis."
        )
    other = next((size for size in sizes if size != sizes[0]), sizes[0])
    if other != sizes[0]:
        msg = (
            f"The 'axis_size' of each argument in the scope of 'vmap' should be equal, but got {sizes[0]} and {other}."
        )
        raise RuntimeError(msg)
    return sizes[0]


def _leaves(axes: Any, tree: Any) -> list[tuple[Any, Any]]:
    if isinstance(tree, (tuple, list)):
        return [found for axis, each in zip(axes, tree, strict=True) for found in _leaves(axis, each)]
    return [(axes, tree)]


# ---- several models, an element each ---------------------------------------------------------------------------------
def _each_its_own(cells: list[Any], in_axes: Any, out_axes: Any, *args: Any) -> Any:
    """Call each Cell with its element of the inputs, and stack what they return."""
    if len(cells) < 2:
        msg = (
            "In the model ensembling parallel training scenario ('VmapOperation' arg0 is a 'CellList'), the size of "
            f"'CellList' must be greater than 1, but got {len(cells)}."
        )
        raise RuntimeError(msg)
    if len({len(inspect.signature(cell.construct).parameters) for cell in cells}) > 1:
        msg = "'VmapOperation' arg0 is a CellList, whose elements's inputs should be consistent."
        raise RuntimeError(msg)
    axes = _spread(in_axes, args, "in_axes")
    if any(axis is not None for axis in _flat(axes)) and (size := _axis_size(in_axes, args)) != len(cells):
        msg = (
            "If you want to execute the model ensembling parallel training, please make sure the 'axis_size' in the "
            "scope of vmap consistent with the cell size of the input 'CellList', otherwise, please do not enter "
            f"'CellList' as the first argument, but we get axis_size: {size} and the cell size: {len(cells)}."
        )
        raise ValueError(msg)
    if len({len(list(cell.get_parameters())) for cell in cells}) > 1:
        counts = " and ".join(str(len(list(cell.get_parameters()))) for cell in cells[:2])
        raise ValueError(f"Parameter size of each cell should be consistent, but get {counts}.")
    outs = [unwrap_tree(cell(*_taken(args, axes, at))) for at, cell in enumerate(cells)]
    return wrap_tree(_stacked(outs, _spread(out_axes, outs[0], "out_axes")))


def _taken(tree: Any, axes: Any, at: int) -> Any:
    """Return one element of each Tensor of a tree along its axis."""
    if isinstance(tree, (tuple, list)):
        return type(tree)(_taken(each, axis, at) for each, axis in zip(tree, axes, strict=True))
    if axes is None or not isinstance(tree, TensorBase):
        return tree
    return wrap(tree._t.select(axes, at))


def _stacked(outs: list[Any], axes: Any) -> Any:
    if isinstance(outs[0], (tuple, list)):
        return type(outs[0])(_stacked([*each], axis) for each, axis in zip(zip(*outs, strict=True), axes, strict=True))
    if axes is None:
        return outs[0]
    return torch.stack([out if isinstance(out, torch.Tensor) else torch.tensor(out) for out in outs], axes)
