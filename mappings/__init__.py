"""The torch <-> MindSpore API table, every row proved by execution.

`find` looks a name up, `iter_rows` gives all rows, `row_for_classes` pairs two layers. Importing this package reads no
data file and imports neither framework.
"""

from __future__ import annotations

from mappings.rows.arguments import (
    compare_arguments as compare_arguments,
    expected_arguments as expected_arguments,
)
from mappings.rows.layouts import Layout as Layout
from mappings.rows.model import (
    ArgumentDifference as ArgumentDifference,
    Case as Case,
    Difference as Difference,
    Init as Init,
    Law as Law,
    Param as Param,
    Row as Row,
    Weight as Weight,
)
from mappings.rows.names import match_weight as match_weight
from mappings.rows.transforms import TransformError as TransformError
from mappings.table.load import MappingError as MappingError, families as families
from mappings.table.registry import (
    UnknownNameError as UnknownNameError,
    find as find,
    iter_rows as iter_rows,
    load as load,
    row_for_classes as row_for_classes,
    rows_for_mindspore as rows_for_mindspore,
    rows_for_torch as rows_for_torch,
)
