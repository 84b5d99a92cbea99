"""What `mindspore.ops.operations._grad_ops` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.operations._coo_ops import (
    SparseFillEmptyRowsGrad as SparseFillEmptyRowsGrad,
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
    SoftmaxGrad as SoftmaxGrad,
    SoftplusGrad as SoftplusGrad,
    SoftplusGradExt as SoftplusGradExt,
    TanhGrad as TanhGrad,
    ThresholdGrad as ThresholdGrad,
)
from ms2torch.ops.operations._grad_ops.conv import (
    BiasAddGrad as BiasAddGrad,
    Conv2DBackpropFilter as Conv2DBackpropFilter,
    Conv3DBackpropFilter as Conv3DBackpropFilter,
    DepthwiseConv2dNativeBackpropFilter as DepthwiseConv2dNativeBackpropFilter,
    DepthwiseConv2dNativeBackpropInput as DepthwiseConv2dNativeBackpropInput,
)
from ms2torch.ops.operations._grad_ops.elementwise import (
    ACosGrad as ACosGrad,
    AbsGrad as AbsGrad,
    AcoshGrad as AcoshGrad,
    AsinGrad as AsinGrad,
    AsinhGrad as AsinhGrad,
    AtanGrad as AtanGrad,
    CholeskyGrad as CholeskyGrad,
    IgammaGradA as IgammaGradA,
    InvGrad as InvGrad,
    LogitGrad as LogitGrad,
    MaximumGrad as MaximumGrad,
    MaximumGradGrad as MaximumGradGrad,
    MinimumGrad as MinimumGrad,
    MinimumGradGrad as MinimumGradGrad,
    MvlgammaGrad as MvlgammaGrad,
    ReciprocalGrad as ReciprocalGrad,
    RsqrtGrad as RsqrtGrad,
    SqrtGrad as SqrtGrad,
)
from ms2torch.ops.operations._grad_ops.index import (
    CdistGrad as CdistGrad,
    ConcatOffset as ConcatOffset,
    Dilation2DBackpropFilter as Dilation2DBackpropFilter,
    Dilation2DBackpropInput as Dilation2DBackpropInput,
    EinsumGrad as EinsumGrad,
    FlattenGrad as FlattenGrad,
    GatherDGradV2 as GatherDGradV2,
    MaskedSelectGrad as MaskedSelectGrad,
    MedianGrad as MedianGrad,
    MirrorPadGrad as MirrorPadGrad,
    PdistGrad as PdistGrad,
    SliceGrad as SliceGrad,
    StridedSliceGrad as StridedSliceGrad,
    TraceGrad as TraceGrad,
    UniqueGrad as UniqueGrad,
)
from ms2torch.ops.operations._grad_ops.loss import (
    BinaryCrossEntropyGrad as BinaryCrossEntropyGrad,
    DropoutGrad as DropoutGrad,
    KLDivLossGrad as KLDivLossGrad,
    MSELossGradExt as MSELossGradExt,
    MultiMarginLossGrad as MultiMarginLossGrad,
    MultilabelMarginLossGrad as MultilabelMarginLossGrad,
    NLLLossGrad as NLLLossGrad,
    SigmoidCrossEntropyWithLogitsGrad as SigmoidCrossEntropyWithLogitsGrad,
    SmoothL1LossGrad as SmoothL1LossGrad,
    SoftMarginLossGrad as SoftMarginLossGrad,
)
from ms2torch.ops.operations._grad_ops.norm import (
    BatchNormGrad as BatchNormGrad,
    GroupNormGrad as GroupNormGrad,
    InstanceNormGrad as InstanceNormGrad,
    L2NormalizeGrad as L2NormalizeGrad,
    LRNGrad as LRNGrad,
    LayerNormGrad as LayerNormGrad,
    LayerNormGradGrad as LayerNormGradGrad,
    RmsNormGrad as RmsNormGrad,
)
from ms2torch.ops.operations._grad_ops.pool import (
    AdaptiveAvgPool2DGrad as AdaptiveAvgPool2DGrad,
    AdaptiveAvgPool2DGradExt as AdaptiveAvgPool2DGradExt,
    AdaptiveAvgPool3DGrad as AdaptiveAvgPool3DGrad,
    AdaptiveMaxPool2DGrad as AdaptiveMaxPool2DGrad,
    AdaptiveMaxPool3DGrad as AdaptiveMaxPool3DGrad,
    AvgPool3DGrad as AvgPool3DGrad,
    AvgPoolGrad as AvgPoolGrad,
    AvgPoolGradV1 as AvgPoolGradV1,
    FractionalAvgPoolGrad as FractionalAvgPoolGrad,
    FractionalMaxPool3DGradWithFixedKsize as FractionalMaxPool3DGradWithFixedKsize,
    FractionalMaxPoolGrad as FractionalMaxPoolGrad,
    FractionalMaxPoolGradWithFixedKsize as FractionalMaxPoolGradWithFixedKsize,
    MaxPool3DGrad as MaxPool3DGrad,
    MaxPool3DGradGrad as MaxPool3DGradGrad,
    MaxPool3DGradWithArgmax as MaxPool3DGradWithArgmax,
    MaxPoolGrad as MaxPoolGrad,
    MaxPoolGradGrad as MaxPoolGradGrad,
    MaxPoolGradV1 as MaxPoolGradV1,
    MaxPoolGradWithArgmax as MaxPoolGradWithArgmax,
    MaxPoolGradWithArgmaxV2 as MaxPoolGradWithArgmaxV2,
    MaxUnpool2DGrad as MaxUnpool2DGrad,
    MaxUnpool3DGrad as MaxUnpool3DGrad,
)
from ms2torch.ops.operations._grad_ops.resize import (
    AffineGridGrad as AffineGridGrad,
    GridSampler2DGrad as GridSampler2DGrad,
    GridSampler3DGrad as GridSampler3DGrad,
    ResizeBicubicGrad as ResizeBicubicGrad,
    ResizeBilinearGrad as ResizeBilinearGrad,
    ResizeLinear1DGrad as ResizeLinear1DGrad,
    ResizeNearestNeighborGrad as ResizeNearestNeighborGrad,
    ResizeNearestNeighborV2Grad as ResizeNearestNeighborV2Grad,
    ScaleAndTranslateGrad as ScaleAndTranslateGrad,
    UpsampleNearest3DGrad as UpsampleNearest3DGrad,
    UpsampleTrilinear3DGrad as UpsampleTrilinear3DGrad,
)
from ms2torch.ops.operations._layout_gradients import (
    PadV3Grad as PadV3Grad,
)
from ms2torch.ops.operations._older_ops import (
    MaxPoolGradGradWithArgmax as MaxPoolGradGradWithArgmax,
)
from ms2torch.ops.operations._region_gradients import (
    DeformableOffsetsGrad as DeformableOffsetsGrad,
    PSROIPoolingGrad as PSROIPoolingGrad,
    ROIAlignGrad as ROIAlignGrad,
)
from ms2torch.ops.operations._segment_ops import (
    SparseSegmentMeanGrad as SparseSegmentMeanGrad,
    SparseSegmentSqrtNGrad as SparseSegmentSqrtNGrad,
    SparseSegmentSumGrad as SparseSegmentSumGrad,
)
