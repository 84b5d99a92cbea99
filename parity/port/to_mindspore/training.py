"""Training steps: ``zero_grad``, the forward, ``backward`` and ``step`` in a row become a function and its gradient.

Only where the file says all of it: an optimizer whose gradients are cleared, a forward of plain assignments that begins
with the call of the net, and nothing that touches net or gradients between its end, ``backward()`` and ``step()``, but
what clips them. Anything else keeps its marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.kinds import LAYER, OPTIMIZER, TENSOR, kinds_of_parts
from parity.port.project.names import bound_in
from parity.port.project.torch_kinds import is_layer_class, kind_of
from parity.port.syntax.pieces import dotted, text
from parity.port.syntax.walking import Parts, walk
from parity.port.to_mindspore import reruns
from parity.port.to_mindspore.data_flow import Flow, bound_within, calls_in, parameter_names
from parity.port.to_mindspore.forward_names import ForwardNames, names_of
from parity.port.to_mindspore.steps import Lines, clipped, is_plain, names_any, one, steps_of
from parity.port.to_mindspore.updates import GRADIENT, speaks_of_torch, updates_in
from parity.port.to_mindspore.written_steps import GRADIENTS, Found, Step

_MOVES = frozenset({"to", "cuda", "cpu", "train", "float"})
_OWN = frozenset({"forward_fn", "grad_fn", GRADIENTS})


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
        zeros, clips = self._zeros(lines, net), _clips(ctx, lines, net)
        if zeros is None or clips is None or self._speaks_of_gradients(ctx, lines):
            return []
        found: list[Found] = []
        for number, part in enumerate((*lines.earlier, lines)):
            entry = self._part(ctx, part, net, number, alone=not lines.earlier)
            if entry is None:
                return []
            found.append(entry)
        found[0] = replace(found[0], zeros=zeros)
        found[-1] = replace(found[-1], clips=clips)
        if lines.earlier:
            found[-1].step.added = tuple(entry.step.gradients for entry in found)
        self.count += len(found)
        self.forwards |= {id(line) for entry in found for line in entry.forward}
        known = net in self.nets and net not in parameter_names(self.around[-1])
        if not known and not self._says_train(net):
            ctx.mark("TRAINING", net, "a new Cell does not train: call set_train() where nothing else does")
        return found

    def _speaks_of_gradients(self, ctx: Context, lines: Lines) -> bool:
        """Tell whether an update by hand reads what the loop that takes its place does not have."""
        return lines.by_hand is not None and (GRADIENT in self.own or speaks_of_torch(ctx, lines.by_hand))

    def _zeros(self, lines: Lines, net: str) -> list[cst.BaseStatement] | None:
        """Return what clears the gradients of a step; None where some are left over from another."""
        parts = [*lines.earlier, lines]
        zeros, *later = [[node for node, of in part.zeros if of in {net, lines.optimizer}] for part in parts]
        cleared = bool(zeros) or (lines.by_hand is not None and lines.by_hand.clears)
        accumulates = not parts[0].cleared_before and self.backwards > 1
        return zeros if cleared and not accumulates and not any(later) else None

    def _part(self, ctx: Context, part: Lines, net: str, number: int, *, alone: bool) -> Found | None:
        """Return one forward of a step with its ``backward``, without what clears and clips; None where it stays."""
        forward = self._forward(part, net)
        again: cst.BaseStatement | None = None
        if not forward and part.optimizer in self.optimizers and alone:
            again, forward = reruns.found(part, net)
            if again is not None and id(again) in self.forwards:
                return None
        between = part.before[: len(part.before) - len(forward)]
        if not forward or (number and any(names_any(node, {net, part.optimizer}) for node in between)):
            return None
        step = self._step(ctx, forward, part, net, number, again)
        if step is None:
            return None
        reason = "" if again is None else reruns.difference(ctx, self.parts, net, self.nets.get(net))
        return Found(
            step, [], forward, part.backward, part.update, {}, part.decision, part.cleared_before, part.by_hand,
            again, reason, net,
        )  # fmt: skip

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
        assigned = [cst.ensure_type(line, cst.Assign) for line in forward]
        names = names_of(assigned, lambda line: self._tensors(ctx, line, net))
        inside = {id(node) for line in assigned for node in walk(line)}
        given = self._given(ctx, names, lines, net)
        if given is None or lines.loss not in names.made or self._is_disturbed(lines, net, names.made):
            return None
        if not self._are_data(ctx, names.followed, lines, net, inside):
            return None
        before = bound_in(again) if again is not None else set()
        others = self._read_elsewhere(names.made, inside, before | {lines.loss})
        if not set(others) <= names.tensors:
            return None
        own = "" if self.count + number == 0 else str(self.count + number + 1)
        gradients = f"{GRADIENTS}{number + 1}" if number else GRADIENTS
        weights = f"{lines.optimizer}.parameters" if lines.optimizer else f"{net}.trainable_params()"
        return Step(
            lines.optimizer, lines.loss, weights, given, others, f"forward_fn{own}", f"grad_fn{own}", self._loop(),
            gradients,
        )  # fmt: skip

    def _loop(self) -> cst.For | cst.While | None:
        """Return the outermost loop around a step, before which its functions stand."""
        return self.loops[-1][0] if self.loops[-1] else None

    def _given(self, ctx: Context, names: ForwardNames, lines: Lines, net: str) -> tuple[str, ...] | None:
        """Return the names that change from step to step; None where one that the function only reads does so too."""
        loop = self._loop()
        changing = bound_within(loop) if loop is not None else parameter_names(self.around[-1])
        given = tuple(
            name
            for name in names.free
            if (name in changing or name in names.made) and not self._is_fixed(ctx, name, lines, net)
        )
        called = (lines.optimizer or net).partition(".")[0]
        fixed = {*names.free, *names.called, called} - set(given)
        moved = set(names.made) | (bound_within(loop) if loop is not None else set())
        return None if fixed & moved else given

    def _are_data(self, ctx: Context, followed: set[str], lines: Lines, net: str, inside: set[int]) -> bool:
        """Tell whether no gradient of a net goes through what a forward reads."""
        flow = Flow(ctx, self.parts, self.around, {*self.nets, net, *self._treated_as_nets()}, inside)
        return all(flow.is_data(name) for name in followed if not self._is_fixed(ctx, name, lines, net))

    def _read_elsewhere(self, made: Sequence[str], inside: set[int], left_out: set[str]) -> tuple[str, ...]:
        """Return the names that a forward binds and that other lines of the function or file read."""
        around = walk(self.around[-1])
        read = {node.value for node in around if isinstance(node, cst.Name) and id(node) not in inside}
        return tuple(name for name in made if name in read - left_out)

    def _is_disturbed(self, lines: Lines, net: str, made: Sequence[str]) -> bool:
        """Tell whether a line between the forward and ``step`` speaks of net or optimizer, or the decision of both."""
        if lines.decision is not None and names_any(lines.decision.test, set(made)):
            return True
        return any(names_any(node, {net, lines.optimizer}) for node in lines.between)

    def _is_fixed(self, ctx: Context, name: str, lines: Lines, net: str) -> bool:
        """Tell whether a name is a net, an optimizer, or imported: what a step does not change."""
        known = name in self.nets or name in self.optimizers or name in {net, lines.optimizer, "self"}
        return known or bool(ctx.scopes.full(cst.Name(name)))

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


def _clips(ctx: Context, lines: Lines, net: str) -> dict[cst.BaseStatement, str] | None:
    """Return the line that takes the place of each that clips gradients; None where one has no counterpart."""
    found = {node: clipped(ctx, node, net) for node in lines.clips}
    made = {node: line for node, line in found.items() if line is not None}
    return made if len(made) == len(found) else None


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
