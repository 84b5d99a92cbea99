"""Threads change nothing but the time: rows, their order and the random draws are those of one thread."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import ms2torch.dataset as ds
from ms2torch.dataset import transforms, vision
from ms2torch.dataset.engine import _side_by_side as side_by_side

IMAGES = np.random.default_rng(0).integers(0, 256, (50, 12, 11, 3)).astype(np.uint8)


@pytest.fixture
def seen(monkeypatch):
    """Names of the threads that cut images."""
    names: set[str] = set()
    cut = vision.RandomCrop._execute_array

    def noting(self, *arrays):
        names.add(threading.current_thread().name)
        return cut(self, *arrays)

    monkeypatch.setattr(vision.RandomCrop, "_execute_array", noting)
    return names


def rows(workers=4, count=50, epochs=2, operations=None):
    ds.config.set_seed(3)
    dataset = ds.NumpySlicesDataset(IMAGES[:count], ["image"], shuffle=True)
    chain = operations or [vision.RandomCrop(8), vision.RandomHorizontalFlip(), vision.RandomColorAdjust(0.5, 0.5)]
    iterator = dataset.map(chain, num_parallel_workers=workers).create_tuple_iterator(
        num_epochs=epochs, output_numpy=True
    )
    return [row[0] for _ in range(epochs) for row in iterator]


@pytest.mark.parametrize("workers", [2, 4, 7])
@pytest.mark.parametrize("count", [3, 9, 50])
def test_threads_change_nothing(monkeypatch, seen, workers, count):
    monkeypatch.setattr(side_by_side, "_WORTH", 1e9)
    alone = rows(workers, count)
    assert seen == {threading.current_thread().name}
    monkeypatch.setattr(side_by_side, "_WORTH", 0)
    np.testing.assert_array_equal(rows(workers, count), alone)
    # of nine rows only the last is left for a thread; the end of an epoch is a turn too, and there are two epochs
    last = {8 % workers, 18 % workers}
    assert len(seen) == 1 + {3: 0, 9: len(last), 50: workers}[count]


def test_one_worker_and_short_rows_stay_here(monkeypatch, seen):
    rows(operations=[vision.RandomCrop(8)])  # a tenth of what a thread is worth
    monkeypatch.setattr(side_by_side, "_WORTH", 0)
    rows(1)
    assert seen == {threading.current_thread().name}


@pytest.mark.parametrize(
    "operations",
    [
        [vision.ToPIL(), vision.RandomCrop(8)],
        [lambda image: image, vision.RandomCrop(8)],
        [transforms.Compose([vision.ToPIL(), vision.RandomCrop(8)])],
    ],
)
def test_python_stays_here(monkeypatch, seen, operations):
    monkeypatch.setattr(side_by_side, "_WORTH", 0)
    assert not side_by_side.possible(operations)
    assert side_by_side.possible([transforms.RandomApply([vision.RandomCrop(8)]), vision.HWC2CHW()])


def test_errors_come_where_they_belong(monkeypatch):
    monkeypatch.setattr(side_by_side, "_WORTH", 0)
    images = [np.zeros((9 if number != 30 else 4, 9, 3), np.uint8) for number in range(40)]
    dataset = ds.GeneratorDataset(images, ["image"], shuffle=False).map(vision.RandomCrop(8), num_parallel_workers=3)
    iterator = dataset.create_tuple_iterator(num_epochs=1)
    for _ in range(30):
        next(iterator)
    with pytest.raises(RuntimeError, match="crop size is bigger"):
        next(iterator)


def test_no_thread_is_left(monkeypatch):
    monkeypatch.setattr(side_by_side, "_WORTH", 0)
    before = threading.active_count()
    dataset = ds.NumpySlicesDataset(IMAGES, ["image"]).map(vision.RandomCrop(8), num_parallel_workers=3)
    iterator = dataset.create_tuple_iterator()
    for _ in range(20):
        next(iterator)
    assert threading.active_count() > before
    iterator.stop()
    assert threading.active_count() == before
