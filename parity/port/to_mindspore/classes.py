"""Classes: a Module is a Cell, its ``forward`` is ``construct``; heirs of torch's layers take torch's arguments."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.classes import OfClasses, is_super_init
from parity.port.engine.context import Class, Context
from parity.port.engine.engine import converting, converting_method
from parity.port.engine.scopes import Bindings
from parity.port.project.kinds import NUMBER, OTHER
from parity.port.project.torch_kinds import is_layer_class, kind_of
from parity.port.rows.arguments import Refused, converted
from parity.port.rows.choose import layer_row
from parity.port.syntax.pieces import arranged, expression, text
from parity.port.syntax.rewriting import Reader
from parity.port.syntax.walking import walk
from parity.port.to_mindspore import calls, containers, functions, layer_values, loading


def entered(ctx: Context, node: cst.ClassDef) -> Class:
    """Return what is known of a class before its body is converted."""
    made = Class(node.name.value)
    made.is_function = ctx.scopes.full(node.name) in ctx.facts.functions
    for entry in node.bases:
        full = ctx.scopes.full(entry.value)
        if full in {"torch.nn.Module", "torch.nn.modules.module.Module"}:
            made.is_layer = True
        elif is_layer_class(full):
            made.is_layer, made.base = True, full
        elif full in ctx.facts.layers:
            made.is_layer, made.base = True, made.base or ctx.facts.layers[full]
    if made.base in _LOSSES:
        made.base = ""
    if made.base and layer_row(made.base) is None:
        made.is_layer, made.base = False, ""  # it stays torch's, and its methods with it
    if made.base:
        made.classes["self"] = (made.base,)
        made.by_helper = _passes_options(node)
        methods = {part.name.value for part in node.body.body if isinstance(part, cst.FunctionDef)}
        finder = _Bound()
        finder.read(node.body)
        made.is_dict = made.base == "torch.nn.ModuleDict" and "forward" in methods and not finder.passes
    return made


_LOSSES = frozenset({"torch.nn.modules.loss._Loss"})
_LOSS = '''class {name}({base}):
    """A loss that keeps how it is reduced, as torch's base of losses does."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.reduction = reduction
'''


def _passes_options(node: cst.ClassDef) -> bool:
    calls_of_super = (part for part in walk(node.body) if isinstance(part, cst.Call) and is_super_init(part))
    return any(any(entry.star for entry in part.args) for part in calls_of_super)


def attributes(ctx: Context, node: cst.ClassDef, known: Class) -> None:
    """Note what the attributes are that a class's methods bind: layers, parameters, tensors."""
    finder = _Attributes(ctx, known)
    finder.read(node.body)
    for name, kind in finder.unsure.items():
        if kind:
            known.kinds.pop(name, None)


class _Attributes(Reader):
    def __init__(self, ctx: Context, known: Class) -> None:
        self.ctx, self.known = ctx, known
        self.unsure: dict[str, str] = {}
        self.hinted: dict[str, str] = {}  # the kinds of a method's arguments

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self.hinted = {
            entry.name.value: functions.kind_of_hint(self.ctx, entry.annotation.annotation)
            for entry in (*node.params.params, *node.params.kwonly_params)
            if entry.annotation is not None
        }

    def visit_Assign(self, node: cst.Assign) -> None:
        for target in node.targets:
            self._bind(target.target, node.value)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            self._bind(node.target, node.value)

    def visit_Call(self, node: cst.Call) -> None:
        if text(node.func) == "self.register_buffer" and node.args and isinstance(node.args[0].value, cst.SimpleString):
            self.known.kinds[f"self.{node.args[0].value.raw_value}"] = "tensor"
        if text(node.func) in {"self.add_module", "self.register_module"} and len(node.args) == 2:
            name = node.args[0].value
            if isinstance(name, cst.SimpleString):
                self._note_class(f"self.{name.raw_value}", node.args[1].value)

    def _bind(self, target: cst.BaseExpression, value: cst.BaseExpression) -> None:
        if not (isinstance(target, cst.Attribute) and text(target.value) == "self"):
            return
        name = text(target)
        if isinstance(value, cst.IfExp):
            value = value.body
        kind = kind_of(value, self.ctx.scopes)
        if not kind and isinstance(value, cst.Name) and self.hinted.get(value.value) in {NUMBER, OTHER}:
            kind = self.hinted[value.value]
        if name in self.known.kinds and kind != self.known.kinds[name] and text(value) != "None":
            self.unsure[name] = self.known.kinds[name]
        elif kind:
            self.known.kinds[name] = kind
        self._note_class(name, value)

    def _note_class(self, name: str, value: cst.BaseExpression) -> None:
        """Note the layer class of torch that an attribute is an instance of, or of an heir of it."""
        if isinstance(value, cst.Call) and self.ctx.scopes.full(value.func) == "torch.nn.ModuleDict" and value.args:
            for key, layer in containers.entries(value.args[0].value).items():
                self._note_class(f"{name}.{key}", layer)
                self._note_class(f"{name}['{key}']", layer)
        full = self.ctx.scopes.full(value.func) if isinstance(value, cst.Call) else ""
        full = self.ctx.facts.layers.get(full, "") or full
        if is_layer_class(full):
            self.known.classes[name] = tuple(dict.fromkeys((*self.known.classes.get(name, ()), full)))


def base(ctx: Context, full: str, known: Class) -> str | None:
    """Return how the base class `full` of torch is written; None where it has no counterpart."""
    if full in {"torch.nn.Module", "torch.nn.modules.module.Module"}:
        return ctx.spell("mindspore.nn.Cell")
    if full.startswith("torch.utils.data."):
        return loading.name_of(ctx, full)
    if full in _LOSSES:
        return _loss(ctx)
    if full == "torch.nn.ModuleDict" and known.is_layer and not known.is_dict:
        return containers.own_dict(ctx)
    row = layer_row(full) if is_layer_class(full) else None
    if row is not None and known.by_helper and row.kind != "container":
        return layer_values.helper(ctx, full, row)
    return ctx.spell(row.mindspore) if row is not None else None


def _loss(ctx: Context) -> str:
    """Return the name of the file's own class that keeps what torch's base of losses keeps."""
    name = "Loss" if "Loss" not in ctx.bound else "TorchLoss"
    if name not in ctx.helpers:
        ctx.helpers[name] = _LOSS.format(name=name, base=ctx.spell("mindspore.nn.Cell"))
    return name


def super_init(ctx: Context, original: cst.Call, call: cst.Call) -> cst.Call:
    """Convert the arguments of ``super().__init__(...)`` in a direct subclass of a layer of torch."""
    within = ctx.within
    if within is not None and within.by_helper:
        return call
    if within is not None and within.base:
        call = calls.without_place(ctx, original, call)
    row = layer_row(within.base) if within is not None and within.base else None
    if row is None or within is None or row.kind == "container" or not call.args:
        if row is not None and not call.args and row.kind != "container":
            return _super_defaults(ctx, call)
        return call
    try:
        args = [entry for entry in call.args if not _is_place(entry)]
        made = converted(within.base, row, args)
    except Refused as error:
        ctx.mark("ARGUMENT", f"super().__init__ of {within.base}", str(error))
        return call
    ctx.done()
    return arranged(call, made)


def _is_place(entry: cst.Arg) -> bool:
    return entry.keyword is not None and entry.keyword.value in {"device", "dtype"}


def _super_defaults(ctx: Context, call: cst.Call) -> cst.Call:
    assert ctx.within is not None
    row = layer_row(ctx.within.base)
    assert row is not None
    try:
        return arranged(call, converted(ctx.within.base, row, []))
    except Refused:
        return call


def finished(ctx: Context, original: cst.ClassDef, updated: cst.ClassDef, known: Class) -> cst.ClassDef:
    """Return a class with what its base needs: a layer's heir takes torch's arguments."""
    direct = [ctx.scopes.full(entry.value) for entry in original.bases]
    methods = {node.name.value for node in original.body.body if isinstance(node, cst.FunctionDef)}
    if not known.base or known.base not in direct or known.by_helper:
        return updated
    row = layer_row(known.base)
    if row is None:
        return updated
    if known.is_dict:
        return _with_base(ctx, original, updated, "torch.nn.ModuleDict")
    if row.kind == "container":
        return _as_cell(ctx, original, updated) if known.base == "torch.nn.Sequential" else updated
    given = ctx.facts.heirs.get(ctx.scopes.full(original.name))
    if "__init__" in methods or layer_values.is_called_alike(row, ctx.facts, given):
        return updated
    source = layer_values.constructor(row, ctx.facts)
    made = cst.parse_module(source).body[0]
    assert isinstance(updated.body, cst.IndentedBlock)
    body = list(updated.body.body)
    at = 1 if original.get_docstring() is not None else 0
    rest = body[at:]
    if rest and isinstance(rest[0], (cst.FunctionDef, cst.ClassDef, cst.SimpleStatementLine)):
        rest[0] = rest[0].with_changes(leading_lines=[cst.EmptyLine(indent=False), *rest[0].leading_lines])
    rest = [n for n in rest if not _is_pass(n)]
    made = made.with_changes(leading_lines=[cst.EmptyLine(indent=False)] if at else [])
    return updated.with_changes(body=updated.body.with_changes(body=[*body[:at], made, *rest]))


_IN_TURN = """def construct(self, x):
    for cell in self.cells():
        x = cell(x)
    return x
"""


def _as_cell(ctx: Context, original: cst.ClassDef, updated: cst.ClassDef) -> cst.ClassDef:
    """Make a plain Cell of a Sequential that gets its layers as attributes: a SequentialCell would not call them."""
    finder = _Bound()
    finder.read(original.body)
    defines = {n.name.value for n in original.body.body if isinstance(n, cst.FunctionDef)}
    if not finder.found or "forward" in defines or finder.passes:
        return updated
    updated = _with_base(ctx, original, updated, "torch.nn.Sequential")
    made = cst.parse_module(_IN_TURN).body[0].with_changes(leading_lines=[cst.EmptyLine(indent=False)])
    assert isinstance(updated.body, cst.IndentedBlock)
    body = updated.body.with_changes(body=[*updated.body.body, made])
    return updated.with_changes(body=body)


def _with_base(ctx: Context, original: cst.ClassDef, updated: cst.ClassDef, container: str) -> cst.ClassDef:
    """Return a class that derives from Cell in place of a container."""
    bases = [
        after.with_changes(value=expression(ctx.spell("mindspore.nn.Cell")))
        if ctx.scopes.full(before.value) == container
        else after
        for before, after in zip(original.bases, updated.bases, strict=True)
    ]
    return updated.with_changes(bases=bases)


class _Bound(Reader):
    """Finds out whether a class binds layers as attributes, and whether it passes layers to its base."""

    def __init__(self) -> None:
        self.found = False
        self.passes = False

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:
        self.found |= isinstance(node.target, cst.Attribute) and text(node.target.value) == "self"

    def visit_Call(self, node: cst.Call) -> None:
        self.found |= text(node.func) in {"self.add_module", "self.register_module"}
        self.passes |= is_super_init(node) and bool(node.args)


def _is_pass(node: cst.BaseStatement) -> bool:
    return isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1 and isinstance(node.body[0], cst.Pass)


class Classes(OfClasses):
    """Writes the bases of classes and what these need."""

    def known(self, node: cst.ClassDef) -> Class:
        """Return what is known of a class before its body is converted."""
        known = entered(self.ctx, node)
        attributes(self.ctx, node, known)
        return known

    @converting(cst.ClassDef)
    def definition(self, original: cst.ClassDef, updated: cst.ClassDef) -> cst.ClassDef | None:
        """Write a class."""
        ctx, known = self.ctx, self.left
        if known is None or known.is_function:
            return None
        bases = [
            after.with_changes(value=self._base(before.value, known))
            if ctx.is_source(ctx.scopes.full(before.value))
            else after
            for before, after in zip(original.bases, updated.bases, strict=True)
        ]
        members = self.engine.the(Bindings).members
        members[f"{self.engine.source.module}.{original.name.value}"] = known.classes
        return finished(ctx, original, updated.with_changes(bases=bases), known)

    def _base(self, node: cst.BaseExpression, known: Class) -> cst.BaseExpression:
        full = self.ctx.scopes.full(node)
        written = base(self.ctx, full, known)
        if written is not None:
            self.ctx.done()
            return expression(written)
        code = "AUTOGRAD" if full == "torch.autograd.Function" else "NO-ROW"
        self.ctx.mark(code, full, "nothing of MindSpore takes its place as a base class")
        return expression(self.ctx.keep(node))

    @converting_method
    def init(self, original: cst.Call, call: cst.Call) -> cst.Call | None:
        """Convert what a layer of torch is given as a base."""
        return super_init(self.ctx, original, call) if is_super_init(original) else None
