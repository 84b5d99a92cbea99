"""Reading source files, and executing none: which names a file uses, and what kind of thing each expression is.

`read` gives a `Reading` of one file: `Reading.uses` are the uses of names of torch and MindSpore, `Reading.kind_of` and
`Reading.kind_at` the kind of an expression (a name, a layer, a tensor, plain data, unknown), by its node or its place.
"""

from __future__ import annotations

from parity.source.kinds import Kind as Kind
from parity.source.reading import Reading as Reading, read as read
from parity.source.uses import Use as Use
