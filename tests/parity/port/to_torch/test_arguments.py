"""Every argument that a name of `written.toml` is documented with: honoured in the torch that is written, or marked.

The base calls are those of `lines.toml`. An argument that none of them gives is added, with the values that
`arguments.toml` has for it, computed by MindSpore's names and, converted, by torch.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import libcst as cst
import numpy as np
import pytest
import torch

import ms2torch
import ms2torch.numpy
from mappings.signatures.recorded import overloads
from ms2torch import mint, nn, ops
from parity.port.project.facts import Source
from parity.port.to_torch import rows
from parity.port.to_torch.convert import convert
from parity.port.to_torch.live import live, signature_of
from parity.port.to_torch.project import facts_of
from parity.port.to_torch.templates import templates

_HERE = Path(__file__).parent
LINES = tomllib.loads((_HERE / "lines.toml").read_text(encoding="utf-8"))
TABLE = tomllib.loads((_HERE / "arguments.toml").read_text(encoding="utf-8"))
VARIABLES = ("x", "y", "m", "im", "i", "j", "w", "b")
HEADER = (
    "import numpy as np\nimport mindspore as ms\nimport mindspore.numpy as mnp\n"
    "from mindspore import Tensor, Parameter, mint, nn, ops\nfrom mindspore.common import initializer as init\n\n\n"
)
SECTIONS = ("functions", "primitives", "methods", "layers")
_BRIEF = {
    "mindspore.ops.": "ops.",
    "mindspore.numpy.": "mnp.",
    "mindspore.nn.": "nn.",
    "mindspore.common.initializer.": "init.",
}


def brief(full: str) -> str:
    """Return how the lines write a name: ``ops.cat``, ``.sum`` of a method."""
    return next((full.replace(long, short) for long, short in _BRIEF.items() if full.startswith(long)), f".{full}")


NAMES = [(section, brief(name)) for section in SECTIONS for name in templates(section)]


class _Find(ast.NodeVisitor):
    """Finds the first call of a name in an expression: of the constructor, of an operator or a layer."""

    def __init__(self, section: str, name: str) -> None:
        self.section, self.name = section, name
        self.made: ast.Call | None = None
        self.called: ast.Call | None = None

    def visit_Call(self, node: ast.Call) -> None:
        if self.section in {"primitives", "layers"}:
            if isinstance(node.func, ast.Call) and ast.unparse(node.func.func) == self.name and self.called is None:
                self.made, self.called = node.func, node
        elif self._is_meant(node.func) and self.called is None:
            self.called = node
        self.generic_visit(node)

    def _is_meant(self, func: ast.expr) -> bool:
        if self.section == "functions":
            return ast.unparse(func) == self.name
        owner = ast.unparse(func.value) if isinstance(func, ast.Attribute) else "ops"
        return ast.unparse(func).endswith(self.name) and owner not in {"ops", "mnp", "mint", "ms", "nn", "init"}


def signatures(section: str, name: str) -> list[tuple[str, ...]]:
    """Return the documented arguments of a name, for each way in which it is called."""
    full = next((name.replace(short, long) for long, short in _BRIEF.items() if name.startswith(short)), "")
    full = full or f"mindspore.Tensor{name}"
    found = [tuple(a.name for a in overload if a.kind != "many") for overload in overloads(full)]
    known = signature_of(full)
    if not found and known is not None:
        found = [tuple(known)]
    return [names[1:] if section == "methods" and names[:1] in {("self",), ("input",)} else names for names in found]


def base_lines(section: str, name: str) -> list[str]:
    found = []
    for line in LINES[section]:
        finder = _Find(section, name)
        finder.visit(ast.parse(line, mode="eval"))
        if finder.called is not None:
            found.append(line)
    return found


def with_argument(section: str, name: str, line: str, argument: str, value: str) -> str:
    """Return a line whose call is given one more argument by name."""
    tree = ast.parse(line, mode="eval")
    finder = _Find(section, name)
    finder.visit(tree)
    call = finder.made if section in {"primitives", "layers"} else finder.called
    assert call is not None
    call.keywords = [entry for entry in call.keywords if entry.arg != argument]
    call.keywords.append(ast.keyword(argument, ast.parse(value, mode="eval").body))
    return ast.unparse(tree)


def by_name(section: str, name: str, line: str) -> Iterator[str]:
    """Yield a line with all its arguments by their documented names."""
    for names in signatures(section, name):
        tree = ast.parse(line, mode="eval")
        finder = _Find(section, name)
        finder.visit(tree)
        call = finder.made if section in {"primitives", "layers"} else finder.called
        if call is None or len(call.args) > len(names) or not call.args:
            continue
        call.keywords = [*map(ast.keyword, names, call.args), *call.keywords]
        call.args = []
        yield ast.unparse(tree)


def given_in(section: str, name: str, line: str) -> set[str]:
    """Return the arguments that a line gives."""
    finder = _Find(section, name)
    finder.visit(ast.parse(line, mode="eval"))
    call = finder.made if section in {"primitives", "layers"} else finder.called
    assert call is not None
    keywords = {entry.arg for entry in call.keywords if entry.arg}
    orders = [names for names in signatures(section, name) if keywords <= set(names) and len(call.args) <= len(names)]
    return keywords | (set(orders[0][: len(call.args)]) if orders else set())


@cache
def inputs() -> dict[str, np.ndarray[Any, Any]]:
    random = np.random.default_rng(0)
    x, y = random.standard_normal((2, 3, 4)), random.uniform(0.5, 2, (2, 3, 4))
    made = {
        "x": x, "y": y, "m": random.standard_normal((3, 3)), "im": random.standard_normal((2, 4, 6, 6)),
        "w": random.standard_normal((5, 4, 3, 3)),
    }  # fmt: skip
    floats = {name: value.astype(np.float32) for name, value in made.items()}
    return {**floats, "i": random.integers(0, 3, (2, 3, 4)), "j": random.integers(0, 3, 2), "b": x > 0}


def by_mindspore(line: str) -> Any:
    """Return what a line gives with MindSpore's names."""
    names = {"ms": ms2torch, "mnp": ms2torch.numpy, "nn": nn, "ops": ops, "mint": mint, "Tensor": ms2torch.Tensor}
    names |= {"Parameter": ms2torch.Parameter, "init": ms2torch.common.initializer}
    tensors = {name: ms2torch.Tensor(value) for name, value in inputs().items()}
    ms2torch.set_seed(0)
    return eval(line, {**names, **tensors})


@cache
def written(line: str) -> tuple[str, bool]:
    """Return what a function that returns a line becomes, and whether something of it is marked."""
    hints = ", ".join(f"{name}: Tensor" for name in VARIABLES)
    source = Source("net", "", cst.parse_module(f"{HEADER}def f({hints}):\n    return {line}\n"))
    made = convert(source, facts_of([source], lambda name: live(name) is not None))
    return made.source, bool(made.marks)


def by_torch(source: str) -> Any:
    """Return what the function ``f`` of a converted file gives."""
    names: dict[str, Any] = {}
    exec(source, names)
    torch.manual_seed(0)
    return names["f"](*(torch.from_numpy(inputs()[name].copy()) for name in VARIABLES))


def plain(value: Any) -> Any:
    """Return a result as arrays of NumPy."""
    if isinstance(value, (tuple, list)):
        return [plain(entry) for entry in value]
    if isinstance(value, ms2torch.Tensor):
        return value.asnumpy()
    return value.detach().numpy() if isinstance(value, torch.Tensor) else value


def differ(found: Any, wanted: Any) -> str:
    """Return in what two results differ; "" where they are the same: integers of any width are integers."""
    if isinstance(found, list) or isinstance(wanted, list):
        if not (isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted)):
            return f"{found!r} for {wanted!r}"
        return next((d for a, b in zip(found, wanted, strict=True) if (d := differ(a, b))), "")
    a, b = np.asarray(found), np.asarray(wanted)
    if object in (a.dtype, b.dtype) or not isinstance(found, np.ndarray):
        return "" if np.array_equal(a, b) or str(found) == str(wanted) else f"{found!r} for {wanted!r}"
    if a.shape != b.shape:
        return f"shape {a.shape} for {b.shape}"
    if a.dtype.kind != b.dtype.kind or (a.dtype.kind == "f" and a.dtype != b.dtype):
        return f"{a.dtype} for {b.dtype}"
    precise = a.dtype != np.float16
    close = np.allclose(
        a.astype(np.float64), b.astype(np.float64), 2e-5 if precise else 2e-3, 2e-6 if precise else 2e-3, equal_nan=True
    )
    return "" if close else f"other values, {np.abs(a.astype(np.float64) - b).max():.3g} apart"


def fault_of(line: str, wanted: Any) -> str:
    """Return what is wrong with the torch that a line becomes; "" where it is the same or marked."""
    source, marked = written(line)
    if marked:
        return ""
    try:
        found = plain(by_torch(source))
    except Exception as error:  # what is wrong with it is what is asked
        return f"{type(error).__name__}: {error}\n{source}"
    difference = differ(found, wanted)
    return f"{difference}\n{source}" if difference else ""


@cache
def outcome(line: str) -> tuple[bool, Any]:
    """Return whether MindSpore's names take a line, and what it gives."""
    try:
        return True, plain(by_mindspore(line))
    except Exception:  # it is no call of theirs
        return False, None


def values_of(name: str, argument: str) -> list[str]:
    own = TABLE["of"].get(name, {})
    found: list[str] = own.get(argument, TABLE["values"].get(argument, []))
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("section", "name"), NAMES, ids=[name for _, name in NAMES])
def test_an_argument_is_honoured_or_marked(section: str, name: str) -> None:
    lines = base_lines(section, name)
    given = {argument for line in lines for argument in given_in(section, name, line)}
    documented = {argument for names in signatures(section, name) for argument in names}
    faults = []
    for argument in sorted(documented - given):
        told = False
        for line in lines:
            before = outcome(line)
            for value in values_of(name, argument):
                changed = with_argument(section, name, line, argument, value)
                legal, wanted = outcome(changed)
                if f"{name}.{argument}" in TABLE["marked"] or not legal:
                    marked = written(changed)[1]
                    told = told or marked
                    if legal and not marked:
                        faults.append(f"{changed}: not marked")
                    continue
                told = told or before[0] is False or differ(wanted, before[1]) != ""
                fault = fault_of(changed, wanted)
                if fault:
                    faults.append(f"{changed}: {fault}")
        if not told and f"{name}.{argument}" not in TABLE["without_effect"]:
            faults.append(f"{argument}: no value of arguments.toml shows what it does")
    assert not faults, "\n".join(faults)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("section", "name"), NAMES, ids=[name for _, name in NAMES])
def test_arguments_by_their_documented_names(section: str, name: str) -> None:
    faults = []
    for line in (entry for base in base_lines(section, name) for entry in by_name(section, name, base)):
        legal, wanted = outcome(line)
        fault = fault_of(line, wanted) if legal else ""
        if fault:
            faults.append(f"{line}: {fault}")
    assert not faults, "\n".join(faults)


class _Whole(ast.NodeTransformer):
    """Puts whole numbers in the place of a line's fractions."""

    _FOR: ClassVar[dict[str, str]] = {
        "x": "(i - 1)",
        "y": "(i + 1)",
        "m": "i[0]",
        "im": "mnp.ones((2, 4, 6, 6), ms.int64)",
    }

    def visit_Name(self, node: ast.Name) -> ast.expr:
        whole = self._FOR.get(node.id)
        return node if whole is None else ast.parse(whole, mode="eval").body


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("section", SECTIONS)
def test_whole_numbers_give_the_same_or_are_refused(section: str) -> None:
    faults = []
    for line in LINES[section]:
        whole = ast.unparse(_Whole().visit(ast.parse(line, mode="eval")))
        legal, wanted = outcome(whole) if whole != line else (False, None)
        fault = fault_of(whole, wanted) if legal else ""
        if fault and "Error: " not in fault.splitlines()[0]:  # what torch refuses is seen by who runs it
            faults.append(f"{whole}: {fault}")
    assert not faults, "\n".join(faults)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("section", SECTIONS[:3])
def test_an_argument_is_computed_once(section: str) -> None:
    faults = []
    for line in LINES[section]:
        for name in (entry for kind, entry in NAMES if kind == section):
            tree = ast.parse(line, mode="eval")
            finder = _Find(section, name)
            finder.visit(tree)
            if finder.called is None:
                continue
            _draw(finder.called, section)
            source, marked = written(ast.unparse(tree))
            wanted = ast.unparse(tree).count("drawn(")
            if not marked and source.count("drawn(") != wanted:
                faults.append(f"{ast.unparse(tree)}:\n{source}")
    assert not faults, "\n".join(faults)


def _draw(call: ast.Call, section: str) -> None:
    """Put what must not be computed twice in the place of a call's tensors."""
    call.args = [_drawn(node) if isinstance(node, ast.Name) and node.id in VARIABLES else node for node in call.args]
    if section == "methods" and isinstance(call.func, ast.Attribute):
        call.func.value = _drawn(call.func.value)


def _drawn(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("drawn"), [node], [])


def cell_of(maker: str) -> Any:
    return eval(maker, {"ms": ms2torch, "nn": nn, "Tensor": ms2torch.Tensor})


def arguments_of(given: str) -> tuple[Any, ...]:
    tensors = {name: ms2torch.Tensor(value) for name, value in inputs().items()}
    made: tuple[Any, ...] = eval(f"({given},)", {"ms": ms2torch, "Tensor": ms2torch.Tensor, **tensors})
    return made


def is_filled(maker: str) -> bool:
    """Tell whether a layer's weights are what is asked: it is given how they are filled."""
    return "_init=" in maker or "embedding_table=" in maker or ", w=" in maker or "(w=" in maker


def weight_pairs(full: str, cell: Any, module: Any) -> list[tuple[Any, Any]]:
    names, held = rows.weight_names(full), {**dict(module.named_parameters()), **dict(module.named_buffers())}
    pairs = ((p, held.get(names.get(name, name))) for name, p in cell.parameters_and_names())
    return [(theirs, ours) for theirs, ours in pairs if ours is not None]


def fault_of_layer(full: str, maker: str, given: str, cell: Any) -> str:
    """Return what is wrong with the layer that one of MindSpore's becomes; "" where it is the same or marked."""
    source, marked = written(maker)
    if marked:
        return ""
    result: dict[str, Any] = {}
    try:
        exec(source, result)
        module = result["f"](*(None for _ in VARIABLES)).eval()
        pairs = weight_pairs(full, cell, module)
        if is_filled(maker):
            told = ((plain(p), plain(q).reshape(p.shape)) for p, q in pairs)
            return next((d for p, q in told if np.ptp(p) == 0 and (d := differ(q, p))), "")
        for number, (theirs, ours) in enumerate(pairs):
            values = np.random.default_rng(number).uniform(0.5, 1.5, tuple(ours.shape)).astype(np.float32)
            theirs.set_data(ms2torch.Tensor(values.reshape(theirs.shape)).astype(theirs.dtype))
            ours.data.copy_(torch.from_numpy(values))
        arguments = [torch.from_numpy(np.array(value.asnumpy())) for value in arguments_of(given)]
        arguments = [value.long() if value.dtype == torch.int32 else value for value in arguments]
        wanted = plain(cell(*arguments_of(given)))
        difference = differ(plain(module(*arguments)), wanted)
    except Exception as error:  # what is wrong with it is what is asked
        difference = f"{type(error).__name__}: {error}"
    return f"{difference}\n{source}" if difference else ""


def of_cell(maker: str, given: str) -> tuple[Any, Any]:
    """Return a layer of MindSpore's, and what it gives or holds; (None, None) where there is none."""
    try:
        cell = cell_of(maker)
        found = plain(list(cell.get_parameters())) if is_filled(maker) else plain(cell(*arguments_of(given)))
    except Exception:  # it takes no such argument
        return None, None
    return cell, found


MADE: dict[str, list[tuple[str, str]]] = {}
for _line, _given in TABLE["layers"].items():
    MADE.setdefault(_line.partition("(")[0], []).append((_line, _given))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MADE)
def test_an_argument_of_a_layer_is_honoured_or_marked(name: str) -> None:
    full = f"mindspore.{name}"
    documented = {argument for names in signatures("layers", name) for argument in names}
    given = set.union(*(given_in("layers", name, f"{line}(0)") for line, _ in MADE[name]))
    faults = []
    before: dict[str, Any] = {}
    for line, call in MADE[name]:
        cell, before[line] = of_cell(line, call)
        assert cell is not None, line
        fault = fault_of_layer(full, line, call, cell)
        faults += [f"{line}: {fault}"] if fault else []
    for argument in sorted(documented - given):
        told = {f"{name}.{argument}", f"nn.*.{argument}"} & set(TABLE["without_effect"])
        for line, call in MADE[name]:
            for value in values_of(name, argument):
                changed = with_argument("layers", name, f"{line}(0)", argument, value).removesuffix("(0)")
                cell, wanted = of_cell(changed, call)
                if cell is None:
                    told = told or written(changed)[1]
                    continue
                told = told or is_filled(changed) or differ(wanted, before[line]) != ""
                fault = fault_of_layer(full, changed, call, cell)
                faults += [f"{changed}: {fault}"] if fault else []
        if not told:
            faults.append(f"{argument}: no value of arguments.toml shows what it does")
    assert not faults, "\n".join(faults)
