"""Containers of layers that are given what MindSpore's do not take: a generator, None, lists of layers in a dict."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, Stage, converting_call
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import text
from parity.port.syntax.walking import Parts

_CONTAINERS = frozenset({"torch.nn.ModuleList", "torch.nn.modules.container.ModuleList"})


_DICTS = frozenset({"torch.nn.ModuleDict", "torch.nn.modules.container.ModuleDict"})
_LAYERS_OF_LAYERS = frozenset({f"torch.nn.{name}" for name in ("ModuleList", "ModuleDict", "Sequential")})
_LIST = '''class {name}({nn}.Cell):
    """Layers in a row of which some are None, which a CellList does not take."""

    def __init__(self, cells):
        super().__init__()
        self.count = 0
        for cell in cells:
            self.append(cell)

    def append(self, cell):
        setattr(self, str(self.count), cell)
        self.count += 1
        return self

    def __getitem__(self, index):
        cells = list(self)
        return cells[index]

    def __iter__(self):
        return iter([getattr(self, str(number)) for number in range(self.count)])

    def __len__(self):
        return self.count
'''
_DICT = '''class {name}({nn}.Cell):
    """Layers by their names, also lists of layers, which a CellDict does not take."""

    def __init__(self, cells):
        super().__init__()
        for name, cell in dict(cells).items():
            setattr(self, name, cell)

    def __getitem__(self, name):
        return self.name_cells()[name]

    def __contains__(self, name):
        return name in self.name_cells()

    def __iter__(self):
        return iter(self.name_cells())

    def __len__(self):
        return len(self.name_cells())

    def keys(self):
        return self.name_cells().keys()

    def values(self):
        return self.name_cells().values()

    def items(self):
        return self.name_cells().items()
'''


def own_dict(ctx: Context) -> str:
    """Return the name of the file's own dict of layers, which takes lists of layers too."""
    name = "ModuleDict" if "ModuleDict" not in ctx.bound else "TorchModuleDict"
    nn = ctx.spell("mindspore.nn.Cell").rpartition(".")[0]
    ctx.helpers.setdefault(f"own {name}", _DICT.format(name=name, nn=nn))
    return name


class Containers(Pass):
    """Writes a generator as a list, and a class of the file's own where MindSpore's containers refuse the layers."""

    stage = Stage.FRAME

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._nullable, self._gaining = _nullable(engine.parts), _gaining(engine.parts)

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Have a list made of what is no list."""
        if full in _DICTS and len(call.args) == 1 and self._holds_lists(original.args[0].value):
            return self._own(call, "ModuleDict", _DICT)
        if full in _CONTAINERS and self._may_hold_none(original):
            return self._own(call, "ModuleList", _LIST)
        if full not in _CONTAINERS or len(call.args) != 1 or call.args[0].star:
            return None
        given, made = original.args[0].value, call.args[0].value
        if isinstance(made, cst.GeneratorExp):
            made = cst.ListComp(made.elt, made.for_in)
        elif isinstance(given, cst.Call) and kind_of(given, self.ctx.scopes) == "" and _is_iterator(given):
            made = cst.Call(cst.Name("list"), [cst.Arg(made)])
        if made is call.args[0].value:
            return None
        return self.engine.rest(self, full, original, call.with_changes(args=[call.args[0].with_changes(value=made)]))

    def _may_hold_none(self, original: cst.Call) -> bool:
        """Tell whether a container of layers is given None, or gains it by `append`."""
        if id(original) in self._gaining or not original.args:
            return id(original) in self._gaining
        return len(original.args) == 1 and _holds_none(original.args[0].value, self._nullable)

    def _own(self, call: cst.Call, name: str, source: str) -> cst.BaseExpression:
        """Call a class of the file's own."""
        name = name if name not in self.ctx.bound else f"Torch{name}"
        nn = self.ctx.spell("mindspore.nn.Cell").rpartition(".")[0]
        self.ctx.helpers.setdefault(f"own {name}", source.format(name=name, nn=nn))
        self.ctx.done()
        return call.with_changes(func=cst.Name(name))

    def _holds_lists(self, given: cst.BaseExpression) -> bool:
        """Tell whether some value of a dict that is written out is itself a container of layers."""
        values: list[cst.BaseExpression] = []
        if isinstance(given, cst.Dict):
            values = [entry.value for entry in given.elements]
        elif isinstance(given, cst.DictComp):
            values = [given.value]
        elif isinstance(given, cst.Call) and text(given.func) == "dict":
            values = [entry.value for entry in given.args]
        elif isinstance(given, (cst.List, cst.Tuple)):
            pairs = [entry.value for entry in given.elements]
            values = [
                pair.elements[1].value for pair in pairs if isinstance(pair, cst.Tuple) and len(pair.elements) > 1
            ]
        calls = (value for value in values if isinstance(value, cst.Call))
        return any(self.ctx.scopes.full(value.func) in _LAYERS_OF_LAYERS for value in calls)


def entries(given: cst.BaseExpression) -> dict[str, cst.BaseExpression]:
    """Return the layers of a dict that is written out, by their names; {} for another expression."""
    pairs: list[tuple[cst.BaseExpression | None, cst.BaseExpression]] = []
    if isinstance(given, cst.Dict):
        pairs = [(entry.key, entry.value) for entry in given.elements if isinstance(entry, cst.DictElement)]
    elif isinstance(given, cst.Call) and text(given.func) in {"dict", "OrderedDict"}:
        named = [(entry.keyword.value, entry.value) for entry in given.args if entry.keyword is not None]
        listed = entries(given.args[0].value) if given.args and given.args[0].keyword is None else {}
        return {**listed, **dict(named)}
    elif isinstance(given, (cst.List, cst.Tuple)):
        tuples = [entry.value for entry in given.elements if isinstance(entry.value, (cst.Tuple, cst.List))]
        pairs = [(part.elements[0].value, part.elements[1].value) for part in tuples if len(part.elements) == len("kv")]
    return {key.raw_value: value for key, value in pairs if isinstance(key, cst.SimpleString)}


def _nullable(parts: Parts) -> frozenset[str]:
    """Return the names, also ``self.norm``, that some assignment of a file gives a layer or None by a condition.

    A function that returns None by a condition has brackets: ``make()``.
    """
    found: set[str] = set()
    for node in parts.of(cst.Assign):
        value, called = (node.value.body, "()") if isinstance(node.value, cst.Lambda) else (node.value, "")
        if isinstance(value, cst.IfExp) and _may_be_none(value, frozenset()):
            found |= {f"{text(target.target)}{called}" for target in node.targets}
    nones = {
        text(target.target)
        for node in parts.of(cst.Assign)
        for target in node.targets
        if isinstance(node.value, cst.Name) and node.value.value == "None"
    }
    return frozenset(found | nones)


def _gaining(parts: Parts) -> frozenset[int]:
    """Return the calls that make a list which `append` gives a name that may be None, by their identities."""
    nullable = _nullable(parts)
    gaining = {
        text(node.func.value)
        for node in parts.of(cst.Call)
        if isinstance(node.func, cst.Attribute) and node.func.attr.value == "append" and len(node.args) == 1
        if _may_be_none(node.args[0].value, nullable)
    }
    return frozenset(
        id(node.value)
        for node in parts.of(cst.Assign)
        if isinstance(node.value, cst.Call) and any(text(target.target) in gaining for target in node.targets)
    )


def _holds_none(given: cst.BaseExpression, nullable: frozenset[str]) -> bool:
    """Tell whether some entry of a list that is written out may be None."""
    if isinstance(given, (cst.List, cst.Tuple)):
        return any(_may_be_none(entry.value, nullable) for entry in given.elements)
    return isinstance(given, (cst.ListComp, cst.GeneratorExp)) and _may_be_none(given.elt, nullable)


def _may_be_none(node: cst.BaseExpression, nullable: frozenset[str]) -> bool:
    if isinstance(node, cst.IfExp):
        return _may_be_none(node.body, nullable) or _may_be_none(node.orelse, nullable)
    if isinstance(node, cst.Call) and f"{text(node.func)}()" in nullable:
        return True
    return text(node) in nullable or (isinstance(node, cst.Name) and node.value == "None")


def _is_iterator(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Name) and call.func.value in {"map", "filter", "reversed"}
