"""What `mindspore.ops.function.spectral_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.function.spectral.windows import (
    bartlett_window as bartlett_window,
    blackman_window as blackman_window,
)
