"""Helpers on shapes."""

from __future__ import annotations

from collections.abc import Sequence

_UNKNOWN = -1
_UNKNOWN_RANK = [-2]


def get_broadcast_shape(
    x_shape: Sequence[int], y_shape: Sequence[int], prim_name: str, arg_name1: str = "x", arg_name2: str = "y"
) -> Sequence[int]:
    """Return the shape that two shapes broadcast to; -1 is a length that is not known yet, and fits every other.

    Args:
        x_shape (Union[list[int], tuple[int]]): the first.
        y_shape (Union[list[int], tuple[int]]): the second.
        prim_name (str): whose operands they are, for the message.
        arg_name1 (str): what the first is called. Default: ``"x"``.
        arg_name2 (str): what the second is called. Default: ``"y"``.

    Returns:
        list[int]; `x_shape` itself where the two are equal.

    Raises:
        ValueError: if they do not broadcast.

    Source: mindspore.ops._utils.get_broadcast_shape, MindSpore 2.10
    """
    if x_shape == y_shape:
        return x_shape
    if _UNKNOWN_RANK in (list(x_shape), list(y_shape)):
        return list(_UNKNOWN_RANK)
    rank = max(len(x_shape), len(y_shape))
    first, second = ([1] * (rank - len(shape)) + list(shape) for shape in (x_shape, y_shape))
    out: list[int] = []
    for a, b in zip(first, second, strict=True):
        if a in (1, _UNKNOWN) or a == b:
            out.append(a if b == 1 else b)
        elif b in (1, _UNKNOWN):
            out.append(a)
        else:
            msg = (
                f"For '{prim_name}', {arg_name1}.shape and {arg_name2}.shape need to broadcast, but got "
                f"{arg_name1}.shape = {x_shape} and {arg_name2}.shape = {y_shape}."
            )
            raise ValueError(msg)
    return out
