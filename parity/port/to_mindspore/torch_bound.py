"""Imports of packages that are made for torch: they stay, and are said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from parity.port.engine.engine import Engine, Pass, Stage, converting, entering
from parity.port.project.names import absolute
from parity.port.project.torch_bound import is_torch_bound
from parity.port.syntax.pieces import dotted, text
from parity.port.syntax.walking import walk

_CATCH = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
_WHY = "it is made for torch: its layers are no Cells, and its functions take no Tensor of MindSpore"


class TorchBound(Pass):
    """Marks imports of what only works with torch; of those that are tried, takes what is done without them."""

    stage = Stage.OUTER

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.tried: set[int] = set()  # imports of which it is said what is done without them

    @entering(cst.Try)
    def enter_try(self, node: cst.Try) -> None:
        """Know the imports that a program does without."""
        if self._without(node) is not None:
            self.tried |= {id(part) for line in _lines(node.body) for part in line}

    @converting(cst.Try)
    def take_handler(self, original: cst.Try, updated: cst.Try) -> Any:
        """Write what is done where the package is not there, as it is not without torch."""
        at = self._without(original)
        if at is None:
            return None
        self.ctx.done()
        body = updated.handlers[at].body
        lines = list(body.body) if isinstance(body, cst.IndentedBlock) else []
        lines = [line for line in lines if text(line).strip() != "pass"]
        return cst.FlattenSentinel(lines) if lines else cst.RemoveFromParent()

    def _without(self, node: cst.Try) -> int | None:
        """Return which handler says what is done without packages that are made for torch; None for another try."""
        kinds = (cst.SimpleStatementLine, cst.ClassDef, cst.FunctionDef)  # classes and functions of what is imported
        if node.finalbody is not None or not all(isinstance(line, kinds) for line in node.body.body):
            return None
        parts = [part for line in _lines(node.body) for part in line]
        modules = [module for part in parts for module in self._modules(part)]
        plain = all(isinstance(part, (cst.Import, cst.ImportFrom, cst.Assign)) for part in parts)
        if not plain or not any(self._is_bound(module) for module in modules):
            return None
        for number, handler in enumerate(node.handlers):
            caught = {"Exception"} if handler.type is None else set(text(handler.type).strip("() ").split(", "))
            if caught & _CATCH and not any(isinstance(part, cst.Raise) for part in walk(handler.body)):
                return number if handler.name is None else None
        return None

    def _modules(self, node: cst.CSTNode) -> list[str]:
        if isinstance(node, cst.Import):
            return [dotted(alias.name) for alias in node.names]
        return [absolute(node, self.ctx.package)] if isinstance(node, cst.ImportFrom) and not node.relative else []

    def _is_bound(self, module: str) -> bool:
        own = self.ctx.package.partition(".")[0]
        return module.partition(".")[0] != own and is_torch_bound(module)

    @entering(cst.Import)
    def modules(self, node: cst.Import) -> None:
        """Mark ``import timm``."""
        for alias in node.names if id(node) not in self.tried else ():
            self._say(dotted(alias.name))

    @entering(cst.ImportFrom)
    def names(self, node: cst.ImportFrom) -> None:
        """Mark ``from timm.layers import DropPath``."""
        if not node.relative and id(node) not in self.tried:
            self._say(absolute(node, self.ctx.package))

    def _say(self, module: str) -> None:
        if self._is_bound(module):
            self.ctx.mark("IMPORT", module, _WHY)


def _lines(body: cst.BaseSuite) -> list[Sequence[cst.BaseSmallStatement]]:
    return [line.body for line in body.body if isinstance(line, cst.SimpleStatementLine)]
