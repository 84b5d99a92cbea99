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
    Loss as Loss,
    Metric as Metric,
    Perplexity as Perplexity,
    Precision as Precision,
    Recall as Recall,
    Top1CategoricalAccuracy as Top1CategoricalAccuracy,
    Top5CategoricalAccuracy as Top5CategoricalAccuracy,
    TopKCategoricalAccuracy as TopKCategoricalAccuracy,
    auc as auc,
    get_metric_fn as get_metric_fn,
    names as names,
    rearrange_inputs as rearrange_inputs,
)
from .grad.cell_grad import (
    Jvp as Jvp,
    Vjp as Vjp,
)
from .cell import Cell as Cell
from .dynamic_lr import (
    cosine_decay_lr as cosine_decay_lr,
)
from .dynamic_lr import (
    exponential_decay_lr as exponential_decay_lr,
)
from .dynamic_lr import (
    inverse_decay_lr as inverse_decay_lr,
)
from .dynamic_lr import (
    natural_exp_decay_lr as natural_exp_decay_lr,
)
from .dynamic_lr import (
    piecewise_constant_lr as piecewise_constant_lr,
)
from .dynamic_lr import (
    polynomial_decay_lr as polynomial_decay_lr,
)
from .dynamic_lr import (
    warmup_lr as warmup_lr,
)
from .layer.activation import (
    CELU as CELU,
)
from .layer.activation import (
    ELU as ELU,
)
from .layer.activation import (
    GELU as GELU,
)
from .layer.activation import (
    GLU as GLU,
)
from .layer.activation import (
    LRN as LRN,
)
from .layer.activation import (
    FastGelu as FastGelu,
)
from .layer.activation import (
    Hardtanh as Hardtanh,
)
from .layer.activation import (
    HShrink as HShrink,
)
from .layer.activation import (
    HSigmoid as HSigmoid,
)
from .layer.activation import (
    HSwish as HSwish,
)
from .layer.activation import (
    LeakyReLU as LeakyReLU,
)
from .layer.activation import (
    LogSigmoid as LogSigmoid,
)
from .layer.activation import (
    LogSoftmax as LogSoftmax,
)
from .layer.activation import (
    LogSoftmaxExt as LogSoftmaxExt,
)
from .layer.activation import (
    Mish as Mish,
)
from .layer.activation import (
    PReLU as PReLU,
)
from .layer.activation import (
    PReLUExt as PReLUExt,
)
from .layer.activation import (
    ReLU as ReLU,
)
from .layer.activation import (
    ReLU6 as ReLU6,
)
from .layer.activation import (
    RReLU as RReLU,
)
from .layer.activation import (
    SeLU as SeLU,
)
from .layer.activation import (
    Sigmoid as Sigmoid,
)
from .layer.activation import (
    SiLU as SiLU,
)
from .layer.activation import (
    Softmax as Softmax,
)
from .layer.activation import (
    Softmax2d as Softmax2d,
)
from .layer.activation import (
    Softmin as Softmin,
)
from .layer.activation import (
    SoftShrink as SoftShrink,
)
from .layer.activation import (
    Softsign as Softsign,
)
from .layer.activation import (
    Tanh as Tanh,
)
from .layer.activation import (
    Tanhshrink as Tanhshrink,
)
from .layer.activation import (
    Threshold as Threshold,
)
from .layer.activation import (
    get_activation as get_activation,
)
from .layer.basic import (
    ClipByNorm as ClipByNorm,
)
from .layer.basic import (
    Dropout as Dropout,
)
from .layer.basic import (
    Dropout1d as Dropout1d,
)
from .layer.basic import (
    Dropout2d as Dropout2d,
)
from .layer.basic import (
    Dropout2dExt as Dropout2dExt,
)
from .layer.basic import (
    Dropout3d as Dropout3d,
)
from .layer.basic import (
    DropoutExt as DropoutExt,
)
from .layer.basic import (
    Flatten as Flatten,
)
from .layer.basic import (
    Identity as Identity,
)
from .layer.basic import (
    L1Regularizer as L1Regularizer,
)
from .layer.basic import (
    MatrixDiag as MatrixDiag,
)
from .layer.basic import (
    MatrixDiagPart as MatrixDiagPart,
)
from .layer.basic import (
    MatrixSetDiag as MatrixSetDiag,
)
from .layer.basic import (
    Norm as Norm,
)
from .layer.basic import (
    OneHot as OneHot,
)
from .layer.basic import (
    Pad as Pad,
)
from .layer.basic import (
    Roll as Roll,
)
from .layer.basic import (
    Tril as Tril,
)
from .layer.basic import (
    Triu as Triu,
)
from .layer.basic import (
    Unflatten as Unflatten,
)
from .layer.basic import (
    Unfold as Unfold,
)
from .layer.basic import (
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
)
from .layer.container import (
    CellList as CellList,
)
from .layer.container import (
    SequentialCell as SequentialCell,
)
from .layer.conv import (
    Conv1d as Conv1d,
)
from .layer.conv import (
    Conv2d as Conv2d,
)
from .layer.conv import (
    Conv3d as Conv3d,
)
from .layer.conv_transpose import (
    Conv1dTranspose as Conv1dTranspose,
)
from .layer.conv_transpose import (
    Conv2dTranspose as Conv2dTranspose,
)
from .layer.conv_transpose import (
    Conv3dTranspose as Conv3dTranspose,
)
from .layer.dense import (
    BiDense as BiDense,
    Dense as Dense,
    Linear as Linear,
)
from .layer.embedding import (
    Embedding as Embedding,
)
from .layer.embedding import (
    EmbeddingExt as EmbeddingExt,
)
from .layer.embedding import (
    EmbeddingLookup as EmbeddingLookup,
)
from .layer.embedding import (
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
)
from .layer.math import (
    IGamma as IGamma,
)
from .layer.math import (
    LBeta as LBeta,
)
from .layer.math import (
    LGamma as LGamma,
)
from .layer.math import (
    MatDet as MatDet,
)
from .layer.math import (
    MatInverse as MatInverse,
)
from .layer.math import (
    MatMul as MatMul,
)
from .layer.math import (
    Moments as Moments,
)
from .layer.math import (
    Range as Range,
)
from .layer.math import (
    ReduceLogSumExp as ReduceLogSumExp,
)
from .layer.normalization import (
    BatchNorm1d as BatchNorm1d,
)
from .layer.normalization import (
    BatchNorm2d as BatchNorm2d,
)
from .layer.normalization import (
    BatchNorm3d as BatchNorm3d,
)
from .layer.normalization import (
    GroupNorm as GroupNorm,
)
from .layer.normalization import (
    InstanceNorm1d as InstanceNorm1d,
)
from .layer.normalization import (
    InstanceNorm2d as InstanceNorm2d,
)
from .layer.normalization import (
    InstanceNorm3d as InstanceNorm3d,
)
from .layer.normalization import (
    LayerNorm as LayerNorm,
)
from .layer.normalization import (
    LayerNormExt as LayerNormExt,
)
from .layer.normalization import (
    SyncBatchNorm as SyncBatchNorm,
)
from .layer.padding import (
    ConstantPad1d as ConstantPad1d,
)
from .layer.padding import (
    ConstantPad2d as ConstantPad2d,
)
from .layer.padding import (
    ConstantPad3d as ConstantPad3d,
)
from .layer.padding import (
    ReflectionPad1d as ReflectionPad1d,
)
from .layer.padding import (
    ReflectionPad2d as ReflectionPad2d,
)
from .layer.padding import (
    ReflectionPad3d as ReflectionPad3d,
)
from .layer.padding import (
    ReplicationPad1d as ReplicationPad1d,
)
from .layer.padding import (
    ReplicationPad2d as ReplicationPad2d,
)
from .layer.padding import (
    ReplicationPad3d as ReplicationPad3d,
)
from .layer.padding import (
    ZeroPad2d as ZeroPad2d,
)
from .layer.pooling import (
    AdaptiveAvgPool1d as AdaptiveAvgPool1d,
)
from .layer.pooling import (
    AdaptiveAvgPool2d as AdaptiveAvgPool2d,
)
from .layer.pooling import (
    AdaptiveAvgPool3d as AdaptiveAvgPool3d,
)
from .layer.pooling import (
    AdaptiveMaxPool1d as AdaptiveMaxPool1d,
)
from .layer.pooling import (
    AdaptiveMaxPool2d as AdaptiveMaxPool2d,
)
from .layer.pooling import (
    AdaptiveMaxPool3d as AdaptiveMaxPool3d,
)
from .layer.pooling import (
    AvgPool1d as AvgPool1d,
)
from .layer.pooling import (
    AvgPool1dExt as AvgPool1dExt,
)
from .layer.pooling import (
    AvgPool2d as AvgPool2d,
)
from .layer.pooling import (
    AvgPool2dExt as AvgPool2dExt,
)
from .layer.pooling import (
    AvgPool3d as AvgPool3d,
)
from .layer.pooling import (
    AvgPool3dExt as AvgPool3dExt,
)
from .layer.pooling import (
    FractionalMaxPool2d as FractionalMaxPool2d,
)
from .layer.pooling import (
    FractionalMaxPool3d as FractionalMaxPool3d,
)
from .layer.pooling import (
    LPPool1d as LPPool1d,
)
from .layer.pooling import (
    LPPool2d as LPPool2d,
)
from .layer.pooling import (
    MaxPool1d as MaxPool1d,
)
from .layer.pooling import (
    MaxPool2d as MaxPool2d,
)
from .layer.pooling import (
    MaxPool2dExt as MaxPool2dExt,
)
from .layer.pooling import (
    MaxPool3d as MaxPool3d,
)
from .layer.pooling import (
    MaxUnpool1d as MaxUnpool1d,
)
from .layer.pooling import (
    MaxUnpool2d as MaxUnpool2d,
)
from .layer.pooling import (
    MaxUnpool3d as MaxUnpool3d,
)
from .layer.rnn_cells import (
    GRUCell as GRUCell,
)
from .layer.rnn_cells import (
    LSTMCell as LSTMCell,
)
from .layer.rnn_cells import (
    RNNCell as RNNCell,
)
from .layer.rnns import (
    GRU as GRU,
)
from .layer.rnns import (
    LSTM as LSTM,
)
from .layer.rnns import (
    RNN as RNN,
)
from .layer.timedistributed import (
    TimeDistributed as TimeDistributed,
)
from .layer.transformer import (
    MultiheadAttention as MultiheadAttention,
)
from .layer.transformer import (
    Transformer as Transformer,
)
from .layer.transformer import (
    TransformerDecoder as TransformerDecoder,
)
from .layer.transformer import (
    TransformerDecoderLayer as TransformerDecoderLayer,
)
from .layer.transformer import (
    TransformerEncoder as TransformerEncoder,
)
from .layer.transformer import (
    TransformerEncoderLayer as TransformerEncoderLayer,
)
from .learning_rate_schedule import (
    CosineDecayLR as CosineDecayLR,
)
from .learning_rate_schedule import (
    ExponentialDecayLR as ExponentialDecayLR,
)
from .learning_rate_schedule import (
    InverseDecayLR as InverseDecayLR,
)
from .learning_rate_schedule import (
    NaturalExpDecayLR as NaturalExpDecayLR,
)
from .learning_rate_schedule import (
    PolynomialDecayLR as PolynomialDecayLR,
)
from .learning_rate_schedule import (
    WarmUpLR as WarmUpLR,
)
from .loss.loss import (
    BCELoss as BCELoss,
)
from .loss.loss import (
    BCEWithLogitsLoss as BCEWithLogitsLoss,
)
from .loss.loss import (
    CosineEmbeddingLoss as CosineEmbeddingLoss,
)
from .loss.loss import (
    CrossEntropyLoss as CrossEntropyLoss,
)
from .loss.loss import (
    CTCLoss as CTCLoss,
)
from .loss.loss import (
    DiceLoss as DiceLoss,
)
from .loss.loss import (
    FocalLoss as FocalLoss,
)
from .loss.loss import (
    GaussianNLLLoss as GaussianNLLLoss,
)
from .loss.loss import (
    HingeEmbeddingLoss as HingeEmbeddingLoss,
)
from .loss.loss import (
    HuberLoss as HuberLoss,
)
from .loss.loss import (
    KLDivLoss as KLDivLoss,
)
from .loss.loss import (
    L1Loss as L1Loss,
)
from .loss.loss import (
    L1LossExt as L1LossExt,
)
from .loss.loss import (
    LossBase as LossBase,
)
from .loss.loss import (
    MAELoss as MAELoss,
)
from .loss.loss import (
    MarginRankingLoss as MarginRankingLoss,
)
from .loss.loss import (
    MSELoss as MSELoss,
)
from .loss.loss import (
    MultiClassDiceLoss as MultiClassDiceLoss,
)
from .loss.loss import (
    MultilabelMarginLoss as MultilabelMarginLoss,
)
from .loss.loss import (
    MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss,
)
from .loss.loss import (
    MultiMarginLoss as MultiMarginLoss,
)
from .loss.loss import (
    NLLLoss as NLLLoss,
)
from .loss.loss import (
    PoissonNLLLoss as PoissonNLLLoss,
)
from .loss.loss import (
    RMSELoss as RMSELoss,
)
from .loss.loss import (
    SampledSoftmaxLoss as SampledSoftmaxLoss,
)
from .loss.loss import (
    SmoothL1Loss as SmoothL1Loss,
)
from .loss.loss import (
    SoftMarginLoss as SoftMarginLoss,
)
from .loss.loss import (
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
)
from .loss.loss import (
    TripletMarginLoss as TripletMarginLoss,
)
from .loss.loss import (
    TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss,
)
from .optim.ada_grad import Adagrad as Adagrad
from .optim.adadelta import Adadelta as Adadelta
from .optim.adafactor import AdaFactor as AdaFactor
from .optim.adam import (
    Adam as Adam,
)
from .optim.adam import (
    AdamOffload as AdamOffload,
)
from .optim.adam import (
    AdamWeightDecay as AdamWeightDecay,
)
from .optim.adamax import AdaMax as AdaMax
from .optim.adasum import (
    AdaSumByDeltaWeightWrapCell as AdaSumByDeltaWeightWrapCell,
)
from .optim.adasum import (
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
from .wrap.cell_wrapper import (
    ForwardValueAndGrad as ForwardValueAndGrad,
)
from .wrap.cell_wrapper import (
    GetNextSingleOp as GetNextSingleOp,
)
from .wrap.cell_wrapper import (
    GradAccumulationCell as GradAccumulationCell,
)
from .wrap.cell_wrapper import (
    MicroBatchInterleaved as MicroBatchInterleaved,
)
from .wrap.cell_wrapper import (
    ParameterUpdate as ParameterUpdate,
)
from .wrap.cell_wrapper import (
    PipelineCell as PipelineCell,
)
from .wrap.cell_wrapper import (
    TrainOneStepCell as TrainOneStepCell,
)
from .wrap.cell_wrapper import (
    VirtualDatasetCellTriple as VirtualDatasetCellTriple,
)
from .wrap.cell_wrapper import (
    WithEvalCell as WithEvalCell,
)
from .wrap.cell_wrapper import (
    WithGradCell as WithGradCell,
)
from .wrap.cell_wrapper import (
    WithLossCell as WithLossCell,
)
from .wrap.grad_reducer import (
    DistributedGradReducer as DistributedGradReducer,
)
from .wrap.grad_reducer import (
    PipelineGradReducer as PipelineGradReducer,
)
from .wrap.loss_scale import (
    DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell,
)
from .wrap.loss_scale import (
    FixedLossScaleUpdateCell as FixedLossScaleUpdateCell,
)
from .wrap.loss_scale import (
    TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell,
)
