"""What operations are called, what they do in words, and which of them only lay values out otherwise."""

from __future__ import annotations

from collections.abc import Mapping

VIEWS = frozenset(
    {
        "view", "reshape", "unsafe_view", "expand", "permute", "transpose", "t", "unsqueeze", "squeeze", "slice",
        "select", "split", "split_with_sizes", "unbind", "clone", "contiguous", "alias", "as_strided",
        "chunk", "narrow", "detach", "lift_fresh", "movedim",
    }
)  # fmt: skip

HIDDEN = frozenset(
    {"expand", "clone", "unsafe_view", "contiguous", "alias", "as_strided", "detach", "lift_fresh", "copy", "to_copy"}
)
"""What frameworks do of their own accord, for which nothing is written."""

LAYOUT = VIEWS - {"slice", "select"} | {"empty", "empty_like", "copy"}

AXES = frozenset({"dim", "dim0", "dim1", "axis", "start_dim", "end_dim"})
PERMUTED = frozenset({"dims"})
SIZES = frozenset({"size", "shape", "split_size", "split_sizes", "repeats"})
MOVES = frozenset(
    {"diagonal", "start", "end", "index", "shifts", "step", "stride", "padding", "pad", "dilation", "correction",
     "ignore_index", "reduction", "output_size", "kernel_size"}
)  # fmt: skip

FILLERS = frozenset({"full_like", "zeros_like", "ones_like", "empty_like", "new_full", "new_zeros", "new_ones"})
"""What takes a tensor for its shape alone: another function of that tensor is not what was meant."""

NOISE = frozenset(
    {"dtype", "layout", "device", "pin_memory", "memory_format", "generator", "implicit", "half_to_float", "momentum",
     "training", "transposed", "output_padding", "normalized_shape", "scalar_type", "names", "N", "C", "HxW"}
)  # fmt: skip

MOVABLE = frozenset(
    {"sum", "mean", "amax", "amin", "prod", "max", "min", "softmax", "safe_softmax", "log_softmax", "logsumexp", "mm",
     "bmm", "dot", "mv", "cumsum", "tril", "triu", "var", "std", "linalg_vector_norm", "flip", "roll", "glu"}
)  # fmt: skip
"""Besides pointwise ones, operations that check what they are given."""

PLAIN = frozenset({"mul", "pow", "sqrt", "rsqrt", "mean", "sigmoid", "dot", "var", "std"})
"""Operations that people write as they are, although they have a written form."""

RANDOM = frozenset({"bernoulli", "native_dropout", "rand", "randn", "rand_like", "randn_like", "uniform", "normal"})

ALIKE: Mapping[str, tuple[str, ...]] = {
    "softmax": ("softmax", "safe_softmax"), "safe_softmax": ("softmax", "safe_softmax"),
    "std": ("std", "var"), "var": ("var", "std"),
}  # fmt: skip
"""Operations whose arguments mean the same."""

ARGUMENTS: Mapping[str, str] = {
    "correction": "ddof", "dim": "axis", "dims": "axis", "eps": "epsilon", "negative_slope": "alpha",
    "groups": "group", "keepdim": "keep_dims", "p": "keep_prob", "other": "constant",
    "self": "constant",
}  # fmt: skip
"""MindSpore's usual word for an argument of torch's operations, where it is another."""

_ACTS: Mapping[str, str] = {
    "add": "adds (add)", "sub": "subtracts (sub)", "mul": "multiplies by (mul)", "div": "divides by (div)",
    "neg": "negates (neg), the sign", "sqrt": "takes the root (sqrt)", "rsqrt": "takes one over the root (rsqrt)",
    "reciprocal": "takes the reciprocal", "square": "takes the square", "pow": "takes the power (pow)",
    "exp": "takes the exponential (exp)", "log": "takes the logarithm (log)", "abs": "takes the magnitude (abs)",
    "sum": "takes the sum", "mean": "takes the mean", "amax": "takes the maximum (amax)",
    "max": "takes the maximum (max)",
    "amin": "takes the minimum (amin)", "min": "takes the minimum (min)", "bmm": "multiplies matrices (matmul)",
    "mm": "multiplies matrices (matmul)", "masked_fill": "masks (masked_fill)",
    "logical_not": "negates the mask (logical_not)",
    "lt": "compares by < (lt)", "le": "compares by <= (le)", "gt": "compares by > (gt)", "ge": "compares by >= (ge)",
    "eq": "compares by == (eq)", "ne": "compares by != (ne)", "tril": "keeps the lower triangle of the mask (tril)",
    "triu": "keeps the upper triangle of the mask (triu)",
    "bitwise_not": "negates the mask (logical_not)", "safe_softmax": "takes the softmax", "index": "takes by index",
}  # fmt: skip


def acts(name: str) -> str:
    """Return what an operation does, as a verb.

    Args:
        name (str): of the operation, as torch's schema has it.
    """
    return _ACTS.get(name, f"takes {name}")


def called(operation: str, argument: str) -> str:
    """Return the usual word for an argument of an operation.

    Args:
        operation (str): its name.
        argument (str): its argument.
    """
    if operation == "pow" and argument == "exponent":
        return "exponent (power)"
    if argument == "size":
        return "shape (the order of its axes)"
    if operation == "pow" and argument == "self":
        return "base"
    if argument in {"other", "self"}:
        return "constant"
    if argument == "value":
        return "value that is filled in"
    return ARGUMENTS.get(argument, argument)
