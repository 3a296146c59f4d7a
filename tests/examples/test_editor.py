"""Editing a ruleset with a language server, as an editor does, by the recipe of docs/schema.md."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

RULESET = Path(__file__).parents[2] / "src/ruleset/builtin/crazy_eights.toml"
PROGRAMS = Path(sys.executable).parent


class Editor:
    """An editor with one open file and the language server Tombi."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.schema: dict[str, Any] = json.loads(
            (file.parent / "ruleset.schema.json").read_text(encoding="utf-8")
        )
        self.requests = 0
        self.version = 0
        self.found: list[dict[str, Any]] = []
        self.server = subprocess.Popen(
            [PROGRAMS / "tombi", "lsp", "--offline"],
            cwd=file.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.request("initialize", processId=None, rootUri=file.parent.as_uri(), capabilities={})
        self.send(method="initialized", params={})
        self.document = {"uri": file.as_uri()}

    def declared(self, *path: str) -> dict[str, Any]:
        """The schema of a section, or of a key of it."""
        found = self.schema
        for key in path:
            found = found["properties"][key]
        return found

    def send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.server.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message of the server; its own requests are answered with nothing."""
        assert self.server.stdout is not None
        headers = dict(line.split(b": ") for line in iter(self.server.stdout.readline, b"\r\n"))
        message: dict[str, Any] = json.loads(
            self.server.stdout.read(int(headers[b"Content-Length"]))
        )
        if "method" in message and "id" in message:
            self.send(id=message["id"], result=None)
        return message

    def request(self, method: str, **params: Any) -> Any:
        self.requests += 1
        self.send(id=f"editor-{self.requests}", method=method, params=params)
        while (message := self.receive()).get("id") != f"editor-{self.requests}":
            pass
        assert "error" not in message, message
        return message["result"]

    def write(self, added: str) -> dict[str, int]:
        """Adds lines to the ruleset, waits for its diagnostics and returns the cursor's position.

        The cursor is a `|` in the lines.
        """
        text = self.file.read_text(encoding="utf-8") + "\n" + added
        before = text.partition("|")[0].split("\n")
        self.version += 1
        document = {**self.document, "version": self.version}
        text = text.replace("|", "")
        if self.version == 1:
            opened = {**document, "languageId": "toml", "text": text}
            self.send(method="textDocument/didOpen", params={"textDocument": opened})
        else:
            changed = {"textDocument": document, "contentChanges": [{"text": text}]}
            self.send(method="textDocument/didChange", params=changed)
        while ((message := self.receive()).get("params") or {}).get("version") != self.version:
            pass
        self.found = message["params"]["diagnostics"]
        return {"line": len(before) - 1, "character": len(before[-1])}

    def completions(self, added: str) -> dict[str, str]:
        """Completions at the cursor, each with its explanation."""
        found = self.request(
            "textDocument/completion", textDocument=self.document, position=self.write(added)
        )
        return {one["label"]: one["documentation"]["value"].split("\n")[0] for one in found}

    def hover(self, added: str) -> str:
        """The explanation of the key or value under the cursor."""
        found = self.request(
            "textDocument/hover", textDocument=self.document, position=self.write(added)
        )
        return str(found["contents"]["value"])

    def diagnostics(self, added: str) -> dict[str, str]:
        """The first message at each line that has one."""
        self.write(added)
        lines = (self.file.read_text(encoding="utf-8") + "\n" + added).split("\n")
        marked: dict[str, str] = {}
        for found in self.found:
            marked.setdefault(lines[found["range"]["start"]["line"]], found["message"])
        return marked


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("rulesets")
    schema = subprocess.run(
        [sys.executable, "-m", "eights", "schema"], check=True, capture_output=True
    ).stdout
    (folder / "ruleset.schema.json").write_bytes(schema)
    file = folder / "mine.toml"
    text = RULESET.read_text(encoding="utf-8")
    file.write_text(f"#:schema ruleset.schema.json\n{text}", encoding="utf-8")
    editor = Editor(file)
    yield editor
    editor.server.kill()
    editor.server.communicate()


def test_sections_are_completed_with_their_meaning(editor: Editor) -> None:
    found = editor.completions("[|]")
    for section in ("draw", "deal"):
        assert found[section] == editor.declared(section)["description"]


def test_keys_of_a_section_are_completed_except_those_that_it_has(editor: Editor) -> None:
    found = editor.completions("[draw]\nmost = 2\n|")
    assert found["end-of-turn"] == editor.declared("draw", "end-of-turn")["description"]
    assert {"when", "until", "then", "after-attack"} <= set(found)
    assert "most" not in found
    assert "target" not in found


def test_keys_of_a_special_and_of_its_tables_are_completed(editor: Editor) -> None:
    assert {"play", "nominate", "skip", "hit"} <= set(editor.completions("[special.two]\n|"))
    found = editor.completions("[special.two]\nhit = { draw = 2, | }")
    assert {"answer", "who", "from"} <= set(found)
    assert "draw" not in found


def test_values_of_an_enumeration_are_completed_with_their_meaning(editor: Editor) -> None:
    values = editor.declared("draw", "when")["oneOf"]
    assert editor.completions("[draw]\nwhen = |") == {
        f'"{value["const"]}"': value["description"] for value in values
    }
    assert [value["const"] for value in values] == ["always", "unable", "never"]


def test_a_key_under_the_cursor_is_explained(editor: Editor) -> None:
    text = editor.hover("[draw]\nmo|st = 2")
    assert text.startswith(editor.declared("draw", "most")["description"])
    assert "Default: `1`" in text


def test_a_value_under_the_cursor_is_explained(editor: Editor) -> None:
    text = editor.hover('[draw]\nwhen = "una|ble"')
    unable = editor.declared("draw", "when")["oneOf"][1]
    assert text.startswith(unable["description"])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('when = "often"', "always"),
        ("end-of-turn = 21", "20"),
        ("mots = 2", "mots"),
        ('most = "two"', "Integer"),
    ],
)
def test_a_wrong_line_is_marked(line: str, message: str, editor: Editor) -> None:
    marked = editor.diagnostics(f"[draw]\n{line}")
    assert list(marked) == [line]
    assert message.lower() in marked[line].lower()


def test_a_ruleset_in_order_has_no_marks(editor: Editor) -> None:
    assert editor.diagnostics('[draw]\nwhen = "unable"') == {}
