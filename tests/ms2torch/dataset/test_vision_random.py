"""What operations draw at random stays in its range, has its probability, and can be repeated."""

from __future__ import annotations

import io
from itertools import count

import numpy as np
import pytest
from PIL import Image

from ms2torch import dataset as ds
from ms2torch._core.seed import get_seed as _get_global_seed
from ms2torch.dataset import transforms as T, vision as V


@pytest.fixture(autouse=True)
def _seed(monkeypatch):
    monkeypatch.setattr(ds.config, "_seed", None)
    monkeypatch.setattr("ms2torch._core.seed._global_seed", None)
    seeds = count(3)  # with a seed set, an operation called on its own would draw the same each time
    monkeypatch.setattr(ds.config, "pipeline_seed", lambda: next(seeds))


def ramp(height=20, width=24):
    """Return an image whose pixels know where they are: row, column, 7."""
    rows, columns = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    return np.stack([rows, columns, np.full_like(rows, 7)], -1).astype(np.uint8)


def noise(height=9, width=8):
    return np.random.default_rng(0).integers(0, 256, (height, width, 3)).astype(np.uint8)


def share(operation, image, times=600):
    return np.mean([not np.array_equal(operation(image), image) for _ in range(times)])


@pytest.mark.parametrize(
    "make",
    [
        V.RandomHorizontalFlip,
        V.RandomVerticalFlip,
        V.RandomInvert,
        V.RandomEqualize,
        lambda p: V.RandomAutoContrast(prob=p),
        lambda p: V.RandomAdjustSharpness(3, p),
        lambda p: T.RandomApply([V.Invert()], p),
        lambda p: V.RandomSelectSubpolicy([[(V.Invert(), p)]]),
    ],
)
def test_probability(make):
    image = noise(4, 5)
    assert share(make(0.0), image, 30) == 0
    assert share(make(1.0), image, 30) == 1
    assert abs(share(make(0.3), image) - 0.3) < 0.08


def test_random_crop_takes_every_place():
    operation = V.RandomCrop((18, 21))
    corners = set()
    for _ in range(300):
        out = operation(ramp())
        assert out.shape == (18, 21, 3)
        corners.add(tuple(out[0, 0, :2].tolist()))
        assert np.array_equal(out, ramp()[out[0, 0, 0] :][:18, out[0, 0, 1] :][:, :21])
    assert corners == {(row, column) for row in range(3) for column in range(4)}


def test_random_crop_pads_where_needed():
    out = V.RandomCrop((30, 30), pad_if_needed=True, fill_value=9)(ramp())
    assert out.shape == (30, 30, 3)
    with pytest.raises(RuntimeError, match="bigger than the image"):
        V.RandomCrop((30, 30))(ramp())


def test_images_of_one_call_are_cut_alike():
    for operation in (V.RandomCrop(7), V.RandomResizedCrop(7), V.RandomHorizontalFlip()):
        one, two = operation(ramp(), ramp() + 1)
        assert np.abs(two.astype(int) - one - 1).max() <= 1


def test_random_resized_crop_keeps_area_and_proportions():
    operation = V.RandomResizedCrop((8, 8), (0.2, 0.5), (0.5, 2.0), V.Inter.NEAREST)
    for _ in range(200):
        out = operation(ramp(64, 64)).astype(int)
        height, width = (np.ptp(out[..., axis]) * 8 / 7 for axis in (0, 1))
        assert 0.15 < height * width / 64**2 < 0.6
        assert 0.4 < width / height < 2.5


def test_random_rotation_and_affine_stay_in_range():
    points = np.zeros((101, 101), np.float32)
    points[50, 90] = 1
    turn, move = V.RandomRotation((10, 20), V.Inter.BILINEAR), V.RandomAffine(0, (0.0, 0.1, -0.1, 0.0))
    for _ in range(50):
        out = turn(points)
        row, column = np.unravel_index(out.argmax(), out.shape)
        assert 9 < np.degrees(np.arctan2(50 - row, column - 50)) < 21
        out = move(points)
        row, column = np.unravel_index(out.argmax(), out.shape)
        assert 90 <= column <= 100
        assert 40 <= row <= 50


def test_color_adjust_draws_each_factor_in_its_range():
    grey = np.full((2, 2, 3), 100, np.uint8)
    operation = V.RandomColorAdjust(brightness=0.5)
    values = [int(operation(grey)[0, 0, 0]) for _ in range(300)]
    assert 50 <= min(values) < 60
    assert 140 < max(values) <= 150
    assert abs(np.mean(values) - 100) < 6


def test_lighting_follows_its_law():
    grey = np.full((2, 2, 3), 100, np.float32)
    operation = V.RandomLighting(0.5)
    drawn = np.array([operation(grey)[0, 0] - 100 for _ in range(2000)])
    assert np.abs(drawn.mean(0)).max() < 1.5
    # recorded from MindSpore: deviations of 15.9, 16.1 and 16.3, correlations of 0.98 and more
    np.testing.assert_allclose(drawn.std(0), [15.9, 16.1, 16.3], rtol=0.08)
    assert np.corrcoef(drawn.T).min() > 0.96


def test_posterize_and_solarize_draw_from_their_range():
    levels = np.arange(256, dtype=np.uint8).reshape(16, 16)
    posterize, solarize = V.RandomPosterize((1, 3)), V.RandomSolarize((100, 150))
    assert {len(np.unique(posterize(levels))) for _ in range(60)} == {2, 4, 8}
    for _ in range(60):
        changed = np.flatnonzero(solarize(levels) != levels)
        assert not changed.size or (changed.min() >= 100 and (changed.max() <= 150 or changed.max() == 255))


def test_random_resize_uses_four_interpolations():
    operation = V.RandomResize((5, 7))
    kinds = {operation(noise()).tobytes() for _ in range(80)}
    known = [V.Inter.NEAREST, V.Inter.BILINEAR, V.Inter.BICUBIC, V.Inter.AREA]
    assert kinds == {V.Resize((5, 7), kind)(noise()).tobytes() for kind in known}


def test_cut_out_places_squares_as_mindspore():
    # the start of a square is anywhere from its own length before the image to the image's end
    image = np.ones((10, 12, 3), np.uint8)
    operation = V.CutOut(5)
    areas = np.array([int((operation(image)[..., 0] == 0).sum()) for _ in range(3000)])
    assert set(areas.tolist()) <= {a * b for a in range(6) for b in range(6)}
    assert abs((areas == 0).mean() - (1 - 14 / 16 * 16 / 18)) < 0.04
    assert abs((areas == 25).mean() - 6 / 16 * 8 / 18) < 0.04
    assert V.CutOut(2, 3, False)(image.transpose(2, 0, 1)).shape == (3, 10, 12)
    with pytest.raises(RuntimeError, match="larger"):
        V.CutOut(11)(image)


def test_mix_up_batch_mixes_images_and_labels_alike():
    images = np.stack([np.full((2, 2, 3), value, np.float32) for value in (0, 100, 200)])
    for _ in range(30):
        out, labels = V.MixUpBatch(0.9)(images, np.eye(3, dtype=np.int32))
        assert labels.dtype == np.float32
        np.testing.assert_allclose(labels.sum(1), 1, rtol=1e-6)
        np.testing.assert_allclose(out[:, 0, 0, 0], labels @ [0, 100, 200], atol=1e-3)


@pytest.mark.parametrize("layout", V.ImageBatchFormat)
def test_cut_mix_batch_labels_count_pixels(layout):
    images = np.stack([np.full((8, 9, 3), value, np.uint8) for value in (0, 100, 200)])
    images = images if layout == V.ImageBatchFormat.NHWC else images.transpose(0, 3, 1, 2)
    changed = 0
    for _ in range(30):
        out, labels = V.CutMixBatch(layout)(images, np.eye(3, dtype=np.int32))
        for place in range(3):
            counts = [(out[place] == value).mean() for value in (0, 100, 200)]
            np.testing.assert_allclose(labels[place], counts, atol=1e-6)
            changed += max(counts) < 1
    assert changed > 20
    with pytest.raises(RuntimeError, match="one-hot"):
        V.CutMixBatch(layout)(images, np.arange(3))


def test_uniform_augment_applies_half_of_what_it_chooses():
    operation = V.UniformAugment([V.Invert(), V.Posterize(1), V.AdjustBrightness(0.0)], 1)
    assert abs(share(operation, noise(3, 3)) - 0.5) < 0.08


def test_random_choice_and_order():
    choice = T.RandomChoice([V.Invert(), V.AdjustBrightness(0.0)])
    assert {int(choice(np.full((1, 1, 3), 9, np.uint8))[0, 0, 0]) for _ in range(50)} == {246, 0}
    order = T.RandomOrder([lambda x: x + 1, lambda x: x * 3])
    assert {int(order(2)) for _ in range(50)} == {9, 7}


class TestPolicies:
    image = noise(16, 15)

    def test_rand_augment(self):
        same = V.RandAugment(0)(self.image)
        assert np.array_equal(same, self.image)
        known = {
            "identity": self.image,
            "contrast": V.AutoContrast()(self.image),
            "equal": V.Equalize()(self.image),
            "bright": V.AdjustBrightness(1 + 0.9 * 7 / 11)(self.image),
            "dark": V.AdjustBrightness(1 - 0.9 * 7 / 11)(self.image),
            "bits": V.Posterize(5)(self.image),
            "sun": V.Solarize((255 - 255 * 7 / 11, 255.0))(self.image),
            "left": V.Rotate(30 * 7 / 11)(self.image),
            "right": V.Rotate(-30 * 7 / 11)(self.image),
        }
        operation = V.RandAugment(1, 7, 12)
        seen = {operation(self.image).tobytes() for _ in range(400)}
        assert not [name for name, array in known.items() if array.tobytes() not in seen]

    @pytest.mark.parametrize("policy", V.AutoAugmentPolicy)
    def test_auto_augment(self, policy):
        operation = V.AutoAugment(policy, V.Inter.BILINEAR, 9)
        seen = {operation(self.image).tobytes() for _ in range(60)}
        assert len(seen) > 10
        with pytest.raises(RuntimeError, match="uint8"):
            operation(self.image.astype(np.float32))

    def test_trivial_augment(self):
        operation = V.TrivialAugmentWide(4)
        assert 15 < len({operation(self.image).tobytes() for _ in range(300)}) < 60


def _epochs(dataset, number):
    iterator = dataset.create_tuple_iterator(num_epochs=number, output_numpy=True)
    return [list(iterator) for _ in range(number)]


class TestSeed:
    def test_same_seed_same_images(self, monkeypatch):
        images = ds.NumpySlicesDataset({"image": np.stack([noise()] * 5)}, shuffle=False).map(
            V.RandomCrop(6), ["image"]
        )

        def run():
            monkeypatch.setattr(ds.config, "pipeline_seed", lambda: 11)
            return [[row[0].tobytes() for row in epoch] for epoch in _epochs(images, 2)]

        first, second = run()
        assert run() == [first, second]
        assert len(set(first)) > 1
        assert first != second

    def test_an_operation_on_its_own_begins_anew(self, monkeypatch):
        monkeypatch.undo()
        monkeypatch.setattr(ds.config, "_seed", 7)
        monkeypatch.setattr(ds.config, "_global_seed_then", _get_global_seed())
        operation = V.RandomCrop(6)
        assert len({operation(noise()).tobytes() for _ in range(5)}) == 1

    def test_workers_draw_differently(self, monkeypatch):
        monkeypatch.setattr(ds.config, "_num_parallel_workers", 2)
        images = ds.NumpySlicesDataset({"image": np.stack([ramp(64, 64)] * 8)}, shuffle=False)
        images = images.map(V.RandomCrop(4), ["image"], num_parallel_workers=2, python_multiprocessing=True)
        corners = [
            tuple(row[0][0, 0].tolist()) for row in images.create_tuple_iterator(num_epochs=1, output_numpy=True)
        ]
        assert len(set(corners)) == len(corners)


class TestBoxes:
    boxes = np.array([[1, 1, 3, 2, 9], [0, 0, 24, 20, 7]], np.float32)

    def test_crop(self):
        for _ in range(20):
            out, boxes = V.RandomCropWithBBox((10, 12))(ramp(), self.boxes)
            top, left = out[0, 0, :2].astype(float)
            assert boxes[1].tolist() == [0, 0, 12, 10, 7]
            right = max(4 - left, 0)
            assert boxes[0, 0] == max(1 - left, 0)
            assert boxes[0, 0] + boxes[0, 2] == right
            assert boxes[0, 1] + boxes[0, 3] == max(3 - top, 0)
        assert self.boxes[0].tolist() == [1, 1, 3, 2, 9]

    def test_augment_inside(self):
        out, _ = V.BoundingBoxAugment(V.Invert(), 1.0)(ramp(), self.boxes[:1])
        changed = np.argwhere((out != ramp()).any(-1))
        assert changed.min(0).tolist() == [1, 1]
        assert changed.max(0).tolist() == [2, 3]

    def test_resize(self):
        out, boxes = V.RandomResizeWithBBox((10, 12))(ramp(), self.boxes)
        assert out.shape == (10, 12, 3)
        assert boxes[0].tolist() == [0.5, 0.5, 1.5, 1, 9]

    @pytest.mark.parametrize("bad", [[[0, 0, 25, 2]], [[-1, 0, 2, 2]]])
    def test_beyond(self, bad):
        with pytest.raises(RuntimeError, match="beyond"):
            V.RandomVerticalFlipWithBBox()(ramp(), np.array(bad, np.float32))


class TestMessages:
    @pytest.mark.parametrize(
        ("make", "error", "text"),
        [
            (lambda: V.Resize("a"), TypeError, "size"),
            (lambda: V.Resize(0), ValueError, "size"),
            (lambda: V.Resize(3, "linear"), TypeError, "Inter"),
            (lambda: V.Resize(3)(np.ones((3, 3, 3), np.int64)), RuntimeError, "int64"),
            (lambda: V.Resize(3)([[1]]), TypeError, "NumPy or PIL"),
            (lambda: V.Resize(3)(np.ones(3, np.uint8)), RuntimeError, "at least two dimensions"),
            (lambda: V.Resize(3)(noise(), noise()), RuntimeError, "column"),
            (lambda: V.ResizedCrop(0, 0, 9, 9, 3)(noise()), RuntimeError, "beyond"),
            (lambda: V.Rotate(10, V.Inter.ANTIALIAS), TypeError, "ANTIALIAS"),
            (lambda: V.Normalize([1.0], [0.0]), ValueError, "std"),
            (lambda: V.Normalize([1.0], [1.0, 2.0]), ValueError, "mean"),
            (lambda: V.Normalize([1.0] * 2, [1.0] * 2)(noise()), RuntimeError, "channels"),
            (lambda: V.RandomHorizontalFlip(1.5), ValueError, "prob"),
            (lambda: V.RandomResizedCrop(3, (0.5, 0.1)), ValueError, "scale"),
            (lambda: V.RandomColorAdjust(hue=0.7), ValueError, "hue"),
            (lambda: V.GaussianBlur(4), ValueError, "odd"),
            (lambda: V.Pad((1, 2, 3)), ValueError, "padding"),
            (lambda: V.Pad(1, 300), ValueError, "fill_value"),
            (lambda: V.Grayscale()(noise()), TypeError, "PIL image"),
            (lambda: V.Resize(3, V.Inter.AREA)(Image.fromarray(noise())), TypeError, "AREA"),
            (lambda: V.AutoContrast(50.0), ValueError, "cutoff"),
            (lambda: V.AutoContrast()(np.ones((2, 2), np.float32)), RuntimeError, "uint8"),
            (lambda: V.ConvertColor(V.ConvertMode.COLOR_RGB2GRAY)(noise()[..., :2]), RuntimeError, "channels"),
            (lambda: V.Decode()(np.arange(30, dtype=np.uint8)), RuntimeError, "decode"),
            (lambda: V.Decode()(noise()), TypeError, "row"),
            (lambda: V.Invert().device("Ascend"), NotImplementedError, "device_target"),
            (lambda: V.RandomSelectSubpolicy([[]]), ValueError, "empty"),
            (lambda: V.encode_jpeg(noise(), 101), RuntimeError, "quality"),
            (lambda: V.read_image("/nowhere.png"), RuntimeError, "nowhere"),
        ],
    )
    def test_arguments(self, make, error, text):
        with pytest.raises(error, match=text):
            make()


class TestFiles:
    @pytest.fixture
    def path(self, tmp_path):
        return str(tmp_path / "file")

    def test_png(self, path):
        V.write_png(path, noise())
        assert np.array_equal(V.read_image(path), noise())
        assert V.read_image(path, V.ImageReadMode.GRAYSCALE).shape == (9, 8, 1)
        assert np.array_equal(V.Decode()(V.read_file(path)), noise())
        assert np.array_equal(V.Decode()(bytes(V.read_file(path))), noise())

    def test_jpeg(self, path):
        V.write_jpeg(path, noise(), 90)
        buffer = io.BytesIO()
        Image.fromarray(noise()).save(buffer, "JPEG", quality=90)
        assert V.read_file(path).tobytes() == buffer.getvalue()
        assert np.array_equal(V.read_image(path, V.ImageReadMode.COLOR), V.Decode()(V.encode_jpeg(noise(), 90)))

    def test_bytes(self, path):
        V.write_file(path, np.arange(5, dtype=np.uint8))
        assert V.read_file(path).tolist() == [0, 1, 2, 3, 4]

    def test_facts(self):
        assert V.get_image_size(noise()) == V.get_image_size(Image.fromarray(noise())) == [9, 8]
        assert V.get_image_num_channels(noise()) == V.get_image_num_channels(Image.fromarray(noise())) == 3
        assert V.get_image_num_channels(noise()[..., 0]) == 1


def test_a_pipeline_of_a_published_recipe(tmp_path):
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        for number in range(3):
            V.write_jpeg(str(tmp_path / name / f"{number}.jpg"), noise(40 + number, 50))
    images = ds.ImageFolderDataset(str(tmp_path), shuffle=True)
    recipe = [
        V.RandomCropDecodeResize(24),
        V.RandomHorizontalFlip(),
        V.Normalize([123.7, 116.3, 103.5], [58.4, 57.1, 57.4]),
        V.HWC2CHW(),
    ]
    images = images.map(recipe, ["image"]).map(T.TypeCast(np.int32), ["label"]).batch(3)
    batches = list(images.create_dict_iterator(1, output_numpy=True))
    assert [batch["image"].shape for batch in batches] == [(3, 3, 24, 24)] * 2
    assert sorted(np.concatenate([batch["label"] for batch in batches]).tolist()) == [0, 0, 0, 1, 1, 1]
