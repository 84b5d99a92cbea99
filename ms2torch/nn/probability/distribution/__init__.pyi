"""What `mindspore.nn.probability.distribution` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .bernoulli import (
    Bernoulli as Bernoulli,
)
from .beta import (
    Beta as Beta,
)
from .categorical import (
    Categorical as Categorical,
)
from .cauchy import (
    Cauchy as Cauchy,
)
from .distribution import (
    Distribution as Distribution,
)
from .exponential import (
    Exponential as Exponential,
)
from .gamma import (
    Gamma as Gamma,
)
from .geometric import (
    Geometric as Geometric,
)
from .gumbel import (
    Gumbel as Gumbel,
)
from .half_normal import (
    HalfNormal as HalfNormal,
)
from .laplace import (
    Laplace as Laplace,
)
from .log_normal import (
    LogNormal as LogNormal,
)
from .logistic import (
    Logistic as Logistic,
)
from .normal import (
    Normal as Normal,
)
from .poisson import (
    Poisson as Poisson,
)
from .student_t import (
    StudentT as StudentT,
)
from .transformed_distribution import (
    TransformedDistribution as TransformedDistribution,
)
from .uniform import (
    Uniform as Uniform,
)
