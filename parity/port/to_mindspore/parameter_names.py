"""Names of parameters as text: ``name.endswith("ln.weight")``, which are gamma and embedding_table in MindSpore.

Where a file asks for the names, it is given the parameters by those that torch has for them.
"""

from __future__ import annotations

import re

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, Stage, converting_method
from parity.port.rows.choose import weight_names
from parity.port.syntax.walking import Parts, walk
from parity.port.to_mindspore import modules

_SPEAKS = re.compile(r"(^|[._])(weight|bias|weights|biases)$")
# What takes the name of an attribute, which is no name of a parameter.
_OF_ATTRIBUTES = frozenset({
    "hasattr", "getattr", "setattr", "delattr", "register_parameter", "register_buffer", "add_module", "print",
    "weight_norm", "spectral_norm", "remove_weight_norm", "register_parametrization",
})  # fmt: skip
_NAME = "named_parameters"
_SOURCE = '''def {name}(net):
    """Give the parameters of a net by the names that torch has for them."""
    names = {{
{names}    }}
    found = {{}}
    for prefix, cell in net.cells_and_names():
        own = next((names[kind] for kind in names if isinstance(cell, kind)), {{}})
        for name, parameter in cell.parameters_and_names(expand=False):
            if "moving_" not in name:
                found.setdefault(id(parameter), (f"{{prefix}}.{{own.get(name, name)}}".lstrip("."), parameter))
    return list(found.values())
'''


def asks_for_names(parts: Parts) -> bool:
    """Tell whether a file has a text that speaks of the names of weights, other than as an attribute of a layer."""
    apart: set[int] = set()
    for call in parts.of(cst.Call):
        name = call.func.attr.value if isinstance(call.func, cst.Attribute) else getattr(call.func, "value", "")
        if name in _OF_ATTRIBUTES:
            apart |= {id(part) for entry in call.args for part in walk(entry)}
    for subscript in parts.of(cst.Subscript):
        apart |= {id(part) for entry in subscript.slice for part in walk(entry)}
    texts = (node for node in parts.of(cst.SimpleString) if id(node) not in apart)
    return any(_SPEAKS.search(node.raw_value) for node in texts)


def other_names(ctx: Context) -> dict[str, dict[str, str]]:
    """Return what the weights of the project's layers are called in torch by MindSpore's names, where these differ."""
    found: dict[str, dict[str, str]] = {}
    for word in sorted(ctx.facts.words):
        known = weight_names(f"torch.nn.{word}")
        differing = {ours: theirs for theirs, ours in known.items() if ours != theirs and "moving_" not in ours}
        if differing and all("." not in ours for ours in differing):
            found[f"torch.nn.{word}"] = differing
    return found


class ParameterNames(Pass):
    """Writes ``named_parameters`` with torch's names where a file asks for them."""

    stage = Stage.FRAME

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.asked = asks_for_names(engine.parts)

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Have the file's own function give the parameters."""
        before, after = cst.ensure_type(original.func, cst.Attribute), cst.ensure_type(call.func, cst.Attribute)
        if not self.asked or before.attr.value != _NAME or call.args:
            return None
        ctx = self.ctx
        names = other_names(ctx)
        if not names or not modules.is_modules(ctx, before.value, _NAME):
            return None
        name = _NAME if _NAME not in ctx.bound else f"torch_{_NAME}"
        if _NAME not in ctx.helpers:
            rows = [f"        {modules.class_of(ctx, full)}: {_shown(own)},\n" for full, own in names.items()]
            ctx.helpers[_NAME] = _SOURCE.format(name=name, names="".join(rows))
        ctx.done()
        return cst.Call(cst.Name(name), [cst.Arg(after.value)])


def _shown(own: dict[str, str]) -> str:
    pairs = ", ".join(f'"{ours}": "{theirs}"' for ours, theirs in own.items())
    return f"{{{pairs}}}"
