"""Inputs of both nets: specs such as ``float32[2,3,224,224]``, ``.npy``/``.npz`` files, arrays and tensors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from parity.code.errors import CannotCompare, describe

_SPEC = re.compile(
    r"(?:(?P<name>[A-Za-z_]\w*)=)?(?P<dtype>[a-z]+\d*)\[(?P<shape>[\d,\s]*)\](?:<(?P<high>\d+))?", re.ASCII
)
_NAMED_FILE = re.compile(r"(?:(?P<name>[A-Za-z_]\w*)=)?(?P<file>.+\.np[yz])", re.ASCII)
_DTYPES = {
    "float64": torch.float64,
    "float32": torch.float32,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "int64": torch.int64,
    "int32": torch.int32,
    "int16": torch.int16,
    "int8": torch.int8,
    "uint8": torch.uint8,
    "bool": torch.bool,
}
_HOW = "write DTYPE[SHAPE] as in float32[2,3,224,224] or int64[2,16]<1000, or a .npy/.npz file"
_DEFAULT_HIGH = 2


@dataclass(frozen=True, slots=True)
class Input:
    """One input, on the CPU.

    Args:
        name (str): argument it is passed as; "" passes it by position.
        tensor (torch.Tensor): the values.
        source (str): the spec or file it came from, or ``"array"``.
    """

    name: str
    tensor: torch.Tensor
    source: str


def make_inputs(given: object, seed: int) -> tuple[Input, ...]:
    """Return the inputs that `given` describes.

    Args:
        given (object): a spec, an array, a tensor (of either framework), a mapping of names to those, or several of
            them.
        seed (int): seed of the random values.

    Raises:
        CannotCompare: if one of them is no input; the message shows how to write one.
    """
    generator = torch.Generator().manual_seed(seed)
    made: list[Input] = []
    for name, value in _listed(given):
        made.extend(_one(name, value, generator))
    return tuple(made)


def described(given: object) -> tuple[str, ...]:
    """Return inputs as text from which `make_inputs` makes them again; what no text describes is ``"array"``.

    Args:
        given (object): as for `make_inputs`.
    """
    return tuple(
        (f"{name}={value}" if name else value) if isinstance(value, str) else "array" for name, value in _listed(given)
    )


def _listed(given: object) -> Iterable[tuple[str, object]]:
    if given is None:
        return []
    if isinstance(given, Mapping):
        return [(str(name), value) for name, value in given.items()]
    if isinstance(given, (tuple, list)):
        return [("", value) for value in given]
    return [("", given)]


def _one(name: str, value: object, generator: torch.Generator) -> list[Input]:
    if isinstance(value, str):
        return [Input(name or found.name, found.tensor, found.source) for found in _from_text(value, generator)]
    tensor = _as_tensor(value)
    if tensor is None:
        raise CannotCompare(f"input of type {type(value).__name__}: give a tensor, a numpy array or a spec; {_HOW}")
    return [Input(name, tensor.detach().cpu(), "array")]


def _as_tensor(value: object) -> torch.Tensor | None:
    """Return a torch tensor of `value`; a MindSpore tensor (real or ours) is read through its numpy bridge."""
    if isinstance(value, torch.Tensor):
        return value
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if isinstance(value, (int, float, bool)):
        return torch.tensor(value)
    return _from_numpy(value, "array") if isinstance(value, (np.ndarray, np.generic)) else None


def _from_text(text: str, generator: torch.Generator) -> list[Input]:
    spec = _SPEC.fullmatch(text.strip())
    if spec is not None:
        return [Input(spec["name"] or "", _random(text, spec, generator), text)]
    file = _NAMED_FILE.fullmatch(text.strip())
    if file is None:
        raise CannotCompare(f"input {text!r} does not parse: {_HOW}")
    return [Input(file["name"] or found.name, found.tensor, text) for found in _load(Path(file["file"]))]


def _random(text: str, spec: re.Match[str], generator: torch.Generator) -> torch.Tensor:
    dtype = _DTYPES.get(spec["dtype"])
    if dtype is None:
        raise CannotCompare(f"input {text!r}: unknown dtype {spec['dtype']!r}; use one of {', '.join(_DTYPES)}")
    parts = [part.strip() for part in spec["shape"].split(",")] if spec["shape"].strip() else []
    if not all(parts):
        raise CannotCompare(f"input {text!r}: the shape has an empty dimension; {_HOW}")
    shape = [int(part) for part in parts]
    if dtype.is_floating_point:
        if spec["high"] is not None:
            raise CannotCompare(f"input {text!r}: '<{spec['high']}' bounds integer inputs only")
        return torch.randn(shape, generator=generator, dtype=torch.float32).to(dtype)
    high = 2 if dtype == torch.bool else int(spec["high"] or _DEFAULT_HIGH)
    if high < 1:
        raise CannotCompare(f"input {text!r}: the bound after '<' must be at least 1")
    return torch.randint(0, high, shape, generator=generator).to(dtype)


def _load(path: Path) -> list[Input]:
    try:
        loaded = np.load(path, allow_pickle=False)
    except FileNotFoundError:
        raise CannotCompare(f"input file {path} does not exist") from None
    except Exception as error:  # numpy's reader raises what its parsers and the archive's raise
        raise CannotCompare(f"input file {path} cannot be read ({describe(error)}); save it with numpy.save") from error
    if isinstance(loaded, np.ndarray):
        return [Input("", _from_numpy(loaded, str(path)), str(path))]
    with loaded:
        try:
            return [Input(name, _from_numpy(loaded[name], str(path)), str(path)) for name in loaded.files]
        except CannotCompare:
            raise
        except Exception as error:  # numpy's reader raises what its parsers and the archive's raise
            raise CannotCompare(
                f"input file {path} is damaged ({describe(error)}); save it with numpy.savez"
            ) from error


def _from_numpy(array: object, source: str) -> torch.Tensor:
    native = np.asarray(array)
    if not native.dtype.isnative:  # written on a machine of the other byte order
        native = native.astype(native.dtype.newbyteorder("="))
    try:
        return torch.from_numpy(np.array(native))
    except (TypeError, ValueError) as error:
        raise CannotCompare(f"input {source}: arrays of dtype {native.dtype} cannot be compared") from error
