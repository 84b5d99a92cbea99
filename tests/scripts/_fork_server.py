"""Run many programs under `ms2torch run`, each in a fresh child of a process that has imported ms2torch already.

Importing torch costs two seconds; a fork costs milliseconds and starts from the same clean state each time.
Reads one JSON object a line, `{"script": ..., "folder": ...}`; runs the script in that folder with its output in
`stdout.txt` and `stderr.txt` beside it; answers the exit code on a line of its own. Stops when its input ends.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from typing import NoReturn

import ms2torch
import torch


def become_program(script: str, folder: str) -> NoReturn:
    """Turn this process into `python -m ms2torch run SCRIPT` started in `folder`."""
    os.chdir(folder)
    for name, descriptor in (("stdout.txt", 1), ("stderr.txt", 2)):
        file = os.open(os.path.join(os.path.dirname(folder), name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(file, descriptor)
        os.close(file)
    torch.set_num_threads(1)
    sys.argv = ["ms2torch", "run", script]
    sys.path[0] = folder  # what `-m` puts there
    code = 0
    try:
        runpy.run_module("ms2torch.__main__", run_name="__main__")
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:  # noqa: BLE001 - it is shown, and becomes the exit code
        sys.excepthook(*sys.exc_info())
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main() -> None:
    """Serve until standard input is closed."""
    assert ms2torch.__name__ in sys.modules
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            become_program(request["script"], request["folder"])
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
