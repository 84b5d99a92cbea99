"""Several processes, on the CPU: every way to start them, data parallel training, collectives."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ms2torch import nn
from tools import warm

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "processes"
TRAIN, COLLECTIVES = str(PROGRAMS / "train.py"), str(PROGRAMS / "collectives.py")
_SIGNS = re.compile(r"^(RANK|WORLD_SIZE|LOCAL_|MASTER_|MS_|OMPI_|PMI|MPI_|DEVICE_ID|TORCHELASTIC)")


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if not _SIGNS.match(name)}
    return {**kept, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **{k: str(v) for k, v in more.items()}}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def run(words, folder, python=None, **env):
    done = subprocess.run(
        [python or warm.python(), *words],
        cwd=folder,
        env=environment(**env),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def together(words, environments, folder):
    """Start one process for each environment, as a shell or a cluster's scheduler would."""
    started = [
        subprocess.Popen(
            [warm.python(), "-m", "ms2torch", "run", *words], cwd=folder, env=environment(**env), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )
        for env in environments
    ]  # fmt: skip
    try:
        ended = [process.communicate(timeout=200) for process in started]
    finally:
        for process in started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    return [(process.returncode, *texts) for process, texts in zip(started, ended, strict=True)]


def results(text):
    """The lines RESULT RANK SIZE VALUE... by rank, as numbers."""
    found = re.findall(r"RESULT (\d+) (\d+)((?: [\d.]+)*)", text)
    return {int(rank): (int(size), [float(v) for v in rest.split()]) for rank, size, rest in found}


def written(folder):
    """What the processes wrote, each into a file of its own."""
    return results("".join(file.read_text() for file in sorted(folder.glob("result_*.txt"))))


def torchrun(count, words, folder):
    launcher = ["-m", "torch.distributed.run", f"--nproc_per_node={count}", f"--master_port={free_port()}"]
    return run([*launcher, "-m", "ms2torch", "run", *words], folder, PYTHON_EXEC=warm.python())


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    code, _, err = torchrun(1, [TRAIN], folder)
    assert code == 0, err[-2000:]
    return written(folder)[0][1]


@pytest.mark.parametrize(("count", "words"), [(2, ()), (4, ()), (2, ("share",))])
def test_data_parallel_weights_are_those_of_one_process(tmp_path, alone, count, words):
    code, _, err = torchrun(count, [TRAIN, *words], tmp_path)
    assert code == 0, err[-2000:]
    found = written(tmp_path)
    assert sorted(found) == list(range(count))
    for size, values in found.values():
        assert size == count
        assert values == pytest.approx(alone, rel=1e-5)


@pytest.mark.parametrize("count", [2, 4])
def test_collectives(tmp_path, count):
    code, _, err = torchrun(count, [COLLECTIVES], tmp_path)
    assert code == 0, err[-3000:]
    assert written(tmp_path) == {rank: (count, [rank]) for rank in range(count)}


@pytest.mark.parametrize("program", ["primitives_of_two.py", "functions_of_two.py", "stopping_of_two.py"])
def test_two_processes(tmp_path, program):
    common = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free_port(), "WORLD_SIZE": 2}
    ended = together([str(PROGRAMS / program)], [{**common, "RANK": rank} for rank in range(2)], tmp_path)
    assert [code for code, _, _ in ended] == [0, 0], ended


def test_msrun_joins_shows_and_keeps_logs(tmp_path, alone):
    words = ["--worker_num=2", "--local_worker_num=2", f"--master_port={free_port()}", "--log_dir=logs", "--join=True"]
    code, out, err = run(["-m", "ms2torch.parallel.cluster", *words, TRAIN], tmp_path)
    assert code == 0, err[-2000:]
    for rank in range(2):
        assert results((tmp_path / f"logs/worker_{rank}.log").read_text())[rank][1] == pytest.approx(alone, rel=1e-5)
    assert "[0] RESULT 0 2" in out
    assert "[1] RESULT 1 2" in out


def test_msrun_sets_mindspores_variables_and_passes_failure_on(tmp_path):
    program = tmp_path / "prog.py"
    program.write_text(
        "import os, sys\n"
        "names = ('RANK_ID', 'RANK_SIZE', 'DEVICE_ID', 'MS_WORKER_NUM', 'MS_ROLE')\n"
        "print(*[os.environ[name] for name in names], sys.argv[1:])\n"
        "print('to stderr', file=sys.stderr)\nsys.exit(int(os.environ['RANK_ID']) * 3)\n"
    )
    words = ["--worker_num=2", "--local_worker_num=2", f"--master_port={free_port()}", "--join=True"]
    words += ["--tail_worker_log=0", "--worker_log_name=w"]
    code, out, err = run(["-m", "ms2torch.parallel.cluster", *words, "python", str(program), "--a", "b"], tmp_path)
    assert code == 1
    assert "worker 1 ended with exit code 3" in err
    assert "w_1.log" in err
    first = (tmp_path / "w_0.log").read_text()
    assert "0 2 0 2 MS_WORKER ['--a', 'b']" in first
    assert "to stderr" in first
    assert "1 2 1 2 MS_WORKER" not in out


def test_msrun_refuses_what_it_cannot_do(tmp_path):
    code, _, err = run(["-m", "ms2torch.parallel.cluster", "--bind_core=True", "x.py"], tmp_path)
    assert code == 2
    assert "--bind_core is not supported" in err


def test_dynamic_networking_with_a_scheduler(tmp_path, alone):
    common = {"MS_WORKER_NUM": 2, "MS_SCHED_HOST": "127.0.0.1", "MS_SCHED_PORT": free_port(), "MS_TOPO_TIMEOUT": 60}
    roles = [{"MS_ROLE": "MS_SCHED"}, {"MS_ROLE": "MS_WORKER"}, {"MS_ROLE": "MS_WORKER"}]
    ended = together([TRAIN], [{**common, **role} for role in roles], tmp_path)
    assert [code for code, _, _ in ended] == [0, 0, 0], ended
    found = written(tmp_path)
    assert sorted(found) == [0, 1]
    assert found[1][1] == pytest.approx(alone, rel=1e-5)


def test_mpirun(tmp_path):
    environments = [
        {"OMPI_COMM_WORLD_RANK": rank, "OMPI_COMM_WORLD_SIZE": 2, "OMPI_COMM_WORLD_LOCAL_RANK": rank,
         "OMPI_COMM_WORLD_LOCAL_SIZE": 2, "PMIX_NAMESPACE": f"job{os.getpid()}"}
        for rank in range(2)
    ]  # fmt: skip
    ended = together([COLLECTIVES], environments, tmp_path)
    assert [code for code, _, _ in ended] == [0, 0], ended


def test_rank_table(tmp_path):
    devices = [{"device_id": str(i), "device_ip": "", "rank_id": str(i)} for i in range(2)]
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"server_count": "1", "server_list": [{"server_id": "127.0.0.1", "device": devices}]}))
    common = {"RANK_TABLE_FILE": table, "RANK_SIZE": 2, "MASTER_PORT": free_port()}
    ended = together([COLLECTIVES], [{**common, "RANK_ID": rank} for rank in range(2)], tmp_path)
    assert [code for code, _, _ in ended] == [0, 0], ended


@pytest.mark.parametrize(
    ("env", "warned"),
    [
        ({"MS_ROLE": "MS_WORKER", "MS_WORKER_NUM": 2, "MS_SCHED_HOST": "127.0.0.1", "MS_SCHED_PORT": 9}, 1),
        ({"RANK_SIZE": 8, "RANK_ID": 1}, 1),
        ({"OMPI_COMM_WORLD_RANK": 0, "OMPI_COMM_WORLD_SIZE": 2}, 1),
        ({"RANK": 0, "WORLD_SIZE": 2, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": 9}, 1),
        ({"RANK_SIZE": 1, "WORLD_SIZE": 4}, 0),
        ({}, 0),
    ],
)
def test_a_program_without_init_is_told_that_it_trains_alone(tmp_path, env, warned):
    program = "from ms2torch import nn\nfor _ in range(2): nn.SGD(nn.Dense(2, 1).trainable_params(), 0.1)"
    code, _, err = run(["-c", program], tmp_path, **env)
    assert (code, err.count("trains alone")) == (0, warned)


def test_cutting_a_cell_changes_nothing_in_one_process():
    assert nn.Dense(2, 1).shard(((1, 1),)) is None


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({}, "torchrun"),
        ({"RANK_SIZE": 2, "RANK_ID": 0}, "each would train alone"),
        ({"MS_ROLE": "MS_WORKER", "MS_WORKER_NUM": 2}, "MS_SCHED_HOST"),
        ({"RANK_TABLE_FILE": "none.json", "RANK_ID": 0}, "none.json"),
    ],
)
def test_a_process_that_would_train_alone_is_an_error(tmp_path, env, words):
    code, _, err = run(["-m", "ms2torch", "run", TRAIN], tmp_path, **env)
    assert code == 1
    assert words in err.splitlines()[-1]


def test_forked_processes_go_on_computing_and_share_tensors(tmp_path):
    """With several threads, which a fork does not copy; what was sent is shared, what was an argument is a copy."""
    code, out, err = run(["-m", "ms2torch", "run", str(PROGRAMS / "forked.py")], tmp_path, OMP_NUM_THREADS=2)
    assert code == 0, err
    nested = "(Tensor(shape=[], dtype=Int64, value= 2), {'x': Tensor(shape=[1], dtype=Bool, value= [ True])})"
    assert out.splitlines() == [
        "0 True [[1. 3.]",
        f" [2. 4.]] [1.500000] {nested}",
        "[7. 7.] [0. 0.]",
        "[1000, 8000, 16777216]",
        "3",
    ]


def test_worker_processes_throw_away_nothing_of_the_main_process(tmp_path):
    done = run(["-m", "ms2torch", "run", str(PROGRAMS / "left_loader.py")], tmp_path, python=sys.executable)
    assert done == (0, "[1.0, 2.0, 3.0, 4.0]\n", "")
