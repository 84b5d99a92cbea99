"""A buffer that is bound anew, ``self.mean = value``: MindSpore refuses it, a buffer is registered again."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Engine, Pass, converting, entering, leaving
from parity.port.syntax.pieces import argument, expression, operand, text
from parity.port.syntax.walking import walk

_REGISTER = "self.register_buffer"


class Buffers(Pass):
    """Writes what torch's attributes do for buffers.

    ``self.count += 1`` changes the tensor in place in torch, and so do its elements here. ``self.mean = value`` binds
    another tensor: who holds the old one keeps it, and gradients see the value that was read.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.of_class: dict[str, dict[str, str]] = {}
        self.around: list[dict[str, str]] = []

    @entering(cst.ClassDef)
    def enter(self, node: cst.ClassDef) -> None:
        """Know the buffers of a class and of its bases in the file, with whether they are saved, as it is written."""
        found: dict[str, str] = {}
        for entry in node.bases:
            found |= self.of_class.get(text(entry.value), {})
        for call in walk(node.body):
            if isinstance(call, cst.Call) and text(call.func) == _REGISTER:
                given = dict(zip(("name", "tensor", "persistent"), call.args, strict=False))
                given |= {entry.keyword.value: entry for entry in call.args if entry.keyword is not None}
                name = given.get("name")
                if name is not None and isinstance(name.value, cst.SimpleString):
                    found[str(name.value.evaluated_value)] = (
                        text(given["persistent"].value) if "persistent" in given else ""
                    )
        self.of_class[node.name.value] = found
        self.around.append(found)

    @leaving(cst.ClassDef)
    def leave(self, node: cst.ClassDef) -> None:
        """Be in the class around again."""
        del node
        self.around.pop()

    @converting(cst.AugAssign)
    def added(self, original: cst.AugAssign, updated: cst.AugAssign) -> cst.Assign | None:
        """Write the elements of a buffer."""
        if self._buffer(original.target) is None:
            return None
        name, sign = text(updated.target), text(updated.operator).strip().removesuffix("=")
        target = cst.ensure_type(expression(f"{name}[...]"), cst.Subscript)
        return cst.Assign([cst.AssignTarget(target)], expression(f"{name} {sign} {operand(updated.value)}"))

    @converting(cst.Assign)
    def bound(self, original: cst.Assign, updated: cst.Assign) -> cst.Expr | None:
        """Register a buffer again; None takes its place as in torch."""
        targets = [part for entry in original.targets for part in _parts(entry.target)]
        names = [self._buffer(part) for part in targets]
        if not any(names) or text(original.value) == "None":
            return None
        name = names[0] if targets == [original.targets[0].target] else None
        if name is None:
            self.ctx.mark("STRUCTURE", text(original.targets[0].target), "MindSpore binds no buffer anew: register it")
            return None
        saved = self.around[-1][name]
        args = [argument(cst.SimpleString(repr(name))), argument(updated.value)]
        args += [argument(saved, "persistent")] if saved else []
        return cst.Expr(cst.Call(cst.ensure_type(expression(_REGISTER), cst.Attribute), args))

    def _buffer(self, node: cst.BaseExpression) -> str | None:
        """Return the name of the buffer that ``self.name`` is; None for what is none."""
        plain = isinstance(node, cst.Attribute) and text(node.value) == "self" and bool(self.around)
        return (
            node.attr.value
            if plain and isinstance(node, cst.Attribute) and node.attr.value in self.around[-1]
            else None
        )


def _parts(target: cst.BaseExpression) -> list[cst.BaseExpression]:
    """Return what is bound: of a tuple its elements."""
    if not isinstance(target, (cst.Tuple, cst.List)):
        return [target]
    return [part for element in target.elements for part in _parts(element.value)]
