"""Training steps: ``zero_grad``, the forward, ``backward`` and ``step`` in a row become a function and its gradient.

Only where the file says all of it: an optimizer whose gradients are cleared, a forward of plain assignments that begins
with the call of the net, and nothing that touches net or gradients between its end, ``backward()`` and ``step()``, but
what clips them. Anything else keeps its marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.kinds import LAYER, OPTIMIZER, TENSOR, kinds_of_parts
from parity.port.project.names import bound_in
from parity.port.project.torch_kinds import is_layer_class, kind_of
from parity.port.syntax.pieces import dotted, statement, text
from parity.port.syntax.walking import Parts, walk
from parity.port.to_mindspore import reruns
from parity.port.to_mindspore.data_flow import Flow, bound_within, calls_in, names_followed, names_read, parameter_names
from parity.port.to_mindspore.steps import Lines, bound_names, clipped, is_plain, names_any, one, steps_of
from parity.port.to_mindspore.updates import GRADIENT, Update, speaks_of_torch, updates_in

_MOVES = frozenset({"to", "cuda", "cpu", "train", "float"})
GRADIENTS = "grads"
"""The name of a step's gradients."""
_OWN = frozenset({"forward_fn", "grad_fn", GRADIENTS})


@dataclass(slots=True)
class Step:
    """One training step.

    Attributes:
        optimizer, loss: how the file writes them; no optimizer where the weights are updated by hand.
        weights: what the gradients are taken of, as it is written.
        given: the names that the forward is given, since they change from step to step.
        others: the tensors that the forward makes and that are read elsewhere.
        function, gradient: the names of the functions that take its place.
        forward: the lines of the forward, converted.
        loop: the loop before which the functions stand; None where they stand at the step.
        gradients: the name that the gradients are bound to.
        added: the names of all gradients that add up to those of one step; () where there are no others.
    """

    optimizer: str
    loss: str
    weights: str
    given: tuple[str, ...]
    others: tuple[str, ...]
    function: str
    gradient: str
    loop: cst.CSTNode | None
    gradients: str = GRADIENTS
    added: tuple[str, ...] = ()
    forward: list[str] = field(default_factory=list)

    def functions(self, root: str) -> list[cst.BaseStatement]:
        """Return the function of the loss and the function that takes its gradient."""
        body = "".join(f"    {line}\n" for entry in self.forward for line in entry.splitlines())
        made = f"def {self.function}({', '.join(self.given)}):\n{body}    return {self._result()}\n"
        aux = ", has_aux=True" if self.others else ""
        taken = f"{self.gradient} = {root}({self.function}, None, {self.weights}{aux})\n"
        return [statement(made), statement(taken)]

    def _result(self) -> str:
        return ", ".join((self.loss, *self.others))

    def call(self) -> cst.BaseStatement:
        """Return the line that computes the loss and the gradients."""
        first = f"({self._result()})" if self.others else self.loss
        return statement(f"{first}, {self.gradients} = {self.gradient}({', '.join(self.given)})\n")

    def sums(self) -> list[cst.BaseStatement]:
        """Return the line that adds the gradients of all forwards of the step, if there are several."""
        line = f"{GRADIENTS} = tuple(sum(parts) for parts in zip({', '.join(self.added)}))\n"
        return [statement(line)] if self.added else []

    def plain_call(self) -> cst.BaseStatement:
        """Return the line that computes the loss alone."""
        return statement(f"{self._result()} = {self.function}({', '.join(self.given)})\n")


@dataclass(frozen=True, slots=True)
class Found:
    """A step, and its statements.

    Attributes:
        step: what is written in their place.
        zeros: what clears the gradients; of several forwards of a step, with the first.
        forward: the lines of the forward.
        backward, update: the calls of ``backward`` and ``step``; of several forwards, ``step`` with the last.
        clips: the line that takes the place of each call that clips gradients, by its statement.
        decision: the ``if`` in which ``backward`` and ``step`` stand, or None.
        cleared_before: `zeros` stand before ``backward``, not behind ``step``.
        by_hand: the loop that is `update`, where the weights are updated by hand.
        again: the line that calls the net before the step and stays there; the forward begins with it once more.
        reason: why running `again` twice may differ from torch, which runs it once; "" where it does not.
        net: the net that the step trains.
    """

    step: Step
    zeros: Sequence[cst.BaseStatement]
    forward: Sequence[cst.BaseStatement]
    backward: cst.BaseStatement
    update: cst.BaseStatement | None
    clips: dict[cst.BaseStatement, str]
    decision: cst.If | None
    cleared_before: bool
    by_hand: Update | None = None
    again: cst.BaseStatement | None = None
    reason: str = ""
    net: str = ""

    @property
    def anchor(self) -> cst.BaseStatement:
        """The statement in whose place the loss and the gradients are computed."""
        return self.backward if self.decision is not None else self.forward[-1]

    def lines(self) -> list[cst.BaseStatement]:
        """Return every statement of the step."""
        return [*self.forward, *self.ends()]

    def ends(self) -> list[cst.BaseStatement]:
        """Return the statements that clear gradients, compute them, and update the weights by them."""
        return [*self.zeros, self.backward, *([self.update] if self.update is not None else [])]


class Training:
    """What a file says of its nets and optimizers, in the order of its lines."""

    def __init__(self, tree: cst.Module, parts: Parts) -> None:
        self.tree = tree
        self.parts = parts
        by_hand = updates_in(parts)
        known = {id(node) for update in by_hand for node in walk(update.loop)}
        read = [node for node in parts.of(cst.Attribute) if node.attr.value == "grad"]
        self.reads_gradients = any(id(node) not in known for node in read)
        self.trained = {text(node) for call in parts.of(cst.Call) for node in _of_parameters(call)}
        self.trained |= {update.net for update in by_hand}
        self.nets: dict[str, cst.Call] = {}
        self.optimizers: dict[str, str] = {}
        self.loops: list[list[cst.For | cst.While]] = [[]]
        self.around: list[cst.FunctionDef | cst.Module] = [tree]
        self.count = 0
        self.forwards: set[int] = set()  # the lines of the forwards of steps that are known
        self.backwards = sum(1 for call in parts.of(cst.Call) if _is_backward(call))

    @cached_property
    def own(self) -> set[str]:
        """The names that the file, or a function in it, binds."""
        inside = (name for node in self.parts.of(cst.FunctionDef) for name in bound_in(node.body))
        return bound_in(self.tree).union(inside)

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
            self.nets[name] = value
            return name in self.trained
        if kind_of(value, ctx.scopes) == OPTIMIZER and value.args and not value.args[0].star:
            of = _net_of(value.args[0].value)
            if of in self.nets:
                self.optimizers[name] = of
        return False

    def _makes_net(self, ctx: Context, call: cst.Call) -> bool:
        full = ctx.scopes.full(call.func)
        return full in ctx.facts.layers or is_layer_class(full)

    def steps_in(self, ctx: Context, body: Sequence[cst.BaseStatement]) -> list[Found]:
        """Return the training steps of a block that can be converted."""
        if not self.backwards or self.reads_gradients or any(name.rstrip("0123456789") in _OWN for name in self.own):
            return []
        return [found for lines in steps_of(ctx, body) for found in self._found(ctx, lines)]

    def _found(self, ctx: Context, lines: Lines) -> list[Found]:
        """Return a step, with the forwards before it whose gradients are added to its own; [] where it stays."""
        net = self._net(ctx, lines)
        if net is None:
            return []
        parts = [*lines.earlier, lines]
        if lines.by_hand is not None and (GRADIENT in self.own or speaks_of_torch(ctx, lines.by_hand)):
            return []
        cleared = lines.by_hand is not None and lines.by_hand.clears
        zeros, *later = [[node for node, cleared in p.zeros if cleared in {net, lines.optimizer}] for p in parts]
        accumulates = not parts[0].cleared_before and self.backwards > 1  # what an earlier step left over
        if not (zeros or cleared) or accumulates or any(later):
            return []
        clips = {node: clipped(ctx, node, net) for node in lines.clips}
        if None in clips.values():
            return []
        made = {key: line for key, line in clips.items() if line is not None}
        found: list[Found] = []
        for number, part in enumerate(parts):
            forward = self._forward(part, net)
            again: cst.BaseStatement | None = None
            if not forward and lines.optimizer in self.optimizers and len(parts) == 1:
                again, forward = reruns.found(lines, net)
                if again is not None and id(again) in self.forwards:
                    return []
            between = part.before[: len(part.before) - len(forward)]
            if not forward or (number and any(names_any(node, {net, lines.optimizer}) for node in between)):
                return []
            step = self._step(ctx, forward, part, net, number, again)
            if step is None:
                return []
            reason = "" if again is None else reruns.difference(ctx, self.parts, net, self.nets.get(net))
            kept = made if part is lines else {}
            found.append(Found(step, zeros if part is parts[0] else [], forward, part.backward, part.update, kept,
                               part.decision, part.cleared_before, part.by_hand, again, reason, net))  # fmt: skip
        if lines.earlier:
            found[-1].step.added = tuple(entry.step.gradients for entry in found)
        self.count += len(found)
        self.forwards |= {id(line) for entry in found for line in entry.forward}
        known = net in self.nets and net not in parameter_names(self.around[-1])
        if not known and not self._says_train(net):
            ctx.mark("TRAINING", net, "a new Cell does not train: call set_train() where nothing else does")
        return found

    def _forward(self, part: Lines, net: str) -> list[cst.BaseStatement]:
        """Return the lines of a forward, from the first call of the net on; [] where it is none of plain lines."""
        called = [net in {text(call.func) for call in calls_in(node)} for node in part.before]
        lines = part.before[called.index(True) :] if True in called else []
        return lines if all(is_plain(node) for node in lines) else []

    def _says_train(self, net: str) -> bool:
        return any(text(call.func) == f"{net}.train" for call in self.parts.of(cst.Call))

    def _net(self, ctx: Context, lines: Lines) -> str | None:
        """Return the net whose weights an optimizer updates: as bound in the file, or as the function is given it."""
        if lines.by_hand is not None:
            return lines.by_hand.net
        net = self.optimizers.get(lines.optimizer)
        given = parameter_names(self.around[-1])
        if net is not None and not ({net, lines.optimizer} & given):
            return net
        if lines.optimizer not in given and not lines.optimizer.startswith("self."):
            return None
        for node in lines.before:
            for call in calls_in(node):
                name = dotted(call.func)
                known = name in given or name in self.nets
                own = (
                    name.startswith("self.") and name.count(".") == 1 and kind_of(call.func, ctx.scopes) in {LAYER, ""}
                )
                if known or ((own or "." not in name) and name in self._treated_as_nets()):
                    return name
        return None

    def _treated_as_nets(self) -> set[str]:
        """Return what the file calls ``train()``, ``parameters()`` or the like on."""
        asked = {"train", "parameters", "zero_grad", "state_dict", "eval"}
        return {
            dotted(call.func.value)
            for call in self.parts.of(cst.Call)
            if isinstance(call.func, cst.Attribute) and call.func.attr.value in asked
        }

    def _step(
        self,
        ctx: Context,
        statements: Sequence[cst.BaseStatement],
        lines: Lines,
        net: str,
        number: int,
        again: cst.BaseStatement | None,
    ) -> Step | None:
        forward = [one(node) for node in (again, *statements) if node is not None]
        loss, optimizer = lines.loss, lines.optimizer
        steady = {net, optimizer, "self"}
        made: list[str] = []
        free: dict[str, None] = {}
        called: dict[str, None] = {(optimizer or net).partition(".")[0]: None}
        tensors: set[str] = set()
        followed: set[str] = set()
        for line in forward:
            assert isinstance(line, cst.Assign)
            values, functions = names_read(line.value)
            free |= {name: None for name in values if name not in made}
            followed |= {name for name in names_followed(line.value) if name not in made}
            called |= dict.fromkeys(functions)
            bound = bound_names(line.targets[0].target)
            tensors -= bound
            tensors |= self._tensors(ctx, line, net)
            made += [name for name in sorted(bound) if name not in made]
        around, loops = self.around[-1], self.loops[-1]
        loop = loops[0] if loops else None
        changing = bound_within(loop) if loop is not None else parameter_names(around)

        def is_fixed(name: str) -> bool:
            return name in steady or self._is_fixed(ctx, name)

        given = tuple(name for name in free if (name in changing or name in made) and not is_fixed(name))
        fixed = {name for name in (*free, *called) if name not in given}
        if fixed & set(made) or (loop is not None and fixed & bound_within(loop)) or loss not in made:
            return None
        inside = {id(node) for line in forward if line is not None for node in walk(line)}
        nets = {*self.nets, net, *self._treated_as_nets()}
        if not all(self._is_data(ctx, name, nets, inside) for name in followed if not is_fixed(name)):
            return None
        if self._is_disturbed(lines, net, made):
            return None
        read = {n.value for n in walk(around) if isinstance(n, cst.Name) and id(n) not in inside}
        before = bound_in(again) if again is not None else set()
        others = tuple(name for name in made if name in read - before and name != loss)
        if not set(others) <= tensors:
            return None
        own = "" if self.count + number == 0 else str(self.count + number + 1)
        gradients = f"grads{number + 1}" if number else "grads"
        weights = f"{optimizer}.parameters" if optimizer else f"{net}.trainable_params()"
        return Step(optimizer, loss, weights, given, others, f"forward_fn{own}", f"grad_fn{own}", loop, gradients)

    def _is_data(self, ctx: Context, name: str, nets: set[str], inside: set[int]) -> bool:
        return Flow(ctx, self.parts, self.around, nets, inside).is_data(name)

    def _is_disturbed(self, lines: Lines, net: str, made: Sequence[str]) -> bool:
        """Tell whether a line between the forward and ``step`` speaks of net or optimizer, or the decision of both."""
        if lines.decision is not None and names_any(lines.decision.test, set(made)):
            return True
        return any(names_any(node, {net, lines.optimizer}) for node in lines.between)

    def _is_fixed(self, ctx: Context, name: str) -> bool:
        """Tell whether a name is a net, an optimizer, or imported: what a step does not change."""
        return name in self.nets or name in self.optimizers or bool(ctx.scopes.full(cst.Name(name)))

    def _tensors(self, ctx: Context, line: cst.Assign, net: str) -> set[str]:
        """Return the names that an assignment binds tensors to."""

        def kind(node: cst.BaseExpression) -> str:
            if isinstance(node, cst.Call) and (text(node.func) == net or text(node.func) in self.nets):
                return TENSOR
            return kind_of(node, ctx.scopes)

        target = line.targets[0].target
        if isinstance(target, (cst.Name, cst.Attribute)):
            return {text(target)} if kind(line.value) == TENSOR else set()
        assert isinstance(target, cst.Tuple)
        kinds = kinds_of_parts(line.value, len(target.elements), kind)
        parts = zip(target.elements, kinds, strict=True)
        return {text(element.value) for element, found in parts if found == TENSOR}


def _of_parameters(call: cst.Call) -> list[cst.BaseExpression]:
    """Return the nets whose ``parameters()`` a call is given."""
    found = [entry.value for entry in call.args]
    return [
        node.func.value
        for node in found
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "parameters"
    ]


def _is_backward(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "backward"


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


def update(step: Step) -> list[cst.BaseSmallStatement]:
    """Return the line that gives the optimizer the gradients."""
    return list(cst.ensure_type(statement(f"{step.optimizer}({GRADIENTS})\n"), cst.SimpleStatementLine).body)
