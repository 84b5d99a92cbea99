"""Readers of published files: rows, types and order as MindSpore 2.10 gives them; and dividing a dataset."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from ms2torch import dataset as ds
from ms2torch.dataset import vision as V

RANDOM = np.random.default_rng(0)


def idx(path, array):
    path.write_bytes(
        struct.pack(">HBB", 0, 8, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()
    )


def rows(dataset):
    return [[value.tolist() for value in row] for row in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True)]


@pytest.fixture
def mnist(tmp_path):
    parts = {}
    for prefix in ("", "emnist-letters-"):
        for usage, count in (("train", 5), ("t10k" if not prefix else "test", 3)):
            images = RANDOM.integers(0, 256, (count, 28, 28)).astype(np.uint8)
            labels = RANDOM.integers(0, 10, count).astype(np.uint8)
            idx(tmp_path / f"{prefix}{usage}-images-idx3-ubyte", images)
            idx(tmp_path / f"{prefix}{usage}-labels-idx1-ubyte", labels)
            parts[prefix + usage] = images, labels
    return str(tmp_path), parts


@pytest.mark.parametrize("kind", [ds.MnistDataset, ds.FashionMnistDataset, ds.KMnistDataset])
def test_mnist(mnist, kind):
    root, parts = mnist
    dataset = kind(root, shuffle=False)
    assert dataset.get_col_names() == ["image", "label"]
    assert len(dataset) == 8
    got = list(dataset.create_dict_iterator(num_epochs=1, output_numpy=True))
    assert got[0]["image"].shape == (28, 28, 1)
    assert (got[0]["image"].dtype, got[0]["label"].dtype) == (np.uint8, np.uint32)
    labels = [int(row["label"]) for row in got]
    assert labels == [*parts["t10k"][1].tolist(), *parts["train"][1].tolist()]
    assert np.array_equal(got[3]["image"][..., 0], parts["train"][0][0])
    assert len(kind(root, "train")) == 5
    assert len(kind(root, "test", num_samples=2)) == 2
    assert len(kind(root, num_shards=3, shard_id=2)) == 3


def test_emnist(mnist):
    root, parts = mnist
    dataset = ds.EMnistDataset(root, "letters", "test", shuffle=False)
    assert [row[1] for row in rows(dataset)] == parts["emnist-letters-test"][1].tolist()
    with pytest.raises(ValueError, match="name"):
        ds.EMnistDataset(root, "words")


def test_damaged_idx(tmp_path, mnist):
    (tmp_path / "train-images-idx3-ubyte").write_bytes(b"\0\0\x08\x03")
    with pytest.raises(RuntimeError, match="idx"):
        ds.MnistDataset(str(tmp_path), "train")


def test_cifar10(tmp_path):
    images = RANDOM.integers(0, 256, (6, 3072)).astype(np.uint8)
    for place, name in enumerate([*(f"data_batch_{number}" for number in range(1, 6)), "test_batch"]):
        (tmp_path / f"{name}.bin").write_bytes(bytes([place]) + images[place].tobytes())
    dataset = ds.Cifar10Dataset(str(tmp_path), shuffle=False)
    got = list(dataset.create_dict_iterator(num_epochs=1, output_numpy=True))
    assert [int(row["label"]) for row in got] == list(range(6))
    assert got[0]["label"].dtype == np.uint32
    assert np.array_equal(got[2]["image"], images[2].reshape(3, 32, 32).transpose(1, 2, 0))
    assert len(ds.Cifar10Dataset(str(tmp_path), "train")) == 5
    with pytest.raises(ValueError, match="usage"):
        ds.Cifar10Dataset(str(tmp_path), "valid")


def test_cifar100(tmp_path):
    for name, labels in (("test", (3, 4)), ("train", (5, 6))):
        (tmp_path / f"{name}.bin").write_bytes(bytes(labels) + bytes(3072))
    dataset = ds.Cifar100Dataset(str(tmp_path), shuffle=False)
    assert dataset.get_col_names() == ["image", "coarse_label", "fine_label"]
    assert [row[1:] for row in rows(dataset)] == [[3, 4], [5, 6]]


def test_image_folder(tmp_path):
    for name in ("b", "a", "c10", "c9"):
        (tmp_path / name / "sub").mkdir(parents=True)
        for number in (2, 10):
            V.write_png(str(tmp_path / name / f"{number}.png"), np.full((2, 3), number, np.uint8))
    dataset = ds.ImageFolderDataset(str(tmp_path), shuffle=False, decode=True)
    assert dataset.get_class_indexing() == {"a": 0, "b": 1, "c10": 2, "c9": 3}
    assert dataset.num_classes() == 4
    assert [(row[0][0][0][0], row[1]) for row in rows(dataset)] == [(n, c) for c in range(4) for n in (10, 2)]
    raw = next(ds.ImageFolderDataset(str(tmp_path)).create_dict_iterator(output_numpy=True))
    assert raw["image"].ndim == 1
    assert raw["label"].dtype == np.int32
    some = ds.ImageFolderDataset(str(tmp_path), class_indexing={"a": 5, "c9": 7}, extensions=[".png"], shuffle=False)
    assert [row[1] for row in rows(some)] == [5, 5, 7, 7]
    with pytest.raises(RuntimeError, match="no sample"):
        ds.ImageFolderDataset(str(tmp_path), extensions=[".jpg"])
    with pytest.raises(ValueError, match="folder"):
        ds.ImageFolderDataset(str(tmp_path / "none"))


def test_fake_images():
    dataset = ds.FakeImageDataset(3, (2, 4, 3), 5, 7, shuffle=False)
    first = rows(dataset)
    assert rows(dataset) == first
    assert dataset.output_shapes() == [[2, 4, 3], []]
    assert all(row[1] < 5 for row in first)


def test_text(tmp_path):
    (tmp_path / "t1.txt").write_bytes(b"hello world\n\n  spaced \nlast")
    (tmp_path / "t2.txt").write_bytes("second file\r\nüni\n".encode())
    dataset = ds.TextFileDataset(str(tmp_path / "t*.txt"), shuffle=False)
    assert [row[0] for row in rows(dataset)] == ["hello world", "second file\r", "  spaced ", "üni", "last"]
    assert len(dataset) == 5
    assert rows(ds.TextFileDataset([str(tmp_path / "t2.txt")], 1, shuffle=False)) == [["second file\r"]]
    mixed = ds.TextFileDataset(str(tmp_path / "t*.txt"))
    assert sorted(row[0] for row in rows(mixed)) == sorted(row[0] for row in rows(dataset))
    parts = [
        rows(ds.TextFileDataset(str(tmp_path / "t*.txt"), num_shards=2, shard_id=i, shuffle=False)) for i in (0, 1)
    ]
    assert [len(part) for part in parts] == [3, 3]
    assert {row[0] for part in parts for row in part} == {row[0] for row in rows(dataset)}
    with pytest.raises(ValueError, match="nothing"):
        ds.TextFileDataset("nothing.txt")


def test_csv(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('x,y,z\n1,2.5,abc\n3,4.5,"q,r"\n5,,e\n')
    dataset = ds.CSVDataset(str(path), column_defaults=[1, 1.5, "x"], shuffle=False)
    assert dataset.get_col_names() == ["x", "y", "z"]
    assert rows(dataset) == [[1, 2.5, "abc"], [3, 4.5, "q,r"], [5, 1.5, "e"]]
    assert [kind.name for kind in dataset.output_types()[:2]] == ["int32", "float32"]
    named = ds.CSVDataset(str(path), column_names=["p", "q", "r"], shuffle=False)
    assert rows(named)[:2] == [["x", "y", "z"], ["1", "2.5", "abc"]]
    with pytest.raises(RuntimeError, match="'x', field 1 of row 1"):
        rows(ds.CSVDataset(str(path), column_defaults=[1, 1.0, ""], column_names=["p", "q", "r"], shuffle=False))


def test_reviews(tmp_path):
    for usage in ("train", "test"):
        for kind in ("pos", "neg"):
            (tmp_path / usage / kind).mkdir(parents=True)
            (tmp_path / usage / kind / "0_3.txt").write_text(f"{usage} {kind}")
    assert rows(ds.IMDBDataset(str(tmp_path), shuffle=False)) == [
        ["train pos", 1],
        ["train neg", 0],
        ["test pos", 1],
        ["test neg", 0],
    ]


def test_penn_treebank(tmp_path):
    for usage in ("train", "test", "valid"):
        (tmp_path / f"ptb.{usage}.txt").write_text(f" {usage} one \n {usage} two \n")
    assert rows(ds.PennTreebankDataset(str(tmp_path), "train", shuffle=False)) == [[" train one "], [" train two "]]
    assert isinstance(ds.PennTreebankDataset(str(tmp_path)), ds.TextBaseDataset)


def numbers(count=10, shuffle=False):
    return ds.NumpySlicesDataset(list(range(count)), shuffle=shuffle)


class TestParts:
    def test_split(self):
        assert [rows(part) for part in numbers().split([3, 7], False)] == [
            [[n] for n in range(3)],
            [[n] for n in range(3, 10)],
        ]
        assert [len(part) for part in numbers().split([0.33, 0.33, 0.34], False)] == [4, 3, 3]
        assert rows(numbers().batch(3).split([2, 2], False)[1]) == [[[6, 7, 8]], [[9]]]

    @pytest.mark.parametrize("made", [lambda: numbers(shuffle=True), lambda: numbers(shuffle=True).map(lambda x: x)])
    def test_random_parts_never_share_a_row(self, made):
        one, two = made().split([0.6, 0.4])
        for _ in range(2):
            assert sorted(row[0] for part in (one, two) for row in rows(part)) == list(range(10))

    @pytest.mark.parametrize(
        ("sizes", "error"),
        [([3, 3], RuntimeError), ([0.5, 0.4], ValueError), ([0.01, 0.99], RuntimeError), ([], ValueError)],
    )
    def test_wrong_sizes(self, sizes, error):
        with pytest.raises(error):
            numbers().split(sizes)

    def test_buckets(self):
        lengths = ds.GeneratorDataset(lambda: ((np.arange(n),) for n in [1, 5, 2, 4, 3, 5, 2]), ["a"])
        info = {"a": ([None], -1)}
        assert rows(lengths.bucket_batch_by_length(["a"], [3, 6], [2, 2, 1], None, info, True)) == [
            [[[0, -1], [0, 1]]],
            [[[0, 1, 2, 3, 4], [0, 1, 2, 3, -1]]],
            [[[0, 1, 2, -1, -1], [0, 1, 2, 3, 4]]],
            [[[0, 1]]],
        ]
        dropped = lengths.bucket_batch_by_length(["a"], [3, 6], [2, 2, 1], len, info, drop_remainder=True)
        assert len(rows(dropped)) == 3
        with pytest.raises(RuntimeError, match="boundary"):
            rows(lengths.bucket_batch_by_length(["a"], [3], [2, 2], None, info, True))

    def test_samplers_after_the_fact(self):
        dataset = numbers(5)
        assert isinstance(dataset, ds.MappableDataset)
        dataset.use_sampler(ds.SequentialSampler(2))
        assert rows(dataset) == [[2], [3], [4]]
        joined = numbers(3) + numbers(4)
        joined.use_sampler(ds.DistributedSampler(2, 1, False))
        assert rows(joined) == [[1], [0], [2]]
        assert len(joined) == 3

    def test_joined_in_turns_that_are_drawn(self):
        joined = numbers(30) + ds.NumpySlicesDataset(np.arange(100, 150), shuffle=False)
        joined.use_sampler(ds.RandomSampler())
        read = [row[0] for row in rows(joined)]
        assert read != sorted(read)
        assert [n for n in read if n < 100] == list(range(30))
        assert [n for n in read if n >= 100] == list(range(100, 150))

    @pytest.mark.parametrize(
        ("sampler", "error"),
        [
            (ds.SequentialSampler(), TypeError),
            (ds.RandomSampler(replacement=True), ValueError),
            (ds.RandomSampler(num_samples=2), ValueError),
            (ds.DistributedSampler(2, 0), ValueError),
        ],
    )
    def test_joined_refuses_samplers(self, sampler, error):
        with pytest.raises(error):
            (numbers(3) + numbers(4)).use_sampler(sampler)

    def test_joined_of_two_types_can_be_counted(self):
        joined = ds.GeneratorDataset(lambda: ((n,) for n in range(3)), ["a"]) + ds.NumpySlicesDataset([0.5], ["a"])
        assert joined.get_dataset_size() == 4

    def test_ragged_columns(self):
        ragged = ds.NumpySlicesDataset([[1], [1, 2]], ["a"], shuffle=False)
        assert rows(ragged) == [[[1]], [[1, 2]]]
        assert rows(ragged.padded_batch(2, pad_info={})) == [[[[1, 0], [1, 2]]]]
