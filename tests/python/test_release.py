"""Papers of a release: facts that follow from Cargo.toml, the changelog, the workflows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import missing
import pytest
import yaml
from golden import blessed

import eights
import home
import profile_play
import release
import wheel_readme
import wheels

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = home.ROOT
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
MADE_UP = "https://github.com/Somebody/eights"


def text(name: str | Path) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# ---- What follows from Cargo.toml ---------------------------------------------------------------


@pytest.mark.parametrize("name", home.DERIVED)
def test_what_follows_from_the_address_and_the_version_is_fresh(name: str) -> None:
    fresh = home.DERIVED[name](text(name), home.facts())
    assert blessed(ROOT / name, fresh) == fresh


@pytest.mark.parametrize("name", home.DERIVED)
def test_an_address_enters_every_file_and_leaves_it_without_a_trace(name: str) -> None:
    version = home.facts().version
    empty = home.DERIVED[name](text(name), home.Facts(version, ""))
    linked = home.DERIVED[name](empty, home.Facts(version, MADE_UP))
    assert not re.search(r"github\.com/(?!OWNER)|github\.io", empty)
    assert MADE_UP in linked
    assert home.DERIVED[name](linked, home.Facts(version, MADE_UP)) == linked
    assert home.DERIVED[name](linked, home.Facts(version, "")) == empty


def test_files_with_an_address_stay_well_formed() -> None:
    facts = home.Facts("1.2.3", MADE_UP)
    made = {name: derived(text(name), facts) for name, derived in home.DERIVED.items()}
    assert tomllib.loads(made["Cargo.toml"])["package"]["repository"] == MADE_UP
    project = tomllib.loads(made["pyproject.toml"])["project"]
    assert project["urls"]["Documentation"] == facts.site == "https://somebody.github.io/eights/"
    assert project["scripts"] == {"eights": "eights.cli:main"}
    cited = yaml.safe_load(made["CITATION.cff"])
    assert (cited["version"], cited["repository-code"]) == ("1.2.3", MADE_UP)
    assert len(yaml.safe_load(made[".github/ISSUE_TEMPLATE/config.yml"])["contact_links"]) == 2
    assert made["README.md"].startswith(f"# eights\n\n[![CI]({MADE_UP}/actions/")
    assert f'"eights @ git+{MADE_UP}"' in made["README.md"]


def test_with_an_address_the_readme_of_the_wheel_leads_to_the_tag() -> None:
    made = wheel_readme.wheel_readme(text("README.md"), home.Facts("1.2.3", MADE_UP))
    links = re.findall(r"(!?)\[[^]!]*\]\(([^)]*)\)", made)
    assert len([picture for picture, _ in links if picture]) >= 3
    for picture, link in links:
        found = re.fullmatch(rf"{MADE_UP}/(\w+)/v1\.2\.3/(.*)", link)
        assert found is not None, link
        assert (ROOT / found[2]).exists()
        folder = (ROOT / found[2]).is_dir()
        assert found[1] == ("raw" if picture else "tree" if folder else "blob")


def test_an_address_that_the_workflows_cannot_serve_is_refused() -> None:
    cargo = re.sub(r"^home = .*$", 'home = "https://a.b/c"', text("Cargo.toml"), flags=re.M)
    with pytest.raises(ValueError, match=r"home is 'https://a\.b/c' in Cargo\.toml: it must be"):
        home.read(cargo)
    with pytest.raises(ValueError, match="stands 0 times where it must stand once"):
        home.readme("no title\n", home.facts())
    with pytest.raises(ValueError, match="the text lacks"):
        home.security("nothing", home.facts())


def test_no_file_names_another_address() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    ours = {home.facts().home, home.facts().site.rstrip("/")}
    places = re.compile(r"https?://(?:github\.com/[\w.-]+|[\w-]+\.github\.io)/eights\b")
    found: set[tuple[str, str]] = set()
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if (
            path.suffix in {".safetensors", ".ttf", ".webp"}
            or name.startswith("fuzz/corpus/")
            or path == Path(__file__)
            or not path.is_file()
        ):
            continue
        found |= {(name, place) for place in places.findall(path.read_text(encoding="utf-8"))}
    assert {(name, place) for name, place in found if place not in ours} == set()


def test_the_version_is_that_of_cargo() -> None:
    version = home.facts().version
    assert eights.__version__ == version
    assert yaml.safe_load(text("CITATION.cff"))["version"] == version
    heading = release.HEADING.search(text("CHANGELOG.md"))
    assert heading is not None
    assert heading[1] == version


# ---- Release notes ------------------------------------------------------------------------------

CHANGELOG = "# Changelog\n\n## 1.1.0 (2030-01-02)\n\n- New.\n\n## 1.0.0 (2029-01-02)\n\n- Old.\n"


def test_the_notes_are_the_section_of_the_version() -> None:
    assert release.notes("v1.1.0", "1.1.0", CHANGELOG) == "- New.\n"


@pytest.mark.parametrize(
    ("tag", "version", "changelog", "told"),
    [
        ("v1.0.0", "1.1.0", CHANGELOG, "the tag is 'v1.0.0', but Cargo.toml has version 1.1.0"),
        ("1.1.0", "1.1.0", CHANGELOG, "the tag is '1.1.0'"),
        ("v1.2.0", "1.2.0", CHANGELOG, "begins with version 1.1.0, but Cargo.toml has 1.2.0"),
        ("v1.2.0", "1.2.0", "# Changelog\n", "begins with version None"),
        ("v1.1.0", "1.1.0", CHANGELOG.replace("2030-01-02", "unreleased"), "has 'unreleased'"),
    ],
)
def test_a_tag_that_disagrees_is_refused(tag: str, version: str, changelog: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        release.notes(tag, version, changelog)


# ---- Workflows ----------------------------------------------------------------------------------


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(text(path))["jobs"]
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_and_rights_are_least(path: Path) -> None:
    used = re.findall(r"^ *(?:- )?uses: (.*)$", text(path), re.M)
    for action in used:
        assert action.startswith("$/.github/workflows/") or re.fullmatch(
            r"[\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action
        ), action
    whole = yaml.safe_load(text(path))
    assert whole["permissions"] == {}
    assert whole["concurrency"]["group"]
    for name, job in jobs(path).items():
        assert "permissions" in job, name
        assert "timeout-minutes" in job or "uses" in job, name
        for step in job.get("steps", ()):
            assert "${{" not in step.get("run", ""), step
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False, name


def test_one_action_has_one_version() -> None:
    used = {
        action for path in WORKFLOWS for action in re.findall(r"uses: (\S+@.*)$", text(path), re.M)
    }
    names = [action.split("@")[0] for action in used]
    assert len(names) == len(set(names))


def pythons() -> list[str]:
    oldest = re.fullmatch(r">=3\.(\d+)", project()["requires-python"])
    assert oldest is not None
    return [f"3.{minor}" for minor in range(int(oldest[1]), 15)]


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(text("pyproject.toml"))["project"]
    return found


def test_the_machines_of_the_workflow_build_what_make_wheels_does() -> None:
    built = jobs(ROOT / ".github/workflows/wheels.yml")
    matrices = {name: job.get("strategy", {}).get("matrix", {}) for name, job in built.items()}
    names = {row["tag"] for row in matrices["stable-abi"]["include"]}
    names |= {f"musllinux_1_2-{row['architecture']}" for row in matrices["musl"]["include"]}
    free_threaded = built["free-threaded"]["env"]["UV_PYTHON"]
    names.add(f"python{free_threaded}-{wheels.NATIVE.name}")
    assert names == {target.name for target in wheels.TARGETS}


def test_a_profile_sees_every_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(profile_play.STEPS) == {None, *eights.bots()}
    monkeypatch.setattr(profile_play, "STEPS", dict.fromkeys(profile_play.STEPS, 1))
    profile_play.main()


def test_the_workflows_know_every_python() -> None:
    ci = jobs(ROOT / ".github/workflows/ci.yml")
    assert ci["python"]["strategy"]["matrix"]["python"] == pythons()
    (setup,) = (
        step for step in ci["everything"]["steps"] if "python-version" in step.get("with", {})
    )
    assert sorted(setup["with"]["python-version"].split()) == pythons()
    wheels = yaml.safe_load(text(".github/workflows/wheels.yml"))
    assert wheels["env"]["PYTHONS"].split() == pythons()


def test_the_workflows_name_targets_and_scripts_that_are_there() -> None:
    runs = "\n".join(
        step.get("run", "")
        for path in WORKFLOWS
        for job in jobs(path).values()
        for step in job.get("steps", ())
    )
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.M))
    named = set(re.findall(r"\bmake ([a-z-]+)", runs))
    assert named
    assert named <= targets
    scripts = set(re.findall(r"(?:tools|\.ci|requirements)/[\w.-]+", runs))
    assert {".ci/run", "tools/try-wheel", "tools/test-installed"} <= scripts
    for script in scripts:
        assert (ROOT / script).is_file(), script


def test_the_oldest_rust_stands_once() -> None:
    crates = tomllib.loads(text("Cargo.toml"))["workspace"]["members"]
    for crate in (".", *crates):
        package = tomllib.loads(text(f"{crate}/Cargo.toml"))["package"]
        assert package["rust-version"] == {"workspace": True}, crate
    rust = tomllib.loads(text("Cargo.toml"))["workspace"]["package"]["rust-version"]
    (command,) = re.findall(r"sed -n 's/(.*)/\\1/p' Cargo.toml", text(".github/workflows/ci.yml"))
    pattern = command.replace(r"\(", "(").replace(r"\)", ")")
    assert re.findall(pattern, text("Cargo.toml"), re.M) == [rust]
    for path in WORKFLOWS:
        assert rust not in re.sub(r"uses: .*", "", text(path)), path


# ---- Tests of an installed wheel ----------------------------------------------------------------


def test_only_tests_that_cannot_be_loaded_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert missing.test_files() == []
    monkeypatch.setattr(missing, "HERE", tmp_path)
    (tmp_path / "helper.py").write_text("from no_such_module import x\n", encoding="utf-8")
    (tmp_path / "test_a.py").write_text("import helper\n", encoding="utf-8")
    (tmp_path / "test_b.py").write_text("import json\n\ndef f():\n    import no_such\n", "utf-8")
    assert missing.test_files() == ["test_a.py"]
