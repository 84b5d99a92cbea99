"""What `mindspore` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import amp as amp
from . import dataset as dataset
from . import nn as nn
from . import ops as ops
from . import train as train
from .common import dtype as dtype
from ._hook import (
    install as install,
    uninstall as uninstall,
)
from .common.api import (
    JitConfig as JitConfig,
    jit as jit,
    jit_class as jit_class,
    ms_class as ms_class,
    mutable as mutable,
)
from .common.dtype import (
    Type as Type,
    bfloat16 as bfloat16,
    bool_ as bool_,
    byte as byte,
    complex128 as complex128,
    complex64 as complex64,
    double as double,
    dtype_to_nptype as dtype_to_nptype,
    dtype_to_pytype as dtype_to_pytype,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    float_ as float_,
    get_py_obj_dtype as get_py_obj_dtype,
    half as half,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int8 as int8,
    int_ as int_,
    intc as intc,
    intp as intp,
    list_ as list_,
    long as long,
    number as number,
    pytype_to_dtype as pytype_to_dtype,
    short as short,
    single as single,
    string as string,
    tensor_type as tensor_type,
    tuple_ as tuple_,
    type_none as type_none,
    ubyte as ubyte,
    uint as uint,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uint8 as uint8,
    uintc as uintc,
    uintp as uintp,
    ushort as ushort,
)
from .common.parameter import (
    Parameter as Parameter,
    ParameterTuple as ParameterTuple,
)
from .common.seed import (
    get_seed as get_seed,
    set_seed as set_seed,
)
from .common.tensor import (
    Tensor as Tensor,
    tensor as tensor,
)
from .context import (
    GRAPH_MODE as GRAPH_MODE,
    PYNATIVE_MODE as PYNATIVE_MODE,
    get_context as get_context,
    reset_auto_parallel_context as reset_auto_parallel_context,
    set_auto_parallel_context as set_auto_parallel_context,
    set_context as set_context,
)
from .ops.function.grad.grad_func import (
    get_grad as get_grad,
    grad as grad,
    value_and_grad as value_and_grad,
)
from .train import (
    Model as Model,
    async_ckpt_thread_status as async_ckpt_thread_status,
    load_checkpoint as load_checkpoint,
    load_checkpoint_async as load_checkpoint_async,
    load_param_into_net as load_param_into_net,
    save_checkpoint as save_checkpoint,
)

__version__: str
