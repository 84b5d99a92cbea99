"""`mindspore.safeguard`.

Source: mindspore.safeguard, MindSpore 2.10
"""

from ms2torch.safeguard.rewrite_obfuscation import (
    load_obf_params_into_net as load_obf_params_into_net,
    obfuscate_ckpt as obfuscate_ckpt,
)

__all__ = ["load_obf_params_into_net", "obfuscate_ckpt"]
