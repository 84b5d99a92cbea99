"""The client of MindSpore's cache server.

Source: mindspore.dataset.engine.cache_client, MindSpore 2.10
"""

from __future__ import annotations

from typing import NoReturn

from ms2torch.dataset.core import validator_helpers as helpers
from ms2torch.dataset.engine._wording import pipeline_error

_HERE = ("127.0.0.1", "localhost")
_PORT = 50052


class DatasetCache:
    """A session of a cache server, which keeps what a pipeline has made for the next epoch.

    There is no such server here: a pipeline that is given one is refused when it is iterated, as real MindSpore refuses
    it where no server runs. Leave `cache` out; the rows are the same.

    Args:
        session_id (int): the session.
        size (int): megabytes to keep at most, 0 any number. Default: ``0``.
        spilling (bool): whether what does not fit goes to disk. Default: ``False``.
        hostname (str, optional): this machine. Default: ``None``, ``"127.0.0.1"``.
        port (int, optional): port of the server. Default: ``None``, 50052.
        num_connections (int, optional): connections to it. Default: ``None``, 12.
        prefetch_size (int, optional): rows asked for at a time. Default: ``None``, 20.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if one is out of range.
        RuntimeError: if `hostname` is another machine.

    Differs from MindSpore: no server can be reached, even where one runs.

    Source: mindspore.dataset.DatasetCache, MindSpore 2.10
    """

    def __init__(
        self,
        session_id: int,
        size: int = 0,
        spilling: bool = False,
        hostname: str | None = None,
        port: int | None = None,
        num_connections: int | None = None,
        prefetch_size: int | None = None,
    ) -> None:
        helpers.type_check(session_id, (int,), "session_id")
        helpers.check_value(session_id, (1, 2**32 - 1), "session_id")
        helpers.type_check(size, (int,), "size")
        if size:
            helpers.check_positive(size, "size")
        helpers.type_check(spilling, (bool,), "spilling")
        if hostname is not None:
            helpers.type_check(hostname, (str,), "hostname")
            if hostname not in _HERE:
                raise RuntimeError(
                    pipeline_error("now cache client has to be on the same host with cache server.", "Syntax error.")
                )
        if port is not None:
            helpers.type_check(port, (int,), "port")
            helpers.check_value(port, (1025, 65535), "port")
        for name, value in (("num_connections", num_connections), ("prefetch_size", prefetch_size)):
            if value is not None:
                helpers.check_pos_int32(value, name)
        self.session_id = session_id
        self.size = size
        self.spilling = spilling
        self.hostname = hostname
        self.port = port
        self.num_connections = num_connections
        self.prefetch_size = prefetch_size

    def get_stat(self) -> NoReturn:
        """Tell what the cache holds; it is never in use here.

        Raises:
            RuntimeError: always.

        Source: mindspore.dataset.DatasetCache.get_stat, MindSpore 2.10
        """
        raise RuntimeError(pipeline_error("GetStat called but the cache is not in use yet."))

    def told(self) -> dict[str, object]:
        """Return what JSON tells of it."""
        return {
            "cache_memory_size": self.size,
            "cache_prefetch_size": self.prefetch_size or 20,
            "hostname": self.hostname or _HERE[0],
            "num_connections": self.num_connections or 12,
            "port": self.port or _PORT,
            "session_id": self.session_id,
            "spill": self.spilling,
        }

    def refuse(self) -> NoReturn:
        """Raise the error of a server that does not answer."""
        raise RuntimeError(
            pipeline_error(
                f"Network error. Cache server with port {self.port or _PORT} is unreachable. Make sure the server is "
                f"running or started under the same user as the client. ms2torch has none: leave `cache` out.",
                "Network error.",
            )
        )


def check_cache(cache: object) -> DatasetCache | None:
    """Return the argument `cache`.

    Raises:
        TypeError: if it is neither ``None`` nor a DatasetCache.
    """
    if cache is not None:
        helpers.type_check(cache, (DatasetCache,), "cache")
    return cache  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


__all__ = ["DatasetCache"]
