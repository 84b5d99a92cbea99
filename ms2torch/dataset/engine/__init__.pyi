"""What `mindspore.dataset.engine` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import samplers as samplers
from ._batch import (
    BatchDataset as BatchDataset,
    BatchInfo as BatchInfo,
)
from ._sources import (
    SourceDataset as SourceDataset,
    TextBaseDataset as TextBaseDataset,
)
from .datasets import (
    Dataset as Dataset,
    Shuffle as Shuffle,
    zip as zip,
)
from .datasets_iwslt import (
    IWSLT2016Dataset as IWSLT2016Dataset,
    IWSLT2017Dataset as IWSLT2017Dataset,
)
from .datasets_standard_format import (
    CSVDataset as CSVDataset,
)
from .datasets_text import (
    IMDBDataset as IMDBDataset,
    PennTreebankDataset as PennTreebankDataset,
    TextFileDataset as TextFileDataset,
)
from .datasets_user_defined import (
    GeneratorDataset as GeneratorDataset,
    MappableDataset as MappableDataset,
    NumpySlicesDataset as NumpySlicesDataset,
)
from .datasets_vision import (
    Cifar10Dataset as Cifar10Dataset,
    Cifar100Dataset as Cifar100Dataset,
    EMnistDataset as EMnistDataset,
    FakeImageDataset as FakeImageDataset,
    FashionMnistDataset as FashionMnistDataset,
    ImageFolderDataset as ImageFolderDataset,
    KMnistDataset as KMnistDataset,
    MnistDataset as MnistDataset,
)
from .iterators import (
    DictIterator as DictIterator,
    TupleIterator as TupleIterator,
)
from .samplers import (
    BuiltinSampler as BuiltinSampler,
    DistributedSampler as DistributedSampler,
    IterSampler as IterSampler,
    PKSampler as PKSampler,
    RandomSampler as RandomSampler,
    Sampler as Sampler,
    SequentialSampler as SequentialSampler,
    SubsetRandomSampler as SubsetRandomSampler,
    SubsetSampler as SubsetSampler,
    WeightedRandomSampler as WeightedRandomSampler,
)
