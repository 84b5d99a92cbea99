"""Which packages are made for torch: what they give cannot be part of a net of MindSpore."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path

_KNOWN = frozenset({
    "accelerate", "apex", "bitsandbytes", "deepspeed", "detectron2", "dgl", "diffusers", "fairscale", "fairseq",
    "fastai", "flash_attn", "functorch", "gpytorch", "ignite", "kornia", "lightning", "mmcv", "mmdet", "mmengine",
    "monai", "peft", "segmentation_models_pytorch", "sentence_transformers", "speechbrain", "timm", "triton",
    "ultralytics", "xformers",
})  # fmt: skip
"""Packages whose names do not say it; they need not be installed to be known."""

_NAMED_AFTER_TORCH = re.compile(r"(py)?torch[_a-z]|\w+_(py)?torch$")
_IMPORTS_TORCH = re.compile(rb"^(import|from) torch\b", re.MULTILINE)
_NEEDS_TORCH = re.compile(r"torch\s*([<>=!~(,\[].*)?$")
_LARGEST = 1 << 20


def is_torch_bound(module: str, places: Sequence[str] = ()) -> bool:
    """Tell whether a module of another package is made for torch.

    By its name, by what its distribution requires, or by what its file imports, where it is installed.

    Args:
        module (str): a full name, e.g. ``timm.layers``.
        places (Sequence[str]): folders where packages lie besides the search path.
    """
    top = module.partition(".")[0]
    if not top or top in {"torch", "mindspore", "einops"} or top in sys.stdlib_module_names:
        return False
    return top in _KNOWN or bool(_NAMED_AFTER_TORCH.match(top)) or _installed_for_torch(module, tuple(places))


@cache
def _installed_for_torch(module: str, places: tuple[str, ...]) -> bool:
    path = [*places, *sys.path]
    found = metadata.distributions(name=module.partition(".")[0], path=path)
    needs = [need for entry in found for need in entry.requires or ()]
    if any(_NEEDS_TORCH.match(need.strip()) and "extra ==" not in need for need in needs):
        return True
    return _file_imports_torch(module, path)


def _file_imports_torch(module: str, path: Sequence[str]) -> bool:
    """Tell whether the file of a module, found without importing anything, imports torch at its top."""
    places: Sequence[str] | None = path
    spec = None
    parts = module.split(".")
    for cut in range(len(parts)):
        try:
            spec = PathFinder.find_spec(".".join(parts[: cut + 1]), places)
        except (ImportError, ValueError, AttributeError):
            return False
        if spec is None:
            return False
        places = spec.submodule_search_locations
        if places is None:
            break
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return False
    with Path(spec.origin).open("rb") as file:
        return _IMPORTS_TORCH.search(file.read(_LARGEST)) is not None
