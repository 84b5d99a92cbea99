"""Callbacks of `Model`.

Source: mindspore.train.callback, MindSpore 2.10
"""

from ms2torch.train.callback._backup_and_restore import BackupAndRestore as BackupAndRestore
from ms2torch.train.callback._callback import (
    Callback as Callback,
    RunContext as RunContext,
    _CallbackManager as _CallbackManager,
    _InternalCallbackParam as _InternalCallbackParam,
    _set_cur_net as _set_cur_net,
)
from ms2torch.train.callback._checkpoint import CheckpointConfig as CheckpointConfig, ModelCheckpoint as ModelCheckpoint
from ms2torch.train.callback._early_stop import EarlyStopping as EarlyStopping
from ms2torch.train.callback._flops_collector import FlopsUtilizationCollector as FlopsUtilizationCollector
from ms2torch.train.callback._history import History as History
from ms2torch.train.callback._lambda_callback import LambdaCallback as LambdaCallback
from ms2torch.train.callback._landscape import SummaryLandscape as SummaryLandscape
from ms2torch.train.callback._loss_monitor import LossMonitor as LossMonitor
from ms2torch.train.callback._lr_scheduler_callback import LearningRateScheduler as LearningRateScheduler
from ms2torch.train.callback._on_request_exit import OnRequestExit as OnRequestExit
from ms2torch.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau as ReduceLROnPlateau
from ms2torch.train.callback._summary_collector import SummaryCollector as SummaryCollector
from ms2torch.train.callback._time_monitor import TimeMonitor as TimeMonitor
from ms2torch.train.callback._train_fault_tolerance import TrainFaultTolerance as TrainFaultTolerance

__all__ = [
    "BackupAndRestore",
    "Callback",
    "CheckpointConfig",
    "EarlyStopping",
    "FlopsUtilizationCollector",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "LossMonitor",
    "ModelCheckpoint",
    "OnRequestExit",
    "ReduceLROnPlateau",
    "RunContext",
    "SummaryCollector",
    "SummaryLandscape",
    "TimeMonitor",
    "TrainFaultTolerance",
]
