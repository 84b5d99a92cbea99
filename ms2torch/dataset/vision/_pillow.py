"""Pillow, loaded when an operation first needs it."""

from __future__ import annotations

import importlib
from types import ModuleType


def pillow(module: str = "Image") -> ModuleType:
    """Return a module of Pillow.

    Raises:
        ImportError: if Pillow is not installed.
    """
    try:
        return importlib.import_module(f"PIL.{module}")
    except ModuleNotFoundError as error:
        raise ImportError(
            "Reading, writing and some operations of images need Pillow: pip install 'ms2torch[vision]'."
        ) from error
