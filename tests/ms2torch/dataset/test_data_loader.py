"""`dataset.dataloader` gives the batches, orders, draws and complaints that real MindSpore recorded."""

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
import torch

import ms2torch
from ms2torch._core import seed as core_seed
from ms2torch.dataset import dataloader
from tests.opdb import _data_loader as data_loader

GOLDEN = json.loads((Path(__file__).parents[2] / "goldens" / "data_loader.json").read_text(encoding="utf-8"))
CASES = data_loader.cases(ms2torch, dataloader)


@pytest.fixture(autouse=True)
def _no_seed(monkeypatch):
    monkeypatch.setattr(core_seed, "_global_seed", None)


@pytest.mark.parametrize("name", list(GOLDEN))
def test_as_mindspore(name):
    assert data_loader.told(CASES[name]) == GOLDEN[name]


def test_every_case_is_recorded():
    assert list(CASES) == list(GOLDEN)


def test_a_worker_that_fails_is_told_with_its_traceback():
    with pytest.raises(RuntimeError, match=r"worker 1 \(pid: \d+\) caught KeyError with message:\n.*Traceback") as told:
        list(dataloader.DataLoader(data_loader.Failing(), 2, num_workers=2))
    assert "raise KeyError(index)" in str(told.value)


class Slow(data_loader.Numbers):
    def __getitem__(self, index: int) -> int:
        time.sleep(2)
        return index


class Dying(data_loader.Numbers):
    def __getitem__(self, index: int) -> int:
        os._exit(3)


@pytest.mark.parametrize(("dataset", "message"), [(Slow(), "timed out"), (Dying(), "exited unexpectedly")])
def test_a_worker_that_gives_nothing_is_no_hang(dataset, message):
    with pytest.raises(RuntimeError, match=message):
        list(dataloader.DataLoader(dataset, 2, num_workers=1, timeout=1))


def test_a_pass_leaves_the_streams_of_torch_and_numpy_as_they_are():
    ms2torch.set_seed(5)
    before = torch.get_rng_state(), np.random.get_state()[1].copy()
    for workers in (0, 1):
        list(dataloader.DataLoader(data_loader.Numbers(), 2, True, num_workers=workers))
    assert torch.equal(torch.get_rng_state(), before[0])
    assert (np.random.get_state()[1] == before[1]).all()


def test_more_workers_than_processors_are_told_of_once(caplog, recwarn):
    number = len(os.sched_getaffinity(0)) + 1
    ms2torch.log._get_logger().addHandler(caplog.handler)
    try:
        batches = list(dataloader.DataLoader(data_loader.Numbers(), 5, num_workers=number))
    finally:
        ms2torch.log._get_logger().removeHandler(caplog.handler)
    assert [batch.tolist() for batch in batches] == [[0, 1, 2, 3, 4]]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert [str(each.message) for each in recwarn.list] == []
