"""Classes: a Cell is a Module; heirs of MindSpore's layers give their base torch's arguments."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.classes import OfClasses, is_super_init
from parity.port.engine.context import Class
from parity.port.engine.engine import converting, converting_method
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import arranged, expression, is_starred, text
from parity.port.syntax.walking import walk
from parity.port.to_torch import layers, rows, values, windows
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.kinds import full_of
from parity.port.to_torch.live import CELLS, is_cell_class


class Classes(OfClasses):
    """Writes the bases of classes, and what these are given."""

    ctx: TorchContext
    starred = False  # the class that was left passes ``*args`` or ``**options`` on to its base

    def known(self, node: cst.ClassDef) -> Class:
        """Return what is known of a class before its body is converted."""
        return _entered(self.ctx, node)

    @converting(cst.ClassDef)
    def definition(self, original: cst.ClassDef, updated: cst.ClassDef) -> cst.ClassDef:
        """Write the base classes."""
        ctx = self.ctx
        made = (part for part in walk(original.body) if isinstance(part, cst.Call) and is_super_init(part))
        self.starred = any(is_starred(part.args) for part in made)
        bases = [
            after.with_changes(value=self._base(before.value))
            if ctx.is_source(ctx.scopes.full(before.value))
            else after
            for before, after in zip(original.bases, updated.bases, strict=True)
        ]
        return updated.with_changes(bases=bases)

    def _base(self, node: cst.BaseExpression) -> cst.BaseExpression:
        ctx, known = self.ctx, self.left
        full = full_of(ctx, node)
        padded = None
        if known is not None and known.by_helper and full == known.base:
            padded = windows.pattern_of(full, with_laws=self.starred)
        written = ctx.pattern(padded) if padded is not None else values.in_hint(ctx, full)
        if written is None:
            ctx.mark("NO-ROW", full, "nothing of torch takes its place as a base class")
            return expression(ctx.keep(node))
        ctx.done()
        return expression(written)

    @converting_method
    def init(self, original: cst.Call, call: cst.Call) -> cst.Call | None:
        """Convert the arguments of ``super().__init__(...)`` of a Cell, a SequentialCell or another layer."""
        if not is_super_init(original):
            return None
        ctx, within = self.ctx, self.ctx.within
        if within is None or not within.is_layer or not call.args:
            return call
        if not within.base:
            own = [a for a in call.args if a.keyword is None or a.keyword.value not in {"auto_prefix", "flags"}]
            return arranged(call, own) if len(own) != len(call.args) else call
        row = rows.layer_row(within.base)
        if within.base not in {full_of(ctx, b) for b in self._direct(within)} or row is None:
            return call
        if row.kind == "container":
            only = call.args[0] if len(call.args) == 1 and not call.args[0].star else None
            spread = row.torch == "torch.nn.Sequential" and only is not None
            return call.with_changes(args=layers.spread(ctx, only)) if spread and only is not None else call
        try:
            if within.by_helper and is_starred(call.args):
                return call
            if within.by_helper:
                args = layers.padding_arguments(within.base, call)
                inits = layers.initials(row, rows.bind(within.base, call.args))
            else:
                args, inits = layers.arguments(row, within.base, call.args)
        except Refused as error:
            ctx.mark("ARGUMENT", f"super().__init__ of {within.base}", str(error))
            return call
        ctx.done()
        made = arranged(call, args)
        if inits:
            ctx.inits[id(made)] = inits
        return made

    def _direct(self, within: Class) -> list[cst.BaseExpression]:
        """Return what a class derives from."""
        found = [node for node in self.engine.parts.of(cst.ClassDef) if node.name.value == within.name]
        return [entry.value for node in found for entry in node.bases]


def _entered(ctx: TorchContext, node: cst.ClassDef) -> Class:
    """Return what is known of a class before its body is converted."""
    known = Class(node.name.value)
    for entry in node.bases:
        full = full_of(ctx, entry.value)
        if full in CELLS or full in ctx.facts.layers or is_cell_class(full):
            known.is_layer = True
            known.base = known.base or (full if is_cell_class(full) else ctx.facts.layers.get(full, ""))
    if known.base:
        known.classes["self"] = (known.base,)
        known.by_helper = _pads(ctx, known.base, node)
    unsure: set[str] = set()
    for part in walk(node.body):
        if isinstance(part, cst.Assign) and len(part.targets) == 1:
            _note(ctx, known, part.targets[0].target, part.value, unsure)
        elif isinstance(part, cst.AnnAssign) and part.value is not None:
            _note(ctx, known, part.target, part.value, unsure)
    for name in unsure:
        known.kinds.pop(name, None)
    return known


def _pads(ctx: TorchContext, base: str, node: cst.ClassDef) -> bool:
    """Tell whether a class derives from a convolution or pool whose padding only a class of the file's can do."""
    row = rows.layer_row(base)
    direct = {full_of(ctx, entry.value) for entry in node.bases}
    if row is None or windows.pattern_of(base) is None or base not in direct:
        return False
    made = next((part for part in walk(node.body) if isinstance(part, cst.Call) and is_super_init(part)), None)
    try:
        layers.arguments(row, base, made.args if made is not None else ())
    except Refused:
        return True
    return made is None


def _note(
    ctx: TorchContext, known: Class, target: cst.BaseExpression, value: cst.BaseExpression, unsure: set[str]
) -> None:
    """Note what an attribute is bound to."""
    name = text(target)
    if not (isinstance(target, cst.Attribute) and name.startswith("self.")):
        return
    kind = ctx.kind_of(value.body if isinstance(value, cst.IfExp) else value)
    if name in known.kinds and kind != known.kinds[name] and text(value) != "None":
        unsure.add(name)
    elif kind:
        known.kinds[name] = kind
    made = ctx.class_of(value)
    if made:
        known.classes[name] = tuple(dict.fromkeys((*known.classes.get(name, ()), made)))
