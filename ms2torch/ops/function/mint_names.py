"""Functions of `mindspore.mint` by the names under which `mindspore.ops` has them."""

from __future__ import annotations

from ms2torch.mint import _create, _math
from ms2torch.mint.nn import _functional_layers
from ms2torch.ops.function import loss, math

adaptive_avg_pool2d_ext = _functional_layers.adaptive_avg_pool2d
baddbmm_ext = _math.baddbmm
bernoulli_ext = _create.bernoulli
diff_ext = _math.diff
einsum_ext = _math.einsum
float_power_ext = math.float_power
isnan_ext = _math.isnan
mse_loss_ext = loss.mse_loss
