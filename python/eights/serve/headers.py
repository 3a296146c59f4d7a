"""Headers of answers: pages load and send nothing outside, and nobody stores them."""

from __future__ import annotations

__all__ = ["REPLAY", "SAFE"]

SAFE = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
REPLAY = SAFE | {
    # A replay is one file with a script of its own; it can load and send nothing.
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; style-src "
    "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-scripts",
}
