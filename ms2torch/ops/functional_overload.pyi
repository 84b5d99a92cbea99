"""What `mindspore.ops.functional_overload` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.mint._array import (
    index_add as index_add,
    repeat_interleave as repeat_interleave,
    where as where,
)
from ms2torch.mint._create import (
    empty as empty,
    empty_like as empty_like,
)
from ms2torch.mint._math import (
    add as add,
    addcdiv as addcdiv,
    bitwise_not as bitwise_not,
    lerp as lerp,
    sub as sub,
)
from ms2torch.mint._reduce import (
    any as any,
    kthvalue as kthvalue,
    max as max,
    min as min,
    nansum as nansum,
)
from ms2torch.mint.nn._functional_layers import (
    conv1d as conv1d,
    conv3d as conv3d,
    pixel_shuffle as pixel_shuffle,
)
from ms2torch.ops.function.comm_fused import (
    all_gather_matmul as all_gather_matmul,
    matmul_reduce_scatter as matmul_reduce_scatter,
)
from ms2torch.ops.function.math.arithmetic import (
    div as div,
    floor_divide as floor_divide,
    fmod as fmod,
    mul as mul,
    remainder as remainder,
)
from ms2torch.ops.function.math.clip import (
    clamp as clamp,
)
from ms2torch.ops.function.math.compare import (
    eq as eq,
    greater_equal as greater_equal,
    less as less,
    lt as lt,
)
from ms2torch.ops.function.math.complex import (
    imag as imag,
    real as real,
)
from ms2torch.ops.function.math.pairs import (
    xlogy as xlogy,
)
from ms2torch.ops.function.nn.activation import (
    gelu as gelu,
)
