"""`dataset.utils`: lines of a file by number, and boxes drawn on a picture."""

import numpy as np
import pytest

from ms2torch import dataset as ds
from ms2torch.dataset.utils import LineReader, imshow_det_bbox


def test_lines_by_number(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_bytes("one\nzwö\r\n\nlast".encode())
    reader = LineReader(str(path))
    assert ds.LineReader is LineReader
    assert (len(reader), reader.len()) == (4, 4)
    assert [reader[number] for number in (4, 2, 3, 1)] == ["last", "zwö", "", "one"]
    reader.close()
    assert reader.readline(2) == "zwö"
    reader.close()


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [(0, ValueError, r"\[1, 2\]"), (3, ValueError, r"\[1, 2\]"), (1.5, TypeError, "int"), (True, TypeError, "bool")],
)
def test_a_line_that_is_not_there(line, error, words, tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("a\nb\n")
    with pytest.raises(error, match=words):
        LineReader(str(path)).readline(line)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(RuntimeError, match="does not exist"):
        LineReader(str(tmp_path / "none"))
    with pytest.raises(RuntimeError, match="not a regular file"):
        LineReader(str(tmp_path))
    with pytest.raises(TypeError, match="3 is not string"):
        LineReader(3)
    with pytest.raises(ValueError, match="filename should not contain"):
        LineReader("a?b")


IMAGE = np.zeros((40, 50, 3), np.uint8)
BOXES = np.array([[3, 4, 20, 15, 0.9], [30, 20, 10, 10, 0.2]], np.float32)
LABELS = np.array([[0], [7]])


def test_boxes_masks_and_scores(tmp_path):
    pytest.importorskip("cv2")
    masks = np.zeros((2, 40, 50))
    masks[0, 6:8, 6:8] = 1
    masks[1, 35:38, 3:6] = 1
    file = tmp_path / "out.png"
    options = {"class_names": ["x"], "thickness": 1, "font_size": 0.2, "show": False, "out_file": str(file)}
    drawn = imshow_det_bbox(IMAGE, BOXES, LABELS, masks, score_threshold=0.5, **options)
    assert file.exists()
    assert drawn[4, 3].tolist() == drawn[12, 23].tolist() == [0, 255, 0]
    assert drawn[7, 7].tolist() == [64, 0, 64]
    assert not drawn[36, 4].any(), "the box of a low score is left out, and so is its mask"
    assert not drawn[20, 30].any()
    assert not IMAGE.any()
    planes = np.ascontiguousarray(IMAGE.transpose(2, 0, 1))
    assert np.array_equal(imshow_det_bbox(planes, BOXES, LABELS, masks, score_threshold=0.5, **options), drawn)
    alone = imshow_det_bbox(IMAGE, None, LABELS, masks, **options)
    assert alone[36, 4].tolist() == [64, 0, 64]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"image": IMAGE[0]}, "image must be a ndarray"),
        ({"bboxes": BOXES[:, :3]}, "bboxes must be"),
        ({"labels": LABELS[:1]}, "labels must be"),
        ({"segm": np.zeros((2, 3, 3))}, "same height and width"),
        ({"class_names": None}, "class_names must be"),
        ({"bbox_color": [0, 0, 0]}, "bbox_color must be"),
        ({"thickness": -1}, "thickness must be larger"),
        ({"out_file": None}, "out_file"),
    ],
)
def test_what_cannot_be_drawn(changed, words):
    pytest.importorskip("cv2")
    given = {
        "image": IMAGE,
        "bboxes": BOXES,
        "labels": LABELS,
        "class_names": ["x"],
        "show": False,
        "out_file": "a.png",
    }
    with pytest.raises(AssertionError, match=words):
        imshow_det_bbox(**{**given, **changed})
