"""The operation that a program's own Primitive stands for: MindSpore finds a kernel by the Primitive's name."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

PRIVATE = ("_private_ops", "_older_ops", "_coo_ops", "_csr_matrix_ops", "_segment_ops", "_region_gradients",
           "_layout_gradients", "_sparse_updates", "_sparse_order", "_eigen_ops")  # fmt: skip
"""Files of `ops.operations` with Primitives that MindSpore keeps for itself, wherever it defines them."""
# modules of Primitives, public ones first
_PLACES = ("ms2torch.ops.operations", *(f"ms2torch.ops.operations.{room}" for room in PRIVATE))


def operation_named(primitive: Any) -> Any:
    """Return an operation of this package with the name and the settings of a Primitive that has no code of its own.

    Args:
        primitive (Primitive): an instance of a program's own class.

    Returns:
        Primitive, or None if there is no operation of its name.
    """
    name = primitive.name
    for place in _PLACES:
        cls = getattr(importlib.import_module(place), name, None)
        if isinstance(cls, type) and cls is not type(primitive):
            return cls(**_settings(cls, primitive))
    return None


def _settings(cls: type, primitive: Any) -> dict[str, Any]:
    """Return what a constructor takes that the Primitive keeps under the same name."""
    kept = {**primitive.attrs, **primitive.__dict__}
    asked = list(inspect.signature(cls).parameters)
    return {name: kept[name] for name in asked if name in kept and name != "name"}
