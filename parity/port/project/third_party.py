"""Packages made for torch of which a project uses a part: what their files need is converted along.

Such a package's modules get names below the project's package, ``package.third_party.timm.layers``, under which all
that holds of its own modules holds of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path

import libcst as cst

from parity.port.project.names import absolute
from parity.port.project.torch_bound import is_torch_bound
from parity.port.syntax.pieces import dotted
from parity.port.syntax.rewriting import Rewriter

FOLDER = "third_party"
"""Where they go, below the result."""

MOST_MODULES = 25
MOST_LINES = 4000
"""What is taken along of other packages for one name at most: of more, the import stays, under a mark."""

Needs = Callable[[Path, str], "tuple[int, int] | None"]


class ThirdParty:
    """Finds the packages, and decides what of them is taken along.

    Args:
        package (str): the project's package.
        place (Path): the folder that the package lies in.
        needs (Callable[[Path, str], tuple[int, int] | None]): how many modules, and how many lines of them, a full
            name of the package in a folder needs; None where there is no such name.
    """

    def __init__(self, package: str, place: Path, needs: Needs) -> None:
        self.prefix = f"{package}.{FOLDER}."
        self._package, self._place, self._needs = package, place, needs
        self._known: dict[str, bool] = {}

    def is_taken(self, full: str) -> bool:
        """Tell whether a full name of another package, ``timm.layers.DropPath``, is taken along."""
        if full not in self._known:
            self._known[full] = False  # what needs itself is not taken
            self._known[full] = self._decide(full)
        return self._known[full]

    def _decide(self, full: str) -> bool:
        top = full.partition(".")[0]
        if top == self._package or not is_torch_bound(top, (str(self._place),)):
            return False
        folder = self.folder(top)
        size = self._needs(folder, full) if folder is not None else None
        return size is not None and size[0] <= MOST_MODULES and size[1] <= MOST_LINES

    def folder(self, top: str) -> Path | None:
        """Return the folder of a package by its name; None where it is not installed."""
        try:
            spec = PathFinder.find_spec(top, [str(self._place), *sys.path])
        except (ImportError, ValueError, AttributeError):
            return None
        places = list(spec.submodule_search_locations or ()) if spec is not None else []
        folder = Path(places[0]) if places else None
        return folder if folder is not None and (folder / "__init__.py").is_file() else None

    def file_of(self, module: str) -> Path | None:
        """Return where a module that is taken along lies, less its ending, by its name below the project's package."""
        if not module.startswith(self.prefix):
            return None
        top, *rest = module.removeprefix(self.prefix).split(".")
        folder = self.folder(top)
        return folder.joinpath(*rest) if folder is not None else None

    def renamed(self, tree: cst.Module, module: str) -> cst.Module:
        """Return a module with its imports of what is taken along under the names that these have in the project.

        Args:
            tree (Module): what it says.
            module (str): its name; one below `prefix` is itself of another package.
        """
        own = module.removeprefix(self.prefix).partition(".")[0] if module.startswith(self.prefix) else ""
        made = _Renamed(self, own).rewrite(tree)
        assert isinstance(made, cst.Module)
        return made


class _Renamed(Rewriter):
    """Renames the imports of one module; `own` is the package that a module taken along comes from."""

    def __init__(self, party: ThirdParty, own: str) -> None:
        self.party, self.own = party, own

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        """Write an import as a whole."""
        del node
        return False

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom | cst.FlattenSentinel[cst.BaseSmallStatement]:
        """Write ``from timm.layers import DropPath`` as an import of the project's own."""
        if original_node.relative or original_node.module is None:
            return updated_node
        module = absolute(original_node, "")
        own = module.partition(".")[0] == self.own
        if isinstance(original_node.names, cst.ImportStar):
            return self._below(updated_node, module) if own else updated_node
        taken = [a for a in original_node.names if own or self.party.is_taken(f"{module}.{dotted(a.name)}")]
        left = [a for a in original_node.names if a not in taken]
        if not taken:
            return updated_node
        made = self._below(updated_node.with_changes(names=_last(taken)), module)
        return made if not left else cst.FlattenSentinel([updated_node.with_changes(names=_last(left)), made])

    def _below(self, node: cst.ImportFrom, module: str) -> cst.ImportFrom:
        name = cst.ensure_type(cst.parse_expression(f"{self.party.prefix}{module}"), cst.Attribute)
        return node.with_changes(module=name)


def _last(names: list[cst.ImportAlias]) -> list[cst.ImportAlias]:
    return [*names[:-1], names[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]
