"""Operators that are made first and called then: ``self.concat = ops.Concat(axis=1)``, ``ops.Shape()(x)``."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from parity.port.engine.engine import Engine, Pass, converting, entering, leaving
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import NotLiteral, expression, literal, text
from parity.port.syntax.walking import walk
from parity.port.to_torch.context import TorchContext, pattern_names
from parity.port.to_torch.kinds import full_of
from parity.port.to_torch.live import is_primitive
from parity.port.to_torch.templates import Bound, Template, bind, filled, fits, templates


@dataclass(slots=True)
class Instances:
    """The operators that the attributes of a class are.

    Attributes:
        made: the call that makes each, by the source of the attribute.
        inlined: those of which only calls in the class are seen: they are written where they are called.
    """

    made: dict[str, cst.Call] = field(default_factory=dict)
    inlined: set[str] = field(default_factory=set)


def instances_of(ctx: TorchContext, node: cst.ClassDef, elsewhere: frozenset[str]) -> Instances:
    """Return the operators among the attributes of a class.

    Args:
        ctx (TorchContext): the file.
        node (ClassDef): the class.
        elsewhere (frozenset[str]): attributes that the project reads otherwise than as ``self.name(...)``.
    """
    found = Instances()
    seen: dict[str, int] = {}
    for part in walk(node.body):
        if not isinstance(part, cst.Assign) or len(part.targets) != 1:
            continue
        name, value = text(part.targets[0].target), part.value
        if not name.startswith("self.") or name.count(".") != 1:
            continue
        seen[name] = seen.get(name, 0) + 1
        if isinstance(value, cst.Call) and is_primitive(full_of(ctx, value.func)):
            found.made[name] = value
    found.made = {name: call for name, call in found.made.items() if seen[name] == 1}
    for name, call in found.made.items():
        plain = all(_is_literal(entry.value) for entry in call.args)
        if plain and name.removeprefix("self.") not in elsewhere and template_of(ctx, call) is not None:
            found.inlined.add(name)
    return found


def _is_literal(node: cst.BaseExpression) -> bool:
    try:
        literal(node)
    except NotLiteral:
        return False
    return True


def template_of(ctx: TorchContext, made: cst.Call) -> Template | None:
    """Return the template of an operator; None where there is none for how it is made."""
    for found in templates("primitives").get(full_of(ctx, made.func), ()):
        if fits(found.made, made.args):
            return found
    return None


def called(ctx: TorchContext, template: Template, made: cst.Call, call: cst.Call) -> cst.BaseExpression:
    """Return the call of an operator as torch writes it.

    Raises:
        Refused: if its arguments do not fit.
    """
    given = {**bind(template.made, made.args), **_given(template, call)}
    return spelled(ctx, filled(template.source, (*template.made, *template.called), given))


def _given(template: Template, call: cst.Call) -> Bound:
    """Return what an operator is called with: the only argument may have any name."""
    if any(p.many for p in template.called):
        return bind(template.called, call.args)
    if any(entry.star for entry in call.args) or len(call.args) > len(template.called):
        raise Refused("its arguments are not all written out")
    if len(template.called) == 1 and len(call.args) == 1:
        return {template.called[0].name: call.args[0].value}
    return bind(template.called, call.args)


def as_function(ctx: TorchContext, template: Template, made: cst.Call) -> cst.BaseExpression:
    """Return an operator as a function of its own: ``lambda x, axis=(): torch.mean(x, axis)``.

    Raises:
        Refused: if its arguments do not fit.
    """
    variables: Bound = {p.name: expression(p.name) for p in template.called if not p.many}
    variables |= {p.name: [cst.Arg(cst.Name(p.name), star="*")] for p in template.called if p.many}
    given = {**bind(template.made, made.args), **variables}
    body = spelled(ctx, filled(template.source, (*template.made, *template.called), given))
    header = ", ".join(
        f"*{p.name}" if p.many else p.name if p.default is None else f"{p.name}={p.default}" for p in template.called
    )
    return expression(f"lambda {header}: {text(body)}")


def spelled(ctx: TorchContext, node: cst.BaseExpression) -> cst.BaseExpression:
    """Have what a filled template names imported, and the patterns that it calls copied."""
    for part in walk(node):
        if isinstance(part, cst.Call) and isinstance(part.func, cst.Name) and part.func.value.isupper():
            name = part.func.value.lower()
            if name in pattern_names():
                node = node.deep_replace(part.func, cst.Name(ctx.pattern(name)))
    ctx.import_of(f"({text(node)})")
    return node


class Primitives(Pass):
    """Writes operators where they are called."""

    ctx: TorchContext

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.instances: list[Instances] = []

    @entering(cst.ClassDef)
    def enter_class(self, node: cst.ClassDef) -> None:
        """Know the operators among a class's attributes."""
        self.instances.append(instances_of(self.ctx, node, self.ctx.facts.read))

    @leaving(cst.ClassDef)
    def leave_class(self, node: cst.ClassDef) -> None:
        """Forget them."""
        del node
        self.instances.pop()

    @converting(cst.Assign)
    def assign(self, original: cst.Assign, updated: cst.Assign) -> cst.RemovalSentinel | None:
        """Drop operators that are written where they are called."""
        del updated
        if not isinstance(original.value, cst.Call) or not self._inlined(original.targets[0].target):
            return None
        self.ctx.done()
        return cst.RemoveFromParent()

    def _inlined(self, node: cst.BaseExpression) -> bool:
        return bool(self.instances) and text(node) in self.instances[-1].inlined

    @entering(cst.Call)
    def enter_call(self, node: cst.Call) -> None:
        """Leave an operator to its call."""
        made = isinstance(node.func, cst.Call) and is_primitive(full_of(self.ctx, node.func.func))
        if made or (self._inlined(node.func) and text(node.func) in self.instances[-1].made):
            self.engine.claim(node.func)

    @converting(cst.Call)
    def call(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert the call of an operator: ``self.concat((a, b))``, ``ops.Reshape()(x, shape)``."""
        ctx = self.ctx
        made: cst.Call | None = None
        if self._inlined(original.func):
            made = self.instances[-1].made[text(original.func)]
        elif isinstance(original.func, cst.Call) and is_primitive(full_of(ctx, original.func.func)):
            made = original.func
        if made is None:
            return None
        template = template_of(ctx, made)
        given = call.func if isinstance(call.func, cst.Call) else made
        reason = "the table has no row of it"
        if template is not None:
            try:
                written = called(ctx, template, given, call)
            except Refused as error:
                reason = str(error)
            else:
                ctx.done()
                return written
        ctx.mark("NO-ROW" if template is None else "ARGUMENT", full_of(ctx, made.func), reason)
        ctx.keep(made.func)
        return call
