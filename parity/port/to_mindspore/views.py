"""Views and second names of a tensor that is written in place: ``h = y[:, :2]`` and later ``h.mul_(2)``.

In torch both names see the change. In MindSpore ``h = h.mul(2)`` is a new tensor, which is written back where the
source shows to where; else the statement is marked.
"""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from parity.port.engine.engine import Engine, Pass, Stage, converting, entering, finishing, leaving
from parity.port.project.kinds import OF_TENSORS
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import text
from parity.port.syntax.walking import walk
from parity.port.to_mindspore.inplace import is_basic, plain_name

_VIEWS = frozenset({
    "view", "t", "transpose", "permute", "squeeze", "unsqueeze", "narrow", "select", "swapaxes", "movedim", "diagonal",
    "expand", "unfold", "view_as", "detach", "flatten", "reshape",
})  # fmt: skip
_SURE = _VIEWS - {"flatten", "reshape"}  # these may copy


@dataclass(slots=True)
class _View:
    """A name that sees the same values as another expression.

    Attributes:
        name: it.
        base: the name of the tensor that it is a view of, or the same as.
        source: the expression that it was bound to.
        blocks: those that it stands in, the innermost last.
        written_to: the expression can be assigned to.
    """

    name: str
    base: str
    source: str
    blocks: tuple[int, ...]
    written_to: bool


class Views(Pass):
    """Writes back what was changed through another name."""

    stage = Stage.TABLE  # before the statements that are to follow are written

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.blocks: list[int] = []
        self.functions: list[tuple[cst.FunctionDef, list[_View]]] = []
        self.written: list[tuple[str, tuple[int, ...]]] = []  # names that the statement changes in place

    @entering(cst.FunctionDef)
    def open(self, node: cst.FunctionDef) -> None:
        """Know the function."""
        self.functions.append((node, []))

    @leaving(cst.FunctionDef)
    def close(self, node: cst.FunctionDef) -> None:
        """Forget the function."""
        del node
        self.functions.pop()

    @entering(cst.IndentedBlock)
    def open_block(self, node: cst.IndentedBlock) -> None:
        """Know the block."""
        self.blocks.append(id(node))

    @leaving(cst.IndentedBlock)
    def close_block(self, node: cst.IndentedBlock) -> None:
        """Forget the block."""
        del node
        self.blocks.pop()

    @converting(cst.Assign)
    def bind(self, original: cst.Assign, updated: cst.Assign) -> None:
        """Know a name that is a view of a tensor."""
        if not self.functions or len(original.targets) != 1 or not isinstance(original.targets[0].target, cst.Name):
            return
        name, known = original.targets[0].target.value, self.functions[-1][1]
        known[:] = [view for view in known if name not in {view.name, view.base}]
        found = self._base(original.value)
        if found is not None and found[0] != name:
            base, written_to = found
            known.append(_View(name, base, text(updated.value).strip(), tuple(self.blocks), written_to))

    def _base(self, node: cst.BaseExpression) -> tuple[str, bool] | None:
        """Return the name of the tensor that an expression is a view of, and whether it can be assigned to."""
        if isinstance(node, (cst.Name, cst.Attribute)) and kind_of(node, self.ctx.scopes) in OF_TENSORS:
            if isinstance(node, cst.Attribute) and node.attr.value in {"T", "mT", "data", "H"}:
                return self._through(node.value)
            return text(node), isinstance(node, cst.Name)
        if isinstance(node, cst.Subscript) and is_basic(self.ctx, node):
            base = self._base(node.value)
            return (base[0], isinstance(node.value, cst.Name)) if base is not None else None
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _SURE:
            return self._through(node.func.value)
        return None

    def _through(self, node: cst.BaseExpression) -> tuple[str, bool] | None:
        base = self._base(node)
        return (base[0], False) if base is not None else None

    @entering(cst.AugAssign, cst.AssignTarget)
    def add(self, node: cst.AugAssign | cst.AssignTarget) -> None:
        """Know a name that is changed in place, or of which a part is set."""
        target: cst.BaseExpression = node.target
        if isinstance(target, cst.Subscript):
            target = target.value
        elif isinstance(node, cst.AssignTarget):
            return
        if isinstance(target, cst.Name) and kind_of(target, self.ctx.scopes) in OF_TENSORS:
            self.written.append((target.value, tuple(self.blocks)))

    @entering(cst.Expr)
    def call(self, node: cst.Expr) -> None:
        """Know a name of which an in-place method is called."""
        call = node.value
        if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
            return
        receiver = call.func.value
        in_place = bool(plain_name(call.func.attr.value)) or call.func.attr.value in {"fill_", "zero_", "copy_"}
        if in_place and isinstance(receiver, cst.Name) and kind_of(receiver, self.ctx.scopes) in OF_TENSORS:
            self.written.append((receiver.value, tuple(self.blocks)))

    @finishing(cst.SimpleStatementLine)
    def write_back(
        self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine, made: cst.CSTNode
    ) -> cst.CSTNode:
        """Write what was changed to where the other names see it."""
        del updated
        written, self.written = self.written, []
        for name, blocks in written if self.functions else ():
            for view in self.functions[-1][1]:
                if name in {view.name, view.base} and self._is_read_later(original, view, name):
                    self._follow(view, name, blocks)
        return made

    def _follow(self, view: _View, name: str, blocks: tuple[int, ...]) -> None:
        straight = blocks[: len(view.blocks)] == view.blocks
        other = view.base if name == view.name else view.name
        if name == view.name and view.written_to and straight:
            self.ctx.following.append(f"{view.source} = {name}")
        elif name == view.base and straight:
            self.ctx.following.append(f"{view.name} = {view.source}")
        else:
            reason = f"{other} sees this change in torch: {view.name} is a view of {view.base}, and here a new tensor"
            self.ctx.mark("IN-PLACE", name, reason)

    def _is_read_later(self, node: cst.SimpleStatementLine, view: _View, name: str) -> bool:
        """Tell whether the other name is read after a statement, or may be: in the same loop."""
        other = view.base if name == view.name else view.name
        if "." in other:
            return True
        passed = False
        for part in walk(self.functions[-1][0].body):
            if part is node:
                passed = True
            elif passed and isinstance(part, cst.Name) and part.value == other and not _is_within(node, part):
                return True
        return any(isinstance(part, (cst.For, cst.While)) and _is_within(part, node) for part in self._loops())

    def _loops(self) -> list[cst.CSTNode]:
        return [part for part in walk(self.functions[-1][0].body) if isinstance(part, (cst.For, cst.While))]


def _is_within(outer: cst.CSTNode, node: cst.CSTNode) -> bool:
    return any(part is node for part in walk(outer))
