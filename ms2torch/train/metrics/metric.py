"""The base of all metrics, and what several of them need."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch.common.tensor import Tensor

Array = NDArray[Any]

_EVAL_TYPES = ("classification", "multilabel")


def rearrange_inputs(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate `update` so that it gets its inputs in the order given to `Metric.set_indexes`.

    Args:
        func (Callable): an `update` method of an object with the attribute `indexes`.

    Returns:
        Callable, with the same arguments.

    Source: mindspore.train.rearrange_inputs, MindSpore 2.10
    """

    @functools.wraps(func)
    def wrapper(self: Any, *inputs: Any) -> Any:
        indexes = self.indexes
        return func(self, *([inputs[i] for i in indexes] if indexes else inputs))

    return wrapper


class Metric(ABC):
    """Base class of metrics: `clear`, then `update` with each batch, then `eval`.

    Source: mindspore.train.Metric, MindSpore 2.10
    """

    def __init__(self) -> None:
        self._indexes: list[int] | None = None

    def _convert_data(self, data: object) -> Array:
        """Return `data` (Tensor, list or array) as a numpy array."""
        if isinstance(data, Tensor):
            return data.asnumpy()
        if isinstance(data, list):
            return np.array(data)
        if isinstance(data, np.ndarray):
            return data
        raise TypeError(
            f"For '{type(self).__name__}.update', the inputs must be Tensor, list or numpy.ndarray, "
            f"but got {type(data)}."
        )

    def _pair(self, inputs: tuple[object, ...]) -> tuple[Array, Array]:
        """Return the two inputs of `update`, prediction and target, as numpy arrays."""
        if len(inputs) != 2:
            raise ValueError(
                f"For '{type(self).__name__}.update', it needs 2 inputs (predicted value, true value), "
                f"but got {len(inputs)}."
            )
        return self._convert_data(inputs[0]), self._convert_data(inputs[1])

    def _no_samples(self) -> RuntimeError:
        return RuntimeError(
            f"The '{type(self).__name__}' can not be calculated, because the number of samples is 0: "
            f"call update() before eval()."
        )

    @property
    def indexes(self) -> list[int] | None:
        """The order given to `set_indexes`, or ``None``."""
        return getattr(self, "_indexes", None)

    def set_indexes(self, indexes: list[int]) -> Metric:
        """Choose which outputs of the evaluation network `update` gets, and in which order.

        Args:
            indexes (list[int]): positions, for example ``[2, 1]``.

        Returns:
            Metric, itself.

        Raises:
            ValueError: if `indexes` is not a list of int.
        """
        if not isinstance(indexes, list) or not all(isinstance(i, int) for i in indexes):
            raise ValueError(
                "For 'set_indexes', the argument 'indexes' must be a list and all its elements must be int, please "
                f"check whether it is correct. Got {indexes!r}."
            )
        self._indexes = indexes
        return self

    def __call__(self, *inputs: Any) -> Any:
        """Return the metric of these inputs alone."""
        self.clear()
        self.update(*inputs)
        return self.eval()

    @abstractmethod
    def clear(self) -> None:
        """Forget all batches."""

    @abstractmethod
    def eval(self) -> Any:
        """Return the result over all batches since `clear`."""

    @abstractmethod
    def update(self, *inputs: Any) -> None:
        """Take one batch into account."""


class EvaluationBase(Metric):
    """Base of the metrics that compare classes.

    Args:
        eval_type (str): ``"classification"`` (one class a sample) or ``"multilabel"`` (any number, given as 0 and 1).

    Raises:
        TypeError: if `eval_type` is neither.

    Source: mindspore.train.metrics.metric.EvaluationBase, MindSpore 2.10
    """

    def __init__(self, eval_type: str) -> None:
        super().__init__()
        if eval_type not in _EVAL_TYPES:
            raise TypeError(f"The argument 'eval_type' must be in {_EVAL_TYPES}, but got {eval_type}")
        self._type = eval_type
        self._class_num = 0

    def _checked_pair(self, inputs: tuple[object, ...]) -> tuple[Array, Array]:
        """Return prediction and target; a one-hot target of a classification as class numbers."""
        y_pred, y = self._pair(inputs)
        if self._type == "classification" and y_pred.ndim == y.ndim and is_onehot(y):
            y = y.argmax(axis=1)
        self._check_shape(y_pred, y)
        self._check_value(y_pred, y)
        self._class_num = same_class_number(self, self._class_num, y_pred)
        return y_pred, y

    def _check_shape(self, y_pred: Array, y: Array) -> None:
        if self._type == "classification":
            expected = (*y_pred.shape[:1], *y_pred.shape[2:])
            if y.shape != expected or y_pred.ndim != y.ndim + 1:
                raise ValueError(
                    f"For '{type(self).__name__}.update' in classification, the true value should have the shape of "
                    f"the predicted value without its axis 1, {expected}, but got predicted {y_pred.shape} and "
                    f"true {y.shape}."
                )
        elif y_pred.shape != y.shape:
            raise ValueError(
                f"For '{type(self).__name__}.update' in multilabel, predicted and true value should have the same "
                f"shape, but got {y_pred.shape} and {y.shape}."
            )

    def _check_value(self, y_pred: Array, y: Array) -> None:
        if self._type != "classification" and not (_is_binary(y_pred) and _is_binary(y)):
            raise ValueError(f"For '{type(self).__name__}.update' in multilabel, all elements should be 0 or 1.")


def same_class_number(metric: Metric, known: int, y_pred: Array) -> int:
    """Return the number of classes of `y_pred`, which must be `known` unless that is 0."""
    if known not in (0, y_pred.shape[1]):
        raise ValueError(
            f"For '{type(metric).__name__}.update', class number not match, last input predicted data contain {known} "
            f"classes, but current predicted data contain {y_pred.shape[1]} classes."
        )
    return int(y_pred.shape[1])


def onehot_pair(metric: Metric, y_pred: Array, y: Array) -> tuple[Array, Array]:
    """Return predicted and true classes as one-hot rows."""
    class_num = y_pred.shape[1]
    if y.max() + 1 > class_num:
        raise ValueError(
            f"For '{type(metric).__name__}.update', predicted value has {class_num} classes, but the true value "
            f"needs {y.max() + 1}."
        )
    rows = np.eye(class_num)
    return rows[y_pred.argmax(axis=1).reshape(-1)], rows[y.reshape(-1)]


def is_onehot(data: Array) -> bool:
    """Return whether `data` is one-hot along axis 1."""
    return data.ndim > 1 and _is_binary(data) and bool((data.sum(axis=1) == 1).all())


def _is_binary(data: Array) -> bool:
    return bool(np.equal(data**2, data).all())
