"""The command line: every command, and its errors."""

from __future__ import annotations

import importlib.util
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from commands import good, refused, run
from rich.console import Console
from typer.testing import CliRunner

import eights
from eights._display.names import Names
from eights.cli import files, main, terminal
from eights.cli.app import app
from eights.cli.files import CliError
from eights.cli.load import parse_override

COMMANDS: dict[str, Any] = dict(typer.main.get_group(app).commands)
WRONG = """\
id = "wrong"
title = "Wrong"
colour = 1
[deal]
cards = 900
[special.a]
cards = "ZZ"
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a whole game between bots."""
    state = eights.Game("crazy_eights_special", players=3).new_initial_state(seed=5)
    while not state.is_terminal():
        state.apply_action(state.bot_action("heuristic", 1))
    file = tmp_path / "game.json"
    file.write_text(state.record())
    return file


# ---- the whole


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_has_examples(command: str) -> None:
    assert f"eights {command}" in good(command, "--help").partition("Examples:")[2]


def test_help_names_every_command() -> None:
    text = good("--help")
    assert all(command in text for command in COMMANDS)


def test_version() -> None:
    assert good("--version") == f"eights {eights.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["show"],
        ["show", "crazy_eights", "--nonsense"],
        ["show", "crazy_eights", "--players", "17"],
        ["arena", "crazy_eights", "--deals", "many"],
        ["bench", "--envs", "0"],
        ["play", "crazy_eights", "--seed", "-1"],
    ],
)
def test_a_command_that_is_not_understood_is_code_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def python(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], input=text, capture_output=True, text=True, check=False
    )


def test_python_m_eights_is_the_command_line() -> None:
    done = python("-m", "eights", "show", "nonsense")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith('error: no ruleset "nonsense": there are ')


def test_without_typer_a_line_tells_what_to_install() -> None:
    done = python("-c", "import sys; sys.modules['typer'] = None; import eights.cli as c; c.main()")
    assert done.returncode == 1
    needed = 'the command line needs typer: pip install "eights[cli]"; `eights docs` does without'
    assert done.stderr == f"error: {needed}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([], 0, eights.documentation()),
        (["watch"], 0, eights.documentation("watch")),
        (["--help"], 0, "Usage: eights docs [PAGE]\n"),
        (["wach"], 1, "error: there is no page 'wach': did you mean watch? "),
        (["watch", "uno"], 2, "Usage: eights docs [PAGE]\n"),
    ],
)
def test_the_documentation_needs_no_extra(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    told: str,
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name: None if name in ("typer", "rich") else found(name),
    )
    monkeypatch.setattr(sys, "argv", ["eights", "docs", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr()
    assert ended.value.code == code
    assert (printed.err if code else printed.out).startswith(told)
    assert (printed.out if code else printed.err) == ""


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_for_people(command: str, width: int) -> None:
    text = good(*filter(None, [command]), "--help", width=width)
    assert max(map(len, text.splitlines())) <= width
    usage, _, rest = text.partition("\n")
    assert usage.startswith("Usage: ")
    assert not re.search(r"…|\.\.\.", rest), "nothing is cut"
    assert not re.search(r"<\w+>|[<>]=|\{|int64|\bx\b", text), "no types, no ranges of x"
    assert "\x1b" not in text


def solid(text: str) -> str:
    """Returns a text without blanks, which say nothing of how it is cut into lines."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_cut_nowhere(command: str, width: int) -> None:
    whole = solid(good(*filter(None, [command]), "--help", width=width))
    if command:
        for parameter in COMMANDS[command].params:
            assert solid(parameter.help or "") in whole
    else:
        for one in COMMANDS.values():
            assert solid(one.help.partition("\n\n")[0].rstrip(".")) in whole


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "17"], "17 is not a whole number from 2 to 16."),
        (["--players", "two"], "two is not a whole number from 2 to 16."),
        (["--seed", "-1"], "-1 is not a whole number from 0 to 2**64 - 1."),
        (["--seed", "9" * 5000], "9 is not a whole number from 0 to 2**64 - 1."),
        (["--seat", "1.5"], "1.5 is not a whole number 0 or greater."),
    ],
)
def test_numbers_are_refused_in_words(arguments: list[str], message: str) -> None:
    result = run("play", "crazy_eights", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("text", ["0", "nan", "1e9", "long"])
def test_the_length_of_a_run_is_a_number_of_seconds(text: str) -> None:
    result = run("bench", "uno", "--seconds", text)
    assert result.exit_code == 2
    assert f"{text} is not a number of seconds from 0.001 to 3600." in result.stderr


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("crazy_eigths", "did you mean crazy_eights, crazy_eights_teams or crazy_eights_xtreme?"),
        ("Kings-Reverse", "did you mean kings_reverse?"),
        ("blackjack", "did you mean other_blackjack?"),
        ("38's", "did you mean thirty_eights?"),
        ("chess", f"there are {len(eights.rulesets())}, listed by `eights rulesets`"),
    ],
)
def test_a_wrong_name_is_answered_with_what_may_be_meant(name: str, advice: str) -> None:
    for command in ("show", "play", "arena", "bench"):
        assert refused(command, name) == f'no ruleset "{name}": {advice}'


def completion(line: str) -> dict[str, str]:
    """The variables by which Bash asks what it may offer at the end of a line."""
    at = str(len(line.split(" ")) - 1)
    return {"COMP_WORDS": line, "COMP_CWORD": at, "_EIGHTS_COMPLETE": "complete_bash"}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("eights sh", ["show"]),
        ("eights show kings", ["kings_reverse"]),
        ("eights play ", eights.rulesets()),
        ("eights bench uno uno_", ["uno_rlcard", "uno_attack", "uno_flip"]),
        ("eights arena uno g", ["greedy"]),
        ("eights arena uno greedy r", ["random"]),
        ("eights play uno --opponents greedy,h", ["greedy,heuristic"]),
        ("eights show kings_reverse --variant b", ["before-2015"]),
        ("eights show nonsense --variant b", []),
    ],
)
def test_a_shell_completes_ids_bots_and_words(line: str, offered: list[str]) -> None:
    done = CliRunner().invoke(app, prog_name="eights", env=completion(line))
    assert done.stderr == ""
    assert done.stdout.split() == offered


def test_a_shell_asks_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "eights"],
        env={**os.environ, **completion("eights sh")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == (["show"], "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_offered_and_told_of(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, f"/bin/{shell}"))
    assert "_EIGHTS_COMPLETE" in good("--show-completion")
    assert "--install-completion" in good("--help")


def in_terminal(*arguments: str, **environment: str) -> str:
    """Returns the output of a command on a terminal of 80 columns, without any key pressed."""
    own, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "eights", *arguments],
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
        stdin=subprocess.DEVNULL,
        stdout=its,
        stderr=its,
    )
    os.close(its)
    written = b""
    while True:
        try:
            chunk = os.read(own, 4096)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        written += chunk
    os.close(own)
    process.wait()
    return written.decode()


@pytest.mark.parametrize(
    ("environment", "arguments"),
    [
        ("NO_COLOR=1", "--help"),
        ("TERM=dumb", "--help"),
        ("NO_COLOR=1", "rulesets"),
        ("TERM=dumb", "show uno"),
        ("NO_COLOR=1", "show uno --toml"),
        ("TERM=dumb", "show nonsense"),
        ("TERM=dumb", "play uno --seed 1"),
        ("NO_COLOR=1", "play uno --seed 1"),
        ("NO_COLOR=1", "play uno --seats"),
        ("TERM=dumb", "arena uno greedy random --deals 20"),
        ("TERM=dumb", "bench uno --seconds 0.001 --runs 1"),
    ],
)
def test_a_terminal_that_wants_text_gets_text(environment: str, arguments: str) -> None:
    name, value = environment.split("=")
    assert "\x1b" not in in_terminal(*arguments.split(), **{name: value})


def test_other_terminals_get_colours() -> None:
    assert "\x1b[" in in_terminal("rulesets")
    assert "\x1b[" in in_terminal("play", "uno", NO_COLOR="")


def test_progress_on_a_dumb_terminal_is_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    console = Console(force_terminal=True, color_system=None, record=True)
    monkeypatch.setattr(terminal, "stderr", lambda: console)
    now = [0.0]
    monkeypatch.setattr("eights.cli.terminal.time.monotonic", lambda: now[0])
    with terminal.progress_bar() as bar:
        task = bar.add_task("[games]", total=4)
        for seconds in (1, 4, 6, 7):
            now[0] = seconds
            bar.advance(task)
        endless = bar.add_task("sweep", total=None)
        now[0] = 12
        bar.update(endless, description="sweep of packs")
    assert console.export_text().splitlines() == ["[games]: 75 %, 0:00:02 left", "sweep of packs"]


def test_ctrl_c_is_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(eights, "arena", interrupted)
    result = run("arena", "crazy_eights")
    assert result.exit_code == 130
    assert result.stderr == "interrupted\n"


# ---- rulesets, show, validate


@pytest.mark.parametrize("width", [80, 120])
def test_rulesets_is_a_line_for_every_builtin(width: int) -> None:
    lines = good("rulesets", width=width).splitlines()
    assert max(map(len, lines)) <= width
    first = [line.split()[0] for line in lines if line.split()]
    assert [word for word in first if word in eights.rulesets()] == eights.rulesets()
    assert len(lines) <= len(eights.rulesets()) + 5
    of_uno = next(line for line in lines if line.split()[:1] == ["uno"])
    assert of_uno.split() == ["uno", "UNO", "2-10", "108"]
    of_stalin = next(line for line in lines if line.split()[:1] == ["stalin"])
    assert of_stalin.split() == ["stalin", "Stalin", "4-8", "52-104"]


def test_rulesets_as_json(tmp_path: Path) -> None:
    listed = json.loads(good("rulesets", "--json", "-"))
    assert [ruleset["id"] for ruleset in listed] == eights.rulesets()
    one = next(ruleset for ruleset in listed if ruleset["id"] == "kings_reverse")
    ruleset = eights.Ruleset("kings_reverse")
    assert (one["title"], one["source"]) == (ruleset.title, ruleset.source)
    assert one["players"] == list(ruleset.players)
    assert one["variants"] == ruleset.variants
    assert one["cards"]["4"] == eights.Game(ruleset, players=4).num_cards()
    assert one["fingerprint"] == ruleset.fingerprint
    file = tmp_path / "rulesets.json"
    assert "Kings Reverse" in good("rulesets", "--json", str(file))
    assert json.loads(file.read_text()) == listed


def test_show_tells_the_rules() -> None:
    assert good("show", "kings_reverse").rstrip() == (
        eights.Ruleset("kings_reverse").describe().rstrip()
    )


def test_show_for_a_number_of_players_leaves_the_others_out() -> None:
    assert "Four players. One pack (52 cards)." in good("show", "crazy_eights", "--players", "4")


def test_show_toml_can_be_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(good("show", "crazy_eights", "--toml", "-o", "deal.cards=6"))
    assert eights.Ruleset.from_file(file).to_dict()["deal"]["cards"] == 6
    assert "dealt six cards" in good("show", str(file))


def test_show_a_variant() -> None:
    assert "No Jokers." in good("show", "kings_reverse", "--variant", "before-2015")
    assert "no variant 'x': there are before-2015, " in refused(
        "show", "kings_reverse", "--variant", "x"
    )


def test_validate_tells_the_fingerprint(tmp_path: Path) -> None:
    ruleset = eights.Ruleset("kings_reverse")
    text = good("validate", "-", text=ruleset.to_toml())
    assert text.startswith("ok  kings_reverse")
    assert ruleset.fingerprint in text
    file = tmp_path / "mine.toml"
    file.write_text(ruleset.to_toml())
    assert good("validate", str(file)) == text


def test_validate_lists_every_problem_on_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(WRONG)
    result = run("validate", str(file))
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    keys = {line.partition(":")[0] for line in lines[:-1]}
    assert keys == {"colour", "deal.cards", "special.a.cards"}
    assert lines[-1].endswith("3 problems")


def test_validate_tells_lines_and_what_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine"\n[deal]\ncrads = 7\n')
    result = run("validate", str(file))
    assert "deal.crads: unknown key `crads`: did you mean `cards`? (line 3)" in result.stderr
    file.write_text('id = "mine"\n[special.sevn]\nskip = 1\n')
    result = run("validate", str(file))
    assert result.exit_code == 0
    assert "warning: special.sevn: it has no cards, so it does nothing" in result.stderr


def test_validate_reads_bases_and_lists_what_stays_of_them(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('id = "house"\nbase = "crazy_eights_special"\n')
    mine = tmp_path / "mine.toml"
    mine.write_text('id = "mine"\nbase = "house.toml"\n[special.two]\nskip = 1\n')
    told = good("validate", str(mine))
    assert "special.two: `cards` and `hit` stay as in house.toml" in told
    assert "Attack of two." in good("show", str(mine))


def test_validate_and_play_the_ruleset_that_the_schema_begins_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(eights.schema_reference().split("```toml\n")[1].split("```")[0])
    assert good("validate", str(file)).startswith("ok  mine")
    assert "leave the table" in good("play", str(file), "--seed", "1", text="?\nq\n")


def test_schema_is_the_json_schema_of_rulesets() -> None:
    assert json.loads(good("schema")) == eights.ruleset_schema()


def test_validate_refuses_what_is_not_toml(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("id =\n")
    result = run("validate", str(file))
    assert result.exit_code == 1
    assert "line 1, column 5: not TOML: there is no value after `=`: id =" in result.stderr
    assert "Traceback" not in result.output


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for command in ("show", "validate", "replay", "arena", "bench", "play"):
        missing = str(tmp_path / "missing.toml")
        assert refused(command, missing) == f"cannot read {missing}: No such file or directory"
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert refused("validate", str(binary)).endswith("it is not text in UTF-8")
    assert "Is a directory" in refused("show", str(tmp_path))


# ---- overrides


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a.b=7", 7),
        ("a.b = true", True),
        ('a.b="8"', "8"),
        ("a.b=turn-over", "turn-over"),
        ("a.b=QS KH", "QS KH"),
        ("a.b=*", "*"),
        ('a.b={ "2-5" = 1, "6-10" = 2 }', {"2-5": 1, "6-10": 2}),
        ("a.b=[1, 2]", [1, 2]),
    ],
)
def test_the_value_of_an_override_is_toml_or_a_bare_word(text: str, value: object) -> None:
    assert parse_override(text) == ("a.b", value)


@pytest.mark.parametrize("text", ["x", "=7", "a=", "a=[1", 'a="x', "a=2020-01-01", "a=1\nb=2"])
def test_an_override_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(CliError):
        parse_override(text)
    assert text.splitlines()[0].partition("=")[0] in refused("show", "crazy_eights", "-o", text)


def test_an_override_that_the_ruleset_refuses() -> None:
    assert "deal.crds: unknown key `crds`: did you mean `cards`?" in refused(
        "show", "crazy_eights", "-o", "deal.crds=7"
    )


# ---- play


def test_a_game_is_played_from_a_pipe_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = good(
        *("play", "crazy_eights", "--seed", "7", "--opponents", "greedy", "--record", str(file)),
        text="1\n" * 500,
    )
    assert "You win!" in text or "Seat 1 wins." in text
    assert "You play the " in text
    assert text.count("The cards are dealt.") == 1
    assert eights.replay(file.read_text()).is_terminal()


def test_the_same_seed_is_the_same_game() -> None:
    games = {good("play", "kings_reverse", "-p", "3", "--seed", "1", text="1\n" * 9) for _ in "ab"}
    assert len(games) == 1


def test_words_at_the_table() -> None:
    text = good("play", "crazy_eights", "--seed", "1", text="?\nrules\nhint\nboard\nxx\n99\nq\n")
    assert "leave the table" in text
    assert "## A turn" in text
    assert "A bot would " in text
    assert "xx is not an action: type a number from 1 to " in text
    assert "99 is not an action: type a number from 1 to " in text
    assert text.count("Your turn") == 2
    assert "You leave the table." in text


def test_the_end_of_the_input_leaves_the_table_and_keeps_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = good("play", "crazy_eights", "--seed", "1", "--record", str(file), text="draw\n")
    assert "You leave the table." in text
    assert "draw" in json.loads(file.read_text())["moves"]


def test_a_match_goes_on_after_a_round() -> None:
    text = good("play", "crazy_eights", "--match", "--seed", "3", text="1\n" * 150)
    assert "a match" in text
    assert text.count("The cards are dealt.") > 1


UNO = ["play 4D", "play 4H", "play *B", "draw"]
"""Of UNO: yellow 2, green 2, Wild Draw Four."""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("yellow 2", [0]),
        ("the Green 2", [1]),
        ("play yellow 2", [0]),
        ("play the yellow 2", [0]),
        ("4d", [0]),
        ("wild", [2]),
        ("Wild Draw Four", [2]),
        ("yellow", [0]),
        ("play", [0, 1, 2]),
        ("red 4", []),
        ("2", [1]),
    ],
)
def test_labels_are_taken_as_they_are_shown(line: str, found: list[int]) -> None:
    names = Names(eights.Ruleset("uno"))
    said = ["play the yellow 2", "play the green 2", "play the Wild Draw Four", "draw a card"]
    assert names.meant(line, [eights.string_to_action(a) for a in UNO], said) == found


def test_every_action_that_is_shown_is_taken(ruleset: str) -> None:
    names = Names(eights.Ruleset(ruleset))
    state = eights.Game(ruleset).new_initial_state(seed=3)
    for _ in range(60):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        said = [state.describe_action(action) for action in legal]
        for at, action in enumerate(legal):
            assert names.meant(state.action_to_string(action), legal, said) == [at]
            if said.count(said[at]) == 1:
                assert names.meant(said[at], legal, said) == [at]
            if action < 54:
                assert names.meant(names.card(action), legal, said) == [at]
                assert names.card(action) in said[at]
        state.apply_action(state.bot_action("random", len(state.history())))


@pytest.mark.parametrize(
    ("ruleset", "line", "why"),
    [
        ("uno", "red 4", "the red 4 does not follow the green 2"),
        ("uno", "4C", "you do not hold the red 2"),
        ("uno", "pass", "one passes only when no card can be drawn"),
        ("uno", "suit C", "something else is to be decided"),
        ("kings_reverse", "nine of hearts", "you do not hold the Nine of hearts"),
        ("kings_reverse", "play 9♥", "you do not hold the Nine of hearts"),
    ],
)
def test_the_table_says_why_a_card_cannot_be_played(ruleset: str, line: str, why: str) -> None:
    text = good("play", ruleset, "-p", "3", "--seed", "3", text=f"{line}\nq\n")
    assert f"{line} is not possible now: {why}." in text


def test_what_is_no_action_is_answered_with_what_is() -> None:
    text = good("play", "uno", "-p", "3", "--seed", "3", text="queen\n8\n[red]\nyel\nq\n")
    for line in ("queen", "8", "[red]"):
        assert f"{line} is not an action: type a number from 1 to 3" in text
    assert "You play the yellow 2." in text


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("eight of hearts", [0]),
        ("the 8 of hearts", [0]),
        ("10 of spades", [1]),
        ("joker", [2]),
        ("1", [0]),
        ("5", [4]),
        ("0", []),
        ("6", []),
        ("play 8H", [0]),
        ("8h", [0]),
        ("8♥", [0]),
        ("10s", [1]),
        ("PLAY TS", [1]),
        ("*r", [2]),
        ("dr", [3]),
        ("pa", [4]),
        ("p", [0, 1, 2, 4]),
        ("[red]", []),
    ],
)
def test_what_a_line_may_mean(line: str, found: list[int]) -> None:
    actions = ["play 8H", "play TS", "play *R", "draw", "pass"]
    names = Names(eights.Ruleset("crazy_eights"))
    ids = [eights.string_to_action(action) for action in actions]
    assert names.meant(line, ids, [""] * len(ids)) == found


def test_impossible_tables_are_refused(tmp_path: Path) -> None:
    assert "there is no seat 2" in refused("play", "crazy_eights", "--seat", "2")
    assert '"x" is not a bot' in refused("play", "crazy_eights", "--opponents", "x")
    assert "2 opponents for 2 players" in refused(
        "play", "crazy_eights", "--opponents", "greedy,random"
    )
    assert "has no match" in refused("play", "other_blackjack", "--match")
    assert "cannot write" in refused(
        "play", "crazy_eights", "--record", str(tmp_path / "no" / "game.json")
    )


# ---- arena


@pytest.mark.parametrize("command", [["arena", "crazy_eights"], ["bench", "uno"], ["rulesets"]])
def test_json_that_cannot_be_written_is_refused_before_the_work(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object, **__: object) -> None:
        pytest.fail("the work has begun")

    for name in ("eights.arena", "eights.Game"):
        monkeypatch.setattr(name, work)
    missing = tmp_path / "no" / "report.json"
    assert refused(*command, "--json", str(missing)) == (
        f"cannot write {missing}: No such file or directory"
    )
    assert refused(*command, "--json", str(tmp_path)).endswith("Is a directory")
    kept = tmp_path / "kept.json"
    kept.write_text("kept")
    for file in (kept, tmp_path / "new.json"):
        files.refuse_unwritable(str(file))
    assert kept.read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_signs_tell_what_colours_tell() -> None:
    arguments = ("arena", "crazy_eights_special", "heuristic", "random", "--deals", "50")
    text = good(*arguments)
    row = next(line for line in text.splitlines() if line.startswith(" heuristic"))
    assert row.split()[3] == "+"
    assert "+ above it, - below it, or = not told apart" in " ".join(text.split())


def test_arena_table() -> None:
    text = good("arena", "crazy_eights_special", "heuristic", "random", "--deals", "50", width=80)
    assert "heuristic" in text
    assert "95 % interval" in text
    assert max(map(len, text.splitlines())) <= 80


def test_arena_json_has_all_that_the_table_rests_on(tmp_path: Path) -> None:
    arguments = ("arena", "crazy_eights", "greedy", "random", "-p", "3", "-d", "20", "-s", "4")
    report = json.loads(good(*arguments, "--json", "-"))
    assert set(report) == {
        *("version", "ruleset", "fingerprint", "players", "teams", "episode", "reward"),
        "max_decisions",
        *("seed", "deals", "interval", "entrants", "pairings", "truncation", "rules", "stopped"),
        *("p_value", "adjusted_p_values", "rating", "ranking", "versions", "bots", "timing"),
        *("variant", "overrides", "alpha_rank"),
    }
    assert (report["players"], report["seed"], report["deals"]) == (3, 4, 20)
    assert report["entrants"] == ["greedy", "random"]
    assert len(report["pairings"]) == 2
    for pairing in report["pairings"]:
        assert pairing["games"] == 60
        assert pairing["win_rate"]["low"] <= pairing["win_rate"]["mean"]
    file = tmp_path / "report.json"
    good(*arguments, "--threads", "1", "--json", str(file))
    again = json.loads(file.read_text())
    assert [one["entrant"] for one in again["timing"]] == ["greedy", "random"]
    assert {**again, "timing": None} == {**report, "timing": None}, "only times differ"


def test_arena_of_matches_for_points() -> None:
    arguments = ("-d", "2", "--match", "--reward", "points", "--json", "-")
    report = json.loads(good("arena", "crazy_eights", "greedy", "random", *arguments))
    assert (report["episode"], report["reward"]) == ("match", "points")


def test_impossible_arenas_are_refused() -> None:
    assert '"x" is not a bot' in refused("arena", "crazy_eights", "x", "random")
    assert "at least 2 entrants" in refused("arena", "crazy_eights", "random")
    assert '"x"' in refused("arena", "crazy_eights", "--reward", "x")
    assert "no match" in refused("arena", "other_blackjack", "--match")


@pytest.mark.parametrize(
    ("extra", "command"),
    [("ray", ["arena", "uno", "--ray"]), ("minari", ["collect", "uno", "uno-v0", "--minari"])],
)
def test_a_command_names_the_extra_that_it_needs(
    extra: str, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, extra, None)
    monkeypatch.delitem(sys.modules, f"eights.{extra}", raising=False)
    assert refused(*command) == (f'eights.{extra} needs {extra}: pip install "eights[{extra}]"')


def test_ray_and_threads_exclude_each_other() -> None:
    for arguments in (["--ray"], ["--address", "auto"]):
        told = refused("arena", "uno", "--threads", "2", *arguments)
        assert told == "--threads 2 is of one machine: Ray plays on all of its cores"


def test_an_exception_of_the_progress_stops_an_arena() -> None:
    class EnoughError(Exception):
        pass

    def progress(done: int) -> None:
        assert done >= 0
        raise EnoughError

    with pytest.raises(EnoughError):
        eights.arena(
            eights.Game("kings_reverse"), ["heuristic", "random"], deals=10**9, progress=progress
        )


# ---- replay


def test_replay_tells_all_that_happened(record: Path) -> None:
    text = good("replay", str(record))
    state = eights.replay(record.read_text())
    assert "The cards are dealt." in text
    assert f"Won by seat {state.winners()[0]}." in text
    played = [event for event in state.events() if " dealt " not in event]
    assert all(event in text for event in played)


def test_replay_for_a_seat_hides_what_it_may_not_know(record: Path) -> None:
    text = good("replay", str(record), "--seat", "0")
    assert "as seat 0 saw it" in text
    drawn = re.findall(r"  Seat 1 draws .*", text)
    assert drawn
    assert all(re.fullmatch(r"  Seat 1 draws (a card|\d+ cards)\.", line) for line in drawn)


def test_replay_step_by_step_shows_the_table_at_every_move(record: Path) -> None:
    moves = json.loads(record.read_text())["moves"]
    text = good("replay", "-", "--step", text=record.read_text())
    assert f"move {len(moves)} of {len(moves)}" in text
    assert text.count("stock ") >= len(moves)


@pytest.mark.parametrize("options", [(), ("--seat", "0"), ("--step",), ("--html", "--out", "-")])
def test_notes_of_a_record_change_nothing(record: Path, options: tuple[str, ...]) -> None:
    bare = record.read_text()
    moves = json.loads(bare)["moves"]
    notes = [{"move": at, "value": 0.5} for at in (1, len(moves))]
    noted = eights.replay(bare).record(notes)
    shown = good("replay", "-", *options, text=noted)
    if "--html" not in options:
        assert shown == good("replay", "-", *options, text=bare)
    else:
        assert shown.count('"value":0.5') >= 2


def test_what_is_no_record_is_refused(record: Path) -> None:
    assert refused("replay", "-", text="nonsense").startswith("not a record")
    assert "there is no seat 3" in refused("replay", str(record), "--seat", "3")
    broken = json.loads(record.read_text())
    broken["moves"].insert(0, "challenge")
    assert refused("replay", "-", text=json.dumps(broken)).startswith("move 1 of the record")


def test_replay_writes_a_page_beside_the_record(record: Path, tmp_path: Path) -> None:
    page = record.with_suffix(".html")
    assert page.name in good("replay", str(record), "--html")
    assert page.read_text(encoding="utf-8") == eights.replay_page(record.read_text())
    elsewhere = tmp_path / "seat.html"
    good("replay", str(record), "--html", "--seat", "0", "--out", str(elsewhere))
    assert elsewhere.read_text(encoding="utf-8") == eights.replay_page(record.read_text(), 0)
    shown = good("replay", "-", "--html", text=record.read_text())
    assert shown == eights.replay_page(record.read_text())


def test_a_page_that_cannot_be_written_is_refused(record: Path, tmp_path: Path) -> None:
    assert "--out goes with --html" in refused("replay", str(record), "--out", "page.html")
    away = str(tmp_path / "nowhere" / "page.html")
    assert "cannot write" in refused("replay", str(record), "--html", "--out", away)
    own = refused("replay", str(record), "--html", "--out", str(record))
    assert own.startswith("the page would be written over the record")
    link = tmp_path / "link.html"
    link.symlink_to(record)
    own = refused("replay", str(record), "--html", "--out", str(link))
    assert own.startswith("the page would be written over the record")
    assert eights.replay(record.read_text()).is_terminal()
