"""What `mindspore.ops.auto_generate` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch.common.tensor import (
    Tensor as Tensor,
)
from ms2torch.mint._array import (
    bincount as bincount_ext,
    broadcast_to as broadcast_to_view,
    clone as clone,
    diag as diag_ext,
    flatten as flatten_ext,
    index_select as index_select_ext,
    narrow as narrow,
    narrow as narrow_view,
    select as select_ext_view,
    stack as stack_ext,
    t as t_ext,
    transpose as transpose_ext_view,
    tril as tril_ext,
)
from ms2torch.mint._math import (
    addr_ as inplace_addr,
    batch_norm_elemt as batch_norm_elemt,
    batch_norm_gather_stats_with_counts as batch_norm_gather_stats_with_counts,
    batch_norm_stats as batch_norm_stats,
    bmm as bmm_ext,
    conv_tbc as conv_tbc,
    dot as dot,
    frac as frac_ext,
    mm as mm_ext,
    mv as mv,
    npu_gelu as npu_gelu,
    outer as outer_ext,
    trace as trace_ext,
    triangular_solve as triangular_solve,
    vdot as vdot,
)
from ms2torch.mint._reduce import (
    argmin as argmin_ext,
    argsort as argsort_ext,
    count_nonzero as count_nonzero,
    cummin as cummin_ext,
    cumsum as cumsum_ext,
    histc as histc_ext,
    kthvalue as kthvalue,
    logsumexp as logsumexp_ext,
    mean as mean_ext,
    prod as prod_ext,
    sort as sort_ext,
    topk as topk_ext,
)
from ms2torch.mint.linalg import (
    qr as linalg_qr,
)
from ms2torch.mint.nn._functional_activations import (
    elu_ as inplace_elu,
    hardtanh_ as inplace_hardtanh,
    leaky_relu as leaky_relu_ext,
    log_softmax as log_softmax_ext,
    mish as mish_ext,
    selu as selu_ext,
    threshold_ as inplace_threshold,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_avg_pool1d as adaptive_avg_pool1d,
    adaptive_avg_pool3d as adaptive_avg_pool3d_ext,
    avg_pool1d as avg_pool1d_ext,
    fold as fold_ext,
    max_unpool2d as max_unpool2d_ext,
    unfold as unfold_ext,
)
from ms2torch.mint.nn._functional_losses import (
    cosine_embedding_loss as cosine_embedding_loss,
)
from ms2torch.ops.auto_generate._scaled import (
    add_ext as add_ext,
    sub_ext as sub_ext,
)
from ms2torch.ops.function.array.arrange import roll as roll, tile as tile
from ms2torch.ops.function.array.create import ones as ones, range as range, zeros as zeros
from ms2torch.ops.function.array.diag import diag as diag, diagonal as diagonal, triu as triu
from ms2torch.ops.function.array.index import (
    gather as gather,
    gather_d as gather_d,
    gather_nd as gather_nd,
    masked_fill as masked_fill,
    masked_select as masked_select,
    select as select,
    slice as slice_op,
    strided_slice as strided_slice,
    take as take,
)
from ms2torch.ops.function.array.info import deepcopy as deepcopy, rank as rank, type_as as type_as
from ms2torch.ops.function.array.join import cat as cat
from ms2torch.ops.function.array.layout import (
    cast as cast,
    expand_dims as expand_dims,
    reshape as reshape,
    transpose as transpose,
)
from ms2torch.ops.function.array.scatter import (
    scatter_nd as scatter_nd,
    tensor_scatter_add as tensor_scatter_add,
)
from ms2torch.ops.function.array.segment import unsorted_segment_sum as unsorted_segment_sum
from ms2torch.ops.function.array.shape import (
    broadcast_to as broadcast_to,
    expand_as as expand_as,
    view_as as view_as,
)
from ms2torch.ops.function.compat.operators import (
    scalar_add as scalar_add,
    scalar_cast as scalar_cast,
    scalar_div as scalar_div,
    scalar_eq as scalar_eq,
    scalar_floordiv as scalar_floordiv,
    scalar_ge as scalar_ge,
    scalar_gt as scalar_gt,
    scalar_le as scalar_le,
    scalar_log as scalar_log,
    scalar_lt as scalar_lt,
    scalar_max as scalar_max,
    scalar_min as scalar_min,
    scalar_mod as scalar_mod,
    scalar_mul as scalar_mul,
    scalar_pow as scalar_pow,
    scalar_sub as scalar_sub,
    scalar_to_tensor as scalar_to_tensor,
    scalar_uadd as scalar_uadd,
    scalar_usub as scalar_usub,
    shape_ as shape_,
    tensor_muls as muls,
)
from ms2torch.ops.function.linalg.products import baddbmm as baddbmm, trace as trace
from ms2torch.ops.function.linalg.solve import cdist as cdist, geqrf as geqrf, matrix_exp as matrix_exp
from ms2torch.ops.function.math.arithmetic import (
    add as add,
    floor_divide as floor_divide,
    floor_mod as floor_mod,
    matmul as matmul_ext,
    maximum as maximum,
    minimum as minimum,
    mul as mul,
    pow as pow,
    sub as sub,
)
from ms2torch.ops.function.math.bitwise import gcd as gcd
from ms2torch.ops.function.math.compare import (
    equal as equal,
    greater as greater,
    greater_equal as greater_equal,
    isfinite as isfinite,
    isinf as isinf,
    isneginf as isneginf_ext,
    less as less,
    less_equal as less_equal,
    not_equal as not_equal,
)
from ms2torch.ops.function.math.complex import angle as angle, conj as conj, real as real
from ms2torch.ops.function.math.extreme import all as all, argmax as argmax_ext
from ms2torch.ops.function.math.inplace import (
    assign as assign,
    assign_add as assign_add,
    assign_sub as assign_sub,
)
from ms2torch.ops.function.math.pairs import (
    lerp as lerp,
    logaddexp as logaddexp_ext,
    logaddexp2 as logaddexp2,
    nextafter as nextafter,
)
from ms2torch.ops.function.math.reduce import sum as sum_ext
from ms2torch.ops.function.math.scan import cummax as cummax
from ms2torch.ops.function.math.special import erf as erf, erfc as erfc, erfinv as erfinv
from ms2torch.ops.function.math.sums import addn as addn
from ms2torch.ops.function.math.trig import (
    acos as acos,
    acos as acos_ext,
    acosh as acosh,
    acosh as acosh_ext,
    asin as asin,
    asin as asin_ext,
    asinh as asinh,
    asinh as asinh_ext,
    atan as atan,
    atan as atan_ext,
    atan2 as atan2,
    atan2 as atan2_ext,
    atanh as atanh,
    cos as cos,
    cosh as cosh,
    sin as sin,
    sinc as sinc,
    sinh as sinh,
    tan as tan,
)
from ms2torch.ops.function.math.unary import (
    abs as abs,
    ceil as ceil,
    exp as exp,
    exp2 as exp2,
    expm1 as expm1,
    floor as floor,
    log as log,
    log1p as log1p,
    log2 as log2_ext,
    log10 as log10_ext,
    nan_to_num as nan_to_num,
    neg as neg,
    rsqrt as rsqrt,
    sign as sign,
    sqrt as sqrt,
    square as square,
    trunc as trunc,
)
from ms2torch.ops.function.nn.activation import (
    celu as celu,
    elu as elu,
    fast_gelu as fast_gelu,
    inplace_sigmoid as inplace_sigmoid,
    log_softmax as log_softmax,
    sigmoid as sigmoid,
    silu as silu,
    softplus as softplus_ext,
    swiglu as swiglu,
    tanh as tanh,
    tanh_ as tanh_,
)
from ms2torch.ops.function.nn.activation_piecewise import (
    hardshrink as hardshrink,
    hardsigmoid as hardsigmoid,
    hardswish as hardswish,
    hardtanh as hardtanh,
    prelu as prelu,
    relu6 as relu6,
    softshrink as softshrink,
)
from ms2torch.ops.function.nn.conv_transpose import conv_transpose2d as conv_transpose2d
from ms2torch.ops.function.nn.dense import dense as dense
from ms2torch.ops.function.nn.fused_attention import (
    flash_attention_score as flash_attention_score,
    fused_infer_attention_score as fused_infer_attention_score,
)
from ms2torch.ops.function.nn.fused_layers import (
    moe_token_permute as moe_token_permute,
    moe_token_unpermute as moe_token_unpermute,
    rotary_position_embedding as rotary_position_embedding,
)
from ms2torch.ops.function.nn.loss import (
    l1_loss as l1_loss_ext,
    mse_loss as mse_loss_ext,
    soft_margin_loss as soft_margin_loss,
)
from ms2torch.ops.function.nn.norm import add_rms_norm as add_rms_norm, rms_norm as rms_norm
from ms2torch.ops.function.random.tensors import randperm as randperm
from ms2torch.ops.function.spectral.fft import (
    fft as fft,
    fft2 as fft2,
    fftfreq as fftfreq,
    fftn as fftn,
    fftshift as fftshift,
    hfft as hfft,
    hfft2 as hfft2,
    hfftn as hfftn,
    ifft as ifft,
    ifft2 as ifft2,
    ifftn as ifftn,
    ifftshift as ifftshift,
    ihfft as ihfft,
    ihfft2 as ihfft2,
    ihfftn as ihfftn,
    irfft as irfft,
    irfft2 as irfft2,
    irfftn as irfftn,
    rfft as rfft,
    rfft2 as rfft2,
    rfftfreq as rfftfreq,
    rfftn as rfftn,
)
from ms2torch.ops.operations._grad_ops.activation import (
    EluGrad as EluGrad,
    EluGradExt as EluGradExt,
    FastGeLUGrad as FastGeLUGrad,
    GeLUGrad as GeLUGrad,
    GeluGradExt as GeluGradExt,
    GluGrad as GluGrad,
    HardtanhGrad as HardtanhGrad,
    HShrinkGrad as HShrinkGrad,
    HSigmoidGrad as HSigmoidGrad,
    HSwishGrad as HSwishGrad,
    LeakyReLUGradExt as LeakyReLUGradExt,
    LogSigmoidGrad as LogSigmoidGrad,
    LogSoftmaxGrad as LogSoftmaxGrad,
    MishGradExt as MishGradExt,
    PReLUGrad as PReLUGrad,
    ReLU6Grad as ReLU6Grad,
    ReluGrad as ReluGrad,
    SeluGrad as SeluGrad,
    SigmoidGrad as SigmoidGrad,
    SiLUGrad as SiLUGrad,
    SoftplusGradExt as SoftplusGradExt,
    SoftShrinkGrad as SoftShrinkGrad,
    TanhGrad as TanhGrad,
    ThresholdGrad as ThresholdGrad,
)
from ms2torch.ops.operations._grad_ops.conv import (
    BiasAddGrad as BiasAddGrad,
)
from ms2torch.ops.operations._grad_ops.elementwise import (
    AbsGrad as AbsGrad,
    ACosGrad as ACosGrad,
    AcoshGrad as AcoshGrad,
    AsinGrad as AsinGrad,
    AsinhGrad as AsinhGrad,
    AtanGrad as AtanGrad,
    CholeskyGrad as CholeskyGrad,
    LogitGrad as LogitGrad,
    LstsqV2Grad as LstsqV2Grad,
    MaximumGrad as MaximumGrad,
    MaximumGradGrad as MaximumGradGrad,
    MinimumGrad as MinimumGrad,
    ReciprocalGrad as ReciprocalGrad,
    RsqrtGrad as RsqrtGrad,
    SqrtGrad as SqrtGrad,
    lstsq_v2_grad_op as lstsq_v2_grad_op,
)
from ms2torch.ops.operations._grad_ops.index import (
    CdistGrad as CdistGrad,
    GatherDGradV2 as GatherDGradV2,
    MaskedSelectGrad as MaskedSelectGrad,
)
from ms2torch.ops.operations._grad_ops.loss import (
    BinaryCrossEntropyGrad as BinaryCrossEntropyGrad,
    MSELossGradExt as MSELossGradExt,
    NLLLossGrad as NLLLossGrad,
    SmoothL1LossGrad as SmoothL1LossGrad,
    SoftMarginLossGrad as SoftMarginLossGrad,
)
from ms2torch.ops.operations._grad_ops.norm import (
    BatchNormGrad as BatchNormGrad,
    GroupNormGrad as GroupNormGrad,
    LayerNormGrad as LayerNormGrad,
    LayerNormGradGrad as LayerNormGradGrad,
    RmsNormGrad as RmsNormGrad,
)
from ms2torch.ops.operations._grad_ops.pool import (
    AdaptiveAvgPool2DGradExt as AdaptiveAvgPool2DGradExt,
    AdaptiveMaxPool2DGrad as AdaptiveMaxPool2DGrad,
    AvgPoolGrad as AvgPoolGrad,
)
from ms2torch.ops.operations._grad_ops.resize import (
    GridSampler2DGrad as GridSampler2DGrad,
    GridSampler3DGrad as GridSampler3DGrad,
    ResizeBicubicGrad as ResizeBicubicGrad,
    ResizeBilinearGrad as ResizeBilinearGrad,
    ResizeLinear1DGrad as ResizeLinear1DGrad,
    ResizeNearestNeighborGrad as ResizeNearestNeighborGrad,
    ResizeNearestNeighborV2Grad as ResizeNearestNeighborV2Grad,
    UpsampleNearest3DGrad as UpsampleNearest3DGrad,
    UpsampleTrilinear3DGrad as UpsampleTrilinear3DGrad,
)
from ms2torch.ops.operations._sequence_ops import (
    SequenceConcat as SequenceConcat,
    TupleToTensor as TupleToTensor,
)
from ms2torch.ops.operations.activation_ops import (
    GLU as GLU,
    CeLU as CeLU,
    Dropout as Dropout,
    Elu as Elu,
    FastGeLU as FastGeLU,
    GeLU as GeLU,
    HShrink as HShrink,
    HSigmoid as HSigmoid,
    HSwish as HSwish,
    LogSoftmax as LogSoftmax,
    PReLU as PReLU,
    ReLU as ReLU,
    ReLU6 as ReLU6,
    Sigmoid as Sigmoid,
    Softmax as Softmax,
    SoftShrink as SoftShrink,
    Tanh as Tanh,
)
from ms2torch.ops.operations.array_ops import (
    BroadcastTo as BroadcastTo,
    Concat as Concat,
    ExpandDims as ExpandDims,
    Eye as Eye,
    Flatten as Flatten,
    LinSpace as LinSpace,
    Meshgrid as Meshgrid,
    OneHot as OneHot,
    Ones as Ones,
    OnesLike as OnesLike,
    Range as Range,
    Reshape as Reshape,
    ReverseV2 as ReverseV2,
    Roll as Roll,
    Split as Split,
    Squeeze as Squeeze,
    TensorShape as TensorShape,
    Transpose as Transpose,
    Zeros as Zeros,
    ZerosLike as ZerosLike,
)
from ms2torch.ops.operations.compare_ops import (
    Equal as Equal,
    Greater as Greater,
    GreaterEqual as GreaterEqual,
    IsClose as IsClose,
    IsFinite as IsFinite,
    IsInf as IsInf,
    Less as Less,
    LessEqual as LessEqual,
    LogicalAnd as LogicalAnd,
    LogicalNot as LogicalNot,
    LogicalOr as LogicalOr,
    LogicalXor as LogicalXor,
    NotEqual as NotEqual,
)
from ms2torch.ops.operations.counting_ops import (
    Betainc as Betainc,
)
from ms2torch.ops.operations.debug_ops import (
    Identity as Identity,
)
from ms2torch.ops.operations.decomposition_ops import (
    Eig as Eig,
    FFTWithSize as FFTWithSize,
)
from ms2torch.ops.operations.image_ops import (
    ExtractImagePatches as ExtractImagePatches,
    GridSampler2D as GridSampler2D,
    GridSampler3D as GridSampler3D,
    ResizeBilinearV2 as ResizeBilinearV2,
    ResizeNearestNeighbor as ResizeNearestNeighbor,
    ResizeNearestNeighborV2 as ResizeNearestNeighborV2,
)
from ms2torch.ops.operations.image_sample_ops import (
    ResizeBicubic as ResizeBicubic,
    ResizeLinear1D as ResizeLinear1D,
    UpsampleNearest3D as UpsampleNearest3D,
    UpsampleTrilinear3D as UpsampleTrilinear3D,
)
from ms2torch.ops.operations.index_ops import (
    Gather as Gather,
    GatherD as GatherD,
    GatherNd as GatherNd,
    MaskedFill as MaskedFill,
    MaskedScatter as MaskedScatter,
    MaskedSelect as MaskedSelect,
    NonZero as NonZero,
    ScatterNd as ScatterNd,
    SearchSorted as SearchSorted,
    Select as Select,
    Slice as Slice,
    StridedSlice as StridedSlice,
    TensorScatterAdd as TensorScatterAdd,
    UniqueConsecutive as UniqueConsecutive,
    UnsortedSegmentSum as UnsortedSegmentSum,
)
from ms2torch.ops.operations.layout_ops import (
    Dense as Dense,
    LogSoftmaxExt as LogSoftmaxExt,
)
from ms2torch.ops.operations.linalg_ops import (
    BatchMatMul as BatchMatMul,
    Cdist as Cdist,
    Cholesky as Cholesky,
    CholeskyInverse as CholeskyInverse,
    Cross as Cross,
    Geqrf as Geqrf,
    LogMatrixDeterminant as LogMatrixDeterminant,
    MatMul as MatMul,
    MatrixDeterminant as MatrixDeterminant,
    MatrixExp as MatrixExp,
    Qr as Qr,
    Svd as Svd,
    Trace as Trace,
)
from ms2torch.ops.operations.loss_ops import (
    BCEWithLogitsLoss as BCEWithLogitsLoss,
    BinaryCrossEntropy as BinaryCrossEntropy,
    NLLLoss as NLLLoss,
    SmoothL1Loss as SmoothL1Loss,
    SoftMarginLoss as SoftMarginLoss,
)
from ms2torch.ops.operations.math_ops import (
    Abs as Abs,
    ACos as ACos,
    Acosh as Acosh,
    Add as Add,
    Addcdiv as Addcdiv,
    Addcmul as Addcmul,
    AddN as AddN,
    Angle as Angle,
    Asin as Asin,
    Asinh as Asinh,
    Assign as Assign,
    AssignAdd as AssignAdd,
    AssignSub as AssignSub,
    Atan as Atan,
    Atan2 as Atan2,
    Atanh as Atanh,
    Ceil as Ceil,
    Complex as Complex,
    Conj as Conj,
    Cos as Cos,
    Cosh as Cosh,
    Div as Div,
    Exp as Exp,
    Expm1 as Expm1,
    Floor as Floor,
    FloorDiv as FloorDiv,
    FloorMod as FloorMod,
    Gcd as Gcd,
    LeftShift as LeftShift,
    Lerp as Lerp,
    LerpScalar as LerpScalar,
    Log as Log,
    Log1p as Log1p,
    Maximum as Maximum,
    Minimum as Minimum,
    Mul as Mul,
    NanToNum as NanToNum,
    Neg as Neg,
    NextAfter as NextAfter,
    Polar as Polar,
    Pow as Pow,
    Real as Real,
    RealDiv as RealDiv,
    Reciprocal as Reciprocal,
    RightShift as RightShift,
    Round as Round,
    Rsqrt as Rsqrt,
    ScalarCast as ScalarCast,
    Sign as Sign,
    Sin as Sin,
    Sinc as Sinc,
    Sinh as Sinh,
    Sqrt as Sqrt,
    Square as Square,
    Sub as Sub,
    Tan as Tan,
    Trunc as Trunc,
    Xlogy as Xlogy,
)
from ms2torch.ops.operations.matrix_ops import (
    Diag as Diag,
    Triu as Triu,
)
from ms2torch.ops.operations.norm_ops import (
    BiasAdd as BiasAdd,
    LayerNorm as LayerNorm,
    RmsNorm as RmsNorm,
)
from ms2torch.ops.operations.optimizer_ops import (
    AdamWeightDecay as AdamWeightDecay,
)
from ms2torch.ops.operations.pool_ops import (
    AdaptiveMaxPool2D as AdaptiveMaxPool2D,
    AvgPool as AvgPool,
)
from ms2torch.ops.operations.random_ops import (
    RandpermV2 as RandpermV2,
)
from ms2torch.ops.operations.reduce_ops import (
    Argmax as Argmax,
    ArgMaxWithValue as ArgMaxWithValue,
    Argmin as Argmin,
    ArgMinWithValue as ArgMinWithValue,
    Cummax as Cummax,
    Cummin as Cummin,
    CumProd as CumProd,
    CumSum as CumSum,
    ReduceAll as ReduceAll,
    ReduceAny as ReduceAny,
    ReduceMax as ReduceMax,
    ReduceMean as ReduceMean,
    ReduceMin as ReduceMin,
    ReduceProd as ReduceProd,
    ReduceStd as ReduceStd,
    ReduceSum as ReduceSum,
)
from ms2torch.ops.operations.special_ops import (
    Erf as Erf,
    Erfc as Erfc,
    Erfinv as Erfinv,
    Logit as Logit,
)
from ms2torch.ops.primitive import (
    Primitive as Primitive,
    prim_arg_register as prim_arg_register,
    prim_attr_register as prim_attr_register,
)
