# ruff: noqa: TID252
"""What `mindspore.ops` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import composite as composite
from . import function as function
from . import functional as functional
from . import operations as operations
from .composite.base import (
    GradOperation as GradOperation,
)
from .composite.base import (
    HyperMap as HyperMap,
)
from .composite.base import (
    Map as Map,
)
from .composite.base import (
    MultitypeFuncGraph as MultitypeFuncGraph,
)
from .composite.base import (
    add_flags as add_flags,
)
from ..common.tensor_tools import (
    is_tensor as is_tensor,
)
from .function.activation import (
    celu as celu,
)
from .function.activation import (
    elu as elu,
)
from .function.activation import (
    fast_gelu as fast_gelu,
)
from .function.activation import (
    gelu as gelu,
)
from .function.activation import (
    glu as glu,
)
from .function.activation import (
    gumbel_softmax as gumbel_softmax,
)
from .function.activation import (
    inplace_sigmoid as inplace_sigmoid,
)
from .function.activation import (
    log_softmax as log_softmax,
)
from .function.activation import (
    logsigmoid as logsigmoid,
)
from .function.activation import (
    mish as mish,
)
from .function.activation import (
    relu as relu,
)
from .function.activation import (
    selu as selu,
)
from .function.activation import (
    sigmoid as sigmoid,
)
from .function.activation import (
    silu as silu,
)
from .function.activation import (
    softmax as softmax,
)
from .function.activation import (
    softmin as softmin,
)
from .function.activation import (
    softplus as softplus,
)
from .function.activation import (
    softsign as softsign,
)
from .function.activation import (
    swiglu as swiglu,
)
from .function.activation import (
    tanh as tanh,
)
from .function.activation import (
    tanh_ as tanh_,
)
from .function.activation import (
    tanhshrink as tanhshrink,
)
from .function.activation_piecewise import (
    hardshrink as hardshrink,
)
from .function.activation_piecewise import (
    hardsigmoid as hardsigmoid,
)
from .function.activation_piecewise import (
    hardswish as hardswish,
)
from .function.activation_piecewise import (
    hardtanh as hardtanh,
)
from .function.activation_piecewise import (
    leaky_relu as leaky_relu,
)
from .function.activation_piecewise import (
    prelu as prelu,
)
from .function.activation_piecewise import (
    relu6 as relu6,
)
from .function.activation_piecewise import (
    rrelu as rrelu,
)
from .function.activation_piecewise import (
    soft_shrink as soft_shrink,
)
from .function.activation_piecewise import (
    softshrink as softshrink,
)
from .function.activation_piecewise import (
    threshold as threshold,
)
from .function.array import (
    cast as cast,
)
from .function.array import (
    expand_dims as expand_dims,
)
from .function.array import (
    ones_like as ones_like,
)
from .function.array import (
    permute as permute,
)
from .function.array import (
    reshape as reshape,
)
from .function.array import (
    stack as stack,
)
from .function.array import (
    transpose as transpose,
)
from .function.array import (
    zeros_like as zeros_like,
)
from .function.array_arrange import (
    flip as flip,
)
from .function.array_arrange import (
    fliplr as fliplr,
)
from .function.array_arrange import (
    flipud as flipud,
)
from .function.array_arrange import (
    repeat_elements as repeat_elements,
)
from .function.array_arrange import (
    repeat_interleave as repeat_interleave,
)
from .function.array_arrange import (
    reverse as reverse,
)
from .function.array_arrange import (
    roll as roll,
)
from .function.array_arrange import (
    rot90 as rot90,
)
from .function.array_arrange import (
    tile as tile,
)
from .function.array_create import (
    arange as arange,
)
from .function.array_create import (
    eye as eye,
)
from .function.array_create import (
    fill as fill,
)
from .function.array_create import (
    fills as fills,
)
from .function.array_create import (
    full as full,
)
from .function.array_create import (
    full_like as full_like,
)
from .function.array_create import (
    linspace as linspace,
)
from .function.array_create import (
    logspace as logspace,
)
from .function.array_create import (
    meshgrid as meshgrid,
)
from .function.array_create import (
    one_hot as one_hot,
)
from .function.array_create import (
    ones as ones,
)
from .function.array_create import (
    range as range,
)
from .function.array_create import (
    sequence_mask as sequence_mask,
)
from .function.array_create import (
    tril_indices as tril_indices,
)
from .function.array_create import (
    triu_indices as triu_indices,
)
from .function.array_create import (
    tuple_to_array as tuple_to_array,
)
from .function.array_create import (
    vander as vander,
)
from .function.array_create import (
    zeros as zeros,
)
from .function.array_diag import (
    diag as diag,
)
from .function.array_diag import (
    diag_embed as diag_embed,
)
from .function.array_diag import (
    diagflat as diagflat,
)
from .function.array_diag import (
    diagonal as diagonal,
)
from .function.array_diag import (
    diagonal_scatter as diagonal_scatter,
)
from .function.array_diag import (
    matrix_band_part as matrix_band_part,
)
from .function.array_diag import (
    matrix_diag as matrix_diag,
)
from .function.array_diag import (
    matrix_diag_part as matrix_diag_part,
)
from .function.array_diag import (
    matrix_set_diag as matrix_set_diag,
)
from .function.array_diag import (
    tril as tril,
)
from .function.array_diag import (
    triu as triu,
)
from .function.array_index import (
    argwhere as argwhere,
)
from .function.array_index import (
    gather as gather,
)
from .function.array_index import (
    gather_d as gather_d,
)
from .function.array_index import (
    gather_elements as gather_elements,
)
from .function.array_index import (
    gather_nd as gather_nd,
)
from .function.array_index import (
    index_select as index_select,
)
from .function.array_index import (
    masked_fill as masked_fill,
)
from .function.array_index import (
    masked_select as masked_select,
)
from .function.array_index import (
    narrow as narrow,
)
from .function.array_index import (
    nonzero as nonzero,
)
from .function.array_index import (
    select as select,
)
from .function.array_index import (
    slice as slice,
)
from .function.array_index import (
    strided_slice as strided_slice,
)
from .function.array_index import (
    take as take,
)
from .function.array_index import (
    where as where,
)
from .function.array_info import (
    coalesce as coalesce,
)
from .function.array_info import (
    deepcopy as deepcopy,
)
from .function.array_info import (
    dtype as dtype,
)
from .function.array_info import (
    dyn_shape as dyn_shape,
)
from .function.array_info import (
    make_range as make_range,
)
from .function.array_info import (
    move_to as move_to,
)
from .function.array_info import (
    numel as numel,
)
from .function.array_info import (
    padding as padding,
)
from .function.array_info import (
    rank as rank,
)
from .function.array_info import (
    shape as shape,
)
from .function.array_info import (
    size as size,
)
from .function.array_info import (
    type_as as type_as,
)
from .function.array_info import (
    typeof as typeof,
)
from .function.array_join import (
    block_diag as block_diag,
)
from .function.array_join import (
    cartesian_prod as cartesian_prod,
)
from .function.array_join import (
    cat as cat,
)
from .function.array_join import (
    chunk as chunk,
)
from .function.array_join import (
    column_stack as column_stack,
)
from .function.array_join import (
    combinations as combinations,
)
from .function.array_join import (
    concat as concat,
)
from .function.array_join import (
    dsplit as dsplit,
)
from .function.array_join import (
    dstack as dstack,
)
from .function.array_join import (
    hsplit as hsplit,
)
from .function.array_join import (
    hstack as hstack,
)
from .function.array_join import (
    row_stack as row_stack,
)
from .function.array_join import (
    split as split,
)
from .function.array_join import (
    tensor_split as tensor_split,
)
from .function.array_join import (
    unbind as unbind,
)
from .function.array_join import (
    unstack as unstack,
)
from .function.array_join import (
    vsplit as vsplit,
)
from .function.array_join import (
    vstack as vstack,
)
from .function.array_scatter import (
    index_fill as index_fill,
)
from .function.array_scatter import (
    inplace_add as inplace_add,
)
from .function.array_scatter import (
    inplace_sub as inplace_sub,
)
from .function.array_scatter import (
    inplace_update as inplace_update,
)
from .function.array_scatter import (
    scatter as scatter,
)
from .function.array_scatter import (
    scatter_nd as scatter_nd,
)
from .function.array_scatter import (
    select_scatter as select_scatter,
)
from .function.array_scatter import (
    slice_scatter as slice_scatter,
)
from .function.array_scatter import (
    tensor_scatter_add as tensor_scatter_add,
)
from .function.array_scatter import (
    tensor_scatter_div as tensor_scatter_div,
)
from .function.array_scatter import (
    tensor_scatter_elements as tensor_scatter_elements,
)
from .function.array_scatter import (
    tensor_scatter_max as tensor_scatter_max,
)
from .function.array_scatter import (
    tensor_scatter_min as tensor_scatter_min,
)
from .function.array_scatter import (
    tensor_scatter_mul as tensor_scatter_mul,
)
from .function.array_scatter import (
    tensor_scatter_sub as tensor_scatter_sub,
)
from .function.array_scatter import (
    tensor_scatter_update as tensor_scatter_update,
)
from .function.array_scatter_inplace import (
    index_add as index_add,
)
from .function.array_scatter_inplace import (
    inplace_index_add as inplace_index_add,
)
from .function.array_scatter_inplace import (
    scatter_add as scatter_add,
)
from .function.array_scatter_inplace import (
    scatter_div as scatter_div,
)
from .function.array_scatter_inplace import (
    scatter_max as scatter_max,
)
from .function.array_scatter_inplace import (
    scatter_min as scatter_min,
)
from .function.array_scatter_inplace import (
    scatter_mul as scatter_mul,
)
from .function.array_scatter_inplace import (
    scatter_nd_add as scatter_nd_add,
)
from .function.array_scatter_inplace import (
    scatter_nd_div as scatter_nd_div,
)
from .function.array_scatter_inplace import (
    scatter_nd_max as scatter_nd_max,
)
from .function.array_scatter_inplace import (
    scatter_nd_min as scatter_nd_min,
)
from .function.array_scatter_inplace import (
    scatter_nd_mul as scatter_nd_mul,
)
from .function.array_scatter_inplace import (
    scatter_nd_sub as scatter_nd_sub,
)
from .function.array_scatter_inplace import (
    scatter_nd_update as scatter_nd_update,
)
from .function.array_scatter_inplace import (
    scatter_update as scatter_update,
)
from .function.array_segment import (
    unsorted_segment_max as unsorted_segment_max,
)
from .function.array_segment import (
    unsorted_segment_min as unsorted_segment_min,
)
from .function.array_segment import (
    unsorted_segment_prod as unsorted_segment_prod,
)
from .function.array_segment import (
    unsorted_segment_sum as unsorted_segment_sum,
)
from .function.array_shape import (
    atleast_1d as atleast_1d,
)
from .function.array_shape import (
    atleast_2d as atleast_2d,
)
from .function.array_shape import (
    atleast_3d as atleast_3d,
)
from .function.array_shape import (
    broadcast_to as broadcast_to,
)
from .function.array_shape import (
    expand as expand,
)
from .function.array_shape import (
    expand_as as expand_as,
)
from .function.array_shape import (
    flatten as flatten,
)
from .function.array_shape import (
    moveaxis as moveaxis,
)
from .function.array_shape import (
    movedim as movedim,
)
from .function.array_shape import (
    ravel as ravel,
)
from .function.array_shape import (
    reverse_sequence as reverse_sequence,
)
from .function.array_shape import (
    squeeze as squeeze,
)
from .function.array_shape import (
    swapaxes as swapaxes,
)
from .function.array_shape import (
    swapdims as swapdims,
)
from .function.array_shape import (
    t as t,
)
from .function.array_shape import (
    unsqueeze as unsqueeze,
)
from .function.array_shape import (
    view_as as view_as,
)
from .function.array_sort import (
    argsort as argsort,
)
from .function.array_sort import (
    bucketize as bucketize,
)
from .function.array_sort import (
    intopk as intopk,
)
from .function.array_sort import (
    msort as msort,
)
from .function.array_sort import (
    searchsorted as searchsorted,
)
from .function.array_sort import (
    sort as sort,
)
from .function.array_sort import (
    top_k as top_k,
)
from .function.array_sort import (
    topk as topk,
)
from .function.array_sort import (
    unique as unique,
)
from .function.array_sort import (
    unique_consecutive as unique_consecutive,
)
from .function.array_sort import (
    unique_with_pad as unique_with_pad,
)
from .function.array_window import (
    bartlett_window as bartlett_window,
)
from .function.array_window import (
    blackman_window as blackman_window,
)
from .function.array_window import (
    hamming_window as hamming_window,
)
from .function.array_window import (
    hann_window as hann_window,
)
from .function.array_window import (
    kaiser_window as kaiser_window,
)
from .function.clip_func import (
    clamp as clamp,
)
from .function.clip_func import (
    clip as clip,
)
from .function.clip_func import (
    clip_by_global_norm as clip_by_global_norm,
)
from .function.clip_func import (
    clip_by_norm as clip_by_norm,
)
from .function.clip_func import (
    clip_by_value as clip_by_value,
)
from .function.conv import (
    conv1d as conv1d,
)
from .function.conv import (
    conv2d as conv2d,
)
from .function.conv import (
    conv3d as conv3d,
)
from .function.conv_transpose import (
    conv3d_transpose as conv3d_transpose,
)
from .function.conv_transpose import (
    conv_transpose2d as conv_transpose2d,
)
from .function.debug import (
    depend as depend,
)
from .function.debug import (
    identity as identity,
)
from .function.debug import (
    partial as partial,
)
from .function.debug import (
    print_ as print_,
)
from .function.debug import (
    stop_gradient as stop_gradient,
)
from .function.dense_func import (
    bidense as bidense,
)
from .function.dense_func import (
    dense as dense,
)
from .function.detection import (
    bounding_box_decode as bounding_box_decode,
)
from .function.detection import (
    bounding_box_encode as bounding_box_encode,
)
from .function.detection import (
    check_valid as check_valid,
)
from .function.detection import (
    iou as iou,
)
from .function.dropout_func import (
    dropout as dropout,
)
from .function.dropout_func import (
    dropout1d as dropout1d,
)
from .function.dropout_func import (
    dropout2d as dropout2d,
)
from .function.dropout_func import (
    dropout3d as dropout3d,
)
from .function.fold_func import (
    batch_to_space_nd as batch_to_space_nd,
)
from .function.fold_func import (
    channel_shuffle as channel_shuffle,
)
from .function.fold_func import (
    col2im as col2im,
)
from .function.fold_func import (
    fold as fold,
)
from .function.fold_func import (
    pixel_shuffle as pixel_shuffle,
)
from .function.fold_func import (
    pixel_unshuffle as pixel_unshuffle,
)
from .function.fold_func import (
    space_to_batch_nd as space_to_batch_nd,
)
from .function.fold_func import (
    unfold as unfold,
)
from .function.grad.grad_func import (
    derivative as derivative,
)
from .function.grad.grad_func import (
    get_grad as get_grad,
)
from .function.grad.grad_func import (
    grad as grad,
)
from .function.grad.grad_func import (
    jacfwd as jacfwd,
)
from .function.grad.grad_func import (
    jacrev as jacrev,
)
from .function.grad.grad_func import (
    jet as jet,
)
from .function.grad.grad_func import (
    jvp as jvp,
)
from .function.grad.grad_func import (
    linearize as linearize,
)
from .function.grad.grad_func import (
    value_and_grad as value_and_grad,
)
from .function.grad.grad_func import (
    vjp as vjp,
)
from .function.image import (
    affine_grid as affine_grid,
)
from .function.image import (
    crop_and_resize as crop_and_resize,
)
from .function.image import (
    grid_sample as grid_sample,
)
from .function.legacy import (
    floordiv as floordiv,
)
from .function.legacy import (
    hyper_add as hyper_add,
)
from .function.legacy import (
    pows as pows,
)
from .function.legacy import (
    reduce_max as reduce_max,
)
from .function.legacy import (
    reduce_mean as reduce_mean,
)
from .function.legacy import (
    reduce_min as reduce_min,
)
from .function.legacy import (
    reduce_sum as reduce_sum,
)
from .function.legacy import (
    scalar_add as scalar_add,
)
from .function.legacy import (
    scalar_cast as scalar_cast,
)
from .function.legacy import (
    scalar_div as scalar_div,
)
from .function.legacy import (
    scalar_eq as scalar_eq,
)
from .function.legacy import (
    scalar_floordiv as scalar_floordiv,
)
from .function.legacy import (
    scalar_ge as scalar_ge,
)
from .function.legacy import (
    scalar_gt as scalar_gt,
)
from .function.legacy import (
    scalar_le as scalar_le,
)
from .function.legacy import (
    scalar_log as scalar_log,
)
from .function.legacy import (
    scalar_lt as scalar_lt,
)
from .function.legacy import (
    scalar_max as scalar_max,
)
from .function.legacy import (
    scalar_min as scalar_min,
)
from .function.legacy import (
    scalar_mod as scalar_mod,
)
from .function.legacy import (
    scalar_mul as scalar_mul,
)
from .function.legacy import (
    scalar_pow as scalar_pow,
)
from .function.legacy import (
    scalar_sub as scalar_sub,
)
from .function.legacy import (
    scalar_to_tensor as scalar_to_tensor,
)
from .function.legacy import (
    scalar_uadd as scalar_uadd,
)
from .function.legacy import (
    scalar_usub as scalar_usub,
)
from .function.legacy import (
    tensor_add as tensor_add,
)
from .function.legacy import (
    tensor_div as tensor_div,
)
from .function.legacy import (
    tensor_exp as tensor_exp,
)
from .function.legacy import (
    tensor_expm1 as tensor_expm1,
)
from .function.legacy import (
    tensor_floordiv as tensor_floordiv,
)
from .function.legacy import (
    tensor_ge as tensor_ge,
)
from .function.legacy import (
    tensor_gt as tensor_gt,
)
from .function.legacy import (
    tensor_le as tensor_le,
)
from .function.legacy import (
    tensor_lt as tensor_lt,
)
from .function.legacy import (
    tensor_mod as tensor_mod,
)
from .function.legacy import (
    tensor_mul as tensor_mul,
)
from .function.legacy import (
    tensor_muls as tensor_muls,
)
from .function.legacy import (
    tensor_pow as tensor_pow,
)
from .function.legacy import (
    tensor_sub as tensor_sub,
)
from .function.linalg import (
    cond as cond,
)
from .function.linalg import (
    det as det,
)
from .function.linalg import (
    det as matrix_determinant,
)
from .function.linalg import (
    inverse as inverse,
)
from .function.linalg import (
    logdet as logdet,
)
from .function.linalg import (
    matrix_norm as matrix_norm,
)
from .function.linalg import (
    norm as norm,
)
from .function.linalg import (
    pinv as pinv,
)
from .function.linalg import (
    slogdet as log_matrix_determinant,
)
from .function.linalg import (
    slogdet as slogdet,
)
from .function.linalg import (
    vector_norm as vector_norm,
)
from .function.linalg_products import (
    cosine_similarity as cosine_similarity,
)
from .function.linalg_products import (
    addbmm as addbmm,
)
from .function.linalg_products import (
    addmm as addmm,
)
from .function.linalg_products import (
    addmv as addmv,
)
from .function.linalg_products import (
    addr as addr,
)
from .function.linalg_products import (
    adjoint as adjoint,
)
from .function.linalg_products import (
    baddbmm as baddbmm,
)
from .function.linalg_products import (
    batch_dot as batch_dot,
)
from .function.linalg_products import (
    bmm as bmm,
)
from .function.linalg_products import (
    cross as cross,
)
from .function.linalg_products import (
    dot as dot,
)
from .function.linalg_products import (
    einsum as einsum,
)
from .function.linalg_products import (
    ger as ger,
)
from .function.linalg_products import (
    inner as inner,
)
from .function.linalg_products import (
    kron as kron,
)
from .function.linalg_products import (
    mm as mm,
)
from .function.linalg_products import (
    mv as mv,
)
from .function.linalg_products import (
    outer as outer,
)
from .function.linalg_products import (
    tensor_dot as tensor_dot,
)
from .function.linalg_products import (
    trace as trace,
)
from .function.linalg_products import (
    vecdot as vecdot,
)
from .function.linalg_solve import (
    cdist as cdist,
)
from .function.linalg_solve import (
    cholesky as cholesky,
)
from .function.linalg_solve import (
    cholesky_inverse as cholesky_inverse,
)
from .function.linalg_solve import (
    cholesky_solve as cholesky_solve,
)
from .function.linalg_solve import (
    eig as eig,
)
from .function.linalg_solve import (
    eigvals as eigvals,
)
from .function.linalg_solve import (
    geqrf as geqrf,
)
from .function.linalg_solve import (
    lstsq as lstsq,
)
from .function.linalg_solve import (
    lu_solve as lu_solve,
)
from .function.linalg_solve import (
    lu_unpack as lu_unpack,
)
from .function.linalg_solve import (
    matrix_exp as matrix_exp,
)
from .function.linalg_solve import (
    matrix_power as matrix_power,
)
from .function.linalg_solve import (
    matrix_solve as matrix_solve,
)
from .function.linalg_solve import (
    orgqr as orgqr,
)
from .function.linalg_solve import (
    ormqr as ormqr,
)
from .function.linalg_solve import (
    qr as qr,
)
from .function.linalg_solve import (
    svd as svd,
)
from .function.lookup import (
    embedding as embedding,
)
from .function.loss import (
    cosine_embedding_loss as cosine_embedding_loss,
)
from .function.loss import (
    gaussian_nll_loss as gaussian_nll_loss,
)
from .function.loss import (
    hinge_embedding_loss as hinge_embedding_loss,
)
from .function.loss import (
    huber_loss as huber_loss,
)
from .function.loss import (
    l1_loss as l1_loss,
)
from .function.loss import (
    margin_ranking_loss as margin_ranking_loss,
)
from .function.loss import (
    mse_loss as mse_loss,
)
from .function.loss import (
    smooth_l1_loss as smooth_l1_loss,
)
from .function.loss import (
    soft_margin_loss as soft_margin_loss,
)
from .function.loss import (
    triplet_margin_loss as triplet_margin_loss,
)
from .function.loss_class import (
    binary_cross_entropy as binary_cross_entropy,
)
from .function.loss_class import (
    binary_cross_entropy_with_logits as binary_cross_entropy_with_logits,
)
from .function.loss_class import (
    cross_entropy as cross_entropy,
)
from .function.loss_class import (
    ctc_loss as ctc_loss,
)
from .function.loss_class import (
    kl_div as kl_div,
)
from .function.loss_class import (
    multi_margin_loss as multi_margin_loss,
)
from .function.loss_class import (
    multilabel_margin_loss as multilabel_margin_loss,
)
from .function.loss_class import (
    multilabel_soft_margin_loss as multilabel_soft_margin_loss,
)
from .function.loss_class import (
    nll_loss as nll_loss,
)
from .function.math import (
    add as add,
)
from .function.math import (
    div as div,
)
from .function.math import (
    divide as divide,
)
from .function.math import (
    float_power as float_power,
)
from .function.math import (
    floor_div as floor_div,
)
from .function.math import (
    floor_divide as floor_divide,
)
from .function.math import (
    floor_mod as floor_mod,
)
from .function.math import (
    floormod as floormod,
)
from .function.math import (
    fmax as fmax,
)
from .function.math import (
    fmin as fmin,
)
from .function.math import (
    fmod as fmod,
)
from .function.math import (
    matmul as matmul,
)
from .function.math import (
    maximum as maximum,
)
from .function.math import (
    minimum as minimum,
)
from .function.math import (
    mul as mul,
)
from .function.math import (
    multiply as multiply,
)
from .function.math import (
    pow as pow,
)
from .function.math import (
    remainder as remainder,
)
from .function.math import (
    sub as sub,
)
from .function.math import (
    subtract as subtract,
)
from .function.math import (
    true_divide as true_divide,
)
from .function.math import (
    truncate_div as truncate_div,
)
from .function.math import (
    truncate_mod as truncate_mod,
)
from .function.math_bitwise import (
    bitwise_and as bitwise_and,
)
from .function.math_bitwise import (
    bitwise_left_shift as bitwise_left_shift,
)
from .function.math_bitwise import (
    bitwise_or as bitwise_or,
)
from .function.math_bitwise import (
    bitwise_right_shift as bitwise_right_shift,
)
from .function.math_bitwise import (
    bitwise_xor as bitwise_xor,
)
from .function.math_bitwise import (
    gcd as gcd,
)
from .function.math_bitwise import (
    invert as invert,
)
from .function.math_bitwise import (
    lcm as lcm,
)
from .function.math_compare import (
    approximate_equal as approximate_equal,
)
from .function.math_compare import (
    eq as eq,
)
from .function.math_compare import (
    equal as equal,
)
from .function.math_compare import (
    ge as ge,
)
from .function.math_compare import (
    greater as greater,
)
from .function.math_compare import (
    greater_equal as greater_equal,
)
from .function.math_compare import (
    gt as gt,
)
from .function.math_compare import (
    is_complex as is_complex,
)
from .function.math_compare import (
    is_floating_point as is_floating_point,
)
from .function.math_compare import (
    is_nonzero as is_nonzero,
)
from .function.math_compare import (
    isclose as isclose,
)
from .function.math_compare import (
    isfinite as isfinite,
)
from .function.math_compare import (
    isinf as isinf,
)
from .function.math_compare import (
    isnan as isnan,
)
from .function.math_compare import (
    isneginf as isneginf,
)
from .function.math_compare import (
    isposinf as isposinf,
)
from .function.math_compare import (
    isreal as isreal,
)
from .function.math_compare import (
    le as le,
)
from .function.math_compare import (
    less as less,
)
from .function.math_compare import (
    less_equal as less_equal,
)
from .function.math_compare import (
    logical_and as logical_and,
)
from .function.math_compare import (
    logical_not as logical_not,
)
from .function.math_compare import (
    logical_or as logical_or,
)
from .function.math_compare import (
    logical_xor as logical_xor,
)
from .function.math_compare import (
    lt as lt,
)
from .function.math_compare import (
    ne as ne,
)
from .function.math_compare import (
    not_equal as not_equal,
)
from .function.math_complex import (
    angle as angle,
)
from .function.math_complex import (
    conj as conj,
)
from .function.math_complex import (
    imag as imag,
)
from .function.math_complex import (
    polar as polar,
)
from .function.math_complex import (
    real as real,
)
from .function.math_complex import (
    view_as_real as view_as_real,
)
from .function.math_guarded import (
    accumulate_n as accumulate_n,
)
from .function.math_guarded import (
    addcdiv as addcdiv,
)
from .function.math_guarded import (
    addcmul as addcmul,
)
from .function.math_guarded import (
    addn as addn,
)
from .function.math_guarded import (
    copysign as copysign,
)
from .function.math_guarded import (
    heaviside as heaviside,
)
from .function.math_guarded import (
    ldexp as ldexp,
)
from .function.math_guarded import (
    lerp as lerp,
)
from .function.math_guarded import (
    logaddexp as logaddexp,
)
from .function.math_guarded import (
    logaddexp2 as logaddexp2,
)
from .function.math_guarded import (
    nextafter as nextafter,
)
from .function.math_guarded import (
    xdivy as xdivy,
)
from .function.math_guarded import (
    xlogy as xlogy,
)
from .function.math_inplace import (
    assign as assign,
)
from .function.math_inplace import (
    assign_add as assign_add,
)
from .function.math_inplace import (
    assign_sub as assign_sub,
)
from .function.math_inplace import (
    clamp_ as clamp_,
)
from .function.math_trig import (
    acos as acos,
)
from .function.math_trig import (
    acosh as acosh,
)
from .function.math_trig import (
    arccos as arccos,
)
from .function.math_trig import (
    arccosh as arccosh,
)
from .function.math_trig import (
    arcsin as arcsin,
)
from .function.math_trig import (
    arcsinh as arcsinh,
)
from .function.math_trig import (
    arctan as arctan,
)
from .function.math_trig import (
    arctan2 as arctan2,
)
from .function.math_trig import (
    arctanh as arctanh,
)
from .function.math_trig import (
    asin as asin,
)
from .function.math_trig import (
    asinh as asinh,
)
from .function.math_trig import (
    atan as atan,
)
from .function.math_trig import (
    atan2 as atan2,
)
from .function.math_trig import (
    atanh as atanh,
)
from .function.math_trig import (
    cos as cos,
)
from .function.math_trig import (
    cosh as cosh,
)
from .function.math_trig import (
    deg2rad as deg2rad,
)
from .function.math_trig import (
    hypot as hypot,
)
from .function.math_trig import (
    rad2deg as rad2deg,
)
from .function.math_trig import (
    sin as sin,
)
from .function.math_trig import (
    sinc as sinc,
)
from .function.math_trig import (
    sinh as sinh,
)
from .function.math_trig import (
    tan as tan,
)
from .function.math_unary import (
    abs as abs,
)
from .function.math_unary import (
    absolute as absolute,
)
from .function.math_unary import (
    ceil as ceil,
)
from .function.math_unary import (
    eps as eps,
)
from .function.math_unary import (
    exp as exp,
)
from .function.math_unary import (
    exp2 as exp2,
)
from .function.math_unary import (
    expm1 as expm1,
)
from .function.math_unary import (
    floor as floor,
)
from .function.math_unary import (
    frac as frac,
)
from .function.math_unary import (
    inv as inv,
)
from .function.math_unary import (
    log as log,
)
from .function.math_unary import (
    log1p as log1p,
)
from .function.math_unary import (
    log2 as log2,
)
from .function.math_unary import (
    log10 as log10,
)
from .function.math_unary import (
    nan_to_num as nan_to_num,
)
from .function.math_unary import (
    neg as neg,
)
from .function.math_unary import (
    negative as negative,
)
from .function.math_unary import (
    population_count as population_count,
)
from .function.math_unary import (
    positive as positive,
)
from .function.math_unary import (
    reciprocal as reciprocal,
)
from .function.math_unary import (
    round as round,
)
from .function.math_unary import (
    rsqrt as rsqrt,
)
from .function.math_unary import (
    sgn as sgn,
)
from .function.math_unary import (
    sign as sign,
)
from .function.math_unary import (
    signbit as signbit,
)
from .function.math_unary import (
    sqrt as sqrt,
)
from .function.math_unary import (
    square as square,
)
from .function.math_unary import (
    trunc as trunc,
)
from .function.norm_func import (
    add_rms_norm as add_rms_norm,
)
from .function.norm_func import (
    batch_norm as batch_norm,
)
from .function.norm_func import (
    bias_add as bias_add,
)
from .function.norm_func import (
    group_norm as group_norm,
)
from .function.norm_func import (
    layer_norm as layer_norm,
)
from .function.norm_func import (
    lrn as lrn,
)
from .function.norm_func import (
    rms_norm as rms_norm,
)
from .function.pad_func import (
    mirror_pad as mirror_pad,
)
from .function.pad_func import (
    pad as pad,
)
from .function.pool import (
    avg_pool1d as avg_pool1d,
)
from .function.pool import (
    avg_pool2d as avg_pool2d,
)
from .function.pool import (
    avg_pool3d as avg_pool3d,
)
from .function.pool import (
    lp_pool1d as lp_pool1d,
)
from .function.pool import (
    lp_pool2d as lp_pool2d,
)
from .function.pool import (
    max_pool2d as max_pool2d,
)
from .function.pool import (
    max_pool3d as max_pool3d,
)
from .function.pool_adaptive import (
    adaptive_avg_pool1d as adaptive_avg_pool1d,
)
from .function.pool_adaptive import (
    adaptive_avg_pool2d as adaptive_avg_pool2d,
)
from .function.pool_adaptive import (
    adaptive_avg_pool3d as adaptive_avg_pool3d,
)
from .function.pool_adaptive import (
    adaptive_max_pool1d as adaptive_max_pool1d,
)
from .function.pool_adaptive import (
    adaptive_max_pool2d as adaptive_max_pool2d,
)
from .function.pool_adaptive import (
    adaptive_max_pool3d as adaptive_max_pool3d,
)
from .function.pool_adaptive import (
    fractional_max_pool2d as fractional_max_pool2d,
)
from .function.pool_adaptive import (
    fractional_max_pool3d as fractional_max_pool3d,
)
from .function.pool_adaptive import (
    max_unpool1d as max_unpool1d,
)
from .function.pool_adaptive import (
    max_unpool2d as max_unpool2d,
)
from .function.pool_adaptive import (
    max_unpool3d as max_unpool3d,
)
from .function.random import (
    gamma as gamma,
)
from .function.random import (
    laplace as laplace,
)
from .function.random import (
    normal as normal,
)
from .function.random import (
    poisson as poisson,
)
from .function.random import (
    rand as rand,
)
from .function.random import (
    rand_like as rand_like,
)
from .function.random import (
    randint as randint,
)
from .function.random import (
    randint_like as randint_like,
)
from .function.random import (
    randn as randn,
)
from .function.random import (
    randn_like as randn_like,
)
from .function.random import (
    random_gamma as random_gamma,
)
from .function.random import (
    random_poisson as random_poisson,
)
from .function.random import (
    randperm as randperm,
)
from .function.random import (
    standard_laplace as standard_laplace,
)
from .function.random import (
    standard_normal as standard_normal,
)
from .function.random import (
    uniform as uniform,
)
from .function.random_choice import (
    bernoulli as bernoulli,
)
from .function.random_choice import (
    bernoulli_ as bernoulli_,
)
from .function.random_choice import (
    choice_with_mask as choice_with_mask,
)
from .function.random_choice import (
    exponential_ as exponential_,
)
from .function.random_choice import (
    multinomial as multinomial,
)
from .function.random_choice import (
    multinomial_with_replacement as multinomial_with_replacement,
)
from .function.random_choice import (
    normal_ as normal_,
)
from .function.random_choice import (
    random_categorical as random_categorical,
)
from .function.random_choice import (
    shuffle as shuffle,
)
from .function.random_choice import (
    uniform_ as uniform_,
)
from .function.reduce import (
    count_nonzero as count_nonzero,
)
from .function.reduce import (
    logsumexp as logsumexp,
)
from .function.reduce import (
    mean as mean,
)
from .function.reduce import (
    nanmean as nanmean,
)
from .function.reduce import (
    nansum as nansum,
)
from .function.reduce import (
    prod as prod,
)
from .function.reduce import (
    sum as sum,
)
from .function.reduce_extreme import (
    all as all,
)
from .function.reduce_extreme import (
    amax as amax,
)
from .function.reduce_extreme import (
    amin as amin,
)
from .function.reduce_extreme import (
    aminmax as aminmax,
)
from .function.reduce_extreme import (
    any as any,
)
from .function.reduce_extreme import (
    argmax as argmax,
)
from .function.reduce_extreme import (
    argmin as argmin,
)
from .function.reduce_extreme import (
    max as max,
)
from .function.reduce_extreme import (
    min as min,
)
from .function.reduce_stats import (
    bincount as bincount,
)
from .function.reduce_stats import (
    cov as cov,
)
from .function.reduce_stats import (
    histc as histc,
)
from .function.reduce_stats import (
    median as median,
)
from .function.reduce_stats import (
    nanmedian as nanmedian,
)
from .function.reduce_stats import (
    nanquantile as nanquantile,
)
from .function.reduce_stats import (
    quantile as quantile,
)
from .function.reduce_stats import (
    std as std,
)
from .function.reduce_stats import (
    std_mean as std_mean,
)
from .function.reduce_stats import (
    var as var,
)
from .function.reduce_stats import (
    var_mean as var_mean,
)
from .function.resize import (
    interpolate as interpolate,
)
from .function.resize import (
    upsample as upsample,
)
from .function.scan import (
    cummax as cummax,
)
from .function.scan import (
    cummin as cummin,
)
from .function.scan import (
    cumprod as cumprod,
)
from .function.scan import (
    cumsum as cumsum,
)
from .function.scan import (
    diff as diff,
)
from .function.scan import (
    logcumsumexp as logcumsumexp,
)
from .function.scan import (
    trapz as trapz,
)
from .function.special import (
    bessel_i0 as bessel_i0,
)
from .function.special import (
    bessel_i0e as bessel_i0e,
)
from .function.special import (
    bessel_i1 as bessel_i1,
)
from .function.special import (
    bessel_i1e as bessel_i1e,
)
from .function.special import (
    bessel_j0 as bessel_j0,
)
from .function.special import (
    bessel_j1 as bessel_j1,
)
from .function.special import (
    bessel_k0 as bessel_k0,
)
from .function.special import (
    bessel_k0e as bessel_k0e,
)
from .function.special import (
    bessel_k1 as bessel_k1,
)
from .function.special import (
    bessel_k1e as bessel_k1e,
)
from .function.special import (
    bessel_y0 as bessel_y0,
)
from .function.special import (
    bessel_y1 as bessel_y1,
)
from .function.special import (
    digamma as digamma,
)
from .function.special import (
    erf as erf,
    erfc as erfc,
    erfinv as erfinv,
)
from .function.special import (
    i0 as i0,
)
from .function.special import (
    igamma as igamma,
)
from .function.special import (
    igammac as igammac,
)
from .function.special import (
    lgamma as lgamma,
)
from .function.special import (
    logit as logit,
)
from .function.special import (
    mvlgamma as mvlgamma,
)
from .function.special import (
    polygamma as polygamma,
)
from .function.special import (
    zeta as zeta,
)
from .function.spectral import (
    fft as fft,
)
from .function.spectral import (
    fft2 as fft2,
)
from .function.spectral import (
    fftfreq as fftfreq,
)
from .function.spectral import (
    fftn as fftn,
)
from .function.spectral import (
    fftshift as fftshift,
)
from .function.spectral import (
    hfft as hfft,
)
from .function.spectral import (
    hfft2 as hfft2,
)
from .function.spectral import (
    hfftn as hfftn,
)
from .function.spectral import (
    ifft as ifft,
)
from .function.spectral import (
    ifft2 as ifft2,
)
from .function.spectral import (
    ifftn as ifftn,
)
from .function.spectral import (
    ifftshift as ifftshift,
)
from .function.spectral import (
    ihfft as ihfft,
)
from .function.spectral import (
    ihfft2 as ihfft2,
)
from .function.spectral import (
    ihfftn as ihfftn,
)
from .function.spectral import (
    irfft as irfft,
)
from .function.spectral import (
    irfft2 as irfft2,
)
from .function.spectral import (
    irfftn as irfftn,
)
from .function.spectral import (
    rfft as rfft,
)
from .function.spectral import (
    rfft2 as rfft2,
)
from .function.spectral import (
    rfftfreq as rfftfreq,
)
from .function.spectral import (
    rfftn as rfftn,
)
from .function.vmap_func import (
    vmap as vmap,
)
from .operations.activation_ops import (
    GLU as GLU,
)
from .operations.activation_ops import (
    CeLU as CeLU,
)
from .operations.activation_ops import (
    Dropout as Dropout,
)
from .operations.activation_ops import (
    Dropout2D as Dropout2D,
)
from .operations.activation_ops import (
    Dropout3D as Dropout3D,
)
from .operations.activation_ops import (
    Elu as Elu,
)
from .operations.activation_ops import (
    FastGeLU as FastGeLU,
)
from .operations.activation_ops import (
    FastGelu as FastGelu,
)
from .operations.activation_ops import (
    GeLU as GeLU,
)
from .operations.activation_ops import (
    Gelu as Gelu,
)
from .operations.activation_ops import (
    HShrink as HShrink,
)
from .operations.activation_ops import (
    HSigmoid as HSigmoid,
)
from .operations.activation_ops import (
    HSwish as HSwish,
)
from .operations.activation_ops import (
    LogSoftmax as LogSoftmax,
)
from .operations.activation_ops import (
    Mish as Mish,
)
from .operations.activation_ops import (
    PReLU as PReLU,
)
from .operations.activation_ops import (
    ReLU as ReLU,
)
from .operations.activation_ops import (
    ReLU6 as ReLU6,
)
from .operations.activation_ops import (
    SeLU as SeLU,
)
from .operations.activation_ops import (
    Sigmoid as Sigmoid,
)
from .operations.activation_ops import (
    Softmax as Softmax,
)
from .operations.activation_ops import (
    Softplus as Softplus,
)
from .operations.activation_ops import (
    SoftShrink as SoftShrink,
)
from .operations.activation_ops import (
    Softsign as Softsign,
)
from .operations.activation_ops import (
    Tanh as Tanh,
)
from .operations.array_ops import (
    BroadcastTo as BroadcastTo,
    Size as Size,
)
from .operations.array_ops import (
    Coalesce as Coalesce,
)
from .operations.array_ops import (
    Concat as Concat,
)
from .operations.array_ops import (
    DType as DType,
)
from .operations.array_ops import (
    Expand as Expand,
)
from .operations.array_ops import (
    ExpandDims as ExpandDims,
)
from .operations.array_ops import (
    Eye as Eye,
)
from .operations.array_ops import (
    Fill as Fill,
)
from .operations.array_ops import (
    Fills as Fills,
)
from .operations.array_ops import (
    FillV2 as FillV2,
)
from .operations.array_ops import (
    Flatten as Flatten,
)
from .operations.array_ops import (
    InvertPermutation as InvertPermutation,
)
from .operations.array_ops import (
    LinSpace as LinSpace,
)
from .operations.array_ops import (
    LogSpace as LogSpace,
)
from .operations.array_ops import (
    Meshgrid as Meshgrid,
)
from .operations.array_ops import (
    MoveTo as MoveTo,
)
from .operations.array_ops import (
    OneHot as OneHot,
)
from .operations.array_ops import (
    Ones as Ones,
)
from .operations.array_ops import (
    OnesLike as OnesLike,
)
from .operations.array_ops import (
    Pack as Pack,
)
from .operations.array_ops import (
    Padding as Padding,
)
from .operations.array_ops import (
    ParallelConcat as ParallelConcat,
)
from .operations.array_ops import (
    Range as Range,
)
from .operations.array_ops import (
    Rank as Rank,
)
from .operations.array_ops import (
    Reshape as Reshape,
)
from .operations.array_ops import (
    ReverseSequence as ReverseSequence,
)
from .operations.array_ops import (
    ReverseV2 as ReverseV2,
)
from .operations.array_ops import (
    Roll as Roll,
)
from .operations.array_ops import (
    Shape as Shape,
)
from .operations.array_ops import (
    Split as Split,
)
from .operations.array_ops import (
    SplitV as SplitV,
)
from .operations.array_ops import (
    Squeeze as Squeeze,
)
from .operations.array_ops import (
    Stack as Stack,
)
from .operations.array_ops import (
    TensorShape as TensorShape,
)
from .operations.array_ops import (
    TensorToTuple as TensorToTuple,
)
from .operations.array_ops import (
    Tile as Tile,
)
from .operations.array_ops import (
    Transpose as Transpose,
)
from .operations.array_ops import (
    TupleToArray as TupleToArray,
)
from .operations.array_ops import (
    Unpack as Unpack,
)
from .operations.array_ops import (
    Unstack as Unstack,
)
from .operations.array_ops import (
    Zeros as Zeros,
)
from .operations.array_ops import (
    ZerosLike as ZerosLike,
)
from .operations.comm_ops import (
    AllGather as AllGather,
)
from .operations.comm_ops import (
    AllReduce as AllReduce,
)
from .operations.comm_ops import (
    AlltoAll as AlltoAll,
)
from .operations.comm_ops import (
    Barrier as Barrier,
)
from .operations.comm_ops import (
    Broadcast as Broadcast,
)
from .operations.comm_ops import (
    NeighborExchange as NeighborExchange,
)
from .operations.comm_ops import (
    Receive as Receive,
)
from .operations.comm_ops import (
    ReduceOp as ReduceOp,
)
from .operations.comm_ops import (
    ReduceScatter as ReduceScatter,
)
from .operations.comm_ops import (
    Send as Send,
)
from .operations.compare_ops import (
    ApproximateEqual as ApproximateEqual,
)
from .operations.compare_ops import (
    CheckNumerics as CheckNumerics,
)
from .operations.compare_ops import (
    Equal as Equal,
)
from .operations.compare_ops import (
    EqualCount as EqualCount,
)
from .operations.compare_ops import (
    Greater as Greater,
)
from .operations.compare_ops import (
    GreaterEqual as GreaterEqual,
)
from .operations.compare_ops import (
    IsClose as IsClose,
)
from .operations.compare_ops import (
    IsFinite as IsFinite,
)
from .operations.compare_ops import (
    IsInf as IsInf,
)
from .operations.compare_ops import (
    IsNan as IsNan,
)
from .operations.compare_ops import (
    Less as Less,
)
from .operations.compare_ops import (
    LessEqual as LessEqual,
)
from .operations.compare_ops import (
    LogicalAnd as LogicalAnd,
)
from .operations.compare_ops import (
    LogicalNot as LogicalNot,
)
from .operations.compare_ops import (
    LogicalOr as LogicalOr,
)
from .operations.compare_ops import (
    LogicalXor as LogicalXor,
)
from .operations.compare_ops import (
    NotEqual as NotEqual,
)
from .operations.conv_ops import (
    Conv2D as Conv2D,
)
from .operations.conv_ops import (
    Conv2DBackpropInput as Conv2DBackpropInput,
)
from .operations.conv_ops import (
    Conv2DTranspose as Conv2DTranspose,
)
from .operations.conv_ops import (
    Conv3D as Conv3D,
)
from .operations.conv_ops import (
    Conv3DTranspose as Conv3DTranspose,
)
from .operations.debug_ops import (
    Assert as Assert,
)
from .operations.debug_ops import (
    Depend as Depend,
)
from .operations.debug_ops import (
    HookBackward as HookBackward,
)
from .operations.debug_ops import (
    Identity as Identity,
)
from .operations.debug_ops import (
    IdentityN as IdentityN,
)
from .operations.debug_ops import (
    InsertGradientOf as InsertGradientOf,
)
from .operations.debug_ops import (
    Partial as Partial,
)
from .operations.debug_ops import (
    Print as Print,
)
from .operations.debug_ops import (
    StopGradient as StopGradient,
)
from .operations.detection_ops import (
    IOU as IOU,
)
from .operations.detection_ops import (
    BoundingBoxDecode as BoundingBoxDecode,
)
from .operations.detection_ops import (
    BoundingBoxEncode as BoundingBoxEncode,
)
from .operations.detection_ops import (
    CheckValid as CheckValid,
)
from .operations.detection_ops import (
    NMSWithMask as NMSWithMask,
)
from .operations.detection_ops import (
    NonMaxSuppressionV3 as NonMaxSuppressionV3,
)
from .operations.detection_ops import (
    NonMaxSuppressionWithOverlaps as NonMaxSuppressionWithOverlaps,
)
from .operations.embedding_ops import (
    EmbeddingLookup as EmbeddingLookup,
)
from .operations.image_ops import (
    AffineGrid as AffineGrid,
)
from .operations.image_ops import (
    BatchToSpaceND as BatchToSpaceND,
)
from .operations.image_ops import (
    ChannelShuffle as ChannelShuffle,
)
from .operations.image_ops import (
    Col2Im as Col2Im,
)
from .operations.image_ops import (
    CropAndResize as CropAndResize,
)
from .operations.image_ops import (
    DepthToSpace as DepthToSpace,
)
from .operations.image_ops import (
    ExtractImagePatches as ExtractImagePatches,
)
from .operations.image_ops import (
    GridSampler2D as GridSampler2D,
)
from .operations.image_ops import (
    GridSampler3D as GridSampler3D,
)
from .operations.image_ops import (
    Im2Col as Im2Col,
)
from .operations.image_ops import (
    MirrorPad as MirrorPad,
)
from .operations.image_ops import (
    Pad as Pad,
)
from .operations.image_ops import (
    PadV3 as PadV3,
)
from .operations.image_ops import (
    ResizeBilinear as ResizeBilinear,
)
from .operations.image_ops import (
    ResizeBilinearV2 as ResizeBilinearV2,
)
from .operations.image_ops import (
    ResizeNearestNeighbor as ResizeNearestNeighbor,
)
from .operations.image_ops import (
    ResizeNearestNeighborV2 as ResizeNearestNeighborV2,
)
from .operations.image_ops import (
    SpaceToBatchND as SpaceToBatchND,
)
from .operations.image_ops import (
    SpaceToDepth as SpaceToDepth,
)
from .operations.index_ops import (
    Bucketize as Bucketize,
    SegmentMax as SegmentMax,
    SegmentMean as SegmentMean,
    SegmentMin as SegmentMin,
    SegmentProd as SegmentProd,
    SegmentSum as SegmentSum,
)
from .operations.index_ops import (
    Gather as Gather,
)
from .operations.index_ops import (
    GatherD as GatherD,
)
from .operations.index_ops import (
    GatherNd as GatherNd,
)
from .operations.index_ops import (
    GatherV2 as GatherV2,
)
from .operations.index_ops import (
    IndexFill as IndexFill,
)
from .operations.index_ops import (
    IndexPut as IndexPut,
)
from .operations.index_ops import (
    InplaceAdd as InplaceAdd,
)
from .operations.index_ops import (
    InplaceSub as InplaceSub,
)
from .operations.index_ops import (
    InplaceUpdate as InplaceUpdate,
)
from .operations.index_ops import (
    InplaceUpdateV2 as InplaceUpdateV2,
)
from .operations.index_ops import (
    InTopK as InTopK,
)
from .operations.index_ops import (
    ListDiff as ListDiff,
)
from .operations.index_ops import (
    LowerBound as LowerBound,
)
from .operations.index_ops import (
    MaskedFill as MaskedFill,
)
from .operations.index_ops import (
    MaskedScatter as MaskedScatter,
)
from .operations.index_ops import (
    MaskedSelect as MaskedSelect,
)
from .operations.index_ops import (
    NonZero as NonZero,
)
from .operations.index_ops import (
    ScatterNd as ScatterNd,
)
from .operations.index_ops import (
    SearchSorted as SearchSorted,
)
from .operations.index_ops import (
    Select as Select,
)
from .operations.index_ops import (
    Slice as Slice,
)
from .operations.index_ops import (
    Sort as Sort,
)
from .operations.index_ops import (
    StridedSlice as StridedSlice,
)
from .operations.index_ops import (
    TensorScatterAdd as TensorScatterAdd,
)
from .operations.index_ops import (
    TensorScatterDiv as TensorScatterDiv,
)
from .operations.index_ops import (
    TensorScatterElements as TensorScatterElements,
)
from .operations.index_ops import (
    TensorScatterMax as TensorScatterMax,
)
from .operations.index_ops import (
    TensorScatterMin as TensorScatterMin,
)
from .operations.index_ops import (
    TensorScatterMul as TensorScatterMul,
)
from .operations.index_ops import (
    TensorScatterSub as TensorScatterSub,
)
from .operations.index_ops import (
    TensorScatterUpdate as TensorScatterUpdate,
)
from .operations.index_ops import (
    TopK as TopK,
)
from .operations.index_ops import (
    Unique as Unique,
)
from .operations.index_ops import (
    UniqueConsecutive as UniqueConsecutive,
)
from .operations.index_ops import (
    UniqueWithPad as UniqueWithPad,
)
from .operations.index_ops import (
    UnravelIndex as UnravelIndex,
)
from .operations.index_ops import (
    UnsortedSegmentMax as UnsortedSegmentMax,
)
from .operations.index_ops import (
    UnsortedSegmentMin as UnsortedSegmentMin,
)
from .operations.index_ops import (
    UnsortedSegmentProd as UnsortedSegmentProd,
)
from .operations.index_ops import (
    UnsortedSegmentSum as UnsortedSegmentSum,
)
from .operations.index_ops import (
    UpperBound as UpperBound,
)
from .operations.linalg_ops import (
    BatchMatMul as BatchMatMul,
)
from .operations.linalg_ops import (
    Cdist as Cdist,
)
from .operations.linalg_ops import (
    Cholesky as Cholesky,
)
from .operations.linalg_ops import (
    CholeskyInverse as CholeskyInverse,
)
from .operations.linalg_ops import (
    CholeskySolve as CholeskySolve,
)
from .operations.linalg_ops import (
    Cross as Cross,
)
from .operations.linalg_ops import (
    Einsum as Einsum,
)
from .operations.linalg_ops import (
    EuclideanNorm as EuclideanNorm,
)
from .operations.linalg_ops import (
    Geqrf as Geqrf,
)
from .operations.linalg_ops import (
    Ger as Ger,
)
from .operations.linalg_ops import (
    LogMatrixDeterminant as LogMatrixDeterminant,
)
from .operations.linalg_ops import (
    LpNorm as LpNorm,
)
from .operations.linalg_ops import (
    LuSolve as LuSolve,
)
from .operations.linalg_ops import (
    MatMul as MatMul,
)
from .operations.linalg_ops import (
    MatrixDeterminant as MatrixDeterminant,
)
from .operations.linalg_ops import (
    MatrixExp as MatrixExp,
)
from .operations.linalg_ops import (
    MatrixInverse as MatrixInverse,
)
from .operations.linalg_ops import (
    MatrixLogarithm as MatrixLogarithm,
)
from .operations.linalg_ops import (
    MatrixPower as MatrixPower,
)
from .operations.linalg_ops import (
    MatrixSolve as MatrixSolve,
)
from .operations.linalg_ops import (
    MatrixTriangularSolve as MatrixTriangularSolve,
)
from .operations.linalg_ops import (
    Orgqr as Orgqr,
)
from .operations.linalg_ops import (
    Qr as Qr,
)
from .operations.linalg_ops import (
    Svd as Svd,
)
from .operations.linalg_ops import (
    Trace as Trace,
)
from .operations.linalg_ops import (
    TridiagonalMatMul as TridiagonalMatMul,
)
from .operations.loss_ops import (
    BCEWithLogitsLoss as BCEWithLogitsLoss,
)
from .operations.loss_ops import (
    BinaryCrossEntropy as BinaryCrossEntropy,
)
from .operations.loss_ops import (
    CTCLoss as CTCLoss,
)
from .operations.loss_ops import (
    CTCLossV2 as CTCLossV2,
)
from .operations.loss_ops import (
    KLDivLoss as KLDivLoss,
)
from .operations.loss_ops import (
    L2Loss as L2Loss,
)
from .operations.loss_ops import (
    MultilabelMarginLoss as MultilabelMarginLoss,
)
from .operations.loss_ops import (
    MultiMarginLoss as MultiMarginLoss,
)
from .operations.loss_ops import (
    NLLLoss as NLLLoss,
)
from .operations.loss_ops import (
    SigmoidCrossEntropyWithLogits as SigmoidCrossEntropyWithLogits,
)
from .operations.loss_ops import (
    SmoothL1Loss as SmoothL1Loss,
)
from .operations.loss_ops import (
    SoftMarginLoss as SoftMarginLoss,
)
from .operations.loss_ops import (
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
)
from .operations.loss_ops import (
    SparseSoftmaxCrossEntropyWithLogits as SparseSoftmaxCrossEntropyWithLogits,
)
from .operations.loss_ops import (
    TripletMarginLoss as TripletMarginLoss,
)
from .operations.math_ops import (
    Abs as Abs,
)
from .operations.math_ops import (
    AccumulateNV2 as AccumulateNV2,
)
from .operations.math_ops import (
    ACos as ACos,
)
from .operations.math_ops import (
    Acosh as Acosh,
)
from .operations.math_ops import (
    Add as Add,
)
from .operations.math_ops import (
    Addcdiv as Addcdiv,
)
from .operations.math_ops import (
    Addcmul as Addcmul,
)
from .operations.math_ops import (
    AddN as AddN,
)
from .operations.math_ops import (
    Angle as Angle,
)
from .operations.math_ops import (
    Asin as Asin,
)
from .operations.math_ops import (
    Asinh as Asinh,
)
from .operations.math_ops import (
    Assign as Assign,
)
from .operations.math_ops import (
    AssignAdd as AssignAdd,
)
from .operations.math_ops import (
    AssignSub as AssignSub,
)
from .operations.math_ops import (
    Atan as Atan,
)
from .operations.math_ops import (
    Atan2 as Atan2,
)
from .operations.math_ops import (
    Atanh as Atanh,
)
from .operations.math_ops import (
    BitwiseAnd as BitwiseAnd,
)
from .operations.math_ops import (
    BitwiseOr as BitwiseOr,
)
from .operations.math_ops import (
    BitwiseXor as BitwiseXor,
)
from .operations.math_ops import (
    Cast as Cast,
)
from .operations.math_ops import (
    Ceil as Ceil,
)
from .operations.math_ops import (
    Complex as Complex,
)
from .operations.math_ops import (
    ComplexAbs as ComplexAbs,
)
from .operations.math_ops import (
    Conj as Conj,
)
from .operations.math_ops import (
    Cos as Cos,
)
from .operations.math_ops import (
    Cosh as Cosh,
)
from .operations.math_ops import (
    Div as Div,
)
from .operations.math_ops import (
    DivNoNan as DivNoNan,
)
from .operations.math_ops import (
    Eps as Eps,
)
from .operations.math_ops import (
    Exp as Exp,
)
from .operations.math_ops import (
    Expm1 as Expm1,
)
from .operations.math_ops import (
    Floor as Floor,
)
from .operations.math_ops import (
    FloorDiv as FloorDiv,
)
from .operations.math_ops import (
    FloorMod as FloorMod,
)
from .operations.math_ops import (
    Fmax as Fmax,
)
from .operations.math_ops import (
    Fmin as Fmin,
)
from .operations.math_ops import (
    Gcd as Gcd,
)
from .operations.math_ops import (
    Heaviside as Heaviside,
)
from .operations.math_ops import (
    Hypot as Hypot,
)
from .operations.math_ops import (
    Imag as Imag,
)
from .operations.math_ops import (
    Inv as Inv,
)
from .operations.math_ops import (
    Invert as Invert,
)
from .operations.math_ops import (
    Lcm as Lcm,
)
from .operations.math_ops import (
    LeftShift as LeftShift,
)
from .operations.math_ops import (
    Lerp as Lerp,
)
from .operations.math_ops import (
    LerpScalar as LerpScalar,
)
from .operations.math_ops import (
    Log as Log,
)
from .operations.math_ops import (
    Log1p as Log1p,
)
from .operations.math_ops import (
    Maximum as Maximum,
)
from .operations.math_ops import (
    Minimum as Minimum,
)
from .operations.math_ops import (
    Mod as Mod,
)
from .operations.math_ops import (
    Mul as Mul,
)
from .operations.math_ops import (
    MulNoNan as MulNoNan,
)
from .operations.math_ops import (
    NanToNum as NanToNum,
)
from .operations.math_ops import (
    Neg as Neg,
)
from .operations.math_ops import (
    NextAfter as NextAfter,
)
from .operations.math_ops import (
    Polar as Polar,
)
from .operations.math_ops import (
    PopulationCount as PopulationCount,
)
from .operations.math_ops import (
    Pow as Pow,
)
from .operations.math_ops import (
    Real as Real,
)
from .operations.math_ops import (
    RealDiv as RealDiv,
)
from .operations.math_ops import (
    Reciprocal as Reciprocal,
)
from .operations.math_ops import (
    RightShift as RightShift,
)
from .operations.math_ops import (
    Rint as Rint,
)
from .operations.math_ops import (
    Round as Round,
)
from .operations.math_ops import (
    Rsqrt as Rsqrt,
)
from .operations.math_ops import (
    ScalarCast as ScalarCast,
)
from .operations.math_ops import (
    ScalarToTensor as ScalarToTensor,
)
from .operations.math_ops import (
    Sign as Sign,
)
from .operations.math_ops import (
    Sin as Sin,
)
from .operations.math_ops import (
    Sinc as Sinc,
)
from .operations.math_ops import (
    Sinh as Sinh,
)
from .operations.math_ops import (
    Sqrt as Sqrt,
)
from .operations.math_ops import (
    Square as Square,
)
from .operations.math_ops import (
    SquaredDifference as SquaredDifference,
)
from .operations.math_ops import (
    SquareSumAll as SquareSumAll,
)
from .operations.math_ops import (
    Sub as Sub,
)
from .operations.math_ops import (
    Tan as Tan,
)
from .operations.math_ops import (
    TensorAdd as TensorAdd,
)
from .operations.math_ops import (
    Trunc as Trunc,
)
from .operations.math_ops import (
    TruncateDiv as TruncateDiv,
)
from .operations.math_ops import (
    TruncateMod as TruncateMod,
)
from .operations.math_ops import (
    Xdivy as Xdivy,
)
from .operations.math_ops import (
    Xlogy as Xlogy,
)
from .operations.matrix_ops import (
    BartlettWindow as BartlettWindow,
)
from .operations.matrix_ops import (
    BlackmanWindow as BlackmanWindow,
)
from .operations.matrix_ops import (
    Diag as Diag,
)
from .operations.matrix_ops import (
    DiagPart as DiagPart,
)
from .operations.matrix_ops import (
    FillDiagonal as FillDiagonal,
)
from .operations.matrix_ops import (
    HammingWindow as HammingWindow,
)
from .operations.matrix_ops import (
    MatrixBandPart as MatrixBandPart,
)
from .operations.matrix_ops import (
    MatrixDiagPartV3 as MatrixDiagPartV3,
)
from .operations.matrix_ops import (
    MatrixDiagV3 as MatrixDiagV3,
)
from .operations.matrix_ops import (
    MatrixSetDiagV3 as MatrixSetDiagV3,
)
from .operations.matrix_ops import (
    Tril as Tril,
)
from .operations.matrix_ops import (
    TrilIndices as TrilIndices,
)
from .operations.matrix_ops import (
    Triu as Triu,
)
from .operations.matrix_ops import (
    TriuIndices as TriuIndices,
)
from .operations.norm_ops import (
    LRN as LRN,
)
from .operations.norm_ops import (
    BatchNorm as BatchNorm,
)
from .operations.norm_ops import (
    BiasAdd as BiasAdd,
)
from .operations.norm_ops import (
    L2Normalize as L2Normalize,
)
from .operations.norm_ops import (
    LayerNorm as LayerNorm,
)
from .operations.norm_ops import (
    RmsNorm as RmsNorm,
)
from .operations.optimizer_ops import (
    SGD as SGD,
)
from .operations.optimizer_ops import (
    Adam as Adam,
)
from .operations.optimizer_ops import (
    AdamNoUpdateParam as AdamNoUpdateParam,
)
from .operations.optimizer_ops import (
    AdamWeightDecay as AdamWeightDecay,
)
from .operations.optimizer_ops import (
    ApplyAdadelta as ApplyAdadelta,
)
from .operations.optimizer_ops import (
    ApplyAdagrad as ApplyAdagrad,
)
from .operations.optimizer_ops import (
    ApplyAdagradDA as ApplyAdagradDA,
)
from .operations.optimizer_ops import (
    ApplyAdagradV2 as ApplyAdagradV2,
)
from .operations.optimizer_ops import (
    ApplyAdaMax as ApplyAdaMax,
)
from .operations.optimizer_ops import (
    ApplyAdamWithAmsgrad as ApplyAdamWithAmsgrad,
)
from .operations.optimizer_ops import (
    ApplyAdamWithAmsgradV2 as ApplyAdamWithAmsgradV2,
)
from .operations.optimizer_ops import (
    ApplyAddSign as ApplyAddSign,
)
from .operations.optimizer_ops import (
    ApplyCenteredRMSProp as ApplyCenteredRMSProp,
)
from .operations.optimizer_ops import (
    ApplyFtrl as ApplyFtrl,
)
from .operations.optimizer_ops import (
    ApplyGradientDescent as ApplyGradientDescent,
)
from .operations.optimizer_ops import (
    ApplyKerasMomentum as ApplyKerasMomentum,
)
from .operations.optimizer_ops import (
    ApplyMomentum as ApplyMomentum,
)
from .operations.optimizer_ops import (
    ApplyPowerSign as ApplyPowerSign,
)
from .operations.optimizer_ops import (
    ApplyProximalAdagrad as ApplyProximalAdagrad,
)
from .operations.optimizer_ops import (
    ApplyProximalGradientDescent as ApplyProximalGradientDescent,
)
from .operations.optimizer_ops import (
    ApplyRMSProp as ApplyRMSProp,
)
from .operations.optimizer_sparse_ops import (
    FusedSparseAdam as FusedSparseAdam,
)
from .operations.optimizer_sparse_ops import (
    FusedSparseFtrl as FusedSparseFtrl,
)
from .operations.optimizer_sparse_ops import (
    FusedSparseLazyAdam as FusedSparseLazyAdam,
)
from .operations.optimizer_sparse_ops import (
    FusedSparseProximalAdagrad as FusedSparseProximalAdagrad,
)
from .operations.optimizer_sparse_ops import (
    SparseApplyAdagrad as SparseApplyAdagrad,
)
from .operations.optimizer_sparse_ops import (
    SparseApplyAdagradV2 as SparseApplyAdagradV2,
)
from .operations.optimizer_sparse_ops import (
    SparseApplyFtrl as SparseApplyFtrl,
)
from .operations.optimizer_sparse_ops import (
    SparseApplyProximalAdagrad as SparseApplyProximalAdagrad,
)
from .operations.pool_ops import (
    AdaptiveAvgPool2D as AdaptiveAvgPool2D,
)
from .operations.pool_ops import (
    AdaptiveAvgPool3D as AdaptiveAvgPool3D,
)
from .operations.pool_ops import (
    AdaptiveMaxPool2D as AdaptiveMaxPool2D,
)
from .operations.pool_ops import (
    AdaptiveMaxPool3D as AdaptiveMaxPool3D,
)
from .operations.pool_ops import (
    AvgPool as AvgPool,
)
from .operations.pool_ops import (
    AvgPool3D as AvgPool3D,
)
from .operations.pool_ops import (
    MaxPool as MaxPool,
)
from .operations.pool_ops import (
    MaxPool3D as MaxPool3D,
)
from .operations.pool_ops import (
    MaxPool3DWithArgmax as MaxPool3DWithArgmax,
)
from .operations.pool_ops import (
    MaxPoolWithArgmax as MaxPoolWithArgmax,
)
from .operations.pool_ops import (
    MaxPoolWithArgmaxV2 as MaxPoolWithArgmaxV2,
)
from .operations.pool_ops import (
    MaxUnpool2D as MaxUnpool2D,
)
from .operations.pool_ops import (
    MaxUnpool3D as MaxUnpool3D,
)
from .operations.random_ops import (
    Bernoulli as Bernoulli,
)
from .operations.random_ops import (
    Gamma as Gamma,
)
from .operations.random_ops import (
    Multinomial as Multinomial,
)
from .operations.random_ops import (
    MultinomialWithReplacement as MultinomialWithReplacement,
)
from .operations.random_ops import (
    Poisson as Poisson,
)
from .operations.random_ops import (
    RandomCategorical as RandomCategorical,
)
from .operations.random_ops import (
    RandomChoiceWithMask as RandomChoiceWithMask,
)
from .operations.random_ops import (
    RandomGamma as RandomGamma,
)
from .operations.random_ops import (
    RandomPoisson as RandomPoisson,
)
from .operations.random_ops import (
    RandomShuffle as RandomShuffle,
)
from .operations.random_ops import (
    Randperm as Randperm,
)
from .operations.random_ops import (
    RandpermV2 as RandpermV2,
)
from .operations.random_ops import (
    StandardLaplace as StandardLaplace,
)
from .operations.random_ops import (
    StandardNormal as StandardNormal,
)
from .operations.random_ops import (
    TruncatedNormal as TruncatedNormal,
)
from .operations.random_ops import (
    UniformInt as UniformInt,
)
from .operations.random_ops import (
    UniformReal as UniformReal,
)
from .operations.reduce_ops import (
    Argmax as Argmax,
)
from .operations.reduce_ops import (
    ArgMaxWithValue as ArgMaxWithValue,
)
from .operations.reduce_ops import (
    Argmin as Argmin,
)
from .operations.reduce_ops import (
    ArgMinWithValue as ArgMinWithValue,
)
from .operations.reduce_ops import (
    Bincount as Bincount,
)
from .operations.reduce_ops import (
    CountNonZero as CountNonZero,
)
from .operations.reduce_ops import (
    Cummax as Cummax,
)
from .operations.reduce_ops import (
    Cummin as Cummin,
)
from .operations.reduce_ops import (
    CumProd as CumProd,
)
from .operations.reduce_ops import (
    CumSum as CumSum,
)
from .operations.reduce_ops import (
    CumulativeLogsumexp as CumulativeLogsumexp,
)
from .operations.reduce_ops import (
    Histogram as Histogram,
)
from .operations.reduce_ops import (
    Median as Median,
)
from .operations.reduce_ops import (
    Quantile as Quantile,
)
from .operations.reduce_ops import (
    ReduceAll as ReduceAll,
)
from .operations.reduce_ops import (
    ReduceAny as ReduceAny,
)
from .operations.reduce_ops import (
    ReduceMax as ReduceMax,
)
from .operations.reduce_ops import (
    ReduceMean as ReduceMean,
)
from .operations.reduce_ops import (
    ReduceMin as ReduceMin,
)
from .operations.reduce_ops import (
    ReduceProd as ReduceProd,
)
from .operations.reduce_ops import (
    ReduceStd as ReduceStd,
)
from .operations.reduce_ops import (
    ReduceSum as ReduceSum,
)
from .operations.scatter_ops import (
    IndexAdd as IndexAdd,
)
from .operations.scatter_ops import (
    InplaceIndexAdd as InplaceIndexAdd,
)
from .operations.scatter_ops import (
    ScatterAdd as ScatterAdd,
)
from .operations.scatter_ops import (
    ScatterDiv as ScatterDiv,
)
from .operations.scatter_ops import (
    ScatterMax as ScatterMax,
)
from .operations.scatter_ops import (
    ScatterMin as ScatterMin,
)
from .operations.scatter_ops import (
    ScatterMul as ScatterMul,
)
from .operations.scatter_ops import (
    ScatterNdAdd as ScatterNdAdd,
)
from .operations.scatter_ops import (
    ScatterNdDiv as ScatterNdDiv,
)
from .operations.scatter_ops import (
    ScatterNdMax as ScatterNdMax,
)
from .operations.scatter_ops import (
    ScatterNdMin as ScatterNdMin,
)
from .operations.scatter_ops import (
    ScatterNdMul as ScatterNdMul,
)
from .operations.scatter_ops import (
    ScatterNdSub as ScatterNdSub,
)
from .operations.scatter_ops import (
    ScatterNdUpdate as ScatterNdUpdate,
)
from .operations.scatter_ops import (
    ScatterSub as ScatterSub,
)
from .operations.scatter_ops import (
    ScatterUpdate as ScatterUpdate,
)
from .operations.special_ops import (
    BesselI0 as BesselI0,
)
from .operations.special_ops import (
    BesselI0e as BesselI0e,
)
from .operations.special_ops import (
    BesselI1 as BesselI1,
)
from .operations.special_ops import (
    BesselI1e as BesselI1e,
)
from .operations.special_ops import (
    BesselJ0 as BesselJ0,
)
from .operations.special_ops import (
    BesselJ1 as BesselJ1,
)
from .operations.special_ops import (
    BesselK0 as BesselK0,
)
from .operations.special_ops import (
    BesselK0e as BesselK0e,
)
from .operations.special_ops import (
    BesselK1 as BesselK1,
)
from .operations.special_ops import (
    BesselK1e as BesselK1e,
)
from .operations.special_ops import (
    BesselY0 as BesselY0,
)
from .operations.special_ops import (
    BesselY1 as BesselY1,
)
from .operations.special_ops import (
    Digamma as Digamma,
)
from .operations.special_ops import (
    Erf as Erf,
    Erfc as Erfc,
    Erfinv as Erfinv,
)
from .operations.special_ops import (
    Igamma as Igamma,
)
from .operations.special_ops import (
    Igammac as Igammac,
)
from .operations.special_ops import (
    Lgamma as Lgamma,
)
from .operations.special_ops import (
    Logit as Logit,
)
from .operations.special_ops import (
    Mvlgamma as Mvlgamma,
)
from .operations.special_ops import (
    Polygamma as Polygamma,
)
from .operations.special_ops import (
    Zeta as Zeta,
)
from .primitive import (
    Primitive as Primitive,
)
from .primitive import (
    PrimitiveWithCheck as PrimitiveWithCheck,
)
from .primitive import (
    PrimitiveWithInfer as PrimitiveWithInfer,
)
from .primitive import (
    constexpr as constexpr,
)
from .primitive import (
    prim_attr_register as prim_attr_register,
)
