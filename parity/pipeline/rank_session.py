"""The ranks of one net, started and told what to do; one that fails, or waits without end, is said with its line."""

from __future__ import annotations

import atexit
import json
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Listener, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from parity.code.errors import CannotCompare
from parity.code.places import is_framework, shown_path
from parity.pipeline.rank_process import ABSENT, MEETING, SOCKET, STACKS, received
from parity.sharded.meeting import Meeting

_PAUSE = 0.02
"""Seconds between two looks at ranks that are being ended."""
_AFTER = 3.0
"""Seconds that the others get to say why they end, once one has."""
_STARTING = 60.0
"""Seconds in which a rank must have been started."""
_PEER = "gloo/transport"
"""What stands in the error of a rank that lost another."""
_FRAME = re.compile(r'File "([^"]+)", line (\d+) in (\S+)')


class RankFailed(CannotCompare):
    """A rank raised, ended, or waits: the others cannot go on."""


@dataclass(slots=True)
class _Launcher:
    """The warm process that ranks are forked from, one for all comparisons of this process."""

    process: subprocess.Popen[str] | None = None

    def asked(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return its answer."""
        if self.process is None or self.process.poll() is not None:
            words = [sys.executable, "-m", "parity.pipeline.rank_launcher"]
            environment = {**os.environ, "OMP_NUM_THREADS": "1"}
            self.process = subprocess.Popen(  # noqa: S603 - this project's own module
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
            )
            atexit.register(self.close)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise CannotCompare("the process that starts ranks has ended: see what it wrote above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End it, and with it all ranks."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()


_launcher = _Launcher()


@dataclass(slots=True)
class Session:
    """Ranks that run.

    Args:
        size (int): how many.
        role (str): ``"reference"`` or ``"port"``, for messages.
    """

    size: int
    role: str
    _folder: TemporaryDirectory[str] = field(init=False)
    _pids: list[int] = field(default_factory=list)
    _lines: list[Connection] = field(default_factory=list)
    _epoch: int = 0

    @property
    def folder(self) -> Path:
        """Where their files lie."""
        return Path(self._folder.name)

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Start the ranks.

        Raises:
            CannotCompare: if one is not started.
        """
        self._folder = TemporaryDirectory()
        Meeting.made(self.folder / MEETING, self.size)
        listeners = [Listener(str(self.folder / SOCKET.format(rank=rank)), "AF_UNIX") for rank in range(self.size)]
        place = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": _free_port(), "OMP_NUM_THREADS": "1"}
        sizes = dict.fromkeys(("WORLD_SIZE", "LOCAL_WORLD_SIZE"), str(self.size))
        request = {
            "size": self.size, "folder": str(self.folder), "cwd": str(Path.cwd()), "path": sys.path,
            "environment": {**os.environ, **place, **sizes},
        }  # fmt: skip
        self._pids = _launcher.asked(request)["pids"]
        try:
            for listener in listeners:
                listener._listener._socket.settimeout(_STARTING)  # type: ignore[attr-defined]
                self._lines.append(listener.accept())
        except OSError as error:
            self.close()
            raise CannotCompare(f"a rank of the {self.role} was not started: {error}") from error
        finally:
            for listener in listeners:
                listener.close()

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """End the ranks, whatever they do."""
        if self._pids:
            _launcher.asked({"kill": self._pids})
        for line in self._lines:
            line.close()
        self._pids, self._lines = [], []
        self._folder.cleanup()

    def all(self, name: str, *arguments: object, waiting: float, **named: object) -> list[Any]:
        """Have every rank do the same; see `each`."""
        return self.each(name, [arguments] * self.size, waiting=waiting, **named)

    def each(self, name: str, arguments: Sequence[tuple[object, ...]], *, waiting: float, **named: object) -> list[Any]:
        """Have every rank do something, and return what they give, by rank.

        Args:
            name (str): a method of `parity.pipeline.rank_process.Rank`.
            arguments (Sequence[tuple[object, ...]]): by rank.
            waiting (float): seconds that they may take.
            **named (object): arguments that are the same for all.

        Raises:
            RankFailed: if one raises or ends, or they do not answer in time. The ranks are of no more use then.
        """
        told = self.asked(name, arguments, waiting, _AFTER, **named)
        failed = {rank: why for rank, (done, why) in told.items() if not done}
        if failed:
            of_others = (_PEER, ABSENT)
            own = [one for one in sorted(failed.items()) if not any(word in one[1] for word in of_others)]
            rank, why = own[0] if own else min(failed.items())
            raise RankFailed(f"rank {rank} of the {self.role}: {why.removeprefix(ABSENT)}")
        if len(told) < self.size:
            raise RankFailed(self._stuck([rank for rank in range(self.size) if rank not in told], waiting))
        return [told[rank][1] for rank in range(self.size)]

    def asked(
        self, name: str, arguments: Sequence[tuple[object, ...]], waiting: float, after: float, **named: object
    ) -> dict[int, tuple[bool, Any]]:
        """Have every rank do something; return by rank whether it could, and what it gave or why not.

        Args:
            name (str): as for `each`.
            arguments (Sequence[tuple[object, ...]]): by rank.
            waiting (float): seconds that they may take; those that do not answer are left out.
            after (float): seconds that the others may take once one has failed.
            **named (object): arguments that are the same for all.
        """
        self._epoch += 1
        for line, given in zip(self._lines, arguments, strict=True):
            try:
                line.send_bytes(pickle.dumps((name, self._epoch, given, named)))
            except OSError:
                continue  # it has ended: what it said is read below
        told: dict[int, tuple[bool, Any]] = {}
        until = time.monotonic() + waiting
        while len(told) < self.size:
            left = {id(line): rank for rank, line in enumerate(self._lines) if rank not in told}
            ready = wait([self._lines[rank] for rank in left.values()], max(0.0, until - time.monotonic()))
            if not ready:
                break
            for answered in ready:
                rank = left[id(answered)]
                told[rank] = self._told(rank)
                if not told[rank][0]:
                    until = min(until, time.monotonic() + after)
        return told

    def _told(self, rank: int) -> tuple[bool, Any]:
        try:
            done, told = received(self._lines[rank])
        except (EOFError, OSError):
            file = self.folder / f"err{rank}"
            lines = file.read_text(encoding="utf-8", errors="replace").strip().splitlines() if file.exists() else []
            return False, lines[-1].strip().removeprefix("what(): ") if lines else "its process ended"
        return bool(done), told

    def _stuck(self, running: Sequence[int], waiting: float) -> str:
        """Say where each rank that still runs waits."""
        for rank in running:
            os.kill(self._pids[rank], signal.SIGUSR1)
        time.sleep(0.5)
        places = [f"rank {rank} at {_place(self.folder / STACKS.format(rank=rank))}" for rank in running]
        others = [f"rank {rank} has ended" for rank in range(self.size) if rank not in running]
        return f"the ranks of the {self.role} do not end within {waiting:.0f} s: {', '.join([*places, *others])}"


def _place(file: Path) -> str:
    """Return the innermost line of the user's among the frames that were written."""
    frames = _FRAME.findall(file.read_text(encoding="utf-8", errors="replace")) if file.exists() else []
    own = [(name, line) for name, line, _ in frames if not is_framework(name) and "python3" not in name]
    return f"{shown_path(own[0][0])}:{own[0][1]}" if own else "a line that is not its own"


def _free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])
