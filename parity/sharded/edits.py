"""Edits of sharded code: collectives put in and taken out, biases added once, places counted from the rank's first."""

from __future__ import annotations

import ast
import inspect
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

import torch
from torch.distributed import ProcessGroup

from parity.edits.edit import Edit
from parity.edits.names import attributes
from parity.edits.scene import Scene
from parity.sharded.messages import EXCHANGES, PAIRED

_MOST_FORMS = 8
_MOST_PARTS = 8
BIAS = "the bias is added on every rank"
OFFSET = "counted from the rank's first"
REDUCED = "reduced over the ranks"
SWAPPED = "statements in the other order"
TOGETHER = "numerator and denominator are each reduced"
MASKED = "what a mask says is not 0"
_DISTRIBUTED = ("torch.distributed", ".distributed")


@dataclass(frozen=True)
class Place:
    """Where code runs.

    Args:
        rank (int): the rank whose values were seen.
        size (int): how many there are.
        wrong (tuple[str, ...]): weights whose gradients are others than they should be. Default: none.
    """

    rank: int
    size: int
    wrong: tuple[str, ...] = ()

    def edits(self, scene: Scene) -> Iterator[Edit]:
        """Yield the edits of one function, in no order."""
        calls = _forms(scene)
        yield from _unreduced(scene, calls)
        yield from _wrapped(scene, calls)
        yield from _instead(scene, calls)
        yield from _in_place(scene)
        yield from _grouped(scene)
        yield from _deferred(scene)
        yield from _swapped(scene)
        yield from _forgotten(scene)
        yield from _shared_out(scene, calls)
        yield from _unpadded(scene, calls)
        yield from _masked(scene)
        yield from _carried(scene)
        yield from _scaled(scene, self.size)
        yield from self._offsets(scene)
        yield from self._hooked(scene)

    def _hooked(self, scene: Scene) -> Iterator[Edit]:
        """Yield hooks that other weights have put on those whose gradients are wrong too."""
        own = scene.owner[0] if scene.owner is not None else "self"
        for node in scene.nodes:
            if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
                continue
            call = node.value
            if not isinstance(call.func, ast.Attribute) or not call.args or _is_in_loop(scene, call):
                continue
            if "hook" not in call.func.attr or not self.wrong:
                continue
            end, indent = scene.site.lines.span(node)[1], scene.site.lines.indent(node.lineno)
            given = ", ".join(scene.text(argument) for argument in call.args)
            lines = [f"\n{indent}{own}.{name}.{call.func.attr}({given})" for name in self.wrong]
            yield Edit(((end, end, "".join(lines)),), 0.6, "a hook is missing")

    def _offsets(self, scene: Scene) -> Iterator[Edit]:
        """Yield whole numbers, and tensors of them, with the rank's first place added or taken away."""
        if self.rank < 1:
            return
        ranks = _named(scene, self.rank)
        for node in scene.expressions:
            seen = scene.seen(node)
            whole = seen.is_tensor and isinstance(seen.value, torch.Tensor) and seen.value.dtype in _WHOLE
            number = seen.kind == "int" and not isinstance(node, ast.Constant)
            if not (whole or number) or isinstance(scene.parents.get(node), (ast.Attribute, ast.keyword)):
                continue
            for first in _firsts(scene, node, ranks):
                if scene.text(node) != first and first not in scene.text(scene.statement(node)):
                    cost = 1.0 if whole else 1.25
                    cost -= 0.05 * (first.rpartition(" ")[2] in scene.text(node))  # a size that it is made of
                    yield scene.replaced(node, scene.with_operand(node, "+", first), cost, OFFSET)
                    yield scene.replaced(node, scene.with_operand(node, "-", first), cost + 0.1, OFFSET)
                    if number:
                        yield scene.replaced(node, first, 1.3, OFFSET)


def _is_in_loop(scene: Scene, node: ast.expr) -> bool:
    """Tell whether an expression is computed for each of several."""
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.For):
        around = scene.parents.get(around)
    return around is not None


_WHOLE = frozenset({torch.int64, torch.int32})


def _named(scene: Scene, rank: int) -> list[str]:
    """Return how the rank is written in a function: by a name, an attribute or a call."""
    found = [name for name, bound in scene.locals.items() if bound[-1][1].kind == "int" and bound[-1][1].value == rank]
    own = scene.owner[0] if scene.owner is not None else "self"
    found += [f"{own}.{name}" for name, seen in attributes(scene) if seen.kind == "int" and seen.value == rank]
    space = scene.site.function.__globals__
    found += ["get_rank()"] if callable(space.get("get_rank")) else []
    found += [f"{name}.get_rank()" for name in _distributed(scene)]
    by_name = [text for text in found if "rank" in text]
    return by_name[:2] or found[:2]


def _firsts(scene: Scene, node: ast.expr, ranks: list[str]) -> Iterator[str]:
    """Yield how the first place of a rank may be written at a node."""
    own = scene.owner[0] if scene.owner is not None else "self"
    parts = [name for name, seen in scene.in_reach(node) if seen.kind == "int" and _is_size(seen.value)]
    held = [(f"{own}.{name}", seen) for name, seen in attributes(scene)]
    starts = [
        name for name, seen in held if seen.kind == "int" and any(w in name for w in ("start", "first", "offset"))
    ]
    starts += [
        name for name, seen in scene.in_reach(node) if seen.kind == "int" and name in {"start", "first", "offset"}
    ]
    yield from starts
    parts += [name for name, seen in held if seen.kind == "int" and _is_size(seen.value)]
    seen = scene.seen(node)
    parts += [f"{node.id}.shape[-1]"] if isinstance(node, ast.Name) and seen.is_tensor and seen.shape else []
    for rank in ranks[:2]:
        for part in parts[:_MOST_PARTS]:
            if part != rank:
                yield f"{rank} * {part}"


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 1


def _distributed(scene: Scene) -> list[str]:
    """Return the names by which a function knows a module of collectives."""
    space = scene.site.function.__globals__
    return [
        name
        for name, value in space.items()
        if isinstance(value, ModuleType) and value.__name__.endswith(_DISTRIBUTED) and hasattr(value, "all_reduce")
    ]


def _forms(scene: Scene) -> list[str]:
    """Return what may be called with one tensor and exchanges something: functions of the file, attributes, classes."""
    space = scene.site.function.__globals__
    file = scene.site.file
    found: list[str] = []
    for name, value in space.items():
        if (
            isinstance(value, type)
            and issubclass(value, torch.autograd.Function)
            and value.__module__ == space["__name__"]
        ):
            found.append(f"{name}.apply")
        code = getattr(value, "__code__", None)
        if code is not None and code.co_filename == file and _needed(value) == 1 and not isinstance(value, type):
            found.append(name)
    if scene.owner is not None:
        own, module = scene.owner
        primitives = [name for name, value in vars(module).items() if type(value).__name__ in _PRIMITIVES]
        found += [f"{own}.{name}" for name in primitives]
        exchanging = {*primitives, *EXCHANGES}
        for name, method in inspect.getmembers(type(module), inspect.isfunction):
            code = method.__code__
            if code.co_filename == file and _needed(method) == 2 and name not in _FORWARD:
                found += [f"{own}.{name}"] if exchanging & set(code.co_names) else []
    found = [name for name in found if name.rpartition(".")[2] != scene.site.node.name][:_MOST_FORMS]
    if callable(getattr(space.get("ops"), "AllReduce", None)):
        found.append("ops.AllReduce()")
    return found


def _needed(function: object) -> int:
    """Return how many arguments a function must be given."""
    code, defaults = getattr(function, "__code__", None), getattr(function, "__defaults__", None)
    return code.co_argcount - len(defaults or ()) if code is not None else 0


_FORWARD = frozenset({"forward", "construct", "__init__", "__call__"})
_PRIMITIVES = frozenset({"AllReduce", "AllGather", "ReduceScatter", "AlltoAll", "Reduce", "Broadcast"})


def _unreduced(scene: Scene, forms: list[str]) -> Iterator[Edit]:
    """Yield what is exchanged over the ranks as it was before."""
    modules = _distributed(scene)
    for node in scene.nodes:
        called = node.value if isinstance(node, ast.Expr) else node
        if not isinstance(called, ast.Call) or not called.args:
            continue
        name = scene.text(called.func)
        if name.rpartition(".")[2] in PAIRED:
            continue  # the other rank's would wait
        if isinstance(node, ast.Expr) and name.partition(".")[0] in modules:
            yield Edit(((*scene.site.lines.span(node), "pass"),), 0.7, "without the exchange")
        elif isinstance(node, ast.Call) and name in forms:
            yield scene.replaced(node, scene.text(node.args[0]), 0.7, f"without {name}")


def _wrapped(scene: Scene, forms: list[str]) -> Iterator[Edit]:
    """Yield what is returned, bound, added or given, exchanged over the ranks first."""
    for node in scene.tensors:
        seen = scene.seen(node)
        cost = _cost_of_place(scene, node)
        if seen.kind != "tensor" or isinstance(node, ast.Constant) or cost is None:
            continue
        cost += 0.1 * _is_in_loop(scene, node)
        for number, form in enumerate(forms):
            if not scene.text(node).startswith(f"{form}("):
                yield scene.replaced(node, f"{form}({scene.text(node)})", cost + 0.01 * number, REDUCED)


def _instead(scene: Scene, forms: list[str]) -> Iterator[Edit]:
    """Yield what exchanges something in the place of what computes the same of the rank's own part."""
    for node in scene.tensors:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        given = [entry for entry in (node.func.value, *node.args[:1]) if scene.seen(entry).is_tensor]
        for form in forms if given else ():
            if scene.text(node.func) != form:
                yield scene.replaced(node, f"{form}({scene.text(given[0])})", 0.96, REDUCED)


def _cost_of_place(scene: Scene, node: ast.expr) -> float | None:
    """Return how likely a collective is missing around an expression; None where it is not looked for."""
    parent = scene.parents.get(node)
    if isinstance(parent, ast.Return):
        return 0.8
    if isinstance(parent, (ast.Assign, ast.AugAssign)):
        return 0.85
    if isinstance(parent, ast.BinOp) or _is_receiver(scene, node):
        return 0.9
    if isinstance(parent, ast.Call) and node is not parent.func:
        module = scene.text(parent.func).partition(".")[0]
        return None if module in _distributed(scene) else 0.95
    return None


def _is_receiver(scene: Scene, node: ast.expr) -> bool:
    """Tell whether a method of an expression is called."""
    parent = scene.parents.get(node)
    around = scene.parents.get(parent) if isinstance(parent, ast.Attribute) else None
    return isinstance(around, ast.Call) and around.func is parent


def _in_place(scene: Scene) -> Iterator[Edit]:
    """Yield names reduced in place after they are bound."""
    modules = _distributed(scene)
    for node in scene.nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            continue
        bound = node.targets[0].id
        if not scene.locals.get(bound) or not scene.locals[bound][-1][1].is_tensor:
            continue
        end = scene.site.lines.span(node)[1]
        indent = scene.site.lines.indent(node.lineno)
        for module in modules[:1]:
            yield Edit(((end, end, f"\n{indent}{module}.all_reduce({bound})"),), 0.88, REDUCED)


def _grouped(scene: Scene) -> Iterator[Edit]:
    """Yield collectives over a group that the object or the file holds, in the place of all ranks or of another."""
    own = scene.owner[0] if scene.owner is not None else "self"
    held = vars(scene.owner[1]) if scene.owner is not None else {}
    known = {f"{own}.{name}": value for name, value in held.items() if isinstance(value, ProcessGroup)}
    space = scene.site.function.__globals__
    known |= {name: value for name, value in space.items() if isinstance(value, ProcessGroup)}
    modules = _distributed(scene)
    for node in scene.expressions if known else ():
        if not isinstance(node, ast.Call) or scene.text(node.func).partition(".")[0] not in modules or not node.args:
            continue
        given = next((word.value for word in node.keywords if word.arg == "group"), None)
        end = scene.site.lines.span(node.args[-1] if not node.keywords else node.keywords[-1].value)[1]
        for name in known:
            if given is None:
                yield Edit(((end, end, f", group={name}"),), 0.8, f"over the ranks of {name}")
            elif scene.text(given) != name:
                yield scene.replaced(given, name, 0.8, f"over the ranks of {name}")


def _carried(scene: Scene) -> Iterator[Edit]:
    """Yield what a loop carries on, times the factor that something beside it is carried on with."""
    kept: list[tuple[ast.Assign, ast.Name]] = []
    for node in scene.nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            again = (part for part in ast.walk(node.value) if isinstance(part, ast.Name) and part.id == name)
            kept += [(node, part) for part in again if scene.seen(part).is_tensor and _is_in_loop(scene, part)]
    for _, one in kept:
        around = scene.parents.get(one)
        if not isinstance(around, ast.BinOp) or around.left is not one or not isinstance(around.right, ast.Name):
            continue
        sign = {ast.Mult: "*", ast.Div: "/"}.get(type(around.op))
        factor = around.right.id
        for other, part in kept if sign is not None else ():
            if part.id != one.id and factor not in scene.text(other):
                yield scene.replaced(
                    part, scene.with_operand(part, sign or "*", factor), 0.75, f"{sign} {factor} as beside"
                )


def _deferred(scene: Scene) -> Iterator[Edit]:
    """Yield functions in which what is added before something is returned is added after it."""
    returns = [node for node in scene.nodes if isinstance(node, ast.Return) and node.value is not None]
    for node in scene.tensors:
        removed = _addend(scene, node)
        if removed is None:
            continue
        change, bias = removed
        for last in returns:
            assert last.value is not None
            inside = any(part is node for part in ast.walk(last.value))
            if last.lineno < node.lineno or not scene.seen(last.value).is_tensor:
                continue
            if inside:
                yield from _outside(scene, last.value, node, change, bias)
                continue
            text = scene.with_operand(last.value, "+", bias)
            start, end = scene.site.lines.span(last.value)
            yield Edit((change, (start, end, text)), 0.7, BIAS)


def _addend(scene: Scene, node: ast.expr) -> tuple[tuple[int, int, str], str] | None:
    """Return the change that leaves a bias out, and the bias."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        bias = scene.seen(node.right)
        if bias.is_tensor and len(bias.shape) == 1 and len(scene.seen(node).shape) > 1:
            return scene.change(node, scene.text(node.left)), scene.text(node.right)
    if isinstance(node, ast.Call) and len(node.args) == 3 and len(scene.seen(node.args[2]).shape) == 1:
        left, right = scene.site.lines.span(node.args[1])[1], scene.site.lines.span(node.args[2])[1]
        return (left, right, ""), scene.text(node.args[2])
    return None


def _outside(scene: Scene, whole: ast.expr, node: ast.expr, change: tuple[int, int, str], bias: str) -> Iterator[Edit]:
    """Yield ``f(a) + b`` for ``f(a + b)``, for each call around the sum."""
    around = node
    while around is not whole and around in scene.parents:
        parent = scene.parents[around]
        if not isinstance(parent, ast.expr):
            return
        around = parent
        if isinstance(around, ast.Call) and scene.seen(around).is_tensor:
            start, end = scene.site.lines.span(around)
            text = Edit((change,), 0.0, "").applied(scene.site.lines.text, start, end)
            yield Edit(((start, end, f"({text} + {bias})"),), 0.7, BIAS)


def _swapped(scene: Scene) -> Iterator[Edit]:
    """Yield neighbouring statements in the other order."""
    for node in [scene.site.node, *scene.nodes]:
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for one, other in itertools.pairwise(body):
            if not all(isinstance(entry, (ast.Assign, ast.AugAssign, ast.Expr)) for entry in (one, other)):
                continue
            left, right = scene.site.lines.span(one), scene.site.lines.span(other)
            text = scene.site.lines.text
            changes = ((*left, text[right[0] : right[1]]), (*right, text[left[0] : left[1]]))
            yield Edit(changes, 0.9, SWAPPED)


def _forgotten(scene: Scene) -> Iterator[Edit]:
    """Yield the bias of a layer whose weight is read, and whose bias is not, added to what is returned."""
    source = scene.text(scene.site.node)
    own = scene.owner[0] if scene.owner is not None else "self"
    layers = [(f"{own}.{name}", seen.value) for name, seen in attributes(scene) if seen.kind == "layer"]
    known = [name for name, layer in layers if isinstance(getattr(layer, "bias", None), torch.nn.Parameter)]
    for name in known:
        if f"{name}.weight" not in source or f"{name}.bias" in source:
            continue
        for node in scene.nodes:
            if isinstance(node, ast.Return) and node.value is not None and scene.seen(node.value).is_tensor:
                text = scene.with_operand(node.value, "+", f"{name}.bias")
                yield scene.replaced(node.value, text, 0.9, f"{name}.bias is read nowhere")


def _shared_out(scene: Scene, forms: list[str]) -> Iterator[Edit]:
    """Yield ``f(a) / f(b)`` for what divides before, or without, it is reduced."""
    for node in scene.expressions:
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
            continue
        if not scene.seen(node.right).is_tensor or scene.seen(node.right).shape:
            continue
        for form in forms:
            text = f"{form}({scene.text(node.left)}) / {form}({scene.text(node.right)})"
            for depth, entry in enumerate(_around(scene, node)):
                yield scene.replaced(entry, text, 0.75 - 0.01 * depth, TOGETHER)


def _around(scene: Scene, node: ast.expr) -> list[ast.expr]:
    """Return an expression and the calls and operations around it, the innermost first."""
    found = [node]
    while isinstance(around := scene.parents.get(found[-1]), (ast.Call, ast.BinOp)):
        found.append(around)
    return found


def _unpadded(scene: Scene, forms: list[str]) -> Iterator[Edit]:
    """Yield means over the elements whose label is not the one that stands for padding."""
    for node in scene.tensors:
        if not isinstance(node, ast.Call) or scene.seen(node).shape or not scene.text(node.func).endswith("mean"):
            continue
        given = [entry for entry in (getattr(node.func, "value", node), *node.args) if scene.seen(entry).is_tensor]
        for mask in _labelled(scene, given[0]) if given else ():
            counted = f"{scene.bound(given[0], 12)} * {mask}"
            yield scene.replaced(node, f"({counted}).sum() / {mask}.sum()", 1.0, TOGETHER)
            for form in forms:
                text = f"{form}(({counted}).sum()) / {form}({mask}.sum())"
                for depth, entry in enumerate(_around(scene, node)):
                    yield scene.replaced(entry, text, 0.95 - 0.01 * depth, TOGETHER)


def _labelled(scene: Scene, node: ast.expr) -> Iterator[str]:
    """Yield where the labels of a tensor's elements are no padding, as numbers of its type."""
    shape = scene.seen(node).shape
    kind = f"{scene.bound(node, 16)}.dtype"
    convert = "astype" if hasattr(scene.seen(node).cls, "astype") else "to"
    for name, seen in scene.in_reach(node):
        value = seen.value
        if not isinstance(value, torch.Tensor) or value.dtype not in _WHOLE or not value.ndim:
            continue
        if value.numel() != math.prod(shape) or len(shape) not in {1, value.ndim}:
            continue
        along = name if tuple(value.shape) == shape else f"{name}.reshape(-1)"
        for padding in dict.fromkeys([*scene.pool.numbers, -100]):
            if bool((value == padding).any()) and padding == int(padding):
                yield f"({along} != {int(padding)}).{convert}({kind})"


def _masked(scene: Scene) -> Iterator[Edit]:
    """Yield tensors that are 0 where a mask in reach says so: what lies outside a rank's part adds nothing."""
    for node in scene.tensors:
        seen, parent = scene.seen(node), scene.parents.get(node)
        floating = isinstance(seen.value, torch.Tensor) and seen.value.is_floating_point()
        if not floating or not isinstance(parent, (ast.Return, ast.Assign, ast.Call, ast.BinOp)):
            continue
        cost = 0.95 + 0.02 * isinstance(parent, (ast.Call, ast.BinOp))
        for name, mask in scene.in_reach(node):
            if mask.kind != "mask" or not mask.shape or mask.shape != seen.shape[: len(mask.shape)]:
                continue
            axes = ".unsqueeze(-1)" * (len(seen.shape) - len(mask.shape))
            for number, where in enumerate((name, f"~{name}" if not axes else f"(~{name})")):
                text = f"{scene.bound(node, 16)}.masked_fill({where}{axes}, 0.0)"
                yield scene.replaced(node, text, cost + 0.01 * number, MASKED)


def _scaled(scene: Scene, size: int) -> Iterator[Edit]:
    """Yield tensors divided by the number of ranks."""
    texts = [name for name, bound in scene.locals.items() if bound[-1][1].kind == "int" and bound[-1][1].value == size]
    own = scene.owner[0] if scene.owner is not None else "self"
    texts += [f"{own}.{name}" for name, seen in attributes(scene) if seen.kind == "int" and seen.value == size]
    space = scene.site.function.__globals__
    texts += [f"{name}()" for name in ("get_world_size", "get_group_size") if callable(space.get(name))]
    texts += [f"{name}.get_world_size()" for name in _distributed(scene)]
    for node in scene.tensors:
        parent = scene.parents.get(node)
        if scene.seen(node).kind != "tensor" or not isinstance(parent, (ast.Return, ast.Assign)):
            continue
        cost = 1.05 + 0.02 * isinstance(parent, ast.Assign)
        for text in texts[:2]:
            for operator in ("/", "*"):
                yield scene.replaced(
                    node, scene.with_operand(node, operator, text), cost, f"{operator} {text} is missing"
                )
