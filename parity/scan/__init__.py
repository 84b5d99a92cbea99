"""Reading source files, and executing none: which torch or MindSpore names they use, and what to change in a port."""

from __future__ import annotations

from parity.scan.files import BadSourceError as BadSourceError, python_files as python_files, scan_file as scan_file
from parity.scan.model import FileScan as FileScan, NameUse as NameUse, Remark as Remark, Scan as Scan
