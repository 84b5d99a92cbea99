"""Operators that MindSpore's compiler looks up by the kinds of what they are applied to, where Python's differ."""

from __future__ import annotations

import operator
from typing import Any


def setitem(data: Any, index: Any, value: Any) -> Any:
    """Set a part, and return the whole.

    Args:
        data (Tensor | list | dict): what is changed, in place.
        index (Any): which part.
        value (Any): what it becomes.

    Source: mindspore.ops.composite.multitype_ops.setitem_impl.setitem, MindSpore 2.10
    """
    data[index] = value
    return data


def in_(x: Any, y: Any) -> bool:
    """Tell whether a value is in a container.

    Args:
        x (Any): the value.
        y (tuple | list | dict | str | Tensor): the container.

    Source: mindspore.ops.composite.multitype_ops.in_impl.in_, MindSpore 2.10
    """
    return operator.contains(y, x)


def not_in_(x: Any, y: Any) -> bool:
    """Tell whether a value is not in a container.

    Args:
        x (Any): the value.
        y (tuple | list | dict | str | Tensor): the container.

    Source: mindspore.ops.composite.multitype_ops.not_in_impl.not_in_, MindSpore 2.10
    """
    return not operator.contains(y, x)


def not_contains(x: Any, y: Any) -> bool:
    """Tell whether a container has a value not.

    Args:
        x (tuple | list | dict | str | Tensor): the container.
        y (Any): the value.

    Source: mindspore._extends.parse.trope.not_contains, MindSpore 2.10
    """
    return not operator.contains(x, y)
