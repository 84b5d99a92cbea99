"""One file: MindSpore's source in, torch's source out."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.context import Class
from parity.port.engine.converted import Converted, result
from parity.port.engine.walker import Walker, bound_elsewhere
from parity.port.project.facts import Facts, Source
from parity.port.project.kinds import LAYER, PARAMETER, TENSOR
from parity.port.project.names import OWN, Scope, bound_in, parameters_of
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import arranged, expression, text
from parity.port.syntax.walking import Parts, walk
from parity.port.to_torch import calls, cells, initializers, layers, primitives, rows, tensors, values, windows
from parity.port.to_torch.arrays import array_arguments
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.kinds import ARRAY, full_of, kind_of, of_annotation
from parity.port.to_torch.live import CELLS, canonical, is_cell_class, is_primitive

_DECORATORS = ("mindspore.jit", "mindspore.ms_function", "mindspore.ms_class", "mindspore.jit_class",
               "mindspore.lazy_inline", "mindspore.ops.constexpr", "mindspore.ops.primitive.", "mindspore._no_grad",
               "mindspore.ops._primitive_cache", "mindspore.jit_forward")  # fmt: skip
_LAW = "mindspore.common.initializer."


def convert(source: Source, facts: Facts) -> Converted:
    """Convert one file of MindSpore.

    Args:
        source (Source): the file.
        facts (Facts): what is known of its project.
    """
    ctx = TorchContext(facts, source.package, bound_elsewhere(Parts(source.tree), source.package, "mindspore"))
    converter = _Converter(ctx, source)
    return result(source, converter.rewrite(source.tree), ctx, converter.places)


class _Converter(Walker):
    """Writes torch's names for MindSpore's."""

    ctx: TorchContext

    def __init__(self, ctx: TorchContext, source: Source) -> None:
        super().__init__(ctx, source)
        self.instances: list[primitives.Instances] = []
        self.laws: set[int] = set()
        self.arrays = array_arguments(source)

    def kind_of(self, node: cst.BaseExpression) -> str:
        """Return what an expression's value is, or ""."""
        return kind_of(self.ctx, node)

    def class_of(self, node: cst.BaseExpression) -> str:
        """Return MindSpore's layer class that an expression makes an instance of, or ""."""
        full = full_of(self.ctx, node.func) if isinstance(node, cst.Call) else ""
        full = self.ctx.facts.layers.get(full, "") or full
        return full if is_cell_class(full) else ""

    # ------------------------------------------------------------------------------------- functions and classes
    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        """Open the scope of a function, in which its arguments are known as far as it says."""
        ctx = self.ctx
        in_class = ctx.scopes.inner.is_class
        known = ctx.classes[-1] if in_class and ctx.classes else None
        scope = Scope(kinds=dict(known.kinds), classes=dict(known.classes)) if known is not None else Scope()
        scope.names.update(dict.fromkeys(bound_in(node.body), OWN))
        self.handled.add(id(node.name))
        is_forward = (
            known is not None and known.is_layer and node.name.value.startswith(("construct", "forward", "_forward"))
        )
        arrays = self.arrays.get(node.name.value, frozenset()) if not ctx.functions and known is None else frozenset()
        for number, param in enumerate(parameters_of(node.params)):
            name = param.name.value
            scope.names[name] = OWN
            kind = of_annotation(ctx, param.annotation.annotation) if param.annotation is not None else ""
            plain = param.default is None and param.star in {"", None} and param.annotation is None
            kind = ARRAY if number in arrays else kind
            scope.kinds[name] = kind or (TENSOR if is_forward and plain and name != "self" else "")
        ctx.scopes.stack.append(scope)
        ctx.functions.append(node.name.value)
        ctx.pending.append([])

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> Any:
        """Close the scope of a function; a Cell's ``construct`` is ``forward``."""
        ctx = self.ctx
        ctx.scopes.stack.pop()
        ctx.functions.pop()
        if ctx.scopes.inner.is_class and ctx.classes and ctx.classes[-1].is_layer:
            name = cells.METHODS.get(original_node.name.value)
            if name is not None:
                updated_node = updated_node.with_changes(name=cst.Name(name))
        return self._with_marks(original_node, updated_node)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        """Know a class's base and what its attributes are."""
        ctx = self.ctx
        known = self._entered(node)
        self.handled.add(id(node.name))
        self.handled |= {id(entry.value) for entry in node.bases if ctx.is_source(ctx.scopes.full(entry.value))}
        self.instances.append(primitives.instances_of(ctx, node, ctx.facts.read))
        ctx.classes.append(known)
        ctx.scopes.stack.append(Scope(names=dict.fromkeys(bound_in(node.body), OWN), is_class=True))
        ctx.pending.append([])

    def _entered(self, node: cst.ClassDef) -> Class:
        ctx, known = self.ctx, Class(node.name.value)
        for entry in node.bases:
            full = full_of(ctx, entry.value)
            if full in CELLS or full in ctx.facts.layers or is_cell_class(full):
                known.is_layer = True
                known.base = known.base or (full if is_cell_class(full) else ctx.facts.layers.get(full, ""))
        if known.base:
            known.classes["self"] = (known.base,)
            known.by_helper = self._pads(known.base, node)
        unsure: set[str] = set()
        for part in walk(node.body):
            if isinstance(part, cst.Assign) and len(part.targets) == 1:
                self._note(known, part.targets[0].target, part.value, unsure)
            elif isinstance(part, cst.AnnAssign) and part.value is not None:
                self._note(known, part.target, part.value, unsure)
        for name in unsure:
            known.kinds.pop(name, None)
        return known

    def _pads(self, base: str, node: cst.ClassDef) -> bool:
        """Tell whether a class derives from a convolution or pool whose padding only a class of the file's can do."""
        row = rows.layer_row(base)
        if (
            row is None
            or windows.pattern_of(base) is None
            or base not in {full_of(self.ctx, e.value) for e in node.bases}
        ):
            return False
        made = next((part for part in walk(node.body) if isinstance(part, cst.Call) and _is_super_init(part)), None)
        try:
            layers.arguments(row, base, made.args if made is not None else ())
        except Refused:
            return True
        return made is None

    def _note(self, known: Class, target: cst.BaseExpression, value: cst.BaseExpression, unsure: set[str]) -> None:
        name = text(target)
        if not (isinstance(target, cst.Attribute) and name.startswith("self.")):
            return
        kind = self.kind_of(value.body if isinstance(value, cst.IfExp) else value)
        if name in known.kinds and kind != known.kinds[name] and text(value) != "None":
            unsure.add(name)
        elif kind:
            known.kinds[name] = kind
        made = self.class_of(value)
        if made:
            known.classes[name] = tuple(dict.fromkeys((*known.classes.get(name, ()), made)))

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> Any:
        """Write the base classes."""
        ctx = self.ctx
        ctx.scopes.stack.pop()
        known = ctx.classes.pop()
        self.instances.pop()
        bases: list[cst.Arg] = []
        for before, after in zip(original_node.bases, updated_node.bases, strict=True):
            if ctx.is_source(ctx.scopes.full(before.value)):
                full = full_of(ctx, before.value)
                padded = windows.pattern_of(full) if known.by_helper and full == known.base else None
                written = ctx.pattern(padded) if padded is not None else values.in_hint(ctx, full)
                if written is None:
                    ctx.mark("NO-ROW", full, "nothing of torch takes its place as a base class")
                    written = ctx.keep(before.value)
                else:
                    ctx.done()
                after = after.with_changes(value=expression(written))
            bases.append(after)
        return self._with_marks(original_node, updated_node.with_changes(bases=bases))

    def visit_Decorator(self, node: cst.Decorator) -> bool:
        """Do not look into what is removed."""
        return not self._is_compilers(node)

    def leave_Decorator(self, original_node: cst.Decorator, updated_node: cst.Decorator) -> Any:
        """Remove what only MindSpore's compiler needs."""
        return cst.RemoveFromParent() if self._is_compilers(original_node) else updated_node

    def _is_compilers(self, node: cst.Decorator) -> bool:
        inner = node.decorator
        full = self.ctx.scopes.full(inner.func if isinstance(inner, cst.Call) else inner)
        return full.startswith(_DECORATORS) or canonical(full).startswith(_DECORATORS)

    # ------------------------------------------------------------------------------------------------- statements
    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> Any:
        """Know what is bound; drop operators that are written where they are called."""
        name = text(original_node.targets[0].target)
        if self.instances and name in self.instances[-1].inlined and isinstance(original_node.value, cst.Call):
            self.ctx.done()
            return cst.RemoveFromParent()
        filled = self._filled(original_node, updated_node)
        if filled is not None:
            return filled
        for target in original_node.targets:
            self.bind(target.target, original_node.value)
        inits = self.ctx.inits.pop(id(updated_node.value), None)
        if inits:
            self._fill(name, inits)
        return updated_node

    def _filled(self, original: cst.Assign, updated: cst.Assign) -> cst.Expr | None:
        """Return ``m.weight = initializer(...)`` as a call that fills the weight; None for another assignment."""
        target, value = original.targets[0].target, original.value
        if not isinstance(target, cst.Attribute) or not isinstance(value, cst.Call) or len(original.targets) != 1:
            return None
        of_layer = text(target.value) != "self" and target.attr.value in {"weight", "bias", "gamma", "beta"}
        if full_of(self.ctx, value.func) != initializers.FILLER or not (of_layer or self.kind_of(target) == PARAMETER):
            return None
        try:
            made = initializers.law(self.ctx, value.args[0].value, text(updated.targets[0].target))
        except Refused:
            return None
        return cst.Expr(expression(made))

    def _fill(self, name: str, inits: dict[str, cst.BaseExpression]) -> None:
        for weight, law in inits.items():
            try:
                self.ctx.following.append(initializers.law(self.ctx, law, f"{name}.{weight}"))
            except Refused as error:
                self.ctx.mark("ARGUMENT", f"the initial {name}.{weight}", str(error))

    def leave_AnnAssign(self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign) -> Any:
        """Know what is bound."""
        if original_node.value is not None:
            self.bind(original_node.target, original_node.value)
        return updated_node

    def leave_AugAssign(self, original_node: cst.AugAssign, updated_node: cst.AugAssign) -> Any:
        """Write ``x += y`` of tensors as ``x = x + y``: MindSpore's changes no tensor in place, torch's does."""
        target = original_node.target
        operator = _OPERATORS.get(type(original_node.operator).__name__)
        kind = self.kind_of(target)
        if operator is None or not isinstance(target, (cst.Name, cst.Attribute)):
            return updated_node
        if kind not in {TENSOR, PARAMETER} and not (kind == "" and self._in_forward() and isinstance(target, cst.Name)):
            return updated_node
        value = updated_node.value
        source = (
            text(value) if not isinstance(value, (cst.IfExp, cst.Lambda, cst.BooleanOperation)) else f"({text(value)})"
        )
        if isinstance(value, (cst.BinaryOperation, cst.Comparison)) and not value.lpar:
            source = f"({source})"
        made = expression(f"{text(target)} {operator} {source}")
        return cst.Assign([cst.AssignTarget(updated_node.target)], made)

    def _in_forward(self) -> bool:
        ctx = self.ctx
        inside = bool(ctx.functions) and ctx.within is not None and ctx.within.is_layer
        return inside and ctx.functions[-1].lstrip("_").startswith(("construct", "forward"))

    def leave_Expr(self, original_node: cst.Expr, updated_node: cst.Expr) -> Any:
        """Remove what MindSpore's context needs; fill weights in place."""
        before, after = original_node.value, updated_node.value
        if not isinstance(before, cst.Call) or not isinstance(after, cst.Call):
            return updated_node
        if full_of(self.ctx, before.func) in calls.STATEMENTS:
            self.ctx.done()
            return cst.RemoveFromParent()
        if isinstance(before.func, cst.Attribute) and id(before) in self.handled:
            return self._set_data(before, after, updated_node)
        return updated_node

    def _set_data(self, before: cst.Call, after: cst.Call, updated: cst.Expr) -> Any:
        try:
            made = initializers.set_data(self.ctx, before, after)
        except Refused as error:
            self.ctx.mark("ARGUMENT", "set_data", str(error))
            return updated
        if made is None:
            return updated
        self.ctx.done()
        return made if isinstance(made, cst.Assign) else updated.with_changes(value=made)

    def visit_Expr(self, node: cst.Expr) -> None:
        """Keep ``w.set_data(...)`` whole until the statement is left."""
        call = node.value
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "set_data":
            self.handled.add(id(call))
            inner = call.args[0].value if call.args else None
            if isinstance(inner, cst.Call) and full_of(self.ctx, inner.func) == initializers.FILLER:
                self.handled.add(id(inner))
                self.handled |= {id(entry.value) for entry in inner.args[2:]}

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> Any:
        """Mark the initializers that no statement could be made of."""
        for inits in self.ctx.inits.values():
            for weight in inits:
                self.ctx.mark(
                    "ARGUMENT", f"{weight}_init", "torch's layers take no initializer: fill the weight after it is made"
                )
        self.ctx.inits.clear()
        return super().leave_SimpleStatementLine(original_node, updated_node)

    def visit_For(self, node: cst.For) -> None:
        """Know the Cells that a loop goes through."""
        self.ctx.pending.append([])
        source = text(node.iter)
        target: cst.BaseExpression = node.target
        if source.endswith(".cells_and_names()") and isinstance(target, cst.Tuple) and len(target.elements) == 2:
            target = target.elements[1].value
        elif not source.endswith(".cells()"):
            return
        if isinstance(target, cst.Name):
            self.ctx.scopes.inner.kinds[target.value] = LAYER

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> Any:
        """Write the marks of a loop's head."""
        return self._with_marks(original_node, updated_node)

    def visit_With(self, node: cst.With) -> None:
        """Collect the marks of a block's head."""
        del node
        self.ctx.pending.append([])

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> Any:
        """Write the marks of a block's head."""
        return self._with_marks(original_node, updated_node)

    # --------------------------------------------------------------------------------------------------- type hints
    def is_convertible_hint(self, node: cst.CSTNode) -> bool:
        """Tell whether torch has every type that a hint names."""
        return values.is_convertible(self.ctx, node)

    # --------------------------------------------------------------------------------------------------- expressions
    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        """Convert a name of MindSpore, or an attribute of a layer or tensor that is called otherwise."""
        if id(original_node) in self.handled:
            return updated_node
        full = self.ctx.scopes.full(original_node)
        if self.ctx.is_source(full):
            return self._value(original_node, full)
        if full:
            return updated_node
        made = tensors.attribute(self.ctx, original_node, updated_node)
        return cells.attribute(self.ctx, original_node, updated_node) if made is None else made

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        """Convert a name of MindSpore."""
        if id(original_node) in self.handled:
            return updated_node
        full = self.ctx.scopes.full(original_node)
        return self._value(original_node, full) if self.ctx.is_source(full) else updated_node

    def _value(self, node: cst.Attribute | cst.Name, full: str) -> cst.BaseExpression:
        if self.in_hint:
            written = values.in_hint(self.ctx, full)
            return node if written is None else expression(written)
        return values.convert(self.ctx, node, full, as_class=id(node) in self.as_class)

    def visit_Call(self, node: cst.Call) -> None:
        """Know which names are converted with the call that they stand in."""
        full = full_of(self.ctx, node.func)
        if self.ctx.is_source(full):
            self.handled.add(id(node.func))
            self._know_laws(full, node)
        if isinstance(node.func, cst.Call) and is_primitive(full_of(self.ctx, node.func.func)):
            self.handled.add(id(node.func))
        if isinstance(node.func, cst.Name) and node.func.value in {"isinstance", "issubclass"} and len(node.args) == 2:
            given = node.args[1].value
            nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
            self.as_class |= {id(entry) for entry in nodes}
        if isinstance(node.func, cst.Attribute):
            self.handled.add(id(node.func))
        name = text(node.func) if self.instances else ""
        if name and name in self.instances[-1].made and name in self.instances[-1].inlined:
            self.handled.add(id(node.func))

    def _know_laws(self, full: str, node: cst.Call) -> None:
        """Leave the initializers that a call is given as they are: they are read when the call is converted."""
        for number, entry in enumerate(node.args):
            key = entry.keyword.value if entry.keyword is not None else ""
            first = full == initializers.FILLER and (number == 0 if not key else key == "init")
            if not first and not key.endswith("_init") and key != "embedding_table" and not self._is_law(entry.value):
                continue
            law = entry.value
            self.laws.add(id(law))
            self.handled.add(id(law))
            if isinstance(law, cst.Call):
                self.handled.add(id(law.func))

    def _is_law(self, node: cst.BaseExpression) -> bool:
        full = full_of(self.ctx, node.func) if isinstance(node, cst.Call) else ""
        return full.startswith(_LAW) and full != initializers.FILLER

    def visit_Comparison(self, node: cst.Comparison) -> None:
        """Know the classes that types are compared with."""
        if isinstance(node.left, cst.Call) and text(node.left.func) == "type":
            self.as_class |= {id(target.comparator) for target in node.comparisons}

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        """Convert a call of MindSpore's, of a layer's or tensor's method, or of an operator."""
        ctx = self.ctx
        if id(original_node) in self.handled:
            return updated_node
        operator = self._operator(original_node, updated_node)
        if operator is not None:
            return operator
        full = full_of(ctx, original_node.func)
        if full in calls.STATEMENTS:
            return updated_node
        if ctx.is_source(full):
            return calls.convert(ctx, full, original_node, updated_node)
        if full == "functools.partial" or not isinstance(original_node.func, cst.Attribute) or full:
            return updated_node
        return self._method(original_node, updated_node)

    def _operator(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert the call of an operator: ``self.concat((a, b))``, ``ops.Reshape()(x, shape)``."""
        ctx, name = self.ctx, text(original.func)
        made: Any = None
        if self.instances and name in self.instances[-1].inlined:
            made = self.instances[-1].made[name]
        elif isinstance(original.func, cst.Call) and is_primitive(full_of(ctx, original.func.func)):
            made = original.func
        if made is None:
            return None
        template = primitives.template_of(ctx, made)
        given = call.func if isinstance(call.func, cst.Call) else made
        if template is None:
            ctx.mark("NO-ROW", full_of(ctx, made.func), "the table has no row of it")
            ctx.keep(made.func)
            return call
        try:
            written = primitives.called(ctx, template, given, call)
        except Refused as error:
            ctx.mark("ARGUMENT", full_of(ctx, made.func), str(error))
            ctx.keep(made.func)
            return call
        ctx.done()
        return written

    def _method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        assert isinstance(original.func, cst.Attribute)
        ctx = self.ctx
        receiver, method = text(original.func.value), original.func.attr.value
        if method == "__init__" and receiver.startswith("super("):
            return self._super_init(call)
        made = cells.convert(ctx, original, call) or cells.of_base(ctx, original, call)
        if made is not None:
            return made
        if cells.is_cells(ctx, original.func.value, method) and kind_of(ctx, original.func.value) != "":
            return call
        if method == "init_data" and isinstance(original.func.value, cst.Call) and isinstance(call.func, cst.Attribute):
            return call.func.value
        found = tensors.convert(ctx, original, call)
        return call if found is None else found

    def _super_init(self, call: cst.Call) -> cst.Call:
        """Convert the arguments of ``super().__init__(...)`` of a Cell, a SequentialCell or another layer."""
        ctx = self.ctx
        within = ctx.within
        if within is None or not within.is_layer or not call.args:
            return call
        if not within.base:
            own = [a for a in call.args if a.keyword is None or a.keyword.value not in {"auto_prefix", "flags"}]
            return arranged(call, own) if len(own) != len(call.args) else call
        row = rows.layer_row(within.base)
        if within.base not in {full_of(ctx, b) for b in self._direct()} or row is None:
            return call
        if row.kind == "container":
            only = call.args[0] if len(call.args) == 1 and not call.args[0].star else None
            spread = row.torch == "torch.nn.Sequential" and only is not None
            return call.with_changes(args=layers.spread(ctx, only)) if spread and only is not None else call
        try:
            if within.by_helper:
                return arranged(call, layers.padding_arguments(within.base, call))
            args, _ = layers.arguments(row, within.base, call.args)
        except Refused as error:
            ctx.mark("ARGUMENT", f"super().__init__ of {within.base}", str(error))
            return call
        ctx.done()
        return arranged(call, args)

    def _direct(self) -> list[cst.BaseExpression]:
        name = self.ctx.classes[-1].name
        found = [n for n in walk(self.source.tree) if isinstance(n, cst.ClassDef) and n.name.value == name]
        return [entry.value for node in found for entry in node.bases]


def _is_super_init(call: cst.Call) -> bool:
    func = call.func
    return isinstance(func, cst.Attribute) and func.attr.value == "__init__" and text(func.value).startswith("super(")


_OPERATORS = {
    "AddAssign": "+", "SubtractAssign": "-", "MultiplyAssign": "*", "DivideAssign": "/", "PowerAssign": "**",
    "MatrixMultiplyAssign": "@", "FloorDivideAssign": "//",
}  # fmt: skip
