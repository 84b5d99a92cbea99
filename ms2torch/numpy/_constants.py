"""Numbers of `mindspore.numpy`."""

import math

e = math.e
inf = math.inf
nan = math.nan
pi = math.pi
