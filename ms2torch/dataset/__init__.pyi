"""What `mindspore.dataset` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import audio as audio, text as text, transforms as transforms, vision as vision
from .callback import (
    DSCallback as DSCallback,
    WaitedDSCallback as WaitedDSCallback,
)
from .core import config as config
from .engine import samplers as samplers
from .engine._batch import (
    BatchDataset as BatchDataset,
    BatchInfo as BatchInfo,
)
from .engine._sources import (
    SourceDataset as SourceDataset,
    TextBaseDataset as TextBaseDataset,
)
from .engine.datasets import (
    Dataset as Dataset,
    Shuffle as Shuffle,
    zip as zip,
)
from .engine.datasets_iwslt import (
    IWSLT2016Dataset as IWSLT2016Dataset,
    IWSLT2017Dataset as IWSLT2017Dataset,
)
from .engine.datasets_standard_format import (
    CSVDataset as CSVDataset,
)
from .engine.datasets_text import (
    IMDBDataset as IMDBDataset,
    PennTreebankDataset as PennTreebankDataset,
    TextFileDataset as TextFileDataset,
)
from .engine.datasets_user_defined import (
    GeneratorDataset as GeneratorDataset,
    MappableDataset as MappableDataset,
    NumpySlicesDataset as NumpySlicesDataset,
)
from .engine.datasets_vision import (
    Cifar10Dataset as Cifar10Dataset,
    Cifar100Dataset as Cifar100Dataset,
    EMnistDataset as EMnistDataset,
    FakeImageDataset as FakeImageDataset,
    FashionMnistDataset as FashionMnistDataset,
    ImageFolderDataset as ImageFolderDataset,
    KMnistDataset as KMnistDataset,
    MnistDataset as MnistDataset,
)
from .engine.iterators import (
    DictIterator as DictIterator,
    TupleIterator as TupleIterator,
)
from .engine.samplers import (
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
