"""What `mindspore.ops.function.linalg_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.function.linalg.matrix import (
    cond as cond,
    pinv as pinv,
)
from ms2torch.ops.function.linalg.solve import (
    eig as eig,
    eigvals as eigvals,
    geqrf as geqrf,
    qr as qr,
    svd as svd,
)
