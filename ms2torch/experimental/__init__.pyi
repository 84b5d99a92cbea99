"""What `mindspore.experimental` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import optim as optim
