"""What `mindspore.runtime` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .executor import (
    dispatch_threads_num as dispatch_threads_num,
    launch_blocking as launch_blocking,
    set_cpu_affinity as set_cpu_affinity,
    set_kernel_launch_capture as set_kernel_launch_capture,
    set_kernel_launch_group as set_kernel_launch_group,
)
from .memory import (
    empty_cache as empty_cache,
    max_memory_allocated as max_memory_allocated,
    max_memory_reserved as max_memory_reserved,
    memory_allocated as memory_allocated,
    memory_replay as memory_replay,
    memory_reserved as memory_reserved,
    memory_stats as memory_stats,
    memory_summary as memory_summary,
    reset_max_memory_allocated as reset_max_memory_allocated,
    reset_max_memory_reserved as reset_max_memory_reserved,
    reset_peak_memory_stats as reset_peak_memory_stats,
    set_memory as set_memory,
)
from .stream import (
    Event as Event,
    Stream as Stream,
    StreamCtx as StreamCtx,
    communication_stream as communication_stream,
    current_stream as current_stream,
    default_stream as default_stream,
    reset_stream_limit as reset_stream_limit,
    set_cur_stream as set_cur_stream,
    set_stream_limit as set_stream_limit,
    synchronize as synchronize,
)
