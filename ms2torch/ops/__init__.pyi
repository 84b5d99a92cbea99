"""What `mindspore.ops` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .function.activation import (
    celu as celu,
    elu as elu,
    fast_gelu as fast_gelu,
    gelu as gelu,
    glu as glu,
    gumbel_softmax as gumbel_softmax,
    inplace_sigmoid as inplace_sigmoid,
    log_softmax as log_softmax,
    logsigmoid as logsigmoid,
    mish as mish,
    relu as relu,
    selu as selu,
    sigmoid as sigmoid,
    silu as silu,
    softmax as softmax,
    softmin as softmin,
    softplus as softplus,
    softsign as softsign,
    swiglu as swiglu,
    tanh as tanh,
    tanh_ as tanh_,
    tanhshrink as tanhshrink,
)
from .function.activation_piecewise import (
    hardshrink as hardshrink,
    hardsigmoid as hardsigmoid,
    hardswish as hardswish,
    hardtanh as hardtanh,
    leaky_relu as leaky_relu,
    prelu as prelu,
    relu6 as relu6,
    rrelu as rrelu,
    soft_shrink as soft_shrink,
    softshrink as softshrink,
    threshold as threshold,
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
from .function.dropout import (
    dropout as dropout,
    dropout1d as dropout1d,
    dropout2d as dropout2d,
    dropout3d as dropout3d,
)
from .function.grad.grad_func import (
    get_grad as get_grad,
    grad as grad,
    value_and_grad as value_and_grad,
)
from .function.loss import (
    cosine_embedding_loss as cosine_embedding_loss,
    gaussian_nll_loss as gaussian_nll_loss,
    hinge_embedding_loss as hinge_embedding_loss,
    huber_loss as huber_loss,
    l1_loss as l1_loss,
    margin_ranking_loss as margin_ranking_loss,
    mse_loss as mse_loss,
    smooth_l1_loss as smooth_l1_loss,
    soft_margin_loss as soft_margin_loss,
    triplet_margin_loss as triplet_margin_loss,
)
from .function.loss_class import (
    binary_cross_entropy as binary_cross_entropy,
    binary_cross_entropy_with_logits as binary_cross_entropy_with_logits,
    cross_entropy as cross_entropy,
    ctc_loss as ctc_loss,
    kl_div as kl_div,
    multi_margin_loss as multi_margin_loss,
    multilabel_margin_loss as multilabel_margin_loss,
    multilabel_soft_margin_loss as multilabel_soft_margin_loss,
    nll_loss as nll_loss,
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
from .function.norm import (
    add_rms_norm as add_rms_norm,
    batch_norm as batch_norm,
    bias_add as bias_add,
    group_norm as group_norm,
    layer_norm as layer_norm,
    lrn as lrn,
    rms_norm as rms_norm,
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
from .operations.activation_ops import (
    CeLU as CeLU,
    Dropout as Dropout,
    Dropout2D as Dropout2D,
    Dropout3D as Dropout3D,
    Elu as Elu,
    FastGeLU as FastGeLU,
    FastGelu as FastGelu,
    GeLU as GeLU,
    Gelu as Gelu,
    HShrink as HShrink,
    HSigmoid as HSigmoid,
    HSwish as HSwish,
    LogSoftmax as LogSoftmax,
    Mish as Mish,
    PReLU as PReLU,
    ReLU as ReLU,
    ReLU6 as ReLU6,
    SeLU as SeLU,
    Sigmoid as Sigmoid,
    SoftShrink as SoftShrink,
    Softmax as Softmax,
    Softplus as Softplus,
    Softsign as Softsign,
    Tanh as Tanh,
)
from .operations.norm_ops import (
    LRN as LRN,
    BatchNorm as BatchNorm,
    BiasAdd as BiasAdd,
    L2Normalize as L2Normalize,
    LayerNorm as LayerNorm,
    RmsNorm as RmsNorm,
)
from .primitive import (
    Primitive as Primitive,
)
