"""Callbacks of `Model`.

Source: mindspore.train.callback, MindSpore 2.10
"""

from ms2torch.train.callback._callback import Callback as Callback, RunContext as RunContext
from ms2torch.train.callback._checkpoint import CheckpointConfig as CheckpointConfig, ModelCheckpoint as ModelCheckpoint
from ms2torch.train.callback._early_stop import EarlyStopping as EarlyStopping
from ms2torch.train.callback._history import History as History
from ms2torch.train.callback._lambda_callback import LambdaCallback as LambdaCallback
from ms2torch.train.callback._loss_monitor import LossMonitor as LossMonitor
from ms2torch.train.callback._lr_scheduler_callback import LearningRateScheduler as LearningRateScheduler
from ms2torch.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau as ReduceLROnPlateau
from ms2torch.train.callback._time_monitor import TimeMonitor as TimeMonitor
