# ruff: noqa: TID252
"""What `mindspore.ops.composite` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ..function.array import (
    ones_like as ones_like,
)
from ..function.array import (
    zeros_like as zeros_like,
)
from ..function.clip_func import (
    clip_by_global_norm as clip_by_global_norm,
)
from ..function.clip_func import (
    clip_by_value as clip_by_value,
)
from ..function.legacy import (
    hyper_add as hyper_add,
)
from ..function.math import (
    matmul as matmul,
)
from ..function.reduce import (
    count_nonzero as count_nonzero,
)
from ..function.scan import (
    cummin as cummin,
)
from . import base as base
from .base import (
    GradOperation as GradOperation,
)
from .base import (
    HyperMap as HyperMap,
)
from .base import (
    Map as Map,
)
from .base import (
    MultitypeFuncGraph as MultitypeFuncGraph,
)
from .base import (
    add_flags as add_flags,
)
