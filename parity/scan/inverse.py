"""The torch arguments that do what MindSpore's do, where one argument alone cannot say it."""

from __future__ import annotations

from collections.abc import Mapping

import mappings
from mappings.rows.model import Opaque

_NONE: Mapping[str, object] = {}


def torch_corrections(
    row: mappings.Row, argument: str, given: Mapping[str, object], corrections: Mapping[str, object]
) -> Mapping[str, object]:
    """Return corrections of a torch call that the row confirms; none where it does not.

    Args:
        row (Row): the row.
        argument (str): MindSpore's argument that is to be said in torch.
        given (Mapping[str, object]): MindSpore's arguments.
        corrections (Mapping[str, object]): torch's arguments as they were worked out one by one.
    """
    if row.dims and argument == "pad_mode" and _mode(row, given) == "same":
        return _padding(row, given)
    return _NONE if any(value is None for value in corrections.values()) else corrections


def _mode(row: mappings.Row, given: Mapping[str, object]) -> object:
    default = next((param.mindspore_default for param in row.params if param.mindspore == "pad_mode"), None)
    return given.get("pad_mode", default)


def _padding(row: mappings.Row, given: Mapping[str, object]) -> Mapping[str, object]:
    """Return torch's padding for 'same': half of an odd window at stride 1; elsewhere it depends on the input."""
    kernel, stride = given.get("kernel_size", 1), given.get("stride", 1)
    if isinstance(kernel, Opaque) or not _all(stride, 1) or "ranspose" in row.torch:
        return _NONE
    sizes = kernel if isinstance(kernel, tuple) else (kernel,)
    dilation = given.get("dilation", 1)
    if not all(isinstance(size, int) and size % 2 for size in sizes) or not isinstance(dilation, int):
        return _NONE
    halves = tuple(dilation * (size - 1) // 2 for size in sizes if isinstance(size, int))
    padding = halves[0] if len(set(halves)) == 1 else halves
    averages = "Avg" in row.torch and row.dims < 3
    return {"padding": padding, "count_include_pad": False} if averages else {"padding": padding}


def _all(value: object, wanted: int) -> bool:
    return value == wanted or (isinstance(value, tuple) and all(item == wanted for item in value))
