"""`mutable`, which is in `ms2torch.common.api`."""

from ms2torch.common.api import mutable as mutable
