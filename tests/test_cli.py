from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import Future

import msgspec
import pytest
from click.testing import CliRunner

from eddyline.bots import BOTS, play_turn
from eddyline.bots.niagara.guide import Guide
from eddyline.cli import choices, compiling, main
from eddyline.engine import cache_folder, sources
from eddyline.engine.match import Match
from eddyline.engine.registry import GAMES, game
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.record import RecordError, dump, load, read


def run(*arguments, text=None):
    return CliRunner().invoke(main, arguments, input=text)


@pytest.fixture(scope="module")
def record():
    rules = game("niagara")
    options = rules.parse_options(None, {"max_rounds": 3})
    match = Match.new(rules, options, players=3, seed=5, names=["Anna", "[b]Bo[/b]", "Cy"])
    bot = BOTS["niagara"]["random"](1)
    while match.waiting:
        seat = min(match.waiting)
        match.commit(seat, play_turn(bot, match, seat))
    return dump(match.record())


def test_help_says_how_to_begin():
    answer = run("--help")
    assert answer.exit_code == 0
    for word in ("serve", "arena", "bots", "board", "replay", "verify", "perft", "bench", "To get started"):
        assert word in answer.output


def test_bots_are_listed_with_what_they_do_and_their_budgets():
    everything, niagara = run("bots"), run("bots", "niagara")
    assert {name for bots in BOTS.values() for name in bots} <= set(everything.output.split())
    rows = [line.split() for line in niagara.output.splitlines()]
    assert [row[1] for row in rows if row[0] == "niagara"] == list(BOTS["niagara"])
    guide = next(row for row in rows if row[:2] == ["niagara", "guide"])
    assert guide[2:4] == [str(Guide.rollouts), "Search"]
    said = [json.loads(line) for line in run("bots", "niagara", "--json").stdout.splitlines()]
    assert [one["bot"] for one in said] == list(BOTS["niagara"])
    assert said[0].keys() == {"game", "bot", "rollouts", "about"}
    assert "expected one of: canyon, niagara" in run("bots", "chess").output


@pytest.mark.parametrize("command", ["serve", "arena", "bots", "board", "replay", "verify", "perft", "bench"])
def test_every_command_explains_itself(command):
    answer = run(command, "--help")
    assert answer.exit_code == 0
    assert len(answer.output.splitlines()) > 5


def test_a_record_is_told_turn_by_turn(record):
    answer = run("replay", "-", text=record)
    assert answer.exit_code == 0
    assert answer.stdout.startswith("Niagara, 3 players: Anna, [b]Bo[/b], Cy\n")
    assert "The river pushes" in answer.output
    assert "[b]Bo[/b]" in answer.stdout.rstrip().splitlines()[-1]


def test_an_unfinished_record_says_so(record):
    answer = run("replay", "-", text="".join(record.splitlines(keepends=True)[:5]))
    assert answer.exit_code == 0
    assert "still running" in answer.output


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda _: "", "line 1: expected the header"),
        (lambda _: "Dear diary\n", "line 1: this is not a saved game"),
        (lambda text: text.replace('"seat":1', '"seat":7', 1), "expected a seat from 0 to 2, got 7"),
        (lambda text: text.replace('"game":"niagara"', '"game":"chess"'), "there is no game 'chess'"),
        (lambda text: text[:-10], "line"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(record, damage, reason, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(damage(record))
    answer = run("replay", str(file))
    assert answer.exit_code != 0
    assert reason in answer.output
    assert answer.exception is None or isinstance(answer.exception, SystemExit)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_bytes(bytes(range(256)))
    answer = run("replay", str(file))
    assert answer.exit_code == 1
    assert "expected text in UTF-8" in answer.output
    assert run("replay", str(tmp_path / "nothing")).exit_code == 2


def test_perft_compares_with_the_table(monkeypatch):
    answer = run("perft", "niagara")
    assert answer.exit_code == 0
    assert "positions agree with the table" in answer.output
    assert "the table says" not in answer.output
    rules = game("niagara")
    monkeypatch.setattr(rules, "doors", rules.doors._replace(perft=lambda *_: 7))
    answer = run("perft", "niagara")
    assert answer.exit_code == 1
    assert "the table says" in answer.output


def test_perft_counts_and_divides():
    answer = run("perft", "niagara", "--depth", "3", "--players", "4")
    assert [line.split()[1] for line in answer.stdout.splitlines()] == ["7", "49", "343"]
    divided = run("perft", "niagara", "--depth", "3", "--players", "4", "--divide")
    assert divided.stdout.splitlines()[-1].split() == ["total", "343"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "there is no game 'chess'"),
        (["niagara", "--preset", "x"], "no preset 'x'"),
        (["niagara", "--players", "9"], "got 9"),
        (["niagara", "--seed", "x"], "'x' is not a valid integer range"),
        (["niagara", "--seed", "18446744073709551616"], "not in the range"),
        (["niagara", "--depth", "0"], "not in the range"),
        (["niagara", "--option", "gems_per_deposit"], "expected --option NAME=VALUE"),
        (["niagara", "--option", "gems_per_deposit=many"], "gems_per_deposit"),
        (["niagara", "--option", "gems_per_deposit=99"], "gems_per_deposit"),
        (["niagara", "--option", "gravity=on"], "gravity"),
        (["niagara", "--position", "-"], "position refused"),
    ],
)
def test_perft_refuses_with_the_reason(arguments, reason):
    answer = run("perft", *arguments, text="{}")
    assert answer.exit_code != 0
    assert reason in answer.output
    assert "Traceback" not in answer.output


def test_bench_prints_json():
    answer = run("bench", "niagara", "--seconds", "0.1", "--json")
    figures = json.loads(answer.stdout)
    assert [row["players"] for row in figures["random_play"]] == [2, 3, 4, 5]
    assert all(row["decisions_per_s"] > 0 for row in figures["random_play"])


def test_options_are_chosen_by_name():
    few = run("perft", "niagara", "--depth", "2", "--option", "max_rounds=1", "--option", "rescue=forced")
    assert [line.split()[1] for line in few.stdout.splitlines()] == ["7", "49"]
    figures = json.loads(run("bench", "niagara", "--seconds", "0.1", "--json", "--option", "max_rounds=1").stdout)
    assert all(row["games_per_s"] >= row["rounds_per_s"] * 0.99 for row in figures["random_play"])


@pytest.mark.parametrize("name", MAPS)
def test_a_board_of_the_game_is_shown_so_that_it_can_be_copied(name, tmp_path):
    shown = run("board", "show", name)
    assert shown.exit_code == 0
    file = tmp_path / "mine.txt"
    file.write_text(shown.stdout)
    assert run("board", "show", str(file)).stdout == shown.stdout
    answer = run("board", "check", str(file))
    assert answer.exit_code == 0
    assert "this map can be played" in answer.output
    lines = shown.stdout.splitlines()
    assert f"{len(lines[0])} columns, {len(lines)} lines" in answer.output
    assert "steps from every start jetty" in answer.output


def test_every_flaw_of_a_map_is_told_with_its_place(tmp_path):
    file = tmp_path / "mine.txt"
    lines = MAPS["canyon"].splitlines()
    lines[1] = "?" + lines[1][1:]
    lines[2] = lines[2] + "##"
    file.write_text("\n".join(lines))
    answer = run("board", "check", str(file))
    assert answer.exit_code == 1
    assert "line 2, column 1" in answer.output
    assert "line 3, column 20" in answer.output
    assert "2 flaws" in answer.output


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "got nothing"),
        (bytes(range(256)), "expected text in UTF-8, got UTF-16"),
        (b"#" * 70_000, "longer than 65536 bytes"),
        ("\ufeff".encode() + b"\xff", "expected text in UTF-8, got byte 0xff at 3"),
    ],
)
def test_what_is_no_map_is_refused(tmp_path, data, reason):
    file = tmp_path / "mine.txt"
    file.write_bytes(data)
    answer = run("board", "check", str(file))
    assert answer.exit_code == 1
    assert reason in answer.output
    assert isinstance(answer.exception, SystemExit)


def test_a_map_that_is_not_there_is_missed():
    assert run("board", "check", "nowhere.txt").exit_code == 2
    answer = run("board", "show", "nowhere")
    assert answer.exit_code == 1
    assert "the boards are: canyon" in answer.output


@pytest.fixture
def rehearsed(monkeypatch, tmp_path):
    """What would be compiled into an empty cache, without the wait for it."""
    played = []
    monkeypatch.setattr(cache_folder, "located", tmp_path.joinpath)
    # The process that compiles steps back behind others; this one runs tests after it.
    monkeypatch.setattr(os, "nice", lambda by: by)
    monkeypatch.setattr(compiling, "rehearse", lambda game_id, names: played.append((game_id, *names)))
    return played


def test_what_was_compiled_once_is_not_compiled_again(rehearsed, monkeypatch):
    stage = compiling.Stage("niagara", "quick")
    assert stage in compiling.missing("quick")
    assert run("compile", "niagara", "--bots", "quick").exit_code == 0
    assert rehearsed == [("niagara", "paddler", "drifter", "camper", "random")]
    assert compiling.missing("quick") == [compiling.Stage(name, "quick") for name in GAMES if name != "niagara"]
    assert run("compile", "niagara", "--bots", "quick").exit_code == 0
    assert len(rehearsed) == 1
    assert compiling.Stage("niagara", "thinking") in compiling.missing("thinking")
    monkeypatch.setattr(sources, "kernels_digest", lambda *_: "other")
    assert not stage.is_compiled


ENDS = """
from eddyline.cli.compiling import rehearse
from eddyline.engine.registry import game
rehearse("canyon", ["random"])
print(len(game("canyon").doors.winners.__wrapped__.signatures))
"""


@pytest.mark.slow
def test_what_ends_a_game_is_compiled_before_one_ends():
    said = subprocess.run([sys.executable, "-c", ENDS], capture_output=True, text=True, check=True).stdout
    assert said == "1\n"


def test_several_stages_are_compiled_side_by_side_and_told(monkeypatch, capsys):
    class Compiler:
        def __init__(self, stage):
            self.stage, self.done = stage, Future()
            self.done.set_result(None)

        def end(self):
            pass

    monkeypatch.setattr(compiling, "Compiler", Compiler)
    compiling.compile_all([compiling.Stage(name, "quick") for name in GAMES])
    told = capsys.readouterr().err.splitlines()
    assert {line.partition(",")[0] for line in told} == {f"Compiled {name}" for name in GAMES}
    assert f"(1 of {len(GAMES)}, " in told[0]


def test_bots_that_could_not_be_compiled_are_told_of():
    with pytest.raises(RuntimeError, match="quick bots of checkers ended with status 2"):
        compiling.Compiler(compiling.Stage("checkers", "quick")).done.result()


@pytest.mark.parametrize(
    ("module", "why"),
    [("no.such.game", "name modules that can be imported"), ("my.canyon", "name games with ids of their own")],
)
def test_a_further_game_that_cannot_be_is_named_in_a_sentence(tmp_path, module, why):
    done = subprocess.run(
        [sys.executable, "-m", "eddyline", "serve", "--port", "0", "--data", str(tmp_path)],
        env=os.environ | {"EDDYLINE_GAMES": module}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"Error: expected EDDYLINE_GAMES to {why}, got {module!r}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_counted_and_measured(name):
    counted = run("perft", name, "--depth", "2")
    assert len(counted.stdout.splitlines()) == 2
    figures = json.loads(run("bench", name, "--seconds", "0.1", "--json").stdout)
    assert {row["players"] for row in figures["random_play"]} == {*game(name).players, *game(name).house_players}


def test_more_players_are_measured_with_the_options_that_they_need():
    figures = json.loads(run("bench", "niagara", "--seconds", "0.1", "--json", "--option", "spirits=on").stdout)
    assert [row["players"] for row in figures["random_play"]] == [2, 3, 4, 5, 6]
    refused = run("perft", "niagara", "--players", "6", "--depth", "1")
    assert refused.exit_code == 1
    assert "N-SET-1" in refused.output


def test_a_game_with_deals_is_told(tmp_path):
    rules = game("canyon")
    options = rules.parse_options(None, {"max_rounds": 1})
    match = Match.new(rules, options, players=3, seed=5, names=["Anna", "Bo", "Cy"])
    bot = BOTS["canyon"]["random"](1)
    while match.waiting:
        seat = min(match.waiting)
        match.commit(seat, play_turn(bot, match, seat))
    answer = run("replay", "-", text=dump(match.record()))
    assert answer.exit_code == 0
    assert answer.stdout.startswith("Canyon, 3 players: Anna, Bo, Cy\n")
    assert "\nchance\n" in answer.stdout


BROKEN_INTO_LINES = {"as here": "\n", "as on Windows": "\r\n"}


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("ends", BROKEN_INTO_LINES.values(), ids=BROKEN_INTO_LINES)
def test_files_from_windows_are_read_like_their_originals(record, tmp_path, mark, ends):
    def left(name, text):
        path = tmp_path / name
        path.write_bytes((mark + text.replace("\n", ends)).encode())
        return str(path)

    file = left("game.jsonl", record)
    assert read(file) == load(record) == load(mark + record.replace("\n", ends))
    assert run("replay", file).exit_code == 0
    assert run("verify", file).exit_code == 2  # not dealt by a server, which it can only know by reading it
    board = left("map.txt", MAPS["canyon"])
    assert run("board", "check", board).exit_code == 0
    rules = game("canyon")
    assert choices.chosen(rules, None, [f"board=@{board}"], 3) == rules.parse_options(None, {"board": "canyon"}, 3)
    # To `eddyline.new`, and to a server, a map comes as a string.
    assert not rules.maps.check(mark + MAPS["canyon"].replace("\n", ends))
    position = msgspec.json.encode(Match.new(game("niagara"), players=3, seed=1).start).decode()
    counted = run("perft", "niagara", "--depth", "1", "--position", left("position.json", position + "\n"))
    assert counted.exit_code == 0, counted.output
    answer = run("bot", "--server", "http://[::1]:9", "--game", "canyon", "--token-file", left("token", "secret\n"))
    assert "expected the token" not in answer.output
    assert "\ufeff" not in answer.output


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_another_encoding_is_named(record, tmp_path, encoding):
    path = tmp_path / "file"
    path.write_bytes(record.encode(encoding))
    name = encoding.upper()[:6]
    with pytest.raises(RecordError, match=f"this is not a saved game: expected text in UTF-8, got {name}; save it as"):
        read(path)
    for command in (
        ["replay", path],
        ["verify", path],
        ["board", "check", path],
        ["perft", "niagara", "--position", path],
        ["bench", "canyon", "--option", f"board=@{path}"],
        ["bot", "--server", "http://[::1]:9", "--game", "canyon", "--token-file", path],
    ):
        refused = run(*map(str, command))
        assert refused.exit_code == 1
        assert f"expected text in UTF-8, got {name}; save it as UTF-8" in refused.output
