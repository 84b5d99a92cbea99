"""`msrun`: start a program several times, on torch's elastic launcher, with MindSpore's words.

torchrun does the same and more: ``torchrun --nproc_per_node=2 -m ms2torch run PROGRAM``.

Source: mindspore.parallel.cluster.run, MindSpore 2.10
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Sequence
from pathlib import Path

from torch.distributed.elastic.multiprocessing import LogsDest, LogsSpecs
from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
from torch.distributed.launcher.api import LaunchConfig, elastic_launch

__all__ = ["get_args", "main", "run"]

_WORKER = "ms2torch.parallel.cluster._worker"
_NOT_HERE = {
    "bind_core": "leave it out, or use torchrun --numa-binding",
    "bind_numa": "leave it out, or use torchrun --numa-binding",
    "sim_level": "leave it out: there is no dry run",
    "sim_rank_id": "leave it out: there is no dry run",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="msrun", description="Start a MindSpore program in several processes on torch.",
        epilog="torchrun --nproc_per_node=N -m ms2torch run PROGRAM does the same.",
    )  # fmt: skip
    add = parser.add_argument
    add("--worker_num", type=int, default=8, help="processes in all (8)")
    add("--local_worker_num", type=int, default=8, help="processes on this machine (8)")
    add("--master_addr", default="127.0.0.1", help="the machine where they meet (127.0.0.1)")
    add("--master_port", type=int, default=8118, help="the port there (8118)")
    add("--node_rank", type=int, default=-1, help="number of this machine; -1: given out (-1)")
    add("--log_dir", default="", help="folder of the files worker_N.log (the working folder)")
    add("--join", type=_flag, default=False, help="wait for the processes, show their output and return their success")
    add("--cluster_time_out", type=int, default=600, help="seconds to wait for the others (600)")
    add("--bind_core", type=_flag, default=False, help="not supported")
    add("--bind_numa", type=_flag, default=False, help="not supported")
    add("--sim_level", type=int, default=-1, help="not supported")
    add("--sim_rank_id", type=int, default=-1, help="not supported")
    add("--rank_table_file", default="", help="given to the processes as RANK_TABLE_FILE")
    add("--worker_log_name", default="worker", help="name of the log files; {ip} and {hostname} are filled in")
    add("--tail_worker_log", default="-1", help="with --join: whose output is shown, as in 0,2; -1: of all")
    add("task_script", help="the program, or python and the program, or pytest")
    add("task_script_args", nargs=argparse.REMAINDER, help="its arguments")
    return parser


def get_args(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line.

    Args:
        words (Sequence[str], optional): its words. Default ``None``: those of this process.

    Returns:
        Namespace: the options by name.

    Source: mindspore.parallel.cluster.run.get_args, MindSpore 2.10
    """
    parser = _parser()
    args = parser.parse_args(words)
    for name, remedy in _NOT_HERE.items():
        if getattr(args, name) != parser.get_default(name):
            parser.error(f"--{name} is not supported on torch; {remedy}")
    if min(args.worker_num, args.local_worker_num) < 1 or args.worker_num % args.local_worker_num:
        parser.error(
            f"--worker_num={args.worker_num} must be a multiple of --local_worker_num={args.local_worker_num}: "
            "every machine has as many processes"
        )
    return args


def run(args: argparse.Namespace) -> None:
    """Start the processes.

    Args:
        args (Namespace): what `get_args` returned. Without `join` the processes are left to themselves.

    Raises:
        SystemExit: if one of the processes failed.

    Source: mindspore.parallel.cluster.run.run, MindSpore 2.10
    """
    if not args.join:
        _in_background(args)
        return
    try:
        elastic_launch(_config(args), sys.executable)(*_command(args))
    except ChildFailedError as error:
        rank, failure = error.get_first_failure()
        sys.stderr.write(f"msrun: worker {rank} ended with exit code {failure.exitcode}; see {_log(args, rank)}\n")
        raise SystemExit(1) from None


def main() -> None:
    """Run the command `msrun`.

    Source: mindspore.parallel.cluster.run.main, MindSpore 2.10
    """
    run(get_args())


def _config(args: argparse.Namespace) -> LaunchConfig:
    machines = args.worker_num // args.local_worker_num
    known = machines == 1 or args.node_rank >= 0
    waiting = max(args.cluster_time_out, 1) if args.cluster_time_out >= 0 else 10**6
    configs: dict[str, int] = {"timeout": waiting}
    if known:
        configs["rank"] = max(args.node_rank, 0) if machines > 1 else 0
    return LaunchConfig(
        min_nodes=machines,
        max_nodes=machines,
        nproc_per_node=args.local_worker_num,
        run_id="msrun" if known else f"msrun_{args.master_port}",
        rdzv_backend="static" if known else "c10d",
        rdzv_endpoint=f"{args.master_addr}:{args.master_port}",
        rdzv_configs=configs,
        max_restarts=0,
        log_line_prefix_template="[${rank}] ",
        logs_specs=_WorkerLogs(args),
    )


def _command(args: argparse.Namespace) -> list[str]:
    options = [f"--{name}={getattr(args, name)}" for name in ("worker_num", "master_addr", "master_port")]
    if args.rank_table_file:
        options.append(f"--rank_table_file={args.rank_table_file}")
    return ["-u", "-m", _WORKER, *options, args.task_script, *args.task_script_args]


def _in_background(args: argparse.Namespace) -> None:
    words = [word for word in sys.argv[1:] if not word.startswith("--join")]
    command = [sys.executable, "-m", "ms2torch.parallel.cluster", "--join=True", "--tail_worker_log=", *words]
    subprocess.Popen(  # noqa: S603 - the user's own program
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    shown = _log(args, "N")
    sys.stdout.write(f"msrun: {args.local_worker_num} processes started, their output is in {shown}; --join waits\n")


def _log(args: argparse.Namespace, rank: object) -> Path:
    name = args.worker_log_name
    if "{" in name:
        host = socket.gethostname()
        name = name.replace("{hostname}", host).replace("{ip}", socket.gethostbyname(host))
    return Path(args.log_dir or ".") / f"{name}_{rank}.log"


class _WorkerLogs(LogsSpecs):
    """One file for each process, by its number among all, with both of its outputs."""

    def __init__(self, args: argparse.Namespace) -> None:
        super().__init__()
        self._args = args
        self._errors = Path(tempfile.gettempdir()) / f"msrun_{uuid.uuid4().hex}"

    def reify(self, envs: dict[int, dict[str, str]]) -> LogsDest:
        """Return where each process writes."""
        self._errors.mkdir(mode=0o700, exist_ok=True)
        Path(self._args.log_dir or ".").mkdir(parents=True, exist_ok=True)
        files = {local: str(_log(self._args, env["RANK"])) for local, env in envs.items()}
        failures = {local: str(self._errors / f"{local}.json") for local in envs}
        for local, env in envs.items():
            env["TORCHELASTIC_ERROR_FILE"] = failures[local]
        silent = dict.fromkeys(envs, "")
        shown = {local: file for local, file in files.items() if self._is_shown(int(envs[local]["RANK"]))}
        return LogsDest(files, silent, shown, {}, failures)

    @property
    def root_log_dir(self) -> str:
        """The folder of the files."""
        return self._args.log_dir or os.curdir

    def _is_shown(self, rank: int) -> bool:
        asked = self._args.tail_worker_log
        return asked == "-1" or str(rank) in asked.split(",")


def _flag(word: str) -> bool:
    if word not in ("True", "False", "true", "false"):
        msg = f"True or False, not {word!r}"
        raise argparse.ArgumentTypeError(msg)
    return word.lower() == "true"
