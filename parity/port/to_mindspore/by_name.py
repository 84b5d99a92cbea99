"""Layers and functions looked up by their names: ``getattr(nn, name)`` becomes a look into a table of MindSpore's."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Engine, Pass, Stage, converting, entering
from parity.port.project.torch_kinds import is_layer_class
from parity.port.syntax.pieces import argument, arranged, expression, text
from parity.port.to_mindspore import layer_values, values

_LAYERS = frozenset({"torch.nn", "torch.nn.modules"})
_FUNCTIONS = "torch.nn.functional"
_USUAL = ("ELU", "GELU", "LeakyReLU", "ReLU", "SiLU", "Sigmoid", "Tanh")
"""The activations that a caller of the converted code may name, though no text of the project does."""
_USUAL_FUNCTIONS = ("elu", "gelu", "leaky_relu", "log_softmax", "relu", "selu", "sigmoid", "silu", "softmax", "tanh")


class ByName(Pass):
    """Writes a table of the layers whose names the project says and of the activations, or of functions."""

    stage = Stage.FRAME

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._asked: set[int] = set()

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        """Leave the module to the call."""
        if self._is_lookup(node):
            self._asked.add(id(node))
            self.engine.claim(node.args[0].value)

    def _is_lookup(self, node: cst.Call) -> bool:
        if not isinstance(node.func, cst.Name) or node.func.value not in {"getattr", "hasattr"}:
            return False
        plain = all(entry.keyword is None and not entry.star for entry in node.args)
        return plain and len(node.args) in {2, 3} and self.ctx.scopes.full(node.args[0].value) in {*_LAYERS, _FUNCTIONS}

    @converting(cst.Call)
    def call(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write ``LAYERS[name]``, ``LAYERS.get(name, default)`` or ``name in LAYERS``."""
        if id(original) not in self._asked:
            return None
        name = text(call.args[1].value).strip()
        of_functions = self.ctx.scopes.full(original.args[0].value) == _FUNCTIONS
        made = self._known(call.args[1].value) if of_functions else None
        if made is not None:
            self.ctx.done()
            return expression("True" if cst.ensure_type(original.func, cst.Name).value == "hasattr" else made)
        table = self._functions() if of_functions else self._table()
        self.ctx.done()
        if cst.ensure_type(original.func, cst.Name).value == "hasattr":
            return expression(f"({name} in {table})")
        if len(call.args) == 2:
            return expression(f"{table}[{name}]")
        get = cst.Call(cst.Attribute(cst.Name(table), cst.Name("get")))
        return arranged(get, [argument(entry.value) for entry in call.args[1:]])

    def _table(self) -> str:
        """Return the name of the file's own table of layers."""
        name = "LAYERS" if "LAYERS" not in self.ctx.bound else "TORCH_LAYERS"
        if name not in self.ctx.helpers:
            said = sorted(part for part in self.ctx.facts.texts if is_layer_class(f"torch.nn.{part}"))
            made = {part: layer_values.as_called(self.ctx, f"torch.nn.{part}") for part in (*_USUAL, *said)}
            rows = "".join(f'    "{part}": {value},\n' for part, value in made.items() if value is not None)
            self.ctx.helpers[name] = f"{name} = {{  # MindSpore's layers by the names that torch has\n{rows}}}\n"
        return name

    def _known(self, name: cst.BaseExpression) -> str | None:
        """Return MindSpore's function of a name that stands there as a text; None for another."""
        if not isinstance(name, cst.SimpleString):
            return None
        return values.function(self.ctx, f"{_FUNCTIONS}.{name.raw_value}")

    def _functions(self) -> str:
        """Return the name of the file's own table of functions."""
        name = "FUNCTIONS" if "FUNCTIONS" not in self.ctx.bound else "TORCH_FUNCTIONS"
        if name not in self.ctx.helpers:
            made = {part: values.function(self.ctx, f"{_FUNCTIONS}.{part}") for part in _USUAL_FUNCTIONS}
            rows = "".join(f'    "{part}": {value},\n' for part, value in made.items() if value is not None)
            self.ctx.helpers[name] = f"{name} = {{  # MindSpore's functions by the names that torch has\n{rows}}}\n"
        return name
