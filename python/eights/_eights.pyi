from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from os import PathLike
from types import GenericAlias
from typing import Any, ClassVar, Generic, Literal, SupportsIndex, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, TypeVar

from eights._base.autoreset import AsAutoreset
from eights.evaluate import Part, Sides
from eights.openspiel_type import GameType
from eights.reports import Report

__all__ = [
    "GRAMMAR_VERSION",
    "MAX_RECORD_BYTES",
    "MAX_RULESET_BYTES",
    "MAX_SEATS",
    "NUM_ACTIONS",
    "SAMPLE_VERSION",
    "ActionError",
    "ArgumentError",
    "ArrayError",
    "Batch",
    "BatchError",
    "BatchState",
    "BotError",
    "Cfr",
    "Error",
    "Game",
    "GameError",
    "GamePool",
    "PositionError",
    "RecordError",
    "ResampleError",
    "Ruleset",
    "RulesetError",
    "State",
    "Tabular",
    "__version__",
    "action_to_string",
    "arena",
    "arena_games",
    "arena_looks",
    "arena_report",
    "bots",
    "deal_seed",
    "decision_time",
    "describe_rule",
    "episode_seed",
    "house_rules",
    "replay",
    "ruleset_schema",
    "rulesets",
    "schema_reference",
    "search",
    "string_to_action",
    "tiny_rulesets",
    "win_rate_interval",
]

__version__: str
GRAMMAR_VERSION: int
_SEARCHERS: list[str]
MAX_RECORD_BYTES: int
MAX_RULESET_BYTES: int
MAX_SEATS: int
NUM_ACTIONS: int
SAMPLE_VERSION: int

_Action: TypeAlias = SupportsIndex | str
_Extra: TypeAlias = Literal["seat_observations", "privileged_observations"]
_Autoreset: TypeAlias = Literal["same-step", "next-step", "disabled"]
_Controllers: TypeAlias = Sequence[str | None] | Sequence[Sequence[str | None]]
_Policy: TypeAlias = Callable[..., Any]
_Float32: TypeAlias = Literal["float32"] | type[np.float32] | np.dtype[np.float32]
_Uint8: TypeAlias = Literal["uint8"] | type[np.uint8] | np.dtype[np.uint8]

# Of the caller's own array, which is written into and returned.
_Tensor = TypeVar("_Tensor", npt.NDArray[np.float32], npt.NDArray[np.uint8])
_Actions = TypeVar("_Actions", npt.NDArray[np.int32], npt.NDArray[np.int64])
# Of the observations of a batch.
_Feature_co = TypeVar("_Feature_co", np.float32, np.uint8, covariant=True, default=np.float32)

class Error(ValueError):
    """Base of every error that eights raises."""

class ArgumentError(Error, TypeError):
    """An argument is of a type that cannot be used here; also a `TypeError`."""

class RulesetError(Error):
    """A ruleset is unknown, cannot be read, or contradicts itself; ``problems`` lists every reason."""

    problems: list[str]

class GameError(Error):
    """A ruleset and options make no game."""

class ActionError(Error):
    """An action, an outcome of chance or a seat is not possible here; nothing has changed."""

class PositionError(Error):
    """A position or serialized state is malformed or impossible; every reason is listed."""

class RecordError(Error):
    """A record is malformed or does not replay."""

class ResampleError(Error):
    """No other state was found that a player could not tell from this one."""

class BatchError(Error):
    """A batch, or what was given to it, is refused; no env has moved."""

class BotError(Error):
    """There is no bot of this name, or an arena cannot be played or judged."""

class ArrayError(Error):
    """An array has the wrong dtype, shape or layout, or cannot be written."""

@final
class Ruleset:
    """The rules of one game, as data. Immutable; equal if every key is.

    ``Ruleset(id)`` is a built-in one; ``from_toml``, ``from_file`` and ``from_dict`` read one's own. It can be compared,
    hashed, copied and pickled.

    Args:
        id: one of ``eights.rulesets()``.

    Raises:
        RulesetError: there is no built-in ruleset of this id; the message names those that there are.

    >>> import eights
    >>> ruleset = eights.Ruleset("crazy_eights")
    >>> ruleset.id, ruleset.players
    ('crazy_eights', (2, 10))
    >>> ruleset.override({"deal.cards": 6}) == ruleset
    False
    """

    def __new__(cls, id: str) -> Self: ...  # noqa: A002
    @classmethod
    def from_toml(cls, text: str, folder: str | PathLike[str] | None = None) -> Ruleset:
        """Reads and validates TOML.

        Args:
            text: the TOML; ``eights.schema_reference()`` lists the keys, all but ``id`` have defaults.
            folder: ``str`` or ``os.PathLike``, where a file is looked for that the text names as its base. ``None``: nowhere, so
                that such a text is refused.

        Raises:
            RulesetError: it is not TOML, has more than a million bytes, or some keys or values are wrong; every problem is
                listed with its key, or the first two hundred and how many more there are.

        Warns:
            UserWarning: something in it changes nothing, such as a special without cards.

        >>> import eights
        >>> eights.Ruleset.from_toml('id = "mine"\\n[special.jack]\\ncards = "J"\\nskip = 1').title
        'mine'
        >>> eights.Ruleset.from_toml('id = "mine"\\n[deal]\\ncard = 7')
        Traceback (most recent call last):
          ...
        eights.RulesetError: deal.card: ...
        """
    @classmethod
    def kept_from_base(cls, text: str, folder: str | PathLike[str] | None = None) -> list[str]:
        """Keys of its base that stay in the tables that a text of TOML writes, a line for each table.

        Args:
            text: the TOML.
            folder: as for ``from_toml``.

        Raises:
            RulesetError: see ``from_toml``.

        >>> import eights
        >>> text = 'id = "mine"\\nbase = "crazy_eights_special"\\n[special.two]\\nskip = 1'
        >>> eights.Ruleset.kept_from_base(text)
        ['special.two: `cards` and `hit` stay as in crazy_eights_special']
        """
    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Ruleset:
        """Reads and validates a TOML file.

        Args:
            path: ``str`` or ``os.PathLike``. A file that it names as its base is looked for from there.

        Raises:
            RulesetError: the file cannot be read, or see ``from_toml``.
        """
    @classmethod
    def from_dict(cls, mapping: Mapping[str, Any]) -> Ruleset:
        """Reads and validates a mapping: what ``to_dict`` returns, or the same keys as TOML has.

        Args:
            mapping: any ``Mapping``: nested mappings, lists, texts, numbers and bools, NumPy's too.

        Raises:
            RulesetError: some keys or values are wrong, or it is larger than a text may be; problems are listed as by
                ``from_toml``.
            ArgumentError: it is not a mapping.

        >>> import eights
        >>> eights.Ruleset.from_dict({"id": "mine", "title": "Mine"}).title
        'Mine'
        """
    @classmethod
    def _restore(cls, mapping: Mapping[str, Any]) -> Ruleset: ...
    @classmethod
    def sample(
        cls, seed: SupportsIndex, split: Literal["train", "test", "all"] = "train"
    ) -> Ruleset:
        """A ruleset drawn by lot: a built-in one with two to five house rules. ``id`` and ``title`` say what was changed.

        Args:
            seed: 0 … 2**64 - 1; the same seed means the same ruleset.
            split: ``"train"``, ``"test"`` (one ruleset of five, by a hash of the fingerprint) or ``"all"``. No ruleset is in both
                of the first two, whatever the seeds.

        Raises:
            RulesetError: the seed is out of range, or there is no such split.

        >>> import eights
        >>> ruleset = eights.Ruleset.sample(3, split="test")
        >>> ruleset == eights.Ruleset.sample(3, split="test")
        True
        """
    def override(self, overrides: Mapping[str, Any]) -> Ruleset:
        """This ruleset with some keys changed.

        Args:
            overrides: dotted keys or nested mappings; ``None`` takes a key away, and so does ``False`` where no flag stands,
                as in TOML, which has no ``None``; ``"variant"`` names one of ``variants``, or several in a list, applied first. A
                variant that does not go with what was changed is not offered any more.

        Raises:
            RulesetError: the result is not valid; problems are listed as by ``from_toml``.
            ArgumentError: ``overrides`` is not a mapping.

        Warns:
            UserWarning: an override changes nothing, such as one of a special that there is not.

        >>> import eights
        >>> ruleset = eights.Ruleset("crazy_eights_special").override({"special.queen.skip": 2, "deal": {"cards": 6}})
        >>> ruleset.to_dict()["special"]["queen"]["skip"]
        2
        """
    @property
    def id(self) -> str:
        """The id: lower case, with underscores."""
    @property
    def title(self) -> str:
        """The title, for people, on one line; the id where there is none."""
    @property
    def source(self) -> str:
        """The document that its rules are from; empty where it names none."""
    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that differ if the rules do: the same on every platform and in every process.

        >>> import eights
        >>> len(eights.Ruleset("crazy_eights").fingerprint)
        16
        """
    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players, as a tuple of two ints."""
    @property
    def variants(self) -> list[str]:
        """Names of its variants: sets of overrides that it offers, for ``override({"variant": name})``."""
    @property
    def has_match(self) -> bool:
        """True when there are matches: rounds played to a target, or a number of rounds, for ``Game(..., episode="match")``."""
    def to_toml(self) -> str:
        """The ruleset as TOML, which ``from_toml`` reads.

        >>> import eights
        >>> ruleset = eights.Ruleset("kings_reverse")
        >>> eights.Ruleset.from_toml(ruleset.to_toml()) == ruleset
        True
        """
    def to_dict(self) -> dict[str, Any]:
        """The ruleset as nested dicts with every key, defaults too, which ``from_dict`` reads. What a special does not have,
        such as an attack, is ``None``.

        >>> import eights
        >>> ruleset = eights.Ruleset("kings_reverse")
        >>> eights.Ruleset.from_dict(ruleset.to_dict()) == ruleset
        True
        """
    def describe(self) -> str:
        """The rules in English, as Markdown, generated from the ruleset.

        >>> import eights
        >>> print(eights.Ruleset("crazy_eights").describe().splitlines()[0])
        # Crazy Eights, basic game
        """
    def _repr_markdown_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Game:
    """A game: a ruleset for a number of players, with options. Immutable.

    A game can be compared, hashed, copied and pickled.

    Args:
        ruleset: an id of ``eights.rulesets()``, or a ``Ruleset``.
        players: number of seats; ``None``: the fewest that the ruleset is for.
        overrides: changes to the ruleset, as ``Ruleset.override`` takes them.
        episode: ``"round"``, or ``"match"``: rounds to a target, where the ruleset has one.
        reward: ``"win"``: +1 for the winner and -1/(players - 1) for each other seat (in teams, to each member: teams in place of players), those who tie share, in a match once, at its end;
            ``"points"``: minus the points scored, divided by the ruleset's ``score.reward-scale``.
        chance: ``"sampled"``, or ``"explicit"``: chance nodes with outcomes and probabilities.
        layout: of observations: ``"compact"`` fits this ruleset and number of players; ``"universal"`` is the same for
            all games and shows the ruleset; ``"cards"`` is the same for all games and leaves out what is constant in a game,
            which ``rule_matrix()``, ``rule_vector()`` and ``card_relations()`` give. The last two tell no more than 8 copies of
            a kind of card apart.
        history: number of public events that an observation shows, 0 … 32.
        max_decisions: decisions after which an episode is ended (``State.is_truncated()``), 1 … 65535; ``None``: 5000 for a
            round, 60000 for a match.
        truncation: what becomes of an episode that they end: ``"score"`` pays the round as a blocked one, and that is its end (a
            batch says terminated and truncated); ``"bootstrap"`` pays nothing for it, nobody has won, and a batch says truncated only,
            so that a learner may put its own estimate in the place of what was not played.
        beliefs: whether observations have the span ``ruled_out``: of how many cards of each other seat play under compulsion has
            proved that they are not of a kind, in rulesets in which who can play must. It costs such games up to a fifth of their speed.

    Raises:
        RulesetError: the ruleset or the overrides are refused.
        GameError: an option is refused; the message says what was possible.

    >>> import eights
    >>> game = eights.Game("crazy_eights_special", players=4, overrides={"deal.cards": 6})
    >>> game
    Game("crazy_eights_special", players=4, fingerprint=5578f1f3af1700f4)
    >>> eights.Game("crazy_eights_special", players=11)
    Traceback (most recent call last):
      ...
    eights.GameError: crazy_eights_special is not for 11 players: 2 to 10 may play
    """

    def __new__(
        cls,
        ruleset: str | Ruleset,
        players: SupportsIndex | None = None,
        overrides: Mapping[str, Any] | None = None,
        episode: Literal["round", "match"] = "round",
        reward: Literal["win", "points"] = "win",
        chance: Literal["sampled", "explicit"] = "sampled",
        layout: Literal["compact", "universal", "cards"] = "compact",
        history: SupportsIndex = 0,
        max_decisions: SupportsIndex | None = None,
        truncation: Literal["score", "bootstrap"] = "score",
        beliefs: bool = False,
    ) -> Self: ...
    @property
    def ruleset(self) -> Ruleset:
        """The ruleset, overrides applied."""
    @property
    def teams(self) -> list[list[int]]:
        """The seats of each team, as a new list; where everybody plays alone, each seat is a team of its own.

        The members of a team win and lose together, have the same returns and scores, and do not see each other's cards.

        >>> import eights
        >>> eights.Game("crazy_eights_teams").teams, eights.Game("crazy_eights", players=3).teams
        ([[0, 2], [1, 3]], [[0], [1], [2]])
        """
    @property
    def options(self) -> dict[str, Any]:
        """The keyword arguments that make this game of its ruleset, as a new dict.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=3, history=4)
        >>> game.options["players"], game.options["history"]
        (3, 4)
        >>> eights.Game(game.ruleset, **game.options) == game
        True
        """
    @property
    def observation_layout(self) -> dict[str, tuple[int, int, int]]:
        """The named spans of an observation, as a new dict: name → (start, length, high).

        A feature is an integer of 0 … high: ``uint8`` observations hold it, ``float32`` ones hold it times 1/high. Spans that the
        game cannot need have length 0.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> start, length, high = game.observation_layout["hand"]
        >>> state = game.new_initial_state(seed=7)
        >>> hand = state.observation_tensor()[start : start + length]
        >>> round(float(hand.sum()) * high)
        7
        """
    @property
    def observation_high(self) -> npt.NDArray[np.uint8]:
        """The greatest value of every feature: a new ``uint8`` array of shape (D,), D = ``observation_tensor_size()``.

        ``uint8`` observations go up to it, and divided by it they are the ``float32`` ones.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> int(game.observation_high[game.feature_names().index("hand_sizes[self]")])
        52
        """
    def rule_matrix(self) -> npt.NDArray[np.float32]:
        """The rules of each kind of card: a new ``float32`` array of shape (M, K, F), of 0 … 1, for policies that read the rules.

        K is 54, or 64 in a game with a pack of its own. Row k holds the rules of the k-th kind of card and its suit and rank; ``rule_matrix_names()`` names the F features. M is 1
        unless rules depend on a player's score or on what is drawn for an episode: then the feature ``match meaning`` of
        ``layout="cards"`` says which matrix holds for the observer.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> wild = game.rule_matrix()[0, :, game.rule_matrix_names().index("wild")]
        >>> [eights.action_to_string(k) for k in range(54) if wild[k] > 0]
        ['play 8C', 'play 8D', 'play 8H', 'play 8S']
        """
    def rule_matrix_names(self) -> list[str]:
        """The names of the features of a row of ``rule_matrix()``, in order, the same for every game with the usual suits and ranks.

        docs/observations.md says what each means.
        """
    def rule_vector(self) -> npt.NDArray[np.float32]:
        """The rules of the table: a new ``float32`` array of shape (F,), of 0 … 1, named by ``rule_vector_names()``.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> vector = dict(zip(game.rule_vector_names(), game.rule_vector()))
        >>> round(vector["players"] * 50), round(vector["deal"] * 50)
        (2, 7)
        """
    def rule_vector_names(self) -> list[str]:
        """The names of the features of ``rule_vector()``, in order, the same for every game."""
    def card_relations(self) -> npt.NDArray[np.bool_]:
        """Which cards go with which: a new ``bool`` array of shape (M, 3, K, K), M and K as in ``rule_matrix()``.

        ``relations[m, r, a, b]`` is true if card b can be played on card a while no suit is nominated (r = 0), answers the attack of
        card a (1), or covers card a in the same turn (2).

        >>> import eights
        >>> follows, answers, covers = eights.Game("crazy_eights", players=2).card_relations()[0]
        >>> int(follows.sum(axis=1)[0])
        19
        """
    @property
    def is_match(self) -> bool:
        """True when an episode is a match."""
    def num_players(self) -> int:
        """Number of seats."""
    def num_cards(self) -> int:
        """Number of cards in the deck, of all packs."""
    def num_distinct_actions(self) -> int:
        """Number of actions: 100, 121 in a game with a pack of its own, or 127 with more than ten players."""
    def action_to_string(self, action: SupportsIndex) -> str:
        """The text of an action of the game: the same as ``eights.action_to_string`` has, but for the cards of a pack of its own.

        Args:
            action: 0 … ``num_distinct_actions()`` - 1.

        Raises:
            ActionError: there is no such id.

        >>> import eights
        >>> game = eights.Game("whot", players=2)
        >>> game.action_to_string(4), eights.action_to_string(4)
        ('play AV', 'play 3C')
        """
    def string_to_action(self, text: str) -> int:
        """The id of an action's text in the game.

        Raises:
            ActionError: the text names no action.

        >>> import eights
        >>> eights.Game("whot", players=2).string_to_action("play AV")
        4
        """
    def max_chance_outcomes(self) -> int:
        """Most outcomes of a chance node: 54, or 64 in a game with a pack of its own."""
    def max_game_length(self) -> int:
        """Most actions that an episode can have.

        An episode is ended after ``max_decisions``; answers to offers that only their player can see are not counted there.
        """
    def min_utility(self) -> float:
        """The least that a seat's return can be."""
    def utility_sum(self) -> float | None:
        """The sum of the returns of all seats; ``None`` where that is not always the same.

        0 with ``reward="win"``. Points do not add up to the same in every game.
        """
    def get_type(self) -> GameType:
        """The type of the game in OpenSpiel's words: an ``eights.openspiel_type.GameType``.

        >>> import eights
        >>> eights.Game("crazy_eights", chance="explicit").get_type().chance_mode
        'EXPLICIT_STOCHASTIC'
        """
    def max_chance_nodes_in_history(self) -> int:
        """More chance nodes than any history has: 0 with sampled chance."""
    def observation_tensor_shape(self) -> list[int]:
        """``[observation_tensor_size()]``."""
    def information_state_tensor_shape(self) -> list[int]:
        """``[information_state_tensor_size()]``.

        Raises:
            GameError: the game was made without an explicit ``max_decisions``, from which the size follows.
        """
    def policy_tensor_shape(self) -> list[int]:
        """``[num_distinct_actions()]``."""
    def max_utility(self) -> float:
        """The most that a seat's return can be."""
    def observation_tensor_size(self) -> int:
        """Number of values of an observation."""
    def feature_names(self) -> list[str]:
        """The name of every feature of an observation, in order; each is there once.

        A name begins with its span: ``"hand 8H"``, ``"phase play"``, ``"hand_sizes[+1]"``. Seats are ``[self]``,
        ``[+1]``, ``[+2]`` …, clockwise. docs/observations.md says what each means. The universal layout has the names
        of the compact one, and more.

        >>> import eights
        >>> names = eights.Game("crazy_eights", players=2).feature_names()
        >>> names[0], names[52], names[-1]
        ('hand 2C', 'upcard 2C', 'match decisions_left low_byte')
        """
    def explain(
        self, observation: npt.NDArray[np.float32] | npt.NDArray[np.uint8]
    ) -> dict[str, int]:
        """Explains an observation as a dict: the name of each feature that is not 0, in order, and its value.

        A number is a whole number, whatever the type of the observation; a flag, or one of several, is ``True``.

        Args:
            observation: a ``float32`` or ``uint8`` array of shape (D,), as ``State.observation_tensor`` makes it, or as
                one env's of ``Batch.observations``.

        Raises:
            ArrayError: it is another array, or holds a value that its feature cannot have.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> told = game.explain(game.new_initial_state(seed=7).observation_tensor())
        >>> told["hand_sizes[self]"], told["phase play"]
        (7, True)
        """
    def privileged_tensor_size(self) -> int:
        """Number of values of ``State.privileged_tensor``."""
    def information_state_tensor_size(self) -> int:
        """Number of values of ``State.information_state_tensor``.

        Raises:
            GameError: the game was made without an explicit ``max_decisions``, from which the size follows.
        """
    def new_initial_state(self, seed: SupportsIndex | None = None) -> State:
        """A new episode: dealt, or with explicit chance at its first chance node.

        Args:
            seed: 0 … 2**64 - 1. The same seed means the same game on every platform. ``None``: one from the system.

        Raises:
            GameError: the seed is out of range.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> game.new_initial_state(seed=7) == game.new_initial_state(seed=7)
        True
        """
    def position(self, position: Mapping[str, Any], seed: SupportsIndex = 0) -> State:
        """A state from position notation.

        Args:
            position: a mapping; only ``hands`` and ``pile`` are needed, ``State.to_dict()`` gives the same keys.
            seed: 0 … 2**64 - 1, from which chance goes on.

        Raises:
            PositionError: the position is malformed or impossible; every reason is listed.
            ArgumentError: it is not plain data.
            GameError: the seed is out of range.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
        >>> [state.action_to_string(a) for a in state.legal_actions()]
        ['play 5C', 'play 8H', 'draw']
        """
    def deserialize_state(self, data: bytes) -> State:
        """The state that ``State.serialize`` of this game has saved, with its log.

        Args:
            data: the bytes.

        Raises:
            PositionError: they are not the state of this game.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> state = game.new_initial_state(seed=7)
        >>> game.deserialize_state(state.serialize()) == state
        True
        """
    def deserialize_batch_state(self, data: bytes) -> BatchState:
        """The batch state that ``BatchState.serialize`` of a batch of this game has saved.

        Args:
            data: the bytes.

        Raises:
            BatchError: they are damaged, of another version, or of another game.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> saved = eights.Batch(game, num_envs=2, seed=1).get_state()
        >>> other = eights.Batch(game, num_envs=2, seed=0)
        >>> other.set_state(game.deserialize_batch_state(saved.serialize()))
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class State:
    """A position of a game, with the events that led to it.

    States are made by ``Game.new_initial_state``, ``Game.position``, ``Game.deserialize_state``, ``Batch.state`` and
    ``eights.replay``. They can be compared, copied and pickled; two are equal if the game, the position and all that led to it are.
    Wherever a method takes ``player``, that is an absolute seat, and ``None`` stands for the seat to act (at a chance node or the
    end: the seat whose turn it is or was); a seat that there is not raises ``ActionError``. So does a call while another thread is
    changing the state.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> sum(state.returns())
    0.0
    """

    @property
    def game(self) -> Game:
        """The game."""
    def get_game(self) -> Game:
        """The game, by OpenSpiel's name."""
    def num_players(self) -> int:
        """Number of seats."""
    def num_distinct_actions(self) -> int:
        """Number of actions: 100, 121 in a game with a pack of its own, or 127 with more than ten players."""
    def move_number(self) -> int:
        """Number of actions (and with explicit chance of outcomes) since the beginning: the length of ``history()``."""
    def is_initial_state(self) -> bool:
        """True when nothing has happened yet: ``history()`` is empty."""
    def is_player_node(self) -> bool:
        """True when a seat is to act."""
    def is_simultaneous_node(self) -> bool:
        """False: seats never act at once. OpenSpiel asks for it."""
    def is_mean_field_node(self) -> bool:
        """False: there is no mean field to update. OpenSpiel asks for it."""
    def current_player(self) -> int:
        """The seat to act; -1 at a chance node, -4 at the end."""
    def is_terminal(self) -> bool:
        """True when the episode has ended, by the rules or by the limit of decisions."""
    def is_truncated(self) -> bool:
        """True when the limit of decisions ended the episode; the state is then terminal as well, whatever the game's ``truncation``."""
    @property
    def has_history(self) -> bool:
        """True when a history is known that leads to where the state began.

        True for every state but some of ``resample``. False for those that were drawn as positions alone: where no history was found
        in bounded time, and where created rules, or cards that others chose to keep, are not replayed.
        """
    def is_chance_node(self) -> bool:
        """True when chance is to decide (only with ``chance="explicit"``)."""
    def legal_actions(self, player: SupportsIndex | None = None) -> list[int]:
        """Ids of the legal actions, ascending.

        Args:
            player: a seat; empty for those that are not to act. ``None``: the seat to act, at a chance node the ids of the outcomes.

        Returns:
            list[int]; empty at the end.
        """
    def lawful_actions(self) -> list[int]:
        """Those of the legal actions that are not mistakes by the true rules: for analysis.

        Where mistakes cost cards (``mistakes.penalty``), every card in hand is legal; these are the ones that are not handed
        back. Where created rules are hidden, a player that reads this plays another game.

        Returns:
            list[int]; empty at chance nodes, at the end, and for a card to be played on a pile where it fits none.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2, overrides={"mistakes.penalty": 1})
        >>> state = game.new_initial_state(seed=7)
        >>> set(state.lawful_actions()) < set(state.legal_actions())
        True
        """
    def legal_actions_mask(
        self,
        player: SupportsIndex | None = None,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]:
        """The legal actions as booleans.

        Args:
            player: a seat; all False for those that are not to act. ``None``: the seat to act.
            out: bool array of shape (100,) to write into and return.

        Returns:
            bool array of shape (100,); all False at chance nodes and at the end.

        Raises:
            ActionError: there is no such seat.
            ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> state.legal_actions_mask().nonzero()[0].tolist() == state.legal_actions()
        True
        """
    def apply_action(self, action: _Action) -> None:
        """Applies an action of the seat to act, or at a chance node an outcome.

        Args:
            action: its id, or its text such as ``"play 8H"`` or ``"chance 8H"``.

        Raises:
            ActionError: it is not possible here; the message says why and what is. The state stays as it was.
            ArgumentError: it is neither an integer nor a text.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
        >>> state.apply_action("play KD")
        Traceback (most recent call last):
          ...
        eights.ActionError: play KD is not legal: ...
        >>> state.apply_action("play 5C")
        """
    def apply_actions(self, actions: Sequence[_Action]) -> None:
        """Takes actions one after the other: all of them, or none where one is not possible.

        In OpenSpiel the name is for nodes at which all players act at once. There are none here.

        Args:
            actions: ids or texts, as for ``apply_action``.

        Raises:
            ActionError: one is not possible when its turn has come. The state stays as it was.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).position({"hands": ["5C 7D 9D", "6C QD 2D"], "pile": "TC"})
        >>> state.apply_actions(["play 5C", "play 6C"])
        >>> state.move_number()
        2
        """
    def undo_action(self, player: SupportsIndex, action: _Action) -> None:
        """Takes the last action back, as in OpenSpiel; the game is played again up to there.

        Args:
            player: whose it was; -1 for chance.
            action: its id or text.

        Raises:
            ActionError: it was not the last one, or nothing was done yet.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> before, player = state.clone(), state.current_player()
        >>> state.apply_action("draw")
        >>> state.undo_action(player, "draw")
        >>> state == before
        True
        """
    def child(self, action: _Action) -> State:
        """A copy in which an action has been taken; this state stays as it is.

        Args:
            action: its id or text; at a chance node, an outcome's.

        Raises:
            ActionError: it is not possible here.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> state.child("draw").move_number(), state.move_number()
        (1, 0)
        """
    def action_to_string(self, action: SupportsIndex, second: SupportsIndex | None = None) -> str:
        """The text of an action's id; at a chance node, of an outcome's.

        Args:
            action: the id; or, of two arguments, a player, which is not looked at: OpenSpiel has it so.
            second: the id, where a player was given.

        Raises:
            ActionError: there is no such id, or the node has no such outcome.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> state.action_to_string(54), state.action_to_string(state.current_player(), 54)
        ('draw', 'draw')
        """
    def string_to_action(self, text: str) -> int:
        """The id of an action's text; at a chance node, of an outcome's.

        Raises:
            ActionError: the text names no action, or the node has no such outcome.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> state.string_to_action("play 8H")
        26
        """
    def describe_action(self, action: _Action) -> str:
        """The meaning of an action (at a chance node: of an outcome) here, in words; also of one that is not legal.

        Args:
            action: its id or text.

        Raises:
            ActionError: there is no such action, or the node has no such outcome.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> state.describe_action("draw")
        'draw a card'
        """
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities.

        Returns:
            list[tuple[int, float]], ids ascending, at most ``game.max_chance_outcomes()``; empty elsewhere.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2, chance="explicit").new_initial_state(seed=7)
        >>> state.chance_outcomes()  # which seat deals
        [(0, 0.5), (1, 0.5)]
        """
    def rewards(self) -> list[float]:
        """The reward of each seat for the last action, as a list of ``num_players()`` floats."""
    def returns(self) -> list[float]:
        """The return of each seat since the beginning, as a list of ``num_players()`` floats.

        Of a game with ``truncation="bootstrap"``, the round that the limit of decisions ended brings nothing; what earlier rounds
        of the match have paid stays.
        """
    def player_reward(self, player: SupportsIndex) -> float:
        """The reward of a seat for the last action.

        Raises:
            ActionError: there is no such seat.
        """
    def player_return(self, player: SupportsIndex) -> float:
        """The return of a seat since the beginning.

        Raises:
            ActionError: there is no such seat.
        """
    def winners(self) -> list[int]:
        """Seats that have won, as a list of ints; empty before the end, and where ``truncation="bootstrap"`` leaves it open."""
    def scores(self) -> list[int]:
        """Points of each seat on the score sheet, as a list of ints: of the round, or of the match so far.

        For what there are points, and whether many are good, is the ruleset's.

        >>> import eights
        >>> eights.Game("crazy_eights", players=3).new_initial_state(seed=7).scores()
        [0, 0, 0]
        """
    def places(self) -> list[int]:
        """The place of each seat at the end, as a list of ints from 1; empty before the end.

        Winners come first. In a round whoever is out follows in the order of going out, then the others by what their hands count,
        the fewest points first; in a countdown by score and cards. In a match those who are still in it come before those who are
        not, each by their scores. Who tie share the first of the places that they take, such as 1, 2, 2, 4; where
        ``truncation="bootstrap"`` leaves it open who has won, all do.
        """
    def history(self) -> list[int]:
        """Ids of the actions (and with explicit chance the outcomes) since the beginning, as a list of ints.

        A state from a position, a batch or ``resample`` begins there.
        """
    def history_str(self) -> str:
        """The same as a text, the ids parted by commas."""
    @overload
    def observation_tensor(
        self, player: SupportsIndex | None = None, out: None = None
    ) -> npt.NDArray[np.float32]:
        """The observation of a seat, as numbers: see ``Game.observation_layout``.

        Args:
            player: a seat, or ``None``.
            out: ``float32`` or ``uint8`` array of shape (D,) to write into and return.

        Returns:
            ``out``, or a new ``float32`` array of shape (D,), D = ``game.observation_tensor_size()``.

        Raises:
            ActionError: there is no such seat.
            ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.

        >>> import eights, numpy as np
        >>> game = eights.Game("crazy_eights", players=2)
        >>> out = np.empty(game.observation_tensor_size(), dtype=np.uint8)
        >>> game.new_initial_state(seed=7).observation_tensor(player=1, out=out) is out
        True
        """
    @overload
    def observation_tensor(self, player: SupportsIndex | None, out: _Tensor) -> _Tensor: ...
    @overload
    def observation_tensor(
        self, player: SupportsIndex | None = None, *, out: _Tensor
    ) -> _Tensor: ...
    @overload
    def privileged_tensor(
        self, player: SupportsIndex | None = None, out: None = None
    ) -> npt.NDArray[np.float32]:
        """The full position as numbers, for critics: the observation of a seat, then how many of each kind of card each other seat
        holds, clockwise, then how many of each kind are in the stock.

        Args:
            player: the seat that comes first, or ``None``.
            out: ``float32`` or ``uint8`` array of shape (S,) to write into and return.

        Returns:
            ``out``, or a new ``float32`` array of shape (S,), S = ``game.privileged_tensor_size()``.

        Raises:
            ActionError: there is no such seat.
            ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
        """
    @overload
    def privileged_tensor(self, player: SupportsIndex | None, out: _Tensor) -> _Tensor: ...
    @overload
    def privileged_tensor(
        self, player: SupportsIndex | None = None, *, out: _Tensor
    ) -> _Tensor: ...
    def information_state_tensor(
        self,
        player: SupportsIndex | None = None,
        out: npt.NDArray[np.float32] | None = None,
    ) -> npt.NDArray[np.float32]:
        """All that a seat has seen since the beginning (perfect recall), as numbers.

        Args:
            player: a seat, or ``None``.
            out: ``float32`` array of shape (I,) to write into and return.

        Returns:
            ``out``, or a new ``float32`` array of shape (I,), I = ``game.information_state_tensor_size()``.

        Raises:
            ActionError: there is no such seat.
            GameError: the game was made without an explicit ``max_decisions``, from which the size follows; or the seat remembers
                more than fits, which no play leads to, but bytes that were made up can say.
            ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
        """
    def observation_string(self, player: SupportsIndex | None = None) -> str:
        """The observation of a seat, as text for people."""
    def information_state_string(self, player: SupportsIndex | None = None) -> str:
        """All that a seat has seen since the beginning (perfect recall), as text.

        Two states that this seat cannot tell apart have the same one.
        """
    def render(
        self,
        player: SupportsIndex | Literal["all"] | None = None,
        color: bool = False,
        unicode: bool = True,
        width: SupportsIndex | None = None,
    ) -> str:
        """The position as a person may like to see it, at most 80 columns wide.

        Args:
            player: from this seat's view. ``None``: from that of the seat to act, as ``print(state)`` shows it; ``"all"``: the full
                table, all hands open.
            color: with ANSI colours.
            unicode: with suits as symbols and boxes; otherwise ASCII.
            width: in few lines of at most this many columns, 40 or more: the piles in words, the players side by side. ``None``: with
                the piles drawn, a line for each player.

        Raises:
            GameError: the width is less than 40.
        """
    def to_svg(self, perspective: SupportsIndex | Literal["all"] | None = None) -> str:
        """The position as a picture: an SVG of 800 × 600 that needs nothing from outside; notebooks show it by themselves.

        The players sit around the table in order, the one who looks below. Cards that this seat cannot know lie face down; those
        that it may play are raised, in a frame. The deck is drawn as it is labelled.

        Args:
            perspective: a seat. ``None``: the seat to act; ``"all"``: the full table, all hands open, seat 0 below.

        Raises:
            ActionError: there is no such seat.
            ArgumentError: it is neither a seat nor ``"all"``.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> state.to_svg().startswith("<svg ")
        True
        """
    def to_png(
        self,
        perspective: SupportsIndex | Literal["all"] | None = None,
        width: SupportsIndex = 800,
    ) -> bytes:
        """The picture of ``to_svg`` in PNG, three quarters as high as it is wide; needs the extra ``png``.

        The letters come with the package, so the picture is the same on every machine.

        Args:
            perspective: as for ``to_svg``.
            width: pixels, 16 … 8192.

        Raises:
            ActionError: there is no such seat.
            ArgumentError: it is neither a seat nor ``"all"``; or the width is not an integer.
            GameError: the width is out of bounds.
            ImportError: resvg-py is not installed.
        """
    def _repr_html_(self) -> str: ...
    def events(self, player: SupportsIndex | None = None) -> list[str]:
        """The events since the beginning, in words: a list of lines.

        Args:
            player: as this seat may know it, which is then called "you"; ``None``: everything.
        """
    def bot_action(self, name: str, seed: SupportsIndex | None = None) -> int:
        """The id of the action that a bot would choose here. It sees what the seat to act may know.

        Args:
            name: one of ``eights.bots(game)``, or of an ``eights.Searcher``: ``"ismcts(iterations=50)"``.
            seed: 0 … 2**64 - 1, for what it leaves to chance. ``None``: it follows from the state's seed and the number of actions so
                far: equal states have the same, and along a game it is another each time.

        Raises:
            BotError: there is no such bot, or the seed is out of range.
            ActionError: nobody is to act.
        """
    def clone(self) -> State:
        """A copy that goes its own way; with sampled chance it meets the same luck."""
    def serialize(self) -> bytes:
        """The state and its log as bytes, for ``Game.deserialize_state`` of the same game."""
    def resample(
        self, player: SupportsIndex, seed: SupportsIndex, *, require_history: bool = False
    ) -> State:
        """Another state that this player cannot tell apart: all that it cannot know is dealt anew, uniformly.

        The state's ``has_history`` tells whether a whole history leads to it.

        Args:
            player: a seat.
            seed: 0 … 2**64 - 1, of what is dealt and of chance from here on.
            require_history: raise an error where the state would have no history.

        Raises:
            ActionError: there is no such seat, or the seed is out of range.
            ResampleError: what is open is so rare that drawing did not come upon another state that explains it, or no history was
                found where one is required.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> other = state.resample(0, seed=1)
        >>> other.information_state_string(0) == state.information_state_string(0)
        True
        """
    def resample_from_infostate(
        self, player: SupportsIndex, probability_sampler: Callable[[], float]
    ) -> State:
        """Another state that this player cannot tell apart, by OpenSpiel's name: see ``resample``.

        Args:
            player: a seat.
            probability_sampler: a function of no arguments that returns a number of 0 … 1: the only source of chance.

        Raises:
            ActionError: there is no such seat.
            ResampleError: as for ``resample``.

        >>> import eights, random
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> other = state.resample_from_infostate(0, random.Random(1).random)
        >>> other.information_state_string(0) == state.information_state_string(0)
        True
        """
    def to_dict(self) -> dict[str, Any]:
        """The position as a dict in position notation, with all that ``Game.position`` needs to restore it; where observations show a
        history, with what is ``recent``.

        >>> import eights
        >>> game = eights.Game("crazy_eights", players=2)
        >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
        >>> state.to_dict()["hands"]
        ['5C 8H', 'QD KD']
        """
    def record(self, annotations: Sequence[Mapping[str, Any]] | None = None) -> str:
        """The episode so far as a record: readable JSON, which ``eights.replay`` plays again.

        Args:
            annotations: what whoever decided thought of decisions, a list of dicts. ``"move"`` is the number of the move that came
                of it, from 1; of the rest each may be absent. By the texts of actions: ``"probabilities"`` of a policy (0 … 1),
                ``"values"`` (the return expected after them), a search's ``"visits"`` (whole numbers). ``"value"`` is the return
                expected before the decision. They change nothing of the game; ``eights replay --html`` shows them.

        Raises:
            ArgumentError: the annotations are not a list of dicts.
            RecordError: one of them is refused; the message says which.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> state.apply_action("draw")
        >>> record = state.record([{"move": 1, "probabilities": {"draw": 1.0}, "value": -0.2}])
        >>> eights.replay(record) == state
        True
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Batch(Generic[_Feature_co]):
    """Many games at once, stepped together; observations, masks and rewards are written in place into NumPy arrays.

    A batch can be copied and pickled: the copy has arrays of its own with the same contents, and goes on with the same games, also in another
    process. One call is made at a time: one that comes while another thread is in another raises ``BatchError``.

    N = ``num_envs`` envs, P = ``num_players`` seats, D = ``game.observation_tensor_size()`` features. Every call writes into
    the same arrays; copy what must outlive the next call. An env shows what its seat to act may know and do; actions are for that seat.

    Args:
        game: with sampled chance; or a ``GamePool``, from which each episode of each env draws its game.
        num_envs: number of envs, 1 … 1048576.
        seed: 0 … 2**64 - 1; episode k of env i has the seed ``eights.episode_seed(seed, i, k)``. ``None``: one that the operating
            system draws, so that every batch plays other games; the property ``seed`` tells it.
        threads: 1 … 1024. What is computed does not depend on it. They pay from some 256 envs on, on cores that nothing else uses;
            where they cost time, one of them does most of the work. In a process that was forked from this one they are made anew.
        dtype: of the observations: ``"float32"`` or ``"uint8"``, also as NumPy's types.
        controllers: who decides for each seat: ``None`` for the actions given to ``step``, or the name of a bot; shape [P] for all envs, or
            [N, P]. Default: all ``None`` (self-play). Each env needs at least one ``None``. A game of fewer than P players has the
            first ones; where there may be some, one of those that every game has must be ``None``.
        autoreset: what an env does when its episode ends: ``"same-step"`` begins the next one in the same step and keeps the end in
            ``final_observations``; ``"next-step"`` shows the end, and the next step begins anew and ignores its action;
            ``"disabled"`` shows the end until ``reset``, in every array, with rewards of 0. An env that shows an end has only ``pass``
            in its mask. An ``eights.Autoreset``, its value, or Gymnasium's mode or word.
        buffers: a dict of arrays that the caller owns, under the names of the properties below; those not given are made. Those of two
            or three dimensions then begin at a cache line (64 bytes), which is fastest.
        extras: names of arrays that are written, too: ``"seat_observations"``, ``"privileged_observations"``. Each comes with the
            same for the ends of episodes, and costs what it takes to write it in each step.

    Raises:
        BatchError: the game has explicit chance, a number is out of range, or an env has no outside seat.
        BotError: there is no such bot.
        ArrayError: a buffer has another dtype or shape, is not contiguous, is read-only, or has an unknown name.
        MemoryError: there is too little memory.

    >>> import eights, numpy as np
    >>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=4, seed=1)
    >>> actions = np.zeros(4, dtype=np.int64)
    >>> for _ in range(100):
    ...     batch.step(batch.sample(out=actions))
    >>> batch.action_masks.shape, bool(batch.action_masks.any(axis=1).all())
    ((4, 100), True)
    """

    @overload
    def __new__(
        cls,
        game: Game | GamePool,
        num_envs: SupportsIndex,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex = 1,
        dtype: _Float32 = "float32",
        controllers: _Controllers | None = None,
        autoreset: AsAutoreset = "same-step",
        buffers: dict[str, Any] | None = None,
        extras: Sequence[_Extra] = (),
    ) -> Batch[np.float32]: ...
    @overload
    def __new__(
        cls,
        game: Game | GamePool,
        num_envs: SupportsIndex,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex = 1,
        *,
        dtype: _Uint8,
        controllers: _Controllers | None = None,
        autoreset: AsAutoreset = "same-step",
        buffers: dict[str, Any] | None = None,
        extras: Sequence[_Extra] = (),
    ) -> Batch[np.uint8]: ...
    @property
    def game(self) -> Game:
        """The game; where games are drawn from a pool its first, whose shape all have. See ``game_of``."""
    @property
    def pool(self) -> GamePool | None:
        """The pool that the games of the episodes are drawn from; ``None`` where all are of one game."""
    @property
    def num_players(self) -> int:
        """Number of seats that the arrays have room for, P: those of the game with the most players."""
    @property
    def num_envs(self) -> int:
        """Number of envs, N."""
    @property
    def seed(self) -> int | None:
        """The seed that the episodes of all envs come from; ``None`` where envs have got seeds of their own by ``reset``."""
    @property
    def threads(self) -> int:
        """Number of threads that step envs."""
    @property
    def autoreset(self) -> _Autoreset:
        """The mode in which an env goes on when its episode ends: ``"same-step"``, ``"next-step"`` or ``"disabled"``."""
    @property
    def extras(self) -> list[_Extra]:
        """The names of the extra arrays that it was asked for."""
    @property
    def observations(self) -> npt.NDArray[_Feature_co]:
        """Observations of each env's seat to act: ``float32`` or ``uint8``, shape [N, D]."""
    @property
    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions of each env's seat to act: bool, shape [N, 100]. No env is empty; one that shows an end has only ``pass``."""
    @property
    def players(self) -> npt.NDArray[np.int32]:
        """The seat to act: int32, shape [N]."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """Rewards of each seat since the env's previous outside decision: ``float32``, shape [N, P]. 0 once an env has shown its end,
        and for seats that its game does not have.

        Credit a seat's share to that seat's last decision.
        """
    @property
    def terminations(self) -> npt.NDArray[np.bool_]:
        """True where an episode ended in this step and its rewards are final: bool, shape [N].

        The episode ended by the rules; or, with the game's ``truncation="score"``, by the limit of decisions, the round being paid as a blocked
        one: then ``truncations`` is set as well, and a learner that bootstraps where this is not set adds nothing on top. With
        ``autoreset="disabled"`` it stays set until the env is reset.
        """
    @property
    def truncations(self) -> npt.NDArray[np.bool_]:
        """True where the limit of decisions ended an episode in this step: bool, shape [N].

        With the game's ``truncation="bootstrap"`` nothing was paid for the round, and ``terminations`` is not set: put an estimate of
        the final observation's value in the place of what was not played. With ``autoreset="disabled"`` it stays set until the env
        is reset.
        """
    @property
    def final_observations(self) -> npt.NDArray[_Feature_co]:
        """Last observations of the episodes that ended in this step (with ``autoreset="disabled"``: of those that have ended), as the
        outside seat that acted last sees them: shape [N, D].

        Other envs hold what they held before.
        """
    @property
    def final_players(self) -> npt.NDArray[np.int32]:
        """The seat of each final observation, -1 where no episode ended in this step: int32, shape [N].

        With ``autoreset="disabled"`` it stays until the env is reset.
        """
    @property
    def seat_observations(self) -> npt.NDArray[_Feature_co]:
        """Observations of every seat, by its number, also of those not to act: shape [N, P, D], of the observations' dtype.

        For every seat to learn from every step, and for the value of a seat's next decision where a rollout ends before it. All 0
        for seats that the env's game does not have.

        Raises:
            BatchError: the batch was made without ``extras=["seat_observations"]``.
        """
    @property
    def final_seat_observations(self) -> npt.NDArray[_Feature_co]:
        """Observations of every seat at the ends of the episodes that ended in this step: shape [N, P, D].

        Other envs hold what they held before.

        Raises:
            BatchError: the batch was made without ``extras=["seat_observations"]``.
        """
    @property
    def privileged_observations(self) -> npt.NDArray[_Feature_co]:
        """The full position for a critic, as ``State.privileged_tensor`` of the seat to act: shape [N, V] with
        V = ``game.privileged_tensor_size()``, of the observations' dtype.

        Raises:
            BatchError: the batch was made without ``extras=["privileged_observations"]``.
        """
    @property
    def final_privileged_observations(self) -> npt.NDArray[_Feature_co]:
        """The same at the ends of the episodes that ended in this step, for the seats of ``final_players``: shape [N, V].

        Other envs hold what they held before.

        Raises:
            BatchError: the batch was made without ``extras=["privileged_observations"]``.
        """
    @property
    def skipped_episodes(self) -> int:
        """Number of episodes that bots finished without an outside decision; they were played on and never shown."""
    @property
    def bot_decisions(self) -> int:
        """Number of decisions that bots have made in all envs and episodes, those of skipped episodes included."""
    def reset(
        self,
        mask: npt.NDArray[np.bool_] | None = None,
        seed: SupportsIndex | Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]] | None = None,
    ) -> None:
        """Deals new episodes in all envs, or in those of a mask; the others stay as they are.

        Args:
            mask: bool array of shape [N], or ``None`` for all.
            seed: 0 … 2**64 - 1: seeds and sampling of all envs begin anew from it, episodes count from 0 again. N seeds, one for
                each env, begin anew only the envs that are reset: each becomes env 0 of a batch of its seed. ``None``: they go on.

        Raises:
            ArrayError: the mask has another dtype or shape, or there are more or fewer than N seeds.
            BatchError: a seed is out of range.
        """
    def step(
        self,
        actions: npt.ArrayLike,
        mask: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        """Applies one action an env, for the seat to act; then bots move up to the next outside decision.

        Args:
            actions: integers of shape [N]: an array of NumPy or of another library, or a list; int32 and int64 arrays are read
                as they are. Ignored in envs that show an end, and in those that do not move.
            mask: bool array of shape [N]: which envs move; ``None`` for all. The others and what they show stay as they are.

        Raises:
            BatchError: an action is not legal; the message says which env and what is. No env has moved, no array has changed.
            KeyboardInterrupt: Ctrl-C, where bots take long. Some envs have moved then and others not, so the batch takes nothing
                but ``reset`` of all envs or ``set_state``; anything else raises ``BatchError``.
            ArrayError: ``actions`` are not integers, or ``actions`` or ``mask`` has another dtype or shape.
        """
    @overload
    def sample(self, out: None = None) -> npt.NDArray[np.int64]:
        """Chooses an action for each env, uniformly over its mask.

        Args:
            out: int32 or int64 array of shape [N] to write into and return.

        Returns:
            ``out``, or a new int64 array of shape [N].

        Raises:
            ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
        """
    @overload
    def sample(self, out: _Actions) -> _Actions: ...
    @overload
    def bot_actions(self, name: str, out: None = None) -> npt.NDArray[np.int64]:
        """Chooses an action for each env as a built-in bot would, which sees what the seat to act may know.

        For learning by imitation: nothing moves, and asking again gives the same.

        Args:
            name: one of ``eights.bots(game)``.
            out: int32 or int64 array of shape [N] to write into and return.

        Returns:
            ``out``, or a new int64 array of shape [N]; ``pass`` for an env that shows an end.

        Raises:
            BotError: there is no such bot.
            ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.

        >>> import eights
        >>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=4, seed=1)
        >>> advice = batch.bot_actions("heuristic")
        >>> bool(batch.action_masks[range(4), advice].all())
        True
        """
    @overload
    def bot_actions(self, name: str, out: _Actions) -> _Actions: ...
    def set_pool(self, pool: Game | GamePool) -> None:
        """From each env's next deal on its episodes are games of this pool; games that are being played go on as they are.

        A batch saved afterwards (``get_state``) goes on exactly, also while some envs play games that were drawn before; the saved
        state fits a batch that has the same pool now.

        Args:
            pool: a ``GamePool``, or a ``Game`` for all episodes: with observations of the same features, and the same most players.

        Raises:
            BatchError: the games need other arrays, or have explicit chance; or the controllers leave an env of them without an
                outside seat. Nothing has changed.
            ArgumentError: it is neither a game nor a pool.

        >>> import eights
        >>> easy, hard = (eights.Game(name, players=2, layout="universal") for name in ("crazy_eights", "fat_buddah"))
        >>> batch = eights.Batch(easy, num_envs=2, seed=1)
        >>> batch.set_pool(hard)
        >>> {batch.game_of(i).ruleset.id for i in range(2)}
        {'crazy_eights'}
        >>> batch.reset()
        >>> {batch.game_of(i).ruleset.id for i in range(2)}
        {'fat_buddah'}
        """
    def set_controllers(self, controllers: _Controllers | None) -> None:
        """Who decides for each seat from each env's next reset on; games that are being played go on as they are.

        Args:
            controllers: as for the class.

        Raises:
            BatchError: the shape does not fit, or an env has no outside seat; nothing has changed.
            BotError: there is no such bot; nothing has changed.
        """
    @property
    def game_index(self) -> npt.NDArray[np.int64]:
        """The place in ``pool`` of the game that each env plays: a new int64 array of shape [N], for ``pool.game_at``.

        -1 where the game is in no pool, or has house rules of its own, or was drawn from an earlier pool.

        >>> import eights
        >>> pool = eights.GamePool([eights.Game(name, players=2, layout="cards") for name in ("uno", "macau")])
        >>> batch = eights.Batch(pool, num_envs=8, seed=1)
        >>> bool((pool.game_at(batch.game_index[3]) == batch.game_of(3)))
        True
        """
    def game_of(self, i: SupportsIndex) -> Game:
        """The game that env ``i`` plays: ``game``, or what the seed of its episode draws from ``pool``.

        Raises:
            BatchError: there is no such env.
        """
    def episode_seed(self, i: SupportsIndex) -> int:
        """The seed of the episode that env ``i`` is in: ``batch.game_of(i).new_initial_state(seed=batch.episode_seed(i))`` deals the
        same.

        Raises:
            BatchError: there is no such env.
        """
    def state(self, i: SupportsIndex) -> State:
        """The position of env ``i``, as a state of its own. Its history and record begin here.

        Raises:
            BatchError: there is no such env.
        """
    def get_state(self) -> BatchState:
        """The positions, controllers and random streams of all envs, for ``set_state``.

        Raises:
            BatchError: a step was interrupted, see ``step``.
            MemoryError: there is too little memory for a copy.
        """
    def set_state(self, state: BatchState) -> None:
        """Takes what ``get_state`` of a batch of the same game, size and autoreset has saved, and goes on exactly from there.

        Observations, masks and players are written anew, and envs that stand at their end show it; rewards are 0.

        Raises:
            BatchError: it does not fit this batch; nothing has changed.

        >>> import eights
        >>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=2, seed=1)
        >>> saved = batch.get_state()
        >>> batch.step(batch.sample())
        >>> batch.set_state(saved)
        """
    def _exchange(self, observations: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...
    def _set_controllers(self, controllers: Sequence[Any]) -> None: ...
    def _decide(self, envs: npt.NDArray[np.int64], actions: npt.NDArray[np.int64]) -> None: ...
    def _waiting(
        self, playing: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], list[tuple[int, int]]]: ...
    def _policy_episodes(self) -> tuple[list[tuple[int, int, float]], list[int]]: ...
    @classmethod
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BatchState:
    """The positions, controllers and random streams of a batch, as ``Batch.get_state`` saved them. Immutable.

    A state can be copied and pickled: a batch of the same game, size and autoreset goes on from it, also in another process.
    """

    @property
    def game(self) -> Game:
        """The game of its batch; where games are drawn from a pool its first."""
    @property
    def pool(self) -> GamePool | None:
        """The pool that the games of its batch are drawn from; ``None`` where all are of one game."""
    @property
    def num_envs(self) -> int:
        """Number of envs."""
    def serialize(self) -> bytes:
        """All of it as bytes, for ``deserialize_batch_state`` of the same ``Game`` or ``GamePool``.

        They are readable JSON with the version of their format, the same on every machine.
        """
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class GamePool:
    """Games of one shape, of which each episode of a ``Batch`` plays one. Immutable.

    Which one is drawn from the seed of the episode, so that it depends neither on threads nor on what else is played. ``house_rules``
    makes pools of rulesets that are drawn by lot. A pool can be compared, hashed, copied and pickled.

    Args:
        games: 1 … 65536 games; one that stands twice is twice as likely. They need the same ``chance`` and observations of the same
            features: as with ``layout="universal"`` or ``"cards"`` and one ``history``. With that they may be for different numbers of players:
            ``Batch`` has seats for the most. A ``State`` in the place of a game stands for episodes that begin at its position, where a
            seat must be to act: the cards lie as they do there, and chance goes on from the seed of each episode.
        weights: how likely each game is: a finite number above 0 for each, of which only the proportions count. ``None``: all are
            equally likely.

    Raises:
        GameError: there is no game, one does not have the shape of the first, nobody is to act in a position, or the weights do not
            fit.
        ArgumentError: an entry is neither a game nor a state, or a weight is not a number.

    >>> import eights
    >>> games = [eights.Game(name, players=3, layout="universal") for name in ("crazy_eights", "uno", "macau")]
    >>> pool = eights.GamePool(games)
    >>> batch = eights.Batch(pool, num_envs=64, seed=1)
    >>> sorted({batch.game_of(i).ruleset.id for i in range(64)})
    ['crazy_eights', 'macau', 'uno']
    >>> batch.game_of(5) == pool.draw(batch.episode_seed(5))
    True
    >>> often = eights.GamePool(games, weights=[1, 1, 8])
    >>> sum(often.draw(seed).ruleset.id == "macau" for seed in range(1000)) > 700
    True
    >>> start = games[0].position({"hands": ["8H 5C", "KD QD", "2S 3S"], "pile": "TC"})
    >>> ending = eights.Batch(eights.GamePool([start]), num_envs=2, seed=1)
    >>> ending.state(1).to_dict()["hands"] == start.to_dict()["hands"]
    True
    """

    def __new__(
        cls, games: Sequence[Game | State], weights: Iterable[float] | None = None
    ) -> Self: ...
    @property
    def size(self) -> int | None:
        """Number of games; ``None`` where each episode has house rules of its own."""
    @property
    def weights(self) -> list[float] | None:
        """How likely each game is, as it was given; ``None`` where all are equally likely, or drawn by house rules."""
    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players of a game."""
    @property
    def first(self) -> Game:
        """The first game, whose shape all have: observations, action masks and, but for the layouts for all games, number of players."""
    def new_initial_state(self, seed: SupportsIndex) -> State:
        """The episode of a seed before anybody has acted in it: dealt, or at the position that it begins with.

        Args:
            seed: 0 … 2**64 - 1, as ``Batch.episode_seed`` tells it.

        Raises:
            GameError: the seed is out of range.
        """
    def game_at(self, place: SupportsIndex) -> Game:
        """The game at a place: ``Batch.game_index`` says which one each env plays.

        Args:
            place: 0 … ``size`` - 1.

        Raises:
            GameError: there is no such place, or each episode has house rules of its own.

        >>> import eights
        >>> pool = eights.GamePool([eights.Game(name, players=2, layout="cards") for name in ("uno", "macau")])
        >>> [pool.game_at(place).ruleset.id for place in range(pool.size)]
        ['uno', 'macau']
        """
    def draw(self, seed: SupportsIndex) -> Game:
        """The game of the episode of a seed.

        Args:
            seed: 0 … 2**64 - 1, as ``Batch.episode_seed`` tells it.

        Raises:
            GameError: the seed is out of range.
        """
    def deserialize_batch_state(self, data: bytes) -> BatchState:
        """The batch state that ``BatchState.serialize`` of a batch of this pool has saved.

        Args:
            data: the bytes.

        Raises:
            BatchError: they are damaged, of another version, or of another pool or game.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def house_rules(
    players: SupportsIndex | Iterable[SupportsIndex] = 4,
    split: Literal["train", "test", "all"] = "train",
    pool: SupportsIndex | None = None,
    episode: Literal["round", "match"] = "round",
    reward: Literal["win", "points"] = "win",
    history: SupportsIndex = 0,
    max_decisions: SupportsIndex | None = None,
    truncation: Literal["score", "bootstrap"] = "score",
    beliefs: bool = False,
    layout: Literal["universal", "cards"] = "universal",
) -> GamePool:
    """A pool of built-in rulesets with house rules that are drawn by lot, in a layout for all games: one policy for many games.

    Args:
        players: number of seats, 2 … 10; rulesets that do not allow that many are left out. Or several numbers, which the rulesets of
            a pool have in turns, and of which each episode of ``pool=None`` draws one.
        split: ``"train"``, ``"test"`` or ``"all"``: parts of all rulesets, of which the first two are apart; see ``Ruleset.sample``.
        pool: number of rulesets that episodes are drawn from, 1 … 4294967295: those of the seeds 0, 1, 2 … of the split. A seed whose
            ruleset does not fit is replaced by one further on, the same in every pool, so that a larger pool holds a smaller one. Up
            to 4096 games are kept, about 0.1 MB each; a larger pool makes each anew. ``None``: each episode draws rules of its own.
        episode: ``"round"``, or ``"match"``: of rulesets that have one.
        reward: ``"win"`` or ``"points"``, as for ``Game``, and so are the others.
        history: number of public events that an observation shows, 0 … 32.
        max_decisions: decisions after which an episode is ended.
        truncation: ``"score"`` or ``"bootstrap"``.
        beliefs: whether observations have the span ``ruled_out``.
        layout: of observations: ``"universal"`` or ``"cards"``.

    Returns:
        GamePool

    Raises:
        GameError: an option is refused; the message says what was possible.
        RulesetError: there is no such split.

    >>> import eights
    >>> batch = eights.Batch(eights.house_rules(players=3, split="test", pool=8), num_envs=16, seed=1)
    >>> batch.observations.shape[1] == eights.Game("uno", players=2, layout="universal").observation_tensor_size()
    True
    >>> batch = eights.Batch(eights.house_rules(players=[2, 4], pool=8), num_envs=16, seed=1)
    >>> batch.rewards.shape, {batch.game_of(i).num_players() for i in range(16)}
    ((16, 4), {2, 4})
    """

def rulesets() -> list[str]:
    """Ids of the built-in rulesets.

    Returns:
        list[str]

    >>> import eights
    >>> "kings_reverse" in eights.rulesets()
    True
    """

def schema_reference() -> str:
    """The reference of every key of a ruleset, as Markdown.

    >>> import eights
    >>> "deal.cards" in eights.schema_reference()
    True
    """

def ruleset_schema() -> dict[str, Any]:
    """The JSON Schema of rulesets (draft 7): what an editor completes and checks them by.

    ``eights schema`` writes it, and ``eights/docs/ruleset.schema.json`` of the package is the same.

    >>> import eights
    >>> schema = eights.ruleset_schema()
    >>> schema["properties"]["draw"]["properties"]["end-of-turn"]["maximum"]
    20
    """

def describe_rule(rule: Mapping[str, Any]) -> str:
    """A created rule in English.

    Args:
        rule: as rulesets and positions write it: ``cards``, ``does``, and where needed ``after``, ``count``, ``follow``.

    Raises:
        RulesetError: it is not a created rule; every problem is listed with its key.
        ArgumentError: it is not a mapping.

    >>> import eights
    >>> eights.describe_rule({"cards": "6", "does": "skip", "count": 2})
    'Sixes skip 2 players'
    """

def bots(game: Game | None = None) -> list[str]:
    """Names of the built-in bots, as ``controllers=`` and ``opponents=`` take them.

    Args:
        game: the bots that play this game: all play every game.

    Returns:
        list[str]: the weakest first.

    >>> import eights
    >>> eights.bots()
    ['random', 'greedy', 'heuristic', 'learned']
    """

def action_to_string(action: SupportsIndex) -> str:
    """The text of an action's id, the same in every game with the usual suits and ranks; see ``Game.action_to_string``.

    Args:
        action: 0 … 99.

    Raises:
        ActionError: there is no such id.

    >>> import eights
    >>> eights.action_to_string(26)
    'play 8H'
    >>> eights.action_to_string(100)
    Traceback (most recent call last):
      ...
    eights.ActionError: 100 is not an action: ids are 0 … 99
    """

def string_to_action(text: str) -> int:
    """The id of an action's text, the same in every game with the usual suits and ranks; see ``Game.string_to_action``.

    Args:
        text: such as ``"play 8H"``, ``"draw"``, ``"suit S"``, ``"seat +1"``.

    Raises:
        ActionError: the text names no action.

    >>> import eights
    >>> eights.string_to_action("draw")
    54
    """

def episode_seed(seed: SupportsIndex, env: SupportsIndex, episode: SupportsIndex) -> int:
    """The seed of an episode of a batch: in a batch with seed ``seed`` env number ``env`` deals
    its k-th episode (from 0) with ``episode_seed(seed, env, k)``.

    Args:
        seed: 0 … 2**64 - 1, the batch's.
        env: number of the env in the batch, from 0.
        episode: number of the episode in that env, from 0.

    Returns:
        int, for ``Game.new_initial_state(seed=...)``.

    Raises:
        BatchError: a number is out of range.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> batch = eights.Batch(game, num_envs=3, seed=5)
    >>> batch.episode_seed(2) == eights.episode_seed(5, 2, 0)
    True
    """

def replay(record: str) -> State:
    """Replays a record.

    Args:
        record: what ``State.record`` returned.

    Returns:
        State: where the record ends, with its log.

    Raises:
        RecordError: it is not a record, or a move cannot be made; the message says which.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> state.apply_action("draw")
    >>> eights.replay(state.record()) == state
    True
    """

def arena(
    game: Game,
    entrants: Iterable[str | _Policy] | Mapping[str, str | _Policy],
    deals: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    progress: Callable[[int], object] | None = None,
    precision: float | None = None,
    timing: bool = False,
) -> Report:
    """Bots against bots on duplicate deals: each entrant plays every deal on every seat, against a field of each other one.

    Args:
        game: a game; chance is sampled also where the game makes it explicit.
        entrants: 2 … 1000 names of bots or of searchers (``"ismcts(iterations=50)"``), or policies: what can be called on
            ``(observations, action_masks)``, see ``eights.PolicyBatch``. Or a dict of them by the names that the report gives them:
            ``{"mine": policy, "old": other}``. Without, a policy has the name of its function or class; equal names are numbered.
            Games with a policy are played by Python, and bots draw from streams of their own in them.
        deals: number of deals of each pairing; ``None``: 100, or with a precision at most 1,000,000.
        seed: 0 … 2**64 - 1.
        threads: 1 … 1024, or 0 for as many as the machine has; the result does not depend on it.
        progress: if given, it is called about ten times a second, in the caller's thread, with the number of games finished so
            far. If it returns ``False`` the arena stops, and the report is of the deals that every pairing has finished. An
            exception that it raises, or Ctrl-C, stops the arena without a report.
        precision: above 0, at most 0.5: stop as soon as half the interval of every win rate is at most so wide. That is looked
            at after 100 deals, 150, 225, … so the result depends on nothing else. Where an arena stops so is a matter of chance, too, but
            of widths only, never of who leads: in simulations the intervals there held the truth in 94 to 97 of 100 arenas.
        timing: whether the report says under ``"timing"`` how long each entrant takes for a decision, as
            ``eights.decision_time`` measures it afterwards, unless the arena was told to stop. It is all that two reports of the same
            arguments differ in.

    Returns:
        eights.reports.Report: a dict that is shown as a table, by ``print``, too: what was played, and under ``"pairings"`` for each entrant
        against each field the number of ``games``, ``win_rate``, ``mean_return``, ``mean_points`` (of the game's own score sheet)
        and ``mean_place`` (1 is the best; who tie share their places), and the first two seat by seat. Each is ``mean``, ``low``
        and ``high``: a 95 % interval clustered by deal, that of a win rate as
        ``eights.win_rate_interval`` makes it, the others by the normal approximation. ``p_value`` asks whether the win rate is the
        ``fair_share``, and ``over_fair_share`` is the difference, exactly 0 where there is none. ``"adjusted_p_values"`` ask it of all
        pairings at once (Holm). ``"ranking"`` is the entrants, the best first, with ratings by who wins. Names
        of what was played and ``"versions"`` are all that ``eights.reports.repeat`` needs to play it again.

    Raises:
        BotError: there is no such bot, or a number is out of range.
        ActionError: a policy chose what it may not.
        ArrayError: what a policy returned is not an integer for each env.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> report = eights.arena(game, ["greedy", "random"], deals=10)
    >>> report["pairings"][0]["entrant"], report["pairings"][0]["games"]
    ('greedy', 20)
    """

def arena_games(
    game: Game,
    entrant: str | _Policy,
    field: str | _Policy,
    deals: SupportsIndex = 100,
    first: SupportsIndex = 0,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
) -> list[npt.NDArray[np.float64]]:
    """Some deals of a pairing of ``eights.arena``: parts can be played anywhere, and are the same games there.

    Args:
        game: as for ``eights.arena``.
        entrant: the name of a bot, or a policy; it sits on each seat in turn.
        field: who sits on all the others.
        deals: how many are played.
        first: number of the first one, from 0.
        seed: 0 … 2**64 - 1, the arena's.
        threads: 1 … 1024, or 0 for as many as the machine has; the result does not depend on it.

    Returns:
        list: the entrant's games, float64 of shape [games, 7], deal by deal and within a deal seat by seat: its share of
        the win, its return, the number of decisions, whether the game was truncated, its points, its place, and how many others share
        it. With two players also those of the field, which is the other side. ``eights.arena_report`` takes such arrays.

    Raises:
        BotError: there is no such bot, or a number is out of range.
        ActionError: a policy chose what it may not.
        ArrayError: what a policy returned is not an integer for each env.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=3)
    >>> [games] = eights.arena_games(game, "greedy", "random", deals=10, first=90)
    >>> games.shape
    (30, 7)
    """

def arena_looks(deals: SupportsIndex, precision: float | None = None) -> list[int]:
    """The numbers of deals after which ``eights.arena`` looks whether it is precise, and may stop.

    Args:
        deals: how many are played at most.
        precision: as for ``eights.arena``; ``None``: nothing is looked at before the end.

    Returns:
        list[int]: they rise, and the last one is ``deals``.

    Raises:
        BotError: a number is out of range.

    >>> import eights
    >>> eights.arena_looks(300, precision=0.01)
    [100, 150, 225, 300]
    """

def decision_time(game: Game, entrant: str | _Policy, seed: SupportsIndex = 0) -> dict[str, Any]:
    """How long a bot or policy takes for a decision, alone on all seats of the first deals of an arena.

    A bot plays on one thread for a tenth of a second, and one game at least. A policy plays 64 games side by side, after as many to
    warm up: what it takes for a call is divided by the games that wait for it.

    Args:
        game: as for ``eights.arena``.
        entrant: the name of a bot, or a policy.
        seed: 0 … 2**64 - 1, the arena's.

    Returns:
        dict: ``"microseconds"`` for a decision on average, and how many ``"decisions"`` were measured.

    Raises:
        BotError: there is no such bot, or a number is out of range.
        ActionError: a policy chose what it may not.
        ArrayError: what a policy returned is not an integer for each env.

    >>> import eights
    >>> eights.decision_time(eights.Game("crazy_eights", players=2), "greedy")["microseconds"] < 1000
    True
    """

def arena_report(
    game: Game,
    entrants: Sequence[str],
    deals: SupportsIndex,
    seed: SupportsIndex,
    pairings: Sequence[
        tuple[
            int,
            int,
            Sequence[tuple[float, float, int, bool]]
            | Sequence[tuple[float, float, int, bool, float, int, int]]
            | npt.NDArray[np.float64],
        ]
    ],
) -> Report:
    """The report of games that were played elsewhere, as ``eights.arena`` makes it of its own.

    Args:
        game: what was played.
        entrants: the names of who took part.
        deals: number of deals of each pairing.
        seed: that of the deals, see ``eights.deal_seed``.
        pairings: for each the numbers of the entrant and of the field, and the entrant's games, deal by deal and within a deal seat
            by seat: its share of the win, its return, the number of decisions, whether the game was truncated, its points, its
            place, and how many others share it. They are a list of these, or an array of shape [games, 7], as
            ``eights.arena_games`` gives it. Points and places may be left out: what is made of them is then ``None``.

    Returns:
        dict: as ``eights.arena`` returns it.

    Raises:
        BotError: there is no such entrant, or a number is out of range: a share of the win is in 0 … 1, and a return is finite.
        ArgumentError: the pairings cannot be read.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> games = [(1.0, 1.0, 30, False), (0.0, -1.0, 28, False)]
    >>> report = eights.arena_report(game, ["one", "two"], 1, 0, [(0, 1, games)])
    >>> report["pairings"][0]["win_rate"]["mean"]
    0.5
    """

def _play_parts(
    game: Game,
    entrants: Sequence[str],
    deals: SupportsIndex,
    seed: SupportsIndex,
    precision: float | None,
    play: Callable[[int, int], Generator[tuple[Part, Sides]]],
    progress: Callable[[int], object] | None,
) -> Report: ...
def _validate_arena(
    game: Game,
    entrants: Sequence[str],
    deals: SupportsIndex,
    seed: SupportsIndex,
    precision: float | None,
) -> None: ...
def _arena_pairs(entrants: int, teams: int) -> list[tuple[int, int]]: ...
def _seat_view(state: State, seat: SupportsIndex, names: list[str]) -> dict[str, Any]: ...
def _news(events: list[str], names: list[str]) -> list[str]: ...
def _usual_names(who: list[str]) -> list[str]: ...
def _strength(name: str) -> str: ...
def _frames(
    record: str, perspectives: list[int | None] | None, names: list[str]
) -> dict[str, Any]: ...
def _table_setup(choices: dict[str, Any]) -> tuple[Game, dict[str, Any]]: ...
def _table_game(choices: dict[str, Any]) -> Game: ...
def deal_seed(seed: SupportsIndex, deal: SupportsIndex) -> int:
    """The seed of a deal of an arena: ``game.new_initial_state(seed=eights.deal_seed(seed, deal))`` deals the same.

    Args:
        seed: 0 … 2**64 - 1, the arena's.
        deal: number of the deal, from 0.

    Returns:
        int, the same for all entrants and seats.

    Raises:
        BotError: a number is out of range.

    >>> import eights
    >>> eights.deal_seed(0, 1) == eights.deal_seed(0, 2)
    False
    """

@final
class Tabular:
    """A game for two that is small enough to be solved exactly: all its information states, and what policies are worth in it.

    Every history is walked once. A policy is an array of float64 of shape ``(num_infostates, num_actions)``: for each information
    state a distribution over ``actions``, 0 for those that are not legal. Information states are numbered from 0, those of seat 0 first;
    an earlier decision of a seat has a lower number. Results are the same for any number of threads. How much memory it takes:
    ``eights docs solve``. It can be pickled: the game is walked again where it is read.

    Args:
        game: a ``Game`` for two players. Chance is explicit here, whatever its options say.
        max_nodes: most nodes that are walked; histories that nobody can tell apart count once.
        threads: 1 … 1024, or 0 for as many as the machine has.
        progress: if given, it is called about ten times a second, in the caller's thread, with the number of nodes walked so far. If it
            returns ``False``, or raises, or on Ctrl-C, there is no solver.

    Raises:
        GameError: the game is not for two players or too large, or the walk was stopped.

    >>> import eights
    >>> solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
    >>> solver.num_histories, solver.num_infostates, solver.num_actions
    (15281, 4828, 9)
    >>> uniform = solver.uniform()
    >>> uniform.shape
    (4828, 9)
    >>> round(solver.exploitability(uniform), 6)
    0.48125
    """

    def __new__(
        cls,
        game: Game,
        *,
        max_nodes: SupportsIndex = 50_000_000,
        threads: SupportsIndex = 0,
        progress: Callable[[int], object] | None = None,
    ) -> Self: ...
    @property
    def game(self) -> Game:
        """The game, with explicit chance."""
    @property
    def num_infostates(self) -> int:
        """Number of information states of both players: the rows of a policy."""
    @property
    def num_actions(self) -> int:
        """Number of actions that are legal anywhere: the columns of a policy."""
    @property
    def num_histories(self) -> int:
        """Number of histories: chance nodes, decisions and ends, each order of chance by itself, as OpenSpiel counts."""
    @property
    def num_nodes(self) -> int:
        """Number of nodes that were walked: histories of which those that nobody can tell apart count once."""
    @property
    def num_ends(self) -> int:
        """Number of pairs of sequences, one of each player, that end a game."""
    @property
    def memory(self) -> int:
        """Bytes that it holds."""
    @property
    def actions(self) -> npt.NDArray[np.int64]:
        """The ids of the actions of the columns: int64 of shape ``(num_actions,)``, in order."""
    @property
    def players(self) -> npt.NDArray[np.int8]:
        """The seat that decides in each information state: int8 of shape ``(num_infostates,)``."""
    @property
    def legal_actions_mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions of each information state: bool of shape ``(num_infostates, num_actions)``."""
    def state(self, infostate: SupportsIndex) -> State:
        """A state in an information state, one of those that its player cannot tell apart.

        Raises:
            GameError: there is no such information state.
        """
    def infostate(self, state: State) -> int | None:
        """The number of the information state of the player to act in a state; ``None`` where nobody acts, or where the game of this
        solver does not come to. The state may be of the same game with sampled chance.

        >>> import eights
        >>> solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
        >>> solver.infostate(solver.state(7))
        7
        """
    def uniform(self) -> npt.NDArray[np.float64]:
        """The policy that plays every legal action equally often."""
    def expected_value(self, policy: npt.NDArray[np.float64]) -> tuple[float, float]:
        """The mean return of each seat when both play a policy.

        Returns:
            tuple[float, float]

        Raises:
            ArrayError: the policy is none, as for all methods that take one.
        """
    def best_response(
        self, policy: npt.NDArray[np.float64], player: SupportsIndex
    ) -> tuple[npt.NDArray[np.float64], float]:
        """A best response of a seat to what the other seat does by a policy, and its value for the seat.

        Args:
            policy: of both seats.
            player: who responds.

        Returns:
            tuple[numpy.ndarray, float]: the policy with the rows of ``player`` replaced: one of the best actions has probability 1, of
            several that with the lowest id.
        """
    def nash_conv(self, policy: npt.NDArray[np.float64]) -> float:
        """The sum of what each seat could win more by a best response."""
    def exploitability(self, policy: npt.NDArray[np.float64]) -> float:
        """How far a policy is from equilibrium: what a seat could win on average by a best response, half of ``nash_conv``; in units of
        returns. 0 is an equilibrium.
        """
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def cfr(
        self,
        variant: str = "cfr+",
        *,
        alternating: bool = True,
        averaging: str | None = None,
        policy: npt.NDArray[np.float64] | None = None,
    ) -> Cfr:
        """Begins a run of CFR.

        Args:
            variant: ``"cfr"``, ``"cfr+"``, ``"dcfr"`` (alpha 3/2, beta 0) or ``"pcfr+"``, predictive CFR+.
            alternating: whether the second player learns against what the first has just learnt, instead of both at once.
            averaging: how much iteration t counts: ``"uniform"``, ``"linear"`` (t), ``"quadratic"`` (t²), or ``"last"``, no average.
                ``None``: as published, uniform for CFR, linear for CFR+, quadratic for the others.
            policy: with which it begins; ``None``: uniform.

        Raises:
            GameError: there is no such variant or averaging.
            ArrayError: the policy is none.

        >>> import eights
        >>> solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
        >>> run = solver.cfr("cfr+")
        >>> run.run(100)
        >>> solver.exploitability(run.average_policy()) < 1e-3
        True
        """

@final
class Cfr:
    """A run of CFR, made by ``Tabular.cfr``. It can be looked at and go on, be copied and pickled."""

    @property
    def iteration(self) -> int:
        """How many iterations were made."""
    def run(
        self, iterations: SupportsIndex, *, progress: Callable[[int], object] | None = None
    ) -> None:
        """Makes iterations for both players. Ctrl-C ends it between two of them: those before are kept.

        Args:
            iterations: how many.
            progress: if given, it is called about ten times a second, in the caller's thread, with the number of iterations made by this
                call. If it returns ``False``, no more are made.

        Raises:
            KeyboardInterrupt: Ctrl-C; ``iteration`` says how far it has come.
        """
    def average_policy(self) -> npt.NDArray[np.float64]:
        """The average of the policies so far; uniform where none of them led."""
    def current_policy(self) -> npt.NDArray[np.float64]:
        """The policy that the next iteration begins with."""
    def exploitability(self) -> float:
        """How far the average policy is from equilibrium; see ``Tabular.exploitability``."""
    def _restore(
        self, iteration: SupportsIndex, numbers: Sequence[npt.NDArray[np.float64]]
    ) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def tiny_rulesets() -> list[str]:
    """The ids of the built-in rulesets that are small enough to be solved, the smallest first. ``eights.rulesets()`` does not list them.

    >>> import eights
    >>> eights.solve.rulesets()[0]
    'tiny_eights_a'
    """

def search(
    state: State,
    algorithm: str = "ismcts",
    *,
    iterations: SupportsIndex | None = None,
    milliseconds: SupportsIndex | None = None,
    worlds: SupportsIndex = 100,
    trees: SupportsIndex = 1,
    rollout: str = "heuristic",
    opponents: str | None = None,
    prior: str | None = None,
    exploration: float = 0.7,
    keep: bool = False,
    seed: SupportsIndex | None = None,
) -> dict[str, Any]:
    """Looks ahead for the player to act: many games are played to the end, in worlds that the player cannot tell from the true one.

    Args:
        state: a position in which a player is to act. Only what that player has seen is used.
        algorithm: ``"ismcts"``, information-set tree search, which chooses what it has played most; or ``"pimc"``, flat Monte Carlo,
            which tries each legal action equally often, in the same worlds with the same chance, and chooses what brought most.
        iterations: games played by each tree; 1000 if no budget is given. The result then follows from the seed.
        milliseconds: time to play, instead: the result then depends on the machine. What is forced takes none. Where it does not
            suffice for one game, the action is that of the prior, or of ``heuristic``.
        worlds: how many worlds are drawn, at most; each is played in turn.
        trees: 1 … 1024 trees that are grown apart, on as many threads as there are cores, and counted together.
        rollout: who plays on where a tree ends: one of ``eights.bots(game)``.
        opponents: the bot that the others are taken to be, in the tree and after it: what is found is then an answer to that bot.
            ``None``: each plays for itself in the tree, and as ``rollout`` after it.
        prior: ``"learned"``: worlds are as likely as its policy makes what the others did in them, and it has a say in what is
            done, the more the fewer games are played: of what it holds to be improbable, more must be expected.
        exploration: how far the tree prefers what it has seldom played, in units of the range of returns.
        keep: whether the state keeps the trees, and goes on with those that the last search of this player has left there. They
            hold below the actions that were taken since, unless the player has been shown a card since, such as one of its own that it
            drew: then trees begin anew. ``visits`` and ``values`` count what was kept, too. Copies of the state keep nothing.
        seed: 0 … 2**64 - 1. ``None``: it follows from the state's seed and the number of actions so far.

    Returns:
        dict: the best ``action``, an id; under ``visits`` and ``values`` for each legal action how often it was played, and the
        mean return of the player then; and the number of ``iterations`` played now, and of ``worlds``.

    Raises:
        ActionError: nobody is to act.
        BotError: there is no such algorithm or bot, or a number is out of range.
        ResampleError: no world was found.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> found = eights.search(state, iterations=200, seed=1)
    >>> found["action"] in state.legal_actions(), sum(found["visits"].values())
    (True, 200)
    """

def win_rate_interval(
    shares: Sequence[float] | npt.NDArray[np.floating[Any]], games_per_deal: SupportsIndex = 1
) -> tuple[float, float, float]:
    """The 95 % interval of a win rate: always within 0 and 1, and never without width.

    Where each game is of a deal of its own it is Wilson's. Where each deal is played several times, as on duplicate deals with
    seats exchanged, games of a deal depend on each other: then it is a bootstrap clustered by deal, with one deal more that nobody
    has seen, lost for the lower end and won for the upper. The same games have the same interval.

    Args:
        shares: the share of the win in each game, 0 … 1: 1 for a win, 0 for a loss, 1/k where k tie. Games of a deal stand next to
            each other.
        games_per_deal: how many games there are of each deal; 1: all are independent.

    Returns:
        tuple[float, float, float]: the win rate, and the lower and the upper end of its interval.

    Raises:
        BotError: there are no games, a share is not in 0 … 1, or they are not a whole number of deals.
        ArgumentError: the shares are not numbers.

    >>> import eights
    >>> [round(end, 3) for end in eights.win_rate_interval([1] * 50 + [0] * 50)]
    [0.5, 0.404, 0.596]
    >>> rate, low, high = eights.win_rate_interval([0, 0] * 50, games_per_deal=2)
    >>> rate, low, 0 < high < 0.1
    (0.0, 0.0, True)
    """
