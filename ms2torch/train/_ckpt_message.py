"""A checkpoint file as the message that MindSpore's parser makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ms2torch._errors import require_default
from ms2torch.train import _ckpt_wire as wire


@dataclass
class TensorMessage:
    """A tensor in a checkpoint: its shape, the name of its type, and its bytes."""

    dims: list[int]
    tensor_type: str
    tensor_content: bytes


@dataclass
class ValueMessage:
    """An entry of a checkpoint: its name and its tensor."""

    tag: str
    tensor: TensorMessage


@dataclass
class CheckpointMessage:
    """A checkpoint: its entries in the order of the file."""

    value: list[ValueMessage] = field(default_factory=list)


def _parse_ckpt_proto(
    ckpt_file_name: str, dec_key: bytes | None = None, dec_mode: str | None = None, crc_check: bool = False
) -> CheckpointMessage:
    """Return the entries of a checkpoint file.

    Args:
        ckpt_file_name (str): the file.
        dec_key (bytes, optional): only the default ``None``: encrypted files are not read.
        dec_mode (str, optional): without effect where there is no key.
        crc_check (bool): whether the checksum at the end is compared. Default: ``False``.

    Raises:
        ValueError: it is no checkpoint, or its checksum is another.

    Source: mindspore.train.serialization._parse_ckpt_proto, MindSpore 2.10
    """
    require_default("_parse_ckpt_proto", "dec_key", dec_key, None, "decrypt the file with MindSpore first")
    found = CheckpointMessage()
    with open(ckpt_file_name, "rb") as file:  # noqa: PTH123  # a path of any kind
        length, crc = wire.split_trailer(file)
        if crc_check and crc is not None and wire.crc_of(file, length) != crc:
            msg = f"the crc check has failed: {ckpt_file_name} is damaged"
            raise ValueError(msg)
        for chunk in list(wire.index_chunks(file, length, str(ckpt_file_name))):
            file.seek(chunk.offset)
            content = file.read(chunk.size)
            found.value.append(ValueMessage(chunk.tag, TensorMessage(list(chunk.dims), chunk.tensor_type, content)))
    return found
