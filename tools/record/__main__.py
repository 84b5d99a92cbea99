"""Record from real MindSpore: `python -m tools.record goldens` or `python -m tools.record signatures`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
os.environ.setdefault("GLOG_v", "4")  # MindSpore logs each refused call; the refusals are what is recorded


def main() -> int:
    """Run one of the two recorders."""
    parser = argparse.ArgumentParser(prog="python -m tools.record", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    goldens = commands.add_parser("goldens", help="outputs for the samples of tests/opdb")
    goldens.add_argument("--family", action="append", help="only this family (repeatable)")
    goldens.add_argument("--only", type=re.compile, default=re.compile(""), help="only names that this regex finds")
    goldens.add_argument("--again", action="store_true", help="also what is already recorded")
    goldens.add_argument("--timeout", type=float, default=60, help="seconds for one op")
    signatures = commands.add_parser("signatures", help="public names and signatures")
    signatures.add_argument("--tiers", type=Path, help="a table with columns name and tier; default: those recorded")
    args = parser.parse_args()
    try:
        import mindspore
    except ImportError:
        parser.exit(2, "there is no MindSpore in this environment; use `make record`\n")
    if args.command == "goldens":
        from tools.record.goldens import record

        return record(args.family, args.only, again=args.again, timeout=args.timeout)
    from tools.record.signatures import record_signatures

    return record_signatures(mindspore, args.tiers)


if __name__ == "__main__":
    sys.exit(main())
