"""Whether a value is data: nothing that a net computed, so that no gradient of its weights goes through it."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Sequence

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.kinds import LAYER
from parity.port.project.names import bound_in, parameters_of, targets
from parity.port.project.torch_kinds import is_layer_class, kind_of, only_tensors_have
from parity.port.syntax.pieces import dotted, text
from parity.port.syntax.walking import Parts, walk

_OF_DATA = frozenset({
    "to", "cuda", "cpu", "float", "long", "view", "reshape", "unsqueeze", "squeeze", "flatten", "items", "keys",
    "values", "get", "pop", "append", "format", "join", "split",
})  # fmt: skip
# What a net is asked for that it has not computed.
_OF_NETS = frozenset({
    "parameters", "named_parameters", "state_dict", "train", "eval", "zero_grad", "modules", "new_zeros", "new_ones",
})  # fmt: skip
_Owner = cst.FunctionDef | cst.Module


def calls_in(node: cst.CSTNode | None) -> list[cst.Call]:
    """Return the calls in a piece of source."""
    return [found for found in walk(node) if isinstance(found, cst.Call)] if node is not None else []


def names_read(node: cst.BaseExpression) -> tuple[list[str], list[str]]:
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


def names_followed(node: cst.BaseExpression) -> set[str]:
    """Return the names whose values an expression reads with their graphs: not ``x`` of ``x.detach()``."""
    detached = [
        call
        for call in calls_in(node)
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "detach" and not call.args
    ]
    skipped = {id(part) for call in detached for part in walk(call)}
    inner = {part.value for part in walk(node) if isinstance(part, cst.Name) and id(part) not in skipped}
    return inner & set(names_read(node)[0])


def bound_within(node: cst.FunctionDef | cst.Module | cst.For | cst.While) -> set[str]:
    """Return the names that a loop, a function's body or a file binds."""
    if isinstance(node, cst.FunctionDef):
        return {name for part in node.body.body for name in bound_in(part)}
    return bound_in(node)


def parameter_names(node: _Owner) -> set[str]:
    """Return the names of a function's parameters; of a file: none."""
    return {param.name.value for param in parameters_of(node.params)} if isinstance(node, cst.FunctionDef) else set()


class Flow:
    """Follows names to what binds them, in one file.

    Args:
        ctx (Context): the file, at the place of which is asked.
        parts (Parts): what it says.
        around (Sequence[FunctionDef | Module]): the functions around the place, the innermost last.
        nets (Iterable[str]): what is known to be a net there, as it is written.
        skipped (set[int]): the nodes that are not asked about, by id.
    """

    def __init__(
        self, ctx: Context, parts: Parts, around: Sequence[_Owner], nets: Iterable[str], skipped: set[int]
    ) -> None:
        self.ctx = ctx
        self.around = around
        self.nets = frozenset(nets)
        self.skipped = skipped
        self.functions: dict[str, list[cst.FunctionDef]] = {}
        self.classes = {node.name.value for node in parts.of(cst.ClassDef)}
        for node in parts.of(cst.FunctionDef):
            self.functions.setdefault(node.name.value, []).append(node)
        self.seen: set[str] = set()

    def is_data(self, name: str) -> bool:
        """Tell whether nothing that is bound to a name comes out of a net.

        Args:
            name (str): the name, read at the place.
        """
        if name in self.seen:
            return True
        self.seen.add(name)
        owner = next((n for n in reversed(self.around) if name in parameter_names(n) | bound_within(n)), None)
        return all(self._value_is_data(value) for value in self._bindings(owner, name))

    def _bindings(self, owner: _Owner | None, name: str) -> Iterator[cst.BaseExpression]:
        body = owner.body if isinstance(owner, cst.FunctionDef) else owner
        inside = (cst.FunctionDef, cst.ClassDef, cst.Lambda)
        for node in walk(body, lambda inner: not isinstance(inner, inside)) if body is not None else ():
            if id(node) in self.skipped:
                continue
            if isinstance(node, cst.For) and name in targets(node.target):
                yield node.iter
            elif isinstance(node, cst.Assign) and any(name in targets(entry.target) for entry in node.targets):
                yield node.value
            elif isinstance(node, (cst.AnnAssign, cst.AugAssign, cst.NamedExpr)) and name in targets(node.target):
                yield node.value or cst.Name("None")

    def _value_is_data(self, node: cst.BaseExpression) -> bool:
        if not all(self._call_is_data(call) for call in calls_in(node)):
            return False
        values, _ = names_read(node)
        asked = {dotted(call.func).partition(".")[0] for call in calls_in(node)}  # the calls answer for these
        return all(name in asked or (name not in self.nets and self.is_data(name)) for name in values)

    def _call_is_data(self, call: cst.Call) -> bool:
        if any("requires_grad" in text(entry) for entry in call.args):
            return False
        full = self.ctx.scopes.full(call.func)
        if full.startswith("torch."):
            return not is_layer_class(full)
        if isinstance(call.func, cst.Name):
            return self._function_is_data(call.func.value, full)
        if isinstance(call.func, cst.Attribute):
            return self._is_foreign(full) if full else self._method_is_data(call.func)
        return False

    def _is_foreign(self, full: str) -> bool:
        """Tell whether a full name is of a package that is not the project's own."""
        own = {name.partition(".")[0] for name in (*self.ctx.facts.layers, self.ctx.package)}
        return bool(full) and "." in full and full.partition(".")[0] not in own

    def _function_is_data(self, name: str, full: str) -> bool:
        if name in self.nets or full in self.ctx.facts.layers:
            return False
        if name in self.classes:
            return True
        if name in self.functions:
            return all(self._body_is_data(body) for body in self.functions[name])
        if not self.ctx.scopes.is_bound(name):
            return hasattr(builtins, name)
        return self._is_foreign(full)

    def _body_is_data(self, body: cst.FunctionDef) -> bool:
        key = f"def {body.name.value} {id(body)}"
        if key in self.seen:
            return True
        self.seen.add(key)
        return all(self._call_is_data(call) for call in calls_in(body.body))

    def _method_is_data(self, func: cst.Attribute) -> bool:
        method, receiver = func.attr.value, text(func.value)
        root = dotted(func.value).partition(".")[0]
        if root in {"self", "cls"} or receiver in self.nets or root in self.nets or self._is_layer(func.value):
            bodies = self.functions.get(method, [])
            return method in _OF_NETS or (bool(bodies) and all(self._body_is_data(body) for body in bodies))
        if method in _OF_DATA or only_tensors_have(method) or not root:
            return True
        given = {name for node in self.around for name in parameter_names(node)}
        return root not in given and self.ctx.scopes.is_bound(root) and self.is_data(root)

    def _is_layer(self, node: cst.BaseExpression) -> bool:
        return kind_of(node, self.ctx.scopes) == LAYER
