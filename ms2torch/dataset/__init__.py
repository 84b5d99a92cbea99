"""Datasets: sources, operations on them, samplers, iterators; on numpy and torch's DataLoader.

Source: mindspore.dataset, MindSpore 2.10
"""

from ms2torch.dataset.core import config as config
from ms2torch.dataset.engine import samplers as samplers
from ms2torch.dataset.engine._batch import BatchDataset as BatchDataset
from ms2torch.dataset.engine._batch import BatchInfo as BatchInfo
from ms2torch.dataset.engine.datasets import Dataset as Dataset
from ms2torch.dataset.engine.datasets import Shuffle as Shuffle
from ms2torch.dataset.engine.datasets import zip as zip
from ms2torch.dataset.engine.datasets_user_defined import GeneratorDataset as GeneratorDataset
from ms2torch.dataset.engine.datasets_user_defined import NumpySlicesDataset as NumpySlicesDataset
from ms2torch.dataset.engine.iterators import DictIterator as DictIterator
from ms2torch.dataset.engine.iterators import TupleIterator as TupleIterator
from ms2torch.dataset.engine.samplers import BuiltinSampler as BuiltinSampler
from ms2torch.dataset.engine.samplers import DistributedSampler as DistributedSampler
from ms2torch.dataset.engine.samplers import IterSampler as IterSampler
from ms2torch.dataset.engine.samplers import RandomSampler as RandomSampler
from ms2torch.dataset.engine.samplers import Sampler as Sampler
from ms2torch.dataset.engine.samplers import SequentialSampler as SequentialSampler
from ms2torch.dataset.engine.samplers import SubsetRandomSampler as SubsetRandomSampler
from ms2torch.dataset.engine.samplers import SubsetSampler as SubsetSampler
from ms2torch.dataset.engine.samplers import WeightedRandomSampler as WeightedRandomSampler
