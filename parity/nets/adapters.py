"""Adapters: what the pipeline needs to know of a net, whichever framework it is written in."""

from __future__ import annotations

from parity.code.frameworks import module_of
from parity.nets.base import Subject as Subject
from parity.nets.built import Built


def adapt(built: Built, role: str) -> Subject:
    """Return the adapter for `built`: the MindSpore one if it holds any Cell, else the torch one."""
    from parity.nets.torch_module import TorchModule

    if any(is_cell_class(type(module)) for module in built.net.modules()):
        from parity.nets.ms_cell import MsCell

        return MsCell(built, role)
    return TorchModule(built, role)


def is_cell_class(cls: type) -> bool:
    """Tell whether `cls` derives from ms2torch's Cell, without importing it."""
    return any(base.__name__ == "Cell" and module_of(base) == "ms2torch.nn.cell" for base in cls.__mro__)
