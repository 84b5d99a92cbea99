"""What `mindspore.ops.function.vmap_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.autodiff.vmap import (
    vmap as vmap,
)
