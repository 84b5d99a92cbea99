"""MindSpore's own format of data sets: files of rows with an index, written and read here as by MindSpore itself.

Source: mindspore.mindrecord, MindSpore 2.10
"""

from ms2torch.mindrecord.common.exceptions import (
    DbConnectionError as DbConnectionError,
    MindRecordException as MindRecordException,
    MRMAddIndexError as MRMAddIndexError,
    MRMAddSchemaError as MRMAddSchemaError,
    MRMBuildSchemaError as MRMBuildSchemaError,
    MRMCloseError as MRMCloseError,
    MRMCommitError as MRMCommitError,
    MRMDefineBlobError as MRMDefineBlobError,
    MRMDefineCategoryError as MRMDefineCategoryError,
    MRMDefineIndexError as MRMDefineIndexError,
    MRMFetchCandidateFieldsError as MRMFetchCandidateFieldsError,
    MRMFetchDataError as MRMFetchDataError,
    MRMFinishError as MRMFinishError,
    MRMGenerateIndexError as MRMGenerateIndexError,
    MRMGetMetaError as MRMGetMetaError,
    MRMIndexGeneratorError as MRMIndexGeneratorError,
    MRMInitSegmentError as MRMInitSegmentError,
    MRMInvalidHeaderSizeError as MRMInvalidHeaderSizeError,
    MRMInvalidPageSizeError as MRMInvalidPageSizeError,
    MRMInvalidSchemaError as MRMInvalidSchemaError,
    MRMLaunchError as MRMLaunchError,
    MRMOpenError as MRMOpenError,
    MRMOpenForAppendError as MRMOpenForAppendError,
    MRMReadCategoryInfoError as MRMReadCategoryInfoError,
    MRMSetHeaderError as MRMSetHeaderError,
    MRMUnsupportedSchemaError as MRMUnsupportedSchemaError,
    MRMValidateDataError as MRMValidateDataError,
    MRMWriteDatasetError as MRMWriteDatasetError,
    ParamMissError as ParamMissError,
    ParamTypeError as ParamTypeError,
    ParamValueError as ParamValueError,
    PathNotExistsError as PathNotExistsError,
    UnknownError as UnknownError,
)
from ms2torch.mindrecord.config import (
    set_dec_mode as set_dec_mode,
    set_enc_key as set_enc_key,
    set_enc_mode as set_enc_mode,
)
from ms2torch.mindrecord.core.shardutils import FAILED as FAILED, SUCCESS as SUCCESS
from ms2torch.mindrecord.filereader import FileReader as FileReader
from ms2torch.mindrecord.filewriter import FileWriter as FileWriter
from ms2torch.mindrecord.mindpage import MindPage as MindPage
from ms2torch.mindrecord.tools.cifar10_to_mr import Cifar10ToMR as Cifar10ToMR
from ms2torch.mindrecord.tools.cifar100_to_mr import Cifar100ToMR as Cifar100ToMR
from ms2torch.mindrecord.tools.csv_to_mr import CsvToMR as CsvToMR
from ms2torch.mindrecord.tools.imagenet_to_mr import ImageNetToMR as ImageNetToMR
from ms2torch.mindrecord.tools.mnist_to_mr import MnistToMR as MnistToMR
from ms2torch.mindrecord.tools.tfrecord_to_mr import TFRecordToMR as TFRecordToMR

__all__ = [
    "FAILED",
    "SUCCESS",
    "Cifar10ToMR",
    "Cifar100ToMR",
    "CsvToMR",
    "FileReader",
    "FileWriter",
    "ImageNetToMR",
    "MindPage",
    "MnistToMR",
    "TFRecordToMR",
    "set_dec_mode",
    "set_enc_key",
    "set_enc_mode",
]
