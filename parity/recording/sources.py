"""Nested values, layer classes, and who constructed a layer where, with which arguments."""

from __future__ import annotations

import contextlib
import inspect
import math
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from parity.code.ownership import framework_folders, user_frame
from parity.code.profiling import profiled
from parity.recording.tensors import is_tensor

_LAYER_MODULES = (
    "torch.nn.", "mindspore.nn.layer.", "mindspore.nn.loss.", "mindspore.nn.wrap.", "mindspore.mint.nn",
    "ms2torch.nn.layer.", "ms2torch.nn.loss.", "ms2torch.nn.wrap.", "ms2torch.mint.nn",
)  # fmt: skip
_BASES = frozenset({"Module", "Cell", "GraphCell"})
Path_ = tuple[str, Any]


def flatten(value: object, path: str = "") -> list[Path_]:
    """Return ``(path, tensor)`` of every tensor in nested tuples, lists, dicts and dataclasses, in order."""
    if is_tensor(value):
        return [(path, value)]
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in flatten(item, f"{path}[{key!r}]")]
    if isinstance(value, (tuple, list)):
        return [found for index, item in enumerate(value) for found in flatten(item, f"{path}[{index}]")]
    fields = getattr(value, "__dataclass_fields__", None)
    if fields and not isinstance(value, type):
        return [found for name in fields for found in flatten(getattr(value, name), f"{path}.{name}")]
    return []


def encode(value: object, slots: list[object] | None = None) -> object:
    """Return `value` as JSON can hold it; tensors become numbered slots if `slots` collects them."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if slots is not None and is_tensor(value):
        slots.append(value)
        return {"slot": len(slots) - 1}
    if isinstance(value, tuple):
        return {"tuple": [encode(item, slots) for item in value]}
    if isinstance(value, list):
        return [encode(item, slots) for item in value]
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(item, slots)] for key, item in value.items()]}
    if isinstance(value, np.generic):
        return encode(value.item())
    return {"opaque": _said(value)}


def _said(value: object) -> str:
    if isinstance(value, type) or inspect.isroutine(value):
        return str(getattr(value, "__name__", value))
    if is_tensor(value):
        return f"tensor{tuple(getattr(value, 'shape', ()))}"
    text = type(value).__name__ if " object at 0x" in repr(value) else repr(value)
    return " ".join(text.split())[:200]


def api_of(cls: type) -> str | None:
    """Return the public name of a framework's layer class, such as ``mindspore.nn.Conv2d``; None for any other."""
    module, name = cls.__module__, cls.__name__
    if not module.startswith(_LAYER_MODULES) or name.startswith("_") or name in _BASES:
        return None
    if module.startswith("torch."):
        return f"torch.nn.{'Linear' if name == 'NonDynamicallyQuantizableLinear' else name}"
    return f"mindspore.mint.nn.{name}" if ".mint." in module else f"mindspore.nn.{name}"


def shown_file(file: str) -> str:
    """Return `file` relative to the working directory if it lies below it."""
    try:
        return str(Path(file).resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def is_own(frame: types.FrameType) -> bool:
    """Tell whether a frame runs the recorder's code, in one file or in several."""
    name = str(frame.f_globals.get("__name__"))
    return name == __name__ or name.startswith("parity.recording.")


def _place(frame: types.FrameType) -> dict[str, Any]:
    """Return where `frame` stands, with the source text, which tells later whether the file has changed."""
    line, end, columns = frame.f_lineno, frame.f_lineno, None
    if hasattr(frame.f_code, "co_positions"):
        positions = list(frame.f_code.co_positions())
        index = frame.f_lasti // 2
        if 0 <= index < len(positions) and None not in positions[index]:
            line, end, left, right = positions[index]
            columns = [left, right]
    return {
        "file": shown_file(frame.f_code.co_filename), "line": line, "end_line": end, "columns": columns,
        "source": _lines(frame.f_code.co_filename, line, end),
    }  # fmt: skip


def _lines(file: str, first: int, last: int) -> str:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    return "\n".join(text.splitlines()[first - 1 : last])


def body_of(cls: type) -> dict[str, Any] | None:
    """Return where the code of a layer class stands."""
    for name in ("construct", "forward"):
        method = cls.__dict__.get(name)
        try:
            if method is not None:
                return {
                    "file": shown_file(inspect.getsourcefile(method) or ""),
                    "line": inspect.getsourcelines(method)[1],
                }
        except (OSError, TypeError):
            continue
    return None


class Constructions:
    """How each layer was constructed: class, arguments and line, seen while the net is built."""

    def __init__(self) -> None:
        self.seen: dict[int, tuple[object, dict[str, Any]]] = {}
        self._folders: tuple[str, ...] = ()

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Watch every ``__init__`` of a layer in the block."""
        self._folders = framework_folders()
        with profiled(self._profile):
            yield

    def _profile(self, frame: types.FrameType, event: str, argument: object) -> None:
        del argument
        code = frame.f_code
        if event != "call" or code.co_name != "__init__" or not code.co_argcount:
            return
        values = frame.f_locals
        layer = values.get(code.co_varnames[0])
        if not is_layer(layer) or id(layer) in self.seen:
            return
        count = code.co_argcount + code.co_kwonlyargcount
        names = list(code.co_varnames[1:count])
        arguments = {name: encode(values[name]) for name in names if name in values}
        if code.co_flags & inspect.CO_VARARGS:
            arguments[code.co_varnames[count]] = encode(values.get(code.co_varnames[count], ()))
            count += 1
        if code.co_flags & inspect.CO_VARKEYWORDS:
            extra = values.get(code.co_varnames[count])
            arguments.update({str(k): encode(v) for k, v in extra.items()} if isinstance(extra, dict) else {})
        if not self._folders:
            self._folders = framework_folders()
        user = user_frame(frame.f_back, self._folders, is_own)
        place = _place(user) if user is not None else None
        self.seen[id(layer)] = (layer, {"arguments": arguments, "location": place, "exact": True})

    def of(self, layer: object) -> dict[str, Any]:
        """Return how `layer` was built; from its attributes where that was not seen."""
        if id(layer) in self.seen:
            return self.seen[id(layer)][1]
        arguments: dict[str, object] = {}
        for parameter in list(inspect.signature(type(layer).__init__).parameters.values())[1:]:
            if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}:
                continue
            if hasattr(layer, parameter.name):
                value = getattr(layer, parameter.name)
                held = getattr(layer, "_parameters", None) or getattr(layer, "_params", None) or {}
                if parameter.name in held:
                    value = value is not None
                arguments[parameter.name] = encode(value)
        return {"arguments": arguments, "location": None, "exact": False}


def is_layer(value: object) -> bool:
    """Tell whether `value` is a torch Module or a MindSpore Cell."""
    return any(
        (base.__module__, base.__name__)
        in {("torch.nn.modules.module", "Module"), ("mindspore.nn.cell", "Cell"), ("ms2torch.nn.cell", "Cell")}
        for base in type(value).__mro__
    )
