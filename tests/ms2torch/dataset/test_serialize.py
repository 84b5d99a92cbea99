"""Pipelines are told in JSON as MindSpore tells them, and made again from it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import ms2torch.dataset as ds
from ms2torch.dataset import vision
from tests.opdb import _pipelines as pipelines

GOLDEN = json.loads((Path(__file__).parents[2] / "goldens" / "pipelines.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def ours():
    before, seed = ds.config.get_num_parallel_workers(), ds.config.get_seed()
    yield pipelines.told(ds)
    ds.config.set_num_parallel_workers(before)
    ds.config.set_seed(seed)


@pytest.mark.parametrize("name", GOLDEN)
def test_as_mindspore_tells_it(name, ours):
    assert ours[name] == GOLDEN[name]


def test_nothing_is_told_that_is_not_recorded(ours):
    assert set(ours) == set(GOLDEN)


def _images(folder, **options):
    from PIL import Image

    for name in "ab":
        (folder / name).mkdir(exist_ok=True)
        for number in range(3):
            image = np.random.default_rng(number + ord(name)).integers(0, 256, (6, 7, 3), np.uint8)
            Image.fromarray(image).save(folder / name / f"{number}.png")
    return ds.ImageFolderDataset(str(folder), **options)


MADE_AGAIN = {
    "transforms": lambda images: images.map(
        [vision.Decode(), vision.Resize((4, 4), vision.Inter.BICUBIC), vision.Normalize([1.0] * 3, [2.0] * 3)], "image"
    ).batch(2),
    "python": lambda images: images.map(
        [vision.Decode(), vision.ToPIL(), vision.Grayscale(3), vision.ToTensor()], ["image"]
    ),
    "columns": lambda images: images.rename("image", "i").project(["label", "i"]).skip(1).take(3),
    "rows": lambda images: (images + images).shuffle(3).repeat(2),
}


@pytest.mark.parametrize("how", MADE_AGAIN)
def test_made_again(how, tmp_path):
    pipeline = MADE_AGAIN[how](_images(tmp_path, sampler=ds.SubsetSampler([0, 2, 4, 5])))
    file = str(tmp_path / "pipeline.json")
    told = ds.serialize(pipeline, file)
    again = ds.deserialize(json_filepath=file)
    assert ds.compare(pipeline, again)
    assert ds.serialize(again) == told
    ds.config.set_seed(3)
    rows, others = ([[np.copy(x) for x in row] for row in one.create_tuple_iterator(num_epochs=1, output_numpy=True)]
                    for one in (pipeline, again))  # fmt: skip
    assert len(rows) == len(others) > 0
    for row, other in zip(rows, others, strict=True):
        for mine, same in zip(row, other, strict=True):
            np.testing.assert_array_equal(mine, same)


NOT_MADE_AGAIN = {
    "function": lambda images: images.map(lambda image: image, "image"),
    "batch function": lambda images: images.batch(2, per_batch_map=lambda image, label, info: (image, label)),
    "generator": lambda images: ds.NumpySlicesDataset([1, 2]),
    "filter": lambda images: images.filter(lambda label: True, "label"),
    "text": lambda images: ds.NumpySlicesDataset(["a"]).map(ds.text.Ngram(3)),
}


@pytest.mark.parametrize("how", NOT_MADE_AGAIN)
def test_not_made_again(how, tmp_path):
    told = ds.serialize(NOT_MADE_AGAIN[how](_images(tmp_path)))
    with pytest.raises(RuntimeError, match=r"cannot be made|unsupported|arguments"):
        ds.deserialize(told).get_col_names()


@pytest.mark.parametrize("told", [{"op_type": "Nothing"}, "/nonexistent.json"])
def test_no_pipeline(told):
    pipeline = ds.deserialize(told)
    with pytest.raises(RuntimeError):
        next(iter(pipeline.batch(2)))


def test_nothing_given():
    assert ds.deserialize() is None


def test_file_that_cannot_be_written(tmp_path):
    with pytest.raises(RuntimeError, match="Invalid file"):
        ds.serialize(ds.NumpySlicesDataset([1]), str(tmp_path / "no" / "file.json"))


def test_a_cache_has_no_server(tmp_path):
    cache = ds.DatasetCache(session_id=1)
    for pipeline in (_images(tmp_path, cache=cache), _images(tmp_path).map(vision.Decode(), cache=cache).batch(2)):
        assert pipeline.get_dataset_size() > 0
        with pytest.raises(RuntimeError, match="port 50052 is unreachable"):
            pipeline.create_dict_iterator()
    with pytest.raises(RuntimeError, match="not in use"):
        cache.get_stat()
    with pytest.raises(TypeError, match="Argument cache with value 3"):
        _images(tmp_path, cache=3)


CACHES = [
    ({"session_id": 0}, ValueError, "Input session_id is not within the required interval of [1, 4294967295]."),
    ({"session_id": "1"}, TypeError, "Argument session_id with value 1 is not of type"),
    ({"session_id": 1, "size": -1}, ValueError, "Input size must be greater than 0."),
    ({"session_id": 1, "port": 80}, ValueError, "Input port is not within the required interval of [1025, 65535]."),
    ({"session_id": 1, "hostname": "1.2.3.4"}, RuntimeError, "has to be on the same host"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "kind", "told"), CACHES)
def test_cache_arguments(arguments, kind, told):
    with pytest.raises(kind, match=re.escape(told)):
        ds.DatasetCache(**arguments)


STORAGES = [
    ({}, RuntimeError, "OBS SDK is not installed. Please install dependency 'obs'."),
    ({"server": "x"}, ValueError, "server should be a str that starts with http:// or https://, but got x."),
    ({"dataset_files": "a"}, TypeError, "Argument dataset_files with value a is not of type"),
    ({"num_shards": 2}, RuntimeError, "num_shards is specified and currently requires shard_id as well."),
    ({"shuffle": "x"}, TypeError, "shuffle must be of boolean or enum of 'Shuffle'"),
]


@pytest.mark.parametrize(("changed", "kind", "told"), STORAGES)
def test_object_storage(changed, kind, told):
    arguments = {"dataset_files": ["a"], "server": "https://x", "ak": "a", "sk": "s", "sync_obs_path": "p"} | changed
    with pytest.raises(kind, match=re.escape(told)):
        ds.OBSMindDataset(**arguments)
