"""The numbers that MindSpore's compiled kernels take for words, such as a padding mode."""

from __future__ import annotations

# measured 2.10: str_to_enum, for an argument that the table below does not name
_WORDS: dict[str, int] = {
    "none": 2, "mean": 1, "sum": 0, "bilinear": 0, "nearest": 1, "linear": 15, "zeros": 0, "border": 1, "reflection": 2,
    "constant": 0, "reflect": 1, "symmetric": 2, "pad": 0, "same": 1, "valid": 2, "full": 3, "bsh": 0, "bnsd": 1,
    "sbh": 2, "bsnd": 3, "tnd": 4, "nsd": 6, "bnsd_bsnd": 8, "nchw": 0, "nhwc": 1, "ncdhw": 14, "ndhwc": 17,
    "tanh": 10, "relu": 1, "gelu": 19, "ij": 0, "xy": 1, "left": 1, "right": 0, "floor": 2, "trunc": 1, "ortho": 2,
    "backward": 0, "forward": 1, "add": 1, "update": 3, "align_corners": 1, "half_pixel": 2, "asymmetric": 0,
}  # fmt: skip
_BY_ARGUMENT: dict[tuple[str, str], int] = {("approximate", "tanh"): 1, ("approximate", "none"): 0}


def str_to_enum(op_name: str, arg_name: str, enum_str: str) -> int:
    """Return the number that a kernel takes for a word.

    Args:
        op_name (str): the operation.
        arg_name (str): its argument.
        enum_str (str): the word, in any case.

    Raises:
        ValueError: there is no such word.
    """
    found = _BY_ARGUMENT.get((arg_name, enum_str.lower()), _WORDS.get(enum_str.lower()))
    if found is None:
        msg = f"Failed to convert the value \"{enum_str}\" of input '{arg_name}' of '{op_name}' to enum."
        raise ValueError(msg)
    return found
