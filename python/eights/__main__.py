"""`python -m eights` is the command line `eights`."""

from __future__ import annotations

from eights.cli import main

if __name__ == "__main__":
    main()
