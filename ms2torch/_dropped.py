"""Names that MindSpore had and 2.10 has no more. Public code still uses them: they work, and say once what to write.

They are not listed by `dir()`. The table is the whole mechanism: which package, which name, where it is now.
"""

from __future__ import annotations

import importlib
import warnings

# (package, name): (module, attribute there or "" for the module itself, what to write instead)
_TABLE: dict[tuple[str, str], tuple[str, str, str]] = {
    ("ms2torch", "ms_function"): ("ms2torch.common.api", "ms_function", "mindspore.jit"),
    ("ms2torch", "ms_class"): ("ms2torch.common.api", "jit_class", "mindspore.jit_class"),
    ("ms2torch", "no_grad"): ("ms2torch.common._pynative", "_no_grad", "mindspore._no_grad"),
    ("ms2torch.common", "ms_function"): ("ms2torch.common.api", "ms_function", "mindspore.jit"),
    ("ms2torch.common", "ms_class"): ("ms2torch.common.api", "jit_class", "mindspore.jit_class"),
    ("ms2torch._checkparam", "Rel"): ("ms2torch._checkparam", "", "mindspore._checkparam"),
    ("ms2torch._checkparam", "Validator"): ("ms2torch._checkparam", "", "mindspore._checkparam"),
    ("ms2torch.nn", "metrics"): ("ms2torch.train.metrics", "", "mindspore.train.metrics"),
    ("ms2torch.nn", "Parameter"): ("ms2torch.common.parameter", "Parameter", "mindspore.Parameter"),
}  # fmt: skip

_said: set[tuple[str, str]] = set()


def replacement(package: str, name: str) -> object | None:
    """Return what stands for a dropped name, and warn the first time; None if MindSpore never had it.

    Args:
        package (str): the package that was asked, ``"ms2torch.nn"``.
        name (str): the name.
    """
    entry = _TABLE.get((package, name))
    if entry is None:
        return None
    module, attribute, instead = entry
    try:
        home = importlib.import_module(module)
    except ModuleNotFoundError:
        return None
    found: object = getattr(home, attribute, None) if attribute else home
    if found is not None and (package, name) not in _said:
        _said.add((package, name))
        theirs = "mindspore" + package.removeprefix("ms2torch")
        warnings.warn(f"{theirs}.{name} is not in MindSpore 2.10; write {instead}", FutureWarning, stacklevel=4)
    return found
