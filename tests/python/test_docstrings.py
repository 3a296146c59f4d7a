"""Every public name of the extension is documented, and the examples in its docstrings run."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator

import pytest

import eights
import eights.solve
from eights import _eights


def public_names() -> Iterator[tuple[str, object]]:
    """Yields the module, its public names, and the public members of its classes."""
    yield "eights._eights", _eights
    for name in _eights.__all__:
        thing = getattr(_eights, name)
        if not callable(thing):
            continue  # a constant
        yield name, thing
        if inspect.isclass(thing):
            for key, member in sorted(vars(thing).items()):
                if not key.startswith("_"):
                    yield f"{name}.{key}", member


NAMES = dict(public_names())


@pytest.mark.parametrize("name", NAMES)
def test_it_has_a_docstring_with_a_summary(name: str) -> None:
    text = inspect.getdoc(NAMES[name])
    assert text, f"{name} has no docstring"
    summary = text.split("\n\n")[0]
    assert summary.rstrip().endswith((".", ":")), (
        f"{name}: the summary is not a sentence: {summary!r}"
    )


def with_examples() -> dict[str, doctest.DocTest]:
    parser = doctest.DocTestParser()
    tests = {
        name: parser.get_doctest(inspect.getdoc(thing) or "", {}, name, None, None)
        for name, thing in NAMES.items()
    }
    return {name: test for name, test in tests.items() if test.examples}


EXAMPLES = with_examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_examples_run(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    result = runner.run(EXAMPLES[name], out=report.append)
    assert result.failed == 0, "".join(report)


def test_there_are_examples_for_the_main_names() -> None:
    assert {"Ruleset", "Game", "State", "Batch", "arena", "replay"} <= EXAMPLES.keys()


@pytest.mark.parametrize("name", [n for n, thing in NAMES.items() if callable(thing)])
def test_help_shows_its_signature(name: str) -> None:
    thing = NAMES[name]
    assert callable(thing)
    if name in ("State", "BatchState") or name.endswith("Error"):
        return  # no public constructor, or that of every exception
    parameters = inspect.signature(thing).parameters
    assert not {"args", "kwargs"} & parameters.keys()


def test_signatures_are_those_of_the_contract() -> None:
    assert str(inspect.signature(eights.Game)) == (
        "(ruleset, players=None, overrides=None, episode='round', reward='win', chance='sampled', "
        "layout='compact', history=0, max_decisions=None, truncation='score', "
        "beliefs=False)"
    )
    assert str(inspect.signature(eights.Batch)) == (
        "(game, num_envs, seed=None, threads=1, dtype='float32', controllers=None, "
        "autoreset='same-step', buffers=None, extras=())"
    )
    for method, signature in {
        "observation_tensor": "(self, /, player=None, out=None)",
        "information_state_string": "(self, /, player=None)",
        "resample": "(self, /, player, seed, *, require_history=False)",
        "apply_action": "(self, /, action)",
    }.items():
        assert str(inspect.signature(getattr(eights.State, method))) == signature


def test_everything_is_exported_by_the_package() -> None:
    solving = {"Cfr": "Cfr", "Tabular": "Tabular", "tiny_rulesets": "rulesets"}
    assert set(eights.__all__) == {
        *(set(_eights.__all__) - solving.keys()),
        *("Autoreset", "IllegalActionWarning", "Policy", "PolicyBatch", "Pool"),
        *("documentation", "exploit", "frozen", "hidden_rules"),
        *("RunLog", "Searcher", "SoftStop", "replay_page", "save_animation", "save_replay"),
    }
    for name in set(_eights.__all__) - solving.keys():
        assert getattr(eights, name) is getattr(_eights, name)
    for name, exported in solving.items():
        assert getattr(eights.solve, exported) is getattr(_eights, name)
