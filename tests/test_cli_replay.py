"""`eddyline replay`, `annotate` and `convert`: what they print, what they leave as it is, what they refuse."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.engine.log import Deal, Turn
from eddyline.engine.match import Match
from eddyline.engine.registry import GAMES, game
from eddyline.record import dump, game_hash, load, played
from support.dealt import dealt_game
from support.random_games import shortened

NAMES = ("Anna", "[b]Bo[/b]", "Cy\u2028")


def run(*arguments, text=None):
    return CliRunner().invoke(main, arguments, input=text)


def saved(game_id: str, seed: int = 1, turns: int = 1000) -> Match:
    rules, dice = game(game_id), random.Random(seed)
    options = rules.parse_options(None, shortened(rules, 2))
    match = Match.new(rules, options, players=3, seed=5, names=NAMES)
    while not match.over and sum(isinstance(entry, Turn) for entry in match.log) < turns:
        seat = dice.choice(sorted(match.waiting))
        match.play(seat, dice.choice(match.legal(seat)))
    return match


@pytest.fixture(scope="module", params=GAMES)
def match(request):
    return saved(request.param)


@pytest.fixture
def file(match, tmp_path):
    path = tmp_path / "game.jsonl"
    match.save(path)
    return str(path)


def test_one_turn_is_told_with_what_it_led_to(match, file) -> None:
    whole = run("replay", file).stdout
    turns = sum(isinstance(entry, Turn) for entry in match.log)
    parts = [run("replay", file, "--turn", str(turn)).stdout for turn in range(turns + 1)]
    head = f"{match.game.name}, 3 players: {', '.join(NAMES)}\n"
    assert all(part.startswith(head) for part in parts)
    assert whole.startswith(head + "".join(part.removeprefix(head) for part in parts))
    answer = run("replay", file, "--turn", str(turns + 1))
    assert answer.exit_code == 2
    assert f"the game has {turns} turns, got {turns + 1}" in answer.stderr


def test_a_seat_is_not_told_what_others_chose_in_secret() -> None:
    match = Match.new(game("niagara"), players=3, seed=1, names=["Ann", "Bo", "Cy"])
    for seat in range(2):
        match.play(seat, f"card {seat + 4}")
    match.comment("Bo has card 5.")
    line = match.goto(1)
    line.play(1, "card 1")
    match.vary(line)
    text = match.dumps()
    told = run("replay", "-", "--seat", "0", "--board", text=text).stdout
    assert "Ann: card 4" in told
    assert "Bo: in secret" in told
    for secret in ("card 5", "card 1", "#", "Instead"):
        assert secret not in told
    assert "Bo   card hidden" not in told  # it is not on the table yet
    assert "Bo: card 5" in run("replay", "-", "--seat", "1", text=text).stdout
    assert "# Bo has card 5." in run("replay", "-", text=text).stdout
    match.play(2, "card 2")
    told = run("replay", "-", "--seat", "0", "--turn", "3", "--board", text=match.dumps()).stdout
    assert "Cy: in secret" in told
    assert "Ann plays the 4." in told
    for secret in ("card 2", "card 5"):  # shown when it is their turn
        assert secret not in told
    answer = run("replay", "-", "--seat", "3", text=text)
    assert answer.exit_code == 2
    assert "the game has seats 0 to 2" in answer.stderr


@pytest.mark.parametrize("seat", [None, 1])
def test_the_table_is_drawn_as_it_was(match, file, seat) -> None:
    seats = () if seat is None else ("--seat", str(seat))
    for turn in (0, 3, 9):
        told = run("replay", file, "--turn", str(turn), "--board", *seats).stdout
        then = match.goto(turn)
        table = then.game.diagram(then.known(seat), seat, NAMES)
        assert told.endswith("".join(f"    {line}".rstrip() + "\n" for line in table.split("\n")))
        assert (f"{NAMES[1]} holds " in told) == (seat is not None)


def test_an_illegal_game_is_told_as_far_as_it_goes_and_refused(match, file) -> None:
    lines = dump(match.record()).split("\n")
    at = next(number for number, line in enumerate(lines) if number > 4 and '"turn"' in line)
    answer = run("replay", "-", text="\n".join([*lines[:at], lines[at].replace('"seat":', '"seat":1'), ""]))
    assert answer.exit_code == 1
    assert f"<stdin>: line {at + 1}: " in answer.stderr


# ---- annotate ----


def test_comments_and_variations_are_noted_and_all_else_stays(match, file, tmp_path) -> None:
    other = match.goto(2)
    while other.log == match.log[: len(other.log)]:
        other.undo() if len(other.log) > 1 else None
        seat = min(other.waiting)
        other.play(seat, other.legal(seat)[-1])
        if other.log == match.log[: len(other.log)]:
            other.play(min(other.waiting), other.legal(min(other.waiting))[-1])
    other.save(tmp_path / "other.jsonl")
    variation = ("--variation", str(tmp_path / "other.jsonl"))
    answer = run("annotate", file, "--turn", "2", "--comment", "Hm.", "--comment", "[b]Ah![/b]", *variation)
    assert answer.exit_code == 0
    noted = played(load(answer.stdout))
    assert [note.text for note in noted.notes if hasattr(note, "text")] == ["Hm.", "[b]Ah![/b]"]
    (line,) = [noted.follow(note) for note in noted.notes if not hasattr(note, "text")]
    assert line.log == other.log
    assert run("convert", "-", "--without-notes", text=answer.stdout).stdout == dump(match.record())
    into = run("annotate", file, "--comment", "The end.", "-o", file)
    assert (into.exit_code, into.stdout) == (0, "")
    again = run("convert", file).stdout.split("\n")
    assert again[-3] == '{"comment":"The end."}'
    assert "# [b]Ah![/b]" in run("replay", "-", text=answer.stdout).stdout


def test_a_dealing_stays_where_it_is() -> None:
    made = dealt_game("canyon")
    answer = run("annotate", "-", "--turn", "0", "--comment", "Fair.", text=dump(made))
    noted = load(answer.stdout)
    assert (noted.header, noted.revealed, noted.ranking) == (made.header, made.revealed, made.ranking)
    assert run("verify", "-", text=answer.stdout).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        ((), 2, "expected --comment or --variation, got neither"),
        (("--comment", ""), 2, "expected a comment of 1 to 10000 characters, got 0"),
        (("--comment", "x", "--turn", "999"), 2, "turns, got 999"),
        (("--comment", "x", "--turn", "-1"), 2, "-1"),
        (("--variation", "nothing.jsonl"), 2, "No such file"),
        (("--variation", __file__), 1, "test_cli_replay.py: line 1: this is not a saved game"),
    ],
)
def test_what_cannot_be_noted_is_refused_and_the_file_left_alone(file, arguments, status, reason) -> None:
    with open(file, "rb") as kept:  # noqa: PTH123 - a str
        before = kept.read()
        answer = run("annotate", file, *arguments, "-o", file)
        assert answer.exit_code == status
        assert reason in answer.stderr
    with open(file, "rb") as kept:  # noqa: PTH123
        assert kept.read() == before


def test_another_game_is_no_variation(file, tmp_path) -> None:
    other = saved("canyon", turns=1)
    Match.new(other.game, players=4, seed=1).save(tmp_path / "other.jsonl")
    answer = run("annotate", file, "--variation", str(tmp_path / "other.jsonl"))
    assert answer.exit_code == 1
    assert "other.jsonl: expected a match that began with the same position" in answer.stderr


# ---- convert ----


def test_a_game_is_converted_there_and_back(match, file) -> None:
    text = dump(match.record())
    document = run("convert", file, "--to", "json").stdout
    assert json.loads(document) == [json.loads(line) for line in text.removesuffix("\n").split("\n")]
    assert run("convert", "-", text=document).stdout == text
    assert run("convert", file).stdout == text
    assert run("convert", file, "--to", "text").stdout == run("replay", file).stdout
    loose = "\r\n".join(json.dumps(json.loads(line)) for line in text.removesuffix("\n").split("\n"))
    assert run("convert", "-", text=loose).stdout == text
    page = run("convert", file, "--to", "html").stdout
    assert page.startswith("<!doctype html>")
    assert "<title>" in page
    assert NAMES[1] in page


def test_a_hash_names_what_was_played(match, file) -> None:
    shown = run("convert", file, "--hash").stdout
    assert shown == f"{game_hash(match.record())}\n"
    same = match.goto(sum(isinstance(entry, Turn) for entry in match.log))
    same.names, same.preset = ("X", "Y", "Z"), None
    same.comment("The same game.")
    assert game_hash(same.record()) == shown.strip()
    lines = dump(match.record()).split("\n")
    header = json.loads(lines[0])
    header["options"] = dict(reversed(header["options"].items()))
    assert run("convert", "-", "--hash", text="\n".join([json.dumps(header), *lines[1:]])).stdout == shown
    same.undo()
    assert game_hash(same.record()) != shown.strip()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "line 1: "),
        ("[1]", "line 1: "),
        ("[", "this is not a saved game"),
        ('[{"eddyline":1,"eddyline":1}]', "expected every key once, got 'eddyline' twice"),
        ("[" * 100_000, "this is not a saved game"),
        ("", "line 1: expected the header"),
    ],
)
def test_what_is_no_game_is_not_converted(text, reason) -> None:
    answer = run("convert", "-", text=text)
    assert answer.exit_code == 1
    assert answer.stdout == ""
    assert reason in answer.stderr


def test_only_a_game_by_the_rules_is_converted(match) -> None:
    lines = dump(match.record()).split("\n")
    for damaged in ("\n".join([*lines[:1], '{"deal":"0x1"}', *lines[1:]]), "\n".join([*lines[:3], *lines[4:]])):
        assert any(isinstance(entry, Deal) for entry in load(damaged).turns) or lines[3] not in damaged
        answer = run("convert", "-", "--to", "json", text=damaged)
        assert answer.exit_code == 1
        assert answer.stdout == ""
        assert "<stdin>: line " in answer.stderr
