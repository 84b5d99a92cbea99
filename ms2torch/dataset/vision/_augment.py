"""Operations that choose among others: published augmentation policies, and the user's own.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from ms2torch._core.random_engines import RandomEngine
from ms2torch.dataset.core.validator_helpers import FLOAT_MAX_INTEGER, check_value, type_check
from ms2torch.dataset.transforms._random import HoldsOperations
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import CompoundOperation, check_operations
from ms2torch.dataset.vision import _checks as check, _colour, _warp
from ms2torch.dataset.vision._adjust import need_bytes
from ms2torch.dataset.vision._base import Array, ImageTensorOperation, need_channels
from ms2torch.dataset.vision._policies import POLICIES
from ms2torch.dataset.vision.utils import AutoAugmentPolicy, Inter

Strengths: TypeAlias = "dict[str, tuple[Any, bool]]"

_FARTHEST = np.float32(150) / np.float32(331)  # of a side; published as 150 pixels of 331


def _steps(first: float, last: float, bins: int) -> Array:
    step = (np.float32(last) - np.float32(first)) / np.float32(bins - 1)
    return np.float32(first) + np.arange(bins, dtype=np.float32) * step


def _bits(lost: int, bins: int) -> Array:
    """Return how many bits are kept, in `bins` steps from all to all but `lost`; halves go to the even number."""
    return np.rint(np.arange(bins, dtype=np.float32) * np.float32(-lost / (bins - 1)) + np.float32(8))


def _published(bins: int, width: int, height: int) -> Strengths:
    """Return each operation's strengths in `bins` steps, and whether either sign can be drawn."""
    return {
        "ShearX": (_steps(0, 0.3, bins), True),
        "ShearY": (_steps(0, 0.3, bins), True),
        "TranslateX": (_steps(0, float(_FARTHEST * np.float32(width)), bins), True),
        "TranslateY": (_steps(0, float(_FARTHEST * np.float32(height)), bins), True),
        "Rotate": (_steps(0, 30, bins), True),
        "Brightness": (_steps(0, 0.9, bins), True),
        "Color": (_steps(0, 0.9, bins), True),
        "Contrast": (_steps(0, 0.9, bins), True),
        "Sharpness": (_steps(0, 0.9, bins), True),
        "Posterize": (_bits(4, bins), False),
        "AutoContrast": ((), False),
        "Equalize": ((), False),
    }


def _strengths(bins: int, width: int, height: int) -> Strengths:
    """Return what `AutoAugment` chooses from."""
    return {**_published(bins, width, height), "Solarize": (_steps(256, 0, bins), False), "Invert": ((), False)}


def _rand_strengths(bins: int, width: int, height: int) -> Strengths:
    """Return what `RandAugment` chooses from."""
    return {**_published(bins, width, height), "Solarize": (_steps(255, 0, bins), False), "Identity": ((), False)}


def _wide_strengths(bins: int) -> Strengths:
    """Return what `TrivialAugmentWide` chooses from."""
    return {
        "Identity": ((), False),
        "ShearX": (_steps(0, 0.99, bins), True),
        "ShearY": (_steps(0, 0.99, bins), True),
        "TranslateX": (_steps(0, 32, bins), True),
        "TranslateY": (_steps(0, 32, bins), True),
        "Rotate": (_steps(0, 135, bins), True),
        "Brightness": (_steps(0, 0.99, bins), True),
        "Color": (_steps(0, 0.99, bins), True),
        "Contrast": (_steps(0, 0.99, bins), True),
        "Sharpness": (_steps(0, 0.99, bins), True),
        "Posterize": (_bits(6, bins), False),
        "Solarize": (_steps(255, 0, bins), False),
        "AutoContrast": ((), False),
        "Equalize": ((), False),
    }


def _apply(image: Array, name: str, strength: float, mode: int, fill: Sequence[int]) -> Array:
    # the published strength of a shear is a tangent; MindSpore takes it for the angle
    angle = math.degrees(strength)
    warps: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {
        "ShearX": ((0.0, 0.0), (angle, 0.0)),
        "ShearY": ((0.0, 0.0), (0.0, angle)),
        # pixels, which MindSpore takes for widths and heights: from one pixel on the image is out of sight
        "TranslateX": ((int(strength), 0.0), (0.0, 0.0)),
        "TranslateY": ((0.0, int(strength)), (0.0, 0.0)),
    }
    if name in warps:
        return _warp.affine(image, 0.0, warps[name][0], 1.0, warps[name][1], mode, fill)
    if name == "Rotate":
        return _warp.rotate(image, strength, mode, False, None, fill)
    blends: dict[str, Callable[[Array, float], Array]] = {
        "Brightness": _colour.brightness,
        "Color": _colour.saturation,
        "Contrast": _colour.contrast,
        "Sharpness": _colour.sharpness,
    }
    if name in blends:
        return blends[name](image, 1 + strength)
    if name == "Posterize":
        return _colour.posterize(image, int(strength))
    if name == "Solarize":
        return _colour.solarize(image, strength, 255)
    if name == "AutoContrast":
        return _colour.auto_contrast(image, 0, ())
    if name == "Equalize":
        return _colour.equalize(image)
    return 255 - image if name == "Invert" else image


class _Policy(ImageTensorOperation):
    """Base of the published policies; for <H,W,3> of uint8."""

    _ranks = (3,)

    def __init__(self, interpolation: Inter, fill_value: int | tuple[int, int, int]) -> None:
        super().__init__()
        where = type(self).__name__
        check.interpolation(where, interpolation, arrays_only=True)
        self.interpolation = interpolation
        self.fill_value = check.fill(where, fill_value)
        self.implementation = Implementation.C

    def _check_image(self, image: Array) -> None:
        super()._check_image(image)
        need_channels(image, (3,), type(self).__name__)
        need_bytes(image, type(self).__name__)

    def _do(self, image: Array, name: str, strengths: Strengths, step: int, negative: bool) -> Array:
        values, signed = strengths[name]
        strength = float(values[step]) if len(values) else 0.0
        return _apply(image, name, -strength if signed and negative else strength, self.interpolation, self.fill_value)


def _below(engine: RandomEngine, count: int) -> int:
    """Draw a number below `count` as the newer policies do: 0 is twice as likely as any other."""
    return engine.integer(0, count) % count


class AutoAugment(_Policy):
    """Apply one of the pairs of operations found for a data set by AutoAugment (Cubuk et al., 2018).

    Args:
        policy (AutoAugmentPolicy): the data set. Default: ``AutoAugmentPolicy.IMAGENET``.
        interpolation (Inter): how pixels are interpolated. Default: ``Inter.NEAREST``.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of what was outside. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if the image is not <H,W,3> of uint8.

    Source: mindspore.dataset.vision.AutoAugment, MindSpore 2.10
    """

    def __init__(
        self,
        policy: AutoAugmentPolicy = AutoAugmentPolicy.IMAGENET,
        interpolation: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, int, int] = 0,
    ) -> None:
        super().__init__(interpolation, fill_value)
        check.member("AutoAugment", "policy", policy, AutoAugmentPolicy)
        self.policy = policy

    def _image(self, image: Array) -> Array:
        pairs = POLICIES[self.policy]
        strengths = _strengths(10, image.shape[1], image.shape[0])
        engine = self._random()
        pair = pairs[engine.below(len(pairs))]
        draws = [engine.canonical_single() for _ in pair]
        negative = [not engine.below(2) for _ in pair]
        for (name, prob, step), drawn, sign in zip(pair, draws, negative, strict=True):
            if drawn <= np.float32(prob):
                image = self._do(image, name, strengths, step, sign)
        return image


class RandAugment(_Policy):
    """Apply some operations of equal strength (RandAugment, Cubuk et al., 2019).

    Args:
        num_ops (int): how many. Default: ``2``.
        magnitude (int): strength, below `num_magnitude_bins`. Default: ``9``.
        num_magnitude_bins (int): steps of strength, at least 2. Default: ``31``.
        interpolation (Inter): how pixels are interpolated. Default: ``Inter.NEAREST``.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of what was outside. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if the image is not <H,W,3> of uint8.

    Source: mindspore.dataset.vision.RandAugment, MindSpore 2.10
    """

    def __init__(
        self,
        num_ops: int = 2,
        magnitude: int = 9,
        num_magnitude_bins: int = 31,
        interpolation: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, int, int] = 0,
    ) -> None:
        super().__init__(interpolation, fill_value)
        check.integer("RandAugment", "num_ops", num_ops, 0, FLOAT_MAX_INTEGER)
        check.integer("RandAugment", "num_magnitude_bins", num_magnitude_bins, 2, FLOAT_MAX_INTEGER)
        type_check(magnitude, (int,), "magnitude", "RandAugment")
        check_value(magnitude, (0, num_magnitude_bins), "magnitude", right_open_interval=True, where="RandAugment")
        self.num_ops = num_ops
        self.magnitude = magnitude
        self.num_magnitude_bins = num_magnitude_bins

    def _image(self, image: Array) -> Array:
        strengths = _rand_strengths(self.num_magnitude_bins, image.shape[1], image.shape[0])
        names = sorted(strengths)
        engine = self._random()
        for _ in range(self.num_ops):
            name = names[_below(engine, len(names))]
            image = self._do(image, name, strengths, self.magnitude, _below(engine, 2) > 0)
        return image


class TrivialAugmentWide(_Policy):
    """Apply one operation of random strength (TrivialAugment, Mueller and Hutter, 2021).

    Args:
        num_magnitude_bins (int): steps of strength, at least 2. Default: ``31``.
        interpolation (Inter): how pixels are interpolated. Default: ``Inter.NEAREST``.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of what was outside. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if the image is not <H,W,3> of uint8.

    Source: mindspore.dataset.vision.TrivialAugmentWide, MindSpore 2.10
    """

    def __init__(
        self,
        num_magnitude_bins: int = 31,
        interpolation: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, int, int] = 0,
    ) -> None:
        super().__init__(interpolation, fill_value)
        check.integer("TrivialAugmentWide", "num_magnitude_bins", num_magnitude_bins, 2)
        self.num_magnitude_bins = num_magnitude_bins

    def _image(self, image: Array) -> Array:
        strengths = _wide_strengths(self.num_magnitude_bins)
        names = sorted(strengths)
        engine = self._random()
        name = names[_below(engine, len(names))]
        step = _below(engine, self.num_magnitude_bins) if len(strengths[name][0]) else 0
        return self._do(image, name, strengths, step, _below(engine, 2) > 0)


class UniformAugment(CompoundOperation):
    """Apply some of the user's operations, each with a random probability (UniformAugment, LingChen et al., 2020).

    Args:
        transforms (Sequence): operations.
        num_ops (int): how many are chosen. Default: ``2``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if `transforms` is empty, or `num_ops` not positive or larger than their number.

    Source: mindspore.dataset.vision.UniformAugment, MindSpore 2.10
    """

    def __init__(self, transforms: Sequence[Any], num_ops: int = 2) -> None:
        super().__init__(transforms)
        check.integer("UniformAugment", "num_ops", num_ops, 1)
        if num_ops > len(transforms):
            raise ValueError(f"UniformAugment: `num_ops` is {num_ops}, but there are {len(transforms)} operations.")
        self.num_ops = num_ops
        self.random = True

    def _execute_py(self, img: Any) -> Any:
        for place in np.random.choice(len(self.transforms), size=self.num_ops, replace=False):
            prob = random.random()
            if random.random() < prob:
                img = self.transforms[place](img.copy())
        return img

    def _execute_array(self, *arrays: Any) -> Any:
        (image,) = arrays
        engine = self._random()
        for place in engine.sample(len(self.transforms), self.num_ops):
            if not engine.below(2):
                image = self.transforms[place](image)
        return image


class RandomSelectSubpolicy(HoldsOperations, ImageTensorOperation):
    """Apply one of several lists of operations, each operation with a probability of its own.

    Args:
        policy (list[list[tuple[TensorOperation, float]]]): the lists of (operation, probability).

    Raises:
        TypeError: if it is not of the type above.
        ValueError: if a list is empty, or a probability not between 0 and 1.

    Source: mindspore.dataset.vision.RandomSelectSubpolicy, MindSpore 2.10
    """

    _columns = None
    _held = "policy"

    def __init__(self, policy: Sequence[Sequence[tuple[Any, float]]]) -> None:
        super().__init__()
        where = "RandomSelectSubpolicy"
        if not isinstance(policy, (list, tuple)):
            raise TypeError(f"{where}: `policy` must be a list of lists, but got {policy!r}.")
        if not policy or not all(policy):
            raise ValueError(f"{where}: `policy` and the lists in it must not be empty.")
        for index, part in enumerate(policy):
            if not isinstance(part, (list, tuple)):
                raise TypeError(f"{where}: `policy[{index}]` must be a list, but got {part!r}.")
            for pair in part:
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise TypeError(f"{where}: expected (operation, probability), but got {pair!r}.")
                check_operations([pair[0]], where)
                check.probability(where, pair[1])
        self.policy = policy
        self.implementation = Implementation.C

    def _execute_array(self, *arrays: Any) -> Any:
        values: tuple[Any, ...] = arrays
        engine = self._random()
        for operation, prob in self.policy[engine.below(len(self.policy))]:
            if engine.canonical() <= prob:
                out = operation(*values)
                values = out if isinstance(out, tuple) else (out,)
        return values[0] if len(values) == 1 else values
