"""`mindspore.scipy.optimize`: minimisation and assignment. The list of names is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__, frozenset({"line_search", "linear_sum_assignment", "minimize"}))
