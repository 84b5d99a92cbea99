"""The torch <-> MindSpore API table, every row proved by execution.

`find` looks a name up, `iter_rows` gives all rows, `row_for_classes` pairs two layers. Importing this package reads no
data file and imports neither framework.
"""

from __future__ import annotations

from mappings.load import MappingError as MappingError
from mappings.load import families as families
from mappings.model import ArgumentDifference as ArgumentDifference
from mappings.model import Case as Case
from mappings.model import Difference as Difference
from mappings.model import Init as Init
from mappings.model import Law as Law
from mappings.model import Param as Param
from mappings.model import Row as Row
from mappings.model import Weight as Weight
from mappings.registry import UnknownNameError as UnknownNameError
from mappings.registry import find as find
from mappings.registry import iter_rows as iter_rows
from mappings.registry import load as load
from mappings.registry import row_for_classes as row_for_classes
from mappings.registry import rows_for_mindspore as rows_for_mindspore
from mappings.registry import rows_for_torch as rows_for_torch
from mappings.transforms import TransformError as TransformError
