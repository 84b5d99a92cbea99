"""Datasets of given and of random rows, a schema's columns, and pipelines that a device reads."""

import colorsys

import numpy as np
import pytest

from ms2torch import dataset as ds, float32, uint8
from ms2torch.dataset import engine
from ms2torch.dataset.vision import py_transforms_util


def test_rows_that_fill_up():
    rows = ds.NumpySlicesDataset([1, 2], ["a"], shuffle=False) + ds.PaddedDataset([{"a": np.array(-1)}])
    assert [int(value) for (value,) in rows.create_tuple_iterator(num_epochs=1, output_numpy=True)] == [1, 2, -1]
    with pytest.raises(ValueError, match="padded_samples cannot be empty"):
        ds.PaddedDataset([])
    with pytest.raises(TypeError, match=r"Argument padded_element with value 1 is not of type"):
        ds.PaddedDataset([1])


def test_random_rows_have_the_columns_of_the_schema():
    schema = ds.Schema()
    schema.add_column("x", float32, [2, 3])
    schema.add_column("y", uint8, [2])
    rows = ds.RandomDataset(5, schema, shuffle=False)
    assert (rows.get_dataset_size(), rows.get_col_names()) == (5, ["x", "y"])
    assert rows.output_shapes() == [[2, 3], [2]]
    for row in rows.create_dict_iterator(num_epochs=1, output_numpy=True):
        assert (row["x"].dtype, row["y"].dtype) == (np.float32, np.uint8)
        assert len({bytes([value]) for value in row["x"].tobytes()}) == 1  # one byte everywhere, as in MindSpore
    free = ds.RandomDataset(columns_list=["only"])
    assert free.get_col_names() == ["only"]
    assert free.get_dataset_size() >= 1


def test_a_generators_schema():
    schema = ds.Schema()
    schema.add_column("x", float32, [2])
    rows = ds.GeneratorDataset([np.zeros(2, np.float32)], ["other"], schema=schema)
    assert rows.get_col_names() == ["x"]
    with pytest.raises(RuntimeError, match="float64"):
        next(ds.GeneratorDataset([np.zeros(2)], schema=schema).create_tuple_iterator())
    with pytest.raises(ValueError, match="schema should be a path to schema file or a schema object"):
        ds.GeneratorDataset([1], schema=3)


def test_what_a_device_reads_is_not_iterated():
    rows = ds.NumpySlicesDataset([1, 2, 3]).device_que()
    assert rows.get_dataset_size() == 3
    assert rows.send() is None
    with pytest.raises(RuntimeError, match="num_epochs should be either -1 or positive integer"):
        rows.send(0)
    with pytest.raises(RuntimeError, match="TransferDataset is not iterable"):
        rows.create_dict_iterator()
    with pytest.raises(TypeError, match="send_epoch_end"):
        ds.NumpySlicesDataset([1]).device_que(1)


def test_callbacks_are_at_both_places():
    assert engine.DSCallback is ds.DSCallback
    assert engine.WaitedDSCallback is ds.WaitedDSCallback


def test_colour_models_there_and_back():
    images = np.random.default_rng(1).random((2, 3, 4, 5))
    turned = py_transforms_util.rgb_to_hsvs(images, False)
    np.testing.assert_allclose(turned[0, :, 1, 2], colorsys.rgb_to_hsv(*images[0, :, 1, 2]))
    np.testing.assert_allclose(py_transforms_util.hsv_to_rgbs(turned, False), images)
