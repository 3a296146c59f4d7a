"""A table over HTTP and sockets: its offers, play, refusals and secrets."""

from __future__ import annotations

import dataclasses
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from commands import refused
from serving import Running, choices, play_together, running

import eights
from eights._eights import _news
from eights.cli.added import added
from eights.serve import Opponents, Refusal, ServeError
from eights.serve.app import KINDS
from eights.serve.run import listen
from eights.serve.tables import Table


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as made:
        yield made


# ---- offers


def test_pages_take_nothing_from_outside(server: Running) -> None:
    for path in ("", "table/anything"):
        assert b"<title>eights</title>" in server.ask(path)[1]
    for path in KINDS:
        status, text = server.ask(path)
        assert status == 200
        assert not re.search(rb"https?://\w", text)
    assert server.ask("nothing")[0] == 404


def test_every_ruleset_is_offered(server: Running) -> None:
    listed = server.ask("api/rulesets")[1]
    assert [one["id"] for one in listed] == eights.rulesets()
    assert listed[0]["title"] == eights.Ruleset(listed[0]["id"]).title


def test_every_ruleset_can_be_set_up_and_dealt(server: Running, ruleset: str) -> None:
    most = eights.Ruleset(ruleset).players[0]
    seats = ["person", *["heuristic"] * (most - 1)]
    status, offered = server.ask("api/setup", choices(*seats, ruleset=ruleset))
    assert status == 200
    assert offered["rules"].startswith("<h1>")
    assert {"random", "greedy", "heuristic"} < {one["name"] for one in offered["opponents"]}
    with server.table(*seats, ruleset=ruleset).sit(0) as client:
        for _ in range(10):
            if not client.await_turn():
                break
            client.act()
            client.look()


def test_rules_and_switches_follow_what_is_chosen(server: Running) -> None:
    plain = server.ask("api/setup", choices("person", "random", ruleset="uno"))[1]
    changed = server.ask(
        "api/setup",
        choices(
            "person", "random", ruleset="uno", variants=["stacking"], overrides={"deal.cards": 9}
        ),
    )[1]
    assert "dealt seven cards" in plain["rules"]
    assert "dealt nine cards" in changed["rules"]
    values = {one["key"]: one["value"] for one in changed["switches"]}
    assert values["deal.cards"] == 9
    assert "answers with another Draw Two" in changed["rules"]
    assert {one["name"] for one in plain["variants"]} == set(eights.Ruleset("uno").variants)
    assert all(one["meaning"] for one in plain["variants"])


def test_house_rules_are_played(server: Running) -> None:
    table = server.table("person", "random", overrides={"deal.cards": 9})
    with table.sit(0) as client:
        assert len(client.view["hand"]) == 9
    assert b"nine cards" in json.dumps(server.ask(f"api/tables/{table.name}/rules")[1]).encode()


# ---- playing


@pytest.mark.parametrize(
    ("ruleset", "against"),
    [
        ("crazy_eights_special", ["heuristic", "greedy"]),
        ("macau", ["learned"]),
        ("uno", ["ismcts(iterations=300)"]),
        ("crazy_eights", ["pimc(iterations=300)"]),
    ],
)
def test_a_person_plays_opponents_to_the_end(
    server: Running, ruleset: str, against: list[str]
) -> None:
    table = server.table("person", *against, ruleset=ruleset)
    with table.sit(0) as client:
        seats = client.heard[1]["seats"]
        assert [seat["who"] for seat in seats] == ["person", *against]
        client.play()
        assert client.view["over"]
        told = [line for message in client.heard for line in message.get("news", [])]
    status, record = server.ask(f"api/tables/{table.name}/games/1/record", secret=table.secrets[0])
    assert status == 200
    end = eights.replay(json.dumps(record))
    assert end.winners() == client.view["winners"]
    assert re.fullmatch(r"You deal|(Ben|Cleo) deals", told[0])
    assert _news(end.events(0)[-1:], ["Player 1", "Ben", "Cleo"]) == told[-1:]


def test_a_match_goes_over_rounds(server: Running) -> None:
    table = server.table(
        "person", "heuristic", match=True, overrides={"match.target": 30, "match.rounds": 0}
    )
    with table.sit(0) as client:
        client.play()
        assert max(client.view["scores"]) >= 30


def test_two_people_and_a_bot(server: Running) -> None:
    table = server.table("person", "person", "heuristic", ruleset="crazy_eights_special")
    with table.sit(0) as one, table.sit(1) as two:
        play_together([one, two])
        assert one.view["winners"] == two.view["winners"]
        assert one.view["scores"] == two.view["scores"]


def test_the_next_game_is_dealt_at_the_same_table(server: Running) -> None:
    table = server.table("person", "heuristic")
    with table.sit(0) as client:
        client.say(type="again")
        assert client.refused() == ("not-over", "the game is not over")
        client.play()
        client.say(type="again")
        view = client.look()
        assert (view["game"], view["over"], view["fresh"]) == (2, False, True)
        client.play()
    seeds = [
        server.ask(f"api/tables/{table.name}/games/{n}/record", secret=table.secrets[0])[1]["start"]
        for n in (1, 2)
    ]
    assert seeds[0] != seeds[1]


def test_a_policy_of_a_file_sits_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def policy(observations, masks):\n    return masks.argmax(axis=1)\n")
    opponents = Opponents(entrants=[added(str(file))])
    with running(opponents=opponents) as server, server.table("person", "mine").sit(0) as client:
        client.play()
        assert client.view["over"]


def test_a_policy_that_fails_stops_the_table_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("def policy(observations, masks):\n    raise KeyError('private words')\n")
    with running(opponents=Opponents(entrants=[added(str(file))])) as server:
        table = server.table("person", "broken")
        with table.sit(0) as client:
            while client.view["actions"]:
                client.act()
                client.look()
            assert client.refused() == ("opponent-failed", "the opponent broken has failed")


def test_a_policy_is_made_once_for_a_game_and_only_where_it_plays(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(
        "made = []\n"
        "def make(game):\n"
        "    if game.num_players() == 3:\n        return None\n"
        "    if game.num_players() == 4:\n        raise KeyError('no network for four')\n"
        "    made.append(game)\n"
        "    assert len(made) == 1\n"
        "    return lambda observations, masks: masks.argmax(axis=1)\n"
    )
    with running(opponents=Opponents(entrants=[added(str(file))])) as server:
        for others, plays in ((1, True), (2, False), (3, False)):
            asked = choices("person", *["random"] * others)
            offered = server.ask("api/setup", asked)[1]["opponents"]
            assert ({"name": "some", "strength": ""} in offered) == plays
        with server.table("person", "some").sit(0) as client:
            client.play()
            assert client.view["over"]


def test_no_hint_is_told(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: Any) -> int:
        raise eights.ResampleError("inner words")

    monkeypatch.setattr(eights.Searcher, "choose", nothing)
    with server.table("person", "heuristic").sit(0) as client:
        assert client.await_turn()
        client.say(type="hint", version=client.view["version"])
        assert client.refused() == ("opponent-failed", "there is no hint here")
        client.act()
        client.look()


def test_hints_are_legal_and_for_the_seat_that_asks(server: Running) -> None:
    table = server.table("person", "person")
    with table.sit(0) as one, table.sit(1) as two:
        acts, waits = (one, two) if one.view["actions"] else (two, one)
        acts.say(type="hint", version=acts.view["version"])
        hint = acts.hear("hint")
        assert hint["action"] in [action["text"] for action in acts.view["actions"]]
        assert hint["version"] == acts.view["version"]
        waits.say(type="hint", version=waits.view["version"])
        assert waits.refused() == ("not-your-turn", "you are not to act now")
        assert not [message for message in waits.heard if message["type"] == "hint"]


def test_training_data_of_a_finished_game(server: Running) -> None:
    table = server.table("person", "heuristic")
    with table.sit(0) as client:
        client.play()
    status, data = server.ask(f"api/tables/{table.name}/games/1/parquet", secret=table.secrets[0])
    assert status == 200
    rows = pq.read_table(io.BytesIO(data))
    _, record = server.ask(f"api/tables/{table.name}/games/1/record", secret=table.secrets[0])
    assert rows.num_rows == len(record["moves"])
    actions = [eights.action_to_string(action) for action in rows["action"].to_pylist()]
    assert actions == record["moves"]


# ---- refusals


def first(server: Running, **changes: Any) -> tuple[int, str, str]:
    """Requests a table with changed choices; returns status, code and message."""
    status, data = server.ask("api/tables", choices("person", "random") | changes)
    return status, data.get("code"), data.get("message")


@pytest.mark.parametrize(
    ("changes", "status", "code", "part"),
    [
        ({"ruleset": "chess"}, 422, "bad-setup", 'there is no ruleset "chess"'),
        ({"players": 40}, 422, "bad-setup", "not for 40 players"),
        ({"players": -(1 << 70)}, 422, "bad-setup", ""),
        ({"variants": ["nothing"]}, 422, "bad-setup", 'there is no variant "nothing"'),
        ({"overrides": {"deal.cards": 60}}, 422, "bad-setup", "2 players need 121 cards"),
        ({"names": ["Ann"]}, 422, "bad-setup", "1 names are given, the game has 2 seats"),
        ({"names": ["Ann", "ann"]}, 422, "bad-setup", "another player is called 'ann'"),
        ({"names": ["You", ""]}, 422, "bad-setup", "another player is called 'you'"),
        ({"names": ["", "x" * 17]}, 422, "bad-setup", "write up to 16 characters"),
        ({"names": ["a\nb", ""]}, 422, "bad-setup", "'a\\nb' is not a name"),
        ({"names": [1, 2]}, 400, "malformed", "names must be a list of texts"),
        ({"overrides": {"title": "mine"}}, 422, "bad-setup", 'no switch "title"'),
        ({"overrides": {"draw.when": "often"}}, 422, "bad-setup", 'draw.when cannot be "often"'),
        ({"overrides": {"special.eight.reverse": 1}}, 422, "bad-setup", "true or false"),
        ({"seats": ["person"]}, 422, "bad-setup", "1 seats are taken, the game has 2"),
        ({"seats": ["random", "random"]}, 422, "bad-setup", 'no seat is for a "person"'),
        ({"seats": ["person", "ismcts(iterations=9)"]}, 422, "bad-setup", "cannot play here"),
        ({"seats": [1, 2]}, 400, "malformed", "seats must be a list of texts"),
        ({"players": "2"}, 400, "malformed", "players must be of type int, not '2'"),
        ({"match": 1}, 400, "malformed", "match must be of type bool"),
        ({"secret": "x"}, 400, "malformed", "there is no field 'secret' here"),
        ({"ruleset": "x" * 201}, 400, "malformed", "ruleset has more than 200 characters"),
        ({"ruleset": "x" * 20000}, 413, "oversized", "at most 16384 bytes"),
    ],
)
def test_tables_that_cannot_be_made(
    server: Running, changes: dict[str, Any], status: int, code: str, part: str
) -> None:
    found = first(server, **changes)
    assert found[:2] == (status, code)
    assert part in found[2]


def test_the_page_lists_the_fields_of_a_table() -> None:
    from eights.serve.messages import Choices

    page = eights.documentation("serve").partition("`POST /api/tables` makes")[2]
    table = page.partition("The answer")[0]
    listed = re.findall(r"^\| `(\w+)` \|", table, re.M)
    assert listed == [field.name for field in dataclasses.fields(Choices)]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"NaN", b'"x"', b"\xff", b"[" * 9000])
def test_bodies_that_are_no_request(server: Running, body: bytes) -> None:
    status, data = server.ask("api/tables", body)
    assert (status, data["code"]) == (400, "malformed")


def test_a_form_of_another_site_is_refused(server: Running) -> None:
    body = json.dumps(choices("person", "random")).encode()
    status, data = server.ask("api/tables", body, kind="text/plain")
    assert (status, data["message"]) == (400, "the body must be application/json")


def test_records_are_closed_before_the_end_and_to_others(server: Running) -> None:
    table, other = server.table("person", "person"), server.table("person", "person")
    path = f"api/tables/{table.name}/games/1/record"
    assert server.ask(path, secret=table.secrets[0])[1]["code"] == "not-over"
    assert server.ask(path)[1]["code"] == "wrong-secret"
    assert server.ask(path, secret="x")[1]["code"] == "wrong-secret"
    assert server.ask(path, secret=other.secrets[0])[1]["code"] == "wrong-secret"
    huge = f"api/tables/{table.name}/games/{10**30}/record"
    assert server.ask(huge, secret=table.secrets[0])[1]["code"] == "unknown-table"
    assert server.ask("api/tables/none/games/1/record", secret="x")[0] == 404
    assert server.ask("api/tables/none/rules")[1]["message"] == "there is no table 'none'"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match="cannot listen on") as why:
            listen("127.0.0.1", port)
        assert why.value.refusal is Refusal.BAD_SETUP
        message = refused("serve", "--port", str(port), "--db", str(tmp_path / "x"))
        assert message.startswith(f"cannot listen on 127.0.0.1, port {port}")


def test_opponents_that_there_are_not(tmp_path: Path) -> None:
    assert refused("serve", "--searcher", "deep").startswith("'deep' is not a searcher")
    assert "'depth' is not set" in refused("serve", "--searcher", "pimc(depth=2)")
    file = tmp_path / "random.py"
    file.write_text("def policy(o, m):\n    return m.argmax(axis=1)\n")
    assert refused("serve", "--policy", str(file)) == "there is an opponent 'random' already"


def test_secrets_are_compared_whole() -> None:
    table, keys = Table.new(eights.Game("uno", players=3), ["person", "random", "person"])
    assert [table.seat_of(keys[seat]) for seat in (0, 2)] == [0, 2]
    for wrong in ("", keys[0][:-1], keys[0] + "x", keys[0].swapcase(), "\udc80", "é"):
        with pytest.raises(ServeError) as why:
            table.seat_of(wrong)
        assert why.value.refusal is Refusal.WRONG_SECRET


def test_nothing_of_the_package_is_needed_to_import_it_without_the_extra() -> None:
    code = (
        "import sys; sys.modules['starlette'] = None\n"
        "try:\n    import eights.serve\nexcept ImportError as why:\n    print(why)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == 'eights.serve needs starlette: pip install "eights[web]"\n'


def test_every_refusal_is_in_the_documentation() -> None:
    page = eights.documentation("serve")
    assert not [one.value for one in Refusal if f"`{one.value}`" not in page]
