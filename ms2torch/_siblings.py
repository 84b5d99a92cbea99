"""Load the packages beside this one by their place, so that a namesake elsewhere is never taken for them.

`cli`, `parity` and `mappings` are common names. `python -m ms2torch` puts the user's folder first in the search path,
where a folder of the same name may lie; and another distribution may have written into ours.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

# A file of ours that a namesake is not expected to have.
_KNOWN_BY = {"cli": "main.py", "parity": "report/model.py", "mappings": "rows/model.py"}


class ForeignPackageError(ImportError):
    """A package of the name asked for that is not the one of this project."""


def load(name: str) -> ModuleType:
    """Import one of our other packages from beside this one.

    Args:
        name (str): ``"cli"``, ``"parity"`` or ``"mappings"``.

    Returns:
        ModuleType: the package, in `sys.modules` under its plain name.

    Raises:
        ForeignPackageError: another package of that name is already imported, or lies in the place of ours.
    """
    folder = Path(__file__).resolve().parent.parent / name
    present = sys.modules.get(name)
    if present is not None:
        if _folder_of(present) == folder:
            return present
        message = (
            f"another package named `{name}` is already imported, from {_folder_of(present)}; ms2torch needs {folder}"
        )
        raise ForeignPackageError(message, name=name)
    missing = [file for file in ("__init__.py", _KNOWN_BY[name]) if not (folder / file).is_file()]
    if missing:
        message = (
            f"{folder} is not the `{name}` of ms2torch (it has no {missing[0]}): another distribution may have "
            "overwritten it; reinstall ms2torch, best in an environment of its own"
        )
        raise ForeignPackageError(message, name=name)
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _folder_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return None if file is None else Path(file).resolve().parent
