"""``python -m tools.rules_page [--check]``: docs/rules.md, every rule by its code, from the rules' own files."""

from __future__ import annotations

import sys
from pathlib import Path

from parity.rules import RULES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
_HEAD = """\
# Rules

Written by `make docs` from the files in `parity/rules/`; `ms2torch rule CODE` shows one of them, `ms2torch rules` their
list. Every example is executed: its first port is reported under the rule, what is written instead is not.

| code | what it says |
|---|---|
"""


def page() -> str:
    """Return the page's text."""
    explanations = [rule.explain() for rule in RULES]
    rows = "".join(f"| [{one.code}](#{one.code}) | {one.summary.replace('|', ' ')} |\n" for one in explanations)
    parts = [_HEAD, rows]
    for one in explanations:
        parts.append(f"\n## {one.code}\n\n{one.summary}\n")
        for heading, text in one.sections.items():
            body = f"```python\n{text.strip()}\n```" if heading in {"Example", "Use instead"} else text.strip()
            parts.append(f"\n**{heading}**\n\n{body}\n")
    return "".join(parts)


def main() -> int:
    """Write or check the page; return the exit code."""
    if sys.argv[1:] == ["--check"]:
        return 0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
