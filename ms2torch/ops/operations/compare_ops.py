"""Comparisons, logic, and questions about values as Primitives."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math import compare as math_compare
from ms2torch.ops.primitive import Primitive


class Equal(Primitive, fn=math_compare.eq):
    """Tell where two tensors are equal.

    Source: mindspore.ops.Equal, MindSpore 2.10
    """


class NotEqual(Primitive, fn=math_compare.ne):
    """Tell where two tensors differ.

    Source: mindspore.ops.NotEqual, MindSpore 2.10
    """


class Greater(Primitive, fn=math_compare.gt):
    """Tell where the first operand is greater.

    Source: mindspore.ops.Greater, MindSpore 2.10
    """


class GreaterEqual(Primitive, fn=math_compare.ge):
    """Tell where the first operand is greater or equal.

    Source: mindspore.ops.GreaterEqual, MindSpore 2.10
    """


class Less(Primitive, fn=math_compare.lt):
    """Tell where the first operand is less.

    Source: mindspore.ops.Less, MindSpore 2.10
    """


class LessEqual(Primitive, fn=math_compare.le):
    """Tell where the first operand is less or equal.

    Source: mindspore.ops.LessEqual, MindSpore 2.10
    """


class LogicalAnd(Primitive, fn=math_compare.logical_and):
    """Tell where both are true.

    Source: mindspore.ops.LogicalAnd, MindSpore 2.10
    """


class LogicalOr(Primitive, fn=math_compare.logical_or):
    """Tell where at least one is true.

    Source: mindspore.ops.LogicalOr, MindSpore 2.10
    """


class LogicalXor(Primitive, fn=math_compare.logical_xor):
    """Tell where exactly one is true.

    Source: mindspore.ops.LogicalXor, MindSpore 2.10
    """


class LogicalNot(Primitive, fn=math_compare.logical_not):
    """Tell where the elements are false.

    Source: mindspore.ops.LogicalNot, MindSpore 2.10
    """


class IsNan(Primitive, fn=math_compare.isnan):
    """Tell where the elements are nan.

    Source: mindspore.ops.IsNan, MindSpore 2.10
    """


class IsInf(Primitive, fn=math_compare.isinf):
    """Tell where the elements are infinite.

    Source: mindspore.ops.IsInf, MindSpore 2.10
    """


class IsFinite(Primitive, fn=math_compare.isfinite):
    """Tell where the elements are finite.

    Source: mindspore.ops.IsFinite, MindSpore 2.10
    """


class IsClose(Primitive):
    """Tell where two tensors agree up to a tolerance.

    Args:
        rtol (float): relative tolerance. Default: ``1e-05``.
        atol (float): absolute tolerance. Default: ``1e-08``.
        equal_nan (bool): count nan as equal to nan. Default: ``False``.

    Source: mindspore.ops.IsClose, MindSpore 2.10
    """

    def __init__(self, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> None:
        super().__init__()
        self.rtol, self.atol, self.equal_nan = rtol, atol, equal_nan

    def __call__(self, input: Tensor, other: Tensor) -> Tensor:
        """Compare `input` with `other`."""
        return math_compare.isclose(input, other, self.rtol, self.atol, self.equal_nan)


class ApproximateEqual(Primitive):
    """Tell where two tensors differ by less than a tolerance.

    Args:
        tolerance (float): the bound, not included. Default: ``1e-05``.

    Source: mindspore.ops.ApproximateEqual, MindSpore 2.10
    """

    def __init__(self, tolerance: float = 1e-05) -> None:
        super().__init__()
        self.tolerance = tolerance

    def __call__(self, x: Tensor, y: Tensor) -> Tensor:
        """Compare `x` with `y`."""
        return math_compare.approximate_equal(x, y, self.tolerance)


class EqualCount(Primitive):
    """Count the elements that two tensors have in common, place by place.

    Source: mindspore.ops.EqualCount, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor, y: Tensor) -> Tensor:
        """Compare `x` with `y`, of one shape and type; the count is a tensor of one element of their type."""
        a, b = unwrap(x), unwrap(y)
        if a.shape != b.shape or a.dtype != b.dtype:
            msg = f"ops.EqualCount: expected one shape and type, got {a.shape} {a.dtype} and {b.shape} {b.dtype}"
            raise ValueError(msg)
        return wrap((a == b).sum().to(dtype=a.dtype).reshape(1))


class CheckNumerics(Primitive):
    """Raise where a tensor holds nan or an infinity, and return it otherwise.

    Source: mindspore.ops.CheckNumerics, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> Tensor:
        """Check `x`.

        Raises:
            RuntimeError: if it holds nan or an infinity.
        """
        t = unwrap(x)
        for word, found in (("nan", torch.isnan(t)), ("infinite", torch.isinf(t))):
            if bool(found.any()):
                msg = f"ops.CheckNumerics: the tensor of shape {tuple(t.shape)} holds {word} values"
                raise RuntimeError(msg)
        return wrap(t)
