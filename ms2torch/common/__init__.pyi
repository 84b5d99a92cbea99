"""What `mindspore.common` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import dtype as dtype
from ._grad_function import (
    _Function as _Function,
)
from .api import (
    JitConfig as JitConfig,
)
from .api import (
    _no_grad as _no_grad,
)
from .api import (
    jit as jit,
)
from .api import (
    jit_class as jit_class,
)
from .api import (
    ms_memory_recycle as ms_memory_recycle,
)
from .api import (
    mutable as mutable,
)
from .dtype import (
    Int as Int,
)
from .dtype import (
    TensorType as TensorType,
)
from .dtype import (
    Type as Type,
)
from .dtype import (
    bfloat16 as bfloat16,
)
from .dtype import (
    bool_ as bool_,
)
from .dtype import (
    byte as byte,
)
from .dtype import (
    cdouble as cdouble,
)
from .dtype import (
    cfloat as cfloat,
)
from .dtype import (
    complex64 as complex64,
)
from .dtype import (
    complex128 as complex128,
)
from .dtype import (
    double as double,
)
from .dtype import (
    dtype_to_nptype as dtype_to_nptype,
)
from .dtype import (
    dtype_to_pytype as dtype_to_pytype,
)
from .dtype import (
    float8_e4m3fn as float8_e4m3fn,
)
from .dtype import (
    float8_e5m2 as float8_e5m2,
)
from .dtype import (
    float16 as float16,
)
from .dtype import (
    float32 as float32,
)
from .dtype import (
    float64 as float64,
)
from .dtype import (
    float_ as float_,
)
from .dtype import (
    get_py_obj_dtype as get_py_obj_dtype,
)
from .dtype import (
    half as half,
)
from .dtype import (
    int8 as int8,
)
from .dtype import (
    int16 as int16,
)
from .dtype import (
    int32 as int32,
)
from .dtype import (
    int64 as int64,
)
from .dtype import (
    int_ as int_,
)
from .dtype import (
    intc as intc,
)
from .dtype import (
    intp as intp,
)
from .dtype import (
    list_ as list_,
)
from .dtype import (
    long as long,
)
from .dtype import (
    number as number,
)
from .dtype import (
    pytype_to_dtype as pytype_to_dtype,
)
from .dtype import (
    short as short,
)
from .dtype import (
    single as single,
)
from .dtype import (
    string as string,
)
from .dtype import (
    tensor_type as tensor_type,
)
from .dtype import (
    tuple_ as tuple_,
)
from .dtype import (
    type_none as type_none,
)
from .dtype import (
    ubyte as ubyte,
)
from .dtype import (
    uint as uint,
)
from .dtype import (
    uint8 as uint8,
)
from .dtype import (
    uint16 as uint16,
)
from .dtype import (
    uint32 as uint32,
)
from .dtype import (
    uint64 as uint64,
)
from .dtype import (
    uintc as uintc,
)
from .dtype import (
    uintp as uintp,
)
from .dtype import (
    ushort as ushort,
)
from .graph_marks import (
    QuantDtype as QuantDtype,
)
from .graph_marks import (
    Symbol as Symbol,
)
from .graph_marks import (
    enable_dynamic as enable_dynamic,
)
from .graph_marks import (
    lazy_inline as lazy_inline,
)
from .graph_marks import (
    no_inline as no_inline,
)
from .graph_marks import (
    set_recursion_limit as set_recursion_limit,
)
from .parameter import (
    Parameter as Parameter,
)
from .parameter import (
    ParameterTuple as ParameterTuple,
)
from .recompute import (
    recompute as recompute,
)
from .saved_tensors import (
    register_saved_tensors_hooks as register_saved_tensors_hooks,
)
from .saved_tensors import (
    saved_tensors_hooks as saved_tensors_hooks,
)
from .seed import (
    get_seed as get_seed,
)
from .seed import (
    set_seed as set_seed,
)
from .sparse_tensor import (
    COOTensor as COOTensor,
)
from .sparse_tensor import (
    CSRTensor as CSRTensor,
)
from .sparse_tensor import (
    RowTensor as RowTensor,
)
from .sparse_tensor import (
    RowTensorInner as RowTensorInner,
)
from .sparse_tensor import (
    SparseTensor as SparseTensor,
)
from .tensor import (
    Tensor as Tensor,
)
from .tensor import (
    tensor as tensor,
)
from .tensor_tools import (
    from_numpy as from_numpy,
)
from .tensor_tools import (
    is_tensor as is_tensor,
)
from .tensor_tools import (
    swap_tensors as swap_tensors,
)
