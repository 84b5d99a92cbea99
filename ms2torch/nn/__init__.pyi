# ruff: noqa: TID252
"""What `mindspore.nn` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ..train.metrics import (
    F1 as F1,
    MAE as MAE,
    MSE as MSE,
    ROC as ROC,
    Accuracy as Accuracy,
    BleuScore as BleuScore,
    ConfusionMatrix as ConfusionMatrix,
    ConfusionMatrixMetric as ConfusionMatrixMetric,
    CosineSimilarity as CosineSimilarity,
    Dice as Dice,
    Fbeta as Fbeta,
    HausdorffDistance as HausdorffDistance,
    Loss as Loss,
    MeanSurfaceDistance as MeanSurfaceDistance,
    Metric as Metric,
    OcclusionSensitivity as OcclusionSensitivity,
    Perplexity as Perplexity,
    Precision as Precision,
    Recall as Recall,
    RootMeanSquareDistance as RootMeanSquareDistance,
    Top1CategoricalAccuracy as Top1CategoricalAccuracy,
    Top5CategoricalAccuracy as Top5CategoricalAccuracy,
    TopKCategoricalAccuracy as TopKCategoricalAccuracy,
    auc as auc,
    get_metric_fn as get_metric_fn,
    get_metrics as get_metrics,
    names as names,
    rearrange_inputs as rearrange_inputs,
)
from . import probability as probability
from .cell import Cell as Cell
from .dynamic_lr import (
    cosine_decay_lr as cosine_decay_lr,
    exponential_decay_lr as exponential_decay_lr,
    inverse_decay_lr as inverse_decay_lr,
    natural_exp_decay_lr as natural_exp_decay_lr,
    piecewise_constant_lr as piecewise_constant_lr,
    polynomial_decay_lr as polynomial_decay_lr,
    warmup_lr as warmup_lr,
)
from .grad.cell_grad import (
    Jvp as Jvp,
    Vjp as Vjp,
)
from .graph_cell import GraphCell as GraphCell
from .layer._sparse_layers import (
    SparseTensorDenseMatmul as SparseTensorDenseMatmul,
    SparseToDense as SparseToDense,
)
from .layer.activation import (
    CELU as CELU,
    ELU as ELU,
    GELU as GELU,
    GLU as GLU,
    LRN as LRN,
    FastGelu as FastGelu,
    Hardtanh as Hardtanh,
    HShrink as HShrink,
    HSigmoid as HSigmoid,
    HSwish as HSwish,
    LeakyReLU as LeakyReLU,
    LogSigmoid as LogSigmoid,
    LogSoftmax as LogSoftmax,
    LogSoftmaxExt as LogSoftmaxExt,
    Mish as Mish,
    PReLU as PReLU,
    PReLUExt as PReLUExt,
    ReLU as ReLU,
    ReLU6 as ReLU6,
    RReLU as RReLU,
    SeLU as SeLU,
    Sigmoid as Sigmoid,
    SiLU as SiLU,
    Softmax as Softmax,
    Softmax2d as Softmax2d,
    Softmin as Softmin,
    SoftShrink as SoftShrink,
    Softsign as Softsign,
    Tanh as Tanh,
    Tanhshrink as Tanhshrink,
    Threshold as Threshold,
    get_activation as get_activation,
)
from .layer.basic import (
    ClipByNorm as ClipByNorm,
    Dense as Dense,
    Dropout as Dropout,
    Dropout1d as Dropout1d,
    Dropout2d as Dropout2d,
    Dropout2dExt as Dropout2dExt,
    Dropout3d as Dropout3d,
    DropoutExt as DropoutExt,
    Flatten as Flatten,
    Identity as Identity,
    L1Regularizer as L1Regularizer,
    MatrixDiag as MatrixDiag,
    MatrixDiagPart as MatrixDiagPart,
    MatrixSetDiag as MatrixSetDiag,
    Norm as Norm,
    OneHot as OneHot,
    Pad as Pad,
    Roll as Roll,
    Tril as Tril,
    Triu as Triu,
    Unflatten as Unflatten,
    Unfold as Unfold,
    Upsample as Upsample,
)
from .layer.channel_shuffle import (
    ChannelShuffle as ChannelShuffle,
)
from .layer.combined import (
    Conv2dBnAct as Conv2dBnAct,
    DenseBnAct as DenseBnAct,
)
from .layer.container import (
    CellDict as CellDict,
    CellList as CellList,
    SequentialCell as SequentialCell,
)
from .layer.conv import (
    Conv1d as Conv1d,
    Conv1dTranspose as Conv1dTranspose,
    Conv2d as Conv2d,
    Conv2dTranspose as Conv2dTranspose,
    Conv3d as Conv3d,
    Conv3dTranspose as Conv3dTranspose,
)
from .layer.dense import (
    BiDense as BiDense,
    Linear as Linear,
)
from .layer.embedding import (
    Embedding as Embedding,
    EmbeddingExt as EmbeddingExt,
    EmbeddingLookup as EmbeddingLookup,
    MultiFieldEmbeddingLookup as MultiFieldEmbeddingLookup,
)
from .layer.image import (
    MSSSIM as MSSSIM,
    PSNR as PSNR,
    SSIM as SSIM,
    CentralCrop as CentralCrop,
    ImageGradients as ImageGradients,
    PixelShuffle as PixelShuffle,
    PixelUnshuffle as PixelUnshuffle,
    ResizeBilinear as ResizeBilinear,
)
from .layer.math import (
    DiGamma as DiGamma,
    IGamma as IGamma,
    LBeta as LBeta,
    LGamma as LGamma,
    MatDet as MatDet,
    MatInverse as MatInverse,
    MatMul as MatMul,
    Moments as Moments,
    Range as Range,
    ReduceLogSumExp as ReduceLogSumExp,
)
from .layer.normalization import (
    BatchNorm1d as BatchNorm1d,
    BatchNorm2d as BatchNorm2d,
    BatchNorm3d as BatchNorm3d,
    GroupNorm as GroupNorm,
    InstanceNorm1d as InstanceNorm1d,
    InstanceNorm2d as InstanceNorm2d,
    InstanceNorm3d as InstanceNorm3d,
    LayerNorm as LayerNorm,
    LayerNormExt as LayerNormExt,
    SyncBatchNorm as SyncBatchNorm,
)
from .layer.padding import (
    ConstantPad1d as ConstantPad1d,
    ConstantPad2d as ConstantPad2d,
    ConstantPad3d as ConstantPad3d,
    ReflectionPad1d as ReflectionPad1d,
    ReflectionPad2d as ReflectionPad2d,
    ReflectionPad3d as ReflectionPad3d,
    ReplicationPad1d as ReplicationPad1d,
    ReplicationPad2d as ReplicationPad2d,
    ReplicationPad3d as ReplicationPad3d,
    ZeroPad2d as ZeroPad2d,
)
from .layer.pooling import (
    AdaptiveAvgPool1d as AdaptiveAvgPool1d,
    AdaptiveAvgPool2d as AdaptiveAvgPool2d,
    AdaptiveAvgPool3d as AdaptiveAvgPool3d,
    AdaptiveMaxPool1d as AdaptiveMaxPool1d,
    AdaptiveMaxPool2d as AdaptiveMaxPool2d,
    AdaptiveMaxPool3d as AdaptiveMaxPool3d,
    AvgPool1d as AvgPool1d,
    AvgPool1dExt as AvgPool1dExt,
    AvgPool2d as AvgPool2d,
    AvgPool2dExt as AvgPool2dExt,
    AvgPool3d as AvgPool3d,
    AvgPool3dExt as AvgPool3dExt,
    FractionalMaxPool2d as FractionalMaxPool2d,
    FractionalMaxPool3d as FractionalMaxPool3d,
    LPPool1d as LPPool1d,
    LPPool2d as LPPool2d,
    MaxPool1d as MaxPool1d,
    MaxPool2d as MaxPool2d,
    MaxPool2dExt as MaxPool2dExt,
    MaxPool3d as MaxPool3d,
    MaxUnpool1d as MaxUnpool1d,
    MaxUnpool2d as MaxUnpool2d,
    MaxUnpool3d as MaxUnpool3d,
)
from .layer.rnn_cells import (
    GRUCell as GRUCell,
    LSTMCell as LSTMCell,
    RNNCell as RNNCell,
)
from .layer.rnns import (
    GRU as GRU,
    LSTM as LSTM,
    RNN as RNN,
)
from .layer.thor_layer import (
    Conv2dThor as Conv2dThor,
    DenseThor as DenseThor,
    EmbeddingLookupThor as EmbeddingLookupThor,
    EmbeddingThor as EmbeddingThor,
)
from .layer.timedistributed import (
    TimeDistributed as TimeDistributed,
)
from .layer.transformer import (
    MultiheadAttention as MultiheadAttention,
    Transformer as Transformer,
    TransformerDecoder as TransformerDecoder,
    TransformerDecoderLayer as TransformerDecoderLayer,
    TransformerEncoder as TransformerEncoder,
    TransformerEncoderLayer as TransformerEncoderLayer,
)
from .learning_rate_schedule import (
    CosineDecayLR as CosineDecayLR,
    ExponentialDecayLR as ExponentialDecayLR,
    InverseDecayLR as InverseDecayLR,
    NaturalExpDecayLR as NaturalExpDecayLR,
    PolynomialDecayLR as PolynomialDecayLR,
    WarmUpLR as WarmUpLR,
)
from .loss.loss import (
    BCELoss as BCELoss,
    BCEWithLogitsLoss as BCEWithLogitsLoss,
    CosineEmbeddingLoss as CosineEmbeddingLoss,
    CrossEntropyLoss as CrossEntropyLoss,
    CTCLoss as CTCLoss,
    DiceLoss as DiceLoss,
    FocalLoss as FocalLoss,
    GaussianNLLLoss as GaussianNLLLoss,
    HingeEmbeddingLoss as HingeEmbeddingLoss,
    HuberLoss as HuberLoss,
    KLDivLoss as KLDivLoss,
    L1Loss as L1Loss,
    L1LossExt as L1LossExt,
    LossBase as LossBase,
    MAELoss as MAELoss,
    MarginRankingLoss as MarginRankingLoss,
    MSELoss as MSELoss,
    MultiClassDiceLoss as MultiClassDiceLoss,
    MultilabelMarginLoss as MultilabelMarginLoss,
    MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss,
    MultiMarginLoss as MultiMarginLoss,
    NLLLoss as NLLLoss,
    PoissonNLLLoss as PoissonNLLLoss,
    RMSELoss as RMSELoss,
    SampledSoftmaxLoss as SampledSoftmaxLoss,
    SmoothL1Loss as SmoothL1Loss,
    SoftMarginLoss as SoftMarginLoss,
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
    TripletMarginLoss as TripletMarginLoss,
    TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss,
)
from .optim.ada_grad import Adagrad as Adagrad
from .optim.adadelta import Adadelta as Adadelta
from .optim.adafactor import AdaFactor as AdaFactor
from .optim.adam import (
    Adam as Adam,
    AdamOffload as AdamOffload,
    AdamWeightDecay as AdamWeightDecay,
)
from .optim.adamax import AdaMax as AdaMax
from .optim.adasum import (
    AdaSumByDeltaWeightWrapCell as AdaSumByDeltaWeightWrapCell,
    AdaSumByGradWrapCell as AdaSumByGradWrapCell,
)
from .optim.asgd import ASGD as ASGD
from .optim.ftrl import FTRL as FTRL
from .optim.lamb import Lamb as Lamb
from .optim.lars import LARS as LARS
from .optim.lazyadam import LazyAdam as LazyAdam
from .optim.momentum import Momentum as Momentum
from .optim.optimizer import Optimizer as Optimizer
from .optim.proximal_ada_grad import ProximalAdagrad as ProximalAdagrad
from .optim.rmsprop import RMSProp as RMSProp
from .optim.rprop import Rprop as Rprop
from .optim.sgd import SGD as SGD
from .optim.tft_wrapper import OptTFTWrapper as OptTFTWrapper
from .optim.thor import thor as thor
from .utils.init import no_init_parameters as no_init_parameters
from .wrap.cell_wrapper import (
    ForwardValueAndGrad as ForwardValueAndGrad,
    GetNextSingleOp as GetNextSingleOp,
    GradAccumulationCell as GradAccumulationCell,
    MicroBatchInterleaved as MicroBatchInterleaved,
    ParameterUpdate as ParameterUpdate,
    PipelineCell as PipelineCell,
    TrainOneStepCell as TrainOneStepCell,
    VirtualDatasetCellTriple as VirtualDatasetCellTriple,
    WithEvalCell as WithEvalCell,
    WithGradCell as WithGradCell,
    WithLossCell as WithLossCell,
)
from .wrap.grad_reducer import (
    DistributedGradReducer as DistributedGradReducer,
    PipelineGradReducer as PipelineGradReducer,
)
from .wrap.loss_scale import (
    DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell,
    FixedLossScaleUpdateCell as FixedLossScaleUpdateCell,
    TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell,
)
