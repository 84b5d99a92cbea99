"""Gradients by integers and bools, which torch does not compute: by a second run on floating-point numbers.

MindSpore differentiates by any number, and gives the gradient in the input's own type: that of x * x at 3 is 6. A
function that uses the integers as what they are, as indices say, fails or computes something else when it is given
floating-point numbers; its gradient is zero, as it is in MindSpore.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.kernel_draws import undone
from ms2torch._core.no_gradient import NoGradientError, standing_for_integers
from ms2torch._core.tree import tensor_leaves
from ms2torch.common._stand_ins import StandIns

_EXACT = 2**24  # the integers that float32 holds


def is_whole(x: TensorBase) -> bool:
    """Tell whether a Tensor holds integers or bools."""
    return not (x._t.is_floating_point() or x._t.is_complex())


def gradients_by_whole_numbers(
    run: Callable[[], tuple[Any, Any]],
    tensors: Sequence[TensorBase],
    outputs: Any,
    backward: Callable[[Any, list[torch.Tensor]], list[Any]],
) -> dict[int, Any]:
    """Return the gradients by those of some Tensors that hold integers or bools.

    Args:
        run (Callable): runs the function; returns all its outputs, and those that count.
        tensors (Sequence[Tensor]): what is differentiated by, of any type.
        outputs (Any): what the function returned when it ran on the integers.
        backward (Callable): takes the outputs that count and the variables, and returns the gradients.

    Returns:
        dict: the gradient, in the type of the Tensor, by the Tensor's `id`. Empty where the function does not take
        floating-point numbers, or computes something else of them.

    Raises:
        NoGradientError: if a function that has no gradient is in the way.
    """
    whole = [x for x in tensors if is_whole(x)]
    found = _gradients_by(whole, run, outputs, backward)
    numbers = [x for x in whole if x._t.dtype is not torch.bool]
    if not found and 0 < len(numbers) < len(whole):
        # the bools may be what selects: they stay, and their own gradient is zero
        return _gradients_by(numbers, run, outputs, backward)
    return found


def _gradients_by(
    whole: Sequence[TensorBase],
    run: Callable[[], tuple[Any, Any]],
    outputs: Any,
    backward: Callable[[Any, list[torch.Tensor]], list[Any]],
) -> dict[int, Any]:
    """Return the gradients by these Tensors, which hold floating-point numbers meanwhile; empty where that fails."""
    before = {id(x): x._t for x in whole}
    for x in whole:
        x._t = _floating(x._t)
    try:
        stand_ins = StandIns(whole, nested=False)
        with undone(), standing_for_integers(), stand_ins:
            found, counted = run()
            if not _same(found, outputs):
                return {}
            grads = backward(counted, [stand_ins.variable(x) for x in whole])
    except NoGradientError:
        raise
    except Exception:  # noqa: BLE001 - whatever the function makes of numbers that it did not expect
        return {}
    finally:
        for x in whole:
            x._t = before[id(x)]
    return {id(x): wrap(g._t.to(before[id(x)].dtype)) for x, g in zip(whole, grads, strict=True)}


def _floating(t: torch.Tensor) -> torch.Tensor:
    large = t.dtype in (torch.int32, torch.int64) and t.numel() and int(t.abs().max()) > _EXACT
    return t.to(torch.float64 if large else torch.float32)


def _same(found: Any, wanted: Any) -> bool:
    """Tell whether two runs returned the same numbers, whatever their types."""
    pairs = tensor_leaves(found), tensor_leaves(wanted)
    if len(pairs[0]) != len(pairs[1]):
        return False
    return all(
        a._t.shape == b._t.shape and torch.allclose(a._t.detach().double(), b._t.double(), rtol=1e-3, equal_nan=True)
        for a, b in zip(*pairs, strict=True)
    )
