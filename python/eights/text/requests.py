"""One request by HTTP, with a time limit and without redirections."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

__all__ = ["RequestError", "Response", "post"]

MOST_BYTES = 16_000_000
"""Bytes of a response that are read."""
CHUNK = 1 << 16


class RequestError(Exception):
    """No response came; the message says why."""


@dataclass(frozen=True)
class Response:
    """A response: its status, its header `Retry-After`, and its body."""

    status: int
    retry_after: str
    body: bytes

    @property
    def seconds_to_wait(self) -> float:
        """The seconds that the server asks to wait; 0 where it does not say.

        >>> Response(429, "2.5", b"").seconds_to_wait
        2.5
        """
        try:
            return max(float(self.retry_after), 0.0)
        except ValueError:
            pass
        try:
            return max(parsedate_to_datetime(self.retry_after).timestamp() - time.time(), 0.0)
        except (TypeError, ValueError, OverflowError):
            return 0.0


class _NoRedirections(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: a key would be sent to wherever it leads."""

    def redirect_request(self, *about: Any) -> None:
        """No request follows."""
        del about


_OPENER = urllib.request.build_opener(_NoRedirections)


def post(url: str, data: bytes, headers: Mapping[str, str], seconds: float) -> Response:
    """The response to a request, whatever its status.

    Args:
        url: of http or https.
        data: what is sent.
        headers: what is sent with it.
        seconds: all the time that it may take.

    Raises:
        RequestError: the server cannot be reached, breaks off, or takes too long.
    """
    ends = time.monotonic() + seconds
    request = urllib.request.Request(url, data, dict(headers), method="POST")
    try:
        try:
            opened: Any = _OPENER.open(request, timeout=seconds)
        except urllib.error.HTTPError as status:
            opened = status
        with opened:
            body = _read(opened, ends, seconds)
            return Response(opened.status, opened.headers.get("Retry-After", ""), body)
    except TimeoutError:
        raise _late(seconds) from None
    except urllib.error.URLError as why:
        if isinstance(why.reason, TimeoutError):
            raise _late(seconds) from None
        raise RequestError(f"it cannot be reached: {why.reason}") from None
    except (OSError, http.client.HTTPException) as why:
        raise RequestError(f"the connection broke: {str(why) or type(why).__name__}") from None


def _read(opened: Any, ends: float, seconds: float) -> bytes:
    """The body, read by parts, since a server may send it slowly.

    Raises:
        RequestError: it takes too long, or is too long.
    """
    parts: list[bytes] = []
    size = 0
    while part := opened.read1(CHUNK):
        parts.append(part)
        size += len(part)
        if time.monotonic() > ends:
            raise _late(seconds)
        if size > MOST_BYTES:
            raise RequestError(f"the response has more than {MOST_BYTES:,} bytes")
    if opened.length:
        raise RequestError(f"the connection broke: {opened.length} bytes are missing")
    return b"".join(parts)


def _late(seconds: float) -> RequestError:
    return RequestError(f"there was no answer within {seconds:g} seconds")
