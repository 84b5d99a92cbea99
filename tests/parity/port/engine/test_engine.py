"""The engine of the passes: who is asked, in which order, and who decides."""

from __future__ import annotations

from typing import Any

import libcst as cst
import pytest

from parity.port.engine.context import Context
from parity.port.engine.discovery import passes_of
from parity.port.engine.engine import (
    Engine,
    Pass,
    Stage,
    converting,
    converting_call,
    converting_name,
    entering,
    finishing,
    leaving,
)
from parity.port.engine.scopes import Scopes
from parity.port.project.facts import Facts, Source
from parity.port.syntax.pieces import expression, text
from parity.port.syntax.walking import Parts

SOURCE = "import torch\nx = torch.add(f(1), torch.pi)\n"


class Logs(Pass):
    """Writes down what it is asked about."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.log: list[str] = []

    @entering(cst.Assign)
    def enter(self, node: cst.Assign) -> None:
        self.log.append(f"enter {text(node.value)}")

    @leaving(cst.Assign)
    def leave(self, node: cst.Assign) -> None:
        self.log.append(f"leave {text(node.value)}")

    @finishing(cst.Assign)
    def finish(self, original: cst.Assign, updated: cst.Assign, made: cst.Assign) -> cst.Assign:
        self.log.append(f"finish {text(original.value)}, {text(updated.value)}, {text(made.value)}")
        return made


class Imports(Pass):
    """Knows the name of torch."""

    @entering(cst.Import)
    def bind(self, node: cst.Import) -> bool:
        self.ctx.scopes.inner.names["torch"] = "torch"
        return False


class Calls(Pass):
    """Writes calls of torch in capitals; leaves what is called to the call."""

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        self.engine.claim(node.func)

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.Call:
        return call.with_changes(func=cst.Name(full.rpartition(".")[2].upper()))


class Names(Pass):
    """Writes names of torch as numbers."""

    @converting_name
    def name(self, full: str, original: Any, updated: Any) -> cst.BaseExpression:
        return expression(str(len(full)))


class Later(Pass):
    """Comes too late for any call of torch, and reads what a statement binds."""

    stage = Stage.LAST

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        raise AssertionError(full)

    @converting(cst.Assign)
    def assign(self, original: cst.Assign, updated: cst.Assign) -> cst.Assign:
        return updated.with_changes(value=cst.Name("made"))


class Around(Pass):
    """Stands first: has the last word."""

    @finishing(cst.Assign)
    def finish(self, original: cst.Assign, updated: cst.Assign, made: cst.Assign) -> cst.Assign:
        return made.with_changes(targets=[cst.AssignTarget(cst.Name("around"))])


def engine_of(*kinds: type[Pass]) -> Engine:
    source = Source("file", "", cst.parse_module(SOURCE))
    return Engine(Context(Facts(), "", set()), source, Parts(source.tree), (Scopes, Imports, *kinds))


@pytest.mark.parametrize(
    ("kinds", "written"),
    [
        ((), "x = torch.add(f(1), torch.pi)"),
        ((Calls,), "x = ADD(f(1), torch.pi)"),
        ((Calls, Names), "x = ADD(f(1), 8)"),
        ((Names,), "x = 9(f(1), 8)"),
        ((Calls, Later), "x = made"),
        ((Around, Calls, Later), "around = made"),
    ],
    ids=lambda value: "-".join(kind.__name__ for kind in value) if isinstance(value, tuple) else "",
)
def test_who_decides(kinds: tuple[type[Pass], ...], written: str) -> None:
    made = engine_of(*kinds).rewrite(cst.parse_module(SOURCE))
    assert made.code.splitlines()[1] == written


def test_the_first_pass_that_is_asked_about_a_call_decides() -> None:
    with pytest.raises(AssertionError, match=r"torch\.add"):
        engine_of(Later, Calls).rewrite(cst.parse_module(SOURCE))


def test_the_four_steps() -> None:
    engine = engine_of(Logs, Calls, Later)
    engine.rewrite(cst.parse_module(SOURCE))
    assert engine.the(Logs).log == [
        "enter torch.add(f(1), torch.pi)",
        "leave torch.add(f(1), torch.pi)",
        "finish torch.add(f(1), torch.pi), ADD(f(1), torch.pi), made",
    ]


@pytest.mark.parametrize("direction", ["to_mindspore", "to_torch"])
def test_the_passes_of_a_direction_stand_in_their_stages(direction: str) -> None:
    found = passes_of(f"parity.port.{direction}")
    assert [kind.stage for kind in found] == sorted(kind.stage for kind in found)
    assert len({kind.__name__ for kind in found}) == len(found)
