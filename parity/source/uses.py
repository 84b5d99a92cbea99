"""One use of a name of torch or MindSpore in a source."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

How = Literal["call", "method", "value", "partial", "super", "mention", "inplace"]


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a framework's name.

    Attributes:
        name: in full; of a method of a tensor ``torch.Tensor.view``.
        how: ``call``; ``method``: a method of what is known to be a tensor; ``value``: passed on to be called
            elsewhere; ``partial``: likewise with arguments; ``super``: called as the base class; ``inplace``:
            ``x += y`` on a tensor that has another name; ``mention``: anything else (an annotation, a base class,
            ``isinstance``).
        node: where.
        positional, keywords: the arguments of the call, as syntax; empty where the name is not called.
        whole: False if the arguments are not all known (``*args``, ``**options``, or those of a later call).
        bound: of a value: the parameter, keyword or name that it is given to, or "".
        sure: False of a method where only its name and the imports of the file tell that it is a tensor's.
    """

    name: str
    how: How
    node: ast.expr | ast.stmt
    positional: tuple[ast.expr, ...] = ()
    keywords: Mapping[str, ast.expr] | None = None
    whole: bool = True
    bound: str = ""
    sure: bool = True

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self.node.lineno

    @property
    def framework(self) -> str:
        """``torch`` or ``mindspore``."""
        return self.name.partition(".")[0]
