"""What `mindspore.ops.function.other_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.function.array.info import (
    move_to as move_to,
)
from ms2torch.ops.function.debug import (
    depend as depend,
)
from ms2torch.ops.function.nn.fused_layers import (
    rotary_position_embedding as rotary_position_embedding,
)
