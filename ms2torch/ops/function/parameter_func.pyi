"""What `mindspore.ops.function.parameter_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.function.array.scatter_inplace import (
    index_add as index_add,
)
from ms2torch.ops.function.math.inplace import (
    assign as assign,
    assign_add as assign_add,
    assign_sub as assign_sub,
)
