"""Layer classes passed as values (``norm_layer=nn.LayerNorm``), which are called with torch's arguments somewhere else.

Where MindSpore's class may be called as torch's is, it takes its place. Where only a default differs, a ``partial``
sets it. Else the file gets a class of its own that derives from MindSpore's and takes torch's arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

import mappings
from mappings.rows.arguments import same_value
from mappings.rows.model import REQUIRED, Opaque, Param
from parity.port.engine.context import Context
from parity.port.project.facts import Facts, Given
from parity.port.rows.arguments import Refused, converted, values
from parity.port.rows.choose import layer_row, mindspore_order, rows_of, torch_order, unlike
from parity.port.syntax.pieces import arranged, expression, text, written

_LONGEST = 90
_SIZES = frozenset({"kernel_size", "stride", "dilation"})


def as_class(ctx: Context, full: str) -> str | None:
    """Return MindSpore's class itself, for type hints, ``isinstance`` and bases; None where there is no row."""
    row = layer_row(full)
    return ctx.spell(row.mindspore) if row is not None else None


def as_value(ctx: Context, full: str) -> str | None:
    """Return what is written for a layer class as a value; None where there is no row."""
    row = layer_row(full)
    if row is None:
        return None
    if is_called_alike(row, ctx.facts):
        return ctx.spell(row.mindspore)
    return helper(ctx, full, row)


def as_called(ctx: Context, full: str) -> str | None:
    """Return what is written for a layer class that may be called with any of torch's arguments; None without row."""
    row = layer_row(full)
    if row is None:
        return None
    plain = is_called_alike(row, Facts(options=True, positional=len(row.params)))
    return ctx.spell(row.mindspore) if plain else helper(ctx, full, row)


def is_called_alike(row: mappings.Row, facts: Facts, given: Given | None = None) -> bool:
    """Tell whether every call of torch's class that the project makes of a value means the same to MindSpore's.

    Args:
        row (Row): of the class.
        facts (Facts): what is known of the project.
        given (Given, optional): what calls of an heir of the class give it, which are looked at too.
    """
    given = given or Given()
    if row.kind == "container":
        return True
    if _written_defaults(row):
        return False
    for number, param in enumerate(p for p in row.params if p.torch):
        assert param.torch is not None
        plain = param.transform == "identity" and param.mindspore == param.torch
        by_position = number < max(facts.positional, given.positional, 1)
        named = _may_be_given(param, facts) or given.options or param.torch in given.keywords
        if not plain and ((by_position and param.transform != "identity") or named):
            return False
    return True


def _written_defaults(row: mappings.Row) -> bool:
    required = {p.torch: expression(p.torch) for p in row.params if p.torch and p.torch_default is REQUIRED}
    try:
        asked = values(row, required)
    except Refused:
        return True
    given = {p.mindspore for p in row.params if p.torch in required}
    return bool(set(asked) - given)


def _may_be_given(param: Param, facts: Facts) -> bool:
    return facts.options or param.torch in facts.called


def helper(ctx: Context, full: str, row: mappings.Row) -> str:
    """Return the name of the file's own class that takes torch's arguments; it is written at the end."""
    short = full.rpartition(".")[2]
    name = short if short not in ctx.bound else f"Torch{short}"
    if full not in ctx.helpers:
        base = ctx.spell(row.mindspore)
        import_objects(ctx, row)
        ctx.helpers[full] = (
            f"class {name}({base}):\n"
            f'    """`{base}` with the arguments and defaults that torch has."""\n\n'
            f"{_indented(constructor(row, ctx.facts))}"
        )
    return name


def import_objects(ctx: Context, row: mappings.Row) -> None:
    """Have the initializers imported that a row always writes: ``embedding_table=Normal(1.0)``."""
    for param in row.params:
        if param.torch is None and isinstance(param.must, Opaque):
            full = f"mindspore.common.initializer.{param.must.text.partition('(')[0]}"
            if ctx.facts.exists(full):
                ctx.spell(full)


def _indented(source: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in source.splitlines())


def constructor(row: mappings.Row, facts: Facts) -> str:
    """Return the source of an ``__init__`` that takes torch's arguments and passes on MindSpore's.

    An argument without counterpart is not taken: giving it raises.
    """
    taken: dict[str, str] = {}
    for param in row.params:
        if param.torch is None or param.torch in taken or not _is_taken(param, facts) or param.torch.startswith("_"):
            continue
        default = param.torch_default
        if param.transform == "named":
            default = param.mindspore_default
        shown = "" if default is REQUIRED else "=None" if isinstance(default, Opaque) else f"={written(default)}"
        taken[param.torch] = shown
    order = torch_order(row.torch, row)
    taken = dict(sorted(taken.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))
    passed: list[str] = []
    for param in row.params:
        source = _at_run_time(row, param) if param.torch in taken or param.torch is None else None
        if source is not None and param.mindspore is not None:
            passed.append(f"{param.mindspore}={source}")
    checks = "".join(
        f"    if {param.torch} {_unlike(_only_value(param))}:\n"
        f'        raise ValueError(f"MindSpore has no {param.torch}={{{param.torch}}}")\n'
        for param in row.params
        if param.torch in taken and _has_only_value(param)
    )
    arguments = f", {_laid_out([n + d for n, d in taken.items()], 'self, ')}".replace(", \n", ",\n") if taken else ""
    return f"def __init__(self{arguments}):\n{checks}    super().__init__({_laid_out(passed)})\n"


def _has_only_value(param: Param) -> bool:
    """Tell whether MindSpore can do what one value of the argument asks for, and no other."""
    if param.shows == "none" or param.torch is None:
        return False
    known = not isinstance(param.torch_default, Opaque) and param.torch_default is not REQUIRED
    return param.transform == "only" or (param.mindspore is None and known)


def _laid_out(parts: Sequence[str], before: str = "") -> str:
    """Return arguments on one line, or where that is too long each on its own."""
    line = ", ".join(parts)
    if len(line) + len(before) < _LONGEST:
        return line
    inner = "        " if not before else "    "
    return "\n" + "".join(f"{inner}{part},\n" for part in parts) + inner[4:]


def _unlike(value: str) -> str:
    return f"is not {value}" if value in {"True", "False", "None"} else f"!= {value}"


def _only_value(param: Param) -> str:
    return param.transform_argument if param.transform == "only" else written(param.torch_default)


def _is_taken(param: Param, facts: Facts) -> bool:
    if _has_only_value(param):
        return True
    if param.torch == "dtype" and param.transform == "unknown":
        return facts.options or "dtype" in facts.called  # marked where it is given
    if param.mindspore is None or param.shows == "none":
        return (
            (param.shows == "none" or param.transform == "identity")
            and (param.torch in facts.called or facts.options)
            and param.shows == "none"
        )
    return param.transform not in {"only", "unknown", "last_axis"}


def _at_run_time(row: mappings.Row, param: Param) -> str | None:
    """Return the expression that makes MindSpore's argument from torch's, when both are values of a running program."""
    if param.torch is None:
        if param.must is REQUIRED or same_value(param.must, param.mindspore_default):
            return None
        return param.must.text if isinstance(param.must, Opaque) else written(param.must)
    name, argument = param.torch, param.transform_argument
    made = {
        "identity": name,
        "given": name,
        "named": name,
        "one_minus": f"1 - {name}",
        "not": f"not {name}",
        "to_tuple": f"({name},) if isinstance({name}, int) else tuple({name})",
        "or": f"{argument} if {name} is None else {name}",
        "pad_mode": f'{name} if isinstance({name}, str) else "pad"',
        "pool_pad_mode": '"pad"',
        "pool_padding": name,
        "map": f"{argument}[{name}]",
        "item": f"{name}[{argument}]",
        "scale": f"{name} * {argument}",
    }
    if param.transform == "pad_lrtb":
        return _padding_at_run_time(row, name)
    if param.transform == "identity" and name in _SIZES and row.torch.startswith("torch.nn.Conv"):
        return _sizes_at_run_time(row.dims, name)
    if param.shows == "none" or param.mindspore is None or param.transform not in made:
        return None
    return made[param.transform]


def _sizes_at_run_time(dims: int, name: str) -> str:
    """Write what MindSpore takes as a number or a tuple of torch's number, tuple or list, one for all axes or each."""
    if dims == 1:
        return f"{name} if isinstance({name}, int) else {name}[0]"
    return f"{name} if isinstance({name}, int) else tuple({name}) * ({dims} // len({name}))"


def _padding_at_run_time(row: mappings.Row, name: str) -> str:
    if row.dims == 1:
        return f"0 if isinstance({name}, str) else {name}"
    pairs = f"tuple(pad for pad in {name} for _ in range(2))"
    return f"0 if isinstance({name}, str) else {name} if isinstance({name}, int) else {pairs}"


def partial_call(ctx: Context, full: str, call: cst.Call) -> cst.Call | None:
    """Convert ``partial(nn.BatchNorm2d, eps=0.001)``; None where there is no row, or it must stay.

    The class takes torch's arguments if it must; else the arguments are converted here.
    """
    row = layer_row(full)
    if row is None:
        return _partial_function(ctx, full, call)
    rest: Sequence[cst.Arg] = call.args[1:]
    if not is_called_alike(row, ctx.facts) or any(entry.star for entry in rest):
        name = ctx.spell(row.mindspore) if is_called_alike(row, ctx.facts) else helper(ctx, full, row)
        return call.with_changes(args=[call.args[0].with_changes(value=expression(name)), *rest])
    own = {p.torch: p for p in row.params if p.torch}
    made: list[cst.Arg] = []
    for entry in rest:
        key = entry.keyword.value if entry.keyword is not None else ""
        param = own.get(key)
        if param is None or param.mindspore is None:
            if param is not None and param.shows == "none":
                continue
            raise Refused(f"the table does not say what its argument {key!r} is in {row.mindspore}")
        made += [
            e
            for e in converted(full, _only(row, key), [entry], whole=False)
            if e.keyword is not None and text(e).strip()
        ]
    return call.with_changes(
        args=[call.args[0].with_changes(value=expression(ctx.spell(row.mindspore))), *_commas(made)]
    )


def _partial_function(ctx: Context, full: str, call: cst.Call) -> cst.Call | None:
    """Convert ``partial(torch.cat, dim=1)`` by the first row that says what all kept arguments are; None without rows.

    Raises:
        Refused: if no row says it.
    """
    reason = ""
    for row in rows_of(full):
        if row.kind != "function" or row.write or not row.mindspore or unlike(row) is not None:
            continue
        if row.status not in {"same", "names"}:
            reason = reason or f"{row.mindspore} has other defaults, or not all of its arguments"
            continue
        try:
            made = _kept(full, row, call.args[1:])
        except Refused as error:
            reason = reason or str(error)
            continue
        first = call.args[0].with_changes(value=expression(ctx.spell(row.mindspore)))
        return arranged(call, [first, *made])
    if reason:
        raise Refused(reason)
    return None


def _kept(full: str, row: mappings.Row, args: Sequence[cst.Arg]) -> list[cst.Arg]:
    """Return the arguments that a partial keeps by MindSpore's names.

    Raises:
        Refused: if the row does not say what one is.
    """
    if any(entry.keyword is None for entry in args):
        raise Refused(f"arguments by position of {full} in a partial have no names")
    names = mindspore_order(row)
    own = {param.torch: param for param in row.params if param.torch}
    made: list[cst.Arg] = []
    for entry in args:
        key = cst.ensure_type(entry.keyword, cst.Name).value
        param = own.get(key)
        if param is None and key not in names:
            raise Refused(f"the table does not say what its argument {key!r} is in {row.mindspore}")
        if param is None:
            made.append(entry)
            continue
        made += [e for e in converted(full, _only(row, key), [entry], whole=False) if e.keyword is not None]
    return made


def _only(row: mappings.Row, key: str) -> mappings.Row:

    return replace(row, params=tuple(p for p in row.params if p.torch == key))


def _commas(args: Sequence[cst.Arg]) -> list[cst.Arg]:
    return [entry.with_changes(comma=cst.MaybeSentinel.DEFAULT) for entry in args]
