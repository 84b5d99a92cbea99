"""High-level training: Model, callbacks, metrics, loss scaling and checkpoints.

Source: mindspore.train, MindSpore 2.10
"""

from ms2torch.train import amp as amp
from ms2torch.train.amp import build_train_network as build_train_network
from ms2torch.train.callback import Callback as Callback
from ms2torch.train.callback import CheckpointConfig as CheckpointConfig
from ms2torch.train.callback import EarlyStopping as EarlyStopping
from ms2torch.train.callback import History as History
from ms2torch.train.callback import LambdaCallback as LambdaCallback
from ms2torch.train.callback import LearningRateScheduler as LearningRateScheduler
from ms2torch.train.callback import LossMonitor as LossMonitor
from ms2torch.train.callback import ModelCheckpoint as ModelCheckpoint
from ms2torch.train.callback import ReduceLROnPlateau as ReduceLROnPlateau
from ms2torch.train.callback import RunContext as RunContext
from ms2torch.train.callback import TimeMonitor as TimeMonitor
from ms2torch.train.loss_scale_manager import DynamicLossScaleManager as DynamicLossScaleManager
from ms2torch.train.loss_scale_manager import FixedLossScaleManager as FixedLossScaleManager
from ms2torch.train.loss_scale_manager import LossScaleManager as LossScaleManager
from ms2torch.train.metrics import F1 as F1
from ms2torch.train.metrics import MAE as MAE
from ms2torch.train.metrics import MSE as MSE
from ms2torch.train.metrics import ROC as ROC
from ms2torch.train.metrics import Accuracy as Accuracy
from ms2torch.train.metrics import BleuScore as BleuScore
from ms2torch.train.metrics import ConfusionMatrix as ConfusionMatrix
from ms2torch.train.metrics import ConfusionMatrixMetric as ConfusionMatrixMetric
from ms2torch.train.metrics import CosineSimilarity as CosineSimilarity
from ms2torch.train.metrics import Dice as Dice
from ms2torch.train.metrics import Fbeta as Fbeta
from ms2torch.train.metrics import Loss as Loss
from ms2torch.train.metrics import Metric as Metric
from ms2torch.train.metrics import Perplexity as Perplexity
from ms2torch.train.metrics import Precision as Precision
from ms2torch.train.metrics import Recall as Recall
from ms2torch.train.metrics import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from ms2torch.train.metrics import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from ms2torch.train.metrics import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from ms2torch.train.metrics import auc as auc
from ms2torch.train.metrics import get_metric_fn as get_metric_fn
from ms2torch.train.metrics import names as names
from ms2torch.train.metrics import rearrange_inputs as rearrange_inputs
from ms2torch.train.model import Model as Model
from ms2torch.train.serialization import async_ckpt_thread_status as async_ckpt_thread_status
from ms2torch.train.serialization import load_checkpoint as load_checkpoint
from ms2torch.train.serialization import load_checkpoint_async as load_checkpoint_async
from ms2torch.train.serialization import load_param_into_net as load_param_into_net
from ms2torch.train.serialization import save_checkpoint as save_checkpoint
from ms2torch.train.summary import SummaryRecord as SummaryRecord
