# ruff: noqa: TID252
"""What `mindspore.hal` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ..runtime.memory import (
    empty_cache as empty_cache,
)
from ..runtime.stream import (
    Event as Event,
    Stream as Stream,
    StreamCtx as StreamCtx,
    communication_stream as communication_stream,
    current_stream as current_stream,
    default_stream as default_stream,
    set_cur_stream as set_cur_stream,
    synchronize as synchronize,
)
from .device import (
    device_count as device_count,
    get_arch_list as get_arch_list,
    get_device_capability as get_device_capability,
    get_device_name as get_device_name,
    get_device_properties as get_device_properties,
    is_available as is_available,
    is_initialized as is_initialized,
)
from .memory import (
    max_memory_allocated as max_memory_allocated,
    max_memory_reserved as max_memory_reserved,
    memory_allocated as memory_allocated,
    memory_reserved as memory_reserved,
    memory_stats as memory_stats,
    memory_summary as memory_summary,
    reset_max_memory_allocated as reset_max_memory_allocated,
    reset_max_memory_reserved as reset_max_memory_reserved,
    reset_peak_memory_stats as reset_peak_memory_stats,
)
