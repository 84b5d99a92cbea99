"""What `mindspore.rewrite` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .api.node import (
    Node as Node,
)
from .api.node_type import (
    NodeType as NodeType,
)
from .api.pattern_engine import (
    PatternEngine as PatternEngine,
    PatternNode as PatternNode,
    Replacement as Replacement,
    VarNode as VarNode,
)
from .api.scoped_value import (
    ScopedValue as ScopedValue,
    ValueType as ValueType,
)
from .api.symbol_tree import (
    SymbolTree as SymbolTree,
)
