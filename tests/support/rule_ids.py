"""Hold tests and rules together: `@pytest.mark.rule("N-MOVE-3")` must name a rule, and each rule must be named.

Citing an id that no rules.md defines fails a run. With `--rules-complete`, which makes sense for a run of everything,
an id that no collected test cites fails it too. Under pytest-xdist every worker sends what it collected.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

DEFINITION = re.compile(r"^\s*(?:[-*|]\s*)?(?:\*\*|`)?([A-Z]-[A-Z]+-\d+)\b", re.MULTILINE)

CITED = pytest.StashKey[dict[str, str]]()
"""The ids that tests cite, each with one test that does."""


def defined_ids(root: Path) -> set[str]:
    """Return the ids that start a line, be it a list's or a table's, of some game's rules.md."""
    files = root.glob("src/eddyline/games/*/rules.md")
    return {rule for file in files for rule in DEFINITION.findall(file.read_text("utf-8"))}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-complete", action="store_true", help="fail when a rule id has no test")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[CITED] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # First of all, so that tests which `-m` or `-k` leaves out still count as tests of their rules.
    for item in items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args or ("no id",):
                config.stash[CITED].setdefault(rule, item.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["cited"] = config.stash[CITED]
    elif _complaints(config) and session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    # A worker that crashed sends nothing; the others collected the same tests.
    node.config.stash[CITED].update(getattr(node, "workeroutput", {}).get("cited", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    complaints = _complaints(config)
    for complaint in complaints:
        terminalreporter.write_line(f"rules: {complaint}", red=True)
    if config.getoption("--rules-complete"):
        ids = defined_ids(config.rootpath)
        tail = "" if complaints else "; none missing"
        terminalreporter.write_line(f"rules: {len(ids & set(config.stash[CITED]))} of {len(ids)} ids cited{tail}")


def _complaints(config: pytest.Config) -> list[str]:
    ids, cited = defined_ids(config.rootpath), config.stash[CITED]
    complaints = [f"{test} cites {rule}, which no rules.md defines" for rule, test in cited.items() if rule not in ids]
    if config.getoption("--rules-complete"):
        complaints += [f"no test cites {rule}" for rule in sorted(ids - set(cited))]
    return complaints
