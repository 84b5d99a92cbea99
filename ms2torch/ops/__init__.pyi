"""What `mindspore.ops` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .function.activation import (
    gelu as gelu,
    relu as relu,
    sigmoid as sigmoid,
    softmax as softmax,
    tanh as tanh,
)
from .function.array import (
    cast as cast,
    expand_dims as expand_dims,
    ones_like as ones_like,
    permute as permute,
    reshape as reshape,
    stack as stack,
    transpose as transpose,
    zeros_like as zeros_like,
)
from .function.conv import (
    conv1d as conv1d,
    conv2d as conv2d,
    conv3d as conv3d,
)
from .function.grad.grad_func import (
    get_grad as get_grad,
    grad as grad,
    value_and_grad as value_and_grad,
)
from .function.math import (
    abs as abs,
    add as add,
    div as div,
    exp as exp,
    log as log,
    matmul as matmul,
    maximum as maximum,
    minimum as minimum,
    mul as mul,
    pow as pow,
    sqrt as sqrt,
    square as square,
    sub as sub,
)
from .function.pool import (
    adaptive_avg_pool2d as adaptive_avg_pool2d,
    max_pool2d as max_pool2d,
)
from .function.reduce import (
    amax as amax,
    amin as amin,
    argmax as argmax,
    max as max,
    mean as mean,
    min as min,
    std as std,
    sum as sum,
    var as var,
)
from .primitive import (
    Primitive as Primitive,
)
