"""`mindspore.device_context.ascend`."""

from ms2torch.device_context.ascend import op_debug as op_debug, op_precision as op_precision, op_tuning as op_tuning
from ms2torch.device_context.ascend.device import device_count as device_count, is_available as is_available

__all__ = ["device_count", "is_available"]
