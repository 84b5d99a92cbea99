"""Writing what operators compute to files."""

from __future__ import annotations

import warnings
from typing import Any

from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive


def set_dump(target: Any, enabled: bool = True) -> None:
    """Say that nothing is written: MindSpore does it on Ascend only, and warns elsewhere as well.

    Args:
        target (Union[Cell, Primitive]): whose values.
        enabled (bool): whether to write them. Default: ``True``.

    Raises:
        TypeError: if an argument is of another type.

    Source: mindspore.set_dump, MindSpore 2.10
    """
    if not isinstance(target, (Cell, Primitive)):
        msg = f"The \"set_dump\" function only support 'Cell' and 'Primitive', but got {type(target)}."
        raise TypeError(msg)
    if not isinstance(enabled, bool):
        msg = f"The 'enabled' parameter must be bool, but got {type(enabled)}."
        raise TypeError(msg)
    warnings.warn(
        "set_dump writes nothing without Ascend; read values with a forward hook (register_forward_hook)",
        UserWarning, stacklevel=2,
    )  # fmt: skip
