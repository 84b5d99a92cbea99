"""Imports of packages that are made for torch: they stay, and are said."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, entering
from parity.port.project.names import absolute
from parity.port.project.torch_bound import is_torch_bound
from parity.port.syntax.pieces import dotted

_WHY = "it is made for torch: its layers are no Cells, and its functions take no Tensor of MindSpore"


class TorchBound(Pass):
    """Marks imports of what only works with torch."""

    stage = Stage.OUTER

    @entering(cst.Import)
    def modules(self, node: cst.Import) -> None:
        """Mark ``import timm``."""
        for alias in node.names:
            self._say(dotted(alias.name))

    @entering(cst.ImportFrom)
    def names(self, node: cst.ImportFrom) -> None:
        """Mark ``from timm.layers import DropPath``."""
        if not node.relative:
            self._say(absolute(node, self.ctx.package))

    def _say(self, module: str) -> None:
        own = self.ctx.package.partition(".")[0]
        if module.partition(".")[0] != own and is_torch_bound(module):
            self.ctx.mark("IMPORT", module, _WHY)
