"""`mindspore.mint.nn`: layers and losses under torch's argument names. The list of them is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
