"""A finding's line to write as an edit: what it replaces, and when there is none."""

import pytest

from parity.code.text_edits import TextEdit, applied, edit_of, joined

SOURCE = """\
class Net(nn.Cell):
    def __init__(self):
        self.conv = nn.Conv2d(3, 8, 3)
        self.body = nn.SequentialCell(
            nn.Dense(8, 4),
            nn.BatchNorm2d(
                4,
                eps=1e-3,
            ),
        )

    def construct(self, x):
        x = ops.softmax(ops.relu(x), axis=1)
        if x.mean() > 0: return ops.sum(x, 1)
        é = ops.tanh(x); y = ops.exp(x)
        return self.body(
            x
        )
"""


@pytest.mark.parametrize(
    ("line", "fix", "written"),
    [
        (3, "self.conv = nn.Conv2d(3, 8, 3, group=2)", "        self.conv = nn.Conv2d(3, 8, 3, group=2)"),
        (3, "nn.Conv2d(3, 8, 5)", "        self.conv = nn.Conv2d(3, 8, 5)"),
        (5, "nn.Dense(8, 4, has_bias=False),", "            nn.Dense(8, 4, has_bias=False),"),
        (5, "nn.Dense(8, 4, has_bias=False)", "            nn.Dense(8, 4, has_bias=False),"),
        (6, "nn.BatchNorm2d(4, eps=1e-5),", "            nn.BatchNorm2d(4, eps=1e-5),"),
        (13, "ops.softmax(ops.relu(x), axis=-1)", "        x = ops.softmax(ops.relu(x), axis=-1)"),
        (13, "ops.relu(-x)", "        x = ops.softmax(ops.relu(-x), axis=1)"),
        (13, "x = ops.softmax(x, axis=1)", "        x = ops.softmax(x, axis=1)"),
        (14, "return ops.sum(x, -1)", "        if x.mean() > 0: return ops.sum(x, -1)"),
        (15, "y = ops.exp(-x)", "        é = ops.tanh(x); y = ops.exp(-x)"),
        (15, "é = ops.tanh(-x)", "        é = ops.tanh(-x); y = ops.exp(x)"),
        (15, "é = ops.tan(x); y = ops.sin(x)", "        é = ops.tan(x); y = ops.sin(x)"),
        (15, "ops.exp(-x)", "        é = ops.tanh(x); y = ops.exp(-x)"),
        (16, "return self.body(x + 1)", "        return self.body(x + 1)"),
        (16, "x = x * 2\nreturn self.body(x)", "        x = x * 2\n        return self.body(x)"),
    ],
)  # fmt: skip
def test_what_is_replaced(line: int, fix: str, written: str) -> None:
    edit = edit_of("net.py", line, fix, SOURCE)
    assert edit is not None
    before, after = SOURCE.splitlines(), applied(SOURCE, [edit]).splitlines()
    new = written.splitlines()
    assert after[: line - 1] == before[: line - 1]
    assert after[line - 1 : line - 1 + len(new)] == new
    assert after[line - 1 + len(new) :] == before[len(before) - (len(after) - (line - 1 + len(new))) :]


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        (3, ""),
        (3, "set pad_mode to valid, and padding to 0"),
        (99, "x = 1"),
        (0, "x = 1"),
        (13, "ops.tanh(x"),
    ],
)
def test_no_edit_where_the_file_would_not_parse(line: int, fix: str) -> None:
    assert edit_of("net.py", line, fix, SOURCE) is None
    assert edit_of("net.py", 1, "x = 1", "def broken(:\n") is None


def test_edits_that_overlap_are_written_once() -> None:
    one, other = TextEdit("a.py", 1, 1, 1, 2, "b"), TextEdit("a.py", 1, 1, 1, 6, "c")
    assert applied("a = 1\nx = 2\n", [one, other, TextEdit("a.py", 2, 5, 2, 6, "3")]) == "b = 1\nx = 3\n"


BOTH = 'one, other = kind("one", 8), kind("other", 8)'


@pytest.mark.parametrize(
    ("fixes", "expected"),
    [
        (['one, other = kind("one", 9), kind("other", 8)'], 'one, other = kind("one", 9), kind("other", 8)'),
        (
            ['one, other = kind("one", 9), kind("other", 8)', 'one, other = kind("one", 8), kind("other", 8, a=1)'],
            'one, other = kind("one", 9), kind("other", 8, a=1)',
        ),
        ([BOTH.replace("8)", "7)")] * 2, BOTH.replace("8)", "7)")),
        (
            [BOTH.replace('"one", 8', '"one", 8, a=1'), BOTH.replace('"one", 8', '"one", 8, b=2')],
            BOTH.replace('"one", 8', '"one", 8, a=1, b=2'),
        ),
        ([BOTH.replace('"one", 8', '"one", 8, a=1'), BOTH.replace('"one", 8', '"one", 8, a=2')], None),
        ([BOTH.replace('"one", 8', '"one", 7'), BOTH.replace('"one", 8', '"one", 6')], None),
    ],
)
def test_lines_to_write_on_one_line(fixes: list[str], expected: str | None) -> None:
    source = f"def build(kind):\n    {BOTH}\n"
    edits = [edit for edit in (edit_of("net.py", 2, fix, source) for fix in fixes) if edit is not None]
    assert len(edits) == len(fixes)
    assert joined(source, edits) == expected
    one = fixes[0] if expected is None else expected
    assert applied(source, edits) == source.replace(BOTH, one)
