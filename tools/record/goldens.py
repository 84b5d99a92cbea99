"""Run the op database on real MindSpore and store the answers.

Each op runs in a forked child: a crash, a hang or a poisoned runtime costs one sample. What is recorded already
(same name, same sample) is kept, so recording again is cheap.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.opdb import _database
from tests.opdb._answers import differences, encode
from tests.opdb._calls import MindSporeLike, TorchItself
from tests.opdb._spec import Op, Sample, sample_key

# How MindSpore says that the CPU has no kernel for a call, as opposed to refusing the call itself.
NO_KERNEL = re.compile(
    r"Select CPU operator|Unsupported (?:data ?type|op)|unregistered|GetKernelAttr"
    r"|unsupported on CPU|not support(?:ed)? (?:on|in|by|the) (?:the )?CPU"
    r"|is not (?:registered|supported) (?:on|in|for) .*CPU|does not support.*(?:CPU|backend)"
    r"|kernel.*not exist|CPU.{0,40}(?:not implemented|unsupported|not support)",
    re.IGNORECASE,
)

# Where the names lie of what gives the answers in MindSpore's place.
ELSEWHERE = ("torch.", "tests.")

Task = tuple[str, str, Sample]  # name, key, sample
Answer = tuple[dict[str, Any], list[Any]]


def record(only_families: list[str] | None, only: re.Pattern[str], *, again: bool, timeout: float) -> int:
    """Record every sample that has no answer yet; returns the exit code."""
    mindspore = MindSporeLike("mindspore")
    mindspore.ms.set_context(mode=mindspore.ms.PYNATIVE_MODE, pynative_synchronize=True, device_target="CPU")
    unknown = set(only_families or ()) - set(_database.families())
    if unknown:
        sys.exit(f"no such family: {', '.join(sorted(unknown))}; there are {', '.join(_database.families())}")
    complaints = 0
    for family in only_families or _database.families():
        complaints += record_family(family, mindspore, only, again=again, timeout=timeout)
    return 1 if complaints else 0


def record_family(family: str, mindspore: MindSporeLike, only: re.Pattern[str], *, again: bool, timeout: float) -> int:
    """Bring one family's answers up to date; returns the number of samples that have no good answer."""
    started = time.monotonic()
    old = _database.load_goldens(family)
    new = _database.Goldens({}, {})
    runs = complaints = 0
    for op in _database.ops(family):
        tasks: list[Task] = []
        for name, key, one in wanted(op):
            chosen = only.search(name) is not None
            if key in old.answers.get(name, {}) and not (again and chosen):
                new.put(name, key, without_count(old.answers[name][key]), old.arrays_of(name, key))
            elif chosen:
                tasks.append((name, key, one))
        if any(op.source(name, one).startswith(ELSEWHERE) for name, _, one in tasks):
            importlib.import_module("torch")  # once, before the children fork
        for (name, key, one), (answer, arrays) in run_isolated(op, tasks, mindspore, timeout):
            runs += 1
            complaint = complaint_about(one, answer)
            if complaint:
                complaints += 1
                print(f"{family}: {name}{one}: {complaint}")
            answer.pop("message", None)  # MindSpore's own text is shown, not kept
            new.put(name, key, {"sample": str(one), **answer}, arrays)
    if new.answers != old.answers or runs:
        _database.save_goldens(family, new)
    count = sum(map(len, new.answers.values()))
    print(f"{family}: {count} answers, {runs} of them recorded now, {time.monotonic() - started:.1f} s")
    return complaints


def wanted(op: Op) -> Iterator[Task]:
    """The answers that the tests of `op` need; names in `like` use those of `op.name`."""
    for name in (op.name, *op.also):
        for one in (*op.samples_for(name), *op.errors_for(name)):
            yield name, sample_key(op, name, one), one


def without_count(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer as it was before its arrays were counted."""
    return {key: value for key, value in answer.items() if key != "arrays"}


def complaint_about(one: Sample, answer: dict[str, Any]) -> str:
    """What the author of a sample should know; empty when all is well."""
    raised = answer.get("raises")
    if one.raises is None:
        if raised is None or answer["refusal"] == "no kernel":
            return ""
        if answer["refusal"] == "unstable":
            return f"MindSpore gives {answer.get('message')}; drop it, or say what answers it (`.answered_by`)"
        return f"MindSpore refuses it: {raised}: {answer.get('message', '')}"
    if raised is None:
        return f"MindSpore accepts it, {one.raises.__name__} was expected"
    return "" if raised == one.raises.__name__ else f"MindSpore raises {raised}, not {one.raises.__name__}"


def run_isolated(op: Op, tasks: list[Task], mindspore: MindSporeLike, timeout: float) -> Iterator[tuple[Task, Answer]]:
    """Run the tasks in forked children, a fresh one after each child that did not come back."""
    while tasks:
        done = 0
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            run_in_child(op, tasks, mindspore, writer)
        os.close(writer)
        deadline = time.monotonic() + timeout
        reason = "crashed"
        with os.fdopen(reader, "rb", buffering=0) as stream:
            while done < len(tasks):
                try:
                    answer = receive(stream, deadline)
                except TimeoutError:
                    reason = "timed out"
                    break
                if answer is None:
                    break
                yield tasks[done], answer
                done += 1
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if done < len(tasks):
            yield tasks[done], ({"raises": "Process", "refusal": reason, "message": f"the process {reason}"}, [])
            done += 1
        tasks = tasks[done:]


def run_in_child(op: Op, tasks: list[Task], mindspore: MindSporeLike, writer: int) -> None:
    """Answer each task into the pipe; never returns."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        for name, _, one in tasks:
            payload = pickle.dumps(stable_answer_of(op, name, one, mindspore))
            content = struct.pack("<Q", len(payload)) + payload
            while content:
                content = content[os.write(writer, content) :]
    finally:
        os._exit(0)


def stable_answer_of(op: Op, name: str, one: Sample, mindspore: MindSporeLike) -> Answer:
    """Run one sample twice: some kernels return memory they never wrote, e.g. `sum` of an empty tensor."""
    leave_behind(mindspore, 7.25)
    answer, arrays = answer_of(op, name, one, mindspore)
    if "out" not in answer:
        return answer, arrays
    leave_behind(mindspore, -3.5)
    again, arrays_again = answer_of(op, name, one, mindspore)
    if "out" not in again:
        return {"raises": again["raises"], "refusal": "unstable", "message": "only the second time"}, []
    tolerance = op.tol if one.tolerance is None else one.tolerance
    said = differences(answer["out"], arrays, again["out"], arrays_again, tol=tolerance, random=op.random)
    if said:
        return {"raises": "Unstable", "refusal": "unstable", "message": f"another answer each time: {said[0]}"}, []
    return answer, arrays


def leave_behind(mindspore: MindSporeLike, value: float) -> None:
    """Fill and free memory of the sizes that the next call may get."""
    made = [mindspore.ms.ops.ones((size,), mindspore.ms.float32) * value for size in (1, 3, 8, 16, 64, 256)]
    for each in made:
        each.asnumpy()


def answer_of(op: Op, name: str, one: Sample, mindspore: MindSporeLike) -> Answer:
    """Run one sample."""
    source = op.source(name, one)
    framework = TorchItself() if source.startswith(ELSEWHERE) and one.raises is None else mindspore
    arrays: list[Any] = []
    try:
        result = framework.run(op, source if framework is not mindspore or one.raises is None else name, one)
        return {"out": encode(result, arrays)}, arrays
    except Exception as error:
        message = str(error).strip()
        refusal = "no kernel" if NO_KERNEL.search(message) else "call"
        first = message.splitlines()[0][:160] if message else ""
        return {"raises": type(error).__name__, "refusal": refusal, "message": first}, []


def receive(stream: Any, deadline: float) -> Answer | None:
    """The next answer of a child, None when it has ended."""
    head = read_exactly(stream, 8, deadline)
    if head is None:
        return None
    body = read_exactly(stream, struct.unpack("<Q", head)[0], deadline)
    return None if body is None else pickle.loads(body)


def read_exactly(stream: Any, count: int, deadline: float) -> bytes | None:
    """`count` bytes, or None at the end of the stream.

    Raises:
        TimeoutError: if they do not come before the deadline.
    """
    parts = b""
    while len(parts) < count:
        if not select.select([stream], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise TimeoutError
        part = stream.read(count - len(parts))
        if not part:
            return None
        parts += part
    return parts
