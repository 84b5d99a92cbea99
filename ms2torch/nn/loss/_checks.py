"""Checks of the arguments of losses."""

from __future__ import annotations

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase


def _check_is_tensor(param_name: str, input_data: object, cls_name: str) -> None:
    """Refuse what is neither a Tensor nor None.

    Args:
        param_name (str): what it is called.
        input_data (Tensor | None): what is checked.
        cls_name (str): whom to name in an error.

    Raises:
        TypeError: it is something else.

    Source: mindspore.nn.loss.loss._check_is_tensor, MindSpore 2.10
    """
    if input_data is not None and not isinstance(input_data, TensorBase):
        got = mstype.get_py_obj_dtype(input_data)
        msg = f"For '{cls_name}', the '{param_name}' must be '{mstype.TensorType}', but got '{got}'"
        raise TypeError(msg)
