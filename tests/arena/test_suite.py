from __future__ import annotations

import hashlib
import json
from importlib.resources import files

import msgspec
import pytest
from click.testing import CliRunner

from eddyline.arena import GamesFile, Played, SpecError, checking
from eddyline.arena import suite as suite_module
from eddyline.arena.checking import Check
from eddyline.arena.entrants import maker, parse
from eddyline.arena.file import Failure, lost
from eddyline.arena.hall import Hall
from eddyline.arena.suite import Cell, baselines, run_of, scores, stages, suite
from eddyline.cli import main

FROZEN = "bc647cdf3b29d6d5"
OWN = "support.arena_bots:Printing"
SMALL = (
    Cell(game="niagara", seats=3, options={"max_rounds": 4}, rivals=("paddler", "random")),
    Cell(game="niagara", seats=2, options={"max_rounds": 4}, rivals=("paddler", "random")),
)


@pytest.fixture
def small(monkeypatch):
    """Make the suite a small one."""
    found = msgspec.structs.replace(suite(), games=6, cells=SMALL)
    for module in (suite_module, checking):
        monkeypatch.setattr(module, "suite", lambda: found)


def play(run, hall_of=Hall):
    return [game for stage in stages(run) for game in map(hall_of(stage.event).play, stage.games)]


def write(path, run, games):
    path.unlink(missing_ok=True)
    with GamesFile(path, run) as file:
        for game in games:
            file.add(game)
    return path


def faults(path, ask=0):
    check = Check(path)
    return [*check.arrangement(), *(fault for found in check.replays(ask) for fault in found)]


def test_the_suite_is_frozen():
    """Figures of years can be compared only if it never changes: after a change, count `NUMBER` up."""
    data = files("eddyline.arena").joinpath("suite.json").read_bytes()
    assert hashlib.sha256(data).hexdigest().startswith(FROZEN)
    for game, players in (("niagara", [2, 3, 4, 5, 6]), ("canyon", [3, 4, 4, 5, 6])):
        cells = [cell for cell in suite().cells if cell.game == game]
        assert [cell.seats for cell in cells] == players
        assert len({msgspec.json.encode(cell.options) for cell in cells}) == 5
        assert all(suite().games % cell.seats == 0 for cell in cells)
    run = run_of({"niagara": "random", "canyon": "random"})
    assert len({event.seed for event in run.tournaments}) == 10
    assert sum(len(stage.games) for stage in stages(run)) == 4800


def test_lineups_count_on_from_cell_to_cell():
    run = run_of({"canyon": "random"}, 6)
    assert [{game.lineup for game in stage.games} for stage in stages(run)] == [
        {2 * cell, 2 * cell + 1} for cell in range(5)
    ]


@pytest.mark.parametrize(
    ("bots", "reason"),
    [({"chess": "random"}, "no games of chess"), ({"niagara": "voyageur"}, "niagara has no bot 'voyageur'")],
)
def test_bots_that_cannot_take_part_are_refused(bots, reason):
    with pytest.raises(SpecError, match=reason):
        run_of(bots)


@pytest.mark.usefixtures("small")
def test_scores_are_means_over_the_cells():
    """The bot wins all against paddlers and every other game of each block against random players."""
    run = run_of({"niagara": OWN})
    games = []
    for stage in stages(run):
        for seating in stage.games:
            seat = seating.seats.index(OWN)
            if "random" in seating.seats and seat % 2:
                seat -= 1
            ranking = tuple(1 if each == seat else 2 for each in range(len(seating.seats)))
            games.append(Played(**seating._asdict(), seed="0x1", ranking=ranking, winners=(seat,), rounds=4))
    (found,) = scores(run, games)
    assert [cell.shares for cell in found.cells] == [(1.0, pytest.approx(2 / 3)), (1.0, 0.5)]
    assert found.score == pytest.approx((1 + 2 / 3 + 1 + 1 / 2) / 4)
    assert found.fair == pytest.approx((1 / 3 + 1 / 2) / 2)
    # Every block came out alike, so only the chance of another result is left: one game of six, in each lineup.
    assert found.margin == pytest.approx(1.959964 * (4 * (1 / 12) ** 2) ** 0.5 / 2)
    assert (found.games, found.failures, found.forfeits) == (24, 0, 0)
    mixed = [msgspec.structs.replace(game, winners=((game.winners[0] + game.block) % 2,)) for game in games]
    assert scores(run, mixed)[0].margin > found.margin


@pytest.mark.usefixtures("small")
def test_games_of_different_rivals_share_their_luck():
    """What a block gains against one rival it gains against the other: their sum varies more than if it were chance."""
    run = run_of({"niagara": OWN})
    margins = []
    for shift in (0, 1):
        games = []
        for stage in stages(run):
            for seating in stage.games:
                seat = seating.seats.index(OWN)
                won = (seating.block + shift * (seating.lineup % 2)) % 2
                winner = seat if won else (seat + 1) % len(seating.seats)
                games.append(
                    Played(
                        **seating._asdict(),
                        seed="0x1",
                        ranking=seating.seats and (1,) * len(seating.seats),
                        winners=(winner,),
                        rounds=4,
                    )
                )
        margins.append(scores(run, games)[0].margin)
    assert margins[0] > margins[1]


@pytest.mark.usefixtures("small")
def test_a_true_file_is_confirmed_also_where_the_bot_is_not_at_hand(tmp_path):
    run = run_of({"niagara": OWN})
    games = play(run)
    path = write(tmp_path / "run.jsonl", run, games)
    assert faults(path, ask=len(games)) == []
    path.write_text(path.read_text().replace(OWN, "elsewhere.bots:Best"))
    assert faults(path, ask=len(games)) == []
    failing = run_of({"niagara": "support.arena_bots:Crashing"})
    assert faults(write(path, failing, play(failing)), ask=len(games)) == []


@pytest.mark.usefixtures("small")
def test_what_is_not_true_is_found(tmp_path):
    run = run_of({"niagara": OWN})
    games = play(run)
    path = tmp_path / "run.jsonl"
    replace = msgspec.structs.replace

    def told(*changed, run=run):
        return faults(write(path, run, changed))

    first, *rest = games
    seat = first.seats.index(OWN)
    other = (seat + 1) % 3
    assert any("its winners is" in fault for fault in told(replace(first, winners=(0, 1, 2)[:2]), *rest))
    assert any("its rounds is 3" in fault for fault in told(replace(first, rounds=3), *rest))
    assert any("its ranking is" in fault for fault in told(replace(first, moves=first.moves[::-1]), *rest))
    assert told(replace(first, moves=()), *rest) == ["game 1 of lineup 1: its moves are not a game"]
    longer = tuple((*moves, 0) for moves in first.moves)
    assert told(replace(first, moves=longer), *rest) == ["game 1 of lineup 1: its moves are not a game"]
    assert told(*rest) == ["1 of its 24 games are missing"]
    assert "game 1 of lineup 1 is not one of the suite's, or is there twice" in told(first, first, *rest)
    assert "game 1 of lineup 1 is not one of the suite's, or is there twice" in told(
        replace(first, seats=first.seats[::-1]), *rest
    )
    failure = Failure(other, "timeout", "no answer")
    blamed = lost(stages(run)[0].games[0], first.seed, (failure,))
    (fault,) = told(blamed, *rest)
    assert "built-in bots do not fail as this one is said to have: no answer" in fault
    assert told(replace(first, rounds=0), *rest) == ["game 1 of lineup 1: it was neither played nor forfeited"]
    forfeited = lost(stages(run)[0].games[0], first.seed, (Failure(seat, "crash", "gone"),))
    assert told(forfeited, *rest) == []
    assert told(replace(forfeited, winners=(seat,)), *rest) == [
        "game 1 of lineup 1: it was neither played nor forfeited"
    ]
    other_seed = replace(run.tournaments[0], seed="0x7")
    assert any(
        fault.startswith("cell 1: its seed is 0x7")
        for fault in told(*games, run=replace(run, tournaments=(other_seed, run.tournaments[1])))
    )


@pytest.mark.usefixtures("small")
def test_rivals_that_were_others_are_found_by_asking(tmp_path):
    """Games of weaker rivals, which are games all the same."""

    class Rigged(Hall):
        def __init__(self, event):
            super().__init__(event)
            self._makers["paddler"] = maker("niagara", parse("random"))

    run = run_of({"niagara": OWN})
    path = write(tmp_path / "run.jsonl", run, play(run, Rigged))
    assert faults(path) == []
    found = faults(path, ask=24)
    assert found
    assert all(fault.endswith(": paddler decides otherwise") for fault in found)


@pytest.mark.parametrize("games", [0, 10**9])
def test_files_of_no_run_are_refused(tmp_path, games):
    run = run_of({"niagara": "random"})
    path = write(tmp_path / "run.jsonl", msgspec.structs.replace(run, games=games), [])
    answer = CliRunner().invoke(main, ["suite", "--check", str(path)])
    assert answer.exit_code == 1
    assert f"expected up to 240 games of each lineup, got {games}" in answer.output


@pytest.mark.usefixtures("small")
def test_the_command_judges_and_checks(tmp_path):
    path = tmp_path / "run.jsonl"
    arguments = ["suite", OWN, "--out", str(path), "--workers", "1", "--games", "2"]
    answer = CliRunner().invoke(main, arguments)
    assert answer.exit_code == 0, answer.output
    assert f"Others can check this: eddyline suite --check {path}" in answer.stderr
    assert OWN in answer.stdout
    assert "against paddler" in answer.stdout
    again = CliRunner().invoke(main, [*arguments, "--json"])
    assert json.loads(again.stdout)["games"] == 10
    checked = CliRunner().invoke(main, ["suite", "--check", str(path), "--ask", "3"])
    assert checked.exit_code == 0, checked.output
    assert "All 10 games are the suite's" in checked.stdout
    assert "in 3 of them" in checked.stdout
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-1], ""]))
    assert CliRunner().invoke(main, ["suite", "--check", str(path)]).exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("paddler", "niagara=paddler"), "got two for niagara"),
        (("chess=random",), "no games of chess"),
        (("voyageur",), "niagara has no bot 'voyageur'"),
        (("no_such:Bot",), "there is no module"),
    ],
)
def test_the_command_refuses_with_the_reason(arguments, reason, tmp_path):
    answer = CliRunner().invoke(main, ["suite", *arguments, "--out", str(tmp_path / "run.jsonl")])
    assert answer.exit_code != 0
    assert reason in answer.output
    assert not (tmp_path / "run.jsonl").exists()


def test_the_built_in_bots_have_their_scores():
    rows = {(row.game, row.bot): row for row in baselines().rows}
    answer = CliRunner().invoke(main, ["suite"])
    assert answer.exit_code == 0
    for (game, bot), row in rows.items():
        assert bot in answer.stdout
        assert 0 < row.margin <= 0.12  # two points once all 2,400 games are played
        assert row.score >= rows[game, "random"].score
    assert {game for game, _ in rows} == {"niagara", "canyon"}
    assert len(rows) == 8
