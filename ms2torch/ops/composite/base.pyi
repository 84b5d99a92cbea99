"""What `mindspore.ops.composite.base` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.autodiff.grad_operation import (
    GradOperation as GradOperation,
)
from ms2torch.ops.composite._on_functions import (
    HyperMap as HyperMap,
    Map as Map,
    MultitypeFuncGraph as MultitypeFuncGraph,
    add_flags as add_flags,
    core as core,
)
