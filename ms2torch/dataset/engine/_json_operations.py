"""Operations on data as MindSpore tells them in JSON, and made again from it.

A name and the arguments, each in one form: numbers of float32, enumerations as the numbers of MindSpore's engine, a
size for both sides where one was given. Operations that are Python functions are told by the module they are in; a
function of the user's is told, but cannot be made again.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np

from ms2torch._core import dtype as mstype
from ms2torch.dataset.core._given import given
from ms2torch.dataset.transforms import transforms
from ms2torch.dataset.transforms.py_transforms_util import FuncWrapper, Implementation
from ms2torch.dataset.vision import utils as vision

_UTIL = "mindspore.dataset.transforms.py_transforms_util"
# operations of other names in MindSpore's engine
_NAMES = {"HWC2CHW": "HwcToChw", "ToType": "TypeCast"}
# what MindSpore's engine tells nothing but the name of
_NAME_ONLY = {"HWC2CHW", "Duplicate", "Unique", "UnicodeCharTokenizer"}
_TOLD_TEXT = {"AddToken", "Truncate"}
# operations that can run elsewhere say where
_ON_DEVICE = {
    "AdjustBrightness", "AdjustContrast", "AdjustHue", "AdjustSaturation", "AdjustSharpness", "Affine",
    "AutoContrast", "ConvertColor", "Crop", "Decode", "Equalize", "Erase", "GaussianBlur", "HorizontalFlip",
    "Invert", "Normalize", "Pad", "Perspective", "Posterize", "Resize", "ResizedCrop", "Rotate", "Solarize",
    "VerticalFlip",
}  # fmt: skip
_ORDERS = {
    "ScaleType": ("MAGNITUDE", "POWER"),
    "FadeShape": ("LINEAR", "EXPONENTIAL", "LOGARITHMIC", "QUARTER_SINE", "HALF_SINE"),
    "NormType": ("NONE", "SLANEY"),
    "NormMode": ("NONE", "ORTHO"),
}  # of the engine, where an enumeration has its members in another
_INTER = {0: 1, 2: 0, 3: 2, 4: 3, 5: 4}  # Inter to the engine's numbers
_RENAMED: dict[tuple[str, str], str | None] = {
    ("Decode", "to_pil"): None,
    ("TypeCast", "output_type"): "data_type",
    ("FrequencyMasking", "freq_mask_param"): "frequency_mask_param",
    ("ToType", "data_type"): "data_type",
    ("Rotate", "degrees"): "degree",
}


def told(operation: Any) -> Any:
    """Return an operation as MindSpore's JSON tells it."""
    if isinstance(operation, FuncWrapper):
        operation = operation.transform
    kind = type(operation)
    if not isinstance(operation, (transforms.TensorOperation, transforms.PyTensorOperation)):
        return {"python_module": _UTIL, "tensor_op_name": getattr(operation, "__name__", kind.__name__)}
    name = kind.__name__
    in_python = getattr(operation, "implementation", None) is Implementation.PY
    if in_python and isinstance(operation, transforms.PyTensorOperation):
        module = f"mindspore.dataset.{'vision' if '.vision.' in kind.__module__ else 'transforms'}.transforms"
        return {"python_module": module, "tensor_op_name": name, "tensor_op_params": _of_python(operation)}
    return {"tensor_op_name": _NAMES.get(name, name), "tensor_op_params": _params(operation, name)}


def _of_python(operation: Any) -> dict[str, Any]:
    shared: dict[str, Any] = {"implementation": int(Implementation.PY.value), "output_type": "float64"}
    shared["transforms"] = []
    if getattr(operation, "random", None) is False:
        shared["random"] = False
    return shared | {name: _plain(value) for name, value in given(operation).items()}


def _params(operation: Any, name: str) -> dict[str, Any] | None:
    if name in _NAME_ONLY or (".text." in type(operation).__module__ and name not in _TOLD_TEXT):
        return None
    found: dict[str, Any] = {"device_target": "CPU"} if name in _ON_DEVICE else {}
    if name == "Decode":
        return found | {"rgb": True}
    for argument, value in given(operation).items():
        key = _RENAMED.get((name, argument), argument)
        if key is not None:
            value = _settled(operation, argument) if value is None else value
            found[key] = _FORMS.get(argument, _engine)(value, name)
    return found or None


def _settled(operation: Any, argument: str) -> Any:
    """Return what an operation made of an argument that was left out."""
    return getattr(operation, argument, getattr(operation, f"_{argument}", None))


# ------------------------------------------------------------------------------------------- one form for an argument
def _engine(value: Any, name: str = "") -> Any:
    """Return a value as the engine keeps it."""
    if isinstance(value, (transforms.TensorOperation, transforms.PyTensorOperation, FuncWrapper)):
        return told(value)
    if isinstance(value, vision.Inter):
        return _INTER[int(value)]
    if isinstance(value, Enum) and not isinstance(value.value, int):
        return _members(type(value)).index(value.name)
    if isinstance(value, float):
        return float(np.float32(value))
    if isinstance(value, (list, tuple)):
        return [_engine(one, name) for one in value]
    return _plain(value)


def _members(kind: type[Enum]) -> list[str]:
    """Return the names of an enumeration in the order of the engine."""
    return list(_ORDERS.get(kind.__name__, [one.name for one in kind]))


def _plain(value: Any) -> Any:
    if isinstance(value, mstype.Type):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, type) and issubclass(value, np.generic):
        return np.dtype(value).name
    return value


def _sides(value: Any, name: str) -> list[Any]:
    """Return height and width; one number stays alone where it is the shorter side."""
    if isinstance(value, int):
        return [value] if name in ("Resize", "ResizeWithBBox", "RandomResize", "RandomResizeWithBBox") else [value] * 2
    return list(value)


def _colours(value: Any, name: str) -> Any:
    if name == "SlicePatches":
        return value
    return [value] * 3 if isinstance(value, int) else list(value)


def _span(value: Any, name: str) -> Any:
    if isinstance(value, (int, float)):
        value = (value, value) if name == "RandomPosterize" else (-value, value)
    return _engine(value, name)


def _angle(value: Any, name: str) -> Any:
    return _span(value, name) if name.startswith("Random") and name != "RandomColor" else _engine(value, name)


def _edges(value: Any, name: str) -> Any:
    return [0, 0, 0, 0] if value is None else list(vision.parse_padding(value))


def _listed(value: Any, name: str) -> Any:
    if isinstance(value, bool):
        return value
    return [] if value is None else _engine(value if isinstance(value, (list, tuple)) else [value], name)


_FORMS: dict[str, Callable[[Any, str], Any]] = {
    "size": _sides,
    "fill_value": _colours,
    "degrees": _angle,
    "bits": lambda value, name: _span(value, name) if name == "RandomPosterize" else value,
    "padding": _edges,
    "value": lambda value, name: _listed(value, name) if name == "Erase" else _engine(value, name),
    "shear": lambda value, name: [0.0] * 4 if value is None else _engine(value, name),
    "coordinates": lambda value, name: list(reversed(value)),
    "center": _listed,
    "ignore": _listed,
    "offset": _listed,
    "kernel_size": _listed,
    "sigma": _listed,
}


# ------------------------------------------------------------------------------------------------------ made again
def made(description: dict[str, Any]) -> Any:
    """Return the operation that a description tells of.

    Raises:
        RuntimeError: if it is a function of the user's, or there is no such operation.
    """
    name = description.get("tensor_op_name")
    name = next((ours for ours, theirs in _NAMES.items() if theirs == name), name)
    kind = next(
        (found for room in ("vision", "transforms", "audio", "text") if (found := _kind(room, str(name)))), None
    )
    if kind is None or description.get("python_module") == _UTIL:
        raise RuntimeError(f"Invalid or unsupported data transform: {name} cannot be made from its description.")
    import inspect

    known = inspect.signature(kind.__init__).parameters
    params = description.get("tensor_op_params") or {}
    back = {str(new): old for (owner, old), new in _RENAMED.items() if owner == name}
    named: dict[str, Any] = {back.get(str(key), str(key)): value for key, value in params.items()}
    arguments = {key: value for key, value in named.items() if key in known}
    if name == "Decode":
        arguments = {}
    if not params and any(
        one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD and key != "self"
        for key, one in known.items()
    ):
        raise RuntimeError(f"Invalid data, the arguments of {name} are not in its description.")
    return kind(
        **{key: _given_back(key, value, known[key], "python_module" in description) for key, value in arguments.items()}
    )


def _kind(room: str, name: str) -> type | None:
    found = getattr(importlib.import_module(f"ms2torch.dataset.{room}"), name, None)
    return found if isinstance(found, type) else None


def _given_back(argument: str, value: Any, parameter: Any, of_python: bool) -> Any:
    """Return an argument as the user gives it."""
    if argument == "transform":
        return made(value)
    if argument == "coordinates":
        return tuple(reversed(value))
    if argument == "transforms":
        return [made(one) for one in value]
    if argument in {"data_type", "output_type"}:
        return getattr(mstype, str(value), value)
    default = parameter.default
    if argument in ("convert_mode", "image_batch_format"):
        return {"convert_mode": vision.ConvertMode, "image_batch_format": vision.ImageBatchFormat}[argument](value)
    if isinstance(default, vision.Inter) or argument in ("interpolation", "resample"):
        if default is not parameter.empty and not isinstance(default, vision.Inter):
            return getattr(type(default), _members(type(default))[value])
        if of_python:
            return vision.Inter(value)
        return next(vision.Inter(ours) for ours, theirs in _INTER.items() if theirs == value)
    if isinstance(default, Enum) and not isinstance(default.value, int):
        return type(default)[_members(type(default))[value]]
    if isinstance(default, Enum):
        return type(default)(value)
    if isinstance(value, list):
        if argument in ("size", "kernel_size", "sigma", "value") and len(value) == 1:
            return value[0]
        if argument == "fill_value" and isinstance(default, int):
            return tuple(value)
        if not value and default is None:
            return None
        return tuple(value) if isinstance(default, tuple) else value
    return value
