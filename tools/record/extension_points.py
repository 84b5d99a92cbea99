"""Record what real MindSpore makes of methods that a subclass overrides and attributes that a user replaces.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/extension_points.py [FAMILY ...]   # rewrite tests/goldens/extension_points.json

Each instance is run once under a watch that lists what its code reads from `self`; then each of these methods is
overridden and each attribute replaced, one at a time. tests/ms2torch/test_extension_points.py asks ms2torch the same.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
os.environ.setdefault("GLOG_v", "4")

from tests.opdb._calls import MindSporeLike  # noqa: E402
from tests.opdb._extension_points import Derive, Subject, alike, answer, other, plain, probe  # noqa: E402
from tests.opdb._extension_subjects import FAMILIES  # noqa: E402

GOLDEN = HERE / "tests" / "goldens" / "extension_points.json"
SAME = "="
# what every Cell is, and does not compute with
OF_THE_FRAME = {"cls_name", "training", "phase", "requires_grad", "name"}


def watching(read: set[str]) -> Derive:
    """Derive a class that notes each name read from its instances."""

    def derive(cls: type) -> type:
        def noting(self: Any, name: str) -> Any:
            read.add(name)
            return super(derived, self).__getattribute__(name)

        derived = type(cls.__name__, (cls,), {"__getattribute__": noting})
        return derived

    return derive


def points(framework: Any, subject: Subject) -> list[tuple[str, str, Any]]:
    """List the probes of a subject: how, the name, and the value that is set."""
    read: set[str] = set()
    built = subject.build(framework, watching(read))
    subject.run(framework, built)
    again = subject.build(framework, plain)
    owned = {*vars(built), *vars(built).get("_params", ()), *vars(built).get("_cells", ())}
    owned |= set(vars(built).get("_primitives", ()))
    base = framework.nn.Cell if isinstance(built, framework.nn.Cell) else object
    frame = framework.nn.Cell()
    compiled = subject.methods
    listed: list[tuple[str, str, Any]] = [("override", name, None) for name in compiled(framework)] if compiled else []
    for name in sorted(read | owned):
        if name.startswith("__") or name in OF_THE_FRAME or hasattr(base, name) or hasattr(frame, name):
            continue
        if name == "construct":
            continue
        kinds = {"set"} if compiled else {"override"} if subject.overrides_alone else {"set", "around", "override"}
        if isinstance(vars(built).get(name), int) and vars(built)[name] != vars(again).get(name):
            continue  # a number of this very instance
        listed += [one for one in _probe_of(framework, built, name) if one[0] in kinds]
    return listed


def _probe_of(framework: Any, built: Any, name: str) -> list[tuple[str, str, Any]]:
    try:
        value = getattr(built, name)
    except AttributeError:
        return []
    in_class = hasattr(type(built), name)
    if in_class:
        described = getattr(type(built), name)
        return [("override", name, None)] if callable(described) and callable(value) else []
    if isinstance(value, (framework.ms.Tensor, type)):
        return []
    if callable(value):
        container = isinstance(value, (framework.nn.CellList, framework.nn.CellDict, framework.nn.SequentialCell))
        return [] if container else [("around", name, None)]
    instead = other(value)
    return [] if instead is None else [("set", name, instead)]


def record(framework: Any, subject: Subject) -> dict[str, Any]:
    """Ask about everything that a subject reads.

    Args:
        framework (MindSporeLike): real MindSpore.
        subject (Subject): what is probed.

    Returns:
        dict, the plain answer, and by kind of probe and name the answer, or the value that was set and the answer.
    """
    base = answer(framework, subject)
    found: dict[str, Any] = {"": base}
    if base.startswith("!") or not alike(answer(framework, subject), base):
        return found
    for how, name, value in points(framework, subject):
        said = probe(framework, subject, how, name, value)
        if alike(said.removesuffix(" called"), base):
            said = SAME + said[len(said.removesuffix(" called")) :]
        # what ends in an error tells nothing, nor does a private method that changes nothing
        if said[0] == "!" or (said == SAME and how == "override" and name[0] == "_"):
            continue
        found.setdefault(how, {})[name] = [value, said] if how == "set" else said
    return found


def of_family(family: str, start: int) -> None:
    """Print the answers about a family's subjects, a line of JSON each, from one of them on."""
    framework = MindSporeLike("mindspore")
    for number, subject in enumerate(FAMILIES[family](framework)):
        if number >= start:
            print("@", json.dumps([number, subject.name, None]), flush=True)
            print("@", json.dumps([number, subject.name, record(framework, subject)]), flush=True)


def ask(family: str) -> dict[str, Any]:
    """Ask about a family in processes of its own; a subject that ends one is left out."""
    found: dict[str, Any] = {}
    start = 0
    while True:
        command = [sys.executable, __file__, "--subjects", family, str(start)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [json.loads(line[2:]) for line in done.stdout.splitlines() if line.startswith("@ ")]
        found.update({name: answers for _, name, answers in lines if answers is not None})
        if done.returncode == 0 or not lines:
            if done.returncode:
                print(done.stderr[-2000:], file=sys.stderr)
            return found
        start = lines[-1][0] + 1
        print(f"{family}: {lines[-1][1]} ended the process", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Write the golden file."""
    if arguments[:1] == ["--subjects"]:
        of_family(arguments[1], int(arguments[2]))
        return 0
    recorded = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    for family in arguments or FAMILIES:
        recorded[family] = ask(family)
        print(family, len(recorded[family]), sum(len(each) for one in recorded[family].values() for each in one.values()
                                                 if isinstance(each, dict)), flush=True)  # fmt: skip
    blocks = []
    for family, subjects in recorded.items():
        lines = [f"{json.dumps(name)}: {json.dumps(said, separators=(',', ':'))}" for name, said in subjects.items()]
        blocks.append(f"{json.dumps(family)}: {{\n" + ",\n".join(lines) + "\n}")
    GOLDEN.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
