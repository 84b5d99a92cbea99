"""What `mindspore.ops.function.image_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.ops.function.image.detection import (
    bounding_box_decode as bounding_box_decode,
    bounding_box_encode as bounding_box_encode,
    check_valid as check_valid,
)
from ms2torch.ops.function.image.sample import (
    crop_and_resize as crop_and_resize,
)
