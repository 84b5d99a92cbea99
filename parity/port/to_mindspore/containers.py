"""Containers of layers that are given what MindSpore's do not take: ``nn.ModuleList(Block() for _ in range(3))``."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting_call
from parity.port.project.torch_kinds import kind_of

_CONTAINERS = frozenset({"torch.nn.ModuleList", "torch.nn.modules.container.ModuleList"})


class Containers(Pass):
    """Writes a generator as a list."""

    stage = Stage.FRAME

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Have a list made of what is no list."""
        if full not in _CONTAINERS or len(call.args) != 1 or call.args[0].star:
            return None
        given, made = original.args[0].value, call.args[0].value
        if isinstance(made, cst.GeneratorExp):
            made = cst.ListComp(made.elt, made.for_in)
        elif isinstance(given, cst.Call) and kind_of(given, self.ctx.scopes) == "" and _is_iterator(given):
            made = cst.Call(cst.Name("list"), [cst.Arg(made)])
        if made is call.args[0].value:
            return None
        return self.engine.rest(self, full, original, call.with_changes(args=[call.args[0].with_changes(value=made)]))


def _is_iterator(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Name) and call.func.value in {"map", "filter", "reversed"}
