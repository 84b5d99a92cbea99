"""Which part of a picture decides a network's answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch import _checkparam
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.train.metrics.metric import Array, Metric, rearrange_inputs


class OcclusionSensitivity(Metric):
    """How much the score of a label falls when a part of the picture is covered, for each place.

    Args:
        pad_val (float): what covers. Default: ``0.0``.
        margin (int): covered are so many points before each place, and one less after it. Default: ``2``.
        n_batch (int): pictures that the network gets at a time. Default: ``128``.
        b_box (list, optional): only places from min to max of each axis: ``[min1, max1, min2, max2, ...]``.
            Default ``None``: all.

    Raises:
        TypeError: if an argument is of the wrong type.

    Source: mindspore.train.OcclusionSensitivity, MindSpore 2.10
    """

    def __init__(
        self, pad_val: float = 0.0, margin: int | Sequence[int] = 2, n_batch: int = 128, b_box: list[int] | None = None
    ) -> None:
        super().__init__()
        name = type(self).__name__
        self.pad_val = _checkparam.check_value_type("pad_val", pad_val, [float], name)
        self.margin = _checkparam.check_value_type("margin", margin, [int, list], name)
        self.n_batch = _checkparam.check_value_type("n_batch", n_batch, [int], name)
        self.b_box = b_box if b_box is None else _checkparam.check_value_type("b_box", b_box, [list], name)
        self.clear()

    def clear(self) -> None:
        """Forget the picture."""
        self._result: Array | None = None

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Cover a picture, place after place.

        Args:
            inputs: the network, a batch of one picture, and the label (Tensor, list or numpy array).

        Raises:
            ValueError: if there are not three, or `b_box` does not fit.
            RuntimeError: if there is more than one picture, or not one label for it.
        """
        if len(inputs) != 3:
            msg = (
                "For 'OcclusionSensitivity.update', it needs 3 inputs (classification model, predicted value, label), "
                f"but got {len(inputs)}."
            )
            raise ValueError(msg)
        model = _checkparam.check_value_type("model", inputs[0], [Cell], "OcclusionSensitivity")
        picture, label = self._convert_data(inputs[1]), self._convert_data(inputs[2])
        if picture.shape[0] > 1 or label.size != picture.shape[0]:
            msg = (
                "For 'OcclusionSensitivity.update', one picture and one label for it needed, "
                f"but got {picture.shape[0]} and {label.size}."
            )
            raise RuntimeError(msg)
        which = int(label.reshape(-1)[0])
        low, size = _box(self.b_box, np.array(picture.shape[1:]))
        base = model(Tensor(picture)).asnumpy()[0, which]
        places = [np.array(place) + low for place in np.ndindex(*size)]
        scores: list[Array] = []
        for i in range(0, len(places), self.n_batch):
            batch = np.concatenate([self._cover(picture, place) for place in places[i : i + self.n_batch]])
            scores.append(model(Tensor(batch)).asnumpy()[:, which])
        self._result = base - np.squeeze(np.concatenate(scores).reshape(tuple(size)))

    def eval(self) -> Any:
        """Return the fall of the score for each place, as a numpy array.

        Raises:
            RuntimeError: before the first `update`.
        """
        if self._result is None:
            msg = "Please call the 'update' method before calling 'eval' method."
            raise RuntimeError(msg)
        return self._result

    def _cover(self, picture: Array, place: Array) -> Array:
        margins = self.margin if isinstance(self.margin, list) else [self.margin] * len(place)
        covered = picture.copy()
        window = [slice(max(0, at - m), at + m) for at, m in zip(place.tolist(), margins, strict=True)]
        covered[(..., *window)] = self.pad_val
        return covered


def _box(b_box: list[int] | None, shape: Array) -> tuple[Array, Array]:
    """Return the first place and the number of places of each axis."""
    if b_box is None:
        return np.zeros_like(shape), shape
    if len(b_box) != 2 * len(shape):
        msg = f"For 'OcclusionSensitivity', 'b_box' must have {2 * len(shape)} numbers, but has {len(b_box)}."
        raise ValueError(msg)
    low, high = np.array(b_box[::2]), np.array(b_box[1::2])
    low[low < 0] = 0
    high[high < 0] = shape[high < 0] - 1
    if np.any(high >= shape) or np.any(low > high):
        msg = f"For 'OcclusionSensitivity', 'b_box' {b_box} must lie in the picture {tuple(shape)}, min before max."
        raise ValueError(msg)
    return low, high - low + 1
