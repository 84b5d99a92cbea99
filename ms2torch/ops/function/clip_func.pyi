"""What `mindspore.ops.function.clip_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.function.math.clip import (
    Bound as Bound,
    bounds as bounds,
    clamp as clamp,
    clip as clip,
    clip_by_global_norm as clip_by_global_norm,
    clip_by_norm as clip_by_norm,
    clip_by_value as clip_by_value,
)
