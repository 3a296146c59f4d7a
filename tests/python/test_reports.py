"""Reports of arenas: quoted, repeated and ranked; and arenas that stop early."""

from __future__ import annotations

import copy
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import good, refused, run

import eights
from eights import reports

Array = np.ndarray[Any, Any]
BOTS = ["greedy", "random", "heuristic"]
ARENA = ("arena", "crazy_eights", *BOTS[:2], "-d", "30", "-s", "7", "--no-alpha-rank")


def first_legal(_: Array, action_masks: Array) -> Array:
    actions: Array = action_masks.argmax(axis=1)
    return actions


def report(**options: Any) -> dict[str, Any]:
    game = eights.Game("kings_reverse", players=3, **options)
    return eights.arena(game, BOTS, deals=20, seed=5)


def read_again(given: dict[str, Any]) -> dict[str, Any]:
    """Writes a report as JSON and reads it again."""
    found: dict[str, Any] = json.loads(json.dumps(given))
    return found


# ---- Contents of a report -----------------------------------------------------------------------


def test_the_ranking_is_of_all_and_has_a_mean_of_nothing() -> None:
    found = eights.arena(eights.Game("crazy_eights", players=4), BOTS, deals=200)
    ranking = found["ranking"]
    assert {one["entrant"] for one in ranking} == set(BOTS)
    assert ranking[-1]["entrant"] == "random"
    ratings = [one["rating"] for one in ranking]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0, abs=1e-4)
    assert all(one["low"] < one["rating"] < one["high"] for one in ranking)


@pytest.mark.parametrize("players", [2, 3, 10])
def test_equal_players_are_told_apart_by_nothing(players: int) -> None:
    game = eights.Game("crazy_eights", players=players)
    found = eights.arena(game, ["greedy", "greedy"], deals=30)
    for pairing in found["pairings"]:
        assert pairing["over_fair_share"] == 0
        assert pairing["p_value"] == 1
    assert found["adjusted_p_values"] == [1, 1]
    for one in found["ranking"]:
        assert one["low"] == one["rating"] == one["high"] == 0


def test_policies_have_all_figures() -> None:
    players = 3
    # Alone on all seats, who plays what comes first plays on for thousands of decisions.
    game = eights.Game("crazy_eights", players=players, max_decisions=300)
    found = eights.arena(game, [first_legal, "random"], deals=15, timing=True)
    plain = eights.arena(game, ["greedy", "random"], deals=15, timing=True)
    assert found.keys() == plain.keys()
    assert found["bots"] == [None, "random"]
    assert plain["bots"] == ["greedy", "random"]
    time, _ = found["timing"]
    assert time["entrant"] == "first_legal"
    assert time["microseconds"] > 0
    assert time["decisions"] > 64
    assert {one["entrant"] for one in found["ranking"]} == {"first_legal", "random"}
    places = [pairing["mean_place"]["mean"] for pairing in found["pairings"]]
    assert all(1 < place < players for place in places)
    same = eights.arena(game, [first_legal, first_legal], deals=5)
    assert same["entrants"] == ["first_legal 1", "first_legal 2"]
    assert [pairing["over_fair_share"] for pairing in same["pairings"]] == [0, 0]


def test_policies_stop_where_they_are_precise() -> None:
    game = eights.Game("crazy_eights", players=2)
    entrants: list[Any] = [first_legal, "random", "greedy"]
    found = eights.arena(game, entrants, precision=0.06, seed=2)
    assert found["stopped"]["by"] == "precision"
    assert found["deals"] in eights.arena_looks(1_000_000, 0.06)
    widths = [one["win_rate"]["high"] - one["win_rate"]["low"] for one in found["pairings"]]
    assert max(widths) <= 0.12
    fixed = eights.arena(game, entrants, deals=found["deals"], seed=2)
    assert reports.differences(found, fixed) == []
    short = eights.arena(game, entrants, precision=0.001, deals=150, seed=2)
    assert (short["deals"], short["stopped"]["by"]) == (150, "deals")


@pytest.mark.parametrize("one", ["greedy", first_legal])
def test_an_arena_that_is_told_to_stop_reports_what_it_has(one: Any) -> None:
    # Between two random players a game takes long to end.
    game = eights.Game("crazy_eights", players=3, max_decisions=40)
    found = eights.arena(game, [one, "random"], deals=10**9, progress=lambda done: done < 3000)
    assert found["stopped"]["by"] == "interrupt"
    assert reports.interrupted(found)
    assert 0 < found["deals"] == found["pairings"][1]["deals"]
    again = reports.repeat(read_again(found), policies={"first_legal": first_legal})
    assert reports.differences(found, again) == []
    whole = eights.arena(game, [one, "random"], deals=9, progress=lambda _: None)
    assert whole["stopped"]["by"] == "deals", "only False itself stops it"


# ---- Quoted -------------------------------------------------------------------------------------


def test_markdown_holds_what_it_rests_on() -> None:
    found = report()
    text = reports.markdown(found)
    assert found["fingerprint"] in text
    for words in ("Seed 5", "deals 0 to 19", f"eights {eights.__version__}", np.__version__):
        assert words in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + 3 + 1 + 6
    assert all(line.count("|") == rows[0].count("|") for line in rows[1:4])
    assert "µs" not in text, "times are not to be had again"
    odd = copy.deepcopy(found)
    odd["pairings"][0]["entrant"] = "a|b\nc"
    assert "a\\|b c" in reports.markdown(odd)
    assert "told to stop" in reports.markdown(
        {**found, "stopped": {"by": "interrupt", "precision": None, "most_deals": 100}}
    )


def test_markdown_of_little_is_still_a_table() -> None:
    game = eights.Game("crazy_eights", players=2)
    one = eights.arena(game, ["greedy", "random"], deals=1)
    assert "unknown" in reports.markdown(one), "one deal tells nothing of the spread"
    games = [(1.0, 1.0, 30, False), (0.0, -1.0, 28, False)]
    less = eights.arena_report(game, ["one", "two"], 1, 0, [(0, 1, games)])
    assert "rating" not in reports.markdown(less)


# ---- Played again -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{}, {"overrides": {"deal.cards": 5}}, {"reward": "points", "max_decisions": 60}],
)
def test_a_report_is_played_again(options: dict[str, Any]) -> None:
    found = report(**options)
    again = reports.repeat(read_again(found), threads=2)
    assert again == found
    assert (found["rules"] is None) == ("overrides" not in options)


def test_a_precise_arena_is_played_again() -> None:
    game = eights.Game("crazy_eights", players=4)
    found = eights.arena(game, BOTS, precision=0.1)
    assert reports.repeat(read_again(found)) == found


def changed(**changes: Any) -> Callable[[], dict[str, Any]]:
    return lambda: {**report(), **changes}


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: 3, eights.ArgumentError, "must be a mapping, not int"),
        (lambda: {"version": "0.1.0"}, eights.ArgumentError, "there is no 'versions'"),
        (changed(seed="one"), eights.ArgumentError, "'seed' is str"),
        (changed(stopped={"by": "deals"}), eights.ArgumentError, "no 'stopped.precision'"),
        (changed(version="0.0.1"), eights.BotError, "of eights 0.0.1: this is"),
        (
            lambda: (lambda found: {**found, "versions": {**found["versions"], "sample": 0}})(
                report()
            ),
            eights.BotError,
            "of sample version 0: this is",
        ),
        (changed(fingerprint="f00"), eights.BotError, "fingerprint f00: here it has"),
        (changed(ruleset="chess"), eights.RulesetError, "chess"),
        (changed(players=99), eights.GameError, "99"),
        (changed(bots=["greedy", "hal", "random"]), eights.BotError, "hal"),
        (changed(bots=["greedy", None, "heuristic"]), eights.BotError, "random is a policy"),
    ],
)
def test_what_cannot_be_played_again_is_refused(
    make: Callable[[], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        reports.repeat(make())


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the paths of values in a report; a list counts as one place."""
    if isinstance(value, dict):
        return [path, *(deeper for key in value for deeper in places(value[key], (*path, key)))]
    if isinstance(value, list) and value:
        return [path, *places(value[0], (*path, 0))]
    return [path]


def is_refused(use: Callable[[Any], Any], damaged: Any) -> bool:
    try:
        use(damaged)
    except eights.Error:
        return True
    return False


def test_a_damaged_report_is_refused_or_of_no_consequence() -> None:
    whole = read_again(report())
    whole |= {"variant": None, "overrides": [], "alpha_rank": {"shares": dict.fromkeys(BOTS, 0.5)}}
    game = reports.game_of(whole)
    assert game.num_players() == 3
    refusals = 0
    values: list[Any] = [None, "x", -1, 10**400, [], {}, [{}], {"a": []}, "missing"]
    for path in places(whole)[1:]:
        for value in values:
            damaged = copy.deepcopy(whole)
            at: Any = damaged
            for key in path[:-1]:
                at = at[key]
            if value != "missing":
                at[path[-1]] = value
            elif isinstance(at, dict):
                del at[path[-1]]
            for use in (reports.markdown, reports.plan_of):
                refusals += is_refused(use, damaged)
            assert isinstance(reports.differences(whole, damaged), list)
    assert refusals > 500


def test_damaged_bytes_of_a_report_are_refused_or_of_no_consequence() -> None:
    """`EIGHTS_FLIPS=200000` damages more."""
    good, rng = json.dumps(report()).encode(), random.Random(3)
    refusals, flips = 0, int(os.environ.get("EIGHTS_FLIPS", "1500"))
    for _ in range(flips):
        bad = bytearray(good)
        for _ in range(rng.randrange(1, 4)):
            at, other = rng.randrange(len(bad)), rng.choice(b'0123456789"[]{},:-eE.\\ \xff')
            way = rng.randrange(4)
            if way == 0:
                bad[at] ^= 1 << rng.randrange(8)
            elif way == 1:
                bad[at] = other
            elif way == 2:
                bad.insert(at, other)
            else:
                del bad[at : at + rng.randrange(1, 40)]
        try:
            damaged = reports.parse(bytes(bad), "it")
        except eights.ArgumentError:
            refusals += 1
            continue
        for use in (reports.markdown, reports.plan_of):
            is_refused(use, damaged)
    assert flips / 3 < refusals < flips


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "it is not JSON"),
        (b"\xff", "it is not JSON"),
        (b"[" * 10**5, "it is not JSON"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "it is not JSON"),
        (b"[1]", "it is list, and no object of JSON"),
        (b"{}", "there is no 'version'"),
    ],
)
def test_a_file_that_holds_no_report_is_refused(tmp_path: Path, text: bytes, why: str) -> None:
    file = tmp_path / "r.json"
    file.write_bytes(text)
    with pytest.raises(
        eights.ArgumentError, match=r"r\.json is not a report of an arena: "
    ) as refusal:
        reports.read(file)
    assert str(refusal.value).endswith(why)
    if text != b"\xff":  # the command refuses bytes that are not text
        assert refused("arena", "--repeat", str(file)).endswith(why)


def test_a_report_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    found = report()
    file.write_text(json.dumps(found))
    read = reports.read(file)
    assert read == found
    assert str(read) == str(found) == reports.markdown(found)
    with pytest.raises(FileNotFoundError):
        reports.read(tmp_path / "none.json")
    with file.open("wb") as large:
        large.truncate(1 << 40)
    with pytest.raises(eights.ArgumentError, match="it has more than 16,777,216 bytes"):
        reports.read(file)


# ---- Names --------------------------------------------------------------------------------------


@pytest.mark.parametrize("others", [{"old": "greedy"}, {"old": first_legal}])
def test_entrants_have_the_names_that_they_are_given(others: dict[str, Any]) -> None:
    game = eights.Game("crazy_eights", players=2, max_decisions=20)
    given = {"mine": "greedy", **others, "search": "pimc(iterations=2)", "again": "random"}
    if others["old"] == "greedy":
        del given["search"]
    found = eights.arena(game, given, deals=2, seed=3, timing=True)
    assert isinstance(found, reports.Report)
    assert found["entrants"] == list(given)
    assert {one["entrant"] for one in found["ranking"]} == set(given)
    assert [one["entrant"] for one in found["timing"]] == list(given)
    assert {one["field"] for one in found["pairings"]} == set(given)
    again = reports.repeat(read_again(found), policies={"old": first_legal})
    assert reports.differences(found, again) == []
    listed = eights.arena(game, list(given.values()), deals=2, seed=3)
    assert [one["win_rate"] for one in listed["pairings"]] == [
        one["win_rate"] for one in found["pairings"]
    ]
    for line in str(found).splitlines():
        if line.startswith("|"):
            assert len(line) in {len(one) for one in str(found).splitlines() if one[:2] == "| "}


def test_equal_names_are_numbered_and_functions_tell_theirs() -> None:
    game = eights.Game("crazy_eights", players=2)

    def within(_: Array, action_masks: Array) -> Array:
        return first_legal(_, action_masks)

    entrants: list[Any] = ["greedy", within, "greedy", within, "random"]
    found = eights.arena(game, entrants, deals=1)
    assert found["entrants"] == ["greedy 1", "within 1", "greedy 2", "within 2", "random"]
    assert found["bots"] == ["greedy", None, "greedy", None, "random"]
    twice = eights.arena(game, ["greedy", "greedy"], deals=2)
    assert twice["entrants"] == ["greedy 1", "greedy 2"]
    assert reports.repeat(read_again(twice)) == twice


@pytest.mark.parametrize(
    ("entrants", "error", "message"),
    [
        ({"a": "greedy"}, eights.BotError, "at least 2 entrants: there are 1"),
        ({"a": "greedy", 2: "random"}, eights.ArgumentError, "an entrant's name must be a text"),
        ({"a": "greedy", "b": "hal"}, eights.BotError, '"hal" is not a bot'),
        ({"a": "greedy", "b": 3}, eights.ArgumentError, "a bot's name must be a text, not int"),
        (["greedy", "ismcts(x=1)"], eights.BotError, "'x' is not set"),
        (3, eights.ArgumentError, "entrants must be names of bots, not int"),
    ],
)
def test_entrants_that_are_refused(entrants: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        eights.arena(eights.Game("crazy_eights", players=2), entrants, deals=1)


def test_differences_name_the_figure() -> None:
    found = report()
    assert reports.differences(found, read_again(found)) == []
    other = read_again(found)
    other["pairings"][1]["win_rate"]["mean"] += 0.25
    other["ranking"] = None
    told = reports.differences(found, other)
    assert [line.partition(":")[0] for line in told] == ["pairings[1].win_rate.mean", "ranking"]


# ---- alpha-rank ---------------------------------------------------------------------------------


def meetings(over: dict[tuple[str, str], float]) -> dict[str, Any]:
    names = sorted({name for pair in over for name in pair})
    pairings = [
        {"entrant": one, "field": other, "over_fair_share": value}
        for (one, other), value in over.items()
    ]
    return {"entrants": names, "pairings": pairings}


@pytest.fixture
def openspiel() -> None:
    pytest.importorskip("open_spiel.python.egt.alpharank", reason="OpenSpiel is an extra")


@pytest.mark.usefixtures("openspiel")
def test_alpha_rank_finds_cycles_and_who_rules() -> None:
    wins = [("paper", "rock"), ("rock", "scissors"), ("scissors", "paper")]
    cycle = dict.fromkeys(wins, 0.2) | {pair[::-1]: -0.2 for pair in wins}
    shares = reports.alpha_rank(meetings(cycle))
    assert shares == pytest.approx(dict.fromkeys(("paper", "rock", "scissors"), 1 / 3))
    found = reports.alpha_rank(eights.arena(eights.Game("crazy_eights"), BOTS, deals=200))
    assert sum(found.values()) == pytest.approx(1)
    assert found["random"] < 0.05
    assert max(found.values()) > 0.9


@pytest.mark.usefixtures("openspiel")
def test_alpha_rank_refuses_what_it_cannot_tell() -> None:
    with pytest.raises(eights.BotError, match="two have the same"):
        reports.alpha_rank({"entrants": ["a", "a"], "pairings": []})
    with pytest.raises(eights.BotError, match="every entrant against every other"):
        reports.alpha_rank(meetings({("a", "b"): 0.1}))


def test_alpha_rank_is_left_out_with_a_word_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "open_spiel.python.egt", None)
    with pytest.raises(ImportError, match=r'pip install "eights\[rank\]"'):
        reports.alpha_rank(report())
    text = " ".join(good("arena", "crazy_eights", "-d", "5").split())
    assert "No alpha-rank: alpha-rank needs OpenSpiel" in text


# ---- On the command line ------------------------------------------------------------------------


def test_repeat_gives_the_same_tables(tmp_path: Path) -> None:
    json_, first, second = (str(tmp_path / name) for name in ("r.json", "r.md", "s.md"))
    given = ("arena", "crazy_eights_special", *BOTS[:2], "-d", "20")
    good(*given, "-o", "deal.cards=5", "--json", json_, "--markdown", first)
    result = run("arena", "--repeat", json_, "--markdown", second)
    assert result.exit_code == 0, result.stderr
    assert f"the same figures as in {json_}" in " ".join(result.stderr.split())
    text = Path(first).read_text()
    assert Path(second).read_text() == text
    assert "`deal.cards=5`" in text
    assert good(*given, "-o", "deal.cards=5", "--markdown", "-") == text


def test_repeat_says_where_figures_differ(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    good(*ARENA, "--json", str(file))
    wrong = json.loads(file.read_text())
    wrong["pairings"][0]["win_rate"]["mean"] = 0.0
    file.write_text(json.dumps(wrong))
    result = run("arena", "--repeat", str(file))
    assert result.exit_code != 0
    assert "pairings[0].win_rate.mean: 0.0" in " ".join(result.stderr.split())


def test_repeat_refuses_what_it_cannot_play(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    good(*ARENA, "--json", str(file))
    for arguments, word in (
        (["uno"], "RULESET"),
        (["--seed", "3"], "--seed"),
        (["--precision", "0.1"], "--precision"),
        (["-o", "deal.cards=3"], "--override"),
    ):
        told = refused("arena", "--repeat", str(file), *arguments)
        assert told == f"--repeat plays what is in the file: leave out {word}"
    told = json.loads(file.read_text())
    file.write_text(json.dumps({**told, "version": "0.0.1"}))
    assert "is of eights 0.0.1" in refused("arena", "--repeat", str(file))
    for text in ("no JSON", "[1]"):
        file.write_text(text)
        assert "r.json is not a report of an arena: it is " in refused(
            "arena", "--repeat", str(file)
        )
    assert "cannot read" in refused("arena", "--repeat", str(tmp_path / "none.json"))


def test_what_an_arena_cannot_do_is_refused() -> None:
    assert "name a ruleset" in refused("arena")
    assert "the precision is 2" in refused("arena", "uno", "--precision", "2")
    both = refused("arena", "uno", "--json", "-", "--markdown", "-")
    assert both == "--json - and --markdown - would both write to stdout"


def test_an_arena_stops_at_a_precision() -> None:
    arguments = ("arena", "crazy_eights", *BOTS, "--precision", "0.05", "--no-alpha-rank")
    text = " ".join(good(*arguments).split())
    assert "It stopped when every interval was within ± 5.00%." in text
    short = " ".join(good(*arguments, "--deals", "50").split())
    assert "Not every interval is within ± 5.00%" in short


def test_ctrl_c_leaves_a_report_of_what_was_finished(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play: Any = eights.arena
    before = signal.getsignal(signal.SIGINT)
    file = tmp_path / "r.json"
    raised: list[int] = []

    def interrupted(*arguments: Any, **options: Any) -> Any:
        progress: Callable[[int], Any] = options.pop("progress")

        def told(done: int) -> Any:
            if done >= 600 and not raised:
                raised.append(done)
                signal.raise_signal(signal.SIGINT)
            return progress(done)

        return play(*arguments, progress=told, **options)

    monkeypatch.setattr(eights, "arena", interrupted)
    result = run(*ARENA, "--deals", "1000000000", "--json", str(file))
    assert result.exit_code == 130
    found = json.loads(file.read_text())
    assert found["stopped"]["by"] == "interrupt"
    assert f"the first {found['deals']:,} of 1,000,000,000 deals" in " ".join(result.stderr.split())
    assert "Rating" in result.stdout
    assert signal.getsignal(signal.SIGINT) is before
