"""What `mindspore.ops.auto_generate` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.common.tensor import (
    Tensor as Tensor,
)
from ms2torch.mint._array import (
    clone as clone,
    narrow as narrow,
)
from ms2torch.mint._ext_primitives import (
    AddExt as AddExt,
    Arange as Arange,
    BatchMatMulExt as BatchMatMulExt,
    Chunk as Chunk,
    ClampScalar as ClampScalar,
    ClampTensor as ClampTensor,
    CumsumExt as CumsumExt,
    FmodScalar as FmodScalar,
    IndexSelect as IndexSelect,
    InplaceCopy as InplaceCopy,
    MeanExt as MeanExt,
    MoeTokenUnpermute as MoeTokenUnpermute,
    Muls as Muls,
    OneHotExt as OneHotExt,
    Outer as Outer,
    RepeatInterleaveInt as RepeatInterleaveInt,
    RepeatInterleaveTensor as RepeatInterleaveTensor,
    RotaryPositionEmbedding as RotaryPositionEmbedding,
    Scatter as Scatter,
    SliceExt as SliceExt,
    SortExt as SortExt,
    SplitWithSize as SplitWithSize,
    StackExt as StackExt,
    SubExt as SubExt,
    SumExt as SumExt,
    Swiglu as Swiglu,
    SwigluGrad as SwigluGrad,
    TopkExt as TopkExt,
    TrilExt as TrilExt,
    ZerosLikeExt as ZerosLikeExt,
)
from ms2torch.mint._layers import (
    batch_norm_elemt as batch_norm_elemt,
    batch_norm_gather_stats_with_counts as batch_norm_gather_stats_with_counts,
    batch_norm_stats as batch_norm_stats,
    conv_tbc as conv_tbc,
    npu_gelu as npu_gelu,
)
from ms2torch.mint._math import (
    dot as dot,
    mv as mv,
    triangular_solve as triangular_solve,
    vdot as vdot,
)
from ms2torch.mint._reduce import (
    count_nonzero as count_nonzero,
    kthvalue as kthvalue,
)
from ms2torch.mint._scaled import (
    add_ext as add_ext,
    sub_ext as sub_ext,
)
from ms2torch.mint.nn._functional_layers import (
    adaptive_avg_pool1d as adaptive_avg_pool1d,
)
from ms2torch.mint.nn._functional_losses import (
    cosine_embedding_loss as cosine_embedding_loss,
)
from ms2torch.ops.auto_generate.gen_ops_prim import (
    BatchMatMul as BatchMatMul,
    MatMul as MatMul,
    PReLU as PReLU,
    ReLU as ReLU,
)
from ms2torch.ops.function.array.arrange import (
    roll as roll,
    tile as tile,
)
from ms2torch.ops.function.array.create import (
    ones as ones,
    range as range,
    zeros as zeros,
)
from ms2torch.ops.function.array.diag import (
    diag as diag,
    diagonal as diagonal,
    triu as triu,
)
from ms2torch.ops.function.array.index import (
    gather as gather,
    gather_d as gather_d,
    gather_nd as gather_nd,
    masked_fill as masked_fill,
    masked_select as masked_select,
    select as select,
    strided_slice as strided_slice,
    take as take,
)
from ms2torch.ops.function.array.info import (
    deepcopy as deepcopy,
    rank as rank,
    type_as as type_as,
)
from ms2torch.ops.function.array.join import (
    cat as cat,
)
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
from ms2torch.ops.function.array.segment import (
    unsorted_segment_sum as unsorted_segment_sum,
)
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
)
from ms2torch.ops.function.linalg.products import (
    baddbmm as baddbmm,
    trace as trace,
)
from ms2torch.ops.function.linalg.solve import (
    cdist as cdist,
    geqrf as geqrf,
    matrix_exp as matrix_exp,
)
from ms2torch.ops.function.math.arithmetic import (
    add as add,
    floor_divide as floor_divide,
    floor_mod as floor_mod,
    maximum as maximum,
    minimum as minimum,
    mul as mul,
    pow as pow,
    sub as sub,
)
from ms2torch.ops.function.math.bitwise import (
    gcd as gcd,
)
from ms2torch.ops.function.math.compare import (
    equal as equal,
    greater as greater,
    greater_equal as greater_equal,
    isfinite as isfinite,
    isinf as isinf,
    less as less,
    less_equal as less_equal,
    not_equal as not_equal,
)
from ms2torch.ops.function.math.complex import (
    angle as angle,
    conj as conj,
    real as real,
)
from ms2torch.ops.function.math.extreme import (
    all as all,
)
from ms2torch.ops.function.math.inplace import (
    assign as assign,
    assign_add as assign_add,
    assign_sub as assign_sub,
)
from ms2torch.ops.function.math.pairs import (
    lerp as lerp,
    logaddexp2 as logaddexp2,
    nextafter as nextafter,
)
from ms2torch.ops.function.math.scan import (
    cummax as cummax,
)
from ms2torch.ops.function.math.special import (
    erf as erf,
    erfc as erfc,
    erfinv as erfinv,
)
from ms2torch.ops.function.math.sums import (
    addn as addn,
)
from ms2torch.ops.function.math.trig import (
    acos as acos,
    acosh as acosh,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atan2 as atan2,
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
from ms2torch.ops.function.nn.conv_transpose import (
    conv_transpose2d as conv_transpose2d,
)
from ms2torch.ops.function.nn.dense import (
    dense as dense,
)
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
    soft_margin_loss as soft_margin_loss,
)
from ms2torch.ops.function.nn.norm import (
    add_rms_norm as add_rms_norm,
    rms_norm as rms_norm,
)
from ms2torch.ops.function.random.tensors import (
    randperm as randperm,
)
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
    HShrinkGrad as HShrinkGrad,
    HSigmoidGrad as HSigmoidGrad,
    HSwishGrad as HSwishGrad,
    HardtanhGrad as HardtanhGrad,
    LeakyReLUGradExt as LeakyReLUGradExt,
    LogSigmoidGrad as LogSigmoidGrad,
    LogSoftmaxGrad as LogSoftmaxGrad,
    MishGradExt as MishGradExt,
    PReLUGrad as PReLUGrad,
    ReLU6Grad as ReLU6Grad,
    ReluGrad as ReluGrad,
    SeluGrad as SeluGrad,
    SiLUGrad as SiLUGrad,
    SigmoidGrad as SigmoidGrad,
    SoftShrinkGrad as SoftShrinkGrad,
    SoftplusGradExt as SoftplusGradExt,
    TanhGrad as TanhGrad,
    ThresholdGrad as ThresholdGrad,
)
from ms2torch.ops.operations._grad_ops.conv import (
    BiasAddGrad as BiasAddGrad,
)
from ms2torch.ops.operations._grad_ops.elementwise import (
    ACosGrad as ACosGrad,
    AbsGrad as AbsGrad,
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
from ms2torch.ops.operations._inner_ops import (
    SiLU as SiLU,
)
from ms2torch.ops.operations._sequence_ops import (
    SequenceConcat as SequenceConcat,
    TupleToTensor as TupleToTensor,
)
from ms2torch.ops.operations.activation_ops import (
    CeLU as CeLU,
    Dropout as Dropout,
    Elu as Elu,
    FastGeLU as FastGeLU,
    GLU as GLU,
    GeLU as GeLU,
    HShrink as HShrink,
    HSigmoid as HSigmoid,
    HSwish as HSwish,
    LogSoftmax as LogSoftmax,
    ReLU6 as ReLU6,
    Sigmoid as Sigmoid,
    SoftShrink as SoftShrink,
    Softmax as Softmax,
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
    Shape as Shape,
    Split as Split,
    Squeeze as Squeeze,
    TensorShape as TensorShape,
    Tile as Tile,
    Transpose as Transpose,
    Zeros as Zeros,
    ZerosLike as ZerosLike,
)
from ms2torch.ops.operations.ascend_ops import (
    AdamW as AdamW,
    ApplyRotaryPosEmb as ApplyRotaryPosEmb,
    DropoutExt as DropoutExt,
    DynamicQuantExt as DynamicQuantExt,
    FlashAttentionScoreGrad as FlashAttentionScoreGrad,
    FusedAddTopKDiv as FusedAddTopKDiv,
    GroupedMatmul as GroupedMatmul,
    GroupedMatmulV4 as GroupedMatmulV4,
    KVCacheScatterUpdate as KVCacheScatterUpdate,
    MoeDistributeCombine as MoeDistributeCombine,
    MoeDistributeDispatch as MoeDistributeDispatch,
    MoeFinalizeRouting as MoeFinalizeRouting,
    MoeInitRoutingV2 as MoeInitRoutingV2,
    PagedAttention as PagedAttention,
    PagedAttentionMask as PagedAttentionMask,
    PromptFlashAttention as PromptFlashAttention,
    QuantBatchMatmul as QuantBatchMatmul,
    QuantV2 as QuantV2,
    ReshapeAndCache as ReshapeAndCache,
    TopKRouter as TopKRouter,
    WeightQuantBatchMatmul as WeightQuantBatchMatmul,
    format_cast as format_cast,
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
    Cdist as Cdist,
    Cholesky as Cholesky,
    CholeskyInverse as CholeskyInverse,
    Cross as Cross,
    Geqrf as Geqrf,
    LogMatrixDeterminant as LogMatrixDeterminant,
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
    ACos as ACos,
    Abs as Abs,
    Acosh as Acosh,
    Add as Add,
    AddN as AddN,
    Addcdiv as Addcdiv,
    Addcmul as Addcmul,
    Angle as Angle,
    Asin as Asin,
    Asinh as Asinh,
    Assign as Assign,
    AssignAdd as AssignAdd,
    AssignSub as AssignSub,
    Atan as Atan,
    Atan2 as Atan2,
    Atanh as Atanh,
    Cast as Cast,
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
from ms2torch.ops.operations.nn_ops import (
    FlashAttentionScore as FlashAttentionScore,
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
    ArgMaxWithValue as ArgMaxWithValue,
    ArgMinWithValue as ArgMinWithValue,
    Argmax as Argmax,
    Argmin as Argmin,
    CumProd as CumProd,
    CumSum as CumSum,
    Cummax as Cummax,
    Cummin as Cummin,
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
from ms2torch.mint import _array as _mint_array
from ms2torch.mint import _math as _mint_math
from ms2torch.mint import _reduce as _mint_reduce
from ms2torch.mint import linalg as _mint_linalg
from ms2torch.mint.nn import _functional_activations as _mint_nn_functional_activations
from ms2torch.mint.nn import _functional_layers as _mint_nn_functional_layers
from ms2torch.ops.function.array import index as _ops_function_array_index
from ms2torch.ops.function.compat import operators as _ops_function_compat_operators
from ms2torch.ops.function.math import arithmetic as _ops_function_math_arithmetic
from ms2torch.ops.function.math import compare as _ops_function_math_compare
from ms2torch.ops.function.math import extreme as _ops_function_math_extreme
from ms2torch.ops.function.math import pairs as _ops_function_math_pairs
from ms2torch.ops.function.math import reduce as _ops_function_math_reduce
from ms2torch.ops.function.math import trig as _ops_function_math_trig
from ms2torch.ops.function.math import unary as _ops_function_math_unary
from ms2torch.ops.function.nn import activation as _ops_function_nn_activation
from ms2torch.ops.function.nn import loss as _ops_function_nn_loss

acos_ext = _ops_function_math_trig.acos
acosh_ext = _ops_function_math_trig.acosh
adaptive_avg_pool3d_ext = _mint_nn_functional_layers.adaptive_avg_pool3d
argmax_ext = _ops_function_math_extreme.argmax
argmin_ext = _mint_reduce.argmin
argsort_ext = _mint_reduce.argsort
asin_ext = _ops_function_math_trig.asin
asinh_ext = _ops_function_math_trig.asinh
atan2_ext = _ops_function_math_trig.atan2
atan_ext = _ops_function_math_trig.atan
avg_pool1d_ext = _mint_nn_functional_layers.avg_pool1d
bincount_ext = _mint_array.bincount
bmm_ext = _mint_math.bmm
broadcast_to_view = _mint_array.broadcast_to
cummin_ext = _mint_reduce.cummin
cumsum_ext = _mint_reduce.cumsum
diag_ext = _mint_array.diag
flatten_ext = _mint_array.flatten
fold_ext = _mint_nn_functional_layers.fold
frac_ext = _mint_math.frac
histc_ext = _mint_reduce.histc
index_select_ext = _mint_array.index_select
inplace_addr = _mint_math.addr_
inplace_elu = _mint_nn_functional_activations.elu_
inplace_hardtanh = _mint_nn_functional_activations.hardtanh_
inplace_threshold = _mint_nn_functional_activations.threshold_
isneginf_ext = _ops_function_math_compare.isneginf
l1_loss_ext = _ops_function_nn_loss.l1_loss
leaky_relu_ext = _mint_nn_functional_activations.leaky_relu
linalg_qr = _mint_linalg.qr
log10_ext = _ops_function_math_unary.log10
log2_ext = _ops_function_math_unary.log2
log_softmax_ext = _mint_nn_functional_activations.log_softmax
logaddexp_ext = _ops_function_math_pairs.logaddexp
logsumexp_ext = _mint_reduce.logsumexp
matmul_ext = _ops_function_math_arithmetic.matmul
max_unpool2d_ext = _mint_nn_functional_layers.max_unpool2d
mean_ext = _mint_reduce.mean
mish_ext = _mint_nn_functional_activations.mish
mm_ext = _mint_math.mm
mse_loss_ext = _ops_function_nn_loss.mse_loss
muls = _ops_function_compat_operators.tensor_muls
narrow_view = _mint_array.narrow
outer_ext = _mint_math.outer
prod_ext = _mint_reduce.prod
select_ext_view = _mint_array.select
selu_ext = _mint_nn_functional_activations.selu
slice_op = _ops_function_array_index.slice
softplus_ext = _ops_function_nn_activation.softplus
sort_ext = _mint_reduce.sort
stack_ext = _mint_array.stack
sum_ext = _ops_function_math_reduce.sum
t_ext = _mint_array.t
topk_ext = _mint_reduce.topk
trace_ext = _mint_math.trace
transpose_ext_view = _mint_array.transpose
tril_ext = _mint_array.tril
unfold_ext = _mint_nn_functional_layers.unfold
