"""What `mindspore.rewrite` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .api.node import (
    Node as Node,
)
from .api.node_type import (
    NodeType as NodeType,
)
from .api.scoped_value import (
    ScopedValue as ScopedValue,
)
from .api.symbol_tree import (
    SymbolTree as SymbolTree,
)
