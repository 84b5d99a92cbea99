"""What `mindspore.nn.probability` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import bijector as bijector, distribution as distribution
