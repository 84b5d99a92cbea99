"""The MindSpore 2.10 Python API on torch.

`import ms2torch as ms; from ms2torch import nn, ops`, or `ms2torch.install()` and then unmodified `import mindspore`.
Everything is imported when it is first asked for, so that `import ms2torch` costs little over `import torch`; the list
of names is `__init__.pyi`.
"""

from ms2torch._lazy import attach
from ms2torch.common.parameter import Parameter as Parameter
from ms2torch.common.tensor import Tensor as Tensor

# MindSpore's version: programs branch on it. The project's own is that of the distribution `ms2torch`.
__version__ = "2.10.0"

__getattr__, __dir__ = attach(__name__, frozenset({"run_check"}))
