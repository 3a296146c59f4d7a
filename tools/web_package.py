"""Makes a package of npm of the files that wasm-bindgen wrote.

    python tools/web_package.py build/web/pkg

Adds package.json, README.md and the licences. `npm pack build/web/pkg` then makes the archive, and
`npm install` takes the folder as it is.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import home

LICENCES = ("LICENSE-MIT", "LICENSE-APACHE")
MODULE = {"types": "./eights.d.ts", "default": "./eights.js"}


def manifest() -> dict[str, Any]:
    """Returns the contents of package.json, from those of Cargo.toml."""
    known, address = home.package(home.ours()), home.facts().home
    repository = {"repository": {"type": "git", "url": f"git+{address}.git"}, "homepage": address}
    return {
        "name": known["name"],
        "version": known["version"],
        "description": known["description"],
        "license": known["license"],
        "keywords": known["keywords"],
        **(repository if address else {}),
        "type": "module",
        "main": "./eights.js",
        "types": "./eights.d.ts",
        "exports": {".": MODULE, "./eights_bg.wasm": "./eights_bg.wasm"},
        "files": ["eights.js", "eights.d.ts", "eights_bg.wasm", "eights_bg.wasm.d.ts", *LICENCES],
        "sideEffects": False,
    }


def main(folder: Path) -> None:
    """Writes the package's files into the folder."""
    text = json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n"
    (folder / "package.json").write_text(text, encoding="utf-8")
    shutil.copy(home.ROOT / "web" / "README.md", folder)
    for licence in LICENCES:
        shutil.copy(home.ROOT / licence, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
