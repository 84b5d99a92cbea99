"""Integers as bits and their divisors; complex numbers and their parts."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import NUMBERS, unary

I, J = t(2, 3, dtype="int32"), t(3, dtype="int32")
C = t(2, 3, dtype="complex64")
BITS = [
    sample(I, J),
    sample(t(2, 3, dtype="int64"), t(3, dtype="int64")),
    sample(I, t(3, dtype="int64")),
    sample(t(4, dtype="uint8"), t(4, dtype="uint8")),
    sample(t(4, dtype="bool"), t(4, dtype="bool")),
    sample(I, 3),
]
NO_FLOATS = [error_sample(t(2), t(2), raises=TypeError), error_sample(I, t(2, 4, dtype="int32"), raises=ValueError)]
SHIFTS = [
    sample(t(2, 3, dtype="int32"), t(3, dtype="int32", low=0, high=3)),
    sample(t(3, dtype="int64"), t(3, dtype="int64", low=0, high=3)),
    sample(I, 2),
]
NO_SHIFT = [error_sample(t(2), t(2), raises=TypeError), error_sample(I, t(3, dtype="int64"), raises=TypeError)]
REAL = [
    *(one for one in unary(NUMBERS) if 0 not in one.args[0].shape),
    sample(C).no_grad(),
    sample(t(2, dtype="complex128")).no_grad(),
]
NO_TENSOR = [error_sample(3.0, raises=TypeError)]

OPS = [
    Op(
        "mindspore.ops.bitwise_and",
        BITS,
        also=["mindspore.Tensor.bitwise_and", "mindspore.ops.BitwiseAnd"],
        errors=NO_FLOATS,
    ),
    Op(
        "mindspore.ops.bitwise_or",
        BITS,
        also=["mindspore.Tensor.bitwise_or", "mindspore.ops.BitwiseOr"],
        errors=NO_FLOATS,
    ),
    Op(
        "mindspore.ops.bitwise_xor",
        BITS,
        also=["mindspore.Tensor.bitwise_xor", "mindspore.ops.BitwiseXor"],
        errors=NO_FLOATS,
    ),
    Op("mindspore.Tensor.bitwise_not", [sample(I), sample(t(4, dtype="bool"))], oracle="torch.bitwise_not"),
    Op(
        "mindspore.ops.invert",
        [sample(I), sample(t(3, dtype="int64")), sample(t(3, dtype="uint8"))],
        also=["mindspore.Tensor.invert", "mindspore.ops.Invert"],
        errors=[error_sample(t(2), raises=TypeError), error_sample(t(2, dtype="bool"), raises=TypeError)],
    ),
    Op(
        "mindspore.ops.bitwise_left_shift",
        [*SHIFTS, sample(2, t(3, dtype="int32", low=0, high=3))],
        also=["mindspore.Tensor.bitwise_left_shift"],
        errors=NO_SHIFT,
    ),
    Op("mindspore.ops.LeftShift", SHIFTS[:2], errors=NO_SHIFT),
    Op(
        "mindspore.ops.bitwise_right_shift",
        SHIFTS,
        also=["mindspore.Tensor.bitwise_right_shift"],
        errors=NO_SHIFT[:1],
    ),
    Op("mindspore.ops.RightShift", SHIFTS[:2], errors=NO_SHIFT),
    Op(
        "mindspore.ops.gcd",
        [sample(I, J), sample(I, t(3, dtype="int64")), sample(t(3, dtype="int64"), t(3, dtype="int64"))],
        also=["mindspore.Tensor.gcd", "mindspore.ops.Gcd"],
        errors=[error_sample(t(2), t(2), raises=TypeError)],
    ),
    Op(
        "mindspore.ops.lcm",
        [sample(I, J), sample(I, 4), sample(t(3, dtype="int64"), t(3, dtype="int64"))],
        also=["mindspore.Tensor.lcm", "mindspore.ops.Lcm"],
        errors=[error_sample(t(2), t(2), raises=TypeError)],
    ),
    Op("mindspore.ops.real", REAL, also=["mindspore.ops.Real"], errors=NO_TENSOR),
    Op("mindspore.Tensor.real", REAL),
    Op("mindspore.ops.imag", REAL, also=["mindspore.Tensor.imag", "mindspore.ops.Imag"], errors=NO_TENSOR, grad=False),
    Op("mindspore.ops.conj", REAL, also=["mindspore.Tensor.conj", "mindspore.ops.Conj"], errors=NO_TENSOR),
    Op(
        "mindspore.ops.angle",
        [sample(C), sample(t(2, dtype="complex128"))],
        also=["mindspore.Tensor.angle", "mindspore.ops.Angle"],
    ),
    Op(
        "mindspore.ops.polar",
        [sample(t(2, 3, low=0), t(2, 3)), sample(t(3, low=0, dtype="float64"), t(3, dtype="float64"))],
        also=["mindspore.ops.Polar"],
        errors=[error_sample(t(2), t(3), raises=ValueError), error_sample(t(2), 1.0, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.Complex",
        [sample(t(2, 3), t(2, 3)), sample(t(3, dtype="float64"), t(3, dtype="float64"))],
        errors=[error_sample(t(2), t(2, dtype="float64"), raises=TypeError)],
    ),
    Op("mindspore.ops.ComplexAbs", [sample(C), sample(t(3, dtype="complex128"))]),
    Op("mindspore.ops.view_as_real", [sample(C), sample(values([1.0, 2.0], "complex64"))]),
]
