"""Datasets: sources, operations on them, samplers, iterators; on numpy and torch's DataLoader.

Source: mindspore.dataset, MindSpore 2.10
"""

from ms2torch.dataset.core import config as config
from ms2torch.dataset.engine import samplers as samplers
from ms2torch.dataset.engine._batch import BatchDataset as BatchDataset, BatchInfo as BatchInfo
from ms2torch.dataset.engine.datasets import Dataset as Dataset, Shuffle as Shuffle, zip as zip
from ms2torch.dataset.engine.datasets_user_defined import (
    GeneratorDataset as GeneratorDataset,
    NumpySlicesDataset as NumpySlicesDataset,
)
from ms2torch.dataset.engine.iterators import DictIterator as DictIterator, TupleIterator as TupleIterator
from ms2torch.dataset.engine.samplers import (
    BuiltinSampler as BuiltinSampler,
    DistributedSampler as DistributedSampler,
    IterSampler as IterSampler,
    RandomSampler as RandomSampler,
    Sampler as Sampler,
    SequentialSampler as SequentialSampler,
    SubsetRandomSampler as SubsetRandomSampler,
    SubsetSampler as SubsetSampler,
    WeightedRandomSampler as WeightedRandomSampler,
)
