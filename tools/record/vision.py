"""Record what MindSpore's image operations give.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/vision.py     # rewrite tests/goldens/dataset_vision.json

Each case is a function of the framework's `dataset.vision` and `dataset.transforms`, defined here once;
tests/ms2torch/dataset/test_vision_goldens.py runs the same ones on ms2torch.
"""

from __future__ import annotations

import base64
import io
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "dataset_vision.json"


def image(height: int = 11, width: int = 14, channels: int = 3, dtype: str = "uint8") -> np.ndarray:
    """Return an image of smooth waves with some noise, the same each time."""
    rng = np.random.Generator(np.random.PCG64(height * 100 + width))
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(channels), indexing="ij")
    waves = 128 + 90 * np.sin(x / 3 + c) * np.cos(y / 4 - c) + rng.normal(0, 25, (height, width, channels))
    out = np.clip(waves, 0, 255)
    return (out / 255 if dtype.startswith("f") else np.floor(out)).astype(dtype)


def pil(mode: str = "RGB") -> Image.Image:
    """Return a Pillow image."""
    return Image.fromarray(image()).convert(mode)


def coded(form: str, **options: Any) -> np.ndarray:
    """Return an image file's bytes."""
    buffer = io.BytesIO()
    Image.fromarray(image(20, 26)).save(buffer, form, **options)
    return np.frombuffer(buffer.getvalue(), np.uint8)


BOXES = np.array([[1, 1, 3, 2, 9], [0, 0, 14, 11, 7]], np.float32)
START = [[0, 0], [13, 0], [13, 10], [0, 10]]
END = [[1, 2], [12, 0], [11, 10], [2, 8]]
HOT = np.eye(3, dtype=np.int32)


def chw(array: np.ndarray) -> np.ndarray:
    """Put the channels first."""
    return np.ascontiguousarray(array.transpose(2, 0, 1))


# name: (function of vision and transforms, largest difference allowed)
CASES: dict[str, tuple[Callable[[Any, Any], Any], float]] = {}

_SIZES: dict[str, Any] = {"smaller": (5, 6), "larger": (17, 25), "mixed": (20, 6), "same": (11, 14)}
_SIZES |= {"half": 5, "short": 8}
for _inter in ("NEAREST", "BILINEAR", "BICUBIC", "AREA"):
    for _label, _size in _SIZES.items():
        CASES[f"Resize {_inter} {_label}"] = (
            lambda V, _, i=_inter, s=_size: V.Resize(s, V.Inter[i])(image()),
            1 if _inter in ("BILINEAR", "BICUBIC") else 0,
        )
    for _dtype in ("int16", "uint16", "float32", "float64"):
        CASES[f"Resize {_inter} {_dtype}"] = (
            lambda V, _, i=_inter, d=_dtype: V.Resize((7, 20), V.Inter[i])(image(dtype=d)),
            1e-6 if _dtype.startswith("f") else 1,
        )
    CASES[f"Resize {_inter} two dimensions"] = (
        lambda V, _, i=_inter: V.Resize((7, 20), V.Inter[i])(image()[..., 0]),
        1 if _inter in ("BILINEAR", "BICUBIC") else 0,
    )
    for _expand in (False, True):
        CASES[f"Rotate {_inter} {_expand}"] = (
            lambda V, _, i=_inter, e=_expand: V.Rotate(37.5, V.Inter[i], e, fill_value=40)(image()),
            4 if _inter == "BICUBIC" else 0,
        )
    CASES[f"Rotate {_inter} center"] = (
        lambda V, _, i=_inter: V.Rotate(-80, V.Inter[i], center=(3, 5))(image()),
        4 if _inter == "BICUBIC" else 0,
    )
    CASES[f"RandomRotation {_inter}"] = (
        lambda V, _, i=_inter: V.RandomRotation((20, 20), V.Inter[i])(image()),
        4 if _inter == "BICUBIC" else 0,
    )
    CASES[f"Affine {_inter}"] = (
        lambda V, _, i=_inter: V.Affine(25.0, (0.1, -0.2), 1.3, (10.0, -5.0), V.Inter[i], (9, 8, 7))(image()),
        6 if _inter != "NEAREST" else 0,
    )
    CASES[f"RandomAffine {_inter}"] = (
        lambda V, _, i=_inter: V.RandomAffine(
            (25, 25), (0.25, 0.25, -0.2, -0.2), (1.3, 1.3), (10, 10, -5, -5), V.Inter[i], (9, 8, 7)
        )(image()),
        6 if _inter != "NEAREST" else 0,
    )
    CASES[f"Perspective {_inter}"] = (
        lambda V, _, i=_inter: V.Perspective(START, END, V.Inter[i])(image()),
        1 if _inter == "BICUBIC" else 0,
    )

CASES |= {
    "Resize four dimensions": (lambda V, _: V.Resize((4, 5))(np.stack([image(), image()[::-1]])), 1),
    "Resize short sides": (
        lambda V, _: np.array(
            [V.Resize(s)(image(h, w)).shape for h, w, s in ((12, 16, 7), (31, 30, 17), (6, 100, 57))]
        ),
        0,
    ),
    "Resize PILCUBIC": (lambda V, _: V.Resize((20, 30), V.Inter.PILCUBIC)(image()), 0),
    "Rotate float32": (lambda V, _: V.Rotate(37.5, V.Inter.BILINEAR)(image(dtype="float32")), 1e-6),
    "RandomAffine two": (lambda V, _: V.RandomAffine((0, 0), (0.3, 0.3))(image()), 0),
    "RandomAffine shear two": (lambda V, _: V.RandomAffine((0, 0), shear=(20, 20))(image()), 0),
    "RandomAffine scale": (lambda V, _: V.RandomAffine((0, 0), scale=(0.7, 0.7))(image()), 0),
    "HorizontalFlip": (lambda V, _: V.HorizontalFlip()(image()), 0),
    "VerticalFlip": (lambda V, _: V.VerticalFlip()(image()), 0),
    "HorizontalFlip batch": (lambda V, _: V.HorizontalFlip()(np.stack([image(), image()[::-1]])), 0),
    "RandomHorizontalFlip": (lambda V, _: V.RandomHorizontalFlip(1.0)(image()), 0),
    "RandomHorizontalFlip two": (lambda V, _: V.RandomHorizontalFlip(1.0)(image(), image(6, 7)), 0),
    "RandomHorizontalFlip batch": (lambda V, _: V.RandomHorizontalFlip(1.0)(np.stack([image(), image()[::-1]])), 0),
    "RandomVerticalFlip": (lambda V, _: V.RandomVerticalFlip(1.0)(image()), 0),
    "CenterCrop": (lambda V, _: V.CenterCrop((4, 5))(image()), 0),
    "CenterCrop larger": (lambda V, _: V.CenterCrop((14, 19))(image()), 0),
    "CenterCrop mixed": (lambda V, _: V.CenterCrop(12)(image()), 0),
    "Crop": (lambda V, _: V.Crop((2, 3), (4, 5))(image()), 0),
    "ResizedCrop": (lambda V, _: V.ResizedCrop(1, 2, 6, 7, (9, 5), V.Inter.AREA)(image()), 0),
    "Pad": (lambda V, _: V.Pad((1, 2, 3, 4), (5, 6, 7))(image()), 0),
    "Pad two": (lambda V, _: V.Pad([1, 2], 9)(image()[..., :1]), 0),
    "Pad EDGE": (lambda V, _: V.Pad(3, 0, V.Border.EDGE)(image()), 0),
    "Pad REFLECT": (lambda V, _: V.Pad(3, 0, V.Border.REFLECT)(image()), 0),
    "Pad SYMMETRIC": (lambda V, _: V.Pad(3, 0, V.Border.SYMMETRIC)(image()), 0),
    "Rotate filled": (lambda V, _: V.Rotate(37.5, fill_value=(5, 60, 200))(image()), 0),
    "RandomRotation filled": (
        lambda V, _: V.RandomRotation((30, 30), V.Inter.BILINEAR, fill_value=(5, 60, 200))(image()),
        1,
    ),
    "RandomRotation filled grey": (
        lambda V, _: V.RandomRotation((30, 30), fill_value=(5, 60, 200))(image()[..., 0]),
        0,
    ),
    "PadToSize": (lambda V, _: V.PadToSize((14, 19), None, (5, 6, 7))(image()), 0),
    "PadToSize offset": (lambda V, _: V.PadToSize(19, [1, 2], 5)(image()), 0),
    "PadToSize EDGE": (lambda V, _: V.PadToSize(19, 1, 0, V.Border.EDGE)(image()), 0),
    "RandomCrop all": (lambda V, _: V.RandomCrop((11, 14))(image()), 0),
    "RandomCrop padding": (lambda V, _: V.RandomCrop((18, 18), (1, 3, 3, 4), False, (5, 6, 7))(image()), 0),
    "RandomCrop two": (lambda V, _: V.RandomCrop((11, 14))(image(), image(dtype="float32")), 0),
    "RandomResizedCrop all": (lambda V, _: V.RandomResizedCrop((8, 9), (1, 1), (14 / 11, 14 / 11))(image()), 1),
    "RandomCropDecodeResize": (
        lambda V, _: V.RandomCropDecodeResize((8, 9), (1, 1), (26 / 20, 26 / 20))(coded("PNG")),
        1,
    ),
    "SlicePatches PAD": (lambda V, _: V.SlicePatches(2, 4, V.SliceMode.PAD, 9)(image()), 0),
    "SlicePatches DROP": (lambda V, _: V.SlicePatches(2, 4, V.SliceMode.DROP)(image()), 0),
    "Decode JPEG": (lambda V, _: V.Decode()(coded("JPEG")), 0),
    "Decode PNG": (lambda V, _: V.Decode()(coded("PNG")), 0),
    "Decode BMP": (lambda V, _: V.Decode()(coded("BMP")), 0),
    "Decode pil": (lambda V, _: np.asarray(V.Decode(True)(coded("JPEG"))), 0),
    "encode_jpeg": (lambda V, _: V.Decode()(V.encode_jpeg(image(), 60)), 0),
    "encode_png": (lambda V, _: V.Decode()(V.encode_png(image()[..., 0])), 0),
    "HWC2CHW": (lambda V, _: V.HWC2CHW()(image()), 0),
    "HWC2CHW float64": (lambda V, _: V.HWC2CHW()(image(dtype="float64")), 0),
    "Normalize": (lambda V, _: V.Normalize([121.3, 115.7, 100.1], [70.1, 68.3, 71.9])(image()), 0),
    "Normalize one": (lambda V, _: V.Normalize([121.3], [70.1])(image(dtype="float32")), 0),
    "Normalize chw": (lambda V, _: V.Normalize([0.4, 0.5, 0.6], [0.2, 0.3, 0.4], False)(chw(image())), 0),
    "NormalizePad": (
        lambda V, _: V.NormalizePad([121.3, 115.7, 100.1], [70.1, 68.3, 71.9], is_hwc=False)(chw(image())),
        0,
    ),
    "NormalizePad float16": (lambda V, _: V.NormalizePad([121.3] * 3, [70.1] * 3, "float16", False)(chw(image())), 0),
    "Rescale": (lambda V, _: V.Rescale(1 / 255.0, -0.3)(image()), 0),
    "ToTensor": (lambda V, _: V.ToTensor()(image()), 0),
    "ToTensor float16": (lambda V, _: V.ToTensor(np.float16)(image()), 0),
    "ToTensor two dimensions": (lambda V, _: V.ToTensor()(image()[..., 0]), 0),
    "ToTensor pil": (lambda V, _: V.ToTensor()(pil()), 0),
    "ToType": (lambda V, _: V.ToType(np.int32)(image()), 0),
    "ToPIL": (lambda V, _: np.asarray(V.ToPIL()(image())), 0),
    "ToNumpy": (lambda V, _: V.ToNumpy()(pil()), 0),
    "Grayscale": (lambda V, _: np.asarray(V.Grayscale(3)(pil())), 0),
    "RandomGrayscale": (lambda V, _: np.asarray(V.RandomGrayscale(1.0)(pil())), 0),
    "RgbToHsv": (lambda V, _: V.RgbToHsv(True)(image(dtype="float32")), 1e-6),
    "RgbToHsv batch": (lambda V, _: V.RgbToHsv()(chw(image(dtype="float64"))[None]), 1e-12),
    "HsvToRgb": (lambda V, _: V.HsvToRgb(True)(image(dtype="float32")), 1e-6),
    "LinearTransformation": (
        lambda V, _: V.LinearTransformation(np.arange(36.0).reshape(6, 6), np.arange(6.0))(np.ones((1, 2, 3))),
        1e-12,
    ),
    "AdjustBrightness": (lambda V, _: V.AdjustBrightness(1.7)(image()), 0),
    "AdjustBrightness float32": (lambda V, _: V.AdjustBrightness(0.3)(image(dtype="float32")), 1e-6),
    "AdjustContrast": (lambda V, _: V.AdjustContrast(1.7)(image()), 0),
    "AdjustGamma gain of floats": (lambda V, _: V.AdjustGamma(0.8, 1.1)(image(dtype="float32") / 255), 1e-6),
    "Resize nearest of int32": (
        lambda V, _: V.Resize((5, 6), V.Inter.NEAREST)(image().astype(np.int32) * 70000),
        0,
    ),
    "Invert uint16": (lambda V, _: V.Invert()(image().astype(np.uint16) * 3), 0),
    "AdjustContrast mean between two": (
        lambda V, _: V.AdjustContrast(0.05)(np.arange(1, 193, dtype=np.uint8).reshape(8, 8, 3)),
        0,
    ),
    "AdjustContrast float32": (lambda V, _: V.AdjustContrast(0.3)(image(dtype="float32")), 1e-6),
    "AdjustSaturation": (lambda V, _: V.AdjustSaturation(1.7)(image()), 0),
    "AdjustSharpness": (lambda V, _: V.AdjustSharpness(1.7)(image()), 0),
    "AdjustSharpness 0": (lambda V, _: V.AdjustSharpness(0)(image()[..., 0]), 0),
    "AdjustHue": (lambda V, _: V.AdjustHue(0.2)(image()), 1),
    "AdjustHue back": (lambda V, _: V.AdjustHue(-0.4)(image()), 1),
    "AdjustGamma": (lambda V, _: V.AdjustGamma(0.6, 1.2)(image()), 0),
    "AdjustGamma float32": (lambda V, _: V.AdjustGamma(1.6)(image(dtype="float32")), 1e-6),
    "AutoContrast": (lambda V, _: V.AutoContrast()(image()), 0),
    "AutoContrast cutoff": (lambda V, _: V.AutoContrast(10.0, [100, 120])(image()), 0),
    "Equalize": (lambda V, _: V.Equalize()(image()), 0),
    "Invert": (lambda V, _: V.Invert()(image()), 0),
    "Posterize": (lambda V, _: V.Posterize(3)(image()), 0),
    "Posterize 0": (lambda V, _: V.Posterize(0)(image()), 0),
    "Solarize": (lambda V, _: V.Solarize((60, 150))(image()), 0),
    "Solarize one": (lambda V, _: V.Solarize(120)(image()), 0),
    "GaussianBlur": (lambda V, _: V.GaussianBlur(5)(image()), 0),
    "GaussianBlur two": (lambda V, _: V.GaussianBlur((3, 7), (0.8, 2.0))(image()), 0),
    "GaussianBlur float32": (lambda V, _: V.GaussianBlur(3, 1.5)(image(dtype="float32")), 1e-6),
    "RandomAdjustSharpness": (lambda V, _: V.RandomAdjustSharpness(1.7, 1.0)(image()), 0),
    "RandomAutoContrast": (lambda V, _: V.RandomAutoContrast(5.0, 3, 1.0)(image()), 0),
    "RandomEqualize": (lambda V, _: V.RandomEqualize(1.0)(image()), 0),
    "RandomInvert": (lambda V, _: V.RandomInvert(1.0)(image()), 0),
    "RandomColor": (lambda V, _: V.RandomColor((1.7, 1.7))(image()), 0),
    "RandomSharpness": (lambda V, _: V.RandomSharpness((1.7, 1.7))(image()), 0),
    "RandomColorAdjust one": (lambda V, _: V.RandomColorAdjust(brightness=(1.7, 1.7))(image()), 0),
    "RandomColorAdjust hue": (lambda V, _: V.RandomColorAdjust(hue=(0.2, 0.2))(image()), 1),
    "RandomLighting 0": (lambda V, _: V.RandomLighting(0.0)(image()), 0),
    "RandomPosterize": (lambda V, _: V.RandomPosterize((3, 3))(image()), 0),
    "RandomSolarize": (lambda V, _: V.RandomSolarize((120, 120))(image()), 0),
    "Erase": (lambda V, _: V.Erase(1, 2, 4, 5, (5, 6, 7))(image()), 0),
    "Erase beyond": (lambda V, _: V.Erase(8, 10, 4, 5, 9)(image()), 0),
    "RandomSelectSubpolicy": (
        lambda V, _: V.RandomSelectSubpolicy([[(V.Invert(), 1.0), (V.VerticalFlip(), 0.0)]])(image()),
        0,
    ),
    "RandomHorizontalFlipWithBBox": (lambda V, _: V.RandomHorizontalFlipWithBBox(1.0)(image(), BOXES.copy()), 0),
    "RandomVerticalFlipWithBBox": (lambda V, _: V.RandomVerticalFlipWithBBox(1.0)(image(), BOXES.copy()), 0),
    "ResizeWithBBox": (lambda V, _: V.ResizeWithBBox(23)(image(), BOXES.copy()), 1),
    "RandomCropWithBBox": (lambda V, _: V.RandomCropWithBBox((18, 18), (1, 3, 3, 4))(image(), BOXES.copy()), 0),
    "RandomResizedCropWithBBox": (
        lambda V, _: V.RandomResizedCropWithBBox((8, 9), (1, 1), (14 / 11, 14 / 11))(image(), BOXES.copy()),
        1,
    ),
    "BoundingBoxAugment": (lambda V, _: V.BoundingBoxAugment(V.Invert(), 1.0)(image(), BOXES[:1].copy()), 0),
    "CutMixBatch 0": (
        lambda V, _: V.CutMixBatch(V.ImageBatchFormat.NHWC, 1.0, 0.0)(np.stack([image()] * 3), HOT),
        0,
    ),
    "Compose": (lambda V, T: T.Compose([V.Resize((8, 9)), V.CenterCrop(6), V.ToTensor()])(image()), 0.01),
    "Compose pil": (lambda V, T: T.Compose([V.Decode(True), V.Resize(8), V.ToTensor()])(coded("PNG")), 0),
}

for _name in ("AdjustBrightness", "AdjustContrast", "AdjustSaturation", "AdjustGamma"):
    CASES[f"{_name} pil"] = (lambda V, _, n=_name: np.asarray(getattr(V, n)(1.7)(pil())), 0)
for _name in ("AutoContrast", "Equalize", "Invert"):
    CASES[f"{_name} pil"] = (lambda V, _, n=_name: np.asarray(getattr(V, n)()(pil())), 0)
for _inter in ("NEAREST", "BILINEAR", "BICUBIC", "ANTIALIAS"):
    CASES[f"Resize pil {_inter}"] = (lambda V, _, i=_inter: np.asarray(V.Resize(9, V.Inter[i])(pil())), 0)
    if _inter != "ANTIALIAS":
        CASES[f"Perspective pil {_inter}"] = (
            lambda V, _, i=_inter: np.asarray(V.Perspective(START, END, V.Inter[i])(pil())),
            0,
        )


def seeded(make: Callable[[Any], Any], value: Callable[[], Any] = pil) -> Callable[[Any, Any], Any]:
    """Return what an operation gives on a Pillow image with Python's and numpy's generators seeded."""

    def run(V: Any, _: Any) -> Any:
        random.seed(5)
        np.random.seed(6)
        operation = make(V)
        return tuple(np.asarray(operation(value())) for _time in range(4))

    return run


_ON_PIL: dict[str, Callable[[Any], Any]] = {
    "RandomHorizontalFlip": lambda V: V.RandomHorizontalFlip(),
    "RandomVerticalFlip": lambda V: V.RandomVerticalFlip(),
    "RandomCrop": lambda V: V.RandomCrop(6, 2, fill_value=(3, 4, 5)),
    "RandomCrop needed": lambda V: V.RandomCrop((16, 20), None, True, 7),
    "RandomCrop REFLECT": lambda V: V.RandomCrop(12, 3, padding_mode=V.Border.REFLECT),
    "RandomResizedCrop": lambda V: V.RandomResizedCrop((8, 9), interpolation=V.Inter.BICUBIC),
    "RandomResizedCrop hard": lambda V: V.RandomResizedCrop((8, 9), (0.9, 1), (5, 6), max_attempts=1),
    "RandomRotation": lambda V: V.RandomRotation(40, V.Inter.BILINEAR, True, None, (3, 4, 5)),
    "RandomRotation center": lambda V: V.RandomRotation((10, 80), center=(2, 3)),
    "RandomAffine": lambda V: V.RandomAffine(30, (0.1, 0.2), (0.7, 1.4), 15, V.Inter.BILINEAR),
    "RandomAffine four": lambda V: V.RandomAffine(30, (0.1, 0.2, 0, 0), None, (1, 5, -9, 9)),
    "RandomPerspective": lambda V: V.RandomPerspective(0.4, 0.8),
    "RandomColor": lambda V: V.RandomColor(),
    "RandomSharpness": lambda V: V.RandomSharpness(),
    "RandomColorAdjust": lambda V: V.RandomColorAdjust(0.4, 0.5, 0.6, 0.2),
    "RandomColorAdjust pairs": lambda V: V.RandomColorAdjust((0.4, 0.5), (1, 2), (0, 3), (-0.3, 0.4)),
    "RandomLighting": lambda V: V.RandomLighting(0.8),
    "RandomGrayscale": lambda V: V.RandomGrayscale(0.5),
    "AdjustHue": lambda V: V.AdjustHue(-0.3),
    "Pad": lambda V: V.Pad((1, 2, 3, 4), (5, 6, 7)),
    "Pad SYMMETRIC": lambda V: V.Pad(2, 0, V.Border.SYMMETRIC),
    "CenterCrop": lambda V: V.CenterCrop((6, 9)),
    "CenterCrop larger": lambda V: V.CenterCrop((20, 17)),
    "UniformAugment": lambda V: V.UniformAugment([V.RandomColor(), V.RandomHorizontalFlip(), V.Invert()], 2),
}
for _name, _make in _ON_PIL.items():
    CASES[f"pil {_name}"] = (seeded(_make), 0)
for _value in (0, (1, 2, 3), "random"):
    CASES[f"RandomErasing {_value}"] = (
        seeded(lambda V, v=_value: V.RandomErasing(0.8, value=v), lambda: chw(image(dtype="float64"))),
        0,
    )
for _name, _size in (("FiveCrop", (4, 5)), ("TenCrop", 6)):
    CASES[_name] = (lambda V, _, n=_name, s=_size: tuple(np.asarray(p) for p in getattr(V, n)(s)(pil())), 0)
CASES["TenCrop vertical"] = (lambda V, _: tuple(np.asarray(p) for p in V.TenCrop((4, 5), True)(pil())), 0)


def mixed(single: bool) -> Callable[[Any, Any], Any]:
    """Return two calls of `MixUp` on the same operation."""

    def run(V: Any, _: Any) -> Any:
        np.random.seed(6)
        operation = V.MixUp(3, 0.4, single)
        batch = np.stack([image(), image()[::-1], image()[:, ::-1]]).astype(np.float64)
        return operation(batch, HOT) + operation(batch[::-1], HOT)

    return run


CASES["MixUp"] = (mixed(True), 1e-9)
CASES["MixUp batches"] = (mixed(False), 1e-9)


def answer(vision: Any, transforms: Any, case: Callable[[Any, Any], Any]) -> list[np.ndarray]:
    """Return the arrays that a case gives."""
    out = case(vision, transforms)
    return [np.asarray(one) for one in (out if isinstance(out, (tuple, list)) else (out,))]


def packed(array: np.ndarray) -> list[Any]:
    """Return an array as JSON."""
    data = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
    return [str(array.dtype), list(array.shape), data]


def unpacked(entry: list[Any]) -> np.ndarray:
    """Return the array that `packed` packed."""
    dtype, shape, data = entry
    return np.frombuffer(base64.b64decode(data), dtype).reshape(shape)


def main() -> None:
    """Write the goldens."""
    import mindspore.dataset.transforms as T
    import mindspore.dataset.vision as V

    out = {name: [packed(array) for array in answer(V, T, case)] for name, (case, _) in CASES.items()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in sorted(out.items()))
    GOLDEN.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    sys.stdout.write(f"{len(out)} cases in {GOLDEN}\n")


if __name__ == "__main__":
    main()
