"""Installs the package without its extension: metadata, the command `eights`, a link to `python/`.

`make test-python` puts a debug build of the extension in `python/eights`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def write_wheel(folder: Path) -> Path:
    """Writes a wheel without modules, in this folder, and returns its path."""
    maturin = [sys.executable, "-m", "maturin", "pep517", "write-dist-info"]
    metadata = folder / "metadata"
    metadata.mkdir()
    subprocess.run(
        [*maturin, "--metadata-directory", str(metadata)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    files = {
        str(path.relative_to(metadata)): path.read_text(encoding="utf-8")
        for path in metadata.rglob("*")
        if path.is_file()
    }
    files["eights.pth"] = str(ROOT / "python")
    (described,) = metadata.iterdir()
    about = files[f"{described.name}/WHEEL"].splitlines()
    (tag,) = (line.removeprefix("Tag: ") for line in about if line.startswith("Tag: "))
    record = f"{described.name}/RECORD"
    files[record] = "".join(f"{name},,\n" for name in [*files, record])
    wheel = folder / f"{described.stem}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


def main() -> None:
    """Installs the wheel in the environment of the running interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        wheel = write_wheel(Path(folder))
        uv = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--quiet"]
        where = ["--python", sys.executable, "--no-deps", "--no-index", "--reinstall"]
        subprocess.run([*uv, *where, str(wheel)], check=True)


if __name__ == "__main__":
    main()
