"""Give `python -m ms2torch`: `run` is handled here, any other word by the command line beside this package."""

from __future__ import annotations

import importlib
import sys


def main() -> int:
    """Run the command that `sys.argv` names.

    Returns:
        int: the exit code.
    """
    words = sys.argv[1:]
    if words[:1] == ["run"]:
        from ms2torch._run import main as run

        if not sys.flags.safe_path:
            del sys.path[0]  # the working directory, put there by `-m`; a program's own folder comes in its place
        return run(words[1:])
    from ms2torch._siblings import ForeignPackageError, load

    try:
        for name in ("mappings", "parity", "cli"):
            load(name)
    except ForeignPackageError as error:
        sys.stderr.write(f"ms2torch: {error}\n")
        return 2
    importlib.import_module("cli.main").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
