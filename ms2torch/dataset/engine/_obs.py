"""MindRecord files in an object storage.

Source: mindspore.dataset.engine.datasets_standard_format, MindSpore 2.10
"""

from __future__ import annotations

from typing import NoReturn

from ms2torch.dataset.core.validator_helpers import check_sampler_shuffle_shard_options, type_check
from ms2torch.dataset.engine.datasets import Shuffle
from ms2torch.dataset.engine.datasets_user_defined import GeneratorDataset

_REMEDY = "ms2torch reads no object storage: download the files, and read them with `MindDataset`."


class OBSMindDataset(GeneratorDataset):
    """MindRecord files in an object storage; always refused.

    Real MindSpore needs the storage's own package for it, `obs`, and refuses it likewise where that is missing.

    Args:
        dataset_files (list[str]): places of the files.
        server (str): address of the storage, with ``http://`` or ``https://``.
        ak (str): access key.
        sk (str): secret key.
        sync_obs_path (str): place where processes wait for each other.
        columns_list (list[str], optional): columns to read. Default: ``None``, all.
        shuffle (Union[bool, Shuffle], optional): read in a random order. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        shard_equal_rows (bool): every part gets as many. Default: ``True``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if `server` is no address.
        RuntimeError: otherwise, with what to do instead.

    Differs from MindSpore: it is refused even where `obs` is installed.

    Source: mindspore.dataset.OBSMindDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_files: list[str],
        server: str,
        ak: str,
        sk: str,
        sync_obs_path: str,
        columns_list: list[str] | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        shard_equal_rows: bool = True,
    ) -> None:
        type_check(dataset_files, (list,), "dataset_files")
        for file in dataset_files:
            if not isinstance(file, str):
                raise TypeError(f"Item of dataset files is not of type [{str}], but got {type(file)}.")
        for name, value, kind in (
            ("num_shards", num_shards, int),
            ("shard_id", shard_id, int),
            ("columns_list", columns_list, list),
            ("shard_equal_rows", shard_equal_rows, bool),
            ("server", server, str),
            ("ak", ak, str),
            ("sk", sk, str),
            ("sync_obs_path", sync_obs_path, str),
        ):
            if value is not None:
                type_check(value, (kind,), name)
        if not server.startswith(("http://", "https://")):
            raise ValueError(f"server should be a str that starts with http:// or https://, but got {server}.")
        check_sampler_shuffle_shard_options({"num_shards": num_shards, "shard_id": shard_id})
        if shuffle is not None and not isinstance(shuffle, (bool, Shuffle)):
            raise TypeError(
                "shuffle must be of boolean or enum of 'Shuffle' values like 'Shuffle.GLOBAL' or 'Shuffle.FILES'."
            )
        raise RuntimeError(f"OBS SDK is not installed. Please install dependency 'obs'. Here, {_REMEDY}")


def sync_wait_for_dataset(rank_id: int, rank_size: int, current_epoch: int, obs_runtime: object) -> NoReturn:
    """Wait until every process has its files from an object storage; always refused.

    Args:
        rank_id (int): number of the process.
        rank_size (int): number of processes.
        current_epoch (int): number of the epoch.
        obs_runtime (object): of an `OBSMindDataset`.

    Raises:
        RuntimeError: always.

    Source: mindspore.dataset.sync_wait_for_dataset, MindSpore 2.10
    """
    del rank_id, rank_size, current_epoch, obs_runtime
    raise RuntimeError(f"sync_wait_for_dataset: {_REMEDY}")
