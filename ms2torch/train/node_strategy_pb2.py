"""Files of strategies: how MindSpore's compiler cut parameters over devices, as protobuf messages (proto2).

Mirrors `mindspore.train.node_strategy_pb2`. Of protobuf's own interface the messages have what programs use: fields as
attributes, ``add()`` and ``append()`` of repeated ones, `SerializeToString`, `ParseFromString`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Generic, Self, TypeVar

_M = TypeVar("_M", bound="_Message")

_VARINT, _BYTES = 0, 2
_WORD = (1 << 64) - 1


class _Messages(list[_M], Generic[_M]):
    """A repeated field of messages."""

    def __init__(self, kind: type[_M]) -> None:
        super().__init__()
        self._kind = kind

    def add(self) -> _M:
        """Append a new message, and return it."""
        self.append(self._kind())
        return self[-1]


class _Message:
    """A message; `FIELDS` says what it holds, in the order of protobuf's field numbers from 1.

    An entry is a name and what it is: ``int`` or ``str``, another message, or a list with one of these: repeated.
    """

    FIELDS: ClassVar[tuple[tuple[str, Any], ...]] = ()

    def __init__(self) -> None:
        for name, kind in self.FIELDS:
            setattr(self, name, _empty(kind))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]

    def SerializeToString(self) -> bytes:
        """Return the message in protobuf's wire format."""
        return b"".join(
            _encoded(number, value)
            for number, (name, kind) in enumerate(self.FIELDS, 1)
            for value in (getattr(self, name) if isinstance(kind, list) else [getattr(self, name)])
        )

    def ParseFromString(self, data: bytes) -> int:
        """Read the message from protobuf's wire format, in place of what it holds.

        Args:
            data (bytes): what `SerializeToString` returns.

        Returns:
            int, the number of bytes.

        Raises:
            ValueError: if it is no such message.
        """
        _Message.__init__(self)
        for number, value in _decoded(data):
            if number > len(self.FIELDS):
                continue
            name, kind = self.FIELDS[number - 1]
            if isinstance(kind, list):
                getattr(self, name).append(_value(kind[0], value))
            else:
                setattr(self, name, _value(kind, value))
        return len(data)

    @classmethod
    def FromString(cls, data: bytes) -> Self:
        """Return the message of protobuf's wire format.

        Args:
            data (bytes): what `SerializeToString` returns.
        """
        made = cls()
        made.ParseFromString(data)
        return made


def _empty(kind: Any) -> Any:
    if isinstance(kind, list):
        return _Messages(kind[0]) if issubclass(kind[0], _Message) else []
    return kind()


def _varint(n: int) -> bytes:
    out = bytearray()
    n &= _WORD
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def _encoded(number: int, value: Any) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3 | _VARINT) + _varint(value)
    content = value.encode() if isinstance(value, str) else value.SerializeToString()
    return _varint(number << 3 | _BYTES) + _varint(len(content)) + content


def _decoded(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = _read(data, at)
        value, at = _read(data, at)
        if key & 7 == _BYTES:
            if at + value > len(data):
                raise ValueError("node_strategy_pb2: the message ends within a field")
            yield key >> 3, data[at : at + value]
            at += value
        elif key & 7 == _VARINT:
            yield key >> 3, value
        else:
            raise ValueError(f"node_strategy_pb2: a field of wire type {key & 7}, which no message of these has")


def _read(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at == len(data):
            raise ValueError("node_strategy_pb2: the message ends within a field")
        value |= (data[at] & 0x7F) << shift
        at += 1
        if data[at - 1] < 0x80:
            return value, at
        shift += 7


def _value(kind: Any, raw: int | bytes) -> Any:
    if isinstance(raw, bytes):
        return raw.decode() if kind is str else kind.FromString(raw)
    return raw - (_WORD + 1) if raw > _WORD >> 1 else raw


class ParallelStrategy(_Message):
    """How the dimensions of one input are cut."""

    dim: list[int]

    FIELDS = (("dim", [int]),)


class ParallelStrategys(_Message):
    """How the inputs of an operator are cut."""

    stage: int
    parallel_strategy: _Messages[ParallelStrategy]

    FIELDS = (("stage", int), ("parallel_strategy", [ParallelStrategy]))


class ParallelStrategyItem(_Message):
    """An operator's strategy, by its name."""

    node_name: str
    parallel_strategys: ParallelStrategys

    FIELDS = (("node_name", str), ("parallel_strategys", ParallelStrategys))


class DevMatrix(_Message):
    """The matrix that devices are seen as."""

    dim: list[int]

    FIELDS = (("dim", [int]),)


class TensorMap(_Message):
    """Along which dimension of the devices each dimension of a tensor is cut; -1: none."""

    dim: list[int]

    FIELDS = (("dim", [int]),)


class ParamSplitShape(_Message):
    """The shapes of parts that are not of one size."""

    dim: list[int]

    FIELDS = (("dim", [int]),)


class IndicesOffset(_Message):
    """Where such parts begin."""

    dim: list[int]

    FIELDS = (("dim", [int]),)


class ParallelLayouts(_Message):
    """How a parameter is cut."""

    dev_matrix: _Messages[DevMatrix]
    tensor_map: _Messages[TensorMap]
    param_split_shape: _Messages[ParamSplitShape]
    indices_offset: _Messages[IndicesOffset]
    field: int
    opt_weight_shard_step: int
    opt_weight_shard_size: int

    FIELDS = (
        ("dev_matrix", [DevMatrix]),
        ("tensor_map", [TensorMap]),
        ("param_split_shape", [ParamSplitShape]),
        ("indices_offset", [IndicesOffset]),
        ("field", int),
        ("opt_weight_shard_step", int),
        ("opt_weight_shard_size", int),
    )


class ParallelLayoutItem(_Message):
    """A parameter's layout, by its name."""

    param_name: str
    parallel_layouts: ParallelLayouts

    FIELDS = (("param_name", str), ("parallel_layouts", ParallelLayouts))


class ParallelGroupRanks(_Message):
    """The processes of a group."""

    dim: list[int]

    FIELDS = (("dim", [int]),)


class ParallelGroupItem(_Message):
    """A group, by its name."""

    group_name: str
    parallel_group_ranks: ParallelGroupRanks

    FIELDS = (("group_name", str), ("parallel_group_ranks", ParallelGroupRanks))


class ParallelGroupMap(_Message):
    """All groups, and the processes that a checkpoint can be restored from."""

    parallel_group_item: _Messages[ParallelGroupItem]
    ckpt_restore_rank_list: ParallelGroupRanks

    FIELDS = (("parallel_group_item", [ParallelGroupItem]), ("ckpt_restore_rank_list", ParallelGroupRanks))


class ParallelStrategyMap(_Message):
    """A file of strategies."""

    current_stage: int
    parallel_strategy_item: _Messages[ParallelStrategyItem]
    parallel_layout_item: _Messages[ParallelLayoutItem]

    FIELDS = (
        ("current_stage", int),
        ("parallel_strategy_item", [ParallelStrategyItem]),
        ("parallel_layout_item", [ParallelLayoutItem]),
    )
