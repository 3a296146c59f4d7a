"""Packages that are extras: each is imported by the module that uses it."""

from __future__ import annotations

import importlib

__all__ = ["require"]


def require(adapter: str, module: str, package: str, extra: str) -> None:
    """Imports a module of a package that is an extra.

    Raises:
        ImportError: it is not installed; the message names the extra.
    """
    try:
        importlib.import_module(module)
    except ImportError as missing:
        raise ImportError(f'{adapter} needs {package}: pip install "eights[{extra}]"') from missing
