"""What `mindspore.nn.metrics.metric` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch.train.metrics.metric import Metric as Metric, rearrange_inputs as rearrange_inputs
