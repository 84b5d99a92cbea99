"""What is wrong is said in MindSpore's words, with ours after them: users look for those, and tests match them."""

from __future__ import annotations

import builtins
import json

import numpy as np
import pytest

import ms2torch.dataset as ds
import ms2torch.dataset.audio  # noqa: F401 - or `ds` has no `audio`
from ms2torch.dataset import vision
from ms2torch.dataset.core import validator_helpers as helpers
from tools.record import data_errors as recorded

GOLDEN = json.loads(recorded.GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", recorded.CASES)
def test_same_words(name):
    kind, *sentences = GOLDEN[name]
    with pytest.raises(getattr(builtins, kind)) as caught:
        recorded.CASES[name](ds)
    assert [sentence for sentence in sentences if sentence not in str(caught.value)] == []


def test_nothing_is_recorded_that_is_not_run():
    assert set(GOLDEN) == set(recorded.CASES)


def test_the_frame_round_an_error_of_the_pipeline():
    with pytest.raises(RuntimeError) as caught:
        recorded.run(recorded.images(ds).project(["zz"]))
    lines = str(caught.value).splitlines()
    assert lines[0].strip() == "Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'."
    assert "- Dataset Pipeline Error Message:" in [line.strip() for line in lines]
    assert any(line.startswith("[ERROR] Invalid column") for line in lines)


def test_the_users_line_is_shown():
    with pytest.raises(RuntimeError, match=r"(?s)Python Call Stack.*in fails\n.*KeyError: 'mistake'"):
        recorded.run(recorded.images(ds).map(recorded.fails))


def test_the_column_that_is_none_is_named():
    pairs = ds.NumpySlicesDataset([1, 2], ["x"]).map(lambda x: (x, {1, 2}), ["x"], ["first", "second"])
    with pytest.raises(RuntimeError, match=r"map operation: \[PyFunc\] failed. column 'second': map: a column must be"):
        recorded.run(pairs)
    rows = ds.GeneratorDataset([(1, None)], ["x", "y"])
    with pytest.raises(RuntimeError, match="Data type of 2th item of the input"):
        recorded.run(rows)


@pytest.mark.parametrize(
    ("check", "good", "bad", "kind"),
    [
        (helpers.check_uint8, (0, 255), (-1, 256), ValueError),
        (helpers.check_uint32, (0, 2**32 - 1), (-1, 2**32), ValueError),
        (helpers.check_int32, (-(2**31), 2**31 - 1), (2**31,), ValueError),
        (helpers.check_pos_int32, (1,), (0,), ValueError),
        (helpers.check_non_negative_int32, (0,), (-1,), ValueError),
        (helpers.check_float32, (0.5, -(2**24)), (2**24 + 1,), ValueError),
        (helpers.check_odd, (1, -1), (2,), ValueError),
        (helpers.check_num_samples, (0,), (-1,), ValueError),
        (helpers.check_uint8, (1,), (True, 1.0, "1"), TypeError),
    ],
)
def test_bounds(check, good, bad, kind):
    for value in good:
        check(value)
    for value in bad:
        with pytest.raises(kind):
            check(value)


def test_lists():
    helpers.type_check_list([1, 2], (int,), "a")
    helpers.type_check_list([1, 2], (int,), ["a", "b"])
    with pytest.raises(TypeError, match=r"Argument a\[1\] with value x"):
        helpers.type_check_list([1, "x"], (int,), "a")
    with pytest.raises(ValueError, match="not the same length"):
        helpers.type_check_list([1, 2], (int,), ["a"])
    helpers.check_range((1, 2), (0, 2))
    with pytest.raises(ValueError, match=r"interval of \[0, 2\]"):
        helpers.check_range((2, 1), (0, 2))


def test_images_of_several_frames_are_cut_alike():
    frames = np.random.default_rng(0).integers(0, 256, (2, 3, 9, 8, 3)).astype(np.uint8)
    for operation in (ds.vision.RandomResizedCrop(4), ds.vision.Rotate(30)):  # RandomCrop draws for each frame
        ds.config.set_seed(3)
        out = operation(frames)
        ds.config.set_seed(3)
        np.testing.assert_array_equal(out[1, 2], operation(frames[1, 2]))


def test_the_file_of_a_row_is_named(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("one\ntwo\n", encoding="utf-8")
    files = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    dataset = ds.TextFileDataset(files, shuffle=False).skip(1).shuffle(4).map(ds.text.UnicodeCharTokenizer())
    with pytest.raises(RuntimeError, match=r"failed. The corresponding data file is: .*[ab]\.txt. "):
        recorded.run(dataset.map(recorded.fails, ["text"]))


def test_a_stopped_iterator_gives_nothing():
    iterator = recorded.images(ds).create_dict_iterator()
    iterator.stop()
    with pytest.raises(AttributeError, match="_runtime_context"):
        next(iterator)


def test_more_workers_than_any_machine_has():
    with pytest.raises(ValueError, match="num_parallel_workers exceeds the boundary between 1 and"):
        recorded.images(ds).map(recorded.twice, num_parallel_workers=10**6)


def test_a_network_is_no_operation_on_data():
    from ms2torch import nn

    with pytest.raises(ValueError, match="should not contain network computing operator"):
        recorded.images(ds).map(nn.ReLU())


def test_the_text_is_the_sentence_alone_and_a_note_says_what_came():
    with pytest.raises(ValueError, match="equal") as caught:
        vision.Normalize([0.1, 0.2], [0.3, 0.4, 0.5])
    assert str(caught.value) == "Length of mean and std must be equal."
    assert caught.value.__notes__ == ["They are 2 and 3. In Normalize."]
    with pytest.raises(ValueError, match="greater than 0") as caught:
        vision.RandomAffine(15, scale=(0.0, 0.0))
    assert str(caught.value) == "Input scale[1] must be greater than 0."
