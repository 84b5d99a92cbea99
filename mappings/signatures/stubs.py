"""What the arguments of a live name are, overload by overload: from Python's signature, stub files or the docstring.

Both frameworks have functions in C++ that Python knows no signature of; torch ships stub files for them, MindSpore
writes the overloads into the docstring. A signature is a list of texts, one for each argument:
``dim: int|ints = None``, ``*``, ``/``.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import typing
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

Texts: TypeAlias = "list[str]"
PROPERTY = "@property"
"""What stands for the arguments of a property, which has none and is not called."""

_TYPES = (
    (r"Sequence\[[^\]]*Tensor|tuple\[[^\]]*Tensor|[Ll]ist\[[^\]]*Tensor|_TensorOrTensors", "tensors"),
    (r"_size\b|Sequence\[[^\]]*[Ii]nt|tuple\[int|[Ll]ist\[int|_size_\w+|Size\b|BroadcastingList", "ints"),
    (r"[Ll]ist\[float|Sequence\[float|tuple\[float|Sequence\[_float", "floats"),
    (r"\bTensor\b", "Tensor"),
    (r"\b_?bool\b", "bool"),
    (r"\b_?dtype\b", "dtype"),
    (r"\b_?int\b|\bSymInt\b", "int"),
    (r"\b_?float\b|\bNumber\b|\b_?complex\b|\bnumber\b", "float"),
    (r"\b_?str\b", "str"),
)


def overloads(name: str) -> list[Texts] | None:
    """Return the signatures of the public name ``torch...`` or ``mindspore...``; None where nothing tells them.

    Raises:
        AttributeError: if there is no such name.
    """
    target = resolve(name, importlib.import_module)
    found = _from_python(target, method=".Tensor." in name)
    if found is None and name.startswith("torch."):
        found = _from_stubs(name)
    if found is None or any("<Ellipsis>" in text for texts in found for text in texts):
        return _from_docstring(name, target) or found
    written = _from_docstring(name, target) if name.startswith("torch.") and _generated(found) else None
    return written or found


def _generated(found: list[Texts]) -> bool:
    """Tell whether the stubs name an argument otherwise than torch's documentation, as generated bindings do."""
    return any(re.match(r"(input2|tensor_indices_or_sections|sections|indices): ", t) for texts in found for t in texts)


def resolve(name: str, modules: Callable[[str], Any]) -> Any:
    """Return the object with a dotted name; `modules` imports a module by name.

    Raises:
        AttributeError: if there is none.
    """
    parts = name.split(".")
    for cut in range(max(len(parts) - 1, 1), 0, -1):
        try:
            found = modules(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise AttributeError(name)


def undecorated(target: Any) -> Any:
    """Follow decorators that forget to name what they wrap, as MindSpore's optimizers have."""
    function: Any = target.__init__ if inspect.isclass(target) else target
    for _ in range(4):
        code = getattr(function, "__code__", None)
        if code is None or not code.co_flags & inspect.CO_VARARGS or not function.__closure__:
            break
        inner = [c.cell_contents for c in function.__closure__ if inspect.isfunction(c.cell_contents)]
        if not inner:
            break
        function = inner[0]
    return function


def _from_python(target: Any, *, method: bool) -> list[Texts] | None:
    if isinstance(target, property) or (inspect.isdatadescriptor(target) and not callable(target)):
        return [[PROPERTY]]
    if inspect.isclass(target):
        init: Any = target.__init__
        written = typing.get_overloads(init) if inspect.isfunction(init) else []
        if written:
            signatures = [list(inspect.signature(each).parameters.values())[1:] for each in written]
            named = [each for each in signatures if inspect.Parameter.VAR_KEYWORD not in {p.kind for p in each}]
            return [list(_texts(each)) for each in named]
        if init is object.__init__ or getattr(init, "__qualname__", "") == "Module.__init__":
            return [[]] if target.__new__ is object.__new__ else None
    try:
        signature = inspect.signature(undecorated(target))
    except (ValueError, TypeError):
        return None
    parameters = list(signature.parameters.values())
    if parameters and (parameters[0].name == "self" or (method and not isinstance(target, staticmethod))):
        parameters = parameters[1:]
    kinds = {p.kind for p in parameters}
    if inspect.Parameter.VAR_POSITIONAL in kinds and inspect.Parameter.VAR_KEYWORD in kinds:
        return None
    return [list(_texts(parameters))]


def _texts(parameters: list[inspect.Parameter]) -> Iterator[str]:
    keyword_only = False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            yield "*"
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        keyword_only = keyword_only or bool(star)
        types = "" if parameter.annotation is parameter.empty else _types(_annotation(parameter.annotation))
        default = "" if parameter.default is parameter.empty else f" = {literal_text(parameter.default)}"
        yield f"{star}{parameter.name}{types}{default}"
        if parameter.kind is parameter.POSITIONAL_ONLY:
            yield "/"


def _annotation(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", None) or str(annotation)


def _types(annotation: str) -> str:
    """Return ``: int|None`` for an annotation, with the few types that matter to a table."""
    found: list[str] = []
    rest = annotation
    for pattern, name in _TYPES:
        if re.search(pattern, rest):
            found.append(name)
            rest = re.sub(pattern + r"[^\]]*\]?" if name in ("tensors", "ints", "floats") else pattern, "", rest)
    if "None" in annotation or "Optional" in annotation:
        found.append("None")
    return f": {'|'.join(found)}" if found else ""


def literal_text(value: object) -> str:
    """Return a default as text: a literal, or ``<float32>`` for anything else."""
    plain = isinstance(value, (bool, int, float, str, type(None)))
    if isinstance(value, (tuple, list)) and all(isinstance(v, (bool, int, float, str)) for v in value):
        plain = True
    if callable(value) and hasattr(value, "__qualname__"):
        return f"<{value.__qualname__}>"
    return repr(value) if plain else f"<{str(value).rpartition('.')[2].rstrip('>')}>"


def _from_stubs(name: str) -> list[Texts] | None:
    owner, _, short = name.rpartition(".")
    where = {
        "torch": (("_C/_VariableFunctions.pyi", ""),),
        "torch.Tensor": (("_C/__init__.pyi", "TensorBase"), ("_tensor.pyi", "Tensor")),
        "torch.nn.functional": (("nn/functional.pyi", ""), ("_C/_nn.pyi", ""), ("_C/_VariableFunctions.pyi", "")),
    }
    for file, owner_class in where.get(owner, ()):
        found = _stub_functions(file, owner_class).get(short)
        if found:
            return found
    return None


@cache
def _stub_functions(file: str, owner: str) -> dict[str, list[Texts]]:
    path = Path(importlib.import_module("torch").__file__ or "").parent / file
    if not path.exists():
        return {}
    body = ast.parse(path.read_text(encoding="utf-8")).body
    if owner:
        body = next((node.body for node in body if isinstance(node, ast.ClassDef) and node.name == owner), [])
    found: dict[str, list[Texts]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            texts = _argument_texts(node.args, method=bool(owner))
            if not any(re.search("Dimname|EllipsisType", ast.unparse(a)) for a in _annotations(node.args)):
                found.setdefault(node.name, []).append(texts)
    return found


def _annotations(arguments: ast.arguments) -> Iterator[ast.expr]:
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.annotation is not None:
            yield argument.annotation


def _argument_texts(arguments: ast.arguments, *, method: bool) -> Texts:
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    skip = 1 if method and plain and plain[0].arg == "self" else 0
    texts: Texts = []
    for index, (argument, default) in enumerate(zip(plain, defaults, strict=True)):
        if argument.arg == "self" and not method:
            argument.arg = "input"  # the stubs' name where the first argument may be a number
        if index >= skip:
            texts.append(_argument_text(argument, default))
            if index == len(arguments.posonlyargs) - 1:
                texts.append("/")
    if arguments.vararg is not None:
        texts.append("*" + _argument_text(arguments.vararg, None))
    elif arguments.kwonlyargs:
        texts.append("*")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        texts.append(_argument_text(argument, default))
    return texts


def _argument_text(argument: ast.arg, default: ast.expr | None) -> str:
    types = _types(ast.unparse(argument.annotation)) if argument.annotation is not None else ""
    return f"{argument.arg}{types}" + (f" = {_default_text(default)}" if default is not None else "")


def _default_text(default: ast.expr) -> str:
    try:
        return literal_text(ast.literal_eval(default))
    except ValueError:
        return f"<{ast.unparse(default).rpartition('.')[2]}>"


def _from_docstring(name: str, target: Any) -> list[Texts] | None:
    """Read the calls at the start of a docstring and behind ``.. function::`` or ``.. method::``."""
    text = inspect.cleandoc(target.__doc__ or "")
    short = name.rpartition(".")[2]
    heads = [line.strip() for line in text.splitlines()[:1]]
    heads += re.findall(r"^ *\.\. (?:function|method):: *(.+)$", text, re.MULTILINE)
    found: list[Texts] = []
    for head in heads:
        match = re.match(rf"(?:[\w.]+\.)?{re.escape(short)} *\((.*?)\)(?: *->.*)?\s*$", head)
        texts = _read_call(match[1], method=".Tensor." in name) if match else None
        if texts is not None and texts not in found:
            found.append(texts)
    return found or None


def _read_call(arguments: str, *, method: bool) -> Texts | None:
    written = re.sub(r"(\*\w+.*?,) *\*,", r"\1", arguments.replace("\\*", "*"))
    try:
        tree = ast.parse(f"def call({written}): ...").body[0]
    except SyntaxError:
        return None
    return _argument_texts(tree.args, method=method) if isinstance(tree, ast.FunctionDef) else None
