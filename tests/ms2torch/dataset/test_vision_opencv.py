"""Images come out alike with OpenCV and with the arithmetic that stands in where it is not installed."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from ms2torch.dataset import vision
from ms2torch.dataset.vision import _colour, _opencv, _resize

TYPES = (np.uint8, np.int16, np.uint16, np.float32, np.float64)
WAYS = {0: _resize.nearest, 1: _resize.linear, 2: _resize.cubic, 3: _resize.area}


@pytest.fixture
def cv2():
    return pytest.importorskip("cv2")


def _image(kind, *shape):
    values = np.random.default_rng(0).integers(0, 256, shape)
    return values.astype(kind)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", [(20, 30), (61, 90), (15, 17)])
def test_resizing(cv2, kind, way, size):
    image = _image(kind, 40, 60, 3)
    exact = _opencv.resize(image, *size, way).astype(np.float64)
    difference = np.abs(exact - WAYS[way](image, *size)).max()
    assert difference <= (1 if np.dtype(kind).kind in "iu" else 1e-3)


def test_intels_primitives_are_left_as_they_were(cv2):
    before = cv2.ipp.useIPP()
    _opencv.resize(_image(np.float32, 8, 8), 4, 5, 1)
    assert cv2.ipp.useIPP() == before


def test_colours(cv2, monkeypatch):
    image = _image(np.uint8, 30, 40, 3)
    gray, turned = _colour.gray(image), _colour.hue(image, 0.2).astype(int)
    monkeypatch.setattr(_opencv, "takes", lambda _: False)
    np.testing.assert_array_equal(gray, _colour.gray(image))
    assert np.abs(turned - _colour.hue(image, 0.2)).max() <= 1


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_jpeg_is_what_pillow_makes_of_it(mode):
    file = io.BytesIO()
    smooth = np.linspace(0, 255, 24 * 32 * 3).reshape(24, 32, 3).astype(np.uint8)
    Image.fromarray(smooth).convert(mode).save(file, "JPEG")
    data = file.getvalue()
    want = np.array(Image.open(io.BytesIO(data)).convert("RGB"))
    np.testing.assert_array_equal(vision.Decode()(np.frombuffer(data, np.uint8)), want)


def test_a_jpeg_that_ends_early_is_an_error():
    file = io.BytesIO()
    Image.fromarray(_image(np.uint8, 64, 64, 3)).save(file, "JPEG")
    with pytest.raises(RuntimeError, match="cannot decode"):
        vision.Decode()(np.frombuffer(file.getvalue()[:-200], np.uint8))


@pytest.mark.parametrize("code", [0, 1])
def test_mirroring_a_part_of_an_image(cv2, code):
    part = _image(np.uint8, 30, 40, 3)[3:20, 5:30]
    np.testing.assert_array_equal(_opencv.flip(part, code), np.flip(part, code))
