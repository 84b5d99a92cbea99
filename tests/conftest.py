"""Fixtures and settings for every test."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from tools import warm

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    """One thread per worker: the workers share the cores, and small tensors gain nothing from more."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def _same_random_numbers_in_every_test() -> None:
    torch.manual_seed(0)
    np.random.seed(0)


@pytest.fixture(autouse=True)
def _settings_of_a_start_stay() -> Iterator[None]:
    """OpenCV sets LD_LIBRARY_PATH when it is imported: command lines of later tests would get a Python of their own."""
    before = warm.read_at_start(os.environ)
    yield
    for name in warm.read_at_start(os.environ):
        if name not in before:
            del os.environ[name]


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture
def rng() -> np.random.Generator:
    """A seeded generator of the test's own."""
    return np.random.default_rng(0)


@pytest.fixture(scope="session")
def oracle_python() -> str:
    """The interpreter of the environment with real MindSpore; the test is skipped where there is none."""
    python = ROOT / ".oracle" / "bin" / "python"
    if not python.exists():
        pytest.skip("no .oracle (run `make oracle`)")
    return str(python)


@pytest.fixture(scope="session", autouse=True)
def _no_real_mindspore() -> None:
    """The tests say what ms2torch does alone; a real MindSpore beside it would answer in its place."""
    assert importlib.util.find_spec("mindspore") is None, "run the tests in an environment without mindspore"
