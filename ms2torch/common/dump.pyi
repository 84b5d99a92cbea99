"""What `mindspore.common.dump` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch.nn._dump import set_dump as set_dump
