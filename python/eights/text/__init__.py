"""An episode as an exchange of texts: for language models, people and scripts.

A seat is told the rules in English, what has happened since its last turn, the table and its hand,
and what it may do; it answers with one action in square brackets. Nothing but what the seat may
know is in the texts, and the same seed and answers make the same texts.

>>> import eights
>>> game = eights.Game("crazy_eights", players=2)
>>> episode = eights.text.Episode(game, seed=7, bots={1: "heuristic"})
>>> print(episode.messages()[-1]["content"])
What has happened:
- You deal.
- The cards are dealt.
- The King of diamonds is turned to begin the pile.
- Seat 1 plays the King of hearts.
<BLANKLINE>
Upcard the King of hearts, suit in force hearts. Stock 37. Play goes clockwise.
<BLANKLINE>
Cards in hand: you: 7, seat 1: 6.
Also: you: dealer.
<BLANKLINE>
Your hand: Three of clubs, Nine of clubs, Jack of clubs, King of clubs, Nine of diamonds, ...
<BLANKLINE>
Your turn: play a card or draw a card.
<BLANKLINE>
You may:
1. play the King of clubs
2. play the Three of hearts
3. draw a card
>>> episode.answer("Hearts are scarce. [king of clubs]").action
'play KC'

`play` seats models, bots and people at one table. `PlayToWin`, `Questions` and `HiddenRules` are
tasks with fixed splits, and `evaluate` measures a player at one of them. `ChatModel` is a language
model behind a server, and a `TextBot` of it plays wherever bots do. `eights docs text` says more.
"""

from __future__ import annotations

from eights.text.answers import Reading, read
from eights.text.arena import arena
from eights.text.bot import TextBot
from eights.text.chat_model import BudgetError, ChatModel, Spent
from eights.text.conversation import Conversation
from eights.text.discovery import Discovery
from eights.text.episode import Episode, Fallback, Step
from eights.text.evaluation import Report, evaluate, run
from eights.text.exchange import Counts, Exchange, Message, Player, Reply, TextPlayer
from eights.text.exchange_log import ExchangeLog
from eights.text.judge import Judge, Rank
from eights.text.playing import Person, play
from eights.text.prompts import Choice, Prompt, prompt, rules
from eights.text.questions import KINDS, Question, QuestionExchange, question
from eights.text.statements import likeness, stated
from eights.text.style import Style, estimate_tokens
from eights.text.tables import Tables
from eights.text.tasks import TASK_VERSION, HiddenRules, PlayToWin, Questions, Task, task

__all__ = [
    "KINDS",
    "TASK_VERSION",
    "BudgetError",
    "ChatModel",
    "Choice",
    "Conversation",
    "Counts",
    "Discovery",
    "Episode",
    "Exchange",
    "ExchangeLog",
    "Fallback",
    "HiddenRules",
    "Judge",
    "Message",
    "Person",
    "PlayToWin",
    "Player",
    "Prompt",
    "Question",
    "QuestionExchange",
    "Questions",
    "Rank",
    "Reading",
    "Reply",
    "Report",
    "Spent",
    "Step",
    "Style",
    "Tables",
    "Task",
    "TextBot",
    "TextPlayer",
    "arena",
    "estimate_tokens",
    "evaluate",
    "likeness",
    "play",
    "prompt",
    "question",
    "read",
    "rules",
    "run",
    "stated",
    "task",
]
