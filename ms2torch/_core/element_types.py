"""What MindSpore refuses for its element type, refused: a table and one membership test.

A Cell that was called with torch tensors follows torch: what torch can compute, in float64 above all, is computed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.base import unwrap
from ms2torch._core.casting import is_casting
from ms2torch._core.grad_mode import is_for_torch
from ms2torch._core.refused_types import REFUSED_BY_PRIMITIVES, REFUSED_TYPES

_BY_LETTER = {
    "b": torch.bool, "B": torch.uint8, "c": torch.int8, "i": torch.int16, "l": torch.int32, "q": torch.int64,
    "e": torch.float16, "E": torch.bfloat16, "f": torch.float32, "d": torch.float64, "F": torch.complex64,
    "D": torch.complex128,
}  # fmt: skip
REFUSED: dict[str, frozenset[torch.dtype]] = {
    op: frozenset(_BY_LETTER[letter] for letter in letters)
    for op, letters in (*REFUSED_TYPES.items(), *REFUSED_BY_PRIMITIVES.items())
}


def admitted(x: object, op: str) -> torch.Tensor:
    """Return the torch tensor inside the Tensor `x`, if the function takes its element type.

    Args:
        x (object): what the caller passed.
        op (str): a key of `REFUSED`, the public name of the function.

    Raises:
        TypeError: if `x` is no Tensor, or MindSpore's function refuses its element type.
    """
    try:
        t = x._t  # type: ignore[attr-defined]
    except AttributeError:
        return unwrap(x)  # raises
    if t.dtype in REFUSED[op]:
        refuse(op, t.dtype)
    return t  # type: ignore[no-any-return]


def check_type(x: object, op: str) -> None:
    """Refuse a Tensor for its element type; anything else is left to the function."""
    try:
        t = x._t  # type: ignore[attr-defined]
    except AttributeError:
        return
    if t.dtype in REFUSED[op]:
        refuse(op, t.dtype)


def checking(op: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a Primitive's `__call__` that looks first at the type of the first Tensor it is given.

    Args:
        op (str): a key of `REFUSED`.
        call (Callable): the method.
    """

    @functools.wraps(call)
    def run(self: object, *args: Any, **kwargs: Any) -> Any:
        given = (*args, *kwargs.values())
        check_type(
            given[0][0] if given and isinstance(given[0], (list, tuple)) and given[0] else next(iter(given), None), op
        )
        return call(self, *args, **kwargs)

    return run


def check_promoted(op: str, *operands: object) -> None:
    """Refuse operands, torch tensors and numbers, for the element type that they are promoted to."""
    kind: torch.dtype | None = None
    for x in operands:
        if isinstance(x, torch.Tensor):
            found = x.dtype
            kind = found if kind is None or found is kind else torch.promote_types(kind, found)
    if kind in REFUSED[op]:
        refuse(op, kind)  # type: ignore[arg-type]


def alike_admitted(op: str, *operands: object) -> list[torch.Tensor]:
    """Return the torch tensors of operands in the type they are promoted to, if the function takes that.

    Args:
        op (str): the public name; one without an entry in `REFUSED` takes every type.
        operands (object): Tensors.

    Raises:
        TypeError: if an operand is no Tensor, or the type is refused.
    """
    tensors = [unwrap(x) for x in operands]
    kind = functools.reduce(torch.promote_types, (t.dtype for t in tensors))
    if op in REFUSED and kind in REFUSED[op]:
        refuse(op, kind)
    return [t if t.dtype is kind else t.to(dtype=kind) for t in tensors]


def refuse(op: str, dtype: torch.dtype) -> None:
    """Raise what MindSpore raises, unless a Cell runs by torch's rules or casts to a type of its own."""
    if is_for_torch() or (is_casting() and dtype.is_floating_point):
        return
    taken = [str(kind)[6:] for kind in _BY_LETTER.values() if kind not in REFUSED[op]]
    words = f"For '{op}', the element type must be one of {', '.join(taken)}"
    msg = f"{words}, but got {str(dtype)[6:]}; convert with .astype()"
    raise TypeError(msg)
