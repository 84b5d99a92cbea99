"""What `mindspore.nn.probability.bijector` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .bijector import (
    Bijector as Bijector,
)
from .exp import (
    Exp as Exp,
)
from .gumbel_cdf import (
    GumbelCDF as GumbelCDF,
)
from .invert import (
    Invert as Invert,
)
from .power_transform import (
    PowerTransform as PowerTransform,
)
from .scalar_affine import (
    ScalarAffine as ScalarAffine,
)
from .softplus import (
    Softplus as Softplus,
)
