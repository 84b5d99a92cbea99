"""Record what MindSpore's data pipelines say of wrong arguments, wrong images and pipelines that do not fit together.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/data_errors.py     # rewrite tests/goldens/data_errors.json

Each case is a function of the framework's `dataset` module; tests/ms2torch/dataset/test_error_sentences.py runs the
same ones on ms2torch. Of a message the sentence is kept: not the paths, stacks and places in C++.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "data_errors.json"
IMAGE = np.zeros((5, 5, 3), np.uint8)


class Rows:
    """Rows by position."""

    def __init__(self, *rows: tuple[Any, ...]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        return self.rows[index]


class Broken(Rows):
    """A source that fails."""

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        raise ZeroDivisionError("no such row")


def images(ds: Any) -> Any:
    """Return a dataset of one image."""
    return ds.GeneratorDataset(Rows((IMAGE,)), ["data"], shuffle=False)


def pair(ds: Any, one: Any, two: Any) -> Any:
    """Return a dataset of two rows."""
    return ds.GeneratorDataset(Rows((np.asarray(one),), (np.asarray(two),)), ["data"], shuffle=False)


def run(dataset: Any) -> None:
    """Go through a dataset once."""
    for _ in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True):
        pass


def fails(*_: Any) -> Any:
    """Stand for a user's function with a mistake."""
    raise KeyError("mistake")


def twice(value: Any) -> Any:
    """Return two columns."""
    return value, value


def transform(ds: Any, points: int, length: int) -> dict[str, Any]:
    """Return the options of a spectrogram, all of which MindSpore wants to be told."""
    return {
        "n_fft": points,
        "win_length": length,
        "hop_length": 8,
        "pad": 0,
        "window": ds.audio.WindowType.HANN,
        "power": 2.0,
        "normalized": False,
        "center": True,
        "pad_mode": ds.audio.BorderType.REFLECT,
        "onesided": True,
    }


def bands(ds: Any) -> dict[str, Any]:
    """Return the further options of a mel spectrogram."""
    scale = {"norm": ds.audio.NormType.NONE, "mel_scale": ds.audio.MelType.HTK}
    return {"f_min": 0.0, "f_max": 8000.0, "n_mels": 5, **scale}


CASES: dict[str, Callable[[Any], Any]] = {
    # arguments of operations on images
    "type of a number": lambda ds: ds.vision.AdjustBrightness("x"),
    "type of a factor": lambda ds: ds.vision.AdjustGamma([1, 10]),
    "range of a factor": lambda ds: ds.vision.AdjustGamma(-10.0),
    "range of a probability": lambda ds: ds.vision.RandomHorizontalFlip(1.5),
    "bool for a number": lambda ds: ds.vision.RandomHorizontalFlip(True),
    "type of an enumeration": lambda ds: ds.vision.RandAugment(interpolation="invalid"),
    "open interval": lambda ds: ds.vision.RandAugment(magnitude=4, num_magnitude_bins=3),
    "fill value": lambda ds: ds.vision.RandAugment(fill_value=(10, 10)),
    "fill value range": lambda ds: ds.vision.Pad(1, 300),
    "size of a crop": lambda ds: ds.vision.RandomCrop((0, 100)),
    "size of a resize": lambda ds: ds.vision.Resize((0, 100)),
    "type of a size": lambda ds: ds.vision.RandomResizeWithBBox(2.5),
    "padded size": lambda ds: ds.vision.PadToSize((-1, 5)),
    "padded sizes": lambda ds: ds.vision.PadToSize((1, 2, 3)),
    "offset": lambda ds: ds.vision.PadToSize(5, (1, 2, 3)),
    "kernel size": lambda ds: ds.vision.GaussianBlur((0, 3)),
    "number of squares": lambda ds: ds.vision.CutOut(3, 0),
    "beta distribution": lambda ds: ds.vision.MixUpBatch(0),
    "large beta distribution": lambda ds: ds.vision.MixUpBatch(10**10),
    "scale of a crop": lambda ds: ds.vision.RandomResizedCrop(5, scale=(-1, 5)),
    "ratio of erasing": lambda ds: ds.vision.RandomErasing(ratio=(0, 5)),
    "value of erasing": lambda ds: ds.vision.RandomErasing(value=1.5),
    "int for a float": lambda ds: ds.vision.RandomPerspective(1),
    "saturation": lambda ds: ds.vision.AdjustSaturation(-10.0),
    "degrees of colour": lambda ds: ds.vision.RandomColor(5),
    "number of degrees": lambda ds: ds.vision.RandomSharpness((1, 2, 3)),
    "bits": lambda ds: ds.vision.RandomPosterize((0, 5)),
    "tuple of operations": lambda ds: ds.transforms.Compose((1, 2)),
    "vocabulary": lambda ds: ds.text.WordpieceTokenizer(5),
    "function of a tokenizer": lambda ds: ds.text.PythonTokenizer(5),
    "pattern": lambda ds: ds.text.RegexTokenizer(5),
    "token": lambda ds: ds.text.AddToken(5),
    "cutoff": lambda ds: ds.vision.AutoContrast(cutoff=-10.0),
    "ignore": lambda ds: ds.vision.AutoContrast(ignore=255.5),
    "deviations": lambda ds: ds.vision.GaussianBlur(3, [3, 3, 3]),
    "centre": lambda ds: ds.vision.Rotate(30, center=(0, 0, 0)),
    "odd": lambda ds: ds.vision.GaussianBlur(2),
    "size of zero": lambda ds: ds.vision.CenterCrop(0),
    "size of three": lambda ds: ds.vision.CenterCrop((1, 2, 3)),
    "int for a place": lambda ds: ds.vision.ResizedCrop(2.1, 0, 3, 3, 3),
    "range of a place": lambda ds: ds.vision.ResizedCrop(-1, 0, 3, 3, 3),
    "mean and std": lambda ds: ds.vision.Normalize([1.0], [1.0, 2.0]),
    "order of a pair": lambda ds: ds.vision.RandomResizedCrop(3, (0.5, 0.1)),
    "negative brightness": lambda ds: ds.vision.RandomColorAdjust(brightness=-1),
    "hue": lambda ds: ds.vision.RandomColorAdjust(hue=0.7),
    # of other operations
    "sample rate": lambda ds: ds.audio.AllpassBiquad(44100.5, 200.0),
    "range of a sample rate": lambda ds: ds.audio.MFCC(sample_rate=-1),
    "gain": lambda ds: ds.audio.Vol(-1.5),
    "longer than the transform": lambda ds: ds.audio.Spectrogram(n_fft=40, win_length=41),
    "longer than the transform of LFCC": lambda ds: ds.audio.LFCC(speckwargs=transform(ds, 40, 41)),
    "fewer points than coefficients": lambda ds: ds.audio.LFCC(n_lfcc=40, speckwargs=transform(ds, 16, 16)),
    "fewer bands than coefficients": lambda ds: ds.audio.MFCC(melkwargs=transform(ds, 400, 400) | bands(ds)),
    "channels of quantization": lambda ds: ds.audio.MuLawEncoding(-3),
    "transforms": lambda ds: ds.transforms.RandomApply(3),
    "one transform": lambda ds: ds.transforms.Compose([3]),
    "classes": lambda ds: ds.transforms.OneHot(-1),
    "smoothing": lambda ds: ds.transforms.OneHot(3, 2.0),
    "window": lambda ds: ds.text.SlidingWindow(0),
    "offsets": lambda ds: ds.text.WhitespaceTokenizer(1),
    # images
    "image of a list": lambda ds: ds.vision.HorizontalFlip()([1, 2]),
    "image of one axis": lambda ds: ds.vision.HorizontalFlip()(np.zeros(4, np.uint8)),
    "image of four axes": lambda ds: ds.vision.Crop((0, 0), 2)(np.zeros((2, 5, 5, 3), np.uint8)),
    "dimension": lambda ds: ds.vision.AdjustHue(0.1)(np.zeros((5, 5), np.uint8)),
    "channels": lambda ds: ds.vision.RandomColorAdjust(0.1)(np.zeros((5, 5, 1), np.uint8)),
    "element type": lambda ds: ds.vision.AdjustContrast(1.1)(np.zeros((5, 5, 3), np.int32)),
    "crop of an array": lambda ds: ds.vision.RandomCrop(8)(IMAGE),
    "crop of a Pillow image": lambda ds: ds.vision.RandomCrop(8)(ds.vision.ToPIL()(IMAGE)),
    "padding of a crop": lambda ds: ds.vision.CenterCrop(1000)(IMAGE),
    "channels of a mean": lambda ds: ds.vision.Normalize([1.0, 1.0], [1.0, 1.0])(IMAGE),
    "several columns": lambda ds: ds.vision.ToTensor()(IMAGE, IMAGE),
    # pipelines
    "no such column": lambda ds: run(images(ds).map(twice, ["zz"])),
    "no such column to keep": lambda ds: run(images(ds).project(["zz"])),
    "no such column to rename": lambda ds: run(images(ds).rename(["zz"], ["y"])),
    "no such column to filter": lambda ds: run(images(ds).filter(twice, ["zz"])),
    "no such column to pad": lambda ds: run(images(ds).padded_batch(1, pad_info={"zz": None})),
    "columns of zip": lambda ds: run(ds.zip((images(ds), images(ds)))),
    "columns of concat": lambda ds: run(images(ds).concat(images(ds).rename("data", "b"))),
    "types of concat": lambda ds: run(pair(ds, 1, 2).concat(pair(ds, 1.0, 2.0))),
    "number of results": lambda ds: run(images(ds).map(twice)),
    "number of columns": lambda ds: run(ds.GeneratorDataset(Rows((1, 2)), ["a"])),
    "shapes of a batch": lambda ds: run(pair(ds, [1, 2], [1, 2, 3]).batch(2)),
    "types of a batch": lambda ds: run(pair(ds, 1, 2.0).batch(2)),
    "operation in a map": lambda ds: run(images(ds).map(ds.vision.RandomCrop(8))),
    "function in a map": lambda ds: run(images(ds).map(fails)),
    "function of a batch": lambda ds: run(images(ds).batch(1, per_batch_map=fails)),
    "source": lambda ds: run(ds.GeneratorDataset(Broken((1,)), ["a"])),
    "kind of a sample": lambda ds: run(ds.GeneratorDataset(Rows(({0},)), ["a"])),
    "names given twice": lambda ds: images(ds).project(["a", "a"]),
    "type of a name": lambda ds: images(ds).project([1]),
    "map of a number": lambda ds: images(ds).map([3]),
    "batch of text": lambda ds: images(ds).batch("a"),
    "batch of none": lambda ds: images(ds).batch(0),
    "batch without a function": lambda ds: images(ds).batch(1, input_columns=["data"]),
    "shuffle of one": lambda ds: images(ds).shuffle(1),
    "skip": lambda ds: images(ds).skip(-1),
    "take": lambda ds: images(ds).take(0),
    "repeat": lambda ds: images(ds).repeat(0),
    "split": lambda ds: images(ds).split([2]),
    "zip of one": lambda ds: ds.zip((images(ds),)),
    "boundaries": lambda ds: images(ds).bucket_batch_by_length(["data"], [2, 1], [1, 1, 1]),
}


def answer(dataset: Any, case: Callable[[Any], Any]) -> list[str]:
    """Return the kind of error, and its sentences."""
    try:
        case(dataset)
    except Exception as error:
        return [type(error).__name__, *sentences(str(error))]
    return ["no error"]


def sentences(message: str) -> list[str]:
    """Return what a message says, without stacks, rules and places."""
    kept = re.sub(r"-{9,}\n- C\+\+ Call Stack.*", "", message, flags=re.DOTALL)
    lines = [line.strip().removeprefix("[ERROR] ") for line in kept.splitlines()]
    frame = (
        "---",
        "- Dataset Pipeline",
        "- Python Call",
        "Exception thrown from dataset pipeline",
        "Shape is incorrect",
    )
    stack = ("File ", "Traceback", "^", "~", "result =", "val =", "yield", "raise ", "KeyError: Traceback")
    return [line.rstrip(".") for line in lines if line and not line.startswith(frame + stack)]


if __name__ == "__main__":
    import mindspore.dataset as real
    import mindspore.dataset.audio  # noqa: F401 - or `real` has no `audio`

    GOLDEN.write_text(
        json.dumps({name: answer(real, case) for name, case in CASES.items()}, indent=1) + "\n", encoding="utf-8"
    )
    sys.stdout.write(f"{len(CASES)} cases written to {GOLDEN}\n")
