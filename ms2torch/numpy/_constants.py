"""Numbers of `mindspore.numpy`."""

import math

from ms2torch._core.dtype import uint32

e = math.e
inf = math.inf
nan = math.nan
pi = math.pi
PINF = math.inf
NINF = -math.inf
uint = uint32
