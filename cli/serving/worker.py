"""One request, carried out in a process of its own: read from stdin as JSON, answered on stdout line by line.

What the nets print goes to stderr. A line is ``{"progress": [what, fraction]}``, and the last one ``{"result": ...}``
or ``{"error": "one line"}``.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import Any

Show = Callable[[str, float], None]


def main() -> None:
    """Read the request, answer it."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    request = json.load(sys.stdin)

    def say(**line: object) -> None:
        answers.write(json.dumps(line) + "\n")
        answers.flush()

    _limit_memory(int(request.get("memory", 0)))
    try:
        result = _TOOLS[request["tool"]](request["arguments"], lambda what, done: say(progress=[what, done]))
    except Exception as error:  # noqa: BLE001 - whatever a net or a file raises is the answer
        say(error=_one_line(error))
    else:
        say(result=result)
    answers.close()
    os._exit(0)  # threads of the nets must not keep the process


def _limit_memory(size: int) -> None:
    """Let allocations beyond `size` bytes fail, where the system can (Linux and its kind)."""
    if size:
        try:
            import resource
        except ImportError:
            return
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def _one_line(error: Exception) -> str:
    from parity.code.errors import describe

    if type(error).__module__.partition(".")[0] in {"parity", "mappings", "ms2torch"}:
        return " ".join(str(error).split())
    return describe(error)


def _compare(arguments: Mapping[str, Any], show: Show) -> dict[str, Any]:
    import parity
    from parity.report.json import to_json

    options = dict(arguments.get("options") or {})
    report = parity.compare(arguments["reference"], arguments["port"], arguments["inputs"], progress=show, **options)
    return {"report": json.loads(to_json(report)), "edits": _edits(report)}


def _edits(report: Any) -> list[dict[str, Any] | None]:
    """Return for each finding the edit that its line to write is, or None."""
    from parity.code.text_edits import edit_of
    from parity.report.finding import placed

    found: list[dict[str, Any] | None] = []
    for finding in report.findings:
        file, line = placed(finding.location) or ("", 0)
        edit = None
        if finding.fix and Path(file).is_file():
            edit = edit_of(file, line, finding.fix, Path(file).read_text(encoding="utf-8"))
        found.append(asdict(edit) if edit is not None else None)
    return found


def _weights(arguments: Mapping[str, Any], show: Show) -> dict[str, Any]:
    from parity.convert import conversion

    spec = conversion.Conversion(
        Path(arguments["source"]), Path(arguments["output"]), arguments.get("reference"), arguments.get("port"),
        tuple(arguments.get("inputs") or ()), towards=arguments.get("to") or "",
    )  # fmt: skip
    show("reading", 0.0)
    account = conversion.convert(spec)
    conversion.write(account, partial=bool(arguments.get("partial")), progress=show)
    return {"lines": list(account.lines()), **account.to_json()}


def _port(arguments: Mapping[str, Any], show: Show) -> dict[str, Any]:
    from cli.port import converted

    return converted(
        Path(arguments["path"]), Path(arguments["output"]), arguments.get("to") or "mindspore",
        tuple(arguments.get("nets") or ()), tuple(arguments.get("inputs") or ()), show,
    )  # fmt: skip


def _scan(arguments: Mapping[str, Any], show: Show) -> dict[str, Any]:
    from cli.scan import scanned

    return dict(json.loads(scanned(arguments["paths"], show).to_json()))


def _api(arguments: Mapping[str, Any], show: Show) -> dict[str, Any]:
    from parity.lookup.document import document
    from parity.lookup.find import find
    from parity.lookup.words import entry

    show("looking up", 0.0)
    return {"rows": [asdict(document(entry(row))) for row in find(arguments["name"])]}


def _rule(arguments: Mapping[str, Any], show: Show) -> dict[str, Any]:
    from parity.rules import RULES

    show("looking up", 0.0)
    explained = {rule.explain().code: rule.explain() for rule in RULES}
    code = arguments.get("code") or ""
    if not code:
        return {"rules": {name: explanation.summary for name, explanation in explained.items()}}
    if code not in explained:
        raise LookupError(f"there is no rule {code!r}; they are {', '.join(explained)}")
    return {"code": code, "summary": explained[code].summary, "sections": dict(explained[code].sections)}


def _dump(arguments: Mapping[str, Any], show: Show) -> dict[str, Any]:
    """Run the command of that name, and return the lines that it prints."""
    from cli.main import program

    words = [arguments["look"], arguments["target"], *([arguments["other"]] if arguments["other"] else [])]
    words += [word for spec in arguments["inputs"] for word in ("--input", spec)]
    words += ["--source", arguments["source"]]
    printed, said = io.StringIO(), io.StringIO()
    code: Any = 0
    show(arguments["look"], 0.0)
    with redirect_stdout(printed), redirect_stderr(said):
        try:
            program.main(words)
        except SystemExit as ended:
            code = ended.code
    if code not in (0, 1):
        raise LookupError(said.getvalue().strip().removeprefix("ms2torch: "))
    return {"found": bool(code), "lines": printed.getvalue().splitlines()}


_TOOLS: dict[str, Callable[[Mapping[str, Any], Show], dict[str, Any]]] = {
    "compare": _compare,
    "weights": _weights,
    "port": _port,
    "scan": _scan,
    "api": _api,
    "rule": _rule,
    "dump": _dump,
}


if __name__ == "__main__":
    main()
