"""Python's `multiprocessing`, by MindSpore's name."""

from multiprocessing import (
    Array as Array,
)
from multiprocessing import (
    Barrier as Barrier,
)
from multiprocessing import (
    BoundedSemaphore as BoundedSemaphore,
)
from multiprocessing import (
    Condition as Condition,
)
from multiprocessing import (
    Event as Event,
)
from multiprocessing import (
    JoinableQueue as JoinableQueue,
)
from multiprocessing import (
    Lock as Lock,
)
from multiprocessing import (
    Manager as Manager,
)
from multiprocessing import (
    Pipe as Pipe,
)
from multiprocessing import (
    Pool as Pool,
)
from multiprocessing import (
    Process as Process,
)
from multiprocessing import (
    ProcessError as ProcessError,
)
from multiprocessing import (
    Queue as Queue,
)
from multiprocessing import (
    RawArray as RawArray,
)
from multiprocessing import (
    RawValue as RawValue,
)
from multiprocessing import (
    RLock as RLock,
)
from multiprocessing import (
    Semaphore as Semaphore,
)
from multiprocessing import (
    SimpleQueue as SimpleQueue,
)
from multiprocessing import (
    TimeoutError as TimeoutError,
)
from multiprocessing import (
    Value as Value,
)
from multiprocessing import (
    active_children as active_children,
)
from multiprocessing import (
    cpu_count as cpu_count,
)
from multiprocessing import (
    current_process as current_process,
)
from multiprocessing import (
    freeze_support as freeze_support,
)
from multiprocessing import (
    get_all_start_methods as get_all_start_methods,
)
from multiprocessing import (
    get_context as get_context,
)
from multiprocessing import (
    get_logger as get_logger,
)
from multiprocessing import (
    get_start_method as get_start_method,
)
from multiprocessing import (
    log_to_stderr as log_to_stderr,
)
from multiprocessing import (
    parent_process as parent_process,
)
from multiprocessing import (
    set_start_method as set_start_method,
)
