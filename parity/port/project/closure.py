"""What a file of a package needs of the package's other files: those definitions, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import libcst as cst

from parity.port.project.changes import changed_by
from parity.port.project.facts import Source
from parity.port.project.names import absolute, bound_in, imported
from parity.port.project.relative import made_relative, relative_to
from parity.port.project.third_party import FOLDER, ThirdParty
from parity.port.syntax.pieces import dotted
from parity.port.syntax.rewriting import Reader


class Package:
    """A package on disk.

    Args:
        root (Path): its top folder, the outermost with an ``__init__.py``.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.name = root.name
        self.third_party = ThirdParty(self.name, root.parent, self._size_of)
        self._parsed: dict[str, cst.Module | None] = {}
        self._others: dict[Path, Package] = {}

    def is_own(self, full: str) -> bool:
        """Tell whether a full name is of the package."""
        return full == self.name or full.startswith(f"{self.name}.")

    def file(self, module: str) -> Path | None:
        """Return the file of a module of the package; None where there is none."""
        if not self.is_own(module):
            return None
        path = self.third_party.file_of(module) or self.root.joinpath(*module.split(".")[1:])
        if (path / "__init__.py").is_file():
            return path / "__init__.py"
        return path.with_suffix(".py") if path.with_suffix(".py").is_file() else None

    def has(self, module: str) -> bool:
        """Tell whether the package has a module."""
        return self.file(module) is not None

    def target(self, module: str) -> Path:
        """Return where a module of the package goes, below the result."""
        file = self.file(module)
        assert file is not None
        if not module.startswith(self.third_party.prefix):
            return file.relative_to(self.root)
        inner = Path(FOLDER, *module.removeprefix(self.third_party.prefix).split("."))
        return inner / "__init__.py" if file.name == "__init__.py" else inner.with_suffix(".py")

    def module(self, file: Path) -> str:
        """Return the module name of a file of the package."""
        parts = file.relative_to(self.root).with_suffix("").parts
        return ".".join((self.name, *parts)).removesuffix(".__init__")

    def package_of(self, module: str) -> str:
        """Return the package that relative imports of a module start from."""
        found = self.file(module)
        is_package = found is not None and found.name == "__init__.py"
        return module if is_package else module.rpartition(".")[0]

    def tree(self, module: str) -> cst.Module | None:
        """Return what a module says, its imports of the package made relative; None where nothing can be read."""
        if module not in self._parsed:
            path = self.file(module)
            try:
                read = cst.parse_module(path.read_bytes()) if path is not None else None
            except (OSError, cst.ParserSyntaxError, UnicodeDecodeError):
                read = None
            if read is not None:
                read = made_relative(
                    self.third_party.renamed(read, module), self.package_of(module), self.name, self.has
                )
            self._parsed[module] = read
        return self._parsed[module]

    def _size_of(self, root: Path, full: str) -> tuple[int, int] | None:
        """Return how many modules of another package, and how many lines of them, a name needs; None without it."""
        other = self._others.get(root)
        if other is None:
            other = self._others[root] = Package(root)
        sources = Closure(other, full.rpartition(".")[0], named=(full,)).sources()
        return (len(sources), sum(source.code.count("\n") for source in sources)) if sources else None


def package_root(file: Path) -> Path | None:
    """Return the outermost folder around a file that is a package; None where it is in none.

    A folder needs no ``__init__.py`` where the file imports from it, relatively or by the folder's name, or from a
    package around it by the package's name.

    Args:
        file (Path): a Python file.
    """
    folder = file.resolve().parent
    found = _imported_from(file)
    if found is not None and not (found / "__init__.py").is_file() and (found.parent / "__init__.py").is_file():
        found = found.parent
    folder = found or folder
    while (folder / "__init__.py").is_file():
        found, folder = folder, folder.parent
    return found


def _imported_from(file: Path) -> Path | None:
    """Return the outermost folder around a file without ``__init__.py`` that the file imports from."""
    folder = file.resolve().parent
    if (folder / "__init__.py").is_file():
        return None
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    level = max((node.level for node in nodes if isinstance(node, ast.ImportFrom)), default=0)
    if level:
        return file.resolve().parents[level - 1]
    named = {top for node in nodes for top in _tops(node)}
    if folder.name in {top for node in nodes if isinstance(node, ast.ImportFrom) for top in _tops(node)}:
        return folder
    outer = [entry for entry in folder.parents if entry.name in named and (entry / "__init__.py").is_file()]
    return outer[0] if outer else None


def _tops(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the outermost packages that an import names."""
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    return [name.partition(".")[0] for name in names]


class Closure:
    """Collects what the definitions of one module need, through all modules of the package.

    Args:
        package (Package): the package.
        first (str): the module that is wanted whole.
        others (Sequence[str]): further modules that are wanted whole.
        named (Sequence[str]): full names that are wanted in their place: no module is wanted whole. Default: none.
    """

    def __init__(self, package: Package, first: str, others: Sequence[str] = (), named: Sequence[str] = ()) -> None:
        self.package = package
        self.first = first
        self.whole = () if named else (first, *others)
        self.named = named
        self._wanted: dict[str, set[int]] = {}
        self._indexes: dict[str, _Index] = {}
        self._open: list[tuple[str, str]] = []
        self._needed: set[tuple[str, str]] = set()

    def sources(self) -> list[Source]:
        """Return the module and, of the others, what it needs; the module itself comes first."""
        for module in self.whole:
            index = self._index(module)
            assert index is not None
            for number in range(len(index.body)):
                self._take(module, number)
            self._open += [(module, name) for name in index.imports]  # such a module is kept with all its imports
        for full in self.named:
            self._import(full)
        while self._open:
            wanted = self._open.pop()
            if wanted not in self._needed:
                self._needed.add(wanted)
                self._need(*wanted)
        first = [self.first] if self.whole or self.first in self._wanted else []
        modules = [*first, *sorted(set(self._wanted) - {self.first})]
        return [self._shaken(module) for module in modules]

    def _index(self, module: str) -> _Index | None:
        if module not in self._indexes:
            tree = self.package.tree(module)
            if tree is None:
                return None
            self._indexes[module] = _Index(tree, self.package.package_of(module))
        return self._indexes[module]

    def _take(self, module: str, number: int) -> None:
        index = self._indexes[module]
        if number in self._wanted.setdefault(module, set()):
            return
        self._wanted[module].add(number)
        self._open += [(module, name) for name in index.uses(number)]
        for full in index.imports_inside(number):
            self._import(full)

    def _need(self, module: str, name: str) -> None:
        index = self._index(module)
        if index is None:
            return
        name, _, attribute = name.partition(".")
        if attribute and self._need_of_module(index, name, attribute):
            return
        if name not in index.definitions and name not in index.imports and index.stars:
            defining = self._through_stars(index, name, frozenset({module}))
            if defining is not None:
                index.named[name] = defining
                self._import(f"{defining}.{name}")
        for number in (*index.definitions.get(name, ()), *self._changes(index, name)):
            self._take(module, number)
        for full in index.imports.get(name, ()):
            index.used.add(name)
            self._wanted.setdefault(module, set())
            self._import(full)

    def _changes(self, index: _Index, name: str) -> Sequence[int]:
        """Return the statements at the top of a module that change what a name of the package is bound to."""
        own = name in index.definitions or any(self.package.is_own(full) for full in index.imports.get(name, ()))
        return index.changes.get(name, ()) if own else ()

    def _need_of_module(self, index: _Index, name: str, attribute: str) -> bool:
        """Take of an imported module (``F`` in ``F.resize``) what is used of it; tell whether it is one."""
        found = [full for full in index.imports.get(name, ()) if self.package.file(full) is not None]
        for full in found:
            if self._index(full) is not None:
                index.used.add(name)
                self._wanted.setdefault(full, set())
                self._open.append((full, attribute))
        return bool(found)

    def _import(self, full: str) -> None:
        """Follow an imported name to the module of the package that defines it, if one does."""
        module, _, name = full.rpartition(".")
        outer = self._index(module) if self.package.file(module) is not None else None
        named = outer is not None and (name in outer.definitions or name in outer.imports)
        if not named and self.package.file(full) is not None and self._index(full) is not None:
            self._take_all(full)
            return
        if self.package.file(module) is None:
            return
        index = self._index(module)
        if index is None:
            return
        if name in index.definitions or name in index.imports:
            self._wanted.setdefault(module, set())
            self._open.append((module, name))
            return
        defining = self._through_stars(index, name, frozenset({module}))
        if defining is not None:
            self._wanted.setdefault(module, set())
            index.named[name] = defining
            self._import(f"{defining}.{name}")

    def _through_stars(self, index: _Index, name: str, seen: frozenset[str]) -> str | None:
        """Return the module that ``import *`` brings a name from; None where none does."""
        for module in index.stars:
            found = self._index(module) if module not in seen and self.package.file(module) is not None else None
            if found is None:
                continue
            if name in found.definitions and not name.startswith("_"):
                return module
            deeper = self._through_stars(found, name, seen | {module})
            if deeper is not None:
                return deeper
            if name in found.imports:
                return module
        return None

    def _take_all(self, module: str) -> None:
        """Take every definition of a module that is imported as a whole."""
        index = self._indexes[module]
        self._wanted.setdefault(module, set())
        if module.endswith(".__init__") or self.package.file(module) == self.package.root / "__init__.py":
            return
        for number in range(len(index.body)):
            self._take(module, number)

    def _shaken(self, module: str) -> Source:
        index = self._indexes[module]
        wanted = self._wanted[module]
        package = self.package.package_of(module)
        if module in self.whole:
            return Source(module, package, index.tree)
        body: list[cst.BaseStatement] = []
        for number, _node in enumerate(index.body):
            kept = index.kept(number, wanted)
            if kept is not None:
                body.append(kept)
        tree = index.tree.with_changes(body=body)
        return Source(module, package, tree)


class _Index:
    """The statements at the top of a module: what each defines and uses."""

    def __init__(self, tree: cst.Module, package: str) -> None:
        self.tree = tree
        self.package = package
        self.body: Sequence[cst.BaseStatement] = list(tree.body)
        self.definitions: dict[str, list[int]] = {}
        self.imports: dict[str, list[str]] = {}
        self.used: set[str] = set()
        self.named: dict[str, str] = {}
        self.stars = [
            absolute(part, package) for node in tree.body for part in _imports(node)
            if isinstance(part, cst.ImportFrom) and isinstance(part.names, cst.ImportStar)
        ]  # fmt: skip
        self._names: dict[int, tuple[set[str], list[str]]] = {}
        self.changes: dict[str, list[int]] = {}
        for number, node in enumerate(self.body):
            for name in _defined(node):
                self.definitions.setdefault(name, []).append(number)
            for name in changed_by(node):
                self.changes.setdefault(name, []).append(number)
            for part in _imports(node):
                for name, full in imported(part, package):
                    self.imports.setdefault(name, []).append(full)

    def uses(self, number: int) -> set[str]:
        """Return the names that a statement uses."""
        return self._read(number)[0]

    def imports_inside(self, number: int) -> list[str]:
        """Return the full names that a statement's own body imports."""
        return self._read(number)[1]

    def _read(self, number: int) -> tuple[set[str], list[str]]:
        if number not in self._names:
            reader = _Uses(self.package)
            node = self.body[number]
            if not _imports(node):
                reader.read(node)
            self._names[number] = reader.names, reader.imports
        return self._names[number]

    def kept(self, number: int, wanted: set[int]) -> cst.BaseStatement | None:
        """Return a statement of a module of which parts are wanted; None where it is not needed."""
        node = self.body[number]
        if _imports(node):
            return self._kept_imports(node)
        return node if number in wanted and not _is_list_of_names(node) else None

    def _kept_imports(self, node: cst.BaseStatement) -> cst.BaseStatement | None:
        assert isinstance(node, cst.SimpleStatementLine)
        parts: list[cst.BaseSmallStatement] = []
        for part in node.body:
            if not isinstance(part, (cst.Import, cst.ImportFrom)):
                parts.append(part)
                continue
            if isinstance(part.names, cst.ImportStar):
                assert isinstance(part, cst.ImportFrom)
                parts += self._kept_star(part)
                continue
            if isinstance(part, cst.ImportFrom) and dotted(part.module or cst.Name("_")) == "__future__":
                parts.append(part)
                continue
            names = [
                alias for alias, (name, _) in zip(part.names, imported(part, self.package), strict=True)
                if name in self.used
            ]  # fmt: skip
            if names:
                names[-1] = names[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
                parts.append(part.with_changes(names=names))
        return node.with_changes(body=parts) if parts else None

    def _kept_star(self, part: cst.ImportFrom) -> list[cst.BaseSmallStatement]:
        """Write out the names that are wanted of an ``import *``; keep one of another package."""
        module = absolute(part, self.package)
        first = next((star for star in self.stars), None)
        names = sorted(self.named)
        if not part.relative and not module.startswith(self.package.partition(".")[0]):
            return [part]
        if module != first or not names:
            return []
        wanted = {
            defining: [name for name in names if self.named[name] == defining]
            for defining in dict.fromkeys(self.named[name] for name in names)
        }
        lines = [f"from {relative_to(self.package, of)} import {', '.join(own)}" for of, own in wanted.items()]
        parsed = [cst.ensure_type(cst.parse_statement(line), cst.SimpleStatementLine).body[0] for line in lines]
        return [cst.ensure_type(part, cst.ImportFrom) for part in parsed]


def _is_list_of_names(node: cst.BaseStatement) -> bool:
    return "__all__" in _defined(node)


def _imports(node: cst.CSTNode) -> list[cst.Import | cst.ImportFrom]:
    if not isinstance(node, cst.SimpleStatementLine):
        return []
    return [part for part in node.body if isinstance(part, (cst.Import, cst.ImportFrom))]


def _defined(node: cst.BaseStatement) -> Iterator[str]:
    if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
        yield node.name.value
    elif not _imports(node):
        yield from bound_in(cst.Module([node]))  # type: ignore[list-item]
        yield from _imported_inside(node)


def _imported_inside(node: cst.BaseStatement) -> Iterator[str]:
    """Yield the names that a compound statement's imports bind: ``try: import x``."""
    finder = _Uses("")
    finder.read(node)
    yield from finder.bound


class _Uses(Reader):
    """Collects every name that a statement mentions, and what it imports."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.names: set[str] = set()
        self.imports: list[str] = []
        self.bound: list[str] = []

    def visit_Name(self, node: cst.Name) -> None:
        self.names.add(node.value)

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        if isinstance(node.value, cst.Name):
            self.names.add(f"{node.value.value}.{node.attr.value}")
        else:
            self.read(node.value)
        return False

    def visit_SimpleString(self, node: cst.SimpleString) -> None:
        inner = node.raw_value
        if inner.isidentifier():
            self.names.add(inner)

    def visit_Import(self, node: cst.Import) -> bool:
        return self._bind(node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        return self._bind(node)

    def _bind(self, node: cst.Import | cst.ImportFrom) -> bool:
        found = list(imported(node, self.package))
        self.imports += [full for _, full in found]
        self.bound += [name for name, _ in found]
        return False
