"""Builds wheels for Linux, macOS and Windows, checks them, and uses those that run here.

    make wheels                                    # all of TARGETS: an hour on two cores
    make wheels ARGS="musllinux manylinux2014"     # those whose name begins with one of these
    make wheels ARGS="python3.14t --python /opt/python3.14t"
    python tools/wheels.py --check dist            # only checks the wheels of a folder

Each wheel lies in dist/wheels/TARGET. zig links it, but MinGW for Windows (Debian's package
gcc-mingw-w64-x86-64), where maturin and zig do not get along. It is optimised by a profile of play
(tools/profile), which makes bots that were not profiled 9 % faster (6 to 11; 18 rulesets, four
bots, the same games in pairs).

twine, abi3audit, and a look at its symbols check it: it must export nothing but its initialisation,
and load no library besides those of every such system. Where tools/foreign-python finds a Python
for the system, tools/try_wheel.py plays with the wheel beside NumPy alone.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
WHEELS = ROOT / "dist" / "wheels"
PROGRAMS = Path(sys.executable).parent
THIS_PYTHON = {"UV_PYTHON": sys.executable}
"""The environment variable by which tools/maturin builds with this Python."""
START = "PyInit__eights"
"""The function that Python calls."""

LIBRARIES = {
    "manylinux": {"ld-linux-*", "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"},
    "musllinux": {"libc.so"},
    "macosx": {
        "/usr/lib/libSystem.B.dylib",
        "/usr/lib/libcharset.1.dylib",
        "/usr/lib/libiconv.2.dylib",
    },
    "win": {"kernel32.dll", "ntdll.dll", "python3*.dll", "vcruntime140.dll", "ws2_32.dll"}
    | {"api-ms-win-*", "bcryptprimitives.dll", "msvcrt.dll", "userenv.dll"},
}
"""Patterns of the libraries that a wheel may load, by the beginning of its platform tag."""


@dataclass(frozen=True)
class Target:
    """A system that wheels are for.

    Attributes:
        name: of the wheel's folder.
        triple: the system's name at rustc.
        platform: the system's name at `uv pip install --python-platform`.
        options: further options of maturin.
    """

    name: str
    triple: str
    platform: str
    options: tuple[str, ...] = ()


def manylinux(processor: str, python: str = "") -> Target:
    """Returns the target of every Linux with glibc 2.17; `python` is one without the stable ABI."""
    return Target(
        "-".join(filter(None, [python, "manylinux2014", processor])),
        f"{processor}-unknown-linux-gnu",
        f"{processor}-manylinux_2_28",
        ("--compatibility", "manylinux2014", *(("--interpreter", python) if python else ())),
    )


def musllinux(processor: str) -> Target:
    """Returns the target of every Linux with musl 1.2."""
    triple = f"{processor}-unknown-linux-musl"
    options = ("--compatibility", "musllinux_1_2")
    return Target(f"musllinux_1_2-{processor}", triple, triple, options)


NATIVE = manylinux("x86_64")

TARGETS = (
    NATIVE,
    manylinux("aarch64"),
    musllinux("x86_64"),
    musllinux("aarch64"),
    Target("macos-x86_64", "x86_64-apple-darwin", "x86_64-apple-darwin"),
    Target("macos-arm64", "aarch64-apple-darwin", "aarch64-apple-darwin"),
    Target("windows-x86_64", "x86_64-pc-windows-gnu", "x86_64-pc-windows-msvc"),
    manylinux("x86_64", "python3.14t"),
)


def run(command: Iterable[str], **environment: str) -> None:
    """Runs a command in the repository.

    Raises:
        CalledProcessError: the command fails.
    """
    words = list(command)
    print(f"$ {shlex.join(words)}", flush=True)
    subprocess.run(words, cwd=ROOT, check=True, env=os.environ | environment)


def profile() -> str:
    """Returns the flags of rustc for a build that is optimised by a profile."""
    environment = os.environ | THIS_PYTHON
    done = subprocess.run(
        "tools/profile", cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    return done.stdout.strip()


def build(target: Target, flags: str) -> Path:
    """Builds the wheel of a target by flags of rustc, and returns its path."""
    folder = WHEELS / target.name
    shutil.rmtree(folder, ignore_errors=True)
    linker = [] if target.triple.endswith("-windows-gnu") else ["--zig"]
    run(["rustup", "target", "add", target.triple])
    run(
        [
            *("tools/maturin", "build", "--release", "--locked", *linker),
            *("--target", target.triple, "--target-dir", "target/wheels"),
            *("--out", str(folder), *target.options),
        ],
        **THIS_PYTHON,
        **({"RUSTFLAGS": flags} if flags else {}),
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def check(wheel: Path) -> None:
    """Checks metadata, use of the stable ABI and symbols of a wheel.

    Raises:
        SystemExit: a symbol is exported, or a library loaded, that should not be.
        CalledProcessError: twine or abi3audit finds a fault.
    """
    run([str(PROGRAMS / "twine"), "check", "--strict", str(wheel)])
    if "-abi3-" in wheel.name:
        run([str(PROGRAMS / "abi3audit"), "--strict", "--summary", str(wheel)])
    system = wheel.stem.split("-")[-1]
    (allowed,) = (names for start, names in LIBRARIES.items() if system.startswith(start))
    exported, loaded = symbols(wheel)
    # zig ignores the list of exports on macOS, where the names of a library are its own anyway.
    others = set() if system.startswith("macosx") else exported - {START}
    if START not in exported or others:
        some = sorted(exported)[:5]
        raise SystemExit(f"{wheel.name} exports {some} and so on: it must be {START} alone")
    if surplus := sorted(name for name in loaded if not any(fnmatch(name, of) for of in allowed)):
        raise SystemExit(f"{wheel.name} loads {surplus}: there may be {sorted(allowed)}")
    print(f"{wheel.name}: exports {len(exported)} names, loads {', '.join(sorted(loaded))}")


def symbols(wheel: Path) -> tuple[set[str], set[str]]:
    """Returns the names that a wheel's extension exports, and the libraries that it loads."""
    import lief  # tests of TARGETS do without it

    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
        found = lief.parse(archive.read(name))
    if isinstance(found, lief.PE.Binary):
        exported = {entry.name for entry in found.get_export().entries}
        return exported, {library.name.lower() for library in found.imports}
    if isinstance(found, lief.MachO.Binary):
        own_name = lief.MachO.LoadCommand.TYPE.ID_DYLIB
        exported = {symbol.name.removeprefix("_") for symbol in found.exported_symbols}
        return exported, {of.name for of in found.libraries if of.command != own_name}
    return {symbol.name for symbol in found.exported_symbols}, set(found.libraries)


def use(target: Target, wheel: Path, python: str) -> None:
    """Plays with a wheel and NumPy alone, by the command of a Python for that system."""
    words = shlex.split(python)
    if len(words) == 1:
        system = ["--python", python]
    else:  # an emulator runs it, so uv cannot ask it
        ask = [*words, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        version = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
        system = ["--python-version", version, "--python-platform", target.platform]
    with TemporaryDirectory() as folder:
        install = ["uv", "pip", "install", "--quiet", "--target", folder, "--only-binary", ":all:"]
        run([*install, *system, "--constraints", "requirements/dev.txt", str(wheel)])
        run([*words, "-W", "error", "tools/try_wheel.py"], PYTHONPATH=folder)


def foreign_python(target: Target) -> str:
    """Returns the command of a Python for the target, or an empty string if there is none."""
    command = ["tools/foreign-python", target.name]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else ""


def made(target: Target, flags: str, python: str) -> str:
    """Builds, checks and uses a wheel, and returns a line about it."""
    wheel = build(target, flags)
    check(wheel)
    if target is NATIVE and not python and platform.machine() == "x86_64":
        run(["tools/test-wheel", str(wheel), "requirements/dev.txt"])
    elif python := python or foreign_python(target):
        use(target, wheel, python)
    else:
        return f"{wheel.name}: checked, but not used: no Python for it runs here"
    return f"{wheel.name}: checked and used"


def main() -> None:
    """Makes the wheels that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = ", ".join(target.name for target in TARGETS)
    parser.add_argument("parts", nargs="*", help=f"beginnings of {names}")
    parser.add_argument("--python", default="", help="command of a Python for these targets")
    parser.add_argument("--unprofiled", action="store_true", help="build in half the time")
    parser.add_argument("--check", type=Path, help="only check the wheels of this folder")
    given = parser.parse_args()
    if given.check:
        for wheel in sorted(given.check.rglob("*.whl")):
            check(wheel)
        return
    parts = tuple(given.parts) or ("",)
    chosen = [target for target in TARGETS if target.name.startswith(parts)]
    if not chosen:
        parser.error(f"no name begins with {' or '.join(parts)}: there are {names}")
    flags = "" if given.unprofiled else profile()
    print(*[made(target, flags, given.python) for target in chosen], sep="\n")


if __name__ == "__main__":
    main()
