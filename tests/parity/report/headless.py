"""A headless Chromium driven through its own debugging pipe: no driver, no port, no package beside it."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

BROWSER = (
    shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
    or shutil.which("google-chrome-stable")
)
# The pipe is file descriptors 3 and 4 of the browser, which a shell cannot set from any number.
_LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic", "--remote-debugging-pipe",
)  # fmt: skip


class Tab:
    """One page of a browser.

    Args:
        profile (Path): an empty folder.
    """

    def __init__(self, profile: Path) -> None:
        to_browser, ours = os.pipe()
        theirs, from_browser = os.pipe()
        passed = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (to_browser, from_browser)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _LAUNCH, *map(str, passed), str(BROWSER), *_FLAGS, f"--user-data-dir={profile}"],
            pass_fds=passed, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        for fd in (to_browser, from_browser, *passed):
            os.close(fd)
        self._write = os.fdopen(ours, "wb", buffering=0)
        self._read = os.fdopen(theirs, "rb", buffering=0)
        self._rest = b""
        self._number = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._write.close()
        self._read.close()
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = self._read.read(1 << 20)
            assert more, "the browser went away"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Send one command and return its result; events that come meanwhile are kept."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": params}
        if self._session:
            command["sessionId"] = self._session
        self._write.write(json.dumps(command).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == self._number:
                assert "error" not in message, (method, message["error"])
                return message["result"]
            self.events.append(message)

    def show(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the window and the colour scheme."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, page: Path) -> None:
        """Load a page and wait until it is there."""
        self.events.clear()
        self.ask("Page.navigate", url=page.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press and release a key."""
        for kind in ("rawKeyDown", "char", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "char" else {}
            if kind != "char" or text:
                self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Write a screenshot."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))
