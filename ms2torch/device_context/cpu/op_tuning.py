"""Settings of operators on the CPU."""

from __future__ import annotations

import torch

from ms2torch import _checkparam


def threads_num(num: int) -> None:
    """Set how many threads an operator uses.

    Args:
        num (int): the number, above 0.

    Raises:
        ValueError: if it is not above 0.

    Source: mindspore.device_context.cpu.op_tuning.threads_num, MindSpore 2.10
    """
    torch.set_num_threads(_checkparam.check_positive_int(num, "num", "threads_num"))
