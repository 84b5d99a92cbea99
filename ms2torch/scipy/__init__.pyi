"""What `mindspore.scipy` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import fft as fft, linalg as linalg, optimize as optimize
