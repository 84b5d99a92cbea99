"""What `mindspore.scipy.optimize` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .line_search import line_search as line_search
from .linear_sum_assignment import linear_sum_assignment as linear_sum_assignment
from .minimize import minimize as minimize
