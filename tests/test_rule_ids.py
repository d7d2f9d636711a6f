from __future__ import annotations

import pytest

pytest_plugins = ("pytester",)

RULES = """
# Niagara

- **N-MOVE-1** Each canoe gets the full points; see N-FLOW-9.
- N-MOVE-2  One direction only.
| S-DOUBLE-1 | two gems |
"""


@pytest.fixture
def run(pytester):
    pytester.makefile(".md", **{"src/eddyline/games/niagara/rules": RULES})
    pytester.makeini("[pytest]\nmarkers = rule(id): cites\n    slow: slow")

    def run(source, *args):
        pytester.makepyfile(f"import pytest\n{source}")
        return pytester.runpytest_inprocess("-p", "support.rule_ids", *args)

    return run


def cite(*rules):
    return f"@pytest.mark.rule{rules}\ndef test_it(): pass\n"


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_of_everything_that_cites_all_rules_passes(run, workers):
    result = run(cite("N-MOVE-1", "N-MOVE-2", "S-DOUBLE-1"), "--rules-complete", f"-n{workers}")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["rules: 3 of 3 ids cited; none missing"])


def test_a_rule_without_a_test_fails_a_run_of_everything(run):
    result = run(cite("N-MOVE-1", "S-DOUBLE-1"), "--rules-complete")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["rules: no test cites N-MOVE-2", "rules: 2 of 3 ids cited"])


def test_a_rule_without_a_test_is_no_matter_in_other_runs(run):
    result = run(cite("N-MOVE-1"))
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*rules:*")


def test_an_unknown_rule_fails_any_run(run):
    result = run(cite("N-FLOW-9"))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["rules: *::test_it cites N-FLOW-9, which no rules.md defines"])


def test_a_test_left_out_by_a_marker_still_counts(run):
    source = cite("N-MOVE-1", "N-MOVE-2") + "@pytest.mark.slow\n@pytest.mark.rule('S-DOUBLE-1')\ndef test_slow(): pass"
    assert run(source, "--rules-complete", "-m", "not slow").ret == 0
