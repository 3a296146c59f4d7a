"""An exchange with a player who keeps all messages: each is sent once."""

from __future__ import annotations

from eights.text.exchange import Exchange, Message, Reply

__all__ = ["Conversation"]


class Conversation:
    """An exchange as a conversation that grows, for interfaces that keep what was said.

    An `Exchange` says at each decision all that the player is to see, and a conversation says what
    is new: the rules at its beginning, then what has happened since the last answer. Refused
    answers stay in it. A style's `history` makes no difference, except that `"whole"` repeats all
    events.

    Args:
        exchange: what is played or asked; nothing is answered yet.

    >>> import eights.text
    >>> conversation = Conversation(eights.text.task("play")[0])
    >>> [message["role"] for message in conversation.news()]
    ['system', 'user']
    >>> reply = conversation.answer("[1]")
    >>> [message["role"] for message in conversation.news()]
    ['user']
    """

    def __init__(self, exchange: Exchange) -> None:
        """Nothing is said yet."""
        self.exchange = exchange
        self._instructions = ""
        self._news: list[Message] | None = None

    def news(self) -> list[Message]:
        """The messages that are new: the same ones until they are answered.

        The first is of the system. Where it changes later, such as when a player is asked for
        rules that it has found, the new one begins the message of the user, since many models take
        a message of the system only at the beginning.

        Raises:
            GameError: the exchange is over.
        """
        if self._news is None:
            first, *_, last = self.exchange.messages()
            instructions = first["content"]
            if instructions == self._instructions:
                self._news = [last]
            elif not self._instructions:
                self._news = [first, last]
            else:
                joined = f"{instructions}\n\n{last['content']}"
                self._news = [{"role": "user", "content": joined}]
            self._instructions = instructions
        return [message.copy() for message in self._news]

    def answer(self, text: str) -> Reply:
        """Takes an answer.

        Raises:
            GameError: the exchange is over.
            ArgumentError: the answer is not a text.
        """
        reply = self.exchange.answer(text)
        self._news = None
        return reply
