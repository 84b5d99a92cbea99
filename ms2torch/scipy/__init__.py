"""`mindspore.scipy`: linear algebra, optimisation and cosine transforms. The list of names is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
