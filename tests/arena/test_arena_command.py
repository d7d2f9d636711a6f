from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import msgspec
import pytest
from click.testing import CliRunner

from eddyline.arena import GamesFile, Results, schedule, tournament
from eddyline.arena.hall import Hall
from eddyline.cli import main
from eddyline.engine.registry import game
from support.serving import HEARING, START, running

LINEUP = ("paddler", "random", "random")


def run(*arguments):
    return CliRunner().invoke(main, ["arena", *arguments])


def wait_for_games(process, path):
    """Wait until a tournament has kept four games; pytest-timeout watches over this."""
    while not path.exists() or path.read_bytes().count(b"\n") < 5:
        assert process.poll() is None
        time.sleep(0.01)


def without_times(games):
    return {(game.lineup, game.number): msgspec.structs.replace(game, turns=(), cpu=()) for game in games}


@pytest.fixture(scope="module")
def ladder(tmp_path_factory):
    """Run a small ladder once, with all that it can leave behind."""
    folder = tmp_path_factory.mktemp("arena")
    arguments = ("niagara", "paddler", "random", "support.arena_bots:Printing", "--ladder", "--seats", "3")
    arguments += ("--games", "6", "--option", "max_rounds=8", "--out", str(folder / "games.jsonl"), "--workers", "1")
    answer = run(*arguments, "--plot", str(folder / "shares.svg"))
    assert answer.exit_code == 0, answer.output
    return folder, arguments, answer


@pytest.mark.slow
def test_results_are_told_in_tables(ladder):
    _, _, answer = ladder
    head, _, shares, *rest = answer.stdout.splitlines()
    assert head == "Niagara, 3 seats, 36 games, seed 1"
    titles = ["bot", "against", "games", "win share", "95 %", "fair", "mean rank", "rounds", "no winner"]
    assert re.split("  +", shares) == titles
    assert len(rest[:6]) == 6
    assert all(" 6 " in row and "33.3%" in row for row in rest[:6])
    assert rest[0].startswith("paddler")
    assert "2 random" in rest[0]
    assert re.split("  +", rest[7])[:4] == ["bot", "rating", "95 %", "ms/turn"]
    assert rest[8].startswith("paddler")
    assert len(rest) == 11


def test_what_bots_print_does_not_get_among_the_results(ladder):
    assert "what a river" not in ladder[2].stdout


def test_a_tournament_that_is_over_is_told_again_from_its_file(ladder, monkeypatch):
    folder, arguments, answer = ladder
    monkeypatch.setattr("eddyline.arena.workers._Worker.__init__", None)
    again = run(*arguments)
    assert again.exit_code == 0
    assert again.stdout == answer.stdout
    assert "holds 36 of 36 games" in again.stderr
    as_json = run(*arguments, "--json")
    found = msgspec.json.decode(as_json.stdout, type=Results, strict=True)
    assert (found.games, len(found.lineups), len(found.entrants)) == (36, 6, 3)
    assert json.loads((folder / "games.jsonl").read_text().splitlines()[0]) == json.loads(as_json.stdout)["tournament"]
    fewer = run(*arguments, "--games", "2", "--json")
    assert json.loads(fewer.stdout)["games"] == 18
    assert "18 games instead of 12" in fewer.stderr
    refused = run(*arguments, "--seed", "2")
    assert refused.exit_code == 1
    assert 'its seed is "0x1", not "0x2"' in refused.output


def test_a_picture_is_drawn(ladder):
    picture = (ladder[0] / "shares.svg").read_text()
    assert picture.startswith("<?xml")
    assert picture.count("<path") > 20


@pytest.mark.slow
def test_a_killed_tournament_goes_on_as_if_nothing_had_been(tmp_path):
    path = tmp_path / "games.jsonl"
    arguments = ["arena", "niagara", *LINEUP, "--games", "400", "--out", str(path), "--workers", "1", "--seed", "9"]
    with running([sys.executable, "-c", START, *arguments], stdout=subprocess.DEVNULL) as process:
        wait_for_games(process, path)
    rules = game("niagara")
    event = tournament(rules, [LINEUP], seed=9)
    with GamesFile(path, event) as file:
        killed_after = len(file.games)
    assert 4 <= killed_after < 400
    more = killed_after + 6 - killed_after % 3
    answer = run(*arguments[1:], "--games", str(more))
    assert answer.exit_code == 0, answer.output
    assert f"holds {killed_after} of {more} games" in answer.stderr
    with GamesFile(path, event) as file:
        assert len(file.games) == more
        assert without_times(file.games) == without_times(map(Hall(event).play, schedule(event.lineups, more)))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal as Ctrl-C does")
def test_ctrl_c_tells_what_there_is(tmp_path):
    path = tmp_path / "games.jsonl"
    arguments = ["arena", "niagara", *LINEUP, "--games", "20000", "--out", str(path), "--workers", "1"]
    command = [sys.executable, "-c", HEARING, *arguments]
    with running(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        wait_for_games(process, path)
        os.killpg(process.pid, signal.SIGINT)
        out, complaints = process.communicate()
    assert process.returncode == 130
    assert "the same command resumes from" in complaints.replace("\n", "")
    assert "Traceback" not in complaints
    assert out.startswith("Niagara, 3 seats, ")


@pytest.mark.slow
def test_a_sequential_test_stops_and_goes_on_from_its_file(tmp_path):
    path = tmp_path / "games.jsonl"
    arguments = ("niagara", *LINEUP, "--workers", "1", "--out", str(path))
    question = ("--sprt", "share0=33%,share1=50%")
    whole = run(*arguments, *question)
    assert whole.exit_code == 0, whole.output
    assert "paddler wins at least 50.0%, not 33.0% or less (H1 is accepted) after " in whole.stdout
    lines = path.read_text().splitlines()
    state = json.loads(lines[-1])["sprt"][0]
    assert state["accepted"] == "H1"
    assert state["llr_h1"] >= state["bound_h1"]
    assert len(lines) < 30
    again = run(*arguments, *question, "--json")
    assert json.loads(again.stdout)["sprt"] == [state]
    assert path.read_text().splitlines() == lines
    path.write_text("\n".join([*lines[:4], lines[-1], ""]))
    resumed = run(*arguments, *question, "--json")
    assert json.loads(resumed.stdout)["sprt"] == [state]
    stopped = run(*arguments, "--sprt", "share0=33%,share1=70%")
    assert stopped.exit_code == 1
    assert 'its sprt is {"elo0":null,' in stopped.output


class Pressing:
    """Press Ctrl-C in a finaliser, where Python ignores exceptions."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("handler", "played", "code"), [(signal.default_int_handler, 1, 130), (signal.SIG_IGN, 6, 0)], ids=["heard", "deaf"]
)
def test_ctrl_c_is_heard_where_exceptions_are_ignored(tmp_path, monkeypatch, handler, played, code):
    def add(self, game):
        kept(self, game)
        Pressing()

    kept = GamesFile.add
    monkeypatch.setattr(GamesFile, "add", add)
    path = tmp_path / "games.jsonl"
    arguments = ("--games", "6", "--option", "max_rounds=4", "--workers", "1", "--out", str(path))
    before = signal.signal(signal.SIGINT, handler)
    try:
        answer = run("niagara", "random", "random", "random", *arguments)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert answer.exit_code == code
    assert ("Stopped after 1 of 6 games; the same command resumes from" in answer.stderr) == (code == 130)
    assert path.read_bytes().count(b"\n") == 1 + played


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("chess", "random"), "there is no game 'chess'"),
        (("niagara",), "Missing argument 'BOT...'"),
        (("niagara", "random"), "players, got 1"),
        (("niagara", "padler", "random", "random"), "niagara has no bot 'padler'; its bots are: paddler"),
        (("niagara", "random@", "random", "random"), "expected a budget such as 0.2s"),
        (("niagara", *LINEUP, "--seats", "4"), "expected 4 bots, one for each seat, or --ladder or --gauntlet, got 3"),
        (("niagara", *LINEUP, "--ladder", "--gauntlet"), "choose one"),
        (("niagara", "random", "--ladder"), "two different bots"),
        (("niagara", "--ray", *LINEUP), "expected --ray alone, --ray=auto or --ray=HOST:PORT, got --ray=paddler"),
        (("niagara", *LINEUP, "--preset", "tavern"), "no preset 'tavern'"),
        (("niagara", *LINEUP, "--plot", "shares.doc"), "expected a name that ends in ."),
        (("niagara", *LINEUP, "--out", "/nowhere/games.jsonl"), "No such file"),
        (("niagara", *LINEUP, "--time-limit", "0"), "0"),
        (("niagara", *LINEUP, "--sprt", "elo0=0"), "expected such as elo0=0,elo1=40"),
    ],
)
def test_refuses_with_the_reason(arguments, reason):
    answer = run(*arguments)
    assert answer.exit_code != 0
    assert answer.exception is None or isinstance(answer.exception, SystemExit)
    assert reason in answer.output


@pytest.mark.slow
def test_a_ray_cluster_plays_the_same_games():
    """In a process of its own: Ray leaves threads and open files to whoever starts it."""
    arguments = ["arena", "niagara", *LINEUP, "--games", "6", "--option", "max_rounds=5", "--ray", "--json"]
    answer = subprocess.run([sys.executable, "-c", START, *arguments], capture_output=True, text=True, check=True)
    here = run(*(argument for argument in arguments[1:] if argument != "--ray"))
    far, near = (json.loads(text)["lineups"] for text in (answer.stdout, here.stdout))
    assert far == near
