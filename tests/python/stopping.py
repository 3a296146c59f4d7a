"""Ctrl-C during long work."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from fcntl import ioctl
from pathlib import Path


def stopped(command: list[str], sign: str, cwd: Path) -> tuple[str, str]:
    """Sends SIGINT once `sign` appears on stderr, a terminal; returns stdout and stderr."""
    own, its = pty.openpty()
    ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200", "NO_COLOR": ""}
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=its,
        cwd=cwd,
        env=environment,
    ) as process:
        os.close(its)
        written, sent, until = "", False, time.monotonic() + 200
        while time.monotonic() < until:
            if not select.select([own], [], [], 0.2)[0]:
                continue
            try:
                written += os.read(own, 65536).decode(errors="replace")
            except OSError:  # the process has ended
                break
            if not sent and re.search(sign, written):
                process.send_signal(signal.SIGINT)
                sent = True
        else:
            process.kill()
        assert process.stdout is not None
        out = process.stdout.read().decode()
    os.close(own)
    assert sent, written
    assert process.returncode == 130, written + out
    assert "Traceback" not in written + out
    return out, written
