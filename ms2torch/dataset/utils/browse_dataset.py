"""Boxes, labels and masks drawn on a picture.

Source: mindspore.dataset.utils.browse_dataset, MindSpore 2.10
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

_ESCAPE = 27
Array = npt.NDArray[Any]


def imshow_det_bbox(
    image: Array,
    bboxes: Array | None,
    labels: Array,
    segm: Array | None = None,
    class_names: Sequence[str] | Mapping[int, str] | None = None,
    score_threshold: float = 0,
    bbox_color: tuple[int, int, int] = (0, 255, 0),
    text_color: tuple[int, int, int] = (203, 192, 255),
    mask_color: tuple[int, int, int] = (128, 0, 128),
    thickness: int = 2,
    font_size: float = 0.8,
    show: bool = True,
    win_name: str = "win",
    wait_time: int = 2000,
    out_file: str | None = None,
) -> Array:
    """Draw boxes with their labels, and perhaps masks, on a picture.

    Args:
        image (numpy.ndarray): the picture, <C,H,W> or <H,W,C>, of red, green and blue.
        bboxes (numpy.ndarray): a row for each box: left, top, width, height, and perhaps the score.
        labels (numpy.ndarray): a row with the class of each box.
        segm (numpy.ndarray, optional): a mask for each box, <M,H,W>. Default: ``None``.
        class_names (Union[list[str], tuple[str], dict]): the name of each class.
        score_threshold (float): boxes of a lower score are left out. Default: ``0``.
        bbox_color (tuple[int]): blue, green, red of the boxes. Default: ``(0, 255, 0)``.
        text_color (tuple[int]): those of the text. Default: ``(203, 192, 255)``.
        mask_color (tuple[int]): those of the masks. Default: ``(128, 0, 128)``.
        thickness (int): of the lines. Default: ``2``.
        font_size (float): of the text. Default: ``0.8``.
        show (bool): whether to open a window; needs OpenCV with a display. Default: ``True``.
        win_name (str): title of the window. Default: ``"win"``.
        wait_time (int): milliseconds that it stays; escape ends the program. Default: ``2000``.
        out_file (str, optional): file to write. Default: ``None``.

    Returns:
        numpy.ndarray, the picture, <H,W,C> of blue, green and red.

    Raises:
        ImportError: if OpenCV is not installed.
        AssertionError: if an argument is not as above.

    Source: mindspore.dataset.utils.imshow_det_bbox, MindSpore 2.10
    """
    try:
        cv2 = importlib.import_module("cv2")
    except ModuleNotFoundError as error:
        msg = "Importing cv2 failed, try to install it by running `pip install opencv-python`."
        raise ImportError(msg) from error
    _check_arrays(image, bboxes, labels, segm)
    _need(isinstance(class_names, tuple | list | dict), "class_names must be a list, tuple or dict.")
    _check_look({"bbox_color": bbox_color, "text_color": text_color, "mask_color": mask_color}, thickness, font_size)
    _check_window(show, win_name, wait_time, out_file)
    scored = bboxes is not None and bboxes.shape[1] == 5
    _need(scored or score_threshold <= 0, "score_threshold needs bboxes with scores.")

    drawn = cv2.cvtColor(image.transpose(1, 2, 0) if image.shape[0] == 3 else image, cv2.COLOR_RGB2BGR)
    for row in range(len(segm) if bboxes is None and segm is not None else len(bboxes if bboxes is not None else ())):
        if bboxes is not None:
            if scored and bboxes[row, 4] < score_threshold:
                continue
            left, top, width, height = bboxes[row, :4]
            end = int(left + width), int(top + height)
            cv2.rectangle(drawn, (int(left), int(top)), end, bbox_color, thickness)
            text = _name(class_names, labels[row][0]) + (f"|{bboxes[row, 4]:.02f}" if scored else "")
            place = int(left), end[1]
            cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, font_size, text_color, thickness)
        if segm is not None:
            mask = segm[row].astype(bool)
            drawn[mask] = drawn[mask] * 0.5 + np.array(mask_color) * 0.5
    if show:
        cv2.imshow(win_name, drawn)
        if cv2.waitKey(wait_time) == _ESCAPE:
            raise SystemExit
    if out_file:
        cv2.imwrite(out_file, drawn)
        Path(out_file).chmod(0o600)
    return drawn


def _need(condition: object, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def _name(names: Any, label: Any) -> str:
    try:
        return str(names[label])
    except (IndexError, KeyError):
        return f"class {label}"


def _check_arrays(image: Array, bboxes: Array | None, labels: Array, segm: Array | None) -> None:
    picture = isinstance(image, np.ndarray) and image.ndim == 3 and 3 in (image.shape[0], image.shape[2])
    _need(picture, "image must be a ndarray in (H, W, C) or (C, H, W) format.")
    if bboxes is not None:
        boxes = isinstance(bboxes, np.ndarray) and bboxes.ndim == 2 and bboxes.shape[1] in (4, 5)
        _need(boxes, "bboxes must be a ndarray in (N, 4) or (N, 5) format.")
        classes = isinstance(labels, np.ndarray) and labels.shape == (len(bboxes), 1)
        _need(classes, "labels must be a ndarray in (N, 1) format and has same N with bboxes.")
    if segm is not None:
        _need(isinstance(segm, np.ndarray) and segm.ndim == 3, "segm must be a ndarray in (M, H, W) format.")
        size = image.shape[:2] if image.shape[2] == 3 else image.shape[1:]
        _need(segm.shape[1:] == size, "segm must has same height and width with image.")
        enough = bboxes is None or len(bboxes) <= len(segm)
        _need(enough, "number of segm masks must not be less than the number of bboxes.")


def _check_look(colours: dict[str, object], thickness: int, font_size: float) -> None:
    for name, colour in colours.items():
        three = isinstance(colour, tuple) and len(colour) == 3
        _need(three, f"{name} must be a three tuple, formatted (B, G, R).")
    _need(isinstance(thickness, int), "thickness must be an int.")
    _need(thickness >= 0, "thickness must be larger than or equal to zero.")
    _need(isinstance(font_size, int | float), "font_size must be an int or float.")
    _need(font_size >= 0, "font_size must be larger than or equal to zero.")


def _check_window(show: bool, win_name: str, wait_time: int, out_file: str | None) -> None:
    _need(isinstance(show, bool), "show must be a bool.")
    _need(isinstance(win_name, str), "win_name must be a str.")
    _need(isinstance(wait_time, int), "wait_time must be an int.")
    _need(wait_time >= 0, "wait_time must be larger than or equal to zero.")
    _need(out_file is None or isinstance(out_file, str), "out_file must be a str.")
    _need(show or out_file is not None, "out_file must be given where show is False.")
