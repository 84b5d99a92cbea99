"""Pipelines to tell in JSON: the text of each is run with either framework's names."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.opdb import _data_files as data_files

_IMAGES = "ds.MnistDataset(DIR + '/mnist', shuffle=False)"

SAMPLERS = [
    "ds.SequentialSampler(1, 2)", "ds.RandomSampler()", "ds.RandomSampler(True, 5)", "ds.PKSampler(2)",
    "ds.PKSampler(2, None, True, num_samples=3)", "ds.SubsetSampler([1, 2])", "ds.SubsetRandomSampler([0, 1])",
    "ds.DistributedSampler(4, 1)", "ds.DistributedSampler(4, 1, False, 3, offset=1)",
    "ds.WeightedRandomSampler([0.1, 0.2])",
]  # fmt: skip

OPERATIONS = [
    "vision.AdjustBrightness(2.666)", "vision.AdjustGamma(gamma=0.1, gain=1.0)", "vision.AdjustHue(0.2)",
    "vision.Affine(15, [0.2, 0.2], 1.1, [1.0, 1.0], vision.Inter.BILINEAR)", "vision.AutoAugment()",
    "vision.AutoContrast(10.0, [10, 20])", "vision.BoundingBoxAugment(vision.RandomRotation(90), 1)",
    "vision.CenterCrop(50)", "vision.ConvertColor(vision.ConvertMode.COLOR_RGB2GRAY)", "vision.Crop((0, 1), 32)",
    "vision.CutMixBatch(vision.ImageBatchFormat.NCHW, 1.0, 0.5)", "vision.CutOut(80, 10)", "vision.Decode()",
    "vision.Erase(10, 10, 10, 10)", "vision.FiveCrop(20)", "vision.GaussianBlur(3, 3)", "vision.Grayscale(3)",
    "vision.HWC2CHW()", "vision.HsvToRgb(True)", "vision.MixUpBatch(0.9)",
    "vision.Normalize([121.0, 115.0, 100.0], [70.0, 68.0, 71.0])", "vision.Pad([1, 2, 3, 4])",
    "vision.PadToSize([256, 256])", "vision.RandAugment(interpolation=vision.Inter.BILINEAR, fill_value=255)",
    "vision.RandomAffine(15, (-0.1, 0.1, 0, 0), (0.9, 1.1))", "vision.RandomColor((0.1, 1.9))",
    "vision.RandomColorAdjust((0.5, 1), (0.4, 1), (0.3, 1))", "vision.RandomGrayscale(0.3)",
    "vision.RandomCrop(64, [16, 16, 16, 16], padding_mode=vision.Border.EDGE)", "vision.RandomHorizontalFlip(0.7)",
    "vision.RandomPerspective(prob=0.1)", "vision.RandomPosterize(1)", "vision.RandomResize(50)",
    "vision.RandomResizedCrop((50, 75), (0.25, 0.5))", "vision.RandomRotation(5.0, vision.Inter.NEAREST, True)",
    "vision.Rescale(0.5, -1.0)", "vision.Resize(5)", "vision.Resize((4, 5), vision.Inter.BICUBIC)",
    "vision.Rotate(30.0, vision.Inter.NEAREST, True)", "vision.SlicePatches(1, 2)", "vision.ToTensor()",
    "vision.ToPIL()", "vision.ToType(np.float32)", "transforms.OneHot(10)",
    "audio.AllpassBiquad(44100, 200.0)", "audio.AmplitudeToDB(audio.ScaleType.POWER)", "audio.Dither()",
    "audio.Fade(3, 2, audio.FadeShape.LINEAR)", "audio.Flanger(44100)", "audio.GriffinLim(n_fft=400)",
    "audio.MelScale(200, 1500, 0.7)", "audio.Spectrogram()", "audio.Vol(10, audio.GainType.DB)",
    "text.AddToken('TOKEN', True)", "text.Truncate(4)", "text.WhitespaceTokenizer()", "text.Ngram(3, separator='-')",
]  # fmt: skip

PIPELINES = [
    f"{_IMAGES}.map([vision.Resize((4, 4)), vision.HWC2CHW()], 'image').batch(2, True).repeat(2)",
    f"{_IMAGES}.map(transforms.TypeCast(np.int32), 'label', 'number', num_parallel_workers=1)",
    f"{_IMAGES}.map(transforms.Compose([vision.ToPIL(), vision.ToTensor()]), ['image'])",
    f"{_IMAGES}.map([lambda image: image], ['image'])",
    f"{_IMAGES}.shuffle(4).skip(1).take(2).repeat(-1)",
    f"{_IMAGES}.project(['label']).rename('label', 'number')",
    f"{_IMAGES}.filter(lambda image, label: True, ['image', 'label'])",
    f"{_IMAGES}.batch(2, per_batch_map=lambda image, label, info: (image, label))",
    f"ds.zip(({_IMAGES}, {_IMAGES}.rename(['image', 'label'], ['i', 'l'])))",
    f"{_IMAGES} + {_IMAGES}",
    f"{_IMAGES}.bucket_batch_by_length(['label'], [1, 2], [1, 1, 1], lambda label: 1)",
    "ds.MnistDataset(DIR + '/mnist', num_samples=3, cache=ds.DatasetCache(1, port=2000))",
    "ds.NumpySlicesDataset([1, 2, 3], ['a'], shuffle=False).batch(2)",
    "ds.MnistDataset(DIR + '/mnist', num_shards=3, shard_id=1)",
]


def told(ds: Any) -> dict[str, Any]:
    """Return what each pipeline is told as, by its text."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return dict(_told(ds, folder))


def _told(ds: Any, folder: str) -> Any:
    data_files.write(Path(folder))
    names = {"ds": ds, "np": np, "DIR": folder}
    names |= {
        room: importlib.import_module(f"{ds.__name__}.{room}") for room in ("vision", "transforms", "audio", "text")
    }
    ds.config.set_num_parallel_workers(1)
    ds.config.set_seed(11)
    for name, make in data_files.cases(ds, Path(folder)).items():
        yield f"file {name}", _without(folder, make().to_json())
    for text in SAMPLERS:
        dataset = ds.MnistDataset(folder + "/mnist", sampler=eval(text, names))
        yield text, _without(folder, dataset.to_json())["sampler"]
    for text in OPERATIONS:
        yield text, ds.NumpySlicesDataset([1]).map(eval(text, names)).to_json()["operations"]
    for text in PIPELINES:
        yield text, _without(folder, eval(text, names).to_json())


def _without(folder: str, description: dict[str, Any]) -> Any:
    return json.loads(json.dumps(description).replace(folder, "DIR"))
