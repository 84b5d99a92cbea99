"""What a value is, as far as the source tells: a tensor, a layer, a shape, a number, a text ...

Kinds are short texts; "" is not known. One reader for both frameworks: what a name, a method or a hint of theirs means
is asked of a `Language` (`torch_kinds`, `to_torch.kinds`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import libcst as cst

from parity.port.project.names import Scopes
from parity.port.syntax.pieces import text

TENSOR, TENSORS, PARAMETER, LAYER, SHAPE = "tensor", "tensors", "parameter", "layer", "shape"
ARRAY = "array"  # of numpy
PRIMITIVE = "primitive"  # an operator of MindSpore that is made first and called then
OPTIMIZER = "optimizer"
LOADER, BATCH = "loader", "batch"  # what a loop over a loader gives: a tensor, or several
LIMITS = "limits"  # of a dtype: what ``torch.finfo`` gives
PLACE = "place"  # a dict of a device and a dtype
NUMBER, TEXT, LIST, DICT, BOOL, OTHER = "number", "text", "list", "dict", "bool", "other"
OF_TENSORS = frozenset({TENSOR, PARAMETER})
_COMPUTED = {TENSOR: TENSOR, PARAMETER: TENSOR, ARRAY: ARRAY}  # what is computed from one, and its items and parts
_CALLED = frozenset({LAYER, PRIMITIVE})
_BUILTINS: Mapping[str, str] = {
    "len": NUMBER, "int": NUMBER, "float": NUMBER, "str": TEXT, "list": LIST, "dict": DICT, "tuple": LIST,
    "sorted": LIST, "range": LIST, "zip": LIST, "bool": BOOL, "OrderedDict": DICT,
}  # fmt: skip
_HINTS: Mapping[str, str] = {"int": NUMBER, "float": NUMBER, "str": TEXT, "bool": BOOL, "dict": DICT, "list": LIST}
_FORWARD = frozenset({"forward", "construct", "__call__"})
_PARTS = frozenset({"T", "data", "mT", "grad", "real", "imag", "H"})
_SEQUENCES = ("List[", "list[", "Sequence[", "Tuple[", "tuple[", "Iterable[")
_MAPPINGS = ("Dict[", "dict[", "OrderedDict", "Mapping[")


class Language:
    """What the names of a framework mean.

    Attributes:
        attributes: the kinds of attributes that are the same of whatever has them.
    """

    attributes: ClassVar[Mapping[str, str]] = {}

    def full(self, node: cst.CSTNode, scopes: Scopes) -> str:
        """Return the full name that an expression stands for, or ""."""
        return scopes.full(node)

    def of_call(self, full: str) -> str | None:
        """Return the kind of what a call of an imported name gives; None where nothing is said of the name."""
        raise NotImplementedError

    def of_type(self, full: str) -> str:
        """Return the kind of what a hint of a full name says."""
        raise NotImplementedError

    def of_constant(self, full: str) -> str:
        """Return the kind of what an imported name is."""
        del full
        return ""

    def of_method(self, receiver: str, method: str, *, has_arguments: bool) -> str | None:
        """Return the kind of what a method gives; None where it is none of a tensor or an array.

        Args:
            receiver (str): the kind of what has the method.
            method (str): its name.
            has_arguments (bool): it is given some.
        """
        raise NotImplementedError


def of_annotation(node: cst.BaseExpression, scopes: Scopes, language: Language) -> str:
    """Return the kind that a type hint says, or ""."""
    source = text(node).strip("\"' ")
    for wrapper in ("Optional[", "typing.Optional["):
        if source.startswith(wrapper):
            source = source[len(wrapper) : -1]
    source = source.removesuffix("| None").strip()
    if "|" in source and isinstance(cst.parse_expression(source), cst.BinaryOperation):
        return ""  # one of several
    if source in _HINTS:
        return _HINTS[source]
    if source.replace(".", "").isidentifier():
        found = language.of_type(language.full(cst.parse_expression(source), scopes))
        if found:
            return found
    if source.startswith(_SEQUENCES):
        return TENSORS if "Tensor" in source.partition("[")[2] else LIST
    return DICT if source.startswith(_MAPPINGS) else ""


def kind_of(node: cst.BaseExpression, scopes: Scopes, language: Language) -> str:
    """Return the kind of an expression's value, or ""."""
    if isinstance(node, cst.Name):
        return BOOL if node.value in {"True", "False"} else scopes.kind(node.value)
    if isinstance(node, cst.Attribute):
        return _attribute(node, scopes, language)
    if isinstance(node, cst.Call):
        return _call(node, scopes, language)
    if isinstance(node, cst.Subscript):
        return _subscript(node, scopes, language)
    if isinstance(node, (cst.BinaryOperation, cst.Comparison, cst.UnaryOperation, cst.IfExp)):
        return _operation(node, scopes, language)
    return kind_of_literal(node)


def kind_of_literal(node: cst.BaseExpression) -> str:
    """Return the kind of what is written out: a number, a text, a list, a dict; "" of anything else."""
    if isinstance(node, (cst.Integer, cst.Float)):
        return NUMBER
    if isinstance(node, (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)):
        return TEXT
    if isinstance(node, (cst.List, cst.ListComp, cst.Tuple)):
        return LIST
    return DICT if isinstance(node, (cst.Dict, cst.DictComp)) else ""


def _attribute(node: cst.Attribute, scopes: Scopes, language: Language) -> str:
    full = scopes.full(node)
    if full:
        return language.of_constant(full)
    name = node.attr.value
    if name in language.attributes:
        return language.attributes[name]
    if name in _PARTS:
        part = _COMPUTED.get(kind_of(node.value, scopes, language), "")
        if part:
            return part
    return scopes.kind(text(node))


def _call(node: cst.Call, scopes: Scopes, language: Language) -> str:
    full = language.full(node.func, scopes)
    known = language.of_call(full) if full else None
    if known is not None:
        return known
    if isinstance(node.func, cst.Name):
        if node.func.value in _BUILTINS and not scopes.is_bound(node.func.value):
            return _BUILTINS[node.func.value]
        return TENSOR if scopes.kind(node.func.value) in _CALLED else ""
    if isinstance(node.func, cst.Attribute):
        method, receiver = node.func.attr.value, kind_of(node.func.value, scopes, language)
        given = language.of_method(receiver, method, has_arguments=bool(node.args))
        if given is not None:
            return given
        if scopes.kind(text(node.func)) in _CALLED:
            return TENSOR
        if method in _FORWARD and text(node.func.value) == "super()":
            return TENSOR
        if receiver == TEXT:
            return LIST if method == "split" else TEXT
    return TENSOR if kind_of(node.func, scopes, language) in _CALLED else ""


def _subscript(node: cst.Subscript, scopes: Scopes, language: Language) -> str:
    kind = kind_of(node.value, scopes, language)
    if kind in _COMPUTED:
        return _COMPUTED[kind]
    is_slice = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice)
    if kind == SHAPE:
        return SHAPE if is_slice else NUMBER
    if kind in {TENSORS, BATCH}:
        return TENSORS if is_slice else TENSOR
    return scopes.kind(text(node))


def _operation(node: cst.BaseExpression, scopes: Scopes, language: Language) -> str:
    if isinstance(node, cst.BinaryOperation):
        return _combined({kind_of(node.left, scopes, language), kind_of(node.right, scopes, language)})
    if isinstance(node, cst.UnaryOperation):
        return BOOL if isinstance(node.operator, cst.Not) else kind_of(node.expression, scopes, language)
    if isinstance(node, cst.Comparison):
        return _COMPUTED.get(kind_of(node.left, scopes, language), BOOL)
    assert isinstance(node, cst.IfExp)
    first, second = kind_of(node.body, scopes, language), kind_of(node.orelse, scopes, language)
    return first if first == second else ""


def _combined(kinds: set[str]) -> str:
    """Return the kind of what an operator makes of two values."""
    for kind, made in _COMPUTED.items():
        if kind in kinds:
            return made
    return NUMBER if kinds == {NUMBER} else TEXT if TEXT in kinds else LIST if kinds & {LIST, SHAPE} else ""


def kinds_of_parts(node: cst.BaseExpression, count: int, kind: Callable[[cst.BaseExpression], str]) -> list[str]:
    """Return the kinds of the names that a value is unpacked into.

    Args:
        node (BaseExpression): the value.
        count (int): how many names there are.
        kind (Callable[[BaseExpression], str]): tells the kind of an expression.
    """
    if isinstance(node, cst.Tuple) and len(node.elements) == count:
        return [kind(element.value) for element in node.elements]
    part = {SHAPE: NUMBER, TENSORS: TENSOR, TENSOR: TENSOR, BATCH: TENSOR}.get(kind(node), "")
    return [part] * count
