"""Training steps: ``zero_grad``, the forward, ``backward`` and ``step`` in a row become a function and its gradient.

Only where the file says all of it: the net that it builds, the optimizer of just that net's parameters, a forward of
plain assignments, and nothing between its end, ``backward()`` and ``step()``. Anything else keeps its marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import libcst as cst

from parity.port.context import Context
from parity.port.kinds import OPTIMIZER, TENSOR, is_layer_class, kind_of
from parity.port.names import bound_in, parameters_of, targets
from parity.port.syntax import dotted, statement, text
from parity.port.walking import walk

_MOVES = frozenset({"to", "cuda", "cpu", "train", "float"})
_OF_DATA = frozenset({"to", "cuda", "cpu", "float", "long", "view", "reshape", "unsqueeze", "squeeze", "flatten"})
_OWN = ("forward_fn", "grad_fn", "grads")


@dataclass(slots=True)
class Step:
    """One training step.

    Attributes:
        optimizer, loss: how the file writes them.
        given: the names that the forward is given, since they change from step to step.
        others: the tensors that the forward makes and that are read elsewhere.
        function, gradient: the names of the functions that take its place.
        forward: the lines of the forward, converted.
        loop: the loop before which the functions stand; None where they stand at the step.
    """

    optimizer: str
    loss: str
    given: tuple[str, ...]
    others: tuple[str, ...]
    function: str
    gradient: str
    loop: cst.CSTNode | None
    forward: list[str] = field(default_factory=list)

    def functions(self, root: str) -> list[cst.BaseStatement]:
        """Return the function of the loss and the function that takes its gradient."""
        result = ", ".join((self.loss, *self.others))
        body = "".join(f"    {line}\n" for entry in self.forward for line in entry.splitlines())
        made = f"def {self.function}({', '.join(self.given)}):\n{body}    return {result}\n"
        aux = ", has_aux=True" if self.others else ""
        taken = f"{self.gradient} = {root}({self.function}, None, {self.optimizer}.parameters{aux})\n"
        return [statement(made), statement(taken)]

    def call(self) -> cst.BaseStatement:
        """Return the line that computes the loss and the gradients."""
        first = f"({', '.join((self.loss, *self.others))})" if self.others else self.loss
        return statement(f"{first}, grads = {self.gradient}({', '.join(self.given)})\n")


class Training:
    """What a file says of its nets and optimizers, in the order of its lines."""

    def __init__(self, tree: cst.Module) -> None:
        self.own = bound_in(tree) | {
            name for node in walk(tree) if isinstance(node, cst.FunctionDef) for name in bound_in(node.body)
        }
        self.reads_gradients = any(isinstance(n, cst.Attribute) and n.attr.value == "grad" for n in walk(tree))
        self.trained = {text(node) for call in _calls(tree) for node in _of_parameters(call)}
        self.nets: dict[str, int] = {}
        self.optimizers: dict[str, str] = {}
        self.loops: list[list[cst.For | cst.While]] = [[]]
        self.around: list[cst.FunctionDef | cst.Module] = [tree]
        self.count = 0

    def bound(self, ctx: Context, node: cst.Assign) -> bool:
        """Know of an assignment what it makes; tell whether it is a new net whose parameters an optimizer is given."""
        if len(node.targets) != 1:
            return False
        name, value = text(node.targets[0].target), unmoved(node.value)
        self.nets.pop(name, None)
        self.optimizers.pop(name, None)
        if not isinstance(value, cst.Call):
            return False
        if self._makes_net(ctx, value):
            self.nets[name] = 1
            return name in self.trained
        if kind_of(value, ctx.scopes) == OPTIMIZER and value.args and not value.args[0].star:
            of = _net_of(value.args[0].value)
            if of in self.nets:
                self.optimizers[name] = of
        return False

    def _makes_net(self, ctx: Context, call: cst.Call) -> bool:
        full = ctx.scopes.full(call.func)
        return full in ctx.facts.layers or is_layer_class(full)

    def step_in(self, ctx: Context, body: Sequence[cst.BaseStatement]) -> Found | None:
        """Return the first training step of a block, or None."""
        lines = [_one(node) for node in body]
        for at, line in enumerate(lines):
            loss = _receiver(line, "backward")
            if not loss or at + 1 >= len(lines):
                continue
            optimizer = _receiver(lines[at + 1], "step")
            if optimizer in self.optimizers and not self.reads_gradients:
                found = self._before(ctx, body, lines, at, loss, optimizer)
                if found is not None:
                    return found
        return None

    def _before(
        self,
        ctx: Context,
        body: Sequence[cst.BaseStatement],
        lines: Sequence[cst.BaseSmallStatement | None],
        at: int,
        loss: str,
        optimizer: str,
    ) -> Found | None:
        """Return the step that ends with the ``backward`` at `at`, if what stands before it is a forward."""
        start, zeros = at, []
        while start > 0:
            line = lines[start - 1]
            if _receiver(line, "zero_grad", any_arguments=True) == optimizer:
                zeros.append(start - 1)
            elif not (isinstance(line, cst.Assign) and _is_plain(line)):
                break
            start -= 1
        if len(zeros) != 1:
            return None
        net = self.optimizers[optimizer]
        if "." in f"{net}{optimizer}" or {net, optimizer} & _parameters(self.around[-1]):
            return None
        part = [n for n in range(start, at) if n != zeros[0]]
        first = next((n for n in part if net in {text(call.func) for call in _calls(lines[n])}), None)
        if first is None:
            return None
        part = [n for n in part if n >= first]
        step = self._step(ctx, [lines[n] for n in part], loss, optimizer)
        if step is None:
            return None
        return Found(step, body[zeros[0]], [body[n] for n in part], body[at], body[at + 1])

    def _step(
        self,
        ctx: Context,
        forward: Sequence[cst.BaseSmallStatement | None],
        loss: str,
        optimizer: str,
    ) -> Step | None:
        made: list[str] = []
        free: dict[str, None] = {}
        called: dict[str, None] = {optimizer.partition(".")[0]: None}
        tensors: set[str] = set()
        for line in forward:
            assert isinstance(line, cst.Assign)
            values, functions = _names(line.value)
            free |= {name: None for name in values if name not in made}
            called |= dict.fromkeys(functions)
            bound = targets(line.targets[0].target)
            if isinstance(line.targets[0].target, cst.Name) and self._is_tensor(ctx, line.value):
                tensors |= bound
            else:
                tensors -= bound
            made += [name for name in sorted(bound) if name not in made]
        around, loops = self.around[-1], self.loops[-1]
        loop = loops[0] if loops else None
        changing = _bound_in(loop) if loop is not None else _parameters(around)
        given = tuple(name for name in free if (name in changing or name in made) and not self._is_fixed(ctx, name))
        fixed = {name for name in (*free, *called) if name not in given}
        if fixed & set(made) or (loop is not None and fixed & _bound_in(loop)) or loss not in made:
            return None
        inside = {id(node) for line in forward if line is not None for node in walk(line)}
        if not all(self._is_data(ctx, name, inside) for name in free if not self._is_fixed(ctx, name)):
            return None
        read = {n.value for n in walk(around) if isinstance(n, cst.Name) and id(n) not in inside}
        others = tuple(name for name in made if name in read and name != loss)
        if not set(others) <= tensors or any(name in self.own for name in _OWN):
            return None
        self.count += 1
        number = "" if self.count == 1 else str(self.count)
        return Step(optimizer, loss, given, others, f"forward_fn{number}", f"grad_fn{number}", loop)

    def _is_fixed(self, ctx: Context, name: str) -> bool:
        """Tell whether a name is a net, an optimizer, or imported: what a step does not change."""
        known = ctx.scopes.full(cst.Name(name))
        return name in self.nets or name in self.optimizers or bool(known)

    def _is_tensor(self, ctx: Context, value: cst.BaseExpression) -> bool:
        if isinstance(value, cst.Call) and text(value.func) in self.nets:
            return True
        return kind_of(value, ctx.scopes) == TENSOR

    def _is_data(self, ctx: Context, name: str, inside: set[int]) -> bool:
        """Tell whether no layer and no unknown function made what a name holds: no gradient goes through it."""
        owner = next((node for node in reversed(self.around) if name in _parameters(node) | _bound_in(node)), None)
        for node in walk(owner) if owner is not None else ():
            if isinstance(node, cst.For) and name in targets(node.target):
                if any(text(call.func) in self.nets for call in _calls(node.iter)):
                    return False
            elif id(node) not in inside and name in _targets_of(node) and not self._reads_data(ctx, node):
                return False
        return True

    def _reads_data(self, ctx: Context, node: cst.CSTNode) -> bool:
        return all(self._makes_data(ctx, call) for call in _calls(getattr(node, "value", None)))

    def _makes_data(self, ctx: Context, call: cst.Call) -> bool:
        full = ctx.scopes.full(call.func)
        known = full.startswith(("torch.", "numpy.")) and not is_layer_class(full)
        moved = isinstance(call.func, cst.Attribute) and call.func.attr.value in _OF_DATA and not full
        return (known or moved) and not any("requires_grad" in text(entry) for entry in call.args)


def _targets_of(node: cst.CSTNode) -> set[str]:
    if isinstance(node, cst.Assign):
        return {name for entry in node.targets for name in targets(entry.target)}
    return targets(node.target) if isinstance(node, (cst.AnnAssign, cst.AugAssign, cst.NamedExpr)) else set()


@dataclass(frozen=True, slots=True)
class Found:
    """A step, and its statements: what clears the gradients, the forward, ``backward`` and ``step``."""

    step: Step
    zero: cst.BaseStatement
    forward: Sequence[cst.BaseStatement]
    backward: cst.BaseStatement
    update: cst.BaseStatement


def _one(node: cst.BaseStatement) -> cst.BaseSmallStatement | None:
    if isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1:
        return node.body[0]
    return None


def _receiver(line: cst.BaseSmallStatement | None, method: str, *, any_arguments: bool = False) -> str:
    """Return ``x`` of the statement ``x.method()``, or ""."""
    if not (isinstance(line, cst.Expr) and isinstance(line.value, cst.Call)):
        return ""
    call = line.value
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != method:
        return ""
    return dotted(call.func.value) if any_arguments or not call.args else ""


def _is_plain(line: cst.Assign) -> bool:
    """Tell whether an assignment binds names, by an expression that has no scope of its own and unpacks nothing."""
    target = line.targets[0].target
    if len(line.targets) != 1 or not isinstance(target, (cst.Name, cst.Tuple)) or not targets(target):
        return False
    if isinstance(target, cst.Tuple) and not all(isinstance(e.value, cst.Name) for e in target.elements):
        return False
    scoped = (cst.Lambda, cst.BaseComp, cst.NamedExpr, cst.Await, cst.Yield, cst.StarredElement)
    nodes = list(walk(line.value))
    return not any(isinstance(n, scoped) or (isinstance(n, cst.Arg) and bool(n.star)) for n in nodes)


def _calls(node: cst.CSTNode | None) -> Iterable[cst.Call]:
    return [found for found in walk(node) if isinstance(found, cst.Call)] if node is not None else []


def _of_parameters(call: cst.Call) -> list[cst.BaseExpression]:
    """Return the nets whose ``parameters()`` a call is given."""
    found = [entry.value for entry in call.args]
    return [
        node.func.value
        for node in found
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "parameters"
    ]


def _net_of(node: cst.BaseExpression) -> str:
    """Return ``net`` of ``net.parameters()``, or ""."""
    if not (isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute)) or node.args:
        return ""
    return dotted(node.func.value) if node.func.attr.value == "parameters" else ""


def unmoved(node: cst.BaseExpression) -> cst.BaseExpression:
    """Return ``Net()`` of ``Net().to(device)``."""
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _MOVES:
        if not isinstance(node.func.value, cst.Call):
            break
        node = node.func.value
    return node


def _names(node: cst.BaseExpression) -> tuple[list[str], list[str]]:
    """Return the names whose values an expression reads, and those that it only calls or takes an attribute to call."""
    values: list[str] = []
    functions: list[str] = []
    skipped: set[int] = set()
    for part in walk(node):
        if isinstance(part, cst.Attribute):
            skipped.add(id(part.attr))
        elif isinstance(part, cst.Arg) and part.keyword is not None:
            skipped.add(id(part.keyword))
        elif isinstance(part, cst.Call) and isinstance(part.func, cst.Name):
            functions.append(part.func.value)
            skipped.add(id(part.func))
        elif isinstance(part, cst.Name) and id(part) not in skipped and part.value not in {"True", "False", "None"}:
            values.append(part.value)
    return values, functions


def _bound_in(node: cst.FunctionDef | cst.Module | cst.For | cst.While) -> set[str]:
    """Return the names that a loop, a function's body or a file binds."""
    if isinstance(node, cst.FunctionDef):
        return {name for part in node.body.body for name in bound_in(part)}
    return bound_in(node)


def _parameters(node: cst.FunctionDef | cst.Module) -> set[str]:
    return {param.name.value for param in parameters_of(node.params)} if isinstance(node, cst.FunctionDef) else set()


def update(step: Step) -> list[cst.BaseSmallStatement]:
    """Return the line that gives the optimizer the gradients."""
    return list(cst.ensure_type(statement(f"{step.optimizer}(grads)\n"), cst.SimpleStatementLine).body)
