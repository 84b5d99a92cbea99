"""`mindspore.mint.nn.functional`: the functions of layers, under torch's argument names and defaults."""

from ms2torch.mint._array import (
    flatten as flatten,
)
from ms2torch.mint._math import (
    conv2d as conv2d,
)
from ms2torch.mint.nn._functional_activations import (
    elu as elu,
)
from ms2torch.mint.nn._functional_activations import (
    elu_ as elu_,
)
from ms2torch.mint.nn._functional_activations import (
    glu as glu,
)
from ms2torch.mint.nn._functional_activations import (
    hardtanh as hardtanh,
)
from ms2torch.mint.nn._functional_activations import (
    hardtanh_ as hardtanh_,
)
from ms2torch.mint.nn._functional_activations import (
    leaky_relu as leaky_relu,
)
from ms2torch.mint.nn._functional_activations import (
    log_softmax as log_softmax,
)
from ms2torch.mint.nn._functional_activations import (
    logsigmoid as logsigmoid,
)
from ms2torch.mint.nn._functional_activations import (
    mish as mish,
)
from ms2torch.mint.nn._functional_activations import (
    relu as relu,
)
from ms2torch.mint.nn._functional_activations import (
    relu6 as relu6,
)
from ms2torch.mint.nn._functional_activations import (
    relu_ as relu_,
)
from ms2torch.mint.nn._functional_activations import (
    selu as selu,
)
from ms2torch.mint.nn._functional_activations import (
    sigmoid_ as sigmoid_,
)
from ms2torch.mint.nn._functional_activations import (
    silu as silu,
)
from ms2torch.mint.nn._functional_activations import (
    softmax as softmax,
)
from ms2torch.mint.nn._functional_activations import (
    threshold as threshold,
)
from ms2torch.mint.nn._functional_activations import (
    threshold_ as threshold_,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_avg_pool1d as adaptive_avg_pool1d,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_avg_pool2d as adaptive_avg_pool2d,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_avg_pool3d as adaptive_avg_pool3d,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_max_pool1d as adaptive_max_pool1d,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_max_pool2d as adaptive_max_pool2d,
)
from ms2torch.mint.nn._functional_layers import (
    avg_pool1d as avg_pool1d,
)
from ms2torch.mint.nn._functional_layers import (
    avg_pool2d as avg_pool2d,
)
from ms2torch.mint.nn._functional_layers import (
    avg_pool3d as avg_pool3d,
)
from ms2torch.mint.nn._functional_layers import (
    batch_norm as batch_norm,
)
from ms2torch.mint.nn._functional_layers import (
    conv1d as conv1d,
)
from ms2torch.mint.nn._functional_layers import (
    conv3d as conv3d,
)
from ms2torch.mint.nn._functional_layers import (
    conv_transpose2d as conv_transpose2d,
)
from ms2torch.mint.nn._functional_layers import (
    dropout as dropout,
)
from ms2torch.mint.nn._functional_layers import (
    dropout2d as dropout2d,
)
from ms2torch.mint.nn._functional_layers import (
    embedding as embedding,
)
from ms2torch.mint.nn._functional_layers import (
    fold as fold,
)
from ms2torch.mint.nn._functional_layers import (
    grid_sample as grid_sample,
)
from ms2torch.mint.nn._functional_layers import (
    group_norm as group_norm,
)
from ms2torch.mint.nn._functional_layers import (
    interpolate as interpolate,
)
from ms2torch.mint.nn._functional_layers import (
    layer_norm as layer_norm,
)
from ms2torch.mint.nn._functional_layers import (
    linear as linear,
)
from ms2torch.mint.nn._functional_layers import (
    max_pool2d as max_pool2d,
)
from ms2torch.mint.nn._functional_layers import (
    max_unpool2d as max_unpool2d,
)
from ms2torch.mint.nn._functional_layers import (
    normalize as normalize,
)
from ms2torch.mint.nn._functional_layers import (
    one_hot as one_hot,
)
from ms2torch.mint.nn._functional_layers import (
    pad as pad,
)
from ms2torch.mint.nn._functional_layers import (
    pixel_shuffle as pixel_shuffle,
)
from ms2torch.mint.nn._functional_layers import (
    unfold as unfold,
)
from ms2torch.mint.nn._functional_layers import (
    upsample as upsample,
)
from ms2torch.mint.nn._functional_losses import (
    binary_cross_entropy as binary_cross_entropy,
)
from ms2torch.mint.nn._functional_losses import (
    binary_cross_entropy_with_logits as binary_cross_entropy_with_logits,
)
from ms2torch.mint.nn._functional_losses import (
    cosine_embedding_loss as cosine_embedding_loss,
)
from ms2torch.mint.nn._functional_losses import (
    cross_entropy as cross_entropy,
)
from ms2torch.mint.nn._functional_losses import (
    kl_div as kl_div,
)
from ms2torch.mint.nn._functional_losses import (
    nll_loss as nll_loss,
)
from ms2torch.mint.nn._functional_losses import (
    smooth_l1_loss as smooth_l1_loss,
)
from ms2torch.ops.function.activation import (
    gelu as gelu,
)
from ms2torch.ops.function.activation import (
    sigmoid as sigmoid,
)
from ms2torch.ops.function.activation import (
    softplus as softplus,
)
from ms2torch.ops.function.activation import (
    tanh as tanh,
)
from ms2torch.ops.function.activation_piecewise import (
    hardshrink as hardshrink,
)
from ms2torch.ops.function.activation_piecewise import (
    hardsigmoid as hardsigmoid,
)
from ms2torch.ops.function.activation_piecewise import (
    hardswish as hardswish,
)
from ms2torch.ops.function.activation_piecewise import (
    prelu as prelu,
)
from ms2torch.ops.function.activation_piecewise import (
    softshrink as softshrink,
)
from ms2torch.ops.function.loss import (
    l1_loss as l1_loss,
)
from ms2torch.ops.function.loss import (
    mse_loss as mse_loss,
)
from ms2torch.ops.function.loss import (
    soft_margin_loss as soft_margin_loss,
)
