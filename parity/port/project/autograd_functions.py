"""``autograd.Function``: a Cell with a ``bprop``, made anew for each call as torch makes a context for each."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from parity.port.project.names import bound_in, parameters_of
from parity.port.syntax.pieces import statement, text
from parity.port.syntax.walking import walk

BASES = frozenset({"torch.autograd.Function", "torch.autograd.function.Function"})
_REFUSED = frozenset({
    "mark_dirty", "mark_non_differentiable", "set_materialize_grads", "save_for_forward", "saved_variables",
    "non_differentiable", "materialize_grads",
})  # fmt: skip
_OTHER_METHODS = frozenset({"setup_context", "jvp", "vmap", "symbolic", "apply", "construct", "bprop", "__init__"})
_SAVED = "saved_tensors"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a class becomes a Cell.

    Attributes:
        forward, backward: the names of the context in both.
        given: what ``forward`` is given besides.
        gradients: what ``backward`` is given besides.
        saved: the names that are saved, where each is an argument of ``forward`` or what it returns; else None.
        output: the name that ``forward`` returns; "" where it returns an expression.
        keeps: the Cell holds something between both, so that each call needs one of its own.
    """

    forward: str
    backward: str
    given: tuple[str, ...]
    gradients: tuple[str, ...]
    saved: tuple[str, ...] | None
    output: str
    keeps: bool = False


def plan(node: cst.ClassDef) -> Plan | None:
    """Return how a class with ``forward`` and ``backward`` becomes a Cell; None where it cannot be said.

    Args:
        node (ClassDef): a class that derives from ``autograd.Function``.
    """
    methods = {part.name.value: part for part in node.body.body if isinstance(part, cst.FunctionDef)}
    if not {"forward", "backward"} <= set(methods) or set(methods) & _OTHER_METHODS or len(node.bases) != 1:
        return None
    forward, backward = methods["forward"], methods["backward"]
    given, gradients = _plain_parameters(forward), _plain_parameters(backward)
    if (
        len(given) < 2
        or len(gradients) < 2
        or set(given[1:]) & set(gradients[1:])
        or "self" in {given[0], gradients[0]}
    ):
        return None
    if not (_uses_are_known(forward, given[0]) and _uses_are_known(backward, gradients[0])):
        return None
    output = _returned(forward)
    saved = _saved(forward, backward, given, gradients[0], output)
    targets = [part.target for part in walk(forward.body) if isinstance(part, cst.AssignTarget)]
    keeps = saved is None or any(text(target).startswith(f"{given[0]}.") for target in targets)
    return Plan(given[0], gradients[0], given[1:], gradients[1:], saved, output, keeps)


def _plain_parameters(node: cst.FunctionDef) -> tuple[str, ...]:
    every = parameters_of(node.params)
    plain = all(param.star in {"", None} for param in every)
    static = any(text(entry.decorator) == "staticmethod" for entry in node.decorators)
    return tuple(param.name.value for param in every) if plain and static else ()


def _uses_are_known(node: cst.FunctionDef, context: str) -> bool:
    """Tell whether a context is used by its attributes alone, and by none that a Cell has no counterpart of."""
    owned = {id(part.value) for part in walk(node.body) if isinstance(part, cst.Attribute)}
    for part in walk(node.body):
        if isinstance(part, cst.Attribute) and text(part.value) == context and part.attr.value in _REFUSED:
            return False
        if isinstance(part, cst.Name) and part.value == context and id(part) not in owned:
            return False
        if isinstance(part, (cst.FunctionDef, cst.Lambda, cst.Yield)):
            return False
    return True


def _saves(node: cst.FunctionDef, context: str) -> list[cst.Call]:
    return [
        part
        for part in walk(node.body)
        if isinstance(part, cst.Call) and text(part.func) == f"{context}.save_for_backward"
    ]


def _returned(node: cst.FunctionDef) -> str:
    found = [part.value for part in walk(node.body) if isinstance(part, cst.Return)]
    return text(found[0]) if len(found) == 1 and isinstance(found[0], cst.Name) else ""


def _saved(
    forward: cst.FunctionDef, backward: cst.FunctionDef, given: tuple[str, ...], context: str, output: str
) -> tuple[str, ...] | None:
    saves = _saves(forward, given[0])
    reads = [p for p in walk(backward.body) if isinstance(p, cst.Attribute) and text(p) == f"{context}.{_SAVED}"]
    unpacks = [p for p in walk(backward.body) if isinstance(p, cst.Assign) and text(p.value) == f"{context}.{_SAVED}"]
    if len(saves) != 1 or len(reads) != len(unpacks):
        return None if saves else ()
    names = tuple(text(entry.value) for entry in saves[0].args)
    bound = bound_in(forward.body)
    once = {name for name in given[1:] if name not in bound} | ({output} if output and output not in given else set())
    return names if set(names) <= once else None


def as_cell(node: cst.ClassDef, base: str, known: Plan) -> cst.ClassDef:
    """Return the Cell that a class becomes.

    Args:
        node (ClassDef): with its parts converted.
        base (str): how the file writes Cell.
        known (Plan): how it is made.
    """
    body = [
        _construct(part, known) if isinstance(part, cst.FunctionDef) and part.name.value == "forward"
        else _bprop(part, known) if isinstance(part, cst.FunctionDef) and part.name.value == "backward"
        else part
        for part in node.body.body
    ]  # fmt: skip
    bases = [cst.Arg(cst.parse_expression(base))]
    return node.with_changes(bases=bases, body=node.body.with_changes(body=body))


def _construct(node: cst.FunctionDef, known: Plan) -> cst.FunctionDef:
    made = node.visit(_Renamed(known.forward, known))
    assert isinstance(made, cst.FunctionDef)
    return _method(made, "construct", known.given)


def _bprop(node: cst.FunctionDef, known: Plan) -> cst.FunctionDef:
    made = node.visit(_Renamed(known.backward, known))
    assert isinstance(made, cst.FunctionDef)
    taken = {*known.given, *known.gradients, *bound_in(node.body)}
    out = next(name for name in ("out", "output", "result", "_out") if name not in taken)
    if len(known.gradients) == 1:
        return _method(made, "bprop", (*known.given, out, known.gradients[0]), output=(known.output, out))
    dout = next(name for name in ("dout", "gradients", "_dout") if name not in taken)
    unpacked = statement(f"{', '.join(known.gradients)} = {dout}\n")
    made = made.with_changes(body=made.body.with_changes(body=[unpacked, *made.body.body]))
    return _method(made, "bprop", (*known.given, out, dout), output=(known.output, out))


def _method(
    node: cst.FunctionDef, name: str, given: tuple[str, ...], output: tuple[str, str] = ("", "")
) -> cst.FunctionDef:
    hints = {param.name.value: param.annotation for param in parameters_of(node.params)}
    defaults = {param.name.value: param.default for param in parameters_of(node.params)} if name == "construct" else {}
    params = [cst.Param(cst.Name("self"))]
    params += [cst.Param(cst.Name(e), annotation=hints.get(e), default=defaults.get(e)) for e in given]
    decorators = [entry for entry in node.decorators if text(entry.decorator) != "staticmethod"]
    lines = [*node.leading_lines, *(line for line in node.lines_after_decorators if line.comment is not None)]
    made = node.with_changes(
        name=cst.Name(name),
        params=cst.Parameters(params),
        decorators=decorators,
        leading_lines=lines,
        lines_after_decorators=(),
    )
    visited = made.visit(_Outputs(*output)) if output[0] else made
    assert isinstance(visited, cst.FunctionDef)
    return visited


class _Renamed(cst.CSTTransformer):
    """Writes what is kept in a context as attributes of the Cell, and leaves out what ``bprop`` is given anyway."""

    def __init__(self, context: str, known: Plan) -> None:
        super().__init__()
        self.context = context
        self.known = known

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.BaseExpression:
        asks = text(original_node.value) == f"{self.context}.needs_input_grad"
        return cst.Name("True") if asks else updated_node

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        if text(original_node.value) != self.context:
            return updated_node
        return updated_node.with_changes(value=cst.Name("self"))

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement | cst.RemovalSentinel:
        line = original_node.body[0] if len(original_node.body) == 1 else None
        if isinstance(line, cst.Expr) and text(line.value).startswith(f"{self.context}.save_for_backward("):
            if self.known.saved is not None:
                return cst.RemoveFromParent()
            kept = line.value
            assert isinstance(kept, cst.Call)
            values = ", ".join(text(entry.value) for entry in kept.args)
            return _like(statement(f"self.{_SAVED} = ({values},)\n"), updated_node)
        if (
            isinstance(line, cst.Assign)
            and text(line.value) == f"{self.context}.{_SAVED}"
            and self.known.saved is not None
        ):
            return self._unpacked(line, updated_node)
        return updated_node

    def _unpacked(self, line: cst.Assign, updated: cst.SimpleStatementLine) -> cst.BaseStatement | cst.RemovalSentinel:
        assert self.known.saved is not None
        target = line.targets[0].target
        if isinstance(target, (cst.Tuple, cst.List)):
            names = [text(element.value) for element in target.elements]
        else:
            return _like(statement(f"{text(target)} = ({', '.join(self.known.saved)},)\n"), updated)
        pairs = [(name, value) for name, value in zip(names, self.known.saved, strict=False) if name != value]
        pairs += [(name, name) for name in names if name == self.known.output]
        if not pairs:
            return cst.RemoveFromParent()
        left, right = ", ".join(n for n, _ in pairs), ", ".join(v for _, v in pairs)
        return _like(statement(f"{left} = {right}\n"), updated)


class _Outputs(cst.CSTTransformer):
    """Writes the output that ``bprop`` is given in the line that takes what was saved."""

    def __init__(self, name: str, given: str) -> None:
        super().__init__()
        self.name = name
        self.given = given

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        value = original_node.value
        parts = [entry.value for entry in value.elements] if isinstance(value, cst.Tuple) else [value]
        if not all(isinstance(part, cst.Name) for part in parts):
            return updated_node
        names = [self.given if text(part) == self.name else text(part) for part in parts]
        return updated_node.with_changes(value=cst.parse_expression(", ".join(names)))


def _like(made: cst.BaseStatement, before: cst.SimpleStatementLine) -> cst.BaseStatement:
    """Return a statement with the comments of another."""
    return made.with_changes(leading_lines=before.leading_lines)
