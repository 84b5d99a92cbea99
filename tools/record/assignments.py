"""Record what real MindSpore makes of assignments to the attributes of a Cell.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/assignments.py     # rewrite tests/goldens/assignments.json

tests/ms2torch/test_assignments.py asks ms2torch the same questions, those of tests/opdb/_assignments.py.
"""

from __future__ import annotations

import itertools
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

from tests.opdb._assignments import TIMES, Question, answer, questions  # noqa: E402

GOLDEN = HERE / "tests" / "goldens" / "assignments.json"
Answer = dict[str, str] | str


def answer_from(start: int) -> None:
    """Print the answers from one question on, a line of JSON each."""
    import mindspore

    mindspore.set_context(mode=mindspore.PYNATIVE_MODE, device_target="CPU", pynative_synchronize=True)
    for number, question in itertools.islice(enumerate(questions()), start, None):
        print("@", json.dumps([number, None]), flush=True)
        print("@", json.dumps([number, answer(mindspore, question)]), flush=True)


def ask() -> dict[int, Answer]:
    """Return the answers by number; a question that ends the process is answered by that."""
    found: dict[int, Answer] = {}
    start = 0
    while True:
        command = [sys.executable, __file__, "--from", str(start)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [json.loads(line[2:]) for line in done.stdout.splitlines() if line.startswith("@ ")]
        found.update((number, said) for number, said in lines if said is not None)
        if done.returncode == 0 or not lines:
            print(done.stderr[-2000:], file=sys.stderr)
            return found
        start = lines[-1][0] + 1
        found.setdefault(lines[-1][0], "the process ends")


def table(answers: dict[Question, Answer]) -> dict[str, dict[str, Any]]:
    """Arrange the answers by what is held and the statement; one for all times where they are the same."""
    out: dict[str, dict[str, Any]] = {}
    for held, write, _ in answers:
        said = {when: answers[Question(held, write, when)] for when in TIMES}
        same = all(each == said[TIMES[0]] for each in said.values())
        out.setdefault(held, {})[write] = {"": said[TIMES[0]]} if same else said
    return out


def main(arguments: list[str]) -> int:
    """Write the golden file."""
    if arguments[:1] == ["--from"]:
        answer_from(int(arguments[1]))
        return 0
    answers = ask()
    recorded = table({question: answers[number] for number, question in enumerate(questions())})
    blocks = []
    for held, writes in recorded.items():
        lines = [f"{json.dumps(write)}: {json.dumps(said, separators=(',', ':'))}" for write, said in writes.items()]
        blocks.append(f"{json.dumps(held)}: {{\n" + ",\n".join(lines) + "\n}")
    GOLDEN.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
