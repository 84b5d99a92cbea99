"""`mindspore.device_context.gpu`."""

from ms2torch.device_context.gpu import op_precision as op_precision, op_tuning as op_tuning
from ms2torch.device_context.gpu.device import device_count as device_count, is_available as is_available

__all__ = ["device_count", "is_available"]
