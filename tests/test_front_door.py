"""`import eddyline`: what it offers, how quickly it is there, and what type checkers make of it."""

from __future__ import annotations

import io
import json
import pydoc
import subprocess
import sys
import zipfile
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

import eddyline
from eddyline.engine.registry import GAMES

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "golden" / "records").glob("*.jsonl"))

CONSUMER = """
import io
from typing import assert_type

import eddyline
from eddyline.games.canyon.rules.actions import Action as CanyonAction
from eddyline.games.canyon.words.events import Event as CanyonEvent
from eddyline.games.canyon.words.view import CanyonView
from eddyline.games.niagara.words.events import Event as NiagaraEvent
from eddyline.games.niagara.words.view import NiagaraView

canyon = eddyline.new("canyon", players=3, seed=7, secret_bids=True)
assert_type(canyon.view(0), CanyonView)
assert_type(canyon.view(0).trump, str | None)
assert_type(canyon.legal(), tuple[CanyonAction, ...])
assert_type(canyon.play("to 4,7"), tuple[CanyonEvent, ...])
assert_type(canyon.copy().view(None), CanyonView)
niagara = eddyline.new("niagara")
assert_type(niagara.view(None), NiagaraView)
assert_type(niagara.commit(0, ["card 3"]), tuple[NiagaraEvent, ...])
assert_type(eddyline.games(), tuple[str, ...])
name: str = eddyline.games()[0]
some: eddyline.Match = eddyline.new(name)
bot: eddyline.Bot = eddyline.bot(name, budget=eddyline.Budget(seconds=0.1))
assert_type(eddyline.play_turn(bot, some, 0), tuple[int, ...])
loaded: eddyline.Match = eddyline.load("game.jsonl")
loaded = eddyline.load(io.BytesIO())
loaded.save(io.StringIO())
begun = eddyline.new("canyon", position=loaded.start)
assert_type(begun.view(0), CanyonView)
assert_type(begun.goto(0).view(0), CanyonView)
assert_type(eddyline.__version__, str)
canyon.view(0).weather  # what Niagara has
canyon.legal(1.5)
eddyline.nothing
"""


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=cwd)


def test_everything_on_the_list_is_there_and_in_order() -> None:
    assert eddyline.__all__ == sorted(eddyline.__all__)
    for name in eddyline.__all__:
        assert getattr(eddyline, name) is not None
        assert name in dir(eddyline)
    assert {"ActionError", "Budget", "IllegalAction", "Match", "bot", "game", "games", "load", "new"} <= {
        *eddyline.__all__
    }
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = eddyline.chess


def test_errors_are_on_the_list() -> None:
    for module in ("draft", "game", "options", "registry"):
        name = f"eddyline.engine.{module}"
        found = [each for each in vars(import_module(name)).values() if isinstance(each, type)]
        errors = [each for each in found if issubclass(each, Exception) and each.__module__ == name]
        assert errors
        assert {each.__name__ for each in errors} <= {*eddyline.__all__}


def test_the_version_is_the_packages() -> None:
    assert eddyline.__version__ == version("eddyline")


def test_importing_loads_neither_the_rules_nor_their_compiler() -> None:
    done = run("-c", "import sys, json, eddyline; print(json.dumps([*sys.modules]))")
    loaded = json.loads(done.stdout)
    assert not {"numpy", "numba", "msgspec", "importlib.metadata"} & {*loaded}
    assert [name for name in loaded if name.startswith("eddyline")] == ["eddyline"]


def test_the_command_line_runs_as_a_module() -> None:
    done = run("-m", "eddyline", "--help")
    assert done.returncode == 0
    assert "python -m eddyline" in done.stdout
    assert "serve" in done.stdout


def test_help_names_what_there_is() -> None:
    text = pydoc.render_doc(eddyline, renderer=pydoc.plaintext)
    assert "Play canoe games" in text
    for name in ("new(", "load(", "bot(", "play_turn(", "class Match(", "class IllegalAction("):
        assert name in text


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_type_checkers_know_the_game_by_its_name(tmp_path) -> None:
    file = tmp_path / "consumer.py"
    file.write_text(CONSUMER, "utf-8")
    # As the project itself is checked, and so with what `make check` has found out already.
    done = run("-m", "mypy", str(file), cwd=HERE.parent)
    wrong = [line.partition(": ")[2] for line in done.stdout.splitlines() if ": error: " in line]
    assert [line.rpartition("[")[2] for line in wrong] == ["attr-defined]", "arg-type]", "attr-defined]"], done.stdout
    assert '"CanyonView" has no attribute "weather"' in wrong[0]


def test_the_games_are_listed_whoever_imports_their_package() -> None:
    assert eddyline.games() == tuple(GAMES)
    import_module("eddyline.games.canyon.game")
    assert eddyline.games() == tuple(GAMES)
    assert eddyline.games.canyon.game.GAME is eddyline.game("canyon")


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_by_its_name(game_id) -> None:
    match = eddyline.new(game_id, players=3, seed=7, max_rounds=3, names=["Ann", "Bo", "Cy"])
    assert (match.game.id, match.players, match.seed, match.names) == (game_id, 3, 7, ("Ann", "Bo", "Cy"))
    assert match.options.max_rounds == 3
    again = eddyline.new(game_id, players=3, seed=7, max_rounds=3)
    bot = eddyline.bot(game_id, "random", seed=1)
    for each in (match, again):
        while not each.over:
            seat = min(each.waiting)
            each.commit(seat, eddyline.play_turn(bot, each, seat))
    assert match.log == again.log
    assert match.states.tobytes() == again.states.tobytes()


def test_without_a_seed_a_match_tells_the_one_it_drew() -> None:
    match = eddyline.new("canyon")
    assert match.players == 4
    assert match.preset == match.game.default_preset
    twin = eddyline.new("canyon", seed=match.seed)
    for each in (match, twin):
        while not each.view(None).trump:
            each.play(each.legal()[0])
    assert match.log == twin.log
    assert eddyline.new("canyon").seed != match.seed


@pytest.mark.parametrize(
    ("arguments", "error", "reason"),
    [
        ({"game_id": "chess"}, eddyline.UnknownGameError, "expected one of: canyon, niagara"),
        ({"game_id": "canyon", "players": 2}, eddyline.OptionError, "got 2"),
        ({"game_id": "canyon", "preset": "wild"}, eddyline.OptionError, "no preset 'wild'"),
        ({"game_id": "canyon", "gravity": True}, eddyline.OptionError, "gravity"),
        ({"game_id": "canyon", "seed": -1}, ValueError, "expected a seed from 0 to"),
        ({"game_id": "canyon", "seed": 1 << 64}, ValueError, "expected a seed from 0 to"),
        ({"game_id": "canyon", "seed": 1.0}, TypeError, "expected a seed from 0 to .* got float"),
        ({"game_id": "canyon", "seed": True}, TypeError, "got bool"),
        ({"game_id": "canyon", "names": ["Ann"]}, ValueError, "expected 4 names"),
        ({"game_id": "canyon", "names": ["Ann", "Bo", "Cy", 4]}, ValueError, "expected 4 names"),
        ({"game_id": "canyon", "names": ["Ann", "Bo", "Cy", "\ud800"]}, ValueError, "can be encoded"),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments, error, reason) -> None:
    with pytest.raises(error, match=reason):
        eddyline.new(**arguments)


@pytest.mark.timeout(400)  # compiles two bots
@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_by_its_name(game_id) -> None:
    match = eddyline.new(game_id, players=3, seed=1)
    seat = min(match.waiting)
    turns = {
        eddyline.play_turn(bot, match, seat) for bot in (eddyline.bot(game_id, "random", seed=3) for _ in range(3))
    }
    assert len(turns) == 1
    assert eddyline.play_turn(eddyline.bot(game_id), match, seat)
    with pytest.raises(eddyline.UnknownBotError, match=r"its bots are: .*random"):
        eddyline.bot(game_id, "deep blue")
    with pytest.raises(eddyline.UnknownGameError, match="chess"):
        eddyline.bot("chess")
    with pytest.raises(TypeError, match="got float"):
        eddyline.bot(game_id, seed=1.5)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_saved_game_is_saved_again_byte_by_byte(file, tmp_path) -> None:
    match = eddyline.load(str(file))
    assert match.over
    match.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()
    turns = len(match.log)
    match.undo()
    assert not match.over
    assert len(match.log) < turns


@pytest.mark.parametrize("game_id", GAMES)
def test_a_running_game_is_saved_whole_and_goes_on(game_id, tmp_path) -> None:
    path = tmp_path / "running.jsonl"
    match = eddyline.new(game_id, players=3, seed=4, max_rounds=6)
    bot = eddyline.bot(game_id, "random", seed=4)
    while len(match.log) < 20 or not match.hides:
        seat = max(match.waiting)
        match.commit(seat, eddyline.play_turn(bot, match, seat))
    match.save(path)
    loaded = eddyline.load(path, seed=9)
    assert (loaded.log, loaded.pending, loaded.names) == (match.log, match.pending, match.names)
    assert loaded.states.tobytes() == match.states.tobytes()
    other = eddyline.load(path, seed=9)
    while not loaded.over:
        for each in (loaded, other):
            seat = min(each.waiting)
            each.play(seat, each.legal(seat)[0])
    assert loaded.log == other.log
    match.save(path, public=True)
    assert len(eddyline.load(path).log) < len(match.log)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_is_saved_into_a_file_that_is_open_and_into_a_text(game_id, tmp_path) -> None:
    match = eddyline.new(game_id, players=3, seed=4, names=["Ann\u2028", "Bo", "Zoë"])
    match.play(min(match.waiting), match.legal(min(match.waiting))[0])
    text = match.dumps()
    assert eddyline.loads(text) == match
    for made in (io.StringIO(), io.BytesIO(), io.StringIO(newline="")):
        match.save(made)
        made.seek(0)
        assert eddyline.load(made) == match
    with (tmp_path / "game.jsonl").open("w", encoding="utf-8", newline="") as file:
        match.save(file)
    with (tmp_path / "game.jsonl").open("rb") as file:
        assert eddyline.load(file) == eddyline.load(str(tmp_path / "game.jsonl")) == match
    with zipfile.ZipFile(tmp_path / "game.zip", "w") as packed:
        packed.writestr("game.jsonl", text)
    with zipfile.ZipFile(tmp_path / "game.zip") as packed, packed.open("game.jsonl") as file:
        assert eddyline.load(file) == match
    with pytest.raises(FileNotFoundError):
        eddyline.load(text[:100])
    with pytest.raises(TypeError, match="expected the text of a saved game, got b'"):
        eddyline.loads(text.encode())
    for refused in (eddyline.load, match.save):
        with pytest.raises(TypeError, match="expected a path or an open file, got 7"):
            refused(7)


def test_a_game_is_loaded_with_its_notes() -> None:
    match = eddyline.new("canyon", players=3, seed=4)
    match.play("to 4,7")
    match.play("to 4,8")
    line = match.goto(1)
    line.play("to 4,9")
    match.vary(line)
    match.comment("Close by.")
    loaded = eddyline.loads(match.dumps())
    assert loaded == match
    assert loaded.follow(loaded.notes[0]) == line
    assert [type(note) for note in loaded.notes] == [eddyline.Variation, eddyline.Comment]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_begins_with_a_position(game_id) -> None:
    match = eddyline.new(game_id, players=3, seed=4, max_rounds=6)
    for _ in range(5):
        match.play(min(match.waiting), match.legal(min(match.waiting))[0])
    for position in (match.game.position(match.states), msgspec.to_builtins(match.game.position(match.states))):
        begun = eddyline.new(game_id, position=position, seed=9, names=["Ann", "Bo", "Cy"])
        assert begun.states.tobytes() == match.states.tobytes()
        assert (begun.seed, begun.word, begun.names) == (9, None, ("Ann", "Bo", "Cy"))
        assert eddyline.loads(begun.dumps()) == begun
    assert eddyline.new(game_id, position=position).seed is not None
    with pytest.raises(ValueError, match="how many play and how, got also players, preset and max_rounds"):
        eddyline.new(game_id, position=position, players=3, preset="classic", max_rounds=6)
    with pytest.raises(eddyline.PositionError):
        eddyline.new(game_id, position={})


@pytest.mark.parametrize("game_id", GAMES)
def test_names_are_as_long_as_names_are(game_id, tmp_path) -> None:
    match = eddyline.new(game_id, players=3, seed=4, names=["A" * 100, "Bo", ""])
    text = match.dumps()
    assert eddyline.loads(text).names[0] == "A" * 100
    with pytest.raises(ValueError, match="expected names of at most 100 characters, got one of 1000000"):
        match.names = ["A" * 10**6, "Bo", "Cy"]
    with pytest.raises(ValueError, match="of at most 100 characters"):
        eddyline.new(game_id, players=3, names=["A" * 101, "Bo", "Cy"])
    with pytest.raises(eddyline.RecordError, match=r"line 1: Expected `str` of length <= 100 - at `\$.players\[0\]`"):
        eddyline.loads(text.replace("A" * 100, "A" * 10**6))


@pytest.mark.parametrize(
    ("before", "after", "line", "key"),
    [
        ('"game":', '"game":"canyon","game":', 1, "game"),
        ('"max_rounds":', '"max_rounds":1,"max_rounds":', 1, "max_rounds"),
        ('"seat":', '"seat":1,"s\\u0065at":', 2, "seat"),
    ],
)
def test_a_key_that_is_written_twice_is_refused(before, after, line, key) -> None:
    match = eddyline.new("canyon", players=3, seed=4)
    match.play("to 4,7")
    text = match.dumps()
    assert before in text
    with pytest.raises(eddyline.RecordError, match=f"line {line}: expected every key once, got '{key}' twice; got "):
        eddyline.loads(text.replace(before, after, 1))


def test_files_that_are_no_saved_games_are_refused(tmp_path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8")
    with pytest.raises(eddyline.RecordError, match="expected text in UTF-8, got byte 0xff at 0"):
        eddyline.load(path)
    path.write_text("1. e4 e5\n", "utf-8")
    with pytest.raises(eddyline.RecordError, match="line 1"):
        eddyline.load(path)
    with pytest.raises(FileNotFoundError):
        eddyline.load(tmp_path / "nothing.jsonl")


def test_printing_a_match_says_how_far_it_is() -> None:
    match = eddyline.new("niagara", players=3, seed=7, max_rounds=1)
    assert repr(match) == "<Match: Niagara, 3 players, round 1, waiting for seats 0, 1 and 2>"
    draft = match.draft(1)
    assert repr(draft) == "<Draft: Niagara, seat 1, no decision yet>"
    draft.decide(3)
    assert repr(draft) == "<Draft: Niagara, seat 1, card 3>"
    out = io.StringIO()
    print(match, file=out)
    assert out.getvalue().strip() == repr(match)
    for seat in range(3):
        match.play(seat, "card cloud")
    assert repr(match) == f"<Match: Niagara, 3 players, round 1, waiting for seat {min(match.waiting)}>"
    while not match.over:
        match.play(match.legal()[0])
    assert repr(match) == "<Match: Niagara, 3 players, over after round 1, nobody has won>"
    waiting = eddyline.Match.new(eddyline.game("canyon"), players=3, word=1)
    while not waiting.chance_due:
        waiting.play(waiting.legal()[0])
    assert repr(waiting) == "<Match: Canyon, 3 players, round 1, a deal is due>"
