"""`mindspore.device_context`: what there is of each kind of device, and its settings.

Source: mindspore.device_context, MindSpore 2.10
"""

from ms2torch.device_context import ascend as ascend, cpu as cpu, gpu as gpu
