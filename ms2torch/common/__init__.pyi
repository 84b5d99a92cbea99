"""What `mindspore.common` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch._core.dtype import (
    Int as Int,
    TensorType as TensorType,
    Type as Type,
    bfloat16 as bfloat16,
    bool_ as bool_,
    byte as byte,
    cdouble as cdouble,
    cfloat as cfloat,
    complex64 as complex64,
    complex128 as complex128,
    double as double,
    dtype_to_nptype as dtype_to_nptype,
    dtype_to_pytype as dtype_to_pytype,
    float8_e4m3fn as float8_e4m3fn,
    float8_e5m2 as float8_e5m2,
    float16 as float16,
    float32 as float,
    float32 as float32,
    float64 as float64,
    float_ as float_,
    get_py_obj_dtype as get_py_obj_dtype,
    half as half,
    int8 as int8,
    int16 as int16,
    int32 as int,
    int32 as int32,
    int64 as int64,
    int_ as int_,
    intc as intc,
    intp as intp,
    list_ as list_,
    long as long,
    number as number,
    pytype_to_dtype as pytype_to_dtype,
    qint4x2 as qint4x2,
    short as short,
    single as single,
    string as string,
    tensor_type as tensor_type,
    tuple_ as tuple_,
    type_none as type_none,
    ubyte as ubyte,
    uint as uint,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uintc as uintc,
    uintp as uintp,
    ushort as ushort,
)
from ms2torch._core.generator import (
    Generator as Generator,
    default_generator as default_generator,
    get_rng_state as get_rng_state,
    initial_seed as initial_seed,
    manual_seed as manual_seed,
    seed as seed,
    set_rng_state as set_rng_state,
)
from ms2torch._core.seed import get_seed as get_seed, set_seed as set_seed
from ms2torch._core.sparse_tensor import (
    COOTensor as COOTensor,
    CSRTensor as CSRTensor,
    RowTensor as RowTensor,
    RowTensorInner as RowTensorInner,
    SparseTensor as SparseTensor,
)
from ms2torch.nn._dump import (
    set_dump as set_dump,
)

from . import dtype as dtype
from ._grad_function import (
    _Function as _Function,
)
from .api import (
    JitConfig as JitConfig,
    _no_grad as _no_grad,
    jit as jit,
    jit_class as jit_class,
    ms_memory_recycle as ms_memory_recycle,
    mutable as mutable,
)
from .graph_marks import (
    Symbol as Symbol,
    enable_dynamic as enable_dynamic,
    lazy_inline as lazy_inline,
    no_inline as no_inline,
    set_recursion_limit as set_recursion_limit,
)
from .parameter import (
    Parameter as Parameter,
    ParameterTuple as ParameterTuple,
)
from .quant_dtype import QuantDtype as QuantDtype
from .recompute import (
    recompute as recompute,
)
from .saved_tensors import (
    register_saved_tensors_hooks as register_saved_tensors_hooks,
    saved_tensors_hooks as saved_tensors_hooks,
)
from .tensor import (
    Tensor as Tensor,
    tensor as tensor,
)
from .tensor_tools import (
    from_numpy as from_numpy,
    is_tensor as is_tensor,
    swap_tensors as swap_tensors,
)
