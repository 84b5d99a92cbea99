"""A loader of batches that takes torch's arguments: datasets, samplers and the function that joins samples.

Source: mindspore.dataset.dataloader, MindSpore 2.10
"""

from ms2torch.dataset.dataloader._utils.collate import (
    default_collate as default_collate,
    default_convert as default_convert,
)
from ms2torch.dataset.dataloader._utils.worker import get_worker_info as get_worker_info
from ms2torch.dataset.dataloader.dataloader import DataLoader as DataLoader
from ms2torch.dataset.dataloader.dataset import (
    Dataset as Dataset,
    IterableDataset as IterableDataset,
    TensorDataset as TensorDataset,
)
from ms2torch.dataset.dataloader.distributed import DistributedSampler as DistributedSampler
from ms2torch.dataset.dataloader.sampler import (
    BatchSampler as BatchSampler,
    RandomSampler as RandomSampler,
    Sampler as Sampler,
    SequentialSampler as SequentialSampler,
)

__all__ = [
    "BatchSampler",
    "DataLoader",
    "Dataset",
    "DistributedSampler",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "TensorDataset",
    "default_collate",
    "default_convert",
    "get_worker_info",
]
