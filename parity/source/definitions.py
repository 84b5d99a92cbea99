"""The classes and functions of a file, and what kind of thing a parameter is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from parity.source.kinds import NONE, PLAIN, UNKNOWN, Kind, join, tensor
from parity.source.results import NOT_TENSOR, TELLING, is_base_layer

Function = ast.FunctionDef | ast.AsyncFunctionDef
FORWARD = ("forward", "construct")
_PLAIN_TYPES = frozenset({"int", "float", "bool", "str", "bytes", "complex"})
_OPTIONAL = frozenset({"Optional", "Union", "Annotated", "Final"})


@dataclass(slots=True)
class ClassFacts:
    """What is known of a class of the file.

    Attributes:
        node: its definition.
        scope: what the names around it are.
        bases: the kinds of its bases.
        methods: its functions by name.
        attributes: the kinds of what is assigned to ``self.name``, or in the class.
        framework: the framework whose Module or Cell it is derived from, or "".
        layer: the layer of a framework that it is derived from, such as ``torch.nn.LayerNorm``, or "".
    """

    node: ast.ClassDef
    scope: dict[str, Kind]
    bases: tuple[Kind, ...] = ()
    methods: dict[str, Function] = field(default_factory=dict)
    attributes: dict[str, Kind] = field(default_factory=dict)
    framework: str = ""
    layer: str = ""

    def inherit(self, base: Kind, facts: ClassFacts | None) -> None:
        """Take over from a base what makes the class a layer."""
        if facts is not None:
            self.framework = self.framework or facts.framework
            self.layer = self.layer or ("" if "__init__" in facts.methods else facts.layer)
        elif base.sort == "name" and is_base_layer(base.name):
            self.framework = self.framework or base.framework
            if base.name.rpartition(".")[2] not in {"Module", "Cell"}:
                self.layer = self.layer or base.name


def parameters(function: Function | ast.Lambda) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """Yield each named parameter of a function with its default, the starred ones left out."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    yield from zip(plain, [*defaults, *arguments.defaults], strict=True)
    yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)


def annotated(node: ast.expr | None, scope: dict[str, Kind], framework: str) -> Kind:
    """Return the kind that an annotation tells of; UNKNOWN where it tells nothing of use here."""
    if isinstance(node, ast.Constant):
        return _annotated_by_text(node.value, framework)
    if isinstance(node, ast.Name):
        if node.id in _PLAIN_TYPES and node.id not in scope:
            return PLAIN
        return _of_class(scope.get(node.id, UNKNOWN))
    if isinstance(node, ast.Attribute):
        return _of_class(Kind("name", dotted(node, scope)))
    if isinstance(node, ast.BinOp):
        return join((annotated(node.left, scope, framework), annotated(node.right, scope, framework)))
    if isinstance(node, ast.Subscript) and _last(node.value) in _OPTIONAL:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return join(annotated(part, scope, framework) for part in parts)
    return UNKNOWN


def _annotated_by_text(value: object, framework: str) -> Kind:
    if value is None:
        return NONE
    return tensor(framework) if framework and value in {"Tensor", "torch.Tensor", "ms.Tensor"} else UNKNOWN


def _of_class(kind: Kind) -> Kind:
    if kind.sort != "name":
        return UNKNOWN
    return tensor(kind.framework) if kind.name.endswith(".Tensor") and kind.framework else UNKNOWN


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def dotted(node: ast.expr, scope: dict[str, Kind]) -> str:
    """Return the full name that an expression stands for by the imports, or ""."""
    if isinstance(node, ast.Name):
        kind = scope.get(node.id)
        return kind.name if kind is not None and kind.sort == "name" else ""
    if isinstance(node, ast.Attribute):
        before = dotted(node.value, scope)
        return f"{before}.{node.attr}" if before else ""
    return ""


@dataclass(slots=True)
class Evidence:
    """What the body of a function shows of its parameters: which are tensors, and which are certainly none."""

    tensors: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)


def evidence(function: Function, framework: str) -> Evidence:
    """Look through a function for what its parameters are used as."""
    found, telling = Evidence(), TELLING.get(framework, frozenset())
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Attribute:
            assert isinstance(node, ast.Attribute)
            if isinstance(node.value, ast.Name):
                if node.attr in telling:
                    found.tensors.add(node.value.id)
                elif node.attr in NOT_TENSOR:
                    found.others.add(node.value.id)
        elif kind in _LOOKED_AT:
            found.others.update(_not_tensors(node))
        for value in node.__dict__.values():  # as fast as it gets: every node of a package passes here
            if value.__class__ is list:
                stack += [item for item in value if item.__class__ not in _NOTHING]
            elif value.__class__ not in _NOTHING:
                stack.append(value)
    return found


_LOOKED_AT = frozenset({ast.Subscript, ast.For, ast.comprehension, ast.Call, ast.Starred})
_NOTHING = frozenset({
    ast.Load, ast.Store, ast.Del, ast.Constant, ast.Name, int, str, bytes, bool, float, complex, type(None), type(...),
})  # fmt: skip
_CONTAINERS = frozenset({"list", "tuple", "dict", "str", "int", "float", "bool", "Sequence", "Mapping"})


def _not_tensors(node: ast.AST) -> Iterator[str]:
    """Yield the names that are used here as no tensor is."""
    if isinstance(node, ast.Subscript):
        by_key = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        if by_key and isinstance(node.value, ast.Name):
            yield node.value.id
    elif isinstance(node, (ast.For, ast.comprehension)):
        if isinstance(node.iter, ast.Name):
            yield node.iter.id
        elif isinstance(node.iter, ast.Call):
            yield from (value.id for value in node.iter.args if isinstance(value, ast.Name))
    elif isinstance(node, ast.Starred):
        if isinstance(node.value, ast.Name):
            yield node.value.id
    elif isinstance(node, ast.Call) and _last(node.func) == "isinstance" and len(node.args) == 2:
        kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        if isinstance(node.args[0], ast.Name) and any(_last(kind) in _CONTAINERS for kind in kinds):
            yield node.args[0].id
