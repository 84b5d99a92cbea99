"""The base class of the audio transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import TensorOperation

Array = npt.NDArray[Any]


class AudioTensorOperation(TensorOperation):
    """A transform of one waveform or spectrogram.

    Subclasses define `_compute` on torch. An input of float64 is computed and given back in float64, all
    other numbers in float32, as in MindSpore.

    Source: mindspore.dataset.audio.transforms.AudioTensorOperation, MindSpore 2.10
    """

    # a few of MindSpore's take whatever numpy makes an array of
    _only_arrays = True
    # least number of axes of the input
    _rank = 1
    # whole numbers are refused
    _only_float = False
    # an input of float16 gives float16
    _keeps_half = False
    # the output is float32 whatever the input is
    _narrow = False
    # the last axis holds a real and an imaginary part
    _complex = False

    def __init__(self) -> None:
        super().__init__()
        self.implementation = Implementation.C

    def __call__(self, *input_tensor_list: Any) -> Any:
        for value in input_tensor_list if self._only_arrays else ():
            if not isinstance(value, np.ndarray):
                raise TypeError(f"{type(self).__name__}: the input must be a numpy array, but got {type(value)}.")
        return super().__call__(*input_tensor_list)

    def parse(self) -> Callable[..., Any]:
        """Return the function on numpy arrays that does the work."""
        return self._execute_array

    def _execute_array(self, *arrays: Any) -> Any:
        array: Array = arrays[0]
        name = type(self).__name__
        if array.dtype.kind not in ("f" if self._only_float else "fiub"):
            raise RuntimeError(f"{name}: the input must hold {self._wanted()}, but got {array.dtype}.")
        if array.ndim < self._rank:
            raise RuntimeError(f"{name}: the input needs {self._rank} axes or more, but got shape {array.shape}.")
        if self._complex and array.shape[-1] != 2:
            raise RuntimeError(f"{name}: the last axis must be (real, imaginary), but got shape {array.shape}.")
        wide = torch.float64 if array.dtype == np.float64 else torch.float32
        with torch.no_grad():
            # a copy: a row of a dataset may be read only, and no transform writes to its input
            out = self._compute(torch.tensor(array).to(dtype=wide))
        if isinstance(out, tuple):
            return tuple(part.numpy() for part in out)
        result = out.to(dtype=torch.float32).numpy() if self._narrow else out.numpy()
        return result.astype(np.float16) if self._keeps_half and array.dtype == np.float16 else result

    def _wanted(self) -> str:
        return "float16, float32 or float64" if self._only_float else "numbers"

    def _compute(self, x: torch.Tensor) -> torch.Tensor | tuple[torch.Tensor, ...]:
        raise NotImplementedError(f"{type(self).__name__} has no `_compute`.")
