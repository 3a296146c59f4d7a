"""People at a served table: their names, who plays on for them, and what they see at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from serving import Running, choices, running

import eights
from eights.serve.view import seat_view


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as made:
        yield made


def test_players_have_names_everywhere(server: Running) -> None:
    table = server.table("person", "heuristic", "greedy", names=["Zoë <b>", "", "Max"])
    with table.sit(0) as client:
        seats = client.heard[1]["seats"]
        assert [seat["name"] for seat in seats] == ["Zoë <b>", "Ben", "Max"]
        assert [seat["strength"] for seat in seats] == ["", "medium", "easy"]
        client.play()
        texts = [client.view[key] for key in ("status", "line", "board")]
        texts += [line for view in client.heard for line in view.get("news", [])]
        assert not [text for text in texts if re.search(r"\b[Ss]eat \d", text)]
        assert any(text.startswith(("Ben ", "Max ")) for text in texts)
        assert "you, Zoë &lt;b&gt;" in client.view["board"]
        assert "<b>" not in client.view["board"]


def test_a_name_can_be_changed_and_is_kept(server: Running) -> None:
    table = server.table("person", "person")
    with table.sit(0) as one, table.sit(1) as two:
        two.say(type="rename", name="Lea")
        while one.hear("seats")["seats"][1]["name"] != "Lea":
            pass
        assert "Lea" in one.look()["board"]
        one.say(type="rename", name="lea")
        assert one.refused() == ("bad-setup", "another player is called 'lea'")
    assert server.made.store.load(table.name).names == ["Player 1", "Lea"]


def test_a_bot_plays_on_for_who_has_left_until_that_person_is_back(server: Running) -> None:
    table = server.table("person", "person")
    with table.sit(0) as one:
        with table.sit(1):
            one.await_online(True, True)
            one.say(type="replace", seat=1)
            assert one.refused() == ("bad-setup", "nobody has left seat 1")
        one.await_online(True, False)
        for seat in (0, 5, -1):
            one.say(type="replace", seat=seat)
            assert one.refused()[0] == "bad-setup"
        one.say(type="replace", seat=1)
        assert one.hear("seats")["seats"][1]["left"]
        for _ in range(3):
            assert one.await_turn()
            one.act()
            one.look()
        with table.sit(1) as two:
            assert not two.heard[1]["seats"][1]["left"]
            assert not one.hear("seats")["seats"][1]["left"]


def test_hands_are_open_at_the_end_and_not_before(server: Running) -> None:
    table = server.table("person", "heuristic")
    with table.sit(0) as client:
        client.play()
        views = [message for message in client.heard if message["type"] == "view"]
    assert all(not view["hands"] and not view["open_board"] for view in views[:-1])
    assert [len(hand) for hand in views[-1]["hands"]] == views[-1]["sizes"]
    assert views[-1]["open_board"].startswith("<svg")


def test_a_finished_game_has_a_replay_without_a_secret_in_its_address(server: Running) -> None:
    table = server.table("person", "heuristic")
    place = f"api/tables/{table.name}/games/1/replay"
    assert server.ask(place, secret=table.secrets[0])[1]["code"] == "not-over"
    with table.sit(0) as client:
        client.play()
    assert server.ask(place)[1]["code"] == "wrong-secret"
    status, given = server.ask(place, secret=table.secrets[0])
    assert status == 200
    assert table.secrets[0] not in given["path"]
    status, page = server.ask(given["path"].lstrip("/"))
    assert status == 200
    assert page.startswith(b"<!DOCTYPE html>")
    assert b"Ben plays the " in page
    assert not re.search(rb"[Ss]eat [0-9]", page)
    status, refused = server.ask("replay/nothing")
    assert (status, refused["code"]) == (404, "unknown-table")


def test_who_played_the_upcard_is_told(server: Running) -> None:
    table = server.table("person", "heuristic")
    with table.sit(0) as client:
        assert client.await_turn()
        action = next(one for one in client.view["actions"] if one["text"].startswith("play "))
        client.act(action["text"])
        assert client.look()["played_by"] == 0


def test_the_line_tells_the_table_to_who_does_not_see_it() -> None:
    state = eights.Game("crazy_eights", players=3).new_initial_state(seed=7)
    view = seat_view(state, 0)
    upcard = state.events(0)[-1].partition(" is turned")[0]
    suit = upcard.rpartition(" ")[2]
    assert view["line"].startswith(
        f"Upcard {upcard[0].lower()}{upcard[1:]}, suit in force {suit}. "
    )
    assert "Stock 36." in view["line"]
    assert "clockwise" in view["line"]
    assert view["line"].endswith(view["status"])


def test_house_rules_are_judged_for_the_players_that_were_chosen(server: Running) -> None:
    overrides = {"deal.cards": 20}
    asked = choices("person", "random", overrides=overrides)
    status, offered = server.ask("api/setup", asked)
    assert status == 200
    assert "20 cards" in offered["rules"] or "twenty cards" in offered["rules"]
    more = choices("person", *["random"] * 4, overrides=overrides)
    status, refused = server.ask("api/setup", more)
    assert status == 422
    assert "deal.cards: 5 players need 101 cards" in refused["message"]
