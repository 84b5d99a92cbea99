"""One of the processes that `msrun` starts: sets the environment as MindSpore's msrun does, and runs the program."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ms2torch import _run


def main(words: Sequence[str]) -> int:
    """Run the program.

    Args:
        words (Sequence[str]): options of `msrun` that concern it, the program and its arguments.

    Returns:
        int: the exit code.
    """
    parser = argparse.ArgumentParser()
    for name in ("worker_num", "master_addr", "master_port", "rank_table_file"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    args = parser.parse_args(words)
    os.dup2(1, 2)  # one log file has both outputs, in their order
    _set_environment(args)
    program = args.program[1:] if args.program[0] in ("python", "python3") else args.program
    return _pytest(program[1:]) if program[:1] == ["pytest"] else _run.main(program)


def _set_environment(args: argparse.Namespace) -> None:
    environ = os.environ
    environ["RANK_ID"] = environ["MS_NODE_ID"] = environ["RANK"]
    environ["DEVICE_ID"] = environ["LOCAL_RANK"]
    environ["RANK_SIZE"] = environ["MS_WORKER_NUM"] = args.worker_num
    environ["MS_ROLE"] = "MS_WORKER"
    environ["MS_SCHED_HOST"], environ["MS_SCHED_PORT"] = args.master_addr, args.master_port
    if args.rank_table_file:
        environ["RANK_TABLE_FILE"] = args.rank_table_file


def _pytest(words: list[str]) -> int:
    import pytest

    from ms2torch._hook import install

    install()
    return int(pytest.main(words))


if __name__ == "__main__":
    del sys.path[0]  # the working directory, put there by `-m`; the program's own folder comes in its place
    sys.exit(main(sys.argv[1:]))
