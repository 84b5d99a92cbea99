"""A warm process from which ranks are forked: torch is loaded once, not once for each rank.

``python -m parity.pipeline.rank_launcher`` reads requests from standard input, a line of JSON each, and answers each
with a line of JSON. It is forked from, and not the process of the comparison, since that one may run threads by then;
and ranks are processes and not threads, since what they join to, ``RANK`` and the modules of a net are a process's own.
It ends when its standard input does, and its ranks with it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from parity.nets.ms_cell import installed
from parity.pipeline.rank_process import main


def serve() -> None:
    """Fork ranks as they are asked for, until there is nothing more to read."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no rank that has ended is left behind
    with installed():  # MindSpore's API is loaded before ranks are forked
        pass
    begun: list[int] = []
    for line in sys.stdin:
        asked = json.loads(line)
        if "kill" in asked:
            _end(asked["kill"])
            begun = [pid for pid in begun if pid not in asked["kill"]]
            answer: dict[str, Any] = {}
        else:
            pids = [_forked(asked, rank) for rank in range(asked["size"])]
            begun += pids
            answer = {"pids": pids}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    _end(begun)


def _end(pids: list[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def _forked(asked: dict[str, Any], rank: int) -> int:
    """Start one rank, in the environment that torchrun gives."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        folder = Path(asked["folder"])
        for number, name in ((1, "out"), (2, "err")):
            file = os.open(folder / f"{name}{rank}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(file, number)
        os.close(0)
        os.chdir(asked["cwd"])
        sys.path[:] = asked["path"]
        os.environ.clear()
        os.environ.update(asked["environment"])
        os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank))
        code = main(rank, asked["size"], folder)
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve()
