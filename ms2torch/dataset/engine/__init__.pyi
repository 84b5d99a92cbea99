"""What `mindspore.dataset.engine` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch.dataset.callback import (
    DSCallback as DSCallback,
    WaitedDSCallback as WaitedDSCallback,
)

from . import samplers as samplers
from ._annotated_images import (
    CityscapesDataset as CityscapesDataset,
    CocoDataset as CocoDataset,
    DIV2KDataset as DIV2KDataset,
    KITTIDataset as KITTIDataset,
    ManifestDataset as ManifestDataset,
    VOCDataset as VOCDataset,
    WIDERFaceDataset as WIDERFaceDataset,
)
from ._array_images import (
    PhotoTourDataset as PhotoTourDataset,
    QMnistDataset as QMnistDataset,
    SemeionDataset as SemeionDataset,
    STL10Dataset as STL10Dataset,
    SVHNDataset as SVHNDataset,
    USPSDataset as USPSDataset,
)
from ._batch import (
    BatchDataset as BatchDataset,
    BatchInfo as BatchInfo,
)
from ._csv_text import (
    AGNewsDataset as AGNewsDataset,
    AmazonReviewDataset as AmazonReviewDataset,
    DBpediaDataset as DBpediaDataset,
    SogouNewsDataset as SogouNewsDataset,
    YahooAnswersDataset as YahooAnswersDataset,
    YelpReviewDataset as YelpReviewDataset,
)
from ._filled import (
    PaddedDataset as PaddedDataset,
    RandomDataset as RandomDataset,
)
from ._labelled_images import (
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
from ._line_text import (
    CLUEDataset as CLUEDataset,
    CoNLL2000Dataset as CoNLL2000Dataset,
    EnWik9Dataset as EnWik9Dataset,
    Multi30kDataset as Multi30kDataset,
    SQuADDataset as SQuADDataset,
    SST2Dataset as SST2Dataset,
    UDPOSDataset as UDPOSDataset,
    WikiTextDataset as WikiTextDataset,
)
from ._map import (
    MapDataset as MapDataset,
)
from ._matlab_images import (
    Caltech101Dataset as Caltech101Dataset,
    Flowers102Dataset as Flowers102Dataset,
    SBDataset as SBDataset,
)
from ._minddataset import (
    MindDataset as MindDataset,
)
from ._obs import (
    OBSMindDataset as OBSMindDataset,
    sync_wait_for_dataset as sync_wait_for_dataset,
)
from ._operations import (
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
from ._parts import (
    BucketBatchByLengthDataset as BucketBatchByLengthDataset,
)
from ._schema import (
    Schema as Schema,
)
from ._sources import (
    SourceDataset as SourceDataset,
    TextBaseDataset as TextBaseDataset,
    VisionBaseDataset as VisionBaseDataset,
)
from ._sync import (
    SyncWaitDataset as SyncWaitDataset,
)
from ._tfrecord import (
    TFRecordDataset as TFRecordDataset,
)
from ._transfer import (
    TransferDataset as TransferDataset,
)
from .cache_client import DatasetCache as DatasetCache
from .datasets import (
    Dataset as Dataset,
    Shuffle as Shuffle,
    zip as zip,
)
from .datasets_audio import (
    AudioBaseDataset as AudioBaseDataset,
    CMUArcticDataset as CMUArcticDataset,
    GTZANDataset as GTZANDataset,
    LibriTTSDataset as LibriTTSDataset,
    LJSpeechDataset as LJSpeechDataset,
    SpeechCommandsDataset as SpeechCommandsDataset,
    TedliumDataset as TedliumDataset,
    YesNoDataset as YesNoDataset,
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
from .serializer_deserializer import (
    compare as compare,
    deserialize as deserialize,
    serialize as serialize,
    show as show,
)
