"""What `mindspore.ops.composite` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from . import base as base
from ms2torch.autodiff.grad_operation import (
    GradOperation as GradOperation,
)
from ms2torch.ops.composite._on_functions import (
    HyperMap as HyperMap,
    Map as Map,
    MultitypeFuncGraph as MultitypeFuncGraph,
    add_flags as add_flags,
)
from ms2torch.ops.function.array.arrange import (
    repeat_elements as repeat_elements,
    repeat_interleave as repeat_interleave,
)
from ms2torch.ops.function.array.create import (
    sequence_mask as sequence_mask,
)
from ms2torch.ops.function.array.layout import (
    ones_like as ones_like,
    zeros_like as zeros_like,
)
from ms2torch.ops.function.compat.operators import (
    hyper_add as hyper_add,
)
from ms2torch.ops.function.compat.python_values import (
    augassign_add as augassign_add,
    augassign_div as augassign_div,
    augassign_floordiv as augassign_floordiv,
    augassign_mod as augassign_mod,
    augassign_mul as augassign_mul,
    augassign_sub as augassign_sub,
    iter_converter as iter_converter,
    tail as tail,
    zip_operation as zip_operation,
)
from ms2torch.ops.function.linalg.products import (
    batch_dot as batch_dot,
    dot as dot,
    mm as mm,
    tensor_dot as tensor_dot,
    vecdot as vecdot,
)
from ms2torch.ops.function.math.arithmetic import (
    matmul as matmul,
)
from ms2torch.ops.function.math.clip import (
    clip_by_global_norm as clip_by_global_norm,
    clip_by_value as clip_by_value,
)
from ms2torch.ops.function.math.reduce import (
    count_nonzero as count_nonzero,
)
from ms2torch.ops.function.math.scan import (
    cummin as cummin,
)
from ms2torch.ops.function.random.choice import (
    multinomial as multinomial,
)
from ms2torch.ops.function.random.tensors import (
    gamma as gamma,
    laplace as laplace,
    normal as normal,
    poisson as poisson,
    uniform as uniform,
)
