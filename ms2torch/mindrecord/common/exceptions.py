"""What can be wrong with MindRecord files and their use.

Source: mindspore.mindrecord.common.exceptions, MindSpore 2.10
"""

from __future__ import annotations

_HOST, _ERROR, _SYSTEM = 1, 1, 42


class MindRecordException(Exception):  # noqa: N818 - MindSpore's name
    """Base of the exceptions of this module; each has a text and a number.

    Source: mindspore.mindrecord.common.exceptions.MindRecordException, MindSpore 2.10
    """

    _number = 0
    _message = "Unknown Error."

    def __init__(self) -> None:
        super().__init__()
        self._error_msg = self._message
        self._error_code = self.transform_error_code(self._number)

    def __str__(self) -> str:
        return f"[{type(self).__name__}]: {self._error_msg}"

    @property
    def error_msg(self) -> str:
        """Return what is wrong."""
        return self._error_msg

    @error_msg.setter
    def error_msg(self, msg: str) -> None:
        self._error_msg = msg

    @property
    def error_code(self) -> int:
        """Return the number of the error in MindSpore's numbering."""
        return self._error_code

    @staticmethod
    def transform_error_code(exception_no: int) -> int:
        """Return the number with the parts that say where it comes from."""
        return _HOST << 30 | _ERROR << 28 | _SYSTEM << 17 | (exception_no // 100 + 1) << 12 | (exception_no & 4095)


class UnknownError(MindRecordException):
    """Raised where nothing better is known."""


class ParamValueError(MindRecordException):
    """Raised for an argument that is out of range."""

    _number = 2

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Invalid parameter value. {error_detail}"


class ParamTypeError(MindRecordException):
    """Raised for an argument of another type."""

    _number = 1

    def __init__(self, param_name: str, expected_type: str) -> None:
        super().__init__()
        self.error_msg = f"Invalid parameter type. '{param_name}' expect {expected_type} type."


class ParamMissError(MindRecordException):
    """Raised for an argument that is missing."""

    _number = 3

    def __init__(self, param_name: str) -> None:
        super().__init__()
        self.error_msg = f"Param missing. '{param_name}' is required."


class PathNotExistsError(MindRecordException):
    """Raised for a path that does not exist."""

    _number = 4

    def __init__(self, error_path: object) -> None:
        super().__init__()
        self.error_msg = f"Invalid path. {error_path}"


class DbConnectionError(MindRecordException):
    """Raised where the index cannot be opened."""

    _number = 5

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Db connection is error. Detail: {error_detail}"


class MRMOpenError(MindRecordException):
    """Raised for a file that cannot be opened."""

    _number, _message = 100, "MindRecord File could not open successfully."


class MRMOpenForAppendError(MindRecordException):
    """Raised for a file that cannot be opened for more rows."""

    _number, _message = 101, "MindRecord File could not open successfully for append."


class MRMInvalidPageSizeError(MindRecordException):
    """Raised for a size that a page cannot have."""

    _number, _message = 102, "Failed to set page size."


class MRMInvalidHeaderSizeError(MindRecordException):
    """Raised for a size that a header cannot have."""

    _number, _message = 103, "Failed to set header size."


class MRMSetHeaderError(MindRecordException):
    """Raised where the header cannot be set."""

    _number, _message = 104, "Failed to set header."


class MRMWriteDatasetError(MindRecordException):
    """Raised where rows cannot be written."""

    _number, _message = 105, "Failed to write dataset."


class MRMCommitError(MindRecordException):
    """Raised where a file cannot be finished."""

    _number, _message = 107, "Failed to commit."


class MRMLaunchError(MindRecordException):
    """Raised where reading cannot begin."""

    _number, _message = 108, "Failed to launch."


class MRMFinishError(MindRecordException):
    """Raised where reading cannot end."""

    _number, _message = 109, "Failed to finish."


class MRMCloseError(MindRecordException):
    """Raised where a file cannot be closed."""

    _number, _message = 110, "Failed to close."


class MRMAddSchemaError(MindRecordException):
    """Raised for a second schema."""

    _number, _message = 111, "Failed to add schema."


class MRMAddIndexError(MindRecordException):
    """Raised for a field that cannot be an index."""

    _number, _message = 112, "Failed to add index field."


class MRMBuildSchemaError(MindRecordException):
    """Raised for a schema that cannot be made."""

    _number, _message = 113, "Failed to build schema."


class MRMGetMetaError(MindRecordException):
    """Raised where there is no schema yet."""

    _number, _message = 114, "Failed to get meta info."


class MRMIndexGeneratorError(MindRecordException):
    """Raised where the index cannot be begun."""

    _number, _message = 115, "Failed to create index generator."


class MRMGenerateIndexError(MindRecordException):
    """Raised where the index cannot be written."""

    _number, _message = 116, "Failed to generate index."


class MRMInitSegmentError(MindRecordException):
    """Raised where reading by category cannot begin."""

    _number, _message = 117, "Failed to initialize segment."


class MRMFetchCandidateFieldsError(MindRecordException):
    """Raised where the fields for categories cannot be found."""

    _number, _message = 118, "Failed to fetch candidate category fields."


class MRMReadCategoryInfoError(MindRecordException):
    """Raised where the categories cannot be read."""

    _number, _message = 119, "Failed to read category information."


class MRMFetchDataError(MindRecordException):
    """Raised where the rows of a category cannot be read."""

    _number, _message = 120, "Failed to fetch data by category."


class MRMInvalidSchemaError(MindRecordException):
    """Raised for a schema that is wrong."""

    _number = 200

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Schema format is error. Detail: {error_detail}"


class MRMValidateDataError(MindRecordException):
    """Raised for rows that the schema does not describe."""

    _number = 201

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Raw data do not match the schema. Detail: {error_detail}"


class MRMDefineIndexError(MindRecordException):
    """Raised for an index on bytes or an array."""

    _number = 202

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Failed to define index field. Detail: {error_detail}"


class MRMDefineBlobError(MindRecordException):
    """Raised for a field that cannot hold bytes."""

    _number = 203

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Failed to define blob field. Detail: {error_detail}"


class MRMUnsupportedSchemaError(MindRecordException):
    """Raised for a shape that the bytes of a row do not have."""

    _number = 204

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Schema is not supported. Detail: {error_detail}"


class MRMDefineCategoryError(MindRecordException):
    """Raised for a field that is no index, as a category."""

    _number = 205

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = f"Failed to define category field. Detail: {error_detail}"
