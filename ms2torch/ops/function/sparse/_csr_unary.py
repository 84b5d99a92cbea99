"""Functions of one CSRTensor, applied to the values it holds."""

from __future__ import annotations

from collections.abc import Callable

from ms2torch._core.sparse_tensor import CSRTensor
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math import compare as math_compare, trig as math_trig, unary as math_unary
from ms2torch.ops.function.nn import activation, activation_piecewise


def _csr(name: str, fn: Callable[[Tensor], Tensor], x: CSRTensor) -> CSRTensor:
    if not isinstance(x, CSRTensor):
        msg = f"ops.{name}: expected a CSRTensor, got {type(x).__name__}"
        raise TypeError(msg)
    return CSRTensor(x.indptr, x.indices, fn(x.values), x.shape)


def csr_abs(x: CSRTensor) -> CSRTensor:
    """Compute the absolute values of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.abs` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_abs, MindSpore 2.10
    """
    return _csr("csr_abs", math_unary.abs, x)


def csr_acos(x: CSRTensor) -> CSRTensor:
    """Compute the inverse cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.acos` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_acos, MindSpore 2.10
    """
    return _csr("csr_acos", math_trig.acos, x)


def csr_acosh(x: CSRTensor) -> CSRTensor:
    """Compute the inverse hyperbolic cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.acosh` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_acosh, MindSpore 2.10
    """
    return _csr("csr_acosh", math_trig.acosh, x)


def csr_asin(x: CSRTensor) -> CSRTensor:
    """Compute the inverse sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.asin` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_asin, MindSpore 2.10
    """
    return _csr("csr_asin", math_trig.asin, x)


def csr_asinh(x: CSRTensor) -> CSRTensor:
    """Compute the inverse hyperbolic sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.asinh` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_asinh, MindSpore 2.10
    """
    return _csr("csr_asinh", math_trig.asinh, x)


def csr_atan(x: CSRTensor) -> CSRTensor:
    """Compute the inverse tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.atan` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_atan, MindSpore 2.10
    """
    return _csr("csr_atan", math_trig.atan, x)


def csr_atanh(x: CSRTensor) -> CSRTensor:
    """Compute the inverse hyperbolic tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.atanh` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_atanh, MindSpore 2.10
    """
    return _csr("csr_atanh", math_trig.atanh, x)


def csr_ceil(x: CSRTensor) -> CSRTensor:
    """Compute the values rounded up of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.ceil` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_ceil, MindSpore 2.10
    """
    return _csr("csr_ceil", math_unary.ceil, x)


def csr_cos(x: CSRTensor) -> CSRTensor:
    """Compute the cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.cos` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_cos, MindSpore 2.10
    """
    return _csr("csr_cos", math_trig.cos, x)


def csr_cosh(x: CSRTensor) -> CSRTensor:
    """Compute the hyperbolic cosine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.cosh` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_cosh, MindSpore 2.10
    """
    return _csr("csr_cosh", math_trig.cosh, x)


def csr_exp(x: CSRTensor) -> CSRTensor:
    """Compute the exponential of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.exp` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_exp, MindSpore 2.10
    """
    return _csr("csr_exp", math_unary.exp, x)


def csr_expm1(x: CSRTensor) -> CSRTensor:
    """Compute the exponential minus one of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.expm1` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_expm1, MindSpore 2.10
    """
    return _csr("csr_expm1", math_unary.expm1, x)


def csr_floor(x: CSRTensor) -> CSRTensor:
    """Compute the values rounded down of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.floor` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_floor, MindSpore 2.10
    """
    return _csr("csr_floor", math_unary.floor, x)


def csr_inv(x: CSRTensor) -> CSRTensor:
    """Compute the reciprocal of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.inv` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_inv, MindSpore 2.10
    """
    return _csr("csr_inv", math_unary.inv, x)


def csr_isfinite(x: CSRTensor) -> CSRTensor:
    """Compute where the values are finite of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.isfinite` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_isfinite, MindSpore 2.10
    """
    return _csr("csr_isfinite", math_compare.isfinite, x)


def csr_isinf(x: CSRTensor) -> CSRTensor:
    """Compute where the values are infinite of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.isinf` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_isinf, MindSpore 2.10
    """
    return _csr("csr_isinf", math_compare.isinf, x)


def csr_isnan(x: CSRTensor) -> CSRTensor:
    """Compute where the values are no number of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.isnan` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_isnan, MindSpore 2.10
    """
    return _csr("csr_isnan", math_compare.isnan, x)


def csr_log(x: CSRTensor) -> CSRTensor:
    """Compute the natural logarithm of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.log` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_log, MindSpore 2.10
    """
    return _csr("csr_log", math_unary.log, x)


def csr_log1p(x: CSRTensor) -> CSRTensor:
    """Compute the logarithm of one plus x of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.log1p` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_log1p, MindSpore 2.10
    """
    return _csr("csr_log1p", math_unary.log1p, x)


def csr_neg(x: CSRTensor) -> CSRTensor:
    """Compute the values with the other sign of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.neg` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_neg, MindSpore 2.10
    """
    return _csr("csr_neg", math_unary.neg, x)


def csr_relu(x: CSRTensor) -> CSRTensor:
    """Compute the values, 0 for negative ones of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.relu` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_relu, MindSpore 2.10
    """
    return _csr("csr_relu", activation.relu, x)


def csr_relu6(x: CSRTensor) -> CSRTensor:
    """Compute the values, limited to 0 and 6 of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.relu6` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_relu6, MindSpore 2.10
    """
    return _csr("csr_relu6", activation_piecewise.relu6, x)


def csr_round(x: CSRTensor) -> CSRTensor:
    """Compute the values rounded to the nearest even of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.round` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_round, MindSpore 2.10
    """
    return _csr("csr_round", math_unary.round, x)


def csr_sigmoid(x: CSRTensor) -> CSRTensor:
    """Compute the sigmoid of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.sigmoid` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_sigmoid, MindSpore 2.10
    """
    return _csr("csr_sigmoid", activation.sigmoid, x)


def csr_sin(x: CSRTensor) -> CSRTensor:
    """Compute the sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.sin` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_sin, MindSpore 2.10
    """
    return _csr("csr_sin", math_trig.sin, x)


def csr_sinh(x: CSRTensor) -> CSRTensor:
    """Compute the hyperbolic sine of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.sinh` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_sinh, MindSpore 2.10
    """
    return _csr("csr_sinh", math_trig.sinh, x)


def csr_softsign(x: CSRTensor) -> CSRTensor:
    """Compute the softsign of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.softsign` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_softsign, MindSpore 2.10
    """
    return _csr("csr_softsign", activation.softsign, x)


def csr_sqrt(x: CSRTensor) -> CSRTensor:
    """Compute the square root of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.sqrt` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_sqrt, MindSpore 2.10
    """
    return _csr("csr_sqrt", math_unary.sqrt, x)


def csr_square(x: CSRTensor) -> CSRTensor:
    """Compute the square of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.square` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_square, MindSpore 2.10
    """
    return _csr("csr_square", math_unary.square, x)


def csr_tan(x: CSRTensor) -> CSRTensor:
    """Compute the tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.tan` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_tan, MindSpore 2.10
    """
    return _csr("csr_tan", math_trig.tan, x)


def csr_tanh(x: CSRTensor) -> CSRTensor:
    """Compute the hyperbolic tangent of the values that a sparse tensor holds; the others stay zero.

    Args:
        x (CSRTensor): any values that `ops.tanh` takes.

    Returns:
        CSRTensor, with the indices and the shape of `x`.

    Raises:
        TypeError: if `x` is no CSRTensor.

    Source: mindspore.ops.csr_tanh, MindSpore 2.10
    """
    return _csr("csr_tanh", activation.tanh, x)
