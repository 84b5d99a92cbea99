"""Feed `ms2torch compare` nets, specs, targets, traces, dumps and files broken at random; see that it ends well.

    python -m tools.fuzz [--count N] [--seed N] [--only nets|specs|targets|traces|files|dumps] [--show]

Each case runs in a process of its own, in a folder of its own. It ends well with exit code 0, 1 or 2, at most one line
on stderr, no exception that nobody foresaw, within a minute of processor time, and with no file in the folder but the
report: pickles that would write one are among the tensors of dumps. Exit code 1 if a case does not; its command and
what it said are printed.
"""

from __future__ import annotations

import argparse
import atexit
import functools
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tools.fuzz_dumps import NET, damage, implant

TRACE = Path(__file__).resolve().parent.parent / "tests" / "goldens" / "traces"
_SECONDS = 60
"""Of processor time: a case that waits for others' work is not slow."""
_WAITS = 900
"""Seconds by the clock after which a case is taken to wait for ever."""
_SPECS = (
    "float32[2,4]",
    "int64[2,3]<9",
    "x=float32[1,3,8,8]",
    "bool[2,2]",
    "float16[]",
    "float32[2,4]<3",
    "x.npy",
    "x.npz",
)
_TARGETS = ("ref.py:Net", "ref.py:Net(4)", "port.py:Net", "torch.nn:Linear(4, 4)", "port.py:make(width=4)", "port.py")
_RAISED = (
    "ValueError('x')", "SystemExit(0)", "SystemExit('no')", "KeyboardInterrupt2()", "StopIteration()",
    "RecursionError()",
    "MemoryError()", "OSError(28, 'No space left on device')", "UnicodeDecodeError('utf-8', b'x', 0, 1, 'bad')",
    "AssertionError", "KeyError(3)", "Exception('two\\nlines')",
)  # fmt: skip
_RESULTS = (
    "y", "(y, None)", "{'a': y}", "{1: y, 'b': y}", "[]", "None", "3", "'text'", "y.shape", "iter([y])",
    "(y, [y, {'k': (y,)}])",
    "y[:0]", "y > 0", "y.sum()", "y * float('nan')", "y * float('inf')", "self", "lambda: y", "{y.shape[0]}",
    "y.long()",
)  # fmt: skip


@dataclass(slots=True)
class Case:
    """A command line, and the files that it speaks of.

    Args:
        words (list[str]): of the command line.
        files (dict[str, bytes]): by name.
        trace (Callable[[Path], None] | None): makes a trace in a folder.
    """

    words: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    trace: Callable[[Path], None] | None = None


def make(draw: random.Random, only: str = "") -> Case:
    """Return a case of any kind but dumps, or of one kind.

    Args:
        draw (random.Random): decides.
        only (str): the kind. Default: ``""``, any.
    """
    return _KINDS[only](draw) if only else draw.choice(list(_KINDS.values())[:5])(draw)


def _net(draw: random.Random, base: str, layer: str, method: str) -> str:
    """Return the text of a net that may raise anywhere and return anything."""
    places = dict.fromkeys(("top", "init", "body"), "pass")
    if draw.random() < 0.4:
        places[draw.choice(list(places))] = f"raise {draw.choice(_RAISED)}"
    extra = draw.choice(
        ("", "self.u = {0}(4, 4)", "self.act = None", "self.w = self.a", "self.a = None", "self.k = {0}(3, 4)")
    )
    result = draw.choice(_RESULTS) if draw.random() < 0.6 else "y"
    change = draw.choice(("", "y = y.reshape(-1)", "y = y + 1", "y = y @ y", "y[0] = 0", "self.n = y"))
    return f"""
class KeyboardInterrupt2(BaseException):
    pass

{places["top"]}

class Net({base}):
    def __init__(self, width=4):
        super().__init__()
        {places["init"]}
        self.a = {layer}(width, 4)
        {extra.format(layer) or "pass"}

    def {method}(self, x):
        y = self.a(x)
        {places["body"]}
        {change or "pass"}
        return {result}
"""


def _texts(draw: random.Random) -> dict[str, bytes]:
    reference = "import torch\nfrom torch import nn\n" + _net(draw, "nn.Module", "nn.Linear", "forward")
    port = "import mindspore as ms\nfrom mindspore import nn, ops\n" + _net(draw, "nn.Cell", "nn.Dense", "construct")
    return {"ref.py": reference.encode(), "port.py": port.encode()}


def _plain(draw: random.Random) -> dict[str, bytes]:
    """Return two nets that are right."""
    del draw
    still = random.Random(5)
    made = _texts(still)
    ref = b"import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self, width=4):\n"
    ref += b"        super().__init__()\n        self.a = nn.Linear(width, 4)\n\n"
    ref += b"    def forward(self, x):\n        return self.a(x)\n"
    port = ref.replace(b"import torch\nfrom torch", b"import mindspore\nfrom mindspore")
    port = port.replace(b"nn.Module", b"nn.Cell")
    made["ref.py"], made["port.py"] = ref, port.replace(b"nn.Linear", b"nn.Dense").replace(b"forward", b"construct")
    return made


def _broken_nets(draw: random.Random) -> Case:
    files = _texts(draw)
    if draw.random() < 0.2:
        files["port.py"] = _damaged(draw, files["port.py"])
    options = draw.choice(([], ["--grad"], ["--steps", "1"], ["--init"], ["--mode", "train"], ["--max-memory", "1k"]))
    return Case(["ref.py:Net", "port.py:Net", "--input", "float32[2,4]", *options], files)


def _broken_specs(draw: random.Random) -> Case:
    specs = [_garbled(draw, draw.choice(_SPECS)) for _ in range(draw.randint(0, 2))]
    return Case(["ref.py:Net", "port.py:Net", *(word for spec in specs for word in ("--input", spec))], _plain(draw))


def _broken_targets(draw: random.Random) -> Case:
    targets = [_garbled(draw, draw.choice(_TARGETS)) for _ in range(2)]
    return Case(["--input", "float32[2,4]", "--", *targets], _plain(draw))


def _broken_files(draw: random.Random) -> Case:
    import io

    held = io.BytesIO()
    name = draw.choice(("x.npy", "x.npz", "w.safetensors", "w.pth", "w.ckpt", "w.pt"))
    array = np.arange(8).astype(draw.choice(("f4", ">f4", "i8", "O", "S3", "c8", "f2", "u2"))).reshape(2, 4)
    (np.savez if name.endswith("z") else np.save)(held, array)
    data = _damaged(draw, held.getvalue()) if draw.random() < 0.8 else held.getvalue()
    words = ["--input", name] if name.startswith("x") else ["--input", "float32[2,4]", "--weights", name]
    return Case(["ref.py:Net", "port.py:Net", *words], {**_plain(draw), name: data})


def _broken_traces(draw: random.Random) -> Case:
    seed = draw.random()

    def damage(folder: Path) -> None:
        again = random.Random(seed)
        shutil.copytree(TRACE / "net", folder / "trace")
        file = again.choice(sorted((folder / "trace").iterdir()))
        if file.suffix == ".json" and again.random() < 0.8:
            data = json.loads(file.read_text())
            for _ in range(again.randint(1, 3)):
                _mangle(again, data)
            file.write_text(json.dumps(data))
        else:
            file.write_bytes(_damaged(again, file.read_bytes()))

    files = {"ref.py": (TRACE / "cnn_torch.py").read_bytes()}
    return Case(["ref.py:Net", "trace"], files, damage)


def _broken_dumps(draw: random.Random) -> Case:
    seed = draw.random()

    def copy(folder: Path) -> None:
        again = random.Random(seed)
        shutil.copytree(_whole_dump(), folder / "right")
        shutil.copytree(_whole_dump(), folder / "dump")
        damage(folder / "dump", again)
        if again.random() < 0.2:
            implant(folder / "dump", again, folder / "executed")

    sides = draw.choice((["right", "dump"], ["dump", "right"], ["ref.py:Net", "dump"], ["dump", "dump"]))
    return Case(sides, {"ref.py": NET.encode()}, copy)


@functools.cache
def _whole_dump() -> Path:
    """Return a dump that is right; every case copies it."""
    from parity.pipeline.dumped import record_dump

    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    atexit.register(shutil.rmtree, folder)
    (folder / "net.py").write_text(NET, encoding="utf-8")
    target = f"{folder / 'net.py'}:Net"
    record_dump(target, folder / "dump", ("float32[3,4]",), mode="eval", seed=0, weights="seeded", statistics=False)
    return folder / "dump"


_KINDS: dict[str, Callable[[random.Random], Case]] = {
    "nets": _broken_nets,
    "specs": _broken_specs,
    "targets": _broken_targets,
    "traces": _broken_traces,
    "files": _broken_files,
    "dumps": _broken_dumps,
}


def _mangle(draw: random.Random, data: object) -> None:
    """Change one place of a nested value."""
    while isinstance(data, (dict, list)) and data:
        key = draw.choice(list(data)) if isinstance(data, dict) else draw.randrange(len(data))
        inner = data[key]
        if not isinstance(inner, (dict, list)) or not inner or draw.random() < 0.1:
            if draw.random() < 0.3:
                del data[key]
            else:
                data[key] = draw.choice(
                    (None, -1, 1 << 40, "", "../../etc/passwd", "/dev/zero", [], {}, [[]], 0.5, True)
                )
            return
        data = inner


def _garbled(draw: random.Random, text: str) -> str:
    for _ in range(draw.randint(0, 3)):
        place, more = draw.randrange(len(text) + 1), draw.randint(0, 2)
        new = draw.choice(("", "", "[", "]", "<", "0", "-1", ":", "(", ",", "é", "\n", " ", "99", "="))
        text = text[:place] + new + text[place + more :]
    return text or "x"


def _damaged(draw: random.Random, data: bytes) -> bytes:
    held = bytearray(data)
    for _ in range(draw.randint(1, 8)):
        if held:
            held[draw.randrange(len(held))] = draw.randrange(256)
    return bytes(held[: draw.randint(0, len(held))]) if draw.random() < 0.3 else bytes(held)


def judged(case: Case, folder: Path) -> str:
    """Run a case; return what is wrong with its end, "" if nothing.

    Args:
        case (Case): the case.
        folder (Path): an empty folder.
    """
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    if case.trace is not None:
        case.trace(folder)
    before = {path.relative_to(folder) for path in folder.rglob("*")}
    child = os.fork()
    if not child:
        _compare(case, folder)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    said = (folder / "stderr").read_text(errors="replace")
    added = (
        {p.relative_to(folder) for p in folder.rglob("*")} - before - {Path("stderr"), Path("stdout"), Path("r.json")}
    )
    added = {path for path in added if "__pycache__" not in path.parts}
    if code in {-signal.SIGALRM, -signal.SIGXCPU}:
        return "it does not end" if code == -signal.SIGALRM else f"it took more than {_SECONDS} s of the processor"
    if code not in {0, 1, 2}:
        return f"exit code {code}: {said}"
    if "--debug shows where" in said or "Traceback" in said:
        return said
    if code == 2 and len(said.strip().splitlines()) != 1:
        return f"{len(said.splitlines())} lines: {said}"
    return f"it wrote {', '.join(map(str, sorted(added)))}" if added else ""


def _compare(case: Case, folder: Path) -> None:
    import torch

    import cli.main

    torch.set_num_threads(1)  # threads of the process that was forked are not in its child, which would wait
    os.chdir(folder)
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), number)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    signal.alarm(_WAITS)
    spent = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (spent + _SECONDS, spent + _SECONDS + 5))
    sys.argv = ["ms2torch", "compare", "--json", "r.json", *case.words]
    code = 99
    try:
        cli.main.main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0
    finally:
        os._exit(code)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000, help="how many cases")
    parser.add_argument("--seed", type=int, default=0, help="of the cases")
    parser.add_argument("--only", choices=list(_KINDS), default="", help="the kind of cases; default: all but dumps")
    parser.add_argument("--show", action="store_true", help="print each command")
    args = parser.parse_args()
    import torch

    import cli.compare
    import ms2torch.nn
    import parity

    del cli, ms2torch
    torch.set_num_threads(1)
    assert parity.compare  # loads what every child needs
    bad = 0
    for number in range(args.seed, args.seed + args.count):
        case = make(random.Random(number), args.only)
        folder = Path(tempfile.mkdtemp(prefix="fuzz"))
        wrong = judged(case, folder)
        if wrong or args.show:
            print(f"{number}: {case.words}: {wrong or 'ends well'}"[:2000], flush=True)
        if wrong:
            bad += 1
        else:
            shutil.rmtree(folder)
    print(f"{args.count - bad} of {args.count} cases end well")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
