"""Elementwise mathematics as Primitives."""

from __future__ import annotations

from typing import Any

from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.array import layout
from ms2torch.ops.function.compat import operators
from ms2torch.ops.function.linalg import products as linalg_products
from ms2torch.ops.function.math import (
    arithmetic,
    bitwise as math_bitwise,
    complex as math_complex,
    inplace as math_inplace,
    pairs,
    sums,
    trig as math_trig,
    unary as math_unary,
)
from ms2torch.ops.operations.status_ops import (
    NPUClearFloatStatusV2 as NPUClearFloatStatusV2,
    NPUGetFloatStatusV2 as NPUGetFloatStatusV2,
)
from ms2torch.ops.primitive import Primitive


class Ger(Primitive, fn=linalg_products.ger):
    """Multiply each element of one vector with each of another.

    Source: mindspore.ops.Ger, MindSpore 2.10
    """


class Abs(Primitive, fn=math_unary.abs):
    """Compute the absolute value of each element.

    Source: mindspore.ops.Abs, MindSpore 2.10
    """


class Neg(Primitive, fn=math_unary.neg):
    """Change the sign of each element.

    Source: mindspore.ops.Neg, MindSpore 2.10
    """


class Square(Primitive, fn=math_unary.square):
    """Compute the square of each element.

    Source: mindspore.ops.Square, MindSpore 2.10
    """


class Sqrt(Primitive, fn=math_unary.sqrt):
    """Compute the square root of each element.

    Source: mindspore.ops.Sqrt, MindSpore 2.10
    """


class Rsqrt(Primitive, fn=math_unary.rsqrt):
    """Compute 1 over the square root of each element.

    Source: mindspore.ops.Rsqrt, MindSpore 2.10
    """


class Reciprocal(Primitive, fn=math_unary.reciprocal):
    """Compute 1 over each element.

    Source: mindspore.ops.Reciprocal, MindSpore 2.10
    """


class Inv(Primitive, fn=math_unary.inv):
    """Compute 1 over each element; integers are divided in their own type.

    Source: mindspore.ops.Inv, MindSpore 2.10
    """


class Exp(Primitive, fn=math_unary.exp):
    """Compute e to the power of each element.

    Source: mindspore.ops.Exp, MindSpore 2.10
    """


class Expm1(Primitive, fn=math_unary.expm1):
    """Compute e to the power of each element, minus 1.

    Source: mindspore.ops.Expm1, MindSpore 2.10
    """


class Log(Primitive, fn=math_unary.log):
    """Compute the natural logarithm of each element.

    Source: mindspore.ops.Log, MindSpore 2.10
    """


class Log1p(Primitive, fn=math_unary.log1p):
    """Compute the natural logarithm of 1 plus each element.

    Source: mindspore.ops.Log1p, MindSpore 2.10
    """


class Sign(Primitive, fn=math_unary.sign):
    """Tell the sign of each element.

    Source: mindspore.ops.Sign, MindSpore 2.10
    """


class Ceil(Primitive, fn=math_unary.ceil):
    """Round each element up to an integer.

    Source: mindspore.ops.Ceil, MindSpore 2.10
    """


class Floor(Primitive, fn=math_unary.floor):
    """Round each element down to an integer.

    Source: mindspore.ops.Floor, MindSpore 2.10
    """


class Round(Primitive, fn=math_unary.round):
    """Round each element to the nearest integer, a tie to the even one.

    Source: mindspore.ops.Round, MindSpore 2.10
    """


class Trunc(Primitive, fn=math_unary.trunc):
    """Round each element towards zero.

    Source: mindspore.ops.Trunc, MindSpore 2.10
    """


class Rint(Primitive, fn=math_unary.rint):
    """Round each element to the nearest integer, a tie to the even one.

    Source: mindspore.ops.Rint, MindSpore 2.10
    """


class PopulationCount(Primitive, fn=math_unary.population_count):
    """Count the bits that are set in each element.

    Source: mindspore.ops.PopulationCount, MindSpore 2.10
    """


class Eps(Primitive, fn=math_unary.eps):
    """Fill a tensor with the gap between 1 and the next number of its type.

    Source: mindspore.ops.Eps, MindSpore 2.10
    """


class Sin(Primitive, fn=math_trig.sin):
    """Compute the sine of each element.

    Source: mindspore.ops.Sin, MindSpore 2.10
    """


class Cos(Primitive, fn=math_trig.cos):
    """Compute the cosine of each element.

    Source: mindspore.ops.Cos, MindSpore 2.10
    """


class Tan(Primitive, fn=math_trig.tan):
    """Compute the tangent of each element.

    Source: mindspore.ops.Tan, MindSpore 2.10
    """


class Asin(Primitive, fn=math_trig.asin):
    """Compute the arcsine of each element.

    Source: mindspore.ops.Asin, MindSpore 2.10
    """


class ACos(Primitive, fn=math_trig.acos):
    """Compute the arccosine of each element.

    Source: mindspore.ops.ACos, MindSpore 2.10
    """


class Atan(Primitive, fn=math_trig.atan):
    """Compute the arctangent of each element.

    Source: mindspore.ops.Atan, MindSpore 2.10
    """


class Sinh(Primitive, fn=math_trig.sinh):
    """Compute the hyperbolic sine of each element.

    Source: mindspore.ops.Sinh, MindSpore 2.10
    """


class Cosh(Primitive, fn=math_trig.cosh):
    """Compute the hyperbolic cosine of each element.

    Source: mindspore.ops.Cosh, MindSpore 2.10
    """


class Asinh(Primitive, fn=math_trig.asinh):
    """Compute the inverse hyperbolic sine of each element.

    Source: mindspore.ops.Asinh, MindSpore 2.10
    """


class Acosh(Primitive, fn=math_trig.acosh):
    """Compute the inverse hyperbolic cosine of each element.

    Source: mindspore.ops.Acosh, MindSpore 2.10
    """


class Atanh(Primitive, fn=math_trig.atanh):
    """Compute the inverse hyperbolic tangent of each element.

    Source: mindspore.ops.Atanh, MindSpore 2.10
    """


class Atan2(Primitive, fn=math_trig.atan2):
    """Compute the angle of a point, in the right quadrant.

    Source: mindspore.ops.Atan2, MindSpore 2.10
    """


class Hypot(Primitive, fn=math_trig.hypot):
    """Compute the length of the hypotenuse over two legs.

    Source: mindspore.ops.Hypot, MindSpore 2.10
    """


class Sinc(Primitive, fn=math_trig.sinc):
    """Compute sin(pi x) / (pi x) of each element.

    Source: mindspore.ops.Sinc, MindSpore 2.10
    """


class Add(Primitive, fn=arithmetic.add):
    """Add two tensors or a tensor and a number.

    Source: mindspore.ops.Add, MindSpore 2.10
    """


class Sub(Primitive, fn=arithmetic.sub):
    """Subtract the second operand from the first.

    Source: mindspore.ops.Sub, MindSpore 2.10
    """


class Mul(Primitive, fn=arithmetic.mul):
    """Multiply two tensors or a tensor and a number.

    Source: mindspore.ops.Mul, MindSpore 2.10
    """


class Div(Primitive, fn=arithmetic.div_plain):
    """Divide the first operand by the second; integers give float32.

    Source: mindspore.ops.Div, MindSpore 2.10
    """


class RealDiv(Primitive, fn=arithmetic.real_div):
    """Divide in the promoted type.

    Source: mindspore.ops.RealDiv, MindSpore 2.10
    """


class FloorDiv(Primitive, fn=arithmetic.floor_div):
    """Divide and round down.

    Source: mindspore.ops.FloorDiv, MindSpore 2.10
    """


class FloorMod(Primitive, fn=arithmetic.floor_mod):
    """Compute the remainder of a division that rounds down.

    Source: mindspore.ops.FloorMod, MindSpore 2.10
    """


class Mod(Primitive, fn=arithmetic.plain_mod):
    """Compute the remainder of a division that rounds towards zero, of every type of numbers.

    Source: mindspore.ops.Mod, MindSpore 2.10
    """


class TruncateDiv(Primitive, fn=arithmetic.truncate_div):
    """Divide in the promoted type, integers towards zero.

    Source: mindspore.ops.TruncateDiv, MindSpore 2.10
    """


class TruncateMod(Primitive, fn=arithmetic.truncate_mod):
    """Compute the remainder of a division that rounds towards zero.

    Source: mindspore.ops.TruncateMod, MindSpore 2.10
    """


class Pow(Primitive, fn=arithmetic.pow):
    """Raise the first operand to the power of the second.

    Source: mindspore.ops.Pow, MindSpore 2.10
    """


class Maximum(Primitive, fn=arithmetic.maximum):
    """Take the larger of two elements.

    Source: mindspore.ops.Maximum, MindSpore 2.10
    """


class Minimum(Primitive, fn=arithmetic.minimum):
    """Take the smaller of two elements.

    Source: mindspore.ops.Minimum, MindSpore 2.10
    """


class Fmax(Primitive, fn=arithmetic.fmax):
    """Take the larger of two elements; where one is nan, the other.

    Source: mindspore.ops.Fmax, MindSpore 2.10
    """


class Fmin(Primitive, fn=arithmetic.fmin):
    """Take the smaller of two elements; where one is nan, the other.

    Source: mindspore.ops.Fmin, MindSpore 2.10
    """


class DivNoNan(Primitive, fn=pairs.div_no_nan):
    """Divide; 0 where the divisor is 0.

    Source: mindspore.ops.DivNoNan, MindSpore 2.10
    """


class MulNoNan(Primitive, fn=pairs.mul_no_nan):
    """Multiply; 0 where the second factor is 0.

    Source: mindspore.ops.MulNoNan, MindSpore 2.10
    """


class Xdivy(Primitive, fn=pairs.xdivy):
    """Divide; 0 where the dividend is 0.

    Source: mindspore.ops.Xdivy, MindSpore 2.10
    """


class Xlogy(Primitive, fn=pairs.xlogy_of_tensors):
    """Multiply by the logarithm; 0 where the first factor is 0.

    Source: mindspore.ops.Xlogy, MindSpore 2.10
    """


class SquaredDifference(Primitive, fn=pairs.squared_difference):
    """Compute the square of the difference.

    Source: mindspore.ops.SquaredDifference, MindSpore 2.10
    """


class SquareSumAll(Primitive, fn=sums.square_sum_all):
    """Add up the squares of all elements of each of two tensors.

    Source: mindspore.ops.SquareSumAll, MindSpore 2.10
    """


class Heaviside(Primitive, fn=pairs.heaviside):
    """Compute the step function.

    Source: mindspore.ops.Heaviside, MindSpore 2.10
    """


class NextAfter(Primitive, fn=pairs.nextafter):
    """Take the next number of the type towards the second operand.

    Source: mindspore.ops.NextAfter, MindSpore 2.10
    """


class Lerp(Primitive, fn=pairs.lerp):
    """Interpolate between two tensors.

    Source: mindspore.ops.Lerp, MindSpore 2.10
    """


class LerpScalar(Primitive, fn=pairs.lerp):
    """Interpolate between two tensors by a number.

    Source: mindspore.ops.LerpScalar, MindSpore 2.10
    """


class Addcdiv(Primitive, fn=sums.addcdiv):
    """Add a quotient times a factor.

    Source: mindspore.ops.Addcdiv, MindSpore 2.10
    """


class Addcmul(Primitive, fn=sums.addcmul):
    """Add a product times a factor.

    Source: mindspore.ops.Addcmul, MindSpore 2.10
    """


class AddN(Primitive, fn=sums.addn):
    """Add up several tensors.

    Source: mindspore.ops.AddN, MindSpore 2.10
    """


class AccumulateNV2(Primitive, fn=sums.accumulate_n):
    """Add up several tensors.

    Source: mindspore.ops.AccumulateNV2, MindSpore 2.10
    """


class BitwiseAnd(Primitive, fn=math_bitwise.bitwise_and):
    """Combine the bits of two integers by *and*.

    Source: mindspore.ops.BitwiseAnd, MindSpore 2.10
    """


class BitwiseOr(Primitive, fn=math_bitwise.bitwise_or):
    """Combine the bits of two integers by *or*.

    Source: mindspore.ops.BitwiseOr, MindSpore 2.10
    """


class BitwiseXor(Primitive, fn=math_bitwise.bitwise_xor):
    """Combine the bits of two integers by *exclusive or*.

    Source: mindspore.ops.BitwiseXor, MindSpore 2.10
    """


class Invert(Primitive, fn=math_bitwise.invert):
    """Flip every bit of each integer.

    Source: mindspore.ops.Invert, MindSpore 2.10
    """


class LeftShift(Primitive, fn=math_bitwise.bitwise_left_shift):
    """Shift bits to the left.

    Source: mindspore.ops.LeftShift, MindSpore 2.10
    """


class RightShift(Primitive, fn=math_bitwise.bitwise_right_shift):
    """Shift bits to the right.

    Source: mindspore.ops.RightShift, MindSpore 2.10
    """


class Gcd(Primitive, fn=math_bitwise.gcd):
    """Compute the greatest common divisor.

    Source: mindspore.ops.Gcd, MindSpore 2.10
    """


class Lcm(Primitive, fn=math_bitwise.lcm):
    """Compute the least common multiple.

    Source: mindspore.ops.Lcm, MindSpore 2.10
    """


class Real(Primitive, fn=math_complex.real):
    """Take the real parts.

    Source: mindspore.ops.Real, MindSpore 2.10
    """


class Imag(Primitive, fn=math_complex.imag):
    """Take the imaginary parts.

    Source: mindspore.ops.Imag, MindSpore 2.10
    """


class Conj(Primitive, fn=math_complex.conj):
    """Change the sign of the imaginary parts.

    Source: mindspore.ops.Conj, MindSpore 2.10
    """


class Angle(Primitive, fn=math_complex.angle):
    """Compute the arguments of complex numbers.

    Source: mindspore.ops.Angle, MindSpore 2.10
    """


class Polar(Primitive, fn=math_complex.polar):
    """Make complex numbers from moduli and arguments.

    Source: mindspore.ops.Polar, MindSpore 2.10
    """


class Complex(Primitive, fn=math_complex.complex_of_parts):
    """Make complex numbers from real and imaginary parts.

    Source: mindspore.ops.Complex, MindSpore 2.10
    """


class ComplexAbs(Primitive, fn=math_complex.complex_abs):
    """Compute the moduli of complex numbers.

    Source: mindspore.ops.ComplexAbs, MindSpore 2.10
    """


class Assign(Primitive, fn=math_inplace.assign):
    """Give a Parameter new values.

    Source: mindspore.ops.Assign, MindSpore 2.10
    """


class AssignAdd(Primitive, fn=math_inplace.assign_add):
    """Add to a Parameter in place.

    Source: mindspore.ops.AssignAdd, MindSpore 2.10
    """


class AssignSub(Primitive, fn=math_inplace.assign_sub):
    """Subtract from a Parameter in place.

    Source: mindspore.ops.AssignSub, MindSpore 2.10
    """


class ScalarToTensor(Primitive, fn=operators.scalar_to_tensor):
    """Make a 0-d tensor of a Python number.

    Source: mindspore.ops.ScalarToTensor, MindSpore 2.10
    """


class ScalarCast(Primitive, fn=operators.scalar_cast):
    """Convert a Python number to int, float or bool.

    Source: mindspore.ops.ScalarCast, MindSpore 2.10
    """


TensorAdd = Add


class NanToNum(Primitive):
    """Replace nan and the infinities by numbers.

    Args:
        nan (float, optional): what stands for nan. Default ``None``: 0.
        posinf (float, optional): what stands for inf. Default ``None``: the largest number of the type.
        neginf (float, optional): what stands for -inf. Default ``None``: the smallest number of the type.

    Source: mindspore.ops.NanToNum, MindSpore 2.10
    """

    def __init__(self, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> None:
        super().__init__()
        self.nan, self.posinf, self.neginf = nan, posinf, neginf

    def __call__(self, input: Tensor) -> Tensor:
        """Replace them in `input`."""
        return math_unary.nan_to_num(input, self.nan, self.posinf, self.neginf)


class Cast(Primitive):
    """Convert the elements to another type.

    Source: mindspore.ops.Cast, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Any, dtype: Any) -> Tensor:
        """Convert `input_x`.

        Args:
            input_x (Union[Tensor, Number]): what to convert.
            dtype (mindspore.dtype): the type wanted.

        Raises:
            TypeError: if `dtype` is not a type of MindSpore.
        """
        if not isinstance(dtype, Type):
            msg = f"ops.Cast: dtype must be a type of MindSpore such as mindspore.float32, got {dtype!r}"
            raise TypeError(msg)
        return layout.cast(input_x, dtype)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
