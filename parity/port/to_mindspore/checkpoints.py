"""Weights in files: ``torch.save`` and ``torch.load`` of a state_dict become checkpoints of MindSpore."""

from __future__ import annotations

import re

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, converting, converting_call
from parity.port.project.kinds import LAYER
from parity.port.project.names import targets
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import call_text, dotted, expression, text
from parity.port.syntax.walking import Parts, walk

_SAVE, _LOAD = "torch.save", "torch.load"
_CALLED = {_SAVE: ("obj", "f"), _LOAD: ("f",)}
_ENDING = re.compile(r"\.(pth\.tar|pth|pt|bin|pkl|tar)(?=$|[\"'])")
_ASIDE = frozenset({"weights_only", "map_location", "pickle_module", "pickle_protocol", "mmap"})


class Files:
    """The names of checkpoints that a file writes and reads.

    Args:
        parts (Parts): what it says.
    """

    def __init__(self, parts: Parts) -> None:
        named = [(dotted(call.func), call) for call in parts.of(cst.Call)]
        known = [(name, call) for name, call in named if name in _CALLED]
        paths = [path for name, call in known if (path := _path(call, name)) is not None]
        self.saves = any(name == _SAVE for name, _ in known)
        self.renamed: set[int] = set()
        said = {name for path in paths for name in _names(path)}
        values = [
            node.value
            for node in (parts.of(cst.Assign) if said else ())
            if any(said & targets(entry.target) for entry in node.targets)
        ]
        for value in (*paths, *values):
            for node in walk(value):
                if isinstance(node, (cst.SimpleString, cst.FormattedString)) and _ENDING.search(text(node)):
                    self.renamed.add(id(node))


def _names(node: cst.BaseExpression) -> set[str]:
    return {part.value for part in walk(node) if isinstance(part, cst.Name)}


def _path(call: cst.Call, name: str) -> cst.BaseExpression | None:
    at = 1 if name == _SAVE else 0
    for number, entry in enumerate(call.args):
        if (entry.keyword is None and number == at) or (entry.keyword is not None and entry.keyword.value == "f"):
            return entry.value
    return None


def renamed(node: cst.SimpleString | cst.FormattedString) -> cst.BaseExpression:
    """Return a file's name with the ending of MindSpore's checkpoints."""
    return expression(_ENDING.sub(".ckpt", text(node)))


def convert(ctx: Context, full: str, original: cst.Call, call: cst.Call, *, saves: bool) -> cst.BaseExpression | None:
    """Convert ``torch.save(net.state_dict(), path)`` and ``torch.load(path)``; None for another call.

    What is more than a net's weights stays, marked.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
        saves (bool): the file writes checkpoints itself.
    """
    if full not in _CALLED or any(entry.star for entry in call.args):
        return None
    names = _CALLED[full]
    given = {
        (entry.keyword.value if entry.keyword is not None else names[min(number, len(names) - 1)]): entry
        for number, entry in enumerate(call.args)
    }
    if not set(names) <= set(given) or not set(given) <= {*names, *_ASIDE}:
        return None
    if full == _SAVE:
        return _saved(ctx, original, call, [given["obj"], given["f"]])
    if not saves:
        ctx.mark("DIFFERENT", full, "a file of torch is read after `ms2torch weights` made a .ckpt of it")
    ctx.done()
    return expression(call_text(ctx.spell("mindspore.load_checkpoint"), [_bare(given["f"])]))


def _bare(entry: cst.Arg) -> cst.Arg:
    return cst.Arg(entry.value)


def _saved(ctx: Context, original: cst.Call, call: cst.Call, args: list[cst.Arg]) -> cst.BaseExpression:
    what = next((a.value for a in original.args if a.keyword is not None and a.keyword.value == "obj"), None)
    what = what if what is not None else original.args[0].value
    method = what.func.attr.value if isinstance(what, cst.Call) and isinstance(what.func, cst.Attribute) else ""
    weights = method == "state_dict"
    net = kind_of(what, ctx.scopes) == LAYER or (
        isinstance(what, cst.Name) and kind_of(what, ctx.scopes) == "" and what.value in {"net", "model"}
    )
    if not weights and not net:
        ctx.mark(
            "ARGUMENT", _SAVE, "save_checkpoint writes the weights of one Cell; give what else is kept as append_dict"
        )
        return call.with_changes(func=expression(ctx.keep(original.func)))
    if net:
        ctx.mark("DIFFERENT", _SAVE, "the weights alone are saved: whoever loads them builds the net first")
    ctx.done()
    return expression(call_text(ctx.spell("mindspore.save_checkpoint"), [_bare(entry) for entry in args]))


class Checkpoints(Pass):
    """Converts calls that write and read weights, and renames the files."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.files = Files(engine.parts)

    @converting(cst.SimpleString, cst.FormattedString)
    def rename(
        self, original: cst.SimpleString | cst.FormattedString, updated: cst.SimpleString | cst.FormattedString
    ) -> cst.BaseExpression | None:
        """Write a file's name with the ending of checkpoints."""
        return renamed(updated) if id(original) in self.files.renamed else None

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call that writes or reads weights."""
        return convert(self.ctx, full, original, call, saves=self.files.saves)
