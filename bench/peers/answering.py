"""What all Python peers share: answering line by line, and the watch."""

import contextlib
import io
import json
import sys
import time


def rate(once, seconds):
    """How many a second of this thread's processor time; ``once`` does some and says how many."""
    done, begun = 0, time.thread_time_ns()
    while True:
        done += once()
        spent = time.thread_time_ns() - begun
        if spent >= seconds * 1e9:
            return done * 1e9 / max(spent, 1)


def answer(rows):
    """Answer lines of JSON for ever. rows: functions by name, that get what was asked."""
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                said = {"figure": rows[asked.pop("row")](**asked)}
        except Exception as error:
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), flush=True)
