"""What every op needs of Tensor, without importing it: the slot, `wrap` and `unwrap`.

Ops import this module, and `common/tensor.py` imports ops to bind them as methods. `Tensor` registers itself here
when its class is created, which is what breaks that circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import torch

if TYPE_CHECKING:
    from ms2torch.common.tensor import Tensor

Number: TypeAlias = "int | float | bool | complex"

_new = object.__new__
_tensor_class: type[TensorBase]


class TensorBase:
    """The storage of a Tensor: one torch tensor. Attributes set by user code live in `__dict__`.

    What an index took out of another Tensor remembers in `_origin` where it came from: MindSpore writes it back there
    whenever its elements are assigned to. The slot is empty otherwise.
    """

    __slots__ = ("__dict__", "__weakref__", "_origin", "_t")

    _t: torch.Tensor
    _origin: tuple[TensorBase, object]

    def _hold(self, t: torch.Tensor) -> None:
        """Hold other values from now on."""
        self._t = t


def bind_tensor_class(cls: type[TensorBase]) -> None:
    """Make `cls` the class that `wrap` builds."""
    global _tensor_class
    _tensor_class = cls


def wrap(t: torch.Tensor) -> Tensor:
    """Return a MindSpore Tensor that holds `t` (no copy).

    A Tensor is returned as it is: torch answers with one where an argument was one, as a length in a shape.
    """
    if t.__class__ is _tensor_class:
        return t  # type: ignore[return-value]
    out = _new(_tensor_class)
    out._t = t
    return out  # type: ignore[return-value]


def is_parameter(t: object) -> bool:
    """Tell whether `t` is a torch.nn.Parameter; to ask torch's class itself takes a quarter of a small operation."""
    return t.__class__ is not torch.Tensor and isinstance(t, torch.nn.Parameter)


def memory_of(t: torch.Tensor) -> torch.Tensor:
    """Return the tensor whose memory `t` shows: itself, or what it is a view of."""
    base = t._base
    return t if base is None else base


class NotATensorError(TypeError, AttributeError):
    """Something else where a Tensor is expected: MindSpore raises the one or the other, by the way it asks."""


def unwrap(x: object) -> torch.Tensor:
    """Return the torch tensor inside the MindSpore Tensor `x`.

    Raises:
        TypeError: if `x` is anything else.
    """
    try:
        return x._t  # type: ignore[attr-defined, no-any-return]
    except AttributeError:
        raise NotATensorError(_not_a_tensor(x)) from None


def unwrap_optional(x: object) -> torch.Tensor | None:
    """Return the torch tensor inside the MindSpore Tensor `x`, and None for None.

    Raises:
        TypeError: if `x` is anything else.
    """
    return None if x is None else unwrap(x)


def unwrap_shaped(x: object) -> torch.Tensor:
    """Return a torch tensor of the shape, type and device of the MindSpore Tensor `x`; its elements are not to be read.

    Those of a Tensor that `initializer` made and nobody filled do not exist: its frame stands for it.

    Raises:
        TypeError: if `x` is anything else.
    """
    try:
        return x._t  # type: ignore[attr-defined, no-any-return]
    except AttributeError:
        raise NotATensorError(_not_a_tensor(x)) from None
    except RuntimeError:
        frame = getattr(x, "frame", None)
        if frame is None:
            raise
        return frame()  # type: ignore[no-any-return]


def unwrap_or_scalar(x: object) -> torch.Tensor:
    """Return the torch tensor inside `x`, or `x` itself if it is a Python number or bool.

    torch treats such a number as a weakly typed scalar, as MindSpore does.
    The return type names the tensor only, because torch's own stubs accept numbers at few of the places that do.
    """
    kind = x.__class__
    if kind is float or kind is int:  # an attribute that is missing costs more than all the rest
        return x  # type: ignore[return-value]
    try:
        return x._t  # type: ignore[attr-defined, no-any-return]
    except AttributeError:
        if isinstance(x, (bool, int, float, complex)):
            return x  # type: ignore[return-value]
        raise TypeError(_not_a_tensor(x, or_number=True)) from None


def _not_a_tensor(x: object, *, or_number: bool = False) -> str:
    wanted = "a mindspore Tensor or a number" if or_number else "a mindspore Tensor"
    hint = "; wrap it with mindspore.Tensor(x)" if isinstance(x, (torch.Tensor, list, tuple)) else ""
    return f"expected {wanted}, got {type(x).__module__}.{type(x).__qualname__}{hint}"
