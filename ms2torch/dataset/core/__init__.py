"""Settings of the dataset pipelines."""

from ms2torch.dataset.core import config as config
