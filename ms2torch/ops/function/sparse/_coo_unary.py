"""Functions of one COOTensor, applied to the values it holds."""

from __future__ import annotations

from collections.abc import Callable

from ms2torch._core.sparse_tensor import COOTensor
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math import compare as math_compare, trig as math_trig, unary as math_unary
from ms2torch.ops.function.nn import activation, activation_piecewise


def _coo(name: str, fn: Callable[[Tensor], Tensor], x: COOTensor) -> COOTensor:
    if not isinstance(x, COOTensor):
        msg = f"ops.{name}: expected a COOTensor, got {type(x).__name__}"
        raise TypeError(msg)
    return COOTensor(x.indices, fn(x.values), x.shape)


def coo_abs(x: COOTensor) -> COOTensor:
    """Compute the absolute values of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.abs` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_abs, MindSpore 2.10
    """
    return _coo("coo_abs", math_unary.abs, x)


def coo_acos(x: COOTensor) -> COOTensor:
    """Compute the inverse cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.acos` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_acos, MindSpore 2.10
    """
    return _coo("coo_acos", math_trig.acos, x)


def coo_acosh(x: COOTensor) -> COOTensor:
    """Compute the inverse hyperbolic cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.acosh` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_acosh, MindSpore 2.10
    """
    return _coo("coo_acosh", math_trig.acosh, x)


def coo_asin(x: COOTensor) -> COOTensor:
    """Compute the inverse sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.asin` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_asin, MindSpore 2.10
    """
    return _coo("coo_asin", math_trig.asin, x)


def coo_asinh(x: COOTensor) -> COOTensor:
    """Compute the inverse hyperbolic sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.asinh` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_asinh, MindSpore 2.10
    """
    return _coo("coo_asinh", math_trig.asinh, x)


def coo_atan(x: COOTensor) -> COOTensor:
    """Compute the inverse tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.atan` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_atan, MindSpore 2.10
    """
    return _coo("coo_atan", math_trig.atan, x)


def coo_atanh(x: COOTensor) -> COOTensor:
    """Compute the inverse hyperbolic tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.atanh` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_atanh, MindSpore 2.10
    """
    return _coo("coo_atanh", math_trig.atanh, x)


def coo_ceil(x: COOTensor) -> COOTensor:
    """Compute the values rounded up of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.ceil` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_ceil, MindSpore 2.10
    """
    return _coo("coo_ceil", math_unary.ceil, x)


def coo_cos(x: COOTensor) -> COOTensor:
    """Compute the cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.cos` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_cos, MindSpore 2.10
    """
    return _coo("coo_cos", math_trig.cos, x)


def coo_cosh(x: COOTensor) -> COOTensor:
    """Compute the hyperbolic cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.cosh` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_cosh, MindSpore 2.10
    """
    return _coo("coo_cosh", math_trig.cosh, x)


def coo_exp(x: COOTensor) -> COOTensor:
    """Compute the exponential of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.exp` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_exp, MindSpore 2.10
    """
    return _coo("coo_exp", math_unary.exp, x)


def coo_expm1(x: COOTensor) -> COOTensor:
    """Compute the exponential minus one of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.expm1` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_expm1, MindSpore 2.10
    """
    return _coo("coo_expm1", math_unary.expm1, x)


def coo_floor(x: COOTensor) -> COOTensor:
    """Compute the values rounded down of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.floor` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_floor, MindSpore 2.10
    """
    return _coo("coo_floor", math_unary.floor, x)


def coo_inv(x: COOTensor) -> COOTensor:
    """Compute the reciprocal of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.inv` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_inv, MindSpore 2.10
    """
    return _coo("coo_inv", math_unary.inv, x)


def coo_isfinite(x: COOTensor) -> COOTensor:
    """Compute where the values are finite of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.isfinite` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_isfinite, MindSpore 2.10
    """
    return _coo("coo_isfinite", math_compare.isfinite, x)


def coo_isinf(x: COOTensor) -> COOTensor:
    """Compute where the values are infinite of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.isinf` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_isinf, MindSpore 2.10
    """
    return _coo("coo_isinf", math_compare.isinf, x)


def coo_isnan(x: COOTensor) -> COOTensor:
    """Compute where the values are no number of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.isnan` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_isnan, MindSpore 2.10
    """
    return _coo("coo_isnan", math_compare.isnan, x)


def coo_log(x: COOTensor) -> COOTensor:
    """Compute the natural logarithm of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.log` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_log, MindSpore 2.10
    """
    return _coo("coo_log", math_unary.log, x)


def coo_log1p(x: COOTensor) -> COOTensor:
    """Compute the logarithm of one plus x of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.log1p` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_log1p, MindSpore 2.10
    """
    return _coo("coo_log1p", math_unary.log1p, x)


def coo_neg(x: COOTensor) -> COOTensor:
    """Compute the values with the other sign of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.neg` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_neg, MindSpore 2.10
    """
    return _coo("coo_neg", math_unary.neg, x)


def coo_relu(x: COOTensor) -> COOTensor:
    """Compute the values, 0 for negative ones of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.relu` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_relu, MindSpore 2.10
    """
    return _coo("coo_relu", activation.relu, x)


def coo_relu6(x: COOTensor) -> COOTensor:
    """Compute the values, limited to 0 and 6 of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.relu6` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_relu6, MindSpore 2.10
    """
    return _coo("coo_relu6", activation_piecewise.relu6, x)


def coo_round(x: COOTensor) -> COOTensor:
    """Compute the values rounded to the nearest even of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.round` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_round, MindSpore 2.10
    """
    return _coo("coo_round", math_unary.round, x)


def coo_sigmoid(x: COOTensor) -> COOTensor:
    """Compute the sigmoid of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.sigmoid` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_sigmoid, MindSpore 2.10
    """
    return _coo("coo_sigmoid", activation.sigmoid, x)


def coo_sin(x: COOTensor) -> COOTensor:
    """Compute the sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.sin` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_sin, MindSpore 2.10
    """
    return _coo("coo_sin", math_trig.sin, x)


def coo_sinh(x: COOTensor) -> COOTensor:
    """Compute the hyperbolic sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.sinh` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_sinh, MindSpore 2.10
    """
    return _coo("coo_sinh", math_trig.sinh, x)


def coo_softsign(x: COOTensor) -> COOTensor:
    """Compute the softsign of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.softsign` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_softsign, MindSpore 2.10
    """
    return _coo("coo_softsign", activation.softsign, x)


def coo_sqrt(x: COOTensor) -> COOTensor:
    """Compute the square root of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.sqrt` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_sqrt, MindSpore 2.10
    """
    return _coo("coo_sqrt", math_unary.sqrt, x)


def coo_square(x: COOTensor) -> COOTensor:
    """Compute the square of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.square` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_square, MindSpore 2.10
    """
    return _coo("coo_square", math_unary.square, x)


def coo_tan(x: COOTensor) -> COOTensor:
    """Compute the tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.tan` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_tan, MindSpore 2.10
    """
    return _coo("coo_tan", math_trig.tan, x)


def coo_tanh(x: COOTensor) -> COOTensor:
    """Compute the hyperbolic tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (COOTensor): any values that `ops.tanh` takes.

    Returns:
        COOTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no COOTensor.

    Source: mindspore.ops.coo_tanh, MindSpore 2.10
    """
    return _coo("coo_tanh", activation.tanh, x)
