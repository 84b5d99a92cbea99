"""`mindspore.mint.nn.functional`: the functions of layers, under torch's argument names and defaults."""

from ms2torch.mint._array import (
    flatten as flatten,
)
from ms2torch.mint._layers import (
    conv2d as conv2d,
)
from ms2torch.mint.nn._functional_activations import (
    elu as elu,
    elu_ as elu_,
    glu as glu,
    hardtanh as hardtanh,
    hardtanh_ as hardtanh_,
    leaky_relu as leaky_relu,
    log_softmax as log_softmax,
    logsigmoid as logsigmoid,
    mish as mish,
    relu6 as relu6,
    relu_ as relu_,
    selu as selu,
    silu as silu,
    softmax as softmax,
    threshold as threshold,
    threshold_ as threshold_,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_avg_pool1d as adaptive_avg_pool1d,
    adaptive_avg_pool2d as adaptive_avg_pool2d,
    adaptive_avg_pool3d as adaptive_avg_pool3d,
    adaptive_max_pool1d as adaptive_max_pool1d,
    avg_pool1d as avg_pool1d,
    avg_pool2d as avg_pool2d,
    avg_pool3d as avg_pool3d,
    batch_norm as batch_norm,
    conv1d as conv1d,
    conv3d as conv3d,
    dropout as dropout,
    dropout2d as dropout2d,
    fold as fold,
    interpolate as interpolate,
    max_pool2d as max_pool2d,
    max_unpool2d as max_unpool2d,
    normalize as normalize,
    one_hot as one_hot,
    pad as pad,
    pixel_shuffle as pixel_shuffle,
    unfold as unfold,
    upsample as upsample,
)
from ms2torch.mint.nn._functional_losses import (
    binary_cross_entropy as binary_cross_entropy,
    binary_cross_entropy_with_logits as binary_cross_entropy_with_logits,
    cosine_embedding_loss as cosine_embedding_loss,
    cross_entropy as cross_entropy,
    kl_div as kl_div,
    nll_loss as nll_loss,
    smooth_l1_loss as smooth_l1_loss,
)
from ms2torch.ops.function.array.lookup import (
    embedding as embedding,
)
from ms2torch.ops.function.image.sample import (
    grid_sample as grid_sample,
)
from ms2torch.ops.function.nn.activation import (
    gelu as gelu,
    inplace_sigmoid as sigmoid_,
    relu as relu,
    sigmoid as sigmoid,
    softplus as softplus,
    tanh as tanh,
)
from ms2torch.ops.function.nn.activation_piecewise import (
    hardshrink as hardshrink,
    hardsigmoid as hardsigmoid,
    hardswish as hardswish,
    prelu as prelu,
    softshrink as softshrink,
)
from ms2torch.ops.function.nn.conv_transpose import (
    conv_transpose2d as conv_transpose2d,
)
from ms2torch.ops.function.nn.dense import (
    dense as linear,
)
from ms2torch.ops.function.nn.loss import (
    l1_loss as l1_loss,
    mse_loss as mse_loss,
    soft_margin_loss as soft_margin_loss,
)
from ms2torch.ops.function.nn.norm import (
    group_norm as group_norm,
    layer_norm as layer_norm,
)
from ms2torch.ops.function.nn.pool_adaptive import (
    adaptive_max_pool2d as adaptive_max_pool2d,
)

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose2d",
    "cosine_embedding_loss",
    "cross_entropy",
    "dropout",
    "dropout2d",
    "elu",
    "elu_",
    "embedding",
    "flatten",
    "fold",
    "gelu",
    "glu",
    "grid_sample",
    "group_norm",
    "hardtanh",
    "hardtanh_",
    "interpolate",
    "kl_div",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsigmoid",
    "max_pool2d",
    "max_unpool2d",
    "mse_loss",
    "nll_loss",
    "normalize",
    "one_hot",
    "pad",
    "pixel_shuffle",
    "prelu",
    "relu",
    "relu6",
    "relu_",
    "sigmoid",
    "sigmoid_",
    "silu",
    "soft_margin_loss",
    "softmax",
    "tanh",
    "threshold",
    "threshold_",
    "unfold",
    "upsample",
]
