"""Edits of calls: another function, an argument more, less or elsewhere, a call too many or too few."""

from __future__ import annotations

import ast
import inspect
import itertools
from collections.abc import Iterator
from typing import Any

import torch

from parity.edits.constants import number_of, shown
from parity.edits.edit import Edit
from parity.edits.families import UNARY, other_strings, siblings
from parity.edits.given import AXES
from parity.edits.names import orders
from parity.edits.scene import ATOM, Scene, symbol

_MOST_VALUES = 10
_MOST_LISTED = 6
_NOT_GIVEN = 0.99
_IGNORED = frozenset({"name", "dtype", "out", "device", "self", "input", "x", "args", "kwargs"})


def calls(scene: Scene) -> Iterator[Edit]:
    """Yield edits of every call."""
    for node in scene.expressions:
        if isinstance(node, ast.Call):
            yield from _functions(scene, node)
            yield from _without(scene, node)
            yield from _unwrapped(scene, node)
            yield from _arguments(scene, node)
            yield from _moved_in(scene, node)
            yield from _chains(scene, node)
        elif isinstance(node, ast.BinOp):
            yield from _moved_out(scene, node)
        elif isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) >= 2:
            yield from orders(scene, node.elts, "another order")
            yield from _numbers_listed(scene, node)
        elif isinstance(node, (ast.Tuple, ast.List)) and node.elts:
            yield from _numbers_listed(scene, node)


def _functions(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    """Yield the functions that this one is mistaken for."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    holder = scene.resolve(node.func.value) if isinstance(node.func, ast.Attribute) else None
    seen = scene.seen(node.func.value) if isinstance(node.func, ast.Attribute) else None
    value = seen.cls if seen is not None else None
    start, end = scene.site.lines.span(node.func)
    if scene.owner is not None and holder is scene.owner[1]:
        return  # a layer or a method of the net's own: see `names`
    for other in dict.fromkeys([*siblings(name), *scene.pool.calls]):
        near = 1.0 if other in scene.pool.calls else 1.1
        if other == name or (other not in siblings(name) and len(node.args) > 2):
            continue
        if isinstance(node.func, ast.Attribute):
            called = getattr(holder, other, None) or getattr(value, other, None)
            if called is not None:
                changes = (end - len(name), end, other), *_renamed(scene, node, called)
                yield Edit(changes, near, f"{other} for {name}")
        elif other in scene.site.function.__globals__:
            yield Edit(((start, end, other),), near, f"{other} for {name}")


def _renamed(scene: Scene, node: ast.Call, function: object) -> Iterator[tuple[int, int, str]]:
    """Yield the changes of keywords that another function spells otherwise: ``keep_dims`` for ``keepdims``."""
    known = [parameter.name for parameter in _parameters(function, node)]
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg in known:
            continue
        name = next((name for name in known if _is_spelt_like(name, keyword.arg)), None)
        if name is not None:
            start = scene.site.lines.span(keyword)[0]
            yield start, start + len(keyword.arg), name


def _is_spelt_like(name: str, other: str) -> bool:
    """Tell whether two arguments have one name up to underscores and a plural, or both name axes."""
    plain, likewise = (text.replace("_", "").removesuffix("s") for text in (name, other))
    return plain == likewise or {name, other} <= AXES


def _numbers_listed(scene: Scene, node: ast.Tuple | ast.List) -> Iterator[Edit]:
    """Yield lists of numbers with one more, one fewer, or what two of them sum to otherwise shared out."""
    values = [scene.seen(part).value for part in node.elts]
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) != len(values) or len(values) > _MOST_LISTED:
        return
    texts = [scene.text(part) for part in node.elts]
    start, end = scene.site.lines.span(node.elts[0])[0], scene.site.lines.span(node.elts[-1])[1]
    forms: list[tuple[list[str], float]] = []
    places = range(len(texts)) if len(texts) > 1 else ()
    forms += [([*texts[:place], *texts[place + 1 :]], 1.1) for place in places]
    more = [sorted([*numbers, axis]) for axis in (0, 1, 2, 3, -1) if axis not in numbers]
    forms += [([str(number) for number in made], 1.2) for made in more]
    for one, other in itertools.combinations(range(len(texts)), 2):
        total = numbers[one] + numbers[other]
        for share in dict.fromkeys([total // 2, numbers[one] - 1, numbers[one] + 1]):
            made = list(texts)
            made[one], made[other] = str(share), str(total - share)
            forms.append((made, 1.2))
    for made, cost in forms:
        text = ", ".join(made) + ("," if len(made) == 1 and isinstance(node, ast.Tuple) else "")
        if made != texts:
            tail = scene.site.lines.text[end : scene.site.lines.span(node)[1]]
            right = end + (tail.startswith(",") if len(texts) == 1 else 0)
            yield Edit(((start, right, text),), cost, "another list of numbers")


def everywhere(scene: Scene) -> Iterator[Edit]:
    """Yield another function in the place of one wherever a statement calls it."""
    by_name: dict[tuple[int, str], list[ast.Attribute]] = {}
    for node in scene.expressions:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            by_name.setdefault((scene.statement(node).lineno, node.func.attr), []).append(node.func)
    for (_, name), found in by_name.items():
        for other in siblings(name) if len(found) > 1 else ():
            ends = [scene.site.lines.span(function)[1] for function in found]
            yield Edit(tuple((end - len(name), end, other) for end in ends), 1.3, f"{other} for {name}")


def instead(scene: Scene) -> Iterator[Edit]:
    """Yield what the reference calls in the place of what the port writes out, with the reference's arguments."""
    space = _space(scene)
    if space is None:
        return
    name, module = space
    for node in scene.tensors:
        if not isinstance(node, (ast.BinOp, ast.Call)) or scene.seen(node).kind != "tensor":
            continue
        leaves = [n for n in ast.walk(node) if isinstance(n, ast.Name) and scene.seen(n).is_tensor]
        names = list(dict.fromkeys(leaf.id for leaf in leaves))
        for function, keywords in scene.pool.forms if len(names) == 1 else ():
            if not callable(getattr(module, function, None)) or function in _NOT_UNARY:
                continue
            for given in dict.fromkeys([keywords, ""]):
                text = f"{name}.{function}({names[0]}{given})"
                if text != scene.text(node):
                    yield scene.replaced(node, text, 1.2, f"{function} is what the reference calls")


def polarity(scene: Scene) -> Iterator[Edit]:
    """Yield the other triangle of a matrix, with the diagonal on the other side: ``triu(x, 1)`` for ``tril(x, -1)``."""
    for node in scene.expressions:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        other = {"tril": "triu", "triu": "tril"}.get(node.func.attr)
        end = scene.site.lines.span(node.func)[1]
        method = scene.seen(node.func.value).is_tensor
        given = [*node.args[0 if method else 1 :], *(k.value for k in node.keywords if k.arg in {"diagonal", "k"})]
        for part in given if other is not None else ():
            value = number_of(part)
            if isinstance(value, int):
                for number in dict.fromkeys((-value, 1 - value, -1 - value)):
                    changes = ((end - 4, end, str(other)), (*scene.site.lines.span(part), str(number)))
                    yield Edit(changes, 1.2, f"{other} for {node.func.attr}")


def repeated(scene: Scene) -> Iterator[Edit]:
    """Yield each element repeated where the whole is tiled."""
    for node in scene.expressions:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in {"tile", "repeat"} or not scene.seen(node).is_tensor:
            continue
        method = scene.seen(node.func.value).is_tensor
        given = list(node.args if method else node.args[1:])
        parts = given[0].elts if len(given) == 1 and isinstance(given[0], (ast.Tuple, ast.List)) else given
        counted = [(axis, part) for axis, part in enumerate(parts) if scene.seen(part).value != 1]
        if len(counted) != 1 or len(parts) < 2:
            continue
        axis, part = counted[0]
        start, end = scene.site.lines.span(node)
        value = scene.text(node.func.value) if method else scene.text(node.args[0])
        head = f"{value}.repeat_interleave(" if method else f"{scene.text(node.func.value)}.repeat_interleave({value}, "
        yield Edit(((start, end, f"{head}{scene.text(part)}, {axis})"),), 1.2, "each repeated, not the whole tiled")


def _without(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    """Yield the call without one of its arguments."""
    parts: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    for nth, part in enumerate(parts):
        if nth == 0 and not isinstance(node.func, ast.Attribute) and len(parts) == 1:
            continue
        left, right = scene.site.lines.span(part)
        if nth > 0:
            left = scene.site.lines.span(parts[nth - 1])[1]
        elif len(parts) > 1:
            right = scene.site.lines.span(parts[1])[0]
        cost = _NOT_GIVEN if _is_setting(part) else 1.1
        yield Edit(((left, right, ""),), cost, f"without {scene.text(part)}")


def _is_setting(part: ast.expr | ast.keyword) -> bool:
    """Tell whether an argument is given by name, and is a number or a flag: the default is nearer than another one."""
    if not isinstance(part, ast.keyword) or part.arg in AXES or not isinstance(part.value, ast.Constant):
        return False
    return isinstance(part.value.value, (bool, int, float))


def _unwrapped(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    """Yield what a call is given, in the place of the call."""
    here = scene.seen(node)
    inner = [entry for entry in node.args if not isinstance(entry, ast.Starred)]
    inner += [node.func.value] if isinstance(node.func, ast.Attribute) else []
    for part in inner:
        seen = scene.seen(part)
        if (here.is_tensor and seen.is_tensor) or (here.is_number and seen.is_number):
            what = scene.text(node.func).rpartition(".")[2]
            yield scene.replaced(node, scene.text(part), 1.0, f"without {what}")


def _arguments(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    """Yield other orders of the arguments, and arguments that are not given."""
    plain = [entry for entry in node.args if not isinstance(entry, ast.Starred)]
    if 2 <= len(plain) == len(node.args):
        yield from orders(scene, plain, "arguments in another order")
    for one, other in itertools.combinations(node.keywords, 2):
        yield from orders(scene, [one.value, other.value], "arguments exchanged", 1.1)
    yield from _added(scene, node)


def _added(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    parameters = _parameters(_function(scene, node), node)
    given = {keyword.arg for keyword in node.keywords}
    if None in given or any(isinstance(entry, ast.Starred) for entry in node.args):
        return
    end = scene.site.lines.span(node)[1]
    empty = not node.args and not node.keywords
    for parameter in parameters[len(node.args) :]:
        if parameter.name in given or parameter.name in _IGNORED or parameter.default is parameter.empty:
            continue
        for value in (*_values(scene, parameter.default), *_named(scene, node, parameter)):
            if parameter.kind in {parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY}:
                continue
            text = f"{'' if empty else ', '}{parameter.name}={value}"
            yield Edit(((end - 1, end - 1, text),), 1.0, f"{parameter.name}={value}")


def _parameters(function: object, node: ast.Call) -> list[inspect.Parameter]:
    """Return the parameters of a function; of one of torch's that has no signature, those of its operators."""
    try:
        return list(inspect.signature(function).parameters.values()) if callable(function) else []
    except (TypeError, ValueError):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    schemas: list[Any] = torch._C._jit_get_schemas_for_operator(f"aten::{name}") if name else []
    kind = inspect.Parameter.KEYWORD_ONLY
    known = {
        entry.name: inspect.Parameter(entry.name, kind, default=entry.default_value)
        for schema in schemas
        for entry in schema.arguments
        if entry.has_default_value()
    }
    return [inspect.Parameter("_", inspect.Parameter.POSITIONAL_ONLY)] * len(node.args) + list(known.values())


def _function(scene: Scene, node: ast.Call) -> object:
    found = scene.resolve(node.func)
    if found is None and isinstance(node.func, ast.Attribute):
        seen = scene.seen(node.func.value)
        found = getattr(seen.cls or type(seen.value), node.func.attr, None)
    if getattr(found, "construct", None) is not None and not inspect.isclass(found):
        return getattr(found, "construct", None)
    return found


def _named(scene: Scene, node: ast.Call, parameter: inspect.Parameter) -> Iterator[str]:
    """Yield names in reach that are called like an argument that is not given, or are tensors where none is."""
    if parameter.default is not None:
        return
    for name, seen in scene.in_reach(node):
        if seen.is_tensor or name == parameter.name:
            yield name


def _values(scene: Scene, default: object) -> list[str]:
    """Return what an argument may be given where the user gave none."""
    if isinstance(default, bool):
        return [repr(not default)]
    if isinstance(default, str):
        texts = dict.fromkeys([*scene.pool.texts, *other_strings(default)])
        return [f'"{text}"' for text in texts if text != default]
    small = [0, 1, -1, 2, -2] if default is None or isinstance(default, int) else []
    numbers = dict.fromkeys([*small, *scene.pool.numbers[:_MOST_VALUES]])
    return [shown(n) for n in numbers if n != default or default is None] + (["True"] if default is None else [])


def _moved_in(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    """Yield ``f(a) + c`` for ``f(a + c)``."""
    method = isinstance(node.func, ast.Attribute) and not node.args and not node.keywords
    inner = node.func.value if method and isinstance(node.func, ast.Attribute) else _first(node)
    if not isinstance(inner, ast.BinOp) or not scene.seen(inner).is_tensor:
        return
    here = symbol(inner.op)
    for kept, moved in ((inner.left, inner.right), (inner.right, inner.left)):
        left, right = scene.site.lines.span(inner)
        start, end = scene.site.lines.span(node)
        source = scene.site.lines.text
        body = scene.bound(kept, ATOM) if method else scene.text(kept)
        if method:
            rest = source[scene.site.lines.span(inner)[1] : end].lstrip(")")
            call = f"{body}{rest}"
        else:
            call = f"{source[start:left]}{body}{source[right:end]}"
        text = f"{call} {here} {scene.bound(moved, ATOM)}"
        yield scene.replaced(node, text, 1.2, f"{here} {scene.text(moved)} outside")
        name = scene.text(node.func).rpartition(".")[2]
        if name == "rsqrt":
            root = call.replace("rsqrt", "sqrt", 1)
            yield scene.replaced(node, f"1 / ({root} {here} {scene.bound(moved, ATOM)})", 1.3, "outside the root")


def _moved_out(scene: Scene, node: ast.BinOp) -> Iterator[Edit]:
    """Yield ``f(a + c)`` for ``f(a) + c``."""
    here = symbol(node.op)
    for call, other in ((node.left, node.right), (node.right, node.left)):
        if not isinstance(call, ast.Call):
            continue
        method = isinstance(call.func, ast.Attribute) and scene.seen(call.func.value).is_tensor
        inner = call.func.value if method and isinstance(call.func, ast.Attribute) else _first(call)
        if inner is None or not scene.seen(inner).is_tensor:
            continue
        start, end = scene.site.lines.span(call)
        left, right = scene.site.lines.span(inner)
        source = scene.site.lines.text
        text = scene.binary(inner, here, other) if call is node.left else scene.binary(other, here, inner)
        if method:
            before = "" if source[left - 1 : left] == "(" and left > start else "("
            after = "" if before == "" else ")"
            made = f"{source[start:left]}{before}{text}{after}{source[right:end]}"
        else:
            made = f"{source[start:left]}{text}{source[right:end]}"
        yield scene.replaced(node, made, 1.2, f"{here} {scene.text(other)} inside")


def _first(call: ast.Call) -> ast.expr | None:
    return call.args[0] if call.args else None


def _chains(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    """Yield two calls in the other order: ``g(f(x))`` for ``f(g(x))``, ``x.g().f()`` for ``x.f().g()``."""
    lines = scene.site.lines
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call):
        inner = node.func.value
        if isinstance(inner.func, ast.Attribute) and scene.seen(inner.func.value).is_tensor:
            start, middle = lines.span(inner.func.value)[1], lines.span(inner)[1]
            end = lines.span(node)[1]
            first, second = lines.text[start:middle], lines.text[middle:end]
            yield Edit(((start, end, second + first),), 1.2, "calls in the other order")
        return
    inner_arg = node.args[0] if node.args else None
    if isinstance(inner_arg, ast.Call) and inner_arg.args and scene.seen(inner_arg.args[0]).is_tensor:
        outer = scene.text(node.func), lines.text[lines.span(inner_arg)[1] : lines.span(node)[1]]
        rest = lines.text[lines.span(inner_arg.args[0])[1] : lines.span(inner_arg)[1]]
        made = f"{scene.text(inner_arg.func)}({outer[0]}({scene.text(inner_arg.args[0])}{outer[1]}{rest}"
        yield scene.replaced(node, made, 1.2, "calls in the other order")


def wrapped(scene: Scene) -> Iterator[Edit]:
    """Yield calls of functions of one argument around tensors, those that the reference calls first."""
    space = _space(scene)
    if space is None:
        return
    name, module = space
    for node in scene.tensors:
        if scene.seen(node).kind != "tensor" or isinstance(node, ast.Constant):
            continue
        for function in dict.fromkeys([*scene.pool.calls, *UNARY]):
            if function in _NOT_UNARY or not callable(getattr(module, function, None)):
                continue
            cost = 1.2 if function in scene.pool.calls else 1.6
            yield scene.replaced(node, f"{name}.{function}({scene.text(node)})", cost, f"{function} is missing")


_NOT_UNARY = frozenset({"print", "rand", "randn", "arange", "zeros", "ones", "full", "Tensor", "tensor", "cat"})


def _space(scene: Scene) -> tuple[str, object] | None:
    """Return the module of functions that the code uses most, by the name it has there."""
    count: dict[str, int] = {}
    for node in scene.expressions:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if scene.seen(node).is_tensor and inspect.ismodule(scene.resolve(node.func.value)):
            text = scene.text(node.func.value)
            count[text] = count.get(text, 0) + 1
    names = sorted(count, key=lambda text: -count[text]) or ["ops", "mint", "F", "torch"]
    for text in names:
        module = scene.resolve(ast.parse(text, mode="eval").body)
        if inspect.ismodule(module):
            return text, module
    return None
