# ruff: noqa: TID252
"""What `mindspore.ops.operations` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ..primitive import (
    Primitive as Primitive,
)
from .activation_ops import (
    GLU as GLU,
)
from .activation_ops import (
    CeLU as CeLU,
)
from .activation_ops import (
    Dropout as Dropout,
)
from .activation_ops import (
    Dropout2D as Dropout2D,
)
from .activation_ops import (
    Dropout3D as Dropout3D,
)
from .activation_ops import (
    Elu as Elu,
)
from .activation_ops import (
    FastGeLU as FastGeLU,
)
from .activation_ops import (
    FastGelu as FastGelu,
)
from .activation_ops import (
    GeLU as GeLU,
)
from .activation_ops import (
    Gelu as Gelu,
)
from .activation_ops import (
    HShrink as HShrink,
)
from .activation_ops import (
    HSigmoid as HSigmoid,
)
from .activation_ops import (
    HSwish as HSwish,
)
from .activation_ops import (
    LogSoftmax as LogSoftmax,
)
from .activation_ops import (
    Mish as Mish,
)
from .activation_ops import (
    PReLU as PReLU,
)
from .activation_ops import (
    ReLU as ReLU,
)
from .activation_ops import (
    ReLU6 as ReLU6,
)
from .activation_ops import (
    SeLU as SeLU,
)
from .activation_ops import (
    Sigmoid as Sigmoid,
)
from .activation_ops import (
    Softmax as Softmax,
)
from .activation_ops import (
    Softplus as Softplus,
)
from .activation_ops import (
    SoftShrink as SoftShrink,
)
from .activation_ops import (
    Softsign as Softsign,
)
from .activation_ops import (
    Tanh as Tanh,
)
from .array_ops import (
    BroadcastTo as BroadcastTo,
    Size as Size,
)
from .array_ops import (
    Coalesce as Coalesce,
)
from .array_ops import (
    Concat as Concat,
)
from .array_ops import (
    DType as DType,
)
from .array_ops import (
    Expand as Expand,
)
from .array_ops import (
    ExpandDims as ExpandDims,
)
from .array_ops import (
    Eye as Eye,
)
from .array_ops import (
    Fill as Fill,
)
from .array_ops import (
    Fills as Fills,
)
from .array_ops import (
    FillV2 as FillV2,
)
from .array_ops import (
    Flatten as Flatten,
)
from .array_ops import (
    InvertPermutation as InvertPermutation,
)
from .array_ops import (
    LinSpace as LinSpace,
)
from .array_ops import (
    LogSpace as LogSpace,
)
from .array_ops import (
    Meshgrid as Meshgrid,
)
from .array_ops import (
    MoveTo as MoveTo,
)
from .array_ops import (
    OneHot as OneHot,
)
from .array_ops import (
    Ones as Ones,
)
from .array_ops import (
    OnesLike as OnesLike,
)
from .array_ops import (
    Pack as Pack,
)
from .array_ops import (
    Padding as Padding,
)
from .array_ops import (
    ParallelConcat as ParallelConcat,
)
from .array_ops import (
    Range as Range,
)
from .array_ops import (
    Rank as Rank,
)
from .array_ops import (
    Reshape as Reshape,
)
from .array_ops import (
    ReverseSequence as ReverseSequence,
)
from .array_ops import (
    ReverseV2 as ReverseV2,
)
from .array_ops import (
    Roll as Roll,
)
from .array_ops import (
    Shape as Shape,
)
from .array_ops import (
    Split as Split,
)
from .array_ops import (
    SplitV as SplitV,
)
from .array_ops import (
    Squeeze as Squeeze,
)
from .array_ops import (
    Stack as Stack,
)
from .array_ops import (
    TensorShape as TensorShape,
)
from .array_ops import (
    TensorToTuple as TensorToTuple,
)
from .array_ops import (
    Tile as Tile,
)
from .array_ops import (
    Transpose as Transpose,
)
from .array_ops import (
    TupleToArray as TupleToArray,
)
from .array_ops import (
    Unpack as Unpack,
)
from .array_ops import (
    Unstack as Unstack,
)
from .array_ops import (
    Zeros as Zeros,
)
from .array_ops import (
    ZerosLike as ZerosLike,
)
from .comm_ops import (
    AllGather as AllGather,
)
from .comm_ops import (
    AllReduce as AllReduce,
)
from .comm_ops import (
    AlltoAll as AlltoAll,
)
from .comm_ops import (
    Barrier as Barrier,
)
from .comm_ops import (
    Broadcast as Broadcast,
)
from .comm_ops import (
    NeighborExchange as NeighborExchange,
)
from .comm_ops import (
    Receive as Receive,
)
from .comm_ops import (
    ReduceOp as ReduceOp,
)
from .comm_ops import (
    ReduceScatter as ReduceScatter,
)
from .comm_ops import (
    Send as Send,
)
from .compare_ops import (
    ApproximateEqual as ApproximateEqual,
)
from .compare_ops import (
    CheckNumerics as CheckNumerics,
)
from .compare_ops import (
    Equal as Equal,
)
from .compare_ops import (
    EqualCount as EqualCount,
)
from .compare_ops import (
    Greater as Greater,
)
from .compare_ops import (
    GreaterEqual as GreaterEqual,
)
from .compare_ops import (
    IsClose as IsClose,
)
from .compare_ops import (
    IsFinite as IsFinite,
)
from .compare_ops import (
    IsInf as IsInf,
)
from .compare_ops import (
    IsNan as IsNan,
)
from .compare_ops import (
    Less as Less,
)
from .compare_ops import (
    LessEqual as LessEqual,
)
from .compare_ops import (
    LogicalAnd as LogicalAnd,
)
from .compare_ops import (
    LogicalNot as LogicalNot,
)
from .compare_ops import (
    LogicalOr as LogicalOr,
)
from .compare_ops import (
    LogicalXor as LogicalXor,
)
from .compare_ops import (
    NotEqual as NotEqual,
)
from .conv_ops import (
    Conv2D as Conv2D,
)
from .conv_ops import (
    Conv2DBackpropInput as Conv2DBackpropInput,
)
from .conv_ops import (
    Conv2DTranspose as Conv2DTranspose,
)
from .conv_ops import (
    Conv3D as Conv3D,
)
from .conv_ops import (
    Conv3DTranspose as Conv3DTranspose,
)
from .debug_ops import (
    Assert as Assert,
)
from .debug_ops import (
    Depend as Depend,
)
from .debug_ops import (
    HookBackward as HookBackward,
)
from .debug_ops import (
    Identity as Identity,
)
from .debug_ops import (
    IdentityN as IdentityN,
)
from .debug_ops import (
    InsertGradientOf as InsertGradientOf,
)
from .debug_ops import (
    Partial as Partial,
)
from .debug_ops import (
    Print as Print,
)
from .debug_ops import (
    StopGradient as StopGradient,
)
from .detection_ops import (
    IOU as IOU,
)
from .detection_ops import (
    BoundingBoxDecode as BoundingBoxDecode,
)
from .detection_ops import (
    BoundingBoxEncode as BoundingBoxEncode,
)
from .detection_ops import (
    CheckValid as CheckValid,
)
from .detection_ops import (
    NMSWithMask as NMSWithMask,
)
from .detection_ops import (
    NonMaxSuppressionV3 as NonMaxSuppressionV3,
)
from .detection_ops import (
    NonMaxSuppressionWithOverlaps as NonMaxSuppressionWithOverlaps,
)
from .embedding_ops import (
    EmbeddingLookup as EmbeddingLookup,
)
from .image_ops import (
    AffineGrid as AffineGrid,
)
from .image_ops import (
    BatchToSpaceND as BatchToSpaceND,
)
from .image_ops import (
    ChannelShuffle as ChannelShuffle,
)
from .image_ops import (
    Col2Im as Col2Im,
)
from .image_ops import (
    CropAndResize as CropAndResize,
)
from .image_ops import (
    DepthToSpace as DepthToSpace,
)
from .image_ops import (
    ExtractImagePatches as ExtractImagePatches,
)
from .image_ops import (
    GridSampler2D as GridSampler2D,
)
from .image_ops import (
    GridSampler3D as GridSampler3D,
)
from .image_ops import (
    Im2Col as Im2Col,
)
from .image_ops import (
    MirrorPad as MirrorPad,
)
from .image_ops import (
    Pad as Pad,
)
from .image_ops import (
    PadV3 as PadV3,
)
from .image_ops import (
    ResizeBilinear as ResizeBilinear,
)
from .image_ops import (
    ResizeBilinearV2 as ResizeBilinearV2,
)
from .image_ops import (
    ResizeNearestNeighbor as ResizeNearestNeighbor,
)
from .image_ops import (
    ResizeNearestNeighborV2 as ResizeNearestNeighborV2,
)
from .image_ops import (
    SpaceToBatchND as SpaceToBatchND,
)
from .image_ops import (
    SpaceToDepth as SpaceToDepth,
)
from .index_ops import (
    Bucketize as Bucketize,
    SegmentMax as SegmentMax,
    SegmentMean as SegmentMean,
    SegmentMin as SegmentMin,
    SegmentProd as SegmentProd,
    SegmentSum as SegmentSum,
)
from .index_ops import (
    Gather as Gather,
)
from .index_ops import (
    GatherD as GatherD,
)
from .index_ops import (
    GatherNd as GatherNd,
)
from .index_ops import (
    GatherV2 as GatherV2,
)
from .index_ops import (
    IndexFill as IndexFill,
)
from .index_ops import (
    IndexPut as IndexPut,
)
from .index_ops import (
    InplaceAdd as InplaceAdd,
)
from .index_ops import (
    InplaceSub as InplaceSub,
)
from .index_ops import (
    InplaceUpdate as InplaceUpdate,
)
from .index_ops import (
    InplaceUpdateV2 as InplaceUpdateV2,
)
from .index_ops import (
    InTopK as InTopK,
)
from .index_ops import (
    ListDiff as ListDiff,
)
from .index_ops import (
    LowerBound as LowerBound,
)
from .index_ops import (
    MaskedFill as MaskedFill,
)
from .index_ops import (
    MaskedScatter as MaskedScatter,
)
from .index_ops import (
    MaskedSelect as MaskedSelect,
)
from .index_ops import (
    NonZero as NonZero,
)
from .index_ops import (
    ScatterNd as ScatterNd,
)
from .index_ops import (
    SearchSorted as SearchSorted,
)
from .index_ops import (
    Select as Select,
)
from .index_ops import (
    Slice as Slice,
)
from .index_ops import (
    Sort as Sort,
)
from .index_ops import (
    StridedSlice as StridedSlice,
)
from .index_ops import (
    TensorScatterAdd as TensorScatterAdd,
)
from .index_ops import (
    TensorScatterDiv as TensorScatterDiv,
)
from .index_ops import (
    TensorScatterElements as TensorScatterElements,
)
from .index_ops import (
    TensorScatterMax as TensorScatterMax,
)
from .index_ops import (
    TensorScatterMin as TensorScatterMin,
)
from .index_ops import (
    TensorScatterMul as TensorScatterMul,
)
from .index_ops import (
    TensorScatterSub as TensorScatterSub,
)
from .index_ops import (
    TensorScatterUpdate as TensorScatterUpdate,
)
from .index_ops import (
    TopK as TopK,
)
from .index_ops import (
    Unique as Unique,
)
from .index_ops import (
    UniqueConsecutive as UniqueConsecutive,
)
from .index_ops import (
    UniqueWithPad as UniqueWithPad,
)
from .index_ops import (
    UnravelIndex as UnravelIndex,
)
from .index_ops import (
    UnsortedSegmentMax as UnsortedSegmentMax,
)
from .index_ops import (
    UnsortedSegmentMin as UnsortedSegmentMin,
)
from .index_ops import (
    UnsortedSegmentProd as UnsortedSegmentProd,
)
from .index_ops import (
    UnsortedSegmentSum as UnsortedSegmentSum,
)
from .index_ops import (
    UpperBound as UpperBound,
)
from .linalg_ops import (
    BatchMatMul as BatchMatMul,
)
from .linalg_ops import (
    Cdist as Cdist,
)
from .linalg_ops import (
    Cholesky as Cholesky,
)
from .linalg_ops import (
    CholeskyInverse as CholeskyInverse,
)
from .linalg_ops import (
    CholeskySolve as CholeskySolve,
)
from .linalg_ops import (
    Cross as Cross,
)
from .linalg_ops import (
    Einsum as Einsum,
)
from .linalg_ops import (
    EuclideanNorm as EuclideanNorm,
)
from .linalg_ops import (
    Geqrf as Geqrf,
)
from .linalg_ops import (
    Ger as Ger,
)
from .linalg_ops import (
    LogMatrixDeterminant as LogMatrixDeterminant,
)
from .linalg_ops import (
    LpNorm as LpNorm,
)
from .linalg_ops import (
    LuSolve as LuSolve,
)
from .linalg_ops import (
    MatMul as MatMul,
)
from .linalg_ops import (
    MatrixDeterminant as MatrixDeterminant,
)
from .linalg_ops import (
    MatrixExp as MatrixExp,
)
from .linalg_ops import (
    MatrixInverse as MatrixInverse,
)
from .linalg_ops import (
    MatrixLogarithm as MatrixLogarithm,
)
from .linalg_ops import (
    MatrixPower as MatrixPower,
)
from .linalg_ops import (
    MatrixSolve as MatrixSolve,
)
from .linalg_ops import (
    MatrixTriangularSolve as MatrixTriangularSolve,
)
from .linalg_ops import (
    Orgqr as Orgqr,
)
from .linalg_ops import (
    Qr as Qr,
)
from .linalg_ops import (
    Svd as Svd,
)
from .linalg_ops import (
    Trace as Trace,
)
from .linalg_ops import (
    TridiagonalMatMul as TridiagonalMatMul,
)
from .loss_ops import (
    BCEWithLogitsLoss as BCEWithLogitsLoss,
)
from .loss_ops import (
    BinaryCrossEntropy as BinaryCrossEntropy,
)
from .loss_ops import (
    CTCLoss as CTCLoss,
)
from .loss_ops import (
    CTCLossV2 as CTCLossV2,
)
from .loss_ops import (
    KLDivLoss as KLDivLoss,
)
from .loss_ops import (
    L2Loss as L2Loss,
)
from .loss_ops import (
    MultilabelMarginLoss as MultilabelMarginLoss,
)
from .loss_ops import (
    MultiMarginLoss as MultiMarginLoss,
)
from .loss_ops import (
    NLLLoss as NLLLoss,
)
from .loss_ops import (
    SigmoidCrossEntropyWithLogits as SigmoidCrossEntropyWithLogits,
)
from .loss_ops import (
    SmoothL1Loss as SmoothL1Loss,
)
from .loss_ops import (
    SoftMarginLoss as SoftMarginLoss,
)
from .loss_ops import (
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
)
from .loss_ops import (
    SparseSoftmaxCrossEntropyWithLogits as SparseSoftmaxCrossEntropyWithLogits,
)
from .loss_ops import (
    TripletMarginLoss as TripletMarginLoss,
)
from .math_ops import (
    Abs as Abs,
)
from .math_ops import (
    AccumulateNV2 as AccumulateNV2,
)
from .math_ops import (
    ACos as ACos,
)
from .math_ops import (
    Acosh as Acosh,
)
from .math_ops import (
    Add as Add,
)
from .math_ops import (
    Addcdiv as Addcdiv,
)
from .math_ops import (
    Addcmul as Addcmul,
)
from .math_ops import (
    AddN as AddN,
)
from .math_ops import (
    Angle as Angle,
)
from .math_ops import (
    Asin as Asin,
)
from .math_ops import (
    Asinh as Asinh,
)
from .math_ops import (
    Assign as Assign,
)
from .math_ops import (
    AssignAdd as AssignAdd,
)
from .math_ops import (
    AssignSub as AssignSub,
)
from .math_ops import (
    Atan as Atan,
)
from .math_ops import (
    Atan2 as Atan2,
)
from .math_ops import (
    Atanh as Atanh,
)
from .math_ops import (
    BitwiseAnd as BitwiseAnd,
)
from .math_ops import (
    BitwiseOr as BitwiseOr,
)
from .math_ops import (
    BitwiseXor as BitwiseXor,
)
from .math_ops import (
    Cast as Cast,
)
from .math_ops import (
    Ceil as Ceil,
)
from .math_ops import (
    Complex as Complex,
)
from .math_ops import (
    ComplexAbs as ComplexAbs,
)
from .math_ops import (
    Conj as Conj,
)
from .math_ops import (
    Cos as Cos,
)
from .math_ops import (
    Cosh as Cosh,
)
from .math_ops import (
    Div as Div,
)
from .math_ops import (
    DivNoNan as DivNoNan,
)
from .math_ops import (
    Eps as Eps,
)
from .math_ops import (
    Exp as Exp,
)
from .math_ops import (
    Expm1 as Expm1,
)
from .math_ops import (
    Floor as Floor,
)
from .math_ops import (
    FloorDiv as FloorDiv,
)
from .math_ops import (
    FloorMod as FloorMod,
)
from .math_ops import (
    Fmax as Fmax,
)
from .math_ops import (
    Fmin as Fmin,
)
from .math_ops import (
    Gcd as Gcd,
)
from .math_ops import (
    Heaviside as Heaviside,
)
from .math_ops import (
    Hypot as Hypot,
)
from .math_ops import (
    Imag as Imag,
)
from .math_ops import (
    Inv as Inv,
)
from .math_ops import (
    Invert as Invert,
)
from .math_ops import (
    Lcm as Lcm,
)
from .math_ops import (
    LeftShift as LeftShift,
)
from .math_ops import (
    Lerp as Lerp,
)
from .math_ops import (
    LerpScalar as LerpScalar,
)
from .math_ops import (
    Log as Log,
)
from .math_ops import (
    Log1p as Log1p,
)
from .math_ops import (
    Maximum as Maximum,
)
from .math_ops import (
    Minimum as Minimum,
)
from .math_ops import (
    Mod as Mod,
)
from .math_ops import (
    Mul as Mul,
)
from .math_ops import (
    MulNoNan as MulNoNan,
)
from .math_ops import (
    NanToNum as NanToNum,
)
from .math_ops import (
    Neg as Neg,
)
from .math_ops import (
    NextAfter as NextAfter,
)
from .math_ops import (
    Polar as Polar,
)
from .math_ops import (
    PopulationCount as PopulationCount,
)
from .math_ops import (
    Pow as Pow,
)
from .math_ops import (
    Real as Real,
)
from .math_ops import (
    RealDiv as RealDiv,
)
from .math_ops import (
    Reciprocal as Reciprocal,
)
from .math_ops import (
    RightShift as RightShift,
)
from .math_ops import (
    Rint as Rint,
)
from .math_ops import (
    Round as Round,
)
from .math_ops import (
    Rsqrt as Rsqrt,
)
from .math_ops import (
    ScalarCast as ScalarCast,
)
from .math_ops import (
    ScalarToTensor as ScalarToTensor,
)
from .math_ops import (
    Sign as Sign,
)
from .math_ops import (
    Sin as Sin,
)
from .math_ops import (
    Sinc as Sinc,
)
from .math_ops import (
    Sinh as Sinh,
)
from .math_ops import (
    Sqrt as Sqrt,
)
from .math_ops import (
    Square as Square,
)
from .math_ops import (
    SquaredDifference as SquaredDifference,
)
from .math_ops import (
    SquareSumAll as SquareSumAll,
)
from .math_ops import (
    Sub as Sub,
)
from .math_ops import (
    Tan as Tan,
)
from .math_ops import (
    TensorAdd as TensorAdd,
)
from .math_ops import (
    Trunc as Trunc,
)
from .math_ops import (
    TruncateDiv as TruncateDiv,
)
from .math_ops import (
    TruncateMod as TruncateMod,
)
from .math_ops import (
    Xdivy as Xdivy,
)
from .math_ops import (
    Xlogy as Xlogy,
)
from .matrix_ops import (
    BartlettWindow as BartlettWindow,
)
from .matrix_ops import (
    BlackmanWindow as BlackmanWindow,
)
from .matrix_ops import (
    Diag as Diag,
)
from .matrix_ops import (
    DiagPart as DiagPart,
)
from .matrix_ops import (
    FillDiagonal as FillDiagonal,
)
from .matrix_ops import (
    HammingWindow as HammingWindow,
)
from .matrix_ops import (
    MatrixBandPart as MatrixBandPart,
)
from .matrix_ops import (
    MatrixDiagPartV3 as MatrixDiagPartV3,
)
from .matrix_ops import (
    MatrixDiagV3 as MatrixDiagV3,
)
from .matrix_ops import (
    MatrixSetDiagV3 as MatrixSetDiagV3,
)
from .matrix_ops import (
    Tril as Tril,
)
from .matrix_ops import (
    TrilIndices as TrilIndices,
)
from .matrix_ops import (
    Triu as Triu,
)
from .matrix_ops import (
    TriuIndices as TriuIndices,
)
from .norm_ops import (
    LRN as LRN,
)
from .norm_ops import (
    BatchNorm as BatchNorm,
)
from .norm_ops import (
    BiasAdd as BiasAdd,
)
from .norm_ops import (
    L2Normalize as L2Normalize,
)
from .norm_ops import (
    LayerNorm as LayerNorm,
)
from .norm_ops import (
    RmsNorm as RmsNorm,
)
from .optimizer_ops import (
    SGD as SGD,
)
from .optimizer_ops import (
    Adam as Adam,
)
from .optimizer_ops import (
    AdamNoUpdateParam as AdamNoUpdateParam,
)
from .optimizer_ops import (
    AdamWeightDecay as AdamWeightDecay,
)
from .optimizer_ops import (
    ApplyAdadelta as ApplyAdadelta,
)
from .optimizer_ops import (
    ApplyAdagrad as ApplyAdagrad,
)
from .optimizer_ops import (
    ApplyAdagradDA as ApplyAdagradDA,
)
from .optimizer_ops import (
    ApplyAdagradV2 as ApplyAdagradV2,
)
from .optimizer_ops import (
    ApplyAdaMax as ApplyAdaMax,
)
from .optimizer_ops import (
    ApplyAdamWithAmsgrad as ApplyAdamWithAmsgrad,
)
from .optimizer_ops import (
    ApplyAdamWithAmsgradV2 as ApplyAdamWithAmsgradV2,
)
from .optimizer_ops import (
    ApplyAddSign as ApplyAddSign,
)
from .optimizer_ops import (
    ApplyCenteredRMSProp as ApplyCenteredRMSProp,
)
from .optimizer_ops import (
    ApplyFtrl as ApplyFtrl,
)
from .optimizer_ops import (
    ApplyGradientDescent as ApplyGradientDescent,
)
from .optimizer_ops import (
    ApplyKerasMomentum as ApplyKerasMomentum,
)
from .optimizer_ops import (
    ApplyMomentum as ApplyMomentum,
)
from .optimizer_ops import (
    ApplyPowerSign as ApplyPowerSign,
)
from .optimizer_ops import (
    ApplyProximalAdagrad as ApplyProximalAdagrad,
)
from .optimizer_ops import (
    ApplyProximalGradientDescent as ApplyProximalGradientDescent,
)
from .optimizer_ops import (
    ApplyRMSProp as ApplyRMSProp,
)
from .optimizer_sparse_ops import (
    FusedSparseAdam as FusedSparseAdam,
)
from .optimizer_sparse_ops import (
    FusedSparseFtrl as FusedSparseFtrl,
)
from .optimizer_sparse_ops import (
    FusedSparseLazyAdam as FusedSparseLazyAdam,
)
from .optimizer_sparse_ops import (
    FusedSparseProximalAdagrad as FusedSparseProximalAdagrad,
)
from .optimizer_sparse_ops import (
    SparseApplyAdagrad as SparseApplyAdagrad,
)
from .optimizer_sparse_ops import (
    SparseApplyAdagradV2 as SparseApplyAdagradV2,
)
from .optimizer_sparse_ops import (
    SparseApplyFtrl as SparseApplyFtrl,
)
from .optimizer_sparse_ops import (
    SparseApplyProximalAdagrad as SparseApplyProximalAdagrad,
)
from .pool_ops import (
    AdaptiveAvgPool2D as AdaptiveAvgPool2D,
)
from .pool_ops import (
    AdaptiveAvgPool3D as AdaptiveAvgPool3D,
)
from .pool_ops import (
    AdaptiveMaxPool2D as AdaptiveMaxPool2D,
)
from .pool_ops import (
    AdaptiveMaxPool3D as AdaptiveMaxPool3D,
)
from .pool_ops import (
    AvgPool as AvgPool,
)
from .pool_ops import (
    AvgPool3D as AvgPool3D,
)
from .pool_ops import (
    MaxPool as MaxPool,
)
from .pool_ops import (
    MaxPool3D as MaxPool3D,
)
from .pool_ops import (
    MaxPool3DWithArgmax as MaxPool3DWithArgmax,
)
from .pool_ops import (
    MaxPoolWithArgmax as MaxPoolWithArgmax,
)
from .pool_ops import (
    MaxPoolWithArgmaxV2 as MaxPoolWithArgmaxV2,
)
from .pool_ops import (
    MaxUnpool2D as MaxUnpool2D,
)
from .pool_ops import (
    MaxUnpool3D as MaxUnpool3D,
)
from .random_ops import (
    Bernoulli as Bernoulli,
)
from .random_ops import (
    Gamma as Gamma,
)
from .random_ops import (
    Multinomial as Multinomial,
)
from .random_ops import (
    MultinomialWithReplacement as MultinomialWithReplacement,
)
from .random_ops import (
    Poisson as Poisson,
)
from .random_ops import (
    RandomCategorical as RandomCategorical,
)
from .random_ops import (
    RandomChoiceWithMask as RandomChoiceWithMask,
)
from .random_ops import (
    RandomGamma as RandomGamma,
)
from .random_ops import (
    RandomPoisson as RandomPoisson,
)
from .random_ops import (
    RandomShuffle as RandomShuffle,
)
from .random_ops import (
    Randperm as Randperm,
)
from .random_ops import (
    RandpermV2 as RandpermV2,
)
from .random_ops import (
    StandardLaplace as StandardLaplace,
)
from .random_ops import (
    StandardNormal as StandardNormal,
)
from .random_ops import (
    TruncatedNormal as TruncatedNormal,
)
from .random_ops import (
    UniformInt as UniformInt,
)
from .random_ops import (
    UniformReal as UniformReal,
)
from .reduce_ops import (
    Argmax as Argmax,
)
from .reduce_ops import (
    ArgMaxWithValue as ArgMaxWithValue,
)
from .reduce_ops import (
    Argmin as Argmin,
)
from .reduce_ops import (
    ArgMinWithValue as ArgMinWithValue,
)
from .reduce_ops import (
    Bincount as Bincount,
)
from .reduce_ops import (
    CountNonZero as CountNonZero,
)
from .reduce_ops import (
    Cummax as Cummax,
)
from .reduce_ops import (
    Cummin as Cummin,
)
from .reduce_ops import (
    CumProd as CumProd,
)
from .reduce_ops import (
    CumSum as CumSum,
)
from .reduce_ops import (
    CumulativeLogsumexp as CumulativeLogsumexp,
)
from .reduce_ops import (
    Histogram as Histogram,
)
from .reduce_ops import (
    Median as Median,
)
from .reduce_ops import (
    Quantile as Quantile,
)
from .reduce_ops import (
    ReduceAll as ReduceAll,
)
from .reduce_ops import (
    ReduceAny as ReduceAny,
)
from .reduce_ops import (
    ReduceMax as ReduceMax,
)
from .reduce_ops import (
    ReduceMean as ReduceMean,
)
from .reduce_ops import (
    ReduceMin as ReduceMin,
)
from .reduce_ops import (
    ReduceProd as ReduceProd,
)
from .reduce_ops import (
    ReduceStd as ReduceStd,
)
from .reduce_ops import (
    ReduceSum as ReduceSum,
)
from .scatter_ops import (
    IndexAdd as IndexAdd,
)
from .scatter_ops import (
    InplaceIndexAdd as InplaceIndexAdd,
)
from .scatter_ops import (
    ScatterAdd as ScatterAdd,
)
from .scatter_ops import (
    ScatterDiv as ScatterDiv,
)
from .scatter_ops import (
    ScatterMax as ScatterMax,
)
from .scatter_ops import (
    ScatterMin as ScatterMin,
)
from .scatter_ops import (
    ScatterMul as ScatterMul,
)
from .scatter_ops import (
    ScatterNdAdd as ScatterNdAdd,
)
from .scatter_ops import (
    ScatterNdDiv as ScatterNdDiv,
)
from .scatter_ops import (
    ScatterNdMax as ScatterNdMax,
)
from .scatter_ops import (
    ScatterNdMin as ScatterNdMin,
)
from .scatter_ops import (
    ScatterNdMul as ScatterNdMul,
)
from .scatter_ops import (
    ScatterNdSub as ScatterNdSub,
)
from .scatter_ops import (
    ScatterNdUpdate as ScatterNdUpdate,
)
from .scatter_ops import (
    ScatterSub as ScatterSub,
)
from .scatter_ops import (
    ScatterUpdate as ScatterUpdate,
)
from .special_ops import (
    BesselI0 as BesselI0,
)
from .special_ops import (
    BesselI0e as BesselI0e,
)
from .special_ops import (
    BesselI1 as BesselI1,
)
from .special_ops import (
    BesselI1e as BesselI1e,
)
from .special_ops import (
    BesselJ0 as BesselJ0,
)
from .special_ops import (
    BesselJ1 as BesselJ1,
)
from .special_ops import (
    BesselK0 as BesselK0,
)
from .special_ops import (
    BesselK0e as BesselK0e,
)
from .special_ops import (
    BesselK1 as BesselK1,
)
from .special_ops import (
    BesselK1e as BesselK1e,
)
from .special_ops import (
    BesselY0 as BesselY0,
)
from .special_ops import (
    BesselY1 as BesselY1,
)
from .special_ops import (
    Digamma as Digamma,
)
from .special_ops import (
    Erf as Erf,
    Erfc as Erfc,
    Erfinv as Erfinv,
)
from .special_ops import (
    Igamma as Igamma,
)
from .special_ops import (
    Igammac as Igammac,
)
from .special_ops import (
    Lgamma as Lgamma,
)
from .special_ops import (
    Logit as Logit,
)
from .special_ops import (
    Mvlgamma as Mvlgamma,
)
from .special_ops import (
    Polygamma as Polygamma,
)
from .special_ops import (
    Zeta as Zeta,
)
