"""`vmap`: run a function over a dimension of its inputs at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from ms2torch._core.tree import unwrap_tree, wrap_tree
from ms2torch._errors import UnsupportedArgumentError

__all__ = ["vmap"]


def vmap(fn: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Any]:
    """Make a function that runs `fn` over one dimension of its inputs at once.

    Args:
        fn (Union[Cell, Function]): the function of one element.
        in_axes (Union[int, tuple, list]): the dimension of each input, nested as the inputs are; ``None`` for an input
            that stays the same. Default: ``0``.
        out_axes (Union[int, tuple, list]): where the dimension goes in each output. Default: ``0``.

    Returns:
        Function with the inputs of `fn`.

    Raises:
        RuntimeError: if an axis is out of range, all are ``None``, or sizes differ.
        UnsupportedArgumentError: if `fn` is a CellList (MindSpore's model ensembling).

    Source: mindspore.vmap, MindSpore 2.10
    """
    if isinstance(fn, torch.nn.Module) and type(fn).__name__ == "CellList":
        remedy = "call its Cells one by one and stack what they return"
        raise UnsupportedArgumentError("vmap", "fn", "CellList", remedy)

    def on_torch(*args: Any) -> Any:
        return unwrap_tree(fn(*wrap_tree(args)))

    @wraps(fn, updated=())
    def run(*args: Any) -> Any:
        _check(in_axes, args)
        try:
            mapped = torch.vmap(on_torch, _as_tuple(in_axes), _as_tuple(out_axes), randomness="different")
            return wrap_tree(mapped(*unwrap_tree(args)))
        except (ValueError, IndexError) as error:
            msg = f"vmap: {error}"
            raise RuntimeError(msg) from error

    return run


def _as_tuple(axes: Any) -> Any:
    """Return nested lists of axes as tuples."""
    return tuple(map(_as_tuple, axes)) if isinstance(axes, (tuple, list)) else axes


def _axes(axes: Any) -> list[Any]:
    return [each for axis in axes for each in _axes(axis)] if isinstance(axes, (tuple, list)) else [axes]


def _check(in_axes: Any, args: tuple[Any, ...]) -> None:
    flat = _axes(in_axes)
    if any(axis is not None and (isinstance(axis, bool) or not isinstance(axis, int)) for axis in flat):
        msg = f"The axis in vmap`s 'in_axes' can only be of type Int or None, but got {in_axes!r}."
        raise RuntimeError(msg)
    if all(axis is None for axis in flat):
        msg = f"The 'in_axes' of 'vmap' cannot be all None while 'fn' is not a 'CellList', but got {in_axes}."
        raise RuntimeError(msg)
    if isinstance(in_axes, (tuple, list)) and len(in_axes) != len(args):
        msg = (
            "When vmap`s 'in_axes' is a tuple or list, and its size must be equal to the number of arguments of 'fn': "
            f"{len(args)}, but got size: {len(in_axes)}."
        )
        raise RuntimeError(msg)
