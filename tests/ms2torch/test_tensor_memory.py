"""Tensor methods about memory, as measured with MindSpore 2.10.0."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Parameter, Tensor


@pytest.mark.parametrize("dtype", [ms.int16, ms.float32, ms.float64, ms.bool_, ms.bfloat16, ms.complex64])
def test_bytes_go_there_and_back(dtype):
    x = Tensor(np.arange(6).reshape(2, 3)).astype(dtype)
    back = Tensor.convert_bytes_to_tensor(x.get_bytes(), x.shape, x.dtype)
    assert (back.dtype, back.shape) == (dtype, (2, 3))
    assert bool((back == x).all())


def test_bytes():
    assert Tensor([1, 2, 3], ms.int16).get_bytes() == b"\x01\x00\x02\x00\x03\x00"
    assert Tensor([[1, 2], [3, 4]], ms.int8).T.get_bytes() == b"\x01\x03\x02\x04"
    assert Parameter(Tensor([1], ms.int8)).get_bytes() == b"\x01"
    assert Tensor.convert_bytes_to_tensor(b"", (0, 3), ms.float32).shape == (0, 3)


@pytest.mark.parametrize(("given", "error"), [(b"\x00" * 5, ValueError), ("a", TypeError)])
def test_bytes_that_do_not_fit(given, error):
    with pytest.raises(error):
        Tensor.convert_bytes_to_tensor(given, (4,), ms.float32)


def test_storage():
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    storage = x.untyped_storage()
    assert (storage.size(), storage.nbytes(), storage.element_size()) == (16, 16, 1)
    assert storage.data_ptr() == x.data_ptr() == x[1:].storage().data_ptr()
    y = Tensor(np.zeros((2, 2), np.float32))
    y.storage().copy_(storage)
    assert y.asnumpy().tolist() == x.asnumpy().tolist()


def test_set_looks_at_the_other_tensor():
    x, other = Tensor([1.0, 2.0]), Tensor([5.0, 6.0, 7.0])
    assert x.set_(other) is x
    other[0] = 9.0
    assert x.asnumpy().tolist() == [9.0, 6.0, 7.0]
    assert x.set_(other, 1, (2,)).asnumpy().tolist() == [6.0, 7.0]
    assert x.set_(other.storage(), 0, (2, 2), (1, 1)).asnumpy().tolist() == [[9.0, 6.0], [6.0, 7.0]]
    assert x.set_(other.storage()).shape == (3,)
    assert x.set_().shape == (0,)


def test_dtype_of_the_tensor_itself():
    x = Tensor([[1.0, 2.7]])
    assert x.set_dtype(ms.int32) == ms.int32
    assert (x.dtype, x.asnumpy().tolist()) == (ms.int32, [[1, 2]])


def test_flags():
    x = Tensor([1.0])
    assert x.is_init() is False
    assert x.set_init_flag(True) is None
    assert x.is_init() is True
    assert x.flush_from_cache() is None
    p = Parameter(x, name="p")
    assert p.is_init is False
    assert p.inited_param is None


def test_array_of_a_tensor_has_numpys_type_in_comparisons_and_tables():
    array = Tensor([1.0, 2.0]).asnumpy()
    assert type(array) == np.ndarray  # noqa: E721 - the comparison that programs write
    assert np.ndarray == type(array * 2)  # noqa: E721
    assert {np.ndarray: "array"}[type(array)] == "array"
    assert type(array) in (list, np.ndarray)
    assert type(array) not in (list, float, np.float32)
