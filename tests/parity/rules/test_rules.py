"""Rules: documented, registered, and sorted."""

from pathlib import Path

import pytest

import mappings
from parity import rules
from parity.rules import CODES, RULES, Difference, group, rule
from parity.rules._base import HEADINGS, parse


@pytest.mark.parametrize("code", CODES)
def test_every_rule_documents_itself(code):
    explanation = rule(code).explain()
    assert explanation.code == code == CODES[code].code
    assert tuple(explanation.sections) == (*HEADINGS, "Example", "Use instead", "Recognised by")
    assert all(explanation.sections.values())
    assert explanation.summary.endswith(".")


def test_codes_name_the_pattern_and_are_unique():
    assert len({entry.__name__ for entry in RULES}) == len(CODES)
    files = {code: rule.__module__.rpartition(".")[2] for code, rule in CODES.items()}
    assert {code: file for code, file in files.items() if file != code.replace("-", "_")} == {}
    assert not [code for code in CODES if code.startswith(("avoid", "use-", "do-not"))]
    with pytest.raises(KeyError):
        rule("no-such-rule")


def test_every_file_of_a_rule_is_in_the_list():
    folder = Path(rules.__file__).parent
    others = {"codes", "consequences", "measured", "naming", "precedence"}
    files = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")} - others
    assert files == {entry.__module__.rpartition(".")[2] for entry in RULES}


def test_an_old_code_finds_the_rule():
    assert rule("init-law").code == "init-distribution"


def test_a_docstring_without_a_heading_is_refused():
    with pytest.raises(ValueError, match="lacks Why it matters"):
        parse("x", "Summary.\n\n## What it does\na\n")


def test_differences_are_sorted_into_findings():
    found = group(
        "Conv2d",
        [
            Difference("padding", "padding", 1, 0),
            Difference("dilation", "dilation", 1, 2),
            Difference("pad_mode", "padding", 1, "same"),
            Difference("stride", "stride", 1, 2),
            Difference("has_bias", "bias", True, False),
        ],
    )
    assert [(entry.rule.code, len(entry.differences)) for entry in found] == [
        ("pad-mode", 2), ("argument", 1), ("argument", 1), ("has-bias", 1),
    ]  # fmt: skip
    assert group("MaxPool2d", [Difference("stride", "stride", 2, 1)])[0].rule.code == "pool-stride"


def test_the_rules_speak_of_arguments_that_the_table_has():
    known = {param.mindspore for row in mappings.iter_rows() for param in row.params}
    for code in ("pad-mode", "has-bias", "momentum", "approximate", "pool-stride"):
        assert rule(code).arguments & known, code
