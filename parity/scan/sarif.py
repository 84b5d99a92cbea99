"""A scan as SARIF 2.1.0, which code hosts and editors show beside the lines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from parity.rules import CODES
from parity.scan.model import FileScan, Remark, Scan

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_OTHER_CODES = {
    "behaviour": "The two frameworks do different things that no argument explains.",
    "missing-name": "ms2torch has no such name.",
    "no-counterpart": "The other framework has no such name.",
}


def to_sarif(scan: Scan, version: str) -> str:
    """Return a scan as SARIF text, ending in a newline.

    Args:
        scan (Scan): what was found.
        version (str): of ms2torch.
    """
    codes = sorted({remark.rule for file in scan.files for remark in file.remarks})
    driver = {"name": "ms2torch", "semanticVersion": version, "rules": [_rule(code) for code in codes]}
    results = [result for file in scan.files for remark in file.remarks for result in _results(file, remark, codes)]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "invocations": [{
            "executionSuccessful": not scan.failures,
            "toolExecutionNotifications": [
                {"level": "error", "message": {"text": reason}, "locations": [_location(path)]}
                for path, reason in scan.failures.items()
            ],
        }],
    }  # fmt: skip
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=False) + "\n"


def _rule(code: str) -> dict[str, object]:
    known = CODES.get(code)
    if known is None:
        return {"id": code, "shortDescription": {"text": _OTHER_CODES[code]}}
    explained = known.explain()
    text = "\n\n".join(f"{heading}\n{body}" for heading, body in explained.sections.items())
    return {"id": code, "shortDescription": {"text": explained.summary}, "fullDescription": {"text": text}}


def _results(file: FileScan, remark: Remark, codes: list[str]) -> Iterator[dict[str, object]]:
    written = remark.call or remark.fix or remark.better
    message = f"{remark.name}: {remark.message.rstrip('.')}." + (f" Write: {written}" if written else "")
    for line, column in zip(remark.lines, remark.columns, strict=True):
        key = "\0".join((remark.rule, remark.name, remark.argument, file.texts.get(line, "")))
        yield {
            "ruleId": remark.rule,
            "ruleIndex": codes.index(remark.rule),
            "level": remark.severity,
            "message": {"text": message},
            "locations": [_location(file.path, line, column)],
            "partialFingerprints": {"ms2torch/v1": hashlib.sha256(key.encode()).hexdigest()[:32]},
        }


def _location(path: str, line: int = 1, column: int = 1) -> dict[str, object]:
    place = Path(path)
    uri = place.as_uri() if place.is_absolute() else quote(place.as_posix())
    region = {"startLine": line, "startColumn": column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
