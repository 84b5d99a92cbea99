"""Functions that are mistaken for one another, and constants of well-known formulas."""

from __future__ import annotations

import math

FAMILIES: tuple[tuple[str, ...], ...] = (
    ("relu", "gelu", "silu", "sigmoid", "tanh", "relu6", "softplus", "elu", "hardswish", "hardsigmoid", "mish",
     "leaky_relu", "selu", "celu", "logsigmoid", "softsign", "exp"),
    ("ReLU", "GELU", "SiLU", "Sigmoid", "Tanh", "ReLU6", "ELU", "HSwish", "HSigmoid", "Mish", "LeakyReLU"),
    ("softmax", "log_softmax", "sigmoid", "softmin"),
    ("exp", "expm1", "log", "log1p", "log2", "log10", "exp2"), ("log_softmax", "softmax", "logsumexp"),
    ("sin", "cos", "tan"), ("sinh", "cosh", "tanh"), ("asin", "acos", "atan"), ("erf", "erfc", "tanh"),
    ("sqrt", "rsqrt", "square", "abs", "reciprocal", "neg"),
    ("mean", "sum", "max", "min", "amax", "amin", "prod", "std", "var", "logsumexp", "norm", "median", "any", "all"),
    ("argmax", "argmin", "argsort"), ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"),
    ("maximum", "minimum", "add", "sub", "mul", "div", "max", "min"),
    ("floor", "ceil", "round", "trunc", "int"), ("tril", "triu"), ("zeros", "ones"), ("zeros_like", "ones_like"),
    ("cat", "concat", "stack"), ("chunk", "split", "tensor_split", "unbind"),
    ("repeat", "tile", "repeat_interleave"), ("flip", "roll"), ("matmul", "mul", "bmm"),
    ("floor_divide", "div", "fmod", "remainder"), ("logical_and", "logical_or", "logical_xor"),
    ("greater", "greater_equal", "less", "less_equal", "equal", "not_equal"), ("gt", "ge", "lt", "le", "eq", "ne"),
    ("avg_pool1d", "max_pool1d"), ("avg_pool2d", "max_pool2d"), ("adaptive_avg_pool2d", "adaptive_max_pool2d"),
    ("l1_loss", "mse_loss", "smooth_l1_loss", "huber_loss"), ("real", "imag", "abs", "angle"),
    ("softplus", "relu"), ("expand_dims", "unsqueeze"), ("rsqrt", "reciprocal"), ("outer", "matmul"),
    ("swapaxes", "transpose"), ("pow", "mul"), ("gather", "scatter"), ("fft", "ifft"),
)  # fmt: skip

STRINGS: tuple[tuple[str, ...], ...] = (
    ("none", "tanh"), ("mean", "sum", "none"), ("constant", "reflect", "replicate", "circular", "edge", "wrap"),
    ("nearest", "bilinear", "bicubic", "linear", "area"), ("same", "valid", "pad"), ("floor", "trunc"),
    ("fan_in", "fan_out"), ("left", "right"), ("ij", "xy"),
)  # fmt: skip

CONSTANTS: tuple[float, ...] = (
    0.5, 2.0, 1.0, 0.0, 1e-5, 1e-6, 1e-8, 1e-12, 1e-3, 10000.0, 0.044715, 1.702, math.sqrt(2), math.sqrt(2 / math.pi),
    math.pi, 2 * math.pi, 1.0507009873554805, 1.6732632423543772, 0.01, 0.1, 0.2, 3.0, 4.0, 6.0, 1e-7, 1e-10,
)  # fmt: skip

UNARY: tuple[str, ...] = ("exp", "sqrt", "sigmoid", "tanh", "relu", "abs", "square", "log", "rsqrt", "silu", "gelu")


def siblings(name: str) -> tuple[str, ...]:
    """Return the functions that one of this name is mistaken for, without itself."""
    found = [other for family in FAMILIES if name in family for other in family if other != name]
    return tuple(dict.fromkeys(found))


def other_strings(text: str) -> tuple[str, ...]:
    """Return what stands where a string stands."""
    found = [other for family in STRINGS if text in family for other in family if other != text]
    return tuple(dict.fromkeys(found))
