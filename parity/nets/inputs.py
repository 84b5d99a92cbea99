"""Inputs of both nets: specs such as ``float32[2,3,224,224]``, ``.npy``/``.npz`` files, arrays and tensors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from parity.code.errors import CannotCompare, describe
from parity.code.input_specs import HOW, PlainSpec, RandomSpec, read_input


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


def plain_arguments(given: object) -> dict[str, object]:
    """Return what inputs name that is no tensor: ``"use_cache=True"`` as ``{"use_cache": True}``.

    Args:
        given (object): as for `make_inputs`.
    """
    texts = (f"{name}={value}" if name else value for name, value in _listed(given) if isinstance(value, str))
    specs = (read_input(text) for text in texts if text != "array" and _is_plain(text))
    return {spec.name: spec.value for spec in specs if isinstance(spec, PlainSpec)}


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
        return [(str(name), repr(v) if v is None or isinstance(v, bool) else v) for name, v in given.items()]
    if isinstance(given, (tuple, list)):
        return [("", value) for value in given]
    return [("", given)]


def _one(name: str, value: object, generator: torch.Generator) -> list[Input]:
    if isinstance(value, str) and name and _is_plain(f"{name}={value}"):
        return []
    if isinstance(value, str):
        return [Input(name or found.name, found.tensor, found.source) for found in _from_text(value, generator)]
    tensor = _as_tensor(value)
    if tensor is None:
        raise CannotCompare(f"input of type {type(value).__name__}: give a tensor, a numpy array or a spec; {HOW}")
    if tensor.is_meta:
        raise CannotCompare(f"an input of shape {list(tensor.shape)} lies on the meta device and has no values: {HOW}")
    if tensor.is_nested or tensor.layout is not torch.strided:
        raise CannotCompare("an input is a nested or sparse tensor: give a dense one, and make the other in the net")
    return [Input(name, tensor.detach().cpu(), "array")]


def _is_plain(text: str) -> bool:
    try:
        return isinstance(read_input(text), PlainSpec)
    except CannotCompare:
        return False


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
    spec = read_input(text)
    if isinstance(spec, RandomSpec):
        return [Input(spec.name, _random(spec, generator), text)]
    if isinstance(spec, PlainSpec):
        return []  # of `plain_arguments`
    return [Input(spec.name or found.name, found.tensor, text) for found in _load(spec.path)]


def _random(spec: RandomSpec, generator: torch.Generator) -> torch.Tensor:
    dtype = getattr(torch, spec.dtype)
    if dtype.is_floating_point:
        return torch.randn(spec.shape, generator=generator, dtype=torch.float32).to(dtype)
    return torch.randint(0, spec.high, spec.shape, generator=generator).to(dtype)


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
