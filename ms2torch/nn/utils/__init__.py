"""`mindspore.nn.utils`.

Source: mindspore.nn.utils, MindSpore 2.10
"""

from ms2torch.nn.utils.init import no_init_parameters as no_init_parameters

__all__ = ["no_init_parameters"]
