"""High-level training: Model, callbacks, metrics, loss scaling and checkpoints.

Source: mindspore.train, MindSpore 2.10
"""

from ms2torch.train import amp as amp
from ms2torch.train.amp import build_train_network as build_train_network
from ms2torch.train.callback import (
    Callback as Callback,
    CheckpointConfig as CheckpointConfig,
    EarlyStopping as EarlyStopping,
    History as History,
    LambdaCallback as LambdaCallback,
    LearningRateScheduler as LearningRateScheduler,
    LossMonitor as LossMonitor,
    ModelCheckpoint as ModelCheckpoint,
    ReduceLROnPlateau as ReduceLROnPlateau,
    RunContext as RunContext,
    TimeMonitor as TimeMonitor,
)
from ms2torch.train.loss_scale_manager import (
    DynamicLossScaleManager as DynamicLossScaleManager,
    FixedLossScaleManager as FixedLossScaleManager,
    LossScaleManager as LossScaleManager,
)
from ms2torch.train.metrics import (
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
from ms2torch.train.model import Model as Model
from ms2torch.train.serialization import (
    async_ckpt_thread_status as async_ckpt_thread_status,
    load_checkpoint as load_checkpoint,
    load_checkpoint_async as load_checkpoint_async,
    load_param_into_net as load_param_into_net,
    save_checkpoint as save_checkpoint,
)
from ms2torch.train.summary import SummaryRecord as SummaryRecord
