"""Exchanges as conversations that grow."""

from __future__ import annotations

import pytest

import eights
import eights.text
from eights.text import Conversation


def test_the_rules_are_told_once_and_then_what_is_new() -> None:
    conversation = Conversation(eights.text.task("play", "test")[0])
    other = eights.text.task("play", "test")[0]
    assert conversation.news() == conversation.news() == other.messages()
    conversation.answer("[1]")
    other.answer("[1]")
    while not other.done:
        assert conversation.news() == [other.messages()[-1]]
        assert conversation.answer("[1]") == other.answer("[1]")
    with pytest.raises(eights.GameError, match="over"):
        conversation.news()


def test_a_refusal_is_new() -> None:
    conversation = Conversation(eights.text.task("play", "test")[0])
    conversation.news()
    reply = conversation.answer("hm")
    [message] = conversation.news()
    assert message["role"] == "user"
    assert message["content"].startswith(reply.refusal)
    assert "2 attempts are left" in message["content"]


def test_instructions_that_change_are_told_to_the_user() -> None:
    task = eights.text.task("hidden-rules", "test", rounds=1, players=2)
    conversation, other = Conversation(task[0]), task[0]
    first = conversation.news()[0]
    while "State them in JSON" not in conversation.news()[-1]["content"]:
        conversation.answer("[1]")
        other.answer("[1]")
    [message] = conversation.news()
    system, last = other.messages()
    assert message == {"role": "user", "content": f"{system['content']}\n\n{last['content']}"}
    assert system != first
    conversation.answer("hm")
    assert len(conversation.news()[-1]["content"]) < 100


def test_what_is_returned_can_be_changed() -> None:
    conversation = Conversation(eights.text.task("questions", "test")[0])
    before = conversation.news()
    conversation.news()[0]["content"] = ""
    assert conversation.news() == before


def test_a_task_takes_a_style_as_a_mapping() -> None:
    style = {"grammar": "line", "actions": "text"}
    made = eights.text.task("play", "test", style=style)
    assert made.style == eights.text.Style(grammar="line", actions="text")
    with pytest.raises(eights.GameError, match="'form_' is not an option: there are history, "):
        eights.text.task("play", style={"form_": "text"})
