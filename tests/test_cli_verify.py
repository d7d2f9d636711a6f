"""`eddyline verify` tells by its words and its exit status what a saved game proves."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from msgspec import structs

from eddyline.cli import main
from eddyline.record import dump
from support.dealt import dealt_game


def run(*arguments, text=None):
    return CliRunner().invoke(main, ["verify", *arguments], input=text)


@pytest.fixture(scope="module")
def made():
    return dealt_game("canyon")


def test_a_game_that_fits_is_told_with_its_commitment_and_words(made):
    answer = run("-", text=dump(made))
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert lines[:5] == [
        "Table abcdefgh2345",
        f"Commitment {made.header.dealing.commitment}",
        "Ann: own word 'river'",
        "Bo: no own word",
        """Cy: own word 'a "b" \\\\ ü'""",
    ]
    assert lines[5].startswith("All random numbers (4) follow from the commitment and these words; all ")
    assert "--commitment" in lines[6]


def test_the_noted_commitment_is_compared(made, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(dump(made), "utf-8")
    right = run(str(file), "--commitment", made.header.dealing.commitment)
    assert right.exit_code == 0
    assert "--commitment" not in right.stdout
    wrong = run(str(file), "--commitment", "0" * 64)
    assert wrong.exit_code == 1
    assert f"line 1: the commitment: expected the one you noted, {'0' * 64}, got " in wrong.stderr
    answer = run(str(file), "--commitment", "ABC")
    assert answer.exit_code == 2
    assert "expected 64 hexadecimal digits in lower case, got 'ABC'" in answer.stderr


def test_a_changed_word_is_named_and_ends_with_1(made):
    lines = dump(made).splitlines(keepends=True)
    number = next(index for index, line in enumerate(lines) if '"deal"' in line and index > 0)
    lines[number] = '{"deal":"0x2a"}\n'
    answer = run("-", text="".join(lines))
    assert answer.exit_code == 1
    first = next(line for line in answer.stderr.splitlines() if "random number" in line)
    assert first.startswith(f"<stdin>: line {number + 1}: random number 2: expected 0x")
    assert first.endswith(", got 0x2a")
    assert "follow the rules" not in answer.stdout


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda made: structs.replace(made, revealed=None), "was not over when it was saved"),
        (
            lambda made: structs.replace(made, header=structs.replace(made.header, dealing=None), revealed=None),
            "does not say where its random numbers came from",
        ),
    ],
)
def test_a_game_with_nothing_to_check_ends_with_2(made, change, reason):
    answer = run("-", text=dump(change(made)))
    assert answer.exit_code == 2
    assert reason in answer.stderr


@pytest.mark.parametrize("text", ["", "Dear diary\n", "{}"])
def test_a_damaged_file_ends_with_1(text):
    answer = run("-", text=text)
    assert answer.exit_code == 1
    assert "line 1: " in answer.stderr


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_bytes(bytes(range(256)))
    answer = run(str(file))
    assert answer.exit_code == 1
    assert "expected text in UTF-8" in answer.stderr
