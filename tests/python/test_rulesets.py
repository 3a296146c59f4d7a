"""Rulesets from Python: any mapping is read, and anything else is refused with its key."""

import html
import pickle
import re
import sys
import threading
from collections import ChainMap, OrderedDict, UserDict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import eights

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ENTRIES: dict[str, Callable[[Any], object]] = {
    "from_dict": eights.Ruleset.from_dict,
    "override": eights.Ruleset("crazy_eights").override,
    "overrides": lambda given: eights.Game("crazy_eights", overrides=given),
}
RANKS = "23456789TJQKA"
entries = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)


class Own(Mapping[str, Any]):
    """A mapping that is not a dict."""

    def __init__(self, inner: Mapping[str, Any]) -> None:
        self.inner = inner

    def __getitem__(self, key: str) -> Any:
        return self.inner[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.inner)

    def __len__(self) -> int:
        return len(self.inner)


class Endless(Own):
    """A mapping with endlessly many keys, or the same key for ever."""

    def __init__(self, key: str) -> None:
        super().__init__({})
        self.key = key

    def __getitem__(self, key: str) -> int:
        return 1

    def __iter__(self) -> Iterator[str]:
        n = 0
        while True:
            yield self.key.format(n)
            n += 1


class Deep(Own):
    """A mapping nested without end."""

    def __getitem__(self, key: str) -> Any:
        return Deep({"a": 1})


class Broken(Own):
    """A mapping that cannot be read."""

    def __getitem__(self, key: str) -> Any:
        raise LookupError("out of order")


class Changing:
    """A value that changes the mapping around it while it is read."""

    def __init__(self) -> None:
        self.around: dict[str, Any] = {"a": self}

    def tolist(self) -> int:
        self.around.update({f"key{n}": 1 for n in range(1_000)})
        return 1


@pytest.mark.parametrize(
    "kind", [MappingProxyType, OrderedDict, UserDict, ChainMap, Own], ids=lambda kind: kind.__name__
)
def test_any_mapping_is_read(kind: Any) -> None:
    base = eights.Ruleset("crazy_eights_special")
    want = base.override({"deal": {"cards": 6}})
    assert base.override(kind({"deal": kind({"cards": 6})})) == want
    assert eights.Game(base, overrides=kind({"deal.cards": 6})).ruleset == want
    assert eights.Ruleset.from_dict(kind(want.to_dict())) == want
    assert eights.describe_rule(kind({"cards": "6", "does": "reverse"}))


def test_numbers_and_flags_of_numpy_are_read() -> None:
    base = eights.Ruleset("crazy_eights")
    flag = np.array([True])[0]
    numpy = base.override(
        {"deal.cards": np.uint8(6), "special.eight.again": ~flag, "special.eight.reverse": flag}
    )
    assert numpy == base.override(
        {"deal.cards": 6, "special.eight.again": False, "special.eight.reverse": True}
    )
    labels = {
        "suits": np.array(list("abcd")),
        "ranks": tuple("0123456789xyz"),
        "jokers": ["r", "b"],
    }
    assert base.override({"labels": labels}).to_dict()["labels"]["suits"] == list("abcd")


INVALID = Path(__file__).resolve().parents[1] / "data" / "invalid" / "rulesets.toml"


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "group", tomllib.loads(INVALID.read_text("utf-8"))["group"], ids=lambda group: group["about"]
)
def test_what_makes_no_sense_is_refused_at_its_key_and_no_other(group: dict[str, Any]) -> None:
    base = eights.Ruleset("crazy_eights")
    for case in group.get("refused", []):
        with pytest.raises(eights.RulesetError) as refused:
            base.override(case["with"])
        (problem,) = refused.value.problems
        assert problem.startswith(f"{case['at']}: ")
        assert case["says"] in problem
    for overrides in group.get("possible", []):
        assert base.override(overrides).id == base.id


def recursive() -> dict[str, Any]:
    inner: dict[str, Any] = {}
    inner["a"] = {"b": inner}
    return inner


def recursive_list() -> list[Any]:
    inner: list[Any] = []
    inner.append(inner)
    return inner


HOSTILE: dict[str, tuple[Callable[[], Any], str]] = {
    "endless": (lambda: Endless("key{}"), "more than 262144 bytes"),
    "endless with one key": (lambda: Endless("key"), "more than 262144 bytes"),
    "ever deeper": (lambda: Deep({"a": 1}), "a.a.a"),
    "broken": (lambda: {"deal": Broken({"cards": 1})}, "deal: it cannot be read: LookupError"),
    "recursive": (recursive, "a.b.a.b"),
    "recursive list": (lambda: {"decisions": recursive_list()}, "decisions: more than 32 deep"),
    "key that is a number": (
        lambda: {"score": {"points": {8: 50}}},
        "score.points.8: keys must be",
    ),
    "key that is None": (lambda: {None: 1}, "None: keys must be texts"),
    "NaN": (lambda: {"deal.cards": float("nan")}, "deal.cards: NaN"),
    "infinity": (lambda: {"deal": {"cards": np.float32("inf")}}, "deal.cards: inf"),
    "bytes": (lambda: {"title": b"Mine"}, "title: bytes is not plain data"),
    "set": (lambda: {"decisions": {"a"}}, "decisions: set is not plain data"),
    "2**63": (
        lambda: {"draw": {"most": 2**63}},
        "draw.most: 9223372036854775808 is not in 0 … 255",
    ),
    "2**64": (lambda: {"draw.most": 2**64}, "draw.most: an integer of more than 64 bits"),
    "10**5000": (lambda: {"draw.most": 10**5000}, "draw.most: an integer of more than 64 bits"),
    "2**63 of a variant": (
        lambda: {"variants": {"old": {"draw.most": 2**63}}},
        "variants.old.draw.most: 9223372036854775808 is not allowed in a ruleset",
    ),
    "half a character": (lambda: {"title": "\ud800"}, "title: a text with half"),
    "a large array": (lambda: {"decisions": np.zeros((2_000, 2_000))}, "more than 262144 bytes"),
    "a long text": (lambda: {"title": "t" * 1_000_001}, "more than 262144 bytes"),
    "a long key": (lambda: {"t" * 1_000_001: 1}, "more than 262144 bytes"),
    "many variants": (
        lambda: {"variants": {f"v{n}": {} for n in range(101)}},
        "variants: 101 of them; at most 100",
    ),
    "a list for a table": (lambda: {"deal": [7]}, "deal: [7] is not a table"),
    "what changes meanwhile": (lambda: Changing().around, "a: unknown key"),
}


@entries
@pytest.mark.parametrize(("make", "named"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_mappings_are_refused(entry: Any, make: Callable[[], Any], named: str) -> None:
    with pytest.raises(eights.RulesetError) as refused:
        entry(make())
    assert any(named in problem for problem in refused.value.problems), refused.value.problems[:3]


@entries
@pytest.mark.parametrize("given", [3, "deal", b"deal", ["deal"], object(), np.zeros(2), dict])
def test_what_is_no_mapping_is_refused(entry: Any, given: Any) -> None:
    with pytest.raises(eights.ArgumentError, match="must be a mapping, not"):
        entry(given)


def test_what_a_mapping_raises_is_told_as_the_cause() -> None:
    with pytest.raises(eights.RulesetError) as refused:
        eights.Ruleset.from_dict(Broken({"id": 1}))
    assert isinstance(refused.value.__cause__, LookupError)

    class Interrupted(Own):
        def __getitem__(self, key: str) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        eights.Ruleset.from_dict(Interrupted({"id": 1}))


def test_some_hundred_problems_are_listed_and_how_many_more() -> None:
    with pytest.raises(eights.RulesetError) as refused:
        eights.Ruleset.from_toml('id = "x"\n' + "".join(f"key{n} = 1\n" for n in range(4_000)))
    problems = refused.value.problems
    assert len(problems) == 201
    assert problems[0].startswith("key0: unknown key `key0`: there are `id`, `title`")
    assert problems[-1] == "… and 3800 more problems"
    specials = "".join(f'special.s{n}.cards = "XX"\n' for n in range(9_000))
    with pytest.raises(eights.RulesetError) as refused:
        eights.Ruleset.from_toml('id = "x"\n' + specials)
    assert refused.value.problems[0] == "special: 9000 of them; at most 100 (line 2)"
    assert len(refused.value.problems) == 101


def test_a_file_without_an_end_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_text("#" * 1_000_001)
    with pytest.raises(eights.RulesetError, match="more than 262144 bytes"):
        eights.Ruleset.from_file(large)
    endless = Path("/dev/zero")
    if endless.exists():
        with pytest.raises(eights.RulesetError, match="more than 262144 bytes"):
            eights.Ruleset.from_file(endless)


def test_other_threads_run_while_a_ruleset_is_read() -> None:
    text = 'id = "x"\n' + "".join(f"key{n} = 1\n" for n in range(18_000))
    order: list[str] = []

    def read() -> None:
        with pytest.raises(eights.RulesetError):
            eights.Ruleset.from_toml(text)
        order.append("read")

    interval = sys.getswitchinterval()
    # A thread keeps the GIL unless it gives it up.
    sys.setswitchinterval(1_000)
    try:
        thread = threading.Thread(target=read)
        thread.start()
        order.append("meanwhile")
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert order == ["meanwhile", "read"]


def test_a_variant_may_take_keys_away() -> None:
    plain = eights.Ruleset("crazy_eights")
    overrides = {"special.eight": None, "follow": None, "deal": {"cards": None}}
    house = plain.override({"variants": {"house": overrides}})
    assert eights.Ruleset.from_toml(house.to_toml()) == house
    assert eights.Ruleset.from_dict(house.to_dict()) == house
    chosen = house.override({"variant": "house"})
    assert chosen.to_dict()["special"] == {}
    assert chosen.fingerprint == plain.override(overrides).fingerprint


def test_to_dict_has_every_key(ruleset: str) -> None:
    def keys(value: Any, path: str = "") -> set[str]:
        if not isinstance(value, dict) or path in ("variants", "score.points", "deck.copies"):
            return {path}
        return {path}.union(
            *(keys(inner, f"{path}.{key}".strip(".")) for key, inner in value.items())
        )

    rules = eights.Ruleset(ruleset)
    found = keys(rules.to_dict())
    listed = [
        line.split("`")[1] for line in eights.schema_reference().splitlines() if line[:3] == "| `"
    ]
    for path in listed:
        if "NAME" not in path:
            assert path in found, path
    for name, special in rules.to_dict()["special"].items():
        for path in (path for path in listed if path.startswith("special.NAME.")):
            table, *inner = path.split(".")[2:]
            assert table in special, (name, path)
            if inner and special[table] is not None:
                assert inner[0] in special[table], (name, path)


def test_a_ruleset_without_a_title_is_called_by_its_id() -> None:
    rules = eights.Ruleset.from_toml('id = "mine"')
    assert rules.title == "mine"
    assert rules.to_dict()["title"] == ""
    assert rules.describe().startswith("# mine\n")
    assert '"mine"' in repr(rules)
    assert "title" not in next(
        line for line in eights.schema_reference().splitlines() if "required" in line
    )
    assert "mine" in str(eights.Game(rules).new_initial_state(0))
    assert eights.Ruleset.from_dict({"id": "mine", "title": " My\n game "}).title == "My game"


def test_problems_name_their_lines() -> None:
    with pytest.raises(eights.RulesetError) as refused:
        eights.Ruleset.from_toml('id = "x"\n[match]\nat_target = "end"\nturns = "two"\n')
    assert sorted(refused.value.problems) == [
        "match.at_target: unknown key `at_target`: did you mean `at-target`? (line 3)",
        'match.turns: "two" is not a whole number from 0 to 65535 (line 4)',
    ]
    with pytest.raises(eights.RulesetError, match="line 2, column 8: not TOML: there is one `=`"):
        eights.Ruleset.from_toml('id = "x"\ndeal = = 3')


def test_variants_are_checked_when_a_ruleset_is_read() -> None:
    with pytest.raises(eights.RulesetError) as refused:
        eights.Ruleset.from_toml('id = "x"\n[variants.old]\n"deal.crads" = 7\n')
    assert refused.value.problems == [
        "variants.old.deal.crads: unknown key `crads`: did you mean `cards`? (line 3)"
    ]


@pytest.mark.parametrize(
    "make",
    [
        lambda: eights.Ruleset.from_toml('id = "x"\n[special.sevn]\nskip = 1\n'),
        lambda: eights.Ruleset.from_dict({"id": "x", "special": {"sevn": {"skip": 1}}}),
        lambda: eights.Ruleset("uno").override({"special.sevn.skip": 1}),
        lambda: eights.Game("uno", overrides={"special.sevn.skip": 1}),
    ],
    ids=["from_toml", "from_dict", "override", "overrides"],
)
def test_what_changes_nothing_is_a_warning(make: Callable[[], object]) -> None:
    with pytest.warns(UserWarning, match="special.sevn: it has no cards") as caught:
        make()
    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_a_file_warns_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "x"\n[special.sevn]\nskip = 1\n')
    with pytest.warns(UserWarning, match=r"special.sevn: it has no cards.* \(line 2\)"):
        eights.Ruleset.from_file(file)


def test_taking_away_a_special_that_there_is_not_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="did you mean special.eight"):
        eights.Ruleset("crazy_eights").override({"special.eigt": None})


def test_a_pickle_does_not_warn_again() -> None:
    with pytest.warns(UserWarning, match="special.sevn"):
        ruleset = eights.Ruleset("uno").override({"special.sevn.skip": 1})
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset


def test_cards_are_written_in_many_ways() -> None:
    base = eights.Ruleset("crazy_eights")
    for cards in ("2 3 4", "2-4", ["2", 3, "fours"], "twos 3-4"):
        override = {"special.low": {"cards": cards, "skip": 1}}
        assert base.override(override).to_dict()["special"]["low"]["cards"] == "2 3 4"
    with pytest.raises(eights.RulesetError, match='"heart" selects no cards'):
        base.override({"special.low": {"cards": "heart", "skip": 1}})


def test_the_ruleset_that_the_schema_begins_with_is_played(tmp_path: Path) -> None:
    page = eights.schema_reference()
    file = tmp_path / "mine.toml"
    file.write_text(page.split("```toml\n")[1].split("```")[0])
    ruleset = eights.Ruleset.from_file(file)
    assert ruleset.to_dict()["special"]["jack"]["cards"] == "J&black"
    state = eights.Game(ruleset).new_initial_state(0)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(eights.RulesetError, match='base: no ruleset "kings-reverse": did you mean'):
        eights.Ruleset.from_dict({"id": "x", "base": "kings-reverse"})


def test_sources_are_titles_and_sites(ruleset: str) -> None:
    cases = Path(__file__).parents[1] / "data" / "cases" / f"{ruleset}.toml"
    pages = Path(__file__).parents[2] / "docs" / "rules" / f"{ruleset}.md"
    assert eights.Ruleset(ruleset).source
    for text in (eights.Ruleset(ruleset).source, cases.read_text(), pages.read_text()):
        # A source is named by its title, not by a file name or number.
        assert not re.search(r"[0-9a-f]{16}\.txt|\b00[0-4]\b", text)


MARKUP = [
    "<img src=x onerror=alert(1)>",
    "![a](https://b)",
    "[a](javascript:b)",
    "<javascript:b>",
    "a&lt;b&#60;c>",
    "# a",
    "1. a",
    "- a",
    "> a",
    "**a** _b_ ~~c~~",
    "`` ` `` `<b>`",
    "\\<b>",
    "a | b",
]


@pytest.mark.parametrize("markup", MARKUP)
def test_what_a_notebook_shows_of_a_ruleset_has_no_markup_of_its_texts(markup: str) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    labels = {
        "suits": ["a", "b", "c", markup[:20].strip()],
        "ranks": [markup[:18].strip() + "!", *map(str, range(12))],
        "jokers": ["e", markup[:17].strip() + "?"],
    }
    mapping = {
        "id": "x",
        "title": markup,
        "source": markup,
        "decisions": [markup, f"say {markup}"],
        "labels": labels,
        "deck": {"jokers": 2},
        "special": {"two": {"cards": "2", "skip": 1}, "joker": {"cards": "*B S", "again": True}},
        "score": {"points": {"2": 9, "S -2": 8}},
        "variants": {markup: {"special.two.skip": 2, "deal.cards": 3}},
    }
    plain = mapping | {
        "title": "x",
        "source": "x",
        "decisions": ["x", "x"],
        "variants": {"x": {"special.two.skip": 2, "deal.cards": 3}},
    }
    plain["labels"] = labels | {
        "suits": ["a", "b", "c", "d"],
        "ranks": list(map(str, range(13))),
        "jokers": ["e", "f"],
    }

    def tags(given: dict[str, Any]) -> tuple[set[str], int, str]:
        text = eights.Ruleset.from_dict(given)._repr_markdown_()
        rendered = markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(text)
        # A source may link its addresses, each shown in full.
        source = re.search("^<p>Source: .*$", rendered, re.MULTILINE)
        assert source
        shown = re.sub(r'<a href="(https?://[^"]*)">\1</a>', "", source[0])
        rest = rendered.replace(source[0], shown)
        return set(re.findall(r"<(\w+)", rest)), len(re.findall("<h[12]>", rest)), rendered

    found, headings, rendered = tags(mapping)
    assert found <= {"h1", "h2", "p", "ul", "li", "strong", "em", "code"}, rendered
    assert headings == tags(plain)[1]
    title = html.unescape(re.sub(r"<[^>]*>", "", re.findall("<h1>(.*)</h1>", rendered)[0]))
    assert title == markup


def test_a_base_is_a_file_or_a_variant(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('id = "house"\nbase = "uno"\n[deal]\ncards = 5\n')
    mine = tmp_path / "mine.toml"
    text = 'id = "mine"\nbase = "house.toml"\n[special.skip]\nreverse = true\n'
    mine.write_text(text)
    ruleset = eights.Ruleset.from_file(mine)
    changed = {"deal.cards": 5, "special.skip.reverse": True}
    assert ruleset.fingerprint == eights.Ruleset("uno").override(changed).fingerprint
    assert eights.Ruleset.from_toml(text, tmp_path) == ruleset
    assert eights.Ruleset.from_toml(text, folder=str(tmp_path)) == ruleset
    kept = ["special.skip: `cards` and `skip` stay as in house.toml"]
    assert eights.Ruleset.kept_from_base(text, tmp_path) == kept
    with pytest.raises(eights.RulesetError, match=r"base: no folder to look for \"house.toml\" in"):
        eights.Ruleset.from_toml(text)
    with pytest.raises(eights.RulesetError, match="base: no folder"):
        eights.Ruleset.from_dict({"id": "mine", "base": "house.toml"})
    with pytest.raises(eights.ArgumentError, match="folder must be a str"):
        eights.Ruleset.from_toml(text, 8)  # type: ignore[arg-type]
    varied = eights.Ruleset.from_dict(
        {"id": "mine", "base": {"ruleset": "uno", "variant": ["stacking", "jump-in"]}}
    )
    chosen = eights.Ruleset("uno").override({"variant": ["stacking", "jump-in"]})
    assert varied.fingerprint == chosen.fingerprint


def test_selectors_that_hardly_mean_what_they_say_warn() -> None:
    special = {"special.own": {"cards": "red jokers", "again": True}}
    with pytest.warns(UserWarning, match="special.own.cards: .red jokers. selects red cards and"):
        eights.Ruleset("crazy_eights").override(special)
    with pytest.warns(UserWarning, match="special.own.cards: .C H & A. selects"):
        eights.Ruleset.from_toml('id = "x"\n[special.own]\ncards = "C H & A"\nagain = true\n')
    with pytest.warns(UserWarning, match="special.own.cards: .red. stands for D H here"):
        eights.Ruleset.from_dict(
            {"id": "x", "base": "uno", "special": {"own": {"cards": "red", "again": True}}}
        )
