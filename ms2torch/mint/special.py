"""`mindspore.mint.special`: names of `mindspore.mint` and `mindspore.mint.nn.functional`."""

from ms2torch.mint.nn._functional_activations import log_softmax as log_softmax
from ms2torch.ops.function.math.special import erfc as erfc
from ms2torch.ops.function.math.trig import sinc as sinc
from ms2torch.ops.function.math.unary import exp2 as exp2, expm1 as expm1, log1p as log1p, round as round

__all__ = ["erfc", "exp2", "expm1", "log1p", "log_softmax", "round", "sinc"]
