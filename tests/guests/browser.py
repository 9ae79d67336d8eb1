"""A real browser, spoken to over two pipes: Chromium's own protocol, and no other program."""

import json
import os
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from shutil import which
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

PATIENCE = 20.0
"""Seconds in which something on a page must have become so."""


class Browser:
    """One browser for all tests. names: each with the address that it leads to; all others lead
    nowhere, so that a page that wants something from elsewhere does not get it. options: of the
    browser, beside the usual ones."""

    def __init__(self, names: dict[str, str], *options: str) -> None:
        program = next(filter(None, map(which, NAMES)), None)
        assert program, "no browser: script/test installs one"
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        rules = [f"MAP {name} {address}" for name, address in names.items()]
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()

        def pipes() -> None:
            """The protocol's own numbers, whatever ours were."""
            into, out = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(into, 3)
            os.dup2(out, 4)

        self._process = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
                *options,
                f"--user-data-dir={self._folder.name}",
                f"--host-resolver-rules={','.join([*rules, 'MAP * ~NOTFOUND'])}",
                "about:blank",
            ],
            preexec_fn=pipes,
            pass_fds=(3, 4),
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb", 0), os.fdopen(ours_in, "rb")
        self._numbers, self._rest = count(1), b""
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str = "", **what: Any) -> Any:
        """Ask for something; what came of it."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": what}
        if session:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            told = json.loads(self._read())
            if told.get("id") == number:
                assert "error" not in told, told
                return told["result"]
            self.events.append(told)

    def await_event(self, session: str, method: str) -> None:
        """Wait until a page has told of something that was not waited for before."""
        while True:
            for one in self.events:
                if (one.get("sessionId"), one["method"]) == (session, method):
                    self.events.remove(one)
                    return
            self.events.append(json.loads(self._read()))

    def _read(self) -> bytes:
        while b"\0" not in self._rest:
            got = os.read(self._in.fileno(), 1 << 20)
            assert got, "the browser has gone"
            self._rest += got
        line, _, self._rest = self._rest.partition(b"\0")
        return line

    def page(self, address: str, size: tuple[int, int] = (1920, 1080)) -> "Page":
        """A page of its own, which has nothing in common with any other."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = Page(self, session["sessionId"], context)
        page.sized(size)
        page.open(address)
        return page

    def close(self) -> None:
        self._out.close()
        self._process.terminate()
        self._process.wait()
        self._in.close()
        self._folder.cleanup()


class Page:
    """One page."""

    def __init__(self, browser: Browser, session: str, context: str) -> None:
        self._browser, self._session, self._context = browser, session, context
        for part in ("Runtime", "Page", "Log"):
            self._call(f"{part}.enable")

    def _call(self, method: str, **what: Any) -> Any:
        return self._browser.call(method, self._session, **what)

    def open(self, address: str) -> None:
        """Lead there, and wait until all of the page has come."""
        self._call("Page.navigate", url=address)
        self._browser.await_event(self._session, "Page.loadEventFired")

    def loaded(self) -> None:
        """Wait until another page has come, to which this one led by itself."""
        self._browser.await_event(self._session, "Page.loadEventFired")

    def sized(self, size: tuple[int, int], **media: str) -> None:
        """As large, and for somebody who wants it so: names of CSS media features."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=size[0],
            height=size[1],
            deviceScaleFactor=1,
            mobile=False,
        )
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self._call("Emulation.setEmulatedMedia", features=wanted)

    def get(self, script: str) -> Any:
        """What an expression comes to."""
        told = self._call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression is true, frame by frame."""
        wait = f"""new Promise((done, late) => {{
            const end = performance.now() + {PATIENCE * 1000};
            (function look() {{
                if ({script}) done(true);
                else if (performance.now() > end) late(new Error("never: " + {script!r}));
                else requestAnimationFrame(look);
            }})();
        }})"""
        self.get(wait)

    def key(self, name: str, text: str = "") -> None:
        """Press and let go of a key. text: what it writes."""
        what = {"key": name, "text": text, "windowsVirtualKeyCode": 13 if text == "\r" else 0}
        self._call("Input.dispatchKeyEvent", type="keyDown", **what)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=name)

    @property
    def troubles(self) -> list[str]:
        """What the browser had to complain of on this page: faults, and what its policy forbids."""
        self.get("1")  # all that was told before is here now
        found = []
        for one in self._browser.events:
            if one.get("sessionId") != self._session:
                continue
            if one["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(one["params"]["exceptionDetails"]))
            elif one["method"] == "Log.entryAdded" and one["params"]["entry"]["level"] == "error":
                found.append(one["params"]["entry"]["text"])
        return found

    def picture(self, file: Path) -> None:
        """Keep what is seen."""
        import base64

        told = self._call("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(told["data"]))

    def close(self) -> None:
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)
