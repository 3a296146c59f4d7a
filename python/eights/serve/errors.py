"""Refusals of the server: one kind for each reason, with a message for people."""

from __future__ import annotations

from enum import Enum

from eights._eights import Error

__all__ = ["Refusal", "ServeError"]


class Refusal(Enum):
    """Why something is refused; the value is the code that clients see."""

    MALFORMED = "malformed"
    """A message or request is not what the protocol says."""
    OVERSIZED = "oversized"
    """A message or request is too long."""
    UNKNOWN_TABLE = "unknown-table"
    """There is no such table, or no such game or page."""
    WRONG_SECRET = "wrong-secret"
    """The secret opens no seat of the table."""
    MOVED_ON = "moved-on"
    """The position is not the one that the message is about."""
    NOT_YOUR_TURN = "not-your-turn"
    """Another seat is to act."""
    ILLEGAL = "illegal"
    """The rules do not allow the action."""
    NOT_OVER = "not-over"
    """The game has not ended yet."""
    BAD_SETUP = "bad-setup"
    """No table can be made of what was chosen."""
    FULL = "full"
    """The server holds as much as it may."""
    TOO_SLOW = "too-slow"
    """The client does not say, or take, what it should in time."""
    OPPONENT_FAILED = "opponent-failed"
    """An opponent's code has raised something."""
    STORE = "store"
    """The file of tables cannot be read."""
    UNWRITABLE = "unwritable"
    """The file of tables cannot be written now, such as on a full disk."""
    WRONG_HOST = "wrong-host"
    """A request came by a name that is not the server's, or from a page of another site."""


class ServeError(Error):
    """A request, a message or a file of tables is refused; nothing has changed.

    >>> ServeError(Refusal.MOVED_ON, "the position has moved on").refusal.value
    'moved-on'
    """

    def __init__(self, refusal: Refusal, message: str) -> None:
        """Refuses for a reason.

        Args:
            refusal: why.
            message: for the person: lower case, with the value and what was possible.
        """
        super().__init__(message)
        self.refusal = refusal
