"""What `mindspore.ops.function.nn_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch._core.generator import (
    default_generator as default_generator,
)
from ms2torch.mint.nn._functional_activations import (
    relu_ as relu_,
)
from ms2torch.ops.function.array.arrange import (
    flip as flip,
    fliplr as fliplr,
    flipud as flipud,
)
from ms2torch.ops.function.array.create import (
    ones as ones,
)
from ms2torch.ops.function.array.index import (
    masked_select as masked_select,
)
from ms2torch.ops.function.array.lookup import (
    embedding as embedding,
)
from ms2torch.ops.function.array.sort import (
    intopk as intopk,
    msort as msort,
)
from ms2torch.ops.function.image.resize import (
    interpolate as interpolate,
    upsample as upsample,
)
from ms2torch.ops.function.image.sample import (
    grid_sample as grid_sample,
)
from ms2torch.ops.function.linalg.distance import (
    pdist as pdist,
)
from ms2torch.ops.function.math.arithmetic import (
    div as div,
)
from ms2torch.ops.function.math.compare import (
    is_floating_point as is_floating_point,
)
from ms2torch.ops.function.math.reduce import (
    logsumexp as logsumexp,
)
from ms2torch.ops.function.nn.activation import (
    celu as celu,
    elu as elu,
    fast_gelu as fast_gelu,
    gelu as gelu,
    glu as glu,
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
)
from ms2torch.ops.function.nn.activation_piecewise import (
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
from ms2torch.ops.function.nn.attention_forward import (
    _check_attn_mask_shape as _check_attn_mask_shape,
    _check_kpm_shape as _check_kpm_shape,
    _check_qkv_shape as _check_qkv_shape,
    _in_projection as _in_projection,
    _in_projection_packed as _in_projection_packed,
    _inner_dropout as _inner_dropout,
    _inner_pad as _inner_pad,
    _interploate_ext_make_tuple as _interploate_ext_make_tuple,
    _interpolate_ext_scale_factor_convert_size as _interpolate_ext_scale_factor_convert_size,
    linear as linear,
    multi_head_attention_forward as multi_head_attention_forward,
)
from ms2torch.ops.function.nn.conv import (
    conv1d as conv1d,
    conv2d as conv2d,
    conv3d as conv3d,
)
from ms2torch.ops.function.nn.conv_transpose import (
    conv3d_transpose as conv3d_transpose,
    conv_transpose2d as conv_transpose2d,
)
from ms2torch.ops.function.nn.deform import (
    deformable_conv2d as deformable_conv2d,
)
from ms2torch.ops.function.nn.dense import (
    bidense as bidense,
    dense as dense,
)
from ms2torch.ops.function.nn.dropout import (
    dropout as dropout,
    dropout1d as dropout1d,
    dropout2d as dropout2d,
    dropout3d as dropout3d,
)
from ms2torch.ops.function.nn.fold import (
    channel_shuffle as channel_shuffle,
    pixel_shuffle as pixel_shuffle,
    pixel_unshuffle as pixel_unshuffle,
)
from ms2torch.ops.function.nn.fused_attention import (
    flash_attention_score as flash_attention_score,
    fused_infer_attention_score as fused_infer_attention_score,
    incre_flash_attention as incre_flash_attention,
    prompt_flash_attention as prompt_flash_attention,
    speed_fusion_attention as speed_fusion_attention,
)
from ms2torch.ops.function.nn.fused_layers import (
    moe_token_permute as moe_token_permute,
    moe_token_unpermute as moe_token_unpermute,
)
from ms2torch.ops.function.nn.loss import (
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
from ms2torch.ops.function.nn.loss_class import (
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
from ms2torch.ops.function.nn.norm import (
    add_rms_norm as add_rms_norm,
    batch_norm as batch_norm,
    bias_add as bias_add,
    group_norm as group_norm,
    layer_norm as layer_norm,
    lrn as lrn,
    rms_norm as rms_norm,
)
from ms2torch.ops.function.nn.pad import (
    mirror_pad as mirror_pad,
    pad as pad,
)
from ms2torch.ops.function.nn.pool import (
    avg_pool1d as avg_pool1d,
    avg_pool2d as avg_pool2d,
    avg_pool3d as avg_pool3d,
    lp_pool1d as lp_pool1d,
    lp_pool2d as lp_pool2d,
    max_pool2d as max_pool2d,
    max_pool3d as max_pool3d,
)
from ms2torch.ops.function.nn.pool_adaptive import (
    adaptive_avg_pool1d as adaptive_avg_pool1d,
    adaptive_avg_pool2d as adaptive_avg_pool2d,
    adaptive_avg_pool3d as adaptive_avg_pool3d,
    adaptive_max_pool1d as adaptive_max_pool1d,
    adaptive_max_pool2d as adaptive_max_pool2d,
    adaptive_max_pool3d as adaptive_max_pool3d,
    fractional_max_pool2d as fractional_max_pool2d,
    fractional_max_pool3d as fractional_max_pool3d,
    max_unpool1d as max_unpool1d,
    max_unpool2d as max_unpool2d,
    max_unpool3d as max_unpool3d,
)
from ms2torch.ops.function.nn.sequence_decode import (
    ctc_greedy_decoder as ctc_greedy_decoder,
)
from ms2torch.ops.operations.array_ops import (
    TensorToTuple as TensorToTuple,
)
from ms2torch.ops.operations.image_ops import (
    ChannelShuffle as ChannelShuffle,
    PadV3 as PadV3,
)
from ms2torch.ops.operations.loss_ops import (
    TripletMarginLoss as TripletMarginLoss,
)
from ms2torch.ops.operations.pool_fractional_ops import (
    FractionalMaxPool3DWithFixedKsize as FractionalMaxPool3DWithFixedKsize,
    FractionalMaxPoolWithFixedKsize as FractionalMaxPoolWithFixedKsize,
)
from ms2torch.ops.operations.pool_ops import (
    MaxUnpool2D as MaxUnpool2D,
    MaxUnpool3D as MaxUnpool3D,
)
from ms2torch.ops.primitive import (
    constexpr as constexpr,
)
from ms2torch.mint import _array as _mint_array
from ms2torch.mint import _layers as _mint_layers
from ms2torch.mint.nn import _functional_activations as _mint_nn_functional_activations
from ms2torch.mint.nn import _functional_layers as _mint_nn_functional_layers
from ms2torch.mint.nn import _functional_losses as _mint_nn_functional_losses
from ms2torch.ops.function.nn import loss as _ops_function_nn_loss

adaptive_avg_pool2d_ext = _mint_nn_functional_layers.adaptive_avg_pool2d
avg_pool2d_ext = _mint_nn_functional_layers.avg_pool2d
avg_pool3d_ext = _mint_nn_functional_layers.avg_pool3d
batch_norm_ext = _mint_nn_functional_layers.batch_norm
conv2d_ext = _mint_layers.conv2d
cross_entropy_ext = _mint_nn_functional_losses.cross_entropy
dropout2d_ext = _mint_nn_functional_layers.dropout2d
dropout_ext = _mint_nn_functional_layers.dropout
flatten_ext = _mint_array.flatten
gather_ext = _mint_array.gather
glu_ext = _mint_nn_functional_activations.glu
interpolate_ext = _mint_nn_functional_layers.interpolate
kl_div_ext = _mint_nn_functional_losses.kl_div
l1_loss_ext = _ops_function_nn_loss.l1_loss
log_softmax_ext = _mint_nn_functional_activations.log_softmax
logsigmoid_ext = _mint_nn_functional_activations.logsigmoid
max_pool2d_ext = _mint_nn_functional_layers.max_pool2d
mse_loss_ext = _ops_function_nn_loss.mse_loss
nll_loss_ext = _mint_nn_functional_losses.nll_loss
pad_ext = _mint_nn_functional_layers.pad
softmax_ext = _mint_nn_functional_activations.softmax
