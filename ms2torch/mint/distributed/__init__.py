"""`mindspore.mint.distributed`: tensors and objects between processes. The list is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
