"""What `mindspore.experimental.optim` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import lr_scheduler as lr_scheduler
from .adam import (
    Adam as Adam,
)
from .adamw import (
    AdamW as AdamW,
)
from .optimizer import (
    Optimizer as Optimizer,
)
from .sgd import (
    SGD as SGD,
)
