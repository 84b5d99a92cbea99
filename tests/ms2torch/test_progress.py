"""The bar of training: on a terminal only."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

from tools import warm

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import numpy as np, ms2torch as ms
from ms2torch import nn, dataset as ds
from ms2torch.train import LossMonitor, Model
net = nn.Dense(2, 1)
data = ds.NumpySlicesDataset((np.ones((4, 2), np.float32), np.ones((4, 1), np.float32)), shuffle=False).batch(1)
Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1)).train(2, data, [LossMonitor(2)])
print("end")
"""


def run(**streams):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "TERM": "xterm", "COLUMNS": "100"}
    command = [warm.python(), "-c", PROGRAM]
    return subprocess.run(command, env=environment, timeout=120, check=True, **streams)


def test_none_where_output_goes_to_a_pipe():
    done = run(stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.stderr == ""
    assert [line.partition(",")[0] for line in done.stdout.splitlines()] == [
        "epoch: 1 step: 2", "epoch: 1 step: 4", "epoch: 2 step: 2", "epoch: 2 step: 4", "end",
    ]  # fmt: skip


def test_one_on_a_terminal_beside_what_callbacks_print():
    main, side = pty.openpty()
    run(stdout=side, stderr=side)
    os.close(side)
    text = ""
    try:
        while chunk := os.read(main, 65536):
            text += chunk.decode()
    except OSError:  # Linux says so that the other side is closed
        pass
    assert "epoch: 2 step: 4, loss is" in text
    assert "/8" in text
    assert "loss " in text
