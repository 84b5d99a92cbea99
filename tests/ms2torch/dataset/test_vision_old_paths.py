"""Code for MindSpore 1 finds the operations where they were."""

from __future__ import annotations

import numpy as np
from PIL import Image

from ms2torch.dataset import transforms, vision
from ms2torch.dataset.transforms import c_transforms as TC, py_transforms as TP
from ms2torch.dataset.vision import c_transforms as C, py_transforms as P

IMAGE = np.random.default_rng(0).integers(0, 256, (9, 8, 3)).astype(np.uint8)


def test_arrays():
    normal = C.Normalize([1.0] * 3, [2.0] * 3)(IMAGE)
    np.testing.assert_allclose(normal, (IMAGE - np.float32(1)) / 2)
    assert C.Resize((3, 4), C.Inter.LINEAR)(IMAGE).shape == (3, 4, 3)
    assert C.NormalizePad([1.0] * 3, [2.0] * 3)(IMAGE).shape == (9, 8, 4)


def test_pillow_images():
    image = Image.fromarray(IMAGE)
    (planes,) = TP.Compose([P.Resize(5), P.ToTensor(), P.Normalize([0.5] * 3, [0.5] * 3)])(image)
    assert planes.shape == (3, 5, 5)
    assert P.Cutout(2)(planes).shape == (3, 5, 5)
    assert P.RandomErasing(1.0)(planes).shape == (3, 5, 5)


def test_labels():
    assert TC.OneHot(3)(np.array(1)).tolist() == [0, 1, 0]
    np.testing.assert_allclose(TP.OneHotOp(4, 0.2)(np.array(1)), [0.05, 0.85, 0.05, 0.05])


def test_vision_stands_in_transforms_but_is_not_taken_with_a_star():
    assert transforms.vision is vision
    assert "vision" not in transforms.__all__
