"""High-level training: Model, callbacks, metrics, loss scaling and checkpoints.

Source: mindspore.train, MindSpore 2.10
"""

from ms2torch.train import amp as amp
from ms2torch.train.amp import build_train_network as build_train_network
from ms2torch.train.callback import (
    BackupAndRestore as BackupAndRestore,
    Callback as Callback,
    CheckpointConfig as CheckpointConfig,
    EarlyStopping as EarlyStopping,
    FlopsUtilizationCollector as FlopsUtilizationCollector,
    History as History,
    LambdaCallback as LambdaCallback,
    LearningRateScheduler as LearningRateScheduler,
    LossMonitor as LossMonitor,
    ModelCheckpoint as ModelCheckpoint,
    OnRequestExit as OnRequestExit,
    ReduceLROnPlateau as ReduceLROnPlateau,
    RunContext as RunContext,
    SummaryCollector as SummaryCollector,
    SummaryLandscape as SummaryLandscape,
    TimeMonitor as TimeMonitor,
    TrainFaultTolerance as TrainFaultTolerance,
)
from ms2torch.train.data_sink import data_sink as data_sink
from ms2torch.train.dataset_helper import (
    DatasetHelper as DatasetHelper,
    connect_network_with_dataset as connect_network_with_dataset,
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
    names as names,
    rearrange_inputs as rearrange_inputs,
)
from ms2torch.train.model import Model as Model
from ms2torch.train.serialization import (
    async_ckpt_thread_status as async_ckpt_thread_status,
    build_searched_strategy as build_searched_strategy,
    ckpt_to_safetensors as ckpt_to_safetensors,
    export as export,
    export_split_mindir as export_split_mindir,
    get_ckpt_path_with_strategy as get_ckpt_path_with_strategy,
    load as load,
    load_checkpoint as load_checkpoint,
    load_checkpoint_async as load_checkpoint_async,
    load_distributed_checkpoint as load_distributed_checkpoint,
    load_param_into_net as load_param_into_net,
    merge_sliced_parameter as merge_sliced_parameter,
    restore_group_info_list as restore_group_info_list,
    safetensors_to_ckpt as safetensors_to_ckpt,
    save_checkpoint as save_checkpoint,
)
from ms2torch.train.summary import SummaryRecord as SummaryRecord
from ms2torch.train.train_thor import ConvertModelUtils as ConvertModelUtils, ConvertNetUtils as ConvertNetUtils
