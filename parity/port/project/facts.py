"""What is known of all files of a project together: the layers, and how layer classes are called as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import libcst as cst

from parity.port.project import autograd_functions as functions
from parity.port.project.names import OWN, Scopes, bound_in, defined_in, imported
from parity.port.project.torch_kinds import is_layer_class
from parity.port.rows.choose import layer_row
from parity.port.syntax.pieces import dotted
from parity.port.syntax.rewriting import Reader
from parity.port.syntax.walking import walk


@dataclass(slots=True)
class Source:
    """One file of a project.

    Attributes:
        module: its full module name, e.g. ``zoo.models.resnet``; the file's own name where it is in no package.
        package: the package that relative imports start from; "" for none.
        tree: what it says.
        code: its text; by default that of the tree.
    """

    module: str
    package: str
    tree: cst.Module
    code: str = ""

    def __post_init__(self) -> None:
        self.code = self.code or self.tree.code


def _none(name: str) -> bool:
    del name
    return False


@dataclass(slots=True)
class Given:
    """What calls of a class give it.

    Attributes:
        keywords: the names of arguments that some call gives by keyword.
        positional: the most arguments that one gives by position.
        options: some call has ``*args`` or ``**options``.
    """

    keywords: set[str] = field(default_factory=set)
    positional: int = 0
    options: bool = False

    def add(self, node: cst.Call) -> None:
        """Note what a call gives."""
        self.keywords |= {entry.keyword.value for entry in node.args if entry.keyword is not None}
        self.positional = max(self.positional, sum(entry.keyword is None for entry in node.args))
        self.options |= any(entry.star for entry in node.args)

    def merge(self, other: Given) -> None:
        """Note what calls in another file give."""
        self.keywords |= other.keywords
        self.positional = max(self.positional, other.positional)
        self.options |= other.options


@dataclass(slots=True)
class Facts:
    """What is known of a project.

    Attributes:
        layers: the full names of its classes that derive from ``torch.nn.Module``; with the layer class of torch
            other than Module that they derive from, or "".
        called: the keywords in calls of what may be a layer class passed as a value.
        options: some such call has ``**options`` or ``*args``.
        positional: the most arguments that such a call gives by position.
        passed_on: the names of torch that a file imports, by the full name under which other files import them.
        exists: tells whether MindSpore has a name.
        functions: the full names of its classes of ``autograd.Function`` that become Cells.
        words: the names in its files that begin with a capital, as those of classes do.
        texts: the texts in its files that are such names.
        several: the keywords that some call of the project's own gives a tuple or list of several.
        heirs: how the project calls its own classes, by their full names.
        held: the layer classes of the framework that methods bind an attribute of `self` to, by the attribute's name;
            "" among them for anything else. Those that a list of layers is made of stand at the name with ``[]``, those
            of a sequence that is written out at the name with each index, ``net[0]`` and ``net[-1]``.
        objects: the full names of its classes that derive from nothing but each other: their objects are no layers.
        chosen: the full names of its layers with a forward of its own that does not call that of the base.
        read: the attributes that are read otherwise than by calling them on self in the class that binds them.
    """

    layers: dict[str, str] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)
    options: bool = False
    positional: int = 0
    passed_on: dict[str, str] = field(default_factory=dict)
    exists: Callable[[str], bool] = field(default=_none)
    functions: set[str] = field(default_factory=set)
    read: frozenset[str] = frozenset()
    words: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    several: set[str] = field(default_factory=set)
    heirs: dict[str, Given] = field(default_factory=dict)
    held: dict[str, set[str]] = field(default_factory=dict)
    objects: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)

    def layers_held(self, attribute: str) -> tuple[str, ...]:
        """Return the framework's layer classes that an attribute is of wherever the project binds it; () if unknown.

        Args:
            attribute (str): its name.
        """
        found = self.held.get(attribute, set())
        return () if "" in found else tuple(sorted(found))

    def original(self, full: str) -> str:
        """Return what a full name of the project is where a file of it imports that from torch; else `full`."""
        seen = 0
        while full in self.passed_on and seen < _LONGEST:
            full, seen = self.passed_on[full], seen + 1
        return full


_LONGEST = 20  # imports through which a name is followed


@dataclass(frozen=True, slots=True)
class Framework:
    """What a project's files are written with.

    Attributes:
        name: ``torch`` or ``mindspore``.
        bases: the full names of the class that all layers derive from.
        is_layer: tells whether a full name is a layer class of the framework's.
        has_other_arguments: tells whether it is one whose arguments are called otherwise in the other framework.
    """

    name: str
    bases: frozenset[str]
    is_layer: Callable[[str], bool]
    has_other_arguments: Callable[[str], bool]


def takes_torchs_arguments(full: str) -> bool:
    """Tell whether a name is a layer of torch's whose arguments have other names in MindSpore."""
    row = layer_row(full) if is_layer_class(full) else None
    return row is not None and row.kind != "container"


TORCH = Framework(
    "torch",
    frozenset({"torch.nn.Module", "torch.nn.modules.module.Module", "torch.nn.modules.Module"}),
    is_layer_class,
    takes_torchs_arguments,
)


def gather(sources: Iterable[Source], exists: Callable[[str], bool], framework: Framework = TORCH) -> Facts:
    """Return what is known of the files of a project together.

    Args:
        sources (Iterable[Source]): the files.
        exists (Callable[[str], bool]): tells whether MindSpore has a name.
        framework (Framework): what they are written with. Default: torch.
    """
    facts = Facts(exists=exists)
    bases: dict[str, tuple[str, ...]] = {}
    heirs: list[tuple[str, Given]] = []
    for source in sources:
        reader = _Reader(source, framework)
        reader.read(source.tree)
        bases.update(reader.bases)
        facts.called |= reader.called
        facts.options |= reader.options
        facts.positional = max(facts.positional, reader.positional)
        facts.passed_on.update(reader.passed_on)
        facts.functions |= reader.functions
        facts.words |= reader.words
        facts.texts |= reader.texts
        facts.several |= reader.several
        facts.chosen |= reader.chosen
        heirs += reader.heirs.items()
        for name, classes in reader.held.items():
            facts.held.setdefault(name, set()).update(classes)
    for name, given in heirs:
        facts.heirs.setdefault(facts.original(name), Given()).merge(given)
    bases = {name: tuple(map(facts.original, entries)) for name, entries in bases.items()}
    for name in bases:
        base = _layer_base(name, bases, frozenset(), framework)
        if base is not None:
            facts.layers[name] = base
        elif _is_object(name, bases, frozenset()):
            facts.objects.add(name)
    return facts


_PLAIN_BASES = frozenset({"object", "abc.ABC", "enum.Enum", "enum.IntEnum", "typing.NamedTuple", "typing.TypedDict"})


def _is_object(name: str, bases: Mapping[str, tuple[str, ...]], seen: frozenset[str]) -> bool:
    """Tell whether a class derives from classes of the project and plain ones alone."""
    return name not in seen and all(
        base in _PLAIN_BASES or (base in bases and _is_object(base, bases, seen | {name})) for base in bases[name]
    )


def _layer_base(
    name: str, bases: Mapping[str, tuple[str, ...]], seen: frozenset[str], framework: Framework
) -> str | None:
    """Return the framework's layer that a class derives from ("" for Module or Cell alone); None if it is no layer."""
    for base in bases.get(name, ()):
        if base in framework.bases:
            return ""
        if framework.is_layer(base):
            return base
        if base in bases and base not in seen:
            found = _layer_base(base, bases, seen | {name}, framework)
            if found is not None:
                return found
    return None


def _method(node: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    return next(
        (part for part in node.body.body if isinstance(part, cst.FunctionDef) and part.name.value == name), None
    )


def _is_super_forward(node: cst.CSTNode) -> bool:
    """Tell whether an expression is ``super().forward``."""
    if not isinstance(node, cst.Attribute) or node.attr.value != "forward":
        return False
    return isinstance(node.value, cst.Call) and dotted(node.value.func) == "super"


class _Reader(Reader):
    """Reads the classes of a file, and the calls of names that no import and no definition explains."""

    def __init__(self, source: Source, framework: Framework) -> None:
        self.source = source
        self.framework = framework
        self.scopes = Scopes()
        names = self.scopes.inner.names
        names.update(dict.fromkeys(bound_in(source.tree), OWN))
        names.update({name: f"{source.module}.{name}" for name in defined_in(source.tree)})
        self.bases: dict[str, tuple[str, ...]] = {}
        self.called: set[str] = set()
        self.options = False
        self.positional = 0
        self.parameters: list[set[str]] = []
        self.passed_on: dict[str, str] = {}
        self.functions: set[str] = set()
        self.words: set[str] = set()
        self.texts: set[str] = set()
        self.several: set[str] = set()
        self.heirs: dict[str, Given] = {}
        self.held: dict[str, set[str]] = {}
        self.chosen: set[str] = set()

    def visit_Assign(self, node: cst.Assign) -> None:
        for entry in node.targets:
            target = entry.target
            if isinstance(target, cst.Attribute) and dotted(target.value) == "self" and dotted(node.value) != "None":
                self.held.setdefault(target.attr.value, set()).add(self._layer(node.value))
                self.held.setdefault(f"{target.attr.value}[]", set()).update(self._listed(node.value))
                for index, layer in self._sequence(node.value):
                    self.held.setdefault(f"{target.attr.value}[{index}]", set()).add(layer)

    def _layer(self, node: cst.BaseExpression) -> str:
        """Return the framework's layer class that an expression makes an instance of, or ""."""
        full = self.scopes.full(node.func) if isinstance(node, cst.Call) else ""
        return full if full and self.framework.is_layer(full) else ""

    def _sequence(self, node: cst.BaseExpression) -> list[tuple[int, str]]:
        """Return the layer classes of a sequence that is written out, by the indices of each."""
        if not isinstance(node, cst.Call) or any(entry.star or entry.keyword for entry in node.args):
            return []
        layers = [self._layer(entry.value) for entry in node.args]
        return [pair for at, layer in enumerate(layers) for pair in ((at, layer), (at - len(layers), layer))]

    def _listed(self, node: cst.BaseExpression) -> set[str]:
        """Return the layer classes that a list of layers is made of."""
        given = node.args[0].value if isinstance(node, cst.Call) and len(node.args) == 1 else None
        if isinstance(given, (cst.ListComp, cst.GeneratorExp)):
            return {self._layer(given.elt)}
        if isinstance(given, cst.List) and given.elements:
            return {self._layer(element.value) for element in given.elements}
        return {""}

    def visit_Name(self, node: cst.Name) -> None:
        if node.value[:1].isupper():
            self.words.add(node.value)

    def visit_SimpleString(self, node: cst.SimpleString) -> None:
        inner = node.value[1:-1]
        if inner[:1].isupper() and inner.isidentifier():
            self.texts.add(inner)

    def visit_Import(self, node: cst.Import) -> bool:
        return self._import(node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        return self._import(node)

    def _import(self, node: cst.Import | cst.ImportFrom) -> bool:
        for name, full in imported(node, self.source.package):
            self.scopes.inner.names[name] = full
            if not self.parameters and full != f"{self.source.module}.{name}":
                self.passed_on[f"{self.source.module}.{name}"] = full
        return False

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        bases = tuple(self.scopes.full(entry.value) for entry in node.bases if not entry.star)
        self.bases[f"{self.source.module}.{node.name.value}"] = bases
        if set(bases) & functions.BASES and functions.plan(node) is not None:
            self.functions.add(f"{self.source.module}.{node.name.value}")
        forward = _method(node, "forward")
        if forward is not None and not any(_is_super_forward(part) for part in walk(forward)):
            self.chosen.add(f"{self.source.module}.{node.name.value}")

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        every = {p.name.value for p in (*node.params.posonly_params, *node.params.params, *node.params.kwonly_params)}
        self.parameters.append((self.parameters[-1] if self.parameters else set()) | every)

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        del original_node
        self.parameters.pop()

    def visit_Call(self, node: cst.Call) -> None:
        name = dotted(node.func)
        head = name.partition(".")[0]
        is_value = name and (
            (self.parameters and name in self.parameters[-1]) or (head == "self" and name.count(".") == 1)
            or (name == head and head.islower() and head not in self.scopes.inner.names)
        )  # fmt: skip
        full = self.scopes.full(node.func)
        if full and name.rpartition(".")[2][:1].isupper() and not full.startswith(f"{self.framework.name}."):
            self.heirs.setdefault(full, Given()).add(node)
        if not full.startswith(f"{self.framework.name}."):
            self.several |= {
                entry.keyword.value
                for entry in node.args
                if entry.keyword is not None and isinstance(entry.value, (cst.Tuple, cst.List))
            }
        starred = any(entry.star for entry in node.args)
        if starred and self.framework.has_other_arguments(full):
            self.options = True
        if not is_value:
            return
        self.options |= any(entry.star for entry in node.args)
        keywords = {entry.keyword.value for entry in node.args if entry.keyword is not None}
        self.called |= keywords
        if self.parameters and name in self.parameters[-1]:
            self.positional = max(self.positional, sum(entry.keyword is None for entry in node.args))
