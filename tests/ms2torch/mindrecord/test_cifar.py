"""The arrays that `mindrecord.tools` reads from CIFAR's files."""

import pickle

import numpy as np
import pytest

from ms2torch.mindrecord.common.exceptions import PathNotExistsError
from ms2torch.mindrecord.tools.cifar10 import Cifar10
from ms2torch.mindrecord.tools.cifar100 import Cifar100


def write(path, **labels):
    data = np.random.default_rng(len(path.name)).integers(0, 256, (3, 3072), np.uint8)
    path.write_bytes(pickle.dumps({b"data": data, **{name.encode(): values for name, values in labels.items()}}))
    return data.reshape(3, 3, 32, 32).transpose(0, 2, 3, 1)


@pytest.mark.parametrize("one_hot", [True, False])
def test_cifar10(one_hot, tmp_path):
    parts = [write(tmp_path / f"data_batch_{one}", labels=[one, 0, 9]) for one in (1, 2)]
    test = write(tmp_path / "test_batch", labels=[4, 4, 5])
    reader = Cifar10(str(tmp_path), one_hot)
    images, labels, test_images, test_labels = reader.load_data()
    assert images.dtype == np.float64
    assert np.array_equal(images, np.concatenate(parts))
    assert np.array_equal(test_images, test)
    assert labels.shape == (6, 10 if one_hot else 1)
    classes = (labels.argmax(1), test_labels.argmax(1)) if one_hot else (labels[:, 0], test_labels[:, 0])
    assert [list(each) for each in classes] == [[1, 0, 9, 2, 0, 9], [4, 4, 5]]
    assert reader.images is images
    assert reader.Test.labels is test_labels


def test_cifar100(tmp_path):
    train = write(tmp_path / "train", fine_labels=[99, 1, 0], coarse_labels=[19, 0, 3])
    write(tmp_path / "test", fine_labels=[5, 6, 7], coarse_labels=[1, 2, 3])
    images, fine, coarse, _, test_fine, test_coarse = Cifar100(str(tmp_path)).load_data()
    assert np.array_equal(images, train)
    assert [each.shape for each in (fine, coarse, test_fine, test_coarse)] == [(3, 100), (3, 20)] * 2
    assert [list(each.argmax(1)) for each in (fine, coarse)] == [[99, 1, 0], [19, 0, 3]]


def test_what_is_missing_or_damaged_is_told(tmp_path):
    with pytest.raises(PathNotExistsError):
        Cifar10(str(tmp_path)).load_data()
    with pytest.raises(ValueError, match="one_hot must be bool"):
        Cifar100(str(tmp_path), one_hot=1)
    (tmp_path / "train").write_bytes(b"\x80\x04junk")
    (tmp_path / "test").write_bytes(b"")
    with pytest.raises(RuntimeError, match="Not a valid Cifar"):
        Cifar100(str(tmp_path)).load_data()
