"""Output of the command line: to files of all kinds, and on terminals of all kinds."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from commands import good, refused, run
from rich.text import Text

import eights
from eights import reports
from eights.cli import leaderboard, terminal
from eights.cli.arena_tables import print_report
from eights.cli.files import CliError, read_text, write_text
from eights.cli.streams import visible

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
EVIL = "\x1b]0;x\x1b[2J[/] [red]\x9b1m"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a finished game."""
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.bot_action("greedy"))
    path = tmp_path / "game.json"
    path.write_text(state.record())
    return path


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder with a run."""
    eights.RunLog(tmp_path / "runs" / "one", tensorboard=False).close()
    return tmp_path / "runs"


def writing(record: Path, runs: Path) -> dict[str, list[str]]:
    """Returns every command that writes a file, without the name of the file."""
    arena = ["arena", "crazy_eights", "random", "greedy", "-p", "2", "--deals", "2"]
    games = ["--games", str(record.parent / "games"), "--deals", "2", "--rulesets", "uno"]
    table = ["leaderboard", *games, "--players", "2"]
    return {
        "arena --json": [*arena, "--json"],
        "arena --markdown": [*arena, "--markdown"],
        "leaderboard --json": [*table, "--json"],
        "leaderboard --markdown": [*table, "--markdown"],
        "leaderboard --plot": [*table, "--plot"],
        "exploit --json": [
            *("exploit", "tiny_eights_a", "--policy", "random", "--deals", "1"),
            *("--iterations", "1", "--decisions", "1", "--json"),
        ],
        "solve --json": ["solve", "tiny_eights_a", "--iterations", "1", "--json"],
        "replay --html": ["replay", str(record), "--html", "--out"],
        "watch --html": ["watch", str(runs), "--html"],
        "play --record": ["play", "crazy_eights", "--plain", "--record"],
        "collect": ["collect", "crazy_eights", "-e", "2"],
    }


KINDS = list(writing(Path(), Path()))


@posix
@pytest.mark.parametrize("kind", KINDS)
def test_a_link_is_written_through_and_no_device(
    record: Path, runs: Path, tmp_path: Path, kind: str
) -> None:
    command = writing(record, runs)[kind]
    for name in ("there", "not there"):
        target, link = tmp_path / f"{name}.out", tmp_path / f"link to {name}"
        if name == "there":
            target.write_text("old")
            target.chmod(0o600)
        link.symlink_to(target.name)
        result = run(*command, str(link), text="q\n")
        assert result.exit_code == 0, result.output
        assert link.is_symlink()
        assert target.read_bytes() != b"old"
        assert target.stat().st_size > 0
    assert stat.S_IMODE((tmp_path / "there.out").stat().st_mode) == 0o600
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link to pipe"
    link.symlink_to(pipe)
    before = set(tmp_path.iterdir())
    for path in (pipe, link):
        assert refused(*command, str(path)) == f"cannot write {path}: it is not a plain file"
    assert pipe.is_fifo()
    assert set(tmp_path.iterdir()) == before


@posix
def test_a_file_beside_the_one_that_is_written_stays(tmp_path: Path) -> None:
    beside = tmp_path / "games.parquet.part"
    beside.write_text("mine")
    good("collect", "crazy_eights", str(tmp_path / "games.parquet"), "-e", "2")
    assert {path.name for path in tmp_path.iterdir()} == {"games.parquet", beside.name}
    assert beside.read_text() == "mine"


def test_a_text_is_read_up_to_a_limit(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(CliError, match=r"it has more than 1,000 bytes"):
        read_text(str(tmp_path / "large"), 1000)


def test_half_a_character_is_written_by_its_code(tmp_path: Path) -> None:
    write_text(str(tmp_path / "a.json"), json.dumps("\udcff", ensure_ascii=False))
    assert json.loads((tmp_path / "a.json").read_text()) == "\udcff"


# ---- terminals

ASCII = """
import io, sys
from eights.cli import main
for command in sys.stdin.buffer.read().decode().splitlines():
    sys.argv = ["eights", *command.split("|")]
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"hint\\nrules\\nq\\n"))
    try:
        main()
    except SystemExit as ended:
        print(f"\\n{sys.argv[1]} ended {ended.code or 0}")
"""


def test_every_command_degrades_where_only_ascii_is_shown(
    record: Path, runs: Path, tmp_path: Path
) -> None:
    each = {command[0]: command for command in writing(record, runs).values()}
    commands = [[*command, str(tmp_path / f"out of {name}")] for name, command in each.items()]
    odd = tmp_path / "größe ♣.toml"
    text = eights.Ruleset("crazy_eights").to_toml()
    odd.write_text(re.sub('title = ".*"', 'title = "Größe … 字 ♣"', text), encoding="utf-8")
    commands += [["rulesets"], ["show", str(odd)], ["show", str(odd), "--toml"], ["docs"]]
    commands += [["docs", "rules/uno"], ["validate", str(odd)], ["play", str(odd)], ["--help"]]
    commands += [["bench", "uno", "-n", "8", "--seconds", "0.001", "--threads", "1"]]
    commands += [["replay", str(record)], ["replay", str(record), "--step"], ["watch", "größe"]]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", ASCII],
        input="\n".join("|".join(command) for command in commands).encode(),
        env=environment | {"PYTHONUTF8": "1"},
        capture_output=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.decode("ascii")
    ended = re.findall(r"\n(\S+) ended (\d)", told)
    assert [name for name, _ in ended] == [command[0] for command in commands]
    assert [name for name, code in ended if code != "0"] == ["watch"]
    assert "Grosse ... ? C" in told


def test_results_are_saved_before_they_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise CliError("no more terminal")

    out = tmp_path / "out.json"
    monkeypatch.setattr("eights.cli.arena.print_report", broken)
    arena = ["arena", "crazy_eights", "random", "greedy", "-p", "2", "--deals", "2"]
    assert refused(*arena, "--json", str(out)) == "no more terminal"
    assert json.loads(out.read_text())["deals"] == 2
    monkeypatch.setattr("eights.cli.solve._print", broken)
    refused("solve", "tiny_eights_a", "--iterations", "1", "--json", str(out))
    assert "infostates" in json.loads(out.read_text())
    monkeypatch.setattr(leaderboard, "print_figures", broken)
    monkeypatch.setattr(leaderboard, "dumps", lambda _: "figures")
    with pytest.raises(CliError):
        leaderboard.write({}, str(out), None, None)
    assert out.read_text() == "figures\n"


def test_a_terminal_shows_texts_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    console = terminal.stdout()
    table = terminal.new_table(title=EVIL)
    table.add_column("[/]")
    table.add_row(EVIL)
    for told in (EVIL, Text(EVIL), table, terminal.marked("[bold]{}[/]", EVIL), ":smile:"):
        console.print(told, soft_wrap=True)
    terminal.print_markdown(console, f"# {EVIL}")
    shown = capsys.readouterr().out
    assert not OBEYED.search(shown)
    assert shown.count("\\x1b[2J[/] [red]\\x9b1m") == 5
    assert shown.count("[red]") >= 5
    assert ":smile:" in shown


def test_reports_show_names_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    game = eights.Game("crazy_eights", players=2)
    report = eights.arena(game, ["greedy", "random"], deals=2, seed=1)
    report["alpha_rank"] = {"left_out": 'pip install "eights[rank]"'}
    names = {"greedy": "[/]", "random": EVIL}
    renamed = json.loads(json.dumps(report, default=str))

    def rename(data: object) -> object:
        if isinstance(data, dict):
            return {names.get(key, key): rename(of) for key, of in data.items()}
        if isinstance(data, list):
            return [rename(of) for of in data]
        return names.get(data, data) if isinstance(data, str) else data

    told = rename(renamed)
    assert isinstance(told, dict)
    print_report(terminal.stdout(), told, EVIL)
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert 'pip install "eights[rank]"' in " ".join(shown.split())
    assert visible(EVIL)[:20] in shown
    assert reports.markdown(report)


@pytest.mark.parametrize("command", ["validate", "show"])
def test_what_a_file_says_is_not_obeyed(tmp_path: Path, command: str) -> None:
    first, _, *rest = eights.Ruleset("crazy_eights").to_toml().split("\n")
    path = tmp_path / "evil.toml"
    toml = EVIL.replace("\x1b", "\\u001b").replace("\x9b", "\\u009b")
    for line in (f'title = "{toml}"', f'titel = "{toml}"', f'"{toml}" = 1', EVIL):
        path.write_text("\n".join([first, line, *rest]), encoding="utf-8")
        result = run(command, str(path))
        assert result.exit_code in (0, 1)
        assert not OBEYED.search(result.output)


def test_what_a_record_says_is_not_obeyed(record: Path) -> None:
    given = json.loads(record.read_text())
    for changed in ({EVIL: 1}, {"moves": [EVIL]}, {"ruleset": EVIL}, {"players": EVIL}):
        said = refused("replay", "-", text=json.dumps(given | changed))
        assert not OBEYED.search(said)
