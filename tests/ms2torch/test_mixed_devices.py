"""Every sampled operation on tensors of another device: nothing it makes on the way, and no result, stays on the CPU.

torch's fake tensors carry a device and refuse mixed ones as CUDA does; no card is needed. What torch cannot fake
(operations with a device guard of their own, values that steer the program) says nothing here and is passed over.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.opdb._database import families
from tools import warm

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).with_name("on_fake_card.py")
WAITING = Path(__file__).with_name("waits_for_the_card.txt")
"""Names that ask a tensor for its values, one a line: the shape of a result, an index or a number hangs on them."""
SHARES = 4
CRASHES = 6  # of torch itself, in one share


def run(names: tuple[str, ...], without: list[str]) -> subprocess.CompletedProcess[str]:
    command = [warm.python(), str(PROGRAM), *names, "--without", *without]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=280)


@pytest.mark.parametrize("share", range(SHARES))
def test_no_operation_mixes_devices(share: int) -> None:
    names, without, found, waits, asked = families()[share::SHARES], [], [], set(), set()
    for _ in range(CRASHES):
        done = run(names, without)
        lines = done.stdout.splitlines()
        found += [line for line in lines if line.startswith("trouble ")]
        waits |= {line.split()[1] for line in lines if line.startswith("host ")}
        asked |= {line.split()[1] for line in lines if line.startswith("at ")}
        if done.returncode == 0:
            break
        assert done.returncode < 0, done.stderr[-2000:]
        without.append(next(line for line in reversed(lines) if line.startswith("at "))[3:])
    else:
        pytest.fail(f"torch ended the process {CRASHES} times, in {without}")
    assert not found, "\n".join(dict.fromkeys(found))
    listed = set(WAITING.read_text(encoding="utf-8").split())
    assert not waits - listed, f"these wait for the card now: {sorted(waits - listed)}"
    gone = (listed & asked) - waits - set(without)
    assert not gone, f"these wait no more, and are to be taken off the list: {sorted(gone)}"


def test_a_mixture_is_seen() -> None:
    assert "on the same device" in run(("mixture",), []).stdout
