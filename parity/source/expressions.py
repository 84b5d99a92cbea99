"""What an expression is, by what its parts are; the uses of names in it are kept."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from parity.source.definitions import FORWARD, ClassFacts, Function
from parity.source.kinds import FRAMEWORKS, MODULE, NONE, PLAIN, UNKNOWN, Kind, item_of, join, named, several, tensor
from parity.source.results import TELLING, attribute_of, call_of, called, holds_layers, method_of
from parity.source.uses import How, Use

Scope = dict[str, Kind]
_PARTIAL = frozenset({"functools.partial"})
_PLAIN_BUILTINS = frozenset({
    "len", "int", "float", "bool", "str", "range", "isinstance", "issubclass", "hasattr", "repr", "print", "format",
    "ord",
    "id", "callable", "any", "all", "type", "bytes", "hash", "divmod",
})  # fmt: skip
_SAME_ITEMS = frozenset({"list", "tuple", "sorted", "reversed", "iter", "set"})
_LOOKS_AT_CLASSES = frozenset({"isinstance", "issubclass", "hasattr", "getattr", "type", "print", "repr", "str"})
_PASSED_ON = frozenset({ast.IfExp, ast.BoolOp, ast.List, ast.Tuple, ast.Dict})
_ROOTED = tuple(f"{root}." for root in FRAMEWORKS)


class Expressions(ABC):
    """Visits expressions. `found` are the uses, `kinds` the kinds by the id of the node, `later` the calls of values.

    Args:
        framework (str): the one framework that the file imports, or "": what unknown things may belong to.
        methods (frozenset[str]): the methods that suggest by their name that an unknown receiver is a tensor.
    """

    def __init__(self, framework: str, methods: frozenset[str]) -> None:
        self.framework = framework
        self.methods = methods
        self.found: list[Use] = []
        self.kinds: dict[int, tuple[ast.expr, Kind]] = {}
        self.later: dict[str, list[ast.Call]] = {}
        self._given_to: dict[int, str] = {}  # what the value of a call is bound to, by the id of the node
        self.owners: list[ClassFacts | None] = [None]

    @abstractmethod
    def result_of(self, function: Function) -> Kind:
        """Return the kind of what a function of the file gives."""

    @abstractmethod
    def facts(self, kind: Kind) -> ClassFacts | None:
        """Return what is known of a class of the file, or of the class of an object."""

    @abstractmethod
    def assign(self, target: ast.expr, kind: Kind, scope: Scope) -> None:
        """Bind a target to what it is."""

    def visit(self, node: ast.expr, scope: Scope, *, bound: str = "", value: bool = False) -> Kind:
        """Return the kind of an expression, and keep the uses in it.

        Args:
            node (ast.expr): the expression.
            scope (Scope): what each name is.
            bound (str): the parameter, keyword or name that it is given to. Default: ``""``.
            value (bool): True where a class or function is passed on to be called elsewhere. Default: ``False``.
        """
        cls = node.__class__  # a quarter of a million nodes of one package pass here
        if cls is ast.Name or cls is ast.Attribute:
            kind = self._name(node, scope)
            if kind.sort == "name" and kind.framework:
                self.use(kind.name, "value" if value else "mention", node, bound=bound)
        elif value and cls in _PASSED_ON:
            kind = self._passed_on(node, scope, bound)
        else:
            if bound and cls is ast.Call:
                self._given_to[id(node)] = bound
            visitor = _VISITORS.get(cls)
            kind = visitor(self, node, scope) if visitor is not None else self._children(node, scope)
        self.kinds[id(node)] = (node, kind)
        return kind

    def use(self, name: str, how: How, node: ast.expr | ast.stmt, *, bound: str = "") -> None:
        """Keep a use of a name that is not called."""
        if name.startswith(_ROOTED):
            self.found.append(Use(name, how, node, whole=False, bound=bound))

    def _call_use(self, name: str, how: How, node: ast.Call, *, skip: int = 0, sure: bool = True) -> None:
        if not name.startswith(_ROOTED):
            return
        positional = tuple(node.args[skip:])
        whole = not any(isinstance(entry, ast.Starred) for entry in positional) and all(k.arg for k in node.keywords)
        keywords = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        bound = self._given_to.get(id(node), "") if how == "partial" else ""
        self.found.append(Use(name, how, node, positional, keywords, whole and how != "partial", bound, sure))

    # ------------------------------------------------------------------------------------------------------- names

    def _name(self, node: ast.expr, scope: Scope) -> Kind:
        if isinstance(node, ast.Name):
            return scope.get(node.id, UNKNOWN)
        if not isinstance(node, ast.Attribute):
            return self.visit(node, scope)  # which keeps it
        before = self._name(node.value, scope)
        if before.sort != "name" and isinstance(node.value, (ast.Name, ast.Attribute)):
            self.kinds[id(node.value)] = (node.value, before)
        return self._attribute(before, node.attr)

    def _attribute(self, before: Kind, attribute: str) -> Kind:
        if before.sort == "name":
            return named(f"{before.name}.{attribute}")
        if before.sort == "object":
            return self._attribute_of_object(before, attribute)
        if before.sort == "choice" and not before.is_tensor:
            return join(self._attribute(item, attribute) for item in before.items)
        return attribute_of(before, attribute)

    def _attribute_of_object(self, before: Kind, attribute: str) -> Kind:
        facts = self.facts(before)
        if facts is None:
            return UNKNOWN
        if attribute in facts.attributes:
            return facts.attributes[attribute]
        if attribute in facts.methods:
            return Kind("own", attribute, node=facts.methods[attribute])
        for base in facts.bases:
            if base.sort == "own":
                found = self._attribute_of_object(Kind("object", base.name, node=base.node), attribute)
                if found.sort != "unknown":
                    return found
        return UNKNOWN

    # ------------------------------------------------------------------------------------------------------- calls

    def visit_Call(self, node: ast.expr, scope: Scope) -> Kind:
        """Return what a call gives, and keep the call."""
        assert isinstance(node, ast.Call)
        function = node.func
        if isinstance(function, ast.Name) and function.id not in scope:
            return self._builtin(function.id, node, scope)
        if isinstance(function, ast.Attribute):
            receiver = self._receiver(function, scope)
            if receiver.is_tensor or self._tells(receiver, function.attr):
                return self._method(receiver, function.attr, node, scope)
            kind = self._attribute(receiver, function.attr)
            self.kinds[id(function)] = (function, kind)
            if self._is_super(function.value, function.attr):
                self._super(node)
        else:
            kind = self._name(function, scope) if isinstance(function, ast.Name) else self.visit(function, scope)
        if kind.sort in {"unknown", "choice"} and isinstance(function, (ast.Name, ast.Attribute)):
            self.later.setdefault(function.id if isinstance(function, ast.Name) else function.attr, []).append(node)
        if kind.sort == "name":
            return self._named(kind.name, node, scope)
        given = self._arguments(node, scope)
        if isinstance(function, ast.Attribute) and self._suggests(kind, function):
            self._call_use(f"{self.framework}.Tensor.{function.attr}", "method", node, sure=False)
        return self._result(kind, node, given)

    def _receiver(self, function: ast.Attribute, scope: Scope) -> Kind:
        value = function.value
        if isinstance(value, (ast.Name, ast.Attribute)):
            kind = self._name(value, scope)
            self.kinds[id(value)] = (value, kind)
            return kind
        return self.visit(value, scope)

    def _tells(self, receiver: Kind, method: str) -> bool:
        """Tell whether a method shows by its name that an unknown receiver is a tensor."""
        unknown = receiver.sort == "unknown" or (receiver.sort == "choice" and receiver.items[-1].sort == "unknown")
        return unknown and method in TELLING.get(self.framework, ())

    def _suggests(self, kind: Kind, function: ast.expr) -> bool:
        """Tell whether a method may well be a tensor's: its receiver is unknown, and the file has no other arrays."""
        if kind.sort != "unknown" or not self.methods or not isinstance(function, ast.Attribute):
            return False
        receiver = self.kinds.get(id(function.value))
        return receiver is not None and receiver[1].sort == "unknown" and function.attr in self.methods

    def _method(self, receiver: Kind, method: str, node: ast.Call, scope: Scope) -> Kind:
        framework = receiver.framework or self.framework
        self._call_use(f"{framework}.Tensor.{method}", "method", node)
        self._arguments(node, scope)
        return method_of(framework, method, node.args, node.keywords)

    def _named(self, name: str, node: ast.Call, scope: Scope) -> Kind:
        if name in _PARTIAL and node.args:
            return self._partial(node, scope)
        self._call_use(name, "call", node)
        given = self._arguments(node, scope)
        if given and holds_layers(name):
            items = [item for kind in given for item in (kind.items if kind.sort == "several" else (kind,))]
            return Kind("instance", name, items=(join(items),))
        return call_of(name, node.args, node.keywords)

    def _partial(self, node: ast.Call, scope: Scope) -> Kind:
        first = node.args[0]
        kind = self._name(first, scope) if isinstance(first, (ast.Name, ast.Attribute)) else self.visit(first, scope)
        if kind.sort == "name":
            self._call_use(kind.name, "partial", node, skip=1)
        for argument in node.args[1:]:
            self.visit(argument, scope)
        for keyword in node.keywords:
            self.visit(keyword.value, scope)
        return Kind("choice", items=(kind, UNKNOWN)) if kind.sort == "name" else UNKNOWN

    def _arguments(self, node: ast.Call, scope: Scope) -> list[Kind]:
        """Visit the arguments of a call; a class among them is passed on."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        value = name not in _LOOKS_AT_CLASSES
        given = [self.visit(argument, scope, value=value) for argument in node.args]
        for keyword in node.keywords:
            self.visit(keyword.value, scope, bound=keyword.arg or "", value=value)
        return given

    def _builtin(self, name: str, node: ast.Call, scope: Scope) -> Kind:
        given = self._arguments(node, scope)
        if name in _PLAIN_BUILTINS:
            return PLAIN
        if name in _SAME_ITEMS and given:
            return given[0] if given[0].sort == "several" else several(item_of(given[0]))
        if name == "enumerate" and given:
            return several(several(PLAIN, self.items_of(given[0])))
        if name == "zip" and given:
            return several(several(*map(self.items_of, given)))
        if name in {"abs", "sum", "round", "min", "max"} and given and given[0].is_tensor:
            return tensor(given[0].framework)
        return UNKNOWN

    def items_of(self, kind: Kind) -> Kind:
        """Return what going through something gives one by one."""
        if kind.sort == "instance":
            return join(kind.items) if kind.items and kind.items[0].sort != "unknown" else MODULE
        if kind.sort == "module":
            return MODULE
        return item_of(kind)

    def _result(self, kind: Kind, node: ast.Call, given: Sequence[Kind]) -> Kind:
        """Return what calling something of the file, or a layer, gives."""
        if kind.sort == "instance":
            return called(kind.name)
        if kind.sort == "module":
            return tensor(given[0].framework) if given and given[0].is_tensor else UNKNOWN
        if kind.sort == "choice":
            return join(self._result(item, node, given) for item in kind.items)
        if kind.sort == "name":
            return call_of(kind.name, node.args, node.keywords)
        if kind.sort == "object":
            return self._result_of_object(kind)
        if isinstance(kind.node, ast.ClassDef):
            self._construction(kind, node)
            return Kind("object", kind.name, node=kind.node)
        if isinstance(kind.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self.result_of(kind.node)
        return UNKNOWN

    def _result_of_object(self, kind: Kind) -> Kind:
        facts = self.facts(kind)
        if facts is None:
            return UNKNOWN
        for name in (*FORWARD, "__call__"):
            method = self._attribute_of_object(kind, name)
            if method.sort == "own" and isinstance(method.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                return self.result_of(method.node)
        return called(facts.layer) if facts.layer else UNKNOWN

    def _construction(self, kind: Kind, node: ast.Call) -> None:
        """Keep a construction of a class of the file that leaves its arguments to a layer of a framework."""
        facts = self.facts(kind)
        if facts is not None and facts.layer and "__init__" not in facts.methods:
            self._call_use(facts.layer, "call", node)

    def _is_super(self, value: ast.expr, method: str) -> bool:
        is_call = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "super"
        return is_call and method == "__init__" and self.owners[-1] is not None

    def _super(self, node: ast.Call) -> None:
        facts = self.owners[-1]
        if facts is not None and facts.layer:
            self._call_use(facts.layer, "super", node)

    # ----------------------------------------------------------------------------------------- the other expressions

    def _passed_on(self, node: ast.expr, scope: Scope, bound: str) -> Kind:
        """Visit what picks or holds values that are passed on."""
        if isinstance(node, ast.IfExp):
            self.visit(node.test, scope)
            return join(self.visit(part, scope, bound=bound, value=True) for part in (node.body, node.orelse))
        if isinstance(node, ast.BoolOp):
            return join(self.visit(part, scope, bound=bound, value=True) for part in node.values)
        if isinstance(node, ast.Dict):
            for key in node.keys:
                if key is not None:
                    self.visit(key, scope)
            for part in node.values:
                self.visit(part, scope, bound=bound, value=True)
            return UNKNOWN
        assert isinstance(node, (ast.List, ast.Tuple))
        return several(*(self.visit(part, scope, bound=bound, value=True) for part in node.elts))

    def _children(self, node: ast.AST, scope: Scope) -> Kind:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.visit(child, scope)
            elif not isinstance(child, ast.expr_context):
                self._children(child, scope)
        return UNKNOWN

    def visit_Constant(self, node: ast.expr, scope: Scope) -> Kind:
        """Return that a constant is plain, or None."""
        del scope
        assert isinstance(node, ast.Constant)
        return NONE if node.value is None else PLAIN

    def visit_JoinedStr(self, node: ast.expr, scope: Scope) -> Kind:
        """Return that text is plain."""
        self._children(node, scope)
        return PLAIN

    def visit_BinOp(self, node: ast.expr, scope: Scope) -> Kind:
        """Return a tensor where either side is one."""
        assert isinstance(node, ast.BinOp)
        return _arithmetic(self.visit(node.left, scope), self.visit(node.right, scope))

    def visit_UnaryOp(self, node: ast.expr, scope: Scope) -> Kind:
        """Return the kind of the operand; ``not x`` is plain."""
        assert isinstance(node, ast.UnaryOp)
        kind = self.visit(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return PLAIN
        return tensor(kind.framework) if kind.is_tensor else kind if kind.sort == "plain" else UNKNOWN

    def visit_Compare(self, node: ast.expr, scope: Scope) -> Kind:
        """Return a tensor where tensors are compared by value."""
        assert isinstance(node, ast.Compare)
        kinds = [self.visit(part, scope) for part in (node.left, *node.comparators)]
        by_value = all(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)) for op in node.ops)
        return _arithmetic(*kinds[:2]) if by_value else PLAIN

    def visit_BoolOp(self, node: ast.expr, scope: Scope) -> Kind:
        """Return one of the operands."""
        assert isinstance(node, ast.BoolOp)
        return join([self.visit(part, scope) for part in node.values])

    def visit_IfExp(self, node: ast.expr, scope: Scope) -> Kind:
        """Return one of the two."""
        assert isinstance(node, ast.IfExp)
        self.visit(node.test, scope)
        return join([self.visit(node.body, scope), self.visit(node.orelse, scope)])

    def visit_Subscript(self, node: ast.expr, scope: Scope) -> Kind:
        """Return an item, or several where it is a slice."""
        assert isinstance(node, ast.Subscript)
        kind = self.visit(node.value, scope, value=isinstance(node.value, (ast.Dict, ast.List, ast.Tuple)))
        self.visit(node.slice, scope)
        if kind.sort == "several" and isinstance(node.slice, ast.Slice):
            return several(join(kind.items))
        if kind.sort in {"instance", "module"}:
            return self.items_of(kind)
        index = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return item_of(kind, index if isinstance(index, int) else None)

    def visit_Tuple(self, node: ast.expr, scope: Scope) -> Kind:
        """Return several."""
        assert isinstance(node, (ast.Tuple, ast.List))
        kinds = [self.visit(part, scope) for part in node.elts]
        return several(join(kinds)) if any(isinstance(part, ast.Starred) for part in node.elts) else several(*kinds)

    visit_List = visit_Tuple

    def visit_Starred(self, node: ast.expr, scope: Scope) -> Kind:
        """Return what the items are."""
        assert isinstance(node, ast.Starred)
        return self.items_of(self.visit(node.value, scope, value=True))

    def visit_ListComp(self, node: ast.expr, scope: Scope) -> Kind:
        """Return several of what the element is."""
        assert isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp))
        inner = self._generators(node.generators, scope)
        return several(self.visit(node.elt, inner, value=True))

    visit_SetComp = visit_ListComp
    visit_GeneratorExp = visit_ListComp

    def visit_DictComp(self, node: ast.expr, scope: Scope) -> Kind:
        """Visit the parts."""
        assert isinstance(node, ast.DictComp)
        inner = self._generators(node.generators, scope)
        self.visit(node.key, inner)
        self.visit(node.value, inner, value=True)
        return UNKNOWN

    def _generators(self, generators: Sequence[ast.comprehension], scope: Scope) -> Scope:
        inner = dict(scope)
        for generator in generators:
            self.assign(generator.target, self.items_of(self.visit(generator.iter, inner)), inner)
            for test in generator.ifs:
                self.visit(test, inner)
        return inner

    def visit_Lambda(self, node: ast.expr, scope: Scope) -> Kind:
        """Visit the body; of the parameters nothing is known."""
        assert isinstance(node, ast.Lambda)
        arguments = node.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        for default in (*arguments.defaults, *(entry for entry in arguments.kw_defaults if entry is not None)):
            self.visit(default, scope, value=True)
        self.visit(node.body, {**scope, **{entry.arg: UNKNOWN for entry in every if entry is not None}}, value=True)
        return UNKNOWN

    def visit_NamedExpr(self, node: ast.expr, scope: Scope) -> Kind:
        """Bind the name."""
        assert isinstance(node, ast.NamedExpr)
        kind = self.visit(node.value, scope)
        self.assign(node.target, kind, scope)
        return kind


_VISITORS: dict[type[ast.AST], Callable[[Expressions, ast.expr, Scope], Kind]] = {
    getattr(ast, name.removeprefix("visit_")): method
    for name, method in vars(Expressions).items()
    if name.startswith("visit_")
}


def _arithmetic(left: Kind, right: Kind) -> Kind:
    for kind in (left, right):
        if kind.is_tensor:
            return tensor(kind.framework)
    return PLAIN if left.sort == right.sort == "plain" else UNKNOWN
