"""What a view says of the river is what the rules do then; `make test` checks it compiled, bounds-checked and plain."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from eddyline.engine.kernel import PLAIN
from eddyline.engine.match import Match
from support.canyon import CANYON

GAMES = 2 if PLAIN else 40


def positions():
    """Yield matches, position by position: all presets and boards, with each number of players."""
    chance = random.Random(27)
    presets, boards = [*CANYON.presets], [*CANYON.boards]
    for number in range(GAMES):
        board = {"board": boards[number % len(boards)], "max_rounds": 1 if PLAIN else 12}
        options = CANYON.parse_options(presets[number % len(presets)], board)
        match = Match.new(CANYON, options, players=3 + number % 4, seed=number)
        while not match.over:
            yield match
            seat = min(match.waiting)
            match.play(seat, chance.choice(match.legal(seat)).id)


@pytest.mark.rule("C-MOVE-2", "C-MOVE-3", "C-END-1")
def test_each_end_of_a_move_is_reached_by_free_spaces_and_counts_its_points() -> None:
    arrivals = 0
    for match in positions():
        view = match.view(None)
        assert bool(view.ends) == (view.phase == "moving")
        for end in view.ends:
            player = view.players[view.turn]
            taken = {other.cell for other in view.players if other is not player}
            assert end.path[0] == player.cell
            assert (end.path[-1].column, end.path[-1].row) == (end.column, end.row)
            assert not taken & {*end.path[1:]}
            assert all(
                max(abs(one.column - next_one.column), abs(one.row - next_one.row)) == 1
                for one, next_one in pairwise(end.path)
            )
            assert end.used == len(end.path) - 1
            assert end.used + end.left == player.points
            if view.board.rows[end.row][end.column] == "V":
                after = match.copy()
                after.play(view.turn, f"to {end.column},{end.row}")
                assert after.view(None).players[view.turn].points_left == end.left
                arrivals += 1
    assert arrivals or PLAIN


@pytest.mark.rule("C-BID-1", "C-MOVE-1")
def test_whoever_bids_is_shown_the_worth_of_every_bid_and_nobody_else() -> None:
    for match in positions():
        for seat in (*range(match.players), None):
            view = match.view(seat)
            bids = range(view.cards + 1) if view.phase == "bids" and seat is not None else ()
            assert [prospect.tricks for prospect in view.prospects] == [*bids]
            for prospect in view.prospects:
                player = view.players[seat]
                bonus = min(prospect.tricks + 1, 3)
                assert prospect.points == bonus + (0 if player.on == "rapids" else prospect.tricks)
                assert len(prospect.path) - 1 <= prospect.points
