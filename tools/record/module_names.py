"""Record every module of MindSpore with the names in it, and where each name is defined.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/module_names.py     # rewrite ms2torch/_mindspore_names.txt

One line per module, its fields separated by tabs: the module without ``mindspore.``; the names it defines; then, for
each other module that it has names of, that module, a colon and the names, ``name=other`` where it is called otherwise
there and ``name=`` where it is that module itself. Among the names it defines, ``name=module.Class()`` is an object
made of that class without arguments, in the brackets what a call of it takes, ``=`` behind what has a default; and
``name>other`` is a function that hands its arguments to `other` as they are. A module outside MindSpore begins with
``/``. ``ms2torch/_names_table.py`` reads it.
"""

from __future__ import annotations
import __future__

import ast
import contextlib
import importlib
import inspect
import io
import pkgutil
import sys
import warnings
from collections import defaultdict
from pathlib import Path
from types import ModuleType

TABLE = Path(__file__).resolve().parents[2] / "ms2torch" / "_mindspore_names.txt"
_ROOT = "mindspore"
# Descriptions of kernels and generators of source: 900 modules that hold data and no API.
_DATA = (
    "mindspore.ops._op_impl", "mindspore.ops_generate", "mindspore._akg", "mindspore.include",
    "mindspore._extends.pijit.pijit_func_white_list", "mindspore.graph._pijit.pijit_func_white_list",
)  # fmt: skip
# Simple values are one object wherever they are equal, so an object's identity says nothing of them.
_SIMPLE = (int, float, complex, str, bytes, bool, type(None), type(...))

Home = tuple[str, str]


def import_all() -> None:
    """Import each module that can be imported without a device."""
    root = importlib.import_module(_ROOT)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        for found in pkgutil.walk_packages(root.__path__, f"{_ROOT}.", onerror=lambda _: None):
            if not found.name.startswith(_DATA):
                with contextlib.suppress(Exception, SystemExit):
                    importlib.import_module(found.name)


def modules() -> dict[str, ModuleType]:
    """Return MindSpore's modules by the name under which they are imported."""
    return {
        name: module
        for name, module in sorted(sys.modules.items())
        if isinstance(module, ModuleType)
        and (name == _ROOT or name.startswith(f"{_ROOT}."))
        and not name.startswith(_DATA)
    }


class Source:
    """What a module's text says of its names.

    Args:
        module (ModuleType): the module.
    """

    def __init__(self, module: ModuleType) -> None:
        self.imported: dict[str, Home] = {}
        self.starred: list[str] = []
        self.assigned: dict[str, ast.expr] = {}
        self.handed_on: dict[str, str] = {}
        self.package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
        try:
            tree = ast.parse(inspect.getsource(module))
        except (OSError, TypeError, SyntaxError):
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self._read_import(node)
        for statement in tree.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                self.assigned[statement.targets[0].id] = statement.value
            elif isinstance(statement, ast.FunctionDef):
                self._read_function(statement)

    def _read_function(self, node: ast.FunctionDef) -> None:
        """Note to whom a function, which does nothing else, hands its arguments as they are."""
        body = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
        if len(body) != 1 or not isinstance(body[0], ast.Return) or not isinstance(body[0].value, ast.Call):
            return
        call = body[0].value
        given = [each.id if isinstance(each, ast.Name) else "" for each in call.args]
        if isinstance(call.func, ast.Name) and not call.keywords and given == [each.arg for each in node.args.args]:
            self.handed_on[node.name] = call.func.id

    def _read_import(self, node: ast.ImportFrom) -> None:
        base = self.package
        for _ in range(node.level - 1):
            base = base.rpartition(".")[0]
        source = ".".join(filter(None, (base if node.level else "", node.module)))
        for alias in node.names:
            if alias.name == "*":
                self.starred.append(source)
            else:
                self.imported[alias.asname or alias.name] = (source, alias.name)


class Names:
    """Where the names of all modules are defined.

    Args:
        found (dict[str, ModuleType]): the modules.
    """

    def __init__(self, found: dict[str, ModuleType]) -> None:
        self.modules = found
        self.sources = {name: Source(module) for name, module in found.items()}

    def home(self, module: str, name: str) -> Home:
        """Return the module that defines a name, and the name there; "" where it is the module itself."""
        value = vars(self.modules[module])[name]
        if isinstance(value, ModuleType):
            return value.__name__, ""
        if not isinstance(value, _SIMPLE):
            claimed, called = getattr(value, "__module__", None), getattr(value, "__name__", None)
            if isinstance(claimed, str) and isinstance(called, str) and self._is(claimed, called, value):
                return claimed, called
        return self._followed(module, name, value)

    def _is(self, module: str, name: str, value: object) -> bool:
        there = sys.modules.get(module)
        return there is not None and vars(there).get(name, self) is value

    def _followed(self, module: str, name: str, value: object) -> Home:
        """Follow the imports in the text from module to module."""
        for _ in range(20):
            source = self.sources.get(module)
            if source is None:
                break
            step = source.imported.get(name)
            if step is None:
                step = next(((star, name) for star in source.starred if self._is(star, name, value)), None)
            if step is None or not self._is(*step, value):
                break
            module, name = step
        return module, name

    def made_of(self, module: str, name: str) -> str:
        """Return the class and the call, ``module.Class(a,b=)``, of an object made without arguments; or ""."""
        value = vars(self.modules[module])[name]
        made = self.sources[module].assigned.get(name)
        cls = type(value)
        plain = isinstance(made, ast.Call) and not made.args and not made.keywords
        if not plain or isinstance(value, (_SIMPLE, type)) or not cls.__module__.startswith(f"{_ROOT}."):
            return ""
        called = made.func.attr if isinstance(made.func, ast.Attribute) else getattr(made.func, "id", "")
        return f"{short(cls.__module__)}.{cls.__name__}({call(cls)})" if called == cls.__name__ else ""


def call(cls: type) -> str:
    """Write what a call of an object takes, for a class that says so itself."""
    own = vars(cls).get("__call__")
    if not inspect.isfunction(own):
        return ""
    taken = list(inspect.signature(own).parameters.values())[1:]
    return ",".join(f"{each.name}{'' if each.default is each.empty else '='}" for each in taken)


def short(module: str) -> str:
    """Write a module as the table does."""
    if module == _ROOT:
        return ""
    return module.removeprefix(f"{_ROOT}.") if module.startswith(f"{_ROOT}.") else f"/{module}"


def line(names: Names, module: str) -> str:
    """Write the line of a module."""
    own: list[str] = []
    taken: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in sorted(vars(names.modules[module]).items()):
        if (name.startswith("__") and name.endswith("__")) or isinstance(value, __future__._Feature):
            continue
        home, called = names.home(module, name)
        if home == f"{module}.{name}" and not called:
            continue  # a submodule of a package
        if (home, called) == (module, name):
            made = names.made_of(module, name)
            handed = names.sources[module].handed_on.get(name)
            own.append(f"{name}={made}" if made else f"{name}>{handed}" if handed else name)
        else:
            taken[short(home)].append(name if called == name else f"{name}={called}")
    fields = [short(module), " ".join(own), *(f"{home}:{' '.join(each)}" for home, each in sorted(taken.items()))]
    return "\t".join(fields)


def main() -> int:
    """Write the table."""
    import_all()
    names = Names(modules())
    lines = [line(names, module) for module in names.modules]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{TABLE.name}: {len(lines)} modules, {TABLE.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
