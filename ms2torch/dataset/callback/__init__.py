"""Functions of the user's that a pipeline calls on its way.

Source: mindspore.dataset.callback, MindSpore 2.10
"""

from ms2torch.dataset.callback.ds_callback import (
    DSCallback as DSCallback,
    WaitedDSCallback as WaitedDSCallback,
)

__all__ = ["DSCallback", "WaitedDSCallback"]
