"""What is known while one file is converted, and what has been found out: names, marks, imports, counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import libcst as cst

from parity.port.project.facts import Facts
from parity.port.project.names import Scopes


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that is not converted.

    Args:
        code (str): which sort, e.g. ``NO-ROW`` (`parity.port.marks` lists them).
        name (str): torch's name, or what else is at fault.
        reason (str): why, and what to do.
        line (int): in the file that is converted, from 1.
    """

    code: str
    name: str
    reason: str
    line: int = 0


@dataclass(slots=True)
class Class:
    """A class whose body is being converted.

    Attributes:
        name: its name.
        is_layer: it derives from ``torch.nn.Module``.
        base: the layer class of torch that it derives from, other than Module; "" if none.
        is_dict: it is a ModuleDict with a forward of its own, which is a plain Cell in MindSpore.
        is_function: it derives from ``autograd.Function`` and becomes a Cell.
        by_helper: it passes ``*args`` or ``**options`` on to its base, which must take torch's arguments then.
        kinds: the kinds of its attributes, by ``self.name``.
        classes: the layer classes of torch that its attributes are instances of.
    """

    name: str
    is_layer: bool = False
    base: str = ""
    is_function: bool = False
    by_helper: bool = False
    is_dict: bool = False
    kinds: dict[str, str] = field(default_factory=dict)
    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Context:
    """The state of one file's conversion.

    Args:
        facts (Facts): what is known of the whole project.
        package (str): the package that the file is a module of; "" for none.
        bound (set[str]): the names that the file binds itself, other than by importing the framework.
        source (str): the framework that is converted: ``torch`` or ``mindspore``.

    Attributes:
        forwards: what the names of methods begin with that compute a layer's output.
    """

    forwards: ClassVar[tuple[str, ...]] = ()

    def __init__(self, facts: Facts, package: str, bound: set[str], source: str = "torch") -> None:
        self.source = source
        self.facts = facts
        self.package = package
        self.bound = bound
        self.scopes = Scopes()
        self.classes: list[Class] = []
        self.functions: list[str] = []
        self.needs: dict[tuple[str, str], None] = {}
        self.kept: dict[str, None] = {}
        self.helpers: dict[str, str] = {}
        self.pending: list[list[Mark]] = [[]]
        self.unproved: dict[str, None] = {}
        self.following: list[str] = []  # statements to write after the one that is being converted
        self.instances: dict[str, str] = {}  # objects that a condition around says are of a class, as it is written
        self.lists: frozenset[str] = frozenset()  # attributes that a class of the file says are lists
        self.converted = 0

    @property
    def within(self) -> Class | None:
        """The class whose body is being converted, or None."""
        return self.classes[-1] if self.classes else None

    def in_forward(self) -> bool:
        """Tell whether what is converted stands in a forward of a layer."""
        within = self.within
        inside = bool(self.functions) and within is not None and within.is_layer
        return inside and self.functions[-1].lstrip("_").startswith(self.forwards)

    def kind_of(self, node: cst.BaseExpression) -> str:
        """Return what an expression's value is (`parity.port.project.kinds`), or ""."""
        raise NotImplementedError

    def class_of(self, node: cst.BaseExpression) -> str:
        """Return the framework's layer class that an expression makes an instance of, or ""."""
        raise NotImplementedError

    def layers_of(self, name: str) -> tuple[str, ...]:
        """Return the layers that a class of the framework is the base of, or it alone."""
        return (name,)

    def layers_named(self, part: str) -> tuple[str, ...]:
        """Return the framework's layers in whose names a part occurs."""
        del part
        return ()

    def is_source(self, name: str) -> bool:
        """Tell whether a full name is of the framework that is converted."""
        return name == self.source or name.startswith(f"{self.source}.")

    def spell(self, full: str) -> str:
        """Return how the file writes a MindSpore name, and have it imported.

        Args:
            full (str): e.g. ``mindspore.nn.Dense``.
        """
        parts = full.split(".")
        if full.startswith("mindspore.common.initializer."):
            return self._from("mindspore.common.initializer", parts[-1], full)
        if full.startswith("mindspore.dataset.dataloader."):
            return self._from("mindspore.dataset.dataloader", parts[-1], full)
        if full.startswith("mindspore.experimental.optim."):
            return self._below("mindspore.experimental", "optim", ".".join(parts[3:]), full)
        if len(parts) > 2 and parts[1] in {"nn", "ops", "mint"}:
            return self._below("mindspore", parts[1], ".".join(parts[2:]), full)
        if full in {"mindspore.Tensor", "mindspore.Parameter"}:
            return self._from("mindspore", parts[-1], full)
        return self._root(".".join(parts[1:]))

    def _below(self, package: str, module: str, rest: str, full: str) -> str:
        if module in self.bound:
            return self._root(full.partition(".")[2])
        self.needs[package, module] = None
        return f"{module}.{rest}"

    def _from(self, module: str, name: str, full: str) -> str:
        if name in self.bound:
            return self._root(full.partition(".")[2])
        self.needs[module, name] = None
        return name

    def _root(self, rest: str) -> str:
        alias = "ms" if "ms" not in self.bound else "mindspore"
        self.needs["", alias] = None
        return f"{alias}.{rest}"

    def numpy(self) -> str:
        """Return how the file writes numpy, and have it imported."""
        for name in ("np", "numpy"):
            if self.scopes.full(cst.Name(name)) == "numpy":
                return name
        name = "numpy" if "np" in self.bound else "np"
        self.needs["", "numpy" if name == "numpy" else "numpy as np"] = None
        return name

    def mark(self, code: str, name: str, reason: str) -> None:
        """Note that something at the statement being converted stays as it is."""
        self.pending[-1].append(Mark(code, name, reason))

    def keep(self, node: cst.CSTNode) -> str:
        """Note that a torch name stays in use; return how it is written from now on.

        The bindings `nn`, `Tensor` and the like become MindSpore's, so what stays is written from ``torch`` on.
        """
        full = self.scopes.full(node)
        self.kept[full] = None
        return full

    def done(self) -> None:
        """Count one use of a torch name that was converted."""
        self.converted += 1
