"""A buffer that is bound anew, ``self.mean = value``: MindSpore refuses it, a buffer is registered again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set as AbstractSet
from typing import Any

import libcst as cst

from parity.port.engine.engine import Engine, Pass, converting, entering, leaving
from parity.port.project.kinds import PARAMETER
from parity.port.syntax.pieces import argument, expression, operand, text
from parity.port.syntax.walking import children, walk

_REGISTER = "self.register_buffer"


class Buffers(Pass):
    """Writes what torch's attributes do for buffers.

    ``self.count += 1`` changes the tensor in place in torch, and so do its elements here. ``self.mean = value`` binds
    another tensor: who holds the old one keeps it, and gradients see the value that was read. Where a class makes a
    buffer in one branch and binds a Parameter or a number in the other, no buffer is bound anew.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.of_class: dict[str, dict[str, str]] = {}
        self.around: list[dict[str, str]] = []
        self.others: set[int] = set()  # assignments that run where the name is no buffer

    @entering(cst.ClassDef)
    def enter(self, node: cst.ClassDef) -> None:
        """Know the buffers of a class and of its bases in the file, with whether they are saved, as it is written."""
        inherited: dict[str, str] = {}
        for entry in node.bases:
            inherited |= self.of_class.get(text(entry.value), {})
        own: dict[str, str] = {}
        for call in walk(node.body):
            if isinstance(call, cst.Call):
                own |= _registered(call)
        self.others |= _instead(node, own.keys() - inherited.keys())
        self.of_class[node.name.value] = inherited | own
        self.around.append(inherited | own)

    @leaving(cst.ClassDef)
    def leave(self, node: cst.ClassDef) -> None:
        """Be in the class around again."""
        del node
        self.around.pop()

    @converting(cst.AugAssign)
    def added(self, original: cst.AugAssign, updated: cst.AugAssign) -> cst.Assign | None:
        """Write the elements of a buffer."""
        if self._buffer(original.target) is None:
            return None
        name, sign = text(updated.target), text(updated.operator).strip().removesuffix("=")
        target = cst.ensure_type(expression(f"{name}[...]"), cst.Subscript)
        return cst.Assign([cst.AssignTarget(target)], expression(f"{name} {sign} {operand(updated.value)}"))

    @converting(cst.Assign)
    def bound(self, original: cst.Assign, updated: cst.Assign) -> cst.Expr | cst.Assign | None:
        """Register buffers again; None takes a buffer's place as in torch."""
        targets = [part for entry in original.targets for part in _parts(entry.target)]
        names = [self._buffer(part) for part in targets]
        if not any(names) or text(original.value) == "None" or id(original) in self.others:
            return None
        if self.ctx.kind_of(original.value) == PARAMETER:
            return None  # torch forgets the buffer of this name
        if names[0] is not None and targets == [original.targets[0].target]:
            return cst.Expr(self._registered(names[0], updated.value))
        new = {name: f"new_{name}" for name in names if name is not None}
        if any(self.ctx.scopes.is_bound(name) for name in new.values()):
            self.ctx.mark("STRUCTURE", text(original.targets[0].target), "MindSpore binds no buffer anew: register it")
            return None
        self.ctx.following += [text(self._registered(name, cst.Name(value))) for name, value in new.items()]
        return updated.with_changes(targets=[self._with_names(entry, new) for entry in updated.targets])

    def _registered(self, name: str, value: cst.BaseExpression) -> cst.Call:
        """Return the call that registers a buffer as its class does."""
        saved = self.around[-1][name]
        args = [argument(cst.SimpleString(repr(name))), argument(value)]
        args += [argument(saved, "persistent")] if saved else []
        return cst.Call(cst.ensure_type(expression(_REGISTER), cst.Attribute), args)

    def _with_names(self, target: Any, new: Mapping[str, str]) -> Any:
        """Return what is bound with local names in the place of buffers."""
        if isinstance(target, (cst.AssignTarget, cst.Element)):
            inner = target.target if isinstance(target, cst.AssignTarget) else target.value
            changed = {"target" if isinstance(target, cst.AssignTarget) else "value": self._with_names(inner, new)}
            return target.with_changes(**changed)
        if isinstance(target, (cst.Tuple, cst.List)):
            return target.with_changes(elements=[self._with_names(element, new) for element in target.elements])
        name = self._buffer(target) if isinstance(target, cst.Attribute) else None
        return target if name is None else cst.Name(new[name])

    def _buffer(self, node: cst.BaseExpression) -> str | None:
        """Return the name of the buffer that ``self.name`` is; None for what is none."""
        plain = isinstance(node, cst.Attribute) and text(node.value) == "self" and bool(self.around)
        return (
            node.attr.value
            if plain and isinstance(node, cst.Attribute) and node.attr.value in self.around[-1]
            else None
        )


def _registered(call: cst.Call) -> dict[str, str]:
    """Return the buffer that a call of ``self.register_buffer`` makes, with whether it is saved; {} for another."""
    if text(call.func) != _REGISTER:
        return {}
    given = dict(zip(("name", "tensor", "persistent"), call.args, strict=False))
    given |= {entry.keyword.value: entry for entry in call.args if entry.keyword is not None}
    name = given.get("name")
    if name is None or not isinstance(name.value, cst.SimpleString):
        return {}
    return {str(name.value.evaluated_value): text(given["persistent"].value) if "persistent" in given else ""}


def _instead(node: cst.ClassDef, buffers: AbstractSet[str]) -> set[int]:
    """Return the assignments of a class's ``self.name`` that run where ``self.name`` is not a buffer yet.

    The buffer is made in the same function alone, behind the assignment or in another branch: torch refuses a buffer
    of a name that is bound.
    """
    made: dict[str, list[tuple[cst.FunctionDef, _Path]]] = {}
    bound: list[tuple[str, cst.FunctionDef, _Path, cst.Assign]] = []
    functions = [part for part in node.body.body if isinstance(part, cst.FunctionDef)] if buffers else []
    for function in functions:
        for part, path in _placed(function.body, ()):
            if isinstance(part, cst.Call):
                for name in _registered(part):
                    made.setdefault(name, []).append((function, path))
            elif isinstance(part, cst.Assign) and isinstance(part.targets[0].target, cst.Attribute):
                target = part.targets[0].target
                if len(part.targets) == 1 and text(target.value) == "self" and target.attr.value in buffers:
                    bound.append((target.attr.value, function, path, part))
    return {
        id(part)
        for name, function, path, part in bound
        if name in made and all(of is function and _is_apart(path, other) for of, other in made[name])
    }


_Path = tuple[tuple[int, int], ...]


def _placed(node: cst.CSTNode, path: _Path) -> Iterator[tuple[cst.CSTNode, _Path]]:
    """Yield all parts of a node, each with the numbers of the parts that it lies in, and whether it is an `if`'s."""
    for number, part in enumerate(children(node)):
        here = (*path, (number, int(isinstance(node, cst.If))))
        yield part, here
        yield from _placed(part, here)


def _is_apart(path: _Path, other: _Path) -> bool:
    """Tell whether a part stands before another, or in another branch of the same `if`."""
    (mine, branch), (theirs, _) = next(pair for pair in zip(path, other, strict=False) if pair[0] != pair[1])
    return mine < theirs or bool(branch)


def _parts(target: cst.BaseExpression) -> list[cst.BaseExpression]:
    """Return what is bound: of a tuple its elements."""
    if not isinstance(target, (cst.Tuple, cst.List)):
        return [target]
    return [part for element in target.elements for part in _parts(element.value)]
