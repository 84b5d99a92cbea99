"""Which of several processes this one is, as the launcher that started it says in the environment.

Launchers differ in what they say: torchrun and our msrun (``RANK``, ``WORLD_SIZE``, ``MASTER_ADDR``), MindSpore's
dynamic networking (``MS_ROLE``, ``MS_WORKER_NUM``, ``MS_SCHED_HOST``, ``MS_SCHED_PORT``), mpirun of Open MPI, MPICH and
MVAPICH, and Ascend's rank table (``RANK_TABLE_FILE`` with ``RANK_ID``).
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch

_PORT = 8118  # msrun's
_TEN_MINUTES = 600
# rank, size, rank on the machine, size on the machine, and what is the same in all processes of a job and in no other
_MPI = (
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE",
     "PMIX_NAMESPACE"),
    ("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE",
     "MPIRUN_ID"),
    ("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "PMI_FD"),
)  # fmt: skip
_HOW = (
    "start it with `torchrun --nproc_per_node=N -m ms2torch run PROGRAM` or `msrun --worker_num=N --local_worker_num=N "
    "--join=True PROGRAM` (N is 1 for one process)"
)


@dataclass(frozen=True)
class Place:
    """The place of a process among several, and where they meet.

    Args:
        rank (int, optional): its number; ``None``: given out where they meet.
        size (int): how many there are.
        local_rank (int, optional): its number on its machine; ``None``: unknown.
        local_size (int, optional): how many are on its machine; ``None``: unknown.
        host (str): where they meet; empty: torch knows it from the environment.
        port (int): the port there.
        hosted (bool): somebody else, a scheduler, keeps the meeting place. Default: ``False``.
        seconds (int): how long to wait for the others. Default: 600.
    """

    rank: int | None
    size: int
    local_rank: int | None
    local_size: int | None
    host: str
    port: int
    hosted: bool = False
    seconds: int = _TEN_MINUTES


def find_place(environ: Mapping[str, str]) -> Place:
    """Return the place of this process.

    Args:
        environ (Mapping[str, str]): the environment.

    Raises:
        RuntimeError: if no launcher says that there are several processes, or what it says is not enough.
    """
    for read in (_torch, _dynamic, _mpi, _rank_table):
        place = read(environ)
        if place is not None:
            return place
    if int(environ.get("RANK_SIZE", "1")) > 1:
        msg = (
            f"communication.init: RANK_SIZE is {environ['RANK_SIZE']}, but nothing says where the processes meet; each "
            f"would train alone. Set RANK_TABLE_FILE and RANK_ID, or {_HOW}."
        )
        raise RuntimeError(msg)
    msg = f"communication.init: this process was not started as one of several; {_HOW}, or leave init() out."
    raise RuntimeError(msg)


def declared_size(environ: Mapping[str, str]) -> int:
    """Return of how many processes a launcher says that this is one; 1 where none says so.

    Args:
        environ (Mapping[str, str]): the environment.
    """
    names = ["MS_WORKER_NUM", "RANK_SIZE", *(size for _, size, *_ in _MPI)]
    if "MASTER_ADDR" in environ:  # some schedulers of jobs set WORLD_SIZE alone
        names.append("WORLD_SIZE")
    return max((int(environ[name]) for name in names if environ.get(name, "").isdigit()), default=1)


def is_scheduler(environ: Mapping[str, str]) -> bool:
    """Tell whether this process only keeps the meeting place of MindSpore's dynamic networking."""
    return environ.get("MS_ROLE") == "MS_SCHED"


def serve(environ: Mapping[str, str]) -> None:
    """Keep the meeting place until all workers have left it; what the scheduler process does instead of training.

    Raises:
        RuntimeError: if the workers do not come in time.
    """
    place = _dynamic({**environ, "MS_ROLE": "MS_WORKER"})
    assert place is not None
    waiting = timedelta(seconds=place.seconds)
    store = torch.distributed.TCPStore(place.host, place.port, None, is_master=True, timeout=waiting)
    store.wait(["ms2torch/joined"], waiting)
    left, since = 0, time.monotonic()
    while left < place.size and (left == 0 or time.monotonic() - since < place.seconds):
        time.sleep(0.1)
        now = store.add("ms2torch/left", 0)
        left, since = now, since if now == left else time.monotonic()


def join(place: Place, backend: str) -> int:
    """Join the other processes.

    Args:
        place (Place): the place of this one.
        backend (str): torch's name of the library.

    Returns:
        int: the number of this process.

    Raises:
        RuntimeError: if the others do not come in time.
    """
    waiting = timedelta(seconds=place.seconds)
    try:
        if not place.host:
            torch.distributed.init_process_group(backend)
            return torch.distributed.get_rank()
        keeps = not place.hosted and place.rank == 0
        store = torch.distributed.TCPStore(
            place.host, place.port, None, is_master=keeps, timeout=waiting, wait_for_workers=False
        )
        rank = store.add("ms2torch/rank", 1) - 1 if place.rank is None else place.rank
        torch.distributed.init_process_group(backend, store=store, timeout=waiting, rank=rank, world_size=place.size)
    except torch.distributed.DistError as error:
        where = f"at {place.host}:{place.port}" if place.host else "where the launcher says"
        msg = (
            f"communication.init: {place.size} processes were to meet {where}, but not all came within "
            f"{place.seconds} s: {error}"
        )
        raise RuntimeError(msg) from error
    if place.hosted:
        store.set("ms2torch/joined", "1")
        _served.append(store)
    return rank


def leave() -> None:
    """Tell the scheduler, if there is one, that this process is done."""
    while _served:
        _served.pop().add("ms2torch/left", 1)


_served: list[torch.distributed.TCPStore] = []


# ---- what the launchers say --------------------------------------------------------------------------------------


def _torch(environ: Mapping[str, str]) -> Place | None:
    if not {"RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"} <= environ.keys():
        return None
    rank, size = _number(environ, "RANK"), _number(environ, "WORLD_SIZE")
    local = _number(environ, "LOCAL_RANK") if "LOCAL_RANK" in environ else None
    beside = _number(environ, "LOCAL_WORLD_SIZE") if "LOCAL_WORLD_SIZE" in environ else None
    return Place(rank, size, local, beside, "", _number(environ, "MASTER_PORT"))


def _dynamic(environ: Mapping[str, str]) -> Place | None:
    if "MS_ROLE" not in environ:
        return None
    if environ["MS_ROLE"] != "MS_WORKER":
        msg = f"communication.init: MS_ROLE={environ['MS_ROLE']} is not supported; MS_WORKER and MS_SCHED are"
        raise RuntimeError(msg)
    missing = [n for n in ("MS_WORKER_NUM", "MS_SCHED_HOST", "MS_SCHED_PORT") if n not in environ]
    if missing:
        msg = f"communication.init: MS_ROLE is set, but not {', '.join(missing)}; set them, or {_HOW}"
        raise RuntimeError(msg)
    name = environ.get("MS_NODE_ID", environ.get("RANK_ID", ""))
    rank = int(name) if name.isdigit() else None
    return Place(
        rank, _number(environ, "MS_WORKER_NUM"), _device(environ), None, environ["MS_SCHED_HOST"],
        _number(environ, "MS_SCHED_PORT"), True, int(environ.get("MS_TOPO_TIMEOUT", _TEN_MINUTES)),
    )  # fmt: skip


def _mpi(environ: Mapping[str, str]) -> Place | None:
    for rank, size, local, beside, job in _MPI:
        if rank not in environ or size not in environ:
            continue
        count = _number(environ, size)
        here = _number(environ, beside) if beside in environ else None
        if here not in (None, count) and "MASTER_ADDR" not in environ:
            msg = (
                f"communication.init: {size} is {count}, of which {here} are on this machine; set MASTER_ADDR to the "
                "machine of rank 0 (mpirun -x MASTER_ADDR=...)"
            )
            raise RuntimeError(msg)
        free = 20000 + zlib.crc32(environ.get(job, "").encode()) % 20000
        return Place(
            _number(environ, rank), count, _number(environ, local) if local in environ else None, here,
            environ.get("MASTER_ADDR", "127.0.0.1"), int(environ.get("MASTER_PORT", free)),
        )  # fmt: skip
    return None


def _rank_table(environ: Mapping[str, str]) -> Place | None:
    if not environ.get("RANK_TABLE_FILE"):
        return None
    file = Path(environ["RANK_TABLE_FILE"])
    try:
        machines = _machines(json.loads(file.read_text(encoding="utf-8")))
        ranks = {int(d["rank_id"]): (name, i) for name, devices in machines for i, d in enumerate(devices)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        msg = f"communication.init: RANK_TABLE_FILE {file} cannot be read as a rank table: {error}"
        raise RuntimeError(msg) from error
    rank = _number(environ, "RANK_ID")
    if sorted(ranks) != list(range(len(ranks))) or rank not in ranks:
        msg = f"communication.init: {file} has the ranks {sorted(ranks)}, and RANK_ID is {rank}"
        raise RuntimeError(msg)
    name, local = ranks[rank]
    here = sum(1 for other, _ in ranks.values() if other == name)
    return Place(rank, len(ranks), local, here, ranks[0][0], int(environ.get("MASTER_PORT", _PORT)))


def _machines(table: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the machines of a rank table of either version with their devices."""
    if "server_list" in table:
        return [(one["server_id"], one["device"]) for one in table["server_list"]]
    found: dict[str, list[dict[str, Any]]] = {}
    for group in table["group_list"]:
        for one in group["instance_list"]:
            for device in one["devices"]:
                entry = {"rank_id": device.get("rank_id", one.get("rank_id")), **device}
                found.setdefault(one["server_id"], []).append(entry)
    return list(found.items())


def _device(environ: Mapping[str, str]) -> int | None:
    return _number(environ, "DEVICE_ID") if "DEVICE_ID" in environ else None


def _number(environ: Mapping[str, str], name: str) -> int:
    value = environ.get(name, "")
    if not value.lstrip("-").isdigit():
        msg = f"communication.init: {name} must be a number, it is {value!r}"
        raise RuntimeError(msg)
    return int(value)
