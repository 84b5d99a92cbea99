"""`mindspore.device_context.cpu`."""

from ms2torch.device_context.cpu.device import device_count as device_count, is_available as is_available
from ms2torch.device_context.cpu.op_tuning import threads_num as threads_num

__all__ = ["device_count", "is_available", "threads_num"]
