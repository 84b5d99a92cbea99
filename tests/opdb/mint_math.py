"""mint: elementwise functions."""

from __future__ import annotations

from tests.opdb._mint import mint
from tests.opdb._spec import error_sample, sample, t, values
from tests.opdb._sweeps import binary, unary

NO_TENSOR = (error_sample([1.0, 2.0], raises=TypeError),)
TWO = ("float32", "float64", "int32", "int64")
FLOATS2 = ("float32", "float64")
LOGIC = ("bool", "float32", "int32")
WHOLE = ("int32", "int64", "bool")
SPECIAL = values([0.0, float("inf"), float("-inf"), float("nan"), 1.0])

OPS = [
    *(
        mint(name, *unary(FLOATS2), errors=NO_TENSOR, tol=1e-5)
        for name in [
            "abs",
            "arcsinh",
            "asinh",
            "arctan",
            "atan",
            "ceil",
            "cos",
            "cosh",
            "erf",
            "erfc",
            "exp",
            "exp2",
            "expm1",
            "floor",
            "fix",
            "trunc",
            "frac",
            "neg",
            "negative",
            "round",
            "sigmoid",
            "sign",
            "sin",
            "sinc",
            "sinh",
            "square",
            "tan",
            "special.erfc",
            "special.exp2",
            "special.expm1",
            "special.sinc",
            "special.round",
        ]
    ),
    mint("tanh", *unary(FLOATS2), errors=NO_TENSOR, tol=2e-4),
    *(
        mint(name, *unary(FLOATS2, -0.9, 0.9), errors=NO_TENSOR, tol=1e-5)
        for name in ["acos", "arccos", "arcsin", "asin", "arctanh", "atanh", "erfinv"]
    ),
    *(
        mint(name, *unary(FLOATS2, 1.1, 3.0), errors=NO_TENSOR, tol=1e-5)
        for name in [
            "acosh",
            "arccosh",
            "log",
            "log10",
            "log1p",
            "log2",
            "reciprocal",
            "rsqrt",
            "sqrt",
            "special.log1p",
        ]
    ),
    *(
        mint(name, *unary(("float32", "float16", "int32")), sample(SPECIAL), errors=NO_TENSOR, grad=False)
        for name in ["isfinite", "isinf", "isnan"]
    ),
    mint("isneginf", *unary(("float32", "float16")), sample(SPECIAL), grad=False),
    mint("logical_not", *unary(LOGIC), grad=False),
    mint("bitwise_not", *unary(WHOLE), grad=False),
    mint("real", sample(t(2, 3)), sample(t()), sample(t(3, dtype="complex64"))),
    mint("imag", sample(t(3, dtype="complex64")), sample(t(2, 3, dtype="complex128"))),
    mint("clone", *unary(FLOATS2), sample(t(2, dtype="bool"))),
    mint(
        "nan_to_num",
        sample(SPECIAL).no_grad(),
        sample(SPECIAL, 1.0, 2.0, 3.0).no_grad(),
        sample(SPECIAL, posinf=5.0).no_grad(),
        sample(t(0, 3)),
    ),
    mint(
        "clamp",
        *(sample(t(3, 4), *each) for each in ((-1.0, 1.0), (None, 0.5), (0.25,), (-1, 1))),
        sample(t(3, 4, dtype="int32"), -1, 2),
        sample(t(3, 4), values([-1.0, 0, -2, 0]), t(3, 1, low=1.0)),
        sample(t(0, 3), min=0.0),
        sample(t(), max=0.5),
    ),
    *(mint(name, *binary(TWO, empty=name == "mul")) for name in ["mul", "maximum", "minimum"]),
    mint("add", *binary(TWO), sample(t(2, 3), t(3), alpha=2), sample(t(2, 3), 3, alpha=0.5), sample(2, t(3))),
    mint("sub", *binary(TWO), sample(t(2, 3), t(3), alpha=2), sample(t(2, 3), 3, alpha=0.5), sample(2, t(3))),
    mint(
        "div",
        *binary(TWO, right=(1, 5)),
        *(sample(t(2, 3), t(3, low=0.5), rounding_mode=mode) for mode in ("floor", "trunc")),
        sample(t(2, 3, dtype="int32"), t(3, dtype="int32", low=1), rounding_mode="floor"),
        also="divide",
        tol=1e-5,
    ),
    *(
        mint(name, *binary(TWO, right=(1, 5)), tol=1e-5, grad=name != "floor_divide")
        for name in ["floor_divide", "fmod", "remainder"]
    ),
    *(mint(name, *binary(FLOATS2, scalar=None), tol=1e-5) for name in ["arctan2", "atan2", "logaddexp2"]),
    mint(
        "logaddexp",
        *binary(("float32",), scalar=None),
        sample(t(2, dtype="float16"), t(3, 1, dtype="float16")),
        tol=1e-5,
    ),
    mint("xlogy", *binary(FLOATS2, right=(1, 5)), tol=1e-5),
    mint("pow", *binary(FLOATS2, left=(0.5, 2)), sample(2, t(3)), sample(t(2, 3, dtype="int32", low=1), 2), tol=1e-5),
    mint("float_power", *binary(FLOATS2, left=(0.5, 2)), sample(t(2, dtype="int32", low=1), 2), tol=1e-5, grad=False),
    *(
        mint(name, *binary(("float32", "int32", "bool")), grad=False)
        for name in ["eq", "ne", "not_equal", "gt", "greater", "ge", "greater_equal", "le", "less_equal", "lt", "less"]
        if name != "ge"
    ),
    mint("equal", sample(t(3), t(3)), sample(values([1.0, 2]), values([1.0, 2])), sample(t(2), t(3)), grad=False),
    *(
        mint(name, *binary(("bool", "int32"), scalar=None), grad=False)
        for name in ["logical_and", "logical_or", "logical_xor"]
    ),
    *(mint(name, *binary(WHOLE, scalar=1), grad=False) for name in ["bitwise_and", "bitwise_or", "bitwise_xor"]),
    mint("gcd", *binary(("int32", "int64"), scalar=None), grad=False),
    mint(
        "isclose",
        sample(t(3, 4), t(3, 4)),
        sample(values([1.0, 2, float("nan")]), values([1.0, 2.1, float("nan")]), 0.1, 0.0, True),
        sample(t(2, 3), t(3)),
        grad=False,
    ),
    mint(
        "allclose",
        sample(t(3), t(3)),
        sample(values([1.0, 2]), values([1.0, 2.1]), rtol=0.1),
        sample(values([float("nan")]), values([float("nan")]), equal_nan=True),
        grad=False,
    ),
    mint("lerp", sample(t(2, 3), t(2, 3), 0.3), sample(t(2, 3), t(2, 3), t(2, 3)), sample(t(2, 3), t(3), t(2, 1))),
    mint("addcdiv", sample(t(2, 3), t(2, 3), t(3, low=0.5)), sample(t(3), t(3), t(3, low=0.5), value=2.0), tol=1e-5),
    mint("polar", sample(t(3), t(3)), sample(t(2, 3, dtype="float64"), t(2, 3, dtype="float64")), tol=1e-5),
    mint(
        "where",
        sample(t(2, 3, dtype="bool"), t(2, 3), t(2, 3)),
        sample(t(2, 3, dtype="bool"), t(3), 1.0),
        sample(t(2, 1, dtype="bool"), 0.0, t(3)),
        sample(values([True, False, True], "bool")),
    ),
]
