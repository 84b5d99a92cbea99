"""Training steps written as MindSpore's: a function of the loss, its gradient, and the optimizer called with that."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.context import Mark
from parity.port.engine.engine import (
    Engine,
    Pass,
    Stage,
    converting,
    converting_attribute,
    converting_method,
    entering,
    finishing,
    leaving,
)
from parity.port.engine.marks import comment
from parity.port.project.kinds import BATCH, OPTIMIZER, TENSOR
from parity.port.project.torch_kinds import is_loader, kind_of
from parity.port.syntax.pieces import expression, text
from parity.port.syntax.walking import walk
from parity.port.to_mindspore import modules, training, updates, written_steps

_Loop = cst.For | cst.While


class TrainingSteps(Pass):
    """Writes the training steps of a file; marks what is left of others."""

    stage = Stage.OUTER

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.training = training.Training(engine.source.tree, engine.parts)
        self.found: dict[int, written_steps.Found] = {}  # by the statements of the steps
        self.again: dict[int, written_steps.Found] = {}  # by the lines of nets that run before their step
        self.decided: dict[int, written_steps.Found] = {}  # by the decisions in which steps stand
        self.by_hand: dict[int, updates.Update] = {}  # by the loops that update weights
        self.clips: dict[int, str] = {}  # the lines that take the place of those that clip gradients
        self.trained: set[int] = set()  # assignments of nets whose parameters an optimizer is given

    # ------------------------------------------------------------------------------------------- what the file says
    @entering(cst.FunctionDef)
    def enter_function(self, node: cst.FunctionDef) -> None:
        """Know the function that a step stands in."""
        self.training.around.append(node)
        self.training.loops.append([])

    @leaving(cst.FunctionDef)
    def leave_function(self, node: cst.FunctionDef) -> None:
        """Know the function around."""
        del node
        self.training.around.pop()
        self.training.loops.pop()

    @entering(cst.For, cst.While)
    def enter_loop(self, node: _Loop) -> bool:
        """Know the loop that a step stands in; a loop that updates weights is written as a whole."""
        if isinstance(node, cst.For) and id(node) not in self.by_hand:
            self._bind_batch(node)
        self.training.loops[-1].append(node)
        return id(node) not in self.by_hand

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

    @entering(cst.IndentedBlock)
    def enter_block(self, node: cst.IndentedBlock) -> None:
        """Find the steps of a block."""
        for found in self.training.steps_in(self.ctx, node.body):
            if id(found.backward) not in self.found:  # else known from the block around
                self._note(found)

    def _note(self, found: written_steps.Found) -> None:
        self.found.update({id(line): found for line in found.lines()})
        self.clips.update({id(line): written for line, written in found.clips.items()})
        for line in (*found.ends(), *found.clips):
            self.engine.claim(*(call for call in walk(line) if isinstance(call, cst.Call)))
        if found.decision is not None:
            self.decided[id(found.decision)] = found
        if found.by_hand is not None and found.update is not None:
            self.by_hand[id(found.update)] = found.by_hand
        if found.again is not None:
            self.again[id(found.again)] = found

    # --------------------------------------------------------------------------------------------------- new nets
    @leaving(cst.Assign)
    def bind(self, node: cst.Assign) -> None:
        """Know new nets and optimizers."""
        if self.training.bound(self.ctx, node):
            self.trained.add(id(node))

    @finishing(cst.Assign)
    def train(self, original: cst.Assign, updated: cst.Assign, made: Any) -> Any:
        """Have a new net train, as torch's nets do."""
        if made is not updated:
            return made
        trained = id(original) in self.trained
        at_top = not self.ctx.functions and not self.ctx.classes
        is_torchs = bool(self.ctx.class_of(training.unmoved(original.value)))
        if (trained and not is_torchs) or ((at_top or trained) and modules.trains(self.ctx, original.value)):
            return updated.with_changes(value=expression(f"{text(updated.value)}.set_train()"))
        return made

    # ------------------------------------------------------------------------------------------------------ steps
    @finishing(cst.SimpleStatementLine)
    def line(self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine, made: Any) -> Any:
        """Write a line of a step."""
        clipped = self.clips.get(id(original))
        if clipped is not None:
            self.ctx.done()
            line = cst.ensure_type(cst.parse_statement(clipped), cst.SimpleStatementLine)
            return updated.with_changes(body=line.body)
        again = self.again.get(id(original))
        if again is not None:
            again.step.forward.append(self._again(again, updated))
        found = self.found.get(id(original))
        return made if found is None else self._of_step(found, original, updated, made)

    def _again(self, found: written_steps.Found, updated: cst.SimpleStatementLine) -> str:
        """Return the line of a net that ran before its step, as the function of the loss has it."""
        line = text(updated.with_changes(leading_lines=[])).strip("\n")
        if not found.reason:
            return line
        mark = Mark("DIFFERENT", found.net, found.reason)
        self.engine.places.append((found.backward, mark))
        return f"{comment(mark)}\n{line}"

    def _of_step(
        self, found: written_steps.Found, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine, made: Any
    ) -> Any:
        step = found.step
        before: list[cst.EmptyLine] = []
        if any(original is node for node in found.forward):
            step.forward.append(text(made).strip("\n"))
        self.ctx.done()
        if original is found.update:
            before = [] if found.backward is found.anchor else _comments(found.backward)
            return updated.with_changes(
                body=written_steps.update(step), leading_lines=[*before, *updated.leading_lines]
            )
        if original is not found.anchor:
            return cst.RemoveFromParent()
        if found.decision is None:
            before = [line for node in found.zeros if found.cleared_before for line in _leading(node)]
        call = step.call().with_changes(leading_lines=[*before, *(_leading(original) if found.decision else ())])
        functions = [] if step.loop is not None or found.decision is not None else self._functions(step)
        return cst.FlattenSentinel([*functions, call, *step.sums()])

    def _functions(self, step: written_steps.Step) -> list[cst.BaseStatement]:
        return step.functions(self.ctx.spell("mindspore.value_and_grad"))

    @finishing(cst.If)
    def decision(self, original: cst.If, updated: cst.If, made: Any) -> Any:
        """Write a decision in which a step stands."""
        del updated
        found = self.decided.get(id(original))
        if found is None:
            return made
        plain = cst.Else(cst.IndentedBlock([found.step.plain_call()]))
        made = made.with_changes(orelse=plain) if isinstance(made, cst.If) else made
        return made if found.step.loop is not None else cst.FlattenSentinel([*self._functions(found.step), made])

    @converting(cst.For)
    def update(self, original: cst.For, updated: cst.For) -> cst.For | None:
        """Write a loop that updates weights."""
        del updated
        by_hand = self.by_hand.get(id(original))
        if by_hand is None:
            return None
        self.ctx.done()
        return updates.written(self.ctx, by_hand, written_steps.GRADIENTS)

    @finishing(cst.For, cst.While)
    def loop(self, original: _Loop, updated: _Loop, made: Any) -> Any:
        """Write the functions of the steps in a loop above it."""
        del updated
        self.training.loops[-1].pop()
        steps = {id(found): found.step for found in self.found.values() if found.step.loop is original}
        if not steps:
            return made
        lines = [line for step in steps.values() for line in self._functions(step)]
        after = list(made) if isinstance(made, cst.FlattenSentinel) else [made]
        blank = [cst.EmptyLine(indent=False)] * (1 if self.ctx.functions else 2)
        lines = [line.with_changes(leading_lines=blank) for line in lines]
        comments = [entry for entry in after[0].leading_lines if entry.comment is not None]
        after[0] = after[0].with_changes(leading_lines=[cst.EmptyLine(indent=False), *comments])
        return cst.FlattenSentinel([*lines, *after])

    # ------------------------------------------------------------------------------------------- what is left of it
    @converting_attribute
    def gradient(self, original: cst.Attribute, updated: cst.Attribute) -> None:
        """Mark a gradient that is read."""
        del updated
        if self.training.backwards and original.attr.value == "grad":
            reason = "a Parameter keeps no gradient: take those that ms.value_and_grad returns"
            self.ctx.mark("AUTOGRAD", text(original), reason)

    @converting_method
    def call(self, original: cst.Call, call: cst.Call) -> cst.Call | None:
        """Mark a call of a step that could not be written."""
        func = cst.ensure_type(original.func, cst.Attribute)
        reason = self._reason(func)
        if not reason:
            return None
        self.ctx.mark("TRAINING", f"{text(func.value)}.{func.attr.value}", reason)
        return call

    def _reason(self, func: cst.Attribute) -> str:
        """Return why ``optimizer.zero_grad()`` or ``optimizer.step()`` cannot stay; "" for another method."""
        kind = kind_of(func.value, self.ctx.scopes)
        if kind == OPTIMIZER and func.attr.value in {"zero_grad", "step"}:
            return "call the optimizer with the gradients that ms.value_and_grad gives: optimizer(grads)"
        if func.attr.value == "zero_grad" and not kind and text(func.value) not in {"self", "super()"}:
            return "nothing keeps gradients in MindSpore: remove it where ms.value_and_grad computes them"
        return ""


def _leading(node: cst.BaseStatement) -> list[cst.EmptyLine]:
    """Return the comments and blank lines above a statement."""
    return list(getattr(node, "leading_lines", ()))


def _comments(node: cst.BaseStatement) -> list[cst.EmptyLine]:
    """Return the comments above a statement."""
    return [line for line in _leading(node) if line.comment is not None]
