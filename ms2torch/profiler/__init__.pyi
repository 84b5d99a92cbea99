"""What `mindspore.profiler` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .constant import (
    AicoreMetrics as AicoreMetrics,
    ExportType as ExportType,
    HostSystem as HostSystem,
    ProfilerActivity as ProfilerActivity,
    ProfilerLevel as ProfilerLevel,
)
from .dynamic_profiler import (
    DynamicProfilerMonitor as DynamicProfilerMonitor,
)
from .experimental_config import (
    _ExperimentalConfig as _ExperimentalConfig,
)
from .mstx import (
    mstx as mstx,
)
from .profiler import (
    Profiler as Profiler,
    profile as profile,
)
from .schedule import (
    schedule as schedule,
    tensorboard_trace_handler as tensorboard_trace_handler,
)
