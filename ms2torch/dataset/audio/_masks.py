"""Masks on spectrograms.

Source: mindspore.dataset.audio.transforms, MindSpore 2.10
"""

from __future__ import annotations

import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import AudioTensorOperation
from ms2torch.dataset.transforms._random import RandomSource


class MaskAlongAxis(AudioTensorOperation):
    """Set a band of a spectrogram to a value.

    Args:
        mask_start (int): first index, not negative.
        mask_width (int): number of indices, positive.
        mask_value (float): the value.
        axis (int): 1 for frequency, 2 for time.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.
        RuntimeError: the band leaves the spectrogram.

    Source: mindspore.dataset.audio.MaskAlongAxis, MindSpore 2.10
    """

    _rank = 2

    def __init__(self, mask_start: int, mask_width: int, mask_value: float, axis: int) -> None:
        check.integer("mask_start", mask_start)
        check.integer("mask_width", mask_width, 1)
        check.number("mask_value", mask_value)
        check.integer("axis", axis, 1, 2)
        super().__init__()
        self.mask_start = mask_start
        self.mask_width = mask_width
        self.mask_value = mask_value
        self.axis = axis

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        # 1 and 2 count as in (channel, freq, time), whatever else is before
        return _masked(x, self.axis - 3, self.mask_start, self.mask_width, self.mask_value, type(self).__name__)


def _masked(x: torch.Tensor, axis: int, start: int, width: int, value: float, name: str) -> torch.Tensor:
    size = x.shape[axis]
    if start < 0 or start + width > size:
        raise RuntimeError(f"{name}: the mask [{start}, {start + width}) leaves an axis of size {size}.")
    out = x.clone()
    out.narrow(axis, start, width).fill_(value)
    return out


class MaskAlongAxisIID(AudioTensorOperation):
    """Set a random band to a value.

    Args:
        mask_param (int): upper bound of the band's width, not negative.
        mask_value (float): the value.
        axis (int): 1 for frequency, 2 for time.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.
        RuntimeError: `mask_param` exceeds the axis.

    Source: mindspore.dataset.audio.MaskAlongAxisIID, MindSpore 2.10
    """

    _rank = 2

    def __init__(self, mask_param: int, mask_value: float, axis: int) -> None:
        check.integer("mask_param", mask_param)
        check.number("mask_value", mask_value)
        check.integer("axis", axis, 1, 2)
        super().__init__()
        self.mask_param = mask_param
        self.mask_value = mask_value
        self.axis = axis
        self._random = RandomSource()

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        return _random_masks(x, self.axis - 3, self.mask_param, self.mask_value, self._random, type(self).__name__)


def _random_masks(
    x: torch.Tensor, axis: int, limit: int, value: float, random: RandomSource, name: str
) -> torch.Tensor:
    size = x.shape[axis]
    if limit > size:
        raise RuntimeError(f"{name}: the mask's width of up to {limit} exceeds an axis of size {size}.")
    generator = random()
    spectra = x.clone().reshape(-1, *x.shape[-2:])
    for spectrum in spectra:
        width = generator.uniform_single(0.0, 1.0) * limit
        start = generator.uniform_single(0.0, 1.0) * (size - width)
        spectrum.narrow(axis, int(start), int(start + width) - int(start)).fill_(value)
    return spectra.reshape(x.shape)


class _Masking(AudioTensorOperation):
    _rank = 2
    _axis = -1

    def __init__(self, iid_masks: bool, name: str, param: int, mask_start: int, mask_value: float) -> None:
        check.flag("iid_masks", iid_masks)
        check.integer(name, param)
        check.integer("mask_start", mask_start)
        check.number("mask_value", mask_value, 0)
        super().__init__()
        self.iid_masks = iid_masks
        self.mask_start = mask_start
        self.mask_value = mask_value
        self._random = RandomSource()

    def _width(self) -> int:
        raise NotImplementedError

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        name = type(self).__name__
        if self.iid_masks:
            return _random_masks(x, self._axis, self._width(), self.mask_value, self._random, name)
        return _masked(x, self._axis, self.mask_start, self._width(), self.mask_value, name)


class FrequencyMasking(_Masking):
    """Set a band of frequencies to a value.

    Args:
        iid_masks (bool): take a random band for each channel. Default: False.
        freq_mask_param (int): width of the band; its upper bound where it is random. Default: 0.
        mask_start (int): first index, where the band is not random. Default: 0.
        mask_value (float): the value, not negative. Default: 0.0.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is negative.
        RuntimeError: the band leaves the spectrogram.

    Source: mindspore.dataset.audio.FrequencyMasking, MindSpore 2.10
    """

    _axis = -2

    def __init__(
        self, iid_masks: bool = False, freq_mask_param: int = 0, mask_start: int = 0, mask_value: float = 0.0
    ) -> None:
        super().__init__(iid_masks, "freq_mask_param", freq_mask_param, mask_start, mask_value)
        self.frequency_mask_param = freq_mask_param

    def _width(self) -> int:
        return self.frequency_mask_param


class TimeMasking(_Masking):
    """Set a stretch of time to a value.

    Args:
        iid_masks (bool): take a random stretch for each channel. Default: False.
        time_mask_param (int): length of the stretch; its upper bound where it is random. Default: 0.
        mask_start (int): first index, where the stretch is not random. Default: 0.
        mask_value (float): the value, not negative. Default: 0.0.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is negative.
        RuntimeError: the stretch leaves the spectrogram.

    Source: mindspore.dataset.audio.TimeMasking, MindSpore 2.10
    """

    _axis = -1

    def __init__(
        self, iid_masks: bool = False, time_mask_param: int = 0, mask_start: int = 0, mask_value: float = 0.0
    ) -> None:
        super().__init__(iid_masks, "time_mask_param", time_mask_param, mask_start, mask_value)
        self.time_mask_param = time_mask_param

    def _width(self) -> int:
        return self.time_mask_param
