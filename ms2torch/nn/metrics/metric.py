"""The place where `Metric` was before MindSpore 2."""

from ms2torch.train.metrics.metric import Metric as Metric, rearrange_inputs as rearrange_inputs
