"""Tensor methods of the math family: one assignment per method."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.math import (
    arithmetic,
    bitwise as math_bitwise,
    clip as math_clip,
    compare as math_compare,
    complex as math_complex,
    inplace as math_inplace,
    pairs,
    sums,
    trig as math_trig,
    unary as math_unary,
)


class TensorMath(TensorBase):
    """Elementwise arithmetic, comparisons and matrix products as methods."""

    __slots__ = ()

    # of one tensor
    abs = math_unary.abs
    absolute = math_unary.absolute
    neg = math_unary.neg
    negative = math_unary.negative
    positive = math_unary.positive
    square = math_unary.square
    sqrt = math_unary.sqrt
    rsqrt = math_unary.rsqrt
    reciprocal = math_unary.reciprocal
    inv = math_unary.inv
    exp = math_unary.exp
    expm1 = math_unary.expm1
    log = math_unary.log
    log2 = math_unary.log2
    log10 = math_unary.log10
    log1p = math_unary.log1p
    sign = math_unary.sign
    sgn = math_unary.sgn
    signbit = math_unary.signbit
    ceil = math_unary.ceil
    floor = math_unary.floor
    trunc = math_unary.trunc
    round = math_unary.tensor_round
    frac = math_unary.frac
    nan_to_num = math_unary.nan_to_num

    # of two
    add = arithmetic.method_add
    sub = arithmetic.method_sub
    subtract = arithmetic.tensor_subtract
    mul = arithmetic.method_mul
    multiply = arithmetic.tensor_multiply
    div = arithmetic.method_div
    divide = arithmetic.divide
    true_divide = arithmetic.tensor_true_divide
    floor_divide = arithmetic.floor_divide
    fmod = arithmetic.fmod
    remainder = arithmetic.tensor_remainder
    pow = arithmetic.pow
    float_power = arithmetic.tensor_float_power
    maximum = arithmetic.maximum
    minimum = arithmetic.minimum
    fmax = arithmetic.fmax
    fmin = arithmetic.fmin
    matmul = arithmetic.tensor_matmul
    logaddexp = pairs.logaddexp
    logaddexp2 = pairs.logaddexp2
    xlogy = pairs.xlogy
    xdivy = pairs.xdivy
    copysign = pairs.copysign
    heaviside = pairs.heaviside
    nextafter = pairs.nextafter
    ldexp = pairs.ldexp
    lerp = pairs.lerp
    addcdiv = sums.tensor_addcdiv
    addcmul = sums.addcmul
    clamp = math_clip.method_clamp
    clip = math_clip.method_clamp

    # trigonometric
    sin = math_trig.sin
    cos = math_trig.cos
    tan = math_trig.tan
    asin = math_trig.asin
    acos = math_trig.acos
    atan = math_trig.atan
    sinh = math_trig.sinh
    cosh = math_trig.cosh
    asinh = math_trig.asinh
    acosh = math_trig.acosh
    atanh = math_trig.atanh
    arcsin = math_trig.arcsin
    arccos = math_trig.arccos
    arctan = math_trig.arctan
    arcsinh = math_trig.arcsinh
    arccosh = math_trig.arccosh
    arctanh = math_trig.arctanh
    atan2 = math_trig.atan2
    arctan2 = math_trig.arctan2
    hypot = math_trig.hypot
    sinc = math_trig.sinc
    deg2rad = math_trig.deg2rad
    rad2deg = math_trig.rad2deg

    # comparisons and logic
    eq = math_compare.tensor_eq
    equal = math_compare.equal
    ne = math_compare.ne
    not_equal = math_compare.not_equal
    gt = math_compare.gt
    greater = math_compare.greater
    ge = math_compare.ge
    greater_equal = math_compare.greater_equal
    lt = math_compare.lt
    less = math_compare.less
    le = math_compare.le
    less_equal = math_compare.less_equal
    logical_and = math_compare.logical_and
    logical_or = math_compare.logical_or
    logical_xor = math_compare.logical_xor
    logical_not = math_compare.logical_not
    isnan = math_compare.tensor_isnan
    isinf = math_compare.isinf
    isfinite = math_compare.isfinite
    isneginf = math_compare.isneginf
    isposinf = math_compare.isposinf
    isreal = math_compare.isreal
    is_complex = math_compare.is_complex
    is_floating_point = math_compare.is_floating_point
    is_signed = math_compare.is_signed
    isclose = math_compare.tensor_isclose
    allclose = math_compare.tensor_allclose
    approximate_equal = math_compare.tensor_approximate_equal

    # bits and divisors
    bitwise_and = math_bitwise.bitwise_and
    bitwise_or = math_bitwise.bitwise_or
    bitwise_xor = math_bitwise.bitwise_xor
    bitwise_not = math_bitwise.tensor_bitwise_not
    bitwise_left_shift = math_bitwise.bitwise_left_shift
    bitwise_right_shift = math_bitwise.tensor_bitwise_right_shift
    invert = math_bitwise.invert
    gcd = math_bitwise.gcd
    lcm = math_bitwise.lcm

    # complex numbers
    real = math_complex.real
    imag = math_complex.imag
    conj = math_complex.conj
    angle = math_complex.angle

    # in place
    add_ = math_inplace.add_
    sub_ = math_inplace.sub_
    mul_ = math_inplace.mul_
    div_ = math_inplace.div_
    floor_divide_ = math_inplace.floor_divide_
    remainder_ = math_inplace.remainder_
    clamp_ = math_inplace.clamp_
    exp_ = math_inplace.exp_
    log_ = math_inplace.log_
    floor_ = math_inplace.floor_
    sign_ = math_inplace.sign_
