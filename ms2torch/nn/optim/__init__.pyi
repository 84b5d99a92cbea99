"""What `mindspore.nn.optim` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .ada_grad import Adagrad as Adagrad
from .adadelta import Adadelta as Adadelta
from .adafactor import AdaFactor as AdaFactor
from .adam import (
    Adam as Adam,
    AdamOffload as AdamOffload,
    AdamWeightDecay as AdamWeightDecay,
)
from .adamax import AdaMax as AdaMax
from .adasum import (
    AdaSumByDeltaWeightWrapCell as AdaSumByDeltaWeightWrapCell,
    AdaSumByGradWrapCell as AdaSumByGradWrapCell,
)
from .asgd import ASGD as ASGD
from .ftrl import FTRL as FTRL
from .lamb import Lamb as Lamb
from .lars import LARS as LARS
from .lazyadam import LazyAdam as LazyAdam
from .momentum import Momentum as Momentum
from .optimizer import Optimizer as Optimizer
from .proximal_ada_grad import ProximalAdagrad as ProximalAdagrad
from .rmsprop import RMSProp as RMSProp
from .rprop import Rprop as Rprop
from .sgd import SGD as SGD
from .tft_wrapper import OptTFTWrapper as OptTFTWrapper
from .thor import thor as thor
