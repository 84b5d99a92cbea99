"""What `mindspore.dataset` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import (
    audio as audio,
    dataloader as dataloader,
    text as text,
    transforms as transforms,
    utils as utils,
    vision as vision,
)
from .callback import (
    DSCallback as DSCallback,
    WaitedDSCallback as WaitedDSCallback,
)
from .core import config as config
from .engine import samplers as samplers
from .engine._annotated_images import (
    CityscapesDataset as CityscapesDataset,
    CocoDataset as CocoDataset,
    DIV2KDataset as DIV2KDataset,
    KITTIDataset as KITTIDataset,
    ManifestDataset as ManifestDataset,
    VOCDataset as VOCDataset,
    WIDERFaceDataset as WIDERFaceDataset,
)
from .engine._array_images import (
    PhotoTourDataset as PhotoTourDataset,
    QMnistDataset as QMnistDataset,
    SemeionDataset as SemeionDataset,
    STL10Dataset as STL10Dataset,
    SVHNDataset as SVHNDataset,
    USPSDataset as USPSDataset,
)
from .engine._batch import (
    BatchDataset as BatchDataset,
    BatchInfo as BatchInfo,
)
from .engine._csv_text import (
    AGNewsDataset as AGNewsDataset,
    AmazonReviewDataset as AmazonReviewDataset,
    DBpediaDataset as DBpediaDataset,
    SogouNewsDataset as SogouNewsDataset,
    YahooAnswersDataset as YahooAnswersDataset,
    YelpReviewDataset as YelpReviewDataset,
)
from .engine._filled import (
    PaddedDataset as PaddedDataset,
    RandomDataset as RandomDataset,
)
from .engine._labelled_images import (
    Caltech256Dataset as Caltech256Dataset,
    CelebADataset as CelebADataset,
    FlickrDataset as FlickrDataset,
    Food101Dataset as Food101Dataset,
    LFWDataset as LFWDataset,
    LSUNDataset as LSUNDataset,
    OmniglotDataset as OmniglotDataset,
    Places365Dataset as Places365Dataset,
    RenderedSST2Dataset as RenderedSST2Dataset,
    SBUDataset as SBUDataset,
    SUN397Dataset as SUN397Dataset,
)
from .engine._line_text import (
    CLUEDataset as CLUEDataset,
    CoNLL2000Dataset as CoNLL2000Dataset,
    EnWik9Dataset as EnWik9Dataset,
    Multi30kDataset as Multi30kDataset,
    SQuADDataset as SQuADDataset,
    SST2Dataset as SST2Dataset,
    UDPOSDataset as UDPOSDataset,
    WikiTextDataset as WikiTextDataset,
)
from .engine._map import (
    MapDataset as MapDataset,
)
from .engine._matlab_images import (
    Caltech101Dataset as Caltech101Dataset,
    Flowers102Dataset as Flowers102Dataset,
    SBDataset as SBDataset,
)
from .engine._minddataset import (
    MindDataset as MindDataset,
)
from .engine._obs import (
    OBSMindDataset as OBSMindDataset,
    sync_wait_for_dataset as sync_wait_for_dataset,
)
from .engine._operations import (
    ConcatDataset as ConcatDataset,
    FilterDataset as FilterDataset,
    ProjectDataset as ProjectDataset,
    RenameDataset as RenameDataset,
    RepeatDataset as RepeatDataset,
    ShuffleDataset as ShuffleDataset,
    SkipDataset as SkipDataset,
    TakeDataset as TakeDataset,
    ZipDataset as ZipDataset,
)
from .engine._parts import (
    BucketBatchByLengthDataset as BucketBatchByLengthDataset,
)
from .engine._schema import (
    Schema as Schema,
)
from .engine._sources import (
    SourceDataset as SourceDataset,
    TextBaseDataset as TextBaseDataset,
    VisionBaseDataset as VisionBaseDataset,
)
from .engine._sync import (
    SyncWaitDataset as SyncWaitDataset,
)
from .engine._tfrecord import (
    TFRecordDataset as TFRecordDataset,
)
from .engine._transfer import (
    TransferDataset as TransferDataset,
)
from .engine.cache_client import DatasetCache as DatasetCache
from .engine.datasets import (
    Dataset as Dataset,
    Shuffle as Shuffle,
    zip as zip,
)
from .engine.datasets_audio import (
    AudioBaseDataset as AudioBaseDataset,
    CMUArcticDataset as CMUArcticDataset,
    GTZANDataset as GTZANDataset,
    LibriTTSDataset as LibriTTSDataset,
    LJSpeechDataset as LJSpeechDataset,
    SpeechCommandsDataset as SpeechCommandsDataset,
    TedliumDataset as TedliumDataset,
    YesNoDataset as YesNoDataset,
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
from .engine.serializer_deserializer import (
    compare as compare,
    deserialize as deserialize,
    serialize as serialize,
    show as show,
)
from .transforms.py_transforms_util import (
    Implementation as Implementation,
)
from .utils.line_reader import LineReader as LineReader
