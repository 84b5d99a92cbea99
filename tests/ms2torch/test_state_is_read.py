"""What objects keep is what MindSpore 2.10 keeps (its answers, asked of it), and is not lost on the way."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import Parameter, Tensor, nn, ops
from ms2torch.dataset import text
from ms2torch.dataset.audio._stft import pad_time
from ms2torch.dataset.audio.utils import BorderType

CUBE = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


def parameters() -> list[Parameter]:
    return [Parameter(Tensor(np.ones(2, np.float32)), name=name) for name in ("a", "b")]


def test_an_optimizer_knows_whether_gradients_are_made_unique() -> None:
    assert nn.SGD(parameters(), 0.1)._unique is True
    for place in (0, 1):
        given = parameters()
        given[place].unique = True
        assert nn.SGD(given, 0.1)._unique is False


def test_a_copy_of_a_tensor_has_its_values_and_what_was_set_on_it() -> None:
    first = Tensor(CUBE)
    first.mark = "mine"
    twins = copy.deepcopy([first, first])
    assert type(twins[0]) is Tensor
    assert twins[0] is twins[1]
    assert twins[0] is not first
    assert (twins[0].asnumpy() == CUBE).all()
    assert twins[0].mark == "mine"
    twins[0][0, 0, 0] = 5.0
    assert first[0, 0, 0].item() == 0.0


def test_a_parameter_put_into_a_cell_is_seen_from_both_sides() -> None:
    cell = nn.Cell()
    cell.insert_param_to_cell("scale", Parameter(Tensor(np.full(2, 3.0, np.float32))))
    assert cell.scale is cell._params["scale"]
    assert cell.scale.name == "scale"
    assert [name for name, _ in cell.parameters_and_names()] == ["scale"]
    assert [name for name, _ in cell.named_parameters()] == ["scale"]
    assert torch.equal(ms.as_torch(cell).scale, torch.full((2,), 3.0))
    cell.insert_param_to_cell("free", None)
    assert cell.free is None


@pytest.mark.parametrize("index", [(..., ...), (..., 0, ...)])
def test_an_index_has_one_ellipsis(index: object) -> None:
    with pytest.raises(IndexError):
        Tensor(CUBE)[index]


@pytest.mark.parametrize("dtype", [ms.uint8, ms.float32])
def test_an_index_of_a_dtype_that_is_no_index_is_refused_for_setting_too(dtype: object) -> None:
    index = Tensor([0, 1], dtype)
    with pytest.raises(IndexError):
        Tensor(CUBE)[index]
    with pytest.raises(IndexError):
        Tensor(CUBE)[index] = 0.0


@pytest.mark.parametrize(
    ("dtype", "index", "left"),
    [(ms.int32, [1], 66.0), (ms.int32, 1, 66.0), (ms.int8, [1], None), (ms.int16, 1, None), (ms.int16, [0, 1], 0.0)],
)
def test_one_narrow_index_alone_is_refused_for_setting(dtype: object, index: object, left: float | None) -> None:
    tensor = Tensor(CUBE)
    if left is None:
        with pytest.raises(TypeError, match="int32 or int64"):
            tensor[Tensor(index, dtype)] = 0.0
        return
    tensor[Tensor(index, dtype)] = 0.0
    assert tensor.asnumpy().sum() == left


def test_a_narrow_index_beside_another_is_none_alone() -> None:
    tensor = Tensor(CUBE)
    tensor[Tensor([1], ms.int16), 0] = 0.0
    assert tensor.asnumpy().sum() == 222.0


def test_a_choice_of_one() -> None:
    where, valid = ops.RandomChoiceWithMask(1)(Tensor([[True, False], [True, True]]))
    assert (where.shape, valid.shape) == ((1, 2), (1,))
    with pytest.raises(ValueError, match="count"):
        ops.RandomChoiceWithMask(0)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [(nn.RootMeanSquareDistance, 0.625), (nn.MeanSurfaceDistance, 0.625), (nn.HausdorffDistance, 2**0.5)],
)
def test_distances_of_surfaces(metric: type, expected: float) -> None:
    one, other = np.zeros((5, 5), np.int64), np.zeros((5, 5), np.int64)
    one[1:4, 1:4] = 1
    other[0:3, 1:5] = 1
    measured = metric()
    measured.update(one, other, 1)
    assert measured.eval() == pytest.approx(expected)


def test_numbers_of_words() -> None:
    vocab = text.Vocab.from_list(["a", "b", "c"])
    assert vocab.tokens_to_ids("b") == 1
    assert vocab.tokens_to_ids(["a", "zz", "c"]) == [0, -1, 2]
    assert vocab.tokens_to_ids(["zz"]) == -1
    assert vocab.tokens_to_ids("q") == -1
    assert vocab.ids_to_tokens([2, 0]) == ["c", "a"]


@pytest.mark.parametrize(
    ("mode", "numpys"),
    [
        (BorderType.CONSTANT, "constant"),
        (BorderType.EDGE, "edge"),
        (BorderType.REFLECT, "reflect"),
        (BorderType.SYMMETRIC, "symmetric"),
    ],
)
@pytest.mark.parametrize(("left", "right"), [(0, 0), (2, 1), (3, 4), (4, 3), (4, 4), (7, 2), (2, 9)])
def test_a_signal_is_continued_as_numpy_continues_it(mode: BorderType, numpys: str, left: int, right: int) -> None:
    signal = np.array([[1.0, 5.0, 2.0, 8.0], [4.0, 0.0, 3.0, 7.0]])
    if mode == BorderType.SYMMETRIC and max(left, right) > 4:
        with pytest.raises(RuntimeError, match="too short"):
            pad_time(torch.from_numpy(signal), left, right, mode)
        return
    expected = np.pad(signal, ((0, 0), (left, right)), mode=numpys)
    assert (pad_time(torch.from_numpy(signal), left, right, mode).numpy() == expected).all()
