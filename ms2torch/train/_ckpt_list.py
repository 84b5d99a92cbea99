"""A checkpoint from a list of values, as programs that collect them by hand write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from ms2torch._core.base import unwrap
from ms2torch._errors import require_default
from ms2torch.common.tensor import Tensor
from ms2torch.train._ckpt_checks import check_encryption
from ms2torch.train._ckpt_file import write_ckpt, write_safetensors


def _exec_save(
    ckpt_file_name: str,
    data_list: Mapping[str, Sequence[Any]],
    enc_key: bytes | None = None,
    enc_mode: str = "AES-GCM",
    map_param_inc: bool = False,
    crc_check: bool = False,
    format: str = "ckpt",
    remove_redundancy: bool | None = None,
) -> None:
    """Write a file of named values.

    Args:
        ckpt_file_name (str): the file.
        data_list (dict[str, list]): for each name its shape, its type as text, and its value: a Tensor or a numpy
            array; text has the type ``"str"`` and an array of one string.
        enc_key (bytes, optional): not supported; must be ``None``. Default: ``None``.
        enc_mode (str): read only with `enc_key`. Default: ``"AES-GCM"``.
        map_param_inc (bool): not supported; must be ``False``. Default: ``False``.
        crc_check (bool): store a CRC32 in the file. Default: ``False``.
        format (str): ``"ckpt"`` or ``"safetensors"``. Default: ``"ckpt"``.
        remove_redundancy (bool, optional): a mark in a safetensors file. Default: ``None``.

    Raises:
        UnsupportedArgumentError: for encryption and `map_param_inc`.
    """
    check_encryption("save_checkpoint", "enc", enc_key, enc_mode, format)
    require_default("save_checkpoint", "map_param_inc", map_param_inc, False, "save whole tables")
    values = {name: _written(kind, data) for name, (_, kind, data) in data_list.items()}
    if format == "ckpt":
        write_ckpt(ckpt_file_name, values, crc_check=crc_check)
    else:
        write_safetensors(ckpt_file_name, values, crc_check=crc_check, remove_redundancy=remove_redundancy)


def _written(kind: str, data: Any) -> torch.Tensor | str:
    if kind == "str":
        return str(np.asarray(data).ravel()[0])
    return unwrap(data) if isinstance(data, Tensor) else torch.from_numpy(np.ascontiguousarray(data))
