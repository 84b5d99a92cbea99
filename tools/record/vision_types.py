"""Record which images real MindSpore's operations take: `.oracle/bin/python tools/record/vision_types.py`.

For each operation and shape the element types of what it takes; all else raises there. Those that draw what they do are
left out: they take what they happen to do nothing with.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "vision_types.json"

TYPES = (
    "uint8", "int8", "uint16", "int16", "int32", "uint32", "int64", "float16", "float32", "float64", "bool",
)  # fmt: skip
SHAPES = ((8, 8, 3), (8, 8), (8, 8, 1), (8, 8, 4), (3, 8, 8), (2, 8, 8, 3), (8,))
CORNERS = ([[0, 1], [6, 0], [6, 7], [0, 6]], [[0, 0], [7, 0], [7, 7], [0, 7]])

OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "AdjustBrightness": lambda V: V.AdjustBrightness(1.5),
    "AdjustContrast": lambda V: V.AdjustContrast(1.5),
    "AdjustGamma": lambda V: V.AdjustGamma(0.8, 1.1),
    "AdjustHue": lambda V: V.AdjustHue(0.2),
    "AdjustSaturation": lambda V: V.AdjustSaturation(1.5),
    "AdjustSharpness": lambda V: V.AdjustSharpness(1.5),
    "Affine": lambda V: V.Affine(15.0, [0.1, 0.1], 1.1, [1.0, 1.0]),
    "AutoContrast": lambda V: V.AutoContrast(),
    "CenterCrop": lambda V: V.CenterCrop(4),
    "CenterCrop beyond": lambda V: V.CenterCrop(12),
    "ConvertColor": lambda V: V.ConvertColor(V.ConvertMode.COLOR_RGB2GRAY),
    "Crop": lambda V: V.Crop((1, 1), (4, 5)),
    "CutOut": lambda V: V.CutOut(3),
    "Equalize": lambda V: V.Equalize(),
    "Erase": lambda V: V.Erase(1, 1, 3, 3, 5),
    "GaussianBlur": lambda V: V.GaussianBlur(3, 1.0),
    "HWC2CHW": lambda V: V.HWC2CHW(),
    "HorizontalFlip": lambda V: V.HorizontalFlip(),
    "Invert": lambda V: V.Invert(),
    "Normalize": lambda V: V.Normalize([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]),
    "NormalizePad": lambda V: V.NormalizePad([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]),
    "Pad": lambda V: V.Pad([1, 2, 3, 4], 7),
    "PadToSize": lambda V: V.PadToSize(12, None, 3),
    "Perspective": lambda V: V.Perspective(*CORNERS, V.Inter.LINEAR),
    "Posterize": lambda V: V.Posterize(3),
    "RandomAdjustSharpness": lambda V: V.RandomAdjustSharpness(1.5, 1.0),
    "RandomAffine": lambda V: V.RandomAffine(15, (0.1, 0.1), (0.9, 1.1), 5),
    "RandomAutoContrast": lambda V: V.RandomAutoContrast(0.0, None, 1.0),
    "RandomColor": lambda V: V.RandomColor((0.5, 1.5)),
    "RandomColorAdjust brightness": lambda V: V.RandomColorAdjust(brightness=0.5),
    "RandomColorAdjust contrast": lambda V: V.RandomColorAdjust(contrast=0.5),
    "RandomCrop": lambda V: V.RandomCrop(4),
    "RandomEqualize": lambda V: V.RandomEqualize(1.0),
    "RandomHorizontalFlip": lambda V: V.RandomHorizontalFlip(1.0),
    "RandomInvert": lambda V: V.RandomInvert(1.0),
    "RandomLighting": lambda V: V.RandomLighting(0.1),
    "RandomPosterize": lambda V: V.RandomPosterize((2, 5)),
    "RandomRotation": lambda V: V.RandomRotation(20),
    "RandomSharpness": lambda V: V.RandomSharpness((0.5, 1.5)),
    "RandomSolarize": lambda V: V.RandomSolarize((10, 150)),
    "RandomVerticalFlip": lambda V: V.RandomVerticalFlip(1.0),
    "Rescale": lambda V: V.Rescale(1 / 255.0, -0.5),
    "Resize": lambda V: V.Resize((5, 6)),
    "Resize nearest": lambda V: V.Resize((5, 6), V.Inter.NEAREST),
    "Resize area": lambda V: V.Resize((5, 6), V.Inter.AREA),
    "Resize cubic": lambda V: V.Resize((5, 6), V.Inter.BICUBIC),
    "ResizedCrop": lambda V: V.ResizedCrop(1, 1, 4, 5, (6, 6)),
    "Rotate": lambda V: V.Rotate(30.0),
    "SlicePatches": lambda V: V.SlicePatches(2, 2),
    "Solarize": lambda V: V.Solarize((10, 150)),
    "ToTensor": lambda V: V.ToTensor(),
    "VerticalFlip": lambda V: V.VerticalFlip(),
}


def taken(vision: Any, name: str) -> dict[str, list[str]]:
    """Return by shape the element types of the images that an operation takes."""
    return {str(shape): [kind for kind in TYPES if _takes(vision, name, kind, shape)] for shape in SHAPES}


def _takes(vision: Any, name: str, kind: str, shape: tuple[int, ...]) -> bool:
    numbers = np.arange(np.prod(shape)).reshape(shape) % 120
    image = numbers > 60 if kind == "bool" else (numbers / (1 if kind[0] != "f" else 120)).astype(kind)
    try:
        OPERATIONS[name](vision)(image)
    except Exception:
        return False
    return True


def main() -> None:
    """Write the golden."""
    from mindspore.dataset import vision

    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(taken(vision, name))}" for name in OPERATIONS)
    GOLDEN.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
