"""One file: torch's source in, MindSpore's source out. Each concern has a module; here they are called in turn."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine import imports, remnants
from parity.port.engine.context import Context, Mark
from parity.port.engine.converted import Converted as Converted, result
from parity.port.engine.marks import comment
from parity.port.engine.walker import Walker, bound_elsewhere, unwrapped
from parity.port.project import autograd_functions as functions
from parity.port.project.facts import Facts, Source
from parity.port.project.kinds import (
    BATCH,
    LAYER,
    OF_TENSORS,
    OPTIMIZER,
    PLACE,
    TENSOR,
    is_layer_class,
    is_loader,
    kind_of,
    of_annotation,
)
from parity.port.project.names import OWN, Scope, bound_in, parameters_of
from parity.port.rows.arguments import Refused
from parity.port.rows.choose import layers_named, part_in_mindspore
from parity.port.syntax.pieces import expression, is_same, text
from parity.port.syntax.walking import Parts, walk
from parity.port.to_mindspore import (
    attention,
    calls,
    checkpoints,
    classes,
    creation,
    hints,
    initializers,
    inplace,
    layer_values,
    loading,
    losses,
    methods,
    modules,
    outputs,
    ranks,
    rates,
    training,
    updates,
    values,
)
from parity.port.to_mindspore.steps import GRAPH_CONTEXTS

_PARTIAL = "functools.partial"
_NO_GRAPH = updates.NO_GRAPH | GRAPH_CONTEXTS
_CASTS = ("torch.autocast", "torch.amp.autocast", "torch.cuda.amp.autocast")


def convert(source: Source, facts: Facts) -> Converted:
    """Convert one file of torch.

    Args:
        source (Source): the file.
        facts (Facts): what is known of its project.
    """
    parts = Parts(source.tree)
    ctx = Context(facts, source.package, bound_elsewhere(parts, source.package, "torch"))
    converter = _Converter(ctx, source, parts)
    return result(source, converter.rewrite(source.tree), ctx, converter.places)


class _Converter(Walker):
    """Writes MindSpore's names for torch's."""

    def __init__(self, ctx: Context, source: Source, parts: Parts) -> None:
        super().__init__(ctx, source)
        self.statements: set[int] = set()
        self.written: dict[int, cst.BaseAssignTargetExpression] = {}
        self.training = training.Training(source.tree, parts)
        ctx.lists = hints.fields_of_lists(parts)
        ctx.freezes = any(modules.says_training(node) for kind in (cst.Assign, cst.Call) for node in parts.of(kind))
        self.groups = rates.groups_in(parts)
        self.files = checkpoints.Files(parts)
        ctx.saves = self.files.saves
        self.steps: dict[int, training.Found] = {}
        self.clips: dict[int, str] = {}
        self.decided: dict[int, training.Found] = {}
        self.by_hand: dict[int, updates.Update] = {}
        self.again: dict[int, training.Found] = {}
        self.optimized: set[int] = set()
        self.class_names: dict[int, str] = {}

    # ------------------------------------------------------------------------------------- functions and classes
    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        ctx = self.ctx
        in_class = ctx.scopes.inner.is_class
        scope = classes.scope_of(ctx.classes[-1]) if in_class and ctx.classes else Scope()
        scope.names.update(dict.fromkeys(bound_in(node.body), OWN))
        self.handled.add(id(node.name))
        is_forward = in_class and ctx.classes[-1].is_layer and node.name.value.startswith(("forward", "_forward"))
        is_forward |= in_class and ctx.classes[-1].is_function
        for param in parameters_of(node.params):
            name = param.name.value
            scope.names[name] = OWN
            kind = of_annotation(param.annotation.annotation, ctx.scopes) if param.annotation is not None else ""
            plain = param.default is None and param.star in {"", None} and param.annotation is None
            scope.kinds[name] = kind or (TENSOR if is_forward and plain and name != "self" else "")
        ctx.scopes.stack.append(scope)
        ctx.functions.append(node.name.value)
        ctx.pending.append([])
        self.training.around.append(node)
        self.training.loops.append([])

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> Any:
        ctx = self.ctx
        ctx.scopes.stack.pop()
        ctx.functions.pop()
        self.training.around.pop()
        self.training.loops.pop()
        if ctx.scopes.inner.is_class and ctx.classes and ctx.classes[-1].is_layer:
            name = _METHODS.get(original_node.name.value)
            if name == "set_train":
                ctx.mark("STRUCTURE", "Module.train", "set_train of an outer Cell does not call that of its children")
            if name is not None:
                updated_node = updated_node.with_changes(name=cst.Name(name))
        return self._with_marks(original_node, updated_node)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        ctx = self.ctx
        known = classes.entered(ctx, node)
        known.is_function = ctx.scopes.full(node.name) in ctx.facts.functions
        self.handled.add(id(node.name))
        classes.attributes(ctx, node, known)
        self.handled |= {id(entry.value) for entry in node.bases if imports.is_torch(ctx.scopes.full(entry.value))}
        ctx.classes.append(known)
        ctx.scopes.stack.append(Scope(names=dict.fromkeys(bound_in(node.body), OWN), is_class=True))
        ctx.pending.append([])

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> Any:
        ctx = self.ctx
        ctx.scopes.stack.pop()
        known = ctx.classes.pop()
        planned = functions.plan(original_node) if known.is_function else None
        if planned is not None:
            ctx.done()
            cell = functions.as_cell(updated_node, ctx.spell("mindspore.nn.Cell"), planned)
            return self._with_marks(original_node, cell)
        bases: list[cst.Arg] = []
        for before, after in zip(original_node.bases, updated_node.bases, strict=True):
            full = ctx.scopes.full(before.value)
            if imports.is_torch(full):
                written = classes.base(ctx, full, known)
                if written is None:
                    code = "AUTOGRAD" if full == "torch.autograd.Function" else "NO-ROW"
                    ctx.mark(code, full, "nothing of MindSpore takes its place as a base class")
                    written = ctx.keep(before.value)
                else:
                    ctx.done()
                after = after.with_changes(value=expression(written))
            bases.append(after)
        ctx.members[f"{self.source.module}.{original_node.name.value}"] = known.classes
        made = classes.finished(ctx, original_node, updated_node.with_changes(bases=bases), known)
        return self._with_marks(original_node, made)

    def leave_Decorator(self, original_node: cst.Decorator, updated_node: cst.Decorator) -> Any:
        node = original_node.decorator
        full = self.ctx.scopes.full(node.func if isinstance(node, cst.Call) else node)
        if remnants.is_decorator(full) or full in _NO_GRAPH:
            return cst.RemoveFromParent()
        return updated_node

    def visit_Decorator(self, node: cst.Decorator) -> bool:
        inner = node.decorator
        full = self.ctx.scopes.full(inner.func if isinstance(inner, cst.Call) else inner)
        return not (remnants.is_decorator(full) or full in _NO_GRAPH)

    def visit_Expr(self, node: cst.Expr) -> None:
        if isinstance(node.value, cst.Call) and inplace.is_in_place(self.ctx, node.value):
            self.statements.add(id(node.value))
        written = outputs.target(self.ctx, node.value)
        if written is not None:
            self.written[id(node.value)] = written

    def leave_Expr(self, original_node: cst.Expr, updated_node: cst.Expr) -> Any:
        before, after = original_node.value, updated_node.value
        written = self.written.get(id(before))
        if written is not None:
            return cst.Assign([cst.AssignTarget(written)], after)
        if not isinstance(before, cst.Call):
            return updated_node
        full = self.ctx.scopes.full(before.func)
        if isinstance(after, cst.Call):
            asserted = remnants.assertion(self.ctx, full, after)
            if asserted is not None:
                return asserted
        if remnants.is_statement(full) or remnants.says_nothing(before, after):
            self.ctx.done()
            return cst.RemoveFromParent()
        if id(before) in self.statements and isinstance(after, cst.Call):
            return self._in_place(before, after, updated_node)
        return updated_node

    def _in_place(self, before: cst.Call, after: cst.Call, updated: cst.Expr) -> Any:
        filled = initializers.fill(self.ctx, before, after)
        if filled is not None:
            return updated.with_changes(value=filled)
        assigned = inplace.as_assignment(self.ctx, before, after)
        if assigned is not None:
            return assigned
        written = inplace.of_data(self.ctx, before, after)
        if written is not None:
            return updated.with_changes(value=written)
        assert isinstance(before.func, cst.Attribute)
        method = before.func.attr.value
        reason = inplace.reason_against(self.ctx, method)
        if reason:
            self.ctx.mark("IN-PLACE", f"Tensor.{method}", reason)
        else:
            self.ctx.done()
        return updated

    def kind_of(self, node: cst.BaseExpression) -> str:
        """Return what an expression's value is, or ""."""
        return PLACE if calls.is_place(node) else kind_of(node, self.ctx.scopes)

    def class_of(self, node: cst.BaseExpression) -> str:
        """Return torch's layer class that an expression makes an instance of, or ""."""
        full = self.ctx.scopes.full(node.func) if isinstance(node, cst.Call) else ""
        return full if is_layer_class(full) else ""

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        self.handled.add(id(node.target))

    def visit_Assign(self, node: cst.Assign) -> None:
        self.handled |= {id(entry.target) for entry in node.targets if isinstance(entry.target, cst.Subscript)}
        if remnants.is_setting(self.ctx, node):
            self.handled |= {id(entry.target) for entry in node.targets}

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> Any:
        if remnants.is_setting(self.ctx, original_node):
            self.ctx.done()
            return cst.RemoveFromParent()
        rate = rates.assigned(self.ctx, original_node, updated_node, self.groups)
        if rate is not None:
            return rate
        for target in original_node.targets:
            self.bind(target.target, original_node.value)
            if isinstance(target.target, cst.Name):
                self.ctx.scopes.inner.ranks[target.target.value] = ranks.rank_of(self.ctx, original_node.value)
        trained = self.training.bound(self.ctx, original_node)
        if remnants.binds_itself(updated_node) and not remnants.binds_itself(original_node):
            return cst.RemoveFromParent()
        if calls.is_place(original_node.value) and not self.ctx.places_marked:
            self.ctx.places_marked = True
            self.ctx.mark("DEVICE", text(original_node.targets[0].target), "device and dtype do not reach new weights")
        at_top = not self.ctx.functions and not self.ctx.classes
        if (trained and not _is_torchs(self, original_node)) or (
            (at_top or trained) and modules.trains(self.ctx, original_node.value)
        ):
            return updated_node.with_changes(value=expression(f"{text(updated_node.value)}.set_train()"))
        return updated_node

    def leave_AugAssign(self, original_node: cst.AugAssign, updated_node: cst.AugAssign) -> Any:
        if kind_of(original_node.value, self.ctx.scopes) in OF_TENSORS and isinstance(original_node.target, cst.Name):
            self.ctx.scopes.inner.kinds[original_node.target.value] = TENSOR
        rate = rates.assigned(self.ctx, original_node, updated_node, self.groups)
        return updated_node if rate is None else rate

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.BaseExpression:
        if self.in_hint and hints.final_of(self.ctx, original_node) is not None:
            self.ctx.done()
            return hints.only_item(updated_node)
        rate = None if id(original_node) in self.handled else rates.of_group(original_node, updated_node)
        return updated_node if rate is None else rate

    def leave_FormattedStringExpression(
        self, original_node: cst.FormattedStringExpression, updated_node: cst.FormattedStringExpression
    ) -> Any:
        return rates.formatted(self.ctx, original_node, updated_node)

    def leave_AnnAssign(self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign) -> Any:
        if original_node.value is not None:
            self.bind(original_node.target, original_node.value)
        return updated_node

    # ------------------------------------------------------------------------------------------------ training steps
    def visit_IndentedBlock(self, node: cst.IndentedBlock) -> None:
        for found in self.training.steps_in(self.ctx, node.body):
            if id(found.backward) in self.steps:
                continue  # known from the block around
            for line in found.lines():
                self.steps[id(line)] = found
            for line in found.ends():
                self.handled |= {id(call) for call in walk(line) if isinstance(call, cst.Call)}
            for clip in found.clips:
                self.clips[id(clip)] = found.clips[clip]
                self.handled |= {id(call) for call in walk(clip) if isinstance(call, cst.Call)}
            if found.decision is not None:
                self.decided[id(found.decision)] = found
            if found.by_hand is not None and found.update is not None:
                self.by_hand[id(found.update)] = found.by_hand
            if found.again is not None:
                self.again[id(found.again)] = found

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> Any:
        made = super().leave_SimpleStatementLine(original_node, updated_node)
        clipped = self.clips.get(id(original_node))
        if clipped is not None:
            self.ctx.done()
            line = cst.ensure_type(cst.parse_statement(clipped), cst.SimpleStatementLine)
            return updated_node.with_changes(body=line.body)
        again = self.again.get(id(original_node))
        if again is not None:
            again.step.forward.append(self._again(again, updated_node))
        found = self.steps.get(id(original_node))
        return made if found is None else self._of_step(found, original_node, updated_node, made)

    def _again(self, found: training.Found, updated: cst.SimpleStatementLine) -> str:
        """Return the line of a net that ran before its step, as the function of the loss has it."""
        line = text(updated.with_changes(leading_lines=[])).strip("\n")
        if not found.reason:
            return line
        mark = Mark("DIFFERENT", found.net, found.reason)
        self.places.append((found.backward, mark))
        return f"{comment(mark)}\n{line}"

    def _of_step(
        self, found: training.Found, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine, made: Any
    ) -> Any:
        step = found.step
        before: list[cst.EmptyLine] = []
        if any(original is node for node in found.forward):
            step.forward.append(text(made).strip("\n"))
        self.ctx.done()
        if original is found.update:
            before = [] if found.backward is found.anchor else _comments(found.backward)
            return updated.with_changes(body=training.update(step), leading_lines=[*before, *updated.leading_lines])
        if original is not found.anchor:
            return cst.RemoveFromParent()
        if found.decision is None:
            before = [line for node in found.zeros if found.cleared_before for line in _leading(node)]
        call = step.call().with_changes(leading_lines=[*before, *(_leading(original) if found.decision else ())])
        functions = [] if step.loop is not None or found.decision is not None else self._functions(step)
        return cst.FlattenSentinel([*functions, call, *step.sums()])

    def _functions(self, step: training.Step) -> list[cst.BaseStatement]:
        return step.functions(self.ctx.spell("mindspore.value_and_grad"))

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> Any:
        found = self.decided.get(id(original_node))
        if found is None:
            return super().leave_If(original_node, updated_node)
        plain = cst.Else(cst.IndentedBlock([found.step.plain_call()]))
        made = super().leave_If(original_node, updated_node)
        made = made.with_changes(orelse=plain) if isinstance(made, cst.If) else made
        return made if found.step.loop is not None else cst.FlattenSentinel([*self._functions(found.step), made])

    def _with_functions(self, loop: cst.For | cst.While, made: Any) -> Any:
        self.training.loops[-1].pop()
        steps = {id(found): found.step for found in self.steps.values() if found.step.loop is loop}
        if not steps:
            return made
        lines = [line for step in steps.values() for line in self._functions(step)]
        after = list(made.nodes) if isinstance(made, cst.FlattenSentinel) else [made]
        blank = [cst.EmptyLine(indent=False)] * (1 if self.ctx.functions else 2)
        lines = [line.with_changes(leading_lines=blank) for line in lines]
        comments = [entry for entry in after[0].leading_lines if entry.comment is not None]
        after[0] = after[0].with_changes(leading_lines=[cst.EmptyLine(indent=False), *comments])
        return cst.FlattenSentinel([*lines, *after])

    def visit_While(self, node: cst.While) -> None:
        super().visit_While(node)
        self.training.loops[-1].append(node)

    def leave_While(self, original_node: cst.While, updated_node: cst.While) -> Any:
        return self._with_functions(original_node, super().leave_While(original_node, updated_node))

    def visit_For(self, node: cst.For) -> bool:
        self.ctx.pending.append([])
        if id(node) in self.by_hand:
            self.training.loops[-1].append(node)
            return False
        if modules.only_freezes(node):
            self.ctx.every_parameter |= {id(call) for call in walk(node.iter) if isinstance(call, cst.Call)}
        self._bind_batch(node)
        self.training.loops[-1].append(node)
        if modules.loop_over_modules(node.iter) is not None and isinstance(node.target, cst.Name):
            self.ctx.scopes.inner.kinds[node.target.value] = LAYER
        return True

    def _bind_batch(self, node: cst.For) -> None:
        """Know what a loop over a loader gives: tensors, several at a time."""
        found: cst.BaseExpression = node.iter
        target: cst.BaseExpression = node.target
        if isinstance(found, cst.Call) and text(found.func) == "enumerate" and found.args:
            counted = isinstance(target, cst.Tuple) and len(target.elements) == 2
            found = found.args[0].value
            target = target.elements[1].value if counted and isinstance(target, cst.Tuple) else target
        if not is_loader(found, self.ctx.scopes):
            return
        kinds = self.ctx.scopes.inner.kinds
        if isinstance(target, cst.Name):
            kinds[target.value] = BATCH
        elif isinstance(target, (cst.Tuple, cst.List)):
            kinds.update({e.value.value: TENSOR for e in target.elements if isinstance(e.value, cst.Name)})

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> Any:
        by_hand = self.by_hand.get(id(original_node))
        if by_hand is None:
            made = self._loop(original_node, updated_node)
        else:
            self.ctx.done()
            made = updates.written(self.ctx, by_hand, training.GRADIENTS)
        return self._with_functions(original_node, self._with_marks(original_node, made))

    def leave_CompFor(self, original_node: cst.CompFor, updated_node: cst.CompFor) -> Any:
        return self._loop(original_node, updated_node)

    def _loop(self, original: cst.For | cst.CompFor, updated: Any) -> Any:
        receiver = modules.loop_over_modules(original.iter)
        if receiver is None or is_same(original.iter, updated.iter):
            return updated
        target = text(original.target)
        return updated.with_changes(
            target=expression(f"_, {target}").with_changes(lpar=[], rpar=[]),
            iter=expression(f"{receiver}.cells_and_names()"),
        )

    def visit_With(self, node: cst.With) -> None:
        self.ctx.pending.append([])
        for item in node.items:
            if isinstance(item.item, cst.Call) and self._is_context(item.item):
                self.handled.add(id(item.item))

    def _is_context(self, call: cst.Call) -> bool:
        full = self.ctx.scopes.full(call.func)
        return full in _NO_GRAPH or full.startswith(_CASTS)

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> Any:
        ctx = self.ctx
        left: list[cst.WithItem] = []
        for before, after in zip(original_node.items, updated_node.items, strict=True):
            if isinstance(before.item, cst.Call) and self._is_context(before.item):
                full = ctx.scopes.full(before.item.func)
                if (not self._in_forward() and full in _NO_GRAPH) or self._is_off(before.item):
                    ctx.done()
                    continue
                ctx.mark("NO-GRAD", full, "within construct, use ops.stop_gradient on what is computed here")
                after = after.with_changes(item=after.item.with_changes(func=expression(ctx.keep(before.item.func))))
            left.append(after)
        if len(left) == len(original_node.items):
            return self._with_marks(original_node, updated_node.with_changes(items=left))
        if left:
            left[-1] = left[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            return self._with_marks(original_node, updated_node.with_changes(items=left))
        return cst.FlattenSentinel(unwrapped(self._with_marks(original_node, updated_node)))

    def _in_forward(self) -> bool:
        ctx = self.ctx
        inside = bool(ctx.functions) and ctx.within is not None and ctx.within.is_layer
        return inside and ctx.functions[-1].lstrip("_").startswith(("forward", "call", "__call__"))

    def _is_off(self, call: cst.Call) -> bool:
        return any(
            a.keyword is not None and a.keyword.value == "enabled" and text(a.value) == "False" for a in call.args
        )

    # --------------------------------------------------------------------------------------------------- type hints
    def is_convertible_hint(self, node: cst.CSTNode) -> bool:
        return hints.is_convertible(self.ctx, node)

    # --------------------------------------------------------------------------------------------------- expressions
    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        if id(original_node) in self.handled:
            return updated_node
        full = self.ctx.scopes.full(original_node)
        if imports.is_torch(full):
            return self._value(original_node, full)
        if remnants.is_type_of_device(original_node):
            self.ctx.done()
            return expression(f'{text(updated_node.value)}.partition(":")[0].lower()')
        if full and not self._is_apply(original_node):
            return updated_node
        if self.training.backwards and original_node.attr.value == "grad":
            reason = "a Parameter keeps no gradient: take those that ms.value_and_grad returns"
            self.ctx.mark("AUTOGRAD", text(original_node), reason)
        if self._is_apply(original_node):
            self.ctx.done()
            return cst.Call(updated_node.value)
        field = calls.field_of_pair(self.ctx, original_node, updated_node)
        if field is not None:
            return field
        if original_node.attr.value in {"real", "imag"} and kind_of(original_node.value, self.ctx.scopes) in OF_TENSORS:
            self.ctx.done()
            return cst.Call(updated_node)
        return modules.attribute(self.ctx, original_node, updated_node)

    def _is_apply(self, node: cst.Attribute) -> bool:
        """Tell whether an expression is ``Square.apply`` of a class that becomes a Cell."""
        return node.attr.value == "apply" and self.ctx.scopes.full(node.value) in self.ctx.facts.functions

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        if id(original_node) in self.handled:
            return updated_node
        full = self.ctx.scopes.full(original_node)
        return self._value(original_node, full) if imports.is_torch(full) else updated_node

    def _value(self, node: cst.Attribute | cst.Name, full: str) -> cst.BaseExpression:
        if self.in_hint:
            written = hints.name_of(self.ctx, full)
            return node if written is None else expression(written)
        return values.convert(self.ctx, node, full, as_class=id(node) in self.as_class)

    def visit_Call(self, node: cst.Call) -> None:
        full = self.ctx.scopes.full(node.func)
        if kind_of(node, self.ctx.scopes) == OPTIMIZER:
            self.optimized |= {id(inner) for inner in walk(node) if isinstance(inner, cst.Call)}
        if imports.is_torch(full):
            self.handled.add(id(node.func))
            for number, entry in enumerate(node.args):
                if number == 0 and full.startswith("torch.nn.init."):
                    self.handled.discard(id(entry.value))
        if full in creation.PARAMETERS:
            self.ctx.weights |= {id(entry.value) for entry in node.args[:1]}
        if full == _PARTIAL and node.args and imports.is_torch(self.ctx.scopes.full(node.args[0].value)):
            self.handled.add(id(node.args[0].value))
        if remnants.has(self.ctx, node) is not None:
            self.handled.add(id(node.args[0].value))
        if isinstance(node.func, cst.Name) and node.func.value in {"next", "iter"} and node.args:
            self.ctx.every_parameter.add(id(node.args[0].value))
        if isinstance(node.func, cst.Name) and node.func.value in {"isinstance", "issubclass"} and len(node.args) == 2:
            given = node.args[1].value
            nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
            self.as_class |= {id(entry) for entry in nodes}
        if isinstance(node.func, cst.Attribute):
            self.handled.add(id(node.func))

    def leave_SimpleString(self, original_node: cst.SimpleString, updated_node: cst.SimpleString) -> Any:
        name = self.class_names.get(id(original_node))
        if name is not None:
            self.ctx.done()
            return updated_node.with_changes(value=updated_node.value.replace(original_node.raw_value, name))
        return checkpoints.renamed(updated_node) if id(original_node) in self.files.renamed else updated_node

    def leave_FormattedString(self, original_node: cst.FormattedString, updated_node: cst.FormattedString) -> Any:
        return checkpoints.renamed(updated_node) if id(original_node) in self.files.renamed else updated_node

    def leave_Comparison(self, original_node: cst.Comparison, updated_node: cst.Comparison) -> cst.BaseExpression:
        known = remnants.listed(self.ctx, original_node)
        return updated_node if known is None else expression(str(known))

    def layers_named(self, part: str) -> tuple[str, ...]:
        """Return the layers of torch that the project speaks of and in whose names a part occurs."""
        return tuple(name for name in layers_named(part) if name.rpartition(".")[2] in self.ctx.facts.words)

    def visit_Comparison(self, node: cst.Comparison) -> None:
        owner, written = self.class_name_part(node)
        if written is not None:
            name = part_in_mindspore(str(written.evaluated_value))
            if name is None:
                self.ctx.mark("STRUCTURE", f"{owner}.__class__", "MindSpore's layers have other names: ask isinstance")
            elif name != written.raw_value:
                self.class_names[id(written)] = name
        if remnants.listed(self.ctx, node) is not None:
            self.handled.add(id(cst.ensure_type(node.comparisons[0].comparator, cst.Call).args[0].value))
        if isinstance(node.left, cst.Call) and text(node.left.func) == "type":
            self.as_class |= {id(target.comparator) for target in node.comparisons}

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        if id(original_node) in self.handled or id(original_node) in self.statements:
            return updated_node
        known = remnants.has(self.ctx, original_node)
        if known is not None:
            return expression(str(known))
        full = self.ctx.scopes.full(original_node.func)
        if imports.is_torch(full):
            return self._framework_call(full, original_node, updated_node)
        if full == _PARTIAL and original_node.args:
            return self._partial(original_node, updated_node)
        if isinstance(original_node.func, cst.Attribute) and self._is_apply(original_node.func):
            self.ctx.done()
            return updated_node.with_changes(func=cst.Call(cst.ensure_type(updated_node.func, cst.Attribute).value))
        if isinstance(original_node.func, cst.Attribute) and not full:
            return self._method(original_node, updated_node)
        return updated_node

    def _framework_call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        ctx = self.ctx
        value = remnants.value(ctx, full, call)
        if value is not None:
            return value
        original, call = outputs.without(ctx, full, original, call, is_statement=id(original) in self.written)
        if remnants.is_statement(full):
            return call
        for converter in _CALLS:
            made = converter(ctx, full, original, call)
            if made is not None:
                return made
        return calls.convert(ctx, full, original, call)

    def _partial(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        full = self.ctx.scopes.full(original.args[0].value)
        if not imports.is_torch(full):
            return call
        try:
            made = layer_values.partial_call(self.ctx, full, call)
        except Refused as error:
            self.ctx.mark("ARGUMENT", full, str(error))
            return call.with_changes(
                args=[
                    call.args[0].with_changes(value=expression(self.ctx.keep(original.args[0].value))),
                    *call.args[1:],
                ]
            )
        if made is None:
            first = values.convert(self.ctx, original.args[0].value, full, as_class=False)  # type: ignore[arg-type]
            return call.with_changes(args=[call.args[0].with_changes(value=first), *call.args[1:]])
        self.ctx.done()
        return made

    def _method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        assert isinstance(original.func, cst.Attribute)
        ctx = self.ctx
        receiver, method = text(original.func.value), original.func.attr.value
        if method == "__init__" and receiver.startswith("super("):
            return classes.super_init(ctx, original, call)
        trained = remnants.training(ctx, original)
        if trained:
            ctx.mark("TRAINING", f"{receiver}.{method}", trained)
            return call
        made = modules.convert(ctx, original, call)
        if made is not None:
            return modules.trainable(made) if method == "parameters" and id(original) in self.optimized else made
        padded = modules.with_weights(ctx, original, call)
        if padded is not None:
            return padded
        if modules.is_modules(ctx, original.func.value, method):
            return call
        rate = rates.of_scheduler(ctx, original, call)
        if rate is not None:
            return rate
        made = methods.convert(ctx, original, call) or methods.unmoved(ctx, original, call)
        return call if made is None else made


# What a class's own methods are called as a Cell's.
_METHODS = {"forward": "construct", "extra_repr": "extend_repr", "train": "set_train"}
# What converts calls of torch that are more than a row of the table, each its own; None is for the next.
_CALLS = (
    attention.convert, remnants.recomputed, loading.convert, checkpoints.convert, ranks.dropout, losses.convert,
    creation.convert, creation.parameter, calls.extreme, initializers.convert,
)  # fmt: skip


def _is_torchs(converter: _Converter, node: cst.Assign) -> bool:
    return bool(converter.class_of(training.unmoved(node.value)))


def _leading(node: cst.BaseStatement) -> list[cst.EmptyLine]:
    """Return the comments and blank lines above a statement."""
    return list(getattr(node, "leading_lines", ()))


def _comments(node: cst.BaseStatement) -> list[cst.EmptyLine]:
    """Return the comments above a statement."""
    return [line for line in _leading(node) if line.comment is not None]
