"""Runs notebooks in an empty folder and stores their outputs.

    python tools/run_notebooks.py examples/notebooks/quickstart.ipynb ...

Cells with the tag `skip-execution`, which install packages, are skipped. Of an output in several
forms the richest is kept, without parts that differ between runs for no reason.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FORMS = ("image/svg+xml", "image/png", "text/markdown", "text/html", "text/plain")
"""Forms of an output, the richest first."""


def kept(output: Any) -> Any:
    """Returns an output in its richest form; `None` for messages not of the notebook's own."""
    if output.output_type == "stream":
        return output if output.name == "stdout" else None
    richest = next(form for form in FORMS if form in output.data)
    output.data = {richest: output.data[richest]}
    output.metadata = {}
    return output


def run(path: Path) -> None:
    """Runs a notebook as after a download of it alone, and stores it with its outputs."""
    notebook = nbformat.read(path, 4)
    with tempfile.TemporaryDirectory() as empty:
        client = NotebookClient(
            notebook, timeout=120, record_timing=False, resources={"metadata": {"path": empty}}
        )
        client.execute()
    for at, cell in enumerate(notebook.cells):
        cell.id = f"cell-{at:02}"
        if cell.cell_type == "code":
            cell.outputs = [output for output in map(kept, cell.outputs) if output is not None]
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        run(Path(name))
