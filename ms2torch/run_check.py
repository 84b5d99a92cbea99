"""`run_check`: does it work here?"""

from __future__ import annotations

import sys

from ms2torch import context
from ms2torch._core.base import wrap

__all__ = ["run_check"]


def run_check() -> None:
    """Multiply two numbers on the device, and say on standard output that it worked.

    Raises:
        RuntimeError: if the device does not work.

    Source: mindspore.run_check, MindSpore 2.10
    """
    import torch

    from ms2torch import __version__

    two = torch.full((2,), 2.0, device=context.torch_device())
    result = wrap(two * 3)
    target = context.get_context("device_target")
    if result._t.tolist() != [6.0, 6.0]:
        msg = f"{target} computes wrongly: 2 * 3 gave {result._t.tolist()}"
        raise RuntimeError(msg)
    sys.stdout.write(
        f"MindSpore version:  {__version__}\n"
        f"The result of multiplication calculation is correct, MindSpore has been installed on platform [{target}] "
        "successfully!\n"
    )
