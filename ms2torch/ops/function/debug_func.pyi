"""What `mindspore.ops.function.debug_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.function.debug import (
    print_ as print_,
)
from ms2torch.ops.operations.debug_ops import (
    Print as Print,
)
from ms2torch.ops.operations.status_ops import (
    tensordump as tensordump,
)
