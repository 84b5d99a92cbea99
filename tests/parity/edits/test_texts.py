"""Lines to write that are known already, as edits of the functions that hold them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from parity.edits.site import Site, site_of
from parity.edits.texts import as_candidate, together

SOURCE = """def build(kind):
    conv = kind("conv", 3); norm = kind("norm", 0.1)
    one, other = kind("one", 8), kind("other", 8)
    return kind(conv, norm,
                one, other)
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    (tmp_path / "built.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("built", tmp_path / "built.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = site_of(module.build.__code__)
    assert found is not None
    return found


def rewritten(site: Site, *texts: tuple[int, str]) -> str:
    """The source with some texts written on their lines, all together."""
    edits = [as_candidate([site], site.file, line, text) for line, text in texts]
    assert None not in edits
    (made,) = together([entry for entry in edits if entry is not None])
    return made.edit.applied(SOURCE)


CONV, NORM, OTHER = 'conv = kind("conv", 3)', 'norm = kind("norm", 0.1)', 'kind("other", 8)'


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([(4, "return kind(conv, norm, one)")], {"norm,\n                one, other": "norm, one"}),
        ([(5, "kind(conv)")], {"kind(conv, norm,\n                one, other)": "kind(conv)"}),  # one call of it
        ([(2, 'conv = kind("conv", 5)')], {'"conv", 3': '"conv", 5'}),  # one of two statements of the line
        ([(2, f'{CONV}; norm = kind("norm", 0.9)')], {"0.1": "0.9"}),  # all statements of the line
        (
            [(2, f'conv = kind("conv", 3, bias=True); {NORM}'), (2, f'{CONV}; norm = kind("norm", 0.9)')],
            {'"conv", 3': '"conv", 3, bias=True', "0.1": "0.9"},
        ),
        (
            [(3, f'one, other = kind("one", 9), {OTHER}'), (3, 'one, other = kind("one", 8), kind("other", 7)')],
            {'"one", 8': '"one", 9', '"other", 8': '"other", 7'},
        ),
        (
            [(3, 'one, other = kind("one", 8, a=1), kind("other", 8)')] * 2,  # both findings write one line
            {'"one", 8': '"one", 8, a=1'},
        ),
        (
            [(3, 'one, other = kind("one", 88), kind("other", 8)'), (3, "one, other = kind(), kind()")],  # the first
            {'"one", 8': '"one", 88'},
        ),
    ],
)  # fmt: skip
def test_texts_are_written_together(site: Site, texts: list[tuple[int, str]], expected: dict[str, str]) -> None:
    wanted = SOURCE
    for before, after in expected.items():
        assert before in wanted
        wanted = wanted.replace(before, after)
    assert rewritten(site, *texts) == wanted


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (2, 'other = kind("conv", 4)'),  # which of the two statements of the line?
        (3, 'kind("one", 9)'),  # one of two calls
        (3, "conv + 1"),  # no call
        (3, "one, other = ("),
        (1, "def build(kind, more):"),
        (9, "conv = 1"),
    ],
)
def test_a_text_that_takes_the_place_of_nothing_known(site: Site, line: int, text: str) -> None:
    assert as_candidate([site], site.file, line, text) is None
    assert as_candidate([site], "elsewhere.py", 3, SOURCE.splitlines()[2]) is None
