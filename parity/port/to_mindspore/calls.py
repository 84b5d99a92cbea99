"""Calls of torch's functions and layers, by the rows of the table."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst
from libcst import matchers

import mappings
from mappings.lines.bindings import RECEIVER
from mappings.lines.calls import substituted, torch_variables
from mappings.lines.expressions import names_in
from mappings.rows.arguments import same_value
from mappings.signatures.recorded import overloads, recorded
from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, Stage, converting, converting_attribute, converting_call, entering
from parity.port.project.kinds import LIST, OF_TENSORS, PLACE, TENSOR, TENSORS
from parity.port.project.torch_kinds import is_layer_class, kind_of
from parity.port.rows.arguments import Refused, bind, converted, default_fixes
from parity.port.rows.choose import (
    is_variadic,
    layer_row,
    reason_of,
    rows_of,
    takes_any_number,
    torch_order,
    unlike,
    wants_tuple,
    written_of,
)
from parity.port.syntax.pieces import arranged, expression, is_starred, operand, text
from parity.port.to_mindspore import layer_values

# What holds no values yet may hold zeros.
_ANY_VALUES = {"torch.empty": "torch.zeros", "torch.empty_like": "torch.zeros_like"}
_SIZES_APART = frozenset({"torch.zeros", "torch.ones", "torch.empty", "torch.rand", "torch.randn"})
_WHERE = frozenset({"device", "pin_memory", "non_blocking", "memory_format", "layout"})
_SIZES = frozenset({"size", "sizes"})
_CONVOLUTIONS = frozenset({"torch.nn.Conv2d", "torch.nn.Conv3d"})


def convert(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
    """Convert a call by the first row that can say it; else leave it marked.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    call = without_place(ctx, original, call)
    if is_starred(call.args) and is_layer_class(full):
        own = layer_values.as_value(ctx, full)  # takes torch's arguments, whichever they are
        if own is not None:
            ctx.done()
            return call.with_changes(func=expression(own))
    if _pads_by_several(ctx, full, original):
        row = layer_row(full)
        if row is not None:
            ctx.done()
            return call.with_changes(func=expression(layer_values.helper(ctx, full, row)))
    rows = rows_of(_ANY_VALUES.get(full, full))
    reason = "the table has no row of it"
    for row in rows:
        try:
            written = row.write and row.kind != "container"
            made = as_written(ctx, full, row, call) if written else by_row(ctx, full, row, call)
        except (Refused, cst.ParserSyntaxError) as error:
            reason = str(error) if reason.startswith("the table has no row") else reason
            continue
        differs = unlike(row)
        if differs is not None:
            ctx.mark("DIFFERENT", full, differs.fact)
        ctx.done()
        return made
    for row in written_of(full):
        try:
            made = as_written(ctx, full, row, call)
        except Refused as error:
            reason = str(error)
            continue
        ctx.done()
        return made
    made_without = _with_options_passed_on(ctx, full, call, rows)
    if made_without is not None:
        return made_without
    ctx.mark("ARGUMENT" if rows else "NO-ROW", full, reason_of(full) or reason)
    return call.with_changes(func=expression(ctx.keep(original.func)))


def _pads_by_several(ctx: Context, full: str, call: cst.Call) -> bool:
    """Tell whether a convolution of several axes gets a padding that may be a number for each.

    It may be what a call returns, or a value that the project gives as a tuple somewhere. MindSpore's class takes two
    numbers for each axis.
    """
    if full not in _CONVOLUTIONS or any(entry.star for entry in call.args):
        return False
    by_name = {entry.keyword.value: entry.value for entry in call.args if entry.keyword is not None}
    by_place = [entry.value for entry in call.args if entry.keyword is None]
    padding = by_name.get("padding") or (by_place[4] if len(by_place) > 4 else None)
    if isinstance(padding, cst.Call):
        return text(padding.func) not in {"int", "len", "max", "min"}
    return isinstance(padding, cst.Name) and "padding" in ctx.facts.several


def _with_options_passed_on(
    ctx: Context, full: str, call: cst.Call, rows: Sequence[mappings.Row]
) -> cst.BaseExpression | None:
    """Convert ``F.normalize(x, dim=1, **options)`` by what is written out, and mark what is passed on; None: neither.

    What stays torch's cannot run on MindSpore's tensors; the options are empty more often than not.
    """
    options = [entry for entry in call.args if entry.star == "**"]
    plain = [entry for entry in call.args if entry.star != "**"]
    if not options or not plain or any(entry.star for entry in plain):
        return None
    for row in rows:
        if row.write or row.kind != "function" or unlike(row) is not None:
            continue
        try:
            made = by_row(ctx, full, row, arranged(call, plain))
        except (Refused, cst.ParserSyntaxError):
            continue
        if isinstance(made, cst.Call):
            names = ", ".join(text(entry.value) for entry in options)
            ctx.mark("ARGUMENT", full, f"what {names} holds is passed on under the names that torch has")
            return arranged(made, [*made.args, *options])
    return None


def is_place(node: cst.BaseExpression) -> bool:
    """Tell whether an expression is a dict of a device and a dtype, which layers are given as ``**options``."""
    if isinstance(node, cst.Dict) and node.elements:
        keys = [text(e.key).strip("\"' ") if isinstance(e, cst.DictElement) else "" for e in node.elements]
        return set(keys) <= {"device", "dtype"}
    if isinstance(node, cst.Call) and text(node.func) == "dict" and node.args:
        return {a.keyword.value if a.keyword is not None else "" for a in node.args} <= {"device", "dtype"}
    return False


def without_place(ctx: Context, original: cst.Call, call: cst.Call) -> cst.Call:
    """Return a call without the ``**options`` that are a device and a dtype."""
    kept = [
        after
        for before, after in zip(original.args, call.args, strict=True)
        if not (before.star == "**" and kind_of(before.value, ctx.scopes) == PLACE)
    ]
    return call if len(kept) == len(call.args) else arranged(call, kept)


def as_written(
    ctx: Context, full: str, row: mappings.Row, call: cst.Call, receiver: cst.BaseExpression | None = None
) -> cst.BaseExpression:
    """Return the expression that a row gives for a call, with the call's arguments in it.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        row (Row): the row.
        call (Call): with its arguments converted.
        receiver (BaseExpression, optional): of a method: what it is called on.

    Raises:
        Refused: if the call gives an argument of which the expression does not speak, or lacks one.
    """
    args = [entry for entry in call.args if not _is_device(entry)]
    given = bind(full, row, args)
    if receiver is not None:
        given = {RECEIVER: receiver, **given}
    used = names_in(row.write)
    unsaid = [name for name in given if name not in used]
    if unsaid:
        raise Refused(f"the table does not say what its argument {unsaid[0]!r} is")
    if used & {"np", "math", "init", "initializer"}:
        raise Refused(f"write {row.write}")
    try:
        values = torch_variables(row, {name: _syntax(node) for name, node in given.items()})
        written = substituted(row.write, values)
    except (ValueError, SyntaxError, LookupError) as error:
        raise Refused(f"write {row.write}") from error
    missing = (used & set(torch_order(full, row))) - set(values)
    if missing:
        raise Refused(f"the call does not give {min(missing)}")
    for head in sorted(used & {"ops", "nn", "mint", "ms"}):
        spelled = ctx.spell("mindspore.float32" if head == "ms" else f"mindspore.{head}.x")
        if spelled.partition(".")[0] != head:
            raise Refused(f"the file binds {head} itself: write {row.write}")
    written = _without_defaults(row, _WithoutOnes().visit(written))
    source = ast.unparse(written)
    return expression(source if isinstance(written, (ast.Call, ast.Subscript)) else f"({source})")


class _WithoutOnes(ast.NodeTransformer):
    """Writes ``x`` for ``1 * x``, where a factor has torch's default."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        one = isinstance(node.left, ast.Constant) and type(node.left.value) is int and node.left.value == 1
        return node.right if one and isinstance(node.op, ast.Mult) else node


def _without_defaults(row: mappings.Row, node: ast.expr) -> ast.expr:
    """Return the call of a row's MindSpore name without the keywords that its defaults say."""
    defaults = recorded().get(row.mindspore) or {}
    if not (isinstance(node, ast.Call) and ast.unparse(node.func).endswith(f".{row.mindspore.rpartition('.')[2]}")):
        return node
    kept = [
        entry
        for entry in node.keywords
        if not (isinstance(entry.value, ast.Constant) and same_value(entry.value.value, defaults.get(str(entry.arg))))
    ]
    return ast.Call(node.func, node.args, kept)


def _syntax(node: cst.BaseExpression) -> ast.expr:
    return ast.parse(text(node).strip(), mode="eval").body


def by_row(ctx: Context, full: str, row: mappings.Row, call: cst.Call) -> cst.BaseExpression:
    """Return the call of a row's MindSpore name.

    Raises:
        Refused: if the row cannot say it.
    """
    if row.mindspore.count(".") == 2 and ".Tensor." in row.mindspore:
        raise Refused("its counterpart is a method")
    if row.kind == "container":
        return call.with_changes(func=expression(ctx.spell(row.mindspore)))
    args = [entry for entry in call.args if not _is_device(entry)]
    name = row.mindspore.rpartition(".")[2]
    if row.kind == "primitive" and name[:1].isupper():
        raise Refused("its counterpart is a primitive that has to be constructed first")
    args = _sizes_as_tuple(full, row, args)
    if row.kind == "layer":
        args = [_tuple(ctx, entry) for entry in args]
    else:
        args = _axes_as_tuple(ctx, full, row, args)
    if takes_any_number(row) and (is_variadic(full) or len(row.params) < 2):
        args = _any_number(row, args)
        return arranged(call.with_changes(func=expression(ctx.spell(row.mindspore))), args)
    if is_variadic(full) and (row.status != "same" or len(args) != 1 or is_starred(args)):
        raise Refused("the table does not name its arguments")
    layer_values.import_objects(ctx, row)
    made = converted(full, row, args, lambda node: kind_of(node, ctx.scopes))
    return arranged(call.with_changes(func=expression(ctx.spell(row.mindspore))), made)


def _any_number(row: mappings.Row, args: list[cst.Arg]) -> list[cst.Arg]:
    """Pass any number of arguments on; those by keyword, and defaults that differ, by the row."""
    plain = [entry for entry in args if entry.keyword is None]
    named = {entry.keyword.value: entry.value for entry in args if entry.keyword is not None}
    known = {p.torch for p in row.params if p.transform == "identity" and p.mindspore == p.torch}
    fixes = default_fixes(row, set(named))
    if set(named) - known - {d.argument for d in row.differences}:
        raise Refused(f"the table does not name its argument {min(set(named) - known)!r}")
    return [*plain, *(e for e in args if e.keyword is not None), *fixes]


def _tuple(ctx: Context, entry: cst.Arg) -> cst.Arg:
    """Write the list of a layer's argument as a tuple: MindSpore's layers refuse lists."""
    if isinstance(entry.value, cst.List) and not entry.star and entry.value.elements:
        return _as_tuple(entry)
    if isinstance(entry.value, (cst.Name, cst.Attribute)) and _is_list(ctx, entry.value):
        return entry.with_changes(value=expression(f"tuple({text(entry.value)})"))
    return entry


_AXES = frozenset({"dim", "dims", "axis", "size", "output_size"})


def _axes_as_tuple(ctx: Context, full: str, row: mappings.Row, args: list[cst.Arg]) -> list[cst.Arg]:
    """Write a list of axes or sizes as a tuple: most of MindSpore's functions refuse lists."""
    order = torch_order(full, row)
    made: list[cst.Arg] = []
    for number, entry in enumerate(args):
        name = entry.keyword.value if entry.keyword is not None else order[number] if number < len(order) else ""
        plain = isinstance(entry.value, cst.List) and not entry.star and entry.value.elements
        holds_lists = (
            plain
            and isinstance(entry.value, cst.List)
            and any(isinstance(part.value, (cst.List, cst.Tuple)) for part in entry.value.elements)
        )
        if name in _AXES and isinstance(entry.value, cst.Name) and kind_of(entry.value, ctx.scopes) == LIST:
            entry = _tuple(ctx, entry)
        made.append(_as_tuple(entry) if name in _AXES and plain and not holds_lists else entry)
    return made


def _as_tuple(entry: cst.Arg) -> cst.Arg:
    """Write an argument that is a list as a tuple."""
    given = cst.ensure_type(entry.value, cst.List)
    inner = text(given).strip()[1:-1].rstrip().rstrip(",")
    return entry.with_changes(value=expression(f"({inner}{',' if len(given.elements) == 1 else ''})"))


def _is_list(ctx: Context, node: cst.Name | cst.Attribute) -> bool:
    """Tell whether a name is bound to a list, or an attribute is one by the hint that a class of the file gives it."""
    if kind_of(node, ctx.scopes) == LIST:
        return True
    return isinstance(node, cst.Attribute) and node.attr.value in ctx.lists


def _is_device(entry: cst.Arg) -> bool:
    """Tell whether an argument says where a tensor lies, which MindSpore's context does."""
    if entry.keyword is None:
        return False
    name = entry.keyword.value
    return name in _WHERE or (name == "requires_grad" and text(entry.value) == "False")


def _sizes_as_tuple(full: str, row: mappings.Row, args: list[cst.Arg]) -> list[cst.Arg]:
    """Write the sizes of a new tensor, each an argument in torch, as one tuple."""
    order = torch_order(full, row)
    sizes_only = bool(order) and order[0].lstrip("*") in _SIZES and not _takes_more_than_sizes(full)
    if full not in _SIZES_APART and not sizes_only and not wants_tuple(row):
        return args
    positional = [entry for entry in args if entry.keyword is None and entry.star != "**"]
    if not positional:
        return args
    rest = args[len(positional) :]
    first = positional[0]
    if len(positional) == 1 and not first.star:
        return args
    if len(positional) == 1:  # *shape
        return [first.with_changes(star="", whitespace_after_star=cst.SimpleWhitespace("")), *rest]
    inner = ", ".join(f"{entry.star}{text(entry.value).strip()}" for entry in positional)
    packed = cst.Arg(expression(f"({inner})"), comma=positional[-1].comma)
    return [packed, *rest]


def _takes_more_than_sizes(full: str) -> bool:
    """Tell whether torch's function takes other arguments by position too: ``full(size, fill_value)``."""
    return any(sum(entry.kind != "keyword" for entry in overload) > 1 for overload in overloads(full))


def as_method(ctx: Context, receiver: cst.BaseExpression, method: str, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a Tensor method by a row of the function of that name; None where no row can."""
    same = not reason_of(f"torch.Tensor.{method}")  # else a function of that name is another one
    for full in (f"torch.{method}", f"torch.nn.functional.{method}") if same else ():
        for row in rows_of(full):
            if unlike(row) is not None:
                continue
            args = [cst.Arg(receiver), *call.args]
            try:
                return by_row(ctx, full, row, call.with_changes(args=args))
            except Refused:
                continue
    return None


def written_method(ctx: Context, method: str, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a Tensor method by the expression that a row without counterpart gives; None where none does."""
    assert isinstance(call.func, cst.Attribute)
    full = f"torch.Tensor.{method}"
    for row in written_of(full) if not method.endswith("_") else ():
        try:
            return as_written(ctx, full, row, call, call.func.value)
        except (Refused, cst.ParserSyntaxError):
            continue
    return None


# Functions of torch that give values and indices under these names; MindSpore's give a tuple.
_PAIRS = frozenset({"max", "min", "sort", "topk", "median", "mode", "kthvalue", "cummax", "cummin", "nanmedian"})
_FIELDS = {"values": 0, "indices": 1}


def field_of_pair(ctx: Context, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
    """Write ``torch.max(x, 1).indices`` as an item of the tuple; None for another attribute."""
    name, owner = original.attr.value, original.value
    if name not in _FIELDS:
        return None
    if isinstance(owner, cst.Name) and kind_of(owner, ctx.scopes) in {TENSOR, TENSORS}:
        return expression(f"{owner.value}[{_FIELDS[name]}]")  # only a pair has it otherwise than as a method
    if not isinstance(owner, cst.Call):
        return None
    full = ctx.scopes.full(owner.func)
    called = full.removeprefix("torch.") if full else getattr(getattr(owner.func, "attr", None), "value", "")
    return expression(f"{operand(updated.value)}[{_FIELDS[name]}]") if called in _PAIRS else None


def extreme(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert ``torch.max(x)``, of which MindSpore's function gives a pair, and ``torch.max(x, y)`` of two tensors."""
    name = full.removeprefix("torch.")
    if name == "median" and len(call.args) == 1 and call.args[0].keyword is None:
        ctx.done()
        return call.with_changes(func=expression(ctx.spell("mindspore.mint.median")))
    if name not in {"max", "min"} or any(entry.keyword is not None or entry.star for entry in call.args):
        return None
    if len(call.args) == 1:
        ctx.done()
        return expression(f"{operand(call.args[0].value)}.{name}()")
    if len(call.args) != len(("input", "other")):
        return None
    second, of_two = original.args[1].value, ctx.spell(f"mindspore.ops.{name}imum")
    kind = kind_of(second, ctx.scopes)
    if kind in OF_TENSORS or (not kind and _takes_several_axes(second)):
        ctx.done()
        return call.with_changes(func=expression(of_two))
    if kind or (isinstance(second, cst.UnaryOperation) and isinstance(second.expression, cst.Integer)):
        return None
    if matchers.findall(second, matchers.Call()):  # written twice it would run twice
        ctx.mark("DIFFERENT", full, f"whether {text(second).strip()} is an axis or a tensor is not known here")
        return call.with_changes(func=expression(of_two))
    ctx.done()  # an axis or another tensor: the running program tells
    of_axis, tensor = ctx.spell(f"mindspore.ops.{name}"), ctx.spell("mindspore.Tensor")
    args, other = text(call).partition("(")[2], text(call.args[1].value).strip()
    return expression(f"({of_two} if isinstance({other}, {tensor}) else {of_axis})({args}")


def _takes_several_axes(node: cst.BaseExpression) -> bool:
    """Tell whether a value is a part of what has several axes: ``boxes[:, :2]``, ``x[None]``."""
    if not isinstance(node, cst.Subscript):
        return False
    parts = [element.slice for element in node.slice]
    return len(parts) > 1 or any(
        isinstance(part, cst.Slice) or (isinstance(part, cst.Index) and text(part.value) in {"None", "..."})
        for part in parts
    )


class Calls(Pass):
    """Converts calls of functions and layers by the table, and leaves alone what they call."""

    stage = Stage.TABLE

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        """Leave what is called to the call."""
        if isinstance(node.func, cst.Attribute) or self.ctx.is_source(self.ctx.scopes.full(node.func)):
            self.engine.claim(node.func)

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        """Convert a call."""
        made = extreme(self.ctx, full, original, call)
        return convert(self.ctx, full, original, call) if made is None else made

    @converting_attribute
    def field(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Convert a field of what a function gives."""
        return field_of_pair(self.ctx, original, updated)


class Places(Pass):
    """Marks a dict of a device and a dtype, which new weights do not get in MindSpore."""

    stage = Stage.LAST

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.marked = False

    @converting(cst.Assign)
    def bind(self, original: cst.Assign, updated: cst.Assign) -> None:
        """Mark the first."""
        del updated
        if is_place(original.value) and not self.marked:
            self.marked = True
            self.ctx.mark("DEVICE", text(original.targets[0].target), "device and dtype do not reach new weights")
