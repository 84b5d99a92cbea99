"""How a file of torch writes torch's names, and what is known while it is made."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import dataclass
from functools import cache

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.facts import Facts
from parity.port.to_torch import kinds, patterns
from parity.port.to_torch.live import is_cell_class

_FUNCTIONAL = "torch.nn.functional."


@dataclass(frozen=True, slots=True)
class Initial:
    """How a weight of a new layer is filled.

    Attributes:
        law: what MindSpore's constructor was given.
        may_lack: the layer may have no such weight: ``has_bias=has_bias``.
    """

    law: cst.BaseExpression
    may_lack: bool = False


class TorchContext(Context):
    """The state of the conversion of one file to torch.

    Args:
        facts (Facts): what is known of the whole project.
        package (str): the package that the file is a module of; "" for none.
        bound (set[str]): the names that the file binds itself, other than by importing MindSpore.
        source (str): ``mindspore``.
    """

    forwards = ("construct", "forward")

    def __init__(self, facts: Facts, package: str, bound: set[str], source: str = "mindspore") -> None:
        super().__init__(facts, package, bound, source)
        # by the id of a new layer: the initializers that its constructor does not take, by the weight's name
        self.inits: dict[int, dict[str, Initial]] = {}

    def kind_of(self, node: cst.BaseExpression) -> str:
        """Return what an expression's value is, or ""."""
        return kinds.kind_of(self, node)

    def class_of(self, node: cst.BaseExpression) -> str:
        """Return MindSpore's layer class that an expression makes an instance of, or ""."""
        full = kinds.full_of(self, node.func) if isinstance(node, cst.Call) else ""
        full = self.facts.layers.get(full, "") or full
        return full if is_cell_class(full) else ""

    def spell(self, full: str) -> str:
        """Return how the file writes a torch name, and have it imported.

        Args:
            full (str): e.g. ``torch.nn.Linear``.
        """
        parts = full.split(".")
        if full.startswith(_FUNCTIONAL):
            if "F" in self.bound:
                return self._torch(full)
            self.needs["torch.nn", "functional as F"] = None
            return f"F.{'.'.join(parts[3:])}"
        if full.startswith("torch.nn."):
            if "nn" in self.bound:
                return self._torch(full)
            self.needs["torch", "nn"] = None
            return ".".join(parts[1:])
        if full == "torch.Tensor":
            return self._from("torch", "Tensor", full) if "Tensor" not in self.bound else self._torch(full)
        return self._torch(full)

    def _torch(self, full: str) -> str:
        self.needs["", "torch"] = None
        return full

    def import_of(self, source: str) -> None:
        """Have what a template's expression names imported.

        Args:
            source (str): torch's expression, in which ``F``, ``nn`` and ``torch`` stand for themselves.
        """
        names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        for name, full in (("F", f"{_FUNCTIONAL}x"), ("nn", "torch.nn.x"), ("torch", "torch.x")):
            if name in names:
                self.spell(full)

    def pattern(self, name: str) -> str:
        """Have a class or function of `patterns` copied into the file, with what it needs; return its name there."""
        written = name if name not in self.bound else f"plain_{name}"
        if name not in self.helpers:
            source, needs = _pattern(name)
            for need in needs:
                source = re.sub(rf"\b{need}\b", self.pattern(need), source)
            self.helpers[name] = source if written == name else re.sub(rf"\b{name}\b", written, source)
            self.import_of(source)
        return written


@cache
def pattern_names() -> frozenset[str]:
    """Return the names of the classes and functions that can be copied."""
    own = patterns.__name__
    return frozenset(name for name, found in vars(patterns).items() if getattr(found, "__module__", "") == own)


@cache
def _pattern(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the source of a pattern and the names of those that it uses."""
    source = inspect.getsource(getattr(patterns, name))
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    return source.rstrip(), tuple(sorted((used & pattern_names()) - {name}))
