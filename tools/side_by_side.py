"""Make several targets at once: `python tools/side_by_side.py TARGET ...`.

Every line comes as it is written, with the name of its target before it. A target that fails
stops the others.
"""

import os
import signal
import subprocess
import sys
import threading
from queue import SimpleQueue

Ended = SimpleQueue[tuple[str, int]]
"""The targets that have ended, each with its exit status."""


def start(target: str) -> subprocess.Popen[str]:
    """Begin a target, in a process group of its own: it is stopped with all it has started."""
    return subprocess.Popen(
        [os.environ.get("MAKE", "make"), "--no-print-directory", target],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )


def stop(process: subprocess.Popen[str]) -> None:
    """Stop a target that still runs, and all it has started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def follow(target: str, process: subprocess.Popen[str], ended: Ended) -> None:
    """Write out the lines of a target until it ends, and tell how it ended."""
    assert process.stdout is not None
    for line in process.stdout:
        sys.stdout.write(f"{target} | {line}")
        sys.stdout.flush()
    ended.put((target, process.wait()))


def main(targets: list[str]) -> str | None:
    """Make the targets; what failed, if one did."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    ended: Ended = SimpleQueue()
    processes: list[subprocess.Popen[str]] = []
    try:
        for target in targets:
            process = start(target)
            processes.append(process)
            threading.Thread(target=follow, args=(target, process, ended), daemon=True).start()
        for _ in targets:
            target, code = ended.get()
            if code != 0:
                return f"make {target} failed: see its lines above"
    except KeyboardInterrupt:
        return "interrupted"
    finally:
        for process in processes:
            stop(process)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
