"""Which statements of the users' own code a run did not reach."""

import importlib.util
import sys
import textwrap

import torch

from parity.nets.lines import LineWatch, unexecuted, users_code

CODE = """
import torch
from torch import nn

def helper(x):
    if x.sum() > 1e9:
        return -x
    return x

class Inner(nn.Module):
    def forward(self, x):
        '''Double.'''
        return (
            x
            + x
        )

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.idle = Inner2()
        self.flag = False

    def forward(self, x):
        if x.ndim != 2:
            raise ValueError("two dimensions")
        if self.training:
            x = x + 1
            x = x * 2
        elif self.flag:
            x = x - 1
        for row in range(0):
            x = x[row]
        try:
            y = helper(self.inner(x))
        except KeyError:
            y = x
        return y

class Inner2(nn.Module):
    def forward(self, x):
        return x
"""


def loaded(folder, text=CODE):
    file = folder / "net.py"
    file.write_text(textwrap.dedent(text))
    spec = importlib.util.spec_from_file_location("lines_of_a_test", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return module, str(file)


def spans(net, file, run):
    is_users = users_code(net)
    with LineWatch(is_users) as watch:
        run()
    return [(r.start, r.stop - 1) for r in unexecuted(watch, net, is_users).get(file, [])]


def test_branches_that_did_not_run(tmp_path):
    module, file = loaded(tmp_path)
    net = module.Net().eval()
    found = spans(net, file, lambda: net(torch.ones(2, 2)))
    text = CODE.splitlines()
    assert [text[first - 1].strip() for first, _ in found] == [
        "return -x", "x = x + 1", "x = x - 1", "x = x[row]", "except KeyError:", "return x",
    ] or [text[first - 1].strip() for first, _ in found] == [
        "return -x", "x = x + 1", "x = x - 1", "x = x[row]", "y = x", "return x",
    ]  # fmt: skip
    assert found[1][1] == found[1][0] + 1, "two statements that follow each other are one span"


def test_nothing_is_left_where_all_ran(tmp_path):
    module, file = loaded(tmp_path)
    net = module.Inner()
    assert spans(net, file, lambda: net(torch.ones(2, 2))) == []


def test_a_tracer_that_is_there_already_stays(tmp_path):
    module, file = loaded(tmp_path)
    net = module.Net().eval()

    def tracer(frame, event, argument):
        del frame, event, argument

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        assert spans(net, file, lambda: net(torch.ones(2, 2))) == []
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)


def test_libraries_are_not_watched():
    net = torch.nn.Sequential(torch.nn.Linear(2, 2))
    is_users = users_code(net)
    assert not is_users(torch.nn.Linear.forward.__code__.co_filename)
    assert not is_users("<string>")
    assert is_users(__file__)


def test_loops_do_not_take_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr("parity.nets.lines._LIMIT", 50)
    module, file = loaded(
        tmp_path,
        """
        from torch import nn
        class Net(nn.Module):
            def forward(self, x):
                for _ in range(1000):
                    x = x + 1
                if x is None:
                    return 3
                return x
        """,
    )
    net = module.Net()
    spans(net, file, lambda: net(torch.ones(1)))
    assert sys.gettrace() is None
