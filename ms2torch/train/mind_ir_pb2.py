"""Names of MindIR's messages (`mindspore.train.mind_ir_pb2`), to be imported.

MindIR is what MindSpore's compiler makes of a network. Nothing here writes or reads it: `mindspore.export` writes
torch's exported program, and a message that is made says so.
"""

from __future__ import annotations


class _Message:
    """A message that cannot be made."""

    def __init__(self) -> None:
        msg = (
            f"mind_ir_pb2.{type(self).__name__}: MindIR is written by MindSpore's compiler and cannot be read here; "
            "mindspore.export writes torch's exported program"
        )
        raise NotImplementedError(msg)


class ModelProto(_Message):
    """A network."""


class GraphProto(_Message):
    """A graph of a network."""


class NodeProto(_Message):
    """An operation."""


class AttributeProto(_Message):
    """An attribute of an operation."""


class TensorProto(_Message):
    """A constant or a Parameter."""


class ValueInfoProto(_Message):
    """An input or an output."""


class ParallelProto(_Message):
    """How a network is cut over devices."""


class LayoutProto(_Message):
    """How a Parameter is cut over devices."""


class PrimitiveProto(_Message):
    """A Primitive."""


class FunctorProto(_Message):
    """A function that computes shapes."""


class MapTensorProto(_Message):
    """A table of Parameters."""


class PreprocessorProto(_Message):
    """Operations of a dataset before a network."""


class PreprocessOpProto(_Message):
    """One operation of a dataset."""
