"""Functions of one sparse tensor, applied to the values it holds; the others stay zero.

One definition each: the function of dense tensors, for the values. The indices and the shape are those of the argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from ms2torch._core.sparse_tensor import COOTensor, CSRTensor
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math import compare as math_compare, trig as math_trig, unary as math_unary
from ms2torch.ops.function.nn import activation, activation_piecewise

Sparse = TypeVar("Sparse", COOTensor, CSRTensor)


class OnValues(Protocol[Sparse]):
    """A function of the values that a sparse tensor holds."""

    def __call__(self, x: Sparse) -> Sparse:
        """Apply it."""
        ...


def on_values(kind: type[Sparse], name: str, fn: Callable[[Tensor], Tensor], what: str) -> OnValues[Sparse]:
    """Make a function of sparse tensors from one of dense tensors.

    Args:
        kind (type): COOTensor or CSRTensor.
        name (str): the name under which `mindspore.ops` has it.
        fn (Callable): computes the values.
        what (str): what it computes, for the docstring.
    """

    def applied(x: Sparse) -> Sparse:
        if not isinstance(x, kind):
            msg = f"ops.{name}: expected a {kind.__name__}, got {type(x).__name__}"
            raise TypeError(msg)
        return x._with(fn(x.values)._t)

    applied.__name__ = applied.__qualname__ = name
    applied.__doc__ = f"""Compute, for the values that a sparse tensor holds, {what}; the others stay zero.

    Args:
        x ({kind.__name__}): any values that the function of dense tensors takes.

    Returns:
        {kind.__name__}, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no {kind.__name__}.

    Source: mindspore.ops.{name}, MindSpore 2.10
    """
    return applied


coo_abs = on_values(COOTensor, "coo_abs", math_unary.abs, "the absolute values")
coo_acos = on_values(COOTensor, "coo_acos", math_trig.acos, "the inverse cosine")
coo_acosh = on_values(COOTensor, "coo_acosh", math_trig.acosh, "the inverse hyperbolic cosine")
coo_asin = on_values(COOTensor, "coo_asin", math_trig.asin, "the inverse sine")
coo_asinh = on_values(COOTensor, "coo_asinh", math_trig.asinh, "the inverse hyperbolic sine")
coo_atan = on_values(COOTensor, "coo_atan", math_trig.atan, "the inverse tangent")
coo_atanh = on_values(COOTensor, "coo_atanh", math_trig.atanh, "the inverse hyperbolic tangent")
coo_ceil = on_values(COOTensor, "coo_ceil", math_unary.ceil, "the values rounded up")
coo_cos = on_values(COOTensor, "coo_cos", math_trig.cos, "the cosine")
coo_cosh = on_values(COOTensor, "coo_cosh", math_trig.cosh, "the hyperbolic cosine")
coo_exp = on_values(COOTensor, "coo_exp", math_unary.exp, "the exponential")
coo_expm1 = on_values(COOTensor, "coo_expm1", math_unary.expm1, "the exponential minus one")
coo_floor = on_values(COOTensor, "coo_floor", math_unary.floor, "the values rounded down")
coo_inv = on_values(COOTensor, "coo_inv", math_unary.inv, "the reciprocal")
coo_isfinite = on_values(COOTensor, "coo_isfinite", math_compare.isfinite, "whether each value is finite")
coo_isinf = on_values(COOTensor, "coo_isinf", math_compare.isinf, "whether each value is infinite")
coo_isnan = on_values(COOTensor, "coo_isnan", math_compare.isnan, "whether each value is no number")
coo_log = on_values(COOTensor, "coo_log", math_unary.log, "the natural logarithm")
coo_log1p = on_values(COOTensor, "coo_log1p", math_unary.log1p, "the logarithm of one plus x")
coo_neg = on_values(COOTensor, "coo_neg", math_unary.neg, "the values with the other sign")
coo_relu = on_values(COOTensor, "coo_relu", activation.relu, "the values, 0 for negative ones")
coo_relu6 = on_values(COOTensor, "coo_relu6", activation_piecewise.relu6, "the values, limited to 0 and 6")
coo_round = on_values(COOTensor, "coo_round", math_unary.round, "the values rounded to the nearest even")
coo_sigmoid = on_values(COOTensor, "coo_sigmoid", activation.sigmoid, "the sigmoid")
coo_sin = on_values(COOTensor, "coo_sin", math_trig.sin, "the sine")
coo_sinh = on_values(COOTensor, "coo_sinh", math_trig.sinh, "the hyperbolic sine")
coo_softsign = on_values(COOTensor, "coo_softsign", activation.softsign, "the softsign")
coo_sqrt = on_values(COOTensor, "coo_sqrt", math_unary.sqrt, "the square root")
coo_square = on_values(COOTensor, "coo_square", math_unary.square, "the square")
coo_tan = on_values(COOTensor, "coo_tan", math_trig.tan, "the tangent")
coo_tanh = on_values(COOTensor, "coo_tanh", activation.tanh, "the hyperbolic tangent")

csr_abs = on_values(CSRTensor, "csr_abs", math_unary.abs, "the absolute values")
csr_acos = on_values(CSRTensor, "csr_acos", math_trig.acos, "the inverse cosine")
csr_acosh = on_values(CSRTensor, "csr_acosh", math_trig.acosh, "the inverse hyperbolic cosine")
csr_asin = on_values(CSRTensor, "csr_asin", math_trig.asin, "the inverse sine")
csr_asinh = on_values(CSRTensor, "csr_asinh", math_trig.asinh, "the inverse hyperbolic sine")
csr_atan = on_values(CSRTensor, "csr_atan", math_trig.atan, "the inverse tangent")
csr_atanh = on_values(CSRTensor, "csr_atanh", math_trig.atanh, "the inverse hyperbolic tangent")
csr_ceil = on_values(CSRTensor, "csr_ceil", math_unary.ceil, "the values rounded up")
csr_cos = on_values(CSRTensor, "csr_cos", math_trig.cos, "the cosine")
csr_cosh = on_values(CSRTensor, "csr_cosh", math_trig.cosh, "the hyperbolic cosine")
csr_exp = on_values(CSRTensor, "csr_exp", math_unary.exp, "the exponential")
csr_expm1 = on_values(CSRTensor, "csr_expm1", math_unary.expm1, "the exponential minus one")
csr_floor = on_values(CSRTensor, "csr_floor", math_unary.floor, "the values rounded down")
csr_inv = on_values(CSRTensor, "csr_inv", math_unary.inv, "the reciprocal")
csr_isfinite = on_values(CSRTensor, "csr_isfinite", math_compare.isfinite, "whether each value is finite")
csr_isinf = on_values(CSRTensor, "csr_isinf", math_compare.isinf, "whether each value is infinite")
csr_isnan = on_values(CSRTensor, "csr_isnan", math_compare.isnan, "whether each value is no number")
csr_log = on_values(CSRTensor, "csr_log", math_unary.log, "the natural logarithm")
csr_log1p = on_values(CSRTensor, "csr_log1p", math_unary.log1p, "the logarithm of one plus x")
csr_neg = on_values(CSRTensor, "csr_neg", math_unary.neg, "the values with the other sign")
csr_relu = on_values(CSRTensor, "csr_relu", activation.relu, "the values, 0 for negative ones")
csr_relu6 = on_values(CSRTensor, "csr_relu6", activation_piecewise.relu6, "the values, limited to 0 and 6")
csr_round = on_values(CSRTensor, "csr_round", math_unary.round, "the values rounded to the nearest even")
csr_sigmoid = on_values(CSRTensor, "csr_sigmoid", activation.sigmoid, "the sigmoid")
csr_sin = on_values(CSRTensor, "csr_sin", math_trig.sin, "the sine")
csr_sinh = on_values(CSRTensor, "csr_sinh", math_trig.sinh, "the hyperbolic sine")
csr_softsign = on_values(CSRTensor, "csr_softsign", activation.softsign, "the softsign")
csr_sqrt = on_values(CSRTensor, "csr_sqrt", math_unary.sqrt, "the square root")
csr_square = on_values(CSRTensor, "csr_square", math_unary.square, "the square")
csr_tan = on_values(CSRTensor, "csr_tan", math_trig.tan, "the tangent")
csr_tanh = on_values(CSRTensor, "csr_tanh", activation.tanh, "the hyperbolic tangent")
