"""Pages with places that are filled, each once: what is filled in is not looked at again.

>>> PageTemplate("<h1>@@{title}</h1>").substitute(title="@@{data}")
'<h1>@@{data}</h1>'
"""

from __future__ import annotations

import string

__all__ = ["PageTemplate"]


class PageTemplate(string.Template):
    """A page whose places are written `@@{name}`, since scripts write `${name}`."""

    delimiter = "@@"
